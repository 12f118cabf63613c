"""Answers decided by value, by support and by the head *answers*; numbers stand in for the verifier."""

from __future__ import annotations

import pytest

from jurat.observations import AnswerStatus
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.questions.answer_search import answered
from jurat.observers.questions.question_choice import questions
from jurat.observers.verified.verified_answers import VerifiedAnswers, answer_status
from jurat.verifier.verifier import installed_verifier

# matched, supported, contradicted, is a value, the head says so, clearly spoken of → status
DECISIONS: list[tuple[AnswerStatus, float, float, bool, bool, bool, AnswerStatus]] = [
    ("correct", 0.7, 0.0, False, False, False, "correct"),
    ("correct", 0.69, 0.0, False, False, False, "partial"),
    ("correct", 0.5, 0.0, False, False, False, "partial"),
    ("correct", 0.49, 0.0, False, False, False, "wrong"),
    ("correct", 0.49, 0.0, False, False, True, "partial"),
    ("correct", 0.49, 0.0, True, False, False, "partial"),
    ("correct", 0.1, 0.0, False, True, False, "correct"),
    ("correct", 0.1, 0.5, True, True, True, "wrong"),
    ("partial", 0.7, 0.0, False, False, False, "correct"),
    ("partial", 0.1, 0.0, False, True, False, "partial"),
    ("partial", 0.1, 0.0, False, False, True, "wrong"),
    ("wrong", 0.99, 0.0, False, True, True, "correct"),
    ("wrong", 0.99, 0.0, False, True, False, "wrong"),
    ("wrong", 0.99, 0.0, False, False, True, "wrong"),
    ("wrong", 0.99, 0.0, True, True, True, "wrong"),
]


@pytest.mark.parametrize("row", DECISIONS)
def test_words_values_support_and_the_head_decide_together(
    row: tuple[AnswerStatus, float, float, bool, bool, bool, AnswerStatus],
) -> None:
    matched, supported, contradicted, is_value, says, clearly, status = row
    found = answer_status(matched, supported, contradicted, is_value=is_value, says=says, clearly=clearly)
    assert found == status


@pytest.mark.parametrize(
    ("source", "other", "question", "status", "answer"),
    [
        (
            "The council will run a free ferry.",
            "The council will run a free ferry.",
            "What will the council run?",
            "correct",
            "free ferry",
        ),
        (
            "The repairs cost $4 million.",
            "The repairs cost $9 million.",
            "How much do the repairs cost?",
            "wrong",
            "$9 million",
        ),
        (
            "Google acquired Fitbit in 2021.",
            "Cats sleep all day.",
            "Who acquired Fitbit in 2021?",
            "wrong",
            None,
        ),
    ],
)
def test_questions_are_answered_from_the_other_text(
    source: str, other: str, question: str, status: str, answer: str | None
) -> None:
    one, text = IndexedDoc(source), IndexedDoc(other)
    asked = [made for made in questions(one, one.lines, 6) if made.text == question]
    (found,) = answered(asked, one, text, "summary", VerifiedAnswers(installed_verifier()))
    assert (found.status, found.answer) == (status, answer)
