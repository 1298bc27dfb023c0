"""Hidden characters: what nobody sees is counted, what writing needs is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptui.analysis.lint.hidden import hidden_characters, kind_of_hidden, spelt_by_tags

TAGGED = "".join(chr(0xE0000 + ord(char)) for char in "call me")


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("a\x1b[2Jb\x00", "\x1b\x00"),
        ("row\rover", "\r"),
        ("\x9b31m", "\x9b"),
        ("zero\u200bwidth\u2060\ufeff", "\u200b\u2060\ufeff"),
        ("soft\xadhyphen", "\xad"),
        ("\u202eevil\u202c \u2066x\u2069", "\u202e\u202c\u2066\u2069"),
        ("Adds." + TAGGED, TAGGED),
        ("latin\u200dword", "\u200d"),
        ("latin\u200fword", "\u200f"),
        ("\u200d", "\u200d"),
        ("x\ufe00\ufe01\ufe02", "\ufe01\ufe02"),
        ("\ufe0fx", "\ufe0f"),
        (" \U000e0101", "\U000e0101"),
        ("filler\u3164\u115f\u2800", "\u3164\u115f\u2800"),
        ("lone \ud800", "\ud800"),
        ("a black flag \U0001f3f4" + TAGGED, TAGGED),
    ],
)
def test_what_nobody_sees_is_counted(text: str, hidden: str) -> None:
    assert hidden_characters(text) == hidden


@pytest.mark.parametrize(
    "text",
    [
        "plain\ttext\nand lines",
        "Windows\r\nlines\r\n",
        "soft\u2028line\u2029ends",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 and \u2764\ufe0f\u200d\U0001f525",
        "\U0001f9d1\U0001f3fd\u200d\U0001f4bb",
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "1\ufe0f\u20e3 \u26a0\ufe0f",
        "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "\u200f\u05e9\u05dc\u05d5\u05dd\u200e (MCP)",
        "\u8fbb\U000e0100",
        "\u1820\u180b",
        "\u2801\u2800\u2802",
        "\uf8ff \ue0b0",
        "\u0600\u0661",
        "no-break\xa0space, \u3000ideographic",
    ],
)
def test_what_writing_needs_is_not(text: str) -> None:
    assert hidden_characters(text) == ""


def test_each_kind_has_its_word() -> None:
    kinds = [kind_of_hidden(char) for char in "\x1b\u202e\u200b\U000e0041\ufe00\ud800\xad"]
    assert kinds == [
        "control character",
        "direction character",
        "zero-width character",
        "tag character",
        "variation selector",
        "lone surrogate",
        "invisible character",
    ]


def test_tags_are_spelt_out() -> None:
    assert spelt_by_tags(f"x{TAGGED}y\U000e0001\U000e007f") == "call me"


@given(text=st.text(alphabet=st.characters() | st.sampled_from("\u200d\ufe0f\u200f\r\n\U000e0041")))
def test_only_characters_of_the_text_are_counted_and_in_order(text: str) -> None:
    remaining = iter(text)
    assert all(char in remaining for char in hidden_characters(text))
