"""A judge as a Python assertion of promptfoo: `type: python`, `value: file://…/promptfoo_assert.py`.

The judge and the metric are in the assertion's `config`; query and contexts are variables of the test.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jurat.adapters.adapted_judging import PASSAGES, QUERIES, REFERENCES, AdaptedJudge, looked_up
from jurat.errors import JuratError


def get_assert(output: str, context: Mapping[str, Any]) -> dict[str, Any]:
    """Return whether an output passes, its score from 0 to 1, why, and the same of each metric."""
    config = context.get("config") or {}
    variables = context.get("vars") or {}
    try:
        judge = AdaptedJudge.of(config.get("judge", "claim-lock"))
        judge.check_metric(config.get("metric"))
        given = looked_up(variables, *QUERIES) or context.get("prompt")
        fields = judge.fields(
            given, output, looked_up(variables, *PASSAGES), looked_up(variables, *REFERENCES)
        )
        result = judge.made.judge(fields)
    except JuratError as error:
        return {"pass": False, "score": 0.0, "reason": str(error)}
    least = float(config.get("threshold", 0.5))
    metric = config.get("metric")
    parts = [_graded(judge.score(result, one.metric), least) for one in result.metrics]
    return {**_graded(judge.score(result, metric), least), "componentResults": parts}


def _graded(found: Any, least: float) -> dict[str, Any]:
    """Return a score as promptfoo has it; what has none does not pass."""
    if found.score is None:
        return {"pass": False, "score": 0.0, "reason": f"unscored: {found.reason}"}
    return {"pass": found.score >= least, "score": found.score, "reason": found.reason}
