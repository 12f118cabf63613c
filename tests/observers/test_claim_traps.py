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
from jurat.judges.claim_lock import score_response
from jurat.nlp.dates.moment import Moment
from jurat.nlp.values import values
from jurat.observations import Anchors
from jurat.observers.grounding.opening_hours import check_hours
from jurat.observers.grounding.passages import Passage
from jurat.observers.labels import EvidenceChecker, verify_response
from jurat.observers.responses.response_observer import observe, observe_case
from jurat.options import Options
from jurat.outcomes import Score
from jurat.spans import Span

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
    assert verify_response(seen, EvidenceChecker({"context": case.contexts}, required=True)) == seen
    for one in (seen.hallucination.anchors or ()) if seen.hallucination else ():
        assert one.span == Span("response", one.span.start, one.span.end, one.text) if one.span else False
        assert one.reason


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap["response"][:40])
def test_an_unsupported_anchor_has_evidence_or_the_nearest_passage(trap: dict[str, Any]) -> None:
    contexts = trap["contexts"]
    for one in anchors(trap["response"], *contexts).anchors or ():
        assert (one.evidence is None) != (one.nearest is None)
        assert not (one.supported and one.nearest)
        if isinstance(one.nearest, Span):
            number = one.nearest.source.removeprefix("context").strip("[]")
            text = contexts[int(number or 0)]
            assert text[one.nearest.start : one.nearest.end] == one.nearest.text


@pytest.mark.parametrize(
    ("response", "context", "reason", "nearest"),
    [
        (
            "The warranty lasts 36 months.",
            "The price is $30. The warranty is for 24 months.",
            "the context says 24 months, the answer 36 months",
            "The warranty is for 24 months.",
        ),
        (
            "It opened on 5 March 2021.",
            "It closed early. It opened on 5 March 2019.",
            "the context says 5 March 2019, the answer 5 March 2021",
            "It opened on 5 March 2019.",
        ),
        (
            "The tower has 12 floors.",
            "The tower is old. It stands in Rome.",
            "the context does not give this value; nearest: “The tower is old.”",
            "The tower is old.",
        ),
    ],
)
def test_a_refused_value_names_both_sides(response: str, context: str, reason: str, nearest: str) -> None:
    one = next(one for one in anchors(response, context).anchors or () if one.kind != "claim")
    assert (one.reason, one.nearest.text if isinstance(one.nearest, Span) else None) == (reason, nearest)


def test_a_value_in_another_unit_names_both_sides() -> None:
    one = next(one for one in anchors("It costs €25.", "It costs $25.").anchors or () if one.kind == "number")
    assert one.reason == "the context says $25, the answer €25"


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
