"""Statements: the sentences of a summary and their clauses, each held against the article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from jurat.nlp.doc import DocSentence, DocWord
from jurat.nlp.morphology.stems import stem
from jurat.nlp.sentences import Sentence
from jurat.observers.grounding.conflicts import Conflict, find_conflicts
from jurat.observers.grounding.entities import EntityError, entity_errors
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.sentence_windows import verbatim_window
from jurat.observers.grounding.term_weights import term_weights, unknown_terms
from jurat.observers.grounding.word_support import Support, support

ANYWHERE, TOGETHER = 0.6, 0.4
"""What each share of words weighs in the support of a statement."""
MISFIT_COST, RIVAL_COST = 0.3, 0.8
"""What a name or figure costs that the article does not have, and one that it gives otherwise."""
CONTRAST_COST, SHADE_COST, STRANGER_COST = 0.8, 0.4, 0.1
"""What a contradiction costs, what a shade of meaning, and what a noun of which the article has nothing."""
_FEWEST = 2
_PIECE = 6
"""Words that carry meaning which a part of a sentence must have to be a statement of its own."""
_ANNOUNCED = frozenset(stem(one) for one in ("summary", "summarize", "words", "overview"))
_BREAK = re.compile(
    r"[;:,]\s(?:and|but|while|which|who|because|after|before|although|with)?\s?"
    r"|\s[–—-]\s|\s(?:but|while|because|although|after|before|and)\s"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A part of the summary that states something, with all that was found about it."""

    line: DocSentence
    start: int
    end: int
    words: tuple[DocWord, ...]
    support: Support
    entity_errors: tuple[EntityError, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    unknown_terms: tuple[DocWord, ...] = ()

    compound: bool = False
    """Whether it has more than one clause, so that the article may say it in more than one place."""

    @property
    def weight(self) -> tuple[int, int]:
        """How consequential it is: by its names and figures, then by its words."""
        content = [word for word in self.words if word.content]
        details = sum(word.capital or word.stem[0].isdigit() for word in content)
        return details + len(content) // 4, len(content)

    @property
    def score(self) -> float:
        """How far it is supported, all in all."""
        shares = ANYWHERE * self.support.anywhere + TOGETHER * self.support.together
        figures = sum(MISFIT_COST if error.instead is None else RIVAL_COST for error in self.entity_errors)
        turns = sum(SHADE_COST if one.is_shade else CONTRAST_COST for one in self.conflicts)
        return shares - figures - turns - STRANGER_COST * min(2, len(self.unknown_terms))


def statements(article: IndexedDoc, summary: IndexedDoc) -> list[Statement]:
    """What a summary states, held against the article; bare words count where there is nothing else."""
    lines = [line for line in summary.lines if _states(summary, line)]
    bare = [line for line in summary.lines if line.content]
    return [
        _statement(article, summary, line, place) for line in lines or bare for place in pieces(summary, line)
    ]


def _states(summary: IndexedDoc, line: DocSentence) -> bool:
    """Whether a sentence states something of its own; "Here is a summary in 90 words:" does not."""
    announces = summary.text[line.end - 1] == ":" and not _ANNOUNCED.isdisjoint(line.stems)
    return len(line.content) >= _FEWEST and not announces


def pieces(summary: IndexedDoc, line: DocSentence) -> Iterator[Sentence]:
    """The parts of a sentence that can stand alone: cut where a clause begins, none of them too short."""
    start = line.start
    for match in _BREAK.finditer(summary.text, line.start, line.end):
        before = _telling(summary, start, match.start())
        if before < _PIECE or _telling(summary, match.end(), line.end) < _PIECE:
            continue
        if _begins_clause(summary, line, match.end()):
            yield Sentence(start, match.start())
            start = match.end()
    yield Sentence(start, line.end)


def _begins_clause(summary: IndexedDoc, line: DocSentence, place: int) -> bool:
    """Whether a clause with a subject of its own begins at a place, and another has its verb before it."""
    clauses = summary.clauses(line)
    begins = any(clause.subjects[0].start == place and clause.verb.start > place for clause in clauses)
    return begins and any(clause.verb.end <= place for clause in clauses)


def _telling(summary: IndexedDoc, start: int, end: int) -> int:
    return sum(word.content for word in summary.words(start, end))


def _statement(article: IndexedDoc, summary: IndexedDoc, line: DocSentence, place: Sentence) -> Statement:
    words = tuple(word for word in line.words if place.start <= word.token.start < place.end)
    copied = verbatim_window(article, words)
    if copied is not None:
        return Statement(line, place.start, place.end, words, Support(1.0, 1.0, copied))
    wanted = term_weights(article, summary, line, words)
    found = support(article, wanted)
    wrong = tuple(entity_errors(article, summary, words, found.window))
    return Statement(
        line,
        place.start,
        place.end,
        words,
        found if wanted or not wrong else Support(0.0, 0.0, None),
        wrong,
        tuple(find_conflicts(article, summary, line, place, found.window)),
        tuple(unknown_terms(article, summary, line, words)),
        bool(_BREAK.search(summary.text, place.start, place.end)),
    )
