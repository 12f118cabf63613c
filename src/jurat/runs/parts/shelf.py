"""The results of a run that stand in parts: pages of them, read from as few parts as will do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Any

from jurat.data.blocks import Block
from jurat.data.parquet import arrow, open_parquet
from jurat.errors import InputError, OptionError
from jurat.runs.parts.folder import MANIFEST, PLAN, Folder
from jurat.runs.parts.part import CASE, LINE, STATUS, Part, part_name, read_part
from jurat.runs.store.records import Kept, Page, Place, Run, Wanted
from jurat.runs.summary import RunSummary

if TYPE_CHECKING:
    from collections.abc import Sequence

_STREAM = 500
_VERDICT = "verdict"


def shelf(address: str) -> Shelf:
    """The parts that a folder holds: of a finished run all, of another those that are there.

    Places count rows in order of the data, so those of an unfinished run move until it is finished.
    """
    folder = Folder(address)
    if (manifest := folder.read(MANIFEST)) is not None:
        return Shelf(folder, [_listed(n, one) for n, one in enumerate(manifest["parts"])])
    if (plan := folder.read(PLAN)) is None:
        hint = "put the folder back, or delete the run"
        raise InputError("the parts of the run are not there", where=address, hint=hint)
    there, blocks = folder.parts(), [Block(**one) for one in plan["blocks"]]
    found = (read_part(folder, block) for block in blocks if part_name(block) in there)
    return Shelf(folder, [part for part in found if part is not None])


def _listed(number: int, one: dict[str, Any]) -> Part:
    return Part(number, one["name"], one["rows"], RunSummary.from_json(one["summary"]))


@dataclass(frozen=True, slots=True)
class _Group:
    """A row group of an open part, and how many rows of the run stand before it."""

    file: Any
    index: int
    before: int

    @property
    def rows(self) -> int:
        return int(self.file.metadata.row_group(self.index).num_rows)

    def columns(self, *names: str) -> Any:
        return self.file.read_row_group(self.index, columns=list(names))

    def kept(self, rows: Sequence[int]) -> Iterator[Kept]:
        """The results of some of its rows."""
        if not rows:
            return
        table = self.columns(STATUS, _VERDICT, LINE).take(rows)
        columns = (table[name].to_pylist() for name in (STATUS, _VERDICT, LINE))
        for row, status, verdict, line in zip(rows, *columns, strict=True):
            yield Kept(self.before + row + 1, status, verdict or "", line.encode())

    def least(self, metric: str) -> float:
        """The least value that the footer knows of; as low as can be where it does not say."""
        place = self.file.schema_arrow.get_field_index(metric)
        found = self.file.metadata.row_group(self.index).column(place).statistics
        return float(found.min) if found is not None and found.has_min_max else -inf


@dataclass(frozen=True, slots=True)
class Shelf:
    """The parts of one run, in order; each is opened when it is needed."""

    folder: Folder
    parts: list[Part]

    def page(self, run: Run, wanted: Wanted, after: Place | None, limit: int) -> Page:
        """Some results after a place, and where the next page starts if there may be one."""
        if wanted.metric is None:
            found = list(islice(self.found(wanted, after.place if after else 0), limit))
        else:
            found = self._by_value(run, wanted, after, limit)
        last = found[-1] if found and len(found) == limit else None
        return Page(found, last and Place(last.place, last.value))

    def results(self, run: Run, wanted: Wanted) -> Iterator[Kept]:
        """All results that are wanted."""
        if wanted.metric is None:
            yield from self.found(wanted)
            return
        page = self.page(run, wanted, None, _STREAM)
        yield from page.results
        while page.after is not None:
            page = self.page(run, wanted, page.after, _STREAM)
            yield from page.results

    def case(self, place: int) -> dict[str, Any] | None:
        """The texts that a result was judged from; none where they were not kept."""
        for group, (row,) in self._at([place]):
            kept = group.columns(CASE)[CASE][row].as_py()
            found: dict[str, Any] | None = None if kept is None else json.loads(kept)
            return found
        return None

    def found(self, wanted: Wanted, after: int = 0) -> Iterator[Kept]:
        """The results that are wanted after a place, in order."""
        for part, before in self._placed():
            if before + part.rows <= after or not _can_hold(part.summary, wanted):
                continue
            for group in self._groups(part, before):
                if group.before + group.rows > after:
                    yield from group.kept(list(_matching(group, wanted, after)))

    def _by_value(self, run: Run, wanted: Wanted, after: Place | None, limit: int) -> list[Kept]:
        """The page by a metric's value; of each part only that column is read, where it can matter."""
        if wanted.metric not in (*run.plan.metrics, "overall"):
            hint = f"the metrics are {', '.join(run.plan.metrics)}"
            raise OptionError(f"none is named {wanted.metric!r}", where="--metric", hint=hint)
        best: list[tuple[float, int]] = []
        for part, before in self._placed():
            for group in self._groups(part, before) if _can_hold(part.summary, wanted) else ():
                worst = best[-1][0] if len(best) == limit else inf
                if group.least(wanted.metric) <= min(worst, wanted.high):
                    best = nsmallest(limit, [*best, *_values(group, wanted, after)])
        groups = self._at(sorted(place for _, place in best))
        kept = {one.place: one for group, rows in groups for one in group.kept(rows)}
        return [kept[place]._replace(value=value) for value, place in best]

    def _at(self, places: Sequence[int]) -> Iterator[tuple[_Group, list[int]]]:
        """The row groups that hold some places, given in order, and which of their rows these are."""
        for part, before in self._placed():
            if not any(before < place <= before + part.rows for place in places):
                continue
            for group in self._groups(part, before):
                rows = [place - group.before - 1 for place in places]
                if mine := [row for row in rows if 0 <= row < group.rows]:
                    yield group, mine

    def _placed(self) -> Iterator[tuple[Part, int]]:
        """Each part, and how many rows stand before it."""
        before = 0
        for part in self.parts:
            yield part, before
            before += part.rows

    def _groups(self, part: Part, before: int) -> Iterator[_Group]:
        """The row groups of a part, which is open meanwhile."""
        with open_parquet(self.folder.part(part.name)) as file:
            for index in range(file.metadata.num_row_groups):
                group = _Group(file, index, before)
                yield group
                before += group.rows


