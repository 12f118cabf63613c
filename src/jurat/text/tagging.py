"""Parts of speech: Penn Treebank tags by a small table of costs, with no model to load.

A word that is only ever one part of speech has its tag in a list. For the others a sum of weights
(the word, its neighbours, the tags given to the left) decides between the tags the word may have;
a word not listed is guessed by its ending and its capitals. The tables are made by ``bench/tag_costs.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from jurat.text.lexemes import straight
from jurat.text.tokens import read_list

Class = tuple[tuple[str, ...], str]
"""The tags a word may have, and the name of that choice."""

_DIGITS = re.compile(r"\d+")
_OPENERS = frozenset({'"', "“", "‘", "'", ":", ";", "-", "–", "—", "*", "•", "(", ".", "?", "!", "..."})
_INFLECTIONS: tuple[tuple[str, Class, Class], ...] = (
    ("s", (("VBZ",), "VBZ"), (("NNS", "VBZ"), "NNS|VBZ")),
    ("ed", (("VBN", "VBD"), "VBN|VBD"), (("VBN", "VBD"), "VBN|VBD")),
    ("ing", (("VBG",), "VBG"), (("VBG", "NN"), "VBG|NN")),
)
EDGE: Class = (("",), "^")
_NONE: Mapping[str, Any] = {}
_COARSE = {
    "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "NNPS": "PROPN", "PRP": "PRON", "EX": "PRON", "WP": "PRON",
    "JJ": "ADJ", "JJR": "ADJ", "JJS": "ADJ", "RB": "ADV", "RBR": "ADV", "RBS": "ADV", "WRB": "ADV",
    "VB": "VERB", "VBD": "VERB", "VBG": "VERB", "VBN": "VERB", "VBP": "VERB", "VBZ": "VERB", "MD": "AUX",
    "DT": "DET", "PDT": "DET", "WDT": "DET", "PRP$": "DET", "WP$": "DET", "CD": "NUM", "CC": "CCONJ",
    "IN": "ADP", "TO": "PART", "RP": "PART", "POS": "PART", "UH": "INTJ", "$": "SYM", "#": "SYM",
}  # fmt: skip
_REMEMBERED = 32_768
"""Words whose looks and weights are remembered."""


Row = Mapping[str, int]
"""What a sign says for and against each tag."""
Rows = Mapping[str, Row]
"""The rows of all signs that begin alike, by what they end in."""


@dataclass(frozen=True, slots=True)
class _Tables:
    """What is known about words, about endings, and the weights of all signs."""

    lexicon: dict[str, Class]
    endings: dict[str, Class]
    weights: dict[str, Rows]


class Beginnings(NamedTuple):
    """The signs of a word by itself, and the beginnings of those that end in something beside it."""

    own: tuple[str, ...]
    before: tuple[str, ...]
    """Those that end in the tag to the left."""
    preceding: tuple[str, ...]
    """Those that end in the word to the left."""
    after: tuple[str, ...]
    """Those that end in the tags that the word to the right may have."""
    following: tuple[str, ...]
    """Those that end in the word to the right."""


class _Entry(NamedTuple):
    """A word as it looks in its place: the tags it may have, and the weights that decide between them."""

    key: str
    choices: tuple[str, ...]
    name: str
    own: Row = _NONE
    before: tuple[Rows, ...] = ()
    preceding: tuple[Rows, ...] = ()
    after: tuple[Rows, ...] = ()
    following: tuple[Rows, ...] = ()


def tag(words: Sequence[str]) -> list[str]:
    """The Penn tag of each lexeme of a sentence.

    >>> tag(["Google", "did", "n't", "buy", "Fitbit", "in", "1998", "."])
    ['NNP', 'VBD', 'RB', 'VB', 'NNP', 'IN', 'CD', '.']
    """
    weights = _tables().weights
    entries = [*map(_entry, words, shapes_of(words)), _EDGE, _EDGE]
    tags: list[str] = []
    second = before = preceding = "^"
    for index, entry in enumerate(entries[:-2]):
        best = entry.choices[0]
        if len(entry.choices) > 1:
            after, behind = entries[index + 1], entries[index + 2]
            sides = (
                (entry.before, before),
                (entry.preceding, preceding),
                (entry.after, after.name),
                (entry.following, after.key),
                ((weights.get("q" + second, _NONE),), before),
                ((weights.get("b" + before, _NONE),), after.name),
                ((weights.get("m" + after.name, _NONE),), behind.name),
            )
            rows = [table[beside] for tables, beside in sides for table in tables if beside in table]
            best = _best(entry.choices, [entry.own, *rows])
        tags.append(best)
        second, before, preceding = before, best, entry.key
    return tags


_EDGE = _Entry("^", *EDGE)


def coarse(penn: str) -> str:
    """The universal part of speech of a Penn tag.

    >>> [coarse(penn) for penn in ("VBD", "NNS", "NNP", ",")]
    ['VERB', 'NOUN', 'PROPN', 'PUNCT']
    """
    return _COARSE.get(penn, "PUNCT")


def class_of(word: str, key: str, shape: str, lexicon: dict[str, Class], endings: dict[str, Class]) -> Class:
    """The tags a word may have: as it is written, in lower case, or by the look of it."""
    found = lexicon.get(word)
    if found:
        return found
    known = lexicon.get(key)
    if known:
        capital = shape in "cfu" and "NNP" not in known[0]
        return ((*known[0], "NNP"), known[1] + "+") if capital else known
    derived = _inflected(key, lexicon) if shape in "lf" else None
    if derived:
        return derived
    shape = "c" if shape == "f" else shape
    for length in (4, 3, 2, 1):
        known = endings.get(shape + key[-length:])
        if known:
            return known
    return endings.get(shape) or endings[""]


@lru_cache(maxsize=_REMEMBERED)
def _entry(word: str, shape: str) -> _Entry:
    tables, key = _tables(), key_of(word)
    choices, name = class_of(word, key, shape, tables.lexicon, tables.endings)
    if len(choices) == 1:
        return _Entry(key, choices, name)
    own, *beside = (
        tuple([tables.weights[one] for one in signs if one in tables.weights])
        for signs in beginnings(key, name, shape)
    )
    summed = {choice: sum(rows[""].get(choice, 0) for rows in own) for choice in choices}
    return _Entry(key, choices, name, summed, *beside)


def _inflected(key: str, lexicon: dict[str, Class]) -> Class | None:
    """The class of an unlisted form of a listed verb: "acquires" once "acquire" is known."""
    for ending, verbal, nominal in _INFLECTIONS:
        if key.endswith(ending):
            stem = key[: -len(ending)]
            for base in (stem, stem + "e", stem[:-1]):
                known = lexicon.get(base)
                if known and ("VB" in known[0] or "VBP" in known[0]):
                    return nominal if "NN" in known[0] else verbal
    return None


def beginnings(word: str, name: str, shape: str) -> Beginnings:
    """How the signs of a word begin, given its key, the name of its class and its shape."""
    end = word[-3:]
    return Beginnings(
        own=("w" + word, "s" + word[-2:], "z" + end),
        before=("p" + name, "a" + word, "t" + shape, "e" + end),
        preceding=("y" + name, "d" + word),
        after=("n" + name, "c" + word),
        following=("x" + name, "f" + word),
    )


def signs(
    index: int, shape: str, keys: list[str], classes: list[Class], before: str, second: str
) -> list[str]:
    """The signs that speak for or against each tag of the word at ``index``, written out."""
    begin = beginnings(keys[index], classes[index][1], shape)
    after, behind = classes[index + 1][1], classes[index + 2][1]
    following = keys[index + 1] if index + 1 < len(keys) else "^"
    preceding = keys[index - 1] if index else "^"
    sides = ((begin.before, before), (begin.preceding, preceding), (begin.after, after))
    pairs = [(one, beside) for starts, beside in (*sides, (begin.following, following)) for one in starts]
    pairs += [("q" + second, before), ("b" + before, after), ("m" + after, behind)]
    return [*begin.own, *(f"{one} {beside}" for one, beside in pairs)]


def _best(choices: tuple[str, ...], rows: list[Row]) -> str:
    best, most = choices[0], None
    for choice in choices:
        total = 0
        for row in rows:
            if choice in row:
                total += row[choice]
        if most is None or total > most:
            best, most = choice, total
    return best


def key_of(word: str) -> str:
    """The word as the tables write it: lower case, straight quotes, any run of digits as 0."""
    key = word.lower()
    if key.isalpha():
        return key
    return _DIGITS.sub("0", straight(key)).replace(" ", "")[:40]


def shapes_of(words: Sequence[str]) -> list[str]:
    """One letter for how each word looks: lower, capital, upper, with a hyphen, with a digit, or a mark.

    A capital that opens a sentence, a quotation or a list entry says little and has a letter of its own.

    >>> shapes_of(["The", "Google", "CEO", "'s", "well-known", "5km", "."])
    ['f', 'c', 'u', 'l', 'h', '0', 'x']
    """
    shapes, opening = [], True
    for word in words:
        shape = _shape(word)
        shapes.append("f" if opening and shape == "c" else shape)
        opening = shape == "x" and (opening or word in _OPENERS)
    return shapes


@lru_cache(maxsize=_REMEMBERED)
def _shape(word: str) -> str:
    if word.islower():
        return "h" if "-" in word else "0" if word[0].isdigit() else "l"
    if word[:1].isupper():
        return "u" if word.isupper() and len(word) > 1 else "c"
    return "0" if any(letter.isdigit() for letter in word[:20]) else "x"


@lru_cache(maxsize=1)
def _tables() -> _Tables:
    return _Tables(_classes("tag_lexicon.txt"), _classes("tag_endings.txt"), _weights("tag_weights.txt"))


def _classes(name: str) -> dict[str, Class]:
    """A list whose lines are a choice of tags, then all words that have it."""
    found: dict[str, Class] = {}
    for line in read_list(name):
        choice, *entries = line.split(" ")
        one: Class = (tuple(choice.split("|")), choice)
        for entry in entries:
            found[_unwritten(entry)] = one
    return found


def _weights(name: str) -> dict[str, Rows]:
    """A list whose lines are a sign, then tags with their weights; a sign may be of two parts."""
    found: dict[str, dict[str, Row]] = {}
    for line in read_list(name):
        sign, *pairs = line.split("\t")
        begin, _, end = _unwritten(sign).partition(" ")
        row = {pairs[i]: int(pairs[i + 1]) for i in range(0, len(pairs), 2)}
        found.setdefault(begin, {})[end] = row
    return dict(found)


def written(entry: str) -> str:
    """How an entry stands in a data file, where ``#`` opens a comment and an empty entry cannot be seen.

    >>> written("#"), written("")
    ('\\\\h', '\\\\e')
    """
    return (entry or "\\e").replace("#", "\\h")


def _unwritten(entry: str) -> str:
    return "" if entry == "\\e" else entry.replace("\\h", "#")


def may_be(word: str, penn: str) -> bool:
    """Whether a listed word was ever seen with a tag.

    >>> may_be("acquire", "VB"), may_be("acquir", "VB")
    (True, False)
    """
    known = _tables().lexicon.get(word)
    return known is not None and penn in known[0]
