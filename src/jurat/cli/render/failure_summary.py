"""Failed rows, printed at the end of a run."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from jurat.cli.render.terminal import printable
from jurat.engines.judging_work import Judged

SHOWN = 3
"""So many rows are told with their reason."""


def reasons(done: Sequence[Judged]) -> list[str]:
    """Return why rows failed.

    >>> from jurat.engines.judging_work import ResultBrief
    >>> reasons([Judged(b'{"id": 7, "error": "query: is empty"}', ResultBrief(failed=True))])
    ['row 7 failed: query: is empty']
    """
    failures = (json.loads(one.line) for one in done if one.brief.failed)
    return [f"row {failure['id']} failed: {failure['error']}" for failure in failures]


def print_failures(failed: int, reasons: Sequence[str], run: str, out: str | None) -> None:
    """Print why the first rows failed, and where to find the others."""
    shown = reasons[:SHOWN]
    sys.stderr.writelines(f"{printable(reason)}\n" for reason in shown)
    if failed > len(shown):
        where = f"jurat runs show {run} --status failed" if run else f"the errors in {printable(out or '')}"
        more = f"{failed - len(shown):,} {'more ' if shown else ''}failed"
        sys.stderr.write(f"{more}; see {where}\n")
