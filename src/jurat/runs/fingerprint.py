"""Whether a file is still the one that a run began with."""

from __future__ import annotations

import hashlib
from pathlib import Path


def fingerprint(path: str) -> str | None:
    """The hash of a file's bytes; none for standard input or a pipe, which can be read but once.

    >>> fingerprint("-") is None
    True
    """
    file = Path(path)
    if not file.is_file():
        return None
    with file.open("rb") as stream:
        return f"sha256:{hashlib.file_digest(stream, 'sha256').hexdigest()}"
