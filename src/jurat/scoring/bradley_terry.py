"""Bradley–Terry: one strength for each candidate from who beat whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, fsum, log

Wins = Mapping[tuple[str, str], float]
"""How often the first was placed above the second; ties half each way."""
PRIOR = 0.5
"""What every pair that met is given each way beforehand, so that no strength is without bound."""
ROUNDS, CLOSE = 200, 1e-10


def strengths(names: Sequence[str], wins: Wins) -> dict[str, float]:
    """Log-strengths that sum to 0: the chance that a beats b is 1 / (1 + exp(b − a)).

    >>> found = strengths(["a", "b"], {("a", "b"): 7.5, ("b", "a"): 1.5})
    >>> round(chance(found["a"], found["b"]), 6)  # 8 of 10, with the prior
    0.8
    """
    met = _meetings(wins)
    won = {name: fsum(count for (winner, _), count in met.items() if winner == name) for name in names}
    rivals = {name: [(b, met[a, b] + met[b, a]) for a, b in met if a == name] for name in names}
    worth = dict.fromkeys(names, 1.0)
    moved, left = 1.0, ROUNDS
    while moved >= CLOSE and left:
        new = {name: _renewed(name, won[name], rivals[name], worth) for name in names}
        centre = exp(fsum(map(log, new.values())) / len(new)) if new else 1.0
        new = {name: value / centre for name, value in new.items()}
        moved = max((abs(new[name] - worth[name]) for name in names), default=0.0)
        worth, left = new, left - 1
    return {name: log(value) for name, value in worth.items()}


def chance(one: float, other: float) -> float:
    """The chance that one beats the other.

    >>> chance(0.3, 0.3)
    0.5
    """
    return 1 / (1 + exp(other - one))


def _meetings(wins: Wins) -> dict[tuple[str, str], float]:
    """The wins with the prior added, both ways for every pair that met."""
    met: dict[tuple[str, str], float] = {}
    for winner, loser in wins:
        for pair in ((winner, loser), (loser, winner)):
            met[pair] = wins.get(pair, 0.0) + PRIOR
    return met


def _renewed(name: str, won: float, rivals: Sequence[tuple[str, float]], worth: Mapping[str, float]) -> float:
    """One step of the minorise–maximise algorithm; who met nobody stays where it is."""
    expected = fsum(games / (worth[name] + worth[rival]) for rival, games in rivals)
    return won / expected if expected else worth[name]
