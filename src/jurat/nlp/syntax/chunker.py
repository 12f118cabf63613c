"""Find chunks (noun phrases, verb groups and the function words between them) by a pattern over tags.

Every token becomes one letter for what it can do in a sentence; one regular expression over the letters of a
sentence then finds the chunks. All repetitions are bounded, so any text takes linear time.

The letters:

    nouns    N noun   P proper noun   M month   C cardinal number   p personal pronoun
             e existential "there"   y time expression ("Monday", "last week", a year after a preposition)
             D determiner or possessive   s possessive ending   o "whose"   J adjective   $ currency sign
    verbs    V finite   U base   n past participle   g -ing form   m modal   a do, does, did
             L particle ("up")
             b finite form of be   B "be"   E "been"   G "being"   h has, have, had   H base "have"
             F "having"
    adverbs  R adverb   x negation ("not", "n't", "never")
    function I preposition   T "to"   i preposition or subordinator ("before")   S subordinator ("because")
             t "that" before a clause   W who, which   w when, where   Q "what"   k and, or   K but, yet
    marks    , comma or dash   ; colon or semicolon   ( ) brackets   " quotation mark   . end   / slash
    X        any other token
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, NamedTuple

from jurat.nlp.memoize import memoize
from jurat.nlp.morphology.verb_forms import kinds
from jurat.nlp.tagging.perceptron import is_listed
from jurat.nlp.tagging.protocol import tag
from jurat.nlp.tagging.verb_repair import find_verb
from jurat.nlp.treebank_tokens import TreebankTokens, straighten

ChunkKind = Literal[
    "noun", "time", "finite", "infinitive", "gerund", "participle", "bare", "adjective", "adverb",
    "preposition", "either", "subordinator", "that", "relative", "whose", "when", "what", "and", "but",
    "comma", "break", "open", "close", "quote", "end", "other",
]  # fmt: skip

_BY_TAG: Final = {
    "DT": "D", "PDT": "D", "PRP$": "D", "WP$": "o", "NN": "N", "NNS": "N", "NNP": "P", "NNPS": "P", "CD": "C",
    "JJ": "J", "JJR": "J", "JJS": "J", "RB": "R", "RBR": "R", "RBS": "R", "PRP": "p", "EX": "e", "POS": "s",
    "$": "$", "SYM": "X", "IN": "I", "WDT": "W", "WP": "W", "WRB": "w", "TO": "T", "MD": "m", "VBD": "V",
    "VBZ": "V", "VBP": "V", "VB": "U", "VBN": "n", "VBG": "g", "RP": "L", "CC": "k", ",": ",", ":": ";",
    "(": "(", ")": ")", '"': '"', ".": ".",
}  # fmt: skip
_BY_WORD: Final = {
    ("not", "R"): "x", ("n't", "R"): "x", ("never", "R"): "x", ("that", "I"): "t", ("what", "W"): "Q",
    ("but", "k"): "K", ("yet", "k"): "K", ("be", "U"): "B", ("been", "n"): "E", ("being", "g"): "G",
    ("have", "U"): "H", ("having", "g"): "F", ("neither", "k"): "D", ("either", "k"): "D", ("both", "k"): "D",
    ("according", "g"): "I", ("including", "g"): "I", ("regarding", "g"): "I", ("concerning", "g"): "I",
    ("depending", "g"): "I", ("following", "g"): "I", ("to", "I"): "T",
}  # fmt: skip
_AUXILIARY = {"am": "b", "is": "b", "are": "b", "was": "b", "were": "b", "'s": "b", "'re": "b", "'m": "b"}
_AUXILIARY |= {"has": "h", "have": "h", "had": "h", "'ve": "h", "'d": "h", "do": "a", "does": "a", "did": "a"}

_YEAR: Final = re.compile(r"(?:1[5-9]|20)\d\d")
_SCALED: Final = re.compile(r"\d[\d.,]{0,20}(?:k|m|mn|b|bn|t|tn|e\d{1,2})")
"""A number with the letters of its scale is a number whatever its tag: "$500k"."""
_BEFORE_OBJECT: Final = (["DT"], ["PRP$"], ["PRP"])
_SCORE: Final = re.compile(r"\d{1,4}(?:[-–]\d{1,4}){1,2}")
_ADVERBIAL: Final = ("ly", "ward", "wards", "wise", "fold", "where", "how")
"""How a word ends that is an adverb though no list has it."""
_PREFIXES: Final = (
    "re-",
    "co-",
    "pre-",
    "de-",
    "un-",
    "over-",
    "under-",
    "out-",
    "mis-",
    "cross-",
    "double-",
)
_FIXED: Final = {
    "who": "W",
    "whom": "W",
    "which": "W",
    "-": ",",
    "–": ",",
    "—": ",",
    "--": ",",
    "?": ".",
    "!": ".",
    "/": "/",
}

_ADVERB: Final = r"R(?=[JC$Rng])|(?<=J)R(?=[NP])"
_MODIFIER: Final = rf"(?:{_ADVERB}|\"(?=[JNPMC])|J(?:[k,](?=J))?|C(?=[-NPMyJC$ngsk])|\$|[ng](?=[JCNPM$Rng]))"
_NOUNS: Final = r"[NPM][NPMC]{0,12}(?:/[NPMC]{1,4}){0,2}"
_PATTERN: Final = re.compile(
    rf"""
      (?P<time>y{{1,4}}(?![ys]))
    | (?P<noun>D?[JC]{{0,2}}M(?:C,C|,?C(?![N$]))?(?![NPs])
        |(?=[DJCNPM$Ry]|(?<=[IiV])n[JNPM])D{{0,2}}{_MODIFIER}{{0,10}}(?:(?:{_NOUNS}|y{{1,2}})s{_MODIFIER}{{0,8}}){{0,3}}(?:{_NOUNS}|C{{1,8}}(?:/[NPMC]{{1,4}})?)
        |D(?:R?J){{1,3}}|p|e|D)
    | (?P<infinitive>T[Rx]{{0,3}}(?:[HB](?:[Rx]{{0,2}}[EG])?(?:[Rx]{{0,3}}[ng])?|[Uah])L?)
    | (?P<finite>(?:[mbha](?:[Rx]{{0,4}}[HBEGhb]){{0,3}}(?:[Rx]{{0,4}}[Ungv])?|V)L?)
    | (?P<gerund>(?:F[Rx]{{0,2}}E?[Rx]{{0,2}}[ngV]?|G(?:[Rx]{{0,2}}n)?|g)L?)
    | (?P<participle>[nE]L?)
    | (?P<bare>[UHB](?:[Rx]{{0,2}}n)?L?)
    | (?P<adjective>R{{0,3}}J(?:[k,]R{{0,2}}J){{0,3}})
    | (?P<adverb>[RxL]{{1,6}})
    | (?P<preposition>[IT])
    | (?P<either>i)
    | (?P<subordinator>S) | (?P<that>t) | (?P<relative>W) | (?P<whose>o) | (?P<when>w) | (?P<what>Q)
    | (?P<and>k) | (?P<but>K) | (?P<comma>,) | (?P<break>;) | (?P<open>\() | (?P<close>\)) | (?P<quote>")
    | (?P<end>\.) | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Chunk(NamedTuple):
    """A stretch of tokens, from ``first`` up to ``last``, and which of them is its head."""

    kind: ChunkKind
    first: int
    last: int
    head: int


class ChunkedSentence(NamedTuple):
    """The tokens of a sentence with their tags, lower-case words, grammar letters and chunks."""

    words: list[str]
    starts: list[int]
    lower: tuple[str, ...]
    tags: tuple[str, ...]
    letters: str
    chunks: tuple[Chunk, ...]


def chunk_sentence(found: TreebankTokens) -> ChunkedSentence:
    """The chunks of one sentence.

    >>> from jurat.nlp.treebank_tokens import treebank_tokens
    >>> sentence = chunk_sentence(treebank_tokens("The first CEO of Apple didn't buy it."))
    >>> [(chunk.kind, sentence.lower[chunk.head]) for chunk in sentence.chunks[:4]]
    [('noun', 'ceo'), ('preposition', 'of'), ('noun', 'apple'), ('finite', 'buy')]
    """
    words = found.words
    tags = tag(words)
    lower = tuple([straighten(word).lower() for word in words])
    _expect_bases(lower, tags)
    find_verb(words, lower, tags)
    letters = _letters(words, lower, tags)
    chunks = tuple([_chunk(match, letters) for match in _PATTERN.finditer(letters)])
    return ChunkedSentence(words, found.starts, lower, tuple(tags), letters, chunks)


def _chunk(match: re.Match[str], letters: str) -> Chunk:
    first, last = match.span()
    kind: ChunkKind = match.lastgroup  # type: ignore[assignment]
    head = last - 1
    if head == first:
        return Chunk(kind, first, last, head)
    if kind in {"finite", "infinitive", "gerund", "participle", "bare"}:
        if letters[head] == "L":
            head -= 1
    elif kind == "noun":
        while head > first and letters[head] in "C,":
            head -= 1
        if letters[head] not in "NPM":
            head = last - 1
    elif kind == "adjective":
        head = first + letters[first:last].index("J")
    return Chunk(kind, first, last, head)


def _letters(words: Sequence[str], lower: Sequence[str], tags: Sequence[str]) -> str:
    looks = list(map(_look_of, zip(lower, tags, strict=True)))
    found = [letter for letter, _ in looks]
    table = _lists()
    for index, (_, settled) in enumerate(looks):
        if settled:
            continue
        letter = found[index]
        if letter == "P" and words[index] in table.months:
            found[index] = "M"
        elif lower[index] in table.days and letter in "NP":
            found[index] = letter if index and found[index - 1] in "PJDs" else "y"
        elif letter == "C" and index and found[index - 1] == "I" and _YEAR.fullmatch(lower[index]):
            found[index] = "y"
        elif lower[index] in table.units and index and lower[index - 1] in table.pointers and letter == "N":
            found[index - 1] = found[index] = "y"
        elif lower[index] == "well" and lower[index - 1 : index + 2] == ("as", "well", "as"):
            found[index - 1 : index + 2] = "RRk"
        elif letter in "C$" and index:
            _soften(found, lower, index)
        elif letter == "H" and index and found[index - 1] in "NPVn":
            found[index] = "h"
        elif letter in "pDtVUn":
            found[index] = _seen_through(
                letter, lower[index], lower[index + 1 : index + 2], found[index + 1 : index + 2]
            )
    return "".join(found)


def _seen_through(letter: str, word: str, following: Sequence[str], after: list[str]) -> str:
    """The letter that the next word shows to be right: "her" before a noun, "London-based" before a noun."""
    nominal = after and after[0] in "JNPMC"
    if word == "her" and nominal:
        return "D"
    if word == "that" and following and following[0] == "same":
        return "D"
    if letter in "VUn" and "-" in word and nominal and not word.startswith(_PREFIXES):
        return "J"
    return letter


def _expect_bases(lower: Sequence[str], tags: list[str]) -> None:
    """After "did" or a modal verb stands a base: "did not found" is no past, "must disable the" no noun."""
    expected = False
    for index, penn in enumerate(tags):
        if expected:
            past = penn in {"VBN", "VBD", "VBP"} and not lower[index].endswith("ed")
            if past or (penn in {"NN", "JJ"} and tags[index + 1 : index + 2] in _BEFORE_OBJECT):
                tags[index] = "VB"
        expected = penn == "MD" or lower[index] in {"did", "does"} or (expected and penn == "RB")


def _look(tagged: tuple[str, str]) -> tuple[str, bool]:
    """The letter of a tagged word by itself, and whether it keeps that whatever stands beside it."""
    low, penn = tagged
    letter = _letter(low, penn)
    return letter, _is_settled(low, letter)


_look_of: Final = memoize(_look)


def _is_settled(low: str, letter: str) -> bool:
    """Whether a word keeps its letter whatever stands beside it."""
    table = _lists()
    dated = low.title() in table.months or low in table.days or low in table.units
    joined = low in {"well", "her", "that"} or (letter in "VUn" and "-" in low)
    return not (dated or joined or letter in "C$H")


def _letter(low: str, penn: str) -> str:
    if _SCALED.fullmatch(low) or _SCORE.fullmatch(low):
        return "C"
    if penn == "RB" and low.isalpha() and not low.endswith(_ADVERBIAL) and not is_listed(low):
        return "N"
    letter = _BY_TAG.get(penn, "X")
    if letter in "VU" and low in _AUXILIARY and penn != "VB":
        return _AUXILIARY[low]
    if letter in "Iw" or low == "so":
        table = _lists()
        if low in table.subordinators:
            return "S"
        if low in table.either:
            return "i"
    if low in _FIXED:
        return _FIXED[low]
    return _BY_WORD.get((low, letter), letter)


def _soften(found: list[str], lower: Sequence[str], index: int) -> None:
    """Count "more than" and its like as adverbs of the number at ``index``."""
    for length in (3, 2, 1):
        if index >= length and "_".join(lower[index - length : index]) in _lists().vague:
            found[index - length : index] = "R" * length
            return


@dataclass(frozen=True, slots=True)
class _Lists:
    months: frozenset[str]
    days: frozenset[str]
    units: frozenset[str]
    pointers: frozenset[str]
    subordinators: frozenset[str]
    either: frozenset[str]
    vague: frozenset[str]


@cache
def _lists() -> _Lists:
    times, joining = kinds("temporal_words.txt"), kinds("joining_words.txt")
    days = frozenset(day.lower() for day in times["day"])
    return _Lists(
        times["month"], days, times["unit"], times["pointer"] | days,
        joining["subordinator"], joining["either"], joining["vague"],
    )  # fmt: skip
