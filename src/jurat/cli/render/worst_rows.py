"""The worst rows of a run with their reasons, and the command to look at them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heappush, heappushpop

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from jurat.cli.render.result_tables import VERDICT_STYLE
from jurat.cli.render.terminal import printable
from jurat.engines.judging_work import Judged, ResultBrief
from jurat.runs.results.deciding_reason import deciding_reason, shortened
from jurat.runs.store.run_records import RunPlan

KEPT = 3
_SEVERITY = {"FAIL": 0, "WARN": 1}
_ID, _REASON = 20, 110


@dataclass(slots=True)
class WorstRows:
    """Keeps the worst rows of a run: by verdict, then by the mean of the metrics as shares of the best."""

    plan: RunPlan
    rows: list[tuple[float, float, int, bytes]] = field(default_factory=list)
    seen: int = 0

    def add(self, outcomes: Iterable[Judged]) -> None:
        """Look at some outcomes; those that pass or failed to be judged are not kept."""
        for one in outcomes:
            self.seen += 1
            severity = _SEVERITY.get(one.brief.verdict or "")
            if severity is None:
                continue
            entry = (-float(severity), -self._goodness(one.brief), -self.seen, one.line)
            if len(self.rows) < KEPT:
                heappush(self.rows, entry)
            else:
                heappushpop(self.rows, entry)

    def _goodness(self, brief: ResultBrief) -> float:
        shares = []
        for name, value in zip(self.plan.metrics, brief.values, strict=False):
            if value is not None:
                scale = self.plan.scale(name)
                share = value / scale["maximum"]
                shares.append(share if scale["higher_is_better"] else 1 - share)
        return sum(shares) / len(shares) if shares else 0.0

    def render(self, run: str) -> RenderableType | None:
        """Render the rows, worst first, and the next command; nothing where every row passed."""
        if not self.rows:
            return None
        table = Table(box=None, show_header=False, padding=(0, 1, 0, 0))
        for width in ("verdict", "id"):
            table.add_column(width, no_wrap=True)
        table.add_column("reason", overflow="fold")
        for _, _, place, line in sorted(self.rows, reverse=True):
            result = json.loads(line)
            name = printable(shortened(str(result["id"]), _ID))
            verdict = Text(result["verdict"], style=VERDICT_STYLE[result["verdict"]])
            table.add_row(verdict, Text(name), Text(printable(shortened(deciding_reason(result), _REASON))))
            last = -place
        return Group(Text("worst rows", style="bold"), table, Text(self._next(run, last), style="dim"))

    def _next(self, run: str, row: int) -> str:
        data = self.plan.reading.data
        if run:
            return f"next: jurat serve, or: jurat runs show {run} --verdict FAIL"
        return f"next: jurat check {printable(data)} --judge {self.plan.judge} --row {row} shows the evidence"
