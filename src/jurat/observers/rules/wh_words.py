"""How a clause becomes a question: the word that asks, the helping verb that moves, and what is left."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from jurat.text.clauses import Clause, Phrase
from jurat.text.tagging import may_be
from jurat.text.tokens import read_list, stop_words
from jurat.text.verbs import kinds


@dataclass(frozen=True, slots=True)
class Inverted:
    """A verb group taken apart for a question: "has" and "carried", or "did" and "carry"."""

    helper: str
    rest: str


def inverted(text: str, clause: Clause) -> Inverted | None:
    """The verb group of a clause as a question needs it, or nothing if it is not finite."""
    group = text[clause.verb.start : clause.verb.end].split()
    if clause.kind in ("infinitive", "gerund", "participle", "bare") or not group:
        return None
    first = group[0].lower()
    if first in kinds("helping_verbs.txt")["any"] and (
        len(group) > 1 or first in kinds("helping_verbs.txt")["be"]
    ):
        return Inverted(first, " ".join(group[1:]))
    if len(group) > 1 or not clause.lemma:
        return None
    if first == clause.lemma:
        return Inverted("do", clause.lemma)
    return Inverted("does" if first.endswith("s") else "did", clause.lemma)


def who_or_what(text: str, phrase: Phrase) -> str:
    """The word that asks for a subject or an object."""
    head = phrase.head.lower()
    if head in kinds("pronouns.txt")["human"] or head in _actors():
        return "who"
    before = text[phrase.start : phrase.head_start].lower().split()
    if not kinds("pronouns.txt")["title"].isdisjoint(before):
        return "who"
    return "who" if phrase.head[:1].isupper() and not is_common(head) else "what"


def is_common(word: str) -> bool:
    """Whether a word is a common noun, whatever its capital.

    >>> is_common("repairs"), is_common("bridge"), is_common("google")
    (True, True, False)
    """
    return any(may_be(form, tag) for form in (word, word.removesuffix("s")) for tag in ("NN", "NNS"))


def inside(text: str, phrase: Phrase) -> str:
    """A phrase as it stands inside a sentence: "The bridge" as "the bridge"."""
    found = text[phrase.start : phrase.end]
    first = found.split(" ", 1)[0]
    plain = first.lower() in stop_words() and first != "I" and not first.isupper()
    opens = text[: phrase.start].rstrip()[-1:] in ("", ".", "!", "?", ":") and first[1:].islower()
    common = opens and is_common(first.lower()) and not found[len(first) + 1 : len(first) + 2].isupper()
    return found[0].lower() + found[1:] if plain or common or first in ("A", "The") else found


@lru_cache(maxsize=1)
def _actors() -> frozenset[str]:
    return frozenset(one for line in read_list("actors.txt") for one in line.split())
