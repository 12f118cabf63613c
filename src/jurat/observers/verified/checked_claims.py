"""Claims checked against a source: read by the verifier, their values compared exactly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from jurat.observations import Claim, ClaimLabel
from jurat.observers.verified.value_conflicts import ValueConflict, conflicts
from jurat.spans import Span
from jurat.verifier.claim_texts import ClaimText
from jurat.verifier.claim_values import ValuedText
from jurat.verifier.retrieval import Source, Unit, terms
from jurat.verifier.verifier import Verdict, Verifier

SUPPORTED_FROM: Final = 0.7
PARTIAL_FROM: Final = 0.5
CONTRADICTED_FROM: Final = 0.5
IMPOSSIBLE: Final = 0.03
"""The probability of a claim whose number or date the source contradicts."""
_ABOUT: Final = 0.67
"""The share of a claim's words that a unit must have to speak of the same thing."""
_TELLING: Final = 2
"""Words beside its value that a claim needs to say what the value is of."""
_CELL: Final = re.compile(r"[^|\n]*[^|\s][^|\n]*")
_BARS: Final = 2
"""Bars that a row of a table has at least; its first cell says what its values are of."""
_SHOWN: Final = 160
_MOST_FAULTS: Final = 3
_EDGES: Final = " .,;:!?\n"


@dataclass(frozen=True, slots=True)
class SourceText:
    """The texts that claims are checked against, and what results and reasons call them.

    Texts that answer a query have it as their `lead`.
    """

    texts: tuple[str, ...]
    name: str = "context"
    lead: str = ""

    def span(self, unit: Unit, start: int, end: int) -> Span:
        """Return a stretch of one of the texts as evidence."""
        name = f"{self.name}[{unit.passage}]" if len(self.texts) > 1 else self.name
        return Span(name, start, end, self.texts[unit.passage][start:end])


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim with the verifier's verdict and the values that the source gives otherwise.

    `supported` is the probability of support, by the verifier alone or by it and rules together.
    """

    claim: ClaimText
    verdict: Verdict
    conflicts: tuple[ValueConflict, ...]
    supported: float

    @property
    def probability(self) -> float:
        """Return the probability that people would call the claim supported."""
        return min(self.supported, IMPOSSIBLE) if self.conflicts else self.supported

    @property
    def contradiction(self) -> float:
        """Return the probability that the source contradicts the claim; 1 where a value does.

        A contradicted claim is not supported, so it is at most the probability of no support.
        """
        return 1.0 if self.conflicts else min(self.verdict.contradicted, 1 - self.supported)

    @property
    def label(self) -> ClaimLabel:
        """Return the label that the probability stands for."""
        if self.contradiction >= CONTRADICTED_FROM:
            return "unsupported"
        if self.probability >= SUPPORTED_FROM:
            return "supported"
        return "partial" if self.probability >= PARTIAL_FROM else "unsupported"


@dataclass
class SourceChecker:
    """Checks claims against one source, which is indexed once.

    A claim that the source has word by word is supported with at least the probability `copied`.
    """

    verifier: Verifier
    source_text: SourceText
    copied: float = 0.0
    source: Source = field(init=False)

    def __post_init__(self) -> None:
        self.source = Source(self.source_text.texts, self.source_text.lead)

    def check(self, claim: ClaimText, by_rules: float | None = None) -> CheckedClaim:
        """Return what the source says of a claim; a probability by rules is weighed in where it is given."""
        verdict = self.verifier.check(self.source, claim)
        found = () if verdict.verbatim else tuple(self._conflicts(claim, verdict))
        supported = verdict.supported
        if verdict.verbatim:
            supported = max(supported, self.copied)
        elif by_rules is not None:
            supported = self.verifier.combined(supported, by_rules)
        return CheckedClaim(claim, verdict, found, supported)

    def _conflicts(self, claim: ClaimText, verdict: Verdict) -> list[ValueConflict]:
        """Return the values of a claim, or of a row's cells, that units about it give otherwise."""
        row = _cells(claim.text)
        near = [(number, ValuedText.of(unit)) for number, unit in self._near(claim, row, verdict)]
        return [
            replace(one, start=one.start + start, end=one.end + start)
            for start, end in (row[1:] or [(0, len(claim.text))] if near else ())
            for one in conflicts(ValuedText.of(claim.text[start:end]), self.source.valued, near)
        ]

    def _near(
        self, claim: ClaimText, row: Sequence[tuple[int, int]], verdict: Verdict
    ) -> Iterator[tuple[int, str]]:
        """Yield the units that speak of what a claim, or the first cell of a row, is about."""
        about = claim.text[slice(*row[0])] if row else f"{claim.lead} {claim.text}"
        said = frozenset(term for term in terms(about) if not term[0].isdigit())
        fewest, share = (1, 1.0) if row else (_TELLING, _ABOUT)
        for number, unit in enumerate(verdict.evidence if len(said) >= fewest else ()):
            if len(said.intersection(terms(unit.text))) >= share * len(said):
                yield number, unit.text

    def label(self, claim: ClaimText, source: str, by_rules: float | None = None) -> Claim:
        """Return a claim of one text (`source`) as a label with its evidence."""
        checked = self.check(claim, by_rules)
        evidence, nearest = self.evidence(checked)
        return Claim(
            label=checked.label,
            text=claim.text,
            span=Span(source, claim.start, claim.end, claim.text),
            evidence=evidence,
            nearest=nearest,
            reason=reason(checked, self.source_text.name),
            probability=round(checked.probability, 4),
            contradiction=round(checked.contradiction, 4),
            faults=_faults(checked, source) or None,
        )

    def evidence(self, checked: CheckedClaim) -> tuple[Span | None, Span | None]:
        """Return the deciding stretch, or else the nearest one."""
        if checked.conflicts:
            unit = checked.verdict.evidence[checked.conflicts[0].unit]
            return self.source_text.span(unit, unit.start, unit.end), None
        unit_or_none = checked.verdict.deciding
        if unit_or_none is None:
            return None, None
        span = self.source_text.span(unit_or_none, unit_or_none.start, unit_or_none.end)
        decides = checked.label == "supported" or checked.contradiction >= CONTRADICTED_FROM
        return (span, None) if decides else (None, span)


