"""Words as they are looked up: every form under which a word of one text may stand in another."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.memoize import memoize
from jurat.nlp.morphology.stems import stem
from jurat.nlp.tokens import stop_words


def _pattern(run: str, letter: str, joints: str) -> re.Pattern[str]:
    """Runs with joints between them, or letters with full stops; both are tried only where one follows."""
    dotted = rf"(?<=(?<![^\W_]){letter})(?:\.{letter})+\.(?![^\W_])"
    joined = rf"(?:[{joints}]{run}|(?<=\d)[.,](?=\d){run})*"
    return re.compile(rf"{run}(?:(?=[{joints}.,])(?:{dotted}|{joined}))?")


_ASCII: Final = _pattern("[A-Za-z0-9]+", "[A-Za-z]", "-'")
_APART: Final = {code: " " for code in range(128) if not chr(code).isalnum() and chr(code) not in "-'.,"}
"""Every character that neither belongs to a word nor joins two."""
_MARK: Final = r"[\u0300-\u036f]"
_ANY: Final = _pattern(rf"(?:[^\W_]++(?!{_MARK})|(?:[^\W_]|{_MARK})+)", r"[^\W\d_]", "-'’‐")
_CUT: Final = re.compile(f"({_ANY.pattern})")
"""Cuts a text into what stands between words and, in turn with it, the words."""
_ABSTRACT_ENDINGS: Final = ("ness", "ity", "ism", "ance", "ence", "ship", "hood", "ly")
_ABSTRACT: Final = 6
"""Shorter words end so by chance: "city", "dance", "fly"."""
_ACRONYMS: Final = frozenset(("WHO", "US", "IT"))
_FIGURE: Final = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_POSSESSIVE: Final = re.compile(r"['’]s?$|['’]s(?=-)")
_PIECE: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\dA-Z_]+|\d+")
_INNER_CAPITAL: Final = re.compile(r"[a-z][A-Z]")


class Term(NamedTuple):
    """A word of a text as it is written, and where it stands."""

    text: str
    start: int
    end: int


def scan_terms(text: str) -> list[Term]:
    """The words of a text with offsets; an abbreviation with full stops is one word.

    >>> [word.text for word in scan_terms("The U.S. has Wi-Fi, 1,000.5 km of it.")]
    ['The', 'U.S.', 'has', 'Wi-Fi', '1,000.5', 'km', 'of', 'it']
    """
    return [Term(word, start, start + len(word)) for word, start in zip(*words_and_starts(text), strict=True)]


def words_and_starts(text: str) -> tuple[list[str], list[int]]:
    """The words of a text, and where each starts.

    >>> words_and_starts("Wi-Fi in the U.S., fast.")
    (['Wi-Fi', 'in', 'the', 'U.S.', 'fast'], [0, 6, 9, 13, 19])
    """
    if not text.isascii():
        pieces = _CUT.split(text)
        return pieces[1::2], list(accumulate(map(len, pieces)))[:-1:2]
    words: list[str] = []
    starts: list[int] = []
    start = 0
    for piece in text.translate(_APART).split(" "):
        if piece.isalnum():
            words.append(piece)
            starts.append(start)
        elif piece[:-1].isalnum():
            words.append(piece[:-1])
            starts.append(start)
        elif piece:
            for match in _ASCII.finditer(piece):
                words.append(match[0])
                starts.append(start + match.start())
        start += len(piece) + 1
    return words, starts


def word_pattern(text: str) -> re.Pattern[str]:
    """What finds the words of a text: plain where it is ASCII, else with marks that join letters."""
    return _ASCII if text.isascii() else _ANY


def _forms(word: str) -> tuple[str, ...]:
    """The stems under which a word is found: the whole first, then its parts.

    >>> forms("Wi-Fi"), forms("OutdoorSeating"), forms("U.S."), forms("Bob's")
    (('wifi', 'wi', 'fi'), ('outdoor', 'seat'), ('us',), ('bob',))
    """
    if word.isascii() and word.isalpha() and (word.islower() or word[1:].islower() or word.isupper()):
        return (stem(word),)
    if _FIGURE.fullmatch(word):
        return (word,)
    plain = unicodedata.normalize("NFKC", word)
    pieces = [piece for part in re.split(r"[-‐]", plain) for piece in _split_capitals(part)]
    names = ["".join(pieces), *(pieces if len(pieces) > 1 else ())]
    return tuple(dict.fromkeys(stem(_bare(name)) for name in names if _bare(name)))


forms: Final = memoize(_forms)


def forms_in(text: str) -> set[str]:
    """All forms of the words of a stretch.

    >>> sorted(forms_in("Tea, cakes."))
    ['cake', 'tea']
    """
    return {form for word in text.split() for form in forms(word.strip(".,;:!?\"'()"))}


def key_words(key: str) -> list[str]:
    """The words of a key, however it is written.

    >>> key_words("RestaurantsTakeOut"), key_words("good_for-kids"), key_words("WiFi")
    (['restaurants', 'take', 'out'], ['good', 'for', 'kids'], ['wi', 'fi'])
    """
    return [piece.lower() for piece in _PIECE.findall(key)]


def _split_capitals(part: str) -> list[str]:
    """`OutdoorSeating` as two words; other words as they are."""
    return key_words(part) if _INNER_CAPITAL.search(part) else [part]


def _bare(word: str) -> str:
    """A word without case, full stops between letters, or a possessive ending."""
    folded = _POSSESSIVE.sub("", word.casefold())
    return folded.replace(".", "") if "." in folded and not folded[0].isdigit() else folded


def _is_stop(word: str) -> bool:
    """Whether a word is a stop word, also in a contraction.

    >>> is_stop("The"), is_stop("isn't"), is_stop("U.S."), is_stop("tea")
    (True, True, False, False)
    """
    if word in _ACRONYMS:
        return False
    stops = function_words()
    folded, mark, _ = word.casefold().replace("’", "'").partition("'")
    return folded in stops or (bool(mark) and folded.removesuffix("n") in stops)


is_stop: Final = memoize(_is_stop)


@cache
def function_words() -> frozenset[str]:
    """The stop words without those that name something, such as "bill" and "fire"."""
    return stop_words() - frozenset(read_list("content_stops.txt"))


def _is_soft(word: str) -> bool:
    """Whether a word reports, arranges or sums up rather than states something to check.

    Listed words are, and so are words whose ending makes an abstract noun or an adverb.

    >>> is_soft("notes"), is_soft("Additionally"), is_soft("cleanliness"), is_soft("tea"), is_soft("Unity")
    (True, True, True, False, False)
    """
    own = forms(word)
    if not own or own[0] in soft_stems() or stem(word) in soft_stems():
        return True
    return word.islower() and len(word) > _ABSTRACT and word.endswith(_ABSTRACT_ENDINGS)


is_soft: Final = memoize(_is_soft)


@cache
def soft_stems() -> frozenset[str]:
    """The stems of words too general to be checked."""
    entries = " ".join(read_list("soft_words.txt")).split()
    return frozenset(form for entry in entries for form in forms(entry)[:1])


def _is_valuing(word: str) -> bool:
    """Whether a word before a noun values, weighs or loosely counts it, and so says nothing to check.

    >>> is_valuing("popular"), is_valuing("Various"), is_valuing("black")
    (True, True, False)
    """
    return stem(word.lower()) in _valuing_stems()


is_valuing: Final = memoize(_is_valuing)


@cache
def _valuing_stems() -> frozenset[str]:
    return frozenset(stem(word) for line in read_list("valuing_words.txt") for word in line.split())


def equivalents(form: str) -> tuple[str, ...]:
    """Other stems that say the same as a stem.

    >>> "film" in equivalents("movi") or "film" in equivalents("movie")
    True
    """
    return _synonyms().get(form, ())


@cache
def _synonyms() -> Mapping[str, tuple[str, ...]]:
    groups: dict[str, dict[str, None]] = {}
    for line in read_list("synonyms.txt"):
        stems = [form for entry in line.split() for form in forms(entry)[:1]]
        for one in stems:
            groups.setdefault(one, {}).update(dict.fromkeys(other for other in stems if other != one))
    return {one: tuple(others) for one, others in groups.items()}


@cache
def aliases() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """For the first stem of a name, the other names of the same thing, each as stems."""
    table: dict[str, list[tuple[str, ...]]] = {}
    for line in read_list("aliases.txt"):
        names = [tuple(form for word in name.split() for form in forms(word)[:1]) for name in line.split(",")]
        for name in names:
            table.setdefault(" ".join(name), []).extend(other for other in names if other != name)
    return {name: tuple(dict.fromkeys(others)) for name, others in table.items()}


@cache
def name_starts() -> frozenset[str]:
    """What names of several stems begin with: "new" and "new york" for "new york city"."""
    return frozenset(name[: space.start()] for name in aliases() for space in re.finditer(" ", name))


@cache
def opposites() -> Mapping[str, frozenset[str]]:
    """For a stem, the stems that contradict it."""
    table: dict[str, set[str]] = {}
    for line in read_list("antonyms.txt"):
        left, right = (
            {form for word in side.split() for form in forms(word)[:1]} for side in line.split("|")
        )
        for one, other in ((left, right), (right, left)):
            for form in one - other:
                table.setdefault(form, set()).update(other - one)
    return {form: frozenset(others) for form, others in table.items()}
