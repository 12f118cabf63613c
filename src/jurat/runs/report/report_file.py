"""Reports as files: the format by the name, the texts of the cases shown, and writing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jurat.cases import Case, as_case
from jurat.errors import InputError
from jurat.judges.registry import find_description
from jurat.runs.report.html_page import page
from jurat.runs.report.markdown_page import json_page, markdown_page
from jurat.runs.report.report_data import Report, ReportBuilder, loaded, worst_lines
from jurat.runs.results.result_columns import ResultColumns
from jurat.runs.results.sources import ResultSource

_MAKERS = {".html": page, ".htm": page, ".md": markdown_page, ".json": json_page}


def report_format(out: str) -> Callable[[Report], str]:
    """Return the function that renders a report for a file of that name."""
    make = _MAKERS.get(Path(out).suffix.lower())
    if make is None:
        raise InputError("is not a report format", where=out, hint="name it *.html, *.md or *.json")
    return make


def write_report(out: str, content: str) -> None:
    """Write a report to a file."""
    try:
        Path(out).write_text(content, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise InputError(
            f"cannot be written: {error.strerror}", where=out, hint="name another file"
        ) from None


def kept_texts(found: ReportBuilder, source: ResultSource) -> dict[str, Case]:
    """Return the saved texts of the cases shown, by id."""
    if find_description(found.columns.judge) is None:
        return {}
    kind, places = case_type_of_run(found.columns), found.columns.row_index
    fields = source.texts({key: places[key] for key in shown_ids(found)})
    return {key: as_case({**one, "id": key}, kind) for key, one in fields.items()}  # type: ignore[type-var]


def shown_ids(found: ReportBuilder) -> set[str]:
    """Return the ids of the cases shown."""
    return {str(one.id) for one in loaded(worst_lines(found), found.columns)}


def case_type_of_run(run: ResultColumns) -> type[Case]:
    """Return the case type of the judge; refuse one that is not installed."""
    found = find_description(run.judge)
    if found is None:
        hint = "install its package, or leave out --data"
        raise InputError(f"unknown judge {run.judge!r}", where=run.info.name, hint=hint)
    case: type[Case] = found.case
    return case
