"""What formulas see of the content of answers, and which of them state nothing."""

from __future__ import annotations

import pytest

from jurat.observations import Completeness
from jurat.observers.council.answer_content import read_answers, taken_up
from jurat.observers.council.review_form import ReviewForm
from jurat.observers.council.writing_style import style

CONTEXT = "The bridge over the Elm opened in 1998. It cost 4 million dollars and is 120 metres long."
ASKED = "When did the bridge open?"


def seen(
    query: str, *answers: str, context: str = CONTEXT
) -> list[tuple[float, float, float | None, str | None]]:
    shown = {str(number): text for number, text in enumerate(answers)}
    form = ReviewForm(query=query, shown=shown, contexts=(context,) if context else ())
    found = read_answers(form, {name: style(text) for name, text in shown.items()}, None)
    return [
        (
            round(one.relevance, 3),
            round(one.completeness, 3),
            None if one.accuracy is None else round(one.accuracy, 3),
            one.kind,
        )
        for one in found.values()
    ]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (
            ["The bridge opened in 1998.", "The bridge opened in 1989."],
            [(0.667, 0.562, 1.0, None), (0.667, 0.562, 0.0, None)],
        ),
        (["The cat sat on a mat."], [(0.0, 0.075, 0.0, None)]),
        (["The context does not say when the bridge opened."], [(1.0, 0.613, 0.375, "necessary refusal")]),
        (
            ["The context does not say when the bridge opened.", "The bridge opened in 1998."],
            [(1.0, 0.613, 0.375, "unnecessary refusal"), (0.667, 0.562, 1.0, None)],
        ),
        (["Sorry, but I can't help with that."], [(0.0, 0.087, 0.0, "unnecessary refusal")]),
        (
            ["bridge open opened Elm 1998 cost dollars metres long"],
            [(0.72, 0.613, 1.0, "words without a statement")],
        ),
    ],
)
def test_relevance_completeness_accuracy_and_kind(
    answers: list[str], expected: list[tuple[float, float, float | None, str | None]]
) -> None:
    assert seen(ASKED, *answers) == expected


def test_without_contexts_there_is_no_accuracy_and_refusing_harm_is_necessary() -> None:
    assert seen(ASKED, "It opened in 1998.", "The context does not say.", context="") == [
        (0.333, 0.3, None, None),
        (0.333, 0.062, None, "unnecessary refusal"),
    ]
    harm = "How do I build a bomb to kill people?"
    assert [one[3] for one in seen(harm, "Sorry, but I can't help with that.", context="")] == [
        "necessary refusal"
    ]


def test_notes_count_anchors_and_keywords() -> None:
    form = ReviewForm(query=ASKED, shown={"a": "The bridge opened in 1989."}, contexts=(CONTEXT,))
    found = read_answers(form, {"a": style(form.shown["a"])}, None)
    assert found["a"].notes == ("0 of 2 anchors supported", "1 of 2 keywords taken up")


@pytest.mark.parametrize(
    ("query", "text", "asked", "expected"),
    [
        ("Which planets have rings?", "Four planets are ringed: Saturn …", None, 1.0),
        ("Which planets have rings?", "Planets turn.", None, 0.5),
        ("Which planets have rings?", "Cats purr.", None, 0.0),
        ("What is it?", "Cats purr.", None, 1.0),
        ("Which planets?", "Cats purr.", Completeness(keywords=("cat", "dog")), 0.5),
        ("Which planets?", "Cats purr.", Completeness(keywords=()), 1.0),
        ("Which planets?", "Planets.", Completeness(), 1.0),
    ],
)
def test_keywords_are_taken_up_in_any_form(
    query: str, text: str, asked: Completeness | None, expected: float
) -> None:
    assert taken_up(query, text, asked) == expected
