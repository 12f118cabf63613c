"""Contrasts: where a statement says something else than the sentence of the article it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from jurat.nlp.doc import DocSentence, DocWord, stem_similarity
from jurat.nlp.morphology.stems import stem
from jurat.nlp.morphology.verb_forms import kinds
from jurat.nlp.syntax.clauses import Clause, Phrase
from jurat.nlp.terms import opposites
from jurat.nlp.treebank_tokens import TextRange
from jurat.observers.grounding.aligned_clauses import AlignedClauses, align_clause
from jurat.observers.grounding.antonyms import opposite, opposite_words
from jurat.observers.grounding.bounds import turned_bounds
from jurat.observers.grounding.entity_names import name_words
from jurat.observers.grounding.event_counts import miscounted_events
from jurat.observers.grounding.events import unmentioned_events
from jurat.observers.grounding.indexed_doc import NEAR, IndexedDoc
from jurat.observers.grounding.negation import denials, negated
from jurat.observers.grounding.roles import Placed, agree, converse, misplaced
from jurat.observers.grounding.sentence_windows import SentenceWindow

ContrastKind = Literal["negation", "opposite", "bound", "count", "modality", "roles", "deed"]

SAME_SENTENCE = 0.8
"""The share of its words that a sentence shares with a window that it only denies."""
_SWAPPED = "the summary swaps who does it and whom it is done to in the article: “{verb}”"
_ANOTHER = "the article says that somebody else does it (“{verb}”) than the summary says"
_POSSIBLE = frozenset({"may", "might", "could"})
_OUTSTANDING = frozenset({"have", "remain", "must", "need", "should", "ought"})
"""What is still to be done."""
_IF = frozenset({"if", "unless"})
_ADVICE = frozenset({"should", "must", "may", "can", "do"})
_OPEN = frozenset({"face", "risk"})
"""Verbs that leave it open whether it comes to that: "faces five years in prison"."""


_ASIDE = re.compile(
    r"(?:(?:,|\b(?:but|and)) not"
    r"|\b(?:without|except(?: for)?|rather than|instead of|apart from|other than|unlike))"
    r"(?: (?:by|for|from|in|of|on|to|with))?(?: (?:the|an?|his|her|its|their|any))?\s\Z",
    re.IGNORECASE,
)
"""What sets aside the word after it: "Berlin, not Munich"."""
_BEHIND = 30
"""Characters before a word in which what sets it aside stands."""
_MOVED = re.compile(
    r"(?:up|down) (?:by |about |around |nearly |almost |some |roughly )?[$£€]?\d", re.IGNORECASE
)
"""Up or down by an amount; elsewhere they belong to a verb ("set up") or a place."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A clause of the summary, the clause of the article it contradicts, and how."""

    kind: ContrastKind
    start: int
    end: int
    line: DocSentence
    reason: str
    """Why, in the words of a summary judge."""
    said: str = ""
    given: str = ""
    """The words of both texts that are opposites."""
    another: bool = False
    """Whether the roles differ in that another does it."""

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
            found += clause_conflicts(article, summary, line, said, window)
    found += [
        Conflict("deed", one.verb.start, one.verb.end, window.best, reason)
        for one, reason in unmentioned_events(article, summary, line)
        if place.start <= one.verb.start < place.end
    ]
    if found or window.share < SAME_SENTENCE:
        return found
    if any(denials(article, one.start, one.end) for one in window.lines):
        return []
    return _exchanged(article, summary, line, place, window)


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


def clause_conflicts(
    article: IndexedDoc, summary: IndexedDoc, line: DocSentence, said: Clause, window: SentenceWindow
) -> list[Conflict]:
    """The conflicts of one clause with a window: its roles, or else what it says of the same."""
    wrong = _misplaced(article, summary, line, said, window) or _set_aside(article, summary, said, window)
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
        wrong = misplaced(ours, one)
        if wrong and not any(agree(ours, other) for other in theirs):
            another = wrong == "another"
            reason = (_ANOTHER if another else _SWAPPED).format(verb=said.lemma)
            return Conflict("roles", said.start, said.end, one.line, reason, another=another)
    return None


def _set_aside(
    article: IndexedDoc, summary: IndexedDoc, said: Clause, window: SentenceWindow
) -> Conflict | None:
    """A clause about a name that the window, with the same verb, only sets aside: "came without Bob"."""
    if said.negated or not any(
        given.lemma == said.lemma for line in window.lines for given in article.clauses(line)
    ):
        return None
    words = [
        word
        for phrase in (*said.subjects[:1], *said.objects[:1])
        for word in summary.words(phrase.start, phrase.end)
    ]
    for name in name_words(summary, words):
        places = [word for line in window.lines for word in line.words if word.stem == name.stem]
        if places and all(
            _ASIDE.search(article.text, max(0, word.token.start - _BEHIND), word.token.start)
            for word in places
        ):
            reason = f"the article sets “{summary.written(name)}” aside, the summary does not"
            return Conflict("negation", said.start, said.end, window.best, reason)
    return None


