"""Runs over data that was sent: read from a file of our own, judged by the processes, kept in the store."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

from jurat.data import BadRow, CaseRow, read_cases
from jurat.data.counting import count_rows
from jurat.data.formats import format_of, is_gzip
from jurat.engines.judging import Judging
from jurat.engines.standing import QueueFullError, Standing
from jurat.errors import InputError, JuratError
from jurat.judges.judge import Judge
from jurat.runs.fingerprint import fingerprint
from jurat.runs.keeping import empty_summary, plan_of
from jurat.runs.runner import run_cases
from jurat.runs.store.records import Reading
from jurat.runs.store.store import Store
from jurat.runs.store.writing import RunWriter
from jurat.server.limits import Limits

BATCH = 16
"""Small batches: what somebody waits for stands behind one of them at most."""
_NAME = 120


@dataclass(slots=True)
class Upload:
    """A run under way: how many rows there seem to be, and how it ended if it did."""

    total: int | None = None
    error: str | None = None
    ended: bool = False


@dataclass(slots=True)
class Uploads:
    """The runs that this server has under way."""

    store: Store
    standing: Standing
    limits: Limits
    known: dict[str, Upload] = field(default_factory=dict)
    threads: list[threading.Thread] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    receiving: int = 0

    @property
    def under_way(self) -> int:
        """How many runs are being judged or received."""
        return self.receiving + sum(not one.ended for one in self.known.values())

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place for one run more, from before its first byte is read."""
        if self.under_way >= self.limits.runs_at_once:
            raise QueueFullError(f"{self.under_way} runs are under way already")
        self.receiving += 1
        try:
            yield
        finally:
            self.receiving -= 1

    def start(self, judge: Judge[Any, Any], work: Judging, path: Path, name: str) -> str:
        """Begin a run over a file that was sent under a name; the file is removed when it is done."""
        try:
            stream = read_cases(path, judge.case_type)
            reading = Reading(
                data=name, folder="", fingerprint=fingerprint(str(path)), format=format_of(name)
            )
            plan = plan_of(judge, reading, None)
            writer = self.store.begin(plan, empty_summary(plan))
        except JuratError as error:
            raise renamed(error, path, name) from None
        upload = Upload(total=count_rows(str(path), format_of(name)))
        self._forget()
        self.known[writer.run.id] = upload
        rows = _named(islice(stream.cases, self.limits.upload_rows + 1), path, name)
        thread = threading.Thread(target=self._judge, args=(writer, rows, work, upload, path), daemon=True)
        self.threads = [one for one in self.threads if one.is_alive()] + [thread]
        thread.start()
        return writer.run.id

    def stop(self) -> None:
        """End all runs after their next batch; what is judged is kept."""
        self.stopping.set()
        for thread in self.threads:
            thread.join(self.limits.judging_seconds)

    def _judge(
        self, writer: RunWriter, rows: Iterator[CaseRow | BadRow], work: Judging, upload: Upload, path: Path
    ) -> None:
        try:
            self._keep(writer, rows, work)
        except JuratError as error:
            upload.error = str(error)
        except Exception as error:  # noqa: BLE001  # whoever follows the run is told
            upload.error = f"internal error: {type(error).__name__}: {error}"
        finally:
            upload.ended = True
            with suppress(OSError):
                path.unlink()

    def _keep(self, writer: RunWriter, rows: Iterator[CaseRow | BadRow], work: Judging) -> None:
        stop = time.monotonic() + self.limits.run_seconds
        for cases, done in run_cases(rows, work.build, self.standing, batch=BATCH):
            room = self.limits.upload_rows - writer.done
            writer.write(done[:room], cases[:room])
            if len(done) > room:
                raise InputError(f"has more than {self.limits.upload_rows:,} rows", hint="send fewer at once")
            if time.monotonic() > stop:
                raise InputError(f"took longer than {self.limits.run_seconds:g} s", hint="send fewer rows")
            if self.stopping.is_set():
                raise JuratError("the server was stopped")
        writer.finish()

    def _forget(self) -> None:
        """Remember how the last runs ended, not all there ever were."""
        ended = [name for name, one in self.known.items() if one.ended]
        for name in ended[: max(0, len(ended) - 100)]:
            del self.known[name]


def data_name(given: str) -> str:
    """The name of what was sent, as text alone: it is shown and tells the format, and is never opened.

    >>> data_name("../../etc/rows.jsonl"), data_name("C:\\\\data\\\\rows.csv")
    ('rows.jsonl', 'rows.csv')
    """
    name = "".join(one if one.isprintable() else "_" for one in PurePath(given.replace("\\", "/")).name)
    name = name[-_NAME:]
    format_of(name)
    if is_gzip(name):
        raise InputError("is compressed", where="filename", hint="send it as it is")
    return name


def renamed(error: JuratError, path: Path, name: str) -> JuratError:
    """An error that names the file as whoever sent it knows it."""
    if not isinstance(error, InputError):
        return error
    what, where = (said.replace(str(path), name) for said in (error.what, error.where))
    return type(error)(what, where=where, hint=error.hint)


def _named(rows: Iterator[CaseRow | BadRow], path: Path, name: str) -> Iterator[CaseRow | BadRow]:
    for row in rows:
        if isinstance(row, BadRow):
            error = renamed(row.error, path, name)
            assert isinstance(error, InputError)  # noqa: S101
            yield BadRow(row.number, error, row.id)
        else:
            yield row
