"""Tables of a council: candidates by dimension with their caps, the audit, the leaderboard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from jurat.cli.render.figures import Column, Figures, joined, plain
from jurat.cli.render.usage_table import usage_view
from jurat.judges.council.session import Session, Synthesis
from jurat.outcomes import Audit, Candidate, Cap, Correlation, CouncilResult, Reviewer
from jurat.runs.council.bias_report import Effect, ReviewerBias
from jurat.runs.council.holistic_board import HolisticBoard
from jurat.runs.council.leaderboard import Leaderboard, LeaderboardEntry
from jurat.runs.council.seat_totals import SeatTotalsBuilder
from jurat.runs.report.number_format import plural
from jurat.runs.stats.resampling import Interval
from jurat.runs.stats.streaming_stats import StreamingCorrelation


def session_view(session: Session) -> RenderableType:
    """Render one question: the ranking, the reviewers, the audit, the synthesis."""
    result = session.result
    parts: list[RenderableType] = [
        _candidates(result),
        Text(""),
        _reviewers(result),
        Text(""),
        _audit(result),
    ]
    parts += [Padding(plain(line, "dim"), (0, 2)) for line in _conduct(session)]
    if session.trouble:
        told = [f"{one.seat} ({one.stage}): {one.reason}" for one in session.trouble]
        parts += [Text(""), plain("failed", "bold yellow"), Padding(joined(told), (0, 2))]
    if session.usage:
        seats = SeatTotalsBuilder()
        seats.add_seats(session.usage, ())
        parts.append(usage_view(seats.totals()))
    if session.synthesis is not None:
        title = plain(f"synthesis by {session.synthesis.chair}", "bold")
        parts += [Text(""), title, Padding(plain(session.synthesis.text), (0, 2))]
        parts += [Padding(plain(line, "dim"), (0, 2)) for line in _checked(session.synthesis)]
    return Group(*parts)


def _checked(made: Synthesis) -> Iterable[str]:
    """Yield what is to be told of a synthesis: consensus, what was withheld, what supports each sentence."""
    if made.consensus is not None:
        yield f"consensus of the reviewers: Kendall's W {made.consensus:.2f}"
    if made.withheld:
        yield f"withheld from the chair (safety gate): {', '.join(made.withheld)}"
    if made.note:
        yield made.note
    for number, one in enumerate(made.support or (), start=1):
        sentence = " ".join(made.text[one.start : one.end].split())
        short = sentence if len(sentence) <= 60 else f"{sentence[:59]}…"
        yield f"{number}. {one.candidate or 'no candidate'} ({one.probability:.2f}): {short}"


def _conduct(session: Session) -> Iterable[str]:
    """Yield what is to be told of the way of reviewing: rounds, rubric, early stop, holistic scores, cost."""
    rounds, beside = session.result.audit.rounds, session.result.audit.holistic
    if rounds is not None:
        fell = {True: "fell", False: "did not fall", None: "cannot be compared"}[rounds.variance_fell]
        span = f"{number(rounds.before.variance)} → {number(rounds.after.variance)}"
        moves = f"{rounds.moved} of {rounds.n} scores moved ({rounds.closer} closer to the others' mean)"
        yield f"round 2: {moves}; variance {fell} ({span}); order tau {number(rounds.tau)}"
        for name, reason in rounds.failed.items():
            yield f"round 2: {name} keeps its first scores: {reason}"
    if beside is not None:
        stable = f"; more stable: {beside.more_stable}" if beside.more_stable else ""
        order = " > ".join(beside.ranking)
        yield f"by holistic scores: {order} (tau {number(beside.tau)} with the rubric{stable})"
    if session.query_type is not None:
        yield f"rubric {session.query_type.rubric}: {session.query_type.reason}"
    if session.early_stop is not None:
        skipped = ", ".join(session.early_stop.skipped)
        yield f"stopped early: no review by {skipped} can change that {session.early_stop.winner} wins"


def notes_view(session: Session) -> RenderableType:
    """Return the reviewers' notes on every candidate, with those of the first round where they differ."""
    table = Figures([Column("candidate", figures=False), Column("reviewer", figures=False), _NOTES])
    for name in session.result.candidates:
        for review in session.question.reviews:
            own = (review.evaluations or {}).get(name, {}).get("notes")
            first = ((review.first_round and review.first_round.evaluations) or {}).get(name, {}).get("notes")
            told = [one for one in (own, f"before: {first}" if first and first != own else None) if one]
            if told:
                table.add(plain(name, "bold"), plain(review.reviewer), joined(map(str, told)))
    return Group(plain(f"notes · {session.result.id}", "bold"), table, Text(""))


def bias_view(found: Sequence[ReviewerBias]) -> RenderableType:
    """Return each reviewer's leniency, self-preference and family preference with intervals and n."""
    columns = [Column("reviewer", figures=False), Column("family", figures=False)]
    columns += [Column("leniency"), Column("own answers"), Column("own family")]
    table = Figures(columns)
    for one in found:
        effects = (one.leniency, one.self_preference, one.family_preference)
        table.add(plain(one.name, "bold"), plain(one.family or "–"), *map(_effect, effects))
    return Group(Text(""), plain("bias", "bold"), table)


def _effect(one: Effect) -> str:
    if one.mean is None:
        return f"too few (n {one.n})"
    return f"{one.mean:+.2f} [{one.low:+.2f}, {one.high:+.2f}] (n {one.n:,})"


_NOTES = Column("notes", figures=False, prose=True)


