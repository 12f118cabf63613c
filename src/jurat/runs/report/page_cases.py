"""Single cases on the page: texts with highlights, findings, caps; councils with their reviews."""

from __future__ import annotations

from collections.abc import Sequence

from jurat.cases import Case
from jurat.outcomes import Candidate, Cap, CouncilResult, JuryResult, Result, Score, Unscored
from jurat.runs.report.html import Html, element, join
from jurat.runs.report.html_tables import cell_figure, cell_text, html_table
from jurat.runs.report.marked_texts import marked, marks_in, texts_of
from jurat.runs.report.number_format import value
from jurat.runs.report.report_data import CandidateMean, CaseView
from jurat.runs.results.result_findings import ResultFinding, findings
from jurat.runs.scales import SCORE, scale_of, scale_of_score
from jurat.spans import Evidence

_SIGNS = {"good": "✓", "half": "~", "bad": "✗"}
_WORST_FIRST = ("bad", "half", "good")
_VERDICTS = {"PASS": "good", "WARN": "half", "FAIL": "bad"}


def case_details(view: CaseView, *, opened: bool = False) -> Html:
    """Return a collapsible case: scores in its head; texts, findings and caps inside."""
    result, found = view.result, list(enumerate(findings(view.result), start=1))
    pills = [_pill(result, outcome) for outcome in result.metrics]
    if result.verdict is not None:
        pills.insert(0, element("span", result.verdict, class_=f"pill {_VERDICTS[result.verdict]}"))
    if result.overall is not None:
        kind = scale_of(result.judge, "overall").tone(result.overall)
        pills.insert(0, element("span", f"overall {result.overall:.2f}", class_=f"pill {kind}"))
    inside = element(
        "div",
        element("p", "because: " + ", ".join(result.reasons), class_="soft") if result.reasons else None,
        *(_texts(view.case, found) if view.case is not None else ()),
        _findings(found) if found else None,
        *_caps(result),
        *_unscored(result),
        class_="inside",
    )
    head = element("summary", element("b", str(result.id)), *pills)
    return element("details", head, inside, open="" if opened else None)


def _pill(result: Result, outcome: Score | Unscored) -> Html:
    if isinstance(outcome, Unscored):
        return element("span", f"{outcome.metric} unscored", class_="pill")
    scale = scale_of_score(result, outcome)
    kind = scale.tone(outcome.value)
    return element("span", f"{outcome.metric} {value(outcome.value, scale)}", class_=f"pill {kind}")


def _texts(case: Case, found: Sequence[tuple[int, ResultFinding]]) -> list[Html]:
    return [
        element(
            "div",
            element("h4", name),
            element("div", marked(text, marks_in(name, text, found)), dir="auto"),
            class_="text",
        )
        for name, text in texts_of(case)
    ]


def _findings(found: Sequence[tuple[int, ResultFinding]]) -> Html:
    rows = [
        [
            cell_figure(str(number)),
            cell_text(f"{_SIGNS[one.tint]} {one.what}", kind=f"w {one.tint}"),
            cell_text(one.text),
            cell_text(one.explanation),
            cell_text(_evidence(one.evidence) or _nearest(one.nearest)),
        ]
        for number, one in sorted(found, key=lambda pair: _WORST_FIRST.index(pair[1].tint))
    ]
    table = html_table(["", "what", "words", "why", "evidence"], rows, figures=(0,))
    return element("div", table, class_="findings")


def _evidence(evidence: Evidence | None) -> Html | None:
    if evidence is None:
        return None
    if isinstance(evidence, str):
        return _quote(evidence)
    return join(
        _quote(evidence.text), element("small", f" {evidence.source} {evidence.start}–{evidence.end}")
    )


def _quote(text: str) -> Html:
    return element("q", text, class_="evidence")


def _nearest(evidence: Evidence | None) -> Html | None:
    shown = _evidence(evidence)
    return None if shown is None else join(element("small", "nearest: "), shown)


def _caps(result: Result) -> list[Html]:
    return [
        element("p", element("b", outcome.metric), f": {_cap(cap)}")
        for outcome in result.metrics
        if isinstance(outcome, Score)
        for cap in outcome.caps
    ]


