"""Flags that set the options of judges."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer

from jurat.cli.flags.flag_groups import FlagGroup
from jurat.errors import OptionError
from jurat.options import THRESHOLDS, Calibration, OptionChanges, Options, Overlap, Preset, RelevanceFormula
from jurat.settings import council_environment

StrictPartial = Annotated[
    bool | None,
    typer.Option(
        "--strict-partial/--no-strict-partial", help="Treat partially supported claims as unsupported."
    ),
]
OverlapFlag = Annotated[Overlap | None, typer.Option("--overlap", help="Overlap measure for segments.")]
RelevanceFlag = Annotated[
    RelevanceFormula | None, typer.Option("--relevance", help="Relevance formula (claim-lock).")
]
ThresholdFlag = Annotated[
    list[str] | None,
    typer.Option(
        "--threshold", "--thresholds", metavar="NAME=X", help=f"Set a threshold: {', '.join(THRESHOLDS)}."
    ),
]
WeightFlag = Annotated[
    list[str] | None,
    typer.Option("--weight", "--weights", metavar="NAME=X", help="Weights of metrics or council dimensions."),
]
RubricFlag = Annotated[Preset | None, typer.Option("--rubric", help="Rubric preset (council).")]
CalibrationFlag = Annotated[
    Calibration | None, typer.Option("--calibration", help="Reviewer calibration (council).")
]
QuorumFlag = Annotated[
    int | None, typer.Option("--quorum", min=1, help="Minimum number of valid reviews per candidate.")
]
SafetyGateFlag = Annotated[
    bool | None,
    typer.Option("--safety-gate/--no-safety-gate", help="Cap candidates that fail the safety gate."),
]
SafetyCapFlag = Annotated[
    float | None,
    typer.Option(
        "--safety-score-cap", min=0, max=10, help="Score cap for candidates that fail the safety gate."
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowOptionFlags(FlagGroup):
    """The options of judges that read rows."""

    strict_partial: StrictPartial = None
    overlap: OverlapFlag = None
    relevance: RelevanceFlag = None
    threshold: ThresholdFlag = None
    weight: WeightFlag = None

    def changes(self) -> OptionChanges:
        """Return the option changes that were given."""
        return given_options(asdict(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilOptionFlags(FlagGroup):
    """The options of councils."""

    weight: WeightFlag = None
    rubric: RubricFlag = None
    calibration: CalibrationFlag = None
    quorum: QuorumFlag = None
    safety_gate: SafetyGateFlag = None
    safety_score_cap: SafetyCapFlag = None

    def changes(self) -> OptionChanges:
        """Return the option changes that were given."""
        return given_options(asdict(self))


def named_numbers(flags: list[str] | None, flag: str) -> dict[str, float]:
    """Parse flags of the form NAME=X, several separated by commas.

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


def given_options(flags: Mapping[str, Any]) -> OptionChanges:
    """Return the option changes given by a command's parameters.

    >>> given_options({"file": "-", "overlap": None, "quorum": 2, "threshold": ["high=0.7"]})
    {'quorum': 2, 'thresholds': {'high': 0.7}}
    """
    numbers = {f"{name}s": named_numbers(flags.get(name), f"--{name}") for name in ("threshold", "weight")}
    named = {name: value for name, value in flags.items() if name in OptionChanges.__annotations__}
    return {name: value for name, value in {**named, **numbers}.items() if value not in (None, {})}  # type: ignore[return-value]


def council_options(changes: OptionChanges) -> Options:
    """Return the options of councils: from the environment, then from flags."""
    return Options().merge(council_environment(os.environ)).merge(changes)
