"""Progress of a run, its cancellation, and what all kinds of runs have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from jurat.data import FieldMap
from jurat.engines.judging_work import Batch, Judged
from jurat.errors import JuratError

if TYPE_CHECKING:
    from threading import Event

    from jurat.judges.judge import ModelObserver
    from jurat.runs.recording import RunRecorder
    from jurat.runs.store.run_records import RunPlan


class RunCancelledError(JuratError):
    """A run was cancelled; the rows judged before are saved."""


class RunStep(NamedTuple):
    """Progress of a run: rows that were saved, how many of them failed, and the batch itself.

    The rows that an earlier process saved, and parts, are counted without their batch.
    """

    rows: int
    failed: int
    cases: Batch = ()
    outcomes: Sequence[Judged] = ()


OnStep = Callable[[RunStep], None]
OnFields = Callable[[FieldMap], None]


class ReadyRun(Protocol):
    """A run that can be executed: everything is checked, and its record exists if it is saved."""

    plan: RunPlan
    recorder: RunRecorder
    id: str
    """Empty if the run is not saved."""
    store: str
    model_observer: ModelObserver | None

    def execute(self, on_step: OnStep, cancel: Event | None = None) -> None:
        """Judge the remaining rows and mark the run as finished."""
        ...


def check_cancelled(cancel: Event | None) -> None:
    """Raise an error if a run was cancelled."""
    if cancel is not None and cancel.is_set():
        raise RunCancelledError("the run was cancelled")


def ignore(_: object) -> None:
    """Do nothing: the callback of a caller who does not follow a run."""
