"""A judge as a metric of DeepEval."""

from __future__ import annotations

from typing import Any

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase

from jurat.adapters.adapted_judging import AdaptedJudge
from jurat.judges.judge import Judge


class JuratMetric(BaseMetric):
    """Judges test cases; the score is that of one metric, or of the verdict (PASS 1, WARN 0.5, FAIL 0).

    A metric's score is its share of the scale, turned round where less is better, so that more is always
    better. Without enough data the score is None, `error` says why, and the test case does not pass.
    """

    def __init__(
        self, judge: str | Judge[Any, Any] = "claim-lock", metric: str | None = None, threshold: float = 0.5
    ) -> None:
        self._adapted = AdaptedJudge.of(judge)
        self._adapted.check_metric(metric)
        # DeepEval copies a metric by its parameters, which it reads from attributes of the same names.
        self.judge, self.metric, self.threshold = judge, metric, threshold
        self.async_mode = True

    def measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float | None:
        """Judge a test case."""
        return self._kept(self._adapted.made.judge(self._fields(test_case)))

    async def a_measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float | None:
        """Judge a test case while the event loop continues."""
        return self._kept(await self._adapted.made.ajudge(self._fields(test_case)))

    def _fields(self, test_case: LLMTestCase) -> dict[str, Any]:
        passages = test_case.retrieval_context or test_case.context or []
        texts = [one if isinstance(one, str) else one.context for one in passages]
        return self._adapted.fields(
            test_case.input, test_case.actual_output, texts, test_case.expected_output
        )

    def _kept(self, result: Any) -> float | None:
        found = self._adapted.score(result, self.metric)
        self.score, self.reason = found.score, found.reason
        self.error = None if found.score is not None else f"unscored: {found.reason}"
        self.score_breakdown = {one.metric: one.value for one in result.metrics}
        self.success = found.score is not None and found.score >= self.threshold
        return found.score

    def is_successful(self) -> bool:
        """Return whether the last test case passed."""
        return bool(self.success)

    @property
    def __name__(self) -> str:
        return f"Jurat {self._adapted.made.name}{f' {self.metric}' if self.metric else ''}"
