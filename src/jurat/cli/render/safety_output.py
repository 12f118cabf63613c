"""What the safety gate found, as JSON lines or tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass

from jurat.data.rows import BadRow
from jurat.safety import PatternMatch


@dataclass(frozen=True, slots=True)
class Inspected:
    """One text, what fails the gate in it, and whether the text is a refusal."""

    id: str | int
    text: str
    findings: tuple[PatternMatch, ...]
    refusal: str | None


def write_json(outcome: Inspected | BadRow) -> None:
    """Print a text's id and what fails in it as a line of JSON."""
    shown: dict[str, object] = {"id": outcome.label if isinstance(outcome, BadRow) else outcome.id}
    if isinstance(outcome, BadRow):
        shown["error"] = str(outcome.error)
    else:
        shown |= {"passed": not outcome.findings, "refusal": outcome.refusal}
        shown["findings"] = [
            {
                "pattern": one.pattern,
                "start": one.start,
                "end": one.end,
                "text": outcome.text[one.start : one.end],
                "reason": one.reason,
            }
            for one in outcome.findings
        ]
    sys.stdout.write(json.dumps(shown) + "\n")


def tables() -> Callable[[Inspected | BadRow], None]:
    """Return a function that prints a text and what fails in it as a table."""
    from rich.table import Table
    from rich.text import Text

    from jurat.cli.render.console import Plain
    from jurat.cli.render.terminal import printable

    console = Plain()

    def show(outcome: Inspected | BadRow) -> None:
        if isinstance(outcome, BadRow):
            console.print(Text(printable(f"{outcome.label}  error: {outcome.error}"), style="red"))
        elif not outcome.findings:
            console.print(Text(printable(f"{outcome.id}  passed"), style="green"))
        else:
            title = Text(printable(f"{outcome.id}  failed"), style="bold red")
            table = Table("pattern", "where", "text", "why", title=title, title_justify="left")
            for one in outcome.findings:
                said = " ".join(outcome.text[one.start : one.end].split())
                cells = (one.pattern, f"{one.start}–{one.end}", said, one.reason)
                table.add_row(*(Text(printable(cell)) for cell in cells))
            console.print(table)

    return show
