"""Verdicts from rules with thresholds, the signals of summaries, and juries' counts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from jurat.errors import InputError
from jurat.observations import Claim, FirstRound, Hallucination, Review, SummaryObservations, Vote
from jurat.outcomes import Unscored
from jurat.scoring.jury_votes import count_votes
from jurat.scoring.round_comparison import _moves
from jurat.scoring.summary_verdict import RULES, signals_of
from jurat.scoring.verdict_rules import verdict_of

UNSCORED = (Unscored(metric="coverage", unscored="the article is too short"),)
LIMITS = {"summary_unsupported": 0.0, "summary_fail": 0.3, "summary_warn": 0.6}


@pytest.mark.parametrize(
    ("signals", "expected"),
    [
        ({"overall": Fraction(9, 10)}, "PASS"),
        ({"overall": Fraction(1, 2)}, "WARN"),
        ({"overall": Fraction(1, 5)}, "FAIL"),
        ({"overall": Fraction(9, 10), "unsupported": Fraction(1, 10)}, "FAIL"),
        ({"overall": None}, "WARN"),
    ],
)
def test_fail_comes_before_warn_before_pass(signals: dict[str, Fraction | None], expected: str) -> None:
    assert verdict_of(RULES, signals, LIMITS) == expected  # type: ignore[arg-type]


def test_signals_of_a_summary_are_its_overall_and_the_share_of_unsupported_claims() -> None:
    claims = (
        Claim(label="unsupported"),
        Claim(label="partial"),
        Claim(label="supported"),
        Claim(label="supported"),
    )
    observed = SummaryObservations(hallucination=Hallucination(claims=claims, qags=()))
    assert signals_of(observed, UNSCORED, None) == {
        "overall": None,
        "unsupported": Fraction(3, 8),
        "partial": None,
    }
    assert signals_of(SummaryObservations(), UNSCORED, None) == {"overall": None}


def test_too_few_votes_give_no_verdict() -> None:
    found = count_votes([Vote(reviewer="a", vote="yes"), Vote(reviewer="b", vote="abstain")], quorum=2)
    assert (found.verdict, found.yes, found.abstained) == (None, 1, 1)


def test_a_reviewer_votes_once() -> None:
    with pytest.raises(InputError, match=r"votes\[1\]\.reviewer: 'a' has voted already"):
        count_votes([Vote(reviewer="a", vote="yes"), Vote(reviewer="a", vote="no")])


def test_a_score_that_only_the_second_round_has_did_not_move() -> None:
    review = Review(reviewer="r", holistic={"a": 8, "b": 6}, first_round=FirstRound(holistic={"a": 5}))
    moves = _moves([review])
    assert (moves.n, moves.moved) == (1, 1)
