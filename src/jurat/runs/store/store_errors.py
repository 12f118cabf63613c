"""Errors of a store."""

from __future__ import annotations

from jurat.errors import InputError

RECOVER = "restore it from a backup, or export what can be read: jurat runs recover FILE --out FOLDER"


class StoreError(InputError):
    """The store cannot be reached, read or written; its content is intact."""

    retryable = True
