"""Judged texts with findings and evidence marked; of long texts the parts around the marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from jurat.cases import Case, CouncilCase, ResponseCase, SummaryCase
from jurat.runs.report.html import Html, element, join
from jurat.runs.results.result_findings import ResultFinding, Tint
from jurat.spans import Span

LONG = 4000
_AROUND = 240
_WORDS = 6
_JUDGED = ("summary", "response")
_PASSAGE = re.compile(r"contexts?(?:\[(\d{1,6})\])?")
_ORDER: tuple[Tint, ...] = ("good", "half", "bad")


@dataclass(frozen=True, slots=True)
class TextMark:
    """A range of a text with the number and label colour of its finding."""

    start: int
    end: int
    number: int
    tint: Tint
    evidence: bool = False


def texts_of(case: Case) -> list[tuple[str, str]]:
    """Return the texts of a case, the judged one first."""
    match case:
        case SummaryCase():
            return [("summary", case.summary), ("article", case.article)]
        case ResponseCase():
            passages = [(_passage(place, len(case.contexts)), one) for place, one in enumerate(case.contexts)]
            wanted = [("reference", case.reference)] if case.reference is not None else []
            return [("query", case.query), ("response", case.response), *wanted, *passages]
        case CouncilCase():
            return [("query", case.query), *case.candidates.items()]


def _passage(place: int, count: int) -> str:
    return "context" if count == 1 else f"context[{place}]"


def same_source(source: str, name: str) -> bool:
    """Return whether a span's source is the text of that name.

    >>> same_source("contexts[0]", "context"), same_source("context[1]", "context")
    (True, False)
    """
    ours, theirs = _PASSAGE.fullmatch(source), _PASSAGE.fullmatch(name)
    if ours is None or theirs is None:
        return source == name
    return int(ours[1] or 0) == int(theirs[1] or 0)


def marks_in(name: str, text: str, found: Sequence[tuple[int, ResultFinding]]) -> list[TextMark]:
    """Return the marks of a text: findings and evidence whose characters match."""
    made = []
    for number, finding in found:
        for span, evidence in (
            (finding.span or _found(finding, name, text), False),
            (finding.evidence or finding.nearest, True),
        ):
            if isinstance(span, Span) and same_source(span.source, name) and _stands(span, text):
                made.append(TextMark(span.start, span.end, number, finding.tint, evidence))
    return made


def _found(finding: ResultFinding, name: str, text: str) -> Span | None:
    """Return the position of a finding without a span, by its text."""
    start = text.find(finding.text) if name in _JUDGED and len(finding.text) >= _WORDS else -1
    return Span(name, start, start + len(finding.text), finding.text) if start >= 0 else None


def _stands(span: Span, text: str) -> bool:
    return 0 <= span.start < span.end <= len(text) and text[span.start : span.end] == span.text


def marked(text: str, marks: Sequence[TextMark]) -> Html:
    """Return the text with its marks, each piece in the colour of its worst finding.

    >>> print(marked("In 1998.", [TextMark(3, 7, 1, "bad")]))
    In <mark class="bad">1998<sup>1</sup></mark>.
    """
    return join(*(_pieces(text, marks)))


def _pieces(text: str, marks: Sequence[TextMark]) -> Iterator[Html | str]:
    places = sorted({0, len(text), *(place for mark in marks for place in (mark.start, mark.end))})
    kept = list(_kept(len(text), marks))
    for start, end in pairwise(places):
        over = [mark for mark in marks if mark.start <= start and end <= mark.end]
        if not over:
            yield from _plain(text, start, end, kept)
            continue
        worst = max((mark.tint for mark in over), key=_ORDER.index)
        ending = [str(mark.number) for mark in over if mark.end == end]
        sup = element("sup", ",".join(ending)) if ending else None
        kind = "evidence" if all(mark.evidence for mark in over) else worst
        yield element("mark", text[start:end], sup, class_=kind)


def _kept(length: int, marks: Iterable[TextMark]) -> Iterator[tuple[int, int]]:
    """Return the ranges to show: all of a short text, else its start and around the marks."""
    if length <= LONG:
        yield 0, length
        return
    yield 0, 2 * _AROUND
    for mark in marks:
        yield mark.start - _AROUND, mark.end + _AROUND


def _plain(text: str, start: int, end: int, kept: Sequence[tuple[int, int]]) -> Iterator[Html | str]:
    """Return unmarked text; omitted parts are replaced by their length."""
    at = start
    for first, last in sorted(kept):
        low, high = max(first, at), min(last, end)
        if low >= high:
            continue
        if low > at:
            yield element("span", f" … {low - at:,} characters … ", class_="cut")
        yield text[low:high]
        at = high
    if at < end:
        yield element("span", f" … {end - at:,} characters … ", class_="cut")
