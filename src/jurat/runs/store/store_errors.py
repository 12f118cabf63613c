"""Errors of a store."""

from __future__ import annotations

from jurat.errors import InputError


class StoreError(InputError):
    """The store cannot be reached, read or written; its content is intact."""

    retryable = True
