"""Spellings: British and American ways to write one word, made one before words are compared."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from jurat.nlp.lexicon.loader import read_list

MAY_DIFFER: Final = re.compile(r"our|ae|oe|ys|[bt]re|ogue")
"""What all words have that a rule may change."""
_RULES: Final = (
    (
        re.compile(
            r"(?<=[a-z]{2}[abd-z])our(?=s?\Z|ed\Z|ing\Z|ful|less|able|ite|hood|ly\Z|ist|ers?\Z|al|y\Z)"
        ),
        "or",
    ),
    (re.compile(r"oe(?=a)|(?<![a-z])oe(?=[^aeiou])|(?<=f)oe(?=t)|(?<=man)oe(?=uv)"), "e"),
    (re.compile(r"ae(?=m|o|sth|sar|ti)|(?<=p)ae(?=d)|(?<=gyn)ae(?=c)|(?<=f)ae(?=c)"), "e"),
    (re.compile(r"(?<=[al])ys(?=e[dr]?\Z|ing\Z|ers\Z)"), "yz"),
    (re.compile(r"(?<=[a-z]{2}[bt])re(?=s?\Z)"), "er"),
    (re.compile(r"(?<=[a-z]{2}[bt])red\Z"), "ered"),
    (re.compile(r"(?<=[a-z]{3}og)ue(?=s?\Z)"), ""),
)


def american(word: str) -> str:
    """A word in lower case as Americans spell it, or nearly so: it is for comparing.

    >>> [american(word) for word in ("colourful", "diarrhoea", "centred", "grey", "hour", "paediatric")]
    ['colorful', 'diarrhea', 'centered', 'gray', 'hour', 'pediatric']
    """
    if word in listed_spellings():
        return listed_spellings()[word]
    if MAY_DIFFER.search(word):
        for pattern, instead in _RULES:
            word = pattern.sub(instead, word)
    return listed_spellings().get(word, word)


@cache
def listed_spellings() -> dict[str, str]:
    """British spellings that follow no rule, with the American ones."""
    return dict(line.split() for line in read_list("spellings.txt"))
