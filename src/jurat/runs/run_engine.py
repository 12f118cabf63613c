"""Choice of the engine of a run: worker processes of this machine, or a Ray cluster."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import Literal

from jurat.data.formats import format_of
from jurat.engines.engine import Engine
from jurat.errors import InputError, OptionError
from jurat.runs.parts.folder import is_folder
from jurat.runs.runner import local_engine

EngineName = Literal["local", "ray"]


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """The engine of a run: its name, the address of a cluster, the number of workers, the time per row.

    Without a number there is one worker process on this machine; 0 means all cores. With `row_timeout`, a row
    that takes more seconds becomes a failure; rows are then judged one at a time.
    """

    engine: EngineName = "local"
    address: str | None = None
    jobs: int | None = None
    row_timeout: float | None = None

    @property
    def workers(self) -> int:
        """Return the number of worker processes on this machine.

        >>> EngineChoice().workers, EngineChoice(jobs=3).workers
        (1, 3)
        """
        return 1 if self.jobs is None else self.jobs or os.cpu_count() or 1

    def local(self) -> Engine:
        """Return the engine of this machine; its items are single rows if there is a time per row."""
        return local_engine(self.workers, self.row_timeout)

    @contextmanager
    def ready(self) -> Iterator[tuple[Engine, int]]:
        """Yield the engine of blocks and its number of workers; the time per row is kept by each block."""
        if self.engine == "local":
            yield local_engine(self.workers), self.workers
            return
        from jurat.engines.ray_engine import RayEngine

        with (
            redirect_stdout(sys.stderr),
            RayEngine(self.jobs, self.address) as ray,
        ):  # Ray talks on standard output
            yield ray, ray.workers


def writes_parts(out: str | None, engine: EngineName) -> bool:
    """Return whether results are written as parts; on Ray they always are."""
    if engine == "local":
        return is_folder(out)
    if out is None or (not is_folder(out) and _is_file_name(out)):
        hint = "name a folder that all machines of the cluster can access, e.g. --out results/"
        raise OptionError("a run on Ray writes Parquet parts to a folder", where="--out", hint=hint)
    return True


def _is_file_name(out: str) -> bool:
    try:
        format_of(out)
    except InputError:
        return False
    return True
