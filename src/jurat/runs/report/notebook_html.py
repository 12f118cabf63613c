"""Results, cases and evaluations in a notebook: escaped, in the style of the report, dark and light."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from jurat.cases import Case, CouncilCase, ResponseCase, SummaryCase
from jurat.errors import InputError
from jurat.outcomes import CouncilResult, Failure, JuryResult, Result
from jurat.runs.report.html import Child, Html, element
from jurat.runs.report.html_tables import cell_figure, cell_text, html_table
from jurat.runs.report.marked_texts import marked, texts_of
from jurat.runs.report.page_cases import case_details, council_details
from jurat.runs.report.report_data import CaseView

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}")
_PAGE_ONLY = ("body", "*", "h1", "footer")
_SCOPE = ".jurat"
_LIGHT_THEMES = ("[data-jp-theme-light=true]", ".vscode-light")
_DARK_THEMES = ("[data-jp-theme-light=false]", ".vscode-dark")
"""JupyterLab and Visual Studio Code name their theme, which can differ from that of the system."""

_OVER_NOTEBOOK = """\
.jurat table { color: inherit; margin: 0; border: 0; } .jurat tr { background: none !important; }
.jurat td:not(.n), .jurat th:not(.n) { text-align: left; }"""
"""Notebooks style tables on their own."""


def render(value: object) -> str:
    """Return a result or a case as HTML."""
    match value:
        case Result():
            return framed(case_details(CaseView(result=value), opened=True))
        case CouncilResult():
            return framed(council_details(value, opened=True))
        case JuryResult():
            return framed(_jury(value))
        case Failure():
            return framed(element("p", element("b", str(value.id)), ": ", value.error, class_="bad"))
        case SummaryCase() | ResponseCase() | CouncilCase():
            return framed(_case(value))
        case _:
            raise InputError(f"is {type(value).__name__}", where="notebook", hint="give a result or a case")


def framed(*children: Child) -> str:
    """Return elements with the style that they need, which applies to nothing else in the notebook."""
    return str(element("div", element("style", notebook_style()), *children, class_="jurat"))


@cache
def notebook_style() -> Html:
    """Return the style of the report, limited to our own elements, with the colours of the notebook."""
    source = (files("jurat.runs.report") / "report.css").read_text(encoding="utf-8")
    dark = _DARK.search(source)
    if dark is None:
        raise AssertionError("report.css has no dark colours")
    rules = _RULE.findall(_DARK.sub("", source).split("@media")[0])
    light = next(body for selectors, body in rules if selectors.strip() == ":root")
    made = [
        f"{_SCOPE} {{{light} color: var(--ink); font: 14px/1.5 system-ui, sans-serif; max-width: 68rem; }}",
        f"@media (prefers-color-scheme: dark) {{ {_SCOPE} {{{dark[1]}}} }}",
        f"{_scoped(_LIGHT_THEMES)} {{{light}}}",
        f"{_scoped(_DARK_THEMES)} {{{dark[1]}}}",
        _OVER_NOTEBOOK,
    ]
    for selectors, body in rules:
        names = [one.strip() for one in selectors.split(",")]
        if names[0] != ":root" and not set(names) & set(_PAGE_ONLY):
            made.append(f"{', '.join(f'{_SCOPE} {name}' for name in names)} {{{body}}}")
    return Html("\n".join(made))


def _scoped(themes: Sequence[str]) -> str:
    return ", ".join(f"{theme} {_SCOPE}" for theme in themes)


def _case(case: Case) -> Html:
    texts = [
        element("div", element("h4", name), element("div", marked(text, ()), dir="auto"), class_="text")
        for name, text in texts_of(case)
    ]
    title = element("b", f"{type(case).__name__} {case.id}".strip())
    return element("details", element("summary", title), element("div", *texts, class_="inside"), open="")


def _jury(result: JuryResult) -> Html:
    rows = [
        [
            cell_text(element("b", vote.reviewer)),
            cell_text(vote.vote),
            cell_figure("–" if vote.confidence is None else f"{vote.confidence:g}"),
            cell_text(vote.reason or ""),
        ]
        for vote in result.votes
    ]
    verdict = result.verdict or f"no verdict: {result.unscored}"
    head = element("summary", element("b", str(result.id)), element("span", verdict, class_="pill"))
    table = html_table(["reviewer", "vote", "confidence", "reason"], rows, figures=(2,))
    return element("details", head, element("div", table, class_="inside"), open="")
