"""A store of runs, the same over SQLite and PostgreSQL."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from jurat.errors import InputError
from jurat.runs.parts.shelf import shelf
from jurat.runs.store.connect import explained, open_engine, shown, store_url
from jurat.runs.store.errors import StoreError
from jurat.runs.store.labels import add_label, read_labels
from jurat.runs.store.lines import unpack
from jurat.runs.store.migrate import migrate
from jurat.runs.store.milestones import remove_milestones, seek
from jurat.runs.store.names import LAST, new_id, now, only_match
from jurat.runs.store.records import Kept, Label, Page, Place, Plan, Run, Wanted
from jurat.runs.store.schema import labels, marks, milestones, results, runs, scores
from jurat.runs.store.searching import search, seekable, total
from jurat.runs.store.texts import read_texts, release_texts, unpack_case
from jurat.runs.store.writing import RunWriter
from jurat.runs.summary import RunSummary

if TYPE_CHECKING:
    from types import TracebackType

    from sqlalchemy import Connection, Engine, Row


PAGE = 50
_STREAM = 500


def open_store(named: str, *, make: bool = False) -> Store:
    """The store of that path or URL, at the newest schema; ``make`` makes it where it is not there."""
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
    """Runs and their results; every change is whole or not at all."""

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
        """Leave the database."""
        self._engine.dispose()

    def begin(self, plan: Plan, summary: RunSummary, *, parts: str | None = None) -> RunWriter:
        """Keep a new run, and write to it; its results may stand in parts elsewhere."""
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
        """Write on where a run ended; whoever else still writes to it is stopped."""
        token = secrets.token_hex(8)
        with self.writing() as connection:
            connection.execute(update(runs).where(runs.c.number == run.number).values(writer=token))
            remove_milestones(connection, run)
        return RunWriter(self, self.find(run.id), token)

    def find(self, name: str) -> Run:
        """The run of that id, of the one id that starts so, or the last."""
        newest = select(runs).order_by(runs.c.number.desc())
        with self.reading() as connection:
            if name == LAST:
                found = connection.execute(newest.limit(1)).all()
            else:
                found = connection.execute(newest.where(runs.c.id.startswith(name, autoescape=True))).all()
        if name == LAST and not found:
            hint = "keep a first run: jurat run DATA --judge NAME"
            raise StoreError("no run is kept yet", where=self.where, hint=hint)
        wanted = only_match(name, [row.id for row in found], self.where) if name != LAST else found[0].id
        return next(_run(row) for row in found if row.id == wanted)

    def runs(self, *, judge: str | None = None, before: Run | None = None, limit: int = PAGE) -> list[Run]:
        """Runs, the newest first; ``before`` is the last of the page before."""
        query = select(runs).order_by(runs.c.number.desc()).limit(limit)
        if judge is not None:
            query = query.where(runs.c.judge == judge)
        if before is not None:
            query = query.where(runs.c.number < before.number)
        with self.reading() as connection:
            return [_run(row) for row in connection.execute(query)]

    def page(
        self, run: Run, wanted: Wanted | None = None, *, after: Place | None = None, limit: int = PAGE
    ) -> Page:
        """A page of a run's results; the next one starts after its last place.

        Where something is wanted that no index knows, a page may hold less than there is, and the next go on.
        """
        if run.parts is not None:
            return shelf(run.parts).page(run, wanted or Wanted(), after, limit)
        with self.reading() as connection:
            return search(connection, run, wanted or Wanted(), after, limit)

    def seekable(self, run: Run, wanted: Wanted) -> bool:
        """Whether one can start anywhere in what is wanted."""
        with self.reading() as connection:
            return seekable(connection, run, wanted)

    def seek(self, run: Run, wanted: Wanted, offset: int) -> Place | None:
        """Where a page starts that leaves out so many results; none where there are fewer."""
        if wanted == Wanted() or offset == 0:
            return Place(offset)
        with self.reading() as connection:
            return seek(connection, run, wanted, offset)

    def count(self, run: Run, wanted: Wanted) -> int | None:
        """How many results of a run are wanted, where that is known or quickly counted."""
        with self.reading() as connection:
            return total(connection, run, wanted)

    def results(self, run: Run, wanted: Wanted | None = None) -> Iterator[Kept]:
        """All results of a run that are wanted, read bit by bit."""
        if run.parts is not None:
            yield from shelf(run.parts).results(run, wanted or Wanted())
            return
        page = self.page(run, wanted, limit=_STREAM)
        yield from page.results
        while page.after is not None:
            page = self.page(run, wanted, after=page.after, limit=_STREAM)
            yield from page.results

    def case(self, run: Run, place: int) -> dict[str, Any] | None:
        """The texts that a result was judged from, by field; none where they were not kept."""
        owner = run if run.plan.parent is None else self._first(run)
        if owner.parts is not None:
            return shelf(owner.parts).case(place)
        at = (results.c.run == owner.number) & (results.c.place == place)
        with self.reading() as connection:
            body = connection.execute(select(results.c.texts).where(at)).scalar()
            return None if body is None else unpack_case(bytes(body), partial(read_texts, connection))

    def _first(self, run: Run) -> Run:
        """The run whose texts a rescored one was judged from, where it is still there."""
        while run.plan.parent is not None:
            try:
                run = self.find(run.plan.parent)
            except InputError:
                return run
        return run

    def label(self, run: Run, label: Label) -> None:
        """Keep what a person says of a result."""
        with self.writing() as connection:
            row = select(runs.c.id).where(runs.c.number == run.number).with_for_update()
            if not connection.execute(row).first():
                raise StoreError("another process has deleted it", where=run.id, hint="see jurat runs list")
            add_label(connection, run, label)

    def labels(self, run: Run, place: int | None = None) -> list[Label]:
        """What people said of a run, or of one of its results, in the order they said it."""
        with self.reading() as connection:
            return list(read_labels(connection, run, place))

    def labelled(self, run: Run) -> dict[int, bytes]:
        """The lines of the results that people said something of, by place."""
        places = select(labels.c.place).where(labels.c.run == run.number).distinct()
        with self.reading() as connection:
            if run.parts is not None:
                found = shelf(run.parts).at(sorted(connection.execute(places).scalars()))
                return {one.place: one.line for one in found}
            said = (results.c.run == run.number) & results.c.place.in_(places)
            rows = connection.execute(select(results.c.place, results.c.line).where(said))
            return {row.place: unpack(bytes(row.line), run.dictionary) for row in rows}

    def delete(self, run: Run) -> None:
        """Remove a run with all its results."""
        with self.writing() as connection:
            connection.execute(delete(runs).where(runs.c.number == run.number))
            for table in (results, scores, marks, milestones, labels):
                connection.execute(delete(table).where(table.c.run == run.number))
            release_texts(connection, run.number)

    def refresh_statistics(self) -> None:
        """Tell PostgreSQL's planner what was added, which it would find out later by itself."""
        if self._engine.dialect.name == "postgresql":
            with self.writing() as connection:
                connection.exec_driver_sql("ANALYZE results, scores, marks")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the store."""
        with explained(self.where), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it is kept, or nothing."""
        self._check_file()
        with explained(self.where), self._engine.execution_options(writes=True).begin() as connection:
            yield connection

    def _check_file(self) -> None:
        """Stop where the file was taken away: SQLite would go on writing into what nobody sees."""
        if self._file is None:
            return
        try:
            same = self._file.stat().st_ino == self._inode
        except OSError:
            same = False
        if not same:
            raise StoreError("was removed or replaced meanwhile", where=self.where, hint="put it back")


def _run(row: Row[Any]) -> Run:
    return Run(
        number=row.number,
        id=row.id,
        plan=Plan.from_json(row.plan),
        started=row.started,
        finished=row.finished,
        seconds=row.seconds,
        done=row.done,
        summary=RunSummary.from_json(json.loads(row.summary)),
        dictionary=bytes(row.dictionary or b""),
        parts=row.parts,
    )
