"""A million rows in a real store: a thousand that are judged, and copies of them that the database makes."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text

from bench.store import COPY_MARKS, COPY_RESULTS
from jurat.cases import ResponseCase
from jurat.engines.judging_work import judge_batch
from jurat.judges.registry import judge
from jurat.runs.recording import empty_summary, make_plan
from jurat.runs.run_summary import RunSummary
from jurat.runs.store.run_records import RunInput
from jurat.runs.store.store import open_store

BASE, ROWS = 1000, 1_000_000
COPY_SCORES = """
WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < :copies)
INSERT INTO scores SELECT run, metric, verdict, value, place + k * :base AS place FROM scores, n
WHERE scores.place <= :base ORDER BY 1, 2, 3, 4, 5
"""


def cases() -> list[ResponseCase]:
    """Short answers about a price: every third is wrong, every tenth has no context."""
    return [
        ResponseCase(
            query="What does the tea cost?",
            response=f"The tea costs ${9 if number % 3 == 0 else 5}.",
            contexts=() if number % 10 == 0 else ("The tea costs $5.",),
            id=f"tea {number}",
        )
        for number in range(1, BASE + 1)
    ]


def fill(folder: Path) -> tuple[str, RunSummary]:
    """The id of a run of a million rows in a store of this folder, and its figures."""
    given, made = cases(), judge("claim-lock")
    plan = make_plan(made, RunInput(data="tea.jsonl", folder="/"), None)
    with open_store(str(folder / "runs.sqlite"), make=True) as store:
        writer = store.begin(plan, empty_summary(plan))
        writer.write(judge_batch(made, given), given)
        once = RunSummary.from_json(writer.summary.to_json())
        with store.writing() as connection:
            connection.exec_driver_sql("PRAGMA cache_size = -200000")
            for statement in (COPY_RESULTS, COPY_SCORES, COPY_MARKS):
                connection.execute(text(statement), {"copies": ROWS // BASE - 1, "base": BASE})
        for _ in range(ROWS // BASE - 1):
            writer.summary.merge(once)
        writer.done = ROWS
        writer.finish()
        return writer.run.id, writer.summary
