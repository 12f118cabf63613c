"""Tone read by the verifier: issues with spans, word lists first, quoted words left alone."""

from __future__ import annotations

from dataclasses import replace

from jurat.observations import BiasToxicity, Issue
from jurat.observers.verified.tone_reading import with_tone
from jurat.spans import Span
from jurat.verifier.verifier import Verifier

CLEAN = BiasToxicity(tone="neutral", issues=(), bias_score=10.0, tox_score=10.0)


class _Reader(Verifier):
    """Objects to what it is told to."""

    def __init__(self, named: dict[str, list[str]]) -> None:
        self.named = named

    def objectionable(self, text: str) -> list[str]:
        return self.named.get(text, [])


SUMMARY = "The council met on Monday. He should hang for this. They left."
THREAT = "He should hang for this."


def test_a_threat_is_a_strong_issue_with_its_sentence_as_span() -> None:
    seen = with_tone(CLEAN, SUMMARY, _Reader({THREAT: ["offensive", "violent"]}))
    assert seen.issues == (
        Issue(
            kind="bias",
            severity="strong",
            text=THREAT,
            reason="wishes or threatens violence",
            span=Span("summary", 27, 51, THREAT),
        ),
    )
    assert (seen.tone, seen.bias_score, seen.tox_score) == ("hostile", 2.0, 3.0)


def test_an_insult_is_mild() -> None:
    seen = with_tone(CLEAN, SUMMARY, _Reader({THREAT: ["offensive"]}))
    assert (seen.tone, seen.bias_score, seen.tox_score) == ("subjective", 10.0, 7.0)


def test_nothing_objectionable_changes_nothing() -> None:
    assert with_tone(CLEAN, SUMMARY, _Reader({})) is CLEAN


def test_a_sentence_with_a_listed_word_keeps_that_finding() -> None:
    listed = Issue(kind="slur", severity="strong", text="hang", span=Span("summary", 37, 41, "hang"))
    given = replace(CLEAN, issues=(listed,), tone="hostile", tox_score=2.0)
    assert with_tone(given, SUMMARY, _Reader({THREAT: ["violent"]})) is given


def test_quoted_words_are_somebody_elses() -> None:
    text = 'He shouted "you should hang".'
    assert with_tone(CLEAN, text, _Reader({text: ["violent"]})) is CLEAN
