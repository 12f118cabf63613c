"""Whether a source supports a claim, how sure that is, and which words decide."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import exp, log
from typing import Any, Final, NamedTuple

from jurat.verifier.claim_texts import MAX_LEAD_WORDS, SHORT_CLAIM, ClaimText
from jurat.verifier.encoder import Encoder, HeadLogits, sigmoid
from jurat.verifier.retrieval import Gaps, Source, Unit, terms
from jurat.verifier.weights import load_weights

FAULT: Final = 0.5
"""A word is called faulty from this probability on."""
_WORDS: Final = re.compile(r"[^\W_]+")


class Signals(NamedTuple):
    """What the probability of support is calculated from.

    `odds` are the encoder's log odds of support, `fault` those of the worst word of the claim, `length` is
    how much longer the source is than what the encoder reads, `gaps` are the shares of the claim that the
    source lacks.
    """

    odds: float
    fault: float
    length: float
    gaps: Gaps

    def column(self) -> tuple[float, ...]:
        """Return what the calibration's numbers are multiplied by, in their order."""
        return (
            self.odds,
            1.0,
            self.length * self.odds,
            self.length,
            -self.fault,
            *(-gap for gap in self.gaps),
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the verifier says of one claim.

    `supported` is the calibrated probability that people would call it supported, `contradicted` the
    probability that the source says otherwise; `evidence` holds what was read, `deciding` the unit nearest to
    the claim.
    """

    supported: float
    contradicted: float
    evidence: tuple[Unit, ...]
    deciding: Unit | None
    faults: tuple[tuple[int, int], ...] = ()
    signals: Signals | None = None

    @property
    def verbatim(self) -> bool:
        """Whether the source has the claim word by word, so that the encoder was not asked."""
        return self.signals is None


@dataclass(frozen=True, slots=True)
class ToneProbabilities:
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
        if nearest is not None and is_copied(claim, source, nearest):
            return Verdict(self.calibration["verbatim"], 0.0, evidence, deciding)
        reading = self.encoder.read(source.read(chosen), asked)
        shift = len(asked) - len(claim.text)
        found = signals(reading, source, asked, shift)
        faulty = [(s - shift, e - shift) for s, e, p in reading.faults if p >= FAULT and s >= shift]
        return Verdict(
            self._supported(found),
            self._calibrated("contradiction", contradiction_odds(reading.support)),
            evidence,
            deciding,
            _merged(claim.text, faulty),
            found,
        )

    def check_all(self, source: Source, claims: Sequence[ClaimText]) -> list[Verdict]:
        """Return what the source says of each claim, in order."""
        return [self.check(source, claim) for claim in claims]

    def _supported(self, found: Signals) -> float:
        """Return the calibrated probability of support, less for what the source lacks."""
        weights = self.calibration["support"]
        return sigmoid(sum(w * x for w, x in zip(weights, found.column(), strict=True)))

    def combined(self, supported: float, by_rules: float) -> float:
        """Return one probability of support from the verifier's and that of rules."""
        mine, theirs, constant = self.calibration["combined"]
        return sigmoid(mine * _logit(supported) + theirs * _logit(by_rules) + constant)

    def _calibrated(self, head: str, odds: float) -> float:
        slope, constant = self.calibration[head]
        return sigmoid(slope * odds + constant)

    def answers(self, query: str, response: str) -> tuple[float, float]:
        """Return the probabilities that a response is about a query, and that it answers it."""
        about, answers = self.encoder.read(query, response).answers
        return self._calibrated("about", about), self._calibrated("answers", answers)

    def tone(self, text: str) -> ToneProbabilities:
        """Return how people would call the tone of a text."""
        return ToneProbabilities(*(sigmoid(value) for value in self.encoder.read(text).tone))

    def objectionable(self, text: str) -> list[str]:
        """Return the tones of a text that exceed what sentences of news reach."""
        found, limits = asdict(self.tone(text)), self.calibration["tone"]
        return [name for (name, chance), limit in zip(found.items(), limits, strict=True) if chance > limit]


@cache
def installed_verifier() -> Verifier:
    """Return the installed verifier, loaded once per process."""
    return Verifier(Encoder(load_weights()))


def signals(reading: HeadLogits, source: Source, asked: str, shift: int) -> Signals:
    """Return the signals of a claim, which begins after the lead in what was read."""
    worst = max((chance for start, _, chance in reading.faults if start >= shift), default=0.0)
    return Signals(odds_of(reading.support), _logit(worst), source.length, source.gaps(asked[shift:]))


def _logit(chance: float) -> float:
    """Return the log odds of a probability, bounded.

    >>> _logit(0.5), round(_logit(0.0), 2)
    (0.0, -6.91)
    """
    bounded = min(max(chance, 0.001), 0.999)
    return log(bounded / (1 - bounded))


def odds_of(logits: tuple[float, float, float]) -> float:
    """Return the log odds that a claim is supported rather than anything else.

    >>> round(odds_of((1.0, 0.0, 0.0)), 4)
    0.3069
    """
    return logits[0] - log(exp(logits[1]) + exp(logits[2]))


def contradiction_odds(logits: tuple[float, float, float]) -> float:
    """Return the log odds that a claim is contradicted rather than anything else.

    >>> round(contradiction_odds((0.0, 0.0, 1.0)), 4)
    0.3069
    """
    return logits[2] - log(exp(logits[0]) + exp(logits[1]))


def is_copied(claim: ClaimText, source: Source, number: int) -> bool:
    """Whether a claim repeats a whole unit of its source, so that it need not be read.

    A part of a unit is read: "staff get it" is in "All but staff get it". So is a short claim that needs its
    lead, unless the source has the lead before the unit, or has no other unit.

    >>> source = Source(("The dog is old. It is 12.",))
    >>> is_copied(ClaimText(0, 15, "the dog is old!"), source, 0)
    True
    >>> is_copied(ClaimText(0, 6, "is old"), source, 0)
    False
    >>> leads = ("How old is it?", "The dog is old.")
    >>> [is_copied(ClaimText(0, 9, "It is 12.", lead), source, 1) for lead in leads]
    [False, True]
    """
    wanted = _words(claim.text)
    if not wanted or wanted != _words(source.units[number].text):
        return False
    if not claim.lead or len(source.units) == 1 or len(terms(claim.text)) >= SHORT_CLAIM:
        return True
    return number > 0 and _words(source.units[number - 1].text)[-MAX_LEAD_WORDS:] == _words(claim.lead)


def _words(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())


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
