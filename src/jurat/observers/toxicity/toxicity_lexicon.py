"""Word lists of hostile, loaded and group-naming language, read once from the data files beside this one.

Every term becomes an :class:`Entry`: the word classes that patterns are written in, and what is known of
it beside them. A term is a tuple of words, so that phrases are looked up like single words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from jurat.nlp.lexicon.loader import read_lines
from jurat.nlp.morphology.inflections import inflected

Force = Literal["strong", "mild", "aimed"]
Words = tuple[str, ...]
WORDS = re.compile(r"[^\W_]+?(?=n't(?![^\W_]))|n't(?![^\W_])|'(?:s|re|m|ll|ve|d)(?![^\W_])|[^\W_]+")
"""A word, with the contractions n't, 's, 're, 'm, 'll, 've and 'd split off."""

HOSTILE = frozenset({"PEJ", "KILL", "KILLED", "DIE", "HATE", "LOATHING", "SLUR", "SWEAR", "NAME", "VERB"})
_GROUP_FORMS = {
    "plural": frozenset({"GROUP", "GROUPS"}),
    "singular": frozenset({"GROUP"}),
    "adjective": frozenset({"ADJECTIVE"}),
    "open": frozenset({"OPEN"}),
}

_SMALL = frozenset({"to", "of", "in", "the", "a", "for", "on", "with", "by", "about", "at", "like", "up"})
_MARKS = (["OTHER"], ["END"], ["ASKED", "END"], ["PAUSE"], ["QUOTE"], ["POSSESSIVE"])


@dataclass(frozen=True, slots=True)
class LexiconEntry:
    """What the lists say of a term."""

    classes: frozenset[str]
    force: Force | None = None
    whom: str = ""
    loaded: str = ""
    other_senses: frozenset[str] = field(default=frozenset())


@dataclass(frozen=True, slots=True)
class ToxicityLexicon:
    """All terms, how long the phrases from a word on may be, and a character for each set of classes."""

    entries: dict[Words, LexiconEntry]
    lengths: dict[str, tuple[int, ...]]
    codes: dict[frozenset[str], str]
    innocent: frozenset[str]

    def find(self, word: str) -> LexiconEntry | None:
        """The entry of a single word."""
        return self.entries.get((word,))


@dataclass(frozen=True, slots=True)
class PatternLine:
    """A line of ``patterns.txt``: what a match means, and the sequence of classes as written."""

    kind: str
    severity: str
    reason: str
    sequence: str


def term_words(term: str) -> Words:
    """The words of a term, split as texts are.

    >>> term_words("can't stand"), term_words("non-binary")
    (('ca', "n't", 'stand'), ('non', 'binary'))
    """
    return tuple(WORDS.findall(term.casefold()))


@cache
def toxicity_lexicon() -> ToxicityLexicon:
    """The lexicon that the data files make.

    >>> toxicity_lexicon().entries[("so", "called")].loaded
    'contempt'
    >>> sorted(toxicity_lexicon().entries[("women",)].classes)
    ['GROUP', 'GROUPS', 'PEOPLE', 'PEOPLES']
    """
    entries: dict[Words, LexiconEntry] = {}
    for term, entry in _all_terms():
        words = term_words(term)
        known = entries.get(words)
        entries[words] = _joined(known, entry) if known else entry
    _inherit(entries)
    lengths: dict[str, set[int]] = {}
    for words in entries:
        lengths.setdefault(words[0], set()).add(len(words))
    ordered = {word: tuple(sorted(sizes, reverse=True)) for word, sizes in lengths.items()}
    return ToxicityLexicon(entries, ordered, _codes(entries), frozenset(read_lines("toxicity/innocent.txt")))


def pattern_lines() -> Iterator[PatternLine]:
    """The lines of ``patterns.txt``."""
    for line in read_lines("toxicity/patterns.txt"):
        label, reason, sequence = (part.strip() for part in line.split(" | ", 2))
        kind, severity = label.split()
        yield PatternLine(kind, severity, reason, sequence)


