"""`jurat runs`: the runs that are kept."""

from __future__ import annotations

import json as jsons
import sys
from collections.abc import Iterable
from itertools import islice
from typing import Annotated, Any

import typer

from jurat.cli.console import Plain
from jurat.cli.run_tables import results_table, run_table, runs_table
from jurat.cli.running import FINE
from jurat.cli.stores import (
    MetricFlag,
    RunArgument,
    StatusFlag,
    StoreFlag,
    VerdictFlag,
    store_named,
    wanted,
)
from jurat.cli.terminal import printable
from jurat.errors import OptionError
from jurat.judges.judge import BATCH
from jurat.runs.output import check_out, held, result_file
from jurat.runs.store.records import Kept, Page, Place, Run
from jurat.runs.store.store import PAGE, open_store

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON lines instead of a table.")]
LimitFlag = Annotated[int, typer.Option("--limit", min=1, help="How many at most.")]


def list_runs(
    *,
    judge: Annotated[str | None, typer.Option("--judge", help="Only runs of this judge.")] = None,
    limit: LimitFlag = 20,
    before: Annotated[str | None, typer.Option("--before", metavar="RUN", help="Only older runs.")] = None,
    json: JsonFlag = False,
    store: StoreFlag = None,
) -> int:
    """List the runs that are kept, the newest first."""
    with open_store(store_named(store)) as opened:
        last = None if before is None else opened.find(before)
        found = opened.runs(judge=judge, before=last, limit=limit)
    if json:
        _print_json(run.to_json() for run in found)
    else:
        Plain().print(runs_table(found))
    if len(found) == limit:
        sys.stderr.write(f"older runs: --before {found[-1].id}\n")
    return FINE


def show(
    run: RunArgument,
    *,
    rows: Annotated[bool, typer.Option("--rows", help="Show results, not only the summary.")] = False,
    verdict: VerdictFlag = None,
    status: StatusFlag = None,
    metric: MetricFlag = None,
    limit: LimitFlag = PAGE,
    after: Annotated[str | None, typer.Option("--after", metavar="PLACE", help="The next page.")] = None,
    json: JsonFlag = False,
    store: StoreFlag = None,
) -> int:
    """Show a run: what was judged and how, and its summary; or a page of its results."""
    asked = any((rows, verdict, status, metric, after))
    with open_store(store_named(store)) as opened:
        found = opened.find(run)
        place = None if after is None else Place.parse(after)
        chosen = wanted(verdict, status, metric)
        page = opened.page(found, chosen, after=place, limit=limit) if asked else None
    if page is None:
        _show_run(found, json=json)
    else:
        _show_page(found, page, json=json)
    return FINE


def export(
    run: RunArgument,
    *,
    out: Annotated[str, typer.Option("--out", "-o", help="*.jsonl, *.csv, *.tsv or *.parquet; - for JSONL.")],
    verdict: VerdictFlag = None,
    status: StatusFlag = None,
    metric: MetricFlag = None,
    store: StoreFlag = None,
) -> int:
    """Write a run's results to a file, as `jurat run -o` would have."""
    with open_store(store_named(store)) as opened:
        found = opened.find(run)
        check_out(out, found.plan.reading.data)
        results = opened.results(found, wanted(verdict, status, metric))
        count = 0
        with held(out), result_file(out, found.plan.reading.data, found.plan.known_metrics) as write:
            while batch := list(islice(results, BATCH)):
                write(one.line for one in batch)
                count += len(batch)
    sys.stderr.write(f"{count:,} results of run {found.id}\n")
    if found.finished is None:
        sys.stderr.write(f"it is not finished; go on with: {_resume(found)}\n")
    return FINE


def delete(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Ids, or the starts of them, or last.")],
    *,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    store: StoreFlag = None,
) -> int:
    """Delete runs with all their results."""
    with open_store(store_named(store)) as opened:
        found = [opened.find(run) for run in runs]
        names = ", ".join(run.id for run in found)
        if not yes and not _agreed(names):
            raise OptionError("nothing was deleted", hint="say --yes to delete without being asked")
        for run in found:
            opened.delete(run)
    sys.stderr.write(f"deleted {names}\n")
    return FINE


def _agreed(names: str) -> bool:
    return sys.stdin.isatty() and typer.confirm(f"delete {names}?")


def _resume(run: Run) -> str:
    """The command that goes on with a run; a council is told anew who sits in it."""
    return (
        f"the same jurat council and --resume {run.id}"
        if run.plan.judge == "council"
        else f"jurat run --resume {run.id}"
    )


def _show_run(run: Run, *, json: bool) -> None:
    if json:
        _print_json([run.to_json()])
        return
    plan = run.plan
    facts = {
        "run": run.id,
        "signature": plan.signature,
        "data": plan.reading.data,
        "fingerprint": plan.reading.fingerprint or "none: the data was a stream",
        "parent": plan.parent,
        "started": run.started,
        "finished": run.finished or f"no; go on with: {_resume(run)}",
        "seconds": f"{run.seconds:.1f}",
    }
    for name, value in facts.items():
        if value is not None:
            sys.stdout.write(f"{name:<12} {printable(value)}\n")
    Plain().print(run_table(plan.judge, run.summary))


def _show_page(run: Run, page: Page, *, json: bool) -> None:
    if json:
        _print_lines(page.results)
    else:
        Plain().print(results_table(run, page.results))
    if page.after is not None:
        sys.stderr.write(f"next page: --after {page.after}\n")


def _print_json(values: Iterable[dict[str, Any]]) -> None:
    for value in values:
        sys.stdout.write(jsons.dumps(value) + "\n")


def _print_lines(results: Iterable[Kept]) -> None:
    sys.stdout.flush()
    for one in results:
        sys.stdout.buffer.write(one.line + b"\n")
    sys.stdout.buffer.flush()


commands = {"list": list_runs, "show": show, "export": export, "delete": delete}
