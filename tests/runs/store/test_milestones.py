"""Counting and starting in the middle of long lists, on both stores."""

import pytest
from sqlalchemy import func, select

from jurat.runs.store import milestones as laying
from jurat.runs.store.run_records import ResultQuery, Run
from jurat.runs.store.store import Store
from jurat.runs.store.table_schema import milestones
from tests.runs.store.rows import begun, kept_run, outcomes

ROWS = 90
LISTS = [
    ResultQuery(verdict="FAIL"),
    ResultQuery(status="unscored"),
    ResultQuery(unscored="no context was given, so nothing can be checked against it"),
    ResultQuery(metric="relevance"),
    ResultQuery(metric="relevance", low=0.3),
    ResultQuery(metric="relevance", low=0.25, high=0.75, verdict="FAIL"),
    ResultQuery(metric="completeness", low=0.5, high=0.5),
    ResultQuery(metric="completeness", low=0.5, high=0.5, order="completeness", descending=True),
    ResultQuery(order="hallucination", descending=True),
    ResultQuery(order="hallucination", verdict="WARN"),
    ResultQuery(metric="hallucination", low=2.0),
]


@pytest.fixture
def long_run(store: Store, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A run that counts as long, with a milestone at every fourth result."""
    monkeypatch.setattr(laying, "STEP", 4)
    monkeypatch.setattr(laying, "SHORT", 10)
    kept_run(store, 40, seed=2)
    return kept_run(store, ROWS)


@pytest.mark.parametrize("wanted", LISTS)
def test_a_long_list_is_counted_and_entered_anywhere(
    store: Store, long_run: Run, wanted: ResultQuery
) -> None:
    places = [one.row for one in store.results(long_run, wanted)]
    assert store.seekable(long_run, wanted)
    assert store.count(long_run, wanted) == len(places)
    for offset in range(len(places)):
        after = store.seek(long_run, wanted, offset) if offset else None
        page = store.page(long_run, wanted, after=after, limit=2)
        assert [one.row for one in page.results] == places[offset : offset + 2], offset
    assert store.seek(long_run, wanted, len(places) + 1) is None


def test_two_filters_without_a_common_list_are_not_entered(store: Store, long_run: Run) -> None:
    both = ResultQuery(metric="relevance", status="scored")
    assert not store.seekable(long_run, both)
    assert store.count(long_run, both) is None


def test_a_long_run_that_is_not_finished_has_no_middle(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laying, "SHORT", 10)
    writer = begun(store)
    writer.write(outcomes(20))
    run = store.find(writer.run.id)
    assert not store.seekable(run, ResultQuery(metric="relevance"))
    assert store.count(run, ResultQuery(metric="relevance", low=0.5)) is None
    writer.finish()
    assert store.seekable(run, ResultQuery(metric="relevance"))
    store.resume(run)
    assert not store.seekable(run, ResultQuery(metric="relevance"))


def test_a_writer_that_lost_its_run_does_not_say_that_all_are_set(store: Store, long_run: Run) -> None:
    store.resume(long_run)
    laying.set_milestones(store, long_run, "another's")
    assert not store.seekable(long_run, ResultQuery(metric="relevance"))


def test_milestones_go_with_their_run(store: Store, long_run: Run) -> None:
    def kept() -> set[int]:
        with store.reading() as connection:
            return set(connection.execute(select(milestones.c.run)).scalars())

    other = store.runs()[1]
    assert kept() == {other.number, long_run.number}
    store.delete(long_run)
    assert kept() == {other.number}


def test_a_milestone_stands_at_every_fourth_result(store: Store, long_run: Run) -> None:
    c = milestones.c
    verdict = select(func.max(c.number), func.count()).where(c.run == long_run.number, c.kind == "verdict")
    with store.reading() as connection:
        for name, size in long_run.summary.verdicts.items():
            held = connection.execute(verdict.where(c.name == name)).one()
            assert tuple(held) == (size // 4 * 4, size // 4)
