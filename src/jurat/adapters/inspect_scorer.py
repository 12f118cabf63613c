"""A judge as a scorer of Inspect."""

from __future__ import annotations

from math import nan
from typing import Any

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from jurat.adapters.adapted_judging import PASSAGES, AdaptedJudge, looked_up
from jurat.errors import JuratError
from jurat.runs.results.deciding_reason import deciding_reason


@scorer(metrics={"*": [mean(), stderr()]})
def jurat_scorer(judge: str = "claim-lock") -> Scorer:
    """Return a scorer with one value for each metric of a judge, on the judge's own scale.

    Contexts come from the sample's metadata (`contexts`), the reference from its target. A metric without
    enough data is NaN, which Inspect leaves out of its means; a case that cannot be judged is unscored.
    """
    adapted = AdaptedJudge.of(judge)

    async def score(state: TaskState, target: Target) -> Score:
        answer = state.output.completion
        contexts = looked_up(state.metadata, *PASSAGES)
        try:
            fields = adapted.fields(state.input_text, answer, contexts, target.text or None)
            result = await adapted.made.ajudge(fields)
        except JuratError as error:
            return Score.unscored(reason=str(error))
        values: dict[str, Any] = {
            one.metric: nan if one.value is None else float(one.value) for one in result.metrics
        }
        told = result.to_dict()
        return Score(
            value=values,
            answer=answer,
            explanation=deciding_reason(told),
            metadata={"verdict": result.verdict, "jurat": told},
        )

    return score
