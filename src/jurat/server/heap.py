"""Memory that is freed goes back: the C library is told so, as it keeps a heap for every thread otherwise."""

from __future__ import annotations

import ctypes
import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
_LARGE = 128 * 1024
SETTINGS = ((_ARENA_MAX, 1), (_MMAP_THRESHOLD, _LARGE), (_TRIM_THRESHOLD, _LARGE))
"""One heap for all threads, large blocks apart from it, and its free end given back."""


def use_one_heap() -> bool:
    """Set the allocator up for a process of many threads that lives long; whether it is one we know.

    Left alone, glibc makes a heap for each of a dozen threads, and what was freed in one serves no other.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        library = ctypes.CDLL(None)
        library.gnu_get_libc_version  # noqa: B018  # other C libraries have other settings
        return all(library.mallopt(name, value) for name, value in SETTINGS)
    except (AttributeError, OSError):
        return False
