"""Saved runs and pages of their results, as tables or JSON lines."""

from __future__ import annotations

import json as jsons
import sys
from collections.abc import Iterable
from typing import Any

from jurat.cli.render.console import Plain
from jurat.cli.render.run_tables import results_table, run_table
from jurat.cli.render.terminal import printable
from jurat.judges.council.council_spec import JURY
from jurat.judges.registry import is_council
from jurat.runs.store.run_records import ResultPage, Run, StoredResult


def resume_command(run: Run) -> str:
    """Return the command that resumes a run; a council needs its own options again."""
    return (
        f"the same jurat council and --resume {run.id}"
        if is_council(run.plan.judge) or run.plan.judge == JURY.name
        else f"jurat run --resume {run.id}"
    )


def show_run(run: Run, *, json: bool) -> None:
    """Print the plan and summary of a run."""
    if json:
        print_json([run.to_json()])
        return
    plan = run.plan
    facts = {
        "run": run.id,
        "name": run.notes.name or None,
        "tags": ", ".join(run.notes.tags) or None,
        "note": run.notes.note or None,
        "signature": plan.signature,
        "data": plan.reading.data,
        "fingerprint": plan.reading.fingerprint or "none (the data was a stream)",
        "parent": plan.parent,
        "started": run.started,
        "finished": run.finished or f"no; resume with: {resume_command(run)}",
        "seconds": f"{run.seconds:.1f}",
    }
    for name, value in facts.items():
        if value is not None:
            sys.stdout.write(f"{name:<12} {printable(value)}\n")
    Plain().print(run_table(plan.judge, run.summary))


def show_page(run: Run, page: ResultPage, *, json: bool) -> None:
    """Print a page of results and how to get the next one."""
    if json:
        _print_lines(page.results)
    else:
        Plain().print(results_table(run, page.results))
    if page.after is not None:
        sys.stderr.write(f"next page: --after {page.after}\n")


def print_json(values: Iterable[dict[str, Any]]) -> None:
    """Print one line of JSON for each value."""
    for value in values:
        sys.stdout.write(jsons.dumps(value) + "\n")


def _print_lines(results: Iterable[StoredResult]) -> None:
    sys.stdout.flush()
    for one in results:
        sys.stdout.buffer.write(one.line + b"\n")
    sys.stdout.buffer.flush()
