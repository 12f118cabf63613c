"""Counterparts: the clause of an article that says most of what a clause of its summary says."""

from __future__ import annotations

from dataclasses import dataclass

from jurat.nlp.doc import DocSentence, stem_similarity
from jurat.nlp.syntax.clauses import Clause
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
    if best is None or best[0] < SAME_CLAUSE or len(named if best[1].lemma == said.lemma else own) < _FEWEST:
        return None
    return AlignedClauses(summary, article, said, best[1], best[2], said_line)


def _same_deed(summary: IndexedDoc, said: Clause, article: IndexedDoc, given: Clause) -> bool:
    """Whether two clauses have the same verb and the same object, whoever the subject is."""
    ours, theirs = target(said), target(given)
    if said.lemma != given.lemma or said.copula or ours is None or theirs is None:
        return False
    one, other = head_of(summary, ours), head_of(article, theirs)
    return one is not None and other is not None and one.stem == other.stem


def _meant(text: IndexedDoc, line: DocSentence, clause: Clause) -> frozenset[str]:
    """What a pronoun as subject most likely stands for: the last thing or person that the sentence named."""
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
