"""A jury for a person: the verdict, the votes with their reasons, who dissented."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from jurat.cli.render.figures import Column, Figures, joined, plain
from jurat.cli.render.result_tables import JURY_STYLE
from jurat.judges.council.session import SeatFailure
from jurat.outcomes import JuryResult


def jury_view(result: JuryResult, trouble: Sequence[SeatFailure] = ()) -> RenderableType:
    """Return one question before a jury: verdict, votes and reasons, and who failed."""
    columns = [Column("juror", figures=False), Column("vote", figures=False), Column("confidence")]
    table = Figures([*columns, Column("reason", figures=False, prose=True)])
    for one in result.votes:
        sure = "–" if one.confidence is None else f"{one.confidence:.2f}"
        vote = f"{one.vote} (dissents)" if one.reviewer in result.dissent else one.vote
        table.add(plain(one.reviewer, "bold"), plain(vote), sure, plain(one.reason or ""))
    parts: list[RenderableType] = [plain(f"jury · {result.id}", "bold"), _verdict(result), Text(""), table]
    if trouble:
        told = [f"{one.seat} ({one.stage}): {one.reason}" for one in trouble]
        parts += [Text(""), plain("failed", "bold yellow"), Padding(joined(told), (0, 2))]
    return Group(*parts)


def _verdict(result: JuryResult) -> Text:
    counts = f"{result.yes} yes, {result.no} no, {result.abstained} abstained"
    if result.verdict is None:
        return plain(f"no verdict: {result.unscored} ({counts})", "yellow")
    told = f"{result.verdict} ({counts}"
    if result.decided_by == "tie_breaker":
        told += f"; the tie-breaker {result.tie_breaker} decides"
    elif result.verdict == "deadlock" and result.tie_breaker:
        told += f"; the tie-breaker {result.tie_breaker} cast no vote"
    return plain(f"{told})", JURY_STYLE[result.verdict])
