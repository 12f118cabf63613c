"""A store of runs, the same over SQLite and PostgreSQL."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select, update

from jurat.errors import InputError
from jurat.runs.parts.reader import open_parts
from jurat.runs.run_summary import RunSummary
from jurat.runs.store.connection import explained, open_engine, shown, store_url
from jurat.runs.store.migrate import migrate
from jurat.runs.store.milestones import remove_milestones, seek
from jurat.runs.store.packed_lines import stored_bytes, unpack
from jurat.runs.store.run_ids import LAST, new_id, now, only_match
from jurat.runs.store.run_records import (
    Cursor,
    ResultPage,
    ResultQuery,
    Run,
    RunNotes,
    RunPlan,
    StoredLabel,
    StoredResult,
)
from jurat.runs.store.run_writer import RunWriter
from jurat.runs.store.search import search, seekable, total
from jurat.runs.store.store_errors import RECOVER, StoreError
from jurat.runs.store.stored_labels import add_label, read_labels
from jurat.runs.store.stored_texts import read_texts, release_texts, unpack_cases
from jurat.runs.store.table_schema import labels, marks, milestones, results, runs, scores

if TYPE_CHECKING:
    from types import TracebackType

    from sqlalchemy import Connection, Engine, Row


PAGE = 50
_STREAM = 500


def open_store(named: str, *, make: bool = False) -> Store:
    """Open the store of a path or URL at the newest schema; ``make`` creates it if missing."""
    url = store_url(named)
    where = shown(url)
    engine = open_engine(url, make=make)
    try:
        with explained(where):
            migrate(engine, where)
        return Store(engine, where)
    except BaseException:
        engine.dispose()
        raise


class Store:
    """Stored runs and results; every change is atomic."""

    def __init__(self, engine: Engine, where: str) -> None:
        self.where = where
        self._engine = engine
        self._file = Path(where) if engine.dialect.name == "sqlite" else None
        self._inode = self._file and self._file.stat().st_ino

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()

    def begin(self, plan: RunPlan, summary: RunSummary, *, parts: str | None = None) -> RunWriter:
        """Store a new run and return its writer; its results can be in parts elsewhere."""
        started, token = now(), secrets.token_hex(8)
        values = {
            "judge": plan.judge,
            "version": plan.version,
            "signature": plan.signature,
            "parent": plan.parent,
            "parts": parts,
            "started": started.isoformat(timespec="seconds"),
            "seconds": 0.0,
            "done": 0,
            "plan": plan.to_json(),
            "summary": json.dumps(summary.to_json()),
            "writer": token,
        }
        with self.writing() as connection:
            name = new_id(started)
            while connection.execute(runs.select().where(runs.c.id == name)).first():
                name = new_id(started)
            connection.execute(insert(runs).values(id=name, **values))
        return RunWriter(self, self.find(name), token)

    def resume(self, run: Run) -> RunWriter:
        """Return a writer that continues a run; any other writer of it is stopped."""
        token = secrets.token_hex(8)
        with self.writing() as connection:
            connection.execute(update(runs).where(runs.c.number == run.number).values(writer=token))
            remove_milestones(connection, run)
        return RunWriter(self, self.find(run.id), token)

    def find(self, name: str) -> Run:
        """Return the run with that id, the only one with that prefix, or the last."""
        newest = select(runs).where(runs.c.deleted.is_(None)).order_by(runs.c.number.desc())
        with self.reading() as connection:
            if name == LAST:
                found = connection.execute(newest.limit(1)).all()
            else:
                found = connection.execute(newest.where(runs.c.id.startswith(name, autoescape=True))).all()
        if name == LAST and not found:
            hint = "create a run first: jurat run DATA --judge NAME"
            raise StoreError("no saved runs", where=self.where, hint=hint)
        wanted = only_match(name, [row.id for row in found], self.where) if name != LAST else found[0].id
        return next(_run(row) for row in found if row.id == wanted)

    def runs(
        self,
        *,
        judge: str | None = None,
        tag: str | None = None,
        before: Run | None = None,
        limit: int = PAGE,
    ) -> list[Run]:
        """Return runs, newest first, before another one; the case of a tag is ignored."""
        query = select(runs).where(runs.c.deleted.is_(None)).order_by(runs.c.number.desc()).limit(limit)
        if judge is not None:
            query = query.where(runs.c.judge == judge)
        if tag is not None:  # quoted as in the column, so that it matches whole tags
            query = query.where(func.lower(runs.c.tags).contains(json.dumps(tag).lower(), autoescape=True))
        if before is not None:
            query = query.where(runs.c.number < before.number)
        with self.reading() as connection:
            return [_run(row) for row in connection.execute(query)]

    def page(
        self, run: Run, wanted: ResultQuery | None = None, *, after: Cursor | None = None, limit: int = PAGE
    ) -> ResultPage:
        """Return a page of a run's results; the next one starts after its last position.

        Without an index a page can have fewer results than exist; the next page continues.
        """
        if run.parts is not None:
            return open_parts(run.parts).page(run, wanted or ResultQuery(), after, limit)
        with self.reading() as connection:
            return search(connection, run, wanted or ResultQuery(), after, limit)

    def seekable(self, run: Run, wanted: ResultQuery) -> bool:
        """Return whether a page can start anywhere."""
        with self.reading() as connection:
            return seekable(connection, run, wanted)

    def seek(self, run: Run, wanted: ResultQuery, offset: int) -> Cursor | None:
        """Return the cursor after `offset` results; None if there are fewer."""
        if wanted == ResultQuery() or offset == 0:
            return Cursor(offset)
        with self.reading() as connection:
            return seek(connection, run, wanted, offset)

    def count(self, run: Run, wanted: ResultQuery) -> int | None:
        """Return how many results match, if that is known or cheap."""
        with self.reading() as connection:
            return total(connection, run, wanted)

    def results(self, run: Run, wanted: ResultQuery | None = None) -> Iterator[StoredResult]:
        """Yield all matching results of a run."""
        if run.parts is not None:
            yield from open_parts(run.parts).results(run, wanted or ResultQuery())
            return
        page = self.page(run, wanted, limit=_STREAM)
        yield from page.results
        while page.after is not None:
            page = self.page(run, wanted, after=page.after, limit=_STREAM)
            yield from page.results

    def verdicts(self, run: Run, most: int) -> dict[int, str]:
        """Return the verdicts of the first results by row."""
        query = select(results.c.place, results.c.verdict).where(results.c.run == run.number)
        with self.reading() as connection:
            found = connection.execute(query.order_by(results.c.place).limit(most))
            return {row.place: row.verdict for row in found}

    def case(self, run: Run, row: int) -> dict[str, Any] | None:
        """Return the texts of a result by field, or None if they were not saved."""
        return self.cases(run, [row]).get(row)

    def cases(self, run: Run, rows: Sequence[int], *, contexts: bool = True) -> dict[int, dict[str, Any]]:
        """Return the texts of some results by row, of those that were saved; contexts can be left out."""
        owner = run if run.plan.parent is None else self._first(run)
        if owner.parts is not None:
            return open_parts(owner.parts).cases(rows)
        at = (results.c.run == owner.number) & results.c.place.in_(rows)
        with self.reading() as connection:
            found = connection.execute(select(results.c.place, results.c.texts).where(at)).all()
            kept = {row.place: stored_bytes(row.texts) for row in found if row.texts is not None}
            return unpack_cases(kept, partial(read_texts, connection), contexts=contexts)

    def _first(self, run: Run) -> Run:
        """Return the original run of a rescored one, which has the texts, if it still exists."""
        while run.plan.parent is not None:
            try:
                run = self.find(run.plan.parent)
            except InputError:
                return run
        return run

    def label(self, run: Run, label: StoredLabel) -> None:
        """Store a person's label of a result."""
        with self.writing() as connection:
            row = select(runs.c.id).where(runs.c.number == run.number).with_for_update()
            if not connection.execute(row).first():
                raise StoreError("another process has deleted it", where=run.id, hint="see jurat runs list")
            add_label(connection, run, label)

    def labels(self, run: Run, row: int | None = None) -> list[StoredLabel]:
        """Return the labels of a run, or of one row, in the order they were given."""
        with self.reading() as connection:
            return list(read_labels(connection, run, row))

    def labelled(self, run: Run) -> dict[int, bytes]:
        """Return the lines of labelled results by row."""
        places = select(labels.c.place).where(labels.c.run == run.number).distinct()
        with self.reading() as connection:
            if run.parts is not None:
                found = open_parts(run.parts).at(sorted(connection.execute(places).scalars()))
                return {one.row: one.line for one in found}
            said = (results.c.run == run.number) & results.c.place.in_(places)
            rows = connection.execute(select(results.c.place, results.c.line).where(said))
            return {row.place: unpack(row.line, run.dictionary) for row in rows}

    def annotate(self, run: Run, notes: RunNotes) -> None:
        """Store what people call a run and write about it."""
        values = {"name": notes.name, "tags": json.dumps(notes.tags), "note": notes.note}
        with self.writing() as connection:
            connection.execute(update(runs).where(runs.c.number == run.number).values(**values))

    def delete(self, run: Run) -> None:
        """Delete a run with all its results."""
        with self.writing() as connection:
            remove_run(connection, run.number)

    def hide(self, run: Run) -> None:
        """Mark a run as deleted, undone by `restore`, made final by `purge`; its writer is stopped."""
        values = {"deleted": now().isoformat(timespec="seconds"), "writer": secrets.token_hex(8)}
        with self.writing() as connection:
            connection.execute(update(runs).where(runs.c.number == run.number).values(**values))

    def restore(self, name: str) -> bool:
        """Undo the deletion of the run with that id; return whether there was one."""
        hidden = (runs.c.id == name) & runs.c.deleted.is_not(None)
        with self.writing() as connection:
            return connection.execute(update(runs).where(hidden).values(deleted=None)).rowcount > 0

    def purge(self, seconds: float) -> None:
        """Remove the runs that were marked as deleted so many seconds ago or earlier."""
        before = (now() - timedelta(seconds=seconds)).isoformat(timespec="seconds")
        query = select(runs.c.number).where(runs.c.deleted <= before)
        with self.reading() as connection:
            numbers = connection.execute(query).scalars().all()
        for number in numbers:
            with self.writing() as connection:
                remove_run(connection, number)

    def refresh_statistics(self) -> None:
        """Update the statistics of PostgreSQL's planner."""
        if self._engine.dialect.name == "postgresql":
            with self.writing() as connection:
                connection.exec_driver_sql("ANALYZE results, scores, marks")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Return a connection with a consistent snapshot of the store."""
        with explained(self.where), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Return a transaction."""
        self._check_file()
        with explained(self.where), self._engine.execution_options(writes=True).begin() as connection:
            yield connection

    def _check_file(self) -> None:
        """Raise an error if the file was removed, as SQLite would write to the deleted file."""
        if self._file is None:
            return
        try:
            same = self._file.stat().st_ino == self._inode
        except OSError:
            same = False
        if not same:
            raise StoreError("was removed or replaced during the run", where=self.where, hint="restore it")


def remove_run(connection: Connection, number: int) -> None:
    """Delete a run with all that belongs to it."""
    connection.execute(delete(runs).where(runs.c.number == number))
    for table in (results, scores, marks, milestones, labels):
        connection.execute(delete(table).where(table.c.run == number))
    release_texts(connection, number)


def _run(row: Row[Any]) -> Run:
    try:
        return _read_run(row)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"the record of the run is damaged ({type(error).__name__})"
        raise StoreError(what, where=str(row.id), hint=RECOVER) from error


def _read_run(row: Row[Any]) -> Run:
    return Run(
        number=row.number,
        id=row.id,
        plan=RunPlan.from_json(row.plan),
        started=row.started,
        finished=row.finished,
        seconds=row.seconds,
        done=row.done,
        summary=RunSummary.from_json(json.loads(row.summary)),
        dictionary=stored_bytes(row.dictionary or b""),
        parts=row.parts,
        notes=RunNotes(name=row.name or "", tags=tuple(json.loads(row.tags or "[]")), note=row.note or ""),
    )
