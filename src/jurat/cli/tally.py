"""`jurat tally`: labels in, auditable scores out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Annotated

import typer

from jurat.cli import options as flags
from jurat.cli.opening import open_lines
from jurat.cli.running import BAD_INPUT, FINE
from jurat.options import Options
from jurat.outcomes import CouncilResult, Outcome
from jurat.tallying import tally
from jurat.wire import dump


def command(
    file: Annotated[
        str, typer.Argument(help="A file of labels, one JSON object or JSONL; - for standard input.")
    ] = "-",
    *,
    pretty: Annotated[
        bool, typer.Option("--pretty", help="Show tables for a person instead of JSON.")
    ] = False,
    strict_partial: flags.StrictPartial = None,
    overlap: flags.OverlapFlag = None,
    relevance: flags.RelevanceFlag = None,
    threshold: flags.ThresholdFlag = None,
    weight: flags.WeightFlag = None,
    rubric: flags.RubricFlag = None,
    calibration: flags.CalibrationFlag = None,
    quorum: flags.QuorumFlag = None,
    safety_gate: flags.SafetyGateFlag = None,
    safety_score_cap: flags.SafetyCapFlag = None,
) -> int:
    """Score labels that people or other tools made: one result per line, in order.

    Options on an object win over these flags. A bad line becomes {"id", "error"} in its place, the others
    go on, and the exit code is 2.
    """
    changes = flags.given(locals())
    councils = flags.council_options(changes)
    show = _pretty() if pretty else _write_json
    clean = True
    with ExitStack() as stack:
        for outcome in tally(open_lines(file, "labels", stack), Options().changed(changes), councils):
            clean = clean and not _is_error(outcome)
            show(outcome)
    sys.stdout.flush()
    return FINE if clean else BAD_INPUT


def _is_error(outcome: Outcome) -> bool:
    return not isinstance(outcome, CouncilResult) and outcome.error is not None


def _write_json(outcome: Outcome) -> None:
    sys.stdout.buffer.write(dump(outcome) + b"\n")
    if sys.stdout.isatty():
        sys.stdout.buffer.flush()


def _pretty() -> Callable[[Outcome], None]:
    from jurat.cli.tables import show

    return show
