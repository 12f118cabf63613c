"""What engines cost: rows a second, memory against rows, and whether cost grows with the rows and no faster.

    python -m bench.scale [--rows 20000] [--memory-rows 1000 100000 1000000] [--plot docs/images/scale.svg]

Every measurement is a process of its own: for speed on real RAGTruth responses with Claim-Lock, for memory
on short rows with one context for all and a judge that does nothing, so that what is measured is the engine.
Speed is the slope between a tenth of the rows and all of them, so that starting counts apart.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from bench.ragtruth import DATA
from jurat.cases import ResponseCase
from jurat.data import CaseRow, read_cases
from jurat.engines.engine import Engine, InProcess
from jurat.engines.judging_work import judged
from jurat.judges.claim_lock import CLAIM_LOCK
from jurat.judges.judge import Build, Judge
from jurat.judges.observer_config import NamedObserver
from jurat.judges.registry import judge
from jurat.observations import Anchors, Completeness, ResponseObservations, ResponseRelevance
from jurat.options import Options
from jurat.runs.fingerprint import fingerprint
from jurat.runs.parts.folder import Folder
from jurat.runs.parts.part_run import PlannedParts, cut, judge_parts, write_plan
from jurat.runs.parts.writer import PartWork
from jurat.runs.recording import NoRecorder, empty_summary, make_plan
from jurat.runs.runner import local_engine, run
from jurat.runs.store.run_records import RunInput

ROOT = Path(__file__).parents[1]
MODES = ("plain loop", "local 1", "ray 1", "local 2", "parts 2", "ray 2")
GOAL = 1.25
_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Measured:
    """One run: how long it took, what all its processes used together, and what they held at most."""

    mode: str
    rows: int
    seconds: float
    cpu: float
    megabytes: float


@dataclass(frozen=True, slots=True)
class Slope:
    """What a row costs beyond starting."""

    mode: str
    start: float
    rate: float
    milliseconds: float


def observe(cases: Sequence[ResponseCase]) -> Iterator[ResponseObservations]:
    """Nothing is looked at."""
    for _ in cases:
        yield ResponseObservations(
            relevance=ResponseRelevance(jaccard=0.5),
            completeness=Completeness(keywords=(), found=()),
            hallucination=Anchors(anchors=(), overlap=1.0),
        )


def idle() -> Judge[ResponseCase, ResponseObservations]:
    """A judge that does nothing."""
    return Judge(CLAIM_LOCK, NamedObserver("idle", observe), Options())


BUILDS: dict[str, Build] = {"claim-lock": partial(judge, "claim-lock"), "idle": idle}


def real_rows(path: Path, count: int, data: Path) -> None:
    """Responses of RAGTruth with their sources, from the start again when they are over."""
    with gzip.open(data / "ragtruth.jsonl.gz", "rt", encoding="utf-8") as lines:
        known = [json.loads(line) for line in islice(lines, count)]
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            row = known[number % len(known)]
            query = row["query"] or "Summarise."
            kept = {"id": number, "query": query, "response": row["output"], "context": row["source"]}
            file.write(json.dumps(kept) + "\n")


def short_rows(path: Path, count: int) -> None:
    """Short rows that share one context."""
    context = "Tea is grown in Assam and Kenya. " * 10
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            row = {
                "id": number,
                "query": "Where is tea grown?",
                "response": f"In {number}.",
                "context": context,
            }
            file.write(json.dumps(row) + "\n")


def carry_out(mode: str, data: Path, out: Path, build: Build) -> None:
    """One run, written to a file or to parts."""
    kind, _, jobs = mode.partition(" ")
    if kind in ("plain", "local"):
        lines = plain(data, build) if kind == "plain" else pooled(data, build, int(jobs))
        with out.open("wb") as file:
            file.writelines(line + b"\n" for line in lines)
        return
    with engine_of(kind, int(jobs)) as engine:
        into_parts(data, out, build, engine, int(jobs))


def plain(data: Path, build: Build) -> Iterator[bytes]:
    """What a person would write: read, judge, write."""
    made = build()
    for row in read_cases(data, made.case_type).cases:
        if isinstance(row, CaseRow):
            yield judged(made.judge(row.case)).line


def pooled(data: Path, build: Build, jobs: int) -> Iterator[bytes]:
    """The run as `jurat run -j` does it."""
    rows = read_cases(data, build().case_type).cases
    return (one.line for done in run(rows, build, local_engine(jobs)) for one in done)


@contextmanager
def engine_of(kind: str, jobs: int) -> Iterator[Engine]:
    """Processes here, or Ray."""
    if kind == "parts":
        yield local_engine(jobs)
        return
    from jurat.engines.ray_engine import RayEngine

    with RayEngine(jobs) as ray:
        yield ray


def into_parts(data: Path, out: Path, build: Build, engine: Engine, jobs: int) -> None:
    """The run as `jurat run --out folder/` does it, without the texts, as a file has none."""
    reading = RunInput(data=str(data), folder="", fingerprint=fingerprint(str(data), quick=True))
    plan = make_plan(build(), reading, str(out), texts=False)
    folder = Folder.at(str(out))
    blocks = tuple(cut(plan, InProcess(), jobs))
    write_plan(folder, plan, PlannedParts(None, blocks))
    fields = read_cases(data, build().case_type).fields
    parting = PartWork(folder, build, fields, empty_summary(plan), texts=False)
    for _ in judge_parts(parting, blocks, engine, NoRecorder(empty_summary(plan))):
        pass


class Watch(threading.Thread):
    """Looks at a process and all under it: their memory now, their processor time so far."""

    def __init__(self, root: int) -> None:
        super().__init__(daemon=True)
        self.root, self.most, self.over = root, 0.0, threading.Event()
        self._cpu: dict[int, float] = {}

    @property
    def cpu(self) -> float:
        """The processor seconds of all processes there ever were."""
        return sum(self._cpu.values())

    def run(self) -> None:
        """Look several times a second."""
        while not self.over.wait(0.25):
            self.most = max(self.most, self._look())

    def _look(self) -> float:
        held = 0
        for pid in descendants(self.root):
            try:
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                shared = Path(f"/proc/{pid}/statm").read_text().split()
            except (OSError, IndexError):
                continue
            self._cpu[pid] = (int(fields[11]) + int(fields[12])) / _TICK
            held += (int(shared[1]) - int(shared[2])) * _PAGE
        return held / 2**20


def descendants(root: int) -> set[int]:
    """A process and all under it."""
    parents: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
        parents.setdefault(parent, []).append(int(stat.parent.name))
    found, waiting = set(), [root]
    while waiting:
        found.add(here := waiting.pop())
        waiting += parents.get(here, [])
    return found


def measure(mode: str, data: Path, rows: int, name: str) -> Measured:
    """A run in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.scale", "--one", mode, str(data), f"{folder}/out", name]
        began = time.monotonic()
        running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        watch = Watch(running.pid)
        watch.start()
        if running.wait():
            raise SystemExit(f"{mode} failed")
        seconds = time.monotonic() - began
        watch.over.set()
        watch.join()
    return Measured(mode, rows, seconds, watch.cpu, watch.most)


