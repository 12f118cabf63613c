"""Stores of every earlier schema are brought to the newest, with all they hold."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, inspect, text

from jurat.runs.store.connection import open_engine, store_url
from jurat.runs.store.migrate import WORDS, migrate, migrations
from jurat.runs.store.packed_lines import pack
from jurat.runs.store.run_records import ResultQuery, RunPlan
from jurat.runs.store.store import open_store
from jurat.runs.store.store_errors import StoreError
from jurat.runs.store.table_schema import metadata
from tests.runs.store.rows import begun

LINE = b'{"judge":"toy","id":1,"metrics":[{"metric":"relevance","value":0.25}]}'
PLAN = {
    "judge": "toy",
    "version": "0.1.0",
    "observer": "rules",
    "signature": "judge:toy",
    "metrics": ["relevance"],
    "options": {},
    "reading": {"data": "rows.jsonl", "folder": "/", "maps": []},
}
SUMMARY = {"metrics": [], "scored": 1, "unscored": 0, "failed": 0, "verdicts": {"PASS": 1}}


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    made = open_engine(store_url(url), make=True)
    yield made
    made.dispose()


def fill(engine: Engine) -> None:
    """One run with one result, as the first schema holds it."""
    values = {"plan": json.dumps(PLAN), "summary": json.dumps(SUMMARY), "dictionary": LINE}
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(
            text(
                "INSERT INTO runs (id, judge, version, signature, started, seconds, done,"
                " plan, summary, writer, dictionary)"
                " VALUES ('20260101-000000-old', 'toy', '0.1.0', 's', '2026-01-01T00:00:00+00:00', 1.5, 1,"
                " :plan, :summary, 'w', :dictionary)"
            ),
            values,
        )
        connection.execute(
            text(
                "INSERT INTO results (run, place, status, verdict, line)"
                " VALUES (1, 1, 'scored', 'PASS', :line)"
            ),
            {"line": pack(LINE, LINE)},
        )
        connection.execute(text("INSERT INTO scores VALUES (1, 'relevance', 'PASS', 0.25, 1)"))


@pytest.mark.parametrize("schema", range(1, len(migrations()) + 1))
def test_a_store_of_every_schema_is_read_and_written_after_the_upgrade(
    engine: Engine, url: str, schema: int
) -> None:
    migrate(engine, url, upto=schema)
    fill(engine)
    with open_store(url) as store:
        run = store.find("20260101")
        assert (run.done, run.seconds, run.summary.verdicts["PASS"], run.plan.parent) == (1, 1.5, 1, None)
        assert [one.line for one in store.results(run)] == [LINE]
        assert [one.value for one in store.results(run, ResultQuery(metric="relevance"))] == [0.25]
        assert (store.case(run, 1), store.labels(run), run.summary.marks) == (None, [], None)
        assert begun(store).run.number == 2


def test_the_migrations_make_the_tables_that_the_code_knows(engine: Engine) -> None:
    migrate(engine, "here")
    found = inspect(engine)
    assert set(found.get_table_names()) == {*metadata.tables, "jurat_schema"}
    for table in metadata.tables.values():
        columns = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
        assert columns.keys() == {column.name for column in table.columns}
        keys = found.get_pk_constraint(table.name)["constrained_columns"]
        assert keys == [column.name for column in table.primary_key]
        assert all(columns[c.name] == c.nullable for c in table.columns if not c.primary_key)
        indexes = {index["name"]: index["column_names"] for index in found.get_indexes(table.name)}
        wanted = {str(index.name): [column.name for column in index.columns] for index in table.indexes}
        assert wanted.items() <= indexes.items()


def test_a_store_of_a_newer_jurat_is_left_alone(engine: Engine, url: str) -> None:
    migrate(engine, "here")
    with engine.execution_options(writes=True).begin() as connection:
        connection.exec_driver_sql("UPDATE jurat_schema SET version = 99")
    with pytest.raises(StoreError, match=r"was created by a newer version of Jurat \(schema 99\); upgrade"):
        open_store(url)


def test_a_migration_that_fails_leaves_the_store_as_it_was(
    engine: Engine, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(engine, "here")
    broken = (*migrations(), "CREATE TABLE half (a TEXT);\nCREATE TABLE runs (a TEXT);")
    monkeypatch.setattr("jurat.runs.store.migrate.migrations", lambda: broken)
    with pytest.raises(StoreError, match="already exists"):
        open_store(url)
    monkeypatch.undo()
    assert not inspect(engine).has_table("half")
    open_store(url).close()


def test_migrations_use_only_words_that_every_database_has() -> None:
    used = {word for words in WORDS.values() for word in words}
    assert all(words.keys() == used for words in WORDS.values())


def test_a_plan_survives_its_text() -> None:
    plan = RunPlan.from_json(json.dumps(PLAN))
    assert RunPlan.from_json(plan.to_json()) == plan
