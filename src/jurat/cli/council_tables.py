"""A council for a person: candidates by dimension with what capped them, the audit, the leaderboard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from jurat.cli.figures import Column, Figures, joined, plain
from jurat.judges.council import Session
from jurat.outcomes import Audit, Candidate, Cap, Correlation, CouncilResult, Reviewer
from jurat.runs.leaderboard import Place, Standings
from jurat.runs.moments import Pairs
from jurat.runs.statistics.resampling import Interval


def session_view(session: Session) -> RenderableType:
    """One question: the ranking, how the reviewers reviewed, the audit, the chair's answer."""
    result = session.result
    parts: list[RenderableType] = [
        _candidates(result),
        Text(""),
        _reviewers(result),
        Text(""),
        _audit(result),
    ]
    if session.trouble:
        told = [f"{one.seat} ({one.stage}): {one.reason}" for one in session.trouble]
        parts += [Text(""), plain("failed", "bold yellow"), Padding(joined(told), (0, 2))]
    if session.synthesis is not None:
        title = plain(f"synthesis by {session.synthesis.chair}", "bold")
        parts += [Text(""), title, Padding(plain(session.synthesis.text), (0, 2))]
    return Group(*parts)


def _candidates(result: CouncilResult) -> RenderableType:
    """Where each candidate stands and why; below, what it got on each dimension."""
    columns = [Column("candidate", figures=False), Column("rank"), Column("score"), Column("uncapped")]
    columns += [Column("borda"), Column("reviews"), Column("why", figures=False, prose=True)]
    table = Figures(columns, plain(f"council · {result.id}", "bold"))
    unranked = [name for name in result.candidates if name not in result.ranking]
    order = (*result.ranking, *unranked)
    for place, name in enumerate(order, start=1):
        one = result.candidates[name]
        rank = str(place) if one.score is not None else "–"
        figures = (rank, number(one.score), number(one.uncapped), number(one.borda))
        table.add(plain(name, "bold"), *figures, str(len(one.reviews)), _why(name, one, result))
    profiles = _profiles({name: result.candidates[name].dimensions for name in order})
    return table if profiles is None else Group(table, Text(""), profiles)


def _profiles(found: Mapping[str, Mapping[str, float]]) -> Figures | None:
    """The mean of every dimension by candidate; nothing where no rubric score counts."""
    names = dict.fromkeys(key for own in found.values() for key in own)
    if not names:
        return None
    table = Figures([Column("candidate", figures=False), *(Column(one.replace("_", "\n")) for one in names)])
    for name, own in found.items():
        table.add(plain(name, "bold"), *(number(own.get(key)) for key in names))
    return table


def _why(name: str, one: Candidate, result: CouncilResult) -> Text:
    """Everything that decided a score beside the reviews themselves."""
    told: list[Text | str] = [plain(one.unscored, "yellow")] if one.unscored else []
    told += [plain(_cap(cap, one), "red" if cap.after < cap.before else "dim") for cap in one.caps]
    for finding in result.safety_gate.failed_models.get(name, ()):
        words = f" “{finding.span.text}”" if finding.span else ""
        told.append(plain(f"{finding.pattern}{words}", "red"))
    if any(review.kind == "holistic" for review in one.reviews):
        count = sum(review.kind == "holistic" for review in one.reviews)
        told.append(plain(f"{count} of {len(one.reviews)} reviews holistic", "dim"))
    return joined(told)


def _cap(cap: Cap, one: Candidate) -> str:
    change = f"{cap.before:.2f} → {cap.after:.2f}" if cap.after < cap.before else "not lowered further"
    because = f", accuracy {number(one.accuracy)}" if cap.reason == "accuracy_ceiling" else ""
    return f"≤ {cap.limit:g} {cap.reason}{because} ({change})"


def _reviewers(result: CouncilResult) -> Figures:
    columns = [Column("reviewer", figures=False), Column("kept"), Column("mean"), Column("sd")]
    without = Column("winner\nwithout", label="winner without it")
    columns += [Column("leniency"), without, Column("notes", figures=False, prose=True)]
    table = Figures(columns)
    for name, one in result.reviewers.items():
        out = result.audit.leave_one_out.get(name)
        known = out is not None and out.winner_kept is not None
        stays = "" if not known or out is None else "stays" if out.winner_kept else "changes"
        figures = (number(one.mean), number(one.sd), number(one.leniency, signed=True))
        table.add(plain(name, "bold"), str(one.kept), *figures, stays, joined(_remarks(one)))
    return table


def _remarks(one: Reviewer) -> Iterable[str]:
    yield from (f"{problem.candidate}: {problem.action}, {problem.reason}" for problem in one.problems)
    yield from (f"states {a} before {b}, scores them the other way" for a, b in one.order_conflicts)
    if one.self_review:
        yield "its score of its own answer is left out"


