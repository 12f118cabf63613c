"""An endpoint that nobody serves stops the run with one error that names its address."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from jurat.cli import main
from jurat.llm.budget import Budget, Meter
from jurat.llm.cache import Cache
from jurat.llm.model_client import MAX_UNREACHED, ModelClient
from jurat.llm.model_errors import AccessError, ModelError, UnreachableError
from jurat.llm.model_names import ModelAccess, parse_model
from jurat.llm.model_protocol import Completion, Message, Prompt, Request
from jurat.llm.openai_compatible import OpenAiEndpoint
from jurat.llm.pacing import RetryPolicy

QUICK = RetryPolicy(deadline=60, timeout=30, max_attempts=3, first_wait=0.001, max_wait=0.002)


@pytest.fixture
def address() -> str:
    """An address at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}/v1"


def test_the_error_names_the_address(address: str) -> None:
    endpoint = OpenAiEndpoint(ModelAccess(parse_model(f"own={address}:m"), None))
    request = Request(messages=(), mode="text", name="x", schema=None, max_tokens=1, temperature=0, seed=None)

    async def ask() -> None:
        try:
            await endpoint.complete(request)
        finally:
            await endpoint.aclose()

    with pytest.raises(UnreachableError, match=rf"^{address}/ cannot be reached \(ConnectError: "):
        asyncio.run(ask())


class Failing:
    """An endpoint that replies some times, and then is gone."""

    name = "own:m"

    def __init__(self, replies: int) -> None:
        self.left, self.calls = replies, 0

    async def complete(self, request: Request) -> Completion:
        self.calls += 1
        self.left -= 1
        if self.left < 0:
            raise UnreachableError("http://a.example/v1 cannot be reached (ConnectError: refused)")
        return Completion(text="fine")

    async def aclose(self) -> None:
        pass


def asked(endpoint: Failing, calls: int, policy: RetryPolicy = QUICK) -> list[Any]:
    async def ask() -> list[Any]:
        with Cache(None) as cache:
            client = ModelClient(endpoint, cache, Meter(Budget(), None), retry_policy=policy)
            found: list[Any] = []
            for number in range(calls):
                try:
                    found.append(await client.write(Prompt((Message("user", str(number)),)), "x"))
                except ModelError as error:
                    found.append(error)
            await client.aclose()
            return found

    return asyncio.run(ask())


def test_where_nobody_was_ever_reached_the_first_call_stops_all() -> None:
    endpoint = Failing(0)
    found = asked(endpoint, 4)
    assert [type(one) for one in found] == [AccessError] * 4
    assert str(found[3]) == (
        "http://a.example/v1 cannot be reached (ConnectError: refused);"
        " check the address, and that the endpoint runs"
    )
    assert endpoint.calls == QUICK.max_attempts


def test_an_endpoint_that_is_gone_later_stops_all_after_some_calls() -> None:
    endpoint = Failing(1)
    found = asked(endpoint, 6)
    assert found[0] == "fine"
    assert [type(one) for one in found[1:]] == [UnreachableError] * (MAX_UNREACHED - 1) + [AccessError] * 3
    assert endpoint.calls == 1 + MAX_UNREACHED * QUICK.max_attempts


def test_a_run_ends_with_one_line_and_can_be_resumed(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("jurat.llm.pacing.RetryPolicy.wait", lambda *_: 0.001)
    (tmp_path / ".jurat").mkdir()
    row = '{"query": "What is the price?", "response": "It is $9.", "contexts": ["The price is $5."]}\n'
    (tmp_path / "rows.jsonl").write_text(row * 50)
    code = main(["run", "rows.jsonl", "--judge", "claim-lock", "--observer", f"llm:own={address}:m"])
    said = capsys.readouterr().err
    assert code == 2
    assert said.count("cannot be reached") == 1
    assert f"jurat run: {address}/ cannot be reached" in said
    assert "resume it with: jurat run --resume" in said
