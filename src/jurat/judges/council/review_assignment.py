"""Who reviews whom where not everybody reviews everything: at most so many reviewers for each candidate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random


def assign_reviewers(
    candidates: Sequence[str], reviewers: Sequence[str], most: int | None, seed: str
) -> dict[str, tuple[str, ...]]:
    """Return which candidates each reviewer is to see: balanced, nobody its own, at most so many for each.

    Candidates are dealt in an order shuffled from the seed, each to those who have the fewest so far.

    >>> found = assign_reviewers(["a", "b", "c", "d"], ["r", "s", "t"], 2, "7")
    >>> sorted(map(len, found.values()))
    [2, 3, 3]
    """
    order, panel = sorted(candidates), sorted(reviewers)
    random = Random(f"{seed} assignment")
    random.shuffle(order)
    random.shuffle(panel)
    order.sort(key=lambda one: one not in panel)  # those who cannot take everybody choose first
    load: Counter[str] = Counter()
    chosen: dict[str, set[str]] = {name: set() for name in reviewers}
    for candidate in order:
        free = sorted((one for one in panel if one != candidate), key=lambda one: load[one])
        for reviewer in free if most is None else free[:most]:
            load[reviewer] += 1
            chosen[reviewer].add(candidate)
    return {name: tuple(one for one in candidates if one in chosen[name]) for name in reviewers}
