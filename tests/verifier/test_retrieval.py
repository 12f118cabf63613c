"""Sources as units, and the evidence that a claim gets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.verifier.retrieval import EVIDENCE_WORDS, MAX_UNIT_WORDS, Source, terms, units

ARTICLE = (
    "The Ada was launched in Rome in 1990. She carried 300 guests. "
    "In 2004 the owners sold her to a bank in Oslo. "
    "The bank renamed her Bella. Critics called the sale a mistake. Repairs cost 2 million euros. "
) + "The weather that year was mild and the harbour was full of boats. " * 12


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,200 cars", ["1200", "car"]),
        ("Two cars", ["2", "car"]),
        ("The of and", []),
        ("", []),
        ("3.5 million", ["3.5", "million"]),
    ],
)
def test_terms_are_stems_and_plain_digits(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_a_source_within_the_budget_is_returned_whole() -> None:
    source = Source(("It rained. We left.",))
    assert source.evidence("Nothing in common") == [0, 1]


def test_evidence_holds_the_sentence_that_decides() -> None:
    source = Source((ARTICLE,))
    chosen = [
        source.units[number].text for number in source.evidence("The ship was sold to a bank in Norway.")
    ]
    assert "In 2004 the owners sold her to a bank in Oslo." in chosen


def test_evidence_covers_both_halves_of_a_claim() -> None:
    source = Source((ARTICLE,))
    chosen = [
        source.units[n].text
        for n in source.evidence("Launched in Rome, she needed repairs for 2 million.", 24)
    ]
    assert {"The Ada was launched in Rome in 1990.", "Repairs cost 2 million euros."} <= set(chosen)


def test_a_json_value_becomes_a_line_with_its_keys() -> None:
    passage = '{"hours": {"Monday": "9-5"}, "attributes": {"HasTV": null, "WiFi": true}}'
    found = list(units([passage]))
    assert [unit.text for unit in found] == [
        "hours, monday: 9-5;",
        "attributes, has tv: not given;",
        "attributes, wi fi: true;",
    ]
    assert passage[found[0].start : found[0].end] == 'Monday": "9-5'


def test_prose_beside_a_table_is_kept() -> None:
    found = [
        unit.text
        for unit in units(["Plan | Price\nBasic | $5\nPro | $9\n\nAll plans include free support by email."])
    ]
    assert found == ["basic, price: $5;", "pro, price: $9;", "All plans include free support by email."]


def test_a_long_sentence_is_cut_into_units() -> None:
    found = list(units(["word " * 200]))
    assert len(found) == 7
    assert all(len(unit.text.split()) <= MAX_UNIT_WORDS for unit in found)


@given(st.text(max_size=400), st.text(max_size=100))
def test_units_are_stretches_of_the_passage_in_order(passage: str, claim: str) -> None:
    source = Source((passage,))
    chosen = source.evidence(claim)
    assert chosen == sorted(set(chosen))
    places = [(unit.start, unit.end) for unit in source.units]
    assert all(0 <= start < end <= len(passage) for start, end in places)
    assert sum(source.sizes[number] for number in chosen) <= max(EVIDENCE_WORDS, sum(source.sizes))


def test_a_source_of_five_megabytes_is_indexed_and_asked() -> None:
    source = Source(("The harbour was full of boats. " * 160_000 + "Ada sold the ship to Bob in Oslo.",))
    chosen = source.evidence("Ada sold the ship to Bob.")
    assert source.units[chosen[-1]].text == "Ada sold the ship to Bob in Oslo."
