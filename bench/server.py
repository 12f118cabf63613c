"""What serving costs: single cases over loopback beside the same judge in this process, or mixed load.

python -m bench.server [--cases 400] [--clients 200] [--workers 2] [--minutes 0] [--data ../shared/bench]

With --minutes the mixed load is measured, and nothing else: see bench/server_memory.py. Single answers are
checked: every request gets its own id back, and the bytes that this process gives for its case.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.store import cases as ragtruth
from jurat.cases import ResponseCase
from jurat.judges.registry import judge
from jurat.wire import dump

GOAL_SHARE = 0.6


@dataclass(slots=True)
class Tally:
    """What came of some load."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: int = 0

    def quantile(self, share: float) -> float:
        """How long the given share of requests took at most, in milliseconds."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000 if ordered else 0.0


@dataclass(slots=True)
class Connection:
    """One client that keeps its connection."""

    port: int
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer."""
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(body)}\r\n"
        kind = "Content-Type: application/json\r\n\r\n"
        self.writer.write((head + kind).encode("ascii") + body)
        await self.writer.drain()
        status = int((await self.reader.readline()).split()[1])
        headers = {}
        while (line := await self.reader.readline()).strip():
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.lower()] = value.strip()
        return status, headers, await self._body(headers)

    async def _body(self, headers: dict[str, str]) -> bytes:
        assert self.reader is not None
        if "content-length" in headers:
            return await self.reader.readexactly(int(headers["content-length"]))
        whole = b""
        while headers.get("transfer-encoding") == "chunked":
            size = int(await self.reader.readline(), 16)
            whole += (await self.reader.readexactly(size + 2))[:-2]
            if not size:
                break
        return whole


@contextmanager
def served(store: str, workers: int, *arguments: str) -> Iterator[tuple[int, int]]:
    """A server on a free port: the port and the process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jurat", "serve", "--port", str(port), "--store", store]
    process = subprocess.Popen([*command, "--workers", str(workers), *arguments], stderr=subprocess.DEVNULL)
    try:
        asyncio.run(_ready(port))
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(60)


async def _ready(port: int) -> None:
    for _ in range(600):
        try:
            status, _, body = await Connection(port).ask("GET", "/v1/ready")
            if status == 200 and json.loads(body)["workers"] >= 1:
                return
        except OSError:
            pass
        await asyncio.sleep(0.2)
    raise SystemExit("the server does not start")


def body_of(case: ResponseCase) -> bytes:
    """A request to judge a case."""
    fields = {"id": case.id, "query": case.query, "contexts": case.contexts, "response": case.response}
    return json.dumps({"judge": "claim-lock", "case": fields}).encode()


def in_process(given: list[ResponseCase]) -> tuple[float, dict[str | int, bytes]]:
    """Cases a second in this process, one at a time, and what they give."""
    made = judge("claim-lock")
    made.judge(given[0])
    start = time.perf_counter()
    found = {case.id: dump(made.judge(case)) for case in given}
    return len(given) / (time.perf_counter() - start), found


async def load(port: int, given: list[ResponseCase], clients: int, known: dict[str | int, bytes]) -> Tally:
    """All cases through so many clients at once; who is told to wait comes again."""
    tally, waiting = Tally(), list(reversed([(case.id, body_of(case)) for case in given]))

    async def client() -> None:
        connection = Connection(port)
        while waiting:
            name, body = waiting.pop()
            start = time.perf_counter()
            status, headers, answer = await connection.ask("POST", "/v1/judge", body)
            while status == 429:
                tally.statuses[429] += 1
                await asyncio.sleep(float(headers["retry-after"]))
                status, headers, answer = await connection.ask("POST", "/v1/judge", body)
            tally.seconds.append(time.perf_counter() - start)
            tally.statuses[status] += 1
            tally.wrong += answer != known[name]

    await asyncio.gather(*(client() for _ in range(clients)))
    return tally


def short(count: int) -> list[ResponseCase]:
    """Answers of one sentence, where serving weighs most."""
    said = "The bridge over the river opened on 5 May 2021 and cost $12 million."
    return [
        ResponseCase(
            query="When did the bridge open?", response=f"It opened in May {n}.", contexts=(said,), id=n
        )
        for n in range(count)
    ]


def singles(what: str, given: list[ResponseCase], clients: int, workers: int) -> None:
    """Print the rates of single cases here and over loopback."""
    before, known = in_process(given)
    with tempfile.TemporaryDirectory() as folder, served(f"{folder}/runs.sqlite", workers) as (port, _):
        asyncio.run(load(port, given[: 4 * workers], workers, known))
        start = time.perf_counter()
        tally = asyncio.run(load(port, given, clients, known))
        rate = len(given) / (time.perf_counter() - start)
    after, _ = in_process(given)
    alone = (before + after) / 2
    print(f"claim-lock, {len(given)} {what}, one at a time, {clients} clients, {workers} workers")
    print(f"  in process   {before:8.1f} and {after:.1f} cases/s, before and after")
    print(f"  served       {rate:8.1f} cases/s, {rate / alone:.2f} of in process (goal: {GOAL_SHARE})")
    print(f"  p50 {tally.quantile(0.5):.0f} ms, p99 {tally.quantile(0.99):.0f} ms, from asking to the answer")
    answered = tally.statuses[200]
    print(f"  answered {answered} of {len(given)}, told to wait {tally.statuses[429]}, wrong {tally.wrong}")


def crowd(given: list[ResponseCase], workers: int) -> None:
    """Print what happens where more ask at once than may wait."""
    _, known = in_process(given)
    with tempfile.TemporaryDirectory() as folder, served(f"{folder}/runs.sqlite", workers) as (port, _):
        tally = asyncio.run(load(port, given, len(given), known))
    print(f"{len(given)} clients at once, a queue of 256: 429 with Retry-After {tally.statuses[429]} times")
    print(f"  answered {tally.statuses[200]} of {len(given)} in the end, wrong {tally.wrong}")


def main() -> None:
    """Print the rate of single cases and what a crowd meets, or how minutes of mixed load go."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--data", type=Path, default=Path("../shared/bench"))
    given = parser.parse_args()
    found = [case for case in ragtruth(given.cases, given.data) if isinstance(case, ResponseCase)]
    if given.minutes:
        from bench.server_memory import mixed

        with tempfile.TemporaryDirectory() as folder, served(f"{folder}/r.sqlite", given.workers) as at:
            asyncio.run(mixed(*at, found, min(given.clients, 20), given.minutes))
        return
    singles("responses of RAGTruth", found, given.clients, given.workers)
    singles("answers of a sentence", short(4 * given.cases), given.clients, given.workers)
    crowd(found, given.workers)


if __name__ == "__main__":
    main()
