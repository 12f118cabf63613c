"""Pace, patience and the edge between asynchronous and synchronous code."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.llm.faults import fault, retry_after
from jurat.llm.pacing import AdaptiveLimiter, RetryPolicy
from jurat.llm.sync import AHEAD, in_order, iterate


@given(st.lists(st.booleans()), st.integers(1, 64), st.integers(1, 64))
def test_the_limit_stays_between_one_and_the_most(went_well: list[bool], start: int, most: int) -> None:
    pace = AdaptiveLimiter(start=start, most=most)
    for good in went_well:
        before = pace.limit
        if good:
            pace.succeeded()
            assert before <= pace.limit <= before + 1
        else:
            pace.slow_down(pace.round)
            assert pace.limit == max(1.0, before / 2)
        assert 1 <= pace.limit <= most


def test_a_whole_round_that_goes_well_adds_about_one() -> None:
    pace = AdaptiveLimiter(start=8)
    for _ in range(8):
        pace.succeeded()
    assert 8.9 < pace.limit < 9.0


def test_calls_of_one_round_halve_the_pace_once() -> None:
    pace = AdaptiveLimiter(start=16)
    for _ in range(16):
        pace.slow_down(0)
    assert pace.limit == 8
    pace.slow_down(pace.round)
    assert pace.limit == 4


def test_no_more_calls_run_at_once_than_the_pace_allows() -> None:
    async def run() -> int:
        pace, running, most = AdaptiveLimiter(start=3, most=3), 0, 0

        async def call() -> None:
            nonlocal running, most
            async with pace.slot():
                running += 1
                most = max(most, running)
                await asyncio.sleep(0)
                running -= 1

        await asyncio.gather(*[call() for _ in range(30)])
        return most

    assert asyncio.run(run()) == 3


def test_a_turn_that_is_given_up_is_given_back() -> None:
    async def run() -> None:
        pace = AdaptiveLimiter(start=1, most=1)

        async def hang() -> None:
            async with pace.slot():
                await asyncio.sleep(3600)

        task = asyncio.create_task(hang())
        await asyncio.sleep(0.01)
        task.cancel()
        async with asyncio.timeout(5), pace.slot():
            pass

    asyncio.run(run())


@given(st.integers(1, 40), st.text())
def test_a_wait_is_seeded_bounded_and_never_nothing(tried: int, key: str) -> None:
    patience = RetryPolicy(first_wait=0.5, max_wait=30)
    wait = patience.wait(tried, Random(key))
    assert wait == patience.wait(tried, Random(key))
    full = min(30, 0.5 * 2.0 ** min(tried - 1, 30))
    assert full / 2 <= wait <= full


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": " 2.5 "}, 2.5),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "1e9"}, None),
        ({"retry-after": "٣"}, None),
        ({"retry-after": "Wed, 01 Jan 2025 10:00:05 GMT"}, None),
        ({"retry-after": "Wed, 01 Jan 2025 10:00:05 GMT", "date": "Wed, 01 Jan 2025 10:00:09 GMT"}, 0.0),
        ({}, None),
    ],
)
def test_how_long_an_endpoint_wants_to_be_left_alone(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


@given(st.none() | st.integers(100, 599), st.text(), st.dictionaries(st.just("retry-after"), st.text()))
def test_whatever_an_endpoint_says_is_one_short_line(
    status: int | None, words: str, headers: dict[str, str]
) -> None:
    error = fault(status, words, headers)
    assert len(str(error)) < 400
    assert str(error).isprintable()


async def counting(to: int) -> AsyncGenerator[int, None]:
    for number in range(to):
        yield number


def test_all_items_come_through_also_more_than_may_wait() -> None:
    assert list(iterate(lambda: counting(3 * AHEAD))) == list(range(3 * AHEAD))


def test_an_error_in_the_body_is_raised_in_its_place() -> None:
    async def failing() -> AsyncGenerator[int, None]:
        yield 1
        raise LookupError("second")

    items = iterate(failing)
    assert next(items) == 1
    with pytest.raises(LookupError, match="second"):
        next(items)


def test_the_body_pauses_for_a_slow_reader() -> None:
    made = []

    async def making() -> AsyncGenerator[int, None]:
        for number in range(10 * AHEAD):
            made.append(number)
            yield number

    items = iterate(making)
    next(items)
    items.close()  # type: ignore[attr-defined]
    assert len(made) <= AHEAD + 3


def test_results_keep_the_order_of_their_items() -> None:
    async def work(number: int) -> int:
        await asyncio.sleep((10 - number) / 1000)
        return number

    async def run() -> list[int]:
        return [result async for result in in_order(range(10), work, 4)]

    assert asyncio.run(run()) == list(range(10))


def test_a_failure_gives_up_what_is_under_way() -> None:
    ended = []

    async def work(number: int) -> int:
        if number == 0:
            await asyncio.sleep(0.01)
            raise LookupError
        try:
            await asyncio.sleep(3600)
        finally:
            ended.append(number)
        return number

    async def run() -> None:
        async for _ in in_order(range(3), work, 3):
            pass

    with pytest.raises(LookupError):
        asyncio.run(run())
    assert sorted(ended) == [1, 2]
