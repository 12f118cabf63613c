"""Instructions about form, and whether a response keeps them."""

from __future__ import annotations

import pytest

from jurat.observers.council.instructions import kept_instructions


@pytest.mark.parametrize(
    ("query", "words", "expected"),
    [
        ("at least 3 words", 2, [False]),
        ("at least 3 words", 3, [True]),
        ("No fewer than three words.", 2, [False]),
        ("at most 3 words", 3, [True]),
        ("at most 3 words", 4, [False]),
        ("under ten words", 11, [False]),
        ("exactly 10 words", 11, [False]),
        ("exactly 10 words", 10, [True]),
        ("in 10 words", 11, [True]),
        ("in 10 words", 9, [True]),
        ("in 10 words", 12, [False]),
        ("in 5 words", 6, [False]),
        ("using a hundred words", 110, [True]),
        ("in a single word", 1, [True]),
        ("at least 2 words and at most 3 words", 4, [True, False]),
        ("ten words", 1, []),
        ("in 10 lines", 1, []),
    ],
)
def test_lengths_in_words(query: str, words: int, expected: list[bool]) -> None:
    assert kept_instructions(query, "word " * words) == expected


@pytest.mark.parametrize(
    ("query", "response", "expected"),
    [
        ("Explain rain in one sentence.", "Water falls.", [True]),
        ("Explain rain in one sentence.", "Water falls. It is wet.", [False]),
        ("Explain rain.", "Water falls.", []),
        ("Answer in JSON.", '{"a": 1}', [True]),
        ("Answer in JSON.", '```json\n{"a": 1}\n```', [True]),
        ("Give a JSON object", "a: 1", [False]),
        ("Answer in JSON", "[" * 100_000, [False]),
        ("What is JSON?", "text", []),
        ("Use bullet points.", "- a\n- b", [True]),
        ("Use bullet points.", "a, b", [False]),
        ("as a numbered list", "x\n  2) b", [True]),
        ("as a list", "a-b", [False]),
        ("in all caps", "TEA 5", [True]),
        ("in all caps", "Tea", [False]),
    ],
)
def test_sentences_json_lists_and_capitals(query: str, response: str, expected: list[bool]) -> None:
    assert kept_instructions(query, response) == expected
