"""A chair's synthesis against the candidates: for each sentence, which candidate supports it, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from jurat.verifier.claim_texts import ClaimText, claim_texts
from jurat.verifier.weights import is_installed

SUPPORTED = 0.5
"""A sentence is supported by a candidate from this probability on."""
HOW_TO_INSTALL = "sentences not checked: install the verifier with pip install 'jurat[verifier]'"


class ClaimReader(Protocol):
    """Whoever can tell how probably a source supports claims."""

    def probabilities(self, source: str, claims: Sequence[ClaimText]) -> list[float]:
        """Return for each claim the probability that the source supports it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceSupport:
    """A sentence of a synthesis: which candidate supports it best, if any does, and with what probability."""

    start: int
    end: int
    probability: float
    candidate: str | None


def check_synthesis(
    text: str, candidates: Mapping[str, str], reader: ClaimReader
) -> tuple[SentenceSupport, ...]:
    """Return for each sentence of a synthesis the candidate that supports it best; none below a half.

    >>> class Verbatim:
    ...     def probabilities(self, source, claims):
    ...         return [float(one.text in source) for one in claims]
    >>> found = check_synthesis("Tea is hot. Ice is blue.", {"a": "Tea is hot.", "b": "No."}, Verbatim())
    >>> [one.candidate for one in found]
    ['a', None]
    """
    claims = claim_texts(text)
    scores = {name: reader.probabilities(source, claims) for name, source in candidates.items()}
    found = []
    for number, claim in enumerate(claims):
        best = max(scores, key=lambda name: scores[name][number])
        probability = scores[best][number]
        owner = best if probability >= SUPPORTED else None
        found.append(
            SentenceSupport(
                start=claim.start, end=claim.end, probability=round(probability, 4), candidate=owner
            )
        )
    return tuple(found)


class VerifierReader:
    """The installed verifier as a reader of claims."""

    def probabilities(self, source: str, claims: Sequence[ClaimText]) -> list[float]:
        """Return for each claim the verifier's probability that the source supports it."""
        from jurat.verifier.retrieval import Source
        from jurat.verifier.verifier import installed_verifier

        verdicts = installed_verifier().check_all(Source((source,)), claims)
        return [one.supported for one in verdicts]


def installed_reader() -> ClaimReader | None:
    """Return the verifier as a reader if it is installed."""
    return VerifierReader() if is_installed() else None
