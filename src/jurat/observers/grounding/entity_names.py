"""Names: which words of a text are names, and whether another text has them, also by another word."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache

from jurat.nlp.dates.calendar_names import calendar_names
from jurat.nlp.doc import DocWord
from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.morphology.stems import stem
from jurat.nlp.tokens import stop_words, words
from jurat.observers.grounding.aliases import may_be_initials
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.questions.question_forms import is_common

_SHORTEST, _INITIALS = 2, 3


def name_words(text: IndexedDoc, found: Sequence[DocWord]) -> Iterator[DocWord]:
    """The words among these that are parts of names; capitals tell nothing in a headline."""
    if text.shouted:
        return
    for index, word in enumerate(found):
        if not word.content or word.stem[0].isdigit() or len(word.stem) < _SHORTEST or _is_calendar(word):
            continue
        opens = not word.capital and text.text[word.token.start].isupper()
        before_name = index + 1 < len(found) and found[index + 1].capital
        if word.capital or (opens and (before_name or _is_proper(text, word))):
            yield word


def _is_proper(text: IndexedDoc, word: DocWord) -> bool:
    """Whether the first word of a sentence is a name all the same."""
    if is_common(word.token.text) or word.token.text.endswith("s"):
        return False
    (line,) = text.lines_between(word.token.start, word.token.start)
    return text.parts(line).get(word.token.start) == "PROPN"


def has_name(text: IndexedDoc, name: str) -> bool:
    """Whether a text has a name, or another word for the same.

    >>> from jurat.observers.grounding.indexed_doc import indexed_doc
    >>> text = indexed_doc("The French team beat the U.S. side in Seoul, South Korea.")
    >>> [has_name(text, stem(one)) for one in ("France", "American", "Korean", "Japan", "Seouls")]
    [True, True, True, False, True]
    """
    others = same_names().get(name, ())
    if name in text.postings or any(one in text.postings or _spelled(text, one) for one in others):
        return True
    if (name.endswith("s") and name[:-1] in text.postings) or (
        may_be_initials(name) and name in text.initials
    ):
        return True
    return "-" in name and all(has_name(text, stem(part)) for part in words(name.replace("-", " ")))


def _spelled(text: IndexedDoc, name: str) -> bool:
    """Whether a text has a short name letter by letter, as in "U.S."."""
    return 1 < len(name) <= _INITIALS and all(pair in text.pairs for pair in itertools.pairwise(name))


def _is_calendar(word: DocWord) -> bool:
    names = calendar_names()
    return word.token.text in names.months or word.token.text in names.weekdays


@lru_cache(maxsize=1)
def same_names() -> dict[str, tuple[str, ...]]:
    """Each name with the other words for it, all as stems."""
    groups = [line.split() for line in read_list("demonyms.txt")]
    groups += [[one for name in line.split(",") for one in words(name)] for line in read_list("aliases.txt")]
    found: dict[str, set[str]] = {}
    for group in groups:
        stems = {stem(one) for one in group if one not in stop_words() or one in ("us", "un")}
        for one in stems:
            found.setdefault(one, set()).update(stems - {one})
    return {one: tuple(sorted(others)) for one, others in found.items()}
