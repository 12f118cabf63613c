"""Claims: the statements of a summary, and whether the article supports each."""

from __future__ import annotations

from collections.abc import Mapping

from jurat.observations import Claim, ClaimLabel
from jurat.observers.grounding.conflicts import ContrastKind
from jurat.observers.grounding.features import claim_features
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.nearest_passages import indexed_source, nearest_by_words
from jurat.observers.grounding.statements import Statement
from jurat.observers.grounding.support_model import support_probability
from jurat.scoring.label_limits import CLAIMS
from jurat.spans import Span

SUPPORTED, PARTIAL = 0.5, 0.25
"""From which support a claim counts as supported, and as supported in part."""
LIKELY, EVEN = 0.7, 0.5
"""From which probability a claim counts as supported, and as supported in part."""
_QUOTED = 20
"""Words of the article that a reason quotes at most."""
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
    article: IndexedDoc, summary: IndexedDoc, found: list[Statement], *, weighed: bool = False
) -> tuple[Claim, ...]:
    """The most consequential statements as claims, in the order of the text, weighed if asked to."""
    ranked = sorted(found, key=lambda one: (one.weight[0], one.weight[1], -one.start), reverse=True)
    chosen = sorted(ranked[:CLAIMS], key=lambda one: one.start)
    if not weighed:
        return tuple(_claim(article, summary, one, label_of(one)) for one in chosen)
    chances = [support_probability(claim_features(article, summary, one)) for one in chosen]
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
    article: IndexedDoc, summary: IndexedDoc, one: Statement, label: ClaimLabel, chance: float | None = None
) -> Claim:
    error, reason = _why(article, summary, one, label)
    text = summary.text[one.start : one.end]
    evidence = _evidence(article, one)
    return Claim(
        label=label,
        text=text,
        span=Span("summary", one.start, one.end, text),
        evidence=evidence,
        nearest=_nearest(article, text) if evidence is None and label != "supported" else None,
        reason=reason,
        error=error,
        probability=chance,
    )


def label_of(one: Statement) -> ClaimLabel:
    """The label of a statement."""
    if one.score >= SUPPORTED and not one.entity_errors and not one.conflicts and not _apart(one):
        return "supported"
    return "partial" if one.score >= PARTIAL else "unsupported"


def _apart(one: Statement) -> bool:
    """Whether the article has the words of a claim, but not together."""
    return not one.compound and one.support.anywhere - one.support.together > APART


def _why(
    article: IndexedDoc, summary: IndexedDoc, one: Statement, label: ClaimLabel
) -> tuple[str | None, str]:
    """The kind of error and a sentence on it that names both sides."""
    if label == "supported":
        return None, f"the article says it too: “{_passage(article, one)}”"
    if one.conflicts:
        first = one.conflicts[0]
        return _ERRORS[first.kind], first.reason
    if one.entity_errors:
        misfit = one.entity_errors[0]
        if misfit.instead:
            return misfit.kind, f"the article says {misfit.instead}, the summary {misfit.text}"
        return misfit.kind, f"the summary says {misfit.text}, the article does not mention it"
    if _apart(one):
        return "relation", "the summary joins what the article says in different places"
    strange = " and ".join(f"“{summary.written(word)}”" for word in one.unknown_terms[:3])
    if strange:
        return "unfounded", f"the summary speaks of {strange}, the article does not"
    return "unfounded", f"the summary goes beyond what the article says: “{_passage(article, one)}”"


def _passage(article: IndexedDoc, one: Statement) -> str:
    """The sentence of the article that is nearest to a statement, cut to a few words."""
    line = one.support.window.best if one.support.window else None
    said = article.text[line.start : line.end].split() if line else []
    return " ".join(said[:_QUOTED]) + ("…" if len(said) > _QUOTED else "")


def _evidence(article: IndexedDoc, one: Statement) -> Span | None:
    """The sentence of the article that decides."""
    lines = [contrast.line for contrast in one.conflicts]
    line = lines[0] if lines else one.support.window.best if one.support.window else None
    return Span("article", line.start, line.end, article.text[line.start : line.end]) if line else None


def _nearest(article: IndexedDoc, text: str) -> Span | None:
    """Return the passage of the article that is nearest to a claim which nothing there decides."""
    found = nearest_by_words(indexed_source((article.text,)), text)
    if found is None:
        return None
    return Span("article", found.unit.start, found.unit.end, article.text[found.unit.start : found.unit.end])
