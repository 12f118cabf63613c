"""Minutes of mixed load, and the memory of the server and of the processes that judge, minute by minute.

python -m bench.server --minutes 10
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from bench.server import Connection, Tally, body_of
from jurat.cases import ResponseCase

GOAL_GROWTH = 1.02
"""How much the last minute may hold beside the first after the warm-up."""
WARM_SHARE = 0.3
SAMPLE_SECONDS = 2.0

Asking = Callable[[Connection, int], Awaitable[int]]


@dataclass(frozen=True, slots=True)
class Sample:
    """Megabytes held at a moment: by the process that serves, and by those that judge together."""

    seconds: float
    server: float
    workers: float

    @property
    def whole(self) -> float:
        """All of it."""
        return self.server + self.workers


def sample(process: int, begun: float) -> Sample:
    """What a server and its children hold now."""
    return Sample(time.monotonic() - begun, held(process), sum(held(one) for one in _children(process)))


def held(process: int) -> float:
    """Megabytes that a process holds for itself; pages of files that it shares are not counted."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text().split()
    except OSError:
        return 0.0
    return (int(pages[1]) - int(pages[2])) * os.sysconf("SC_PAGE_SIZE") / 2**20


def _children(process: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process:
            found.append(int(path.parent.name))
    return found


def mixture(given: list[ResponseCase]) -> list[Asking]:
    """What a busy day asks for: cases, batches, runs, pages, exports, nonsense."""
    one = [body_of(case) for case in given]
    batch = json.dumps(
        {"judge": "claim-lock", "cases": [json.loads(body)["case"] for body in one[:16]]}
    ).encode()
    rows = b"".join(json.dumps(json.loads(body)["case"]).encode() + b"\n" for body in one[:32])
    council = json.dumps({"query": "Why?", "candidates": {"a": "So.", "b": "Not so."}}).encode()
    safety = json.dumps({"text": given[0].contexts[0] if given[0].contexts else "x"}).encode()

    def asking(method: str, path: str, body: bytes = b"") -> Asking:
        async def ask(connection: Connection, _: int) -> int:
            return (await connection.ask(method, path, body))[0]

        return ask

    async def single(connection: Connection, turn: int) -> int:
        return (await connection.ask("POST", "/v1/judge", one[turn % len(one)]))[0]

    async def run(connection: Connection, _: int) -> int:
        status, headers, answer = await connection.ask("POST", "/v1/runs?judge=claim-lock", rows)
        del headers
        if status == 202:
            name = quote(json.loads(answer)["id"])
            await connection.ask("GET", f"/v1/runs/{name}/events")
            await connection.ask("GET", f"/v1/runs/{name}/rows?q=the&limit=20")
            await connection.ask("GET", f"/v1/runs/{name}/export?format=csv")
            await connection.ask("DELETE", f"/v1/runs/{name}")
        return status

    return [
        *[single] * 12,
        asking("POST", "/v1/judge/batch", batch),
        asking("POST", "/v1/council", council),
        asking("POST", "/v1/safety", safety),
        asking("POST", "/v1/judge", b"{nonsense"),
        asking("GET", "/v1/runs"),
        asking("GET", "/"),
        run,
    ]


@asynccontextmanager
async def sampled(process: int) -> AsyncIterator[list[Sample]]:
    """Memory, looked at again and again, and told each minute."""
    found: list[Sample] = []
    begun = time.monotonic()

    async def look() -> None:
        told = 0
        while True:
            found.append(sample(process, begun))
            if found[-1].seconds >= 60 * (told + 1):
                told += 1
                print(_minute(told, found), flush=True)
            await asyncio.sleep(SAMPLE_SECONDS)

    task = asyncio.create_task(look())
    try:
        yield found
    finally:
        task.cancel()


def _minute(number: int, samples: list[Sample]) -> str:
    """The mean of one minute, as a line."""
    of = [one for one in samples if 60 * (number - 1) <= one.seconds < 60 * number] or samples[-1:]
    server, workers = (sum(getattr(one, name) for one in of) / len(of) for name in ("server", "workers"))
    return (
        f"  minute {number:3}   server {server:6.1f} MB  workers {workers:6.1f} MB  {server + workers:6.1f}"
    )


async def mixed(port: int, process: int, given: list[ResponseCase], clients: int, minutes: float) -> None:
    """Mixed load for some minutes, and whether the memory stays flat once the caches are full."""
    kinds, tally, stop = mixture(given), Tally(), time.monotonic() + 60 * minutes
    print(f"mixed load, {minutes:g} minutes, {clients} clients, {len(given)} cases", flush=True)

    async def client(number: int) -> None:
        connection, turn = Connection(port), number * len(given) // clients
        while time.monotonic() < stop:
            start = time.perf_counter()
            status = await kinds[turn % len(kinds)](connection, turn)
            tally.seconds.append(time.perf_counter() - start)
            tally.statuses[status] += 1
            turn += 1
            if status == 429:
                await asyncio.sleep(0.5)

    async with sampled(process) as samples:
        await asyncio.gather(*(client(number) for number in range(clients)))
    warm = [one for one in samples if one.seconds >= 60 * minutes * WARM_SHARE] or samples
    tenth = max(1, len(warm) // 7)
    early, late = (sum(one.whole for one in part) / len(part) for part in (warm[:tenth], warm[-tenth:]))
    print(f"  {len(tally.seconds)} requests, statuses {dict(sorted(tally.statuses.items()))}, ", end="")
    print(f"p99 {tally.quantile(0.99):.0f} ms")
    print(f"  after {WARM_SHARE:.0%} of the time {early:.1f} MB, at the end {late:.1f}: ", end="")
    print(f"{late / early:.3f} of it (goal: at most {GOAL_GROWTH})")
