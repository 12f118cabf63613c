"""The words and marks of a folded text, with broken and disguised words read as what they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from jurat.observers.toxicity.deobfuscation import deobfuscate
from jurat.observers.toxicity.toxicity_lexicon import (
    HOSTILE,
    WORDS,
    LexiconEntry,
    ToxicityLexicon,
    toxicity_lexicon,
)
from jurat.observers.toxicity.toxicity_tokens import MARKS

_TOKEN = re.compile(
    r"(?P<word>[^\W_]+?(?=n't(?![^\W_]))|n't(?![^\W_])|'(?:s|re|m|ll|ve|d)(?![^\W_])"
    r"|[@$]?[^\W_]+(?:[*@$!#+|]+[^\W_]+)*\**)"
    r"|(?P<asked>[.!]*\?[.!?]*)"
    r"|(?P<end>[.!…;]+(?=[\s\"'”»)]|\Z)|\n)"
    r"|(?P<pause>[,:—–()]|\s-\s)"
    r"|(?P<quote>[\"“”«»„`]+|''|(?<!\w)'(?=\w)|(?<=[\w.,!?])'(?!\w))"
)
_SPELT_OUT = 14
_HALVES = 5
_SPELLABLE = HOSTILE | {"GROUP", "ADJECTIVE", "OPEN", "PEOPLE", "EXCLUDE"}


class FoldedWord(NamedTuple):
    """A word of the folded text, or a mark."""

    text: str
    start: int
    end: int
    mark: LexiconEntry | None = None


def folded_words(folded: str) -> list[FoldedWord]:
    """The words of a folded text, as they are meant.

    >>> [word.text for word in folded_words("you f u c k i n g w0men, isn't it")]
    ['you', 'fucking', 'women', '', 'is', "n't", 'it']
    """
    return _respelt(list(_tokens(folded)))


def _tokens(text: str) -> Iterator[FoldedWord]:
    """The words and marks as they are written."""
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup, match[0]
        if kind != "word":
            yield FoldedWord("", match.start(), match.end(), MARKS[kind or "end"])
        elif token.isalpha() or "'" in token:
            yield FoldedWord(token, match.start(), match.end())
        else:
            yield from _signed(token, match.start())


def _signed(token: str, start: int) -> Iterator[FoldedWord]:
    """A token with signs or digits: one disguised word, or what stands between its signs."""
    if deobfuscate(token):
        yield FoldedWord(token, start, start + len(token))
        return
    for match in WORDS.finditer(token):
        yield FoldedWord(match[0], start + match.start(), start + match.end())


def _respelt(found: list[FoldedWord]) -> list[FoldedWord]:
    """The words with spelt-out and broken ones put together and the others read through their disguise."""
    known = toxicity_lexicon()
    common = known.lengths
    out: list[FoldedWord] = []
    place, last = 0, len(found) - 1
    while place <= last:
        word = found[place]
        text = word.text
        plain = word.mark is not None or (len(text) > 1 and text in common)
        if plain and (place == last or found[place + 1].text in common or found[place + 1].mark):
            out.append(word)
            place += 1
            continue
        joined = _put_together(found, place, known) if word.mark is None else None
        out.extend([joined[0]] if joined else [word] if plain else _undisguised_words(word))
        place = joined[1] if joined else place + 1
    return out


def _undisguised_words(word: FoldedWord) -> list[FoldedWord]:
    meant = deobfuscate(word.text) if word.text not in toxicity_lexicon().lengths else ()
    if len(meant) < 2:
        return [word._replace(text=meant[0]) if meant else word]
    ends = list(accumulate(map(len, meant), initial=word.start))
    return [FoldedWord(text, *places) for text, places in zip(meant, pairwise(ends), strict=True)]


def _put_together(
    found: list[FoldedWord], place: int, known: ToxicityLexicon
) -> tuple[FoldedWord, int] | None:
    """A telling word written letter by letter or in two halves, and where the text goes on."""
    word = found[place]
    if len(word.text) == 1 and word.text.isalpha():
        return _spelt_out(found, place, known)
    following = found[place + 1] if place + 1 < len(found) else None
    if following is None or following.mark or following.start - word.end != 1:
        return None
    if (following.text,) in known.entries and (word.text,) in known.entries:
        return None
    joined = word.text + following.text
    entry = known.find(joined) if _HALVES <= len(joined) <= _SPELT_OUT else None
    if entry and entry.classes & {"SLUR", "NAME", "GROUPS"} and joined not in known.innocent:
        return FoldedWord(joined, word.start, following.end), place + 2
    return None


def _spelt_out(found: list[FoldedWord], place: int, known: ToxicityLexicon) -> tuple[FoldedWord, int] | None:
    """The longest telling word that single letters spell from here on."""
    if "".join([word.text for word in found[place : place + 3]])[:3] not in _beginnings():
        return None
    last = place
    while last + 1 < len(found) and last - place < _SPELT_OUT and _next_letter(found[last], found[last + 1]):
        last += 1
    for end in range(last, place + 1, -1):
        letters = "".join(word.text for word in found[place : end + 1])
        entry = known.find(letters)
        if entry and entry.classes & _SPELLABLE:
            return FoldedWord(letters, found[place].start, found[end].end), end + 1
    return None


@lru_cache(maxsize=1)
def _beginnings() -> frozenset[str]:
    """The first three letters of the words that are looked for letter by letter."""
    entries = toxicity_lexicon().entries.items()
    return frozenset(
        words[0][:3] for words, entry in entries if len(words) == 1 and entry.classes & _SPELLABLE
    )


def _next_letter(one: FoldedWord, other: FoldedWord) -> bool:
    return len(other.text) == 1 and other.text.isalpha() and other.start - one.end <= 2
