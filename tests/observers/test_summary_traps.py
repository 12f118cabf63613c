"""Traps of the summary judges: the label of each claim, of lies and of truthful paraphrases."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from jurat.cases import SummaryCase
from jurat.judges.registry import judge
from jurat.observations import Claim, Hallucination
from jurat.outcomes import Score

DATA = tomllib.loads(Path(__file__).with_name("summary_traps.toml").read_text(encoding="utf-8"))
ARTICLES, TRAPS = DATA["articles"], DATA["trap"]
SCORES = {"supported": 10, "partial": 3, "unsupported": 0}
"""What Twin-Lock's Hallucination is where all claims have one label."""


def claims(article: str, summary: str) -> tuple[float, tuple[Claim, ...]]:
    score = judge("twin-lock").judge(SummaryCase(article=article, summary=summary))["hallucination"]
    assert isinstance(score, Score)
    assert isinstance(score.details, Hallucination)
    return float(score.value), score.details.claims or ()


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap["summary"][:40])
def test_every_claim_has_its_label_and_error(trap: dict[str, Any]) -> None:
    score, found = claims(ARTICLES[trap["article"]], trap["summary"])
    assert {(one.label, one.error) for one in found} == {(trap["label"], trap.get("error"))}
    assert score == SCORES[trap["label"]]
    assert all(one.reason for one in found)


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap["summary"][:40])
def test_a_supported_claim_has_a_sentence_of_the_article(trap: dict[str, Any]) -> None:
    _, found = claims(ARTICLES[trap["article"]], trap["summary"])
    assert all(one.evidence is not None for one in found if one.label == "supported")


def test_there_are_enough_traps() -> None:
    assert len(TRAPS) >= 110


def test_a_reason_writes_names_as_the_summary_does() -> None:
    _, (claim,) = claims(ARTICLES["match"], "The EU paid.")
    assert claim.reason == "the summary says EU, the article does not mention it"
