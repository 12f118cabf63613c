"""Retrieval: average precision, recall, correctness, citations and the verdict, to the digit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.observations import (
    CitedSentence,
    CitedSentences,
    Claim,
    ClaimLabel,
    ComparedClaims,
    PassageLabel,
    RankedPassages,
    RetrievalObservations,
    RetrievedPassage,
    WantedClaims,
)
from jurat.options import THRESHOLDS
from jurat.outcomes import Cap, Score
from jurat.scoring.claim_lock import NO_CONTEXT
from jurat.scoring.retrieval_scoring import RetrievalJudgement, average_precision, score

ABSENT = "missing: observations.answer_correctness.wanted was not given"
EMPTY_RESPONSE = "the response states nothing that can be checked"
EMPTY_REFERENCE = "the reference states nothing that can be checked"


def claims(*labels: ClaimLabel, contradiction: float | None = None) -> tuple[Claim, ...]:
    return tuple(Claim(label=one, contradiction=contradiction) for one in labels)


def ranked(*labels: PassageLabel) -> RankedPassages:
    return RankedPassages(passages=tuple(RetrievedPassage(label=one) for one in labels))


def cited(*labels: ClaimLabel) -> CitedSentences:
    return CitedSentences(sentences=tuple(CitedSentence(label=one, cites=(1,)) for one in labels))


WRONG = ComparedClaims(stated=claims("unsupported"), wanted=claims("supported"))
GOOD = RetrievalObservations(
    context_precision=ranked("relevant", "irrelevant", "relevant"),
    context_recall=WantedClaims(claims=claims("supported", "partial")),
    answer_correctness=ComparedClaims(
        stated=claims("supported", "unsupported"), wanted=claims("supported", "supported", "partial")
    ),
    citation_support=cited("supported", "partial", "unsupported", "supported"),
)


def values(judged: RetrievalJudgement) -> list[float | str]:
    return [one.value if isinstance(one, Score) else one.unscored for one in judged.metrics]


def test_all_four_metrics_by_hand() -> None:
    judged = score(GOOD, THRESHOLDS)
    # (1 + 2/3) / 2; (1 + 1/2) / 2; harmonic mean of 1/2 and 5/6; (1 + 1/2 + 0 + 1) / 4
    assert values(judged) == [0.8333, 0.75, 0.625, 0.625]
    assert (judged.verdict, judged.reasons) == ("PASS", ())
    details = [one.details.computed for one in judged.metrics if isinstance(one, Score)]
    assert details == [
        {"passages": 3, "relevant": 2},
        {"supported": 1, "partial": 1, "unsupported": 0},
        {"precision": 0.5, "recall": 0.8333, "contradicted": 0},
        {"supported": 2, "partial": 1, "unsupported": 1},
    ]


def test_a_contradiction_caps_correctness_at_a_half() -> None:
    right, wanted = claims("supported", "supported"), claims("supported")
    wrong = claims("unsupported", contradiction=0.5)
    seen = RetrievalObservations(answer_correctness=ComparedClaims(stated=right + wrong, wanted=wanted))
    found = score(seen, THRESHOLDS).metrics[2]
    assert isinstance(found, Score)
    assert (found.raw, found.value) == (0.8, 0.5)
    assert found.caps == (Cap(0.5, "contradiction", 0.8, 0.5),)
    doubt = claims("unsupported", contradiction=0.49)
    seen = RetrievalObservations(answer_correctness=ComparedClaims(stated=right + doubt, wanted=wanted))
    assert values(score(seen, THRESHOLDS))[2] == 0.8


def test_nothing_observed_is_unscored_and_never_passes() -> None:
    judged = score(RetrievalObservations(), THRESHOLDS)
    assert values(judged)[0] == "missing: observations.context_precision was not given"
    assert judged.verdict == "WARN"
    assert judged.reasons[0] == "unscored: context_precision"
    assert len(judged.reasons) == 4


@pytest.mark.parametrize(
    ("seen", "place", "why"),
    [
        ({"context_precision": RankedPassages(no_context=True)}, 0, NO_CONTEXT),
        ({"context_precision": RankedPassages(unscored="too long")}, 0, "too long"),
        ({"context_recall": WantedClaims(no_context=True)}, 1, NO_CONTEXT),
        ({"context_recall": WantedClaims(claims=())}, 1, EMPTY_REFERENCE),
        ({"answer_correctness": ComparedClaims(stated=())}, 2, ABSENT),
        ({"answer_correctness": ComparedClaims(stated=(), wanted=claims("supported"))}, 2, EMPTY_RESPONSE),
        ({"answer_correctness": ComparedClaims(stated=claims("supported"), wanted=())}, 2, EMPTY_REFERENCE),
        ({"citation_support": CitedSentences(no_context=True)}, 3, NO_CONTEXT),
        ({"citation_support": CitedSentences(sentences=())}, 3, "the response cites no passage"),
    ],
)
def test_what_cannot_be_judged_says_why(seen: dict[str, object], place: int, why: str) -> None:
    judged = score(RetrievalObservations(**seen), THRESHOLDS)  # type: ignore[arg-type]
    assert values(judged)[place] == why
    assert ("no_context" in judged.reasons) == (why == NO_CONTEXT)


@pytest.mark.parametrize(
    ("seen", "verdict", "reason"),
    [
        ({"answer_correctness": WRONG}, "FAIL", "answer_correctness below 0.5"),
        ({"citation_support": cited("unsupported")}, "FAIL", "citation_support below 0.5"),
        ({"citation_support": cited("partial")}, "WARN", "unscored: context_precision"),
        ({"context_recall": WantedClaims(claims=claims("unsupported"))}, "WARN", "context_recall below 0.5"),
        ({"context_precision": ranked("irrelevant")}, "WARN", "context_precision below 0.5"),
    ],
)
def test_the_verdict_names_what_decided(seen: dict[str, object], verdict: str, reason: str) -> None:
    judged = score(RetrievalObservations(**seen), THRESHOLDS)  # type: ignore[arg-type]
    assert (judged.verdict, judged.reasons[0]) == (verdict, reason)


@given(st.lists(st.booleans(), min_size=1, max_size=12))
def test_average_precision_is_best_with_the_relevant_passages_first(relevant: list[bool]) -> None:
    assert 0 <= average_precision(relevant) <= average_precision(sorted(relevant, reverse=True))
    assert average_precision(sorted(relevant, reverse=True)) == Fraction(any(relevant))
