"""The stores that all tests of kept runs are run against: SQLite, and a real PostgreSQL."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from jurat.runs.store.connection import store_url
from jurat.runs.store.store import Store, open_store

SCRIPT = Path(__file__).parents[2] / "postgres.sh"
NOT_ROOT = 3
_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL of our own, installed if need be."""
    done = subprocess.run([SCRIPT, "start", str(os.getpid())], capture_output=True, text=True)
    if done.returncode == NOT_ROOT:
        pytest.skip(f"NOT TESTED against PostgreSQL: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    url, folder = done.stdout.split()
    yield url
    subprocess.run([SCRIPT, "stop", folder], check=True)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "kept" / "runs.sqlite")
    return fresh_database(request.getfixturevalue("postgres"))


def fresh_database(server: str) -> str:
    """A new database of a server."""
    name = f"test_{os.getpid()}_{next(_NUMBERS)}"
    administer(server, f"CREATE DATABASE {name}")
    return server.removesuffix("/postgres") + f"/{name}"


def administer(server: str, *statements: str) -> None:
    """Do something to a server as its owner would, each statement at once."""
    engine = create_engine(store_url(server), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty store, open."""
    with open_store(url, make=True) as opened:
        yield opened


@pytest.fixture(scope="session")
def toys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the toy judge is installed, as another package would install one."""
    folder = tmp_path_factory.mktemp("toys")
    info = folder / "toys-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[jurat.judges]\ntoy = tests.runs.store.judges:TOY\n")
    root = Path(__file__).parents[3]
    paths = [str(folder), str(root), str(root / "src")]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("JURAT")}
    return {**kept, "PYTHONPATH": os.pathsep.join(paths)}
