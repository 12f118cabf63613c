"""What every store keeps to, SQLite and PostgreSQL alike."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from sqlalchemy import func, select

from jurat.engines.judging_work import Judged, ResultBrief
from jurat.errors import InputError, OptionError
from jurat.runs.store.run_records import Cursor, ResultQuery, StoredResult
from jurat.runs.store.store import Store, open_store
from jurat.runs.store.store_errors import StoreError
from jurat.runs.store.table_schema import results, runs, scores
from tests.runs.store.rows import begun, kept_run, outcomes


def test_a_run_is_kept_with_all_that_led_to_it(store: Store) -> None:
    made = outcomes(150)
    run = kept_run(store, 150)
    assert [one.line for one in store.results(run)] == [one.line for one in made]
    assert (run.done, run.summary.failed) == (150, sum(one.brief.failed for one in made))
    assert run.summary.scored + run.summary.unscored + run.summary.failed == 150
    assert run.finished is not None
    assert run.plan.signature == "judge:toy|version:0.1.0|observer:rules"
    assert run.plan.reading.fingerprint == "sha256:0"


def test_what_is_written_before_a_crash_is_there_for_another_reader(store: Store, url: str) -> None:
    writer = begun(store)
    writer.write(outcomes(10))
    with open_store(url) as other:
        run = other.find("last")
        assert (run.done, run.finished) == (10, None)
        assert len(list(other.results(run))) == 10


def test_a_run_goes_on_with_the_same_figures(store: Store) -> None:
    made = outcomes(100)
    writer = begun(store)
    writer.write(made[:37])
    again = store.resume(store.find("last"))
    again.write(made[37:])
    again.finish()
    run, whole = store.find("last"), kept_run(store, 100)
    assert run.summary == whole.summary
    assert list(store.results(run)) == list(store.results(whole))


def test_whoever_lost_the_run_is_stopped_and_adds_nothing(store: Store) -> None:
    first = begun(store)
    first.write(outcomes(5))
    second = store.resume(store.find("last"))
    with pytest.raises(StoreError, match="another process has resumed or deleted it"):
        first.write(outcomes(5))
    second.write(outcomes(3))
    assert store.find("last").done == 8
    store.delete(store.find("last"))
    with pytest.raises(StoreError, match="another process has resumed or deleted it"):
        second.write(outcomes(1))
    with store.reading() as connection:
        assert connection.execute(select(func.count()).select_from(results)).scalar() == 0


def test_a_batch_that_fails_midway_leaves_nothing(store: Store) -> None:
    writer = begun(store)
    writer.write(outcomes(4))
    taken = {"run": writer.run.number, "place": 7, "status": "scored", "verdict": "", "line": b""}
    with store.writing() as connection:
        connection.execute(results.insert(), taken)
    with pytest.raises(StoreError, match=r"database error: .*(UNIQUE|unique)"):
        writer.write(outcomes(5))
    run = store.find("last")
    assert (run.done, run.summary.rows) == (4, 4)
    with store.reading() as connection:
        places = connection.execute(select(results.c.place).order_by(results.c.place)).scalars().all()
    assert places == [1, 2, 3, 4, 7]


def test_runs_are_found_by_id_beginning_and_last(store: Store) -> None:
    ids = [kept_run(store, 1).id for _ in range(3)]
    assert [store.find(one).id for one in ids] == ids
    assert store.find(ids[1][:-1]).id == ids[1] or ids[1][:-1] in ids[0]
    assert store.find("last").id == ids[2]
    with pytest.raises(InputError, match="several runs start with '2'"):
        store.find("2")
    for name in ("nothing", "%", "_", "'; DROP TABLE runs; --"):
        with pytest.raises(InputError, match="unknown run"):
            store.find(name)


def test_an_empty_store_has_no_last_run(store: Store) -> None:
    assert store.runs() == []
    with pytest.raises(StoreError, match="no saved runs"):
        store.find("last")


def test_runs_are_listed_newest_first_page_by_page(store: Store) -> None:
    ids = [kept_run(store, 1).id for _ in range(5)]
    first = store.runs(limit=3)
    rest = store.runs(limit=3, before=first[-1])
    assert [run.id for run in first + rest] == ids[::-1]
    assert store.runs(judge="toy", limit=1) == first[:1]
    assert store.runs(judge="other") == []


def test_only_the_run_that_is_deleted_goes(store: Store) -> None:
    kept, gone = kept_run(store, 20), kept_run(store, 30)
    store.delete(gone)
    with store.reading() as connection:
        numbers = {
            number
            for column in (runs.c.number, results.c.run, scores.c.run)
            for (number,) in connection.execute(select(column))
        }
    assert numbers == {kept.number}
    assert len(list(store.results(kept))) == 20


WANTED = [
    ResultQuery(),
    ResultQuery(verdict="FAIL"),
    ResultQuery(verdict="PASS"),
    ResultQuery(status="failed"),
    ResultQuery(status="unscored"),
    ResultQuery(verdict="WARN", status="unscored"),
    ResultQuery(metric="relevance"),
    ResultQuery(metric="relevance", low=0.3),
    ResultQuery(metric="hallucination", high=0.5),
    ResultQuery(metric="hallucination", low=0.2, high=0.8, verdict="FAIL"),
    ResultQuery(metric="completeness", low=0.5, high=0.5),
    ResultQuery(metric="completeness", verdict="WARN", status="unscored"),
    ResultQuery(metric="overall"),
]


def expected(kept: list[StoredResult], wanted: ResultQuery) -> list[int]:
    """The places that are wanted, found by reading everything."""
    found: list[tuple[float, int]] = []
    for one in kept:
        metrics = {m["metric"]: m.get("value") for m in json.loads(one.line).get("metrics", ())}
        value = 0.0 if wanted.metric is None else metrics.get(wanted.metric)
        if wanted.verdict not in (None, one.verdict) or wanted.status not in (None, one.status):
            continue
        if value is not None and (wanted.metric is None or wanted.low <= value <= wanted.high):
            found.append((value, one.row))
    return [place for _, place in sorted(found)]


@pytest.mark.parametrize("limit", [1, 7, 1000])
def test_pages_hold_every_wanted_result_once(store: Store, limit: int) -> None:
    run = kept_run(store, 120)
    everything = list(store.results(run))
    seen = []
    for wanted in WANTED:
        after: Cursor | None = None
        places: list[int] = []
        while True:
            page = store.page(run, wanted, after=after, limit=limit)
            places += [one.row for one in page.results]
            after = page.after and Cursor.parse(str(page.after))
            if after is None:
                break
        assert places == expected(everything, wanted), wanted
        seen.append(len(places))
    assert all(seen[:12]), "each filter found something"


def test_a_page_may_start_after_any_number_of_results(store: Store) -> None:
    run = kept_run(store, 60)
    turned = [
        ResultQuery(order="hallucination", descending=True),
        ResultQuery(order="relevance", verdict="FAIL"),
    ]
    for wanted in (*WANTED, *turned):
        assert store.seekable(run, wanted)
        places = [one.row for one in store.results(run, wanted)]
        for offset in (0, 1, len(places) // 2, len(places) - 1):
            page = store.page(run, wanted, after=store.seek(run, wanted, max(0, offset)), limit=4)
            assert [one.row for one in page.results] == places[max(0, offset) :][:4], (wanted, offset)
        assert wanted == ResultQuery() or store.seek(run, wanted, len(places) + 1) is None
    assert not store.seekable(run, ResultQuery(text="x"))
    assert not store.seekable(run, ResultQuery(order="relevance", metric="hallucination"))


def test_results_by_value_come_lowest_first(store: Store) -> None:
    run = kept_run(store, 60)
    values = [one.value for one in store.results(run, ResultQuery(metric="hallucination"))]
    assert all(low <= high for low, high in pairwise(v for v in values if v is not None))
    assert None not in values


def test_an_unknown_metric_is_named(store: Store) -> None:
    with pytest.raises(OptionError, match="none is named 'relevanse'; the metrics are relevance"):
        store.page(kept_run(store, 3), ResultQuery(metric="relevanse"))


@pytest.mark.parametrize("text", ["\x00", "\ud800", "\u202e'\"\\%", "é" * 5000, "x" * 3_000_000])
def test_hostile_text_comes_back_as_it_was(store: Store, text: str) -> None:
    line = json.dumps({"id": text, "error": text}).encode()
    writer = begun(store, data=text)
    writer.write([Judged(b"{}", ResultBrief(failed=True)), Judged(line, ResultBrief(failed=True))])
    run = store.find("last")
    assert run.plan.reading.data == text
    assert [one.line for one in store.results(run)] == [b"{}", line]


def test_many_may_open_a_new_store_at_once(url: str) -> None:
    def opened(_: int) -> int:
        with open_store(url, make=True) as store:
            return kept_run(store, 5).done

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(opened, range(8))) == [5] * 8
    with open_store(url) as store:
        assert len(store.runs()) == 8
