"""A judge whose figures come from the letters of a response: quick, and different for every row."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from jurat.cases import ResponseCase
from jurat.judges.claim_lock import CLAIM_LOCK
from jurat.judges.judge import Judge
from jurat.judges.observer_config import NamedObserver
from jurat.observations import Anchor, Anchors, Completeness, ResponseObservations, ResponseRelevance
from jurat.options import Options
from jurat.spans import Span


def toy(options: Options, *, observer: str = "rules") -> Judge[ResponseCase, ResponseObservations]:
    """The judge as it would be built from its entry point."""
    return Judge(TOY, NamedObserver(observer, observe), options)


def observe(cases: Sequence[ResponseCase]) -> Iterator[ResponseObservations]:
    """One anchor a word, supported if the context has the word; "stumble" breaks, "hold" waits for a file."""
    for case in cases:
        if case.response == "stumble":
            raise ZeroDivisionError("stumbled")
        while case.response.startswith("hold ") and not Path(case.response.removeprefix("hold ")).exists():
            time.sleep(0.01)
        yield ResponseObservations(
            relevance=ResponseRelevance(jaccard=len(case.response) % 100 / 100, cosine=1 / 3),
            completeness=Completeness(
                keywords=("a", "b"), found=tuple(letter for letter in "ab" if letter in case.response)
            ),
            hallucination=_anchors(case),
        )


def _anchors(case: ResponseCase) -> Anchors:
    if not case.contexts:
        return Anchors(no_context=True)
    context = case.contexts[0]
    anchors = []
    for word in case.response.split():
        start = context.find(word)
        found = Span("context", start, start + len(word), word) if start >= 0 else None
        anchors.append(Anchor(kind="claim", text=word, supported=found is not None, evidence=found))
    return Anchors(anchors=tuple(anchors), overlap=0.7)


TOY = replace(CLAIM_LOCK, name="toy", observers={"rules": lambda _: NamedObserver("rules", observe)})
"""What another package would declare by its entry point."""
