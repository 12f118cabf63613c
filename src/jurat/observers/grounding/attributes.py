"""Attributes of a record: keys with yes, no, nothing or a short value, and what they say about a claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, Literal

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.morphology.stems import stem
from jurat.nlp.structured_data import Record, RecordEntry, Truth
from jurat.nlp.terms import forms, is_soft, is_stop, key_words

Answer = Literal["supports", "contradicts", "silent"]

_SHORT: Final = 24
"""A value of more characters is text, not an attribute's value."""
_REPEATED: Final = 2


@dataclass(frozen=True, slots=True)
class Attribute:
    """A key as words to look for, the key above it, and what the record says there."""

    names: frozenset[str]
    joined: str
    parent: frozenset[str]
    owner: frozenset[str]
    truth: Truth
    value: frozenset[str]
    entry: RecordEntry


@dataclass(frozen=True, slots=True)
class AttributeAnswer:
    """What an attribute says about a claim, and the entry that says it."""

    answer: Answer
    entry: RecordEntry


def attributes(record: Record) -> tuple[Attribute, ...]:
    """The attributes of a record: entries with a yes, a no, nothing, or a short value in words.

    >>> from jurat.nlp.structured_data import read_record
    >>> [found] = attributes(read_record('{"name": "Chez Nous, bar and grill", "OutdoorSeating": false}'))
    >>> sorted(found.names), found.truth
    (['outdoor', 'seat'], 'no')
    """
    prefixes = _prefixes(record)
    mixed = {entry.path[:-1] for entry in record.entries if entry.truth == "said"}
    found = (_attribute(entry, prefixes, mixed) for entry in record.entries if _is_attribute(entry))
    return tuple(one for one in found if one.names or one.joined)


def _is_attribute(entry: RecordEntry) -> bool:
    if not entry.path:
        return False
    return entry.truth != "said" or (len(entry.value) <= _SHORT and entry.value.isalpha())


def _prefixes(record: Record) -> frozenset[str]:
    """First words that several keys of a record share, as in `RestaurantsTakeOut`; they tell nothing."""
    keys = {entry.path[-1] for entry in record.entries if entry.path}
    firsts = Counter(parts[0] for key in sorted(keys) if len(parts := key_words(key)) > 1)
    return frozenset(word for word, count in firsts.items() if count >= _REPEATED)


def _attribute(entry: RecordEntry, prefixes: frozenset[str], mixed: Collection[tuple[str, ...]]) -> Attribute:
    """An entry as an attribute; it belongs to a group only where the key above holds just yes and no."""
    parts = [word for word in key_words(entry.path[-1]) if word not in prefixes]
    above = key_words(entry.path[-2]) if len(entry.path) > 1 else []
    owner = _telling(word for word in above if word not in prefixes)
    return Attribute(
        names=_telling(parts) | frozenset(stem(word) for word in parts[-1:] if len(parts) > 1),
        joined=stem("".join(parts)),
        parent=frozenset() if entry.path[:-1] in mixed else owner,
        owner=owner,
        truth=entry.truth,
        value=_telling(key_words(entry.value)) if entry.truth == "said" else frozenset(),
        entry=entry,
    )


def _telling(words: Iterable[str]) -> frozenset[str]:
    """The stems of words that name something."""
    return frozenset(stem(word) for word in words if not is_stop(word) and not is_soft(word))


def claim_forms(words: Sequence[str]) -> frozenset[str]:
    """All forms under which a claim's words may stand as a key; neighbours also as one word.

    >>> sorted(claim_forms(["take", "out", "Wi-Fi"]))
    ['fi', 'out', 'outwi-fi', 'take', 'takeout', 'wi', 'wifi']
    """
    pairs = (stem((one + other).lower()) for one, other in pairwise(words))
    return frozenset([*(form for word in words for form in forms(word)), *pairs])


def ask(
    known: Sequence[Attribute],
    said: frozenset[str],
    core: frozenset[str],
    whose: frozenset[str] = frozenset(),
    *,
    negated: bool,
) -> AttributeAnswer | None:
    """What the attributes say about a claim of these words; nothing where it is about none of them.

    ``core`` holds the object's telling words; ``whose`` the subject's, which choose between rows of a table.
    """
    direct = [one for one in known if _is_about(one, said, core)]
    direct = [one for one in direct if one.owner & whose] or direct
    if direct:
        answers = [AttributeAnswer(_answer(one, negated=negated), one.entry) for one in direct]
        order: dict[Answer, int] = {"contradicts": 0, "supports": 1, "silent": 2}
        return min(answers, key=lambda one: order[one.answer])
    group = [one for one in known if one.parent and _names(one.parent, said)]
    return _ask_group(group, negated=negated) if group else None


def _is_about(one: Attribute, said: frozenset[str], core: frozenset[str]) -> bool:
    if one.joined in said and (not one.parent or not one.names or _names(one.parent, said)):
        return True
    if not one.names:
        return False
    own = one.names <= said
    if len(one.entry.path) < 2 or _is_top(one):
        return own
    return own and (_names(one.parent, said) or (bool(core) and core <= one.names))


def _is_top(one: Attribute) -> bool:
    """Whether the key above is only a heading for all attributes, or says nothing."""
    return not one.parent


def _names(parent: frozenset[str], said: frozenset[str]) -> bool:
    return all(not said.isdisjoint(alike(name)) for name in parent)


@cache
def _likes() -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for line in read_list("key_synonyms.txt"):
        group = frozenset(stem(word) for word in line.split())
        table.update({name: table.get(name, frozenset()) | group for name in sorted(group)})
    return table


def alike(name: str) -> frozenset[str]:
    """A key's word and what responses call it."""
    return _likes().get(name, frozenset()) | {name}


def _answer(one: Attribute, *, negated: bool) -> Answer:
    if one.truth == "absent":
        return "silent"
    if one.truth == "said":
        return "contradicts" if negated else "supports"
    return "supports" if (one.truth == "no") == negated else "contradicts"


def _ask_group(group: Sequence[Attribute], *, negated: bool) -> AttributeAnswer | None:
    """What a group of yes and no says about the thing as a whole: there is some, there is none."""
    if any(one.truth == "said" for one in group):
        return None
    some = next((one for one in group if one.truth == "yes"), None)
    if some is not None:
        return AttributeAnswer("contradicts" if negated else "supports", some.entry)
    denied = next((one for one in group if one.truth == "no"), None)
    if denied is not None:
        return AttributeAnswer("supports" if negated else "contradicts", denied.entry)
    return AttributeAnswer("silent", group[0].entry)
