"""`jurat rescore`: a kept run scored again with other options; nothing is observed anew."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from functools import partial
from typing import Annotated

import typer

from jurat.cli import options as flags
from jurat.cli.console import Plain
from jurat.cli.failures import tell_failures
from jurat.cli.run_tables import run_table
from jurat.cli.running import BAD_INPUT, FINE
from jurat.cli.stores import RunArgument, StoreFlag, store_named
from jurat.cli.terminal import printable
from jurat.runs.keeping import empty_summary, rescored_plan
from jurat.runs.output import check_out, held, result_file
from jurat.runs.rescoring import rescore, scorer


def command(
    run: RunArgument,
    *,
    out: Annotated[
        str | None, typer.Option("--out", "-o", help="Write the new results to a file too.")
    ] = None,
    store: StoreFlag = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No table at the end.")] = False,
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
    """Score a kept run again with other options, as a new run that names the old one.

    What was observed is taken from the kept results, so no text is read and no model asked.
    """
    from jurat.runs.store.store import open_store

    changes = flags.given(locals())
    with ExitStack() as stack:
        opened = stack.enter_context(open_store(store_named(store)))
        parent = opened.find(run)
        plan = rescored_plan(parent, parent.plan.options.changed(changes), out)
        score = scorer(parent, plan.options, partial(opened.case, parent))
        check_out(out, parent.plan.reading.data)
        stack.enter_context(held(out))
        writer = opened.begin(plan, empty_summary(plan))
        write = stack.enter_context(result_file(out, None, plan.known_metrics))
        for done in rescore(opened.results(parent), score):
            writer.write(done)
            write(one.line for one in done)
        writer.finish()
    sys.stderr.write(f"kept as run {writer.run.id} in {printable(opened.where)}, from {parent.id}\n")
    if not quiet:
        Plain(stderr=out == "-").print(run_table(plan.judge, writer.summary))
    tell_failures(writer.summary.failed, (), writer.run.id, out)
    return BAD_INPUT if writer.summary.failed else FINE
