"""Input files that are read line by line."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from jurat.errors import InputError


def open_lines(file: str, holding: str, stack: ExitStack) -> BinaryIO:
    """Open a file, or standard input for -; it is closed with the stack."""
    if file == "-":
        return sys.stdin.buffer
    try:
        return stack.enter_context(Path(file).open("rb"))
    except OSError as error:
        hint = f"name a file of {holding}"
        raise InputError(f"cannot be read: {error.strerror}", where=file, hint=hint) from None
