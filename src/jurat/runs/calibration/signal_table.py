"""The signals of a run's rows, from which verdicts with other thresholds follow without reading a text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from jurat.judges.label_wire import observed
from jurat.judges.registry import judge_spec
from jurat.outcomes import Verdict
from jurat.runs.calibration.calibrated_judges import CalibratedJudge, calibrated_judge
from jurat.runs.calibration.labelled_rows import rows_labelled_in_page
from jurat.runs.store.run_records import Run, StoredResult
from jurat.runs.store.store import Store

MOST_ROWS = 5000
MOST_OTHERS = 5


@dataclass(frozen=True, slots=True)
class SignalRow:
    """A row: its signals, none where unscored; what people say of it; the verdicts of other runs."""

    place: int
    id: str | int
    signals: dict[str, float | None]
    people: Verdict | None
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SignalTable:
    """The first rows of a run, how many rows people labelled, and whether they say only right or wrong."""

    judge: CalibratedJudge
    rows: tuple[SignalRow, ...]
    labelled: int
    binary: bool


def signal_table(store: Store, run: Run, most: int = MOST_ROWS) -> SignalTable:
    """Read the signals of a run's first rows; a judge without thresholds for a verdict is refused."""
    judge = calibrated_judge(run.plan.judge)
    people = _people(store, run)
    others = [store.verdicts(other, most) for other in _others(store, run)]
    rows: list[SignalRow] = []
    for kept in store.results(run):
        if len(rows) == most:
            break
        if kept.status != "failed":
            rows.append(_row(kept, judge, run, people, others))
    binary = "WARN" not in people.values()
    return SignalTable(judge, tuple(rows), len(people), binary)


def _row(
    kept: StoredResult,
    judge: CalibratedJudge,
    run: Run,
    people: Mapping[int, Verdict],
    others: list[dict[int, str]],
) -> SignalRow:
    signals = judge.signals(observed(kept.line, judge_spec(judge.name)), run.plan.options)
    return SignalRow(
        place=kept.row,
        id=json.loads(kept.line)["id"],
        signals={name: None if value is None else float(value) for name, value in signals.items()},
        people=people.get(kept.row),
        others=tuple(found[kept.row] for found in others if found.get(kept.row)),
    )


def _people(store: Store, run: Run) -> dict[int, Verdict]:
    labels = store.labels(run)
    if not labels:
        return {}
    return {int(row.key): row.people for row in rows_labelled_in_page(run, labels, store.labelled(run)).rows}


def _others(store: Store, run: Run) -> list[Run]:
    """Return finished runs of other judges or observers over the same data."""
    mark = run.plan.reading.fingerprint
    return [
        other
        for other in (store.runs(limit=100) if mark else ())
        if other.plan.reading.fingerprint == mark
        and other.plan.signature != run.plan.signature
        and other.done == run.done
        and other.parts is None
    ][:MOST_OTHERS]
