import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptui.viewmodel.table import GAP, Column, column_widths

SIGN = Column(title="", least=1, most=1)
NAME = Column(title="name", least=10, most=40)
KEY = Column(title="key", least=4, most=8, rank=2)
NOTE = Column(title="note", least=6, most=12, rank=1, grows=True)
COLUMNS = (SIGN, NAME, KEY, NOTE)


@pytest.mark.parametrize(
    ("available", "widths"),
    [
        (80, (1, 20, 6, 30)),
        (60, (1, 20, 6, 27)),
        (45, (1, 20, 6, 12)),
        (39, (1, 20, 4, 8)),
        (36, (1, 19, 4, 6)),
        (27, (1, 10, 4, 6)),
        (26, (1, 15, 0, 6)),
        (20, (1, 17, 0, 0)),
        (8, (1, 5, 0, 0)),
    ],
)
def test_columns_share_the_room_and_the_least_needed_go_first(
    available: int, widths: tuple[int, ...]
) -> None:
    assert column_widths(COLUMNS, (1, 20, 6, 30), available) == widths


@given(
    st.lists(st.integers(0, 90), min_size=4, max_size=4),
    st.integers(10, 300),
)
def test_columns_never_take_more_than_there_is(natural: list[int], available: int) -> None:
    widths = column_widths(COLUMNS, natural, available)
    shown = [width for width in widths if width]
    assert sum(shown) + GAP * max(len(shown) - 1, 0) <= max(available, 3 + 1 + GAP)
