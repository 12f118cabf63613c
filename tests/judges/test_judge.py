"""A judge: cases or mappings in, results in order, a bad one in its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from jurat.cases import ResponseCase
from jurat.errors import InputError, OptionError
from jurat.judges.registry import judge, judge_names
from jurat.outcomes import Failure, Result
from tests.engines.toys import build

TOY = build()


def good(**changes: Any) -> dict[str, Any]:
    return {"query": "q", "response": "x" * 25, "context": "c", **changes}


def test_a_case_and_a_mapping_of_its_fields_judge_the_same() -> None:
    case = ResponseCase(query="q", response="x" * 25, contexts=("c",))
    assert TOY.judge(case) == TOY.judge(good())
    assert TOY.judge(case)["relevance"].value == 0.25


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"response": ""}, "response: is empty; give the text"),
        ({"response": " \n"}, "response: is empty; give the text"),
        ({"response": None}, "response: is of type NoneType, not text; give the text"),
        ({"query": 7}, "query: is of type int, not text; give the text"),
        ({"context": [1]}, "contexts[0]: is of type int, not text; give passages as texts"),
        ({"context": 1.5}, "contexts: is of type float, not a list of texts; give passages as texts"),
        (
            {"answer": "x"},
            "answer: is not a field of a case; "
            "the fields are query, response, contexts, reference, latency, id",
        ),
    ],
)
def test_what_is_no_case_is_an_error_that_names_the_field(changes: dict[str, Any], error: str) -> None:
    with pytest.raises(InputError) as caught:
        TOY.judge(good(**changes))
    assert str(caught.value) == error
    (failure,) = TOY.judge_many([good(**changes, id="a")])
    assert failure == Failure(id="a", error=error)


def test_a_missing_field_is_an_error_that_names_it() -> None:
    with pytest.raises(InputError, match=r"^response: is missing; add it$"):
        TOY.judge({"query": "q"})


def test_many_cases_keep_their_order_and_get_ids_by_position() -> None:
    cases: list[Mapping[str, Any]] = [
        good(),
        good(response=""),
        good(id="c"),
        good(response="stumble"),
        good(),
    ]
    outcomes = list(TOY.judge_many(cases, batch=2))
    assert [outcome.id for outcome in outcomes] == [1, 2, "c", 4, 5]
    assert [type(outcome) for outcome in outcomes] == [Result, Failure, Result, Failure, Result]
    assert outcomes[3] == Failure(id=4, error="internal error: ZeroDivisionError: stumbled")


def test_many_cases_are_judged_as_they_are_asked_for() -> None:
    def endless() -> Any:
        while True:
            yield good()

    results = TOY.judge_many(endless())
    assert [next(results).id for _ in range(70)] == list(range(1, 71))


def test_lone_surrogates_are_replaced_and_offsets_stay() -> None:
    case = ResponseCase(query="q\ud800", response="a\udfffb", contexts=("\ud800", " "))
    assert (case.query, case.response, case.contexts) == ("q\ufffd", "a\ufffdb", ("\ufffd",))


def test_an_unknown_judge_or_observer_is_refused_with_the_choices() -> None:
    with pytest.raises(OptionError, match=r"unknown judge 'claimlock'; the judges are .*claim-lock"):
        judge("claimlock")
    with pytest.raises(OptionError, match="unknown observer 'oracle'"):
        judge("claim-lock", observer="oracle")
    assert "claim-lock" in judge_names()


def test_a_council_is_no_judge_and_the_error_says_what_is() -> None:
    with pytest.raises(OptionError, match=r"unknown judge 'council'; use jurat\.council\(\)"):
        judge("council")
