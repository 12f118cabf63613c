"""What an engine takes and gives, wherever it works.

An engine knows no cases and no files. It gives *items* to workers that were begun once, and when a worker
dies it asks the *work* what is left to try. Batches of cases (`judging`) and blocks of files
(`jurat.runs.parts`) are two kinds of work; this process, processes beside it and Ray are three engines; any
work runs on any engine.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar

from jurat.errors import JuratError

Item = TypeVar("Item")
Done = TypeVar("Done")

AHEAD = 4
"""So many items for each worker are under way or wait for their turn: what bounds the memory."""


class Work(Protocol[Item, Done]):
    """What workers do with items, and what to retry after a worker died."""

    @property
    def ordered(self) -> bool:
        """Return whether results come in the order of the items, or as soon as they are done."""
        ...

    def begin(self) -> Callable[[Item], Done]:
        """Set up a worker, once, before its first item."""
        ...

    def split(self, item: Item) -> Sequence[Item]:
        """Return the pieces to retry after a worker died twice over an item; none if it cannot be split."""
        ...

    def lost(self, item: Item, why: str) -> Done:
        """Return the result of an item that could not be done."""
        ...

    def join(self, pieces: Sequence[Done]) -> Done:
        """Join the results of an item's pieces."""
        ...


class Engine(Protocol):
    """Executes work."""

    def run(self, work: Work[Item, Done], items: Iterable[Item]) -> Iterator[Done]:
        """Yield the result of each item, exactly once, even if workers die."""
        ...


class WorkerError(JuratError):
    """A worker failed during start-up, or raised an unexpected error."""


@dataclass(frozen=True, slots=True)
class WorkerFailure:
    """The message of a worker whose item raised an error."""

    message: str
    expected: bool

    def error(self) -> JuratError:
        """Return the error to raise in the parent."""
        return JuratError(self.message) if self.expected else WorkerError(f"a worker broke:\n{self.message}")


def attempt(do: Callable[[Item], Done], item: Item) -> Done | WorkerFailure:
    """Run an item and return the result, or the failure for the parent to raise."""
    try:
        return do(item)
    except (JuratError, OSError) as error:
        return WorkerFailure(str(error), expected=True)
    except Exception:  # noqa: BLE001
        return WorkerFailure(traceback.format_exc(), expected=False)


@dataclass(frozen=True, slots=True)
class Task(Generic[Item]):
    """An item, or a piece of one, for one worker, and how often a worker died over it."""

    index: int
    item: Item
    piece: tuple[int, ...] = ()
    deaths: int = 0


@dataclass(slots=True)
class TaskLedger(Generic[Item, Done]):
    """The items in progress: waiting tasks, results, and what can be returned next."""

    work: Work[Item, Done]
    waiting: deque[Task[Item]] = field(default_factory=deque)
    _found: dict[int, dict[tuple[int, ...], Done]] = field(default_factory=dict)
    _open: dict[int, int] = field(default_factory=dict)
    _whole: dict[int, Done] = field(default_factory=dict)
    _taken: int = 0
    _given: int = 0

    def __len__(self) -> int:
        return self._taken - self._given

    def take(self, source: Iterator[Item]) -> bool:
        """Take one more item, if there is one."""
        for item in source:
            self._found[self._taken], self._open[self._taken] = {}, 1
            self.waiting.append(Task(self._taken, item))
            self._taken += 1
            return True
        return False

    def finished(self, task: Task[Item], done: Done) -> None:
        """Record the result of a task."""
        found = self._found[task.index]
        found[task.piece] = done
        self._open[task.index] -= 1
        if not self._open[task.index]:
            del self._found[task.index], self._open[task.index]
            pieces = [found[piece] for piece in sorted(found)]
            self._whole[task.index] = pieces[0] if len(pieces) == 1 else self.work.join(pieces)

    def died(self, task: Task[Item], why: str) -> None:
        """Handle a task whose worker died: retry it once, then its pieces, to isolate the cause."""
        if task.deaths == 0:
            self.waiting.appendleft(Task(task.index, task.item, task.piece, 1))
            return
        pieces = self.work.split(task.item)
        if not pieces:
            self.finished(task, self.work.lost(task.item, why))
            return
        self._open[task.index] += len(pieces) - 1
        tasks = [Task(task.index, one, (*task.piece, n), 1) for n, one in enumerate(pieces)]
        self.waiting.extendleft(reversed(tasks))

    def late(self, task: Task[Item], why: str) -> None:
        """Handle a task that took too long: try its pieces, but not the task again."""
        self.died(replace(task, deaths=1), why)

    def give(self) -> Iterator[Done]:
        """Yield complete results that can be returned now."""
        ready = iter(sorted(self._whole))
        while self._given in self._whole if self.work.ordered else self._whole:
            index = self._given if self.work.ordered else next(ready)
            self._given += 1
            yield self._whole.pop(index)


class WorkerGroup(Protocol[Item, Done]):
    """Workers that take tasks from a ledger and record their results."""

    @property
    def size(self) -> int:
        """Return the number of workers."""
        ...

    def assign(self, ledger: TaskLedger[Item, Done]) -> None:
        """Give waiting tasks to idle workers."""
        ...

    def listen(self, ledger: TaskLedger[Item, Done]) -> None:
        """Wait until a worker sends a message or dies."""
        ...


def drive(crew: WorkerGroup[Item, Done], work: Work[Item, Done], items: Iterable[Item]) -> Iterator[Done]:
    """Run items through a group of workers; only a few per worker are taken ahead."""
    ledger, source, more = TaskLedger(work), iter(items), True
    while more or len(ledger):
        while more and len(ledger) < crew.size * AHEAD:
            more = ledger.take(source)
        crew.assign(ledger)
        yield from ledger.give()
        if len(ledger):
            crew.listen(ledger)


class InProcess:
    """Executes work in this process, item by item."""

    def run(self, work: Work[Item, Done], items: Iterable[Item]) -> Iterator[Done]:
        """Yield the result of each item, in order."""
        return map(work.begin(), items)
