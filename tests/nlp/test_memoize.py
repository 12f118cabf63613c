"""A function with a memory asks once for each answer it still remembers."""

from __future__ import annotations

from jurat.nlp.memoize import MOST, memoize


def test_a_full_memory_is_cleared_before_the_next_answer_is_kept() -> None:
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    remembered = memoize(double, most=2)
    assert [remembered(number) for number in (1, 2, 1, 2, 3, 3, 1)] == [2, 4, 2, 4, 6, 6, 2]
    assert asked == [1, 2, 3, 1]


def test_an_answer_of_none_is_remembered_too() -> None:
    asked: list[str] = []
    remembered = memoize(asked.append)
    assert (remembered("a"), remembered("a"), asked) == (None, None, ["a"])


def test_the_bound_is_two_to_the_sixteenth() -> None:
    assert MOST == 65_536
    asked: list[int] = []
    remembered = memoize(asked.append)
    for number in (*range(MOST), 0, MOST, 0):
        remembered(number)
    assert asked[MOST:] == [MOST, 0]
