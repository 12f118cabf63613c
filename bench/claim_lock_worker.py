"""One side of bench.claim_lock: a process that judges the rows it is told to and says what they cost.

It reads lines of `task first last` and answers each with a line of JSON. The sides stand in processes of
their own, so that each has its own build of Jurat and its own memory, and take turns, so that a machine whose
speed drifts is as fast for one as for the other.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Literal, get_args

from bench.claim_lock_rows import make_cases, shared_contexts
from jurat.cases import ResponseCase
from jurat.engines.judging_work import JudgingWork
from jurat.engines.local_engine import LocalEngine
from jurat.judges.registry import judge
from jurat.observations import ResponseObservations
from jurat.observers.grounding.passages import PASSAGES
from jurat.version import compiled

Side = Literal["python", "compiled", "obvious"]
Task = Literal["rows", "shared", "two"]
Observer = Callable[[Sequence[ResponseCase]], Iterator[ResponseObservations]]
BATCH = 25


@dataclass(frozen=True, slots=True)
class Spent:
    """What a task took: CPU seconds, or how many times one process two are; contexts found again; memory."""

    figure: float
    found: int
    megabytes: float


def megabytes() -> float:
    """The most memory this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def seconds(observer: Observer, cases: Sequence[ResponseCase]) -> float:
    """CPU seconds of observing all cases."""
    start = time.process_time()
    for _ in observer(cases):
        pass
    return time.process_time() - start


def clock(jobs: int, cases: Sequence[ResponseCase]) -> float:
    """Seconds by the clock for whole results of all cases from so many processes."""
    batches = [cases[start : start + BATCH] for start in range(0, len(cases), BATCH)]
    start = time.perf_counter()
    for _ in LocalEngine(jobs).run(JudgingWork(partial(judge, "claim-lock")), batches):
        pass
    return time.perf_counter() - start


def speed_up(cases: Sequence[ResponseCase], rounds: int = 3) -> float:
    """How many times the rows of one process two manage, starting left out, by the least of their turns."""
    few = cases[: len(cases) // 5]
    turns = [[clock(jobs, cases) - clock(jobs, few) for jobs in (1, 2)] for _ in range(rounds)]
    one, two = (min(turn[jobs] for turn in turns) for jobs in (0, 1))
    return one / two


def observer_of(side: Side) -> Observer:
    """What a side does to rows; a build that is not the one named is an error."""
    if side == "obvious":
        from bench import obvious

        return obvious.observe
    from jurat.observers.responses.response_observer import observe

    if compiled() != (side == "compiled"):
        raise SystemExit(f"this is not the {side} build")
    return observe


class Worker:
    """The other end: a side in a process of its own, which uses the package in one folder."""

    def __init__(self, side: Side, package: Path, data: Path, rows: int) -> None:
        command = [sys.executable, "-m", "bench.claim_lock_worker", side, str(data), str(rows)]
        env = {**os.environ, "PYTHONPATH": str(package)}
        self._process = subprocess.Popen(
            command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def do(self, task: Task, first: int, last: int) -> Spent:
        """Have a task done, and wait for it."""
        if self._process.stdin is None or self._process.stdout is None:
            raise ValueError("a worker without pipes")
        self._process.stdin.write(f"{task} {first} {last}\n")
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("a side of the benchmark ended early; what it said stands above")
        return Spent(**json.loads(answer))

    def end(self) -> None:
        """Let the process go."""
        self._process.communicate()


def serve(side: Side, data: Path, rows: int) -> None:
    """Do the tasks that come in, after a few rows to warm up."""
    observer, cases = observer_of(side), make_cases(data, rows)
    lists = {"rows": cases, "shared": shared_contexts(cases)}
    seconds(observer, cases[:3])
    for line in sys.stdin:
        task, first, last = line.split()
        hits = PASSAGES.counts().hits
        part = lists["shared" if task == "shared" else "rows"][int(first) : int(last)]
        figure = speed_up(part) if task == "two" else seconds(observer, part)
        spent = Spent(figure, PASSAGES.counts().hits - hits, megabytes())
        print(json.dumps(asdict(spent)), flush=True)


if __name__ == "__main__":
    (chosen,) = (one for one in get_args(Side) if one == sys.argv[1])
    serve(chosen, Path(sys.argv[2]), int(sys.argv[3]))
