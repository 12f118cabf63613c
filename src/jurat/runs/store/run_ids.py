"""Ids of runs: short, ordered by time, found by a prefix."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime

from jurat.errors import InputError

LAST = "last"
LETTERS = "bcdfghjkmnpqrstvwxz"
"""No vowels, so that no word is spelled by accident; no l, which looks like 1."""


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


def new_id(moment: datetime, tail: str | None = None) -> str:
    """Return the id of a run that starts now.

    >>> new_id(datetime(2026, 11, 16, 18, 42, 50, tzinfo=UTC), "kqx")
    '20261116-184250-kqx'
    """
    letters = tail or "".join(secrets.choice(LETTERS) for _ in range(3))
    return f"{moment:%Y%m%d-%H%M%S}-{letters}"


def only_match(name: str, ids: Sequence[str], store: str) -> str:
    """Return the one id with this prefix.

    >>> only_match("20261116", ["20261116-184250-kqx"], "runs.sqlite")
    '20261116-184250-kqx'
    """
    if not ids:
        hint = "list the runs: jurat runs list"
        raise InputError(f"unknown run {name!r}", where=store, hint=hint)
    if len(ids) > 1 and name not in ids:
        shown = ", ".join(ids[:3]) + (", …" if len(ids) > 3 else "")
        raise InputError(
            f"several runs start with {name!r}: {shown}", where=store, hint="use a longer prefix"
        )
    return name if name in ids else ids[0]
