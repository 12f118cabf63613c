"""Load the data files of the language package: word lists, tables in TOML, and lists in sections."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any


def read_data(name: str) -> str:
    """Return the text of a data file, named relative to ``nlp/lexicon/data``."""
    return (files("jurat.nlp.lexicon") / "data" / name).read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def read_list(name: str) -> tuple[str, ...]:
    """Return the entries of a word list: one per line, ``#`` starts a comment.

    >>> read_list("helping_verbs.txt")[0]
    'be is are was were am'
    """
    return tuple(entry for line in read_data(name).splitlines() if (entry := line.partition("#")[0].strip()))


def read_table(name: str) -> dict[str, Any]:
    """Return a data file in TOML."""
    return tomllib.loads(read_data(name))


def read_lines(name: str) -> list[str]:
    """Return the lines of a data file that are neither blank nor comments; ``#`` inside a line is kept."""
    lines = read_data(name).splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]
