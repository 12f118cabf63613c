"""Agreement of a judge with the people who labelled results in the store."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from typing_extensions import TypedDict

from jurat.judges.registry import declared_scale, find_description
from jurat.runs.council.review_scores import beside
from jurat.runs.report.report_data import badness
from jurat.runs.results.sources import ResultRow, result_row
from jurat.runs.stats.correlation import spearman
from jurat.runs.store.run_records import StoredLabel

LEAST = 10
"""Below so many pairs no correlation is claimed."""
OVERALL = "overall"
_LISTS = {
    "key_points": "label",
    "claims": "label",
    "qags": "status",
    "anchors": "supported",
    "deviations": "severity",
    "issues": "severity",
}
"""The lists of labels in a metric's details, and the field that a person decides."""


class MetricAgreement(TypedDict):
    """How far people and the judge are apart on one metric."""

    n: int
    mean_difference: float | None
    mean_absolute_difference: float | None
    spearman: float | None
    labels: int
    equal_labels: int
    equal_share: float | None


class VerdictAgreement(TypedDict):
    """How often people's labels lead to the judge's verdict; of a council, to the same winner."""

    n: int
    equal: int
    equal_share: float | None


class PeopleAgreement(TypedDict):
    """How the judge agrees with people."""

    rows: int
    labels: int
    annotators: list[str]
    metrics: dict[str, MetricAgreement]
    verdicts: VerdictAgreement


@dataclass(slots=True)
class MetricPairs:
    """The values of one metric by the judge and by people."""

    judge: list[float] = field(default_factory=list)
    people: list[float] = field(default_factory=list)
    labels: int = 0
    equal: int = 0

    def to_json(self) -> MetricAgreement:
        """Return the figures that n allows."""
        n = len(self.judge)
        gaps = [theirs - ours for ours, theirs in zip(self.judge, self.people, strict=True)]
        return {
            "n": n,
            "mean_difference": sum(gaps) / n if n else None,
            "mean_absolute_difference": sum(map(abs, gaps)) / n if n else None,
            "spearman": spearman(self.judge, self.people) if n >= LEAST else None,
            "labels": self.labels,
            "equal_labels": self.equal,
            "equal_share": self.equal / self.labels if self.labels else None,
        }


@dataclass(slots=True)
class AgreementCounter:
    """Counts agreement label by label."""

    metrics: dict[str, MetricPairs] = field(default_factory=dict)
    verdicts: int = 0
    equal_verdicts: int = 0

    def add(self, label: StoredLabel, line: bytes) -> None:
        """Compare one person's label of a result with the judge's."""
        ours = result_row(json.loads(line), line)
        reviews = (label.payload.get("observations") or {}).get("reviews")
        if label.result is not None and reviews is not None:
            self._reviewed(reviews, json.loads(line), json.loads(label.result))
        elif label.result is not None:
            self._corrected(label, ours, result_row(json.loads(label.result), label.result))
        for name, value in scores_of(label.payload).items():
            self._pair(name, overall_of(ours) if name == OVERALL else ours.values.get(name), value)

    def _corrected(self, label: StoredLabel, ours: ResultRow, theirs: ResultRow) -> None:
        for name in label.payload.get("observations") or ():
            self._pair(name, ours.values.get(name), theirs.values.get(name))
            equal, labels = equal_labels(details(ours.line, name), details(theirs.line, name))
            metric = self.metrics.setdefault(name, MetricPairs())
            metric.labels, metric.equal = metric.labels + labels, metric.equal + equal
        if ours.verdict is not None:
            self.verdicts += 1
            self.equal_verdicts += ours.verdict == theirs.verdict
        self._pair(OVERALL, overall_of(ours), overall_of(theirs))

    def _reviewed(
        self, reviews: Iterable[Mapping[str, Any]], ours: Mapping[str, Any], theirs: Mapping[str, Any]
    ) -> None:
        """Compare a person's reviews with a council's, and the winners as verdicts."""
        for one in beside(ours["observations"]["reviews"], reviews):
            self._pair(one.dimension, one.ours, one.theirs)
            metric = self.metrics[one.dimension]
            metric.labels += one.replaces
            metric.equal += one.replaces and one.ours == one.theirs
        for name, candidate in ours["candidates"].items():
            self._pair(OVERALL, candidate["score"], theirs["candidates"][name]["score"])
        self.verdicts += 1
        self.equal_verdicts += ours["ranking"][:1] == theirs["ranking"][:1]

    def _pair(self, name: str, ours: float | None, theirs: float | None) -> None:
        metric = self.metrics.setdefault(name, MetricPairs())
        if ours is not None and theirs is not None:
            metric.judge.append(ours)
            metric.people.append(theirs)


