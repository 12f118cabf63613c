"""Claims: the statements of a summary, and whether the article supports each."""

from __future__ import annotations

from dataclasses import dataclass

from jurat.observations import Claim, ClaimLabel
from jurat.observers.rules.contrasts import Contrast, contrasts
from jurat.observers.rules.document import Document
from jurat.observers.rules.misfits import Misfit, misfits
from jurat.observers.rules.support import Support, support
from jurat.rules.limits import CLAIMS
from jurat.spans import Span
from jurat.text.readings import Line
from jurat.text.stems import stem

SUPPORTED, PARTIAL = 0.62, 0.4
"""From which support a claim counts as supported, and as supported in part."""
MISFIT_COST = 0.2
CONTRAST_COST = 0.5
_FEWEST = 2
_ANNOUNCED = frozenset(stem(one) for one in ("summary", "summarize", "words", "overview"))


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of the summary with all that was found about it."""

    line: Line
    support: Support
    misfits: tuple[Misfit, ...]
    contrasts: tuple[Contrast, ...]

    @property
    def weight(self) -> tuple[int, int]:
        """How consequential it is: by its names and figures, then by its words."""
        content = self.line.content
        details = sum(word.capital or word.stem[0].isdigit() for word in content)
        return details + len(content) // 4, len(content)

    @property
    def score(self) -> float:
        """How far it is supported, all in all."""
        one = self.support
        base = (one.anywhere + one.together + one.in_order) / 3
        return base - MISFIT_COST * len(self.misfits) - CONTRAST_COST * len(self.contrasts)


def statements(article: Document, summary: Document) -> list[Statement]:
    """The sentences of a summary that state something, each held against the article."""
    return [_statement(article, summary, line) for line in summary.lines if _states(summary, line)]


def _states(summary: Document, line: Line) -> bool:
    """Whether a sentence states something of its own; "Here is a summary in 90 words:" does not."""
    announces = summary.text[line.end - 1] == ":" and not _ANNOUNCED.isdisjoint(line.stems)
    return len(line.content) >= _FEWEST and not announces


def _statement(article: Document, summary: Document, line: Line) -> Statement:
    found = support(article, line.words)
    return Statement(
        line,
        found,
        tuple(misfits(article, summary, line.words, found.window)),
        tuple(contrasts(article, summary, line, found.window)),
    )


def observe_claims(article: Document, summary: Document, found: list[Statement]) -> tuple[Claim, ...]:
    """The most consequential statements as claims, in the order of the text."""
    ranked = sorted(found, key=lambda one: (one.weight[0], one.weight[1], -one.line.index), reverse=True)
    chosen = sorted(ranked[:CLAIMS], key=lambda one: one.line.index)
    return tuple(_claim(article, summary, one) for one in chosen)


def _claim(article: Document, summary: Document, one: Statement) -> Claim:
    label = label_of(one)
    error, reason = _why(one, label)
    text = summary.text[one.line.start : one.line.end]
    return Claim(
        label=label,
        text=text,
        span=Span("summary", one.line.start, one.line.end, text),
        evidence=_evidence(article, one),
        reason=reason,
        error=error,
    )


def label_of(one: Statement) -> ClaimLabel:
    """The label of a statement."""
    if one.score >= SUPPORTED and not one.misfits and not one.contrasts:
        return "supported"
    return "partial" if one.score >= PARTIAL else "unsupported"


def _why(one: Statement, label: ClaimLabel) -> tuple[str | None, str]:
    """The kind of error and a sentence on it."""
    if label == "supported":
        return None, "the article says it"
    if one.contrasts:
        kinds = {"negation": "negation", "opposite": "negation", "roles": "relation", "modality": "relation"}
        return kinds.get(one.contrasts[0].kind, "relation"), one.contrasts[0].reason
    if one.misfits:
        first = one.misfits[0]
        rest = f"; it has {first.instead}" if first.instead else ""
        return first.kind, f"the article does not have “{first.text}”{rest}"
    if one.support.anywhere - one.support.together > 0.3:
        return "relation", "the article does not say these things together"
    return "unfounded", f"the article has {round(100 * one.support.anywhere)} % of its words, by weight"


def _evidence(article: Document, one: Statement) -> Span | None:
    """The sentence of the article that decides."""
    lines = [contrast.line for contrast in one.contrasts]
    line = lines[0] if lines else one.support.window.best if one.support.window else None
    return Span("article", line.start, line.end, article.text[line.start : line.end]) if line else None
