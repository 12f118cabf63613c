"""Stored texts of cases: articles and contexts once, by hash; other texts with the result."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, exists, func, select, text

from jurat.cases import Case, CouncilCase, ResponseCase, SummaryCase
from jurat.runs.store.packed_lines import stored_bytes
from jurat.runs.store.table_schema import text_uses, texts

if TYPE_CHECKING:
    from sqlalchemy import Connection

LEVEL = 1
REMEMBERED = 100_000
"""So many texts a writer remembers to have kept; one that comes again later is only looked up."""
_LOCK = 7_205_759_403_792_794
_KEEP = text("INSERT INTO texts (hash, body) VALUES (:hash, :body) ON CONFLICT DO NOTHING")
_USE = text("INSERT INTO text_uses (run, hash) VALUES (:run, :hash) ON CONFLICT DO NOTHING")


@dataclass(slots=True)
class CasePacker:
    """Compresses cases, and collects the shared texts to be stored."""

    known: set[bytes] = field(default_factory=set)
    fresh: dict[bytes, bytes] = field(default_factory=dict)

    def pack(self, case: Case) -> bytes:
        """Return a case as stored with its result: its own texts, and hashes of shared ones."""
        match case:
            case SummaryCase():
                fields: dict[str, Any] = {"article": self._kept(case.article), "summary": case.summary}
            case ResponseCase():
                fields = {
                    "query": case.query,
                    "contexts": self._all(case.contexts),
                    "response": case.response,
                }
                beside = {"reference": case.reference, "latency": case.latency}
                fields |= {name: value for name, value in beside.items() if value is not None}
            case CouncilCase():
                own = {"query": case.query, "candidates": dict(case.candidates)}
                fields = {**own, "contexts": self._all(case.contexts)}
        return zlib.compress(json.dumps(fields, ensure_ascii=False).encode("utf-8"), LEVEL)

    def settle(self) -> None:
        """Mark the collected texts as stored."""
        self.known = set() if len(self.known) > REMEMBERED else self.known
        self.known |= self.fresh.keys()
        self.fresh = {}

    def _all(self, passages: Iterable[str]) -> list[str]:
        return [self._kept(one) for one in passages]

    def _kept(self, given: str) -> str:
        body = given.encode("utf-8")
        found = blake2b(body, digest_size=16).digest()
        if found not in self.known and found not in self.fresh:
            self.fresh[found] = zlib.compress(body, LEVEL)
        return found.hex()


def unpack_cases(
    bodies: Mapping[int, bytes],
    look_up: Callable[[list[bytes]], Mapping[bytes, str]],
    *,
    contexts: bool = True,
) -> dict[int, dict[str, Any]]:
    """Return the fields of some cases by row, with shared texts looked up by hash; contexts can be left out.

    >>> packer = CasePacker()
    >>> body = packer.pack(SummaryCase(article="Rain fell.", summary="Rain."))
    >>> kept = {key: zlib.decompress(one).decode() for key, one in packer.fresh.items()}
    >>> unpack_cases({7: body}, lambda _: kept)
    {7: {'article': 'Rain fell.', 'summary': 'Rain.'}}
    """
    cases = {row: _fields(body) for row, body in bodies.items()}
    if not contexts:
        for fields in cases.values():
            fields.pop("contexts", None)
    try:
        found = look_up(list({bytes.fromhex(one) for fields in cases.values() for one in _shared(fields)}))
        for fields in cases.values():
            if "article" in fields:
                fields["article"] = found[bytes.fromhex(fields["article"])]
            if "contexts" in fields:
                fields["contexts"] = [found[bytes.fromhex(one)] for one in fields["contexts"]]
    except (LookupError, TypeError, ValueError):
        raise zlib.error("a text is missing") from None
    return cases


def _fields(body: bytes) -> dict[str, Any]:
    """Return the fields of a case as they were stored."""
    found = json.loads(zlib.decompress(body))
    if not isinstance(found, dict):
        raise zlib.error("the case has no fields")
    return found


def _shared(fields: Mapping[str, Any]) -> list[str]:
    """Return the hashes of a case's shared texts."""
    return [one for one in (fields.get("article"), *fields.get("contexts", ())) if one]


def own_texts(body: bytes) -> bytes:
    """Return the texts stored with a result, as JSON, for searching."""
    return zlib.decompress(body)


def keep_texts(connection: Connection, run: int, fresh: Mapping[bytes, bytes]) -> None:
    """Store texts for a run, safe from concurrent removal."""
    if not fresh:
        return
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock_shared(_LOCK)))
    connection.execute(_KEEP, [{"hash": key, "body": body} for key, body in sorted(fresh.items())])
    connection.execute(_USE, [{"run": run, "hash": key} for key in sorted(fresh)])


def read_texts(connection: Connection, hashes: list[bytes]) -> dict[bytes, str]:
    """Return the texts of some hashes."""
    rows = connection.execute(select(texts.c.hash, texts.c.body).where(texts.c.hash.in_(hashes)))
    return {stored_bytes(row.hash): zlib.decompress(stored_bytes(row.body)).decode("utf-8") for row in rows}


def release_texts(connection: Connection, run: int) -> None:
    """Remove the texts of a run that no other run uses."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    mine = select(text_uses.c.hash).where(text_uses.c.run == run)
    other = exists().where(text_uses.c.hash == texts.c.hash, text_uses.c.run != run)
    connection.execute(delete(texts).where(texts.c.hash.in_(mine), ~other))
    connection.execute(delete(text_uses).where(text_uses.c.run == run))
