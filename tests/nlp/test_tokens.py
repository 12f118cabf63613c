"""Tokens that scores count: their normal forms, offsets and number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.nlp.tokens import count_tokens, query_stop_words, stop_words, tokens, words

TEXTS = [
    ("", []),
    (" -- … ", []),
    ("It's 5 o'clock -- run!", ["it's", "5", "o'clock", "run"]),
    ("Paris isn’t 1,000.5 km away", ["paris", "isn't", "1,000.5", "km", "away"]),
    ("state-of-the-art a--b -c d-", ["state-of-the-art", "a", "b", "c", "d"]),
    ("1. 2,3 a,b 4.x 5.6.7", ["1", "2,3", "a", "b", "4", "x", "5.6.7"]),
    ("U.S. snake_case", ["u", "s", "snake", "case"]),
    ("ﬁve Straße", ["five", "strasse"]),
    ("e\u0301te\u0301", ["été"]),
    ("a‐b", ["a-b"]),
    ("x-1.5-y a'b-c'd", ["x-1.5-y", "a'b-c'd"]),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_words_tokens_and_their_count_are_of_one_kind(text: str, expected: list[str]) -> None:
    assert words(text) == expected
    assert [token.text for token in tokens(text)] == expected
    assert count_tokens(text) == len(expected)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("ﬁve km", [(0, 3), (4, 6)]),
        ("It's 5.", [(0, 4), (5, 6)]),
        ("e\u0301te\u0301 b", [(0, 5), (6, 7)]),
        ("½ cup", [(0, 1), (0, 1), (2, 5)]),
    ],
)
def test_offsets_point_into_the_given_text(text: str, spans: list[tuple[int, int]]) -> None:
    assert [(token.start, token.end) for token in tokens(text)] == spans


@given(st.text(st.sampled_from("ab1.,-' _\n"), max_size=30))
def test_counting_bytes_counts_the_tokens(text: str) -> None:
    assert count_tokens(text) == len(words(text)) == len(tokens(text))


def test_stop_words_of_texts_and_of_queries_differ() -> None:
    assert (len(stop_words()), len(query_stop_words())) == (318, 198)
    found = [(word in stop_words(), word in query_stop_words()) for word in ("the", "bill", "does", "tea")]
    assert found == [(True, True), (True, False), (False, True), (False, False)]
