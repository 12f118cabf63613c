"""How a command is run: its errors shown in one line, its exit code the same everywhere."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from functools import wraps

import typer

from jurat.cli.ending import BAD_INPUT, FINE, GATE_FAILED, INTERNAL, end_unwritten, is_unwritten
from jurat.cli.helping import PlainHelp
from jurat.cli.terminal import printable, spelled_out
from jurat.errors import JuratError

__all__ = ["BAD_INPUT", "FINE", "GATE_FAILED", "INTERNAL", "run_command", "run_group"]


def run_command(name: str, command: Callable[..., int], arguments: list[str]) -> int:
    """Run a command function and return its exit code; the one place that catches everything."""

    @wraps(command)
    def exiting(*args: object, **kwargs: object) -> None:
        raise typer.Exit(_unless_unread(f"jurat {name}", command, args, kwargs))

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(cls=PlainHelp)(exiting)
    try:
        with spelled_out():
            app(arguments, prog_name=f"jurat {name}")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else FINE
    except JuratError as error:
        sys.stderr.write(f"jurat {name}: {printable(str(error))}\n")
        return BAD_INPUT
    except Exception as error:
        if is_unwritten(error):
            raise
        sys.stderr.write(
            f"jurat {name}: internal error, please report it:\n{printable(traceback.format_exc())}"
        )
        return INTERNAL
    return FINE


def run_group(name: str, commands: Mapping[str, Callable[..., int]], arguments: list[str]) -> int:
    """Run one of the commands that stand under a name."""
    if arguments and arguments[0] in commands:
        return run_command(f"{name} {arguments[0]}", commands[arguments[0]], arguments[1:])
    lines = [f"Usage: jurat {name} COMMAND …", ""]
    lines += [f"  {one:<8} {(commands[one].__doc__ or '').splitlines()[0]}" for one in commands]
    asked = bool(arguments) and arguments[0] in ("-h", "--help")
    (sys.stdout if asked else sys.stderr).write("\n".join([*lines, ""]))
    return FINE if asked else BAD_INPUT


def _unless_unread(
    name: str, command: Callable[..., int], args: tuple[object, ...], kwargs: dict[str, object]
) -> int:
    """The command's exit code; a reader that has gone is told here, for typer would make an error of it."""
    try:
        return command(*args, **kwargs)
    except BrokenPipeError as error:
        return end_unwritten(name, error)
