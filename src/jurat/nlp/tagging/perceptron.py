"""Parts of speech: Penn Treebank tags by a small table of costs, with no model to load.

A word that is only ever one part of speech has its tag in a list. For the others a sum of weights
(the word, its neighbours, the tags given to the left) decides between the tags the word may have;
a word not listed is guessed by its ending and its capitals. The tables are made by ``bench/tag_costs.py``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.memoize import memoize
from jurat.nlp.treebank_tokens import straighten

Class = tuple[tuple[str, ...], str]
"""The tags a word may have, and the name of that choice."""

_DIGITS: Final = re.compile(r"\d+")
_OPENERS: Final = frozenset(
    {'"', "“", "‘", "'", ":", ";", "-", "–", "—", "*", "•", "(", ".", "?", "!", "..."}
)
_INFLECTIONS: tuple[tuple[str, Class, Class], ...] = (
    ("s", (("VBZ",), "VBZ"), (("NNS", "VBZ"), "NNS|VBZ")),
    ("ed", (("VBN", "VBD"), "VBN|VBD"), (("VBN", "VBD"), "VBN|VBD")),
    ("ing", (("VBG",), "VBG"), (("VBG", "NN"), "VBG|NN")),
)
EDGE: Class = (("",), "^")
_COARSE: Final = {
    "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "NNPS": "PROPN", "PRP": "PRON", "EX": "PRON", "WP": "PRON",
    "JJ": "ADJ", "JJR": "ADJ", "JJS": "ADJ", "RB": "ADV", "RBR": "ADV", "RBS": "ADV", "WRB": "ADV",
    "VB": "VERB", "VBD": "VERB", "VBG": "VERB", "VBN": "VERB", "VBP": "VERB", "VBZ": "VERB", "MD": "AUX",
    "DT": "DET", "PDT": "DET", "WDT": "DET", "PRP$": "DET", "WP$": "DET", "CD": "NUM", "CC": "CCONJ",
    "IN": "ADP", "TO": "PART", "RP": "PART", "POS": "PART", "UH": "INTJ", "$": "SYM", "#": "SYM",
}  # fmt: skip


Row = dict[str, int]
"""What a sign says for and against each tag."""
Rows = dict[str, Row]
"""The rows of all signs that begin alike, by what they end in."""


@dataclass(frozen=True, slots=True)
class _Tables:
    """What is known about words, about endings, and the weights of all signs; those of tags alone apart."""

    lexicon: dict[str, Class]
    endings: dict[str, Class]
    weights: dict[str, Rows]
    earlier: dict[str, Rows]
    around: dict[str, Rows]
    later: dict[str, Rows]


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


@dataclass(slots=True)
class _Entry:
    """A word as it looks in its place: the tags it may have, and the weights that decide between them.

    What tags to the left and classes to the right say is summed once for each choice, then remembered.
    """

    key: str
    choices: tuple[str, ...]
    name: str
    own: tuple[int, ...] = ()
    before: tuple[Rows, ...] = ()
    preceding: tuple[Rows, ...] = ()
    after: tuple[Rows, ...] = ()
    following: tuple[Rows, ...] = ()
    left: dict[str, tuple[int, ...]] = field(default_factory=dict)
    right: dict[str, tuple[int, ...]] = field(default_factory=dict)


def tag(words: Sequence[str]) -> list[str]:
    """The Penn tag of each token of a sentence.

    >>> tag(["Google", "did", "n't", "buy", "Fitbit", "in", "1998", "."])
    ['NNP', 'VBD', 'RB', 'VB', 'NNP', 'IN', 'CD', '.']
    """
    tables = _tables()
    entries = [*map(_entry_of, zip(words, shapes_of(words), strict=True)), _EDGE, _EDGE]
    tags: list[str] = []
    second = before = preceding = "^"
    for index in range(len(words)):
        entry = entries[index]
        best = entry.choices[0]
        if len(entry.choices) > 1:
            after, behind = entries[index + 1], entries[index + 2]
            rows = [table[preceding] for table in entry.preceding if preceding in table]
            rows += [table[after.key] for table in entry.following if after.key in table]
            for pairs, one, other in (
                (tables.earlier, second, before),
                (tables.around, before, after.name),
                (tables.later, after.name, behind.name),
            ):
                table = pairs.get(one)
                if table is not None and other in table:
                    rows.append(table[other])
            best = _best(entry, before, after.name, rows)
        tags.append(best)
        second, before, preceding = before, best, entry.key
    return tags


def _best(entry: _Entry, before: str, after: str, rows: list[Row]) -> str:
    """The choice that most speaks for; the first of equals."""
    left, right = entry.left.get(before), entry.right.get(after)
    if left is None:
        left = entry.left[before] = _summed(entry.choices, entry.before, before)
    if right is None:
        right = entry.right[after] = _summed(entry.choices, entry.after, after)
    own, best, most = entry.own, entry.choices[0], None
    for index, choice in enumerate(entry.choices):
        total = own[index] + left[index] + right[index]
        for row in rows:
            if choice in row:
                total += row[choice]
        if most is None or total > most:
            best, most = choice, total
    return best


def _summed(choices: tuple[str, ...], tables: tuple[Rows, ...], beside: str) -> tuple[int, ...]:
    """What the signs that end alike say for each choice."""
    sums = [0] * len(choices)
    for table in tables:
        if beside in table:
            row = table[beside]
            for index, choice in enumerate(choices):
                if choice in row:
                    sums[index] += row[choice]
    return tuple(sums)


_EDGE: Final = _Entry("^", *EDGE)


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


def _entry(look: tuple[str, str]) -> _Entry:
    """The entry of a word of some shape."""
    word, shape = look
    tables, key = _tables(), key_of(word)
    choices, name = class_of(word, key, shape, tables.lexicon, tables.endings)
    if len(choices) == 1:
        return _Entry(key, choices, name)
    own, before, preceding, after, following = (
        tuple([tables.weights[one] for one in signs if one in tables.weights])
        for signs in beginnings(key, name, shape)
    )
    return _Entry(key, choices, name, _summed(choices, own, ""), before, preceding, after, following)


_entry_of: Final = memoize(_entry)


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


def key_of(word: str) -> str:
    """The word as the tables write it: lower case, straight quotes, any run of digits as 0."""
    key = word.lower()
    if key.isalpha():
        return key
    return _DIGITS.sub("0", straighten(key)).replace(" ", "")[:40]


def shapes_of(words: Sequence[str]) -> list[str]:
    """One letter for how each word looks: lower, capital, upper, with a hyphen, with a digit, or a mark.

    A capital that opens a sentence, a quotation or a list entry says little and has a letter of its own.

    >>> shapes_of(["The", "Google", "CEO", "'s", "well-known", "5km", "."])
    ['f', 'c', 'u', 'l', 'h', '0', 'x']
    """
    shapes, opening = [], True
    for word in words:
        shape = _shape_of(word)
        shapes.append("f" if opening and shape == "c" else shape)
        opening = shape == "x" and (opening or word in _OPENERS)
    return shapes


def _shape(word: str) -> str:
    if word.islower():
        return "h" if "-" in word else "0" if word[0].isdigit() else "l"
    if word[:1].isupper():
        return "u" if word.isupper() and len(word) > 1 else "c"
    return "0" if any(letter.isdigit() for letter in word[:20]) else "x"


_shape_of: Final = memoize(_shape)


@cache
def _tables() -> _Tables:
    weights = _weights("tag_weights.txt")
    apart = [{sign[1:]: rows for sign, rows in weights.items() if sign[0] == kind} for kind in "qbm"]
    return _Tables(_classes("tag_lexicon.txt"), _classes("tag_endings.txt"), weights, *apart)


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


def is_listed(word: str) -> bool:
    """Whether a word, as it is written, is one that the tagger knows.

    >>> is_listed("willing"), is_listed("portant")
    (True, False)
    """
    return word in _tables().lexicon


def may_be(word: str, penn: str) -> bool:
    """Whether a listed word was ever seen with a tag.

    >>> may_be("acquire", "VB"), may_be("acquir", "VB")
    (True, False)
    """
    known = _tables().lexicon.get(word)
    return known is not None and penn in known[0]
