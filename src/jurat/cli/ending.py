"""How a command ends that was interrupted, or that has nowhere to write its output to."""

from __future__ import annotations

import errno
import os
import sys

FINE, INTERNAL, BAD_INPUT, GATE_FAILED, INTERRUPTED = 0, 1, 2, 3, 130
_UNWRITTEN = (errno.EPIPE, errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO)


def is_unwritten(error: Exception) -> bool:
    """Whether an error says that output could not be written: it names no file, and the disk or the reader.

    >>> is_unwritten(OSError(errno.ENOSPC, "No space left on device")), is_unwritten(FileNotFoundError("a"))
    (True, False)
    """
    return isinstance(error, OSError) and error.filename is None and error.errno in _UNWRITTEN


def end_unwritten(name: str, error: OSError) -> int:
    """Say no more on standard output; that its reader has gone, as `head` does, is no error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if error.errno == errno.EPIPE:
        return FINE
    hint = "free some space, or write to another disk"
    sys.stderr.write(f"{name}: the output cannot be written ({error.strerror}); {hint}\n")
    return BAD_INPUT


def end_interrupted() -> int:
    """Say that somebody wanted it so."""
    sys.stderr.write("\ninterrupted\n")
    return INTERRUPTED
