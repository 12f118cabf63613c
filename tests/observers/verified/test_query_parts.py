"""What a query asks for, part by part."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.observers.verified.query_parts import MAX_PARTS, query_parts


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("What is the capital of France?", ["What is the capital of France?"]),
        ("Who won, and when did it end?", ["Who won, and when did it end?"]),
        ("Who won the cup, and when did it end?", ["Who won the cup", "when did it end?"]),
        ("How long is it? How much does it cost?", ["How long is it?", "How much does it cost?"]),
        (
            "What are the price and the weight of the drone?",
            ["What are the price of the drone?", "What are the weight of the drone?"],
        ),
        ("Explain salt and pepper", ["Explain salt and pepper"]),
    ],
)
def test_parts_of_a_query(query: str, expected: list[str]) -> None:
    assert query_parts(query) == expected


@given(st.text(min_size=1, max_size=300))
def test_parts_are_few_and_never_fail(query: str) -> None:
    assert len(query_parts(query)) <= MAX_PARTS
