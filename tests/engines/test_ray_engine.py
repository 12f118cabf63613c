"""Workers on a real Ray, also of two nodes: the same lines, exactly once, whoever is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from jurat.engines.engine import Engine, InProcess, WorkerError
from jurat.engines.judging_work import JudgingWork
from jurat.engines.local_engine import LocalEngine
from jurat.engines.ray_engine import STORE_BYTES, RayEngine
from jurat.errors import JuratError, OptionError
from jurat.runs.parts import part_run
from tests.engines.test_local_engine import MIXED, chunks
from tests.engines.toys import broken_build, build
from tests.runs.parts.making import lines_of, local_lines, make_parts, opened, row, write_lines

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
PATIENCE = 300.0
"""Seconds until something that must happen is given up; nothing is measured by it."""


@pytest.fixture(scope="module", autouse=True)
def importable() -> Iterator[None]:
    """Workers of Ray find the tests' judges, and blocks are small."""
    patch = pytest.MonkeyPatch()
    patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(ROOT / "src")]))
    patch.setattr(part_run, "LEAST_BYTES", 2000)
    yield
    patch.undo()


@pytest.fixture(scope="module")
def ray(importable: None) -> Iterator[RayEngine]:
    """Ray on this machine, started once."""
    with RayEngine(2) as engine:
        yield engine


def until(happened: Callable[[], Any], what: str) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := happened():
            return found
        time.sleep(0.05)
    raise AssertionError(f"never happened: {what}")


def count_parts(out: Path) -> int:
    return len(list((out / "parts").glob("*.parquet"))) if (out / "parts").is_dir() else 0


class Interfering:
    """An engine that does something once, when so many parts are there."""

    def __init__(self, engine: Engine, out: Path, parts: int, act: Callable[[], None]) -> None:
        self.engine, self.out, self.parts, self.act = engine, out, parts, act
        self.acted = False

    def run(self, work: Any, items: Any) -> Iterator[Any]:
        for done in self.engine.run(work, items):
            if not self.acted and count_parts(self.out) >= self.parts:
                self.acted = True
                self.act()
            yield done


def workers() -> list[int]:
    """The processes of our actors that are alive."""
    found = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    ours = _descendants(found)
    return [pid for pid, args in ours if "ray::RayActor" in args]


def _descendants(listing: str) -> list[tuple[int, str]]:
    """All processes under this one; other Rays on the machine are none of ours."""
    rows = [line.split(None, 2) for line in listing.splitlines()[1:]]
    children: dict[int, list[tuple[int, str]]] = {}
    for pid, parent, args in (one for one in rows if len(one) == 3):
        children.setdefault(int(parent), []).append((int(pid), args))
    found, waiting = [], [os.getpid()]
    while waiting:
        here = children.get(waiting.pop(), [])
        found += here
        waiting += [pid for pid, _ in here]
    return found


def test_lines_are_those_of_this_process(ray: RayEngine) -> None:
    there = [one.line for done in ray.run(JudgingWork(build), chunks(MIXED, 8)) for one in done]
    here = [one.line for done in InProcess().run(JudgingWork(build), chunks(MIXED, 8)) for one in done]
    assert there == here


def test_ray_has_a_small_store_no_dashboard_and_sends_no_statistics(ray: RayEngine) -> None:
    package: Any = import_module("ray")
    assert package.cluster_resources()["object_store_memory"] <= STORE_BYTES
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"
    addresses = {node["NodeManagerAddress"] for node in package.nodes()}
    assert addresses == {"127.0.0.1"}, "nothing listens but on loopback"
    assert not package._private.worker._global_node.webui_url


def test_parts_are_the_lines_of_a_run_here(ray: RayEngine, tmp_path: Path) -> None:
    rows = [row(n, "x" * (n % 90 + 1), keep=n % 3) for n in range(400)]
    data = write_lines(tmp_path / "rows.jsonl", [*rows[:200], "{broken", "", *rows[200:]])
    make_parts(data, tmp_path / "out", ray, where="keep != 1", limit=150)
    assert lines_of(tmp_path / "out") == local_lines(data, where="keep != 1", limit=150)


