"""A damaged store is said to be damaged in one line, and what can be read is exported."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from random import Random

import pytest

from jurat.cases import ResponseCase
from jurat.cli import main
from jurat.engines.judging_work import judge_batch
from jurat.judges.registry import judge
from jurat.runs.recording import empty_summary, make_plan
from jurat.runs.store.recovery import recover_store
from jurat.runs.store.run_records import RunInput, StoredLabel
from jurat.runs.store.store import open_store
from jurat.runs.store.store_errors import RECOVER, StoreError

ROWS = 300


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with one run of many rows, all in the file itself."""
    path = tmp_path / "runs.sqlite"
    made = judge("claim-lock")
    cases = [
        ResponseCase(
            query="What does tea cost?", response=f"Tea {n} costs ${n}.", contexts=("Tea is $5.",), id=n
        )
        for n in range(1, ROWS + 1)
    ]
    with open_store(str(path), make=True) as opened:
        plan = make_plan(made, RunInput(data="rows.jsonl", folder="/"), None)
        writer = opened.begin(plan, empty_summary(plan))
        writer.write(judge_batch(made, cases), cases)
        writer.finish()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def changed(store: Path, query: str, *values: object) -> None:
    with sqlite3.connect(store) as connection:
        connection.execute(query, values)


def test_a_sound_store_is_recovered_whole(store: Path, tmp_path: Path) -> None:
    (found,) = recover_store(store, tmp_path / "out")
    assert (found.read, found.lost) == (ROWS, 0)
    lines = [json.loads(line) for line in Path(found.path).read_bytes().splitlines()]
    assert [line["id"] for line in lines] == list(range(1, ROWS + 1))


@pytest.mark.parametrize("body", [b"", b"garbage", "text", 7])
def test_a_damaged_line_is_one_error_and_the_rest_is_recovered(
    store: Path, tmp_path: Path, body: object
) -> None:
    changed(store, "UPDATE results SET line = ? WHERE place = 7", body)
    with open_store(str(store)) as opened, pytest.raises(StoreError, match="is damaged") as error:
        list(opened.results(opened.find("last")))
    assert error.value.hint == RECOVER
    (found,) = recover_store(store, tmp_path / "out")
    assert (found.read, found.lost) == (ROWS - 1, 1)


@pytest.mark.parametrize("value", [b"", b"garbage", "text", 7, 2**62, None])
@pytest.mark.parametrize("column", ["results.texts", "texts.body", "texts.hash"])
def test_damaged_texts_are_one_error(store: Path, column: str, value: object) -> None:
    table, _, name = column.partition(".")
    try:
        changed(store, f"UPDATE {table} SET {name} = ?", value)
    except sqlite3.IntegrityError:  # the column takes no such value
        return
    with open_store(str(store)) as opened:
        run = opened.find("last")
        if column == "results.texts" and value is None:
            assert opened.case(run, 7) is None
            return
        with pytest.raises(StoreError, match="is damaged"):
            opened.case(run, 7)


@pytest.mark.parametrize(
    ("said", "result"), [("{", None), ("[]", None), (7, None), ("{}", "text"), ("{}", 7)]
)
def test_a_damaged_label_is_one_error(store: Path, said: object, result: object) -> None:
    with open_store(str(store)) as opened:
        run = opened.find("last")
        opened.label(run, StoredLabel(row=7, annotator="ann", at="now", payload={"score": 1}))
        changed(store, "UPDATE labels SET said = ?, result = ?", said, result)
        with pytest.raises(StoreError, match="is damaged"):
            opened.labels(run)


@pytest.mark.parametrize("value", [b"\xff\x00", "x", -1, 1.5])
def test_a_damaged_version_is_one_error(store: Path, value: object) -> None:
    changed(store, "UPDATE jurat_schema SET version = ?", value)
    with pytest.raises(StoreError, match="is damaged") as error:
        open_store(str(store))
    assert error.value.hint == RECOVER


def test_a_line_that_is_cut_off_is_not_taken_for_whole(store: Path) -> None:
    changed(store, "UPDATE results SET line = substr(line, 1, length(line) - 6) WHERE place = 7")
    with open_store(str(store)) as opened, pytest.raises(StoreError, match="is damaged"):
        list(opened.results(opened.find("last")))


@pytest.mark.parametrize("column", ["plan", "summary"])
@pytest.mark.parametrize("value", ["", "[]", "{}", "{", "null", "7"])
def test_a_damaged_record_of_a_run_is_one_error(store: Path, column: str, value: str) -> None:
    changed(store, f"UPDATE runs SET {column} = ?", value)
    with open_store(str(store)) as opened, pytest.raises(StoreError, match="damaged"):
        opened.find("last")


@pytest.mark.parametrize("seed", range(12))
def test_random_damage_gives_one_line_and_recovers_the_rest(
    store: Path, tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    random = Random(seed)
    data = bytearray(store.read_bytes())
    first = 0 if seed % 3 == 0 else 4096
    for _ in range(random.choice([1, 30, 400])):
        data[random.randrange(first, len(data))] = random.randrange(256)
    store.write_bytes(data)
    for arguments in (["list"], ["show", "last"], ["export", "last", "--out", "-"]):
        code = main(["runs", *arguments, "--store", str(store)])
        said = capsys.readouterr().err
        assert code in (0, 2)
        assert "Traceback" not in said
        assert len(said.splitlines()) <= 2
    code = main(["runs", "recover", str(store), "--out", str(tmp_path / "out")])
    assert code in (0, 2)
    assert "Traceback" not in capsys.readouterr().err


def test_recover_changes_nothing_and_refuses_what_is_there(store: Path, tmp_path: Path) -> None:
    before = store.read_bytes()
    assert main(["runs", "recover", str(store), "--out", str(tmp_path / "out")]) == 0
    assert store.read_bytes() == before
    assert main(["runs", "recover", str(store), "--out", str(tmp_path / "out")]) == 2
    assert main(["runs", "recover", str(tmp_path / "none"), "--out", str(tmp_path / "more")]) == 2
