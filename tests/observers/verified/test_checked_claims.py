"""Reasons of checked claims: one sentence that names both sides; values of rows by cell."""

from __future__ import annotations

import pytest

from jurat.observers.verified.checked_claims import CheckedClaim, SourceChecker, SourceText, reason
from jurat.observers.verified.value_conflicts import ValueConflict
from jurat.verifier.claim_texts import ClaimText
from jurat.verifier.retrieval import Gaps, Unit
from jurat.verifier.verifier import Signals, Verdict, installed_verifier

CLAIM = "Lost laptops must be reported in 48 hours."
UNIT = Unit(0, 0, 45, "Report a lost laptop within 24 hours.")
FAULT = (33, 42)
SIGNALS = Signals(0.0, 0.0, 0.0, Gaps(*[0.0] * len(Gaps._fields)))


def checked(
    supported: float,
    contradicted: float,
    faults: tuple[tuple[int, int], ...] = (),
    unit: Unit | None = UNIT,
    found: tuple[ValueConflict, ...] = (),
    signals: Signals | None = SIGNALS,
) -> CheckedClaim:
    verdict = Verdict(supported, contradicted, (UNIT,), unit, faults, signals)
    return CheckedClaim(ClaimText(0, len(CLAIM), CLAIM), verdict, found, supported)


PASSAGE = "“Report a lost laptop within 24 hours.”"


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (checked(0.9, 0.1), f"the article supports the claim: {PASSAGE}"),
        (checked(0.9, 0.0, signals=None), "the article says exactly what the claim says"),
        (
            checked(0.6, 0.1, (FAULT,)),
            f"the claim says “48 hours”, the article only in part; nearest: {PASSAGE}",
        ),
        (checked(0.3, 0.1, (FAULT,)), f"the claim says “48 hours”, the article does not; nearest: {PASSAGE}"),
        (
            checked(0.3, 0.1),
            "the claim says “Lost laptops must be reported in 48 hours”, the article does not; "
            f"nearest: {PASSAGE}",
        ),
        (
            checked(0.1, 0.8, ((5, 12), FAULT)),
            f"the claim says “laptops” and “48 hours”, the article otherwise: {PASSAGE}",
        ),
        (checked(0.1, 0.1, (FAULT,), None), "the claim says “48 hours”, the article says nothing"),
        (
            checked(0.9, 0.0, found=(ValueConflict(33, 41, "24 hours", 0, 28, 36),)),
            "the article says 24 hours, the claim 48 hours",
        ),
    ],
)
def test_a_reason_is_one_sentence_that_names_both_sides(claim: CheckedClaim, sentence: str) -> None:
    assert reason(claim, "article") == sentence


@pytest.mark.parametrize(
    ("row", "conflicts"),
    [
        ("| Drinks | $51 million | +13% |", []),
        ("| Drinks | $61 million | +13% |", [("$61 million", "$51 million")]),
        ("| Bakery | $61 million |", []),
    ],
)
def test_a_row_is_compared_cell_by_cell_with_what_is_said_of_its_first_cell(
    row: str, conflicts: list[tuple[str, str]]
) -> None:
    source = SourceText(("Drinks revenue was $51 million, up 13%. Bakery revenue was not told.",))
    found = SourceChecker(installed_verifier(), source).check(ClaimText(0, len(row), row)).conflicts
    assert [(row[one.start : one.end], one.given) for one in found] == conflicts
