"""Bradley–Terry strengths: known chances are found again, and nothing is without bound."""

from __future__ import annotations

import pytest

from jurat.scoring.bradley_terry import chance, strengths


def test_strengths_reproduce_the_chances_they_were_made_from() -> None:
    true = {"a": 1.0, "b": 0.2, "c": -1.2}
    wins = {(x, y): 1e6 * chance(true[x], true[y]) for x in true for y in true if x != y}
    assert strengths(list(true), wins) == pytest.approx(true, abs=1e-4)


def test_one_that_always_wins_has_a_finite_strength() -> None:
    found = strengths(["a", "b"], {("a", "b"): 10.0})
    assert chance(found["a"], found["b"]) == pytest.approx(10.5 / 11)


def test_one_that_met_nobody_stands_in_the_middle() -> None:
    found = strengths(["a", "b", "c"], {("a", "b"): 1.0, ("b", "a"): 1.0})
    assert found == pytest.approx({"a": 0.0, "b": 0.0, "c": 0.0})


def test_nobody_and_no_meeting() -> None:
    assert strengths([], {}) == {}
    assert strengths(["a"], {}) == {"a": 0.0}


def test_the_order_of_names_and_wins_does_not_matter() -> None:
    wins = {("a", "b"): 7.0, ("b", "c"): 5.0, ("c", "a"): 2.0, ("b", "a"): 3.0}
    turned = dict(reversed(wins.items()))
    one, other = strengths(["a", "b", "c"], wins), strengths(["c", "b", "a"], turned)
    assert one == pytest.approx(other)
