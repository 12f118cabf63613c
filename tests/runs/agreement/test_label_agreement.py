"""Agreement with people: labels read, figures by hand, thresholds measured where they were not chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.errors import InputError
from jurat.runs.agreement.human_labels import HumanLabels, label_value, read_human_labels
from jurat.runs.agreement.label_agreement import (
    AgreementFigure,
    AgreementSettings,
    LabelAgreement,
    label_agreement,
)
from jurat.runs.agreement.label_pairs import LabelPair, best_threshold, calibration, halves
from jurat.runs.results.result_columns import read_columns
from jurat.runs.results.sources import open_results
from jurat.runs.scales import RISK, SCORE
from jurat.runs.stats.classification import balanced_accuracy
from tests.runs.results import responses, summaries, write_results

RISKS: list[int | None] = [0, 1, 0, 8, 9, 2, 7, 0, 6, 1, 8, 0, 1, 9, 7, 0, 2, 8, 0, 6]


def labels_file(tmp_path: Path, content: str) -> str:
    path = tmp_path / "labels.csv"
    path.write_text(content)
    return str(path)


def read(tmp_path: Path, content: str, **how: bool) -> HumanLabels:
    return read_human_labels(labels_file(tmp_path, content), **how)  # type: ignore[arg-type]


def test_labels_by_id_and_their_mean(tmp_path: Path) -> None:
    path = labels_file(tmp_path, "id,ann,bob\na,4,5\nb,,2\nc,,\n")
    labels = read_human_labels(path, columns=["ann", "bob"])
    assert [labels.value(key) for key in ("a", "b", "c", "d")] == [4.5, 2.0, None, None]
    assert (labels.unlabelled, labels.binary, labels.reach) == (1, False, (2.0, 5.0))


@pytest.mark.parametrize(("reverse", "values"), [(False, [1.0, 0.0]), (True, [0.0, 1.0])])
def test_words_are_good_or_bad_and_can_be_reversed(
    tmp_path: Path, reverse: bool, values: list[float]
) -> None:
    labels = read(tmp_path, "id,label\na,Supported\nb,no\n", reverse=reverse)
    assert labels.binary
    assert [labels.value(key) for key in ("a", "b")] == values


def test_numbers_are_reversed_by_their_sign(tmp_path: Path) -> None:
    labels = read(tmp_path, "id,rating\na,5\nb,2\n", reverse=True)
    assert [labels.value(key) for key in ("a", "b")] == [-5.0, -2.0]
    assert not labels.binary


def test_without_an_id_rows_are_known_by_their_number(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text('{"label": true}\n{"label": false}\n')
    assert read_human_labels(str(path)).by_id == {"1": (1.0,), "2": (0.0,)}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("id,opinion\na,1\n", "no column is a label; name it with --label; the columns are id, opinion"),
        ("id,label,rating\na,1,2\n", "more than one column could be the label: label, rating"),
        ("id,label\na,perhaps\n", "field label: 'perhaps' is not a label; give a number"),
        ("id,label\na,nan\n", "'nan' is not a label"),
        ("id,label\na,1\na,0\n", "'a' is labelled twice; give one row per case"),
    ],
)
def test_bad_labels_are_refused(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, content)
    assert message in str(caught.value)


@given(st.one_of(st.text(max_size=20), st.integers(), st.floats(), st.none(), st.booleans()))
def test_any_value_is_a_label_or_refused(said: object) -> None:
    try:
        found = label_value(said)
    except ValueError:
        return
    assert found is None or abs(found) < float("inf")


def measured(tmp_path: Path, risks: list[int | None], labels: str, **plan: float) -> LabelAgreement:
    run = read_columns(open_results(write_results(tmp_path / "a.jsonl", responses(risks))))
    how = AgreementSettings(resamples=100, cut=plan.get("cut"))
    return label_agreement(run, read_human_labels(labels_file(tmp_path, labels)), how)


def csv_of(risks: list[int | None], word: str = "label") -> str:
    rows = [f"case {n},{'yes' if (risk or 0) < 5 else 'no'}" for n, risk in enumerate(risks)]
    return f"id,{word}\n" + "\n".join(rows) + "\n"


def figure(figures: tuple[AgreementFigure, ...], name: str) -> float | None:
    return next(one.value for one in figures if one.name == name)


def test_a_judge_that_is_right_agrees(tmp_path: Path) -> None:
    found = measured(tmp_path, RISKS, csv_of(RISKS))
    metric = found.metrics[2]
    assert figure(metric.figures, "AUROC") == 1.0
    assert metric.threshold is not None
    assert (metric.threshold.chosen_on, metric.threshold.tried_on) == (10, 10)
    assert 0.2 < metric.threshold.value < 0.6
    assert [one.value for one in metric.threshold.figures] == [1.0, 1.0, 1.0]
    assert [one.value for one in found.verdicts] == [1.0, 1.0, 1.0]
    assert figure(metric.figures, "Spearman") > 0  # type: ignore[operator]


def test_a_judge_that_goes_against_people_is_told(tmp_path: Path) -> None:
    against = csv_of(RISKS).replace("yes", "x").replace("no", "yes").replace("x", "no")
    found = measured(tmp_path, RISKS, against)
    assert (
        found.metrics[2].note
        == "correlates negatively with the labels; use --reverse if higher labels are worse"
    )


def test_a_metric_that_never_varies_has_no_correlation(tmp_path: Path) -> None:
    found = measured(tmp_path, RISKS, csv_of(RISKS))
    completeness = found.metrics[1]
    assert [one.value for one in completeness.figures] == [None, None, None, 0.5]
    assert completeness.figures[0].interval is None


def test_few_cases_give_no_figures(tmp_path: Path) -> None:
    found = measured(tmp_path, RISKS[:9], csv_of(RISKS[:9]))
    assert (found.metrics[2].figures, found.metrics[2].threshold) == ((), None)
    assert found.metrics[2].note == "fewer than 10 cases have both"


def test_what_has_no_label_and_no_row_is_counted(tmp_path: Path) -> None:
    risks: list[int | None] = [*RISKS, None]
    found = measured(tmp_path, risks, csv_of([*RISKS, 1]) + "stranger,yes\n")
    assert (found.rows, found.labelled, found.without_label, found.without_row) == (21, 21, 0, 1)
    assert (found.metrics[2].pairs, found.metrics[2].unscored) == (20, 1)


def test_no_case_in_common_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no row of the run has a label"):
        measured(tmp_path, RISKS, "id,label\nz,yes\n")


def test_ratings_on_the_judges_scale_have_an_alpha(tmp_path: Path) -> None:
    values = [float(n % 10) for n in range(30)]
    run = read_columns(open_results(write_results(tmp_path / "a.jsonl", summaries(list(values)))))
    ratings = "id,rating\n" + "".join(f"{n},{5 + v / 2}\n" for n, v in enumerate(values))
    found = label_agreement(
        run,
        read_human_labels(labels_file(tmp_path, ratings)),
        AgreementSettings(resamples=100),
        ["bias_toxicity"],
    )
    (metric,) = found.metrics
    assert figure(metric.figures, "Krippendorff's alpha") == pytest.approx(1.0)
    assert "AUROC" not in [one.name for one in metric.figures]
    with pytest.raises(InputError, match="unknown metric 'x'; the metrics are coverage"):
        label_agreement(run, read_human_labels(labels_file(tmp_path, ratings)), AgreementSettings(), ["x"])


def test_people_among_themselves(tmp_path: Path) -> None:
    run = read_columns(open_results(write_results(tmp_path / "a.jsonl", responses(RISKS))))
    rows = "".join(f"case {n},{n % 2},{n % 2}\n" for n in range(20))
    labels = read_human_labels(labels_file(tmp_path, f"id,ann,bob\n{rows}"), columns=["ann", "bob"])
    people = label_agreement(run, labels, AgreementSettings(resamples=100)).people
    assert people is not None
    assert people.value == 1.0


PAIRS = st.lists(st.tuples(st.integers(0, 10), st.booleans()), min_size=1, max_size=40).map(
    lambda listed: [LabelPair(str(n), x / 10, float(good)) for n, (x, good) in enumerate(listed)]
)


@given(PAIRS)
def test_the_best_threshold_is_the_best_of_all(pairs: list[LabelPair]) -> None:
    found = best_threshold(pairs, 0.5)
    if len({pair.people for pair in pairs}) < 2:
        assert found is None
        return
    assert found is not None
    place, accuracy = found
    true = [pair.people >= 0.5 for pair in pairs]
    assert balanced_accuracy([pair.judge >= place for pair in pairs], true) == pytest.approx(accuracy)
    tried = [balanced_accuracy([pair.judge >= t / 20 for pair in pairs], true) or 0 for t in range(-1, 23)]
    assert accuracy == pytest.approx(max(tried))


@given(PAIRS)
def test_halves_hold_each_case_once_whatever_the_order(pairs: list[LabelPair]) -> None:
    first, second = halves(pairs, 7)
    assert sorted(pair.key for pair in first + second) == sorted(pair.key for pair in pairs)
    assert len(second) - len(first) in (0, 1)
    assert halves(pairs[::-1], 7) == (first, second)


def test_calibration_by_hand() -> None:
    pairs = [LabelPair(f"{n:02}", float(n), float(n >= 5)) for n in range(10)]
    assert [(one.cases, one.judge, one.people) for one in calibration(pairs, SCORE)] == [
        (5, 2.0, 0.0),
        (5, 7.0, 1.0),
    ]
    risky = [LabelPair(str(n), -0.1 * n, 1.0) for n in range(3)]
    assert [one.judge for one in calibration(risky, RISK)] == [pytest.approx(0.1)]
    assert calibration([], SCORE) == []
