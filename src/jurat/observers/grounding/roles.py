"""Roles: who does something and whom it is done to, and where two clauses give them to others."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from typing import Literal, NamedTuple

from jurat.nlp.doc import DocSentence, DocWord
from jurat.nlp.morphology.verb_forms import is_kind, kinds
from jurat.nlp.syntax.clauses import Clause, Phrase, Prepositional
from jurat.nlp.tagging.perceptron import is_listed
from jurat.observers.grounding.entity_names import name_words, same_names
from jurat.observers.grounding.indexed_doc import IndexedDoc

RoleError = Literal["swapped", "another"]
"""Each party in the place of the other, or another doer."""

_TOWARDS = frozenset({"to", "from", "against", "over"})
_OWN = frozenset({"his", "her", "its", "their"})
_CONTRAST = re.compile(r"\b(?:but|while|whereas|although|though|however|instead)\b|;", re.IGNORECASE)
_NEAR, _PREFIX = 2, 4
"""Sentences around one in which another name is looked for; letters in which names of one begin alike."""
_MOST = 40
"""Sentences with a verb that are looked at."""
_FINITE = frozenset({"main", "complement", "relative", "subordinate"})


class Party(NamedTuple):
    """Somebody or something in a clause: the stems it is known by, and whether they are a name."""

    stems: frozenset[str]
    named: bool
    names: frozenset[str] = frozenset()
    """The names before a common noun: "Basic" and "Pro" of two plans."""

    def is_like(self, other: Party) -> bool:
        """Whether two may be the same, also where one of them has another name."""
        if self.names and other.names:
            return not _with_other_names(self.names).isdisjoint(other.names)
        return not _with_other_names(self.stems).isdisjoint(other.stems)

    @property
    def telling(self) -> Party:
        """What tells it from others of its kind: its names, or all of its words."""
        return Party(self.names or self.stems, named=True)

    def without(self, other: Party) -> Party:
        """What tells it from another: "City" and "United", where both are of Manchester."""
        return Party(self.stems - other.stems, self.named, self.names - other.names)


class Placed(NamedTuple):
    """A clause in its sentence of its text."""

    text: IndexedDoc
    line: DocSentence
    clause: Clause

    @property
    def doer(self) -> Party | None:
        """Who does it, if the clause says so."""
        if not self.clause.passive:
            return _party(self.text, self.clause.subjects)
        return _party(self.text, tuple(one.phrase for one in self.clause.phrases if _is_agent(one)))

    @property
    def done_to(self) -> Party | None:
        """Whom or what it is done to, if the clause says so."""
        clause = self.clause
        return _party(self.text, clause.receivers or (clause.subjects if clause.passive else clause.objects))

    @property
    def towards(self) -> Party | None:
        """To, from or against whom it is done, if the clause says so."""
        found = [one for one in self.clause.phrases if one.after_verb and one.preposition in _TOWARDS]
        return _party(self.text, tuple(one.phrase for one in found))


def target(clause: Clause) -> Phrase | None:
    """What a clause says that something is done to."""
    found = clause.subjects if clause.passive else clause.objects
    return found[0] if found else None


def misplaced(said: Placed, given: Placed) -> RoleError | None:
    """How two clauses with the same verb differ in who does it to whom, or nothing."""
    verb = said.clause.lemma
    if verb != given.clause.lemma or said.clause.copula or verb in kinds("verb_kinds.txt")["mutual"]:
        return None
    ours = said.doer
    theirs = given.doer if ours else None
    if ours is None or theirs is None or ours == theirs:
        return None
    if _swapped(said, given, ours, theirs) or _suffers(said, given, ours, theirs):
        return "swapped"
    if ours.is_like(theirs) or not (
        _crossed(said, given, ours, theirs) or _others(said, given, ours, theirs)
    ):
        return None
    return "another"


def agree(said: Placed, given: Placed) -> bool:
    """Whether two clauses with the same verb have the same doer, and the same target if both have one."""
    ours, theirs = said.doer, given.doer
    if ours is None or theirs is None:
        return False
    mine, its = said.done_to, given.done_to
    if mine is None or its is None:
        return ours.is_like(theirs)
    return ours.without(mine).is_like(theirs.without(its)) and mine.is_like(its)


def converse(said: Placed, given: Placed) -> bool:
    """Whether a clause is told from the side of another party: "lost to City" where "City beat them"."""
    ours, theirs = said.doer, given.doer
    if ours is None or theirs is None:
        return False
    others = (party.without(theirs) for party in (given.done_to, given.towards) if party)
    return any(ours.without(theirs).is_like(other) for other in others)


def agree_on_doer(said: Placed, given: Placed) -> bool:
    """Whether the same does what two clauses say; a pronoun may be anybody."""
    ours, theirs = said.doer, given.doer
    return ours is None or theirs is None or ours.is_like(theirs)


def _swapped(said: Placed, given: Placed, ours: Party, theirs: Party) -> bool:
    """Whether each stands where the other should: "Barcelona beat Real Madrid", "Uganda sold it to Kenya"."""
    slots = ((said.done_to, given.done_to), (said.towards, given.towards))
    for place, (mine, its) in enumerate(slots):
        if mine is None or its is None or (place and not (mine.named and its.named)):
            continue
        doer, done = ours.without(mine), mine.without(ours)
        if doer.is_like(theirs.without(its)) or done.is_like(its.without(theirs)):
            continue
        if doer.is_like(its) and done.is_like(theirs):
            return True
    return False


def _suffers(said: Placed, given: Placed, ours: Party, theirs: Party) -> bool:
    """Whether the one who does it is said to have it done to them, by somebody who nowhere does it."""
    mine = said.done_to
    if mine is None or not theirs.named or not ours.named or ours.is_like(theirs):
        return False
    return mine.without(ours).is_like(theirs) and not _elsewhere(said, given, ours)


def _crossed(said: Placed, given: Placed, ours: Party, theirs: Party) -> bool:
    """Whether two clauses of a sentence have exchanged who does what: "A proposed it and B opposed it"."""
    for one in said.text.clauses(said.line):
        other = Placed(said.text, said.line, one)
        if one.lemma == said.clause.lemma or one.copula or not (other.doer and other.doer.is_like(theirs)):
            continue
        for two in given.text.clauses(given.line):
            doer = Placed(given.text, given.line, two).doer if two.lemma == one.lemma else None
            if doer and doer.is_like(ours) and not doer.is_like(theirs):
                return True
    return False


def _others(said: Placed, given: Placed, ours: Party, theirs: Party) -> bool:
    """Whether the same is done to the same by another, and one text has both names.

    A name alone does not tell: the Bears and Mahanoy may be one team.
    """
    mine, its = said.done_to, given.done_to
    if not (ours.named or ours.names) or mine is None or its is None or not mine.is_like(its):
        return False
    if is_kind(said.clause.lemma, "linking"):
        return False
    if (
        not (said.clause.assertive and given.clause.assertive)
        or not {said.clause.kind, given.clause.kind} <= _FINITE
    ):
        return False
    names = {word.stem for word in name_words(given.text, _next_to_doer(given))}
    real = Party(theirs.stems.union(names) if theirs.named else frozenset(names), named=True)
    present = real.is_like(Party(said.line.stems, named=False)) or _both_named(given, ours, theirs)
    ours = ours.telling
    return present and not ours.is_like(_around_doer(given)) and not _elsewhere(said, given, ours)


def _both_named(given: Placed, ours: Party, theirs: Party) -> bool:
    """Whether the source has the name of the summary's doer as well, and nothing there is its own: "his"."""
    if not (theirs.named or theirs.names) or _begin_alike(ours.telling, theirs.telling):
        return False
    text, line, verb = given.text, given.line, given.clause.verb
    whom = target(given.clause)
    if whom is not None and text.text[whom.start : whom.head_start].partition(" ")[0].lower() in _OWN:
        return False
    cuts = [line.start, *(one.end() for one in _CONTRAST.finditer(text.text, line.start, line.end)), line.end]
    start, end = next(pair for pair in itertools.pairwise(cuts) if verb.start < pair[1])
    names = ours.telling.stems
    if not names.isdisjoint(word.stem for word in text.words(start, end)):
        return False
    return any(
        bisect_left(found, line.index - _NEAR) < bisect_right(found, line.index + _NEAR)
        for found in (text.postings.get(one, []) for one in names)
    )


