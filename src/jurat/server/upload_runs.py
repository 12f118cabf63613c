"""Runs over data that was sent: read from a file of our own, judged by the processes, kept in the store."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

from jurat.data import BadRow, CaseRow, read_cases
from jurat.data.formats import format_of, is_gzip
from jurat.data.row_count import count_rows
from jurat.engines.judging_work import Batch, Judged, JudgingWork
from jurat.engines.worker_pool import QueueFullError, WorkerPool
from jurat.errors import InputError, JuratError
from jurat.judges.judge import Judge, ModelObserver
from jurat.judges.model_estimate import estimate_usage
from jurat.judges.observer_config import ObserverConfig
from jurat.llm.budget import Usage
from jurat.runs.fingerprint import fingerprint
from jurat.runs.recording import empty_summary, make_plan
from jurat.runs.run_progress import RunCancelledError, RunStep
from jurat.runs.run_summary import RunSummary
from jurat.runs.runner import Outcomes, run_cases, run_stream
from jurat.runs.service import RowRun
from jurat.runs.store.run_records import RunInput
from jurat.runs.store.run_writer import RunWriter
from jurat.runs.store.store import Store
from jurat.server.problems import public
from jurat.server.server_limits import ServerLimits

BATCH = 16
"""Small batches: what somebody waits for stands behind one of them at most."""
ESTIMATED_ROWS = 100
"""So many rows are looked at before a run with models."""
_NAME = 120
_FOLDER = "jurat-uploads-"
LOG = logging.getLogger("jurat.server")


def upload_folder() -> str:
    """Make a folder of this server's own for what is sent, and remove those that dead servers left."""
    for left in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
        owner = left.name.removeprefix(_FOLDER).partition("-")[0]
        if owner.isdigit() and not _is_alive(int(owner)):
            shutil.rmtree(left, ignore_errors=True)
    return tempfile.mkdtemp(prefix=f"{_FOLDER}{os.getpid()}-")


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


@dataclass(slots=True)
class UploadRun:
    """A run under way: how many rows there seem to be, and how it ended if it did."""

    total: int | None = None
    error: str | None = None
    ended: bool = False
    model_observer: ModelObserver | None = None

    @property
    def usage(self) -> Usage | None:
        """What models took so far; none where none is asked."""
        return self.model_observer.usage if self.model_observer else None


