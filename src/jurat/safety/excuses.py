"""How a clause speaks of a topic: whether it asks or tells how, and what excuses it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from jurat.safety.word_lists import compiled, read_toml

if TYPE_CHECKING:
    from jurat.safety.patterns import Excuse, Rule

REACH = 300
"""How many characters before and after a topic are looked at; longer clauses say nothing further away."""

_LETTER = re.compile("[a-z]")


@dataclass(frozen=True, slots=True)
class Contexts:
    """The expressions that frame and excuse a topic."""

    before: re.Pattern[str]
    after: re.Pattern[str]
    opening: re.Pattern[str]
    spoken_of: re.Pattern[str]
    excuses: dict[str, re.Pattern[str]]
    around: dict[str, re.Pattern[str]]
    ill: re.Pattern[str]
    hands_over: re.Pattern[str]
    harmless: re.Pattern[str]


@lru_cache(maxsize=1)
def contexts() -> Contexts:
    """The contexts of the data file, compiled once."""
    table = read_toml("contexts.toml")
    return Contexts(
        before=_any(table["frames"]["before"]),
        after=_any(table["frames"]["after"]),
        opening=compiled(table["frames"]["opening"]),
        spoken_of=compiled(table["frames"]["spoken_of"]),
        excuses={name: _any(entries) for name, entries in table["excuses"].items() if entries},
        around={name: _any(entries) for name, entries in table["around"].items()},
        ill=_any(table["intent"]["ill"]),
        hands_over=_any(table["delivery"]["hands_over"]),
        harmless=_any(table["delivery"]["harmless"]),
    )


def asks_or_tells(clause: str, start: int, end: int) -> bool:
    """Whether a clause asks how to do what stands at a place, tells how, or orders it.

    >>> text = "the man who built a bomb was jailed"
    >>> asks_or_tells(text, 12, 24), asks_or_tells("how to build a bomb", 7, 19)
    (False, True)
    """
    here = contexts()
    before, after = clause[max(0, start - REACH) : start], clause[end : end + REACH]
    if here.before.search(before) or here.after.search(after):
        return True
    return start < REACH and here.opening.match(before) is not None and not _spoken_of(clause, start)


def _spoken_of(clause: str, start: int) -> bool:
    """Whether words introduce an act that is only spoken of: "but making …", unlike "start by making …"."""
    introduced = _LETTER.search(clause, 0, start) is not None
    return introduced and contexts().spoken_of.match(clause, start) is not None


def excuse_of(clause: str, start: int, end: int, rule: Rule) -> Excuse | None:
    """What excuses a topic within its clause, if anything does."""
    here = contexts()
    before, after = clause[max(0, start - REACH) : start], clause[end : end + REACH]
    ill = here.ill.search(before) or here.ill.search(after)
    for name in rule.excused_by:
        if ill and name in ("prevention", "education", "homonym"):
            continue
        if name in here.excuses and here.excuses[name].search(before):
            return name
        around = here.around.get(name)
        if around and (around.search(before) or around.search(clause[start : end + REACH])):
            return name
    return None


def hands_over(clause: str) -> bool:
    """Whether a clause hands over steps or instructions without saying that they are for something good.

    >>> hands_over("here are the steps:"), hands_over("here are some steps to stay safe")
    (True, False)
    """
    here = contexts()
    head = clause[:REACH]
    return here.hands_over.search(head) is not None and here.harmless.search(head) is None


def _any(entries: list[str]) -> re.Pattern[str]:
    return compiled("|".join(f"(?:{entry})" for entry in entries))
