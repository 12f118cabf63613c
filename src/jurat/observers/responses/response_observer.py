"""The default observer of Claim-Lock: relevance, completeness, and the anchors of a response with support."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jurat.cases import ResponseCase
from jurat.nlp.dates.moment import Moment
from jurat.nlp.normalize import VisibleText, strip_invisible
from jurat.nlp.quantities.quantity import Quantity
from jurat.nlp.sentences import sentences
from jurat.nlp.similarity import cosine, jaccard
from jurat.nlp.syntax.clauses import Phrase
from jurat.nlp.terms import forms
from jurat.nlp.tokens import words
from jurat.nlp.values import values
from jurat.observations import Anchor, AnchorKind, Anchors, ResponseObservations, ResponseRelevance
from jurat.observers.grounding.assertions import AssertionReader
from jurat.observers.grounding.claim_extraction import extract_claims
from jurat.observers.grounding.claim_support import OTHERS, SWAPPED, claim_support
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.nearest_passages import (
    NearestPassage,
    contrast,
    indexed_source,
    located_reason,
    nearest_by_value,
    nearest_by_words,
    quoted_reason,
)
from jurat.observers.grounding.opening_hours import HoursFinding, check_hours
from jurat.observers.grounding.passages import PASSAGES, Passage
from jurat.observers.grounding.value_support import (
    OTHER_UNIT,
    SAME_DATE,
    SAME_VALUE,
    SupportFinding,
    date_support,
    number_support,
)
from jurat.observers.responses.query_relevance import answer_link, observe_completeness
from jurat.spans import Span
from jurat.verifier.retrieval import Unit

_LABEL = re.compile(
    r"(?:\b(?:passage|step|answer|question|section|chapter|figure|table|page|part|item|option|no\.?|number)s?|#)"
    r"\s*(?:\d{1,3}(?:,\s*|\s+(?:and|or|to)\s+|\s*[-–&]\s*))*$",
    re.IGNORECASE,
)
_OF_THE_TEXT = re.compile(
    r"[\s-]*(?:words?|sentences?|paragraphs?|bullet points?|passages?)\b", re.IGNORECASE
)
_SCALE = re.compile(r"(?:\bout of|\d ?/)\s*$", re.IGNORECASE)
_SCALES = (5, 10, 100)
_ANOTHER = re.compile(r"\ban?\s*$", re.IGNORECASE)
_BEFORE = 40
_CODE = re.compile(r"^(`{3,}|~{3,})[^\n]*\n.*?(?:^\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
"""A block of code, which states nothing."""


def observe(cases: Sequence[ResponseCase], *, answers: bool = False) -> Iterator[ResponseObservations]:
    """What is observed of each case, in order; passages that repeat are analysed once.

    ``answers`` also looks how well the response answers the query, which only one formula of relevance reads.

    >>> case = ResponseCase(query="Who bought Fitbit?", response="Google bought Fitbit for $5.",
    ...                     contexts=("Fitbit was bought by Google in 2021.",))
    >>> [seen] = observe([case])
    >>> for anchor in seen.hallucination.anchors:
    ...     print(anchor.kind, anchor.text, anchor.supported, sep=" | ")
    claim | Google bought Fitbit | True
    number | $5 | False
    """
    return (observe_case(case, answers=answers) for case in cases)


def observe_case(case: ResponseCase, *, answers: bool = False) -> ResponseObservations:
    """All three metrics of one case."""
    contexts = [strip_invisible(text) for text in case.contexts]
    passages = [PASSAGES.get(one.text) for one in contexts]
    asked, said = words(case.query), frozenset(words(case.response))
    return ResponseObservations(
        relevance=ResponseRelevance(
            cosine=cosine(case.query, case.response),
            jaccard=jaccard(frozenset(asked), said),
            answer=answer_link(case.query, case.response, passages) if answers else None,
        ),
        completeness=observe_completeness(asked, said),
        hallucination=observe_anchors(strip_invisible(case.response), said, contexts, passages),
    )


def observe_anchors(
    response: VisibleText, own: frozenset[str], contexts: Sequence[VisibleText], passages: Sequence[Passage]
) -> Anchors:
    """The anchors of a response in order, each with its support, and the overlap of its tokens."""
    if not any(passage.text.strip() for passage in passages):
        return Anchors(no_context=True)
    checker = _Checker(response.text, passages)
    anchors = tuple(_anchor(checker, response, one, contexts) for one in checker.findings())
    own = frozenset(words(response.text)) if response.gaps else own
    return Anchors(anchors=anchors, overlap=overlap(own, passages))


def overlap(own: frozenset[str], passages: Sequence[Passage]) -> float:
    """The share of a response's distinct tokens that occur in the context.

    >>> overlap(frozenset({"tea", "costs", "five"}), [Passage("The tea."), Passage("It costs a lot.")])
    0.6666666666666667
    """
    rest = own.difference(*(passage.tokens for passage in passages))
    return 1 - len(rest) / len(own) if own else 0.0


def _blanked(block: re.Match[str]) -> str:
    """A block of code as so many blanks, so that all else keeps its place."""
    return re.sub(r"[^\n]", " ", block[0])


class _Found(NamedTuple):
    """An anchor: its kind, its place in the response, what the context says of it, and its value if any."""

    kind: AnchorKind
    start: int
    end: int
    finding: SupportFinding
    value: Quantity | Moment | None = None


class _Checker:
    """Checks all anchors of one response against its passages."""

    def __init__(self, response: str, passages: Sequence[Passage]) -> None:
        response = _CODE.sub(_blanked, response)
        self.response, self.passages = response, passages
        self.doc = IndexedDoc(response)
        self.sentences = sentences(response)
        found = values(response)
        self.moments = list(found.moments)
        self.amounts = [one for one in found.quantities if _is_amount(response, one)]
        moments = [(one.start, one.end) for one in self.moments]
        self.values = [*moments, *((one.start, one.end) for one in self.amounts)]
        self.starts = sorted(start for start, _ in self.values)
        self.hours = list(self._hours())
        self.by_hours: dict[int, SupportFinding] = {}
        for number, one in self.hours:
            for start in self._values_in(one):
                self.by_hours.setdefault(start, _hours_finding(number, one))
        days = [(one.start, one.end) for _, one in self.hours]
        opening = self.sentences[0].end if self.sentences else 0
        self.reading = AssertionReader(response, [*self.values, *days], opening)

    def findings(self) -> list[_Found]:
        """All anchors in the order of the response."""
        valued = [*self._dates(), *self._numbers(), *self._days()]
        support = {one.start: one.finding for one in valued}
        found = [*valued, *self._claims(support)]
        return sorted(found, key=lambda one: (one.start, one.end, one.kind))

    def nearest(self, one: _Found) -> NearestPassage | None:
        """Return the passage nearest to an anchor that nothing decides."""
        source = indexed_source(tuple(passage.text for passage in self.passages))
        if one.value is None:
            return nearest_by_words(source, self.response[one.start : one.end])
        inside = [part for part in self.sentences if part.start <= one.start < part.end]
        around = self.response[inside[0].start : inside[0].end] if inside else self.response
        return nearest_by_value(source, one.value, around)

    def _hours(self) -> Iterator[tuple[int, HoursFinding]]:
        for number, passage in enumerate(self.passages):
            for sentence in self.sentences if passage.hours else ():
                stretch = (sentence.start, sentence.end)
                for one in check_hours(self.response, *stretch, self.moments, passage.hours):
                    yield number, one

    def _values_in(self, one: HoursFinding) -> list[int]:
        """Where the days, times and amounts start that opening hours answer."""
        return self.starts[bisect_left(self.starts, one.start) : bisect_left(self.starts, one.end)]

    def _dates(self) -> Iterator[_Found]:
        for one in self.moments:
            finding = self.by_hours.get(one.start) or date_support(one, self.passages)
            yield _Found("date", one.start, one.end, finding, one)

    def _numbers(self) -> Iterator[_Found]:
        for one in self.amounts:
            near = {form for word in self.reading.around(one.start, one.end) for form in forms(word.text)}
            finding = self.by_hours.get(one.start) or number_support(one, near, self.passages)
            yield _Found("number", one.start, one.end, finding, one)

    def _days(self) -> Iterator[_Found]:
        """Days that are named in general, such as "weekends", where the context lists hours."""
        for number, one in self.hours:
            if not self._values_in(one):
                yield _Found("date", one.start, one.end, _hours_finding(number, one))

    def _claims(self, support: dict[int, SupportFinding]) -> Iterator[_Found]:
        starts = frozenset(self.starts)
        swapped: dict[Phrase | None, SupportFinding] = {}
        for claim in extract_claims(self.doc, self.sentences):
            if claim.subject is not None and claim.subject.start in starts:
                continue
            finding = claim_support(self.reading.assertion(claim), self.doc, self.passages, support)
            if finding is not None and finding.reason in (OTHERS, SWAPPED):
                swapped[claim.verb] = finding
            finding = swapped.get(claim.verb, finding)  # who did it to whom holds for all that is added to it
            if finding is not None:
                end = _after_code(self.response, claim.start, claim.end)
                yield _Found("claim", claim.start, end, finding)


def _after_code(response: str, start: int, end: int) -> int:
    """Return where a claim ends that would otherwise end within code: "call `file.close()`".

    >>> _after_code("You call `file.close()` once.", 0, 14), _after_code("You call it.", 0, 11)
    (23, 11)
    """
    if response.count("`", start, end) % 2 == 0:
        return end
    closing = response.find("`", end)
    return end if closing < 0 or "\n" in response[end:closing] else closing + 1


def _is_amount(response: str, one: Quantity) -> bool:
    """Whether a number counts or measures something.

    "Passage 2" and "in 80 words" speak of the text, the 5 in "4 stars out of 5" of a scale; "one guest" is a
    guest, and "a third guest" another.
    """
    before = response[max(0, one.start - _BEFORE) : one.start]
    if _LABEL.search(before) or _OF_THE_TEXT.match(response, one.end):
        return False
    if response[one.start : one.end].lower() == "one" or (one.kind == "ordinal" and _ANOTHER.search(before)):
        return False
    return not (_SCALE.search(before) and one.low == one.high and one.low in _SCALES)


def _hours_finding(number: int, one: HoursFinding) -> SupportFinding:
    reason = "the listed hours say so" if one.agrees else "the listed hours say otherwise"
    return SupportFinding(one.agrees, reason, number, one.entry.start, one.entry.end)


def _anchor(checker: _Checker, response: VisibleText, one: _Found, contexts: Sequence[VisibleText]) -> Anchor:
    finding = one.finding
    span = _span("response", response, one.start, one.end)
    nearest = None if finding.supported or finding.located else checker.nearest(one)
    return Anchor(
        kind=one.kind,
        supported=finding.supported,
        text=span.text,
        span=span,
        evidence=_context_span(finding, contexts) if finding.located else None,
        reason=_reason(checker, one, nearest),
        nearest=_context_span(nearest.unit, contexts) if nearest else None,
    )


def _reason(checker: _Checker, one: _Found, nearest: NearestPassage | None) -> str:
    """Return why an anchor is supported or not, in a sentence that shows what the context has."""
    said, finding = checker.response[one.start : one.end], one.finding
    if finding.located:
        return _located_reason(checker, one, said)
    if nearest is None:
        return finding.reason
    if nearest.given:
        return contrast("context", nearest.given, said)
    return quoted_reason(finding.reason, nearest.unit)


def _located_reason(checker: _Checker, one: _Found, said: str) -> str:
    """Return why an anchor is supported or not where a stretch of the context decides."""
    finding = one.finding
    text = checker.passages[finding.passage].text
    given = text[finding.start : finding.end]
    if one.value is not None and finding.reason == OTHER_UNIT:
        return contrast("context", given, said)
    if one.value is not None and finding.reason in (SAME_VALUE, SAME_DATE):
        same = given == said
        return f"the context says {given} too" if same else f"the context says {given}, the same as {said}"
    return located_reason(finding.reason, text, finding.start, finding.end)


def _context_span(place: SupportFinding | Unit, contexts: Sequence[VisibleText]) -> Span:
    """Return a stretch as labels name it: of `context`, or of `context[1]` where there are several."""
    source = f"context[{place.passage}]" if len(contexts) > 1 else "context"
    return _span(source, contexts[place.passage], place.start, place.end)


def _span(source: str, text: VisibleText, start: int, end: int) -> Span:
    """A stretch of what is seen, as it stands in the text that was given."""
    if text.gaps:
        start, end = text.original(start, end)
    return Span(source, start, end, text.given[start:end])
