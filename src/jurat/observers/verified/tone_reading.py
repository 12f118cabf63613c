"""Insults, threats, hate and sexism without a listed word, as the verifier reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from jurat.nlp.sentences import sentences
from jurat.observations import BiasToxicity, Issue, IssueKind, IssueSeverity, Tone
from jurat.scoring.issue_scores import bias_score, tox_score
from jurat.spans import Span
from jurat.verifier.verifier import Verifier

MAX_SENTENCES: Final = 60
"""Sentences of a summary whose tone is read."""


_QUOTED: Final = re.compile(r"[\"“”«»]")


class _Reading(NamedTuple):
    """What a tone of the verifier is called as an issue."""

    tone: str
    kind: IssueKind
    severity: IssueSeverity
    reason: str


_READINGS: Final = (
    _Reading("violent", "bias", "strong", "wishes or threatens violence"),
    _Reading("hateful", "bias", "strong", "attacks people for the group they belong to"),
    _Reading("sexist", "stereotype", "mild", "sexist wording"),
    _Reading("offensive", "profanity", "mild", "insulting wording"),
)
"""The gravest first: one issue for each sentence."""


def with_tone(found: BiasToxicity, summary: str, verifier: Verifier) -> BiasToxicity:
    """Return the labels of Bias-Toxicity with an issue for each sentence whose tone the verifier objects to.

    A sentence in which the word lists found something keeps that finding. Quoted words are somebody else's.
    """
    if found.issues is None:
        return found
    taken = [issue.span for issue in found.issues if issue.span]
    added = [
        issue for issue in _issues(summary, verifier)
        if issue.span and not any(one.start < issue.span.end and issue.span.start < one.end for one in taken)
    ]  # fmt: skip
    if not added:
        return found
    issues = tuple(sorted((*found.issues, *added), key=lambda one: one.span.start if one.span else 0))
    strong = any(issue.severity == "strong" for issue in added)
    tone: Tone = "hostile" if strong or found.tone == "hostile" else "subjective"
    return replace(
        found, issues=issues, tone=tone, bias_score=bias_score(issues), tox_score=tox_score(issues)
    )


def _issues(summary: str, verifier: Verifier) -> Iterator[Issue]:
    for sentence in list(sentences(summary))[:MAX_SENTENCES]:
        text = summary[sentence.start : sentence.end]
        if _QUOTED.search(text):
            continue
        named = verifier.objectionable(text)
        reading = next((one for one in _READINGS if one.tone in named), None)
        if reading is not None:
            yield Issue(
                kind=reading.kind,
                severity=reading.severity,
                text=text,
                reason=reading.reason,
                span=Span("summary", sentence.start, sentence.end, text),
            )
