"""Bridge between asynchronous code and synchronous callers."""

from __future__ import annotations

import asyncio
import threading
from asyncio import FIRST_COMPLETED
from collections import deque
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
)
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

S = TypeVar("S")
T = TypeVar("T")
AHEAD = 64
"""How many results may wait for a slow reader before the body pauses."""


class RunInThread(Protocol):
    """Runs a function in a thread and returns its result."""

    def __call__(self, function: Callable[[], T]) -> Awaitable[T]: ...


async def in_order(
    items: Iterable[S] | AsyncIterable[S], work: Callable[[S], Awaitable[T]], width: int
) -> AsyncGenerator[T, None]:
    """Yield the results of work on items, in order, with at most `width` in progress or waiting.

    A result that is ready does not wait for the next item. The first failure ends it and cancels the rest.
    """
    source = aiter(items) if isinstance(items, AsyncIterable) else _plain_source(items)
    coming: asyncio.Future[S | _End] | None = None
    tasks: deque[asyncio.Future[T]] = deque()
    ended = False
    try:
        while not ended or tasks:
            if coming is None and not ended and len(tasks) < width:
                coming = asyncio.ensure_future(_next(source))
            awaited: list[asyncio.Future[Any]] = [*([coming] if coming else []), *list(tasks)[:1]]
            await asyncio.wait(awaited, return_when=FIRST_COMPLETED)
            if coming is not None and coming.done():
                item, coming = coming.result(), None
                if isinstance(item, _End):
                    ended = True
                else:
                    tasks.append(asyncio.ensure_future(work(item)))
            elif tasks and tasks[0].done():
                yield tasks[0].result()
                tasks.popleft()
    finally:
        left: list[asyncio.Future[Any]] = [*([coming] if coming else []), *tasks]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        if isinstance(source, AsyncGenerator):
            await source.aclose()


async def _plain_source(items: Iterable[S]) -> AsyncGenerator[S, None]:
    for item in items:
        yield item


async def _next(source: AsyncIterator[S]) -> S | _End:
    try:
        return await anext(source)
    except StopAsyncIteration:
        return _End()


@asynccontextmanager
async def worker_thread() -> AsyncIterator[RunInThread]:
    """Yield what runs functions in a thread, one at a time, while the event loop continues.

    At the end, also when it is cancelled, the function under way is waited for: no thread is left.
    """
    pool = ThreadPoolExecutor(1, thread_name_prefix="jurat-rules")
    loop = asyncio.get_running_loop()

    def run(function: Callable[[], T]) -> Awaitable[T]:
        return loop.run_in_executor(pool, function)

    try:
        yield run
    finally:
        try:
            await asyncio.shield(loop.run_in_executor(pool, _nothing))  # it comes after all others
        finally:
            pool.shutdown()


def _nothing() -> None:
    """Do nothing."""


def iterate(start: Callable[[], AsyncGenerator[T, None]]) -> Iterator[T]:
    """Iterate over an asynchronous iterator synchronously, also inside a running event loop.

    It runs in its own thread, so calls continue while the reader is busy; closing it stops it.

    >>> async def numbers():
    ...     for number in (1, 2):
    ...         yield number
    >>> list(iterate(numbers))
    [1, 2]
    """
    body: _Body[T] = _Body(start)
    thread = threading.Thread(target=body.run, name="jurat-models", daemon=True)
    thread.start()
    try:
        while True:
            item = body.items.get()
            if isinstance(item, _End):
                if item.error is not None:
                    raise item.error
                return
            body.taken()
            yield item
    finally:
        body.stop()
        thread.join()


class _End:
    """The end of the items, with the error if there was one."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error


class _Body(Generic[T]):
    """An asynchronous iterator that runs in its own thread."""

    def __init__(self, start: Callable[[], AsyncGenerator[T, None]]) -> None:
        self.items: SimpleQueue[T | _End] = SimpleQueue()
        self._start = start
        self._begun = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._room: asyncio.Semaphore | None = None

    def run(self) -> None:
        """Run to the end; pass the end or the error to the reader."""
        try:
            asyncio.run(self._pump())
        except asyncio.CancelledError:
            self.items.put(_End())
        except BaseException as error:  # noqa: BLE001  it is raised in the reader's thread
            self.items.put(_End(error))
        else:
            self.items.put(_End())
        finally:
            self._begun.set()

    async def _pump(self) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        self._room = asyncio.Semaphore(AHEAD)
        self._begun.set()
        async with aclosing(self._start()) as items:
            async for item in items:
                await self._room.acquire()
                self.items.put(item)

    def taken(self) -> None:
        """Note that the reader took an item, so there is room for one more."""
        self._tell(self._room.release if self._room else None)

    def stop(self) -> None:
        """Note that the reader wants no more items."""
        self._begun.wait()
        self._tell(self._task.cancel if self._task else None)

    def _tell(self, what: Callable[[], object] | None) -> None:
        if self._loop is None or what is None:
            return
        try:
            self._loop.call_soon_threadsafe(what)
        except RuntimeError:
            return  # the body has ended by itself
