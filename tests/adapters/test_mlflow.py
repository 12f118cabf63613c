"""The scorer of MLflow, called as its evaluation calls scorers."""

from __future__ import annotations

import pytest

pytest.importorskip("mlflow", reason="run by make test-adapters")

from jurat.adapters.mlflow_scorer import jurat_mlflow_scorer
from tests.adapters.adapter_cases import CONTEXTS, QUERY, REASON, RIGHT, WRONG


def test_mlflow_gets_a_feedback_for_each_metric_and_the_verdict() -> None:
    made = jurat_mlflow_scorer()
    inputs = {"question": QUERY, "contexts": CONTEXTS}
    found = {one.name: one for one in made.run(inputs=inputs, outputs=WRONG)}
    assert (found["claim-lock"].value, found["claim-lock.hallucination"].value) == ("FAIL", 1.0)
    assert REASON in found["claim-lock"].rationale
    assert {one.name: one.value for one in made.run(inputs=inputs, outputs=RIGHT)}["claim-lock"] == "PASS"


def test_missing_data_is_an_error_and_not_a_value() -> None:
    found = jurat_mlflow_scorer().run(inputs={"question": QUERY}, outputs={"answer": RIGHT})
    alone = next(one for one in found if one.name == "claim-lock.hallucination")
    assert alone.value is None
    assert alone.error.error_code == "UNSCORED"
