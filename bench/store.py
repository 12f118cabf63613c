"""What keeping a run costs, and how long a page of a million kept results takes.

python -m bench.store [--rows 1000000] [--judged 300] [--data ../shared/bench] [--postgres URL]

Without a URL, a PostgreSQL of its own is started where it is installed (tests/postgres.sh).
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from sqlalchemy import text

from jurat.cases import Case, ResponseCase
from jurat.engines.judging_work import Judged, ResultBrief, ResultMark, judge_batch
from jurat.judges.judge import BATCH
from jurat.judges.registry import judge
from jurat.options import Options
from jurat.runs.recording import NoRecorder, RunRecorder, empty_summary, make_plan
from jurat.runs.run_summary import RunSummary
from jurat.runs.store.packed_lines import choose_dictionary, pack
from jurat.runs.store.run_records import Cursor, ResultQuery, Run, RunInput, RunPlan
from jurat.runs.store.store import Store, open_store

ROOT = Path(__file__).parents[1]
BASE = 1000
METRICS = ("relevance", "completeness", "hallucination")
READING = RunInput(data="rows.jsonl", folder="/")
GOAL_SECONDS = 0.1
GOAL_COST = 15

FILTERS = {
    "all": ResultQuery(),
    "verdict, common": ResultQuery(verdict="FAIL"),
    "verdict, 5 rows": ResultQuery(verdict="PASS"),
    "failed, 5 rows": ResultQuery(status="failed"),
    "unscored": ResultQuery(status="unscored"),
    "metric, any": ResultQuery(metric="relevance"),
    "metric, range": ResultQuery(metric="hallucination", low=0.4, high=0.6),
    "metric and verdict": ResultQuery(metric="relevance", low=0.9, verdict="WARN"),
    "metric and rare verdict": ResultQuery(metric="relevance", verdict="PASS"),
    "highest first": ResultQuery(order="relevance", descending=True),
    "cap": ResultQuery(cap="hallucination"),
    "cap and verdict": ResultQuery(cap="hallucination", verdict="FAIL"),
}

COPY_RESULTS = """
WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < :copies)
INSERT INTO results
SELECT run, place + k * :base, status, verdict, line, texts FROM results, n WHERE place <= :base
"""
COPY_SCORES = """
WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < :copies)
INSERT INTO scores
SELECT run, metric, verdict, (value * 8 + (k * 7919 - k * 7919 / 1000 * 1000) / 1000.0) / 9, place + k * :base
FROM scores, n WHERE place <= :base
"""
COPY_MARKS = """
WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < :copies)
INSERT INTO marks SELECT run, kind, value, place + k * :base FROM marks, n WHERE place <= :base
"""
MAKE_RARE = (
    "UPDATE results SET status = 'failed' WHERE place - place / :step * :step = 77",
    "UPDATE results SET verdict = 'PASS' WHERE place - place / :step * :step = 99",
    "UPDATE scores SET verdict = 'PASS' WHERE place - place / :step * :step = 99",
)


def cases(count: int, data: Path) -> list[Case]:
    """Responses of RAGTruth with their sources."""
    with gzip.open(data / "ragtruth.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in islice(lines, count)]
    return [
        ResponseCase(query=row["query"] or "Summarise.", response=row["output"], contexts=row["source"], id=n)
        for n, row in enumerate(rows)
    ]


def cost_of_keeping(count: int, data: Path) -> None:
    """Time in judging and in keeping the same batches, of one run."""
    made = judge("claim-lock")
    given = cases(count, data)
    list(made.judge_batch(given[:20]))
    judging = keeping = 0.0
    sizes: list[tuple[int, int]] = []
    with tempfile.TemporaryDirectory() as folder, open_store(f"{folder}/runs.sqlite", make=True) as store:
        plan = make_plan(made, READING, None)
        kept: RunRecorder = store.begin(plan, empty_summary(plan))
        plain: RunRecorder = NoRecorder(empty_summary(plan))
        for start in range(0, count, BATCH):
            begun = time.perf_counter()
            batch = judge_batch(made, given[start : start + BATCH])
            plain.write(batch)
            judged = time.perf_counter()
            kept.write(batch, given[start : start + BATCH])
            judging += judged - begun
            keeping += time.perf_counter() - judged
            dictionary = choose_dictionary([one.line for one in batch])
            sizes += [(len(one.line), len(pack(one.line, dictionary))) for one in batch]
    whole, packed = map(sum, zip(*sizes, strict=True))
    print(f"claim-lock over {count} responses of RAGTruth")
    print(f"  judging    {judging / count * 1e6:8.0f} µs/row")
    print(f"  keeping    {keeping / count * 1e6:8.0f} µs/row")
    print(f"  it adds    {keeping / judging * 100:8.1f} %   (goal: at most {GOAL_COST} %)")
    print(f"  a result of {whole / count:.0f} bytes takes {packed / count:.0f} ({packed / whole:.2f})")


def outcomes(count: int) -> list[Judged]:
    """Results of the size that Claim-Lock's have, with values all over the range."""
    rng = random.Random(5)
    made = []
    for number in range(count):
        values = tuple(None if rng.random() < 0.03 else round(rng.random(), 4) for _ in METRICS)
        words = [f"w{rng.randrange(5000)}" for _ in range(400)]
        line = json.dumps({"judge": "claim-lock", "id": number, "metrics": values, "words": " ".join(words)})
        verdict = "FAIL" if rng.random() < 0.4 else "WARN"
        marks = (ResultMark("cap", "hallucination"),) if rng.random() < 0.3 else ()
        made.append(Judged(line.encode(), ResultBrief(values, verdict, marks=marks)))
    return made


