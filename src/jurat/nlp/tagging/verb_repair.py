"""Missing verbs: a clause has one, so where none was tagged the word that can be one is read as it.

"Cures" is a noun in most texts; between "Metformin" and "cancer" it can only be what metformin does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.morphology.verb_forms import is_past, singular_base
from jurat.nlp.tagging.perceptron import is_listed, may_be

_FINITE: Final = frozenset({"VBZ", "VBD", "VBP", "MD"})
_NEVER: Final = frozenset({"DT", "PRP", "PRP$", "CC", "CD", "POS", "WP", "WDT", "WRB", "EX", "$", "MD", "TO"})
"""Tags of words that are never verbs, or verbs already."""
_PLURAL: Final = frozenset({"NNS", "NNPS"})
_IRREGULAR: Final = frozenset(
    {"people", "men", "women", "children", "mice", "geese", "feet", "teeth", "cattle", "police", "sheep"}
)
"""Plurals that do not look like it."""
_NOUNS: Final = frozenset({"NN", "NNP"}) | _PLURAL
_STARTS_OBJECT: Final = frozenset({"DT", "PDT", "PRP", "PRP$", "$"})
"""What cannot go on with a noun before it, and so follows a verb."""
_MAY_START_OBJECT: Final = _NOUNS | {"JJ", "JJR", "JJS", "CD"}
_DECIDING: Final = _FINITE | {"PRP", ",", ":", ".", "IN", "WP", "WDT", "WRB", "WP$"}
"""Tags of finite verbs, and of what may end a clause or begin the next."""
_RELATIVES: Final = frozenset({"who", "whom", "whose", "which", "that"})
_CLAUSES: Final = frozenset(
    {"when", "where", "because", "although", "though", "if", "unless", "whereas", "while"}
)
_NOMINATIVE: Final = frozenset({"he", "she", "it", "they", "we", "i"})
_SINGULAR: Final = frozenset({"he", "she", "it"})
_POINTERS: Final = frozenset({"last", "next", "this", "every", "each"})
"""Words that begin a time rather than an object."""
_SMALL: Final = frozenset({"IN", "RB", "RP"})
_VERBAL: Final = frozenset({"VB", "VBN", "VBG", "TO"})
_SHORTEST: Final = 3
_FARTHEST: Final = 16
"""Words of a subject after which no verb is looked for any more."""


def find_verb(words: Sequence[str], lower: Sequence[str], tags: list[str]) -> None:
    """Tag as a verb the word that must be one, where the first clause of a sentence has none.

    >>> words, tags = ["the", "man", "bit", "the", "dog"], ["DT", "NN", "NN", "DT", "NN"]
    >>> find_verb(words, words, tags)
    >>> tags
    ['DT', 'NN', 'VBD', 'DT', 'NN']
    """
    opening = tags[:1] == ["VBZ"] and not is_listed(lower[0])
    end = _clause_end(lower, tags, int(opening))
    if end < _SHORTEST:
        return
    if opening:
        tags[0] = "NNS"
    whole = end < len(tags) and tags[end] != ":" and lower[end] not in _RELATIVES
    found = _candidate(words, lower, tags, end, whole=whole)
    if found:
        tags[found[0]] = found[1]


def _clause_end(lower: Sequence[str], tags: list[str], first: int) -> int:
    """Where the clause ends that a sentence begins with, or 0 if it has a finite verb."""
    for index, penn in enumerate(tags):
        if penn not in _DECIDING or index < first:
            continue
        if penn in _FINITE:
            return 0
        if _ends_clause(lower, tags, index):
            return index - (penn == "PRP")
    return len(tags)


def _ends_clause(lower: Sequence[str], tags: list[str], index: int) -> bool:
    word = lower[index]
    if tags[index] == "PRP":
        return word in _NOMINATIVE and index > 1 and tags[index - 1] in {"IN", "CC"}
    if word == ",":
        return lower[index + 1 : index + 2] in (("and",), ("but",), ("so",))
    return tags[index] in {":", "."} or word in _RELATIVES or word in _CLAUSES


def _candidate(
    words: Sequence[str], lower: Sequence[str], tags: list[str], end: int, *, whole: bool
) -> tuple[int, str] | None:
    """The first word after a noun that agrees with it as a verb and has an object, and its tag as a verb."""
    head = noun = ""
    for index in range(min(end - 1, _FARTHEST)):
        penn, word = tags[index], lower[index]
        if penn in _VERBAL:
            return None
        if noun and penn not in _NEVER and words[index].islower():
            form = _form(word, penn, plural=_is_plural(head or noun, lower[:index]))
            if form and (noun == "PRP" or _has_object(lower, tags, index, form, whole=whole and not head)):
                return (index + 1, "VBP") if _is_subject(lower, tags, index) else (index, form)
        if penn in _NOUNS or word in _NOMINATIVE or (penn == "JJ" and _may_be_noun(word)):
            noun = "NNS" if word in _IRREGULAR else penn
        elif penn != "RB":
            head = head or noun
            noun = ""
    return None


def _may_be_noun(adjective: str) -> bool:
    """Whether a word that was read as an adjective may be a noun: "the firm lent"."""
    return not is_listed(adjective) or may_be(adjective, "NN")


def _is_plural(head: str, before: Sequence[str]) -> bool:
    """Whether the subject before a verb asks for its plural form."""
    if head == "PRP":
        return before[-1] not in _SINGULAR
    return head in _PLURAL or "and" in before


def _form(word: str, penn: str, *, plural: bool) -> str:
    """The tag that a word has as a verb after such a subject, or nothing."""
    if penn in _SMALL and is_listed(word):
        return ""
    if is_past(word) or (penn == "JJ" and word.endswith("ed")):
        return "VBD"
    if plural:
        return "VBP" if _is_verb(word) else ""
    base = singular_base(word)
    return "VBZ" if base != word and (_is_verb(base) or not is_listed(word)) else ""


def _has_object(lower: Sequence[str], tags: list[str], index: int, form: str, *, whole: bool) -> bool:
    """Whether what follows a word is its object rather than the rest of one noun phrase."""
    after, word = tags[index + 1], lower[index]
    if after in _STARTS_OBJECT:
        return True
    if not whole or after not in _MAY_START_OBJECT or lower[index + 1] in _POINTERS:
        return False
    if form == "VBD":
        return after == "NNP" or is_past(word)
    return form == "VBP" or _is_verb(singular_base(word))


def _is_subject(lower: Sequence[str], tags: list[str], index: int) -> bool:
    """Whether the next word is the verb after all: "customer reviews rate the hotel"."""
    if tags[index] != "NNS" or tags[index + 1] != "NN" or not _is_verb(lower[index + 1]):
        return False
    after = tags[index + 2] if index + 2 < len(tags) else ""
    return after == "NNP" or after in _STARTS_OBJECT


def _is_verb(base: str) -> bool:
    return base in _verbs() or may_be(base, "VB") or may_be(base, "VBP")


@cache
def _verbs() -> frozenset[str]:
    return frozenset(word for line in read_list("verbs_like_nouns.txt") for word in line.split())
