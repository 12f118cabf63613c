"""Words that deny by their beginning."""

from __future__ import annotations

import pytest

from jurat.nlp.morphology.negative_prefixes import counterparts, is_negative, is_whole, rests
from jurat.nlp.morphology.stems import stem


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("unwilling", True),
        ("illegal", True),
        ("irregular", True),
        ("impossible", True),
        ("dishonest", True),
        ("non-profit", True),
        ("inform", False),
        ("increase", False),
        ("important", False),
        ("unit", False),
        ("unqqqqq", False),
        ("willing", False),
        ("", False),
    ],
)
def test_a_negative_is_a_listed_word_behind_a_denying_beginning(word: str, expected: bool) -> None:
    assert is_negative(word) is expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("unfit", ["fit"]),
        ("non-profit", ["-profit", "profit"]),
        ("inner", ["ner"]),
        ("disown", ["own"]),
        ("safe", []),
    ],
)
def test_rests_are_what_each_beginning_leaves(word: str, expected: list[str]) -> None:
    assert rests(word) == expected


def test_whole_words_begin_like_a_denial_and_are_none() -> None:
    assert (is_whole(stem("increase")), is_whole(stem("unsafe"))) == (True, False)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("unwilling", [stem("willing")]),
        (
            "legal",
            ["dislegal", "illegal", "imlegal", "inlegal", "irlegal", "non-legal", "nonlegal", "unlegal"],
        ),
        (
            "safe",
            [
                "dissaf",
                "dissafe",
                "ilsaf",
                "ilsafe",
                "imsaf",
                "imsafe",
                "insaf",
                "insafe",
                "irsaf",
                "irsafe",
                "non-saf",
                "non-safe",
                "nonsaf",
                "nonsafe",
                "unsaf",
                "unsafe",
            ],
        ),
        ("fit", []),
    ],
)
def test_counterparts_are_stems_with_or_without_a_beginning(word: str, expected: list[str]) -> None:
    assert sorted(counterparts(word)) == expected
