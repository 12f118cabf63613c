"""Cache of model replies in SQLite, keyed by the whole request; JSON only."""

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
from jurat.llm.model_protocol import MODES, Completion, Digits, Mode, Request

PLACEHOLDER = "\N{SYMBOL FOR UNIT SEPARATOR}mark\N{SYMBOL FOR UNIT SEPARATOR}"
_TABLES = """
CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS dialects (endpoint TEXT PRIMARY KEY, dialect TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS secret (only INTEGER PRIMARY KEY CHECK (only = 1), value TEXT NOT NULL);
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How an endpoint is called: the mode, and parameters it does not support."""

    mode: Mode = "schema"
    temperature: bool = True
    seed: bool = True
    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    logprobs: bool = True


def request_key(endpoint: str, request: Request, mark: str, sample: int) -> str:
    """Return the key of a request: all of it except the random delimiter.

    >>> from jurat.llm.model_protocol import Message
    >>> ask = lambda text: Request(messages=(Message("user", text),), mode="text", name="n", schema=None,
    ...     max_tokens=9, temperature=0, seed=None)
    >>> request_key("e", ask("<1f> hi"), "1f", 0) == request_key("e", ask("<2e> hi"), "2e", 0)
    True
    """
    whole = {"endpoint": endpoint, "sample": sample, "request": asdict(request)}
    if not request.logprobs:  # as keys were before there was such a field
        del whole["request"]["logprobs"]  # type: ignore[attr-defined]
    for message in whole["request"]["messages"] if mark else ():  # type: ignore[index]
        message["content"] = message["content"].replace(mark, PLACEHOLDER)
    written = json.dumps(whole, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


def _digits(kept: Any) -> Digits | None:
    """The probabilities of digits as they were stored: JSON has no whole numbers as names."""
    return None if kept is None else {int(place): dict(found) for place, found in kept.items()}


class Cache:
    """Replies by key, the dialect of each endpoint, and the secret for delimiters.

    Without a path it is in memory. It stores neither requests nor API keys.
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
        """Return the secret, which is constant for the life of the cache."""
        (value,) = self._base.execute("SELECT value FROM secret").fetchone()
        return bytes.fromhex(value)

    def get(self, key: str, mark: str = "") -> Completion | None:
        """Return the reply to a request, or `None`."""
        kept = self._read("SELECT reply FROM replies WHERE key = ?", key)
        try:
            text = str(kept["text"])
            return Completion(
                text=text.replace(PLACEHOLDER, mark) if mark else text,
                prompt_tokens=int(kept["prompt_tokens"]),
                completion_tokens=int(kept["completion_tokens"]),
                cut=bool(kept["cut"]),
                digits=_digits(kept.get("digits")),
                seconds=float(kept.get("seconds", 0.0)),
            )
        except (KeyError, TypeError, ValueError):
            return None

    def put(self, key: str, completion: Completion, mark: str = "") -> None:
        """Store a reply."""
        kept = asdict(completion)
        if mark:
            kept["text"] = kept["text"].replace(mark, PLACEHOLDER)
        self._write("INSERT OR REPLACE INTO replies VALUES (?, ?)", key, kept)

    def dialect(self, endpoint: str) -> Dialect | None:
        """Return the dialect of an endpoint that last succeeded."""
        kept = self._read("SELECT dialect FROM dialects WHERE endpoint = ?", endpoint)
        try:
            dialect = Dialect(**kept)
        except TypeError:
            return None
        return dialect if dialect.mode in MODES else None

    def remember(self, endpoint: str, dialect: Dialect) -> None:
        """Store the dialect of an endpoint that succeeded."""
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
        """Close the file."""
        self._base.close()

    def __enter__(self) -> Cache:
        """Return the cache."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the cache."""
        self.close()
