"""A council's run in the store: begun with its first question, or gone on with."""

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
from jurat.cli.terminal import printable
from jurat.errors import InputError, OptionError
from jurat.judges.judge import BATCH
from jurat.runs.councils import NAME, SessionKeeper, council_plan, session_again
from jurat.runs.keeping import empty_summary

if TYPE_CHECKING:
    from jurat.judges.council import Council, Session
    from jurat.outcomes import Failure
    from jurat.runs.store.records import Run
    from jurat.runs.store.store import Store
    from jurat.runs.store.writing import RunWriter

    Begin = Callable[[Sequence[Session | Failure]], RunWriter]


@dataclass(frozen=True, slots=True)
class KeptCouncil:
    """A council, what it is asked, and where its run is kept, if anywhere."""

    council: Council
    asked: Asked
    store: str | None
    out: Path | None = None
    texts: bool = True

    def sessions(self, stack: ExitStack) -> Iterator[Session | Failure]:
        """The sessions of a new run."""
        sessions = self.asked.sessions(self.council, stack)
        if self.store is None:
            return sessions
        opened = self._opened(stack, make=True)
        return self._keeper(partial(self._begun, opened), opened, stack).kept(sessions)

    def resumed(self, name: str, stack: ExitStack) -> Iterator[Session | Failure]:
        """The sessions of a run that was cut off: those that are kept, then the rest."""
        if self.store is None:
            raise OptionError("needs the store", where="--resume", hint="leave --no-store out")
        opened = self._opened(stack, make=False)
        run = opened.find(name)
        self._check(run)
        writer = opened.resume(run)
        keeper = self._keeper(lambda _: writer, opened, stack)
        keeper.keeping = writer
        again = partial(session_again, options=self.council.options, texts=partial(opened.case, run))
        rest = self.asked.sessions(self.council, stack, skip=run.done)
        return chain(map(again, opened.results(run)), keeper.kept(rest))

    def _opened(self, stack: ExitStack, *, make: bool) -> Store:
        from jurat.runs.store.store import open_store

        return stack.enter_context(open_store(self.store or "", make=make))

    def _keeper(self, begin: Begin, opened: Store, stack: ExitStack) -> SessionKeeper:
        """What keeps a batch of questions at a time; with models, which cost, each question at once."""
        keeper = SessionKeeper(begin, batch=1 if self.council.seating.models else BATCH)
        stack.enter_context(_announced(keeper, opened.where))
        return keeper

    def _begun(self, opened: Store, first: Sequence[Session | Failure]) -> RunWriter:
        out = None if self.out is None else str(self.out)
        plan = council_plan(self.council, first, self.asked.reading(), out, texts=self.texts)
        return opened.begin(plan, empty_summary(plan))

    def _check(self, run: Run) -> None:
        """Refuse to go on where the result would not be the same as without the interruption."""
        if run.plan.judge != NAME:
            hint = f"go on with: jurat run --resume {run.id}"
            raise InputError(f"is a run of {run.plan.judge}", where=run.id, hint=hint)
        if run.finished is not None:
            raise InputError("is finished", where=run.id, hint=f"get its results: jurat runs export {run.id}")
        reading = self.asked.reading()
        if reading.fingerprint is None or reading.fingerprint != run.plan.reading.fingerprint:
            hint = "name the file that the run began with, unchanged"
            raise InputError("began with other questions", where=run.id, hint=hint)
        if run.plan.options != self.council.options or self._seats(run) != run.plan.observer:
            hint = f"give the flags that it began with ({run.plan.signature})"
            raise InputError("would go on in another way", where=run.id, hint=hint)

    def _seats(self, run: Run) -> str:
        """What stands for the reviewers; without models it is for the questions to say."""
        return self.council.signature(()) if self.council.seating.models else run.plan.observer


@contextmanager
def _announced(keeper: SessionKeeper, where: str) -> Iterator[None]:
    """Say what the run is called, and how to go on if it is cut off."""
    try:
        yield
    except BaseException:
        if keeper.keeping is not None:
            name = keeper.keeping.run.id
            sys.stderr.write(f"run {name} is cut off; go on with: the same command and --resume {name}\n")
        raise
    if keeper.keeping is not None:
        sys.stderr.write(f"kept as run {keeper.keeping.run.id} in {printable(where)}\n")
