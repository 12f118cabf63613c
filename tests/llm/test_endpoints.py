"""Both adapters over real sockets: every request ends with a reply or a typed error within its deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from jurat.errors import MissingExtraError, OptionError
from jurat.llm.api_keys import Key
from jurat.llm.budget import Budget, Meter, Usage
from jurat.llm.cache import Cache
from jurat.llm.endpoints import connect
from jurat.llm.model_client import CallOptions, ModelClient
from jurat.llm.model_errors import (
    AccessError,
    DeadlineError,
    ModelError,
    RateLimitedError,
    RequestRefusedError,
    UnavailableError,
)
from jurat.llm.model_names import ModelAccess, ModelName, parse_model
from jurat.llm.model_protocol import Form, Message, Prompt
from jurat.llm.pacing import AdaptiveLimiter, RetryPolicy
from jurat.llm.reply_parser import REPLY
from tests.llm.fault_server import FaultServer

ADAPTERS = ("openai", "any-llm")
BRIEF = RetryPolicy(deadline=1.0, timeout=0.5, max_attempts=4, first_wait=0.01, max_wait=0.05)
PATIENT = RetryPolicy(deadline=60, timeout=30, max_attempts=4, first_wait=0.01, max_wait=0.05)
ENDLESS = ("stall", "drip")
"""Faults that only a deadline ends."""


@dataclass(frozen=True, slots=True)
class Yes:
    __pydantic_config__ = REPLY
    answer: str


FORM = Form("yes", Yes)
PROMPT = Prompt((Message("system", "Reply in JSON."), Message("user", "Well?")))


def access(adapter: str, url: str, key: str | None = None) -> ModelAccess:
    name = (
        parse_model(f"local={url}:m")
        if adapter == "openai"
        else ModelName(adapter="any-llm", service="openai", model="m", url=url)
    )
    return ModelAccess(name, Key(key or "canary"))


def outcome(
    adapter: str, server: FaultServer, *, patience: RetryPolicy = PATIENT, budget: Budget | None = None
) -> tuple[str | ModelError, Usage]:
    """What became of one request, and what it took."""
    meter = Meter(budget)

    async def run() -> str:
        with Cache() as cache:
            client = ModelClient(connect(access(adapter, server.url)), cache, meter, retry_policy=patience)
            try:
                return (await client.ask(PROMPT, FORM)).value.answer
            finally:
                await client.aclose()

    try:
        return asyncio.run(run()), meter.usage()
    except ModelError as error:
        return error, meter.usage()


@pytest.mark.slow
@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("stall", DeadlineError),
        ("drip", DeadlineError),
        ("reset", UnavailableError),
        ("truncated", UnavailableError),
        ("garbage", UnavailableError),
        ("no-choices", UnavailableError),
        ("choices-object", UnavailableError),
        ("endless", UnavailableError),
        ("gzip", UnavailableError),
        ("tool-calls", UnavailableError),
        ("redirect 307 http://127.0.0.2:9/v1", AccessError),
        ("redirect 308 https://evil.example/v1", AccessError),
        ("redirect 302 //evil.example/v1", AccessError),
        ("500", UnavailableError),
        ("503+0", UnavailableError),
        ("429", RateLimitedError),
        ("429+0.01", RateLimitedError),
        ("429+3600", RateLimitedError),
        ("408", UnavailableError),
        ("401 bad key canary", AccessError),
        ("402", AccessError),
        ("403", AccessError),
        ("404 no model", AccessError),
        ("429 insufficient_quota", AccessError),
        ("400 nonsense", RequestRefusedError),
        ("400 maximum context length is 4096", RequestRefusedError),
        ("422", RequestRefusedError),
    ],
)
def test_a_lasting_fault_ends_in_its_typed_error(adapter: str, fault: str, error: type[ModelError]) -> None:
    with FaultServer(lambda _, __: fault) as server:
        result, usage = outcome(adapter, server, patience=BRIEF if fault in ENDLESS else PATIENT)
    assert type(result) is error, repr(result)
    assert "canary" not in str(result)
    assert usage.calls == len(server.bodies) or fault in ENDLESS
    assert usage.tokens == 0


@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize(
    "fault",
    [
        *(pytest.param(one, marks=pytest.mark.slow) for one in ENDLESS),
        "reset",
        "truncated",
        "garbage",
        "no-choices",
        "500",
        "429+0.01",
    ],
)
def test_a_passing_fault_is_tried_again(adapter: str, fault: str) -> None:
    patience = (
        RetryPolicy(deadline=60, timeout=3, max_attempts=9, first_wait=0.01) if fault in ENDLESS else PATIENT
    )
    with FaultServer(lambda number, _: fault if number == 1 else "ok") as server:
        result, usage = outcome(adapter, server, patience=patience)
    assert result == "yes"
    assert (usage.prompt_tokens, usage.completion_tokens) == (11, 5)
    assert (usage.calls, usage.retries) == (2, 1) or fault in ENDLESS
    assert usage.retries >= 1


@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize("fault", ["401", "404", "400 context length", "429 insufficient_quota"])
def test_what_cannot_be_helped_is_tried_once(adapter: str, fault: str) -> None:
    with FaultServer(lambda _, __: fault) as server:
        outcome(adapter, server)
    assert len(server.bodies) == 1


@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_judged_texts_are_not_sent_to_the_host_of_a_redirect(adapter: str, status: int) -> None:
    with FaultServer(lambda _, __: "ok") as other:
        target = other.url.replace("127.0.0.1", "localhost")
        with FaultServer(lambda _, __: f"redirect {status} {target}") as server:
            result, _ = outcome(adapter, server)
    assert isinstance(result, AccessError)
    assert "redirects to another host" in str(result)
    assert "localhost" in str(result)
    assert (len(server.bodies), other.bodies) == (1, [])


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_redirect_on_the_same_host_is_followed(adapter: str) -> None:
    def plan(number: int, _: dict[str, Any]) -> str:
        return "redirect 307 /elsewhere" if number == 1 else "ok"

    with FaultServer(plan) as server:
        assert outcome(adapter, server)[0] == "yes"


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_key_that_the_reply_repeats_is_hidden_before_anything_is_kept(adapter: str, tmp_path: Path) -> None:
    async def run(url: str) -> str:
        with Cache(tmp_path / "cache.sqlite") as cache:
            client = ModelClient(connect(access(adapter, url, "canary-key-77")), cache, Meter(None))
            try:
                return (await client.ask(PROMPT, FORM)).value.answer
            finally:
                await client.aclose()

    with FaultServer(lambda _, __: "ok", '{"answer": "your key is canary-key-77."}') as server:
        assert asyncio.run(run(server.url)) == "your key is [key]."
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"canary-key-77" not in kept


def test_a_long_retry_after_is_not_waited_for_beyond_the_deadline() -> None:
    with FaultServer(lambda _, __: "429+3600") as server:
        result, usage = outcome("openai", server)
    assert isinstance(result, RateLimitedError)
    assert result.retry_after == 3600
    assert usage.calls == 1


def formats(server: FaultServer) -> list[str]:
    return [body.get("response_format", {}).get("type", "text") for body in server.bodies]


def takes(*refused: str) -> Callable[[int, dict[str, Any]], str]:
    """A server that refuses some response formats and parameters."""

    def plan(_: int, body: dict[str, Any]) -> str:
        kind = body.get("response_format", {}).get("type", "text")
        sizes = "maxLength" in str(body) or "minItems" in str(body)
        wrong = [name for name in refused if name in body or name == kind or (name == "sizes" and sizes)]
        return f"400 {wrong[0]} is not supported" if wrong else "ok"

    return plan


@pytest.mark.parametrize("adapter", ADAPTERS)
@pytest.mark.parametrize(
    ("refused", "tried"),
    [
        ((), ["json_schema"]),
        (("json_schema",), ["json_schema", "json_schema", "json_object"]),
        (
            ("json_schema", "json_object"),
            ["json_schema", "json_schema", "json_object", "json_object", "text"],
        ),
        (("temperature",), ["json_schema", "json_schema"]),
    ],
)
def test_the_endpoint_shows_how_it_wants_to_be_asked(
    adapter: str, refused: tuple[str, ...], tried: list[str]
) -> None:
    with FaultServer(takes(*refused)) as server:
        result, _ = outcome(adapter, server)
    assert result == "yes"
    assert formats(server) == tried


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_limit_under_its_newer_name_is_found(adapter: str) -> None:
    with FaultServer(takes("max_tokens")) as server:
        result, _ = outcome(adapter, server)
    assert result == "yes"
    assert "max_completion_tokens" in server.bodies[-1]


def many(server: FaultServer, count: int, most: int = 16) -> tuple[list[str | ModelError], Usage, float]:
    """What became of many different requests at once, what they took, and the pace at the end."""
    meter = Meter()
    pace = AdaptiveLimiter(start=most, most=most)
    patience = RetryPolicy(deadline=30, timeout=10, max_attempts=20, first_wait=0.01, max_wait=0.1)

    async def run() -> list[str | ModelError]:
        async def one(number: int) -> str | ModelError:
            prompt = Prompt((Message("user", f"Number {number}?"),))
            try:
                return (await client.ask(prompt, FORM)).value.answer
            except ModelError as error:
                return error

        with Cache() as cache:
            client = ModelClient(
                connect(access("openai", server.url)), cache, meter, limiter=pace, retry_policy=patience
            )
            try:
                return await asyncio.gather(*[one(number) for number in range(count)])
            finally:
                await client.aclose()

    return asyncio.run(run()), meter.usage(), pace.limit


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_server_that_knows_only_json_objects_with_a_schema_is_asked_so(adapter: str) -> None:
    """As llama-cpp-python is, whose validation answers anything else with 422."""

    def plan(_: int, body: dict[str, Any]) -> str:
        asked = body.get("response_format", {})
        return "ok" if asked.get("type") == "json_object" and "schema" in asked else "422 Input should be ..."

    with FaultServer(plan) as server:
        result, _ = outcome(adapter, server)
    assert result == "yes"
    assert server.bodies[-1]["response_format"]["schema"]["required"] == ["answer"]


def test_the_mode_is_detected_once_for_many_requests() -> None:
    with FaultServer(takes("json_schema")) as server:
        results, usage, _ = many(server, 20)
    assert results == ["yes"] * 20
    assert formats(server).count("json_schema") == 2
    assert usage.calls == 22


def test_an_endpoint_that_allows_three_at_once_gets_all_requests_answered() -> None:
    def plan(number: int, _: dict[str, Any]) -> str:
        return "slow-ok" if server._at_once <= 3 and number != 4 else "429"

    with FaultServer(plan) as server:
        results, usage, limit = many(server, 40)
    assert results == ["yes"] * 40
    assert usage.retries > 0
    assert limit < 16


def test_a_stop_on_access_ends_all_requests_at_once() -> None:
    with FaultServer(lambda number, _: "ok" if number == 1 else "401") as server:
        results, _, _ = many(server, 60, most=4)
    assert results.count("yes") == 1
    assert all(isinstance(result, AccessError) for result in results if result != "yes")
    assert len(server.bodies) < 12, "those under way, and no more"


def test_a_missing_extra_is_one_line_that_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for adapter, package, extra in (("openai", "openai", "llm"), ("any-llm", "any_llm", "any-llm")):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, package, None)
            with pytest.raises(MissingExtraError) as caught:
                connect(access(adapter, "http://127.0.0.1:9/v1"))
        assert f"pip install 'jurat[{extra}]'" in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_provider_that_any_llm_does_not_know_is_an_option_error() -> None:
    with pytest.raises(OptionError, match="does not support the provider 'nobody'"):
        connect(ModelAccess(parse_model("any-llm:nobody:m"), Key("canary")))


def test_a_request_carries_the_limit_and_no_seed() -> None:
    with FaultServer(lambda _, __: "ok") as server:
        outcome("openai", server)
    assert server.bodies[0]["max_tokens"] == CallOptions().max_tokens
    assert server.bodies[0]["temperature"] == 0.0
    assert "seed" not in server.bodies[0]
