"""Opposites by a list and by a beginning that denies."""

from __future__ import annotations

import pytest

from jurat.nlp.morphology.stems import stem
from jurat.observers.grounding.antonyms import opposite, opposite_words


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("willing", "unwilling", True),
        ("able", "unable", True),
        ("rejected", "approves", True),
        ("before", "after", True),
        ("form", "inform", False),
        ("able", "able", False),
        ("tea", "coffee", False),
    ],
)
def test_words_contradict_each_other_both_ways(one: str, other: str, expected: bool) -> None:
    assert opposite_words(one, other) is expected
    assert opposite_words(other, one) is expected


def test_stems_that_are_too_short_do_not_deny() -> None:
    assert not opposite(stem("willing"), stem("unwilling"))
