"""Stems near a stem in meaning, with their cosine."""

from __future__ import annotations

import pytest

from jurat.nlp.word_similarity import similar_stems


@pytest.mark.parametrize(
    ("stem", "other", "cosine"),
    [
        ("lawyer", "attorney", 0.79),
        ("attorney", "lawyer", 0.79),
        ("lawyer", "wheat", None),
        ("qqq", "lawyer", None),
    ],
)
def test_the_table_gives_cosines_in_hundredths(stem: str, other: str, cosine: float | None) -> None:
    assert similar_stems(stem).get(other) == cosine


def test_british_and_american_stems_have_the_same_neighbours() -> None:
    assert similar_stems("esthetic") == similar_stems("aesthetic")
    assert similar_stems("aesthetic") == {
        "cosmetic": 0.61,
        "beauty": 0.6,
        "artistic": 0.55,
        "stylistic": 0.54,
    }
    assert similar_stems("adjoin")["neighbor"] == 0.5
    assert similar_stems("no such word") == {}
