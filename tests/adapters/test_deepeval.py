"""The metric in DeepEval itself."""

from __future__ import annotations

import pytest

pytest.importorskip("deepeval", reason="run by make test-adapters")

from deepeval import evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.test_case import LLMTestCase

from jurat.adapters.deepeval_metric import JuratMetric
from jurat.errors import OptionError
from tests.adapters.adapter_cases import CONTEXTS, QUERY, REASON, RIGHT, WRONG


def case(answer: str, contexts: list[str] | None = None) -> LLMTestCase:
    found = CONTEXTS if contexts is None else contexts
    return LLMTestCase(input=QUERY, actual_output=answer, retrieval_context=found)


def test_deepeval_passes_the_right_answer_and_fails_the_wrong_one() -> None:
    found = evaluate(
        [case(RIGHT), case(WRONG)],
        [JuratMetric(), JuratMetric(metric="hallucination", threshold=0.8)],
        async_config=AsyncConfig(run_async=True),
        display_config=DisplayConfig(show_indicator=False, print_results=False),
        cache_config=CacheConfig(write_cache=False),
    )
    by_answer = {one.actual_output: one for one in found.test_results}  # in the order in which they ended
    right, wrong = by_answer[RIGHT], by_answer[WRONG]
    assert (right.success, wrong.success) == (True, False)
    assert [(one.name, one.score, one.success) for one in right.metrics_data] == [
        ("Jurat claim-lock", 1.0, True),
        ("Jurat claim-lock hallucination", 1.0, True),
    ]
    assert (wrong.metrics_data[0].score, wrong.metrics_data[0].success) == (0.0, False)
    assert REASON in wrong.metrics_data[0].reason


def test_a_metric_without_enough_data_has_no_score_and_does_not_pass() -> None:
    metric = JuratMetric(metric="hallucination")
    assert metric.measure(case(RIGHT, [])) is None
    assert not metric.is_successful()
    assert metric.error
    assert metric.error.startswith("unscored: ")


def test_an_unknown_metric_is_refused() -> None:
    with pytest.raises(OptionError, match="claim-lock has no metric 'nonsense'"):
        JuratMetric(metric="nonsense")
