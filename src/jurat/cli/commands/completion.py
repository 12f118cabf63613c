"""`jurat completion`: scripts that complete commands and flags in a shell."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from jurat.cli.dispatch import FINE
from jurat.cli.render.completion_scripts import Shell, completion_script, completion_words


def command(
    shell: Annotated[Shell, typer.Argument(help="bash, zsh or fish.", show_default=False)],
) -> int:
    """Print a shell completion script for commands and flags; load it in the shell's start-up file."""
    sys.stdout.write(completion_script(shell, completion_words()))
    return FINE
