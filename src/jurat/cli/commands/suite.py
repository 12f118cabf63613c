"""`jurat suite`: have models answer cases, judge the answers, gate and report."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from jurat.cli.dispatch import BAD_INPUT, FINE, GATE_FAILED
from jurat.cli.flags.flag_groups import Without
from jurat.cli.flags.judge_flags import judge_options
from jurat.cli.flags.model_flags import ModelFlags
from jurat.cli.flags.store_flags import StoreFlag, results_of, store_named
from jurat.cli.render.console import Plain
from jurat.cli.render.figures import Column, Figures, plain
from jurat.cli.render.gate_table import gate_figures
from jurat.cli.render.terminal import printable
from jurat.cli.run_output import execute_run
from jurat.errors import OptionError
from jurat.judges.observer_config import ObserverConfig
from jurat.runs.compare.comparison import compare
from jurat.runs.gate.checks import check_gate
from jurat.runs.gate.requirements import parse_requirement
from jurat.runs.recording import RunSetup
from jurat.runs.report.number_format import plural
from jurat.runs.report.report_data import make_report, read_report_data
from jurat.runs.report.report_file import kept_texts, report_format, write_report
from jurat.runs.results.result_columns import ResultColumns, read_columns
from jurat.runs.run_engine import EngineChoice
from jurat.runs.service import resume_run, run_input, set_up, start_run
from jurat.runs.store.store import open_store
from jurat.runs.suite.answering import answer_rows
from jurat.runs.suite.promptfoo_import import import_promptfoo, is_promptfoo
from jurat.runs.suite.suite_file import Suite, make_suite
from jurat.runs.suite.suite_run import FOLDER, earlier_run, judge_name, variants
from jurat.settings import cache_location, read_yaml

_LOOKED_AT = 200
"""Runs among which an earlier one of the same suite is looked for."""


def command(
    file: Annotated[str, typer.Argument(help="YAML file of the suite, or a configuration of promptfoo.")],
    *,
    again: Annotated[bool, typer.Option("--again", help="Judge again even if nothing has changed.")] = False,
    store: StoreFlag = None,
    models: Annotated[ModelFlags, Without("votes")],
) -> int:
    """Have models answer cases, judge the answers, check requirements and write a report.

    Answers are cached and the run is saved, so a repeated suite requests and judges only what is missing. The
    exit code is 3 if a requirement fails, 2 if a row failed.
    """
    suite = _read(Path(file))
    document = suite.document
    make = report_format(document.report) if document.report else None
    required = [parse_requirement(one) for one in document.require]
    rows = FOLDER / f"{suite.name}.rows.jsonl"
    cache = None if models.no_cache else Path(models.cache or cache_location(Path.cwd()))
    done = answer_rows(suite, rows, cache=cache, concurrency=models.concurrency or 8)
    told = f"{plural(done.rows, 'answer')}, {done.calls:,} asked for now"
    sys.stderr.write(f"{told}{f', {done.failed:,} failed' if done.failed else ''}\n")
    run, failed = _judged(suite, rows, models, store_named(store), again=again)
    source = results_of(run, store)
    columns = read_columns(source)
    console = Plain()
    console.print(_table(suite, columns))
    if make is not None and document.report is not None:
        found = read_report_data(source)
        write_report(document.report, make(make_report(found, cases=kept_texts(found, source))))
        sys.stderr.write(f"wrote {document.report}\n")
    if not required and document.baseline is None:
        return BAD_INPUT if failed else FINE
    before = None if document.baseline is None else read_columns(results_of(document.baseline, store))
    result = check_gate(columns, required, None if before is None else compare(before, columns))
    console.print(gate_figures(result))
    return GATE_FAILED if not result.passed else BAD_INPUT if failed else FINE


def _read(path: Path) -> Suite:
    """Read a suite; list the unsupported settings of a promptfoo configuration."""
    document = read_yaml(path)
    if not is_promptfoo(document):
        return make_suite(document, path)
    found = import_promptfoo(document)
    for part in found.unsupported:
        sys.stderr.write(f"not supported: {printable(part)}\n")
    return make_suite(found.document, path)


def _judged(suite: Suite, rows: Path, models: ModelFlags, store: str, *, again: bool) -> tuple[str, bool]:
    """Judge the answers or resume an earlier run of the same answers; return its id and failures."""
    name = judge_name(suite)
    observing = _observing(suite, models)
    options = judge_options(name, suite.document.options)  # type: ignore[arg-type]
    setup = set_up(name, options, observing, run_input(str(rows)), None)
    earlier = None if again else _earlier(setup, store)
    if earlier is not None and earlier[1]:
        sys.stderr.write(f"nothing has changed since run {earlier[0]}\n")
        return earlier[0], earlier[2]
    begin = partial(start_run, setup, store=store)
    if earlier is not None:
        begin = partial(resume_run, earlier[0], store=store)
    run = execute_run(begin, EngineChoice(), quiet=True)
    return run.id, bool(run.recorder.summary.failed)


def _observing(suite: Suite, models: ModelFlags) -> ObserverConfig:
    """Return the observer of flags, else that of the suite."""
    if models.observer:
        (found,) = models.observers()
        return found
    given = suite.document.observer
    if "," in given:
        raise OptionError("names several observers", where="observer", hint="name one")
    cache = None if models.no_cache else str(models.cache or cache_location(Path.cwd()))
    found = ObserverConfig(observer=given)
    return ObserverConfig(observer=given, cache=cache) if found.asks_models else found


def _earlier(setup: RunSetup, store: str) -> tuple[str, bool, bool] | None:
    """Return the id of an earlier run of the same suite, whether it is finished, and whether rows failed."""
    if not store.startswith("postgresql") and not Path(store).is_file():
        return None
    with open_store(store, make=False) as opened:
        found = earlier_run(opened.runs(limit=_LOOKED_AT), setup.plan)
    return None if found is None else (found.id, found.finished is not None, bool(found.summary.failed))


def _table(suite: Suite, columns: ResultColumns) -> Figures:
    """Render the mean of each metric by prompt and model."""
    heads = [Column("prompt", figures=False, prose=True), Column("model", figures=False, prose=True)]
    heads += [Column("rows"), *map(Column, columns.metrics)]
    heads += [Column(name) for name in ("PASS", "WARN", "FAIL")]
    table = Figures(heads, plain(f"{suite.name} · {columns.judge}"), framed=True)
    for one in variants(suite, columns):
        means = ["–" if mean is None else f"{mean:.2f}" for mean in one.means.values()]
        verdicts = [str(one.verdicts.get(name, 0)) for name in ("PASS", "WARN", "FAIL")]
        table.add(*map(plain, [one.prompt, one.model, str(one.rows), *means, *verdicts]))
    return table
