"""`jurat report`: write a report of a run."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from jurat.cases import Case
from jurat.cli.dispatch import FINE
from jurat.cli.flags.comparison_flags import CutFlag, ForceFlag, LabelFlag, ReverseFlag, SeedFlag
from jurat.cli.flags.store_flags import StoreFlag, results_of
from jurat.data import CaseRow, read_cases
from jurat.runs.agreement.human_labels import read_human_labels
from jurat.runs.agreement.label_agreement import AgreementSettings, label_agreement
from jurat.runs.compare.comparison import ComparisonSettings, compare
from jurat.runs.report.report_data import (
    WORST,
    ReportBuilder,
    make_report,
    read_report_data,
)
from jurat.runs.report.report_file import (
    case_type_of_run,
    kept_texts,
    report_format,
    shown_ids,
    write_report,
)
from jurat.runs.results.result_columns import read_columns
from jurat.runs.stats.resampling import SEED


def command(
    run: Annotated[str, typer.Argument(help="Results: a file or a saved run.")],
    *,
    out: Annotated[str, typer.Option("--out", "-o", help="Output file: *.html, *.md or *.json.")],
    data: Annotated[
        str | None,
        typer.Option("--data", help="Data file with the texts, if they were not saved with the run."),
    ] = None,
    maps: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="OURS=THEIRS", help="Column mapping for --data."),
    ] = None,
    baseline: Annotated[
        str | None, typer.Option("--baseline", "-b", help="Baseline results to compare with.")
    ] = None,
    labels: Annotated[str | None, typer.Option("--labels", help="Human labels to compare with.")] = None,
    label: LabelFlag = None,
    reverse: ReverseFlag = False,
    cut: CutFlag = None,
    worst: Annotated[
        int, typer.Option("--worst", min=0, max=1000, help="Number of worst cases to show.")
    ] = WORST,
    force: ForceFlag = False,
    seed: SeedFlag = SEED,
    store: StoreFlag = None,
) -> int:
    """Write a report of a run as one offline HTML page, as Markdown or as JSON."""
    make = report_format(out)
    source = results_of(run, store)
    found = read_report_data(source, worst=worst)
    before = None if baseline is None else read_columns(results_of(baseline, store))
    cases, notes = (kept_texts(found, source), []) if data is None else texts(found, data, maps or [])
    said = None if labels is None else read_human_labels(labels, columns=label or (), reverse=reverse)
    report = make_report(
        found,
        cases=cases,
        before=before,
        comparison=None
        if before is None
        else compare(before, found.columns, force=force, method=ComparisonSettings(seed=seed)),
        agreement=None
        if said is None
        else label_agreement(found.columns, said, AgreementSettings(seed=seed, cut=cut)),
        notes=notes,
    )
    write_report(out, make(report))
    sys.stderr.write(f"wrote {out}\n")
    return FINE


def texts(found: ReportBuilder, data: str, maps: list[str]) -> tuple[dict[str, Case], list[str]]:
    """Return the texts of the cases shown, by id, and a note on those not found."""
    wanted = shown_ids(found)
    kept: dict[str, Case] = {}
    for row in read_cases(data, case_type_of_run(found.columns), maps=maps).cases:
        if isinstance(row, CaseRow) and (key := str(row.case.id)) in wanted:
            kept.setdefault(key, row.case)
    missing = len(wanted - kept.keys())
    return kept, [f"{missing} of the cases shown are not in {data}"] if missing else []
