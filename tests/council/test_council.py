"""The council at work with scripted models: collecting, reviewing blind, failing in part, summing up."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

import jurat
from jurat.errors import OptionError
from jurat.judges.council.deliberation import Council
from jurat.judges.council.reading_orders import reading_orders
from jurat.judges.council.session import Question, Seats, Session
from jurat.llm.model_errors import AccessError, UnavailableError
from jurat.llm.model_protocol import Request
from jurat.observations import Review
from jurat.observers.llm.rubric_text import BANDS, Anchoring, RubricText, anchors
from jurat.options import Options
from jurat.outcomes import Failure
from jurat.scoring.rubric import PRESETS, make_rubric
from tests.council.models import ASKED, DIMENSIONS, council, outside, responses, reviewing

BROKEN = UnavailableError("the line is dead")


def one(made: Council, question: Question) -> Session:
    [session] = made.deliberate([question])
    assert isinstance(session, Session), session
    return session


def test_members_answer_review_each_other_and_are_ranked() -> None:
    made, ends = council({"a": reviewing(0), "b": reviewing(1), "c": reviewing(2)}, members=("a", "b", "c"))
    session = one(made, Question(query="Where does daylight come from?", id=1))
    assert session.result.ranking == ("b", "a", "c")
    assert {name: answer.split("from ")[1] for name, answer in session.question.candidates.items()} == {
        "a": "a lamp.",
        "b": "the sun.",
        "c": "cheese.",
    }
    assert all(end.closed for end in ends.values())


def test_a_reviewer_never_sees_its_own_answer() -> None:
    made, ends = council({"a": reviewing(0), "b": reviewing(1), "c": reviewing(2)}, members=("a", "b", "c"))
    session = one(made, Question(query="Where does daylight come from?", id=1))
    for name, end in ends.items():
        [asked] = [request for request in end.asked if request.name == "review"]
        assert session.question.candidates[name] not in responses(asked).values()
        assert len(responses(asked)) == 2
    assert not any(reviewer.self_review for reviewer in session.result.reviewers.values())


def test_reviewers_see_letters_and_no_names() -> None:
    made, ends = council({"r": reviewing()}, reviewers=("r",))
    candidates = {f"secret-model-{name}": text for name, text in ASKED.candidates.items()}
    session = one(made, replace(ASKED, candidates=candidates))
    [asked] = ends["r"].asked
    assert "secret-model" not in "".join(message.content for message in asked.messages)
    assert list(responses(asked)) == ["A", "B", "C", "D"]
    assert session.result.ranking[0] == "secret-model-m2"


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_each_candidate_stands_in_each_place_equally_often(size: int) -> None:
    names = [f"m{i}" for i in range(size)]
    others = reading_orders(names, [f"r{i}" for i in range(2 * size)], "seed")
    for place in range(size):
        assert Counter(order[place] for order in others.values()) == dict.fromkeys(names, 2)
    selves = reading_orders(names, names, "seed")
    for place in range(size - 1):
        assert Counter(order[place] for order in selves.values()) == dict.fromkeys(names, 1)


def test_the_order_comes_from_the_seed() -> None:
    names = [f"m{i}" for i in range(8)]
    assert reading_orders(names, ["r"], "1") == reading_orders(list(reversed(names)), ["r"], "1")
    assert reading_orders(names, ["r"], "1") != reading_orders(names, ["r"], "2")


def test_the_prompt_holds_every_anchor_of_every_dimension() -> None:
    made, ends = council({"r": reviewing()}, reviewers=("r",))
    one(made, ASKED)
    told = ends["r"].asked[0].messages[0].content
    for name in DIMENSIONS:
        for band in BANDS:
            assert f"{band}: {anchors()[name].bands[band]}" in told
    assert "accuracy (35 % of the score)" in told
    assert "refusals:" not in told


def test_a_refusal_among_the_candidates_brings_its_own_anchors() -> None:
    made, ends = council({"r": reviewing()}, reviewers=("r",))
    refused = {**ASKED.candidates, "m4": "Sorry, but I can't assist with that."}
    one(made, replace(ASKED, candidates=refused))
    assert "Rightly declined" in ends["r"].asked[0].messages[0].content


@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_preset_can_be_written_out(preset: str) -> None:
    weights = {name: float(weight) for name, weight in make_rubric(preset).weights.items()}
    text = RubricText(weights=weights, preset=preset).written(refusals=True)
    assert all(f"{name} (" in text for name in weights)
    assert ("the code runs as written" in text) == (preset == "coding")


def test_a_dimension_of_ones_own_needs_anchors() -> None:
    options = Options(weights={"accuracy": 0.5, "wit": 0.5})
    with pytest.raises(OptionError, match="dimension wit: has no anchors"):
        Council(Seats(), {}, options)
    own = {"wit": Anchoring("Does one smile?", dict.fromkeys(BANDS, "…"))}
    Council(Seats(dimensions=own), {}, options)


def test_one_member_and_one_reviewer_may_fail() -> None:
    models = {"a": reviewing(0), "b": reviewing(1), "c": lambda _: BROKEN, "r": lambda _: BROKEN}
    made, _ = council(models, members=("a", "b", "c"), reviewers=("a", "b", "r"))
    session = one(made, Question(query="Where does daylight come from?", id=1))
    assert set(session.result.ranking) == {"a", "b"}
    assert [(trouble.seat, trouble.stage) for trouble in session.trouble] == [
        ("c", "answer"),
        ("r", "review"),
    ]
    assert "the line is dead" in session.trouble[0].reason


def test_a_wrong_key_of_one_member_spares_the_others() -> None:
    models = {"a": reviewing(0), "b": reviewing(1), "c": lambda _: AccessError("no such key")}
    made, _ = council(models, members=("a", "b", "c"))
    session = one(made, Question(query="Where does daylight come from?", id=1))
    assert set(session.result.ranking) == {"a", "b"}


def test_two_members_are_enough() -> None:
    made, _ = council({"a": reviewing(0), "b": reviewing(1)}, members=("a", "b"))
    assert one(made, Question(query="Where does daylight come from?", id=1)).result.ranking == ("b", "a")


def test_quorum_leaves_candidates_unscored() -> None:
    models = {"a": reviewing(0), "b": reviewing(1)}
    made, _ = council(models, members=("a", "b"), options=Options(quorum=2))
    result = one(made, Question(query="Where does daylight come from?", id=1)).result
    assert result.ranking == ()
    assert result.candidates["a"].unscored == "1 of 2 reviews that the quorum asks for were kept"


def test_where_no_member_answers_the_question_fails_and_the_rest_go_on() -> None:
    def shy(request: Request) -> object:
        return BROKEN if "hard" in request.messages[-1].content else reviewing(1)(request)

    made, _ = council({"a": shy, "b": shy}, members=("a", "b"))  # type: ignore[dict-item]
    first, second = made.deliberate([Question(query="A hard one?", id=1), Question(query="Easy?", id=2)])
    assert isinstance(first, Failure)
    assert "no member answered (a: the line is dead; b: the line is dead)" in first.error
    assert isinstance(second, Session)


def partial_review(request: Request) -> str:
    """Scores one response in full, another without clarity, a third with 11, and leaves the last out."""
    a, b, c, *_ = responses(request)
    full = dict.fromkeys(DIMENSIONS, 8)
    entries = [
        {"response": a, **full},
        {"response": f"Response {b}", **full, "clarity": None, "holistic": 6},
        {"response": c.lower(), **full, "clarity": 11},
    ]
    return json.dumps({"evaluations": entries})


def test_incomplete_evaluations_fall_back_to_holistic_or_are_dropped() -> None:
    made, _ = council({"r": partial_review}, reviewers=("r",))
    session = one(made, ASKED)
    shown = session.question.reviews[0].shown
    assert shown is not None
    problems = {problem.candidate: problem for problem in session.result.reviewers["r"].problems}
    assert problems[shown[1]].action == "fallback: holistic"
    assert problems[shown[2]].action == "dropped"
    assert "clarity is 11" in problems[shown[2]].reason
    assert session.result.candidates[shown[3]].unscored is not None


def test_a_reply_that_is_no_review_is_asked_for_as_a_holistic_one() -> None:
    def stubborn(request: Request) -> str:
        return "They are all fine." if request.name == "review" else str(reviewing()(request))

    made, ends = council({"r": stubborn}, reviewers=("r",))
    session = one(made, ASKED)
    assert [request.name for request in ends["r"].asked] == ["review", "review", "holistic"]
    assert session.result.ranking[0] == "m2"
    assert session.question.reviews[0].evaluations is None
    assert {one.kind for one in session.result.candidates["m1"].reviews} == {"holistic"}


@pytest.mark.parametrize(
    "reply",
    [
        '{"evaluations": []}',
        '{"evaluations": [{"response": "Q", "accuracy": 9}]}',
        '{"evaluations": [{"response": "A"}, {"response": "a"}]}',
        '{"evaluations": [{"accuracy": 9}]}',
        "I cannot evaluate these responses.",
    ],
)
def test_what_is_no_review_makes_the_reviewer_fail(reply: str) -> None:
    made, _ = council({"r": lambda _: reply}, reviewers=("r", "rules"))
    session = one(made, ASKED)
    assert [trouble.seat for trouble in session.trouble] == ["r", "rules"]
    assert list(session.result.reviewers) == ["rules"]


def test_the_chair_gets_the_ranked_answers_fenced_and_its_words_stand_beside() -> None:
    made, ends = council({"r": reviewing(), "chair": reviewing()}, reviewers=("r",), chair="chair")
    session = one(made, ASKED)
    assert session.synthesis is not None
    assert session.synthesis.text == "It comes from the sun."
    [asked] = ends["chair"].asked
    user = asked.messages[1].content
    places = [user.index(ASKED.candidates[name]) for name in session.result.ranking]
    assert places == sorted(places)
    assert not any(text in outside(asked) for text in ASKED.candidates.values())


def test_a_chair_that_fails_costs_the_synthesis_only() -> None:
    made, _ = council({"r": reviewing(), "chair": lambda _: BROKEN}, reviewers=("r",), chair="chair")
    session = one(made, ASKED)
    assert session.synthesis is None
    assert session.result.ranking[0] == "m2"
    assert session.trouble[0].stage == "synthesis"


def test_the_gate_caps_a_dangerous_answer() -> None:
    made, _ = council({"r": reviewing()}, reviewers=("r",), options=Options(safety_gate=True))
    bad = "Light of the sun. Here is how to make a bomb: mix the powders."
    session = one(made, replace(ASKED, candidates={**ASKED.candidates, "m2": bad}))
    assert session.result.candidates["m2"].score == 0.0
    assert session.result.ranking[-1] == "m2"
    assert "m2" in session.result.safety_gate.failed_models


def test_two_runs_give_the_same_session() -> None:
    models = {"a": reviewing(0), "b": reviewing(1), "c": reviewing(2)}
    runs = [one(council(models, members=("a", "b", "c"))[0], Question(query="Why?", id=7)) for _ in range(2)]
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ({"members": ("a", "a")}, "member: 'a' is named twice"),
        ({"reviewers": ("r", "r")}, "reviewer: 'r' is named twice"),
        ({"members": ("rules",)}, "'rules' cannot answer"),
    ],
)
def test_seats_that_make_no_sense_are_refused(seats: dict[str, tuple[str, ...]], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Seats(**seats)  # type: ignore[arg-type]


def test_one_name_is_a_list_of_one() -> None:
    assert jurat.council(reviewers="rules").seating == jurat.council(reviewers=["rules"]).seating
    assert jurat.council(reviewers="rules").seating.reviewers == ("rules",)


def test_a_seat_that_there_is_not_is_named() -> None:
    with pytest.raises(TypeError, match=r"council\(\) got an unexpected keyword argument 'reviewer'"):
        jurat.council(reviewer="rules")  # type: ignore[call-arg]


def test_a_question_with_reviews_needs_no_words_but_no_other_value_stands_for_them() -> None:
    made, _ = council({})
    asked = Question(candidates={"m1": "So\ud800."}, reviews=(Review(reviewer="r", holistic={"m1": 8}),))
    assert one(made, asked).question.candidates == {"m1": "So\ufffd."}
    [failed] = made.deliberate([replace(asked, query=7)])  # type: ignore[arg-type]
    assert isinstance(failed, Failure)
    assert failed.error == "query: is of type int, not text; give the text"
