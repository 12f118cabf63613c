"""Two runs compared: differences, chances, wins, refusals, and what the sample could show."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.errors import InputError
from jurat.runs.compare.comparison import Change, Comparison, ComparisonSettings, compare
from jurat.runs.results.id_index import IdIndex
from jurat.runs.results.result_columns import ResultColumns, read_columns
from jurat.runs.results.sources import open_results
from jurat.runs.results.spill_array import SpillArray
from tests.runs.results import FAILED, Json, responses, summaries, write_results


def columns(path: Path, labels: list[Json], *failures: str) -> ResultColumns:
    return read_columns(open_results(write_results(path, labels, failures=failures)))


def compared(tmp_path: Path, first: list[Json], second: list[Json], *, anyway: bool = False) -> Comparison:
    runs = columns(tmp_path / "a.jsonl", first), columns(tmp_path / "b.jsonl", second)
    return compare(*runs, force=anyway)


def change(comparison: Comparison, name: str) -> Change:
    return next(one for one in comparison.changes if one.name == name)


def test_figures_come_in_order_with_the_verdicts_last(tmp_path: Path) -> None:
    found = compared(tmp_path, responses([0]), responses([0]))
    names = ["relevance", "completeness", "hallucination", "verdict.PASS", "verdict.FAIL"]
    assert [one.name for one in found.changes] == names
    found = compared(tmp_path, summaries([5.0]), summaries([6.0]))
    assert [one.name for one in found.changes][-2:] == ["verdict.PASS", "verdict.FAIL"]


def test_a_lower_risk_is_a_win(tmp_path: Path) -> None:
    found = change(compared(tmp_path, responses([4, 4, 4, 2]), responses([2, 4, 2, 4])), "hallucination")
    assert (found.wins, found.losses, found.ties) == (2, 1, 1)
    assert (found.before, found.after, found.difference) == pytest.approx((0.35, 0.3, -0.05))


def test_a_clear_difference_is_told_and_chance_is_not(tmp_path: Path) -> None:
    before = [4, 5, 6, 3, 5, 6, 4, 5, 4, 6, 5, 4]
    better = compared(tmp_path, responses(before), responses([x - 3 for x in before]))
    assert change(better, "hallucination").outcome == "better"
    assert better.named("worse") == []
    worse = compared(tmp_path, responses([x - 3 for x in before]), responses(before))
    assert change(worse, "hallucination").outcome == "worse"
    same = compared(tmp_path, responses([4, 2, 4, 2]), responses([2, 4, 4, 2]))
    assert change(same, "hallucination").outcome == "unclear"


def test_chances_by_hand(tmp_path: Path) -> None:
    # five cases, all lower by 0.3: 2 of 32 signs reach it; five verdicts change one way: 2 / 32
    found = compared(tmp_path, responses([6] * 5), responses([3] * 5))
    assert change(found, "hallucination").p == 2 / 32
    assert change(found, "verdict.FAIL").p == pytest.approx(2 / 32)
    # Holm: three of five figures have p = 2/32, the others 1; the least is multiplied by 5
    assert change(found, "hallucination").adjusted == pytest.approx(5 * 2 / 32)
    assert change(found, "hallucination").low == change(found, "hallucination").high == pytest.approx(-0.3)


def test_unscored_cases_are_counted_and_never_averaged_in(tmp_path: Path) -> None:
    found = change(compared(tmp_path, responses([4, None, 2]), responses([2, 4, None])), "hallucination")
    assert (found.pairs, found.unscored) == (1, (1, 1))
    assert (found.before, found.after) == (0.4, 0.2)


def test_a_metric_that_nobody_scored_has_no_figures(tmp_path: Path) -> None:
    found = change(compared(tmp_path, responses([None]), responses([None])), "hallucination")
    assert (found.pairs, found.before, found.p, found.adjusted) == (0, None, None, None)
    assert found.outcome == "unclear"


def test_failed_rows_are_counted_and_paired(tmp_path: Path) -> None:
    first = columns(tmp_path / "a.jsonl", responses([1]), FAILED)
    found = compare(first, columns(tmp_path / "b.jsonl", responses([1]), FAILED))
    assert (found.failed, found.pairs, change(found, "relevance").unscored) == ((1, 1), 2, (1, 1))


def test_cases_that_changed_most_come_first(tmp_path: Path) -> None:
    found = compared(tmp_path, responses([9, 1, 5, 4]), responses([0, 2, 5, 7]))
    assert [(one.id, round(one.gain, 2)) for one in found.cases] == [
        ("case 0", 0.9),
        ("case 3", -0.3),
        ("case 1", -0.1),
    ]
    assert found.cases[0].verdicts == ("FAIL", "PASS")
    assert found.cases[0].metric == "hallucination"


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (responses([1, 1]), responses([1]), "1 of 2 cases are only in the first (case 1)"),
        (responses([1]), responses([1], start=5), "1 of 1 cases are only in the second (case 5)"),
        (
            responses([1]),
            [{**responses([1])[0], "options": {"thresholds": {"high": 0.7}}}],
            "signatures differ",
        ),
        (responses([1]), summaries([1.0]), "the judges differ: claim-lock and twin-lock"),
        (responses([1]) * 2, responses([1]) * 2, "ids occur more than once (case 0)"),
    ],
)
def test_runs_that_do_not_belong_together_are_refused(
    tmp_path: Path, first: list[Json], second: list[Json], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        compared(tmp_path, first, second)
    assert message in str(caught.value)
    assert "or use --force" in str(caught.value)
    assert any(message in note for note in compared(tmp_path, first, second, anyway=True).notes)


def test_anyway_compares_what_both_have(tmp_path: Path) -> None:
    found = compared(tmp_path, responses([1, 2, 3]), responses([0, 4], start=1), anyway=True)
    assert (found.pairs, found.only_before, found.only_after) == (2, 1, 0)
    assert change(found, "hallucination").difference == pytest.approx((0.0 + 0.4 - 0.2 - 0.3) / 2)


def test_repeated_ids_are_paired_in_their_order(tmp_path: Path) -> None:
    found = compared(tmp_path, responses([1]) + responses([5]), responses([2]) + responses([5]), anyway=True)
    assert change(found, "hallucination").difference == pytest.approx(0.05)
    assert found.cases[0].id == "case 0"


def test_ids_pair_as_text_since_tables_know_no_numbers(tmp_path: Path) -> None:
    second = [{**one, "id": str(one["id"])} for one in summaries([4.0, 5.0])]
    assert compared(tmp_path, summaries([5.0, 5.0]), second).pairs == 2


def test_results_of_several_judges_in_one_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="several judges \\(claim-lock, twin-lock\\); split it"):
        columns(tmp_path / "a.jsonl", responses([1]) + summaries([1.0]))


def test_empty_runs_compare_to_nothing(tmp_path: Path) -> None:
    found = compared(tmp_path, [], [])
    assert (found.pairs, found.changes, found.cases) == (0, (), ())


def test_the_same_seed_gives_the_same_comparison(tmp_path: Path) -> None:
    a, b = responses([1, 5, 2, 7, 3] * 5), responses([2, 4, 4, 1, 3] * 5)
    first, second = columns(tmp_path / "a.jsonl", a), columns(tmp_path / "b.jsonl", b)
    assert compare(first, second) == compare(first, second)
    assert compare(first, second) != compare(first, second, method=ComparisonSettings(seed=1))


def test_a_column_that_starts_late_is_as_long_as_the_run(tmp_path: Path) -> None:
    found = columns(tmp_path / "a.jsonl", summaries([None, 8.0, None]))
    assert found.present("overall") == [9.8]
    assert {len(column) for column in found.values.values()} == {3}


@given(st.lists(st.text(max_size=4), unique=True, max_size=30), st.integers(1, 8))
def test_places_are_the_same_in_memory_and_in_a_file(keys: list[str], memory: int) -> None:
    places, known = IdIndex(memory), {key: 2 * number for number, key in enumerate(keys)}
    for key, place in known.items():
        assert key not in places
        places.put(key, place)
    assert dict(places.in_order()) == dict(places) == known
    assert list(places) == keys
    assert "\0never" not in places


@given(st.lists(st.floats(allow_nan=False), max_size=30), st.integers(1, 8), st.integers(0, 40))
def test_numbers_are_the_same_in_memory_and_in_a_file(numbers: list[float], block: int, length: int) -> None:
    row = SpillArray("d", block=block)
    for number in numbers:
        row.append(number)
    row.fill(0.5, length)
    known = numbers + [0.5] * (length - len(numbers))
    assert (len(row), list(row), [row[place] for place in range(len(row))]) == (len(known), known, known)


@pytest.mark.parametrize("anyway", [False, True])
def test_runs_that_do_not_fit_into_memory_compare_alike(tmp_path: Path, *, anyway: bool) -> None:
    first, second = responses([4, 5, 6, 3, None, 6, 4]), responses([1, 5, 2, 3, 1, None, 4])
    second = [*second[::-1], *(responses([2], start=9) if anyway else [])]
    whole = compared(tmp_path, first, second, anyway=anyway)
    runs = []
    for name in ("a.jsonl", "b.jsonl"):
        source = open_results(str(tmp_path / name))
        run = ResultColumns(source.info, row_index=IdIndex(memory=2))
        for row in source.rows():
            run.add(row)
        runs.append(run.finish())
    assert compare(*runs, force=anyway) == whole
    assert [one.id for one in whole.cases] == ["case 2", "case 0"]
