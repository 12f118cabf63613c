"""Which questions are asked: those of the most important sentences, no two with the same answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from jurat.nlp.doc import DocSentence
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.questions.cloze_questions import cloze_questions, stretch_questions
from jurat.observers.questions.question_generation import GeneratedQuestion, Telling, by_telling, of_line

_MOST_LINES = 16
"""How many sentences are read for questions."""
_FURTHER = 1
"""How many more sentences than questions are asked about before any is asked about again."""

_PAGE = re.compile(r"[|#<>{}]|://|www\.|\(meta data\)|\w\.(?:org|com|net)\b")
"""Marks of menus, addresses and headings, which are no sentences."""
_END = re.compile(r"[.!?…][\"'”’)\]]*\s*$")

Made = Iterator[GeneratedQuestion]


def questions(
    text: IndexedDoc,
    lines: Iterable[DocSentence],
    most: int,
    telling: Telling | None = None,
    *,
    leading: int = 0,
) -> list[GeneratedQuestion]:
    """At most so many questions with different answers, of the first sentences before any of the others.

    A sentence is asked about once before any is asked about again; one of which no question can be made is a
    statement to be completed. Those of a sentence come by how telling their words are, or else figures first.
    The `leading` sentences are asked about before any of the others, which are for what is left.
    """
    given = list(lines)
    prose = [(place, line) for place, line in enumerate(given) if is_prose(text.text[line.start : line.end])]
    chosen = [line for _, line in prose] or given
    chosen = chosen[: max(_MOST_LINES, most)]
    leading = sum(place < leading for place, _ in prose)
    asked = _Asked(most)
    for some in (
        chosen[:leading],
        chosen[leading : most + _FURTHER],
        chosen[max(leading, most + _FURTHER) :],
    ):
        made = [of_line(text, line, telling) for line in some]
        gaps = [by_telling(text, cloze_questions(text, line), telling) for line in some]
        once = [asked.take(own) for own in made]
        for own, done in zip(gaps, once, strict=True):
            if not done:
                asked.take(own)
        for own in (*made, *gaps):
            asked.take(own)
    for stretches in (True, False):
        for line in chosen if not asked.is_full() else ():
            asked.take(stretch_questions(text, line) if stretches else cloze_questions(text, line))
    for line in chosen if not asked.is_full() else ():
        asked.take_all(stretch_questions(text, line))
    return asked.found


def is_prose(sentence: str) -> bool:
    """Return whether words are a sentence, and no menu, address or heading.

    >>> is_prose("The bridge closed on Monday."), is_prose("Home | News"), is_prose("Bridge closes")
    (True, False, False)
    """
    return _END.search(sentence) is not None and _PAGE.search(sentence) is None


class _Asked:
    """The questions chosen so far; none is taken whose answer another has."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.found: list[GeneratedQuestion] = []
        self.seen: set[frozenset[str]] = set()

    def is_full(self) -> bool:
        return len(self.found) >= self.most

    def take(self, made: Made) -> bool:
        """Take the next question that is new, if there is one and room for it."""
        for one in made if not self.is_full() else ():
            if one.answer and one.key not in self.seen:
                self.seen.add(one.key)
                self.found.append(one)
                return True
        return False

    def take_all(self, made: Made) -> None:
        while self.take(made):
            pass