def _matching(group: _Group, wanted: Wanted, after: int) -> Iterator[int]:
    """The rows of a group that are wanted after a place."""
    table = group.columns(STATUS, _VERDICT)
    pairs = zip(table[STATUS].to_pylist(), table[_VERDICT].to_pylist(), strict=True)
    for row, (status, verdict) in enumerate(pairs):
        fits = wanted.status in (None, status) and wanted.verdict in (None, verdict)
        if fits and group.before + row >= after:
            yield row


def _can_hold(summary: RunSummary, wanted: Wanted) -> bool:
    counts = {"scored": summary.scored, "unscored": summary.unscored, "failed": summary.failed}
    return (wanted.status is None or counts[wanted.status] > 0) and (
        wanted.verdict is None or summary.verdicts[wanted.verdict] > 0
    )


def _values(group: _Group, wanted: Wanted, after: Place | None) -> list[tuple[float, int]]:
    """The values of a row group that are wanted, each with its place."""
    arrow()
    from pyarrow import compute

    metric = str(wanted.metric)
    table = group.columns(metric, STATUS, _VERDICT)
    column = table[metric]
    mask = compute.and_(compute.greater_equal(column, wanted.low), compute.less_equal(column, wanted.high))
    for name, value in ((STATUS, wanted.status), (_VERDICT, wanted.verdict)):
        if value is not None:
            mask = compute.and_(mask, compute.equal(table[name], value))
    rows = compute.indices_nonzero(compute.fill_null(mask, False))  # noqa: FBT003
    places = (group.before + row + 1 for row in rows.to_pylist())
    found = zip(column.take(rows).to_pylist(), places, strict=True)
    start = (-inf, 0) if after is None or after.value is None else (after.value, after.place)
    return [pair for pair in found if pair > start]
