"""Traps of Claim-Lock: what each response anchors on, and whether the context supports it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.cases import ResponseCase
from jurat.judges.scoring import score_response
from jurat.observations import Anchors
from jurat.observers.labels import Verifier, verify_response
from jurat.observers.rules.anchors import observe, observe_case
from jurat.options import Options
from jurat.outcomes import Score
from jurat.spans import Span
from jurat.text.contexts import Passage
from jurat.text.dates import Moment
from jurat.text.hours import check_hours
from jurat.text.values import values

TRAPS = tomllib.loads(Path(__file__).with_name("claim_traps.toml").read_text(encoding="utf-8"))["trap"]


def anchors(response: str, *contexts: str) -> Anchors:
    case = ResponseCase(query="What does it say?", response=response, contexts=contexts)
    found = observe_case(case).hallucination
    assert found is not None
    return found


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap["response"][:40])
def test_every_anchor_and_its_support(trap: dict[str, Any]) -> None:
    found = anchors(trap["response"], *trap["contexts"])
    assert [[one.kind, one.text, one.supported] for one in found.anchors or ()] == trap["anchors"]


def test_there_are_enough_traps() -> None:
    assert len(TRAPS) >= 150


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap["response"][:40])
def test_evidence_stands_where_it_says_and_labels_accept_it(trap: dict[str, Any]) -> None:
    case = ResponseCase(query="What?", response=trap["response"], contexts=tuple(trap["contexts"]))
    seen = observe_case(case)
    assert verify_response(seen, Verifier({"context": case.contexts}, required=True)) == seen
    for one in (seen.hallucination.anchors or ()) if seen.hallucination else ():
        assert one.span == Span("response", one.span.start, one.span.end, one.text) if one.span else False
        assert one.reason


def test_no_context_is_said_and_leaves_the_metric_unscored() -> None:
    for contexts in ((), ("",), (" ", "\n")):
        assert anchors("Google bought Fitbit for $5.", *contexts) == Anchors(no_context=True)


def test_a_response_without_anchors_scores_zero_and_says_so() -> None:
    case = ResponseCase(query="Capital of France?", response="Paris.", contexts=("Paris is in France.",))
    result = score_response(observe_case(case), Options(), case="", observer="rules")
    assert isinstance(result["hallucination"], Score)
    assert result["hallucination"].value == 0
    assert "no_anchors" in (result.reasons or ())


def test_several_passages_are_told_apart_in_evidence() -> None:
    found = anchors("It costs $5.", "It is old.", "It costs $5.")
    sources = [one.evidence.source for one in found.anchors or () if isinstance(one.evidence, Span)]
    assert sources == ["context[1]"] * 2


@pytest.mark.parametrize(
    ("response", "amounts"),
    [
        ("It has 4 stars out of 5.", ["4 stars"]),
        ("One guest liked it.", []),
        ("A third guest left.", []),
        ("It took one of 3 rooms.", ["3"]),
    ],
)
def test_scales_and_indefinite_guests_are_no_amounts(response: str, amounts: list[str]) -> None:
    found = anchors(response, "It has 4 stars. It has 3 rooms.")
    assert [one.text for one in found.anchors or () if one.kind == "number"] == amounts


HOURS = (
    '{"hours": {"Monday": "0:0-0:0", "Tuesday": "7:0-16:0", "Saturday": "7:0-16:0", "Sunday": "7:0-15:0"}}'
)


@pytest.mark.parametrize(
    "response",
    [
        "It is open from 7:00 am to 4:00 pm on Tuesday and until 3:00 pm on Sundays.",
        "It is open from Tuesday to Saturday, from 7:00 am to 3:00 pm on Sunday.",
    ],
)
def test_times_belong_to_the_days_said_right_after_them(response: str) -> None:
    dates = [one for one in anchors(response, HOURS).anchors or () if one.kind == "date"]
    assert [one.text for one in dates if not one.supported and ":" in one.text] == []


class Unwalked(list[Moment]):
    """A list that may be looked into and cut, but not gone through from end to end."""

    def __iter__(self) -> Iterator[Moment]:
        raise AssertionError("gone through as a whole")


def test_a_sentence_about_hours_looks_at_its_own_times_only() -> None:
    text = "It closes at 3:00 pm on Tuesday. It opens at 7:00 am on Sunday."
    hours = Passage(HOURS).hours
    second = text.index("It opens")
    found = list(check_hours(text, second, len(text), Unwalked(values(text).moments), hours))
    assert [(text[one.start : one.end], one.agrees) for one in found] == [("Sunday", True), ("7:00 am", True)]


def test_data_that_is_silent_bears_out_that_nothing_is_told() -> None:
    data = '{"name": "The inn", "Music": null, "WiFi": "no"}'
    found = anchors("Music is not specified. It lacks WiFi.", data)
    assert all(one.supported for one in found.anchors or ())


def test_a_batch_gives_what_each_case_gives_alone() -> None:
    cases = [
        ResponseCase(query="What?", response=trap["response"], contexts=tuple(trap["contexts"]), id=index)
        for index, trap in enumerate(TRAPS)
    ]
    assert list(observe(cases)) == [observe_case(case) for case in cases]


@given(st.text(min_size=1, max_size=80), st.lists(st.text(max_size=80), max_size=3))
def test_any_text_is_observed_with_spans_inside_it(response: str, contexts: list[str]) -> None:
    if not response.strip():
        return
    found = anchors(response, *contexts)
    for one in found.anchors or ():
        assert one.span is not None
        assert response[one.span.start : one.span.end] == one.text == one.span.text
        assert one.evidence is None or (isinstance(one.evidence, Span) and one.evidence.text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "(" * 50_000,
        "a " * 100_000,
        '{"a":' * 30_000,
        "\ud800 1 and 2." * 5_000,
        "not " * 50_000,
        "\x00" * 100_000,
    ],
    ids=["brackets", "one word", "open data", "surrogates", "denials", "nulls"],
)
def test_hostile_texts_finish(text: str) -> None:
    assert anchors("Google did not buy Fitbit for $5 in 2021.", text).overlap is not None
    assert anchors(text[:20_000], "Google bought Fitbit.").overlap is not None
