"""Where commands print what people read."""

from __future__ import annotations

import errno
import os

from rich.console import Console


class Plain(Console):
    """A console that colours nothing by itself, and leaves it to the command that its reader has gone."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False)

    def on_broken_pipe(self) -> None:
        """Say so as any other stream does."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
