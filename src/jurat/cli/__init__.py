"""The command line: a table of commands, each loaded when it is called."""

from __future__ import annotations

import sys
from importlib import import_module

COMMANDS = {
    "check": "judge one case and show the evidence",
    "run": "judge every row of a file, save the results, resume after a crash",
    "runs": "list, show, name, tag, export or delete saved runs",
    "rescore": "score a saved run again with other options",
    "compare": "compare two runs over the same cases",
    "gate": "check a run against requirements and a baseline",
    "agreement": "measure agreement of a run with human labels",
    "calibrate": "fit a judge's thresholds to human labels, write jurat.yaml",
    "report": "write a report of a run as HTML, Markdown or JSON",
    "suite": "have models answer cases, judge the answers, gate and report",
    "council": "rank several answers by blind reviews and audit the reviewers",
    "score": "score labels made by people or other tools",
    "safety": "show which parts of a text fail the safety gate",
    "judges": "list the installed judges with their metrics and scales",
    "serve": "serve the page and the HTTP API",
    "mcp": "serve tools for agents over MCP, by stdio or HTTP",
    "schema": "print the JSON Schemas of labels, cases and results",
    "completion": "print a shell completion script",
}
EXIT_CODES = """\
Exit codes: 0 success, 1 internal error, 2 bad input or usage, or a row failed, or
nothing was judged, 3 a gate or the safety check failed, 130 interrupted."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code, also when it is interrupted or cannot write its output."""
    args = sys.argv[1:] if arguments is None else arguments
    try:
        code = _run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        from jurat.cli.exit_codes import end_interrupted

        return end_interrupted()
    except OSError as error:
        from jurat.cli.exit_codes import end_unwritten, is_unwritten

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
    from jurat.cli.renamed import current_command

    name = current_command(args[0])
    if name not in COMMANDS:
        from difflib import get_close_matches

        near = get_close_matches(args[0], COMMANDS, n=1)
        hint = f"did you mean jurat {near[0]}?" if near else "see jurat --help"
        sys.stderr.write(f"jurat: unknown command {args[0]!r}; {hint}\n")
        return 2
    from jurat.cli.dispatch import run_command, run_group

    module = import_module(f"jurat.cli.commands.{name}")
    if hasattr(module, "commands"):
        return run_group(name, module.commands, args[1:])
    if args[1:2] and args[1] in getattr(module, "subcommands", {}):
        return run_command(f"{name} {args[1]}", module.subcommands[args[1]], args[2:])
    return run_command(name, module.command, args[1:])


def overview() -> str:
    """Return the text of `jurat --help`."""
    lines = ["Jurat judges what language models write, with evidence.", "", "Usage: jurat COMMAND …", ""]
    lines += [f"  {name:<10} {what}" for name, what in COMMANDS.items()]
    lines += ["", "Run jurat COMMAND --help for details.", EXIT_CODES, ""]
    return "\n".join(lines)
