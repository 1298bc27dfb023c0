import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptui.connections.transports.http_challenge import Challenge, challenges, chosen


@pytest.mark.parametrize(
    ("header", "scheme", "parameters"),
    [
        ("Bearer", "bearer", {}),
        ('Bearer realm="a, b"', "bearer", {"realm": "a, b"}),
        ('bearer Error="x" , scope=read', "bearer", {"error": "x", "scope": "read"}),
        (r'Basic realm="say \"hi\""', "basic", {"realm": 'say "hi"'}),
        ('Digest a=1, Bearer realm="r"', "bearer", {"realm": "r"}),
        ("Negotiate, Basic realm=x", "negotiate", {}),
    ],
)
def test_a_challenge_is_read(header: str, scheme: str, parameters: dict[str, str]) -> None:
    assert chosen(challenges([header])) == Challenge(scheme=scheme, parameters=parameters)


def test_several_headers_are_one_list() -> None:
    found = challenges(["Basic realm=a", "Bearer realm=b"])
    assert [challenge.scheme for challenge in found] == ["basic", "bearer"]


def test_nothing_to_choose_from_is_none() -> None:
    assert chosen(challenges(["", ", ,", "="])) is None


@given(st.text(max_size=60))
def test_any_text_is_read_without_an_error(header: str) -> None:
    challenges([header])
