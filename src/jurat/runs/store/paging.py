"""Pages of a run's results, each found by an index however many results there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select, tuple_, union_all

from jurat.errors import OptionError
from jurat.runs.store.lines import unpack
from jurat.runs.store.records import Kept, Page, Place, Run, Wanted
from jurat.runs.store.schema import results, scores

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Row, Select


def read_page(connection: Connection, run: Run, wanted: Wanted, after: Place | None, limit: int) -> Page:
    """Some results after a place, and where the next page starts if there may be one."""
    _by_index(connection)
    read = _by_place if wanted.metric is None else _by_value
    found = read(connection, run, wanted, after, limit)
    last = found[-1] if found and len(found) == limit else None
    return Page(found, last and Place(last.place, last.value))


def _by_index(connection: Connection) -> None:
    """Every page has its index; PostgreSQL would at times rather read and sort the whole run."""
    if connection.dialect.name == "postgresql":
        others = ("enable_sort", "enable_bitmapscan", "enable_seqscan")
        connection.execute(select(*(func.set_config(name, "off", True) for name in others)))  # noqa: FBT003


def _by_place(
    connection: Connection, run: Run, wanted: Wanted, after: Place | None, limit: int
) -> list[Kept]:
    query = _results(run).where(*_conditions(wanted))
    if after is not None:
        query = query.where(results.c.place > after.place)
    rows = connection.execute(query.order_by(results.c.place).limit(limit))
    return [_kept(row, run.dictionary) for row in rows]


def _by_value(
    connection: Connection, run: Run, wanted: Wanted, after: Place | None, limit: int
) -> list[Kept]:
    """The page by a metric's value: the places by one range of the index for each verdict, then the lines."""
    if wanted.metric not in (*run.plan.metrics, "overall"):
        hint = f"the metrics are {', '.join(run.plan.metrics)}"
        raise OptionError(f"none is named {wanted.metric!r}", where="--metric", hint=hint)
    verdicts = [wanted.verdict] if wanted.verdict is not None else sorted(run.summary.verdicts) or [""]
    ranges = [_range(run, wanted, verdict, after, limit).subquery() for verdict in verdicts]
    found = sorted((row.value, row.place) for row in connection.execute(union_all(*map(select, ranges))))
    values = {place: value for value, place in found[:limit]}
    rows = connection.execute(_results(run).where(results.c.place.in_(values)))
    kept = {row.place: _kept(row, run.dictionary, values[row.place]) for row in rows}
    return [kept[place] for place in values]


def _range(run: Run, wanted: Wanted, verdict: str, after: Place | None, limit: int) -> Select[Any]:
    """Values and places of one verdict; the index is entered at the lowest value that can still come."""
    reached = wanted.low if after is None or after.value is None else max(wanted.low, after.value)
    query = (
        select(scores.c.value, scores.c.place)
        .where(scores.c.run == run.number, scores.c.metric == wanted.metric, scores.c.verdict == verdict)
        .where(scores.c.value >= reached, scores.c.value <= wanted.high)
        .order_by(scores.c.value, scores.c.place)
        .limit(limit)
    )
    if after is not None and after.value == reached:
        query = query.where(tuple_(scores.c.value, scores.c.place) > (reached, after.place))
    if wanted.status is not None:
        same = (results.c.run == scores.c.run) & (results.c.place == scores.c.place)
        query = query.join(results, same).where(results.c.status == wanted.status)
    return query


def _results(run: Run) -> Select[Any]:
    columns = (results.c.place, results.c.status, results.c.verdict, results.c.line)
    return select(*columns).where(results.c.run == run.number)


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.verdict is not None:
        found.append(results.c.verdict == wanted.verdict)
    if wanted.status is not None:
        found.append(results.c.status == wanted.status)
    return found


def _kept(row: Row[Any], dictionary: bytes, value: float | None = None) -> Kept:
    return Kept(row.place, row.status, row.verdict, unpack(bytes(row.line), dictionary), value)
