"""Pages of a run's results, each found by an index however many results there are."""

from __future__ import annotations

import heapq
from itertools import islice
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, tuple_

from jurat.errors import OptionError
from jurat.runs.store.lines import unpack
from jurat.runs.store.records import Kept, Page, Place, Run, Wanted
from jurat.runs.store.schema import results, scores

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Row


def read_page(connection: Connection, run: Run, wanted: Wanted, after: Place | None, limit: int) -> Page:
    """Some results after a place, and where the next page starts if there may be one."""
    read = _by_place if wanted.metric is None else _by_value
    found = [_kept(row, run.dictionary) for row in read(connection, run, wanted, after, limit)]
    last = found[-1] if found and len(found) == limit else None
    return Page(found, last and Place(last.place, last.value))


def _by_place(
    connection: Connection, run: Run, wanted: Wanted, after: Place | None, limit: int
) -> list[Row[Any]]:
    query = select(results.c.place, results.c.status, results.c.verdict, results.c.line)
    query = query.where(results.c.run == run.number, *_conditions(wanted))
    if after is not None:
        query = query.where(results.c.place > after.place)
    return list(connection.execute(query.order_by(results.c.place).limit(limit)))


def _by_value(
    connection: Connection, run: Run, wanted: Wanted, after: Place | None, limit: int
) -> list[Row[Any]]:
    """The page by a metric's value: one range of the index for each verdict, merged."""
    if wanted.metric not in (*run.plan.metrics, "overall"):
        hint = f"the metrics are {', '.join(run.plan.metrics)}"
        raise OptionError(f"none is named {wanted.metric!r}", where="--metric", hint=hint)
    verdicts = [wanted.verdict] if wanted.verdict is not None else sorted(run.summary.verdicts) or [""]
    parts = (_range(connection, run, wanted, verdict, after, limit) for verdict in verdicts)
    return list(islice(heapq.merge(*parts, key=lambda row: (row.value, row.place)), limit))


def _range(
    connection: Connection, run: Run, wanted: Wanted, verdict: str, after: Place | None, limit: int
) -> list[Row[Any]]:
    """A page of one verdict; the index is entered at the lowest value that can still come."""
    mine = (scores.c.run == run.number, scores.c.metric == wanted.metric, scores.c.verdict == verdict)
    reached = wanted.low if after is None or after.value is None else after.value
    query = (
        select(results.c.place, results.c.status, results.c.verdict, results.c.line, scores.c.value)
        .join(results, (results.c.run == scores.c.run) & (results.c.place == scores.c.place))
        .where(*mine, scores.c.value >= max(wanted.low, reached), scores.c.value <= wanted.high)
        .where(*_conditions(wanted))
        .order_by(scores.c.value, scores.c.place)
        .limit(limit)
    )
    if after is not None:
        query = query.where(tuple_(scores.c.value, scores.c.place) > (reached, after.place))
    return list(connection.execute(query))


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.verdict is not None:
        found.append(results.c.verdict == wanted.verdict)
    if wanted.status is not None:
        found.append(results.c.status == wanted.status)
    return found


def _kept(row: Row[Any], dictionary: bytes) -> Kept:
    value = row.value if "value" in row._mapping else None  # noqa: SLF001
    return Kept(row.place, row.status, row.verdict, unpack(bytes(row.line), dictionary), value)
