"""Judged rows with people's labels: from a file, from results that hold them, or made in the page."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from jurat.errors import InputError
from jurat.judges.label_wire import observed
from jurat.judges.registry import judge_spec
from jurat.outcomes import Verdict
from jurat.runs.agreement.annotator_agreement import OVERALL, details, latest, max_score_of, scores_of
from jurat.runs.agreement.human_labels import HumanLabels
from jurat.runs.calibration.calibrated_judges import CalibratedJudge, calibrated_judge
from jurat.runs.calibration.calibration import LabelledRow
from jurat.runs.calibration.recalibration_fit import LabelledClaims
from jurat.runs.results.sources import ResultRow, ResultSource, result_row
from jurat.runs.stats.descriptive import mean
from jurat.runs.store.run_records import Run, StoredLabel
from jurat.scoring.claim_lock_ultra import WORTH

RIGHT = 0.5
"""From so much on a label counts as right, on a scale from 0 to 1."""
_WORTH: Mapping[str, float] = {"PASS": 1.0, "WARN": 0.5, "FAIL": 0.0}


@dataclass(frozen=True, slots=True)
class LabelledRun:
    """The labelled rows of a run and its judge."""

    judge: CalibratedJudge
    rows: tuple[LabelledRow, ...]


def labelled_rows(source: ResultSource, labels: HumanLabels, cut: float | None = None) -> LabelledRun:
    """Return the rows of some results that have a label in a file."""
    judge = calibrated_judge(source.info.judge)
    decide = _decision(labels, cut)
    said = [(row, labels.value(row.key)) for row in source.rows() if not row.failed]
    made = tuple(_row(row, decide(value), judge) for row, value in said if value is not None)
    if not made:
        hint = "ids must match; name the id column with --id, and the run with --run"
        raise InputError("no row of the results has a label", where=labels.name, hint=hint)
    return LabelledRun(judge, made)


class _decision:  # noqa: N801
    """Turns the mean label of a row into a verdict."""

    def __init__(self, labels: HumanLabels, cut: float | None) -> None:
        self.three_way = cut is None and not labels.binary
        self.cut = RIGHT if cut is None else cut
        values = {value for said in labels.by_id.values() for value in said}
        if self.three_way and not values <= set(_WORTH.values()):
            hint = "say with --cut from which label on a row is right"
            raise InputError("labels are numbers, not verdicts", where=labels.name, hint=hint)

    def __call__(self, value: float) -> Verdict:
        if not self.three_way:
            return "PASS" if value >= self.cut else "FAIL"
        return "PASS" if value > 0.75 else "WARN" if value >= 0.25 else "FAIL"


def _row(
    row: ResultRow, people: Verdict, judge: CalibratedJudge, claims: Iterable[LabelledClaims] = ()
) -> LabelledRow:
    if row.judge != judge.name:
        what = f"holds results of several judges ({judge.name}, {row.judge})"
        raise InputError(what, where=f"row {row.key}", hint="split the file")
    observations = observed(row.line, judge_spec(judge.name))
    return LabelledRow(key=row.key, people=people, observations=observations, claims=tuple(claims))


def rows_labelled_in_page(run: Run, labels: Sequence[StoredLabel], lines: Mapping[int, bytes]) -> LabelledRun:
    """Return the rows of a saved run that people labelled in the page, with the claims that they labelled.

    Where a person corrected labels, the verdict is that of the corrected result; a score counts as right from
    the middle of its scale on.
    """
    judge = calibrated_judge(run.plan.judge)
    kept = latest(labels)
    values: dict[str, list[float]] = defaultdict(list)
    claims: dict[str, list[LabelledClaims]] = defaultdict(list)
    for label in kept:
        key = str(label.row)
        values[key] += _page_values(label, judge.name)
        claims[key] += labelled_claims(key, lines[label.row], label)
    said = {key: tuple(found) for key, found in values.items() if found}
    whole = {value for found in said.values() for value in found}
    people = HumanLabels(f"labels of run {run.id}", (), said, 0, binary=whole <= {0.0, 1.0})
    decide = _decision(people, None)
    rows = []
    for key, found in said.items():
        line = lines[int(key)]
        row = ResultRow(id=key, line=line, judge=result_row(json.loads(line), line).judge)
        rows.append(_row(row, decide(mean(found)), judge, claims[key]))
    return LabelledRun(judge, tuple(rows))


def _page_values(label: StoredLabel, judge: str) -> list[float]:
    """Return a person's label of a row from 0 to 1, if it says anything of the whole row."""
    if label.result is not None:
        verdict = json.loads(label.result).get("verdict")
        return [] if verdict is None else [_WORTH[verdict]]
    score = scores_of(label.payload).get(OVERALL)
    return [] if score is None else [float(score / max_score_of(judge, OVERALL) >= RIGHT)]


def labelled_claims(key: str, line: bytes, label: StoredLabel) -> list[LabelledClaims]:
    """Return the claims of a result that a person confirmed or corrected, with their probabilities."""
    if label.result is None or "hallucination" not in (label.payload.get("observations") or {}):
        return []
    ours = details(line, "hallucination").get("claims") or ()
    theirs = details(label.result, "hallucination").get("claims") or ()
    return [
        LabelledClaims(key, (one["probability"],), float(WORTH[two["label"]]))
        for one, two in zip(ours, theirs, strict=False)
        if one.get("probability") is not None and one.get("text") == two.get("text")
    ]