def slope(few: Measured, many: Measured) -> Slope:
    """What a row costs, from a run of few and one of many."""
    rows = many.rows - few.rows
    each = max(1e-9, many.seconds - few.seconds) / rows
    return Slope(few.mode, few.seconds - each * few.rows, 1 / each, (many.cpu - few.cpu) / rows * 1000)


def speeds(rows: int, data: Path, place: Path) -> list[Slope]:
    """Every engine on real rows."""
    few, many = place / "few.jsonl", place / "many.jsonl"
    real_rows(few, rows // 10, data)
    real_rows(many, rows, data)
    found = []
    for mode in MODES:
        pair = measure(mode, few, rows // 10, "claim-lock"), measure(mode, many, rows, "claim-lock")
        found.append(slope(*pair))
        print(
            f"{mode:<11} {found[-1].rate:8.1f} rows/s   {found[-1].milliseconds:6.2f} ms of processor a row"
            f"   starts in {max(0.0, found[-1].start):5.1f} s",
            flush=True,
        )
    return found


def memories(counts: Sequence[int], place: Path) -> list[Measured]:
    """Memory and time against rows."""
    found = []
    for count in counts:
        data = place / "short.jsonl"
        short_rows(data, count)
        for mode in ("local 2", "ray 2"):
            found.append(measure(mode, data, count, "idle"))
            one = found[-1]
            print(
                f"{mode:<11} {count:>9,} rows  {one.megabytes:7.0f} MB at most  {one.seconds:7.1f} s"
                f"  {one.cpu:7.1f} s of processor",
                flush=True,
            )
    return found


def report(found: Sequence[Slope]) -> bool:
    """Ratios against the local pool of two."""
    by = {one.mode: one for one in found}
    base = by["local 2"]
    for one in found:
        print(
            f"{one.mode:<11} rows/s {one.rate / base.rate:5.2f} × local 2,"
            f" processor a row {one.milliseconds / base.milliseconds:5.2f} ×"
        )
    ratio = base.rate / by["ray 2"].rate
    print(f"ray 2 takes {ratio:.2f} times as long a row as local 2 (goal: at most {GOAL})")
    return ratio <= GOAL


def together(
    file: Path, fast: Sequence[Slope], held: Sequence[Measured]
) -> tuple[Sequence[Slope], Sequence[Measured]]:
    """What was measured now, or what the file holds from before where nothing was; all is kept there."""
    before = json.loads(file.read_text()) if file.exists() else {}
    speed = fast or [Slope(**one) for one in before.get("speeds", [])]
    memory = held or [Measured(**one) for one in before.get("memory", [])]
    made = {"speeds": [asdict(one) for one in speed], "memory": [asdict(one) for one in memory]}
    file.write_text(json.dumps(made))
    return speed, memory


def main() -> int:
    """Measure, print, and draw."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--memory-rows", type=int, nargs="*", default=[1000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--json", type=Path, help="keep what was measured in this file, beside what it holds")
    parser.add_argument("--one", nargs=4, metavar=("MODE", "DATA", "OUT", "JUDGE"))
    given = parser.parse_args()
    if given.one:
        mode, data, out, name = given.one
        carry_out(mode, Path(data), Path(out), BUILDS[name])
        return 0
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        fast = speeds(given.rows, given.data, place) if given.rows else []
        held = memories(given.memory_rows, place)
    shown: tuple[Sequence[Slope], Sequence[Measured]] = (fast, held)
    if given.json:
        shown = together(given.json, fast, held)
    if given.plot:
        from bench.scale_plot import draw

        given.plot.write_text(draw(*shown), encoding="utf-8")
    return 0 if not fast or report(fast) else 1


if __name__ == "__main__":
    sys.exit(main())
