"""Texts are kept with results, each article and context once, and go with the last run that uses them."""

from __future__ import annotations

import threading

import pytest
from sqlalchemy import func, select
from sqlalchemy.event import listen

from jurat.cases import CouncilCase, ResponseCase, SummaryCase
from jurat.engines.judging_work import Batch, judge_batch
from jurat.judges.registry import judge
from jurat.runs.recording import empty_summary, make_plan, rescored_plan
from jurat.runs.store.run_records import ResultQuery, Run, RunInput, StoredLabel
from jurat.runs.store.store import Store, open_store
from jurat.runs.store.store_errors import StoreError
from jurat.runs.store.table_schema import labels, marks, text_uses, texts
from tests.runs.store.rows import begun, cases, kept_run, outcomes

ODD = "Grüße \U0001f600 \x00 <b>\u202e</b>"


def with_texts(store: Store, given: Batch, *, batch: int = 64) -> Run:
    """A finished run of the toy judge with its texts."""
    writer = begun(store)
    for start in range(0, len(given), batch):
        part = given[start : start + batch]
        writer.write(outcomes(len(given))[start : start + batch], part)
    writer.finish()
    return store.find(writer.run.id)


def count(store: Store, table: object) -> int:
    with store.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar() or 0)  # type: ignore[arg-type]


def test_every_case_comes_back_as_it_was_judged(store: Store) -> None:
    given = cases(150)
    run = with_texts(store, given)
    for place, case in enumerate(given, start=1):
        assert isinstance(case, ResponseCase)
        expected = {"query": case.query, "contexts": list(case.contexts), "response": case.response}
        assert store.case(run, place) == expected


def test_a_context_that_repeats_is_kept_once_also_by_another_run(store: Store) -> None:
    given = cases(150)
    distinct = {text for case in given if isinstance(case, ResponseCase) for text in case.contexts}
    first = with_texts(store, given)
    assert count(store, texts) == len(distinct)
    second = with_texts(store, given, batch=10)
    assert (count(store, texts), count(store, text_uses)) == (len(distinct), 2 * len(distinct))
    store.delete(first)
    assert count(store, texts) == len(distinct)
    assert store.case(second, 1) is not None
    store.delete(second)
    assert (count(store, texts), count(store, text_uses)) == (0, 0)


def test_texts_of_every_kind_of_case_survive_whatever_they_hold(store: Store) -> None:
    given: Batch = [
        SummaryCase(article=ODD, summary=ODD[::-1], id=1),
        ResponseCase(query=ODD, response=ODD, contexts=(ODD, "b"), id=2),
        CouncilCase(query=ODD, candidates={ODD: ODD, "m2": "x"}, contexts=(ODD,), id=3),
    ]
    run = with_texts(store, given)
    assert store.case(run, 1) == {"article": ODD, "summary": ODD[::-1]}
    assert store.case(run, 2) == {"query": ODD, "contexts": [ODD, "b"], "response": ODD}
    assert store.case(run, 3) == {"query": ODD, "candidates": {ODD: ODD, "m2": "x"}, "contexts": [ODD]}


def test_without_cases_no_text_is_kept(store: Store) -> None:
    run = kept_run(store, 20)
    assert store.case(run, 1) is None
    assert count(store, texts) == 0


def test_a_run_that_goes_on_keeps_the_texts_of_the_rest(store: Store) -> None:
    given, made = cases(60), outcomes(60)
    begun(store).write(made[:23], given[:23])
    writer = store.resume(store.find("last"))
    writer.write(made[23:], given[23:])
    writer.finish()
    run = store.find("last")
    assert [(store.case(run, place) or {})["response"] for place in range(1, 61)] == [
        case.response for case in given if isinstance(case, ResponseCase)
    ]


def test_a_rescored_run_shows_the_texts_of_its_parent(store: Store) -> None:
    parent = with_texts(store, cases(10))
    plan = rescored_plan(parent, parent.plan.options, None)
    writer = store.begin(plan, empty_summary(plan))
    writer.write(outcomes(10))
    writer.finish()
    child = store.find(writer.run.id)
    assert store.case(child, 3) == store.case(parent, 3) is not None
    store.delete(parent)
    assert store.case(child, 3) is None


def test_deleting_a_run_while_another_keeps_the_same_texts_loses_none(store: Store, url: str) -> None:
    given, made = cases(120), outcomes(120)
    old = with_texts(store, given)
    with open_store(url) as other:
        writer = begun(other)
        deleting = threading.Thread(target=store.delete, args=(old,))
        for start in range(0, 120, 10):
            writer.write(made[start : start + 10], given[start : start + 10])
            if start == 20:
                deleting.start()
        deleting.join()
        writer.finish()
    run = store.find(writer.run.id)
    assert all(store.case(run, place) is not None for place in range(1, 121))


