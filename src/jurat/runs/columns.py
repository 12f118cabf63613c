"""A run as columns: ids, values and verdicts apart, in temporary files where they are many.

No text of a result is kept. Inside the columns, and only there, NaN stands for "no value".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import isnan, nan

from jurat.errors import InputError
from jurat.runs.filed import Filed
from jurat.runs.places import Places
from jurat.runs.sources import ResultRow, ResultSource, RunInfo

OVERALL = "overall"
_NO_VERDICT = -1


@dataclass(slots=True)
class Columns:
    """The ids of a run, its values by metric and its verdicts, in order of the rows."""

    info: RunInfo
    places: Places = field(default_factory=Places)
    values: dict[str, Filed] = field(default_factory=dict)
    verdicts: Filed = field(default_factory=lambda: Filed("b"))
    verdict_names: list[str] = field(default_factory=list)
    signatures: set[str] = field(default_factory=set)
    judges: set[str] = field(default_factory=set)
    repeated: Counter[str] = field(default_factory=Counter)
    scored: int = 0
    failed: int = 0

    @property
    def rows(self) -> int:
        """All rows there are, failures too."""
        return len(self.verdicts)

    @property
    def metrics(self) -> list[str]:
        """The metrics in order, the overall last."""
        return sorted(self.values, key=OVERALL.__eq__)

    @property
    def judge(self) -> str:
        """The judge of all rows."""
        return self.info.judge

    def present(self, metric: str) -> list[float]:
        """The values there are, in order of the rows."""
        return [value for value in self.values[metric] if not isnan(value)]

    def value(self, metric: str, place: int) -> float | None:
        """A metric's value of a row."""
        value = self.values[metric][place]
        return None if isnan(value) else value

    def verdict(self, place: int) -> str | None:
        """The verdict of a row."""
        code = self.verdicts[place]
        return None if code == _NO_VERDICT else self.verdict_names[int(code)]

    def verdict_counts(self) -> dict[str, int]:
        """How many rows have each verdict, the usual ones first; nothing where the judge has none."""
        counts = Counter(self.verdicts)
        found = {name: counts[code] for code, name in enumerate(self.verdict_names)}
        usual = ("PASS", "WARN", "FAIL") if found else ()
        return {name: found.get(name, 0) for name in dict.fromkeys((*usual, *sorted(found)))}

    def add(self, row: ResultRow) -> None:
        """Take in one row."""
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

    def finish(self) -> Columns:
        """The same with every column as long as the run."""
        for column in self.values.values():
            column.fill(nan, self.rows)
        return self

    def _place(self, key: str, place: int) -> None:
        """Remember where an id stands; one that comes again is known by how often it came."""
        if key in self.places:
            self.repeated[key] += 1
            key = f"{key}\0{self.repeated[key]}"
        self.places.put(key, place)

    def _code(self, verdict: str) -> int:
        if verdict not in self.verdict_names:
            self.verdict_names.append(verdict)
        return self.verdict_names.index(verdict)

    def _put(self, metric: str, place: int, value: float | None) -> None:
        if metric not in self.values:
            self.values[metric] = Filed("d")
        column = self.values[metric]
        column.fill(nan, place)
        column.append(nan if value is None else value)


def read_columns(source: ResultSource) -> Columns:
    """A run as columns; results of several judges in one file are refused."""
    columns = Columns(source.info)
    for row in source.rows():
        columns.add(row)
    if len(columns.judges) > 1:
        what = f"holds results of several judges ({', '.join(sorted(columns.judges))})"
        raise InputError(what, where=source.info.name, hint="split it: their scores have no common scale")
    return columns.finish()
