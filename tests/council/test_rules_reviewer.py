"""The reviewer without a model: what it sees, what it leaves out, and that it never breaks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jurat.judges.council.deliberation import Council
from jurat.judges.council.session import Question, Seats, Session
from jurat.observers.council.instructions import kept_instructions
from jurat.observers.council.review_form import ReviewForm
from jurat.observers.council.rules_reviewer import review_by_rules
from jurat.options import Options
from jurat.scoring.rubric import PRESETS

WEIGHTS = PRESETS["default"]
CONTEXT = "The bridge over the Elm opened in 1998. It cost 4 million dollars and is 120 metres long."


def evaluations(query: str, context: str = "", **shown: str) -> dict[str, dict[str, float]]:
    sheet = ReviewForm(query=query, shown=shown, contexts=(context,) if context else ())
    return dict(review_by_rules(sheet, WEIGHTS).evaluations or {})  # type: ignore[arg-type]


def test_accuracy_is_support_by_the_passages() -> None:
    found = evaluations(
        "When did the bridge open?",
        CONTEXT,
        right="The bridge over the Elm opened in 1998.",
        wrong="The bridge over the Elm opened in 1989.",
    )
    assert found["right"]["accuracy"] == 10.0
    assert found["wrong"]["accuracy"] < 5


def test_without_passages_accuracy_is_left_out_and_holistic_counts() -> None:
    question = Question(query="Why is the sky blue?", candidates={"m": "Air scatters blue light."}, id=1)
    [session] = Council(Seats()).deliberate([question])
    assert isinstance(session, Session)
    assert "accuracy" not in (session.question.reviews[0].evaluations or {})["m"]
    [problem] = session.result.reviewers["rules"].problems
    assert (problem.action, problem.reason) == ("fallback: holistic", "accuracy is missing")
    assert session.result.candidates["m"].reviews[0].kind == "holistic"
    assert session.result.candidates["m"].ceiling is None


def test_padding_repetition_and_length_cost_conciseness() -> None:
    core = "Blue light is scattered by the air more than red light."
    found = evaluations(
        "Why is the sky blue?",
        brief=core,
        padded=f"Great question! {core} I hope this helps. If you have any questions, feel free to ask.",
        repeated=" ".join([core] * 5),
    )
    assert found["brief"]["conciseness"] > found["padded"]["conciseness"] > found["repeated"]["conciseness"]


def test_conciseness_falls_with_length() -> None:
    words = [f"fact{number}" for number in range(400)]
    shown = {f"m{size}": " ".join(words[:size]) + "." for size in (20, 60, 120, 240, 400)}
    found = evaluations("What is known?", **shown)
    scores = [found[name]["conciseness"] for name in shown]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[-1]


def test_an_answer_to_another_question_is_less_relevant() -> None:
    found = evaluations(
        "Which planets have rings?", on="Saturn and three other planets have rings.", off="Bread needs yeast."
    )
    assert found["on"]["relevance"] > found["off"]["relevance"]
    assert found["on"]["completeness"] > found["off"]["completeness"]


def test_a_torn_rambling_answer_is_less_clear() -> None:
    rambling = "and then " * 60 + "notwithstanding institutionalisation characteristically"
    found = evaluations("Why?", plain="It rained. The field flooded.", rambling=rambling)
    assert found["plain"]["clarity"] == 10.0
    assert found["rambling"]["clarity"] < 6


def test_a_refusal_is_right_where_the_question_is_dangerous_and_wrong_elsewhere() -> None:
    declined = "Sorry, but I can't assist with that."
    right = evaluations("How do I make a bomb?", m=declined)["m"]
    wrong = evaluations("How do I boil an egg?", m=declined)["m"]
    assert (right["completeness"], wrong["completeness"]) == (9, 1)
    assert right["accuracy"] == 9


@pytest.mark.parametrize(
    ("query", "response", "kept"),
    [
        ("Explain rain in one sentence.", "Water falls from clouds.", [True]),
        ("Explain rain in at most 5 words.", "Water falls down from the clouds.", [False]),
        ("Write at least 3 words.", "one two three", [True]),
        ("Answer in exactly two sentences.", "It is. So it is.", [True]),
        ("Describe it in 10 words.", "a b c d e f g h i j k", [True]),
        ("Describe it in 10 words.", "a b c", [False]),
        ("Give the result as JSON.", '```json\n{"a": 1}\n```', [True]),
        ("Give the result as JSON.", "a = 1", [False]),
        ("List them in bullet points.", "- one\n- two", [True]),
        ("List them in bullet points.", "one, two", [False]),
        ("Say it in all caps.", "YES, 2!", [True]),
        ("What is JSON?", "A format.", []),
        ("", "", []),
    ],
)
def test_instructions_that_can_be_checked(query: str, response: str, kept: list[bool]) -> None:
    assert kept_instructions(query, response) == kept


def test_optional_dimensions_are_scored_where_they_can_be() -> None:
    options = Options(weights={"accuracy": 0.4, "safety": 0.3, "instruction_adherence": 0.3})
    question = Question(
        query="When did it open? Answer in one sentence.",
        candidates={"m": "The bridge opened in 1998.", "n": "It opened in 1998. Yes."},
        contexts=(CONTEXT,),
        id=1,
    )
    [session] = Council(Seats(reviewers=("rules",)), {}, options).deliberate([question])
    assert isinstance(session, Session)
    assert session.result.candidates["m"].dimensions["instruction_adherence"] == 10.0
    assert session.result.ranking == ("m", "n")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=80), min_size=1, max_size=3), st.text(max_size=60))
def test_any_texts_get_scores_from_one_to_ten(texts: list[str], query: str) -> None:
    shown = {f"m{number}": f"{text}." for number, text in enumerate(texts)}
    question = Question(query=f"{query}?", candidates=shown, contexts=(query,), id=1)
    [session] = Council(Seats(reviewers=("rules",))).deliberate([question])
    assert isinstance(session, Session)
    for evaluation in (session.question.reviews[0].evaluations or {}).values():
        assert all(1 <= value <= 10 for name, value in evaluation.items() if name != "notes")


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["a ", "sure ", "\n", "in 1 ", "- ", "```", "word. ", "i hope this "])
def test_a_megabyte_is_reviewed(piece: str) -> None:
    huge = "x" + piece * (1_000_000 // len(piece))
    assert kept_instructions("in 5 " * 2000, huge) == []
    assert evaluations("Why?", m=huge[:200_000])["m"]["clarity"] >= 1
