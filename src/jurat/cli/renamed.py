"""Names of 0.1 on the command line: they work in 0.2, with a note on standard error."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence

COMMANDS = {"agree": "agreement", "tally": "score"}
FLAGS = {"--anyway": "--force", "--samples": "--votes"}


def current_command(name: str) -> str:
    """Return today's name of a command and note it if the name given is deprecated."""
    if name not in COMMANDS:
        return name
    _note(f"jurat {name}", f"jurat {COMMANDS[name]}")
    return COMMANDS[name]


def current_flags(arguments: Sequence[str], known: Collection[str]) -> list[str]:
    """Return arguments with today's names of deprecated flags that a command knows.

    >>> current_flags(["a.jsonl", "--votes=3", "--", "--anyway"], ["--force", "--votes"])
    ['a.jsonl', '--votes=3', '--', '--anyway']
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    return [*(_current_flag(one, known) for one in arguments[:end]), *arguments[end:]]


def _current_flag(argument: str, known: Collection[str]) -> str:
    name, equals, value = argument.partition("=")
    if FLAGS.get(name) not in known:
        return argument
    _note(name, FLAGS[name])
    return FLAGS[name] + equals + value


def _note(old: str, new: str) -> None:
    sys.stderr.write(f"note: {old} is deprecated, use {new}\n")
