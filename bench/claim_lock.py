"""What Claim-Lock's rules cost: beside the obvious implementation, on one process and on two, and in memory.

    python -m bench.claim_lock [--rows 2000] [--baseline-rows 200] [--data ../shared/bench]
    python -m bench.claim_lock --memory-rows 100000

Rows have queries of 12 words, contexts of 400 and responses of 80, cut from RAGTruth where it is present and
made by a seeded generator elsewhere. Every context is its own first; then each stands under four responses.
The two processes are timed by the clock, so that figure needs two idle cores; the rest is processor time.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from bench import obvious
from bench.ragtruth import DATA, read
from jurat.cases import ResponseCase
from jurat.engines.judging import Judging
from jurat.engines.local import Processes
from jurat.judges.registry import judge
from jurat.observations import ResponseObservations
from jurat.observers.rules.anchors import observe
from jurat.text.contexts import PASSAGES

QUERY, CONTEXT, RESPONSE = 12, 400, 80
GOAL, GOAL_OF_TWO, GOAL_OF_MEMORY = 8.0, 1.8, 1024
SHARED = 4
BATCH = 25
NEWS = (
    "the council of Northfield voted on Monday to build a new bridge over the river for $12 million because",
    "engineers found cracks in 1998 and residents asked the mayor who did not like plans that would shut",
    "three roads while Acme Ltd. offered steel from Ohio and the school moved its 450 pupils away .",
)
WORDS = " ".join(NEWS).split()


@dataclass(frozen=True, slots=True)
class Cost:
    """Rows and the CPU seconds they took."""

    rows: int
    seconds: float

    @property
    def rate(self) -> float:
        """Rows a CPU second."""
        return self.rows / self.seconds


def words_of(texts: Sequence[str], count: int, number: int) -> str:
    """So many words, from one text on."""
    found: list[str] = []
    while len(found) < count:
        found += texts[number % len(texts)].split()
        number += 1
    return " ".join(found[:count])


def generated(count: int) -> Iterator[str]:
    """Texts of made-up news."""
    rng = random.Random(11)
    for _ in range(count):
        yield " ".join(rng.choices(WORDS, k=CONTEXT))


def make_cases(folder: Path, count: int) -> list[ResponseCase]:
    """Rows of the stated sizes, every context once."""
    return list(stream_cases(folder, count))


def stream_cases(folder: Path, count: int) -> Iterator[ResponseCase]:
    """The same, one after the other."""
    if (folder / "ragtruth.jsonl.gz").exists():
        rows = list(islice(read(folder), 0, None, 3))
        sources = list(dict.fromkeys(text for row in rows for text in row.case.contexts))
        responses = [row.case.response for row in rows]
    else:
        sources = responses = list(generated(500))
    for number in range(count):
        yield ResponseCase(
            query=words_of(responses, QUERY, 7 * number + 3),
            contexts=(f"{number} {words_of(sources, CONTEXT - 1, number)}",),
            response=words_of(responses, RESPONSE, number),
            id=number,
        )


def shared_contexts(cases: Sequence[ResponseCase]) -> list[ResponseCase]:
    """The same rows, several responses to a context."""
    return [
        ResponseCase(
            query=case.query, response=case.response, contexts=cases[number // SHARED].contexts, id=case.id
        )
        for number, case in enumerate(cases)
    ]


def cost(
    observer: Callable[[Sequence[ResponseCase]], Iterator[ResponseObservations]],
    cases: Sequence[ResponseCase],
) -> Cost:
    """CPU seconds of observing all cases, after a few to warm up."""
    for _ in observer(cases[:3]):
        pass
    start = time.process_time()
    for _ in observer(cases):
        pass
    return Cost(len(cases), time.process_time() - start)


def clock(jobs: int, cases: Sequence[ResponseCase]) -> float:
    """Seconds by the clock for whole results of all cases from so many processes."""
    batches = [cases[start : start + BATCH] for start in range(0, len(cases), BATCH)]
    start = time.perf_counter()
    for _ in Processes(jobs).run(Judging(partial(judge, "claim-lock")), batches):
        pass
    return time.perf_counter() - start


def speed_up(cases: Sequence[ResponseCase]) -> float:
    """How many times the rows of one process two manage, starting left out."""
    few = cases[: len(cases) // 5]
    one, two = (clock(jobs, cases) - clock(jobs, few) for jobs in (1, 2))
    return one / two


def megabytes() -> float:
    """The most memory this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print rows per CPU second, the ratios, what repeated contexts save, and memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--baseline-rows", type=int, default=200)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--memory-rows", type=int, default=0, help="only the memory of so many rows")
    given = parser.parse_args()
    if given.memory_rows:
        for case in stream_cases(given.data, given.memory_rows):
            list(observe([case]))
        print(f"claim-lock, {given.memory_rows} rows, every context once: at most {megabytes():.0f} MB")
        print(f"  (goal: below {GOAL_OF_MEMORY})")
        return
    cases = make_cases(given.data, given.rows)
    before = megabytes()
    ours = cost(observe, cases)
    held = megabytes()
    hits = PASSAGES.counts().hits
    shared = cost(observe, shared_contexts(cases))
    found = PASSAGES.counts().hits - hits
    base = cost(obvious.observe, cases[: given.baseline_rows])
    print(f"claim-lock, {given.rows} rows: query {QUERY}, context {CONTEXT}, response {RESPONSE} words")
    print(f"  obvious implementation   {base.rate:8.1f} rows per CPU second ({base.rows} rows)")
    print(f"  jurat rules              {ours.rate:8.1f} rows per CPU second")
    print(f"  ratio                    {ours.rate / base.rate:8.1f}   (goal: at least {GOAL:g})")
    print(f"  {SHARED} responses a context   {shared.rate:8.1f} rows per CPU second, {found} found again")
    print(f"  two processes            {speed_up(cases):8.2f} x one   (goal: at least {GOAL_OF_TWO:g})")
    print(f"  memory                   {held:8.0f} MB, {held - before:.0f} MB more than before the rows")


if __name__ == "__main__":
    main()
