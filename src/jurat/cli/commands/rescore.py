"""`jurat rescore`: score a saved run again with other options, without observing it again."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from functools import partial
from typing import Annotated

import typer

from jurat.cli.dispatch import BAD_INPUT, FINE
from jurat.cli.flags import option_flags as flags
from jurat.cli.flags.store_flags import RunArgument, StoreFlag, store_named
from jurat.cli.render.console import Plain
from jurat.cli.render.failure_summary import print_failures
from jurat.cli.render.run_tables import run_table
from jurat.cli.render.terminal import printable
from jurat.errors import InputError
from jurat.judges.project_options import project_options
from jurat.runs.recording import empty_summary, rescored_plan
from jurat.runs.rescoring import rescore, scorer
from jurat.runs.results.result_file import check_out, held, result_file


def command(
    run: RunArgument,
    *,
    out: Annotated[
        str | None, typer.Option("--out", "-o", help="Also write the new results to a file.")
    ] = None,
    store: StoreFlag = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not print the summary table.")] = False,
    strict_partial: flags.StrictPartial = None,
    relevance: flags.RelevanceFlag = None,
    threshold: flags.ThresholdFlag = None,
    weight: flags.WeightFlag = None,
    rubric: flags.RubricFlag = None,
    calibration: flags.CalibrationFlag = None,
    quorum: flags.QuorumFlag = None,
    safety_gate: flags.SafetyGateFlag = None,
    safety_score_cap: flags.SafetyCapFlag = None,
) -> int:
    """Score a saved run again with other options, as a new run that refers to the old one.

    Options of the judge in jurat.yaml override those of the saved run, and flags override both. Observations
    are taken from the saved results; no text is read and no model is called.
    """
    from jurat.runs.store.store import open_store

    changes = flags.given_options(locals())
    with ExitStack() as stack:
        opened = stack.enter_context(open_store(store_named(store)))
        parent = opened.find(run)
        options = parent.plan.options.merge(project_options(parent.plan.judge)).merge(changes)
        plan = rescored_plan(parent, options, out)
        score = scorer(parent, plan.options, partial(opened.case, parent))
        check_out(out, parent.plan.reading.data)
        stack.enter_context(held(out))
        writer = opened.begin(plan, empty_summary(plan))
        write = stack.enter_context(result_file(out, None, plan.known_metrics))
        try:
            for done in rescore(opened.results(parent), score):
                writer.write(done)
                write(one.line for one in done)
        except InputError:
            opened.delete(writer.run)
            raise
        writer.finish()
    sys.stderr.write(f"saved as run {writer.run.id} in {printable(opened.where)}, from {parent.id}\n")
    if not quiet:
        Plain(stderr=out == "-").print(run_table(plan.judge, writer.summary))
    print_failures(writer.summary.failed, (), writer.run.id, out)
    return BAD_INPUT if writer.summary.failed else FINE
