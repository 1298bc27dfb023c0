"""What stays readable, what never does."""

import json
from base64 import b64encode
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptui.contract.secrets import (
    MASK,
    command_line,
    mask_in_text,
    masked_args,
    masked_pairs,
    masked_url,
    origin,
    secret_values,
)
from mcptui.contract.target import (
    Broken,
    ConnectionKey,
    Http,
    Recorded,
    Source,
    Stdio,
    Target,
    VariableSyntax,
)

CASE = Path(__file__).parents[1] / "cases" / "behaviour" / "transport-secrets-masked.json"
SHA = "0123456789abcdef" * 4


def target(how: Stdio | Http | Recorded | Broken) -> Target:
    return Target(key=ConnectionKey("s"), how=how, source=Source(dialect="claude_code"))


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("LOG_LEVEL", "debug", "debug"),
        ("X-Trace", "on", "on"),
        ("GIT_AUTHOR_NAME", "Ada", "Ada"),
        ("PWD", "/srv", "/srv"),
        ("KEYBOARD", "de", "de"),
        ("DB_PASSWORD", "e", MASK),
        ("dbPassword", "e", MASK),
        ("X-Api-Key", "e", MASK),
        ("apikey", "e", MASK),
        ("OPENAI_APIKEY", "e", MASK),
        ("MYSQL_PWD", "e", MASK),
        ("PGPASSWORD", "e", MASK),
        ("GITHUB_PAT", "e", MASK),
        ("Cookie", "a=b; c=d", MASK),
        ("sessionId", "e", MASK),
        ("OAuthClient", "e", MASK),
        ("EMPTY_TOKEN", "", ""),
        ("Authorization", "Bearer e", f"Bearer {MASK}"),
        ("Authorization", "Bearer ${API_KEY}", "Bearer ${API_KEY}"),
        ("API_KEY", "${env:API_KEY}", "${env:API_KEY}"),
        ("API_KEY", "${input:api-key}", "${input:api-key}"),
        ("API_KEY", "${{ secrets.API_KEY }}", "${{ secrets.API_KEY }}"),
        ("API_KEY", "${K:-fallback}", f"${{K:-{MASK}}}"),
        ("MODE", "${API_KEY:-fallback}", f"${{API_KEY:-{MASK}}}"),
        ("MODE", "${SPEED:-fast}", "${SPEED:-fast}"),
        ("API_KEY", "pre${K}post", f"{MASK}${{K}}{MASK}"),
        ("API_KEY", "$ecret", MASK),
        ("PASSWORD_FILE", "/run/secrets/db", "/run/secrets/db"),
        ("PASSWORD_FILE", "hunter2", MASK),
        ("DATABASE_URL", "postgres://me:pw@db/x", f"postgres://{MASK}@db/x"),
        ("DATABASE_URL", "postgres://me:p/w@db/x", f"postgres://{MASK}@db/x"),
        ("NAME", "ghp_abcdefgh12345678", MASK),
        ("NAME", "9f8b7c6d5e4f3a2b1c0d9f8b7c6d5e4f", MASK),
        ("IMAGE", f"ghcr.io/a/b@sha256:{SHA}", f"ghcr.io/a/b@sha256:{SHA}"),
        ("ROOT", "/nix/store/0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f-x", None),
        ("PACKAGE", "@modelcontextprotocol/server-filesystem@2025.11.25", None),
    ],
)
def test_a_pair_hides_what_its_name_or_value_gives_away(
    name: str, value: str, shown: str | None
) -> None:
    assert masked_pairs([(name, value)]) == ((name, value if shown is None else shown),)


