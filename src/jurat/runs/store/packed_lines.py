"""Result lines as they are kept: compressed, with a line of the same run as the dictionary.

Lines of one run repeat each other's field names and phrases, so a line of the run halves what zlib alone
leaves (docs/design/store.md has the figures).
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

LEVEL = 3
DICTIONARY_BYTES = 4096


def choose_dictionary(lines: Sequence[bytes]) -> bytes:
    """Return the start of the longest line, which later lines are likely to repeat.

    >>> choose_dictionary([b'{"id":1,"error":"is empty"}', b'{"id":2,"metrics":[1,2,3,4,5]}'])
    b'{"id":2,"metrics":[1,2,3,4,5]}'
    """
    return max(lines, key=len)[:DICTIONARY_BYTES]


def pack(line: bytes, dictionary: bytes) -> bytes:
    """Compress a line."""
    packer = zlib.compressobj(LEVEL, zdict=dictionary)
    return packer.compress(line) + packer.flush()


def unpack(packed: object, dictionary: bytes) -> bytes:
    """The line as it was.

    >>> unpack(pack(b'{"id":1}', b'{"id":'), b'{"id":')
    b'{"id":1}'
    """
    unpacker = zlib.decompressobj(zdict=dictionary)
    line = unpacker.decompress(stored_bytes(packed))
    if not unpacker.eof:
        raise zlib.error("the line is cut off")
    return line


def stored_bytes(value: object) -> bytes:
    """Return a value of a column of bytes; in a damaged store it may be of another type.

    >>> stored_bytes(7)
    Traceback (most recent call last):
    zlib.error: int is no bytes
    """
    if not isinstance(value, bytes | memoryview):
        raise zlib.error(f"{type(value).__name__} is no bytes")
    return bytes(value)
