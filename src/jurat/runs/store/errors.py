"""What can go wrong with a store."""

from __future__ import annotations

from jurat.errors import InputError


class StoreError(InputError):
    """The store cannot be reached, read or written; what it holds is whole all the same."""

    retryable = True
