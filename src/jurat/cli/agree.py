"""`jurat agree`: a run against what people said."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from jurat.cli.compare import SeedFlag
from jurat.cli.console import Plain
from jurat.cli.figures import Column, Figures, joined, plain
from jurat.cli.running import FINE
from jurat.cli.stores import StoreFlag, results_of
from jurat.runs.agree import RESAMPLES, Agreement, Figure, MetricAgreement, Plan, agree
from jurat.runs.columns import read_columns
from jurat.runs.labels import read_labels
from jurat.runs.numbers import value
from jurat.runs.pairs import CalibrationBin
from jurat.runs.statistics.resampling import SEED

LabelFlag = Annotated[
    list[str] | None,
    typer.Option("--label", help="The column that holds the label; given again, one column a person."),
]
ReverseFlag = Annotated[bool, typer.Option("--reverse", help="A higher label is worse.")]
CutFlag = Annotated[
    float | None,
    typer.Option("--cut", help="Labels from here on are good, where they are more than yes and no."),
]
_BAR = 20


def command(
    run: Annotated[str, typer.Argument(help="The results: a file, or a kept run.")],
    labels: Annotated[str, typer.Argument(help="JSONL, CSV, … with an id and what people said of it.")],
    *,
    label: LabelFlag = None,
    id_column: Annotated[str | None, typer.Option("--id", help="The column that holds the id.")] = None,
    metric: Annotated[
        list[str] | None, typer.Option("--metric", help="Only this metric; may be given again.")
    ] = None,
    cut: CutFlag = None,
    reverse: ReverseFlag = False,
    seed: SeedFlag = SEED,
    store: StoreFlag = None,
    resamples: Annotated[
        int, typer.Option("--resamples", min=100, max=100_000, help="Bootstrap resamples.")
    ] = RESAMPLES,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> int:
    """Measure how far a run agrees with people's labels, metric by metric.

    Labels are numbers, higher better, or words such as yes and no. Thresholds are chosen on one half of the
    cases and measured on the other.
    """
    said = read_labels(labels, columns=label or (), id_column=id_column, reverse=reverse)
    plan = Plan(resamples=resamples, seed=seed, cut=cut)
    made = agree(read_columns(results_of(run, store)), said, plan, metric or ())
    if as_json:
        sys.stdout.write(json.dumps(asdict(made), indent=2, ensure_ascii=False) + "\n")
    else:
        Plain().print(agreement_figures(made))
    return FINE


def agreement_figures(agreement: Agreement) -> RenderableType:
    """Agreement for a person: figures, thresholds, calibration."""
    parts: list[RenderableType] = [_head(agreement), _measures(agreement)]
    if any(metric.threshold for metric in agreement.metrics):
        parts.append(_thresholds(agreement))
    if agreement.verdicts:
        parts.append(joined(["verdict FAIL against people", *map(_line, agreement.verdicts)]))
    parts += [_calibration(one, agreement.reach) for one in agreement.metrics if one.calibration]
    return Group(*(line for part in parts for line in (part, Text(""))))


def _head(agreement: Agreement) -> Text:
    lines = [
        plain(f"run     {agreement.run.name}"),
        plain(f"labels  {agreement.labels} ({', '.join(agreement.columns)})"),
        plain(f"{agreement.labelled:,} of {agreement.rows:,} rows have a label"),
    ]
    if agreement.without_row:
        lines.append(plain(f"{agreement.without_row:,} labels belong to no row", "yellow"))
    if agreement.cut is not None:
        lines.append(plain(f"good: a label of {agreement.cut:g} or more"))
    lines += [plain(f"{one.name}: {one.note}", "yellow") for one in agreement.metrics if one.note]
    if agreement.people is not None:
        lines.append(_line(agreement.people))
    return joined(lines)


def _line(figure: Figure) -> Text:
    return plain(f"{figure.name} {_shown(figure).plain}")


def _measures(agreement: Agreement) -> Figures:
    names = list(dict.fromkeys(figure.name for metric in agreement.metrics for figure in metric.figures))
    table = Figures([Column("metric", figures=False), Column("cases"), *map(Column, names)])
    for metric in agreement.metrics:
        found = {figure.name: figure for figure in metric.figures}
        unscored = plain(f"unscored {metric.unscored:,}" if metric.unscored else "", "yellow")
        cells = [_two_lines(found.get(name)) for name in names]
        table.add(joined([metric.name, unscored]), f"{metric.pairs:,}", *cells)
    return table


def _two_lines(figure: Figure | None) -> Text:
    if figure is None or figure.value is None:
        return Text("–")
    bounds = figure.interval
    told = plain("" if bounds is None else f"{bounds.low:.2f} … {bounds.high:.2f}", "dim")
    return joined([plain(f"{figure.value:.3f}", "bold"), told])


def _shown(figure: Figure) -> Text:
    if figure.value is None:
        return Text("–")
    bounds = figure.interval
    return plain(
        f"{figure.value:.3f}" + ("" if bounds is None else f" ({bounds.low:.2f} … {bounds.high:.2f})")
    )


def _thresholds(agreement: Agreement) -> Figures:
    chosen = [metric for metric in agreement.metrics if metric.threshold is not None]
    names = [figure.name for figure in chosen[0].threshold.figures] if chosen[0].threshold else []
    columns = [
        Column("good from", figures=False),
        Column("chosen\non", label="chosen on"),
        *map(_head_of, names),
    ]
    table = Figures(columns)
    for metric in chosen:
        one = metric.threshold
        if one is not None:
            sign = "≥" if metric.scale.better == "higher" else "≤"
            name = f"{metric.name} {sign} {value(one.value, metric.scale)}"
            table.add(name, f"{one.chosen_on:,}", *map(_two_lines, one.figures))
    return table


def _head_of(name: str) -> Column:
    return Column(name.replace(" ", "\n"), label=name)


def _calibration(metric: MetricAgreement, reach: tuple[float, float]) -> Text:
    """Groups of like value: the judge's mean, and the people's mean as a bar."""
    low, high = reach
    head = plain(
        f"{metric.name}: what people said ({low:g} to {high:g}) of cases by the judge's value", "bold"
    )
    return joined([head, *(_group(one, metric, low, high) for one in metric.calibration)])


def _group(one: CalibrationBin, metric: MetricAgreement, low: float, high: float) -> Text:
    filled = round(_BAR * (one.people - low) / ((high - low) or 1.0))
    bar = "█" * filled + "·" * (_BAR - filled)
    return plain(f"{value(one.judge, metric.scale):>6}  {bar} {one.people:.2f}")
