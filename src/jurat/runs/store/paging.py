"""Pages of a run's results, each found by an index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select, tuple_, union_all

from jurat.errors import OptionError
from jurat.runs.store.packed_lines import stored_bytes, unpack
from jurat.runs.store.run_records import Cursor, ResultPage, ResultQuery, Run, StoredResult
from jurat.runs.store.table_schema import marks, results, scores

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Row, Select


def read_page(
    connection: Connection, run: Run, wanted: ResultQuery, after: Cursor | None, limit: int
) -> ResultPage:
    """Return results after a position, and where the next page starts."""
    by_index(connection)
    read = _by_mark if mark_of(wanted) else _by_place if wanted.by is None else _by_value
    found = read(connection, run, wanted, after, limit)
    last = found[-1] if found and len(found) == limit else None
    return ResultPage(found, last and Cursor(last.row, last.value))


def by_index(connection: Connection) -> None:
    """Make the database use the indexes; PostgreSQL would sometimes sort the whole run."""
    if connection.dialect.name == "postgresql":
        others = ("enable_sort", "enable_bitmapscan", "enable_seqscan")
        connection.execute(select(*(func.set_config(name, "off", True) for name in others)))  # noqa: FBT003


def _by_place(
    connection: Connection, run: Run, wanted: ResultQuery, after: Cursor | None, limit: int
) -> list[StoredResult]:
    query = _results(run, wanted).where(*conditions(wanted))
    if after is not None:
        query = query.where(results.c.place > after.row)
    rows = connection.execute(query.order_by(results.c.place).limit(limit))
    return [_kept(row, run.dictionary) for row in rows]


def mark_of(wanted: ResultQuery) -> tuple[str, str] | None:
    """Return the mark that results are found by, unless they are ordered otherwise."""
    if wanted.by is not None:
        return None
    if wanted.cap is not None:
        return "cap", wanted.cap
    return None if wanted.unscored is None else ("unscored", wanted.unscored)


def marked(run: Run, kind: str, value: str) -> Select[Any]:
    """Select the rows with a mark."""
    here = (marks.c.run == run.number, marks.c.kind == kind, marks.c.value == value)
    return select(marks.c.place).where(*here).order_by(marks.c.place)


def _by_mark(
    connection: Connection, run: Run, wanted: ResultQuery, after: Cursor | None, limit: int
) -> list[StoredResult]:
    """Return a page by a cap or a reason: rows from one index range, then the lines."""
    query = marked(run, *(mark_of(wanted) or ("", ""))).limit(limit)
    if after is not None:
        query = query.where(marks.c.place > after.row)
    places = connection.execute(query).scalars().all()
    rows = connection.execute(_results(run, wanted).where(results.c.place.in_(places)))
    kept = {row.place: _kept(row, run.dictionary) for row in rows}
    return [kept[place] for place in places]


def _by_value(
    connection: Connection, run: Run, wanted: ResultQuery, after: Cursor | None, limit: int
) -> list[StoredResult]:
    """Return a page by a metric's value: rows from one index range per verdict, then the lines."""
    if wanted.by not in (*run.plan.metrics, "overall"):
        hint = f"the metrics are {', '.join(run.plan.metrics)}"
        raise OptionError(f"none is named {wanted.by!r}", where="--metric", hint=hint)
    verdicts = verdicts_of(run, wanted)
    ranges = [value_range(run, wanted, verdict, after, limit).subquery() for verdict in verdicts]
    rows = connection.execute(union_all(*map(select, ranges)))
    found = sorted(((row.value, row.place) for row in rows), reverse=wanted.descending)
    values = {place: value for value, place in found[:limit]}
    rows = connection.execute(_results(run, wanted).where(results.c.place.in_(values)))
    kept = {row.place: _kept(row, run.dictionary, values[row.place]) for row in rows}
    return [kept[place] for place in values]


def verdicts_of(run: Run, wanted: ResultQuery) -> list[str]:
    """Return the verdicts that match."""
    return [wanted.verdict] if wanted.verdict is not None else sorted(run.summary.verdicts) or [""]


def value_range(
    run: Run, wanted: ResultQuery, verdict: str, after: Cursor | None, limit: int | None = None
) -> Select[Any]:
    """Select values and rows of one verdict, from the first value that can follow."""
    query = (
        select(scores.c.value, scores.c.place)
        .where(scores.c.run == run.number, scores.c.metric == wanted.by, scores.c.verdict == verdict)
        .where(*_bounds(wanted, after))
        .order_by(*(one.desc() if wanted.descending else one for one in (scores.c.value, scores.c.place)))
        .limit(limit)
    )
    if wanted.status is not None:
        same = (results.c.run == scores.c.run) & (results.c.place == scores.c.place)
        query = query.join(results, same).where(results.c.status == wanted.status)
    return query


def _bounds(wanted: ResultQuery, after: Cursor | None) -> list[ColumnElement[bool]]:
    """Return the conditions on values, and on rows of the last equal value."""
    own = wanted.by == wanted.metric
    low, high = (wanted.low, wanted.high) if own else (float("-inf"), float("inf"))
    value = None if after is None else after.value
    if value is None or after is None:
        return [scores.c.value >= low, scores.c.value <= high]
    if not wanted.descending:
        reached = max(low, value)
        further = [tuple_(scores.c.value, scores.c.place) > (reached, after.row)] if value >= low else []
        return [scores.c.value >= reached, scores.c.value <= high, *further]
    reached = min(high, value)
    further = [tuple_(scores.c.value, scores.c.place) < (reached, after.row)] if value <= high else []
    return [scores.c.value >= low, scores.c.value <= reached, *further]


def _results(run: Run, wanted: ResultQuery) -> Select[Any]:
    columns = [results.c.place, results.c.status, results.c.verdict, results.c.line]
    if wanted.text is not None:
        columns.append(results.c.texts)
    return select(*columns).where(results.c.run == run.number)


def conditions(wanted: ResultQuery) -> list[ColumnElement[bool]]:
    """Return the conditions of a query on verdict and status."""
    found: list[ColumnElement[bool]] = []
    if wanted.verdict is not None:
        found.append(results.c.verdict == wanted.verdict)
    if wanted.status is not None:
        found.append(results.c.status == wanted.status)
    return found


def _kept(row: Row[Any], dictionary: bytes, value: float | None = None) -> StoredResult:
    texts = getattr(row, "texts", None)
    line = unpack(row.line, dictionary)
    return StoredResult(
        row.place, row.status, row.verdict, line, value, None if texts is None else stored_bytes(texts)
    )
