"""The order in which each reviewer reads the candidates: shuffled by a seed, balanced over reviewers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random


def williams(size: int) -> list[int]:
    """The first row of Williams's square: moved on by one for each further row, every row and every column
    holds each number once, and in squares of even size each number follows every other one once.

    >>> williams(4), williams(5)
    ([0, 1, 3, 2], [0, 1, 4, 2, 3])
    """
    up = range(1, size // 2 + 1)
    zigzag = [0] + [one for step in up for one in (step, size - step)]
    return zigzag[:size]


def reading_orders(
    candidates: Sequence[str], reviewers: Sequence[str], seed: str
) -> dict[str, tuple[str, ...]]:
    """Return the candidates each reviewer is shown, in order, without its own answer.

    A reviewer that is a candidate takes the row in which it is last, so that removing it shifts nobody.

    >>> orders = reading_orders(["a", "b", "c"], ["a", "b", "c"], "7")
    >>> sorted((orders[name][0], orders[name][1]) for name in "abc") == sorted(orders.values())
    True
    >>> "a" in orders["a"]
    False
    """
    size = len(candidates)
    shuffled = sorted(candidates)
    Random(seed).shuffle(shuffled)
    first = williams(size)
    rows = [[shuffled[(place + turn) % size] for place in first] for turn in range(size)]
    taken: Counter[int] = Counter()
    chosen: dict[str, list[str]] = {}
    for name in sorted(reviewers, key=lambda one: one not in shuffled):
        own = [number for number, row in enumerate(rows) if row[-1] == name]
        number = own[0] if own else min(range(size), key=lambda one: (taken[one], one))
        taken[number] += 1
        chosen[name] = rows[number]
    return {name: tuple(one for one in chosen[name] if one != name) for name in reviewers}
