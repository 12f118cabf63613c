"""The command line: a table of commands, each loaded only when it is called."""

from __future__ import annotations

import sys
from importlib import import_module

COMMANDS = {
    "check": "judge one case and show the evidence",
    "run": "judge every row of a file, keep the results, go on after a crash",
    "runs": "list, show, export or delete the runs that are kept",
    "rescore": "score a kept run again with other options",
    "compare": "compare two runs over the same cases",
    "gate": "hold a run to what is required of it",
    "agree": "measure how a run agrees with people",
    "report": "write a run up as a page, Markdown or JSON",
    "council": "let several answers be reviewed blind, ranked and audited",
    "tally": "score labels that people or other tools made",
    "safety": "show what in a text fails the safety gate",
    "serve": "serve the page and the HTTP API",
    "schema": "print the JSON Schemas of labels, cases and results",
}
EXIT_CODES = "Exit codes: 0 fine, 1 internal error, 2 bad input or usage, 3 a gate failed."


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code, also where it is interrupted or cannot write its output."""
    args = sys.argv[1:] if arguments is None else arguments
    try:
        code = _run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        from jurat.cli.ending import end_interrupted

        return end_interrupted()
    except OSError as error:
        from jurat.cli.ending import end_unwritten, is_unwritten

        if not is_unwritten(error):
            raise
        return end_unwritten(" ".join(["jurat", *args[:1]]), error)
    return code


def _run(args: list[str]) -> int:
    if not args or args[0] in ("-h", "--help", "help"):
        sys.stdout.write(overview())
        return 0
    if args[0] in ("-V", "--version"):
        from jurat.version import __version__, compiled

        sys.stdout.write(f"jurat {__version__}{' (compiled)' if compiled() else ''}\n")
        return 0
    if args[0] not in COMMANDS:
        sys.stderr.write(f"jurat: no command is named {args[0]!r}; see jurat --help\n")
        return 2
    from jurat.cli.running import run_command, run_group

    module = import_module(f"jurat.cli.{args[0]}")
    if hasattr(module, "commands"):
        return run_group(args[0], module.commands, args[1:])
    return run_command(args[0], module.command, args[1:])


def overview() -> str:
    """What `jurat --help` prints."""
    lines = ["Jurat judges what language models write, with evidence.", "", "Usage: jurat COMMAND …", ""]
    lines += [f"  {name:<8} {what}" for name, what in COMMANDS.items()]
    lines += ["", "jurat COMMAND --help tells more.", EXIT_CODES, ""]
    return "\n".join(lines)