def test_a_dollar_name_is_a_reference_only_where_the_host_reads_it_as_one() -> None:
    pairs = [("API_KEY", "$KEY")]
    assert masked_pairs(pairs) == (("API_KEY", MASK),)
    assert masked_pairs(pairs, VariableSyntax.SHELL) == (("API_KEY", "$KEY"),)


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (["--token", "t", "--port=1"], ["--token", MASK, "--port=1"]),
        (["--token=t"], [f"--token={MASK}"]),
        (["--token", "--verbose"], ["--token", "--verbose"]),
        (["--no-auth", "-v", "x"], ["--no-auth", "-v", "x"]),
        (["--apiKey", "t"], ["--apiKey", MASK]),
        (["API_KEY=t", "LEVEL=1"], [f"API_KEY={MASK}", "LEVEL=1"]),
        (["-e", "API_KEY=t"], ["-e", f"API_KEY={MASK}"]),
        (["-eAPI_KEY=t"], [f"-eAPI_KEY={MASK}"]),
        (["--env=API_KEY=t"], [f"--env=API_KEY={MASK}"]),
        (["-H", "Authorization: Bearer t"], ["-H", f"Authorization: Bearer {MASK}"]),
        (["--header", "X-Key:t u"], ["--header", f"X-Key:{MASK}"]),
        (["--header=X-Trace: on"], ["--header=X-Trace: on"]),
        (["--header", "Authorization:${AUTH}"], ["--header", "Authorization:${AUTH}"]),
        (["-u", "me:pw"], ["-u", MASK]),
        (["--ssh-key-path", "~/.ssh/id"], ["--ssh-key-path", "~/.ssh/id"]),
        (["--config", '{"apiKey":"a\\"b","n":1}'], ["--config", f'{{"apiKey":"{MASK}","n":1}}']),
        (["Server=h;Password=a b;Db=x"], [f"Server=h;Password={MASK};Db=x"]),
        (["-c", "curl -H 'Cookie: a=1; b=2' h"], ["-c", f"curl -H 'Cookie: {MASK}' h"]),
        (["-c", "x --password 'a b' y"], ["-c", f"x --password '{MASK}' y"]),
        (["https://u:p@h/?key=t"], [f"https://{MASK}@h/?key={MASK}"]),
        (["git+ssh://git@h/r"], ["git+ssh://git@h/r"]),
        (["sk-abcdefgh"], [MASK]),
        (["--header", "no colon"], ["--header", "no colon"]),
        (["${ghp_abcdefgh12345678}"], [f"${{{MASK}}}"]),
        (["12345678901234567890"], ["12345678901234567890"]),
        (["--token", "${ghp_abcdefgh12345678}"], ["--token", MASK]),
        (["", "plain", "/srv/a b"], ["", "plain", "/srv/a b"]),
    ],
)
def test_arguments_stay_one_for_one_and_lose_their_secrets(
    args: list[str], shown: list[str]
) -> None:
    assert masked_args(args) == tuple(shown)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://h/mcp?page=2&apikey=q#top", f"https://h/mcp?page=2&apikey={MASK}#top"),
        ("https://h/mcp?code=q", f"https://h/mcp?code={MASK}"),
        ("https://h/mcp?api%5Fkey=q", f"https://h/mcp?api%5Fkey={MASK}"),
        ("https://h/mcp#access_token=q", f"https://h/mcp#access_token={MASK}"),
        ("https://h/?c=%7B%22apiKey%22%3A%22q%22%7D", f"https://h/?c={MASK}"),
        ("https://h/s/OTk5MzQ1LTk4NzYtNDMy12/mcp", f"https://h/s/{MASK}/mcp"),
        ("https://h/token/a1b2c3d4/mcp", f"https://h/token/{MASK}/mcp"),
        ("https://h/@scope/pkg", "https://h/@scope/pkg"),
        ("https://${HOST}/${KEY}?token=${T}", "https://${HOST}/${KEY}?token=${T}"),
        ("https://u:${P}@h/", f"https://{MASK}${{P}}@h/"),
        ("${BASE:-https://h.example}/mcp", "${BASE:-https://h.example}/mcp"),
        ("u:p@h/mcp", f"{MASK}@h/mcp"),
        ("http://[::1]:80/x", "http://[::1]:80/x"),
        ("", ""),
    ],
)
def test_a_url_keeps_what_tells_where_it_leads(url: str, shown: str) -> None:
    assert masked_url(url) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Unexpected token } in JSON at position 4", None),
        ("invalid password for user ada", None),
        ("use --token <value>", None),
        ('WWW-Authenticate: Bearer realm="x", scope="y"', None),
        ("basic usage: read the session log", None),
        ("request 9f8b7c6d5e4f3a2b1c0d9f8b7c6d5e4f failed", None),
        (
            "> Authorization: Bearer zzz\r\n> Accept: */*",
            f"> Authorization: Bearer {MASK}\r\n> Accept: */*",
        ),
        ("sent Bearer zzz to h", f"sent Bearer {MASK} to h"),
        ("{ apiKey: 'abc', n: 1 }", f"{{ apiKey: '{MASK}', n: 1 }}"),
        ("{'token': 'a b', 'n': 1}", f"{{'token': '{MASK}', 'n': 1}}"),
        (
            '{\\"password\\": \\"a b\\", \\"n\\": 1}',
            f'{{\\"password\\": \\"{MASK}\\", \\"n\\": 1}}',
        ),
        ("token=abc, port=1", f"token={MASK} port=1"),
        ("token: abcd1234", f"token: {MASK}"),
        ("key_file=/etc/tls/key.pem", None),
        ("A=1; password=a b c; c=d", f"A=1; password={MASK}; c=d"),
        ("got ghp_abcdefgh12345678.", f"got {MASK}."),
        ("at postgres://u:p@h/db", f"at postgres://{MASK}@h/db"),
    ],
)
def test_free_text_is_masked_by_its_looks_alone(text: str, shown: str | None) -> None:
    assert mask_in_text(text) == (text if shown is None else shown)


