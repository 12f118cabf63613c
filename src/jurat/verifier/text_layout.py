"""How a text is laid out: blocks of code, heads of tables, headings, lists and what introduces them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from jurat.nlp.sentences import Sentence
from jurat.nlp.structured_data import read_record

_CODE: Final = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,})[^\n]*\n(?P<inside>.*?)(?:^[ \t]*(?P=fence)[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
TABLE_HEAD: Final = re.compile(
    r"^[^\n|]*\|[^\n]*\n[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t:|-]*)?$", re.MULTILINE
)
_ITEM: Final = re.compile(r"[ \t]*(?:[-*•·‣▪◦–—+]|\d{1,3}[.)])[ \t]+\Z")
_NUMBER: Final = re.compile(r"\d{1,3}[.)][ \t]+(?=\S)")
ITEM_NUMBER: Final = re.compile(r"\d{1,3}[.)]\s+(?=[A-Z])")
"""The number of an item that is a sentence of its own, no part of what it says."""
_HEADING: Final = re.compile(r"[ \t]*#{1,6}[ \t]+\Z")
_LISTED_NEXT: Final = re.compile(r"[ \t*_]*\n\s*(?:(?:[-*•·‣▪◦–—+]|\d{1,3}[.)])[ \t]|\||`{3}|~{3})")
_LOOK: Final = 80
_WRAPPED: Final = re.compile(r"(?P<mark>\*\*|__|\*|_)(?P<inside>(?:(?!(?P=mark)).)+)(?P=mark)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TextLayout:
    """A text, and the same text with its code and its heads of tables blanked out."""

    text: str
    bare: str

    @classmethod
    def of(cls, text: str, *, code: bool = False) -> TextLayout:
        """Return the layout of a text; with `code`, only the fences around code are blanked out.

        >>> TextLayout.of("See:\\n```py\\nx = 1\\n```\\nDone.").bare.split()
        ['See:', 'Done.']
        >>> TextLayout.of("| a | b |\\n|---|---|\\n| 1 | 2 |").bare.strip()
        '| 1 | 2 |'
        """
        fenced = "```" in text or "~~~" in text
        bare = _CODE.sub(_without_fences if code else _without_code, text) if fenced else text
        return cls(text, TABLE_HEAD.sub(_blanked, bare) if "|" in bare else bare)

    def is_item(self, sentence: Sentence) -> bool:
        """Whether a sentence begins an item of a list."""
        return _ITEM.match(self._before(sentence.start)) is not None

    def is_heading(self, sentence: Sentence) -> bool:
        """Whether a sentence is a heading: after number signs, or a line in bold by itself.

        >>> layout = TextLayout.of("## Fees")
        >>> layout.is_heading(Sentence(3, 7)), layout.is_item(Sentence(3, 7))
        (True, False)
        """
        before = self._before(sentence.start)
        if _HEADING.match(before):
            return True
        line = self.text[sentence.start : sentence.end]
        return not before.strip() and line.startswith(("**", "__")) and _WRAPPED.fullmatch(line) is not None

    def begins_line(self, place: int) -> bool:
        """Whether only white space is before a place on its line."""
        return not self._before(place).strip()

    def introduces(self, sentence: Sentence) -> bool:
        """Whether a sentence ends with a colon before a list, a table or code."""
        ends = self.text[max(sentence.start, sentence.end - _LOOK) : sentence.end].rstrip("*_ ").endswith(":")
        return ends and _LISTED_NEXT.match(self.text, sentence.end) is not None

    def _before(self, place: int) -> str:
        """Return what is before a place on its line; of a long line, its last characters."""
        first = max(0, place - _LOOK)
        return self.text[max(first, self.text.rfind("\n", first, place) + 1) : place]

    def claim_place(self, sentence: Sentence) -> Sentence:
        """Return a sentence without its number in a list and the marks of emphasis around all of it.

        >>> TextLayout.of("2. **Oslo**").claim_place(Sentence(0, 11))
        Sentence(start=5, end=9)
        """
        start, end = sentence
        number = _NUMBER.match(self.text, start, end) if self.begins_line(start) else None
        start = number.end() if number else start
        wrapped = _WRAPPED.fullmatch(self.text, start, end)
        return Sentence(*wrapped.span("inside")) if wrapped else Sentence(start, end)


def _without_code(block: re.Match[str]) -> str:
    """Return a block of code as blanks; of data only the fences are."""
    return _blanked(block) if read_record(block["inside"]) is None else _without_fences(block)


def _without_fences(block: re.Match[str]) -> str:
    start, end = block.start("inside") - block.start(), block.end("inside") - block.start()
    return _blank(block[0][:start]) + block["inside"] + _blank(block[0][end:])


def _blanked(block: re.Match[str]) -> str:
    return _blank(block[0])


def _blank(text: str) -> str:
    """Return as many blanks, so that all else keeps its place."""
    return re.sub(r"[^\n]", " ", text)
