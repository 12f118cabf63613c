"""Jurat judges what language models write, with evidence.

Names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # type checkers know the name; importing it would cost more than all the rest
if TYPE_CHECKING:
    from typing import Any

    from jurat.cases import CouncilCase, ResponseCase, SummaryCase
    from jurat.errors import InputError, JuratError, MissingExtraError, OptionError
    from jurat.judges.council.api import council, jury
    from jurat.judges.council.session import Question
    from jurat.judges.criteria_judge import CapRule, Criterion, TextAssertion, criteria_judge
    from jurat.judges.label_scoring import score_labels
    from jurat.judges.label_wire import load
    from jurat.judges.observer_config import NamedObserver, ObserverConfig
    from jurat.judges.project_options import project_options
    from jurat.judges.registry import judge
    from jurat.judges.results import signature
    from jurat.judges.spec import JudgeSpec, MetricSpec
    from jurat.observations import ResponseObservations, Review, SummaryObservations, Vote
    from jurat.options import Options
    from jurat.outcomes import Cap, CouncilResult, Failure, JuryResult, Result, Score, Span, Unscored
    from jurat.runs.calibration.calibrate import calibrate
    from jurat.runs.calibration.calibration import CalibrationPlan, CalibrationReport
    from jurat.runs.evaluate_api import evaluate
    from jurat.runs.evaluation import Evaluation
    from jurat.runs.run_api import run
    from jurat.runs.run_progress import RunCancelledError, RunStep
    from jurat.runs.store.run_records import Run
    from jurat.version import __version__
    from jurat.wire import dump

_HOMES = {
    "cases": ("CouncilCase", "ResponseCase", "SummaryCase"),
    "errors": ("InputError", "JuratError", "MissingExtraError", "OptionError"),
    "judges.council.api": ("council", "jury"),
    "judges.council.session": ("Question",),
    "judges.criteria_judge": ("CapRule", "Criterion", "TextAssertion", "criteria_judge"),
    "judges.label_scoring": ("score_labels",),
    "judges.label_wire": ("load",),
    "judges.observer_config": ("NamedObserver", "ObserverConfig"),
    "judges.project_options": ("project_options",),
    "judges.registry": ("judge",),
    "judges.results": ("signature",),
    "judges.spec": ("JudgeSpec", "MetricSpec"),
    "observations": ("ResponseObservations", "Review", "SummaryObservations", "Vote"),
    "options": ("Options",),
    "outcomes": ("Cap", "CouncilResult", "Failure", "JuryResult", "Result", "Score", "Span", "Unscored"),
    "runs.calibration.calibrate": ("calibrate",),
    "runs.calibration.calibration": ("CalibrationPlan", "CalibrationReport"),
    "runs.evaluate_api": ("evaluate",),
    "runs.evaluation": ("Evaluation",),
    "runs.run_api": ("run",),
    "runs.run_progress": ("RunCancelledError", "RunStep"),
    "runs.store.run_records": ("Run",),
    "version": ("__version__",),
    "wire": ("dump",),
}
_HOME_OF = {name: f"jurat.{home}" for home, names in _HOMES.items() for name in names}

__all__ = [
    "CalibrationPlan",
    "CalibrationReport",
    "Cap",
    "CapRule",
    "CouncilCase",
    "CouncilResult",
    "Criterion",
    "Evaluation",
    "Failure",
    "InputError",
    "JudgeSpec",
    "JuratError",
    "JuryResult",
    "MetricSpec",
    "MissingExtraError",
    "NamedObserver",
    "ObserverConfig",
    "OptionError",
    "Options",
    "Question",
    "ResponseCase",
    "ResponseObservations",
    "Result",
    "Review",
    "Run",
    "RunCancelledError",
    "RunStep",
    "Score",
    "Span",
    "SummaryCase",
    "SummaryObservations",
    "TextAssertion",
    "Unscored",
    "Vote",
    "__version__",
    "calibrate",
    "council",
    "criteria_judge",
    "dump",
    "evaluate",
    "judge",
    "jury",
    "load",
    "project_options",
    "run",
    "score_labels",
    "signature",
]
_RENAMED = {"Observing": "ObserverConfig", "tally": "score_labels"}
"""Names of 0.1, which work in 0.2 with a warning."""


def __getattr__(name: str) -> Any:
    """Load a public name from the module that holds it."""
    if name in _RENAMED:
        return _renamed(name, _RENAMED[name])
    if name not in _HOME_OF:
        raise AttributeError(f"module 'jurat' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def _renamed(old: str, new: str) -> Any:
    """Warn that a name is deprecated and return what has taken its place."""
    from warnings import warn

    warn(f"jurat.{old} is deprecated, use jurat.{new}", DeprecationWarning, stacklevel=3)
    return getattr(import_module(_HOME_OF[new]), old if old == "Observing" else new)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
