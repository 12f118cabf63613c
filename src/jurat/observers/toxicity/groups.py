"""Who is spoken of: adjectives joined with their nouns, and pronouns that stand for a group."""

from __future__ import annotations

from functools import lru_cache

from jurat.observers.toxicity.toxicity_lexicon import LexiconEntry
from jurat.observers.toxicity.toxicity_tokens import OTHER, ToxicityToken

_AFTER_NOUN = frozenset(
    (
        "END",
        "PAUSE",
        "QUOTE",
        "POSSESSIVE",
        "BE",
        "WAS",
        "PREP",
        "REL",
        "WOULD",
        "NORM",
        "NEG",
        "LINK",
        "FILL",
        "SELF",
    )
)
_GROUPS = {True: LexiconEntry(frozenset({"GROUP", "GROUPS"})), False: LexiconEntry(frozenset({"GROUP"}))}
_NAMING = frozenset({"ADJECTIVE", "OPEN"})
_MOST_ADJECTIVES = 4


def groups_joined(found: list[ToxicityToken]) -> list[ToxicityToken]:
    """Adjectives that name a group joined with the noun for people after them; other uses name nobody."""
    out: list[ToxicityToken] = []
    place = 0
    while place < len(found):
        unit = found[place]
        if unit.entry.classes.isdisjoint(_NAMING):
            out.append(unit)
            place += 1
            continue
        end = place + 1
        while (
            end < len(found)
            and end - place < _MOST_ADJECTIVES
            and (found[end].has("ADJECTIVE") or found[end].has("OPEN"))
        ):
            end += 1
        out.append(_group(found, place, end))
        place = end + 1 if len(out[-1].words) > sum(len(u.words) for u in found[place:end]) else end
    return out


def _group(found: list[ToxicityToken], place: int, end: int) -> ToxicityToken:
    """The group that a run of adjectives names, with the noun for people after it where there is one."""
    words = tuple(word for unit in found[place:end] for word in unit.words)
    head = found[end] if end < len(found) else None
    if head and head.has("PEOPLE"):
        return ToxicityToken(words + head.words, _GROUPS[head.has("PEOPLES")], found[place].start, head.end)
    last = found[end - 1]
    alone = (last.has("OPEN") or last.has("GROUP")) and (
        head is None or bool(head.entry.classes & _AFTER_NOUN)
    )
    if not alone and end - place == 1:
        return last
    return ToxicityToken(words, _GROUPS[last.has("GROUPS")] if alone else OTHER, found[place].start, last.end)


def pronouns_resolved(found: list[ToxicityToken]) -> list[ToxicityToken]:
    """They and them made groups where a group was named in this sentence or the one before, or is next."""
    out: list[ToxicityToken] = []
    sentence, named = 0, -9
    for place, unit in enumerate(found):
        if unit.has("END"):
            sentence += 1
        elif unit.has("GROUP"):
            named = sentence
        elif unit.has("THEY") and (sentence - named <= 1 or _named_after(found, place)):
            out.append(unit._replace(entry=_as_group(unit.entry)))
            continue
        out.append(unit)
    return out


def _named_after(found: list[ToxicityToken], place: int) -> bool:
    """Whether the sentence ends here and the next one says who they are: "They're just women"."""
    following = [unit for unit in found[place + 1 : place + 7] if not unit.has("FILL")][:4]
    names = [next((n for n in ("END", "THEY", "BE", "GROUP") if unit.has(n)), "") for unit in following]
    return names == ["END", "THEY", "BE", "GROUP"]


@lru_cache(maxsize=64)
def _as_group(entry: LexiconEntry) -> LexiconEntry:
    return LexiconEntry(entry.classes | {"GROUP", "GROUPS"})