def big_run(store: Store, rows: int) -> Run:
    """A run of many results: a thousand that are written, and copies that the database makes."""
    plan = RunPlan(
        judge="claim-lock",
        version="0",
        observer="rules",
        signature="bench",
        metrics=METRICS,
        options=Options(),
        reading=READING,
    )
    writer = store.begin(plan, RunSummary.of(dict.fromkeys(METRICS, 1.0)))
    writer.write(outcomes(BASE))
    once = RunSummary.from_json(writer.summary.to_json())
    for _ in range(rows // BASE - 1):
        writer.summary.merge(once)
    writer.summary.verdicts["PASS"] += 5
    writer.done = rows
    copies = {"copies": rows // BASE - 1, "base": BASE}
    with store.writing() as connection:
        connection.execute(text(COPY_RESULTS), copies)
        connection.execute(text(COPY_SCORES), copies)
        connection.execute(text(COPY_MARKS), copies)
        for statement in MAKE_RARE:
            connection.execute(text(statement), {"step": rows // 5})
    writer.finish()
    return store.find("last")


def seconds(work: Callable[[], object]) -> float:
    """The wall-clock time of one go."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def page_times(store: Store, run: Run, wanted: ResultQuery) -> list[float]:
    """The times of the first pages, and of one that starts in the middle."""
    times, after = [], None
    for _ in range(5):
        start = time.perf_counter()
        page = store.page(run, wanted, after=after)
        times.append(time.perf_counter() - start)
        after = page.after
        if after is None:
            break
    middle = Cursor(run.done // 2, None if wanted.metric is None else 0.5)
    return [*times, seconds(lambda: store.page(run, wanted, after=middle))]


def slowest_seek(store: Store, run: Run) -> float:
    """The longest that it takes to find the middle of what a filter finds, where an index tells."""
    halves = {wanted: (store.count(run, wanted) or 0) // 2 for wanted in FILTERS.values()}
    known = {wanted: half for wanted, half in halves.items() if half and store.seekable(run, wanted)}
    return max(seconds(lambda: store.seek(run, wanted, half)) for wanted, half in known.items())  # noqa: B023


def pages(name: str, url: str, rows: int) -> None:
    """Print how long pages take in one store."""
    with open_store(url, make=True) as store:
        building = seconds(lambda: big_run(store, rows))
        run = store.find("last")
        print(f"{name}: {rows:,} results (made in {building:.0f} s), pages of 50; slowest of six")
        print(f"  {'runs list':<24} {seconds(store.runs) * 1000:7.1f} ms")
        print(f"  {'runs show':<24} {seconds(lambda: store.find('last')) * 1000:7.1f} ms")
        slowest = 0.0
        for label, wanted in FILTERS.items():
            worst = max(page_times(store, run, wanted))
            slowest = max(slowest, worst)
            print(f"  {label:<24} {worst * 1000:7.1f} ms")
        counted = max(seconds(lambda: store.count(run, wanted)) for wanted in FILTERS.values())  # noqa: B023
        print(f"  {'counting, slowest':<24} {counted * 1000:7.1f} ms")
        middle = slowest_seek(store, run)
        print(f"  {'starting in the middle':<24} {middle * 1000:7.1f} ms")
        slowest = max(slowest, counted, middle)
        print(f"  slowest beside the goal of {GOAL_SECONDS * 1000:.0f} ms: {slowest / GOAL_SECONDS:.2f}")


@contextmanager
def postgres(url: str | None) -> Iterator[str | None]:
    """A PostgreSQL: the one that is named, or one of our own, or none."""
    if url is not None:
        yield url
        return
    script = str(ROOT / "tests" / "postgres.sh")
    done = subprocess.run([script, "start", str(os.getpid())], capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"PostgreSQL is left out: {done.stderr.strip()}")
        yield None
        return
    made, folder = done.stdout.split()
    try:
        yield made
    finally:
        subprocess.run([script, "stop", folder], check=True)


def main() -> None:
    """Print the cost of keeping, then the pages of both stores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--judged", type=int, default=300)
    parser.add_argument("--data", type=Path, default=Path("../shared/bench"))
    parser.add_argument("--postgres", metavar="URL")
    given = parser.parse_args()
    cost_of_keeping(given.judged, given.data)
    with tempfile.TemporaryDirectory() as folder:
        pages("SQLite", f"{folder}/runs.sqlite", given.rows)
    with postgres(given.postgres) as url:
        if url is not None:
            pages("PostgreSQL", url, given.rows)


if __name__ == "__main__":
    main()
