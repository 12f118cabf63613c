"""`jurat run`: a file of cases through one judge, results in order."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.console import Console

from jurat.cli import options as flags
from jurat.cli.judging import JobsFlag, JudgeFlag, builder, how_many, require_judge
from jurat.cli.progress import progress
from jurat.cli.running import BAD_INPUT, FINE
from jurat.cli.tables import run_table
from jurat.cli.terminal import printable
from jurat.data import CaseStream, open_writer, read_cases
from jurat.data.counting import count_rows
from jurat.engines.engine import Judged
from jurat.judges.judge import Judge
from jurat.options import Options
from jurat.runs.runner import local_engine, run
from jurat.runs.summary import RunSummary


def command(
    data: Annotated[str, typer.Argument(help="JSONL, JSON, CSV, TSV or Parquet; - for JSONL on stdin.")],
    *,
    judge: JudgeFlag = None,
    out: Annotated[
        str,
        typer.Option("--out", "-o", help="*.jsonl, *.csv, *.tsv or *.parquet; - for JSONL on stdout."),
    ],
    jobs: JobsFlag = 1,
    limit: Annotated[int | None, typer.Option("--limit", min=0, help="Judge the first N rows.")] = None,
    where: Annotated[
        str | None, typer.Option("--where", help="""Only rows for which this holds, e.g. 'task == "QA"'.""")
    ] = None,
    maps: Annotated[
        list[str] | None, typer.Option("--map", metavar="OURS=THEIRS", help="Which column is which field.")
    ] = None,
    read_as: Annotated[
        str | None, typer.Option("--format", help="The format of DATA, whatever its name.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No table at the end.")] = False,
    strict_partial: flags.StrictPartial = None,
    overlap: flags.OverlapFlag = None,
    relevance: flags.RelevanceFlag = None,
    threshold: flags.ThresholdFlag = None,
    weight: flags.WeightFlag = None,
) -> int:
    """Judge every row of a file; results come in the order of the rows.

    A row that cannot be judged becomes {"id", "error"} in its place; the others go on, the exit code is 2.
    """
    changes = flags.given(
        strict_partial=strict_partial,
        overlap=overlap,
        relevance=relevance,
        thresholds=flags.named_numbers(threshold, "--threshold"),
        weights=flags.named_numbers(weight, "--weight"),
    )
    build = builder(require_judge(judge), Options().changed(changes))
    made = build()
    stream = read_cases(data, made.case_type, format=read_as, maps=maps or (), where=where, limit=limit)
    _tell(stream)
    summary = _summary(made)
    total = None if where is not None or not sys.stderr.isatty() else count_rows(data, read_as)
    total = total if limit is None or total is None else min(limit, total)
    with open_writer(out, source=data, metrics=made.metrics) as writer, progress(total) as advance:
        for done in _judged(stream, build, how_many(jobs)):
            writer.write_lines(one.line for one in done)
            summary.add(one.brief for one in done)
            advance(len(done), sum(one.brief.failed for one in done))
    if not quiet:
        Console(stderr=out == "-", highlight=False).print(run_table(made.name, summary))
    return BAD_INPUT if summary.failed else FINE


def _judged(stream: CaseStream, build: Any, jobs: int) -> Iterator[list[Judged]]:
    return run(stream.cases, build, local_engine(jobs))


def _summary(judge: Judge[Any, Any]) -> RunSummary:
    return RunSummary.of(judge.metrics, top=1.0 if judge.name == "claim-lock" else 10.0)


def _tell(stream: CaseStream) -> None:
    """Say how the file was understood."""
    sys.stderr.write(printable(stream.fields.describe()) + "\n")
