"""What a query asks for, part by part: several questions, conjoined questions, conjoined aspects."""

from __future__ import annotations

import re
from typing import Final

MAX_PARTS: Final = 8
_ASKING: Final = (
    r"(?:who|whom|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|can|could|should|will|would|has|"
    r"have|had|may|must)\b"
)
_QUESTION_END: Final = re.compile(r"(?<=\?)\s+")
_CONJOINED: Final = re.compile(
    rf"\s*(?:[,;]\s*)?\b(?:and|or|but)\s+(?:also\s+)?(?={_ASKING})|\s*[;,]\s+(?={_ASKING})", re.IGNORECASE
)
_ASPECTS: Final = re.compile(
    r"(?P<head>(?:what|which)\s+(?:is|are|was|were)\s+)(?P<first>the\s+(?:[\w'’-]+\s+){1,3})and\s+"
    r"(?P<second>(?:the\s+)?(?:[\w'’-]+\s+){1,3})(?P<rest>(?:of|for|in|on)\s+[^?]+\?*)\Z",
    re.IGNORECASE,
)
_MIN_WORDS: Final = 2


def query_parts(query: str) -> list[str]:
    """Return the parts of a query, in order; a query that asks one thing is one part.

    >>> query_parts("Who runs the workshop, and in which room? When does it start?")
    ['Who runs the workshop, and in which room?', 'When does it start?']
    >>> query_parts("What is the fee and how can I pay it?")
    ['What is the fee', 'how can I pay it?']
    >>> query_parts("What are the price and the warranty of the Basic plan?")
    ['What are the price of the Basic plan?', 'What are the warranty of the Basic plan?']
    """
    parts = [
        aspect
        for question in _QUESTION_END.split(query.strip())
        for clause in _clauses(question)
        for aspect in _aspects(clause)
    ]
    return parts[:MAX_PARTS]


def _clauses(question: str) -> list[str]:
    """Return the conjoined questions of one question, unless a piece is too short to ask anything."""
    pieces = [piece.strip() for piece in _CONJOINED.split(question)]
    whole = [piece for piece in pieces if piece]
    return whole if all(len(piece.split()) > _MIN_WORDS for piece in whole) else [question]


def _aspects(clause: str) -> list[str]:
    """Return one question for each of two conjoined aspects of one thing."""
    match = _ASPECTS.match(clause)
    if match is None:
        return [clause]
    return [f"{match['head']}{match[name]}{match['rest']}" for name in ("first", "second")]
