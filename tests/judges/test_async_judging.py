"""Judging in an event loop: the same results, a loop that continues, nothing left when it is cancelled."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest

import jurat
from jurat.judges.judge import Judge
from jurat.judges.observer_config import NamedObserver
from jurat.judges.registry import judge_spec
from jurat.llm.model_protocol import Completion, Request
from jurat.llm.scripted import ScriptedEndpoint
from jurat.observations import ResponseObservations
from jurat.observers.llm.mixed_observer import MixedObserver
from jurat.options import Options
from jurat.outcomes import Failure
from tests.engines.toys import TOY, build, observe
from tests.observers.llm.replies import RESPONSE, answering, observer

TEA: list[dict[str, Any]] = [
    {
        "query": "What is the price of the tea?",
        "contexts": ["The price of the tea is $5."],
        "response": f"The price of the tea is ${price}.",
    }
    for price in (5, 9, 5)
]
CLAIM_LOCK = jurat.judge("claim-lock")
PATIENCE = 300
"""Seconds until something that must happen is given up; nothing is measured by it."""


def asking(endpoint: ScriptedEndpoint) -> Judge[Any, Any]:
    """Claim-Lock with a scripted model for the anchors, and rules for the rest."""
    spec = judge_spec("claim-lock")
    rules = jurat.judge("claim-lock").observer
    mixed: MixedObserver[Any, Any] = MixedObserver(
        "llm", [observer("claim-lock", endpoint=endpoint)], rules.observe, spec.observations()
    )
    return Judge(spec, mixed, Options())


def in_loop(body: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a body in a loop; afterwards no task, no thread of ours and no call is left."""

    async def whole() -> None:
        await asyncio.wait_for(body(), PATIENCE)
        gc.collect()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:  # a reader that stopped early: the row under way ends
            await asyncio.wait(others, timeout=PATIENCE)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert [one.name for one in threading.enumerate() if one.name.startswith("jurat")] == []

    asyncio.run(whole())


class Held:
    """An observer that waits in each case until it is let go."""

    def __init__(self) -> None:
        self.begun, self.let_go = threading.Event(), threading.Event()
        self.seen = 0

    def observe(self, cases: Sequence[Any]) -> Iterator[ResponseObservations]:
        for case in cases:
            self.seen += 1
            self.begun.set()
            self.let_go.wait(PATIENCE)
            yield from observe([case])

    def judge(self) -> Judge[Any, Any]:
        return Judge(TOY, NamedObserver("held", self.observe), Options())


class Hanging(ScriptedEndpoint):
    """A model that never replies."""

    def __init__(self) -> None:
        super().__init__(answering())
        self.calls = self.ended = 0

    async def complete(self, request: Request) -> Completion:
        self.calls += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.ended += 1
        raise AssertionError


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.001)


def test_one_case_gives_what_it_gives_outside_a_loop() -> None:
    async def body() -> None:
        assert await CLAIM_LOCK.ajudge(TEA[1]) == CLAIM_LOCK.judge(TEA[1])

    in_loop(body)


def test_many_cases_give_what_they_give_outside_a_loop() -> None:
    cases: list[dict[str, Any]] = [*TEA, {"query": "x"}, {**TEA[0], "id": "last"}]

    async def source() -> AsyncIterator[dict[str, Any]]:
        for case in cases:
            yield case

    async def body() -> None:
        expected = list(CLAIM_LOCK.judge_many(cases))
        assert [one.id for one in expected] == [1, 2, 3, 4, "last"]
        assert [one async for one in CLAIM_LOCK.ajudge_many(cases)] == expected
        assert [one async for one in CLAIM_LOCK.ajudge_many(source())] == expected

    in_loop(body)


def test_a_bad_case_and_a_broken_observer_are_errors_as_outside_a_loop() -> None:
    async def body() -> None:
        with pytest.raises(jurat.InputError, match="response: is missing"):
            await CLAIM_LOCK.ajudge({"query": "q"})
        with pytest.raises(ZeroDivisionError):
            await build().ajudge({"query": "q", "response": "stumble"})
        found = [one async for one in build().ajudge_many([{"query": "q", "response": "stumble"}])]
        assert found == [Failure(id=1, error="internal error: ZeroDivisionError: stumbled")]

    in_loop(body)


def test_the_loop_continues_while_rules_judge() -> None:
    held = Held()

    async def body() -> None:
        judging = asyncio.ensure_future(held.judge().ajudge({"query": "q", "response": "r"}))
        await until(held.begun.is_set)  # never, if the loop were blocked
        held.let_go.set()
        assert (await judging)["relevance"].value == 0.01

    in_loop(body)


