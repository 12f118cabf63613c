"""Kept runs as a user meets them: run, resume, runs, rescore."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from jurat.cli import main
from jurat.data import Row, read_rows
from jurat.engines.engine import InProcess
from jurat.errors import InputError
from jurat.judges import registry
from jurat.options import Options
from jurat.runs.results.sources import open_results
from jurat.runs.store.run_records import RunNotes
from jurat.runs.store.store import open_store
from jurat.settings import project_settings, store_location
from tests.runs.store.judges import toy
from tests.runs.store.rows import begun, outcomes, write_rows

ROWS = 130
Jurat = Callable[..., tuple[int, str, str]]


@pytest.fixture
def jurat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Jurat:
    """The command line in an empty project, with the toy judge: exit code, what it printed and said."""
    monkeypatch.chdir(tmp_path)
    known = {**registry._found(), "toy": EntryPoint("toy", "tests.runs.store.judges:TOY", registry.GROUP)}
    monkeypatch.setattr(registry, "_found", lambda: known)
    # The toy judge is known in this process alone.
    monkeypatch.setattr("jurat.runs.run_engine.local_engine", lambda *_: InProcess())
    monkeypatch.setenv("COLUMNS", "200")
    for name in [name for name in os.environ if name.startswith("JURAT")]:
        monkeypatch.delenv(name)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main([*arguments])
        printed, said = capfdbinary.readouterr()
        return code, printed.decode(), said.decode()

    write_rows(tmp_path / "rows.jsonl", ROWS)
    return run


def test_a_run_is_kept_without_asking_and_says_its_id(jurat: Jurat, tmp_path: Path) -> None:
    code, printed, said = jurat("run", "rows.jsonl", "--judge", "toy")
    assert code == 2
    with open_store(".jurat/runs.sqlite") as store:
        run = store.find("last")
    assert f"saved as run {run.id} in .jurat/runs.sqlite\n" in said
    assert "130 rows" in printed
    assert (run.done, run.plan.reading.data, run.plan.out) == (ROWS, "rows.jsonl", None)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".jurat", "rows.jsonl"]


def test_without_a_store_nothing_is_kept_and_a_file_is_needed(jurat: Jurat, tmp_path: Path) -> None:
    assert jurat("run", "rows.jsonl", "--judge", "toy", "--no-store")[0] == 2
    code, _, said = jurat("run", "rows.jsonl", "--judge", "toy", "--no-store", "-o", "out.jsonl")
    assert (code, "kept as" in said) == (2, False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "rows.jsonl"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("missing.jsonl", "--judge", "toy"),
        ("rows.jsonl", "--judge", "toy", "-o", "no/such/folder.jsonl"),
        ("rows.jsonl", "--judge", "toy", "-o", "out.docx"),
        ("rows.jsonl", "--judge", "toy", "-o", "rows.jsonl"),
        ("rows.jsonl", "--judge", "nobody"),
        ("--judge", "toy"),
    ],
)
def test_what_cannot_start_is_not_kept(jurat: Jurat, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert jurat("run", *arguments)[0] == 2
    assert [path.name for path in tmp_path.iterdir()] == ["rows.jsonl"]


def test_exports_are_what_the_run_wrote_itself(jurat: Jurat, tmp_path: Path) -> None:
    for name in ("out.jsonl", "out.csv", "out.parquet"):
        assert jurat("run", "rows.jsonl", "--judge", "toy", "-q", "-o", name)[0] == 2
        code, _, said = jurat("runs", "export", "last", "-o", f"again-{name}")
        assert (code, "130 results of run" in said) == (0, True)
        assert (tmp_path / f"again-{name}").read_bytes() == (tmp_path / name).read_bytes()


def test_tables_are_safe_to_open(jurat: Jurat, tmp_path: Path) -> None:
    row = {"id": "=HYPERLINK(1)", "query": "q?", "response": "a", "context": "a"}
    (tmp_path / "evil.jsonl").write_text(json.dumps(row) + "\n")
    jurat("run", "evil.jsonl", "--judge", "toy", "-q")
    jurat("runs", "export", "last", "-o", "out.csv")
    assert "\n'=HYPERLINK(1)," in (tmp_path / "out.csv").read_text()


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.parquet"])
def test_exports_hold_the_texts_on_request(jurat: Jurat, tmp_path: Path, name: str) -> None:
    row = {"id": 1, "query": "q?", "response": "=SUM(1)", "contexts": ["a", "b"]}
    (tmp_path / "texts.jsonl").write_text(json.dumps(row) + "\n" + json.dumps({"id": 2, "query": "x"}) + "\n")
    jurat("run", "texts.jsonl", "--judge", "toy", "-q")
    assert jurat("runs", "export", "last", "-o", name, "--texts")[0] == 0
    first, second = (one.values for one in read_rows(tmp_path / name) if isinstance(one, Row))
    texts = first["case"] if name == "out.jsonl" else first
    shown = {"out.jsonl": (["a", "b"], "=SUM(1)"), "out.csv": ('["a", "b"]', "'=SUM(1)")}
    expected = shown.get(name, ('["a", "b"]', "=SUM(1)"))
    assert (texts["contexts"], texts["response"]) == expected  # type: ignore[index]
    assert "case" not in second
    assert next(open_results(str(tmp_path / name)).rows()).values["relevance"] == 0.2017
    jurat("run", "texts.jsonl", "--judge", "toy", "-q", "--no-texts")
    code, _, said = jurat("runs", "export", "last", "-o", name, "--texts")
    assert (code, "the texts of row 1 were not saved; export without --texts" in said) == (2, True)


def test_only_what_is_wanted_is_exported(jurat: Jurat, tmp_path: Path) -> None:
    jurat("run", "rows.jsonl", "--judge", "toy", "-q")
    jurat("runs", "export", "last", "-o", "failed.jsonl", "--status", "failed")
    failed = [json.loads(line) for line in (tmp_path / "failed.jsonl").read_text().splitlines()]
    assert failed
    assert all("error" in one for one in failed)
    jurat("runs", "export", "last", "-o", "low.jsonl", "--metric", "relevance<0.3", "--verdict", "FAIL")
    low = [json.loads(line) for line in (tmp_path / "low.jsonl").read_text().splitlines()]
    assert low
    assert all(one["verdict"] == "FAIL" and one["metrics"][0]["value"] < 0.3 for one in low)


def test_list_and_show(jurat: Jurat) -> None:
    jurat("run", "rows.jsonl", "--judge", "toy", "-q")
    _, listed, _ = jurat("runs", "list", "--json")
    (run,) = map(json.loads, listed.splitlines())
    assert (run["rows"], run["judge"], run["reading"]["data"]) == (ROWS, "toy", "rows.jsonl")
    assert run["id"] in jurat("runs", "list")[1]
    shown = jurat("runs", "show", run["id"][:-1])[1]
    assert run["id"] in shown
    assert run["reading"]["fingerprint"] in shown
    _, page, said = jurat("runs", "show", "last", "--rows", "--limit", "2", "--json")
    assert [json.loads(line)["id"] for line in page.splitlines()] == [0, 1]
    assert said == "next page: --after 2\n"
    _, page, _ = jurat("runs", "show", "last", "--limit", "2", "--json", "--after", "2")
    assert [json.loads(line)["id"] for line in page.splitlines()] == [2, 3]
    assert "stumbled" in jurat("runs", "show", "last", "--status", "failed")[1]


def test_deleting_asks_first(jurat: Jurat) -> None:
    jurat("run", "rows.jsonl", "--judge", "toy", "-q")
    code, _, said = jurat("runs", "delete", "last")
    assert (code, "nothing was deleted; use --yes" in said) == (2, True)
    assert jurat("runs", "delete", "last", "--yes")[0] == 0
    assert jurat("runs", "list", "--json")[1] == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("runs",), "Usage: jurat runs COMMAND"),
        (("runs", "nonsense"), "Usage: jurat runs COMMAND"),
        (("runs", "list"), "no saved runs"),
        (("runs", "show", "last"), "no saved runs"),
        (("rescore", "last"), "no saved runs"),
        (("run", "--resume", "last"), "no saved runs"),
        (("run", "rows.jsonl", "--resume", "last"), "--resume cannot be combined with data or judge options"),
        (("run", "--resume", "last", "--threshold", "relevance=0.2"), "--resume cannot be combined"),
    ],
)
def test_bad_usage_exits_with_two_and_says_why(
    jurat: Jurat, arguments: tuple[str, ...], message: str
) -> None:
    code, _, said = jurat(*arguments)
    assert (code, message in said) == (2, True), said


@pytest.mark.parametrize(
    "metric", ["relevance<", "<0.3", "relevance<x", "relevance=0.3", "", "relevance<0.3<"]
)
def test_a_condition_that_is_none_is_refused(jurat: Jurat, metric: str) -> None:
    jurat("run", "rows.jsonl", "--judge", "toy", "-q")
    code, _, said = jurat("runs", "show", "last", "--rows", "--metric", metric)
    assert (code, "is not NAME<X" in said) == (2, True), said


def cut_off(**changes: object) -> str:
    """A run of the file here that was cut off after 70 rows."""
    from jurat.runs.fingerprint import fingerprint

    with open_store(".jurat/runs.sqlite", make=True) as store:
        named = {"data": "rows.jsonl", "fingerprint": fingerprint("rows.jsonl"), "folder": str(Path.cwd())}
        writer = begun(store, **{**named, **changes})  # type: ignore[arg-type]
        writer.write(outcomes(70)[:64])
        return writer.run.id


def test_a_finished_run_is_not_resumed(jurat: Jurat) -> None:
    jurat("run", "rows.jsonl", "--judge", "toy", "-q")
    code, _, said = jurat("run", "--resume", "last")
    assert (code, "is finished; export its results with: jurat runs export" in said) == (2, True)


def test_a_run_whose_data_has_changed_is_not_resumed(jurat: Jurat, tmp_path: Path) -> None:
    cut_off()
    write_rows(tmp_path / "rows.jsonl", ROWS + 1)
    code, _, said = jurat("run", "--resume", "last")
    assert (code, "rows.jsonl: is not the file that the run was started with" in said) == (2, True)


def test_a_run_of_a_stream_is_not_resumed(jurat: Jurat) -> None:
    cut_off(fingerprint=None)
    code, _, said = jurat("run", "--resume", "last")
    assert (code, "its data was a stream" in said) == (2, True)


def test_a_run_of_another_folder_says_where_it_began(jurat: Jurat) -> None:
    cut_off(folder="/somewhere")
    code, _, said = jurat("run", "--resume", "last")
    assert (code, "was started in another folder; change directory: cd /somewhere" in said) == (2, True)


def test_a_run_that_would_go_on_differently_is_not_resumed(
    jurat: Jurat, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_off()
    changed = toy(Options(strict_partial=True))
    monkeypatch.setattr("jurat.runs.service.make_judge", lambda name, options: changed)
    code, _, said = jurat("run", "--resume", "last")
    assert (code, "would be continued as judge:toy|version:" in said) == (2, True)


def test_a_run_that_was_cut_off_shows_so_and_goes_on(jurat: Jurat) -> None:
    name = cut_off()
    assert f"resume with: jurat run --resume {name}" in jurat("runs", "show", "last")[1]
    assert "is not finished" in jurat("rescore", "last")[2]
    assert "the run is not finished" in jurat("runs", "export", "last", "-o", "part.jsonl")[2]
    assert jurat("run", "--resume", name)[0] == 2
    with open_store(".jurat/runs.sqlite") as store:
        run = store.find(name)
        places = [one.row for one in store.results(run)]
    assert (run.done, run.finished is not None) == (ROWS, True)
    assert places == list(range(1, ROWS + 1))


def test_rescoring_is_what_a_run_with_those_options_gives(jurat: Jurat, tmp_path: Path) -> None:
    jurat("run", "rows.jsonl", "--judge", "toy", "-q", "-o", "first.jsonl")
    jurat("run", "rows.jsonl", "--judge", "toy", "-q", "-o", "other.jsonl", "--threshold", "relevance=0.4")
    code, _, said = jurat("rescore", "last", "--threshold", "relevance=0.1", "-q", "-o", "back.jsonl")
    assert code == 2
    assert (tmp_path / "other.jsonl").read_bytes() != (tmp_path / "first.jsonl").read_bytes()
    assert (tmp_path / "back.jsonl").read_bytes() == (tmp_path / "first.jsonl").read_bytes()
    with open_store(".jurat/runs.sqlite") as store:
        new, parent, first = store.runs()
        assert new.plan.parent == parent.id
        assert f"saved as run {new.id} in .jurat/runs.sqlite, from {parent.id}" in said
        assert new.summary == first.summary
        assert [one.line for one in store.results(new)] == [one.line for one in store.results(first)]


def test_a_rescored_run_is_not_resumed(jurat: Jurat) -> None:
    with open_store(".jurat/runs.sqlite", make=True) as store:
        writer = begun(store, parent="20260101-000000-old")
        writer.write(outcomes(3))
    code, _, said = jurat("run", "--resume", "last")
    assert (code, "was rescored from another run; delete it and rescore again" in said) == (2, True)


def test_where_runs_are_kept(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert store_location(inner, {}) == ".jurat/runs.sqlite"
    (tmp_path / ".jurat").mkdir()
    assert store_location(inner, {}) == ".jurat/runs.sqlite", "a store above is not ours to write to"
    (tmp_path / "jurat.yaml").write_text("")
    assert store_location(inner, {}) == str(tmp_path / ".jurat" / "runs.sqlite")
    (tmp_path / "a" / "jurat.yaml").write_text("store: kept/runs.sqlite\n")
    assert store_location(inner, {}) == str(tmp_path / "a" / "kept" / "runs.sqlite")
    assert store_location(tmp_path / "a", {}) == "kept/runs.sqlite"
    (tmp_path / "a" / "jurat.yaml").write_text("store: postgresql://ann@db/runs\n")
    assert store_location(inner, {}) == "postgresql://ann@db/runs"
    assert store_location(inner, {"JURAT_STORE": "x.sqlite"}) == "x.sqlite"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("store: 3\n", "jurat.yaml: store: is not a text"),
        ("store: ''\n", "jurat.yaml: store: is not a text"),
        ("judge: [a]\n", "jurat.yaml: judge: is not a text; write e.g. claim-lock"),
        (
            "jugde: claim-lock\n",
            "jurat.yaml: jugde: is not a known field; use store, judge, judges, criteria, models",
        ),
        ("- a\n", "is not a list of names and values"),
        ("store: [\n", "is not YAML; correct the file"),
    ],
)
def test_settings_that_are_wrong_are_said(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "jurat.yaml").write_text(text)
    with pytest.raises(InputError, match=message):
        project_settings(tmp_path / "jurat.yaml")


def test_settings_that_are_not_ours_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "jurat.yaml").write_text("models: {small: 'openai:x'}\n")
    assert project_settings(tmp_path / "jurat.yaml").store is None
    (tmp_path / "jurat.yaml").write_text("")
    assert project_settings(tmp_path / "jurat.yaml").store is None


def test_the_package_does_not_load_the_database() -> None:
    code = (
        "import sys, jurat, jurat.cli.commands.check, jurat.cli.commands.run\n"
        "import jurat.runs.recording, jurat.settings\n"
        "print(sorted({'sqlalchemy', 'yaml', 'pg8000', 'sqlite3'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


def test_a_run_is_named_tagged_and_annotated_and_found_by_its_tag(jurat: Jurat) -> None:
    jurat("run", "rows.jsonl", "--judge", "toy")
    jurat("run", "rows.jsonl", "--judge", "toy")
    code, _, said = jurat(
        "runs", "edit", "last", "--name", " Prompt 2 ", "--tag", "rag", "--tag", "v2", "--note", "ok"
    )
    with open_store(".jurat/runs.sqlite") as store:
        run = store.find("last")
        assert [one.id for one in store.runs(tag="RAG")] == [run.id]
        assert (store.runs(tag="ra"), store.runs(tag="%")) == ([], [])
    assert (code, said) == (0, f"edited {run.id}\n")
    assert run.notes == RunNotes(name="Prompt 2", tags=("rag", "v2"), note="ok")
    listed = jurat("runs", "list", "--tag", "rag")[1].splitlines()[3:]
    assert [" ".join(line.split()) for line in listed] == [
        f"{run.id} toy Prompt 2 130 49/28/44 done, 9 failed",
        "rows.jsonl",
        "#rag #v2",
    ]
    shown = jurat("runs", "show", "last")[1].splitlines()
    assert shown[1:4] == ["name         Prompt 2", "tags         rag, v2", "note         ok"]


def test_an_edit_changes_only_what_is_given(jurat: Jurat) -> None:
    jurat("run", "rows.jsonl", "--judge", "toy")
    jurat("runs", "edit", "last", "--name", "first", "--tag", "a", "--tag", "b")
    jurat("runs", "edit", "last", "--untag", "a", "--tag", "c", "--tag", "c")
    with open_store(".jurat/runs.sqlite") as store:
        assert store.find("last").notes == RunNotes(name="first", tags=("b", "c"))
    jurat("runs", "edit", "last", "--name", "")
    with open_store(".jurat/runs.sqlite") as store:
        assert store.find("last").notes == RunNotes(tags=("b", "c"))


@pytest.mark.parametrize(
    ("flags", "error"),
    [
        ((), "nothing to edit; give --name, --tag, --untag or --note"),
        (("--name", "x" * 201), "--name: is longer than 200 characters"),
        (("--tag", "x" * 51), "--tag: is longer than 50 characters"),
        (tuple(f"--tag=t{one}" for one in range(21)), "--tag: more than 20 tags; remove some with --untag"),
    ],
)
def test_an_edit_that_cannot_be_kept_is_refused(jurat: Jurat, flags: tuple[str, ...], error: str) -> None:
    jurat("run", "rows.jsonl", "--judge", "toy")
    assert jurat("runs", "edit", "last", *flags) == (2, "", f"jurat runs edit: {error}\n")
