"""Declared criteria: values, caps, the overall score and the verdict, to the digit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.observations import CheckLabel, CriterionCheck, CriterionLabels
from jurat.outcomes import Cap, Score, Unscored
from jurat.scoring.criteria_scoring import (
    WORTH,
    CapRule,
    CriteriaJudgement,
    Measured,
    MetricRule,
    as_measured,
    criterion_value,
    judge_criteria,
    measure,
)

LOST = Unscored(metric="b", unscored="no model")


def labels(*marks: CheckLabel, degree: float | None = None) -> CriterionLabels:
    return CriterionLabels(checks=tuple(CriterionCheck(label=one, degree=degree) for one in marks))


def criterion(name: str, *marks: CheckLabel) -> Measured | Unscored:
    return measure(name, labels(*marks), "mean")


def values(judged: CriteriaJudgement) -> list[float | str]:
    return [one.value if isinstance(one, Score) else one.unscored for one in judged.metrics]


def test_a_criterion_is_the_mean_of_its_checks_with_the_counts_beside_it() -> None:
    found = criterion("a", "met", "partial", "not_met")
    assert isinstance(found, Measured)
    assert (found.value, found.score.value) == (Fraction(1, 2), 0.5)
    assert found.score.details.computed == {"checks": 3, "met": 1, "partial": 1, "not_met": 1}


@pytest.mark.parametrize(
    ("given_labels", "reason"),
    [
        (None, "missing: observations.a was not given"),
        (CriterionLabels(), "missing: observations.a.checks was not given"),
        (CriterionLabels(unscored="no model"), "no model"),
        (CriterionLabels(checks=()), "no check applies to this case"),
    ],
)
def test_a_criterion_without_checks_is_unscored_with_a_reason(
    given_labels: CriterionLabels | None, reason: str
) -> None:
    assert measure("a", given_labels, "mean") == Unscored(metric="a", unscored=reason)


def test_a_measured_degree_counts_instead_of_the_label() -> None:
    found = measure("a", labels("partial", degree=0.6), "mean")
    assert isinstance(found, Measured)
    assert found.score.value == 0.6


@given(st.lists(st.sampled_from(sorted(WORTH)), min_size=1, max_size=9))
def test_all_is_at_most_mean_and_mean_at_most_any(marks: list[CheckLabel]) -> None:
    checks = [CriterionCheck(label=one) for one in marks]
    low, middle, high = (criterion_value(checks, how) for how in ("all", "mean", "any"))
    assert 0 <= low <= middle <= high <= 1


def test_the_overall_score_is_the_weighted_mean_on_ten_with_the_direction_of_each_scale() -> None:
    risk = Score(metric="risk", value=0.25, raw=0.25, caps=(), details=None)
    rules = [
        MetricRule(name="a", weight=2.0),
        MetricRule(name="risk", higher_is_better=False),
        MetricRule(name="b", weight=0),
    ]
    judged = judge_criteria({"a": criterion("a", "met"), "risk": as_measured(risk), "b": LOST}, rules, ())
    assert judged.overall == 9.17  # 10 × (2 × 1 + 0.75) / 3
    assert judged.verdict == "WARN"
    assert judged.reasons == ("unscored: b",)


def test_there_is_no_overall_score_where_a_weighed_metric_is_unscored_or_none_has_a_weight() -> None:
    both = {"a": criterion("a", "met"), "b": LOST}
    assert judge_criteria(both, [MetricRule(name="a"), MetricRule(name="b")], ()).overall is None
    nothing = [MetricRule(name="a", weight=0), MetricRule(name="b", weight=0)]
    assert judge_criteria(both, nothing, ()).overall is None


def test_a_cap_lowers_its_metric_and_is_listed_where_it_does_not_lower() -> None:
    measures = {"a": criterion("a", "met"), "b": criterion("b", "not_met"), "c": criterion("c", "not_met")}
    caps = [
        CapRule(metric="a", limit=0.4, when="b", below=1),
        CapRule(metric="c", limit=0.4, when="b", below=1, reason="impolite"),
        CapRule(metric="a", limit=0.1, when="b", above=0.5),
    ]
    judged = judge_criteria(measures, [MetricRule(name=name) for name in measures], caps)
    assert values(judged) == [0.4, 0.0, 0.0]
    first, _, last = judged.metrics
    assert isinstance(first, Score)
    assert isinstance(last, Score)
    assert first.caps == (Cap(0.4, "b below 1", 1.0, 0.4),)
    assert last.caps == (Cap(0.4, "impolite", 0.0, 0.0),)


def test_a_cap_that_depends_on_an_unscored_metric_leaves_its_metric_unscored() -> None:
    cap = CapRule(metric="a", limit=0.4, when="b", below=1)
    judged = judge_criteria({"a": criterion("a", "met"), "b": LOST}, [MetricRule(name="a")], [cap])
    assert values(judged) == ["depends on b, which is unscored (no model)", "no model"]
    backwards = CapRule(metric="b", limit=0.4, when="a", below=1)
    again = judge_criteria({"a": criterion("a", "met"), "b": LOST}, [MetricRule(name="a")], [backwards])
    assert values(again) == [1.0, "no model"]


def test_a_cap_on_the_overall_score_is_one_of_the_reasons() -> None:
    measures = {"a": criterion("a", "met"), "b": criterion("b", "partial")}
    rules = [MetricRule(name="a"), MetricRule(name="b")]
    cap = CapRule(metric="overall", limit=4, when="b", below=1)
    judged = judge_criteria(measures, rules, [cap])
    assert (judged.overall, judged.reasons) == (4.0, ("overall at most 4: b below 1",))
    loose = CapRule(metric="overall", limit=4, when="b", above=0.5)
    assert judge_criteria(measures, rules, [loose]).overall == 7.5
    assert judge_criteria({**measures, "b": LOST}, rules[:1], [cap]).overall is None


def test_the_verdict_is_the_worst_of_limits_and_included_judges() -> None:
    measures = {"a": criterion("a", "partial")}

    def verdict(rule: MetricRule, *included: str) -> str:
        given = [(one, (one.lower(),)) for one in included]
        return judge_criteria(measures, [rule], (), given).verdict  # type: ignore[arg-type]

    assert verdict(MetricRule(name="a", fail=0.5)) == "PASS"
    assert verdict(MetricRule(name="a", warn=0.6)) == "WARN"
    assert verdict(MetricRule(name="a", fail=0.6)) == "FAIL"
    assert verdict(MetricRule(name="a", fail=0.4, higher_is_better=False)) == "FAIL"
    assert verdict(MetricRule(name="a"), "WARN", "PASS") == "WARN"
    assert verdict(MetricRule(name="a", warn=0.6), "FAIL") == "FAIL"


def test_reasons_name_the_metric_its_side_and_its_limit() -> None:
    rules = [MetricRule(name="a", fail=0.75), MetricRule(name="r", warn=0.2, higher_is_better=False)]
    measures = {"a": criterion("a", "partial"), "r": criterion("r", "partial")}
    judged = judge_criteria(measures, rules, (), [("FAIL", ("irrelevant",))])
    assert judged.reasons == ("a below 0.75", "r above 0.2", "irrelevant")