def test_a_result_does_not_wait_for_the_next_case() -> None:
    given = asyncio.Queue[dict[str, Any]]()

    async def source() -> AsyncIterator[dict[str, Any]]:
        while True:
            yield await given.get()

    async def body() -> None:
        async with aclosing(CLAIM_LOCK.ajudge_many(source())) as results:
            for case, verdict in zip(TEA, ["PASS", "FAIL", "PASS"], strict=True):
                given.put_nowait(case)
                result = await anext(results)
                assert isinstance(result, jurat.Result)
                assert result.verdict == verdict

    in_loop(body)


def test_many_judgements_at_once_do_not_disturb_each_other() -> None:
    async def body() -> None:
        found = await asyncio.gather(*(CLAIM_LOCK.ajudge(case) for case in TEA * 8))
        assert found == [CLAIM_LOCK.judge(case) for case in TEA * 8]

    in_loop(body)


@pytest.mark.parametrize("many", [False, True], ids=["one", "many"])
def test_cancelled_rules_leave_no_thread(many: bool) -> None:
    held = Held()

    async def collect() -> list[Any]:
        if not many:
            return [await held.judge().ajudge({"query": "q", "response": "r"})]
        return [one async for one in held.judge().ajudge_many([{"query": "q", "response": "r"}] * 9)]

    async def body() -> None:
        judging = asyncio.ensure_future(collect())
        await until(held.begun.is_set)
        judging.cancel()
        await asyncio.sleep(0)
        assert not judging.done()  # it waits for the row under way
        held.let_go.set()
        with pytest.raises(asyncio.CancelledError):
            await judging
        assert held.seen <= 2  # never the rest

    in_loop(body)


@pytest.mark.parametrize("many", [False, True], ids=["one", "many"])
def test_cancelled_models_leave_no_call_and_close_the_connection(many: bool) -> None:
    endpoint = Hanging()

    async def collect() -> list[Any]:
        judge = asking(endpoint)
        if not many:
            return [await judge.ajudge(RESPONSE)]
        return [one async for one in judge.ajudge_many([replace(RESPONSE, id=n) for n in range(9)])]

    async def body() -> None:
        judging = asyncio.ensure_future(collect())
        await until(lambda: endpoint.calls > 0)
        judging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await judging
        assert endpoint.ended == endpoint.calls
        assert endpoint.closed

    in_loop(body)


def test_models_give_the_same_in_a_loop_and_outside() -> None:
    async def body() -> None:
        made = asking(ScriptedEndpoint(answering()))
        (expected,) = made.judge_many([RESPONSE])
        assert await made.ajudge(RESPONSE) == expected == made.judge(RESPONSE)
        assert [one async for one in made.ajudge_many([RESPONSE])] == [expected]

    in_loop(body)


def test_a_reader_that_stops_early_ends_the_rest() -> None:
    async def body() -> None:
        async for result in CLAIM_LOCK.ajudge_many(TEA * 100):
            assert result.id == 1
            break

    in_loop(body)


def test_an_evaluation_runs_inside_a_loop() -> None:
    async def body() -> None:
        assert jurat.evaluate(TEA, judge="claim-lock").summary.verdicts == {"PASS": 2, "FAIL": 1}
        assert jurat.evaluate([RESPONSE], judge=asking(ScriptedEndpoint(answering()))).summary.rows == 1

    in_loop(body)


def test_a_service_judges_many_requests_in_its_loop() -> None:
    from fastapi import FastAPI
    from starlette.testclient import TestClient

    app = FastAPI()

    @app.post("/check")
    async def check(case: dict[str, Any]) -> dict[str, Any]:
        return (await CLAIM_LOCK.ajudge(case)).to_dict()

    @app.post("/check-all")
    async def check_all(cases: list[dict[str, Any]]) -> list[Any]:
        return [one.to_dict() async for one in CLAIM_LOCK.ajudge_many(cases)]

    with TestClient(app) as client:
        expected = [one.to_dict() for one in CLAIM_LOCK.judge_many(TEA)]
        assert client.post("/check", json=TEA[1]).json()["verdict"] == "FAIL"
        assert client.post("/check-all", json=TEA).json() == expected


def test_a_table_or_a_single_case_is_refused_with_what_to_use() -> None:
    import pandas as pd
    import polars as pl

    tables: list[Any] = [pd.DataFrame(TEA), pl.DataFrame(TEA), pl.LazyFrame(TEA)]
    for table in tables:
        for judging in (CLAIM_LOCK.judge_many, CLAIM_LOCK.ajudge_many):
            with pytest.raises(jurat.InputError, match=r"Frame; use jurat\.evaluate\(data, judge=…\)"):
                judging(table)
    others: list[Any] = [TEA[0], "rows.jsonl"]
    for one in others:
        with pytest.raises(jurat.InputError, match=r"not several cases; use judge\(case\) for one case"):
            CLAIM_LOCK.judge_many(one)


def test_a_data_set_is_judged_record_by_record() -> None:
    import datasets

    found = CLAIM_LOCK.judge_many(datasets.Dataset.from_list(TEA))
    assert [one.verdict for one in found if isinstance(one, jurat.Result)] == ["PASS", "FAIL", "PASS"]
