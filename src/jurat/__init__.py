"""Jurat judges what language models write, with evidence.

Names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # type checkers know the name; importing it would cost more than all the rest
if TYPE_CHECKING:
    from typing import Any

    from jurat.cases import CouncilCase, ResponseCase, SummaryCase
    from jurat.convening import council
    from jurat.errors import InputError, JuratError, MissingExtraError, OptionError
    from jurat.judges.council import Question
    from jurat.judges.observing import Observing
    from jurat.judges.registry import judge
    from jurat.observations import ResponseObservations, Review, SummaryObservations
    from jurat.options import Options
    from jurat.outcomes import Cap, CouncilResult, Failure, Result, Score, Span, Unscored
    from jurat.tallying import tally
    from jurat.version import __version__
    from jurat.wire import dump, load

_HOMES = {
    "cases": ("CouncilCase", "ResponseCase", "SummaryCase"),
    "convening": ("council",),
    "errors": ("InputError", "JuratError", "MissingExtraError", "OptionError"),
    "judges.council": ("Question",),
    "judges.observing": ("Observing",),
    "judges.registry": ("judge",),
    "observations": ("ResponseObservations", "Review", "SummaryObservations"),
    "options": ("Options",),
    "outcomes": ("Cap", "CouncilResult", "Failure", "Result", "Score", "Span", "Unscored"),
    "tallying": ("tally",),
    "version": ("__version__",),
    "wire": ("dump", "load"),
}
_HOME_OF = {name: f"jurat.{home}" for home, names in _HOMES.items() for name in names}

__all__ = [
    "Cap",
    "CouncilCase",
    "CouncilResult",
    "Failure",
    "InputError",
    "JuratError",
    "MissingExtraError",
    "Observing",
    "OptionError",
    "Options",
    "Question",
    "ResponseCase",
    "ResponseObservations",
    "Result",
    "Review",
    "Score",
    "Span",
    "SummaryCase",
    "SummaryObservations",
    "Unscored",
    "__version__",
    "council",
    "dump",
    "judge",
    "load",
    "tally",
]


def __getattr__(name: str) -> Any:
    """Load a public name from the module that holds it."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'jurat' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
