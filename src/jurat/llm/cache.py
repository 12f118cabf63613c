"""Replies kept in SQLite, keyed by the whole request; JSON only."""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from jurat.errors import InputError
from jurat.llm.protocol import MODES, Completion, Mode, Request

PLACEHOLDER = "\N{SYMBOL FOR UNIT SEPARATOR}mark\N{SYMBOL FOR UNIT SEPARATOR}"
_TABLES = """
CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS dialects (endpoint TEXT PRIMARY KEY, dialect TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS secret (only INTEGER PRIMARY KEY CHECK (only = 1), value TEXT NOT NULL);
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How an endpoint wants to be asked: which mode, and which parameters it does not take."""

    mode: Mode = "schema"
    temperature: bool = True
    seed: bool = True
    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"


def request_key(endpoint: str, request: Request, mark: str, sample: int) -> str:
    """What makes two requests the same: all of them but the fence's mark, which says nothing.

    >>> from jurat.llm.protocol import Message
    >>> ask = lambda text: Request(messages=(Message("user", text),), mode="text", name="n", schema=None,
    ...     max_tokens=9, temperature=0, seed=None)
    >>> request_key("e", ask("<1f> hi"), "1f", 0) == request_key("e", ask("<2e> hi"), "2e", 0)
    True
    """
    whole = {"endpoint": endpoint, "sample": sample, "request": asdict(request)}
    for message in whole["request"]["messages"] if mark else ():  # type: ignore[index]
        message["content"] = message["content"].replace(mark, PLACEHOLDER)
    written = json.dumps(whole, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


class Cache:
    """Replies by key, how each endpoint wants to be asked, and the secret that fences are made with.

    Without a path it lives in memory as long as it is open. It holds neither requests nor API keys.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._where = str(path) if path else ":memory:"
        try:
            if path:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch(mode=0o600)
            self._base = sqlite3.connect(self._where, timeout=30, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise InputError("cannot be opened as a cache", where=self._where, hint=str(error)) from None
        self._prepare()

    def _prepare(self) -> None:
        try:
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.executescript(_TABLES)
            new = ("INSERT OR IGNORE INTO secret VALUES (1, ?)", (secrets.token_hex(32),))
            with self._base:
                self._base.execute(*new)
        except sqlite3.Error as error:
            self._base.close()
            hint = f"delete it or name another file ({error})"
            raise InputError("is not a cache of Jurat", where=self._where, hint=hint) from None

    def secret(self) -> bytes:
        """What nobody outside knows; the same as long as the cache lives."""
        (value,) = self._base.execute("SELECT value FROM secret").fetchone()
        return bytes.fromhex(value)

    def get(self, key: str, mark: str = "") -> Completion | None:
        """The reply to a request; none if there is none that can be read."""
        kept = self._read("SELECT reply FROM replies WHERE key = ?", key)
        try:
            text = str(kept["text"])
            return Completion(
                text=text.replace(PLACEHOLDER, mark) if mark else text,
                prompt_tokens=int(kept["prompt_tokens"]),
                completion_tokens=int(kept["completion_tokens"]),
                cut=bool(kept["cut"]),
            )
        except (KeyError, TypeError, ValueError):
            return None

    def put(self, key: str, completion: Completion, mark: str = "") -> None:
        """Keep a reply."""
        kept = asdict(completion)
        if mark:
            kept["text"] = kept["text"].replace(mark, PLACEHOLDER)
        self._write("INSERT OR REPLACE INTO replies VALUES (?, ?)", key, kept)

    def dialect(self, endpoint: str) -> Dialect | None:
        """How an endpoint was last asked with success."""
        kept = self._read("SELECT dialect FROM dialects WHERE endpoint = ?", endpoint)
        try:
            dialect = Dialect(**kept)
        except TypeError:
            return None
        return dialect if dialect.mode in MODES else None

    def remember(self, endpoint: str, dialect: Dialect) -> None:
        """Keep how an endpoint was asked with success."""
        self._write("INSERT OR REPLACE INTO dialects VALUES (?, ?)", endpoint, asdict(dialect))

    def _read(self, query: str, key: str) -> Any:
        row = self._base.execute(query, (key,)).fetchone()
        try:
            return json.loads(row[0]) if row else None
        except ValueError:
            return None

    def _write(self, statement: str, key: str, value: dict[str, Any]) -> None:
        with self._base:
            self._base.execute(statement, (key, json.dumps(value)))

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    def __enter__(self) -> Cache:
        """The cache itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()
