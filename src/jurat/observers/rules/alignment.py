"""Alignment by rule: the article's intent, stance and tone, and where the summary departs from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jurat.observations import Alignment, Deviation, DeviationKind, DeviationSeverity
from jurat.observers.rules.document import Document
from jurat.observers.rules.quotations import quoted_as_fact
from jurat.observers.rules.relevance import theme
from jurat.observers.rules.salience import ranked
from jurat.observers.rules.statements import Statement
from jurat.observers.rules.tones import polarity, toned
from jurat.rules.limits import Limits
from jurat.spans import Span
from jurat.text.readings import Line, likeness

_FRAME_TOKENS = 10
"""Tokens kept for stance, tone and the word that says what the article does."""
_STRONG, _MANY = 3, 3
_LEADING = 3
_UNTOLD, _ASTRAY = 0.15, 0.25
_OPINION = frozenset({"should", "must", "ought", "i", "we", "my", "our"})


def observe_alignment(
    article: Document, summary: Document, found: Sequence[Statement], limits: Limits
) -> Alignment:
    """What the article wants, how it stands and sounds, and every departure with both places."""
    opinion = sum(article.reading.counts[one] for one in _OPINION)
    argues = opinion > len(article.lines)
    leaning = polarity(article.reading.words)
    strong = abs(leaning) >= max(_STRONG, len(article.lines) // 2)
    return Alignment(
        intent=("to argue: " if argues else "to report: ")
        + theme(article.reading, limits.intent_tokens - _FRAME_TOKENS),
        stance=("favourable" if leaning > 0 else "critical") if strong else "neutral",
        tone="personal" if argues else "charged" if strong else "factual",
        deviations=tuple(_deviations(article, summary, found)),
    )


def _deviations(article: Document, summary: Document, found: Sequence[Statement]) -> Iterator[Deviation]:
    for one in found:
        yield from _of_contrasts(article, summary, one)
        yield from _of_figures(article, summary, one)
        if (quoted := quoted_as_fact(article, summary, one)) is not None:
            reason = "the article only quotes it, the summary states it as a fact"
            yield _deviation(article, summary, "meaning", "mild", (one.start, one.end), quoted, reason)
        yield from _of_wording(article, summary, one)
    yield from _of_focus(article, summary, found)


def _of_contrasts(article: Document, summary: Document, one: Statement) -> Iterator[Deviation]:
    for contrast in one.contrasts:
        severity: DeviationSeverity = "mild" if contrast.is_shade else "severe"
        place = (contrast.start, contrast.end)
        yield _deviation(article, summary, "meaning", severity, place, contrast.line, contrast.reason)


def _of_figures(article: Document, summary: Document, one: Statement) -> Iterator[Deviation]:
    """A number or a date that the article gives otherwise in the same place."""
    line = one.support.window.best if one.support.window else None
    for misfit in one.misfits:
        if misfit.instead is not None and line is not None:
            reason = f"the summary has {misfit.text} where the article has {misfit.instead}"
            place = (misfit.start, misfit.end)
            yield _deviation(article, summary, "meaning", "severe", place, line, reason)


def _of_wording(article: Document, summary: Document, one: Statement) -> Iterator[Deviation]:
    """Words that frame or judge what the article only tells."""
    line = one.support.window.best if one.support.window else None
    added = [
        word
        for word in one.words
        if word.stem in toned("framing") and likeness(word.stem, article.postings) < 1.0
    ]
    for word in added[:_MANY]:
        place = (word.token.start, word.token.end)
        reason = f"“{summary.text[slice(*place)]}” judges; the article does not say it"
        severity: DeviationSeverity = "severe" if len(added) >= _MANY else "mild"
        yield _deviation(article, summary, "tone", severity, place, line, reason)
    if one.support.window is not None and not added:
        here, there = polarity(one.words), sum(polarity(line.words) for line in one.support.window.lines)
        if here * there < 0:
            place = (one.start, one.end)
            reason = "the summary {} what the article {}".format(
                *(("praises", "blames") if here > 0 else ("blames", "praises"))
            )
            yield _deviation(article, summary, "tone", "mild", place, line, reason)


def _of_focus(article: Document, summary: Document, found: Sequence[Statement]) -> Iterator[Deviation]:
    """A summary that has next to nothing of the article's main sentences, or of the article at all."""
    if not found:
        return
    place = (found[0].start, found[-1].end)
    leading = ranked(article.reading)[:_LEADING]
    if all(one.support.together < _ASTRAY for one in found):
        reason = "the summary speaks of something else than the article"
        yield _deviation(article, summary, "focus", "severe", place, leading[0] if leading else None, reason)
    elif leading and max(_told(summary, line) for line in leading) < _UNTOLD:
        reason = "the summary leaves out what the article is mainly about"
        yield _deviation(article, summary, "focus", "mild", place, leading[0], reason)


def _told(summary: Document, line: Line) -> float:
    """The share of a sentence's words that the summary has."""
    stems = {word.stem for word in line.content}
    return sum(likeness(one, summary.postings) for one in stems) / len(stems) if stems else 0.0


def _deviation(
    article: Document,
    summary: Document,
    kind: DeviationKind,
    severity: DeviationSeverity,
    place: tuple[int, int],
    line: Line | None,
    reason: str,
) -> Deviation:
    text = summary.text[slice(*place)]
    quoted = Span("article", line.start, line.end, article.text[line.start : line.end]) if line else None
    return Deviation(
        kind=kind,
        severity=severity,
        text=text,
        reason=reason,
        span=Span("summary", *place, text),
        evidence=quoted,
    )