def _audit(result: CouncilResult) -> RenderableType:
    audit, worth = result.audit, result.audit.effective_reviewers
    lines = [
        f"agreement: alpha {number(audit.agreement.alpha)} (n {audit.agreement.n}), "
        f"Kendall's W {number(audit.agreement.kendall_w)} (n {audit.agreement.shared})",
        f"effective reviewers: {number(worth.effective)} of {worth.n} ({worth.pairs} pairs compared)",
        f"variance between reviewers: {_variances(audit)}",
        f"with length: {_correlations(audit.length)}",
        f"with position: {_correlations(audit.position)}",
    ]
    return Group(plain("audit", "bold"), Padding(joined(lines), (0, 2)))


def _variances(audit: Audit) -> str:
    return (
        ", ".join(f"{name} {number(one.variance)}" for name, one in audit.variance.items() if one.n) or "none"
    )


def _correlations(found: Mapping[str, Correlation]) -> str:
    told = [
        f"{name} {one.r:+.2f} [{one.low:+.2f}, {one.high:+.2f}] (n {one.n})"
        for name, one in found.items()
        if one.r is not None
    ]
    most = max((one.n for one in found.values()), default=0)
    return ", ".join(told) or f"no claim (n {most})"


def standings_view(standings: Standings) -> RenderableType:
    """The leaderboard over many questions, the reviewers, and the audit."""
    failed = f", {standings.failed:,} failed" if standings.failed else ""
    title = plain(f"council · {standings.questions:,} questions{failed}", "bold")
    lines = [
        f"agreement: alpha {number(standings.alpha)} (n {standings.alpha_n:,}), "
        f"Kendall's W {number(standings.kendall_w)} on average",
        f"effective reviewers: {number(standings.effective_reviewers)} on average",
        f"winner stays without one reviewer: {_share(standings.winner_kept)} (n {standings.winner_kept_n:,})",
        f"with length, within a question: {_pairs(standings.length)}",
        f"with position: {_pairs({'overall': standings.position})}",
    ]
    if lowered := [f"{one.name} {_lowered(one)}" for one in standings.places if _lowered(one)]:
        lines.insert(0, f"lowered: {'; '.join(lowered)}")
    audit = Group(plain("audit", "bold"), Padding(joined(lines), (0, 2)))
    return Group(title, _places(standings), Text(""), _panel(standings), Text(""), audit)


def _places(standings: Standings) -> RenderableType:
    """Scores and strengths with their intervals; below, the profile of each candidate."""
    columns = [Column("candidate", figures=False), Column("score"), Column("95 %", label="95 % of score")]
    columns += [Column("strength"), Column("95 %", label="95 % of strength"), Column("first"), Column("n")]
    table = Figures(columns)
    for one in standings.places:
        figures = (number(one.score), _span(one.interval), number(one.strength, signed=True))
        counts = (_span(one.strength_interval), f"{one.first:,}", f"{one.questions:,}")
        table.add(plain(one.name, "bold"), *figures, *counts)
    profiles = _profiles({one.name: one.dimensions for one in standings.places})
    return table if profiles is None else Group(table, Text(""), profiles)


def _lowered(one: Place) -> str:
    """How often what lowered a candidate, or left it unscored."""
    told = [f"{reason} {count:,}" for reason, count in one.capped.items()]
    return ", ".join([*told, *([f"unscored {one.unscored:,}"] if one.unscored else [])])


def _panel(standings: Standings) -> Figures:
    columns = [Column("reviewer", figures=False), Column("kept"), Column("leniency")]
    columns += [Column("dropped or\nholistic"), Column("order contradicts\nscores")]
    table = Figures(columns)
    for one in standings.reviewers:
        figures = (f"{one.kept:,}", number(one.leniency, signed=True), f"{one.problems:,}")
        table.add(plain(one.name, "bold"), *figures, f"{one.contradictions:,}")
    return table


def _pairs(found: Mapping[str, Pairs]) -> str:
    told = []
    for name, one in found.items():
        r, span = one.r(), one.interval()
        if r is not None and span is not None:
            told.append(f"{name} {r:+.2f} [{span[0]:+.2f}, {span[1]:+.2f}] (n {one.n:,})")
    most = max((one.n for one in found.values()), default=0)
    return ", ".join(told) or f"no claim (n {most})"


def _span(interval: Interval | None) -> str:
    return "" if interval is None else f"{interval.low:.2f}…{interval.high:.2f}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}".replace("%", " %")


def number(value: float | None, *, signed: bool = False) -> str:
    """A figure with two decimals; a dash where there is none.

    >>> number(7.5), number(0.25, signed=True), number(None)
    ('7.50', '+0.25', '–')
    """
    if value is None:
        return "–"
    return f"{value:+.2f}" if signed else f"{value:.2f}"
