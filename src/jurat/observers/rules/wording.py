"""A text as units: words and phrases of the lexicon, groups of people, pauses, quotation marks and ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from jurat.observers.rules.disguise import Folded, fold, undisguised
from jurat.text.lexicons import HOSTILE, WORDS, Entry, Lexicon, lexicon

_TOKEN = re.compile(
    r"(?P<word>[^\W_]+?(?=n't(?![^\W_]))|n't(?![^\W_])|'(?:s|re|m|ll|ve|d)(?![^\W_])"
    r"|[@$]?[^\W_]+(?:[*@$!#+|]+[^\W_]+)*\**)"
    r"|(?P<end>[.!?…;]+(?=[\s\"'”»)]|\Z)|\n)"
    r"|(?P<pause>[,:—–()]|\s-\s)"
    r"|(?P<quote>[\"“”«»„]|(?<!\w)'(?=\w)|(?<=[\w.,!?])'(?!\w))"
)
_SPELT_OUT = 14
_HALVES = 5


class Unit(NamedTuple):
    """A word, phrase or mark: what the lexicon says of it, and where it stands in the original text."""

    words: tuple[str, ...]
    entry: Entry
    start: int
    end: int

    def has(self, name: str) -> bool:
        """Whether the unit belongs to a class."""
        return name in self.entry.classes


class Word(NamedTuple):
    """A word or mark of the folded text, before phrases are looked up."""

    text: str
    start: int
    end: int
    mark: Entry | None = None


OTHER = Entry(frozenset({"OTHER"}))
MARKS = {name: Entry(frozenset({name.upper()})) for name in ("end", "pause", "quote", "possessive")}
_GROUPS = {
    True: Entry(frozenset({"GROUP", "GROUPS"})),
    False: Entry(frozenset({"GROUP"})),
}
_OWNERS = frozenset({"it", "that", "he", "she", "there", "who", "what", "here", "let", "everyone", "this"})


def units(text: str) -> list[Unit]:
    """The units of a text.

    >>> [" ".join(unit.words) for unit in units("Black people can't stand it, they said.")]
    ['black people', "ca n't stand", 'it', '', 'they', 'said', '']
    """
    folded = fold(text)
    found = list(_phrases(_respelt(list(_words(folded.text))), lexicon()))
    return _original(_pronouns_resolved(_groups_joined(found)), folded)


def _words(text: str) -> Iterator[Word]:
    """The words and marks of a folded text."""
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "word":
            yield Word("", match.start(), match.end(), MARKS[match.lastgroup or "end"])
        elif match[0].isalpha() or match[0][0] == "'" or match[0] == "n't":
            yield Word(match[0], match.start(), match.end())
        else:
            yield from _signed(match[0], match.start())


def _signed(token: str, start: int) -> Iterator[Word]:
    """A token with signs or digits: one disguised word, or what stands between its signs."""
    if undisguised(token):
        yield Word(token, start, start + len(token))
        return
    for match in WORDS.finditer(token):
        yield Word(match[0], start + match.start(), start + match.end())


def _respelt(words: list[Word]) -> list[Word]:
    """The words with spelt-out and broken ones put together and the others read through their disguise."""
    known = lexicon()
    out: list[Word] = []
    place = 0
    while place < len(words):
        word = words[place]
        joined = _put_together(words, place, known) if word.mark is None else None
        if joined:
            out.append(joined[0])
            place = joined[1]
            continue
        place += 1
        if word.mark is None and (word.text,) not in known.entries and word.text not in known.lengths:
            out.extend(_undisguised_words(word))
        else:
            out.append(word)
    return out


def _undisguised_words(word: Word) -> list[Word]:
    meant = undisguised(word.text)
    if len(meant) == 2:
        cut = word.start + len(meant[0])
        return [Word(meant[0], word.start, cut), Word(meant[1], cut, word.end)]
    return [Word(meant[0] if meant else word.text, word.start, word.end)]


def _put_together(words: list[Word], place: int, known: Lexicon) -> tuple[Word, int] | None:
    """A telling word written letter by letter or in two halves, and where the text goes on."""
    word = words[place]
    if len(word.text) == 1 and word.text.isalpha():
        return _spelt_out(words, place, known)
    following = words[place + 1] if place + 1 < len(words) else None
    if following is None or following.mark or following.start - word.end != 1:
        return None
    if (following.text,) in known.entries and (word.text,) in known.entries:
        return None
    joined = word.text + following.text
    entry = known.find(joined) if _HALVES <= len(joined) <= _SPELT_OUT else None
    if entry and entry.classes & {"SLUR", "NAME"} and joined not in known.innocent:
        return Word(joined, word.start, following.end), place + 2
    return None


def _spelt_out(words: list[Word], place: int, known: Lexicon) -> tuple[Word, int] | None:
    """The longest telling word that single letters spell from here on."""
    last = place
    while last + 1 < len(words) and last - place < _SPELT_OUT and _next_letter(words[last], words[last + 1]):
        last += 1
    for end in range(last, place + 1, -1):
        letters = "".join(word.text for word in words[place : end + 1])
        entry = known.find(letters)
        if entry and entry.classes & (HOSTILE | {"GROUP", "ADJECTIVE", "OPEN", "PEOPLE", "EXCLUDE"}):
            return Word(letters, words[place].start, words[end].end), end + 1
    return None


def _next_letter(one: Word, other: Word) -> bool:
    return len(other.text) == 1 and other.text.isalpha() and other.start - one.end <= 2


def _phrases(words: list[Word], known: Lexicon) -> Iterator[Unit]:
    """The longest phrases of the lexicon from left to right; marks and unknown words pass as they are."""
    place = 0
    while place < len(words):
        word = words[place]
        size, entry = (1, word.mark) if word.mark else _longest(words, place, known)
        texts = tuple(part.text for part in words[place : place + size])
        yield Unit(texts, entry, word.start, words[place + size - 1].end)
        place += size


def _longest(words: list[Word], place: int, known: Lexicon) -> tuple[int, Entry]:
    text = words[place].text
    if text == "'s" and (place == 0 or words[place - 1].text not in _OWNERS):
        return 1, MARKS["possessive"]
    for size in known.lengths.get(text, ()):
        terms = tuple([word.text for word in words[place : place + size]])
        if len(terms) == size and (entry := known.entries.get(terms)):
            return size, entry
    return 1, OTHER


def _groups_joined(found: list[Unit]) -> list[Unit]:
    """Adjectives that name a group joined with the noun for people after them; other uses name nobody."""
    out: list[Unit] = []
    place = 0
    while place < len(found):
        unit = found[place]
        if not (unit.has("ADJECTIVE") or unit.has("OPEN")):
            out.append(unit)
            place += 1
            continue
        end = place + 1
        while (
            end < len(found) and end - place < 4 and (found[end].has("ADJECTIVE") or found[end].has("OPEN"))
        ):
            end += 1
        out.append(_group(found, place, end))
        place = end + 1 if len(out[-1].words) > sum(len(u.words) for u in found[place:end]) else end
    return out


def _group(found: list[Unit], place: int, end: int) -> Unit:
    """The group that a run of adjectives names, with the noun for people after it where there is one."""
    words = tuple(word for unit in found[place:end] for word in unit.words)
    head = found[end] if end < len(found) else None
    if head and head.has("PEOPLE"):
        return Unit(words + head.words, _GROUPS[head.has("PEOPLES")], found[place].start, head.end)
    last = found[end - 1]
    alone = (last.has("OPEN") or last.has("GROUP")) and not (head and head.has("OTHER"))
    return Unit(words, _GROUPS[last.has("GROUPS")] if alone else OTHER, found[place].start, last.end)


def _pronouns_resolved(found: list[Unit]) -> list[Unit]:
    """They and them made groups where a group was named in this sentence or the one before, or is next."""
    out: list[Unit] = []
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


def _named_after(found: list[Unit], place: int) -> bool:
    """Whether the sentence ends here and the next one says who they are: "They're just women"."""
    following = [unit for unit in found[place + 1 : place + 7] if not unit.has("FILL")][:4]
    names = [next((n for n in ("END", "THEY", "BE", "GROUP") if unit.has(n)), "") for unit in following]
    return names == ["END", "THEY", "BE", "GROUP"]


@lru_cache(maxsize=64)
def _as_group(entry: Entry) -> Entry:
    return Entry(entry.classes | {"GROUP", "GROUPS"})


def _original(found: list[Unit], folded: Folded) -> list[Unit]:
    """The units with offsets into the text as it was written."""
    if isinstance(folded.starts, range):
        return found
    starts, ends = folded.starts, folded.ends
    return [unit._replace(start=starts[unit.start], end=ends[unit.end - 1]) for unit in found]
