import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptui.contract.display import shown
from mcptui.viewmodel.span import Span, marked, plain, sign_span, spoken
from mcptui.viewmodel.tone import CONNECTION_SIGNS, LEVEL_SIGNS, PIN_SIGNS, SignSet, Tone


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("", ()),
        ("plain", (Span("plain"),)),
        ("a\x1b[2Jb", (Span("a"), Span("␛", Tone.HIDDEN), Span("[2Jb"))),
        ("\u202eab", (Span("⟨U+202E⟩", Tone.HIDDEN), Span("ab"))),
        ("a\nb", (Span("a"), Span("␊", Tone.HIDDEN), Span("b"))),
    ],
)
def test_hidden_characters_stand_apart(text: str, spans: tuple[Span, ...]) -> None:
    assert spoken(text) == spans


def test_newlines_stay_where_lines_are_wanted() -> None:
    assert spoken("a\n\tb", lines=True) == (Span("a\n\tb"),)


def test_a_sign_written_by_a_server_is_not_taken_for_a_hidden_character() -> None:
    assert spoken("␛ ⟨U+202E⟩") == (Span("␛ ⟨U+202E⟩"),)


@given(st.text(), st.booleans())
def test_spans_say_what_the_one_door_says(text: str, lines: bool) -> None:
    assert plain(spoken(text, lines=lines)) == shown(text, lines=lines)


def test_marks_cut_spans_where_they_begin_and_end() -> None:
    line = (Span("abc", Tone.MUTED), Span("def"))
    assert marked(line, [(1, 2), (2, 5)]) == (
        Span("a", Tone.MUTED),
        Span("b", Tone.MARK),
        Span("c", Tone.MARK),
        Span("de", Tone.MARK),
        Span("f"),
    )


@given(st.lists(st.text(min_size=1), max_size=4), st.data())
def test_marks_change_tones_and_nothing_else(texts: list[str], data: st.DataObject) -> None:
    line = tuple(Span(text) for text in texts)
    size = len("".join(texts))
    cuts = sorted(data.draw(st.sets(st.integers(0, size), max_size=6)))
    ranges = list(zip(cuts[::2], cuts[1::2], strict=False))
    result = marked(line, ranges)
    assert plain(result) == plain(line)
    assert sum(len(text) for text, tone in result if tone is Tone.MARK) == sum(
        end - start for start, end in ranges
    )


def test_every_sign_has_an_ascii_twin_of_one_character() -> None:
    signs = [*CONNECTION_SIGNS.values(), *PIN_SIGNS.values(), *LEVEL_SIGNS.values()]
    for sign in signs:
        drawn = sign_span(sign, SignSet.ASCII).text
        assert len(drawn) == 1
        assert drawn.isascii()
        assert sign_span(sign, SignSet.USUAL, " 3") == Span(f"{sign.char} 3", sign.tone)


@pytest.mark.parametrize("table", [PIN_SIGNS, LEVEL_SIGNS])
def test_no_two_states_of_one_kind_look_alike(table: dict[object, object]) -> None:
    for signs in SignSet:
        drawn = [signs.draw(sign) for sign in table.values()]  # type: ignore[arg-type]  # signs
        assert len(set(drawn)) == len(drawn)
