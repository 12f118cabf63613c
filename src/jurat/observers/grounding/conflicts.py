"""Contrasts: where a statement says something else than the sentence of the article it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from jurat.nlp.doc import DocSentence, DocWord, stem_similarity
from jurat.nlp.morphology.stems import stem
from jurat.nlp.syntax.clauses import Clause
from jurat.nlp.treebank_tokens import TextRange
from jurat.observers.grounding.aligned_clauses import AlignedClauses, align_clause
from jurat.observers.grounding.antonyms import opposite
from jurat.observers.grounding.bounds import turned_bounds
from jurat.observers.grounding.event_counts import miscounted_events
from jurat.observers.grounding.events import unmentioned_events
from jurat.observers.grounding.indexed_doc import NEAR, IndexedDoc
from jurat.observers.grounding.negation import denials, denying, is_denial, negated
from jurat.observers.grounding.roles import Placed, agree, converse, misplaced
from jurat.observers.grounding.sentence_windows import SentenceWindow

ContrastKind = Literal["negation", "opposite", "bound", "count", "modality", "roles", "deed"]

SAME_SENTENCE = 0.8
"""The share of its words that a sentence shares with a window that it only denies."""
_POSSIBLE = frozenset({"may", "might", "could"})
_OUTSTANDING = frozenset({"have", "remain", "must", "need", "should", "ought"})
"""What is still to be done."""
_OPEN = frozenset({"face", "risk"})
"""Verbs that leave it open whether it comes to that: "faces five years in prison"."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A clause of the summary, the clause of the article it contradicts, and how."""

    kind: ContrastKind
    start: int
    end: int
    line: DocSentence
    reason: str

    @property
    def is_shade(self) -> bool:
        """Whether it changes how sure something is, not what happened."""
        return self.kind == "modality"


def find_conflicts(
    article: IndexedDoc,
    summary: IndexedDoc,
    line: DocSentence,
    place: TextRange,
    window: SentenceWindow | None,
) -> list[Conflict]:
    """The contrasts of one statement, a part of a sentence of the summary, with the window it comes from."""
    if window is None:
        return []
    found = [
        Conflict("bound", one.start, one.end, where, reason)
        for one, where, reason in turned_bounds(article, summary, place, window)
    ]
    found += [
        Conflict("count", one.start, one.end, where, reason)
        for one, where, reason in miscounted_events(article, summary, line, window)
        if place.start <= one.start < place.end
    ]
    for said in summary.clauses(line):
        if place.start <= said.verb.start < place.end:
            found += _of_clause(article, summary, line, said, window)
    found += [
        Conflict("deed", one.verb.start, one.verb.end, window.best, reason)
        for one, reason in unmentioned_events(article, summary, line)
        if place.start <= one.verb.start < place.end
    ]
    if found or window.share < SAME_SENTENCE:
        return found
    if any(denials(article, one.start, one.end) for one in window.lines):
        return []
    cues = denials(summary, place.start, place.end)
    return _inserted(summary, line, cues, window) or _exchanged(article, summary, line, place, window)


def _inserted(
    summary: IndexedDoc, line: DocSentence, cues: Sequence[DocWord], window: SentenceWindow
) -> list[Conflict]:
    """A denial in a sentence that otherwise says what the article says without any denial."""
    parts = summary.parts(line) if cues else {}
    for word in cues:
        start, end = word.token.start, word.token.end
        if is_denial(word) and (word.token.text in denying() or parts.get(start) != "NOUN"):
            reason = f"the summary says “{summary.text[start:end]}”, the article says the opposite"
            return [Conflict("negation", start, end, window.best, reason)]
    return []


def _exchanged(
    article: IndexedDoc, summary: IndexedDoc, line: DocSentence, place: TextRange, window: SentenceWindow
) -> list[Conflict]:
    """A word in the place of its opposite; verbs were compared with their clauses already."""
    parts = summary.parts(line)
    said = [
        word
        for word in summary.words(place.start, place.end)
        if word.content and parts.get(word.token.start) != "VERB"
    ]
    given = [word for word in window.best.words if word.content]
    ours, theirs = {word.stem for word in said}, {word.stem for word in given}
    for one in said:
        for other in given if one.stem not in theirs else ():
            if other.stem not in ours and opposite(one.stem, other.stem):
                reason = _instead(summary.written(one), article.written(other))
                return [Conflict("opposite", one.token.start, one.token.end, window.best, reason)]
    return []


def _of_clause(
    article: IndexedDoc, summary: IndexedDoc, line: DocSentence, said: Clause, window: SentenceWindow
) -> list[Conflict]:
    """The contrasts of one clause: its roles, or else what it says of the same."""
    wrong = _misplaced(article, summary, line, said, window)
    pair = None if wrong else align_clause(article, summary, line, said, window)
    return [wrong] if wrong else list(_of_pair(pair)) if pair else []


