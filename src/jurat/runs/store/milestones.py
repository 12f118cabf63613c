"""Milestones in long lists: counting, and starting in the middle, from the nearest milestone."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nextafter
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import (
    Column,
    Double,
    cast,
    delete,
    func,
    insert,
    literal,
    literal_column,
    null,
    select,
    union_all,
)

from jurat.runs.store.paging import by_index, conditions, mark_of, marked, value_range, verdicts_of
from jurat.runs.store.run_records import Cursor, ResultQuery, Run
from jurat.runs.store.table_schema import marks, milestones, results, runs, scores

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, CompoundSelect, Connection, Select, Table

    from jurat.runs.store.store import Store

STEP = 2000
"""Every so many results of a list a milestone stands."""
SHORT = 5000
"""A run of up to so many results needs none."""


class _List(NamedTuple):
    """Results in the order of an index: by value, also within a verdict, or by row."""

    kind: str
    name: str
    verdict: str = ""


_ALL_SET = _List("", "")
_NO_VALUE = cast(null(), Double)


class _Stone(NamedTuple):
    number: int
    place: int = 0
    value: float | None = None

    @property
    def reached(self) -> Cursor | None:
        """Return the position of the milestone; None at the start of a list."""
        return Cursor(self.place, self.value) if self.number else None


def set_milestones(store: Store, run: Run, writer: str) -> None:
    """Store milestones of a finished run, list by list.

    They are marked as complete only if the run was not resumed or deleted meanwhile.
    """
    if run.parts is not None or run.done <= SHORT:
        return
    with store.writing() as connection:
        remove_milestones(connection, run)
    for query in _numbered_lists(run):
        with store.writing() as connection:
            connection.execute(insert(milestones).from_select([*milestones.c], query))
    all_set = [runs.c.number, *map(literal, (*_ALL_SET, 0)), _NO_VALUE, literal(0)]
    ours = select(*all_set).where(runs.c.number == run.number, runs.c.writer == writer)
    with store.writing() as connection:
        connection.execute(insert(milestones).from_select([*milestones.c], ours))


def remove_milestones(connection: Connection, run: Run) -> None:
    """Remove the milestones of a run that is resumed."""
    connection.execute(delete(milestones).where(milestones.c.run == run.number))


def _numbered_lists(run: Run) -> list[Select[Any]]:
    values = [scores.c.value]
    return [
        _numbered(run, scores, [literal("value"), scores.c.metric, literal("")], values),
        _numbered(run, scores, [literal("value of a verdict"), scores.c.metric, scores.c.verdict], values),
        _numbered(run, results, [literal("verdict"), results.c.verdict, literal("")]),
        _numbered(run, results, [literal("status"), results.c.status, literal("")]),
        _numbered(run, marks, [marks.c.kind, marks.c.value, literal("")]),
    ]


def _numbered(
    run: Run, table: Table, name: Sequence[ColumnElement[str]], value: Sequence[ColumnElement[Any]] = ()
) -> Select[Any]:
    """Select every n-th row of the lists of a table, each list numbered on its own."""
    apart = [column for column in name if isinstance(column, Column)]
    number = func.row_number().over(partition_by=apart, order_by=[*value, table.c.place])
    columns = [table.c.run, *name, number, *(value or [_NO_VALUE]), table.c.place]
    named = [column.label(own.name) for column, own in zip(columns, milestones.c, strict=True)]
    rows = select(*named).where(table.c.run == run.number).subquery()
    return select(rows).where(rows.c.number % STEP == 0)


def known(connection: Connection, run: Run, wanted: ResultQuery) -> bool:
    """Return whether the middle of a list is near a milestone, or the run is short."""
    if run.done <= SHORT:
        return True
    return _list_of(wanted) is not None and _stone(connection, run, _ALL_SET) is not None


def count_values(connection: Connection, run: Run, wanted: ResultQuery) -> int:
    """Return how many values of a metric match."""
    by_index(connection)
    below = nextafter(wanted.low, -inf)
    return _up_to(connection, run, wanted, wanted.high) - _up_to(connection, run, wanted, below)


def seek(connection: Connection, run: Run, wanted: ResultQuery, offset: int) -> Cursor | None:
    """Return the position after `offset` results; None if there are fewer."""
    by_index(connection)
    if wanted.by is None:
        return _at(connection, run, wanted, offset)
    low, high = (wanted.low, wanted.high) if wanted.metric is not None else (-inf, inf)
    first = _up_to(connection, run, wanted, nextafter(low, -inf))
    last = _up_to(connection, run, wanted, high)
    if offset > last - first:
        return None
    return _at(connection, run, wanted, last + 1 - offset if wanted.descending else first + offset)


def _up_to(connection: Connection, run: Run, wanted: ResultQuery, bound: float) -> int:
    """Return how many values of the whole list there are up to a bound."""
    if bound == -inf:
        return 0
    every = _whole(wanted, bound)
    stone = _last_stone(connection, run, every, milestones.c.value <= bound)
    ranges = [
        value_range(run, every, verdict, stone.reached).subquery() for verdict in verdicts_of(run, every)
    ]
    counts = union_all(*(select(func.count()).select_from(one) for one in ranges))
    return stone.number + sum(connection.execute(counts).scalars())


def _at(connection: Connection, run: Run, wanted: ResultQuery, number: int) -> Cursor | None:
    """Return the position of the n-th result of the whole list, lowest first."""
    every = wanted if wanted.by is None else _whole(wanted, inf)
    stone = _last_stone(connection, run, every, milestones.c.number <= number)
    further = number - stone.number
    if further == 0:
        return stone.reached
    query = _placed if every.by is None else _merged
    found = query(connection, run, every, stone.reached, further).limit(1).offset(further - 1)
    row = connection.execute(found).first()
    return None if row is None else Cursor(row.place, row.value if every.by is not None else None)


def _whole(wanted: ResultQuery, high: float) -> ResultQuery:
    """Return the list that contains the query as a range, up to a bound."""
    return ResultQuery(metric=wanted.by, high=high, verdict=wanted.verdict, status=wanted.status)


def _placed(_: Connection, run: Run, wanted: ResultQuery, after: Cursor | None, most: int) -> Select[Any]:
    """Select the rows of a list ordered by row."""
    mark = mark_of(wanted)
    table = results if mark is None else marks
    if mark is not None:
        query = marked(run, *mark)
    else:
        found = select(results.c.place).where(results.c.run == run.number)
        query = found.where(*conditions(wanted)).order_by(results.c.place)
    return query.limit(most) if after is None else query.where(table.c.place > after.row).limit(most)


def _merged(
    connection: Connection, run: Run, wanted: ResultQuery, after: Cursor | None, most: int
) -> CompoundSelect[Any]:
    """Select values and rows of all verdicts in one order, merged by the database.

    PostgreSQL merges ordered sub-queries, SQLite unordered ones; otherwise both would sort everything.
    """
    ranges = [value_range(run, wanted, verdict, after, most) for verdict in verdicts_of(run, wanted)]
    if connection.dialect.name == "postgresql":
        parts = [select(one.subquery()) for one in ranges]
    else:
        parts = [one.order_by(None).limit(None) for one in ranges]
    return union_all(*parts).order_by(literal_column("1"), literal_column("2"))


def _list_of(wanted: ResultQuery) -> _List | None:
    """Return the list with milestones for a query, if there is one."""
    if wanted.by is not None:
        name = "value" if wanted.verdict is None else "value of a verdict"
        return None if wanted.status is not None else _List(name, wanted.by, wanted.verdict or "")
    if (mark := mark_of(wanted)) is not None:
        return _List(*mark)
    if wanted.verdict is None:
        return _List("status", wanted.status or "")
    return None if wanted.status is not None else _List("verdict", wanted.verdict)


def _last_stone(connection: Connection, run: Run, wanted: ResultQuery, *where: ColumnElement[bool]) -> _Stone:
    """Return the last milestone that meets a condition, or the start of the list."""
    own = _list_of(wanted)
    return (own and _stone(connection, run, own, *where)) or _Stone(0)


def _stone(connection: Connection, run: Run, own: _List, *where: ColumnElement[bool]) -> _Stone | None:
    c = milestones.c
    here = (c.run == run.number, c.kind == own.kind, c.name == own.name, c.verdict == own.verdict)
    query = select(c.number, c.place, c.value).where(*here, *where).order_by(c.number.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else _Stone(*row)
