"""Quotations: what the article only quotes or lets somebody claim, and the summary states as a fact."""

from __future__ import annotations

import re

from jurat.nlp.doc import DocSentence
from jurat.nlp.morphology.verb_forms import kinds
from jurat.nlp.syntax.clauses import Clause
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.statements import Statement

SAME = 0.75
"""The share of its words that a clause must have in common with a quoted one."""
_FEWEST = 3
_QUOTED = re.compile(r"“[^”]{8,}”?|\"[^\"]{8,}\"?")
_CLAIMING = frozenset({"claim", "allege", "insist", "argue", "accuse"})
_STARTS = frozenset(one[:4] for one in _CLAIMING)


def quoted_as_fact(article: IndexedDoc, summary: IndexedDoc, one: Statement) -> DocSentence | None:
    """The sentence of the article that quotes what a statement says in its own voice."""
    wanted = frozenset(word.stem for word in one.words if word.content)
    if one.support.window is None or len(wanted) < _FEWEST:
        return None
    for line in one.support.window.lines:
        if any(_share(article, wanted, *stretch) >= SAME for stretch in _voices(article, line)):
            own = _attributed(summary, one) or _says_itself(article, one.line)
            return None if own else line
    return None


def _says_itself(article: IndexedDoc, line: DocSentence) -> bool:
    """Whether the article has the sentence as it stands, as a sentence."""
    words = [word.token.text for word in line.words]
    return any([word.token.text for word in other.words] == words for other in article.lines)


def _voices(text: IndexedDoc, line: DocSentence) -> list[tuple[int, int]]:
    """The stretches of a sentence that are somebody's words: in quotation marks, or claimed."""
    quoted = [match.span() for match in _QUOTED.finditer(text.text, line.start, line.end)]
    claimed = [
        (one.start, one.end) for one in _claims(text, line) if not any(a <= one.start < b for a, b in quoted)
    ]
    return quoted + claimed


def _claims(text: IndexedDoc, line: DocSentence) -> list[Clause]:
    if not any(word.stem[:4] in _STARTS for word in line.words):
        return []
    found = text.clauses(line)
    claiming = any(one.lemma in _CLAIMING for one in found)
    return [one for one in found if claiming and one.reported]


def _attributed(text: IndexedDoc, one: Statement) -> bool:
    """Whether a statement is itself quoted, or anybody is said to say it."""
    if _QUOTED.search(text.text, one.line.start, one.line.end):
        return True
    inside = [clause for clause in text.clauses(one.line) if one.start <= clause.verb.start < one.end]
    return any(clause.reported or clause.hedged or _reports(clause) for clause in inside)


def _reports(clause: Clause) -> bool:
    return clause.lemma in kinds("verb_kinds.txt")["reporting"]


def _share(text: IndexedDoc, wanted: frozenset[str], start: int, end: int) -> float:
    held = {word.stem for word in text.words(start, end)}
    return len(wanted & held) / len(wanted)