def _cap(cap: Cap) -> str:
    change = f"{cap.before:.2f} → {cap.after:.2f}" if cap.after < cap.before else "did not lower it"
    return f"at most {cap.limit:g} because of {cap.reason} ({change})"


def _unscored(result: Result) -> list[Html]:
    return [
        element("p", element("b", outcome.metric), f": unscored, {outcome.unscored}", class_="warn")
        for outcome in result.metrics
        if isinstance(outcome, Unscored)
    ]


def standings_table(standings: Sequence[CandidateMean]) -> Html:
    """Return the candidates over all questions."""
    rows = [
        [
            cell_text(element("b", one.name)),
            _heat(one.mean),
            cell_figure(f"{one.first:,}"),
            cell_figure(f"{one.scored:,}"),
            cell_figure(f"{one.questions - one.scored:,}"),
        ]
        for one in standings
    ]
    return html_table(
        ["candidate", "mean score", "ranked first", "scored", "unscored"], rows, figures=(1, 2, 3, 4)
    )


def _heat(score: float | None) -> Html:
    kind = f"heat-{SCORE.tone(score)}" if score is not None else ""
    return cell_figure(value(score, SCORE), kind=kind)


def council_details(result: CouncilResult, *, opened: bool = False) -> Html:
    """Return a collapsible question: candidates by dimension, then the reviewers."""
    winner = result.ranking[0] if result.ranking else "nobody"
    names = [*result.ranking, *(name for name in result.candidates if name not in result.ranking)]
    dimensions = list(dict.fromkeys(d for one in result.candidates.values() for d in one.dimensions))
    rows = [_candidate(name, result.candidates[name], dimensions) for name in names]
    columns = ["candidate", "score", *dimensions, "borda", "why"]
    inside = element(
        "div",
        element("div", html_table(columns, rows, figures=range(1, len(columns) - 1)), class_="findings"),
        element("div", _reviewers(result), class_="findings"),
        class_="inside",
    )
    head = element(
        "summary", element("b", str(result.id)), element("span", f"first: {winner}", class_="pill good")
    )
    return element("details", head, inside, open="" if opened else None)


def jury_details(result: JuryResult, *, opened: bool = False) -> Html:
    """Return a collapsible yes/no question: the verdict, and every vote with its reason."""
    rows = [
        [
            cell_text(element("b", one.reviewer)),
            cell_text(f"{one.vote} (dissents)" if one.reviewer in result.dissent else one.vote),
            cell_figure("–" if one.confidence is None else f"{one.confidence:.2f}"),
            cell_text(one.reason or ""),
        ]
        for one in result.votes
    ]
    votes = html_table(["juror", "vote", "confidence", "reason"], rows, figures=(2,))
    told = result.verdict or f"no verdict: {result.unscored}"
    head = element(
        "summary",
        element("b", str(result.id)),
        element("span", f"{told}, {result.yes} to {result.no}", class_="pill flat"),
    )
    inside = element("div", element("div", votes, class_="findings"), class_="inside")
    return element("details", head, inside, open="" if opened else None)


def _candidate(name: str, one: Candidate, dimensions: Sequence[str]) -> list[Html]:
    why = one.unscored or "; ".join(map(_cap, one.caps))
    return [
        cell_text(element("b", name)),
        _heat(one.score),
        *(_heat(one.dimensions.get(dimension)) for dimension in dimensions),
        cell_figure(value(one.borda, SCORE)),
        cell_text(why),
    ]


def _reviewers(result: CouncilResult) -> Html:
    rows = [
        [
            cell_text(element("b", name)),
            cell_figure(str(one.kept)),
            cell_figure(value(one.mean, SCORE)),
            cell_figure("–" if one.leniency is None else f"{one.leniency:+.2f}"),
            cell_text("; ".join(f"{p.candidate}: {p.action}, {p.reason}" for p in one.problems)),
        ]
        for name, one in result.reviewers.items()
    ]
    return html_table(["reviewer", "kept", "mean", "leniency", "notes"], rows, figures=(1, 2, 3))


def failures_table(failures: Sequence[tuple[str, str]], failed: int) -> Html:
    """Return the first failed rows with their errors."""
    rows = [[cell_text(name), cell_text(error)] for name, error in failures]
    more = element("p", f"and {failed - len(failures):,} more") if failed > len(failures) else None
    return join(html_table(["id", "error"], rows), more)
