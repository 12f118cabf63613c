"""Reader of results in parts: pages read from as few parts as possible."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from heapq import nsmallest
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any

from jurat.data.blocks import Block
from jurat.data.parquet import arrow, open_parquet
from jurat.errors import InputError, OptionError
from jurat.runs.parts.folder import MANIFEST, PLAN, Folder
from jurat.runs.parts.part import CASE, LINE, MARKS, STATUS, Part, part_name, read_part
from jurat.runs.run_summary import OTHER, RunSummary
from jurat.runs.store.run_records import Cursor, ResultPage, ResultQuery, Run, StoredResult
from jurat.runs.store.search import scan

if TYPE_CHECKING:
    from collections.abc import Sequence

_STREAM = 500
_VERDICT = "verdict"


def open_parts(address: str) -> PartReader:
    """Open the parts of a folder: all of a finished run, else the existing ones.

    Rows are numbered in the order of the data, so those of an unfinished run can change.
    """
    folder = Folder(address)
    if (manifest := folder.read(MANIFEST)) is not None:
        return PartReader(folder, [_listed(n, one) for n, one in enumerate(manifest["parts"])])
    if (plan := folder.read(PLAN)) is None:
        hint = "restore the folder, or delete the run"
        raise InputError("the parts of the run are missing", where=address, hint=hint)
    there, blocks = folder.parts(), [Block(**one) for one in plan["blocks"]]
    found = (read_part(folder, block) for block in blocks if part_name(block) in there)
    return PartReader(folder, [part for part in found if part is not None])


def _listed(number: int, one: dict[str, Any]) -> Part:
    return Part(number, one["name"], one["rows"], RunSummary.from_json(one["summary"]))


@dataclass(frozen=True, slots=True)
class _Group:
    """A row group of an open part, and the number of rows before it."""

    file: Any
    index: int
    before: int

    @property
    def rows(self) -> int:
        return int(self.file.metadata.row_group(self.index).num_rows)

    def columns(self, *names: str) -> Any:
        return self.file.read_row_group(self.index, columns=list(dict.fromkeys(names)))

    def kept(self, rows: Sequence[int], *, texts: bool = False) -> Iterator[StoredResult]:
        """Return the results of some rows, with their texts if wanted."""
        if not rows:
            return
        table = self.columns(STATUS, _VERDICT, LINE, *([CASE] if texts else [])).take(rows)
        cases = table[CASE].to_pylist() if texts else [None] * len(rows)
        columns = (table[name].to_pylist() for name in (STATUS, _VERDICT, LINE))
        for row, status, verdict, line, case in zip(rows, *columns, cases, strict=True):
            packed = None if case is None else zlib.compress(case.encode(), 1)
            yield StoredResult(self.before + row + 1, status, verdict or "", line.encode(), None, packed)

    def reach(self, metric: str) -> tuple[float, float]:
        """Return the lowest and highest value if the footer has them."""
        place = self.file.schema_arrow.names.index(metric)
        found = self.file.metadata.row_group(self.index).column(place).statistics
        known = found is not None and found.has_min_max
        return (float(found.min), float(found.max)) if known else (-inf, inf)


@dataclass(frozen=True, slots=True)
class PartReader:
    """The parts of one run, in order; each is opened when needed."""

    folder: Folder
    parts: list[Part]

    def page(self, run: Run, wanted: ResultQuery, after: Cursor | None, limit: int) -> ResultPage:
        """Return results after a position, and where the next page starts."""
        for name in (wanted.metric, wanted.order):
            if name not in (None, *run.plan.metrics, "overall"):
                hint = f"the metrics are {', '.join(run.plan.metrics)}"
                raise OptionError(f"none is named {name!r}", where="--metric", hint=hint)
        read = partial(self._page, wanted)
        return (
            read(after, limit)
            if wanted.text is None
            else scan(read, ResultQuery(text=wanted.text), after, limit)
        )

    def results(self, run: Run, wanted: ResultQuery) -> Iterator[StoredResult]:
        """Yield all matching results."""
        if wanted.by is None and wanted.text is None:
            yield from self.found(wanted)
            return
        page = self.page(run, wanted, None, _STREAM)
        yield from page.results
        while page.after is not None:
            page = self.page(run, wanted, page.after, _STREAM)
            yield from page.results

    def cases(self, places: Sequence[int]) -> dict[int, dict[str, Any]]:
        """Return the texts of some results by row, given in order, of those that were saved."""
        found: dict[int, dict[str, Any]] = {}
        for group, rows in self._at(sorted(places)):
            column = group.columns(CASE)[CASE]
            kept = {group.before + row + 1: column[row].as_py() for row in rows}
            found |= {place: json.loads(one) for place, one in kept.items() if one is not None}
        return found

    def at(self, places: Sequence[int], *, texts: bool = False) -> Iterator[StoredResult]:
        """Return the results of some rows, given in order."""
        return (one for group, rows in self._at(places) for one in group.kept(rows, texts=texts))

    def found(self, wanted: ResultQuery, after: int = 0) -> Iterator[StoredResult]:
        """Yield the matching results after a position, in order."""
        for part, before in self._placed():
            if before + part.rows <= after or not _can_hold(part.summary, wanted):
                continue
            for group in self._groups(part, before):
                if group.before + group.rows > after:
                    rows = [row for row in _fitting(group, wanted) if group.before + row >= after]
                    yield from group.kept(rows, texts=wanted.text is not None)

    def _page(self, wanted: ResultQuery, after: Cursor | None, limit: int) -> ResultPage:
        if wanted.by is None:
            found = list(islice(self.found(wanted, after.row if after else 0), limit))
        else:
            found = self._by_value(wanted, after, limit)
        last = found[-1] if found and len(found) == limit else None
        return ResultPage(found, last and Cursor(last.row, last.value))

    def _by_value(self, wanted: ResultQuery, after: Cursor | None, limit: int) -> list[StoredResult]:
        """Return a page ordered by a metric; only that column is read, of parts that can match."""
        sign = -1 if wanted.descending else 1
        best: list[tuple[float, int]] = []
        for part, before in self._placed():
            for group in self._groups(part, before) if _can_hold(part.summary, wanted) else ():
                first = min(sign * edge for edge in group.reach(str(wanted.by)))
                if len(best) < limit or first <= best[-1][0]:
                    pairs = [(sign * value, sign * place) for value, place in _values(group, wanted)]
                    best = nsmallest(limit, [*best, *_further(pairs, after, sign)])
        places = sorted(abs(place) for _, place in best)
        kept = {one.row: one for one in self.at(places, texts=wanted.text is not None)}
        return [kept[abs(place)]._replace(value=sign * value) for value, place in best]

    def _at(self, places: Sequence[int]) -> Iterator[tuple[_Group, list[int]]]:
        """Yield the row groups of some rows, given in order, with the indexes of these rows."""
        for part, before in self._placed():
            if not any(before < place <= before + part.rows for place in places):
                continue
            for group in self._groups(part, before):
                rows = [place - group.before - 1 for place in places]
                if mine := [row for row in rows if 0 <= row < group.rows]:
                    yield group, mine

    def _placed(self) -> Iterator[tuple[Part, int]]:
        """Yield each part with the number of rows before it."""
        before = 0
        for part in self.parts:
            yield part, before
            before += part.rows

    def _groups(self, part: Part, before: int) -> Iterator[_Group]:
        """Yield the row groups of a part while it is open."""
        with open_parquet(self.folder.part(part.name)) as file:
            for index in range(file.metadata.num_row_groups):
                group = _Group(file, index, before)
                yield group
                before += group.rows


def _can_hold(summary: RunSummary, wanted: ResultQuery) -> bool:
    """Return whether a part can match, judging by its summary."""
    counts = {"scored": summary.scored, "unscored": summary.unscored, "failed": summary.failed}
    marks = summary.marks or {}
    named = (("cap", wanted.cap), ("unscored", wanted.unscored))
    return (
        (wanted.status is None or counts[wanted.status] > 0)
        and (wanted.verdict is None or summary.verdicts[wanted.verdict] > 0)
        and all(value is None or {value, OTHER} & set(marks.get(kind, ())) for kind, value in named)
    )


def _fitting(group: _Group, wanted: ResultQuery) -> list[int]:
    """Return the rows of a group whose columns match."""
    arrow()
    from pyarrow import compute

    named = {STATUS: wanted.status, _VERDICT: wanted.verdict}
    asked = [name for name, value in named.items() if value is not None]
    marks = [
        f"{kind}:{value}" for kind, value in (("cap", wanted.cap), ("unscored", wanted.unscored)) if value
    ]
    metric = [wanted.metric] if wanted.metric is not None else []
    table = group.columns(STATUS, *asked, *metric, *([MARKS] if marks else []))
    mask = compute.is_valid(table[STATUS])
    for name in asked:
        mask = compute.and_(mask, compute.equal(table[name], named[name]))
    for name in metric:
        mask = compute.and_(mask, compute.greater_equal(table[name], wanted.low))
        mask = compute.and_(mask, compute.less_equal(table[name], wanted.high))
    rows: list[int] = compute.indices_nonzero(compute.fill_null(mask, False)).to_pylist()  # noqa: FBT003
    held = table[MARKS].to_pylist() if marks else []
    return [row for row in rows if all(mark in held[row] for mark in marks)]


def _values(group: _Group, wanted: ResultQuery) -> Iterator[tuple[float, int]]:
    """Yield the values that results are ordered by, with their rows."""
    column = group.columns(str(wanted.by))[wanted.by].to_pylist()
    for row in _fitting(group, wanted):
        if column[row] is not None:
            yield column[row], group.before + row + 1


def _further(
    pairs: Iterable[tuple[float, int]], after: Cursor | None, sign: int
) -> Iterable[tuple[float, int]]:
    """Return the pairs after the end of the previous page."""
    if after is None or after.value is None:
        return pairs
    start = (sign * after.value, sign * after.row)
    return (pair for pair in pairs if pair > start)
