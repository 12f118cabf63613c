"""`jurat runs`: saved runs."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from jurat.cli.commands.runs_changes import delete, edit
from jurat.cli.dispatch import FINE
from jurat.cli.flags.store_flags import (
    JsonFlag,
    LimitFlag,
    MetricFlag,
    RunArgument,
    StatusFlag,
    StoreFlag,
    VerdictFlag,
    result_query,
    store_named,
)
from jurat.cli.render.console import Plain
from jurat.cli.render.run_tables import runs_table
from jurat.cli.render.stored_runs import print_json, resume_command, show_page, show_run
from jurat.cli.render.terminal import printable
from jurat.judges.judge import BATCH
from jurat.runs.results.exported_lines import exported_lines
from jurat.runs.results.result_file import check_out, held, result_file
from jurat.runs.store.recovery import recover_store
from jurat.runs.store.run_records import Cursor
from jurat.runs.store.store import PAGE, open_store


def list_runs(
    *,
    judge: Annotated[str | None, typer.Option("--judge", help="Only runs of this judge.")] = None,
    tag: Annotated[str | None, typer.Option("--tag", help="Only runs with this tag.")] = None,
    limit: LimitFlag = 20,
    before: Annotated[
        str | None, typer.Option("--before", metavar="RUN", help="Only runs older than this one.")
    ] = None,
    json: JsonFlag = False,
    store: StoreFlag = None,
) -> int:
    """List saved runs, newest first."""
    with open_store(store_named(store)) as opened:
        found = opened.runs(judge=judge, tag=tag, before=opened.find(before) if before else None, limit=limit)
    if json:
        print_json(run.to_json() for run in found)
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
    after: Annotated[
        str | None, typer.Option("--after", metavar="PLACE", help="Continue after this position.")
    ] = None,
    json: JsonFlag = False,
    store: StoreFlag = None,
) -> int:
    """Show the settings and summary of a run, or a page of its results."""
    asked = any((rows, verdict, status, metric, after))
    with open_store(store_named(store)) as opened:
        found = opened.find(run)
        place = None if after is None else Cursor.parse(after)
        chosen = result_query(verdict, status, metric)
        page = opened.page(found, chosen, after=place, limit=limit) if asked else None
    if page is None:
        show_run(found, json=json)
    else:
        show_page(found, page, json=json)
    return FINE


def export(
    run: RunArgument,
    *,
    out: Annotated[
        str,
        typer.Option("--out", "-o", help="File: *.jsonl, *.csv, *.tsv or *.parquet; - for JSONL on stdout."),
    ],
    verdict: VerdictFlag = None,
    status: StatusFlag = None,
    metric: MetricFlag = None,
    texts: Annotated[bool, typer.Option("--texts", help="Also write the texts of the cases.")] = False,
    store: StoreFlag = None,
) -> int:
    """Write a run's results to a file, as `jurat run -o` does."""
    with open_store(store_named(store)) as opened:
        found = opened.find(run)
        check_out(out, found.plan.reading.data)
        results = opened.results(found, result_query(verdict, status, metric))
        names, count = () if texts else found.plan.known_metrics, 0
        with held(out), result_file(out, found.plan.reading.data, names) as write:
            while batch := list(islice(results, BATCH)):
                write(exported_lines(opened, found, batch, texts=texts))
                count += len(batch)
    sys.stderr.write(f"{count:,} results of run {found.id}\n")
    if found.finished is None:
        sys.stderr.write(f"the run is not finished; resume it with: {resume_command(found)}\n")
    return FINE


def recover(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A damaged SQLite store.")],
    *,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FOLDER", help="A new folder: one JSONL file for each run.")
    ],
) -> int:
    """Export the results that can still be read from a damaged store; the store is not changed."""
    recovered = recover_store(Path(file), Path(out))
    for one in recovered:
        lost = f", {one.lost:,} lost" if one.lost else ""
        sys.stdout.write(f"{printable(one.path)}: {one.read:,} results{lost}\n")
    sys.stderr.write(f"{sum(one.read for one in recovered):,} results of {len(recovered)} runs\n")
    return FINE


commands = {
    "list": list_runs,
    "show": show,
    "edit": edit,
    "export": export,
    "delete": delete,
    "recover": recover,
}
