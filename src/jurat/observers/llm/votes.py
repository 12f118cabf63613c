"""What several samples of one model agree on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

L = TypeVar("L", bound=Hashable)
F = TypeVar("F")
O = TypeVar("O")  # noqa: E741  an observation


@dataclass(frozen=True, slots=True)
class Voted(Generic[O]):
    """What was observed, how far the samples agreed on each label, and how many quotes were dropped."""

    value: O
    agreement: tuple[float, ...] = ()
    dropped: int = 0


def majority(votes: Sequence[L], worst_first: Sequence[L]) -> tuple[L, float]:
    """The label most samples gave, and the share that gave it; the worse of two that are level.

    >>> majority(["fully", "not", "fully"], ["not", "partial", "fully"])
    ('fully', 0.6667)
    >>> majority(["fully", "not"], ["not", "partial", "fully"])
    ('not', 0.5)
    """
    counts = Counter(votes)
    label = max(worst_first, key=lambda one: (counts[one], -worst_first.index(one)))
    return label, round(counts[label] / len(votes), 4)


def settle(
    samples: Sequence[Sequence[F]], label: Callable[[F], L], worst_first: Sequence[L]
) -> tuple[list[F], list[float]]:
    """For each item that all samples judged, the first judgement with the majority's label, and its share.

    >>> settle([["a", "b"], ["a", "a"], ["b", "a"]], str, ["b", "a"])
    (['a', 'a'], [0.6667, 0.6667])
    """
    chosen, shares = [], []
    for judgements in zip(*samples, strict=True):
        winner, share = majority([label(one) for one in judgements], worst_first)
        chosen.append(next(one for one in judgements if label(one) == winner))
        shares.append(share)
    return chosen, shares


def recurring(
    samples: Sequence[Sequence[F]], same: Callable[[F, F], bool]
) -> tuple[list[tuple[F, ...]], list[float]]:
    """The findings that more than half of the samples made, each with all its versions, and their shares.

    >>> recurring([["a", "b"], ["a"], ["c", "a"]], str.__eq__)
    ([('a', 'a', 'a')], [1.0])
    """
    groups: list[dict[int, F]] = []
    for number, findings in enumerate(samples):
        for finding in findings:
            fits = (g for g in groups if number not in g and same(next(iter(g.values())), finding))
            group = next(fits, None)
            if group is None:
                groups.append({number: finding})
            else:
                group[number] = finding
    kept = [group for group in groups if 2 * len(group) > len(samples)]
    return [tuple(g.values()) for g in kept], [round(len(g) / len(samples), 4) for g in kept]


class QuotedItem(Protocol):
    """What a model lists of its own accord: of some kind, and quoted."""

    @property
    def kind(self) -> str:
        """What it is."""

    @property
    def quote(self) -> str | None:
        """Where it is."""


def same_item(one: QuotedItem, other: QuotedItem) -> bool:
    """Whether two samples found the same: one kind, and one quote holds the other, space and case aside."""
    first, second = (" ".join((finding.quote or "").split()).casefold() for finding in (one, other))
    return one.kind == other.kind and (first in second or second in first)
