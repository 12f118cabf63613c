"""Counts: how often something was done, and where the article says that it was done more or less often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from jurat.nlp.doc import DocSentence
from jurat.nlp.quantities.numerals import Number
from jurat.nlp.quantities.quantity import Quantity
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.roles import Placed, agree_on_doer
from jurat.observers.grounding.sentence_windows import SentenceWindow

OFTEN: Mapping[Number, str] = {1: "once", 2: "twice", 3: "thrice"}
"""Adverbs that count."""
_VALUES = {often: value for value, often in OFTEN.items()}
_RATES = frozenset({"a", "an", "per", "every", "again", "more", "the", "as"})
"""What makes a rate, a comparison or a turn of phrase of them: "twice a week", "once again"."""
_NOUNS = {"time": None, "times": None, "goal": "score", "goals": "score"}
"""Nouns that count deeds, some only those of one verb."""
_REACH = 5
_NEXT = 2
"""Characters from the end of a number to the start of its noun."""


class EventCount(NamedTuple):
    """How often, and where that stands."""

    value: Number
    start: int
    end: int


def miscounted_events(
    article: IndexedDoc, summary: IndexedDoc, line: DocSentence, window: SentenceWindow
) -> Iterator[tuple[EventCount, DocSentence, str]]:
    """The counts of a sentence that the window gives otherwise of the same deed, each with where and why."""
    figures = bool(summary.quantities(line.start, line.end))
    if not figures and not any(word.token.text in _VALUES for word in line.words):
        return
    for clause in summary.clauses(line):
        said = Placed(summary, line, clause)
        own = count(said)
        if own is None:
            continue
        rivals = [
            (other, given)
            for given in (Placed(article, one, two) for one in window.lines for two in article.clauses(one))
            if given.clause.lemma == clause.lemma
            and agree_on_doer(said, given)
            and (other := count(given)) is not None
        ]
        if rivals and all(other.value != own.value for other, _ in rivals):
            other, given = rivals[0]
            wrong, right = summary.text[own.start : own.end], article.text[other.start : other.end]
            yield own, given.line, f"the article says “{right}”, the summary “{wrong}”"


def count(placed: Placed) -> EventCount | None:
    """How often a clause says that something was done, if it does."""
    text, line, verb = placed.text, placed.line, placed.clause.verb
    after = text.words(verb.end, line.end)[: _REACH + 1]
    following = [one.token.text for one in after[1:]]
    for word, then in zip(after, [*following, ""], strict=False):
        value = _VALUES.get(word.token.text)
        if value and then not in _RATES:
            return EventCount(value, word.token.start, word.token.end)
    for one in text.quantities(verb.end, after[-1].token.end) if after else ():
        end = counts_events(text, one, placed.clause.lemma)
        if one.low == one.high and end:
            return EventCount(one.low, one.start, end)
    return None


def counts_events(text: IndexedDoc, one: Quantity, verb: str = "score") -> int | None:
    """Where the noun ends with which a number counts deeds, if it does: three times, two goals."""
    if one.kind != "number":
        return None
    if one.unit == "goal" and verb == "score":
        return one.end
    words = text.words(one.start, one.end + _NEXT)[1:2]
    if words and words[0].token.text in _NOUNS and _NOUNS[words[0].token.text] in (None, verb):
        return words[0].token.end
    return None
