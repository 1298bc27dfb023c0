import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len, split_graphemes

from mcptui.tui.widgets.cells import broken, cut, fit, fit_line, width_of, wrap, wrapped
from mcptui.tui.widgets.layout import laid_out
from mcptui.tui.widgets.reader import places_of
from mcptui.viewmodel.document import Code, Document, Facts, Grid, Heading, Prose
from mcptui.viewmodel.span import Line, Span, plain
from mcptui.viewmodel.tone import Tone

TEXTS = st.text(
    alphabet=st.sampled_from("ab c-_検索ｱé\u0301☠\ufe0f\U0001f469\U0001f3fd\U0001f1ef\U0001f1f5 "),
    max_size=60,
)
WIDTHS = st.integers(2, 30)


@given(TEXTS, WIDTHS, st.booleans())
def test_a_fitted_text_has_exactly_its_width(text: str, width: int, right: bool) -> None:
    assert cell_len(fit(text, width, right=right)) == width


@given(TEXTS, WIDTHS)
def test_a_cut_text_ends_with_an_ellipsis_after_whole_graphemes(text: str, width: int) -> None:
    result = cut(text, width)
    if cell_len(text) <= width:
        assert result == text
        return
    assert result.endswith("…")
    ends = {0, *(end for _, end, _ in split_graphemes(text)[0])}
    assert len(result) - 1 in ends
    assert cell_len(result) <= width


@given(st.lists(TEXTS, max_size=4), WIDTHS, st.integers(0, 3), st.booleans())
def test_a_fitted_line_has_exactly_its_width_and_gap(
    texts: list[str], width: int, gap: int, right: bool
) -> None:
    line = fit_line([Span(text) for text in texts], width, right=right, gap=gap)
    assert cell_len(plain(line)) == width + gap


@given(TEXTS, WIDTHS)
def test_wrapping_loses_blanks_at_breaks_and_nothing_else(text: str, width: int) -> None:
    parts = [text[start:end] for start, end in wrap(text, width)]
    assert "".join("".join(parts).split()) == "".join(text.split())
    for part in parts:
        assert cell_len(part.rstrip()) <= width


@given(TEXTS, WIDTHS)
@example("検 \U0001f3fd", 2)
def test_wrapping_breaks_between_graphemes_and_after_blanks(text: str, width: int) -> None:
    borders = {0, len(text), *(start for start, _, _ in split_graphemes(text)[0])}
    for start, _ in wrap(text, width):
        assert start in borders or text[start - 1] == " "


def test_a_very_long_word_is_broken_evenly() -> None:
    parts = [end - start for start, end in wrap("x" * 10_001, 100)]
    assert parts == [100] * 100 + [1]


@given(st.lists(st.tuples(TEXTS, st.sampled_from(Tone)), max_size=4), WIDTHS)
def test_wrapped_spans_keep_their_tones(pieces: list[tuple[str, Tone]], width: int) -> None:
    line: Line = tuple(Span(text, tone) for text, tone in pieces)
    tones = [tone for text, tone in pieces for char in text if not char.isspace()]
    kept = [
        tone
        for part in wrapped(line, width)
        for text, tone in part
        for char in text
        if not char.isspace()
    ]
    assert kept == tones


def test_lines_hang_under_their_own_indentation() -> None:
    line = (Span('    "a": "one two three four"'),)
    assert [plain(part) for part in wrapped(line, 18, hang=6)] == [
        '    "a": "one two',
        '      three four"',
    ]


def test_newlines_part_lines_and_tones_go_on() -> None:
    spans = (Span("a\nb", Tone.BAD), Span("c\n"))
    assert list(broken(spans)) == [
        (Span("a", Tone.BAD),),
        (Span("b", Tone.BAD), Span("c")),
        (),
    ]


GRID = Grid(
    titles=("parameter", "type", "meaning"),
    rows=(
        ((Span("path"),), (Span("array of exactly two numbers"),), (Span("where it is, whole"),)),
        ((Span("tail"),), (Span("number"),), ()),
    ),
)


def lines(*blocks: Heading | Prose | Facts | Grid | Code, width: int) -> list[str]:
    document = Document(title=(), blocks=blocks)
    return [plain(line).rstrip() for line in laid_out(document, width)]


def test_a_table_stands_side_by_side_where_there_is_room() -> None:
    assert lines(GRID, width=70) == [
        "parameter  type                          meaning",
        "path       array of exactly two numbers  where it is, whole",
        "tail       number",
    ]


def test_the_last_column_goes_below_where_there_is_less() -> None:
    assert lines(GRID, width=50) == [
        "parameter  type",
        "path       array of exactly two numbers",
        "    where it is, whole",
        "tail       number",
    ]


def test_a_table_becomes_a_list_where_there_is_little() -> None:
    assert lines(GRID, width=24) == [
        "path",
        "  array of exactly two",
        "  numbers",
        "  where it is, whole",
        "tail",
        "  number",
    ]


@pytest.mark.parametrize("width", [1, 4, 9, 17, 24, 40, 80])
def test_no_line_is_wider_than_the_page(width: int) -> None:
    blocks = (
        Heading(text=(Span("A heading"),), note=(Span("and its note"),)),
        Prose(spans=(Span("some prose\n\n   with 検索検索 in it"),), indent=2),
        Facts(rows=(("a label", (Span("a value of some length"),)),)),
        GRID,
        Code(lines=((Span("        deep = 'x' * 80"),),)),
    )
    for line in laid_out(Document(title=(), blocks=blocks), width):
        assert width_of(plain(line).rstrip()) <= max(width, 4) + 1


def test_a_text_is_found_over_the_end_of_a_wrapped_line() -> None:
    page = ["the first line ends", "    here and Goes on", "goes on"]
    assert places_of("ends here", page) == [((0, 15, 19), (1, 0, 8))]
    assert [place[0][:2] for place in places_of("goes on", page)] == [(1, 13), (2, 0)]
    assert places_of("", page) == []
    assert places_of("nowhere", page) == []
