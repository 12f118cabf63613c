"""Verbs: the lemma behind a form, and what kinds of verbs say of what depends on them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, Literal

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.tagging.perceptron import may_be
from jurat.nlp.treebank_tokens import straighten

Kind = Literal[
    "hedging", "doubting", "denying", "fulfilling", "reporting", "ordering",
    "raising", "believing", "linking", "mutual", "giving"
]  # fmt: skip

_VOWELS: Final = frozenset("aeiou")
_TIE: Final = 2
"""How many letters "tied", "died", "lied" and "vied" have before their ending."""
_BARE: Final = ("ll", "ss", "ff", "zz")
_TAKES_E: Final = (
    "at", "iz", "is", "us", "rv", "lv", "uc", "ur", "ir", "or", "as", "os", "nc", "rc", "rg", "dg", "ag",
    "ap", "id", "od", "ud", "ok", "ak", "ik", "in", "ov", "iv", "av", "bl", "pl", "tl", "dl", "cl", "gl",
    "fl", "kl", "zl", "ribut", "itut", "ecut", "alys", "olys", "evot",
)  # fmt: skip
_MODALS: Final = {"wo": "will", "ca": "can", "'ll": "will", "'d": "would", "sha": "shall"}
_DOUBLE: Final = frozenset(a + a for a in "bdgklmnprtvz")


@lru_cache(maxsize=32_768)
def lemma(form: str, tag: str) -> str:
    """The base form of a verb, told apart by its tag where the letters alone do not say.

    >>> lemma("found", "VBD"), lemma("founded", "VBD"), lemma("were", "VBD"), lemma("planning", "VBG")
    ('find', 'found', 'be', 'plan')
    """
    word = straighten(form).lower()[:60]
    if tag == "MD":
        return _MODALS.get(word, word)
    if tag in {"VB", "VBP"}:
        past = tag == "VBP" and word not in _bases() and not may_be(word, "VB") and _past().get(word)
        return _present().get(word) or past or word
    known = _present().get(word) or _past().get(word)
    if known or word in _bases():
        return known or word
    if tag == "VBZ":
        return _without_s(word)
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return _base(word[: -len(ending)], ending)
    return word


def is_kind(base: str, kind: Kind) -> bool:
    """Whether a verb is of a kind.

    >>> is_kind("seem", "hedging"), is_kind("buy", "hedging")
    (True, False)
    """
    return base in kinds("verb_kinds.txt")[kind]


@lru_cache(maxsize=16)
def kinds(name: str) -> dict[str, frozenset[str]]:
    """A data file whose lines are a kind, then words of that kind."""
    found: dict[str, frozenset[str]] = {}
    for line in read_list(name):
        kind, *entries = line.split()
        found[kind] = found.get(kind, frozenset()) | frozenset(entries)
    return found


def singular_base(word: str) -> str:
    """The base of a verb in the form that "he" asks for, or the word itself.

    >>> singular_base("cures"), singular_base("catches"), singular_base("cure"), singular_base("press")
    ('cure', 'catch', 'cure', 'press')
    """
    return _without_s(word)


def is_past(word: str) -> bool:
    """Whether a word is an irregular past form and no base.

    >>> is_past("bit"), is_past("cut"), is_past("bite")
    (True, False, False)
    """
    return word in _past() and word not in _bases()


def _base(stem: str, ending: str) -> str:
    """The base that lost its ``e`` or doubled its last letter before an ending."""
    if stem.endswith("i") and ending == "ed":
        return stem + "e" if len(stem) == _TIE else stem[:-1] + "y"
    if stem[-2:] in _DOUBLE and not (may_be(stem, "VB") and stem.endswith(_BARE)):
        return stem[:-1] if not may_be(stem, "VB") else stem
    options = (stem + "e", stem)
    listed = [option for option in options if may_be(option, "VB") or may_be(option, "VBP")]
    listed += [option for option in (stem, stem + "e") if may_be(option, "NN")]
    if listed:
        return listed[0]
    return stem + "e" if _wants_e(stem) else stem


def _wants_e(stem: str) -> bool:
    if len(stem) > 3 and stem[-1] not in "sv" and stem[-2] in _VOWELS and stem[-3] in _VOWELS:
        return False
    if stem[-1:] in {"c", "v", "u"} or stem.endswith(_TAKES_E):
        return True
    short = len(stem) in {3, 4} and stem[-1] in "dklmnprtsgz"
    return short and stem[-2] in _VOWELS and stem[-3] not in _VOWELS


def _without_s(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zzes", "oes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


@cache
def _irregular() -> tuple[tuple[str, tuple[str, ...]], ...]:
    lines = [line.split() for line in read_list("irregular_verbs.txt")]
    return tuple((base, tuple(forms)) for base, *forms in lines)


@cache
def _bases() -> frozenset[str]:
    return frozenset(base for base, _ in _irregular())


@cache
def _past() -> dict[str, str]:
    return {form: base for base, forms in _irregular() for form in forms}


@cache
def _present() -> dict[str, str]:
    """Forms that have no other reading whatever their tag: those of be, have, do and go."""
    return {form: base for base, forms in _irregular()[:4] for form in forms}
