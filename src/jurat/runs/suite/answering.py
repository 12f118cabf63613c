"""The answers of a suite: every row asked of its model, from the cache where it was asked before."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jurat.errors import InputError
from jurat.llm.budget import Budget, Meter
from jurat.llm.cache import Cache
from jurat.llm.endpoints import check_installed, connect
from jurat.llm.local_endpoints import CommandEndpoint, FunctionEndpoint, digest
from jurat.llm.model_client import ModelClient
from jurat.llm.model_errors import AccessError, ModelError
from jurat.llm.model_protocol import Endpoint, Message, Prompt
from jurat.llm.pacing import AdaptiveLimiter, RetryPolicy
from jurat.llm.sync import in_order, iterate
from jurat.observers.criteria.function_checks import load_function
from jurat.runs.suite.suite_file import Suite, SuiteModel, SuiteRow, case_fields, rows_of
from jurat.settings import model_here

FORM = "suite"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What became of a suite's rows: how many there are, were called for now, and failed."""

    rows: int
    calls: int
    failed: int


def endpoint_of(model: SuiteModel, folder: Path) -> Endpoint:
    """Return what answers for a model of a suite."""
    if model.command is not None:
        return CommandEndpoint(
            model.command, folder=folder, shell=model.shell, seconds=model.seconds, max_bytes=model.max_bytes
        )
    if model.function is not None:
        function = load_function(model.function, folder, f"models.{model.name}.function")
        marks = [model.function, model.function.rpartition(":")[0]]
        name = f"function:{digest(marks, folder)}"
        return FunctionEndpoint(function, name=name, seconds=model.seconds)
    access = model_here(model.model or "")
    check_installed(access.name)
    return connect(access)


def answer_rows(
    suite: Suite,
    out: Path,
    *,
    cache: Path | None,
    concurrency: int = 8,
    on_row: Callable[[Mapping[str, Any]], None] = lambda _: None,
) -> Answered:
    """Ask all rows and write them to a file of rows to be judged; a row whose model fails holds the error.

    Replies are cached as they come, so that an interrupted suite asks only what is missing.
    """
    rows, calls = list(rows_of(suite)), [0]
    made: list[dict[str, Any]] = []
    for row in iterate(lambda: _answers(suite, rows, cache, concurrency, calls)):
        made.append(row)
        on_row(row)
    _write(out, made)
    return Answered(rows=len(made), calls=calls[0], failed=sum("error" in one for one in made))


async def _answers(
    suite: Suite, rows: Sequence[SuiteRow], cache: Path | None, concurrency: int, calls: list[int]
) -> AsyncGenerator[dict[str, Any], None]:
    async with AsyncExitStack() as stack:
        kept = stack.enter_context(Cache(cache))
        meters, clients = [], {}
        for model in suite.models:
            meters.append(Meter(Budget(), None))
            client = ModelClient(
                endpoint_of(model, suite.folder),
                kept,
                meters[-1],
                limiter=AdaptiveLimiter(start=min(4, concurrency), most=concurrency),
                retry_policy=RetryPolicy(deadline=3 * model.seconds, timeout=model.seconds + 1),
            )
            clients[model.name] = client
            stack.push_async_callback(client.aclose)
        results = in_order(rows, lambda row: _answer(row, clients[row.model.name]), concurrency)
        try:
            async for row in results:
                calls[0] = sum(meter.usage().calls for meter in meters)
                yield row
        finally:
            await results.aclose()


async def _answer(row: SuiteRow, client: ModelClient) -> dict[str, Any]:
    judged = "summary" if "article" in row.case else "response"
    beside = {"case": row.case["id"], "prompt": row.prompt_name, "model": row.model.name}
    try:
        completion = await client.complete_text(Prompt((Message("user", row.prompt),)), FORM)
    except AccessError:
        raise
    except ModelError as error:
        return {**case_fields(row), judged: None, **beside, "error": str(error)}
    return {**case_fields(row), judged: completion.text, "latency": completion.seconds, **beside}


def _write(out: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write the rows, whole or not at all."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        partial = out.with_suffix(".part")
        with partial.open("w", encoding="utf-8", errors="backslashreplace") as file:
            file.writelines(json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in rows)
        partial.replace(out)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", where=str(out)) from None
