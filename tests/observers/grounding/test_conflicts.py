"""Contrasts between a summary and its article: what contradicts, and what says the same in other words."""

from __future__ import annotations

import pytest

from jurat.cases import SummaryCase
from jurat.judges.registry import judge
from jurat.nlp.morphology.stems import stem
from jurat.observers.grounding.antonyms import opposite
from jurat.outcomes import Score

ARTICLE = (
    "The committee said the new drug is illegal in Norway. The results of the trial were unreliable, and the "
    "minister was unwilling to resign. Police imprisoned two men over the theft of the paintings. "
    "The board rejected the offer from Acme. The two firms settled the case about the patent in May. "
    "The bus waits ten minutes in Oslo on its way to Bergen."
)
twin = judge("twin-lock")


def hallucination(summary: str) -> float:
    score = twin.judge(SummaryCase(article=ARTICLE, summary=summary))["hallucination"]
    assert isinstance(score, Score)
    return float(score.value)


@pytest.mark.parametrize(
    "summary",
    [
        "The new drug is legal in Norway.",
        "The results of the trial were reliable.",
        "The board accepted the offer from Acme.",
        "Police never imprisoned two men over the theft.",
    ],
)
def test_a_summary_that_says_the_opposite_has_no_hallucination_score_left(summary: str) -> None:
    assert hallucination(summary) == 0


@pytest.mark.parametrize(
    "summary",
    [
        "Two men went to prison over the theft of the paintings.",
        "The minister refused to resign.",
        "The drug is banned in Norway.",
        "The bus waits ten minutes at a stop in Oslo on its way to Bergen.",
        "In the case about the patent the two firms settled.",
    ],
)
def test_the_same_in_other_words_is_no_contrast(summary: str) -> None:
    assert hallucination(summary) == 10


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("increased", "fell", True),
        ("approve", "rejected", True),
        ("exclusive", "non-exclusive", True),
        ("legal", "illegal", True),
        ("approve", "approved", False),
        ("bridge", "river", False),
        ("form", "inform", False),
        ("prison", "imprisoned", False),
        ("distance", "stance", False),
        ("employer", "employee", False),
    ],
)
def test_opposites_contradict_each_other_both_ways(one: str, other: str, expected: bool) -> None:
    assert opposite(stem(one), stem(other)) is expected
    assert opposite(stem(other), stem(one)) is expected
