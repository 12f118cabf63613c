"""Two observers side by side: every figure counted by hand."""

from __future__ import annotations

from jurat.observations import Anchor, Anchors
from jurat.outcomes import Failure, Outcome, Result, Score, Unscored, Verdict
from jurat.runs.compare.observer_disagreement import disagreement
from jurat.spans import Span

TEXT = "Rain fell on Monday."


def anchor(start: int, end: int, *, supported: bool) -> Anchor:
    span = Span("response", start, end, TEXT[start:end])
    return Anchor(kind="claim", supported=supported, text=span.text, span=span)


def result(value: float | None, *anchors: Anchor, verdict: Verdict = "PASS", name: str = "a") -> Result:
    outcome: Score | Unscored = Unscored(metric="hallucination", unscored="no reply in time")
    if value is not None:
        details = Anchors(anchors=anchors, overlap=1.0)
        outcome = Score(metric="hallucination", value=value, raw=value, caps=(), details=details)
    return Result(judge="claim-lock", version="1", id=name, metrics=(outcome,), signature="", verdict=verdict)


def test_values_verdicts_and_labels_are_held_against_each_other() -> None:
    fell, whole, monday = (0, 9), (0, 19), (13, 19)
    first = result(0.5, anchor(*fell, supported=True), anchor(*monday, supported=False), verdict="FAIL")
    second = result(0.0, anchor(*monday, supported=True), anchor(*fell, supported=True))
    alike = result(0.25, anchor(*whole, supported=True), name="b")
    missing = result(None, name="c", verdict="WARN")
    pairs: list[tuple[Outcome, Outcome]] = [
        (first, second),
        (alike, alike),
        (missing, alike),
        (Failure(id="d", error="no"), alike),
    ]
    made = disagreement(("rules", "llm(m)"), pairs)
    assert (made.rows, made.failed, made.verdicts, made.verdicts_same) == (4, 1, 3, 1)
    (metric,) = made.metrics.values()
    assert (metric.both, metric.same, metric.gap, metric.unscored) == (2, 1, 0.5, [1, 0])
    assert (metric.first, metric.second) == (0.75, 0.25)
    assert (metric.labels, metric.labels_same) == (3, 2)
    (row,) = made.split_rows
    assert (row.id, row.values, row.verdicts, row.share) == ("a", (0.5, 0.0), ("FAIL", "PASS"), 0.5)
    (label,) = made.split_labels
    assert (label.text, label.labels) == ("Monday", ("unsupported", "supported"))


def test_words_that_overlap_by_less_than_half_are_not_the_same() -> None:
    made = disagreement(
        ("a", "b"),
        [(result(0.0, anchor(0, 9, supported=True)), result(0.0, anchor(0, 19, supported=False)))],
    )
    assert made.metrics["hallucination"].labels == 0
    assert made.split_rows == []
