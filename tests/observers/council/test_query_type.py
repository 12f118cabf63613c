"""The rubric preset that fits a query, and why."""

from __future__ import annotations

import pytest

from jurat.observers.council.query_type import READ, query_type


@pytest.mark.parametrize(
    ("query", "rubric", "reason"),
    [
        ("Write a Python function that sorts a list.", "coding", "the query has 'python'"),
        ("Fix this:\n  def f(x): return x", "coding", "the query holds code"),
        ("```x```", "coding", "the query holds code"),
        ("Write a poem about rust", "creative", "the query has 'a poem'"),
        ("Write a poem about sql", "coding", "the query has 'sql'"),
        ("When was Rome founded?", "factual", "the query has 'when was'"),
        ("WHEN  was Rome founded?", "factual", "the query has 'when was'"),
        ("Whenever we met", "default", "the query shows no kind of its own"),
        ("Help me plan my week.", "default", "the query shows no kind of its own"),
        ("", "default", "the query shows no kind of its own"),
    ],
)
def test_code_comes_before_creative_writing_and_that_before_facts(
    query: str, rubric: str, reason: str
) -> None:
    found = query_type(query)
    assert (found.rubric, found.reason) == (rubric, reason)


def test_the_start_and_the_end_of_a_long_query_are_read() -> None:
    assert READ == 4000
    for words, expected in ((1990, "factual"), (2000, "default"), (4013, "factual"), (4005, "default")):
        query = "x" * (words - 2) + " when was it " + "y" * (6000 - words)
        assert (words, query_type(query).rubric) == (words, expected)
