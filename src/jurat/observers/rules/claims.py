"""Claims: the statements of a summary, and whether the article supports each."""

from __future__ import annotations

from collections.abc import Mapping

from jurat.observations import Claim, ClaimLabel
from jurat.observers.rules.contrasts import ContrastKind
from jurat.observers.rules.document import Document
from jurat.observers.rules.probability import probability
from jurat.observers.rules.signs import signs
from jurat.observers.rules.statements import Statement
from jurat.rules.limits import CLAIMS
from jurat.spans import Span

SUPPORTED, PARTIAL = 0.5, 0.25
"""From which support a claim counts as supported, and as supported in part."""
LIKELY, EVEN = 0.7, 0.5
"""From which probability a claim counts as supported, and as supported in part."""
APART = 0.45
"""How much more of a claim the article may have in all than in one place."""
_ERRORS: Mapping[ContrastKind, str] = {
    "negation": "negation",
    "opposite": "negation",
    "bound": "number",
    "count": "number",
    "modality": "relation",
    "roles": "relation",
    "deed": "unfounded",
}
"""What each kind of contrast is called as the error of a claim."""


def observe_claims(
    article: Document, summary: Document, found: list[Statement], *, weighed: bool = False
) -> tuple[Claim, ...]:
    """The most consequential statements as claims, in the order of the text, weighed if asked to."""
    ranked = sorted(found, key=lambda one: (one.weight[0], one.weight[1], -one.start), reverse=True)
    chosen = sorted(ranked[:CLAIMS], key=lambda one: one.start)
    if not weighed:
        return tuple(_claim(article, summary, one, label_of(one)) for one in chosen)
    chances = [probability(signs(article, summary, one)) for one in chosen]
    return tuple(
        _claim(article, summary, one, likely_label(chance), chance)
        for one, chance in zip(chosen, chances, strict=True)
    )


def likely_label(chance: float) -> ClaimLabel:
    """The label of a claim that is supported with a probability.

    >>> [likely_label(chance) for chance in (0.7, 0.6999, 0.5, 0.4999)]
    ['supported', 'partial', 'partial', 'unsupported']
    """
    return "supported" if chance >= LIKELY else "partial" if chance >= EVEN else "unsupported"


def _claim(
    article: Document, summary: Document, one: Statement, label: ClaimLabel, chance: float | None = None
) -> Claim:
    error, reason = _why(summary, one, label)
    text = summary.text[one.start : one.end]
    return Claim(
        label=label,
        text=text,
        span=Span("summary", one.start, one.end, text),
        evidence=_evidence(article, one),
        reason=reason,
        error=error,
        probability=chance,
    )


def label_of(one: Statement) -> ClaimLabel:
    """The label of a statement."""
    if one.score >= SUPPORTED and not one.misfits and not one.contrasts and not _apart(one):
        return "supported"
    return "partial" if one.score >= PARTIAL else "unsupported"


def _apart(one: Statement) -> bool:
    """Whether the article has the words of a claim, but not together."""
    return not one.compound and one.support.anywhere - one.support.together > APART


def _why(summary: Document, one: Statement, label: ClaimLabel) -> tuple[str | None, str]:
    """The kind of error and a sentence on it."""
    if label == "supported":
        return None, "the article says it"
    if one.contrasts:
        first = one.contrasts[0]
        return _ERRORS[first.kind], first.reason
    if one.misfits:
        misfit = one.misfits[0]
        rest = f"; it has {misfit.instead}" if misfit.instead else ""
        return misfit.kind, f"the article does not have “{misfit.text}”{rest}"
    if _apart(one):
        return "relation", "the article does not say these things together"
    strange = ", ".join(f"“{summary.written(word)}”" for word in one.strangers[:3])
    if strange:
        return "unfounded", f"the article has nothing like {strange}"
    return "unfounded", "the article has too little of what it says"


def _evidence(article: Document, one: Statement) -> Span | None:
    """The sentence of the article that decides."""
    lines = [contrast.line for contrast in one.contrasts]
    line = lines[0] if lines else one.support.window.best if one.support.window else None
    return Span("article", line.start, line.end, article.text[line.start : line.end]) if line else None
