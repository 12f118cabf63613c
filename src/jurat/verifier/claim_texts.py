"""Claims of a text as the verifier reads them: sentences, with the words that they need to be understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from jurat.nlp.sentences import Sentence, sentences
from jurat.verifier.retrieval import terms
from jurat.verifier.text_layout import TextLayout

MAX_CLAIM_WORDS: Final = 50
"""A longer sentence is cut at a clause boundary, else at white space."""
MAX_LEAD_WORDS: Final = 24
SHORT_CLAIM: Final = 5
"""A claim with fewer telling words than this is read together with the query."""
FULL_LINE: Final = 4
"""A heading or the introduction of a list with fewer telling words than this claims nothing."""
_WORD: Final = re.compile(r"\S+")
_BOUNDARY: Final = re.compile(r"[;:,]$")
_POINTS_BACK: Final = re.compile(
    r"(?:[\"'“(*_-]\s*)*(?:it|its|he|his|she|her|they|their|them|this|that|these|those|such|both|another|"
    r"the (?:company|firm|group|man|woman|couple|study|team|film|book|song|city|court|restaurant|business|"
    r"establishment|incident|event|article|report|move|decision|former|latter|two|pair))\b"
    r"|[^.]{0,60}\b(?:he|she|they|them|him)\b",
    re.IGNORECASE,
)
_QUESTION: Final = re.compile(
    r"[^\n]*\?\s*\Z|\s*(?:who|whom|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|can|could|"
    r"should|will|would|has|have|had)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ClaimText:
    """A claim of a text, and what is read before it so that it can be understood alone."""

    start: int
    end: int
    text: str
    lead: str = ""


def claim_texts(text: str, query: str = "") -> list[ClaimText]:
    """Return the claims of a text in order.

    A sentence that points back gets the sentence before it as lead, a very short one the query, an item of a
    list what introduces the list. Beside prose, code, heads of tables, short headings and short introductions
    claim nothing.

    >>> found = claim_texts("Ada was born in Rome. She moved to Paris.")
    >>> [(one.lead, one.text) for one in found]
    [('', 'Ada was born in Rome.'), ('Ada was born in Rome.', 'She moved to Paris.')]
    >>> claim_texts("24 months.", "How long is the warranty?")[0].lead
    'How long is the warranty?'
    >>> [(one.lead, one.text) for one in claim_texts("It covers:\\n1. **Motor**\\n2. Battery")]
    [('It covers:', 'Motor'), ('It covers:', 'Battery')]
    """
    pieces = list(_laid_out(TextLayout.of(text), query))
    if not pieces:  # a text of nothing but code is still read
        pieces = list(_laid_out(TextLayout.of(text, code=True), query))
    return [claim for claim, claims in pieces if claims] or [claim for claim, _ in pieces]


def stretches(text: str, query: str = "") -> list[ClaimText]:
    """Return all of a text in order as claims would be cut, code and headings included."""
    return [claim for claim, _ in _laid_out(TextLayout(text, text), query)]


def _laid_out(layout: TextLayout, query: str) -> Iterator[tuple[ClaimText, bool]]:
    """Yield the pieces of a text in order, each with whether it claims something."""
    text, before, introduction = layout.text, "", ""
    for sentence in sentences(layout.bare):
        place = layout.claim_place(sentence)
        item = layout.is_item(sentence) or place.start != sentence.start
        if not item and layout.begins_line(sentence.start):
            introduction = ""
        opens = layout.introduces(sentence)
        short = len(terms(text[slice(*place)])) < FULL_LINE
        claims = not (short and (opens or layout.is_heading(sentence)))
        for start, end in _pieces(text, place):
            claim = text[start:end]
            if any(letter.isalnum() for letter in claim):
                lead = lead_of(claim, before, query)
                lead = _shortened(f"{lead} {introduction}") if item else lead
                yield ClaimText(start, end, claim, lead), claims
        before = text[sentence.start : sentence.end]
        introduction = before if opens else introduction


def lead_of(claim: str, before: str, query: str = "") -> str:
    """Return what is read before a claim: the query of a very short one, or the sentence it points back to.

    >>> [lead_of(claim, "Ada was born in Rome.") for claim in ("She moved to Paris.", "Ada moved.")]
    ['Ada was born in Rome.', '']
    """
    if query and len(terms(claim)) < SHORT_CLAIM and _QUESTION.match(query):
        return _shortened(query)
    return _shortened(before) if before and _POINTS_BACK.match(claim) else ""


def _shortened(text: str) -> str:
    words = _WORD.findall(text)
    return " ".join(words[-MAX_LEAD_WORDS:])


def _pieces(text: str, sentence: Sentence) -> Iterator[Sentence]:
    """Cut a sentence that is too long, at the last clause boundary that fits."""
    words = [match.span() for match in _WORD.finditer(text, sentence.start, sentence.end)]
    while len(words) > MAX_CLAIM_WORDS:
        ends = [
            n
            for n in range(MAX_CLAIM_WORDS // 2, MAX_CLAIM_WORDS)
            if _BOUNDARY.search(text[slice(*words[n])])
        ]
        cut = ends[-1] + 1 if ends else MAX_CLAIM_WORDS
        yield Sentence(words[0][0], words[cut - 1][1])
        words = words[cut:]
    if words:
        yield Sentence(words[0][0], words[-1][1])
