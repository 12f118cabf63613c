"""What a run came to: counts, verdicts, and each metric's mean and distribution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from jurat.engines.judging import Brief, Mark

BINS = 10
KINDS, OTHER = 100, "…"
"""So many caps and reasons are counted by name; the rest, which only models bring, is counted together."""


@dataclass(slots=True)
class MetricSummary:
    """One metric over a run: how many values, their sum, and how they spread over ten equal bins."""

    name: str
    top: float
    scored: int = 0
    unscored: int = 0
    total: float = 0.0
    bins: list[int] = field(default_factory=lambda: [0] * BINS)

    def add(self, value: float | None) -> None:
        """Count one value, or that there was none."""
        if value is None:
            self.unscored += 1
            return
        self.scored += 1
        self.total += value
        self.bins[min(BINS - 1, int(value / self.top * BINS))] += 1

    def merge(self, other: MetricSummary) -> None:
        """Count what another has counted of the same metric."""
        self.scored += other.scored
        self.unscored += other.unscored
        self.total += other.total
        self.bins = [mine + theirs for mine, theirs in zip(self.bins, other.bins, strict=True)]

    @property
    def mean(self) -> float | None:
        """The mean of the values there are; rows without one are counted beside it, never averaged in."""
        return self.total / self.scored if self.scored else None


@dataclass(slots=True)
class RunSummary:
    """A run in figures, built up row by row."""

    metrics: list[MetricSummary]
    scored: int = 0
    unscored: int = 0
    failed: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    marks: dict[str, Counter[str]] | None = None

    @classmethod
    def of(cls, names: Sequence[str], top: float) -> RunSummary:
        """An empty summary of metrics that reach up to a value.

        >>> summary = RunSummary.of(["relevance"], top=1.0)
        >>> summary.add([Brief((0.25,), "PASS"), Brief(failed=True)])
        >>> summary.scored, summary.failed, summary.metrics[0].mean, summary.metrics[0].bins[2]
        (1, 1, 0.25, 1)
        """
        return cls([MetricSummary(name, top) for name in names], marks={})

    def add(self, briefs: Iterable[Brief]) -> None:
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

    def _count(self, marks: Iterable[Mark], times: int = 1) -> None:
        """Count caps and reasons; of a run that was begun without counting them nothing is said."""
        if self.marks is None:
            return
        for mark in marks:
            counts = self.marks.setdefault(mark.kind, Counter())
            known = mark.value in counts or len(counts) < KINDS
            counts[mark.value if known else OTHER] += times

    def merge(self, other: RunSummary) -> None:
        """Count what another summary of the same judge has counted.

        >>> one, other = (RunSummary.of(["relevance"], top=1.0) for _ in range(2))
        >>> one.add([Brief((0.25,), "PASS")]), other.add([Brief((0.75,), "FAIL"), Brief(failed=True)])
        (None, None)
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
                self._count([Mark(kind, value)], count)  # type: ignore[arg-type]

    def to_json(self) -> dict[str, Any]:
        """The summary as plain values, from which `from_json` makes the same one again."""
        counts = {"scored": self.scored, "unscored": self.unscored, "failed": self.failed}
        metrics = [asdict(metric) for metric in self.metrics]
        verdicts = dict(self.verdicts)
        return {"metrics": metrics, **counts, "verdicts": verdicts, "marks": self.marks}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> RunSummary:
        """A summary made again, to be added to.

        >>> summary = RunSummary.of(["relevance"], top=1.0)
        >>> summary.add([Brief((0.25,), "PASS")])
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
        """All rows there were."""
        return self.scored + self.unscored + self.failed
