"""What is worked out at once where all reviewers scored all candidates comes to the same as row by row."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.observations import Review
from jurat.scoring.audit import agreement, column_spread, leniencies, pair_correlations, whole_correlation
from jurat.scoring.evaluations import KeptEvaluation, by_rubric, read_alike
from jurat.scoring.exact_statistics import mean
from jurat.scoring.ranking import Accuracies
from jurat.scoring.review_table import ReviewTable, tabulate
from jurat.scoring.reviewer_calibration import Uncalibrated, ZScores
from jurat.scoring.rubric import make_rubric

NAMES = ("a", "b", "c", "d")
SCORES = st.one_of(st.integers(1, 10), st.integers(10, 100).map(lambda tenths: tenths / 10))


@st.composite
def tables(draw: st.DrawFn) -> ReviewTable:
    """A table in which every reviewer scored every candidate."""
    reviewers = [f"r{number}" for number in range(draw(st.integers(2, 5)))]
    names = NAMES[: draw(st.integers(3, 4))]
    kept = []
    for reviewer in reviewers:
        for name in names:
            score = draw(SCORES)
            kept.append(KeptEvaluation(reviewer, name, "rubric", score, ("accuracy",), (score,)))
    return tabulate(kept, names)


def spread_out(table: ReviewTable) -> ReviewTable:
    """The same table, treated as if some rows could be missing."""
    overall = replace(table.overall, each=None)
    return replace(table, rows=replace(table.rows, dense=False), overall=overall)


@given(tables())
def test_means_from_sums_of_z_scores_are_those_of_the_rows(table: ReviewTable) -> None:
    calibrated = ZScores(table)
    for left_out in (None, *table.own):
        long_way = Uncalibrated.means(calibrated, 1, left_out)
        assert calibrated.means(1, left_out) == pytest.approx(long_way, abs=1e-9)


@given(tables())
def test_a_reviewer_taken_off_the_sums_has_never_been_in_them(table: ReviewTable) -> None:
    for left_out in table.own:
        rest = tabulate([one for one in table.kept.rows() if one.reviewer != left_out], table.rows.names)
        assert Accuracies(table).limits(left_out) == Accuracies(rest).limits()
        assert Accuracies(spread_out(table)).limits(left_out) == Accuracies(rest).limits()


@given(tables())
def test_whole_tables_are_audited_as_any_other(table: ReviewTable) -> None:
    long_way = spread_out(table)
    assert agreement(table) == agreement(long_way)
    assert leniencies(table) == pytest.approx(leniencies(long_way), abs=1e-9)
    assert column_spread(table.overall, table.rows) == column_spread(long_way.overall, long_way.rows)


@given(tables())
def test_the_correlations_of_all_pairs_come_at_once_to_their_mean(table: ReviewTable) -> None:
    found, pairs = whole_correlation(table), pair_correlations(table)
    if found is None:
        assert len(pairs) < len(table.own) * (len(table.own) - 1) / 2
    else:
        assert found == pytest.approx(mean(pairs), abs=1e-9)


@given(st.lists(st.tuples(*[st.integers(1, 10)] * 2), min_size=4, max_size=4), st.sampled_from(["r", "a"]))
def test_evaluations_read_at_once_are_those_read_one_by_one(
    scores: list[tuple[int, int]], reviewer: str
) -> None:
    rubric = make_rubric(weights={"accuracy": 0.65, "clarity": 0.35})
    given = {
        name: {"accuracy": first, "clarity": second}
        for name, (first, second) in zip(NAMES, scores, strict=True)
    }
    read = read_alike([Review(reviewer=reviewer, evaluations=given)], NAMES, rubric)
    one_by_one = [by_rubric(reviewer, name, given[name], rubric) for name in NAMES if name != reviewer]
    assert read is not None
    assert read.rows() == one_by_one


@pytest.mark.parametrize("score", [True, 7.0, 11, "8"])
def test_evaluations_are_not_read_at_once_where_a_score_is_not_whole(score: object) -> None:
    given: dict[str, dict[str, object]] = {"a": {"clarity": 8}, "b": {"clarity": score}}
    rubric = make_rubric(weights={"clarity": 1})
    assert read_alike([Review(reviewer="r", evaluations=given)], ["a", "b"], rubric) is None
