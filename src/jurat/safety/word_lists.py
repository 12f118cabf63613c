"""Word classes and the templates that are written with them."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

_PLACE = re.compile(r"\{([a-z_]+)\}")
_VOWELS = "aeiou"
_DOUBLING = re.compile(rf"^[^{_VOWELS}]*[{_VOWELS}][^{_VOWELS}wxy]$")
_REPLACED = {"die": "dying", "lie": "lying", "tie": "tying"}


def read_toml(name: str) -> dict[str, Any]:
    """A data file of the safety gate."""
    return tomllib.loads((files("jurat.safety") / "lists" / name).read_text(encoding="utf-8"))


def read_lines(name: str) -> list[str]:
    """The entries of a data file: one a line, ``#`` starts a comment."""
    lines = (files("jurat.safety") / "lists" / name).read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


@lru_cache(maxsize=1)
def personal_words() -> dict[str, Any]:
    """The words and published numbers that the recognisers of personal data go by."""
    return read_toml("pii.toml")


@lru_cache(maxsize=32)
def any_word(section: str, name: str) -> re.Pattern[str]:
    """An expression for any of the words of a list of pii.toml, over lower-cased text.

    >>> bool(any_word("ssn", "named").search("his ssn is")), bool(any_word("ssn", "named").search("lessness"))
    (True, False)
    """
    words = sorted(personal_words()[section][name], key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")


def gerund(verb: str) -> str:
    """The -ing form of a verb, of the first word where there are several.

    >>> [gerund(verb) for verb in ("kill", "stab", "make", "blow up", "tie up", "attack")]
    ['killing', 'stabbing', 'making', 'blowing up', 'tying up', 'attacking']
    """
    head, space, rest = verb.partition(" ")
    if head in _REPLACED:
        head = _REPLACED[head]
    elif head.endswith("e") and not head.endswith(("ee", "oe", "ye")):
        head = head[:-1] + "ing"
    else:
        head += (head[-1] if _DOUBLING.match(head) else "") + "ing"
    return head + space + rest


@lru_cache(maxsize=1)
def word_classes() -> dict[str, tuple[str, ...]]:
    """Every word class with its inflected forms, by name."""
    table = read_toml("words.toml")
    classes = {name: (*verbs, *map(gerund, verbs)) for name, verbs in table["verbs"].items()}
    for name, nouns in table["nouns"].items():
        classes[name] = (*nouns, *(noun + "s" for noun in nouns if not noun.endswith("s")))
    classes |= {name: tuple(phrases) for name, phrases in table["phrases"].items()}
    classes["titles"] = tuple(read_lines("titles.txt"))
    return classes


@lru_cache(maxsize=1)
def _fragments() -> dict[str, str]:
    """What each placeholder of a template stands for; macros may use those before them."""
    fragments = {name: _alternatives(words) for name, words in word_classes().items()}
    for name, template in read_toml("words.toml")["macros"].items():
        fragments[name] = _fill(template, fragments)
    return fragments


def compiled(template: str) -> re.Pattern[str]:
    """A template as a regular expression over folded text.

    >>> bool(compiled("{make} a {explosive}").search("building a pipe bomb"))
    True
    """
    return re.compile(_fill(template, _fragments()))


def heads(names: list[str]) -> set[str]:
    """The first words of the members of some classes: a text without any of them cannot match."""
    classes = word_classes()
    return {re.split(r"[^a-z0-9]", word, maxsplit=1)[0] for name in names for word in classes[name]}


def _fill(template: str, fragments: dict[str, str]) -> str:
    return _PLACE.sub(lambda match: fragments[match[1]], template)


def _alternatives(words: tuple[str, ...]) -> str:
    longest_first = sorted(dict.fromkeys(words), key=lambda word: (-len(word), word))
    return rf"(?<!\w)(?:{'|'.join(re.escape(word).replace(chr(92) + ' ', ' ') for word in longest_first)})"