def _candidates(result: CouncilResult) -> RenderableType:
    """Render the ranking with reasons, and the dimensions below."""
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
    """Render the mean of every dimension by candidate; nothing without rubric scores."""
    names = dict.fromkeys(key for own in found.values() for key in own)
    if not names:
        return None
    table = Figures([Column("candidate", figures=False), *(Column(one.replace("_", "\n")) for one in names)])
    for name, own in found.items():
        table.add(plain(name, "bold"), *(number(own.get(key)) for key in names))
    return table


def _why(name: str, one: Candidate, result: CouncilResult) -> Text:
    """Render everything that decided a score besides the reviews."""
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
    without = Column("winner\nwithout", label="winner without this reviewer")
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
    yield from (f"ranks {a} before {b} but scores {b} higher" for a, b in one.order_conflicts)
    if one.self_review:
        yield "its review of its own answer is excluded"


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
    return ", ".join(told) or f"too few pairs (n {most})"


def standings_view(standings: Leaderboard) -> RenderableType:
    """Render the leaderboard over many questions, the reviewers and the audit."""
    failed = f", {standings.failed:,} failed" if standings.failed else ""
    title = plain(f"council · {plural(standings.questions, 'question')}{failed}", "bold")
    lines = [
        f"agreement: alpha {number(standings.alpha)} (n {standings.alpha_n:,}), "
        f"Kendall's W {number(standings.kendall_w)} on average",
        f"effective reviewers: {number(standings.effective_reviewers)} on average",
        f"winner unchanged without one reviewer: {_share(standings.winner_kept)} "
        f"(n {standings.winner_kept_n:,})",
        f"with length, within a question: {_pairs(standings.length)}",
        f"with position: {_pairs({'overall': standings.position})}",
    ]
    if standings.holistic is not None:
        lines.append(_beside(standings.holistic))
    if lowered := [f"{one.name} {_lowered(one)}" for one in standings.places if _lowered(one)]:
        lines.insert(0, f"lowered: {'; '.join(lowered)}")
    audit = Group(plain("audit", "bold"), Padding(joined(lines), (0, 2)))
    parts: list[RenderableType] = [title, _places(standings), Text(""), _panel(standings), Text(""), audit]
    if standings.seats:
        parts += [usage_view(standings.seats), *_failed_seats(standings)]
    return Group(*parts)


def _failed_seats(standings: Leaderboard) -> Iterable[RenderableType]:
    """Yield which seats failed in how many questions, and why first."""
    told = [
        f"{one.seat} ({one.stage}), {one.failed:,} of {plural(standings.questions, 'question')}: {one.reason}"
        for one in standings.seats
        if one.failed
    ]
    if told:
        yield from (Text(""), plain("failed", "bold yellow"), Padding(joined(told), (0, 2)))


def _beside(found: HolisticBoard) -> str:
    """Return how the leaderboard by holistic scores compares with the rubric's."""
    parts = [
        f"tau {number(found.tau)} with the rubric's order, {number(found.tau_within)} within a question",
        f"same winner {_share(found.winner_same)}",
        f"stability rubric {number(found.rubric_stability)}, holistic {number(found.holistic_stability)}",
        f"variance rubric {number(found.rubric_variance)}, holistic {number(found.holistic_variance)}",
    ]
    told = f"by holistic scores (n {found.questions:,}): {' > '.join(found.ranking)}; {'; '.join(parts)}"
    return f"{told}; more stable: {found.more_stable}" if found.more_stable else told


def _places(standings: Leaderboard) -> RenderableType:
    """Render scores and strengths with their intervals, and the dimensions below."""
    columns = [Column("candidate", figures=False), Column("score"), Column("95 %", label="95 % of score")]
    columns += [Column("strength"), Column("95 %", label="95 % of strength"), Column("first"), Column("n")]
    table = Figures(columns)
    for one in standings.places:
        figures = (number(one.score), _span(one.interval), number(one.strength, signed=True))
        counts = (_span(one.strength_interval), f"{one.first:,}", f"{one.questions:,}")
        table.add(plain(one.name, "bold"), *figures, *counts)
    profiles = _profiles({one.name: one.dimensions for one in standings.places})
    return table if profiles is None else Group(table, Text(""), profiles)


def _lowered(one: LeaderboardEntry) -> str:
    """Return how often each cap lowered a candidate, and how often it is unscored."""
    told = [f"{reason} {count:,}" for reason, count in one.capped.items()]
    return ", ".join([*told, *([f"unscored {one.unscored:,}"] if one.unscored else [])])


def _panel(standings: Leaderboard) -> Figures:
    columns = [Column("reviewer", figures=False), Column("kept"), Column("leniency")]
    columns += [Column("dropped or\nholistic"), Column("order contradicts\nscores")]
    table = Figures(columns)
    for one in standings.reviewers:
        figures = (f"{one.kept:,}", number(one.leniency, signed=True), f"{one.problems:,}")
        table.add(plain(one.name, "bold"), *figures, f"{one.contradictions:,}")
    return table


def _pairs(found: Mapping[str, StreamingCorrelation]) -> str:
    told = []
    for name, one in found.items():
        r, span = one.r(), one.interval()
        if r is not None and span is not None:
            told.append(f"{name} {r:+.2f} [{span[0]:+.2f}, {span[1]:+.2f}] (n {one.n:,})")
    most = max((one.n for one in found.values()), default=0)
    return ", ".join(told) or f"too few pairs (n {most})"


def _span(interval: Interval | None) -> str:
    return "" if interval is None else f"{interval.low:.2f}…{interval.high:.2f}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}".replace("%", " %")


def number(value: float | None, *, signed: bool = False) -> str:
    """Return a figure with two decimals, or a dash.

    >>> number(7.5), number(0.25, signed=True), number(None)
    ('7.50', '+0.25', '–')
    """
    if value is None:
        return "–"
    return f"{value:+.2f}" if signed else f"{value:.2f}"
