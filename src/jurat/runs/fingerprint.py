"""Whether a file is still the one that a run began with."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from jurat.data.formats import STANDARD_STREAM
from jurat.data.locations import find_data

QUICK = "files:"


def fingerprint(path: str, told: str | None = None, *, quick: bool = False) -> str | None:
    """The hash of a file's bytes; none for standard input or a pipe, which can be read but once.

    Of a folder, a pattern, a URL, or where it has to be ``quick``, of names, sizes and times instead.

    >>> fingerprint("-") is None
    True
    """
    file = Path(path)
    if path == STANDARD_STREAM or (file.exists() and not file.is_file() and not file.is_dir()):
        return None
    if quick or not file.is_file():
        found = [[one.path, one.size, one.stamp] for one in find_data(path, told).files]
        return QUICK + hashlib.sha256(json.dumps(found).encode("ascii")).hexdigest()
    with file.open("rb") as stream:
        return f"sha256:{hashlib.file_digest(stream, 'sha256').hexdigest()}"
