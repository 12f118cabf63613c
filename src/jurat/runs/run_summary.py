"""The summary of a run: counts, verdicts, the mean and distribution of each metric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from jurat.engines.judging_work import ResultBrief, ResultMark

BINS = 10
KINDS, OTHER = 100, "…"
"""So many caps and reasons are counted by name; the rest, which only models bring, is counted together."""


@dataclass(slots=True)
class MetricSummary:
    """One metric of a run: number of values, their sum, and a histogram of ten equal bins."""

    name: str
    top: float
    scored: int = 0
    unscored: int = 0
    total: float = 0.0
    bins: list[int] = field(default_factory=lambda: [0] * BINS)

    def add(self, value: float | None) -> None:
        """Count one value, or a missing one."""
        if value is None:
            self.unscored += 1
            return
        self.scored += 1
        self.total += value
        self.bins[min(BINS - 1, int(value / self.top * BINS))] += 1

    def merge(self, other: MetricSummary) -> None:
        """Add the counts of another summary of the same metric."""
        self.scored += other.scored
        self.unscored += other.unscored
        self.total += other.total
        self.bins = [mine + theirs for mine, theirs in zip(self.bins, other.bins, strict=True)]

    @property
    def mean(self) -> float | None:
        """Return the mean of the existing values; unscored rows are not included."""
        return self.total / self.scored if self.scored else None


@dataclass(slots=True)
class RunSummary:
    """The summary of a run, built row by row."""

    metrics: list[MetricSummary]
    scored: int = 0
    unscored: int = 0
    failed: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    marks: dict[str, Counter[str]] | None = None

    @classmethod
    def of(cls, maxima: Mapping[str, float]) -> RunSummary:
        """Return an empty summary of metrics with a maximum.

        >>> summary = RunSummary.of({"relevance": 1.0})
        >>> summary.add([ResultBrief((0.25,), "PASS"), ResultBrief(failed=True)])
        >>> summary.scored, summary.failed, summary.metrics[0].mean, summary.metrics[0].bins[2]
        (1, 1, 0.25, 1)
        """
        return cls([MetricSummary(name, maximum) for name, maximum in maxima.items()], marks={})

    def add(self, briefs: Iterable[ResultBrief]) -> None:
        """Count some outcomes."""
        for one in briefs:
            if one.failed:
                self.failed += 1
                continue
            if None in one.values:
                self.unscored += 1
            else:
                self.scored += 1
            if one.verdict is not None:
                self.verdicts[one.verdict] += 1
            for metric, value in zip(self.metrics, one.values, strict=True):
                metric.add(value)
            self._count(one.marks)

    def _count(self, marks: Iterable[ResultMark], times: int = 1) -> None:
        """Count caps and reasons, unless the run was started without counting them."""
        if self.marks is None:
            return
        for mark in marks:
            counts = self.marks.setdefault(mark.kind, Counter())
            known = mark.value in counts or len(counts) < KINDS
            counts[mark.value if known else OTHER] += times

    def merge(self, other: RunSummary) -> None:
        """Add the counts of another summary of the same judge.

        >>> one, other = (RunSummary.of({"relevance": 1.0}) for _ in range(2))
        >>> one.add([ResultBrief((0.25,), "PASS")])
        >>> other.add([ResultBrief((0.75,), "FAIL"), ResultBrief(failed=True)])
        >>> one.merge(other)
        >>> one.rows, one.metrics[0].mean, dict(one.verdicts)
        (3, 0.5, {'PASS': 1, 'FAIL': 1})
        """
        self.scored += other.scored
        self.unscored += other.unscored
        self.failed += other.failed
        self.verdicts += other.verdicts
        for mine, theirs in zip(self.metrics, other.metrics, strict=True):
            mine.merge(theirs)
        for kind, counts in (other.marks or {}).items():
            for value, count in counts.items():
                self._count([ResultMark(kind, value)], count)  # type: ignore[arg-type]

    def to_json(self) -> dict[str, Any]:
        """Return the summary as JSON values for `from_json`."""
        counts = {"scored": self.scored, "unscored": self.unscored, "failed": self.failed}
        metrics = [asdict(metric) for metric in self.metrics]
        verdicts = dict(self.verdicts)
        return {"metrics": metrics, **counts, "verdicts": verdicts, "marks": self.marks}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> RunSummary:
        """Return the summary of JSON values.

        >>> summary = RunSummary.of({"relevance": 1.0})
        >>> summary.add([ResultBrief((0.25,), "PASS")])
        >>> RunSummary.from_json(summary.to_json()) == summary
        True
        """
        metrics = [MetricSummary(**one) for one in values["metrics"]]
        marks = values.get("marks")
        counted = None if marks is None else {kind: Counter(found) for kind, found in marks.items()}
        made = {"metrics": metrics, "verdicts": Counter(values["verdicts"]), "marks": counted}
        return cls(**{**values, **made})

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return self.scored + self.unscored + self.failed
