"""`jurat run`: a file of cases through one judge, results in order, every batch kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from jurat.cli import observing as asking
from jurat.cli import options as flags
from jurat.cli.console import Plain
from jurat.cli.disagreement import show_disagreement
from jurat.cli.failures import SHOWN, reasons, tell_failures
from jurat.cli.judging import JobsFlag, JudgeFlag, builder, how_many, require_judge
from jurat.cli.progress import progress
from jurat.cli.run_parts import EngineName, Hands, PartsWork, begin_parts, goes_to_parts, read_stream
from jurat.cli.run_tables import run_table
from jurat.cli.running import BAD_INPUT, FINE
from jurat.cli.stores import StoreFlag, announced, store_named
from jurat.data import CaseStream
from jurat.data.counting import count_rows
from jurat.errors import OptionError
from jurat.judges.judge import BATCH, Build
from jurat.judges.observing import Observing
from jurat.options import Options
from jurat.runs.fingerprint import fingerprint
from jurat.runs.keeping import Keeping, Unkept, check_resumable, empty_summary, plan_of
from jurat.runs.languages import foreign
from jurat.runs.output import check_out, held, result_file
from jurat.runs.runner import local_engine, run_cases, run_stream
from jurat.runs.store.records import Plan, Reading


def command(
    data: Annotated[
        str | None,
        typer.Argument(help="JSONL, JSON, CSV, TSV or Parquet: a file, folder, pattern or URL; - for stdin."),
    ] = None,
    *,
    judge: JudgeFlag = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            help="*.jsonl, *.csv, *.tsv or *.parquet; - for JSONL on stdout; a folder/ for Parquet parts.",
        ),
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="RUN", help="Go on with a run that was cut off.")
    ] = None,
    store: StoreFlag = None,
    no_store: Annotated[bool, typer.Option("--no-store", help="Keep nothing; needs --out.")] = False,
    no_texts: Annotated[
        bool, typer.Option("--no-texts", help="Keep the results without the texts that were judged.")
    ] = False,
    jobs: JobsFlag = None,
    engine: Annotated[
        EngineName, typer.Option("--engine", help="Processes here, or workers on Ray.")
    ] = "local",
    address: Annotated[
        str | None,
        typer.Option("--address", help="The Ray cluster; without it Ray is started on this machine."),
    ] = None,
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
    observer: asking.ObserverFlag = None,
    samples: asking.SamplesFlag = None,
    max_calls: asking.MaxCallsFlag = None,
    max_tokens: asking.MaxTokensFlag = None,
    max_cost: asking.MaxCostFlag = None,
    prices: asking.PricesFlag = None,
    cache: asking.CacheFlag = None,
    no_cache: asking.NoCacheFlag = False,
    concurrency: asking.ConcurrencyFlag = None,
    deadline: asking.DeadlineFlag = None,
    strict_partial: flags.StrictPartial = None,
    overlap: flags.OverlapFlag = None,
    relevance: flags.RelevanceFlag = None,
    threshold: flags.ThresholdFlag = None,
    weight: flags.WeightFlag = None,
) -> int:
    """Judge every row of a file; results come in the order of the rows.

    The run is kept with all results; --resume goes on with one that was cut off, as if nothing had happened.
    A row that cannot be judged becomes {"id", "error"} in its place; the others go on, the exit code is 2.
    """
    changes = flags.given(locals())
    limits: dict[str, Any] = {
        "max_calls": max_calls,
        "max_tokens": max_tokens,
        "max_cost": max_cost,
        "prices": prices,
        "cache": cache,
        "concurrency": concurrency,
        "deadline": deadline,
    }
    hands = Hands(engine, address, jobs)
    if resume is not None:
        said = (data, judge, out, limit, where, maps, read_as, changes or None, no_store or None)
        _refuse(*said, no_texts or None, observer, samples)
        asked = partial(asking.resumed, no_cache=no_cache, **limits)
        works = [_done(partial(_resumed, resume, store_named(store), asked), hands, quiet=quiet)]
    else:
        quick = goes_to_parts(out, engine)
        reading = _reading(data, read_as, maps, where, limit, quick=quick)
        plans = []
        for observing in asking.observers(observer, no_cache=no_cache, samples=samples, **limits):
            build = builder(require_judge(judge), Options().changed(changes), observing)
            plans.append((plan_of(build(), reading, out, observing, texts=not no_texts), build))
        named = None if no_store else store_named(store)
        _check_together([plan for plan, _ in plans], named)
        works = [_done(partial(_begun, plan, build, named), hands, quiet=quiet) for plan, build in plans]
        if len(works) > 1:
            show_disagreement([work.name for work in works], store_named(store))
    return BAD_INPUT if any(work.keeping.summary.failed for work in works) else FINE


@dataclass(frozen=True, slots=True)
class Work:
    """A run about to go: its rows, what judges and keeps them, and the lines that were kept before."""

    plan: Plan
    build: Build
    stream: CaseStream
    keeping: Keeping
    earlier: Iterator[bytes]
    name: str = ""
    failures: list[str] = field(default_factory=list)


def _done(
    begin: Callable[[Hands, ExitStack], Work | PartsWork], hands: Hands, *, quiet: bool
) -> Work | PartsWork:
    """A run carried to its end, and its table shown."""
    with ExitStack() as stack:
        work = begin(hands, stack)
        if isinstance(work, Work):
            _judge(work, how_many(hands.jobs))
        else:
            work.judge()
    if not quiet:
        table = run_table(work.plan.judge, work.keeping.summary)
        Plain(stderr=work.plan.out == "-").print(table)
    tell_failures(work.keeping.summary.failed, work.failures, work.name, work.plan.out)
    return work


def _check_together(plans: Sequence[Plan], store: str | None) -> None:
    """Refuse what several observers side by side cannot share."""
    if len(plans) == 1:
        return
    if plans[0].out is not None or store is None:
        hint = "leave --out and --no-store out; each is kept: jurat runs export RUN"
        raise OptionError("several observers make several runs", where="--observer", hint=hint)
    if plans[0].reading.fingerprint is None:
        hint = "save it as a file first"
        raise OptionError("a stream can be observed only once", where="DATA", hint=hint)


def _refuse(*given: object) -> None:
    """A run that goes on is what it was: nothing can be said anew."""
    if any(one is not None for one in given):
        hint = "leave the data and the other options out, or start a new run"
        raise OptionError("the run says already what is judged and how", where="--resume", hint=hint)


def _reading(
    data: str | None,
    read_as: str | None,
    maps: list[str] | None,
    where: str | None,
    limit: int | None,
    *,
    quick: bool,
) -> Reading:
    if data is None:
        raise OptionError("is missing", where="DATA", hint="name a file, or - for standard input")
    return Reading(
        data=data,
        folder=str(Path.cwd()),
        fingerprint=fingerprint(data, read_as, quick=quick),
        format=read_as,
        maps=tuple(maps or ()),
        where=where,
        limit=limit,
    )


def _begun(plan: Plan, build: Build, store: str | None, hands: Hands, stack: ExitStack) -> Work | PartsWork:
    """A new run; nothing is kept of it before its data and its output are known to be fit."""
    if goes_to_parts(plan.out, hands.engine):
        return begin_parts(plan, build, hands, store, stack)
    check_out(plan.out, plan.reading.data)
    if store is None and plan.out is None:
        raise OptionError("is missing", where="--out", hint="say where to write, or keep the run")
    stream, summary = read_stream(plan, build), empty_summary(plan)
    stack.enter_context(held(plan.out))
    if store is None:
        return Work(plan, build, stream, Unkept(summary), iter(()))
    from jurat.runs.store.store import open_store

    opened = stack.enter_context(open_store(store, make=True))
    writer = opened.begin(plan, summary)
    stack.enter_context(announced(writer.run.id, opened.where))
    return Work(plan, build, stream, writer, iter(()), writer.run.id)


def _resumed(
    name: str, store: str, asked: Callable[[Observing], Observing], hands: Hands, stack: ExitStack
) -> Work | PartsWork:
    """A run that was cut off, from the first row that is not kept."""
    from jurat.runs.store.store import open_store

    opened = stack.enter_context(open_store(store))
    found = opened.find(name)
    build = builder(found.plan.judge, found.plan.options, asked(found.plan.observing))
    check_resumable(found, build())
    if found.parts is not None:
        return begin_parts(found.plan, build, hands, store, stack, found)
    stream = read_stream(found.plan, build)
    stack.enter_context(held(found.plan.out))
    writer = opened.resume(found)
    stack.enter_context(announced(found.id, opened.where))
    earlier = (one.line for one in opened.results(writer.run)) if found.plan.out else iter(())
    return Work(found.plan, build, stream, writer, earlier, found.id)


def _judge(work: Work, jobs: int) -> None:
    """Judge what is left; a batch is kept first, then written."""
    plan, keeping, made = work.plan, work.keeping, work.build()
    rows = islice(work.stream.cases, keeping.done, None)
    found = run_stream(rows, made) if made.asking else run_cases(rows, work.build, local_engine(jobs))
    with (
        result_file(plan.out, plan.reading.data, plan.metrics) as write,
        asking.told(made.asking),
        progress(_total(plan), made.asking) as advance,
    ):
        while lines := list(islice(work.earlier, BATCH)):
            write(lines)
        advance(keeping.done, keeping.summary.failed)
        strange = 0
        for cases, done in found:
            keeping.write(done, cases if plan.texts else ())
            write(one.line for one in done)
            advance(len(done), sum(one.brief.failed for one in done))
            if len(work.failures) < SHOWN:
                work.failures.extend(reasons(done))
            strange += foreign(cases)
    keeping.finish()
    if strange and made.asking is None:
        sys.stderr.write(f"note: {strange:,} rows do not read as English, which is all that the rules know\n")


def _total(plan: Plan) -> int | None:
    """About how many rows there are, where that is shown and cheap to know."""
    reading = plan.reading
    if reading.where is not None or not sys.stderr.isatty():
        return None
    total = count_rows(reading.data, reading.format)
    return total if reading.limit is None or total is None else min(reading.limit, total)
