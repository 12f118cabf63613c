"""The evaluator in a data set of pydantic_evals."""

from __future__ import annotations

import pytest

pytest.importorskip("pydantic_evals", reason="run by make test-adapters")

from pydantic_evals import Case, Dataset

from jurat.adapters.pydantic_evaluator import JuratEvaluator
from tests.adapters.adapter_cases import CONTEXTS, QUERY, REASON, RIGHT, WRONG


def test_pydantic_evals_reports_scores_verdict_and_pass() -> None:
    cases = [
        Case(name=name, inputs={"query": QUERY, "say": said}, metadata={"contexts": CONTEXTS})
        for name, said in (("right", RIGHT), ("wrong", WRONG))
    ]
    dataset = Dataset(name="tea", cases=cases, evaluators=[JuratEvaluator()])
    report = dataset.evaluate_sync(lambda inputs: inputs["say"], progress=False)
    right, wrong = sorted(report.cases, key=lambda one: one.name)
    assert (right.labels["claim-lock.verdict"].value, wrong.labels["claim-lock.verdict"].value) == (
        "PASS",
        "FAIL",
    )
    assert (right.assertions["claim-lock.passes"].value, wrong.assertions["claim-lock.passes"].value) == (
        True,
        False,
    )
    assert right.scores["claim-lock.hallucination"].value == 0.0
    assert wrong.scores["claim-lock.hallucination"].value == 1.0
    assert REASON in (wrong.assertions["claim-lock.passes"].reason or "")


def test_a_metric_without_enough_data_is_left_out() -> None:
    dataset = Dataset(name="tea", cases=[Case(name="alone", inputs=QUERY)], evaluators=[JuratEvaluator()])
    (case,) = dataset.evaluate_sync(lambda _: RIGHT, progress=False).cases
    assert "claim-lock.hallucination" not in case.scores
    assert "claim-lock.relevance" in case.scores
