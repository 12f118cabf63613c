"""The evaluator of LangSmith, on runs and examples of its own types."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

pytest.importorskip("langsmith", reason="run by make test-adapters")

from langsmith.schemas import Example, Run

from jurat.adapters.langsmith_evaluator import JuratRunEvaluator
from tests.adapters.adapter_cases import CONTEXTS, QUERY, REASON, RIGHT, WRONG


def run(answer: str | None, contexts: list[str] | None = None) -> Run:
    outputs: dict[str, Any] = {"answer": answer, "contexts": contexts or []}
    return Run(
        id=uuid4(),
        trace_id=uuid4(),
        name="chain",
        start_time=datetime.now(UTC),
        run_type="chain",
        inputs={"question": QUERY},
        outputs=outputs,
    )


def results(found: Any) -> dict[str, tuple[Any, Any]]:
    return {one.key: (one.score, one.value) for one in found["results"]}


def test_langsmith_gets_a_result_for_each_metric_and_the_verdict() -> None:
    evaluator = JuratRunEvaluator()
    example = Example(id=uuid4(), inputs={"question": QUERY}, outputs={"answer": RIGHT})
    found = evaluator.evaluate_run(run(WRONG, CONTEXTS), example)
    assert results(found)["claim-lock"] == (0.0, "FAIL")
    assert results(found)["claim-lock.hallucination"] == (1.0, None)
    assert REASON in next(one.comment for one in found["results"] if one.key == "claim-lock")
    again = asyncio.run(evaluator.aevaluate_run(run(RIGHT, CONTEXTS), example))
    assert results(again)["claim-lock"] == (1.0, "PASS")


def test_missing_data_has_no_score_and_says_why() -> None:
    found = JuratRunEvaluator().evaluate_run(run(RIGHT))
    assert results(found)["claim-lock.hallucination"] == (None, None)
    failed = JuratRunEvaluator().evaluate_run(run(None))
    assert [(one.key, one.score) for one in failed["results"]] == [("claim-lock", None)]
    assert "response: is of type NoneType" in failed["results"][0].comment
