"""Whether a source supports a claim, how sure that is, and which words decide."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log
from typing import Any, Final

from jurat.verifier.claim_texts import ClaimText
from jurat.verifier.encoder import Encoder, sigmoid
from jurat.verifier.retrieval import Source, Unit
from jurat.verifier.weights import load_weights

FAULT: Final = 0.5
"""A word is called faulty from this probability on."""
_WORDS: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the verifier says of one claim.

    `supported` is the calibrated probability that people would call it supported, `contradicted` the
    probability that the source says otherwise; `evidence` holds what was read, `deciding` the unit nearest to
    the claim, `missing` is the share of its terms that the source lacks.
    """

    supported: float
    contradicted: float
    evidence: tuple[Unit, ...]
    deciding: Unit | None
    missing: float = 0.0
    faults: tuple[tuple[int, int], ...] = ()
    logits: tuple[float, float, float] | None = None

    @property
    def verbatim(self) -> bool:
        """Whether the source has the claim word by word, so that the encoder was not asked."""
        return self.logits is None


@dataclass(frozen=True, slots=True)
class Tone:
    """Probabilities that people would call a text offensive, hateful, sexist or violent."""

    offensive: float
    hateful: float
    sexist: float
    violent: float


class Verifier:
    """The trained reader with its calibration."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.calibration: Mapping[str, Any] = encoder.weights.manifest["calibration"]

    def check(self, source: Source, claim: ClaimText) -> Verdict:
        """Return what the source says of one claim."""
        asked = f"{claim.lead} {claim.text}" if claim.lead else claim.text
        chosen = source.evidence(asked)
        evidence = tuple(source.units[number] for number in chosen)
        nearest = source.nearest(claim.text, chosen)
        deciding = source.units[nearest] if nearest is not None else None
        if deciding is not None and is_verbatim(claim.text, deciding.text):
            return Verdict(self.calibration["verbatim"], 0.0, evidence, deciding)
        missing = source.missing(claim.text)
        reading = self.encoder.read(" ".join(unit.text for unit in evidence), asked)
        shift = len(asked) - len(claim.text)
        return Verdict(
            self._supported(reading.support, missing),
            _softmax(reading.support)[2],
            evidence,
            deciding,
            missing,
            _merged(
                claim.text,
                [(s - shift, e - shift) for s, e, p in reading.faults if p >= FAULT and s >= shift],
            ),
            reading.support,
        )

    def check_all(self, source: Source, claims: Sequence[ClaimText]) -> list[Verdict]:
        """Return what the source says of each claim, in order."""
        return [self.check(source, claim) for claim in claims]

    def _supported(self, logits: tuple[float, float, float], missing: float) -> float:
        """Return the calibrated probability of support, less for every term that the source lacks."""
        slope, constant, penalty = self.calibration["support"]
        return sigmoid(slope * odds_of(logits) + constant - penalty * missing)

    def _calibrated(self, head: str, odds: float) -> float:
        slope, constant = self.calibration[head]
        return sigmoid(slope * odds + constant)

    def answers(self, query: str, response: str) -> tuple[float, float]:
        """Return the probabilities that a response is about a query, and that it answers it."""
        about, answers = self.encoder.read(query, response).answers
        return self._calibrated("about", about), self._calibrated("answers", answers)

    def tone(self, text: str) -> Tone:
        """Return how people would call the tone of a text."""
        return Tone(*(sigmoid(value) for value in self.encoder.read(text).tone))


@cache
def installed_verifier() -> Verifier:
    """Return the installed verifier, loaded once per process."""
    return Verifier(Encoder(load_weights()))


def odds_of(logits: tuple[float, float, float]) -> float:
    """Return the log odds that a claim is supported rather than anything else.

    >>> round(odds_of((1.0, 0.0, 0.0)), 4)
    0.3069
    """
    return logits[0] - log(exp(logits[1]) + exp(logits[2]))


def is_verbatim(claim: str, text: str) -> bool:
    """Whether a text has all words of a claim in one run.

    >>> is_verbatim("the dog is old.", "Ada says: The dog is old, she thinks.")
    True
    >>> is_verbatim("dog is not old", "The dog is old.")
    False
    """
    wanted = " ".join(_WORDS.findall(claim.casefold()))
    return bool(wanted) and f" {wanted} " in f" {' '.join(_WORDS.findall(text.casefold()))} "


def _softmax(logits: Sequence[float]) -> list[float]:
    top = max(logits)
    powers = [exp(value - top) for value in logits]
    return [power / sum(powers) for power in powers]


def _merged(text: str, spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Join pieces of one word, and words with only white space between them, into whole spans."""
    words = [match.span() for match in re.finditer(r"\S+", text)]
    hit = [word for word in words if any(start < word[1] and word[0] < end for start, end in spans)]
    merged: list[tuple[int, int]] = []
    for start, end in hit:
        if merged and not text[merged[-1][1] : start].strip():
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return tuple(merged)
