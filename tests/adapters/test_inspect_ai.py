"""The scorer in a task of Inspect, with Inspect's own mock model."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="run by make test-adapters")

from inspect_ai import Task
from inspect_ai import eval as evaluate
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.solver import generate

from jurat.adapters.inspect_scorer import jurat_scorer
from tests.adapters.adapter_cases import CONTEXTS, QUERY, REASON, RIGHT, WRONG


def test_inspect_scores_every_metric_and_leaves_missing_data_out_of_the_mean(tmp_path: Path) -> None:
    samples = [
        Sample(input=QUERY, target="", metadata={"contexts": CONTEXTS}, id=1),
        Sample(input=QUERY, target="", metadata={"contexts": CONTEXTS}, id=2),
        Sample(input=QUERY, target="", id=3),
    ]
    outputs = [ModelOutput.from_content("mockllm/model", one) for one in (RIGHT, WRONG, RIGHT)]
    for output in outputs:
        output.usage = ModelUsage()  # else Inspect counts tokens with a table that it downloads
    task = Task(dataset=samples, solver=generate(), scorer=jurat_scorer())
    (log,) = evaluate(
        task,
        model=get_model("mockllm/model", custom_outputs=outputs),
        log_dir=str(tmp_path),
        display="none",
        max_samples=1,
    )
    assert log.status == "success", log.error
    assert log.samples
    scores = [(one.scores or {})["jurat_scorer"] for one in log.samples]
    assert [one.metadata and one.metadata["verdict"] for one in scores[:2]] == ["PASS", "FAIL"]
    assert REASON in (scores[1].explanation or "")
    values = [one.value for one in scores]
    assert isinstance(values[0], dict)
    assert isinstance(values[1], dict)
    assert isinstance(values[2], dict)
    assert (values[0]["hallucination"], values[1]["hallucination"]) == (0.0, 1.0)
    assert values[2]["hallucination"] != values[2]["hallucination"]
    assert log.results
    means = {one.name: one.metrics["mean"].value for one in log.results.scores}
    assert means["hallucination"] == 0.5
