"""What is asked of word after word is worked out once: tables that fill themselves, up to a bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")

MOST: Final = 65_536
"""Answers that one table remembers."""


class _Answers(dict[Question, Answer]):
    """Answers by question; full, it starts anew: to know the oldest costs more than to ask again."""

    def __init__(self, function: Callable[[Question], Answer], most: int) -> None:
        self._function, self._most = function, most

    def __missing__(self, question: Question) -> Answer:
        if len(self) >= self._most:
            self.clear()
        answer = self[question] = self._function(question)
        return answer


def memoize(function: Callable[[Question], Answer], most: int = MOST) -> Callable[[Question], Answer]:
    """The function with a memory.

    A look into it is a look into a dictionary, which takes two thirds of what ``lru_cache`` does, and the
    garbage collector has no chain of calls to follow.

    >>> asked = []
    >>> double = memoize(lambda number: asked.append(number) or 2 * number, most=2)
    >>> [double(number) for number in (1, 1, 2, 1, 3, 1)], asked
    ([2, 2, 4, 2, 6, 2], [1, 2, 3, 1])
    """
    return _Answers(function, most).__getitem__
