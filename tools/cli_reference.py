"""Write the reference of the command line: the help of every command, as the commands print it.

python tools/cli_reference.py > cli.md
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from unittest.mock import patch

from jurat.cli import COMMANDS, main

WIDTH = "88"
"""Columns of the help texts: as wide as a code block of the site shows without scrolling."""
SUBCOMMAND = re.compile(r"^  ([a-z]\S*)  ", re.MULTILINE)


def help_text(*command: str) -> str:
    """Return what `jurat COMMAND --help` prints."""
    printed = io.StringIO()
    with patch.dict(os.environ, {"COLUMNS": WIDTH, "TERMINAL_WIDTH": WIDTH}), redirect_stdout(printed):
        code = main([*command, "--help"])
    if code != 0:
        raise RuntimeError(f"jurat {' '.join(command)} --help exits with {code}")
    return printed.getvalue().strip("\n")


def commands() -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every command with its help, each group before its members."""
    yield (), help_text()
    for name in COMMANDS:
        text = help_text(name)
        yield (name,), text
        if text.startswith(f"Usage: jurat {name} COMMAND"):
            for member in SUBCOMMAND.findall(text):
                yield (name, member), help_text(name, member)


def cli_reference() -> str:
    """Return the page, in Markdown."""
    lines = ["# Command line", "", "The help of every command, as `jurat COMMAND --help` prints it.", ""]
    for command, text in commands():
        level = "##" if len(command) < 2 else "###"
        lines += [f"{level} {' '.join(['jurat', *command])}", "", "```text", text, "```", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(cli_reference())
