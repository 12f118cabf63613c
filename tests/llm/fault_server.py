"""A server on loopback that answers chat completions, well or with a fault."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

Fault = str
"""How one request is answered: `ok`, a status such as `429`, or one of the faults in `_respond`."""

_ANSWERED = ("ok", "slow-ok", "truncated", "drip")
"""Faults under which a completion is sent, in whole or in part."""


class FaultServer:
    """Answers requests one after the other by what a function says of the request's number and body."""

    def __init__(
        self,
        plan: Callable[[int, dict[str, Any]], Fault],
        reply: str | Callable[[dict[str, Any]], str] = '{"answer": "yes"}',
        logprobs: Callable[[str], list[dict[str, Any]]] | None = None,
    ) -> None:
        self.plan, self.reply, self.logprobs = plan, reply, logprobs
        self.bodies: list[dict[str, Any]] = []
        self.paid: list[str] = []
        self.headers: list[str] = []
        self.most_at_once = 0
        self._at_once = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> FaultServer:
        self._thread.start()
        start = asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(start, self._loop).result()
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            lines = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
            sizes = [int(value) for name, value in lines.items() if name.lower() == "content-length"]
            body = json.loads(await reader.readexactly(sizes[0]))
            self.headers.append(head)
            self.bodies.append(body)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            try:
                fault = self.plan(len(self.bodies), body)
                self.paid += [json.dumps(body)] if fault in ("ok", "slow-ok") else []
                whole = self._completion(body) if fault in _ANSWERED else b""
                await self._respond(fault, whole, writer)
            finally:
                self._at_once -= 1
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _respond(self, fault: Fault, whole: bytes, writer: asyncio.StreamWriter) -> None:
        if fault == "ok":
            writer.write(_http(200, whole))
        elif fault == "stall":
            await asyncio.sleep(3600)
        elif fault == "reset":
            writer.transport.abort()
        elif fault == "truncated":
            writer.write(_http(200, whole)[: -len(whole) // 2])
        elif fault == "drip":
            for byte in _http(200, whole):
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.05)
        elif fault == "garbage":
            writer.write(_http(200, b"<html>busy</html>", "text/html"))
        elif fault == "endless":
            writer.write(b"HTTP/1.1 200 X\r\nContent-Type: application/json\r\n\r\n{")
            while not writer.transport.is_closing():
                writer.write(b" " * 2**16)
                await writer.drain()
        elif fault == "gzip":
            packed = gzip.compress(whole + b" " * 2**26)
            writer.write(_http(200, packed, extra="Content-Encoding: gzip\r\n"))
        elif fault == "tool-calls":  # below the limit of bytes, yet an object for every three of them
            calls = b'"tool_calls": [' + b"{}," * 1_300_000 + b"{}]"
            message = b'{"role": "assistant", "content": "{}", ' + calls + b"}"
            writer.write(_http(200, b'{"choices": [{"index": 0, "message": ' + message + b"}]}"))
        elif fault == "choices-object":
            writer.write(_http(200, b'{"object": "chat.completion", "choices": {"0": 1}}'))
        elif fault.startswith("redirect "):
            _, status, target = fault.split()
            writer.write(_http(int(status), b"", extra=f"Location: {target}\r\n"))
        elif fault == "no-choices":
            writer.write(_http(200, b'{"object": "chat.completion", "choices": []}'))
        elif fault == "slow-ok":
            await asyncio.sleep(0.02)
            writer.write(_http(200, whole))
        else:
            status, _, words = fault.partition(" ")
            number, _, wait = status.partition("+")
            extra = f"Retry-After: {wait}\r\n" if wait else ""
            error = json.dumps({"error": {"message": words or "no", "type": "t"}}).encode()
            writer.write(_http(int(number), error, extra=extra))
        if not writer.transport.is_closing():
            await writer.drain()

    def _completion(self, body: dict[str, Any]) -> bytes:
        reply = self.reply if isinstance(self.reply, str) else self.reply(body)
        choice: dict[str, Any] = {"index": 0, "finish_reason": "stop"}
        choice["message"] = {"role": "assistant", "content": reply}
        if self.logprobs is not None and body.get("logprobs"):
            choice["logprobs"] = {"content": self.logprobs(reply)}
        return json.dumps(
            {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": "m",
                "choices": [choice],
                "usage": {"prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16},
            }
        ).encode()


def _http(status: int, body: bytes, kind: str = "application/json", extra: str = "") -> bytes:
    head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{extra}"
    return head.encode() + b"Connection: close\r\n\r\n" + body