def _cells(claim: str) -> list[tuple[int, int]]:
    """Return the places of the cells of a table row; none for prose.

    >>> _cells("| Tea | $3 |"), _cells("Tea costs $3.")
    ([(1, 6), (7, 11)], [])
    """
    return [match.span() for match in _CELL.finditer(claim)] if claim.count("|") >= _BARS else []


def _faults(checked: CheckedClaim, source: str) -> tuple[Span, ...]:
    """Return the words of a claim that are at fault, as spans of the judged text."""
    if checked.label == "supported":
        return ()
    places: Sequence[tuple[int, int]] = [
        (one.start, one.end) for one in checked.conflicts
    ] or checked.verdict.faults
    claim = checked.claim
    return tuple(
        Span(source, claim.start + start, claim.start + end, claim.text[start:end]) for start, end in places
    )


def reason(checked: CheckedClaim, name: str) -> str:
    """Return one sentence that says why a claim has its label, naming both sides."""
    claim, unit = checked.claim.text, checked.verdict.deciding
    if checked.conflicts:
        one = checked.conflicts[0]
        return f"the {name} says {one.given}, the claim {claim[one.start : one.end]}"
    if checked.verdict.verbatim:
        return f"the {name} says exactly what the claim says"
    stated = _stated(claim, checked.verdict.faults)
    if unit is None:
        return f"the claim says {stated}, the {name} says nothing"
    return _SENTENCES[_outcome(checked)].format(name=name, stated=stated, passage=_quoted(unit.text))


def _outcome(checked: CheckedClaim) -> str:
    """Return which sentence says why a claim has its label."""
    if checked.label == "unsupported" and checked.contradiction >= CONTRADICTED_FROM:
        return "contradicted"
    return checked.label


_SENTENCES: Final = {
    "supported": "the {name} supports the claim: {passage}",
    "contradicted": "the claim says {stated}, the {name} otherwise: {passage}",
    "partial": "the claim says {stated}, the {name} only in part; nearest: {passage}",
    "unsupported": "the claim says {stated}, the {name} does not; nearest: {passage}",
}
"""The reason of each label; the last two quote a passage that decides nothing."""


def _stated(claim: str, faults: Sequence[tuple[int, int]]) -> str:
    """Return the words of a claim that are at fault, quoted; all of it where none are.

    >>> _stated("Lost laptops are reported in 48 hours.", ((29, 38),)), _stated("It rains.", ())
    ('“48 hours”', '“It rains”')
    """
    pieces = [claim[start:end].strip(_EDGES) for start, end in faults[:_MOST_FAULTS]]
    return " and ".join(f"“{_shown(piece)}”" for piece in pieces if piece) or _quoted(claim.strip(_EDGES))


def _quoted(text: str) -> str:
    """Return a text in quotation marks, on one line and not too long."""
    return f"“{_shown(text.rstrip(';'))}”"


def _shown(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _SHOWN else f"{plain[: _SHOWN - 1]}…"