def test_an_error_keeps_the_name_of_the_variable_it_misses() -> None:
    assert mask_in_text("KeyError: 'API_KEY'") == "KeyError: 'API_KEY'"
    assert mask_in_text("TokenError: no token in MY_TOKEN") == "TokenError: no token in MY_TOKEN"
    assert mask_in_text("KeyError: 'hunter22'", ["hunter22"]) == f"KeyError: '{MASK}'"
    assert mask_in_text("api_key_error: 'hunter22'") == f"api_key_error: '{MASK}'"


def test_known_values_leave_free_text_in_every_spelling() -> None:
    secret = "p\u00e4ss/w \"o'rd\\&"
    spellings = [
        secret,
        quote(secret, safe=""),
        quote(secret, safe="").lower(),
        quote_plus(secret),
        json.dumps(secret),
        json.dumps(secret, ensure_ascii=False),
        repr(secret),
        repr(secret.encode()),
        b64encode(secret.encode()).decode(),
    ]
    for spelled in spellings:
        assert "ss" not in mask_in_text(f"echo {spelled} end", [secret]).replace("pass", "")
        assert mask_in_text(f"echo {spelled} end", [secret]).startswith("echo ")


def test_a_key_of_many_lines_leaves_text_line_by_line() -> None:
    secret = "first line here\nsecond line here\n"
    assert mask_in_text("saw second line here", [secret]) == f"saw {MASK}"


def test_short_secrets_are_removed_only_where_they_stand_alone() -> None:
    assert mask_in_text("abc abcd xabc", ["abc"]) == f"{MASK} abcd xabc"
    assert mask_in_text("true or 1", ["true", "1"]) == "true or 1"


def test_a_command_line_is_whole_quoted_and_free_of_secrets() -> None:
    how = Stdio(
        command="npx",
        args=("-y", "a b", "", "it's", "--key", "k", "x\u202ey", "line\nend", "${HOME}/x"),
        env=(("A_TOKEN", "v"),),
    )
    assert command_line(target(how)) == (
        "npx -y 'a b' '' 'it'\"'\"'s' --key ••• 'x⟨U+202E⟩y' 'line␊end' ${HOME}/x"
    )
    assert len(command_line(target(Stdio(command="x", args=("word",) * 5000)))) == 1 + 5000 * 5


