"""Recording of a council's run in the store: start with the first question, or resume."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from jurat.cli.council_questions import Asked
from jurat.cli.render.terminal import printable
from jurat.errors import InputError, OptionError
from jurat.judges.judge import BATCH
from jurat.judges.registry import is_council
from jurat.runs.council.kept_sessions import SessionKeeper, council_plan, rescore_session
from jurat.runs.recording import empty_summary

if TYPE_CHECKING:
    from jurat.judges.council.deliberation import Council
    from jurat.judges.council.session import Session
    from jurat.outcomes import Failure
    from jurat.runs.store.run_records import Run
    from jurat.runs.store.run_writer import RunWriter
    from jurat.runs.store.store import Store

    Begin = Callable[[Sequence[Session | Failure]], RunWriter]


@dataclass(frozen=True, slots=True)
class CouncilRecording:
    """A council, its questions, and the store of its run, if any."""

    council: Council
    asked: Asked
    store: str | None
    out: Path | None = None
    texts: bool = True

    def sessions(self, stack: ExitStack) -> Iterator[Session | Failure]:
        """Yield the sessions of a new run."""
        sessions = self.asked.sessions(self.council, stack)
        if self.store is None:
            return sessions
        opened = self._opened(stack, make=True)
        return self._keeper(partial(self._begun, opened), opened, stack).kept(sessions)

    def resumed(self, name: str, stack: ExitStack) -> Iterator[Session | Failure]:
        """Yield the saved sessions of an interrupted run, then the remaining ones."""
        if self.store is None:
            raise OptionError("requires the store", where="--resume", hint="remove --no-store")
        opened = self._opened(stack, make=False)
        run = opened.find(name)
        self._check(run)
        writer = opened.resume(run)
        keeper = self._keeper(lambda _: writer, opened, stack)
        keeper.keeping = writer
        again = partial(rescore_session, options=self.council.options, texts=partial(opened.case, run))
        rest = self.asked.sessions(self.council, stack, skip=run.done)
        return chain(map(again, opened.results(run)), keeper.kept(rest))

    def _opened(self, stack: ExitStack, *, make: bool) -> Store:
        from jurat.runs.store.store import open_store

        return stack.enter_context(open_store(self.store or "", make=make))

    def _keeper(self, begin: Begin, opened: Store, stack: ExitStack) -> SessionKeeper:
        """Return the recorder: a batch of questions at a time; with models, each question at once."""
        keeper = SessionKeeper(begin, batch=1 if self.council.seating.models else BATCH)
        stack.enter_context(_announced(keeper, opened.where))
        return keeper

    def _begun(self, opened: Store, first: Sequence[Session | Failure]) -> RunWriter:
        out = None if self.out is None else str(self.out)
        plan = council_plan(self.council, first, self.asked.reading(), out, texts=self.texts)
        return opened.begin(plan, empty_summary(plan))

    def _check(self, run: Run) -> None:
        """Raise an error if the result would differ from an uninterrupted run."""
        if not is_council(run.plan.judge):
            hint = f"resume it with: jurat run --resume {run.id}"
            raise InputError(f"is a run of {run.plan.judge}, not of a council", where=run.id, hint=hint)
        if run.finished is not None:
            raise InputError(
                "is finished", where=run.id, hint=f"export its results with: jurat runs export {run.id}"
            )
        reading = self.asked.reading()
        if reading.fingerprint is None or reading.fingerprint != run.plan.reading.fingerprint:
            hint = "use the original, unchanged file"
            raise InputError("was started with different questions", where=run.id, hint=hint)
        if run.plan.options != self.council.options or self._seats(run) != run.plan.observer:
            hint = f"use the original options ({run.plan.signature})"
            raise InputError("would be continued with different options", where=run.id, hint=hint)

    def _seats(self, run: Run) -> str:
        """Return the reviewers for the signature; without models the questions decide."""
        return self.council.signature(()) if self.council.seating.models else run.plan.observer


@contextmanager
def _announced(keeper: SessionKeeper, where: str) -> Iterator[None]:
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
