"""A judge as an evaluator of pydantic_evals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic_evals.evaluators import EvaluationReason, Evaluator, EvaluatorContext

from jurat.adapters.adapted_judging import ANSWERS, PASSAGES, QUERIES, AdaptedJudge, looked_up
from jurat.runs.results.deciding_reason import deciding_reason
from jurat.version import __version__


@dataclass(repr=False)
class JuratEvaluator(Evaluator[object, object, object]):
    """Judges the outputs of a task: a score for each metric, the verdict as a label, and whether it passes.

    Inputs and outputs are texts or mappings; contexts come from the inputs or the case's metadata. Metrics
    without enough data are left out; the verdict then says so.
    """

    judge: str = "claim-lock"

    async def evaluate(self, ctx: EvaluatorContext[object, object, object]) -> Any:
        """Judge one output."""
        adapted = AdaptedJudge.of(self.judge)
        given = looked_up(ctx.inputs, *QUERIES) or ctx.inputs
        said = looked_up(ctx.output, *ANSWERS) or ctx.output
        contexts = looked_up(ctx.inputs, *PASSAGES) or looked_up(ctx.metadata, *PASSAGES)
        reference = ctx.expected_output if isinstance(ctx.expected_output, str) else None
        result = await adapted.made.ajudge(adapted.fields(given, said, contexts, reference))
        found: dict[str, Any] = {
            f"{self.judge}.{one.metric}": float(one.value) for one in result.metrics if one.value is not None
        }
        reason = deciding_reason(result.to_dict())
        found[f"{self.judge}.verdict"] = EvaluationReason(result.verdict or "none", reason)
        found[f"{self.judge}.passes"] = EvaluationReason(result.verdict in ("PASS", "WARN"), reason)
        return found

    def get_evaluator_version(self) -> str:
        """Return Jurat's version."""
        return __version__