def _sections(name: str) -> Iterator[tuple[str, str]]:
    """Each line of a file in sections, with the heading it stands under."""
    heading = ""
    for line in read_lines(name):
        if line.startswith("["):
            heading = line.strip("[]")
        else:
            yield heading, line


def _all_terms() -> Iterator[tuple[str, LexiconEntry]]:
    yield from _group_terms()
    for form, noun in _sections("toxicity/people.txt"):
        yield noun, LexiconEntry(frozenset({"PEOPLE", "PEOPLES"} if form == "plural" else {"PEOPLE"}))
    yield from _slur_terms()
    yield from _profane_terms()
    for loading, term in _sections("toxicity/loaded.txt"):
        yield term, LexiconEntry(frozenset({"LOADED"}), loaded=loading)
    for name, line in _sections("toxicity/classes.txt"):
        for marked in line.split(","):
            for term, suffix in inflected(marked.strip()):
                yield term, LexiconEntry(frozenset({name + suffix}))


def _group_terms() -> Iterator[tuple[str, LexiconEntry]]:
    for heading, marked in _sections("toxicity/groups.txt"):
        whom, form = heading.split()
        term = marked.removesuffix("~")
        yield term, LexiconEntry(_GROUP_FORMS[form], whom=whom)
        if marked.endswith("~"):
            yield inflected(marked)[1][0], LexiconEntry(_GROUP_FORMS["plural"], whom=whom)


def _slur_terms() -> Iterator[tuple[str, LexiconEntry]]:
    for line in read_lines("toxicity/slurs.txt"):
        marked, force, whom, *senses = (part.strip() for part in line.split(" | "))
        other = frozenset(senses[0].split()) if senses else frozenset()
        for number, (term, _) in enumerate(inflected(marked)):
            classes = frozenset({"SLUR", "SLURS"} if number else {"SLUR"})
            yield term, LexiconEntry(classes, _force(force), whom, other_senses=other)


def _profane_terms() -> Iterator[tuple[str, LexiconEntry]]:
    for line in read_lines("toxicity/profanity.txt"):
        marked, role, *senses = (part.strip() for part in line.split(" | "))
        other = frozenset(senses[0].split()) if senses else frozenset()
        for term, _ in inflected(marked):
            yield term, LexiconEntry(frozenset({role.upper(), "PROFANE"}), other_senses=other)


def _force(word: str) -> Force:
    return "strong" if word == "strong" else "aimed" if word == "aimed" else "mild"


def _joined(one: LexiconEntry, other: LexiconEntry) -> LexiconEntry:
    """Two entries of one term, the first of which says more about it."""
    return replace(
        one,
        classes=one.classes | other.classes,
        force=one.force or other.force,
        whom=one.whom or other.whom,
        loaded=one.loaded or other.loaded,
        other_senses=one.other_senses | other.other_senses,
    )


def _inherit(entries: dict[Words, LexiconEntry]) -> None:
    """Give a phrase that only adds a small word, as "allowed to" does, the classes of what it begins with."""
    for words, entry in sorted(entries.items(), key=lambda item: len(item[0])):
        head = entries.get(words[:-1]) if words[-1] in _SMALL else None
        if head:
            entries[words] = replace(entry, classes=entry.classes | head.classes)


def _codes(entries: dict[Words, LexiconEntry]) -> dict[frozenset[str], str]:
    """A character for each set of classes that a unit of text can have, the same in every process."""
    sets = {entry.classes for entry in entries.values()}
    sets |= {entry.classes | {"GROUP", "GROUPS"} for entry in entries.values() if "THEY" in entry.classes}
    sets |= {frozenset(names) for names in _MARKS}
    sets |= {frozenset({"GROUP", "GROUPS"}), frozenset({"GROUP"})}
    return {names: chr(0x100 + number) for number, names in enumerate(sorted(sets, key=sorted))}
