"""A text as units: words and phrases of the lexicon, groups of people, pauses, quotation marks and ends."""

from __future__ import annotations

from collections.abc import Iterator

from jurat.nlp.normalize import FoldedCharacters, fold_characters
from jurat.observers.toxicity.folded_words import FoldedWord, folded_words
from jurat.observers.toxicity.groups import groups_joined, pronouns_resolved
from jurat.observers.toxicity.toxicity_lexicon import LexiconEntry, ToxicityLexicon, toxicity_lexicon
from jurat.observers.toxicity.toxicity_tokens import FILLER, OTHER, POSSESSIVE, ToxicityToken

_LONGEST_QUOTATION = 80
_LONGEST_SENTENCE = 200
_AUXILIARY = frozenset({"BE", "WOULD", "LINK", "NORM", "SELF", "YOU", "THEY", "GROUP"})
_OWNERS = frozenset({"it", "that", "he", "she", "there", "who", "what", "here", "let", "everyone", "this"})


def toxicity_tokens(text: str) -> list[ToxicityToken]:
    """The units of a text.

    >>> [" ".join(unit.words) for unit in toxicity_tokens("Black people can't stand it, they said.")]
    ['black people', "ca n't stand", 'it', '', 'they', 'said', '']
    """
    folded = fold_characters(text)
    found = list(_phrases(folded_words(folded.text), toxicity_lexicon()))
    present: set[str] = set().union(*[unit.entry.classes for unit in found])
    if not present.isdisjoint(("ADJECTIVE", "OPEN")):
        found = groups_joined(found)
    if "THEY" in present:
        found = pronouns_resolved(found)
    if "ASKED" in present:
        found = _rhetorical(found)
    return _original(found, folded)


def token_sentences(found: list[ToxicityToken]) -> Iterator[list[ToxicityToken]]:
    """The sentences of a text; a quotation of several sentences stays with the one that introduces it.

    What goes on without end is cut, so that no sentence costs more than its length.

    >>> found = toxicity_tokens('He said: "No. Never." Then he left.')
    >>> [len(sentence) for sentence in token_sentences(found)]
    [9, 4]
    """
    start, closing = 0, -1
    for place, unit in enumerate(found):
        if unit.has("QUOTE") and place > closing:
            closing = _closing(found, place)
        ends = unit.has("END") if place > closing else place == closing and _ends_with_quotation(found, place)
        if ends or place - start >= _LONGEST_SENTENCE:
            yield found[start : place + 1]
            start = place + 1
    if start < len(found):
        yield found[start:]


def _ends_with_quotation(found: list[ToxicityToken], closing: int) -> bool:
    """Whether a full stop stands before the closing mark and nobody is said to speak after it."""
    return found[closing - 1].has("END") and not any(
        unit.has("REPORT") for unit in found[closing + 1 : closing + 4]
    )


def _closing(found: list[ToxicityToken], opening: int) -> int:
    """Where the quotation that opens here closes; before it where it never does."""
    places = range(opening + 1, min(len(found), opening + _LONGEST_QUOTATION))
    return next((place for place in places if found[place].has("QUOTE")), opening)


def _phrases(found: list[FoldedWord], known: ToxicityLexicon) -> Iterator[ToxicityToken]:
    """The longest phrases of the lexicon from left to right; marks and unknown words pass as they are."""
    place, total, lengths = 0, len(found), known.lengths
    while place < total:
        text, start, end, mark = found[place]
        size = 1
        if mark is None and text in lengths:
            size, entry = _longest(found, place, known)
            terms = tuple([word.text for word in found[place : place + size]])
            yield ToxicityToken(terms, entry, start, found[place + size - 1].end)
        else:
            yield ToxicityToken((text,), mark or OTHER, start, end)
        place += size


def _longest(found: list[FoldedWord], place: int, known: ToxicityLexicon) -> tuple[int, LexiconEntry]:
    text = found[place].text
    if text == "'s" and (place == 0 or found[place - 1].text not in _OWNERS):
        return 1, POSSESSIVE
    for size in known.lengths[text]:
        terms = (text,) if size == 1 else tuple([word.text for word in found[place : place + size]])
        if len(terms) == size and (entry := known.entries.get(terms)):
            return size, entry
    return 1, OTHER


def _rhetorical(found: list[ToxicityToken]) -> list[ToxicityToken]:
    """Negations early in a question made fillers: "Aren't they …?" and "Why don't we …?" expect a yes."""
    out = list(found)
    start = 0
    for place, unit in enumerate(found):
        if unit.has("ASKED"):
            for early in range(start + 1, min(start + 4, place)):
                if found[early].has("NEG") and found[early - 1].entry.classes & _AUXILIARY:
                    out[early] = found[early]._replace(entry=FILLER)
        if unit.has("END"):
            start = place + 1
    return out


def _original(found: list[ToxicityToken], folded: FoldedCharacters) -> list[ToxicityToken]:
    """The units with offsets into the text as it was written."""
    if isinstance(folded.starts, range):
        return found
    starts, ends = folded.starts, folded.ends
    return [unit._replace(start=starts[unit.start], end=ends[unit.end - 1]) for unit in found]
