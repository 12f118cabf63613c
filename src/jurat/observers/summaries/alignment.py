"""Alignment by rule: the article's intent, stance and tone, and where the summary departs from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jurat.nlp.doc import DocSentence, stem_similarity
from jurat.observations import Alignment, Deviation, DeviationKind, DeviationSeverity
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.statements import Statement
from jurat.observers.summaries.article_kinds import frame
from jurat.observers.summaries.quotations import quoted_as_fact
from jurat.observers.summaries.salience import ranked
from jurat.observers.summaries.sentiment import polarity, toned
from jurat.spans import Span

_MANY = 3
_LEADING = 3
_UNTOLD, _ASTRAY = 0.15, 0.25


def observe_alignment(article: IndexedDoc, summary: IndexedDoc, found: Sequence[Statement]) -> Alignment:
    """What the article wants, how it stands and sounds, and every departure with both places."""
    own = frame(article.reading)
    return Alignment(
        intent=own.intent,
        stance=own.stance,
        tone=own.tone,
        deviations=tuple(_deviations(article, summary, found)),
    )


def _deviations(article: IndexedDoc, summary: IndexedDoc, found: Sequence[Statement]) -> Iterator[Deviation]:
    for one in found:
        yield from _of_contrasts(article, summary, one)
        yield from _of_figures(article, summary, one)
        if (quoted := quoted_as_fact(article, summary, one)) is not None:
            reason = "the article only quotes it, the summary states it as a fact"
            yield _deviation(article, summary, "meaning", "mild", (one.start, one.end), quoted, reason)
        yield from _of_wording(article, summary, one)
    yield from _of_focus(article, summary, found)


def _of_contrasts(article: IndexedDoc, summary: IndexedDoc, one: Statement) -> Iterator[Deviation]:
    for contrast in one.conflicts:
        severity: DeviationSeverity = "mild" if contrast.is_shade else "severe"
        place = (contrast.start, contrast.end)
        yield _deviation(article, summary, "meaning", severity, place, contrast.line, contrast.reason)


def _of_figures(article: IndexedDoc, summary: IndexedDoc, one: Statement) -> Iterator[Deviation]:
    """A number or a date that the article gives otherwise in the same place."""
    line = one.support.window.best if one.support.window else None
    for misfit in one.entity_errors:
        if misfit.instead is not None and line is not None:
            reason = f"the article says {misfit.instead}, the summary {misfit.text}"
            place = (misfit.start, misfit.end)
            yield _deviation(article, summary, "meaning", "severe", place, line, reason)


def _of_wording(article: IndexedDoc, summary: IndexedDoc, one: Statement) -> Iterator[Deviation]:
    """Words that frame or judge what the article only tells."""
    line = one.support.window.best if one.support.window else None
    added = [
        word
        for word in one.words
        if word.stem in toned("framing") and stem_similarity(word.stem, article.postings) < 1.0
    ]
    for word in added[:_MANY]:
        place = (word.token.start, word.token.end)
        reason = f"the summary judges (“{summary.text[slice(*place)]}”), the article does not"
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


def _of_focus(article: IndexedDoc, summary: IndexedDoc, found: Sequence[Statement]) -> Iterator[Deviation]:
    """A summary that has next to nothing of the article's main sentences, or of the article at all."""
    if not found:
        return
    place = (found[0].start, found[-1].end)
    leading = ranked(article.reading)[:_LEADING]
    if all(one.support.together < _ASTRAY for one in found):
        reason = "the summary is about something other than the article"
        yield _deviation(article, summary, "focus", "severe", place, leading[0] if leading else None, reason)
    elif leading and max(_told(summary, line) for line in leading) < _UNTOLD:
        reason = "the summary leaves out what the article is mainly about"
        yield _deviation(article, summary, "focus", "mild", place, leading[0], reason)


def _told(summary: IndexedDoc, line: DocSentence) -> float:
    """The share of a sentence's words that the summary has."""
    stems = {word.stem for word in line.content}
    return sum(stem_similarity(one, summary.postings) for one in stems) / len(stems) if stems else 0.0


def _deviation(
    article: IndexedDoc,
    summary: IndexedDoc,
    kind: DeviationKind,
    severity: DeviationSeverity,
    place: tuple[int, int],
    line: DocSentence | None,
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