@dataclass(slots=True)
class UploadRuns:
    """The runs that this server has under way."""

    store: Store
    worker_pool: WorkerPool
    limits: ServerLimits
    known: dict[str, UploadRun] = field(default_factory=dict)
    threads: list[threading.Thread] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    receiving: int = 0
    folder: str = field(default_factory=upload_folder)

    @property
    def under_way(self) -> int:
        """How many runs are being judged or received."""
        return self.receiving + sum(not one.ended for one in self.known.values())

    @contextmanager
    def slot(self) -> Iterator[None]:
        """A place for one run more, from before its first byte is read."""
        if self.under_way >= self.limits.runs_at_once:
            raise QueueFullError(f"{self.under_way} runs are in progress")
        self.receiving += 1
        try:
            yield
        finally:
            self.receiving -= 1

    def estimate(
        self, judge: Judge[Any, Any], observing: ObserverConfig, path: Path, name: str
    ) -> tuple[int, Usage]:
        """How many rows of a file can be judged, and what models take for them at least.

        The prompts of the first rows are made; those of the others are taken to be as long.
        """
        try:
            found = islice(read_cases(path, judge.case_type).cases, self.limits.upload_rows)
            cases = (row.case for row in found if isinstance(row, CaseRow))
            first = list(islice(cases, ESTIMATED_ROWS))
            rows = len(first) + sum(1 for _ in cases)
        except JuratError as error:
            raise renamed(error, path, name) from None
        usage = estimate_usage(judge.spec, observing, first)
        return rows, _scaled(usage, rows, len(first)) if rows else usage

    def start(
        self,
        judge: Judge[Any, Any],
        work: JudgingWork,
        path: Path,
        name: str,
        observing: ObserverConfig | None = None,
    ) -> str:
        """Begin a run over a file that was sent under a name; the file is removed when it is done."""
        try:
            stream = read_cases(path, judge.case_type)
            reading = RunInput(
                data=name, folder="", fingerprint=fingerprint(str(path)), format=format_of(name)
            )
            plan = make_plan(judge, reading, None, observing)
            writer = self.store.begin(plan, empty_summary(plan))
        except JuratError as error:
            raise renamed(error, path, name) from None
        total = count_rows(str(path), format_of(name))
        upload = UploadRun(total=total, model_observer=judge.model_observer)
        self._forget()
        self.known[writer.run.id] = upload
        rows = _named(islice(stream.cases, self.limits.upload_rows + 1), path, name)
        found = (
            run_stream(rows, judge)  # calls overlap in this process
            if judge.model_observer
            else run_cases(rows, work.build, self.worker_pool, batch=BATCH)
        )
        thread = threading.Thread(target=self._judge, args=(writer, found, upload, path), daemon=True)
        self.threads = [one for one in self.threads if one.is_alive()] + [thread]
        thread.start()
        return writer.run.id

    def stop(self) -> None:
        """End all runs after their next batch; what is judged is kept."""
        self.stopping.set()
        for thread in self.threads:
            thread.join(self.limits.judging_seconds)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _judge(self, writer: RunWriter, found: Outcomes, upload: UploadRun, path: Path) -> None:
        try:
            self._execute(writer, found)
        except RunCancelledError:
            LOG.info("run %s: the server was stopped", writer.run.id)
            upload.error = "the server was stopped"
        except JuratError as error:
            LOG.info("run %s: %s", writer.run.id, error)
            upload.error = public(error)
        except Exception as error:  # whoever follows the run is told
            LOG.exception("run %s", writer.run.id)
            upload.error = f"internal error: {type(error).__name__}; see the server log"
        finally:
            upload.ended = True
            with suppress(OSError):
                path.unlink()

    def _execute(self, writer: RunWriter, found: Outcomes) -> None:
        stop = time.monotonic() + self.limits.run_seconds

        def check_time(step: RunStep) -> None:
            if step.outcomes and time.monotonic() > stop:  # a batch that was judged is kept
                raise InputError(f"took longer than {self.limits.run_seconds:g} s", hint="send fewer rows")

        ready = RowRun(
            plan=writer.run.plan,
            recorder=LimitedRecorder(writer, self.limits.upload_rows),
            outcomes=found,
        )
        ready.execute(check_time, self.stopping)

    def _forget(self) -> None:
        """Remember how the last runs ended, not all there ever were."""
        ended = [name for name, one in self.known.items() if one.ended]
        for name in ended[: max(0, len(ended) - 100)]:
            del self.known[name]


class LimitedRecorder:
    """Records a run up to a number of rows; one more row is an error."""

    def __init__(self, writer: RunWriter, most: int) -> None:
        self._writer, self._most = writer, most

    @property
    def summary(self) -> RunSummary:
        """Return the summary so far."""
        return self._writer.summary

    @property
    def done(self) -> int:
        """Return the number of rows saved."""
        return self._writer.done

    def write(self, batch: Sequence[Judged], cases: Batch = ()) -> None:
        """Store a batch up to the limit."""
        room = self._most - self._writer.done
        self._writer.write(batch[:room], cases[:room])
        if len(batch) > room:
            raise InputError(f"has more than {self._most:,} rows", hint="send fewer rows at once")

    def note(self, summary: RunSummary) -> None:
        """Store the summary so far."""
        self._writer.note(summary)

    def finish(self) -> None:
        """Mark the run as finished."""
        self._writer.finish()


def _scaled(usage: Usage, rows: int, seen: int) -> Usage:
    """What all rows take, as the first of them do.

    >>> _scaled(Usage(calls=2, prompt_tokens=301), rows=3, seen=2)
    Usage(calls=3, prompt_tokens=452, completion_tokens=0, cost=None, cache_hits=0, retries=0, reasks=0)
    """
    calls, tokens = (-(-one * rows // seen) for one in (usage.calls, usage.prompt_tokens))
    return Usage(
        calls=calls,
        prompt_tokens=tokens,
        cost=None if usage.cost is None else usage.cost * rows / seen,
    )


def data_name(given: str) -> str:
    """The name of what was sent, as text alone: it is shown and tells the format, and is never opened.

    >>> data_name("../../etc/rows.jsonl"), data_name("C:\\\\data\\\\rows.csv")
    ('rows.jsonl', 'rows.csv')
    """
    name = "".join(one if one.isprintable() else "_" for one in PurePath(given.replace("\\", "/")).name)
    name = name[-_NAME:]
    format_of(name)
    if is_gzip(name):
        raise InputError("is compressed", where="filename", hint="send it uncompressed")
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