def _begin_alike(ours: Party, theirs: Party) -> bool:
    """Whether names of two parties begin with the same letters: "Kenya", "Kenyan"."""
    return not {one[:_PREFIX] for one in ours.stems}.isdisjoint(one[:_PREFIX] for one in theirs.stems)


def _around_doer(placed: Placed) -> Party:
    """All words of the part of a sentence in which a verb has its doer, after a word of contrast."""
    verb, line = placed.clause.verb, placed.line
    if placed.clause.passive:
        start, end = verb.end, line.end
    else:
        cuts = [one.end() for one in _CONTRAST.finditer(placed.text.text, line.start, verb.start)]
        start, end = max([line.start, *cuts]), verb.start
    return Party(frozenset(word.stem for word in placed.text.words(start, end)), named=False)


def _next_to_doer(placed: Placed) -> list[DocWord]:
    """What follows the doer of an active clause up to its verb: "at the University of Helsinki"."""
    clause = placed.clause
    return [] if clause.passive else placed.text.words(clause.subjects[0].head_start, clause.verb.start)[1:]


def _elsewhere(said: Placed, given: Placed, ours: Party) -> bool:
    """Whether another sentence with the verb has the doer beside it, unless it says what else is done."""
    stems = {word.stem for word in said.text.words(said.clause.verb.start, said.clause.verb.end)}
    found = (given.text.postings.get(stem, [])[: _MOST + 1] for stem in stems)
    lines = {index for some in found for index in some} - {given.line.index}
    beside = [given.text.lines[index] for index in sorted(lines)[:_MOST]]
    beside = [line for line in beside if ours.is_like(Party(line.stems, named=False))]
    return any(not _does_else(said, given.text, line, ours) for line in beside)


