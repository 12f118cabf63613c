"""Worker processes on this machine: start, readiness and end."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

READY = "ready"
"""What a worker sends when it can take work."""


@dataclass(slots=True)
class WorkerProcess:
    """A worker process and our end of its pipe."""

    process: BaseProcess
    pipe: Connection

    def end(self, seconds: float = 0.0) -> None:
        """Close the pipe, wait for the process to end by itself, then kill it."""
        self.pipe.close()
        self.process.join(seconds)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def start_process(
    target: Callable[..., None], *arguments: Any, daemon: bool = False
) -> tuple[BaseProcess, Connection]:
    """Start a process that runs `target(pipe, *arguments)`; return it with our end of the pipe."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(theirs, *arguments), daemon=daemon)
    with _interrupts_held():
        process.start()
    theirs.close()
    return process, ours


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Block Ctrl-C for processes started in the block; the parent ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # Where it starts with the first process, it unblocks Ctrl-C again before that process is started.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
