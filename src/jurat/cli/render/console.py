"""The console that commands print on."""

from __future__ import annotations

import errno
import os

from rich.console import Console


class Plain(Console):
    """A console without automatic highlighting that leaves a closed pipe to the command."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False)

    def on_broken_pipe(self) -> None:
        """Raise the error as other streams do."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
