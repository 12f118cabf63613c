"""Assertions and functions as criteria: what is met, where, and why not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import OptionError
from jurat.observations import CriterionLabels
from jurat.observers.criteria.assertion_checks import JudgedText, NotApplicableError, check_assertion
from jurat.observers.criteria.criteria_observer import load_functions, observe_criteria
from jurat.observers.criteria.criterion import Criterion, TextAssertion
from jurat.observers.criteria.function_checks import load_function

SAID = JudgedText("response", "Dear Ann, the tea costs €5. Bye", 1.5)
SCHEMA = {"type": "object", "required": ["price"], "properties": {"price": {"type": "number"}}}


@pytest.mark.parametrize(
    ("given", "label", "where", "why"),
    [
        ({"contains": "tea"}, "met", "tea", "the response has “tea”"),
        ({"contains": ("tea", "€5")}, "met", "tea", "the response has “tea”, “€5”"),
        ({"contains": ("tea", "milk")}, "not_met", "tea", "the response does not have “milk”"),
        ({"contains": "TEA"}, "not_met", None, "the response does not have “TEA”"),
        ({"contains": "TEA", "ignore_case": True}, "met", "tea", "the response has “TEA”"),
        ({"contains": "tea", "negate": True}, "not_met", "tea", "the response has “tea”"),
        ({"contains_any": ("milk", "Ann")}, "met", "Ann", "the response has “Ann”"),
        ({"contains_any": ("milk", "a+")}, "not_met", None, "the response has none of “milk”, “a+”"),
        ({"regex": r"€\d"}, "met", "€5", "“€5” matches"),
        ({"regex": r"\$\d"}, "not_met", None, r"nothing in the response matches “\$\d”"),
        ({"regex": r"x*"}, "met", None, "“” matches"),
        ({"starts_with": "Dear"}, "met", "Dear", "the response begins with “Dear”"),
        ({"starts_with": "Ann"}, "not_met", None, "the response does not begin with “Ann”"),
        ({"ends_with": "Bye"}, "met", "Bye", "the response ends with “Bye”"),
        ({"ends_with": "tea"}, "not_met", None, "the response does not end with “tea”"),
        ({"max_words": 7}, "met", None, "the response has 7 words"),
        ({"max_words": 6}, "not_met", None, "the response has 7 words"),
        ({"min_words": 8}, "not_met", None, "the response has 7 words"),
        ({"min_characters": 31}, "met", None, "the response has 31 characters"),
        ({"max_characters": 30}, "not_met", None, "the response has 31 characters"),
        ({"max_seconds": 1.5}, "met", None, "it took 1.5 seconds"),
        ({"max_seconds": 1.4}, "not_met", None, "it took 1.5 seconds"),
        ({"json_schema": True, "negate": True}, "met", None, "the response is not JSON (…"),
    ],
)
def test_an_assertion_is_met_or_not_where_and_why(
    given: dict[str, Any], label: str, where: str | None, why: str
) -> None:
    found = check_assertion(TextAssertion(**given), SAID)
    assert found.label == label
    assert (found.span.text if found.span else None) == where
    assert (found.reason or "").startswith(why.rstrip("…"))
    assert found.span is None or SAID.text[found.span.start : found.span.end] == found.span.text


@pytest.mark.parametrize(
    ("text", "label", "why"),
    [
        ('{"price": 5}', "met", "the response fits the schema"),
        ('{"price": "5"}', "not_met", "at price: '5' is not of type 'number'"),
        ("{}", "not_met", "at the top: 'price' is a required property"),
        ("five", "not_met", "the response is not JSON (Expecting value: line 1 column 1 (char 0))"),
        ("[" * 100_000, "not_met", "the response is not JSON (maximum recursion depth exceeded"),
    ],
)
def test_a_schema_names_the_first_thing_that_does_not_fit(text: str, label: str, why: str) -> None:
    found = check_assertion(TextAssertion(json_schema=SCHEMA), JudgedText("response", text))
    assert found.label == label
    assert (found.reason or "").startswith(why)


def test_equals_ignores_white_space_around_and_case_on_request() -> None:
    yes = JudgedText("response", " Yes\n")
    assert check_assertion(TextAssertion(equals="Yes"), yes).label == "met"
    assert check_assertion(TextAssertion(equals="yes"), yes).label == "not_met"
    assert check_assertion(TextAssertion(equals="yes", ignore_case=True), yes).label == "met"


def test_a_schema_fetches_nothing() -> None:
    schema = {"$ref": "http://127.0.0.1:9/schema.json"}
    with pytest.raises(OptionError, match="json_schema: is not a usable schema"):
        check_assertion(TextAssertion(json_schema=schema), JudgedText("response", "{}"))


def test_a_latency_that_is_not_known_is_no_pass() -> None:
    with pytest.raises(NotApplicableError, match="the case has no latency"):
        check_assertion(TextAssertion(max_seconds=2), JudgedText("response", "Yes."))


def test_an_assertion_names_exactly_one_condition() -> None:
    with pytest.raises(OptionError, match="names no condition; give one of contains"):
        TextAssertion(negate=True)
    with pytest.raises(OptionError, match="names contains, regex; give exactly one of them"):
        TextAssertion(contains="a", regex="a")


def test_a_criterion_is_checked_in_exactly_one_way() -> None:
    with pytest.raises(OptionError, match="criterion a: says nothing to check"):
        Criterion(name="a")
    with pytest.raises(OptionError, match="criterion a: has function and ask"):
        Criterion(name="a", ask="Is it polite?", function="m:f")
    with pytest.raises(OptionError, match="criterion a: grades: applies only to ask"):
        Criterion(name="a", function="m:f", grades=5)


CASE = ResponseCase(query="What is tea?", response="Tea is a drink.", id="c1")


def observed(criterion: Criterion, case: Any = CASE) -> CriterionLabels:
    functions = load_functions([criterion], Path())
    (found,) = observe_criteria([criterion], functions, [case])
    return found[criterion.name]


@pytest.mark.parametrize(
    ("returned", "label", "degree"),
    [
        (True, "met", 1.0),
        (False, "not_met", 0.0),
        (0.5, "partial", 0.5),
        (0.2, "not_met", 0.2),
        (1, "met", 1.0),
    ],
)
def test_a_function_says_how_far_a_criterion_is_met(returned: object, label: str, degree: float) -> None:
    (check,) = observed(Criterion(name="a", function=lambda _: returned)).checks or ()
    assert (check.label, check.degree) == (label, degree)


def test_a_function_gets_the_case_and_its_quote_is_looked_up() -> None:
    def short(case: Any) -> dict[str, Any]:
        return {"met": len(case.response) < 20, "reason": "short", "evidence": "a  DRINK"}

    (check,) = observed(Criterion(name="a", function=short)).checks or ()
    assert check.span is not None
    assert (check.label, check.reason, check.span.text) == ("met", "short", "a drink")


def test_a_function_whose_quote_is_not_there_is_not_met() -> None:
    found = observed(Criterion(name="a", function=lambda _: {"met": True, "evidence": "a drug"}))
    assert found.dropped_quotes == 1
    (check,) = found.checks or ()
    assert (check.label, check.reason) == ("not_met", "its quote is not in the response")


def broken(_: object) -> bool:
    raise ValueError("no such thing")


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (broken, "a failed: ValueError: no such thing"),
        (lambda _: None, "a returned 'None'; true, false or a number from 0 to 1 was expected"),
        (lambda _: 1.5, "a returned '1.5'; true"),
        (lambda _: float("nan"), "a returned 'nan'"),
        (lambda _: {"meet": True}, "a returned the unknown field 'meet'"),
    ],
)
def test_a_function_that_says_nothing_leaves_its_criterion_unscored(function: Any, why: str) -> None:
    found = observed(Criterion(name="a", function=function))
    assert found.checks is None
    assert (found.unscored or "").startswith(why)


def test_functions_are_found_in_packages_and_in_files_beside_the_criteria(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def fine(case):\n    return True\n")
    assert load_function("own.py:fine", tmp_path)(CASE) is True
    assert load_function("math:sqrt", tmp_path)(4) == 2
    for name in ("own.py:gone", "gone.py:fine", "no_such_package:fine"):
        with pytest.raises(OptionError, match="cannot be imported"):
            load_function(name, tmp_path)
    with pytest.raises(OptionError, match="is not a function"):
        load_function("math:pi", tmp_path)


def test_what_a_model_is_asked_stays_open_without_one() -> None:
    assert observed(Criterion(name="a", ask="Is it polite?")).unscored == (
        "it is judged by a model; name one with --observer llm:MODEL"
    )


def test_assertions_of_single_cases_are_added_to_the_common_ones() -> None:
    own = {"c1": (TextAssertion(contains="drink"),)}
    common = (TextAssertion(max_words=9),)
    criterion = Criterion(name="a", assertions=common, by_case=own)
    assert len(observed(criterion).checks or ()) == 2
    other = ResponseCase(query="What is tea?", response="Tea.", id="c2")
    assert len(observed(criterion, other).checks or ()) == 1
    assert observed(Criterion(name="a", by_case=own), other).checks == ()


def test_the_judged_text_of_a_summary_is_the_summary() -> None:
    case = SummaryCase(article="Rain fell on Rome.", summary="Rain.")
    (check,) = observed(Criterion(name="a", assertions=(TextAssertion(contains="Rain"),)), case).checks or ()
    assert check.span is not None
    assert check.span.source == "summary"