def test_other_targets_say_how_they_are_reached() -> None:
    assert command_line(target(Http(url="https://u:p@h/"))) == "https://•••@h/"
    assert command_line(target(Recorded(path="a.json"))) == "a.json"
    assert command_line(target(Broken(reason="neither command nor url"))) == (
        "neither command nor url"
    )


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTPS://u:p@Ex.com:443/x?y", "https://ex.com"),
        ("http://ex.com:443", "http://ex.com:443"),
        ("http://[::1]:8080/", "http://[::1]:8080"),
        ("http://ex.com:80", "http://ex.com"),
        ("https://a@b@ex.com/x", "https://ex.com"),
        ("ex.com/x", None),
    ],
)
def test_an_origin_is_scheme_host_and_port(url: str, expected: str | None) -> None:
    assert origin(url) == expected


def test_the_case_of_header_environment_and_query_secrets() -> None:
    given_ = json.loads(CASE.read_text(encoding="utf-8"))["given"]["connections"][0]
    over_http = target(Http(url=given_["url"], headers=tuple(given_["headers"].items())))
    started = target(
        Stdio(command="x", args=tuple(given_["args"]), env=tuple(given_["env"].items()))
    )
    every_output = [
        repr(over_http),
        repr(started),
        command_line(over_http),
        command_line(started),
        str(masked_pairs(given_["headers"].items())),
        str(masked_pairs(given_["env"].items())),
    ]
    talk = json.dumps(given_)
    every_output.append(mask_in_text(talk, secret_values(over_http) + secret_values(started)))
    for output in every_output:
        assert "tok-EXAMPLE" not in output
    assert "page=2" in command_line(over_http)
    assert "--port=1" in command_line(started)
    assert ("X-Trace", "on") in masked_pairs(given_["headers"].items())
    assert ("LOG_LEVEL", "debug") in masked_pairs(given_["env"].items())


SECRETS = st.text(
    alphabet=st.sampled_from("abcXYZ0189!#%&*+/=?@^_-.:~ ;,<>|()\"'\\\u00e9\u4e2d\n\u202e"),
    min_size=6,
    max_size=40,
).filter(lambda text: text == text.strip() and not text.startswith("-"))
NAMES = st.sampled_from(["API_KEY", "dbPassword", "X-Auth", "session", "GITHUB_TOKEN", "cookie"])


@given(secret=SECRETS, name=NAMES)
def test_no_secret_leaves_through_any_door(secret: str, name: str) -> None:
    encoded = quote(secret, safe="")
    targets = [
        target(Stdio(command="run", env=((name, secret),))),
        target(Stdio(command="run", args=(f"--{name}", secret))),
        target(Stdio(command="run", args=(f"--{name}={secret}",))),
        target(Stdio(command="run", args=("-e", f"{name}={secret}"))),
        target(Stdio(command="run", args=("--header", f"{name}: {secret}"))),
        target(Stdio(command="run", args=("--json", json.dumps({name: secret, "n": 1})))),
        target(Http(url=f"https://u:{encoded}@h.example/mcp")),
        target(Http(url=f"https://{encoded}@h.example/mcp")),
        target(Http(url=f"https://h.example/mcp?a=1&{name}={encoded}&b=2")),
        target(Http(url="https://h.example/mcp", headers=((name, secret),))),
        target(Http(url="https://h.example/", headers=(("Authorization", f"Bearer {secret}"),))),
    ]
    for each in targets:
        outputs = [
            command_line(each),
            repr(each),
            *(
                str(masked_pairs(pairs))
                for pairs in (getattr(each.how, "env", ()), getattr(each.how, "headers", ()))
            ),
            mask_in_text(f"died: {secret!r} {secret} {encoded}", secret_values(each)),
        ]
        for output in outputs:
            assert secret not in output
            assert encoded not in output


@given(st.text(max_size=200))
def test_masking_is_total_and_stable(text: str) -> None:
    once = mask_in_text(text)
    assert mask_in_text(once) == once
    assert masked_args([text, text])
    masked_url(text)
    masked_url(f"https://{text}")
    masked_pairs([(text, text)])
