"""What all adapters share: a judge for the fields of other tools, and its scores as they expect them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jurat.cases import CouncilCase, SummaryCase
from jurat.errors import OptionError
from jurat.judges.judge import Judge
from jurat.judges.registry import judge as make_judge
from jurat.outcomes import Result, Unscored
from jurat.runs.results.deciding_reason import deciding_reason

VERDICTS = {"PASS": 1.0, "WARN": 0.5, "FAIL": 0.0}


@dataclass(frozen=True, slots=True)
class AdaptedScore:
    """A score from 0 to 1, where more is better, or why there is none; and the reason of the result."""

    score: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class AdaptedJudge:
    """A judge that takes the texts of other tools: what was asked, what was answered, what was retrieved."""

    made: Judge[Any, Any]

    @classmethod
    def of(cls, judge: str | Judge[Any, Any]) -> AdaptedJudge:
        """Return an adapted judge from a judge or its name."""
        made = make_judge(judge) if isinstance(judge, str) else judge
        if made.case_type is CouncilCase:
            raise OptionError(f"{made.name} ranks several answers", where="judge", hint="use another judge")
        return cls(made)

    def fields(
        self,
        given: object,
        said: object,
        contexts: str | Sequence[str] | None = None,
        reference: str | None = None,
    ) -> dict[str, Any]:
        """Return the fields of a case; a summary is judged against what was given, or else the contexts."""
        passages = [contexts] if isinstance(contexts, str) else list(contexts or ())
        if self.made.case_type is SummaryCase:
            return {"article": "\n\n".join(passages) or given, "summary": said}
        fields = {"query": given, "response": said, "contexts": passages}
        return {**fields, "reference": reference} if reference else fields

    def score(self, result: Result[Any], metric: str | None) -> AdaptedScore:
        """Return the score of a metric as a share of its scale, or of the verdict where none is named."""
        reason = deciding_reason(result.to_dict())
        if metric is None:
            return AdaptedScore(VERDICTS.get(result.verdict or ""), reason)
        found = result[metric]
        if isinstance(found, Unscored):
            return AdaptedScore(None, found.unscored)
        scale = self.made.spec.scales()[metric]
        share = float(found.value) / scale["maximum"]
        return AdaptedScore(share if scale["higher_is_better"] else 1.0 - share, reason)

    def check_metric(self, metric: str | None) -> None:
        """Raise an error if the judge has no metric of that name."""
        if metric is not None and metric not in self.made.metrics:
            hint = f"the metrics are {', '.join(self.made.metrics)}"
            raise OptionError(f"{self.made.name} has no metric {metric!r}", where="metric", hint=hint)


def looked_up(values: object, *names: str) -> Any:
    """Return the first of some names that a mapping has.

    >>> looked_up({"question": "Why?"}, "query", "question"), looked_up("Why?", "query")
    ('Why?', None)
    """
    if not isinstance(values, Mapping):
        return None
    return next((values[name] for name in names if values.get(name) is not None), None)


QUERIES = ("query", "question", "input", "user_input", "prompt", "article", "document", "text")
ANSWERS = ("response", "answer", "output", "actual_output", "summary", "result", "text")
PASSAGES = ("contexts", "context", "retrieved_contexts", "retrieval_context", "documents")
REFERENCES = ("reference", "expected_output", "expected_response", "ground_truth", "answer")