def overall_of(row: ResultRow) -> float | None:
    """Return a result as one figure: its overall, or the mean of its metrics as shares of the maximum.

    >>> row = ResultRow(id=1, line=b"", judge="claim-lock", values={"relevance": 0.5, "hallucination": 0.0})
    >>> overall_of(row)
    0.75
    """
    if row.overall is not None:
        return row.overall
    known = [value for value in row.values.values() if value is not None]
    return badness(row)[1] if known and not _has_overall(row.judge) else None


def _has_overall(judge: str) -> bool:
    """Whether a judge's results have an overall score, or rank candidates; where it is unknown they may."""
    found = find_description(judge)
    return found is None or found.overall is not None


def scores_of(said: Mapping[str, Any]) -> dict[str, float]:
    """Return the scores of a person by metric; a single one is the overall.

    >>> scores_of({"score": 0.5}), scores_of({"score": {"coverage": 7}})
    ({'overall': 0.5}, {'coverage': 7})
    """
    score = said.get("score")
    if score is None:
        return {}
    return dict(score) if isinstance(score, Mapping) else {OVERALL: score}


def max_score_of(judge: str, metric: str) -> float:
    """Return the maximum of a metric or of the overall."""
    return declared_scale(judge, metric)["maximum"]


def details(line: bytes, metric: str) -> dict[str, Any]:
    """Return the observations of a metric in a result."""
    metrics = json.loads(line).get("metrics", ())
    return next((one.get("details", {}) for one in metrics if one["metric"] == metric), {})


def equal_labels(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> tuple[int, int]:
    """Return how many labels are equal, and of how many; a label on one side only is not equal.

    >>> one, two = {"label": "supported"}, {"label": "partial"}
    >>> equal_labels({"claims": [one]}, {"claims": [one, two]})
    (1, 2)
    """
    equal = total = 0
    for name, decided in _LISTS.items():
        first, second = ours.get(name) or (), theirs.get(name) or ()
        total += max(len(first), len(second))
        equal += sum(a[decided] == b[decided] for a, b in zip(first, second, strict=False))
    return equal, total


def latest(labels: Iterable[StoredLabel]) -> list[StoredLabel]:
    """Return the last label of each person and result, corrections and scores separately."""
    kept: dict[tuple[int, str, bool], StoredLabel] = {}
    for label in labels:
        kept[label.row, label.annotator, label.result is not None] = label
    return list(kept.values())


def annotator_agreement(labels: Iterable[StoredLabel], lines: Mapping[int, bytes]) -> PeopleAgreement:
    """Return the agreement of the judge with people, by metric, with every n."""
    consent, kept = AgreementCounter(), latest(labels)
    for label in kept:
        consent.add(label, lines[label.row])
    share = consent.equal_verdicts / consent.verdicts if consent.verdicts else None
    return {
        "rows": len({label.row for label in kept}),
        "labels": len(kept),
        "annotators": sorted({label.annotator for label in kept}),
        "metrics": {name: one.to_json() for name, one in consent.metrics.items()},
        "verdicts": {"n": consent.verdicts, "equal": consent.equal_verdicts, "equal_share": share},
    }
