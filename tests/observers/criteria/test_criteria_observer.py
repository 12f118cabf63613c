"""Labels of declared criteria."""

from __future__ import annotations

from pathlib import Path

from jurat.cases import ResponseCase
from jurat.observers.criteria.criteria_observer import NEEDS_MODEL, load_functions, observe_criteria
from jurat.observers.criteria.criterion import Criterion, TextAssertion

CASES = [
    ResponseCase(id="1", query="q", response="Tea is hot."),
    ResponseCase(id="2", query="q", response="Ice."),
]


def labels(criterion: Criterion) -> list[tuple[list[str] | None, str | None]]:
    functions = load_functions([criterion], Path())
    found = [one[criterion.name] for one in observe_criteria([criterion], functions, CASES)]
    return [([check.label for check in one.checks] if one.checks else None, one.unscored) for one in found]


def test_assertions_of_all_cases_and_of_single_cases() -> None:
    by_case = {"2": (TextAssertion(contains="Ice"), TextAssertion(contains="tea"))}
    criterion = Criterion(name="c", assertions=(TextAssertion(contains="Tea"),), by_case=by_case)
    assert labels(criterion) == [(["met"], None), (["not_met", "met", "not_met"], None)]


def test_a_function_is_called_with_the_case() -> None:
    assert labels(Criterion(name="c", function=lambda case: case.id == "1")) == [
        (["met"], None),
        (["not_met"], None),
    ]
    broken = Criterion(name="c", function=lambda case: 1 / 0)
    assert labels(broken)[0] == (None, "c failed: ZeroDivisionError: division by zero")
    named = Criterion(name="c", function="operator:truth")
    assert labels(named) == [(["met"], None)] * 2


def test_what_asks_a_model_or_needs_a_latency_is_unscored() -> None:
    assert labels(Criterion(name="c", ask="Is it?")) == [(None, NEEDS_MODEL)] * 2
    assert labels(Criterion(name="c", assertions=(TextAssertion(max_seconds=1),))) == [
        (None, "the case has no latency; give it in seconds as the field latency"),
        (None, "the case has no latency; give it in seconds as the field latency"),
    ]


def test_every_criterion_has_its_labels() -> None:
    criteria = [Criterion(name=name, assertions=(TextAssertion(contains=name),)) for name in ("Tea", "Ice")]
    found = list(observe_criteria(criteria, {}, CASES))
    assert [{name: one.checks[0].label for name, one in case.items() if one.checks} for case in found] == [
        {"Tea": "met", "Ice": "not_met"},
        {"Tea": "not_met", "Ice": "met"},
    ]
    assert load_functions(criteria, Path()) == {}
