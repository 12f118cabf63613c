"""Parts of speech: Penn Treebank tags by a small table of costs, with no model to load.

A word that is only ever one part of speech has its tag in a list. For the others a sum of weights
(the word, its neighbours, the tags given to the left) decides between the tags the word may have;
a word not listed is guessed by its ending and its capitals. The tables are made by ``bench/tag_costs.py``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

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
_COARSE = {
    "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "NNPS": "PROPN", "PRP": "PRON", "EX": "PRON", "WP": "PRON",
    "JJ": "ADJ", "JJR": "ADJ", "JJS": "ADJ", "RB": "ADV", "RBR": "ADV", "RBS": "ADV", "WRB": "ADV",
    "VB": "VERB", "VBD": "VERB", "VBG": "VERB", "VBN": "VERB", "VBP": "VERB", "VBZ": "VERB", "MD": "AUX",
    "DT": "DET", "PDT": "DET", "WDT": "DET", "PRP$": "DET", "WP$": "DET", "CD": "NUM", "CC": "CCONJ",
    "IN": "ADP", "TO": "PART", "RP": "PART", "POS": "PART", "UH": "INTJ", "$": "SYM", "#": "SYM",
}  # fmt: skip
_REMEMBERED = 32_768
"""Words whose look and class are remembered."""


@dataclass(frozen=True, slots=True)
class _Tables:
    """What is known about words, about endings, and the weights of all signs, by sign and tag."""

    lexicon: dict[str, Class]
    endings: dict[str, Class]
    weights: dict[str, dict[str, int]]


def tag(words: Sequence[str]) -> list[str]:
    """The Penn tag of each lexeme of a sentence.

    >>> tag(["Google", "did", "n't", "buy", "Fitbit", "in", "1998", "."])
    ['NNP', 'VBD', 'RB', 'VB', 'NNP', 'IN', 'CD', '.']
    """
    tables = _tables()
    keys, shapes = [key_of(word) for word in words], shapes_of(words)
    classes = [_class(word, shape) for word, shape in zip(words, shapes, strict=True)]
    classes += [EDGE, EDGE]
    row_of, tags = tables.weights.get, ["^", "^"]
    for index, (choices, _) in enumerate(classes[:-2]):
        if len(choices) == 1:
            tags.append(choices[0])
        else:
            found = signs(index, shapes[index], keys, classes, tags[-1], tags[-2])
            tags.append(_best(choices, [row for sign in found if (row := row_of(sign))]))
    return tags[2:]


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
def _class(word: str, shape: str) -> Class:
    tables = _tables()
    return class_of(word, key_of(word), shape, tables.lexicon, tables.endings)


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


def signs(
    index: int, shape: str, keys: list[str], classes: list[Class], before: str, second: str
) -> list[str]:
    """The signs that speak for or against each tag of the word at ``index``."""
    word, name = keys[index], classes[index][1]
    after, behind = classes[index + 1][1], classes[index + 2][1]
    following = keys[index + 1] if index + 1 < len(keys) else "^"
    preceding = keys[index - 1] if index else "^"
    return [
        "w" + word,
        "p" + name + " " + before,
        "q" + second + " " + before,
        "a" + word + " " + before,
        "n" + name + " " + after,
        "b" + before + " " + after,
        "c" + word + " " + after,
        "x" + name + " " + following,
        "y" + name + " " + preceding,
        "m" + after + " " + behind,
        "d" + word + " " + preceding,
        "f" + word + " " + following,
        "t" + shape + before,
        "e" + word[-3:] + " " + before,
        "s" + word[-2:],
        "z" + word[-3:],
    ]


def _best(choices: tuple[str, ...], rows: list[dict[str, int]]) -> str:
    best, most = choices[0], None
    for choice in choices:
        total = 0
        for row in rows:
            if choice in row:
                total += row[choice]
        if most is None or total > most:
            best, most = choice, total
    return best


@lru_cache(maxsize=_REMEMBERED)
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


def _weights(name: str) -> dict[str, dict[str, int]]:
    """A list whose lines are a sign, then tags with their weights."""
    found: dict[str, dict[str, int]] = {}
    for line in read_list(name):
        sign, *pairs = line.split("\t")
        found[_unwritten(sign)] = {pairs[i]: int(pairs[i + 1]) for i in range(0, len(pairs), 2)}
    return found


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
