"""The switches as Python sets them: what is left out has its default, what is wrong is refused at once."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest

import jurat
from jurat.options import THRESHOLDS, Options

TEA = {"query": "What does tea cost?", "context": "Tea costs $5 a cup.", "response": "Tea costs $5 a cup."}


def test_a_threshold_that_is_not_named_has_its_default() -> None:
    assert Options(thresholds={"relevance": 0.2}).thresholds == {**THRESHOLDS, "relevance": 0.2}
    assert Options(thresholds={}) == Options()


def test_a_judge_takes_options_that_name_one_threshold() -> None:
    assert jurat.judge("claim-lock").judge(TEA).verdict == "WARN"
    assert jurat.judge("claim-lock", Options(thresholds={"relevance": 1.0})).judge(TEA).verdict == "FAIL"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"overlap": "foo"}, "options.overlap: is 'foo'; use containment, jaccard, window"),
        ({"relevance": None}, "options.relevance: is None; use literal, answer_aware"),
        ({"calibration": "q"}, "options.calibration: is 'q'; use z, effects, none"),
        ({"rubric": 1}, "options.rubric: is 1; give a text"),
        ({"strict_partial": 1}, "options.strict_partial: is 1; give True or False"),
        ({"safety_gate": "no"}, "options.safety_gate: is 'no'; give True or False"),
        ({"quorum": 0}, "options.quorum: is 0; give a whole number of 1 or more"),
        ({"quorum": 1.5}, "options.quorum: is 1.5; give a whole number of 1 or more"),
        ({"quorum": True}, "options.quorum: is True; give a whole number of 1 or more"),
        ({"safety_score_cap": 50}, "options.safety_score_cap: is 50; give a number from 0 to 10"),
        ({"safety_score_cap": float("nan")}, "options.safety_score_cap: is nan; give a number from 0 to 10"),
        ({"thresholds": 0.5}, "options.thresholds: is 0.5; give numbers by name"),
        (
            {"thresholds": {"relevanse": 0.5}},
            "options.thresholds: none is named 'relevanse'; "
            "use relevance, completeness, hallucination, high, elevated, overlap, doubt, contradiction, "
            "summary_unsupported, summary_fail, summary_warn, "
            "context_precision, context_recall, answer_correctness, citation_support",
        ),
        ({"thresholds": {"high": 2}}, "options.thresholds.high: is 2; give a number from 0 to 1"),
        ({"weights": {"clarity": -1}}, "options.weights.clarity: is -1; give a number of 0 or more"),
        ({"weights": {"clarity": "1"}}, "options.weights.clarity: is '1'; give a number of 0 or more"),
        (
            {"weights": {"clarity": float("inf")}},
            "options.weights.clarity: is inf; give a number of 0 or more",
        ),
        ({"weights": {1: 1.0}}, "options.weights: none is named 1; give a text"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_by_name(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(jurat.OptionError) as refused:
        Options(**wrong)
    assert str(refused.value) == said


def test_options_set_anew_are_checked_too() -> None:
    with pytest.raises(jurat.OptionError, match=r"^options\.quorum: is 0; give a whole number of 1 or more$"):
        Options().merge({"quorum": 0})


@pytest.mark.parametrize(
    "right",
    [
        {"overlap": "window", "relevance": "answer_aware", "calibration": "effects", "rubric": "factual"},
        {"strict_partial": True, "safety_gate": True, "safety_score_cap": 10, "quorum": 1000},
        {"thresholds": {"high": 0, "elevated": 1.0}, "weights": {"clarity": 0, "accuracy": 1.0}},
    ],
)
def test_a_value_that_is_allowed_is_kept_and_read_back_from_json(right: dict[str, Any]) -> None:
    made = Options(**right)
    assert {name: getattr(made, name) for name in right if name != "thresholds"} == {
        name: value for name, value in right.items() if name != "thresholds"
    }
    assert Options(**json.loads(json.dumps(asdict(made)))) == made


def test_a_judge_takes_options_as_a_dict_too() -> None:
    assert jurat.judge("claim-lock", {"thresholds": {"relevance": 1.0}}).judge(TEA).verdict == "FAIL"


@pytest.mark.parametrize(
    ("judge", "options", "said"),
    [
        (
            "twin-lock",
            {"thresholds": {"hallucination": 0.2}},
            "options.thresholds: twin-lock has none named 'hallucination'; "
            "use summary_unsupported, summary_fail, summary_warn",
        ),
        (
            "claim-lock",
            {"quorum": 2},
            "claim-lock does not support option 'quorum' (supported: relevance, thresholds)",
        ),
        (
            "judge-lock-ultra",
            {"weights": {"tone": 2}},
            "options.weights: unknown metric 'tone'; "
            "the metrics are coverage, alignment, hallucination, relevance, bias_toxicity",
        ),
    ],
)
def test_a_judge_refuses_what_would_do_nothing(judge: str, options: Any, said: str) -> None:
    with pytest.raises(jurat.OptionError) as refused:
        jurat.judge(judge, options)
    assert str(refused.value) == said


def test_an_option_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(
        jurat.OptionError, match="options: none is named 'treshold'; the options are strict_par"
    ):
        jurat.judge("claim-lock", {"treshold": 1})  # type: ignore[arg-type]
