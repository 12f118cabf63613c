"""A run as columns: ids, values and verdicts apart, in temporary files where they are many.

No text of a result is kept. Inside the columns, and only there, NaN stands for "no value".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import isnan, nan

from jurat.errors import InputError
from jurat.runs.results.id_index import IdIndex
from jurat.runs.results.sources import ResultRow, ResultSource, SourceInfo
from jurat.runs.results.spill_array import SpillArray

OVERALL = "overall"
_NO_VERDICT = -1
_VERDICTS = ("PASS", "WARN", "FAIL")


@dataclass(slots=True)
class ResultColumns:
    """The ids, values by metric and verdicts of a run, in order of the rows."""

    info: SourceInfo
    row_index: IdIndex = field(default_factory=IdIndex)
    values: dict[str, SpillArray] = field(default_factory=dict)
    verdicts: SpillArray = field(default_factory=lambda: SpillArray("b"))
    verdict_names: list[str] = field(default_factory=list)
    signatures: set[str] = field(default_factory=set)
    judges: set[str] = field(default_factory=set)
    repeated: Counter[str] = field(default_factory=Counter)
    scored: int = 0
    failed: int = 0

    @property
    def rows(self) -> int:
        """Return the number of rows, including failures."""
        return len(self.verdicts)

    @property
    def metrics(self) -> list[str]:
        """Return the metrics in order, the overall last."""
        return sorted(self.values, key=OVERALL.__eq__)

    @property
    def judge(self) -> str:
        """Return the judge of all rows."""
        return self.info.judge

    def present(self, metric: str) -> list[float]:
        """Return the existing values of a metric, in order of the rows."""
        return [value for value in self.values[metric] if not isnan(value)]

    def value(self, metric: str, place: int) -> float | None:
        """Return a metric's value of a row."""
        value = self.values[metric][place]
        return None if isnan(value) else value

    def verdict(self, place: int) -> str | None:
        """Return the verdict of a row."""
        code = self.verdicts[place]
        return None if code == _NO_VERDICT else self.verdict_names[int(code)]

    def verdict_counts(self) -> dict[str, int]:
        """Return the number of rows by verdict, the usual ones first; empty without verdicts."""
        counts = Counter(self.verdicts)
        found = {name: counts[code] for code, name in enumerate(self.verdict_names)}
        usual = _VERDICTS if found.keys() & set(_VERDICTS) else ()
        return {name: found.get(name, 0) for name in dict.fromkeys((*usual, *sorted(found)))}

    def add(self, row: ResultRow) -> None:
        """Add one row."""
        place = self.rows
        self._place(row.key, place)
        self.failed += row.failed
        self.scored += row.scored
        if not row.failed:
            self.judges.add(row.judge)
            self.signatures.add(row.signature)
        self.verdicts.append(_NO_VERDICT if row.verdict is None else self._code(row.verdict))
        for metric, value in row.values.items():
            self._put(metric, place, value)
        if row.overall is not None:
            self._put(OVERALL, place, row.overall)

    def finish(self) -> ResultColumns:
        """Return itself with all columns padded to the length of the run."""
        for column in self.values.values():
            column.fill(nan, self.rows)
        return self

    def _place(self, key: str, place: int) -> None:
        """Index an id; a repeated one is distinguished by its count."""
        if key in self.row_index:
            self.repeated[key] += 1
            key = f"{key}\0{self.repeated[key]}"
        self.row_index.put(key, place)

    def _code(self, verdict: str) -> int:
        if verdict not in self.verdict_names:
            self.verdict_names.append(verdict)
        return self.verdict_names.index(verdict)

    def _put(self, metric: str, place: int, value: float | None) -> None:
        if metric not in self.values:
            self.values[metric] = SpillArray("d")
        column = self.values[metric]
        column.fill(nan, place)
        column.append(nan if value is None else value)


def read_columns(source: ResultSource) -> ResultColumns:
    """Read a run as columns; results of several judges in one file raise an error."""
    columns = ResultColumns(source.info)
    for row in source.rows():
        columns.add(row)
    if len(columns.judges) > 1:
        what = f"contains results of several judges ({', '.join(sorted(columns.judges))})"
        raise InputError(what, where=source.info.name, hint="split it; their scores have different scales")
    return columns.finish()
