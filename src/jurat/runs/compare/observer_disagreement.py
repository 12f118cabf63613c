"""Disagreement of two observers of the same cases: values, verdicts, and labels of the same text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from heapq import nlargest

from jurat.outcomes import Outcome, Result, Score, Verdict
from jurat.runs.results.result_findings import ResultFinding, findings
from jurat.runs.scales import scale_of
from jurat.spans import Span

TOP = 10


@dataclass(slots=True)
class MetricDisagreement:
    """One metric: rows that both observers scored, how many equally, and unscored rows."""

    name: str
    both: int = 0
    same: int = 0
    gap: float = 0.0
    first: float = 0.0
    second: float = 0.0
    unscored: list[int] = field(default_factory=lambda: [0, 0])
    labels: int = 0
    labels_same: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RowDisagreement:
    """A row whose values differ: the metric that differs most, as a share of its scale."""

    id: str | int
    metric: str
    share: float
    values: tuple[float, float]
    verdicts: tuple[Verdict | None, Verdict | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelDisagreement:
    """The same text with two labels."""

    id: str | int
    metric: str
    text: str
    labels: tuple[str, str]


@dataclass(slots=True)
class Disagreement:
    """The disagreement of two observers, built row by row."""

    names: tuple[str, str]
    judge: str = ""
    rows: int = 0
    failed: int = 0
    verdicts: int = 0
    verdicts_same: int = 0
    metrics: dict[str, MetricDisagreement] = field(default_factory=dict)
    split_rows: list[RowDisagreement] = field(default_factory=list)
    split_labels: list[LabelDisagreement] = field(default_factory=list)

    def add(self, first: Outcome, second: Outcome) -> None:
        """Add the two results of one row."""
        self.rows += 1
        if not isinstance(first, Result) or not isinstance(second, Result):
            self.failed += 1
            return
        self.judge = first.judge
        if first.verdict is not None:
            self.verdicts += 1
            self.verdicts_same += first.verdict == second.verdict
        splits = list(self._values(first, second))
        if splits:
            self.split_rows = nlargest(TOP, [*self.split_rows, max(splits, key=_share)], key=_share)
        self._labels(first, second)

    def _values(self, first: Result, second: Result) -> Iterator[RowDisagreement]:
        for one, other in zip(first.metrics, second.metrics, strict=True):
            metric = self.metrics.setdefault(one.metric, MetricDisagreement(one.metric))
            metric.unscored[0] += not isinstance(one, Score)
            metric.unscored[1] += not isinstance(other, Score)
            if not isinstance(one, Score) or not isinstance(other, Score):
                continue
            gap = abs(one.value - other.value)
            metric.both += 1
            metric.same += gap == 0
            metric.gap, metric.first = metric.gap + gap, metric.first + one.value
            metric.second += other.value
            if gap:
                yield RowDisagreement(
                    id=first.id,
                    metric=one.metric,
                    share=gap / scale_of(first.judge, one.metric).top,
                    values=(one.value, other.value),
                    verdicts=(first.verdict, second.verdict),
                )

    def _labels(self, first: Result, second: Result) -> None:
        for one, other in matched(findings(first), findings(second)):
            metric = self.metrics[one.metric]
            metric.labels += 1
            metric.labels_same += one.label == other.label
            if one.label != other.label and len(self.split_labels) < TOP:
                labels = (one.label, other.label)
                self.split_labels.append(
                    LabelDisagreement(id=first.id, metric=one.metric, text=one.text, labels=labels)
                )


def _share(split: RowDisagreement) -> float:
    return split.share


def matched(
    first: Iterable[ResultFinding], second: Iterable[ResultFinding]
) -> Iterator[tuple[ResultFinding, ResultFinding]]:
    """Yield the findings of two observers about the same text, each at most once.

    >>> from jurat.spans import Span
    >>> span = Span("summary", 0, 10, "Rain fell.")
    >>> one = ResultFinding("hallucination", "claim", "supported", span, "Rain fell.", None, None)
    >>> other = ResultFinding("hallucination", "claim", "unsupported", span, "Rain fell.", None, None)
    >>> [(a.label, b.label) for a, b in matched([one], [other])]
    [('supported', 'unsupported')]
    """
    left = [one for one in second if one.span is not None]
    for one in first:
        if one.span is None:
            continue
        alike = [other for other in left if _alike(one, other)]
        if alike:
            best = max(alike, key=lambda other: _shared(one.span, other.span))
            left.remove(best)
            yield one, best


def _alike(one: ResultFinding, other: ResultFinding) -> bool:
    """Return whether two findings are of one metric and share at least half of their text."""
    return one.metric == other.metric and _shared(one.span, other.span) >= 0.5


def _shared(one: Span | None, other: Span | None) -> float:
    """Return the share of characters that two spans have in common.

    >>> _shared(Span("summary", 0, 10, ""), Span("summary", 5, 15, ""))
    0.3333333333333333
    """
    if one is None or other is None or one.source != other.source:
        return 0.0
    both = min(one.end, other.end) - max(one.start, other.start)
    return max(0, both) / (max(one.end, other.end) - min(one.start, other.start) or 1)


def disagreement(names: tuple[str, str], pairs: Iterable[tuple[Outcome, Outcome]]) -> Disagreement:
    """Return the disagreement of two observers over the same rows."""
    made = Disagreement(names)
    for first, second in pairs:
        made.add(first, second)
    return made