def _of_pair(pair: AlignedClauses) -> Iterator[Conflict]:
    said, given = pair.said, pair.given
    if side := _other_side(pair):
        yield _opposite(pair, *side)
        return
    denied, denying = negated(pair.article, given), negated(pair.summary, said)
    if turned := _turned(pair):
        if denied == denying:
            yield _opposite(pair, *turned)
        return
    if denied != denying and (_advises(pair) or (_same_verb(pair) and _affirms(pair) and not _denies(pair))):
        yield _contrast(pair, "negation", _denial(pair))
        return
    sure = said.assertive and not said.hedged and said.lemma not in _OPEN
    open_word = given.modal if given.modal in _POSSIBLE else given.marker if given.marker in _IF else None
    if open_word and sure and not given.assertive and _same_verb(pair):
        modal = f"“{open_word}”"
        yield _contrast(pair, "modality", f"the article says {modal}, the summary states it as certain")


def _other_side(pair: AlignedClauses) -> tuple[str, str] | None:
    """Opposite prepositions before the same word: before and after the war."""
    said, given = (
        {stem(one.head.lower()): _preposition(text, clause, one) for one in _told(clause)}
        for text, clause in ((pair.summary, pair.said), (pair.article, pair.given))
    )
    for head, word in said.items():
        other = given.get(head)
        if word and other and stem(other) in opposites().get(stem(word), ()):
            return word, other
    return None


def _told(clause: Clause) -> list[Phrase]:
    """What a clause says of its subject."""
    return [*clause.objects, *(one.phrase for one in clause.phrases if one.after_verb)]


def _preposition(text: IndexedDoc, clause: Clause, phrase: Phrase) -> str:
    """The word between a verb and a phrase that is right before the phrase."""
    between = text.words(clause.verb.end, phrase.start)
    return between[-1].token.text if between else ""


def _advises(pair: AlignedClauses) -> bool:
    """Whether one clause advises against what the other approves of: "should not be taken", "recommended"."""
    said, given = pair.said, pair.given
    words = {word.token.text for word in pair.summary.words(said.start, said.end)}
    against = negated(pair.article, given) and given.modal in _ADVICE
    return against and not words.isdisjoint(kinds("advice.txt")["approving"])


def _opposite(pair: AlignedClauses, said: str, given: str) -> Conflict:
    place = (pair.said.start, pair.said.end)
    return Conflict("opposite", *place, pair.line, _instead(said, given), said, given)


def _contrast(pair: AlignedClauses, kind: ContrastKind, reason: str) -> Conflict:
    return Conflict(kind, pair.said.start, pair.said.end, pair.line, reason)


def _denial(pair: AlignedClauses) -> str:
    verb = pair.given.lemma
    return (
        f"the article denies “{verb}”, the summary affirms it"
        if negated(pair.article, pair.given)
        else (f"the summary denies “{pair.said.lemma}”, the article affirms it")
    )


def _turned(pair: AlignedClauses) -> tuple[str, str] | None:
    """The first word of the summary whose opposite stands in the article's clause, and it does not."""
    theirs = _comparable(pair.article, pair.given)
    ours = _comparable(pair.summary, pair.said)
    known = {word.stem for word in theirs} & {word.stem for word in ours}
    for one in ours:
        for other in theirs if one.stem not in known else ():
            if not _contrary(pair, one, other) or _from_other_side(pair, one, other):
                continue
            if other.stem not in known:
                return pair.summary.written(one), pair.article.written(other)
    return None


def _contrary(pair: AlignedClauses, one: DocWord, other: DocWord) -> bool:
    """Whether two words are opposites; "unwilling" counts in "is unwilling", not again in "to sign"."""
    if pair.said.copula and pair.given.copula:
        return opposite_words(one.token.text, other.token.text)
    return opposite(one.stem, other.stem)


def _comparable(text: IndexedDoc, clause: Clause) -> list[DocWord]:
    """The words of a clause that may have an opposite; "up" and "down" only before a figure."""
    found = text.words(clause.start, clause.end)
    return [word for word in found if word.content or _MOVED.match(text.text, word.token.start)]


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
    text, line, verb = (
        (pair.summary, pair.said_line, pair.said.verb)
        if negated(pair.article, pair.given)
        else (pair.article, pair.line, pair.given.verb)
    )
    found = denials(text, line.start, line.end)
    return any(not verb.start <= word.token.start < verb.end for word in found)


def _affirms(pair: AlignedClauses) -> bool:
    """Whether the summary states what the article denies, or leaves it as open as the article does."""
    said, given = pair.said, pair.given
    if not negated(pair.article, given):
        return given.modal not in _OUTSTANDING or given.modal == said.modal
    if said.modal in _OUTSTANDING:
        return said.modal == given.modal
    return said.assertive or (said.kind == given.kind and said.modal == given.modal)
