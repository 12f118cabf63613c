"""A judge as a metric of Ragas."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import nan
from typing import Any

from ragas.dataset_schema import SingleTurnSample
from ragas.metrics.base import MetricType, SingleTurnMetric

from jurat.adapters.adapted_judging import AdaptedJudge


@dataclass
class JuratRagasMetric(SingleTurnMetric):
    """Scores samples by one metric of a judge: its share of the scale, where more is better.

    Without enough data the score is NaN, which is how Ragas has it.
    """

    judge: str = "claim-lock"
    metric: str = "hallucination"
    name: str = ""
    _required_columns: dict[MetricType, set[str]] = field(
        default_factory=lambda: {
            MetricType.SINGLE_TURN: {
                "user_input",
                "response",
                "retrieved_contexts:optional",
                "reference:optional",
            }
        }
    )

    def __post_init__(self) -> None:
        """Build the judge and name the metric."""
        self._adapted = AdaptedJudge.of(self.judge)
        self._adapted.check_metric(self.metric)
        self.name = self.name or f"{self.judge}.{self.metric}"
        super().__post_init__()

    def init(self, run_config: Any) -> None:
        """Do nothing: no model has to be set up."""

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        fields = self._adapted.fields(
            sample.user_input, sample.response, sample.retrieved_contexts, sample.reference
        )
        found = self._adapted.score(await self._adapted.made.ajudge(fields), self.metric)
        return nan if found.score is None else found.score
