"""Claims as the verifier reads them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.verifier.claim_texts import MAX_CLAIM_WORDS, claim_texts


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("Ada left. She was tired.", "", [("", "Ada left."), ("Ada left.", "She was tired.")]),
        ("24 months.", "How long is the warranty?", [("How long is the warranty?", "24 months.")]),
        ("24 months.", "Summarise the text in 50 words.", [("", "24 months.")]),
        ("- Oslo\n- Bergen", "Which cities?", [("Which cities?", "Oslo"), ("Which cities?", "Bergen")]),
        ("...", "", []),
        ("", "", []),
        ("Which?\n1. Oslo\n2) Bergen", "Name two.", [("", "Which?"), ("", "Oslo"), ("", "Bergen")]),
        ("It covers:\n* **Motor**\n  * Not rust", "", [("It covers:", "Motor"), ("It covers:", "Not rust")]),
        (
            "It covers:\n- Motor\n\nIt lasts a year.",
            "",
            [("It covers:", "Motor"), ("Motor", "It lasts a year.")],
        ),
        ("Here it is:\n\n| Tea | Price |\n|---|:-:|\n| Assam | $3 |", "", [("", "| Assam | $3 |")]),
        ("Tea | Price\n--- | ---\nAssam | $3", "", [("", "Assam | $3")]),
        ("# Fees\n\nEntry costs $5.", "", [("", "Entry costs $5.")]),
        ("**Fees**\n\nEntry costs $5.", "", [("", "Entry costs $5.")]),
        ("# Oslo", "", [("", "Oslo")]),
        ("**Fee:** $5 a year", "", [("", "**Fee:** $5 a year")]),
        ("Use open():\n```py\nx = open(a)\n```\nClose it.", "", [("", "Close it.")]),
        ("~~~\nls -l\n~~~", "", [("", "ls -l")]),
        ("```py\nx = open(a)\n```", "How is it opened?", [("How is it opened?", "x = open(a)")]),
        ('```json\n{"id": 7, "name": "Ada"}\n```', "", [("", '{"id": 7, "name": "Ada"}')]),
        ("Call `x.close()` at the end.", "", [("", "Call `x.close()` at the end.")]),
        ("Sales fell 3 | 4 percent.", "", [("", "Sales fell 3 | 4 percent.")]),
    ],
)
def test_claims_carry_what_they_need_to_be_understood(
    text: str, query: str, expected: list[tuple[str, str]]
) -> None:
    assert [(one.lead, one.text) for one in claim_texts(text, query)] == expected


def test_a_claim_of_3000_words_is_cut() -> None:
    found = claim_texts("word " * 3000)
    assert len(found) == 61
    assert all(len(one.text.split()) <= MAX_CLAIM_WORDS for one in found)


@given(st.text(max_size=500), st.text(max_size=60))
def test_claims_are_stretches_of_the_text_in_order(text: str, query: str) -> None:
    found = claim_texts(text, query)
    assert all(text[one.start : one.end] == one.text for one in found)
    assert all(first.end <= second.start for first, second in pairwise(found))
