"""Numbered migrations: each SQL file is applied once, in order, all or none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from sqlalchemy import inspect

from jurat.runs.store.store_errors import RECOVER, StoreError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

WORDS = {
    "sqlite": {"serial": "INTEGER PRIMARY KEY", "bytes": "BLOB", "clustered": "WITHOUT ROWID"},
    "postgresql": {
        "serial": "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
        "bytes": "BYTEA",
        "clustered": "",
    },
}
"""What a migration's placeholders stand for."""

_LOCK = 7_205_759_403_792_793
_TABLE = "CREATE TABLE IF NOT EXISTS jurat_schema (version INTEGER NOT NULL)"


@lru_cache(maxsize=1)
def migrations() -> tuple[str, ...]:
    """Return the texts of all migrations, in order; the first creates schema 1."""
    folder = files("jurat.runs.store") / "migrations"
    found = sorted((one for one in folder.iterdir() if one.name.endswith(".sql")), key=lambda one: one.name)
    return tuple(one.read_text(encoding="utf-8") for one in found)


def migrate(engine: Engine, where: str, upto: int | None = None) -> None:
    """Migrate a store to the newest schema, or an earlier one for tests; one process at a time."""
    wanted = len(migrations()) if upto is None else upto
    if _looked_up(engine, where) == wanted:
        return
    with engine.execution_options(writes=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        connection.exec_driver_sql(_TABLE)
        found = _version(connection, where)
        if found > wanted:
            hint = "upgrade: pip install -U jurat"
            raise StoreError(
                f"was created by a newer version of Jurat (schema {found})", where=where, hint=hint
            )
        _apply(connection, migrations()[found:wanted])
        connection.exec_driver_sql("DELETE FROM jurat_schema")
        connection.exec_driver_sql(f"INSERT INTO jurat_schema VALUES ({wanted:d})")  # noqa: S608


def _looked_up(engine: Engine, where: str) -> int:
    """Return the schema version of a store without locking it; 0 if it has none."""
    if not inspect(engine).has_table("jurat_schema"):
        return 0
    with engine.connect() as connection:
        return _version(connection, where)


def _version(connection: Connection, where: str) -> int:
    found = connection.exec_driver_sql("SELECT version FROM jurat_schema").scalar() or 0
    if not isinstance(found, int) or found < 0:
        raise StoreError("is damaged (it has no version)", where=where, hint=RECOVER)
    return found


def _apply(connection: Connection, texts: Sequence[str]) -> None:
    words = WORDS[connection.dialect.name]
    for text in texts:
        for statement in statements(Template(text).substitute(words)):
            connection.exec_driver_sql(statement)


def statements(text: str) -> list[str]:
    """Return the statements of a migration, without comments.

    >>> statements("-- why; because\\nCREATE TABLE a (b TEXT);\\n\\nDROP TABLE c;")
    ['CREATE TABLE a (b TEXT)', 'DROP TABLE c']
    """
    code = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    return [part.strip() for part in code.split(";") if part.strip()]
