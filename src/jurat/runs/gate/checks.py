"""The gate: checks of requirements on a run; without evidence a check fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jurat.errors import OptionError
from jurat.runs.compare.comparison import Change, Comparison
from jurat.runs.gate.requirements import Requirement, figure
from jurat.runs.results.result_columns import ResultColumns
from jurat.runs.results.sources import SourceInfo

COVERAGE = Requirement("scored", ">=", 0.99)
"""Holds unless another share of scored rows is required: a mean of the few that have a value says little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One requirement, its value, what the value is based on, and whether it passed."""

    name: str
    passed: bool
    value: float | None
    basis: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateResult:
    """All checks of a gate; it passes if every check passed."""

    run: SourceInfo
    rows: int
    checks: tuple[Check, ...]
    comparison: Comparison | None = None

    @property
    def passed(self) -> bool:
        """Return whether all checks passed."""
        return bool(self.checks) and all(check.passed for check in self.checks)


def check_gate(
    run: ResultColumns, required: Sequence[Requirement], comparison: Comparison | None = None
) -> GateResult:
    """Check a run against requirements, and against its baseline if there is a comparison."""
    if not required and comparison is None:
        hint = "give --require or --baseline, or a gate section in jurat.yaml"
        raise OptionError("no requirements given", where="gate", hint=hint)
    checks = [check(one, run) for one in required]
    if not any(one.figure == COVERAGE.figure for one in required):
        checks.append(check(COVERAGE, run, by_default=True))
    if comparison is not None:
        checks += drops(comparison)
    return GateResult(run=run.info, rows=run.rows, checks=tuple(checks), comparison=comparison)


def check(requirement: Requirement, run: ResultColumns, *, by_default: bool = False) -> Check:
    """Check one requirement; without a value it fails."""
    found = figure(requirement.figure, run)
    passed = found.value is not None and requirement.holds(found.value)
    reason = "" if passed else "no row has a value" if found.value is None else "requirement not met"
    name = f"{requirement}{' (default)' if by_default else ''}"
    return Check(name=name, passed=passed, value=found.value, basis=found.basis, reason=reason)


def drops(comparison: Comparison) -> Iterator[Check]:
    """Yield one check per figure: it did not get significantly worse."""
    for change in comparison.changes:
        yield _drop(change)
    if not comparison.changes:
        yield Check(
            name="no drop", passed=False, value=None, basis="0 pairs", reason="no case is in both runs"
        )


def _drop(change: Change) -> Check:
    """Check one figure; without shared cases it fails, as a drop cannot be ruled out."""
    reason = "got worse" if change.outcome == "worse" else "no case has a value in both runs"
    return Check(
        name=f"no drop of {change.name}",
        passed=change.outcome != "worse" and change.pairs > 0,
        value=change.difference,
        basis=f"{change.pairs:,} pairs",
        reason="" if change.outcome != "worse" and change.pairs > 0 else reason,
    )
