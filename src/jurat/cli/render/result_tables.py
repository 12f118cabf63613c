"""Tables of results: score, raw value, each cap and its reason."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from jurat.cli.render.console import Plain
from jurat.cli.render.figures import Column, Figures, plain
from jurat.judges.registry import find_description
from jurat.observations import (
    Anchors,
    CitedSentence,
    CitedSentences,
    Claim,
    ComparedClaims,
    Completeness,
    CriterionLabels,
    QueryParts,
    RankedPassages,
    ResponseClaims,
    ResponseRelevance,
    WantedClaims,
)
from jurat.outcomes import Cap, CouncilResult, Failure, JuryResult, Outcome, Result, Score, Unscored
from jurat.runs.scales import Tone, scale_of_score

_NAME, _WHY = Column("metric", figures=False), Column("why", figures=False, prose=True, least=21)
_TONE_STYLE: dict[Tone, str] = {"good": "bold green", "half": "bold yellow", "bad": "bold red"}
VERDICT_STYLE = {"PASS": "bold green", "WARN": "bold yellow", "FAIL": "bold red"}
JURY_STYLE = {"yes": "bold green", "no": "bold red", "deadlock": "bold yellow"}


def verdict_styles(found: Collection[str]) -> Mapping[str, str]:
    """Return the verdicts that belong together with the given ones: of judges, or of juries.

    >>> list(verdict_styles(["no"])), list(verdict_styles(["PASS"]))
    (['yes', 'no', 'deadlock'], ['PASS', 'WARN', 'FAIL'])
    """
    return JURY_STYLE if set(found) & JURY_STYLE.keys() else VERDICT_STYLE


def show(outcome: Outcome, console: Console | None = None) -> None:
    """Print one outcome as a table."""
    (console or Plain()).print(render(outcome))


def render(outcome: Outcome) -> RenderableType:
    """Render one outcome."""
    if isinstance(outcome, Failure):
        return plain(f"{outcome.id}  error: {outcome.error}", "red")
    if isinstance(outcome, JuryResult):
        from jurat.cli.render.jury_tables import jury_view

        return jury_view(outcome)
    return _council_table(outcome) if isinstance(outcome, CouncilResult) else _metrics_table(outcome)


def _metrics_table(result: Result[Any]) -> Figures:
    capped = _shows_raw(result)
    columns = [_NAME, Column("score"), *([Column("raw")] if capped else []), _WHY]
    table = Figures(columns, _title(result), framed=True)
    for outcome in result.metrics:
        table.add(
            *(
                _scored(result, outcome, capped=capped)
                if isinstance(outcome, Score)
                else _missing(outcome, capped=capped)
            )
        )
    if result.overall is not None:
        table.add_section()
        empty = [plain("")] * (len(columns) - 2)
        table.add(plain("overall", "bold"), plain(number(result.overall), "bold"), *empty)
    return table


def _shows_raw(result: Result[Any]) -> bool:
    """Whether caps may lower the judge's scores; of a judge that is not installed, whether one did."""
    found = find_description(result.judge)
    if found is not None:
        return any(metric.capped for metric in found.metrics)
    return any(isinstance(score, Score) and score.caps for score in result.metrics)


def _missing(outcome: Unscored, *, capped: bool) -> list[Text]:
    cells = [plain(outcome.metric), plain("unscored", "yellow"), plain(""), plain(outcome.unscored)]
    return cells if capped else [*cells[:2], cells[3]]


def _scored(result: Result[Any], score: Score[Any], *, capped: bool) -> list[Text]:
    tone = scale_of_score(result, score).tone(score.value)
    head = [plain(score.metric), plain(number(score.value), _TONE_STYLE[tone])]
    raw = [plain(number(score.raw), "dim")] if capped else []
    why = filter(None, [made_of(score), *map(_cap_line, score.caps), *_dropped(score)])
    return [*head, *raw, plain("\n".join(why))]


def _dropped(score: Score[Any]) -> list[str]:
    """Return a note on quotes that are not in the texts, if any."""
    count = getattr(score.details, "dropped_quotes", 0)
    return [f"{count} quote{'' if count == 1 else 's'} not found"] if count else []


def made_of(score: Score[Any]) -> str:
    """Return the parts of a metric, in words."""
    match score.details:
        case ResponseRelevance() as near:
            cosine = "no cosine" if near.cosine is None else f"cosine {near.cosine:.2f}"
            aware = near.answer is not None and "answer_aware" in (near.computed or {})
            answer = f", as an answer {near.answer:.2f}" if aware else ""
            return f"{cosine}, Jaccard {near.jaccard:.2f}{answer}"
        case Completeness(keywords=asked, found=found):
            lacking = [word for word in asked or () if word not in (found or ())]
            return f"missing: {', '.join(lacking)}" if lacking else "all keywords covered"
        case Anchors(anchors=anchors):
            bad = sum(not anchor.supported for anchor in anchors or ())
            return f"{bad} of {len(anchors or ())} anchors unsupported"
        case QueryParts(parts=parts, refusal=refusal):
            return f"{refusal} refusal" if refusal else f"{len(parts or ())} parts of the query"
        case ResponseClaims(claims=claims):
            bad = sum(claim.label == "unsupported" for claim in claims or ())
            return f"{bad} of {len(claims or ())} claims unsupported"
        case RankedPassages(passages=passages):
            good = sum(one.label == "relevant" for one in passages or ())
            return f"{good} of {len(passages or ())} passages relevant"
        case WantedClaims(claims=wanted):
            return _supported(wanted, "claims")
        case CitedSentences(sentences=sentences):
            return _supported(sentences, "cited sentences")
        case ComparedClaims(computed=computed) if computed:
            return f"precision {computed['precision']:.2f}, recall {computed['recall']:.2f}"
        case CriterionLabels(checks=checks):
            met = sum(check.label == "met" for check in checks or ())
            return f"{met} of {len(checks or ())} checks met"
        case _:
            return ""


def _supported(labels: Sequence[Claim | CitedSentence] | None, what: str) -> str:
    good = sum(one.label == "supported" for one in labels or ())
    return f"{good} of {len(labels or ())} {what} supported"


def _title(result: Result[Any]) -> Text:
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
        notes += [f"ranks {a} before {b} but scores {b} higher" for a, b in reviewer.order_conflicts]
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
    """Return a figure with the given decimals, or at least two; empty without a value."""
    if value is None:
        return ""
    if places is None:
        places = 2 if round(value, 2) == value else 4
    return f"{value:.{places}f}"
