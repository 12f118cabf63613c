"""Running of commands: errors in one line, the same exit codes everywhere."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from functools import wraps

import typer

from jurat.cli.exit_codes import (
    BAD_INPUT,
    FINE,
    GATE_FAILED,
    INTERNAL,
    end_unwritten,
    environment_problem,
    is_unwritten,
)
from jurat.cli.flags.flag_groups import expanded
from jurat.cli.help import PlainHelp
from jurat.cli.render.terminal import printable, spelled_out
from jurat.errors import JuratError

__all__ = ["BAD_INPUT", "FINE", "GATE_FAILED", "INTERNAL", "run_command", "run_group"]


def run_command(name: str, command: Callable[..., int], arguments: list[str]) -> int:
    """Run a command function and return its exit code; all errors are caught here."""

    taken = expanded(command)

    @wraps(taken)
    def exiting(*args: object, **kwargs: object) -> None:
        raise typer.Exit(_unless_unread(f"jurat {name}", taken, args, kwargs))

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
        if isinstance(error, OSError | MemoryError):
            sys.stderr.write(f"jurat {name}: {printable(environment_problem(error))}\n")
            return BAD_INPUT
        sys.stderr.write(
            f"jurat {name}: internal error, please report it:\n{printable(traceback.format_exc())}"
        )
        return INTERNAL
    return FINE


def run_group(name: str, commands: Mapping[str, Callable[..., int]], arguments: list[str]) -> int:
    """Run one of the sub-commands of a command."""
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
    """Return the command's exit code; handle a closed pipe here, as typer would make it an error."""
    try:
        return command(*args, **kwargs)
    except BrokenPipeError as error:
        return end_unwritten(name, error)
