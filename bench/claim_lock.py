"""What Claim-Lock's rules cost: beside the obvious implementation, on one process and on two, and in memory.

    python -m bench.claim_lock [--rows 2000] [--baseline-rows 200] [--data ../shared/bench]
    python -m bench.claim_lock --memory-rows 100000

Both builds are measured, Python and compiled; the second is made where there is a compiler. They take turns
with the obvious implementation in blocks of rows, and figures are of the sums, as a machine's speed drifts.
Every context is its own first; then each stands under four responses. The two processes are timed by the
clock, so that figure needs two idle cores; the rest is processor time. The memory of many rows is that of
the build that runs: Python, or the compiled one with PYTHONPATH=build/compiled.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from bench.claim_lock_rows import CONTEXT, QUERY, RESPONSE, SHARED, stream_cases
from bench.claim_lock_worker import Side, Spent, Task, Worker, megabytes
from bench.ragtruth import DATA
from jurat.observers.responses.response_observer import observe
from jurat.version import compiled
from tools.compile import ROOT, SOURCE, TREE

GOAL, GOAL_OF_TWO, GOAL_OF_MEMORY = 8.0, 1.8, 1024
BLOCK = 80
"""Rows of ours in a turn."""


def packages() -> dict[Side, Path]:
    """The builds that there are here, and where their packages stand."""
    found: dict[Side, Path] = {"python": SOURCE.parent}
    making = [sys.executable, str(ROOT / "tools" / "compile.py")]  # in a process of its own, memory and all
    if subprocess.run(making, check=False).returncode == 0:
        found["compiled"] = TREE
    return found


def in_turns(workers: Mapping[Side, Worker], task: Task, rows: int, others: int) -> dict[Side, list[Spent]]:
    """What each side took for each block, one side after the other; the obvious one has fewer rows."""
    spent: dict[Side, list[Spent]] = {side: [] for side in workers}
    for first in range(0, rows, BLOCK):
        last = min(rows, first + BLOCK)
        for side, worker in workers.items():
            part = (first * others // rows, last * others // rows) if side == "obvious" else (first, last)
            spent[side].append(worker.do(task, *part))
    return spent


def seconds(spent: list[Spent]) -> float:
    """CPU seconds of all blocks."""
    return sum(one.figure for one in spent)


def show(what: str, sides: Mapping[Side, str], after: str = "") -> None:
    """A line of figures, one for each build."""
    print(f"  {what:<23}{''.join(f'{figure:>10}' for figure in sides.values())}   {after}".rstrip())


def measure(data: Path, rows: int, others: int) -> None:
    """Print rows per CPU second, the ratios, what repeated contexts save, two processes, and memory."""
    builds = packages()
    workers = {side: Worker(side, package, data, rows) for side, package in builds.items()}
    baseline = Worker("obvious", SOURCE.parent, data, rows)
    before = {side: worker.do("rows", 0, 0).megabytes for side, worker in workers.items()}
    spent = in_turns({**workers, "obvious": baseline}, "rows", rows, others)
    baseline.end()
    base = others / seconds(spent["obvious"])
    shared = in_turns(workers, "shared", rows, 0)
    two = {side: worker.do("two", 0, rows).figure for side, worker in workers.items()}
    for worker in workers.values():
        worker.end()

    def each(figure: Callable[[Side], str]) -> dict[Side, str]:
        return {side: figure(side) for side in builds}

    print(f"claim-lock, {rows} rows: query {QUERY}, context {CONTEXT}, response {RESPONSE} words")
    print(f"  obvious implementation   {base:8.1f}   rows per CPU second ({others} rows)")
    show("", each(str))
    show("jurat rules", each(lambda side: f"{rows / seconds(spent[side]):.1f}"), "rows per CPU second")
    ratios = each(lambda side: f"{rows / seconds(spent[side]) / base:.1f}")
    show("ratio", ratios, f"(goal: at least {GOAL:g})")
    found = sum(one.found for one in shared["python"])
    rates = each(lambda side: f"{rows / seconds(shared[side]):.1f}")
    show(f"{SHARED} responses a context", rates, f"rows per CPU second, {found} found again")
    show("two processes", each(lambda side: f"{two[side]:.2f}"), f"x one   (goal: at least {GOAL_OF_TWO:g})")
    show("memory", each(lambda side: f"{spent[side][-1].megabytes:.0f}"), "MB")
    more = each(lambda side: f"{spent[side][-1].megabytes - before[side]:.0f}")
    show("", more, "MB more than before the rows")


def measure_memory(data: Path, rows: int) -> None:
    """Print the most memory that so many rows need."""
    for case in stream_cases(data, rows):
        list(observe([case]))
    build = "compiled" if compiled() else "python"
    print(f"claim-lock, {build}, {rows} rows, every context once: at most {megabytes():.0f} MB")
    print(f"  (goal: below {GOAL_OF_MEMORY})")


def main() -> None:
    """Measure speed, or memory alone."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--baseline-rows", type=int, default=200)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--memory-rows", type=int, default=0, help="only the memory of so many rows")
    given = parser.parse_args()
    if given.memory_rows:
        measure_memory(given.data, given.memory_rows)
    else:
        measure(given.data, given.rows, given.baseline_rows)


if __name__ == "__main__":
    main()
