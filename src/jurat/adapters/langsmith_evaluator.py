"""A judge as an evaluator of LangSmith, for experiments of LangChain programs too."""

from __future__ import annotations

from typing import Any

from langsmith.evaluation import EvaluationResult, EvaluationResults, RunEvaluator
from langsmith.schemas import Example, Run

from jurat.adapters.adapted_judging import ANSWERS, PASSAGES, QUERIES, REFERENCES, AdaptedJudge, looked_up
from jurat.errors import JuratError
from jurat.judges.judge import Judge
from jurat.outcomes import Result


class JuratRunEvaluator(RunEvaluator):
    """Judges runs: one result for each metric, on the judge's own scale, and one for the verdict.

    The query is in the inputs, the answer in the outputs, contexts in either, the reference in the example's
    outputs. A metric without enough data has no score, and its comment says why.
    """

    def __init__(self, judge: str | Judge[Any, Any] = "claim-lock") -> None:
        self.judge = AdaptedJudge.of(judge)

    def evaluate_run(self, run: Run, example: Example | None = None, **more: Any) -> EvaluationResults:
        """Judge one run."""
        try:
            return self._results(self.judge.made.judge(self._fields(run, example)))
        except JuratError as error:
            return {"results": [EvaluationResult(key=self.judge.made.name, score=None, comment=str(error))]}

    async def aevaluate_run(self, run: Run, example: Example | None = None, **more: Any) -> EvaluationResults:
        """Judge one run while the event loop continues."""
        try:
            return self._results(await self.judge.made.ajudge(self._fields(run, example)))
        except JuratError as error:
            return {"results": [EvaluationResult(key=self.judge.made.name, score=None, comment=str(error))]}

    def _fields(self, run: Run, example: Example | None) -> dict[str, Any]:
        given, said = looked_up(run.inputs, *QUERIES), looked_up(run.outputs, *ANSWERS)
        contexts = looked_up(run.outputs, *PASSAGES) or looked_up(run.inputs, *PASSAGES)
        reference = looked_up(example.outputs, *REFERENCES) if example is not None else None
        return self.judge.fields(given, said, contexts, reference if isinstance(reference, str) else None)

    def _results(self, result: Result[Any]) -> EvaluationResults:
        name = self.judge.made.name
        found = []
        for one in result.metrics:
            adapted = self.judge.score(result, one.metric)
            key = f"{name}.{one.metric}"
            found.append(EvaluationResult(key=key, score=one.value, comment=adapted.reason))
        verdict = self.judge.score(result, None)
        found.append(
            EvaluationResult(key=name, score=verdict.score, value=result.verdict, comment=verdict.reason)
        )
        return {"results": found}
