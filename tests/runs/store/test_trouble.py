"""When the store cannot be written or is gone: a clear error, and nothing half-written."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from jurat.errors import InputError, MissingExtraError, OptionError
from jurat.runs.results.result_file import result_file
from jurat.runs.store import connection
from jurat.runs.store.store import open_store
from jurat.runs.store.store_errors import StoreError
from tests.runs.store.conftest import administer, fresh_database
from tests.runs.store.rows import begun, kept_run, outcomes, write_rows

NOBODY = 65534


@contextmanager
def unprivileged() -> Iterator[None]:
    """Permissions hold for us here, also if we are root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may read."""
    folder = Path(tempfile.mkdtemp(prefix="jurat-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@contextmanager
def small_files(size: int) -> Iterator[None]:
    """No file may grow beyond a size, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def write_much(write: Callable[[list[Any]], None], batch: list[Any]) -> None:
    """Write until it fails."""
    for _ in range(1000):
        write(batch)


def test_a_full_disk_is_said_and_what_was_kept_stays(tmp_path: Path) -> None:
    path = str(tmp_path / "runs.sqlite")
    made = outcomes(64)
    with open_store(path, make=True) as store:
        writer = begun(store)
        with small_files(200_000), pytest.raises(StoreError, match=r"there is no space left for it.*; "):
            write_much(writer.write, made)
    assert writer.done > 0
    with open_store(path) as store:
        run = store.find("last")
        assert run.done == writer.done == len(list(store.results(run)))
        store.resume(run).write(made)
        assert store.find("last").done == writer.done + 64


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv"])
def test_a_file_on_a_full_disk_ends_with_its_last_whole_batch(tmp_path: Path, name: str) -> None:
    lines = [one.line for one in outcomes(64)]
    out = tmp_path / name
    sizes = [0]

    def write_and_measure(batch: list[bytes]) -> None:
        write(batch)
        sizes.append(out.stat().st_size)

    with (
        small_files(200_000),
        pytest.raises(InputError, match=r"cannot be written \(File too large\); free some space"),
        result_file(str(out), None, ("relevance", "completeness", "hallucination")) as write,
    ):
        write_much(write_and_measure, lines)
    assert out.stat().st_size == sizes[-1] > 0


def test_a_folder_that_may_not_be_written_is_said_before_anything_is_judged(open_folder: Path) -> None:
    with unprivileged(), pytest.raises(StoreError, match=r"\.jurat: cannot be made \(Permission denied\)"):
        open_store(str(open_folder / ".jurat" / "runs.sqlite"), make=True)
    assert list(open_folder.iterdir()) == []


def test_a_store_that_may_not_be_written_is_said(open_folder: Path) -> None:
    path = open_folder / "runs.sqlite"
    with open_store(str(path), make=True) as store:
        kept_run(store, 3)
    path.chmod(0o444)
    with (
        unprivileged(),
        pytest.raises(StoreError, match=r"cannot be (written|opened or made); check the permissions"),
        open_store(str(path)) as store,
    ):
        begun(store)


def test_a_file_that_is_taken_away_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    with open_store(str(path), make=True) as store:
        writer = begun(store)
        writer.write(outcomes(3))
        path.rename(tmp_path / "elsewhere.sqlite")
        with pytest.raises(StoreError, match="was removed or replaced during the run"):
            writer.write(outcomes(3))
        kept_run_elsewhere = open_store(str(path), make=True)
        kept_run_elsewhere.close()
        with pytest.raises(StoreError, match="was removed or replaced during the run"):
            writer.write(outcomes(3))


def test_a_database_that_is_lost_midway_is_said_and_keeps_what_it_had(postgres: str) -> None:
    url = fresh_database(postgres)
    name = url.rpartition("/")[2]
    cut = f"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name}'"
    with open_store(url, make=True) as store:
        writer = begun(store)
        writer.write(outcomes(30))
        administer(postgres, cut)
        writer.write(outcomes(30))  # a connection that was lost between batches is made again
        administer(postgres, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false", cut)
        with pytest.raises(StoreError, match="cannot be reached"):
            writer.write(outcomes(30))
        administer(postgres, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert store.find("last").done == 60


def test_a_server_that_is_not_there_is_said_without_the_password() -> None:
    with pytest.raises(StoreError, match="cannot be reached") as caught:
        open_store("postgresql://ann:canary@127.0.0.1:1/runs", make=True)
    assert "ann:***@127.0.0.1" in str(caught.value)
    assert "canary" not in str(caught.value)


def test_no_store_is_made_only_to_look(tmp_path: Path) -> None:
    path = tmp_path / ".jurat" / "runs.sqlite"
    with pytest.raises(StoreError, match="no saved runs; create a run first"):
        open_store(str(path))
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_kind_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are notes, and long enough to be looked at" * 100)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is not a store of runs"):
        open_store(str(path), make=True)
    assert path.read_bytes() == before


def test_the_folder_is_hidden_from_version_control(tmp_path: Path) -> None:
    open_store(str(tmp_path / ".jurat" / "runs.sqlite"), make=True).close()
    assert (tmp_path / ".jurat" / ".gitignore").read_text() == "*\n"


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("mysql://ann@db/runs", "mysql is not a supported store; give the path of a file, or postgresql://"),
        ("sqlite://", "sqlite is not a supported store"),
        ("://", "is not a database URL"),
    ],
)
def test_other_databases_are_refused(named: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        open_store(named)


def test_a_missing_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pg8000", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'jurat\[postgres\]'"):
        connection.open_engine(connection.store_url("postgresql://ann@db/runs"), make=True)


@pytest.mark.slow
def test_a_command_that_meets_a_full_disk_exits_with_two_and_says_how_to_go_on(
    tmp_path: Path, toys: dict[str, str]
) -> None:
    data = write_rows(tmp_path / "rows.jsonl", 2000)
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))\n"
    command = "from jurat.cli import main; sys.exit(main(['run', sys.argv[1], '--judge', 'toy']))"
    done = subprocess.run(
        [sys.executable, "-c", limited + command, str(data)],
        env=toys,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2, done.stderr
    assert "there is no space left for it" in done.stderr
    assert "resume it with: jurat run --resume 2" in done.stderr
    assert "Traceback" not in done.stderr
    again = [sys.executable, "-m", "jurat", "run", "--resume", "last", "-q"]
    assert subprocess.run(again, env=toys, cwd=tmp_path, capture_output=True).returncode == 2
    with open_store(str(tmp_path / ".jurat" / "runs.sqlite")) as store:
        assert store.find("last").done == 2000
