"""Roles: who does something and whom it is done to, and where two clauses give them to others."""

from __future__ import annotations

from typing import NamedTuple

from jurat.nlp.doc import DocSentence, DocWord
from jurat.nlp.morphology.verb_forms import is_kind, kinds
from jurat.nlp.syntax.clauses import Clause, Phrase, Prepositional
from jurat.observers.grounding.entity_names import name_words, same_names
from jurat.observers.grounding.indexed_doc import IndexedDoc

_TOWARDS = frozenset({"to", "from", "against", "over"})
_FINITE = frozenset({"main", "complement", "relative", "subordinate"})


class Party(NamedTuple):
    """Somebody or something in a clause: the stems it is known by, and whether they are a name."""

    stems: frozenset[str]
    named: bool

    def is_like(self, other: Party) -> bool:
        """Whether two may be the same, also where one of them has another name."""
        return not _with_other_names(self.stems).isdisjoint(other.stems)

    def without(self, other: Party) -> Party:
        """What tells it from another: "City" and "United", where both are of Manchester."""
        return Party(self.stems - other.stems, self.named)


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
        found = self.clause.receivers[:1] or (target(self.clause),)
        return _party(self.text, tuple(one for one in found if one))

    @property
    def towards(self) -> Party | None:
        """To, from or against whom it is done, if the clause names them."""
        found = [one for one in self.clause.phrases if one.after_verb and one.preposition in _TOWARDS]
        party = _party(self.text, tuple(one.phrase for one in found))
        return party if party and party.named else None


def target(clause: Clause) -> Phrase | None:
    """What a clause says that something is done to."""
    found = clause.subjects if clause.passive else clause.objects
    return found[0] if found else None


def misplaced(said: Placed, given: Placed) -> str:
    """Why two clauses with the same verb give their roles to others, or nothing."""
    verb = said.clause.lemma
    if verb != given.clause.lemma or said.clause.copula or verb in kinds("verb_kinds.txt")["mutual"]:
        return ""
    ours = said.doer
    theirs = given.doer if ours else None
    if ours is None or theirs is None or ours == theirs:
        return ""
    if _swapped(said, given, ours, theirs) or _suffers(said, given, ours, theirs):
        return f"the summary swaps who does it and whom it is done to in the article: “{verb}”"
    if ours.is_like(theirs) or not (
        _crossed(said, given, ours, theirs) or _others(said, given, ours, theirs)
    ):
        return ""
    return f"the article says that somebody else does it (“{verb}”) than the summary says"


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
    for mine, its in slots:
        if mine is None or its is None:
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
    """Whether the same is done to the same by another name, and the summary has the real one elsewhere.

    A name alone does not tell: the Bears and Mahanoy may be one team.
    """
    mine, its = said.done_to, given.done_to
    if not ours.named or mine is None or its is None or not mine.is_like(its):
        return False
    if is_kind(said.clause.lemma, "reporting") or is_kind(said.clause.lemma, "linking"):
        return False
    if (
        not (said.clause.assertive and given.clause.assertive)
        or not {said.clause.kind, given.clause.kind} <= _FINITE
    ):
        return False
    names = {word.stem for word in name_words(given.text, _next_to_doer(given))}
    real = Party(theirs.stems.union(names) if theirs.named else frozenset(names), named=True)
    present = real.is_like(Party(said.line.stems, named=False))
    return present and not ours.is_like(_around_doer(given)) and not _elsewhere(said, given, ours)


def _around_doer(placed: Placed) -> Party:
    """All words of the part of a sentence in which a verb has its doer."""
    verb, line = placed.clause.verb, placed.line
    start, end = (verb.end, line.end) if placed.clause.passive else (line.start, verb.start)
    return Party(frozenset(word.stem for word in placed.text.words(start, end)), named=False)


def _next_to_doer(placed: Placed) -> list[DocWord]:
    """What follows the doer of an active clause up to its verb: "at the University of Helsinki"."""
    clause = placed.clause
    return [] if clause.passive else placed.text.words(clause.subjects[0].head_start, clause.verb.start)[1:]


def _elsewhere(said: Placed, given: Placed, ours: Party) -> bool:
    """Whether another sentence with the verb has the doer beside it."""
    stems = {word.stem for word in said.text.words(said.clause.verb.start, said.clause.verb.end)}
    lines = {index for stem in stems for index in given.text.postings.get(stem, ())} - {given.line.index}
    return any(ours.is_like(Party(given.text.lines[index].stems, named=False)) for index in lines)


def _party(text: IndexedDoc, phrases: tuple[Phrase, ...]) -> Party | None:
    """The names in some phrases and their heads, without figures; pronouns are nobody."""
    stems: set[str] = set()
    named = False
    for phrase in phrases:
        words = [word for word in text.words(phrase.start, phrase.end) if word.content]
        words = [word for word in words if not word.stem[0].isdigit()]
        names = list(name_words(text, words))
        head = head_of(text, phrase)
        stems.update(word.stem for word in (*names, *([head] if head else ())))
        named = named or head in names
    return Party(frozenset(stems), named) if stems else None


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
