"""`jurat score`: labels in, auditable scores out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Annotated

import typer

from jurat.cli.dispatch import BAD_INPUT, FINE
from jurat.cli.flags import option_flags as flags
from jurat.cli.flags.judge_flags import judge_options
from jurat.cli.io import open_lines
from jurat.errors import InputError
from jurat.judges.label_scoring import score_labels
from jurat.judges.registry import judge_names
from jurat.outcomes import CouncilResult, JuryResult, Outcome
from jurat.wire import dump


def command(
    file: Annotated[
        str, typer.Argument(help="Labels: one JSON object or JSONL; - for standard input.")
    ] = "-",
    *,
    pretty: Annotated[bool, typer.Option("--pretty", help="Print tables instead of JSON.")] = False,
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
    """Score labels made by people or other tools: one result per line, in order.

    Options of an object override these flags. A bad line becomes {"id", "error"}; the other lines are scored
    and the exit code is 2, as it is if there is no line.
    """
    changes = flags.given_options(locals())
    councils = flags.council_options(changes)
    chosen = {name: judge_options(name, changes) for name in judge_names()}
    show = _pretty() if pretty else _write_json
    seen, clean = False, True
    with ExitStack() as stack:
        for outcome in score_labels(
            open_lines(file, "labels", stack), lambda name: chosen.get(name, councils), councils
        ):
            seen, clean = True, clean and not _is_error(outcome)
            show(outcome)
    sys.stdout.flush()
    if not seen:
        where = "standard input" if file == "-" else file
        raise InputError("has no labels", where=where, hint="nothing was scored; write one object per line")
    return FINE if clean else BAD_INPUT


def _is_error(outcome: Outcome) -> bool:
    return not isinstance(outcome, CouncilResult | JuryResult) and outcome.error is not None


def _write_json(outcome: Outcome) -> None:
    sys.stdout.buffer.write(dump(outcome) + b"\n")
    if sys.stdout.isatty():
        sys.stdout.buffer.flush()


def _pretty() -> Callable[[Outcome], None]:
    from jurat.cli.render.result_tables import show

    return show
