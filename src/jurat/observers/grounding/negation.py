"""Denials: the words and clauses that say that something is not so."""

from __future__ import annotations

from functools import cache

from jurat.nlp.doc import DocWord
from jurat.nlp.morphology.negative_prefixes import is_negative
from jurat.nlp.morphology.stems import stem
from jurat.nlp.morphology.verb_forms import kinds
from jurat.nlp.syntax.clauses import Clause
from jurat.observers.grounding.indexed_doc import IndexedDoc

_COMPARED = frozenset({"less", "more", "fewer"})
_PENDING = frozenset({"yet", "remain", "remains", "remained"})
_STILL_OPEN = frozenset({("yet", "to"), ("still", "to"), ("must", "still"), ("still", "must")})
_OWING = frozenset({"has", "have", "need", "needs"})
_HELPERS = 4


def negated(text: IndexedDoc, clause: Clause) -> bool:
    """Whether a clause is denied, also by "has not yet signed" and "is yet to sign"."""
    if clause.negated:
        return True
    before = text.words(clause.subjects[0].end, clause.verb.start)[-_HELPERS:]
    if clause.kind == "infinitive":
        return bool(before) and before[-1].token.text in _PENDING
    if clause.subjects[0].end > clause.verb.start or any(
        word.token.text not in _around_verb() for word in before
    ):
        return False
    return any(word.token.text in kinds("negations.txt")["adverb"] for word in before)


@cache
def _around_verb() -> frozenset[str]:
    """What may stand between a subject and its verb without beginning another clause."""
    return (
        kinds("helping_verbs.txt")["any"] | kinds("negations.txt")["adverb"] | {"yet", "still", "so", "far"}
    )


def denials(text: IndexedDoc, start: int, end: int) -> list[DocWord]:
    """The words of a stretch that deny something: "not", "refused", "yet to"; not "no fewer than"."""
    found = text.words(start, end)
    after = [one.token.text for one in found[1:]] + ["", ""]
    return [
        word
        for word, more, than in zip(found, after, after[1:], strict=False)
        if (is_denial(word) or is_negative(word.token.text) or _is_open(word.token.text, more, than))
        and not (than == "than" and more in _COMPARED)
    ]


def _is_open(word: str, following: str, third: str) -> bool:
    """Whether words say that something is still to be done: "yet to sign", "must still sign"."""
    return (word, following) in _STILL_OPEN or (word == "still" and following in _OWING and third == "to")


def is_denial(word: DocWord) -> bool:
    """Whether a word denies something else than a part of itself."""
    return word.token.text in denying() or word.token.text.endswith("n't") or word.stem in _denying_stems()


@cache
def denying() -> frozenset[str]:
    """Words that deny by themselves."""
    listed = kinds("negations.txt")
    denying = (one for kind, entries in listed.items() if kind != "true" for one in entries)
    return frozenset(denying) | {"without", "cannot", "instead"}


@cache
def _denying_stems() -> frozenset[str]:
    return frozenset(stem(one) for one in kinds("verb_kinds.txt")["denying"])
