"""Counterparts: the clause of an article that says most of what a clause of its summary says."""

from __future__ import annotations

from dataclasses import dataclass

from jurat.nlp.doc import DocSentence, stem_similarity
from jurat.nlp.syntax.clauses import Clause, Phrase
from jurat.observers.grounding.antonyms import opposite_words
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.roles import Placed, head_of, target
from jurat.observers.grounding.sentence_windows import SentenceWindow

SAME_CLAUSE = 0.6
"""The share of its words that a clause must have in common with the one it is compared with."""
_THIRD = frozenset({"it", "they", "he", "she"})
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class AlignedClauses:
    """A clause of the summary and the clause of the article that says most of it."""

    summary: IndexedDoc
    article: IndexedDoc
    said: Clause
    given: Clause
    line: DocSentence
    said_line: DocSentence

    @property
    def ours(self) -> Placed:
        """The clause of the summary in its place."""
        return Placed(self.summary, self.said_line, self.said)

    @property
    def theirs(self) -> Placed:
        """The clause of the article in its place."""
        return Placed(self.article, self.line, self.given)


def align_clause(
    article: IndexedDoc, summary: IndexedDoc, said_line: DocSentence, said: Clause, window: SentenceWindow
) -> AlignedClauses | None:
    """The clause of the window that says most of a clause, if it says enough of it."""
    own = _stems(summary, said)
    named = own | _meant(summary, said_line, said)
    best: tuple[float, Clause, DocSentence] | None = None
    for line in window.lines:
        for given in article.clauses(line):
            stems = _stems(article, given)
            wanted = named if given.lemma == said.lemma else own
            share = (
                sum(stem_similarity(one, stems) for one in sorted(wanted)) / len(wanted) if wanted else 0.0
            )
            if _same_deed(summary, said, article, given):
                share = max(share, SAME_CLAUSE)
            if best is None or share > best[0]:
                best = (share, given, line)
    if best is None or best[0] < SAME_CLAUSE:
        return None
    words = named if best[1].lemma == said.lemma else own
    if len(words) < _FEWEST and not _same_deed(summary, said, article, best[1]):
        return None
    return AlignedClauses(summary, article, said, best[1], best[2], said_line)


def _same_deed(summary: IndexedDoc, said: Clause, article: IndexedDoc, given: Clause) -> bool:
    """Whether two clauses have the same verb and the same object, whoever the subject is.

    Or the same subject with an opposite verb or predicate: "was appointed" and "resigned", "is able" and "is
    unable"; what they are said of has to be the same too, if both say it.
    """
    ours, theirs = target(said), target(given)
    if said.lemma == given.lemma and not said.copula:
        return ours is not None and theirs is not None and _same_head(summary, ours, article, theirs)
    if not _same_head(summary, said.subjects[0], article, given.subjects[0]):
        return False
    if said.copula and given.copula:
        return bool(said.objects and given.objects) and opposite_words(
            said.objects[0].head.lower(), given.objects[0].head.lower()
        )
    if not opposite_words(said.lemma, given.lemma):
        return False
    mine, its = (one.objects or tuple(two.phrase for two in one.phrases) for one in (said, given))
    return bool(mine and its) and _same_head(summary, mine[0], article, its[0])


def _same_head(summary: IndexedDoc, one: Phrase, article: IndexedDoc, other: Phrase) -> bool:
    """Whether two phrases are about the same word."""
    if one.head.lower() == other.head.lower():
        return True
    ours, theirs = head_of(summary, one), head_of(article, other)
    return ours is not None and theirs is not None and ours.stem == theirs.stem


def _meant(text: IndexedDoc, line: DocSentence, clause: Clause) -> frozenset[str]:
    """What a pronoun as subject may stand for: the last thing or person that the sentence named."""
    subject = clause.subjects[0]
    if subject.head.lower() not in _THIRD:
        return frozenset()
    before = [one for one in text.clauses(line) if one.verb.end <= subject.start]
    named = [phrase for one in before for phrase in (*one.subjects[:1], *one.objects[:1])]
    nearest = max(
        (one for one in named if one.end <= subject.start and one.head.lower() not in _THIRD),
        key=lambda one: one.end,
        default=None,
    )
    inner = text.words(nearest.start, nearest.end) if nearest else []
    return frozenset(word.stem for word in inner if word.content)


def _stems(text: IndexedDoc, clause: Clause) -> frozenset[str]:
    return frozenset(word.stem for word in text.words(clause.start, clause.end) if word.content)
