"""`jurat run`: judge every row of a file; results in order, every batch saved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import typer

from jurat.cli.dispatch import BAD_INPUT, FINE
from jurat.cli.flags.judge_flags import JobsFlag, JudgeFlag, judge_for, judge_options
from jurat.cli.flags.model_flags import ModelFlags
from jurat.cli.flags.option_flags import RowOptionFlags
from jurat.cli.flags.store_flags import StoreFlag, store_named
from jurat.cli.render.disagreement_table import show_disagreement
from jurat.cli.run_output import execute_run
from jurat.errors import OptionError
from jurat.runs.run_engine import EngineChoice, EngineName, writes_parts
from jurat.runs.run_progress import ReadyRun
from jurat.runs.service import resume_run, run_input, set_up, start_run
from jurat.runs.store.run_records import RunPlan


def command(
    data: Annotated[
        str | None,
        typer.Argument(help="JSONL, JSON, CSV, TSV or Parquet: file, folder, glob or URL; - for stdin."),
    ] = None,
    *,
    judge: JudgeFlag = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            help="*.jsonl, *.csv, *.tsv or *.parquet; - for JSONL on stdout; folder/ for Parquet parts.",
        ),
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="RUN", help="Resume an interrupted run.")
    ] = None,
    store: StoreFlag = None,
    no_store: Annotated[
        bool, typer.Option("--no-store", help="Do not save the run; requires --out.")
    ] = False,
    no_texts: Annotated[
        bool, typer.Option("--no-texts", help="Save results without the judged texts.")
    ] = False,
    jobs: JobsFlag = None,
    row_timeout: Annotated[
        float | None,
        typer.Option("--row-timeout", metavar="SECONDS", min=0.1, help="A row that takes longer fails."),
    ] = None,
    engine: Annotated[
        EngineName, typer.Option("--engine", help="local: worker processes; ray: workers on a Ray cluster.")
    ] = "local",
    address: Annotated[
        str | None,
        typer.Option("--address", help="Address of the Ray cluster (default: start Ray on this machine)."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=0, max=10**12, help="Judge only the first N rows.")
    ] = None,
    where: Annotated[
        str | None, typer.Option("--where", help="""Judge only rows that match, e.g. 'task == "QA"'.""")
    ] = None,
    maps: Annotated[
        list[str] | None, typer.Option("--map", metavar="OURS=THEIRS", help="Map a field to a column.")
    ] = None,
    read_as: Annotated[
        str | None, typer.Option("--format", help="Format of DATA (default: by file name).")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not print the summary table.")] = False,
    models: ModelFlags,
    options: RowOptionFlags,
) -> int:
    """Judge every row of a file; results are in the order of the rows.

    The run is saved with all results; --resume continues an interrupted run. A row that cannot be judged
    becomes {"id", "error"}; the other rows are judged and the exit code is 2. It is also 2 if no row was
    judged. Without --judge, the judge in jurat.yaml is used, or else one is chosen by the columns.
    """
    changes, choice = options.changes(), EngineChoice(engine, address, jobs, row_timeout)
    if resume is not None:
        given = (data, judge, out, limit, where, maps, read_as, changes or None, no_store or None)
        _refuse(*given, no_texts or None, models.observer, models.votes)
        begin = partial(resume_run, resume, store=store_named(store), observing=models.resumed)
        return _exit_code([execute_run(begin, choice, quiet=quiet)])
    quick = writes_parts(out, engine)
    if data is None:
        raise OptionError("is missing", where="DATA", hint="name a file, or - for standard input")
    reading = run_input(data, format=read_as, maps=maps or (), where=where, limit=limit, quick=quick)
    name = judge_for(judge, reading)
    setups = [
        set_up(name, judge_options(name, changes), observing, reading, out, texts=not no_texts)
        for observing in models.observers()
    ]
    named = None if no_store else store_named(store)
    _check_together([setup.plan for setup in setups], named)
    runs = [execute_run(partial(start_run, one, store=named), choice, quiet=quiet) for one in setups]
    if len(runs) > 1:
        show_disagreement([run.id for run in runs], store_named(store))
    return _exit_code(runs)


def _exit_code(runs: Sequence[ReadyRun]) -> int:
    """Return 0 only if there were rows and all of them were judged."""
    summaries = [run.recorder.summary for run in runs]
    return BAD_INPUT if any(one.failed or not one.rows for one in summaries) else FINE


def _check_together(plans: Sequence[RunPlan], store: str | None) -> None:
    """Raise an error if several observers cannot be compared with these options."""
    if len(plans) == 1:
        return
    if plans[0].out is not None or store is None:
        hint = "remove --out and --no-store; export a saved run with jurat runs export RUN"
        raise OptionError("several observers create several runs", where="--observer", hint=hint)
    if plans[0].reading.fingerprint is None:
        hint = "save it to a file first"
        raise OptionError("a stream can be read only once", where="DATA", hint=hint)


def _refuse(*given: object) -> None:
    """Raise an error if --resume is combined with data or judge options."""
    if any(one is not None for one in given):
        hint = "remove them, or start a new run"
        raise OptionError("--resume cannot be combined with data or judge options", hint=hint)