def test_caps_and_reasons_are_marked_and_counted(store: Store) -> None:
    run = kept_run(store, 150)
    (reason,) = (run.summary.marks or {})["unscored"]
    found = store.page(run, ResultQuery(unscored=reason), limit=200).results
    assert [one.row for one in found] == [one.row for one in store.results(run) if one.status == "unscored"]
    assert store.count(run, ResultQuery(unscored=reason)) == len(found) > 0
    assert store.count(run, ResultQuery(unscored="another")) == 0
    store.delete(run)
    assert count(store, marks) == 0


def test_a_run_from_before_marks_is_searched_row_by_row(store: Store) -> None:
    from dataclasses import replace

    run = kept_run(store, 150)
    (reason,) = (run.summary.marks or {})["unscored"]
    old = replace(run, summary=replace(run.summary, marks=None))
    wanted = ResultQuery(unscored=reason)
    assert list(store.results(old, wanted)) == list(store.results(run, wanted))
    assert store.count(old, wanted) is None


@pytest.mark.parametrize("limit", [1, 7, 500])
def test_descending_pages_are_ascending_ones_turned_round(store: Store, limit: int) -> None:
    run = kept_run(store, 150)
    wanted = ResultQuery(metric="relevance", low=0.1, high=0.9)
    rising = [one.row for one in store.results(run, wanted)]
    from dataclasses import replace

    falling, after = [], None
    while True:
        page = store.page(run, replace(wanted, order="relevance", descending=True), after=after, limit=limit)
        falling += [one.row for one in page.results]
        after = page.after
        if after is None:
            break
    assert falling == rising[::-1]
    assert store.count(run, wanted) == len(rising)


def test_text_is_found_in_results_and_in_the_texts_of_the_case(store: Store) -> None:
    made = judge("claim-lock")
    given = [
        ResponseCase(query="What of Zürich?", response="Zürich grew.", contexts=("ZÜRICH grew.",), id="one"),
        ResponseCase(query="What?", response='A "quoted" word.', contexts=("Nothing.",), id="two"),
    ]
    plan = make_plan(made, RunInput(data="x", folder="/"), None)
    writer = store.begin(plan, empty_summary(plan))
    writer.write(judge_batch(made, given), given)
    writer.finish()
    run = store.find("last")
    found = {q: [one.row for one in store.page(run, ResultQuery(text=q)).results] for q in
             ("zürich", '"QUOTED"', "two", "metric", "details", "claim-lock", "nowhere")}  # fmt: skip
    assert found == {
        "zürich": [1],
        '"QUOTED"': [2],
        "two": [2],
        "metric": [],
        "details": [],
        "claim-lock": [],
        "nowhere": [],
    }


def test_a_search_stops_after_so_many_rows_and_goes_on_from_there(store: Store) -> None:
    from jurat.runs.store.search import search

    run = kept_run(store, 150)
    with store.reading() as connection:
        page = search(connection, run, ResultQuery(text="nowhere at all"), None, 10, scanned=40)
        assert (page.results, page.after and page.after.row) == ([], 40)
        page = search(connection, run, ResultQuery(text="nowhere at all"), page.after, 10, scanned=1000)
        assert (page.results, page.after) == ([], None)


def test_the_results_that_were_labelled_come_in_one_query(store: Store) -> None:
    run, other = kept_run(store, 40), kept_run(store, 3)
    for place in (7, 33, 33, 2):
        store.label(run, StoredLabel(row=place, annotator="ann", at="2026-01-01", payload={"score": 1}))
    store.label(other, StoredLabel(row=1, annotator="ann", at="2026-01-01", payload={"score": 1}))
    asked: list[str] = []
    with store.reading() as connection:
        engine = connection.engine
    listen(engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    found = store.labelled(run)
    assert sum(query.startswith("SELECT") for query in asked) == 1
    assert found == {kept.row: kept.line for kept in store.results(run) if kept.row in (2, 7, 33)}
    assert list(store.labelled(other)) == [1]


def test_labels_are_kept_in_order_and_go_with_their_run(store: Store) -> None:
    run = kept_run(store, 5)
    for number, name in enumerate(("ann", "bob", "ann")):
        said = {"score": number, "note": ODD}
        store.label(
            run, StoredLabel(row=2, annotator=name, at="2026-01-01", payload=said, result=b'{"id":1}')
        )
    found = store.labels(run, 2)
    assert [(one.annotator, one.payload["score"]) for one in found] == [("ann", 0), ("bob", 1), ("ann", 2)]
    assert (found[0].payload["note"], found[0].result) == (ODD, b'{"id":1}')
    assert (store.labels(run, 1), len(store.labels(run))) == ([], 3)
    store.delete(run)
    assert count(store, labels) == 0
    with pytest.raises(StoreError, match="another process has deleted it"):
        store.label(run, StoredLabel(row=1, annotator="x", at="y", payload={}))
