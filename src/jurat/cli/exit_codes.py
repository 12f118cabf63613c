"""Exit codes, and the end of a command that is interrupted or cannot write its output."""

from __future__ import annotations

import errno
import os
import sys

FINE, INTERNAL, BAD_INPUT, GATE_FAILED, INTERRUPTED = 0, 1, 2, 3, 130
_UNWRITTEN = (errno.EPIPE, errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO)


def is_unwritten(error: Exception) -> bool:
    """Return whether an error is about writing output: no file name, and a full disk or a closed pipe.

    >>> is_unwritten(OSError(errno.ENOSPC, "No space left on device")), is_unwritten(FileNotFoundError("a"))
    (True, False)
    """
    return isinstance(error, OSError) and error.filename is None and error.errno in _UNWRITTEN


def end_unwritten(name: str, error: OSError) -> int:
    """Close standard output and return the exit code; a closed pipe, as by `head`, is not an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if error.errno == errno.EPIPE:
        return FINE
    hint = "free some space, or write to another disk"
    sys.stderr.write(f"{name}: cannot write the output ({error.strerror}); {hint}\n")
    return BAD_INPUT


_HINTS = {
    errno.EMFILE: "use fewer --jobs, or allow more open files (ulimit -n)",
    errno.ENFILE: "use fewer --jobs, or allow more open files",
    errno.ENOMEM: "use fewer --jobs, or a machine with more memory",
    errno.EAGAIN: "use fewer --jobs, or allow more processes (ulimit -u)",
    errno.ENAMETOOLONG: "use a shorter name",
    errno.ELOOP: "the links lead in a circle; name the file itself",
    errno.ENXIO: "name a regular file",
    errno.EACCES: "check its permissions",
    errno.ENOSPC: "free some space",
}


def environment_problem(error: OSError | MemoryError) -> str:
    """What the machine or its file system refused, in one line: what, where, what to do.

    >>> environment_problem(OSError(errno.ELOOP, "Too many levels of symbolic links", "out.jsonl"))
    'out.jsonl: Too many levels of symbolic links; the links lead in a circle; name the file itself'
    >>> environment_problem(MemoryError())
    'there is not enough memory; use fewer --jobs, or a machine with more memory'
    """
    if isinstance(error, MemoryError):
        return f"there is not enough memory; {_HINTS[errno.ENOMEM]}"
    name = f"{str(error.filename)[:300]}: " if error.filename else ""
    hint = _HINTS.get(error.errno or 0, "check the path" if name else "check the machine")
    return f"{name}{error.strerror or error}; {hint}"


def end_interrupted() -> int:
    """Return the exit code of an interrupted command."""
    sys.stderr.write("\ninterrupted\n")
    return INTERRUPTED
