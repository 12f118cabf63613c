"""Connections to a store: its location, how it is opened, and its errors."""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from jurat.errors import MissingExtraError, OptionError
from jurat.runs.store.store_errors import RECOVER, StoreError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

WAIT_SECONDS = 120
"""How long a writer waits for the others that write to the same SQLite file."""

DAMAGE = (zlib.error, UnicodeDecodeError, json.JSONDecodeError)
"""What reading a row raises whose bytes are not what was written."""
_KINDS = "give the path of a file, or postgresql://USER@HOST/NAME"
_CAUSES = {
    "full": ("there is no space left for it", "free some space"),
    "disk i/o error": ("there is no space left for it, or its disk fails", "free some space or check it"),
    "file too large": ("there is no space left for it", "free some space"),
    "no space left": ("there is no space left for it", "free some space"),
    "readonly": ("cannot be written", "check the permissions of the file and its folder"),
    "unable to open": ("cannot be opened or made", "check the permissions of the file and its folder"),
    "locked": ("is locked by another process", "try again later"),
    "not a database": ("is not a store of runs", "name another file, or remove this one"),
    "malformed": ("is damaged", RECOVER),
}


def store_url(named: str) -> URL:
    """Return the database URL of a text: a PostgreSQL URL, an SQLite URL, or the path of an SQLite file.

    >>> store_url("postgresql://ann@db/runs").drivername, store_url("kept/runs.sqlite").database
    ('postgresql+pg8000', 'kept/runs.sqlite')
    """
    if "://" not in named:
        return URL.create("sqlite", database=named)
    try:
        url = make_url(named)
    except ArgumentError:
        raise OptionError("is not a database URL", where="--store", hint=_KINDS) from None
    if url.get_backend_name() in ("postgresql", "postgres"):
        if not url.username:
            raise OptionError("the URL names no user", where="--store", hint=_KINDS)
        return url.set(drivername="postgresql+pg8000")
    if url.get_backend_name() != "sqlite" or not url.database:
        raise OptionError(f"{url.drivername} is not a supported store", where="--store", hint=_KINDS)
    return url


def shown(url: URL) -> str:
    """Return the display name of a store: a path, or a URL without its password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql").render_as_string()


def open_engine(url: URL, *, make: bool) -> Engine:
    """Return an engine of a store; a missing file is created only for writers."""
    if url.get_backend_name() == "sqlite":
        return _sqlite(url, make=make)
    try:
        return create_engine(url, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise MissingExtraError("A PostgreSQL store", extra="postgres") from None


def _sqlite(url: URL, *, make: bool) -> Engine:
    path = Path(str(url.database))
    if not make and not path.exists():
        hint = "create a run first: jurat run DATA --judge NAME"
        raise StoreError("no saved runs", where=str(path), hint=hint)
    if make:
        _make_folder(path.parent)
    engine = create_engine(url, connect_args={"timeout": WAIT_SECONDS})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _make_folder(folder: Path) -> None:
    """Create the folder of the store, ignored by version control."""
    if folder.is_dir():
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if folder.name == ".jurat":
            (folder / ".gitignore").write_text("*\n", encoding="ascii")
    except OSError as error:
        hint = "choose another location with --store, or use --no-store"
        raise StoreError(f"cannot be made ({error.strerror})", where=str(folder), hint=hint) from None


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    """Configure a connection: own transactions, readers do not wait for writers, durable commits."""
    connection.isolation_level = None
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous = NORMAL")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Turn the write-ahead log on; SQLite does not wait by itself while another process does so."""
    stop = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > stop:
                raise
            time.sleep(0.05)
        else:
            return


def _begin(connection: Connection) -> None:
    """Begin a write transaction at once, as a reader that becomes a writer cannot wait."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def explained(where: str) -> Iterator[None]:
    """Translate database errors to store errors in the block."""
    try:
        yield
    except DBAPIError as error:
        raise explain(error, where) from error
    except sqlite3.Error as error:  # from a new connection, before the library takes hold of it
        raise explain(DBAPIError(None, None, error), where) from error
    except DAMAGE as error:
        what = f"is damaged ({type(error).__name__})"
        raise StoreError(what, where=where, hint=RECOVER) from error


def explain(error: Any, where: str) -> StoreError:
    """Return the store error of a database error."""
    said = str(error.orig).strip()
    for sign, (what, hint) in _CAUSES.items():
        if sign in said.lower():
            return StoreError(what, where=where, hint=hint)
    first = said.splitlines()[0] if said else type(error).__name__
    if error.connection_invalidated or "connect" in said.lower():
        return StoreError(f"cannot be reached ({first})", where=where, hint="check that it runs")
    return StoreError(f"database error: {first}", where=where, hint="check the store")
