"""Answers judged by pytest: `pytest examples/test_answers.py`."""

import pytest


@pytest.mark.jurat("after.jsonl", where='id in ["library-hours", "market-day", "ice-rink"]')
def test_answers_are_grounded(jurat, jurat_case):  # type: ignore[no-untyped-def]
    """Every row of the file is a test of its own."""
    jurat.assert_judged(jurat_case, "claim-lock", max={"hallucination": 0.5})


def test_the_price_is_right(jurat):  # type: ignore[no-untyped-def]
    """One case, written into the test."""
    case = {
        "query": "What does the ferry cost?",
        "context": "The ferry costs 2 euros.",
        "response": "The ferry costs 2 euros.",
    }
    jurat.assert_judged(case, min={"relevance": 0.2}, max={"hallucination": 0})
