"""Pronouns: the most recent thing said that "he", "it" or "they" can stand for.

Simple on purpose: the last subjects first, then the last objects, that agree in number and, as far as the
words tell, in being a person. What cannot be told stays without an antecedent.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from typing import Final, NamedTuple

from jurat.nlp.morphology.verb_forms import kinds
from jurat.nlp.syntax.chunker import ChunkedSentence
from jurat.nlp.syntax.clauses import Clause, Phrase

_REACH: Final = 6
"""How many clauses back an antecedent may stand."""


class Mention(NamedTuple):
    """Something that was named, and what its words tell about it."""

    phrase: Phrase
    plural: bool
    proper: bool
    human: bool


class Antecedents:
    """What the last clauses named; made afresh for every text."""

    def __init__(self) -> None:
        self._clauses: deque[tuple[Mention, ...]] = deque(maxlen=_REACH)

    def resolved(self, phrase: Phrase, *, as_object: bool = False) -> Phrase:
        """The phrase, with its antecedent if it is a pronoun that has one; objects go with objects first."""
        word, lists = phrase.head.lower(), kinds("pronouns.txt")
        for kind in ("person", "thing", "many"):
            if word in lists[kind]:
                found = self._latest(kind, as_object=as_object)
                return phrase._replace(antecedent=found) if found else phrase
        return phrase

    def note(self, clause: Clause, sentence: ChunkedSentence) -> None:
        """Remember what a clause named; pronouns are not names."""
        found = [mention(one, sentence) for one in (*clause.subjects, *clause.objects)]
        named = tuple(one for one in found if one)
        if len(clause.subjects) > 1 and named:
            first, last = clause.subjects[0], clause.subjects[-1]
            both = Phrase(first.start, last.end, last.head, last.head_start)
            named = (Mention(both, plural=True, proper=False, human=named[0].human), *named)
        if named:
            self._clauses.append(named)

    def _latest(self, kind: str, *, as_object: bool) -> Phrase | None:
        for named in reversed(self._clauses):
            for one in reversed(named) if as_object else named:
                if _fits(one, kind):
                    return one.phrase
        return None


def mention(phrase: Phrase, sentence: ChunkedSentence) -> Mention | None:
    """What the words of a phrase tell, or nothing if it names nothing."""
    index = bisect_left(sentence.starts, phrase.head_start)
    if index == len(sentence.starts) or sentence.tags[index] not in {"NN", "NNS", "NNP", "NNPS"}:
        return None
    lists, word = kinds("pronouns.txt"), sentence.lower[index]
    titled = index > 0 and not lists["title"].isdisjoint(sentence.lower[max(0, index - 2) : index])
    proper = sentence.tags[index].startswith("NNP")
    return Mention(phrase, sentence.tags[index].endswith("S"), proper, titled or word in lists["human"])


def _fits(one: Mention, kind: str) -> bool:
    if kind == "many":
        return one.plural
    if one.plural:
        return False
    return (one.human or one.proper) if kind == "person" else not one.human
