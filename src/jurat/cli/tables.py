"""Results as tables for a person: score, raw, each cap and why."""

from __future__ import annotations

from rich.console import Console, RenderableType
from rich.text import Text

from jurat.cli.console import Plain
from jurat.cli.figures import Column, Figures, plain
from jurat.observations import Anchors, Completeness, ResponseRelevance
from jurat.outcomes import Cap, CouncilResult, Failure, Outcome, Result, Score, Unscored

_NAME, _WHY = Column("metric", figures=False), Column("why", figures=False, prose=True, least=21)
VERDICT_STYLE = {"PASS": "bold green", "WARN": "bold yellow", "FAIL": "bold red"}


def show(outcome: Outcome, console: Console | None = None) -> None:
    """Print one outcome as a table."""
    (console or Plain()).print(render(outcome))


def render(outcome: Outcome) -> RenderableType:
    """One outcome as something rich can print."""
    if isinstance(outcome, Failure):
        return plain(f"{outcome.id}  error: {outcome.error}", "red")
    return _council_table(outcome) if isinstance(outcome, CouncilResult) else _metrics_table(outcome)


def _metrics_table(result: Result) -> Figures:
    capped = result.judge != "claim-lock"
    columns = [_NAME, Column("score"), *([Column("raw")] if capped else []), _WHY]
    table = Figures(columns, _title(result), framed=True)
    for outcome in result.metrics:
        table.add(
            *(
                _scored(outcome, result.judge)
                if isinstance(outcome, Score)
                else _missing(outcome, capped=capped)
            )
        )
    if result.overall is not None:
        table.add_section()
        table.add(plain("overall", "bold"), plain(number(result.overall), "bold"), plain(""), plain(""))
    return table


def _missing(outcome: Unscored, *, capped: bool) -> list[Text]:
    cells = [plain(outcome.metric), plain("unscored", "yellow"), plain(""), plain(outcome.unscored)]
    return cells if capped else [*cells[:2], cells[3]]


def _scored(score: Score, judge: str) -> list[Text]:
    head = [plain(score.metric), plain(number(score.value), heat(score.value, judge))]
    if judge == "claim-lock":
        return [*head, plain("\n".join([made_of(score), *_dropped(score)]))]
    why = "\n".join([*map(_cap_line, score.caps), *_dropped(score)])
    return [*head, plain(number(score.raw), "dim"), plain(why)]


def _dropped(score: Score) -> list[str]:
    """How many quotes of an observer do not stand in the texts, if any."""
    count = getattr(score.details, "dropped_quotes", 0)
    return [f"{count} quote{'' if count == 1 else 's'} not found"] if count else []


def made_of(score: Score) -> str:
    """What one of Claim-Lock's figures is made of, in words."""
    match score.details:
        case ResponseRelevance() as near:
            cosine = "no cosine" if near.cosine is None else f"cosine {near.cosine:.2f}"
            aware = near.answer is not None and "answer_aware" in (near.computed or {})
            answer = f", as an answer {near.answer:.2f}" if aware else ""
            return f"{cosine}, Jaccard {near.jaccard:.2f}{answer}"
        case Completeness(keywords=asked, found=found):
            lacking = [word for word in asked or () if word not in (found or ())]
            return f"missing: {', '.join(lacking)}" if lacking else "all keywords are taken up"
        case Anchors(anchors=anchors):
            bad = sum(not anchor.supported for anchor in anchors or ())
            return f"{bad} of {len(anchors or ())} anchors without support"
        case _:
            return ""


def _title(result: Result) -> Text:
    title = plain(f"{result.judge} · {result.id}" if result.id != "" else result.judge)
    if result.verdict is not None:
        title += plain("  ") + plain(result.verdict, VERDICT_STYLE[result.verdict])
        title += plain(f"  {', '.join(result.reasons or ())}", "dim")
    if result.error is not None:
        title += plain(f"  {result.error}", "red")
    return title


def _council_table(result: CouncilResult) -> Figures:
    columns = [Column("rank"), Column("candidate", figures=False, prose=True, least=12)]
    columns += [*map(Column, ("score", "uncapped", "accuracy", "borda")), _WHY]
    table = Figures(columns, plain(f"council · {result.id}"), framed=True)
    unranked = [name for name in result.candidates if name not in result.ranking]
    for place, name in enumerate((*result.ranking, *unranked), start=1):
        one = result.candidates[name]
        table.add(
            plain(str(place) if one.score is not None else "–"),
            plain(name),
            plain(number(one.score), "bold" if one.score is not None else "yellow"),
            plain(number(one.uncapped), "dim"),
            plain(number(one.accuracy)),
            plain(number(one.borda)),
            plain(one.unscored or "\n".join(map(_cap_line, one.caps))),
        )
    for name, reviewer in result.reviewers.items():
        notes = [f"{problem.candidate}: {problem.action}, {problem.reason}" for problem in reviewer.problems]
        notes += [f"states {a} before {b}, scores them the other way" for a, b in reviewer.order_conflicts]
        if notes:
            table.add_section()
            table.add(
                plain(""), plain(f"review by {name}"), *[plain("")] * 4, plain("\n".join(notes), "yellow")
            )
    return table


def _cap_line(cap: Cap) -> str:
    change = f"{number(cap.before)} → {number(cap.after)}" if cap.before != cap.after else "not lowered"
    return f"≤ {cap.limit:g} {cap.reason} ({change})"


def number(value: float | None, places: int | None = None) -> str:
    """A figure with as many decimals as asked, or at least two; nothing where there is none."""
    if value is None:
        return ""
    if places is None:
        places = 2 if round(value, 2) == value else 4
    return f"{value:.{places}f}"


def heat(value: float | None, judge: str) -> str:
    """The style of a score: out of ten it is good, middling or bad."""
    if value is None or judge == "claim-lock":
        return "bold"
    return "bold green" if value >= 8 else "bold yellow" if value >= 5 else "bold red"
