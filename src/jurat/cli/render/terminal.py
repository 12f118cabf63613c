"""Safe output of hostile text: control characters are made visible."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer

_HIDDEN = "\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"
_CONTROL = re.compile(f"[\x00-\x08\x0b-\x1f{_HIDDEN}\ud800-\udfff]")
_UNSEEN = re.compile(f"[{_HIDDEN}]")


def printable(text: str) -> str:
    r"""Return a text with control and direction characters escaped; line breaks and tabs stay.

    >>> printable("red\x1b[31m and \u202eback")
    'red\\x1b[31m and \\u202eback'
    """
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


class SpelledOut(io.BufferedWriter):
    r"""A stream to a terminal that escapes control characters as JSON does.

    >>> with SpelledOut(under := io.BytesIO()) as stream:
    ...     _ = stream.write('{"said": "\u202eback"}'.encode())
    ...     stream.flush()
    ...     under.getvalue()
    b'{"said": "\\u202eback"}'
    """

    def write(self, data: Buffer) -> int:
        """Write bytes that contain whole characters."""
        given = bytes(data)
        text = given.decode("utf-8", "surrogateescape")
        spelled = _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
        super().write(spelled.encode("utf-8", "surrogateescape"))
        return len(given)


@contextmanager
def spelled_out() -> Iterator[None]:
    """Escape what the block writes to a terminal; a file gets the bytes unchanged."""
    if not sys.stdout.isatty():
        yield
        return
    terminal = SpelledOut(io.FileIO(sys.stdout.fileno(), "w", closefd=False))
    with (
        io.TextIOWrapper(terminal, sys.stdout.encoding, sys.stdout.errors, line_buffering=True) as shown,
        redirect_stdout(shown),
    ):
        yield
