"""Fingerprint of data, to detect that it changed since a run started."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from jurat.data.formats import STANDARD_STREAM
from jurat.data.locations import find_data

QUICK = "files:"


def fingerprint(path: str, file_format: str | None = None, *, quick: bool = False) -> str | None:
    """Return the hash of a file's bytes; None for standard input or a pipe, which can be read only once.

    For a folder, a glob, a URL, or if ``quick``, it is a hash of names, sizes and times.

    >>> fingerprint("-") is None
    True
    """
    file = Path(path)
    if path == STANDARD_STREAM or (file.exists() and not file.is_file() and not file.is_dir()):
        return None
    if quick or not file.is_file():
        found = [[one.path, one.size, one.stamp] for one in find_data(path, file_format).files]
        return QUICK + hashlib.sha256(json.dumps(found).encode("ascii")).hexdigest()
    with file.open("rb") as stream:
        return f"sha256:{hashlib.file_digest(stream, 'sha256').hexdigest()}"
