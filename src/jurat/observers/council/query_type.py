"""What kind of question is asked, by a rule that can be read: which rubric preset fits, and why."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from jurat.nlp.lexicon.loader import read_table

Kind = Literal["coding", "creative", "factual", "default"]
ORDER: tuple[Literal["coding", "creative", "factual"], ...] = ("coding", "creative", "factual")
READ = 4000
"""How many characters of a query are read: what it asks stands at its start or its end."""
_CODE = re.compile(r"```|^\s*(?:def|class|import|from|#include|SELECT|function)\s", re.MULTILINE)


class QueryType(NamedTuple):
    """The preset that fits a query, and what in the query decided it."""

    rubric: Kind
    reason: str


def query_type(query: str) -> QueryType:
    """Return the preset for a query: code first, then creative writing, then questions of fact.

    >>> query_type("Write a Python function that sorts a list.")
    QueryType(rubric='coding', reason="the query has 'python'")
    >>> query_type("Write a poem about rust").rubric, query_type("When was Rome founded?").rubric
    ('creative', 'factual')
    >>> query_type("Help me plan my week.")
    QueryType(rubric='default', reason='the query shows no kind of its own')
    """
    read = query if len(query) <= READ else f"{query[: READ // 2]}\n{query[-READ // 2 :]}"
    if _CODE.search(read):
        return QueryType("coding", "the query holds code")
    text = " ".join(read.casefold().split())
    found = {kind: match.group(0) for kind in ORDER if (match := _patterns()[kind].search(text))}
    if "creative" in found and found.get("coding") in _AMBIGUOUS:
        del found["coding"]
    for kind in ORDER:
        if kind in found:
            return QueryType(kind, f"the query has {found[kind]!r}")
    return QueryType("default", "the query shows no kind of its own")


_AMBIGUOUS = frozenset(("bug", "java", "python", "ruby", "rust", "swift", "git", "exception"))
"""Words of code that mean something else in a poem."""


@lru_cache(maxsize=1)
def _patterns() -> Mapping[str, re.Pattern[str]]:
    table = read_table("query_types.toml")
    return {
        kind: re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, table[kind]['words']))})(?!\w)")
        for kind in ORDER
    }
