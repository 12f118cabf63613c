"""Scripts that complete commands and flags in bash, zsh and fish."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Literal

import typer
from typer.main import get_command

from jurat.cli import COMMANDS
from jurat.cli.flags.flag_groups import expanded

Shell = Literal["bash", "zsh", "fish"]
Words = Mapping[str, tuple[str, ...]]
_ZSH = ("autoload -U +X compinit && compinit", "autoload -U +X bashcompinit && bashcompinit")


def completion_words() -> Words:
    """Return what can follow each command: the names of its sub-commands, or its flags."""
    found: dict[str, tuple[str, ...]] = {"": tuple(COMMANDS)}
    for name in COMMANDS:
        module = import_module(f"jurat.cli.commands.{name}")
        members: Mapping[str, Callable[..., int]] = getattr(module, "commands", None) or getattr(
            module, "subcommands", {}
        )
        own = flag_names(module.command) if hasattr(module, "command") else ()
        found[name] = (*members, *own)
        found |= {f"{name} {member}": flag_names(function) for member, function in members.items()}
    return found


def flag_names(command: Callable[..., int]) -> tuple[str, ...]:
    """Return the long flags of a command function."""
    app = typer.Typer(add_completion=False)
    app.command()(expanded(command))
    names = {name for param in get_command(app).params for name in (*param.opts, *param.secondary_opts)}
    return tuple(sorted(name for name in names if name.startswith("--")))


def completion_script(shell: Shell, words: Words) -> str:
    """Return the script of a shell; it completes commands and flags, and file names elsewhere."""
    return _fish(words) if shell == "fish" else _bash(words, zsh=shell == "zsh")


def _bash(words: Words, *, zsh: bool) -> str:
    cases = [f'    "{name}") words="{" ".join(known)}" ;;' for name, known in words.items() if name]
    lines = [
        *(
            ["autoload -U +X compinit && compinit", "autoload -U +X bashcompinit && bashcompinit"]
            if zsh
            else []
        ),
        "_jurat() {",
        '  local current="${COMP_WORDS[COMP_CWORD]}" command="${COMP_WORDS[1]}" words=""',
        f'  if [ "$COMP_CWORD" -eq 1 ]; then words="{" ".join(words[""])}"; else',
        '  case "$command ${COMP_WORDS[2]}" in',
        *(one for one in cases if " " in one.split('"')[1]),
        '  *) case "$command" in',
        *(one for one in cases if " " not in one.split('"')[1]),
        "  esac ;;",
        "  esac; fi",
        '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
        '  if [ "${#COMPREPLY[@]}" -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi',
        "}",
        "complete -o filenames -F _jurat jurat",
    ]
    return "\n".join([*lines, ""])


def _fish(words: Words) -> str:
    lines = [
        f'complete -c jurat -n __fish_use_subcommand -f -a {name} -d "{about}"'
        for name, about in COMMANDS.items()
    ]
    for name, known in words.items():
        seen = "; and ".join(f"__fish_seen_subcommand_from {one}" for one in name.split())
        for word in known if name else ():
            kind = f"-l {word[2:]}" if word.startswith("--") else f"-a {word}"
            lines.append(f"complete -c jurat -n '{seen}' {kind}")
    return "\n".join([*lines, ""])
