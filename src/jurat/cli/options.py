"""The command-line flags that set the switches of the rules."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from jurat.errors import OptionError
from jurat.options import THRESHOLDS, Calibration, OptionChanges, Options, Overlap, Preset, RelevanceFormula
from jurat.settings import council_environment

StrictPartial = Annotated[
    bool | None,
    typer.Option("--strict-partial/--no-strict-partial", help="Partial claims lock as unsupported ones do."),
]
OverlapFlag = Annotated[
    Overlap | None, typer.Option("--overlap", help="How a segment's overlap is measured.")
]
RelevanceFlag = Annotated[
    RelevanceFormula | None, typer.Option("--relevance", help="Claim-Lock's relevance formula.")
]
ThresholdFlag = Annotated[
    list[str] | None,
    typer.Option(
        "--threshold", "--thresholds", metavar="NAME=X", help=f"Set a threshold: {', '.join(THRESHOLDS)}."
    ),
]
WeightFlag = Annotated[
    list[str] | None,
    typer.Option(
        "--weight", "--weights", metavar="NAME=X", help="Weights of metrics, or of a council's dimensions."
    ),
]
RubricFlag = Annotated[Preset | None, typer.Option("--rubric", help="A council's rubric preset.")]
CalibrationFlag = Annotated[
    Calibration | None, typer.Option("--calibration", help="How a council's reviewers are made comparable.")
]
QuorumFlag = Annotated[
    int | None, typer.Option("--quorum", min=1, help="Kept reviews that a candidate needs.")
]
SafetyGateFlag = Annotated[
    bool | None,
    typer.Option("--safety-gate/--no-safety-gate", help="Cap candidates that fail the safety gate."),
]
SafetyCapFlag = Annotated[
    float | None, typer.Option("--safety-score-cap", min=0, max=10, help="What the safety gate caps at.")
]


def named_numbers(flags: list[str] | None, flag: str) -> dict[str, float]:
    """Flags of the form NAME=X, several separated by commas.

    >>> named_numbers(["accuracy=0.5,clarity=0.5"], "--weight")
    {'accuracy': 0.5, 'clarity': 0.5}
    """
    numbers: dict[str, float] = {}
    for part in ",".join(flags or ()).split(","):
        name, equals, value = part.strip().partition("=")
        if not part.strip():
            continue
        try:
            numbers[name.strip()] = float(value)
        except ValueError:
            equals = ""
        if not equals or not 0 <= numbers[name.strip()] < float("inf"):
            raise OptionError(f"{part!r} is not NAME=NUMBER", where=flag, hint="write e.g. relevance=0.2")
    return numbers


def given(flags: Mapping[str, Any]) -> OptionChanges:
    """The flags among a command's parameters that were given, as changes of the options.

    >>> given({"file": "-", "overlap": None, "quorum": 2, "threshold": ["high=0.7"]})
    {'quorum': 2, 'thresholds': {'high': 0.7}}
    """
    numbers = {f"{name}s": named_numbers(flags.get(name), f"--{name}") for name in ("threshold", "weight")}
    named = {name: value for name, value in flags.items() if name in OptionChanges.__annotations__}
    return {name: value for name, value in {**named, **numbers}.items() if value not in (None, {})}  # type: ignore[return-value]


def council_options(changes: OptionChanges) -> Options:
    """The options of council objects: the environment's first, then the flags."""
    return Options().changed(council_environment(os.environ)).changed(changes)
