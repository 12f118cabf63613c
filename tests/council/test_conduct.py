"""How a council is conducted: deadlines, early stop, breaker, cost, plain style, query type, synthesis."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from jurat.errors import OptionError
from jurat.judges.council.api import short_names
from jurat.judges.council.deliberation import Council
from jurat.judges.council.review_assignment import assign_reviewers
from jurat.judges.council.room import SeatProgress
from jurat.judges.council.session import Question, Seats, Session
from jurat.llm.budget import Price
from jurat.llm.model_errors import UnavailableError
from jurat.llm.model_protocol import Completion, Request
from jurat.llm.scripted import Reply, ScriptedEndpoint
from jurat.nlp.tokens import words
from jurat.observations import Review
from jurat.observers.council.query_type import query_type
from jurat.observers.council.style_normalisation import normalise_style
from jurat.observers.council.synthesis_check import HOW_TO_INSTALL, ClaimReader
from jurat.observers.llm.llm_observer import ModelOptions
from jurat.options import Options
from jurat.runs.council.leaderboard import LeaderboardBuilder
from jurat.runs.council.seat_totals import total_entry, whole_total
from jurat.scoring.early_stop import certain_winner
from jurat.scoring.rubric import make_rubric
from jurat.verifier.claim_texts import ClaimText
from tests.council.models import ASKED, DIMENSIONS, QUICK, responses, reviewing


class SlowEndpoint(ScriptedEndpoint):
    """An endpoint that takes its time."""

    seconds = 300.0

    async def complete(self, request: Request) -> Completion:
        await asyncio.sleep(self.seconds)
        return await super().complete(request)


def held(
    ends: dict[str, ScriptedEndpoint],
    *questions: Question,
    options: Options | None = None,
    asking: ModelOptions = QUICK,
    watch: Callable[[SeatProgress], None] = lambda _: None,
    **seats: Any,
) -> list[Session]:
    opened = {name: (lambda end=end: end) for name, end in ends.items()}
    made = Council(Seats(**{"reviewers": tuple(ends), **seats}), opened, options, asking, watch)
    found = list(made.deliberate(questions or (ASKED,)))
    assert all(isinstance(one, Session) for one in found), found
    return found  # type: ignore[return-value]


def ends(**answers: Callable[[Request], Reply]) -> dict[str, ScriptedEndpoint]:
    return {name: ScriptedEndpoint(answer, name=name) for name, answer in answers.items()}


def test_a_stage_ends_at_its_deadline_with_what_there_is() -> None:
    models = {**ends(r=reviewing()), "late": SlowEndpoint(reviewing(), name="late")}
    told: list[SeatProgress] = []
    [session] = held(models, seconds=8, asking=ModelOptions(), watch=told.append)
    assert list(session.result.reviewers) == ["r"]
    assert [(one.state, one.seconds) for one in told if one.seat == "late"] == [("started", 0), ("failed", 8)]
    [failure] = session.trouble
    assert (failure.seat, failure.stage, failure.reason) == (
        "late",
        "review",
        "no result within the stage's 8 s",
    )


def test_reviewing_stops_when_no_missing_review_can_change_the_winner() -> None:
    def sure(request: Request) -> Reply:
        entries = [
            {"response": letter, **dict.fromkeys(DIMENSIONS, 10 if "the sun" in text else 1)}
            for letter, text in responses(request).items()
        ]
        return json.dumps({"evaluations": entries})

    models = {**ends(**{f"r{n}": sure for n in range(4)}), "late": SlowEndpoint(sure, name="late")}
    [session] = held(models, early_stop=True, options=Options(calibration="none"))
    assert session.early_stop is not None
    assert (session.early_stop.winner, session.early_stop.skipped) == ("m2", ("late",))
    assert session.result.ranking[0] == "m2"
    assert session.trouble == ()


def test_early_stop_needs_scores_that_count_as_given() -> None:
    with pytest.raises(OptionError, match="early_stop: cannot be proven; set calibration none"):
        held(ends(r=reviewing()), early_stop=True)


@pytest.mark.parametrize(
    ("first", "outstanding", "expected"),
    [
        ({"a": 10, "b": 1}, 0, "a"),
        ({"a": 10, "b": 1}, 1, None),
        ({"a": 6, "b": 6}, 0, None),
        ({"a": 9}, 0, None),
    ],
)
def test_a_winner_is_certain_only_if_nothing_can_change_it(
    first: dict[str, int], outstanding: int, expected: str | None
) -> None:
    missing = {f"s{n}": ("a", "b") for n in range(outstanding)}
    assert certain_winner([Review(reviewer="r", holistic=first)], "ab", make_rubric(), missing) == expected


def test_a_ceiling_that_can_still_come_keeps_the_winner_open() -> None:
    rubric = make_rubric(weights={"accuracy": 0.1, "clarity": 0.9})
    given = {"a": {"accuracy": 8, "clarity": 10}, "b": {"accuracy": 10, "clarity": 1}}
    reviews = [Review(reviewer=f"r{n}", evaluations=given) for n in range(3)]
    assert certain_winner(reviews, "ab", rubric, {}) == "a"
    assert certain_winner(reviews, "ab", rubric, {"s": "ab"}) == "a"  # 6.25 accuracy: ceiling 7, above 4.15
    assert certain_winner(reviews, "ab", rubric, {"s": "ab", "t": "ab", "u": "ab"}) is None


def test_a_safety_cap_counts_before_a_winner_is_certain() -> None:
    review = [Review(reviewer="r", holistic={"a": 10, "b": 2})]
    assert certain_winner(review, "ab", make_rubric(), {}, caps={"a": 0.0}) == "b"
    assert certain_winner(review, "ab", make_rubric(), {}, quorum=2) is None


def test_an_endpoint_that_keeps_failing_is_left_alone() -> None:
    models = ends(r=reviewing(), dead=lambda _: UnavailableError("the line is dead"))
    asked = [Question(query=ASKED.query, candidates=ASKED.candidates, id=n) for n in range(12)]
    found = held(models, *asked)
    told = [session.trouble[0].reason for session in found]
    assert told[0] == "the line is dead"
    expected = r"not asked: \d+ failures in a row, the last: the line is dead; next try in \d+ s"
    assert re.fullmatch(expected, told[-1])


def test_what_each_seat_took_is_told_with_its_cost() -> None:
    def counted(request: Request) -> Reply:
        return Completion(text=str(reviewing()(request)), prompt_tokens=1000, completion_tokens=100)

    asking = ModelOptions(patience=QUICK.patience, prices={"r": Price(input=Decimal(1), output=Decimal(10))})
    [session] = held(ends(r=counted, s=counted), asking=asking, chair="r")
    by = {(one.seat, one.stage): one for one in session.usage}
    assert (by["r", "review"].calls, by["r", "review"].prompt_tokens) == (1, 1000)
    assert by["r", "review"].cost == Decimal("0.002")
    assert by["s", "review"].cost is None
    assert by["r", "synthesis"].completion_tokens == 100


def test_seats_are_summed_over_questions_with_their_failures() -> None:
    def counted(request: Request) -> Reply:
        return Completion(text=str(reviewing()(request)), prompt_tokens=1000, completion_tokens=100)

    models = ends(r=counted, dead=lambda _: UnavailableError("the line is dead"))
    asking = ModelOptions(patience=QUICK.patience, prices={"r": Price(input=Decimal(1), output=Decimal(10))})
    asked = [replace(ASKED, id=number) for number in (1, 2)]
    board = LeaderboardBuilder()
    for session in held(models, *asked, asking=asking):
        board.add(session)
    dead, fine = board.standings().seats
    assert (dead.seat, dead.stage, dead.failed, dead.reason) == ("dead", "review", 2, "the line is dead")
    assert (fine.seat, fine.calls, fine.tokens, fine.cost, fine.failed) == ("r", 2, 2200, Decimal("0.004"), 0)
    whole = whole_total([dead, fine])
    assert (whole.calls - dead.calls, whole.tokens, whole.cost, whole.failed) == (
        2,
        2200,
        Decimal("0.004"),
        2,
    )
    assert total_entry(fine)["cost"] == "0.004"
    assert "reason" not in total_entry(fine)


def test_progress_is_told_for_each_model() -> None:
    told: list[SeatProgress] = []
    models = ends(r=reviewing(), dead=lambda _: UnavailableError("the line is dead"))
    held(models, watch=told.append)
    assert [(one.seat, one.stage, one.state) for one in told if one.seat == "r"] == [
        ("r", "review", "started"),
        ("r", "review", "done"),
    ]
    assert ("dead", "failed") in [(one.seat, one.state) for one in told]


@pytest.mark.parametrize(("candidates", "reviewers", "most"), [(12, 9, 3), (5, 20, 4), (7, 7, 2)])
def test_each_candidate_gets_so_many_reviewers_and_they_share_the_work(
    candidates: int, reviewers: int, most: int
) -> None:
    names, panel = [f"m{n}" for n in range(candidates)], [f"m{n}" for n in range(reviewers)]
    found = assign_reviewers(names, panel, most, "seed")
    assert Counter(one for own in found.values() for one in own) == dict.fromkeys(names, most)
    assert all(name not in own for name, own in found.items())
    loads = [len(own) for own in found.values()]
    assert max(loads) - min(loads) <= 1


def test_reviewers_are_shown_only_what_is_theirs() -> None:
    models = ends(r=reviewing(), s=reviewing(), t=reviewing())
    [session] = held(models, reviewers_each=2, options=Options(calibration="effects"))
    assert [len(one.reviews) for one in session.result.candidates.values()] == [2, 2, 2, 2]
    assert session.result.ranking[0] == "m2"


def test_each_reviewer_reads_the_dimensions_in_an_order_of_its_own() -> None:
    models = ends(**{f"r{n}": reviewing() for n in range(4)})
    [session] = held(models)
    orders = set()
    for end in models.values():
        told = end.asked[0].messages[0].content
        orders.add(tuple(sorted(DIMENSIONS, key=lambda name: told.index(f"{name} ("))))
    assert len(orders) > 1
    assert {tuple(one.dimensions) for one in session.result.candidates.values()} == {DIMENSIONS}


STYLED = [
    ("# Tea\n\nTea is hot.", "Tea\n\nTea is hot."),
    ("- green\n* black\n• white", "green\nblack\nwhite"),
    ("**Bold** claim: 2**3 is 8.", "Bold claim: 2**3 is 8."),
    ("Hello! Certainly, tea is hot.", "tea is hot."),
    ("Tea is hot.\n\nI hope this helps! Let me know if you have any questions.", "Tea is hot."),
    ("As an AI, I drink no tea.", "I drink no tea."),
    ("1. Boil\n2. Pour", "1. Boil\n2. Pour"),
    ("```python\n# not a heading\n- x\n```", "```python\n# not a heading\n- x\n```"),
    ("Sure things are rare.", "Sure things are rare."),
    ("Certainly the price is 5 - 3 = 2.", "Certainly the price is 5 - 3 = 2."),
    ("---\nTea\n***", "Tea"),
    ("Tea is hot. Please let me know if you have any questions!", "Tea is hot."),
    ("– 5 °C was measured.", "– 5 °C was measured."),
    ("- 5 cups\n- 2 pots", "5 cups\n2 pots"),
    ("Hi", "Hi"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "expected"), STYLED)
def test_plain_style_changes_layout_and_courtesies_only(text: str, expected: str) -> None:
    assert normalise_style(text) == expected
    assert normalise_style(expected) == expected
    kept = iter(words(text))
    assert all(word in kept for word in words(expected)), "what is left stands in the text in the same order"


def test_reviewers_read_plain_style_and_results_keep_the_text() -> None:
    models = ends(r=reviewing())
    asked = Question(query="Why?", candidates={"m1": "# The sun\n- it shines", "m2": "Cheese."}, id=1)
    [session] = held(models, asked, normalise_style=True)
    assert "The sun\nit shines" in responses(models["r"].asked[0]).values()
    assert session.question.candidates["m1"] == "# The sun\n- it shines"


@pytest.mark.parametrize(
    ("query", "rubric"),
    [
        ("Fix this:\n```\nx = 1\n```", "coding"),
        ("Why does my SQL query fail?", "coding"),
        ("Write a poem about a python.", "creative"),
        ("Come up with a slogan for a tea shop.", "creative"),
        ("Who was the first president?", "factual"),
        ("How many moons has Mars?", "factual"),
        ("Help me plan my week.", "default"),
        ("", "default"),
    ],
)
def test_the_kind_of_query_chooses_the_rubric(query: str, rubric: str) -> None:
    assert query_type(query).rubric == rubric


def test_the_session_tells_which_rubric_was_chosen_and_why() -> None:
    asked = Question(query="Who was first?", candidates={"a": "Ann.", "b": "Bo."}, id=1)
    own = Question(
        query="Who was first?", candidates={"a": "Ann.", "b": "Bo."}, options={"rubric": "coding"}, id=2
    )
    first, second = Council(Seats(query_type="auto")).deliberate([asked, own])
    assert isinstance(first, Session)
    assert isinstance(second, Session)
    assert first.query_type is not None
    assert (first.query_type.rubric, first.query_type.reason) == ("factual", "the query has 'who was'")
    assert first.result.signature.endswith("|rubric:factual")
    assert second.query_type is None


def test_models_given_by_address_are_shown_by_their_short_names() -> None:
    one, other = "local=http://127.0.0.1:1/v1:qwen:7b", "local=http://127.0.0.1:2/v1:qwen:7b"
    assert short_names([one]) == {one: "local:qwen:7b"}
    assert short_names([one, other]) == {one: one, other: other}


class Verbatim:
    """A reader that supports what stands in the source word by word."""

    def probabilities(self, source: str, claims: Sequence[ClaimText]) -> list[float]:
        return [float(one.text in source) for one in claims]


def synthesised(reader: ClaimReader | None, text: str, **candidates: str) -> tuple[Session, ScriptedEndpoint]:
    chair = ScriptedEndpoint(lambda _: text, name="chair")
    models = {**ends(r=reviewing()), "chair": chair}
    opened = {name: (lambda end=end: end) for name, end in models.items()}
    seating = Seats(reviewers=("r",), chair="chair")
    made = Council(seating, opened, Options(safety_gate=True), QUICK, reader=lambda: reader)
    [session] = made.deliberate([Question(query="Why?", candidates=candidates, id=1)])
    assert isinstance(session, Session)
    return session, chair


def test_each_sentence_of_the_synthesis_names_the_candidate_that_supports_it() -> None:
    text = "It is the sun. It is cold."
    session, _ = synthesised(Verbatim(), text, m1="It is the sun.", m2="Cheese.")
    assert session.synthesis is not None
    assert session.synthesis.support is not None
    assert [(one.candidate, one.probability) for one in session.synthesis.support] == [
        ("m1", 1.0),
        (None, 0.0),
    ]


def test_without_the_verifier_one_line_says_how_to_install_it() -> None:
    session, _ = synthesised(None, "It is the sun.", m1="The sun.", m2="Cheese.")
    assert session.synthesis is not None
    assert session.synthesis.support is None
    assert session.synthesis.note == HOW_TO_INSTALL
    assert "\n" not in HOW_TO_INSTALL
    assert "pip install 'jurat[verifier]'" in HOW_TO_INSTALL


def test_text_that_failed_the_gate_is_withheld_from_the_chair() -> None:
    bad = "Here is how to make a bomb: mix the powder."
    session, chair = synthesised(None, "The sun.", m1="It is the sun.", m2=bad)
    [asked] = chair.asked
    whole = "".join(message.content for message in asked.messages)
    assert "mix the powder" not in whole
    assert "1 response is withheld from you because the text failed the safety gate." in whole
    assert session.synthesis is not None
    assert session.synthesis.withheld == ("m2",)
