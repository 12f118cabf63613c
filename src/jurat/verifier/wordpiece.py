"""BERT's uncased WordPiece tokenizer, with the place of every piece in the text.

Gives the ids of the tokenizer that the base weights were trained with; `training.smoke` compares the two.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

MAX_WORD: Final = 100
"""A longer word is one unknown piece."""
_ASCII_WORDS: Final = re.compile(r"[0-9a-z]+|[!-/:-@\[-`{-~]")
_ASCII_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_CJK: Final = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
_MAX_MEMO: Final = 65_536


class Piece(NamedTuple):
    """The id of a piece and where its word's characters are in the text."""

    id: int
    start: int
    end: int


class Pair(NamedTuple):
    """Token ids and types of one or two texts, and the pieces of the second one by token number."""

    ids: list[int]
    types: list[int]
    second: list[tuple[int, Piece]]


class WordPiece:
    """Tokenizes texts with a vocabulary."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self.ids = {piece: number for number, piece in enumerate(vocabulary)}
        self.unknown, self.start, self.separator = (self.ids[name] for name in ("[UNK]", "[CLS]", "[SEP]"))
        self._memo: dict[str, list[tuple[int, int]]] = {}

    def pieces(self, text: str) -> list[Piece]:
        """Return the pieces of a text in order."""
        found = []
        for word, places in _words(text):
            begin = 0
            for number, end in self._split(word):
                found.append(Piece(number, places[begin], places[end - 1] + 1))
                begin = end
        return found

    def pair(self, first: str, second: str, most: int) -> Pair:
        """Return two texts as one sequence, the longer one cut where there are too many tokens."""
        ones, others = self.pieces(first), self.pieces(second) if second else []
        room = most - (3 if second else 2)
        mine, theirs = truncated(len(ones), len(others), room)
        ids = [self.start, *(piece.id for piece in ones[:mine]), self.separator]
        types = [0] * len(ids)
        kept = list(enumerate(others[:theirs], start=len(ids)))
        if second:
            ids += [*(piece.id for piece in others[:theirs]), self.separator]
            types += [1] * (len(ids) - len(types))
        return Pair(ids, types, kept)

    def _split(self, word: str) -> list[tuple[int, int]]:
        """Return the ids of a word's pieces, each with where it ends: always the longest that fits."""
        known = self._memo.get(word)
        if known is None:
            if len(self._memo) >= _MAX_MEMO:
                self._memo.clear()
            known = self._memo[word] = self._searched(word)
        return known

    def _searched(self, word: str) -> list[tuple[int, int]]:
        whole = [(self.unknown, len(word))]
        if len(word) > MAX_WORD:
            return whole
        found: list[tuple[int, int]] = []
        begin = 0
        while begin < len(word):
            end = len(word)
            prefix = "##" if begin else ""
            while end > begin and prefix + word[begin:end] not in self.ids:
                end -= 1
            if end == begin:
                return whole
            found.append((self.ids[prefix + word[begin:end]], end))
            begin = end
        return found


def truncated(first: int, second: int, room: int) -> tuple[int, int]:
    """Return how many tokens of each text fit: the longer one is cut, both only if both exceed a half.

    >>> truncated(300, 20, 221), truncated(300, 200, 221), truncated(5, 6, 221)
    ((201, 20), (111, 110), (5, 6))
    """
    if first + second <= room:
        return first, second
    short, long = sorted((first, second))
    long = max(short, room - short)
    if short + long > room:
        short, long = room // 2, room // 2 + room % 2
    return (short, long) if first <= second else (long, short)


def _words(text: str) -> Iterator[tuple[str, range | list[int]]]:
    """Yield the normalised words of a text, with the place of each of their characters."""
    if text.isascii() and not _ASCII_CONTROL.search(text):
        for match in _ASCII_WORDS.finditer(text.lower()):
            yield match[0], range(match.start(), match.end())
        return
    word: list[str] = []
    places: list[int] = []
    for letter, place, alone in _letters(text):
        if alone and word:
            yield "".join(word), places
            word, places = [], []
        if letter == " ":
            continue
        word.append(letter)
        places.append(place)
        if alone:
            yield letter, places
            word, places = [], []
    if word:
        yield "".join(word), places


def _letters(text: str) -> Iterator[tuple[str, int, bool]]:
    """Yield normalised characters with their place, and whether each is no part of a longer word."""
    for place, given in enumerate(text):
        if given.isspace():
            yield " ", place, True
            continue
        if given == "\ufffd" or unicodedata.category(given)[0] == "C":
            continue
        code = ord(given)
        if any(low <= code <= high for low, high in _CJK):
            yield given, place, True
            continue
        for plain in unicodedata.normalize("NFD", given):
            if unicodedata.category(plain) == "Mn":
                continue
            for letter in plain.lower():
                yield letter, place, _is_punctuation(letter)


def _is_punctuation(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "P" or letter in "$+<=>^`|~"
