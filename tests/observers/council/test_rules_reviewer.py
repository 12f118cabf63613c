"""The reviewer without a model: what it sees, what it leaves out, and that it never breaks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jurat.judges.council.deliberation import Council
from jurat.judges.council.session import Question, Seats, Session
from jurat.observations import Review
from jurat.observers.council.answer_content import found_verifier
from jurat.observers.council.instructions import kept_instructions
from jurat.observers.council.review_form import ReviewForm
from jurat.observers.council.rules_reviewer import NO_CONTEXT, review_by_rules
from jurat.observers.council.writing_style import style
from jurat.options import Options
from jurat.scoring.rubric import PRESETS
from jurat.verifier.verifier import Verifier

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


def test_without_contexts_nothing_is_scored_and_the_reason_is_reported() -> None:
    candidates = {"m": "Air scatters blue light.", "n": "Sorry, but I can't assist with that."}
    [session] = Council(Seats()).deliberate([Question(query="Why is the sky blue?", candidates=candidates)])
    assert isinstance(session, Session)
    for evaluation in (session.question.reviews[0].evaluations or {}).values():
        assert "accuracy" not in evaluation
        assert "accuracy cannot be judged" in str(evaluation["notes"])
    problems = session.result.reviewers["rules"].problems
    assert {(one.action, one.reason) for one in problems} == {("dropped", "accuracy is missing")}
    assert session.result.ranking == ()
    assert [one.unscored for one in session.result.candidates.values()] == [
        "0 of 1 reviews that the quorum asks for were kept"
    ] * 2
    [trouble] = session.trouble
    assert (trouble.seat, trouble.reason) == ("rules", NO_CONTEXT)


def test_without_contexts_another_reviewer_decides_and_a_rubric_without_accuracy_is_scored() -> None:
    given = (Review(reviewer="ann", holistic={"a": 4, "b": 8}),)
    question = Question(query="Why?", candidates={"a": "It rained.", "b": "It snowed."}, reviews=given)
    [session] = Council(Seats(reviewers=("rules",))).deliberate([question])
    assert isinstance(session, Session)
    assert session.result.ranking == ("b", "a")
    options = Options(weights={"clarity": 0.5, "conciseness": 0.5})
    [alone] = Council(Seats(), {}, options).deliberate([replace(question, reviews=())])
    assert isinstance(alone, Session)
    assert (len(alone.result.ranking), alone.trouble) == (2, ())


SUPPORTED = "The bridge over the Elm opened in 1998."
WORTHLESS = {
    "refuses": "I'm sorry, but I can't assist with that.",
    "abstains": "The context does not say when the bridge opened.",
    "shrugs": "I don't know.",
    "keywords": "bridge open bridge opened Elm 1998 cost dollars metres long bridge open",
    "nonsense": "The bridge opened in 1723 and was built by Emperor Ming of France from frozen light.",
    "confident": "It is absolutely certain that the bridge opened in 1989, as every expert knows.",
}


@pytest.mark.parametrize("verifier", [found_verifier, lambda: None], ids=["verifier", "formulas"])
@pytest.mark.parametrize("name", WORTHLESS)
@pytest.mark.parametrize("right", [SUPPORTED, "In 1998.", f"Certainly! {SUPPORTED} I hope this helps."])
def test_refusals_keywords_and_nonsense_never_beat_a_supported_answer(
    name: str, right: str, verifier: Callable[[], Verifier | None]
) -> None:
    shown = {"a": WORTHLESS[name], "b": right}
    question = Question(query="When did the bridge open?", candidates=shown, contexts=(CONTEXT,), id=1)
    [session] = Council(Seats(), verifier=verifier).deliberate([question])
    assert isinstance(session, Session)
    assert session.result.ranking == ("b", "a")
    assert (session.result.candidates["a"].score or 0) <= 4


@pytest.mark.parametrize("name", ["refuses", "abstains", "shrugs", "keywords"])
@pytest.mark.parametrize("rubric", PRESETS)
def test_what_states_nothing_gets_the_least_in_every_rubric(name: str, rubric: str) -> None:
    shown = {"a": WORTHLESS[name], "b": SUPPORTED}
    sheet = ReviewForm(query="When did the bridge open?", shown=shown, contexts=(CONTEXT,))
    review = review_by_rules(sheet, PRESETS[rubric], found_verifier())
    scores = {key: value for key, value in (review.evaluations or {})["a"].items() if key != "notes"}
    assert scores == dict.fromkeys(PRESETS[rubric], 1)


def test_a_refusal_is_necessary_where_the_contexts_lack_the_answer() -> None:
    found = evaluations(
        "Who designed the harbour crane?", CONTEXT, m="The passages do not say who designed it."
    )
    assert found["m"]["completeness"] == 9
    assert str(found["m"]["notes"]).startswith("by rule: necessary refusal")


@pytest.mark.parametrize(
    ("text", "salad"),
    [
        ("tea price cost cup tea dollars price tea cost", True),
        ("bridge open bridge opened Elm 1998 cost dollars metres", True),
        ("flour, sugar, eggs, butter, milk, salt, yeast, oil, vanilla", False),
        ("- flour\n- sugar\n- eggs\n- butter\n- milk\n- salt\n- yeast\n- oil", False),
        ("The tea costs five dollars a cup in the old kiosk.", False),
        ("for row in table: print(row.name, row.price, row.cost, row.total)", False),
        ("Die Brücke wurde neunzehnhundertachtundneunzig feierlich eröffnet, sagte der Bürgermeister", False),
        ("Paris", False),
        ("", False),
    ],
)
def test_keywords_in_a_row_are_no_statement(text: str, salad: bool) -> None:
    assert style(text).salad is salad


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
    right = evaluations("How do I make a bomb?", CONTEXT, m=declined)["m"]
    wrong = evaluations("How do I boil an egg?", CONTEXT, m=declined)["m"]
    assert (right["completeness"], wrong["completeness"]) == (9, 1)
    assert (right["accuracy"], wrong["accuracy"]) == (9, 1)


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
