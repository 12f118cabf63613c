"""Recording of a council's or a jury's run in the store: start with the first question, or resume."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from jurat.cli.council_questions import Asked
from jurat.cli.render.terminal import printable
from jurat.errors import InputError, OptionError
from jurat.judges.council.api import Held
from jurat.judges.council.council_spec import COUNCIL, JURY
from jurat.judges.council.jury import Jury
from jurat.judges.judge import BATCH
from jurat.outcomes import Failure
from jurat.runs.council.kept_juries import jury_plan, recount_session
from jurat.runs.council.kept_sessions import SessionKeeper, Texts, council_plan, rescore_session
from jurat.runs.recording import empty_summary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jurat.judges.council.deliberation import Council
    from jurat.judges.council.session import JurySession, Question, Session
    from jurat.options import Options
    from jurat.runs.store.run_records import Run, RunInput, RunPlan, StoredResult
    from jurat.runs.store.run_writer import RunWriter
    from jurat.runs.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedPanel(Generic[Held]):
    """A council or a jury as a run needs it: how it is held, planned, and scored again from its record.

    `observer` is none where the questions, not the seats, decide it.
    """

    judge: str
    options: Options
    observer: str | None
    deliberate: Callable[[Iterable[Question]], Iterator[Held | Failure]]
    plan: Callable[[Sequence[Held | Failure], RunInput, str | None, bool], RunPlan]
    again: Callable[[StoredResult, Texts], Held | Failure]


def recorded_council(council: Council) -> RecordedPanel[Session]:
    """Return a council as a run needs it."""
    return RecordedPanel(
        judge=COUNCIL.name,
        options=council.options,
        observer=council.signature(()) if council.seating.models else None,
        deliberate=council.deliberate,
        plan=lambda first, reading, out, texts: council_plan(council, first, reading, out, texts=texts),
        again=lambda kept, texts: rescore_session(kept, council.options, texts),
    )


def recorded_jury(jury: Jury) -> RecordedPanel[JurySession]:
    """Return a jury as a run needs it."""
    return RecordedPanel(
        judge=JURY.name,
        options=jury.options,
        observer=jury.signature() if jury.jurors else None,
        deliberate=jury.deliberate,
        plan=lambda _, reading, out, texts: jury_plan(jury, reading, out, texts=texts),
        again=lambda kept, _: recount_session(kept, jury.options),
    )


@dataclass(frozen=True, slots=True)
class CouncilRecording(Generic[Held]):
    """A council or a jury, its questions, and the store of its run, if any."""

    panel: RecordedPanel[Held]
    asked: Asked
    store: str | None
    out: Path | None = None
    texts: bool = True

    def sessions(self, stack: ExitStack, resume: str | None = None) -> Iterator[Held | Failure]:
        """Yield the sessions of a new run, or those of an interrupted one: the saved, then the others."""
        if resume is not None:
            return self._resumed(resume, stack)
        sessions = self.asked.sessions(self.panel.deliberate, stack)
        if self.store is None:
            return sessions
        opened = self._opened(stack, make=True)
        if self.asked.question is not None:
            held = list(sessions)
            if all(isinstance(one, Failure) for one in held):
                return iter(held)  # a single question that failed is no run to look up or resume
            sessions = iter(held)
        return self._keeper(partial(self._begun, opened), opened, stack).kept(sessions)

    def _resumed(self, name: str, stack: ExitStack) -> Iterator[Held | Failure]:
        if self.store is None:
            raise OptionError("requires the store", where="--resume", hint="remove --no-store")
        opened = self._opened(stack, make=False)
        run = opened.find(name)
        self._check(run)
        writer = opened.resume(run)
        keeper = self._keeper(lambda _: writer, opened, stack)
        keeper.keeping = writer
        texts = partial(opened.case, run)
        rest = self.asked.sessions(self.panel.deliberate, stack, skip=run.done)
        return chain((self.panel.again(kept, texts) for kept in opened.results(run)), keeper.kept(rest))

    def _opened(self, stack: ExitStack, *, make: bool) -> Store:
        from jurat.runs.store.store import open_store

        return stack.enter_context(open_store(self.store or "", make=make))

    def _keeper(
        self, begin: Callable[[Sequence[Held | Failure]], RunWriter], opened: Store, stack: ExitStack
    ) -> SessionKeeper[Held]:
        """Return the recorder: a batch of questions at a time; with models, each question at once."""
        keeper = SessionKeeper[Held](begin, batch=BATCH if self.panel.observer is None else 1)
        stack.enter_context(_announced(keeper, opened.where))
        return keeper

    def _begun(self, opened: Store, first: Sequence[Held | Failure]) -> RunWriter:
        out = None if self.out is None else str(self.out)
        plan = self.panel.plan(first, self.asked.reading(), out, self.texts)
        return opened.begin(plan, empty_summary(plan))

    def _check(self, run: Run) -> None:
        """Raise an error if the result would differ from an uninterrupted run."""
        if run.plan.judge != self.panel.judge:
            hint = "use its own command and mode"
            what = f"is a run of {run.plan.judge}, not of a {self.panel.judge}"
            raise InputError(what, where=run.id, hint=hint)
        if run.finished is not None:
            raise InputError(
                "is finished", where=run.id, hint=f"export its results with: jurat runs export {run.id}"
            )
        reading = self.asked.reading()
        if reading.fingerprint is None or reading.fingerprint != run.plan.reading.fingerprint:
            hint = "use the original, unchanged file"
            raise InputError("was started with different questions", where=run.id, hint=hint)
        if run.plan.options != self.panel.options or self.panel.observer not in (None, run.plan.observer):
            hint = f"use the original options ({run.plan.signature})"
            raise InputError("would be continued with different options", where=run.id, hint=hint)


@contextmanager
def _announced(keeper: SessionKeeper[Any], where: str) -> Iterator[None]:
    """Print the run's id, and how to resume it if it is interrupted."""
    try:
        yield
    except BaseException:
        if keeper.keeping is not None:
            name = keeper.keeping.run.id
            sys.stderr.write(
                f"run {name} was interrupted; resume it with the same command and --resume {name}\n"
            )
        raise
    if keeper.keeping is not None:
        sys.stderr.write(f"saved as run {keeper.keeping.run.id} in {printable(where)}\n")
