"""Retrieval read by the verifier: claims by meaning, numbers and dates by value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jurat.cases import ResponseCase
from jurat.observations import Claim, RetrievalObservations
from jurat.observers.retrieval import retrieval_observer
from jurat.observers.verified.checked_claims import SourceChecker, SourceText
from jurat.verifier.claim_texts import claim_texts
from jurat.verifier.verifier import Verifier


def observe(cases: Sequence[ResponseCase], verifier: Verifier) -> Iterator[RetrievalObservations]:
    """Yield the labels of each case, in order."""

    def read(text: str, name: str, query: str, sources: tuple[str, ...], source: str) -> list[Claim]:
        lead = "" if source == "context" else query
        checker = SourceChecker(verifier, SourceText(sources, source, lead))
        return [checker.label(claim, name) for claim in claim_texts(text, query)]

    return retrieval_observer.observe(cases, read)
