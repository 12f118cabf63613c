"""Claim-Lock Ultra's arithmetic: the three metrics, the verdict and its reasons."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.observations import (
    Aboutness,
    Claim,
    ClaimLabel,
    QueryPart,
    QueryParts,
    ResponseClaims,
    VerifiedObservations,
)
from jurat.options import THRESHOLDS
from jurat.outcomes import Unscored
from jurat.scoring.claim_lock import Judgement, MetricDraft
from jurat.scoring.claim_lock_ultra import doubt, score

CHANCES = st.fractions(min_value=0, max_value=1, max_denominator=1000)


def claim(probability: float, contradiction: float = 0.0, text: str = "It is red.") -> Claim:
    label: ClaimLabel = "supported" if probability >= 0.7 else "unsupported"
    return Claim(label=label, text=text, probability=probability, contradiction=contradiction)


def judged(
    claims: list[Claim] | None = None,
    about: float | None = 0.9,
    parts: tuple[float, ...] | None = (0.9,),
    *,
    refusal: str | None = None,
    no_context: bool = False,
) -> Judgement:
    made = None if parts is None else tuple(QueryPart(answered=one) for one in parts)
    observed = VerifiedObservations(
        relevance=Aboutness(about=about),
        completeness=QueryParts(parts=made, refusal=refusal),  # type: ignore[arg-type]
        hallucination=ResponseClaims(claims=None if claims is None else tuple(claims), no_context=no_context),
    )
    return score(observed, THRESHOLDS)


def values(found: Judgement) -> list[float | str]:
    return [float(one.value) if isinstance(one, MetricDraft) else one.unscored for one in found.metrics]


@pytest.mark.parametrize(
    ("found", "verdict", "reasons"),
    [
        (judged([claim(0.95)]), "PASS", ()),
        (judged([claim(0.95, 0.5)]), "FAIL", ("contradicted: It is red.",)),
        (judged([claim(0.95, 0.4999)]), "PASS", ()),
        (judged([claim(0.4)]), "FAIL", ("hallucination: It is red.",)),
        (judged([claim(0.5)]), "WARN", ("doubtful",)),
        (judged([claim(0.75)]), "PASS", ()),
        (judged([claim(0.9)], about=0.09), "FAIL", ("irrelevant",)),
        (judged([claim(0.9)], about=0.1), "PASS", ()),
        (judged([claim(0.9)], parts=(1.0, 0.19)), "WARN", ("incomplete",)),
        (judged([claim(0.9)], parts=(1.0, 0.2)), "PASS", ()),
        (judged([claim(0.9)], refusal="justified", parts=(0.0,)), "PASS", ("justified_refusal",)),
        (
            judged([claim(0.9)], refusal="unjustified", parts=(1.0,)),
            "WARN",
            ("incomplete", "unjustified_refusal"),
        ),
        (judged(no_context=True), "WARN", ("unscored", "no_context")),
        (judged([Claim(label="unsupported")]), "FAIL", ("hallucination",)),
        (judged([]), "PASS", ()),
    ],
)
def test_the_first_rule_that_holds_decides(found: Judgement, verdict: str, reasons: tuple[str, ...]) -> None:
    assert (found.verdict, found.reasons) == (verdict, reasons)


def test_the_metrics_in_order() -> None:
    assert values(judged([claim(0.8), claim(0.5)], about=0.7, parts=(0.6, 1.0))) == [
        0.7,
        0.8,
        pytest.approx(0.5417, abs=1e-4),
    ]


def test_a_query_without_parts_is_complete() -> None:
    assert values(judged([claim(0.9)], parts=()))[1] == 1.0


def test_missing_labels_are_unscored_with_a_reason() -> None:
    found = judged(None, about=None, parts=None)
    assert all(isinstance(one, Unscored) for one in found.metrics)
    assert found.verdict == "WARN"
    assert score(VerifiedObservations(), THRESHOLDS).reasons == ("unscored",)


@given(st.lists(CHANCES, max_size=8))
def test_doubt_is_a_probability_and_at_least_that_of_the_worst_claim(chances: list[Fraction]) -> None:
    assert (1 - min(chances, default=Fraction(1))) <= doubt(chances) <= 1


@given(st.lists(CHANCES, min_size=1, max_size=8), CHANCES)
def test_doubt_never_falls_when_a_claim_gets_worse_or_is_added(
    chances: list[Fraction], other: Fraction
) -> None:
    worse = [min(chances[0], other), *chances[1:]]
    assert doubt(worse) >= doubt(chances)
    assert doubt([*chances, other]) >= doubt(chances)
