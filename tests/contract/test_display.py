"""What a server wrote, as a person may safely see it."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcptui.contract.display import is_hidden, shown, stand_in
from tests.property.strategies import foreign_texts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("plain [/foo] text", "plain [/foo] text"),
        ("a\x1b]52;c;aGk=\x07b", "a␛]52;c;aGk=␇b"),
        ("\x00\x7f\x9b31m", "␀␡⟨U+009B⟩31m"),
        ("one\ntwo\tthree\r\n", "one␊two␉three␍␊"),
        ("\u202eevil\u2066", "⟨U+202E⟩evil⟨U+2066⟩"),
        ("sec\u200bond\ufeff\u2060", "sec⟨U+200B⟩ond⟨U+FEFF⟩⟨U+2060⟩"),
        ("a\u2028b\u2029", "a⟨U+2028⟩b⟨U+2029⟩"),
        ("\ud83d", "⟨U+D83D⟩"),
        ("\ue000\U0010fffd", "⟨U+E000⟩⟨U+10FFFD⟩"),
        ("\ufffe\ufdd0\U0001ffff", "⟨U+FFFE⟩⟨U+FDD0⟩⟨U+1FFFF⟩"),
        ("\u3164\u2800\u115f", "⟨U+3164⟩⟨U+2800⟩⟨U+115F⟩"),
        ("Add.\U000e0074\U000e0068\U000e0001", "Add.⟨tags:th·⟩"),
        ("\U000e0100", "⟨U+E0100⟩"),
        ("☠\ufe0f x\ufe0e", "☠\ufe0f x\ufe0e"),
        ("☠\ufe0f\ufe01 \ufe02", "☠⟨U+FE0F⟩⟨U+FE01⟩ ⟨U+FE02⟩"),
        ("\ufe0fa", "⟨U+FE0F⟩a"),
        ("検索 größe e\u0301 😀", "検索 größe e\u0301 😀"),
    ],
)
def test_what_cannot_be_seen_gets_a_sign(text: str, expected: str) -> None:
    assert shown(text) == expected


def test_line_ends_and_tabs_stay_where_several_lines_may_stand() -> None:
    assert shown("a\n\tb\x07é", lines=True) == "a\n\tb␇é"
    assert shown("a\n\tb", lines=True) == "a\n\tb"


@given(foreign_texts(), st.booleans())
@example("\ufe0f\ufe0f", True)
@example("\n\t\x85", True)
def test_nothing_hidden_passes_and_a_second_look_changes_nothing(text: str, lines: bool) -> None:
    result = shown(text, lines=lines)
    assert not any(is_hidden(char) for char in result)
    assert lines or not {"\n", "\t"} & set(result)
    assert shown(result, lines=lines) == result
    assert result.encode("utf-8").decode("utf-8") == result


@given(st.characters(categories=None))
def test_a_stand_in_can_be_seen(char: str) -> None:
    assert not any(is_hidden(each) for each in stand_in(char))


@given(st.characters(categories=["Cc", "Cf", "Cs", "Co", "Zl", "Zp"]))
def test_every_control_and_format_character_is_hidden(char: str) -> None:
    assert is_hidden(char) is (char not in "\t\n"), unicodedata.name(char, char)
