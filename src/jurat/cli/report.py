"""`jurat report`: a run written up."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from jurat.cases import Case, CouncilCase, ResponseCase, SummaryCase, as_case
from jurat.cli.agree import CutFlag, LabelFlag, ReverseFlag
from jurat.cli.compare import AnywayFlag, SeedFlag
from jurat.cli.running import FINE
from jurat.cli.stores import StoreFlag, results_of
from jurat.data import CaseRow, read_cases
from jurat.errors import InputError, JuratError
from jurat.runs.agree import Plan, agree
from jurat.runs.columns import Columns, read_columns
from jurat.runs.compare import Method, compare
from jurat.runs.labels import read_labels
from jurat.runs.report.gathering import WORST, Gathering, gather, loaded, make_report, worst_lines
from jurat.runs.report.markdown_page import json_page, markdown_page
from jurat.runs.report.page import page
from jurat.runs.sources import ResultSource
from jurat.runs.statistics.resampling import SEED

_MAKERS = {".html": page, ".htm": page, ".md": markdown_page, ".json": json_page}
_CASES: Mapping[str, type[Case]] = {"claim-lock": ResponseCase, "council": CouncilCase}


def command(
    run: Annotated[str, typer.Argument(help="The results to write up: a file, or a kept run.")],
    *,
    out: Annotated[str, typer.Option("--out", "-o", help="*.html, *.md or *.json.")],
    data: Annotated[
        str | None,
        typer.Option("--data", help="The file that was judged, where its texts were not kept."),
    ] = None,
    maps: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="OURS=THEIRS", help="Which column of --data is which."),
    ] = None,
    baseline: Annotated[str | None, typer.Option("--baseline", "-b", help="Results to compare with.")] = None,
    labels: Annotated[str | None, typer.Option("--labels", help="People's labels to compare with.")] = None,
    label: LabelFlag = None,
    reverse: ReverseFlag = False,
    cut: CutFlag = None,
    worst: Annotated[
        int, typer.Option("--worst", min=0, max=1000, help="How many worst cases to show.")
    ] = WORST,
    anyway: AnywayFlag = False,
    seed: SeedFlag = SEED,
    store: StoreFlag = None,
) -> int:
    """Write a run up as one page that opens offline, as Markdown or as JSON."""
    make = _MAKERS.get(Path(out).suffix.lower())
    if make is None:
        raise InputError("is no kind of report", where=out, hint="name it *.html, *.md or *.json")
    source = results_of(run, store)
    found = gather(source, worst=worst)
    before = None if baseline is None else read_columns(results_of(baseline, store))
    cases, notes = (kept_texts(found, source), []) if data is None else texts(found, data, maps or [])
    said = None if labels is None else read_labels(labels, columns=label or (), reverse=reverse)
    report = make_report(
        found,
        cases=cases,
        before=before,
        comparison=None
        if before is None
        else compare(before, found.columns, anyway=anyway, method=Method(seed=seed)),
        agreement=None if said is None else agree(found.columns, said, Plan(seed=seed, cut=cut)),
        notes=notes,
    )
    write_report(out, make(report))
    return FINE


def write_report(out: str, content: str) -> None:
    """Write it and say so."""
    try:
        Path(out).write_text(content, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise InputError(
            f"cannot be written: {error.strerror}", where=out, hint="name another file"
        ) from None
    sys.stderr.write(f"wrote {out}\n")


def kept_texts(found: Gathering, source: ResultSource) -> dict[str, Case]:
    """The texts of the cases that are shown, by id, as far as they are kept with the results."""
    kind, places = _case_type(found.columns), found.columns.places
    fields = source.texts({key: places[key] for key in _wanted(found)})
    return {key: as_case({**one, "id": key}, kind) for key, one in fields.items()}  # type: ignore[type-var]


def texts(found: Gathering, data: str, maps: list[str]) -> tuple[dict[str, Case], list[str]]:
    """The texts of the cases that are shown, by id, and what was not found."""
    wanted = _wanted(found)
    kept: dict[str, Case] = {}
    for row in read_cases(data, _case_type(found.columns), maps=maps).cases:
        if isinstance(row, CaseRow) and (key := str(row.case.id)) in wanted:
            kept.setdefault(key, row.case)
    missing = len(wanted - kept.keys())
    return kept, [f"{missing} of the cases shown are not in {data}"] if missing else []


def _wanted(found: Gathering) -> set[str]:
    return {str(one.id) for one in loaded(worst_lines(found), found.columns)}


def _case_type(run: Columns) -> type[Case]:
    """The kind of case that the judge judges; an unknown judge is asked."""
    if run.judge in _CASES:
        return _CASES[run.judge]
    from jurat.judges.registry import judge

    try:
        return judge(run.judge).case_type
    except JuratError:
        return SummaryCase
