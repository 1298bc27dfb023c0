"""Which rows of the catalogue are shown, in which order, under which headings."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.target import ConnectionKey
from mcptui.viewmodel.connections import QUIET_STATES
from mcptui.viewmodel.matching import Hit
from mcptui.viewmodel.tools import Catalogue, RowId


class Sorting(StrEnum):
    """How rows are ordered; the value says it in the app."""

    SERVER = "server order"
    NAME = "name"
    SIZE = "size"
    FINDINGS = "findings"

    @property
    def following(self) -> "Sorting":
        """The next one, around."""
        members = list(Sorting)
        return members[(members.index(self) + 1) % len(members)]


class Entry(NamedTuple):
    """One line of the list: a row of the catalogue, or a connection."""

    id: RowId
    place: int | None = None
    """Place in the catalogue; None for a connection."""
    hit: Hit | None = None
    """What the filter matched in it."""


def arranged(
    catalogue: Catalogue,
    statuses: Sequence[ConnectionStatus],
    *,
    sorting: Sorting = Sorting.SERVER,
    is_grouped: bool = False,
    hits: Sequence[Hit] | None = None,
) -> tuple[Entry, ...]:
    """The lines of the list.

    Args:
        catalogue: all rows.
        statuses: all connections, in the order given.
        sorting: the order; alike rows stay in the catalogue's.
        is_grouped: every connection has a heading, and its rows below it.
        hits: what a filter found, best first; None where nothing is filtered.

    Merged, a connection has a line of its own only where its tools do not speak for it.
    """
    chosen = _sorted(catalogue, sorting, hits)
    if not is_grouped:
        lines = [] if hits is not None else [s for s in statuses if s.state not in QUIET_STATES]
        return (*chosen, *(_heading(status.key) for status in lines))
    by_key: dict[ConnectionKey, list[Entry]] = {}
    for entry in chosen:
        by_key.setdefault(entry.id.key, []).append(entry)
    entries: list[Entry] = []
    for status in statuses:
        own = by_key.get(status.key, [])
        if own or hits is None:
            entries += [_heading(status.key), *own]
    return tuple(entries)


def _heading(key: ConnectionKey) -> Entry:
    return Entry(id=RowId("connection", key))


def _sorted(catalogue: Catalogue, sorting: Sorting, hits: Sequence[Hit] | None) -> list[Entry]:
    rows = catalogue.rows
    if hits is not None:
        return [Entry(id=rows[hit.index].id, place=hit.index, hit=hit) for hit in hits]
    order = list(range(len(rows)))
    match sorting:
        case Sorting.NAME:
            order.sort(key=lambda index: rows[index].alias.lower())
        case Sorting.SIZE:
            order.sort(key=lambda index: -rows[index].contract_bytes)
        case Sorting.FINDINGS:
            order.sort(key=lambda index: rows[index].badness, reverse=True)
        case Sorting.SERVER:
            pass
    return [Entry(id=rows[index].id, place=index) for index in order]
