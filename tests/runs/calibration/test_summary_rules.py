"""The rules of the summary judges give the verdicts that the judges give."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.judges.label_wire import parse_labels
from jurat.judges.registry import judge_spec
from jurat.options import Options
from jurat.runs.calibration.calibrated_judges import calibrated_judge
from jurat.scoring.verdict_rules import verdict_of
from jurat.wire import SummaryLabels
from tests.builders import claims, summary_labels

FRACTIONS = st.integers(0, 10).map(lambda n: n / 10)


@pytest.mark.parametrize("name", ["twin-lock", "judge-lock", "judge-lock-ultra"])
@given(st.integers(0, 3), st.integers(0, 2), st.integers(0, 3), FRACTIONS, FRACTIONS, FRACTIONS)
def test_rules_give_the_verdict(
    name: str, supported: int, part: int, wrong: int, unsupported: float, fail: float, warn: float
) -> None:
    listed = claims(supported=supported, partial=part, unsupported=wrong)
    labels = parse_labels(json.dumps(summary_labels(name, hallucination__claims=listed)).encode())
    assert isinstance(labels, SummaryLabels)
    limits = {"summary_unsupported": unsupported, "summary_fail": fail, "summary_warn": warn}
    options = Options().merge({"thresholds": limits})  # type: ignore[typeddict-item]
    judge = calibrated_judge(name)
    result = judge_spec(name).score(labels.observations, options, case=1, observer="x")
    signals = judge.signals(labels.observations, options)
    assert verdict_of(judge.rules, signals, options.thresholds) == result.verdict