def test_skew_and_poison_end_as_rows_of_the_result(ray: RayEngine, tmp_path: Path) -> None:
    """A row of 900 kB, one too long, one that breaks the judge, one that kills it, one too deep."""
    deep = '{"id": "deep", "query": "q", "response": "r", "context": ' + "[" * 5000 + "]" * 5000 + "}"
    rows: list[object] = [
        *(row(n) for n in range(300)),
        row("huge", "x" * 900_000),
        row("too long", "x" * 1_000_001),
        row("stumbles", "stumble"),
        deep,
        *(row(f"more {n}") for n in range(100)),
        row("kills", "die"),
        *(row(f"last {n}") for n in range(100)),
    ]
    folder = tmp_path / "data"
    folder.mkdir()
    write_lines(folder / "a.jsonl", rows)
    write_lines(folder / "b.jsonl", [])
    write_lines(folder / "c.jsonl", [{"other": "schema"}])
    (folder / "d.csv").write_text("")
    (folder / "e.parquet").write_bytes(b"torn")
    make_parts(folder, tmp_path / "out", ray)
    lines = lines_of(tmp_path / "out")
    assert lines == local_lines(folder, engine=LocalEngine(1))
    failed = [json.loads(line) for line in lines if b'"error"' in line]
    assert [one["id"] for one in failed] == [
        "too long",
        "stumbles",
        f"{folder}/a.jsonl:304",
        "kills",
        f"{folder}/c.jsonl:1",
        f"{folder}/d.csv",
        f"{folder}/e.parquet",
    ]


def test_a_killed_worker_loses_and_doubles_nothing(ray: RayEngine, tmp_path: Path) -> None:
    data = write_lines(tmp_path / "rows.jsonl", [row(n, f"wait {n}") for n in range(300)])
    killed: list[int] = []

    def kill() -> None:
        killed.append(until(workers, "a worker is there")[0])
        os.kill(killed[0], signal.SIGKILL)

    make_parts(data, tmp_path / "out", Interfering(ray, tmp_path / "out", 2, kill))
    assert killed
    assert lines_of(tmp_path / "out") == local_lines(data)


def test_a_judge_that_cannot_be_built_is_an_error_not_a_loop(ray: RayEngine) -> None:
    with pytest.raises(WorkerError, match=r"^a Ray worker ended during start-up: [^\n]+$"):
        list(ray.run(JudgingWork(broken_build), [[]]))


def test_what_goes_wrong_where_the_worker_is_is_said_here(ray: RayEngine, tmp_path: Path) -> None:
    data = write_lines(tmp_path / "rows.jsonl", [row(1)])
    make_parts(data, tmp_path / "out")
    (tmp_path / "out" / "manifest.json").unlink()
    for part in (tmp_path / "out" / "parts").iterdir():
        part.unlink()
    stamp = data.stat()
    data.unlink()
    data.mkdir()  # the data went away after the run was planned
    with pytest.raises((JuratError, OSError), match=r"(?i)directory"):
        _again(data, tmp_path / "out", ray)
    assert stamp


def _again(data: Path, out: Path, engine: Engine) -> None:
    from jurat.cases import ResponseCase
    from jurat.data.blocks import Block
    from jurat.data.fields import own_fields
    from jurat.runs.parts.folder import PLAN, Folder
    from jurat.runs.parts.writer import PartWork
    from jurat.runs.recording import NoRecorder
    from jurat.runs.run_summary import RunSummary

    folder = Folder.at(str(out))
    blocks = [Block(**one) for one in (folder.read(PLAN) or {})["blocks"]]
    empty = RunSummary.of(dict.fromkeys(build().metrics, 10.0))
    parting = PartWork(folder, build, own_fields(ResponseCase, str(data)), empty)
    list(part_run.judge_parts(parting, blocks, engine, NoRecorder(empty)))


