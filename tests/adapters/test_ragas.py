"""The metric of Ragas, on its own samples."""

from __future__ import annotations

from math import isnan

import pytest

pytest.importorskip("ragas", reason="run by make test-adapters")

from ragas.dataset_schema import SingleTurnSample

from jurat.adapters.ragas_metric import JuratRagasMetric
from tests.adapters.adapter_cases import CONTEXTS, QUERY, RIGHT, WRONG


def test_ragas_scores_samples_where_more_is_better() -> None:
    metric = JuratRagasMetric()
    assert metric.name == "claim-lock.hallucination"
    right, wrong = (
        metric.single_turn_score(
            SingleTurnSample(user_input=QUERY, response=one, retrieved_contexts=CONTEXTS)
        )
        for one in (RIGHT, WRONG)
    )
    assert (right, wrong) == (1.0, 0.0)


def test_missing_data_is_nan_as_ragas_has_it() -> None:
    assert isnan(JuratRagasMetric().single_turn_score(SingleTurnSample(user_input=QUERY, response=RIGHT)))
