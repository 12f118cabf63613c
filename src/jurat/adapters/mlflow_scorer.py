"""A judge as a scorer of MLflow's evaluation of generative models."""

from __future__ import annotations

from typing import Any

from mlflow.entities import AssessmentError, AssessmentSource, Feedback
from mlflow.genai.scorers import Scorer, scorer

from jurat.adapters.adapted_judging import ANSWERS, PASSAGES, QUERIES, REFERENCES, AdaptedJudge, looked_up
from jurat.judges.judge import Judge
from jurat.version import __version__


def jurat_mlflow_scorer(judge: str | Judge[Any, Any] = "claim-lock") -> Scorer:
    """Return a scorer with one feedback for each metric, on the judge's own scale, and one for the verdict.

    A metric without enough data is a feedback with an error, not a value.
    """
    adapted = AdaptedJudge.of(judge)
    source = AssessmentSource(source_type="CODE", source_id=f"jurat {__version__}")

    @scorer(name=f"jurat {adapted.made.name}")
    def judged(inputs: Any, outputs: Any, expectations: Any = None) -> list[Feedback]:
        given, said = looked_up(inputs, *QUERIES) or inputs, looked_up(outputs, *ANSWERS) or outputs
        contexts = looked_up(inputs, *PASSAGES) or looked_up(outputs, *PASSAGES)
        fields = adapted.fields(given, said, contexts, looked_up(expectations, *REFERENCES))
        result = adapted.made.judge(fields)
        name, verdict = adapted.made.name, adapted.score(result, None)
        found = [Feedback(name=name, value=result.verdict, rationale=verdict.reason, source=source)]
        for one in result.metrics:
            told = adapted.score(result, one.metric)
            if one.value is None:
                error = AssessmentError(error_code="UNSCORED", error_message=told.reason)
                found.append(Feedback(name=f"{name}.{one.metric}", error=error, source=source))
            else:
                key = f"{name}.{one.metric}"
                found.append(Feedback(name=key, value=one.value, rationale=told.reason, source=source))
        return found

    made: Scorer = judged
    return made