def test_an_address_where_no_cluster_is_is_said() -> None:
    code = "from jurat.engines.ray_engine import RayEngine\nwith RayEngine(1, '127.0.0.1:1'): pass"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert OptionError.__name__ in done.stderr
    assert "--address 127.0.0.1:1: no cluster responds" in done.stderr


DRIVER = """
import sys
from pathlib import Path
from jurat.engines.ray_engine import RayEngine
from jurat.runs.parts import part_run
from tests.runs.parts.making import make_parts
part_run.LEAST_BYTES = 2000
if __name__ == "__main__":
    with RayEngine(2) as ray:
        make_parts(sys.argv[1], Path(sys.argv[2]), ray)
"""


def test_a_killed_driver_is_gone_on_from(tmp_path: Path) -> None:
    """Driver and cluster of its own are killed in the middle; a run here makes what is missing."""
    gate = tmp_path / "gate"
    rows = [row(n, f"wait {n}") for n in range(400)]
    data = write_lines(tmp_path / "rows.jsonl", [*rows, row("held", f"hold {gate}")])
    script = tmp_path / "driver.py"
    script.write_text(DRIVER)
    out = tmp_path / "out"
    driver = subprocess.Popen([sys.executable, str(script), str(data), str(out)], start_new_session=True)
    until(lambda: count_parts(out) >= 2 or driver.poll() is not None, "two parts are there")
    os.killpg(driver.pid, signal.SIGKILL)
    driver.wait()
    before = {path.name: path.stat().st_mtime_ns for path in (out / "parts").glob("*.parquet")}
    assert not (out / "manifest.json").exists()
    gate.touch()
    make_parts(data, out)
    after = {path.name: path.stat().st_mtime_ns for path in (out / "parts").glob("*.parquet")}
    assert before.items() <= after.items(), "what was there is not made again"
    assert len(after) > len(before)
    assert lines_of(out) == local_lines(data)


TWO_NODES = """
import json, sys
from pathlib import Path
from jurat.engines.ray_engine import RayEngine
from jurat.runs.parts import part_run
from tests.engines.test_ray_engine import Interfering, until
from tests.runs.parts.making import make_parts
part_run.LEAST_BYTES = 2000
if __name__ == "__main__":
    from ray.cluster_utils import Cluster
    small = {"num_cpus": 1, "object_store_memory": 100 * 2**20}
    cluster = Cluster(initialize_head=True, head_node_args={**small, "include_dashboard": False})
    second = cluster.add_node(**small)
    cluster.wait_for_nodes()
    out, seen = Path(sys.argv[2]), {}
    with RayEngine(2, cluster.address) as ray:
        import ray as package
        def alive():
            return sum(node["Alive"] for node in package.nodes())
        def stop():
            until(lambda: not package.available_resources().get("CPU"), "both nodes have a worker")
            seen["before"] = alive()
            cluster.remove_node(second, allow_graceful=False)
        make_parts(sys.argv[1], out, Interfering(ray, out, 2, stop))
        until(lambda: alive() == 1, "one node is left")
        seen["after"] = alive()
    print("SEEN" + json.dumps(seen), flush=True)
    cluster.shutdown()
"""


def test_a_stopped_second_node_loses_and_doubles_nothing(tmp_path: Path) -> None:
    data = write_lines(tmp_path / "rows.jsonl", [row(n, f"wait {n}") for n in range(400)])
    script = tmp_path / "driver.py"
    script.write_text(TWO_NODES)
    command = [sys.executable, str(script), str(data), str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **LOOPBACK})
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout.partition("SEEN")[2].splitlines()[0])
    assert seen == {"before": 2, "after": 1}
    assert lines_of(tmp_path / "out") == local_lines(data)
    assert opened(tmp_path / "out").folder.read("manifest.json") is not None


LOOPBACK = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
