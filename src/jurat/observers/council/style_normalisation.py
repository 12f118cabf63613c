"""Candidates in one plain style, so that reviewers score what they say: no headings, bullets or greetings.

No content word changes: markers of layout go, and whole phrases of courtesy at the start or the end. Code,
numbers and numbered lists stay as they are.
"""

from __future__ import annotations

import re
from functools import lru_cache

from jurat.nlp.lexicon.loader import read_list

_FENCE = re.compile(r"(^[ \t]*(?:```|~~~).*?(?:^[ \t]*(?:```|~~~)[ \t]*$|\Z))", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(\S.*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*[-*+•‣◦–][ \t]+(?=\S)", re.MULTILINE)
_WORD_BULLET = re.compile(_BULLET.pattern + r"(?!\d)", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*(?:-[ \t]*){3,}$|^[ \t]*(?:\*[ \t]*){3,}$|^[ \t]*_{3,}[ \t]*$", re.MULTILINE)
_BOLD = re.compile(r"(?<![\w*])\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*(?![\w*])")
_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+\n")
_MOST = 8
"""So many phrases of courtesy are taken off each end."""


def normalise_style(text: str) -> str:
    """Return a text without headings, bullets, bold marks, greetings and self-descriptions.

    >>> text = "Great question! Two teas:\\n\\n## Tea\\n- **Green** tea\\n2. White\\n\\nHope this helps!"
    >>> normalise_style(text)
    'Two teas:\\n\\nTea\\nGreen tea\\n2. White'
    >>> normalise_style("As an AI language model, I cannot taste."), normalise_style("Hello!")
    ('I cannot taste.', 'Hello!')
    """
    parts = _FENCE.split(text)
    plain = "".join(part if number % 2 else _plain(part) for number, part in enumerate(parts))
    plain = _without_courtesies(_BLANK.sub("\n\n", plain).strip())
    return plain or text


def _plain(text: str) -> str:
    alone = len(_BULLET.findall(text)) == 1  # before a number it may be a minus
    bullet = _WORD_BULLET if alone else _BULLET
    for pattern, kept in ((_RULE, ""), (_HEADING, r"\1"), (bullet, ""), (_BOLD, r"\1")):
        text = pattern.sub(kept, text)
    return text


def _without_courtesies(text: str) -> str:
    opening, closing = _courtesies()
    for _ in range(_MOST):
        cut = closing.sub("", opening.sub("", text, count=1), count=1).strip()
        if cut == text:
            break
        text = cut
    return text


@lru_cache(maxsize=1)
def _courtesies() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what a text opens with and closes with: a phrase up to its own punctuation."""
    listed = sorted(read_list("greetings.txt"), key=len, reverse=True)
    phrases = "|".join(re.escape(one).replace("'", "['’]").replace(r"\ ", r"\s+") for one in listed)
    flags = re.IGNORECASE
    return (
        re.compile(rf"\A\s*(?:{phrases})\s*[!.,:–—]+(?:\s+|\Z)", flags),
        re.compile(rf"(?:(?<=[.!?])\s+|\n\s*)(?:{phrases})\s*[!.]*\s*\Z", flags),
    )
