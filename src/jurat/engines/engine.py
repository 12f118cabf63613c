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
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from jurat.errors import JuratError

Item = TypeVar("Item")
Done = TypeVar("Done")

AHEAD = 4
"""So many items for each worker are under way or wait for their turn: what bounds the memory."""


class Work(Protocol[Item, Done]):
    """What workers do with items, and what is left to do where one died over an item."""

    @property
    def ordered(self) -> bool:
        """Whether what is done comes in the order of the items, or as soon as it is there."""
        ...

    def begin(self) -> Callable[[Item], Done]:
        """Called once in each worker, before its first item."""
        ...

    def split(self, item: Item) -> Sequence[Item]:
        """What to try instead of an item that a worker died over twice; nothing where that is all."""
        ...

    def lost(self, item: Item, why: str) -> Done:
        """What stands in place of an item that could not be done."""
        ...

    def join(self, pieces: Sequence[Done]) -> Done:
        """What the pieces of an item make together."""
        ...


class Engine(Protocol):
    """Does work somewhere."""

    def run(self, work: Work[Item, Done], items: Iterable[Item]) -> Iterator[Done]:
        """What became of each item, once each, whatever happens to a worker."""
        ...


class WorkerError(JuratError):
    """A worker could not even begin, or broke over an item in a way that is no death."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a worker says instead of an answer when doing an item raised an error."""

    said: str
    expected: bool

    def error(self) -> JuratError:
        """The error to raise where the work is asked for."""
        return JuratError(self.said) if self.expected else WorkerError(f"a worker broke:\n{self.said}")


def attempt(do: Callable[[Item], Done], item: Item) -> Done | Trouble:
    """Do an item where an error cannot be raised; the other end raises it."""
    try:
        return do(item)
    except (JuratError, OSError) as error:
        return Trouble(str(error), expected=True)
    except Exception:  # noqa: BLE001
        return Trouble(traceback.format_exc(), expected=False)


@dataclass(frozen=True, slots=True)
class Task(Generic[Item]):
    """An item, or a piece of one, for one worker, and how often a worker died over it."""

    index: int
    item: Item
    piece: tuple[int, ...] = ()
    deaths: int = 0


@dataclass(slots=True)
class Ledger(Generic[Item, Done]):
    """The items under way: what waits for a worker, what is found, what may be given out."""

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
        """Take one item more, if there is one."""
        for item in source:
            self._found[self._taken], self._open[self._taken] = {}, 1
            self.waiting.append(Task(self._taken, item))
            self._taken += 1
            return True
        return False

    def finished(self, task: Task[Item], done: Done) -> None:
        """Note what a worker gave for a task."""
        found = self._found[task.index]
        found[task.piece] = done
        self._open[task.index] -= 1
        if not self._open[task.index]:
            del self._found[task.index], self._open[task.index]
            pieces = [found[piece] for piece in sorted(found)]
            self._whole[task.index] = pieces[0] if len(pieces) == 1 else self.work.join(pieces)

    def died(self, task: Task[Item], why: str) -> None:
        """See to a task that a worker died over: the same once more, then less, to find what kills."""
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

    def give(self) -> Iterator[Done]:
        """What is whole, and may go now."""
        ready = iter(sorted(self._whole))
        while self._given in self._whole if self.work.ordered else self._whole:
            index = self._given if self.work.ordered else next(ready)
            self._given += 1
            yield self._whole.pop(index)


class Crew(Protocol[Item, Done]):
    """Workers that take tasks off a ledger and note what became of them."""

    @property
    def size(self) -> int:
        """How many workers there are."""
        ...

    def assign(self, ledger: Ledger[Item, Done]) -> None:
        """Give waiting tasks to workers that have none."""
        ...

    def listen(self, ledger: Ledger[Item, Done]) -> None:
        """Wait until a worker says something or dies."""
        ...


def drive(crew: Crew[Item, Done], work: Work[Item, Done], items: Iterable[Item]) -> Iterator[Done]:
    """Carry items through a crew; at most a few for each worker are taken ahead."""
    ledger, source, more = Ledger(work), iter(items), True
    while more or len(ledger):
        while more and len(ledger) < crew.size * AHEAD:
            more = ledger.take(source)
        crew.assign(ledger)
        yield from ledger.give()
        if len(ledger):
            crew.listen(ledger)


class InProcess:
    """Does the work in this process, item by item."""

    def run(self, work: Work[Item, Done], items: Iterable[Item]) -> Iterator[Done]:
        """What became of each item, in order."""
        return map(work.begin(), items)