def _does_else(said: Placed, text: IndexedDoc, line: DocSentence, ours: Party) -> bool:
    """Whether a sentence says of the doer that the same is done to something else, and only that."""
    mine = said.done_to
    found = [Placed(text, line, one) for one in text.clauses(line) if one.lemma == said.clause.lemma]
    own = [one.done_to for one in found if one.doer and one.doer.is_like(ours)]
    return bool(own) and mine is not None and not any(its is None or its.is_like(mine) for its in own)


def _party(text: IndexedDoc, phrases: tuple[Phrase, ...]) -> Party | None:
    """The names in some phrases and their heads, without figures; a pronoun is what it stands for."""
    stems: set[str] = set()
    before: set[str] = set()
    named = False
    for phrase in (one.antecedent or one for one in phrases):
        words = [word for word in text.words(phrase.start, phrase.end) if word.content]
        words = [word for word in words if not word.stem[0].isdigit()]
        names = list(name_words(text, words))
        head = head_of(text, phrase)
        stems.update(word.stem for word in (*names, *([head] if head else ())))
        named = named or head in names or (head is not None and _is_unknown_name(text, head))
        before.update(word.stem for word in names if head and word.token.start < head.token.start)
    return Party(frozenset(stems), named, frozenset() if named else frozenset(before)) if stems else None


def _is_unknown_name(text: IndexedDoc, word: DocWord) -> bool:
    """Whether a word with a capital is no listed word: "Jones" opens a sentence, and is a name."""
    return text.text[word.token.start].isupper() and not is_listed(word.token.text) and not text.shouted


def head_of(text: IndexedDoc, phrase: Phrase) -> DocWord | None:
    """The word that a phrase is about; the one before it where a score follows: "Barcelona 3-1"."""
    words = [
        word
        for word in text.words(phrase.start, phrase.head_start + 1)
        if word.content and not word.stem[0].isdigit()
    ]
    return words[-1] if words else None


def _is_agent(one: Prepositional) -> bool:
    return one.preposition == "by" and one.after_verb


def _with_other_names(stems: frozenset[str]) -> frozenset[str]:
    table = same_names()
    return stems.union(*(table.get(one, ()) for one in stems))