def _misplaced(
    article: IndexedDoc, summary: IndexedDoc, said_line: DocSentence, said: Clause, window: SentenceWindow
) -> Conflict | None:
    """A clause whose roles no clause of the window with the same verb has, and one has otherwise."""
    if said.copula:
        return None
    ours = Placed(summary, said_line, said)
    theirs = [
        Placed(article, line, given)
        for line in window.lines
        for given in article.clauses(line)
        if given.lemma == said.lemma
    ]
    for one in theirs:
        reason = misplaced(ours, one)
        if reason and not any(agree(ours, other) for other in theirs):
            return Conflict("roles", said.start, said.end, one.line, reason)
    return None


def _of_pair(pair: AlignedClauses) -> Iterator[Conflict]:
    said, given = pair.said, pair.given
    denied, denying = negated(pair.article, given), negated(pair.summary, said)
    if turned := _turned(pair):
        if denied == denying:
            yield _contrast(pair, "opposite", turned)
        return
    if denied != denying and _same_verb(pair) and _affirms(pair) and not _denies(pair):
        yield _contrast(pair, "negation", _denial(pair))
        return
    sure = said.assertive and not said.hedged and said.lemma not in _OPEN
    if given.modal in _POSSIBLE and sure and _same_verb(pair):
        modal = f"“{given.modal}”"
        yield _contrast(pair, "modality", f"the article says {modal}, the summary states it as certain")


def _contrast(pair: AlignedClauses, kind: ContrastKind, reason: str) -> Conflict:
    return Conflict(kind, pair.said.start, pair.said.end, pair.line, reason)


def _denial(pair: AlignedClauses) -> str:
    verb = pair.given.lemma
    return (
        f"the article denies “{verb}”, the summary affirms it"
        if negated(pair.article, pair.given)
        else (f"the summary denies “{pair.said.lemma}”, the article affirms it")
    )


def _turned(pair: AlignedClauses) -> str:
    """The first word of the summary whose opposite stands in the article's clause, and it does not."""
    theirs = [word for word in pair.article.words(pair.given.start, pair.given.end) if word.content]
    ours = pair.summary.words(pair.said.start, pair.said.end)
    known = {word.stem for word in theirs} & {word.stem for word in ours}
    for one in ours:
        for other in theirs if one.content and one.stem not in known else ():
            if not opposite(one.stem, other.stem) or _from_other_side(pair, one, other):
                continue
            if other.stem not in known or _are_nouns(pair, one, other):
                return _instead(pair.summary.written(one), pair.article.written(other))
    return ""


def _are_nouns(pair: AlignedClauses, one: DocWord, other: DocWord) -> bool:
    """Whether both are nouns: what is done can be told beside its opposite, arrest beside release."""
    parts = (
        pair.summary.parts(pair.said_line).get(one.token.start),
        pair.article.parts(pair.line).get(other.token.start),
    )
    return parts == ("NOUN", "NOUN") or parts[0] == "PROPN"


def _instead(said: str, given: str) -> str:
    return f"the article says “{given}”, the summary “{said}”"


def _from_other_side(pair: AlignedClauses, one: DocWord, other: DocWord) -> bool:
    """Whether two opposite verbs say the same, as each is said of another: who lost, and who beat them."""
    verbs = ((pair.said.verb, one), (pair.given.verb, other))
    if not all(verb.start <= word.token.start < verb.end for verb, word in verbs):
        return False
    return converse(pair.ours, pair.theirs)


def _same_verb(pair: AlignedClauses) -> bool:
    """Whether both clauses have the same verb, or verbs near in meaning."""
    said, given = stem(pair.said.lemma), stem(pair.given.lemma)
    return stem_similarity(said, frozenset({given})) >= NEAR


def _denies(pair: AlignedClauses) -> bool:
    """Whether the side that affirms here denies elsewhere in the sentence, so that both may deny."""
    if negated(pair.article, pair.given):
        return bool(denials(pair.summary, pair.said_line.start, pair.said_line.end))
    return bool(denials(pair.article, pair.line.start, pair.line.end))


def _affirms(pair: AlignedClauses) -> bool:
    """Whether the summary states what the article denies, or leaves it as open as the article does."""
    said, given = pair.said, pair.given
    if not negated(pair.article, given):
        return given.modal not in _OUTSTANDING or given.modal == said.modal
    if said.modal in _OUTSTANDING:
        return False
    return said.assertive or (said.kind == given.kind and said.modal == given.modal)
