"""A judge whose figures come from the letters of a response: quick, and different for every row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jurat.cases import ResponseCase
from jurat.judges.judge import Judge
from jurat.judges.observing import NamedObserver
from jurat.judges.scoring import score_response
from jurat.observations import Anchor, Anchors, Completeness, ResponseObservations, ResponseRelevance
from jurat.options import Options
from jurat.spans import Span

METRICS = ("relevance", "completeness", "hallucination")


def toy(options: Options, *, observer: str = "rules") -> Judge[ResponseCase, ResponseObservations]:
    """What other packages would give by their entry point."""
    return Judge("toy", ResponseCase, METRICS, NamedObserver(observer, observe), score_response, options)


def observe(cases: Sequence[ResponseCase]) -> Iterator[ResponseObservations]:
    """One anchor a word, supported if the context has the word; "stumble" breaks."""
    for case in cases:
        if case.response == "stumble":
            raise ZeroDivisionError("stumbled")
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
