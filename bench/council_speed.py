"""What it costs to aggregate and audit a file of questions, beside a bare parse; part of bench.council."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from jurat.scoring.rubric import PRESETS

GOAL = 15.0


def question(rng: random.Random, number: int) -> dict[str, Any]:
    """A question with four answers of some hundred words, each scored by four reviewers."""
    words = ("the", "council", "voted", "to", "build", "a", "bridge", "over", "river", "before", "winter")
    names = ("m1", "m2", "m3", "m4")

    def say(low: int, high: int) -> str:
        return " ".join(rng.choices(words, k=rng.randint(low, high)))

    def review(reviewer: str) -> dict[str, Any]:
        scored = {
            name: {**{key: rng.randint(4, 10) for key in PRESETS["default"]}, "notes": say(8, 25)}
            for name in names
        }
        order = rng.sample(names, len(names))
        return {
            "reviewer": reviewer,
            "evaluations": scored,
            "ranking": order,
            "shown": rng.sample(names, len(names)),
        }

    candidates = {name: say(60, 220) for name in names}
    reviews = [review(f"r{n}") for n in range(4)]
    return {
        "judge": "council",
        "id": number,
        "query": say(6, 15) + "?",
        "candidates": candidates,
        "reviews": reviews,
    }


_STARTED = """
import json, resource, sys, time
from jurat.judges.council.api import convene, council
from jurat.runs.council.leaderboard import LeaderboardBuilder
from jurat.judges.label_scoring import score_labels
from jurat.wire import dump
path, warm = {path!r}, {warm!r}
def bare(path):
    for line in open(path, "rb"): json.loads(line)
def tallied(path):
    for outcome in score_labels(open(path, "rb")): dump(outcome)
def ranked(path):
    for session in convene(open(path, "rb"), council()): board.add(session)
board = LeaderboardBuilder()
{way}(warm)
started = time.process_time()
{way}(path)
done = time.process_time()
board.standings()
ended = time.process_time()
print(started, done - started, ended - done, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds to start and to read ten questions, for the file, and for the leaderboard's intervals."""

    start: float
    file: float
    intervals: float
    megabytes: float


def measured(way: str, path: Path, warm: Path) -> Cost:
    """What one way through a file costs, in a process of its own."""
    code = _STARTED.format(path=str(path), warm=str(warm), way=way)
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return Cost(*map(float, done.stdout.split()))


def speed(questions: int, rounds: int = 3) -> None:
    """Aggregating and auditing a file of questions, beside a bare parse of it: the least of some rounds.

    The ways take turns, so that what else the machine does falls on all of them; CPU time, not the clock.
    """
    with tempfile.TemporaryDirectory() as folder:
        warm, tenth, whole = (Path(folder) / name for name in ("warm.jsonl", "tenth.jsonl", "whole.jsonl"))
        write(whole, {warm: 10, tenth: questions // 10}, questions)
        ways = ("bare", "tallied", "ranked")
        costs = [{way: measured(way, whole, warm) for way in ways} for _ in range(rounds)]
        least = {way: min((one[way] for one in costs), key=lambda cost: cost.file) for way in ways}
        less = {way: measured(way, tenth, warm).megabytes for way in ways[1:]}
        size = whole.stat().st_size / questions
    print(f"  {questions} questions × 4 candidates × 4 reviewers, {size:.0f} bytes each; least of {rounds}")
    for way, title in zip(ways, ("bare json.loads of every line", TALLIED, RANKED), strict=True):
        ratio = least[way].file / least["bare"].file
        goal = "" if way == "bare" else f"   ratio {ratio:5.1f} (goal: at most {GOAL:g})"
        print(f"    {title:<45} {least[way].file / questions * 1e6:6.0f} µs/question{goal}")
    ranked = least["ranked"]
    print(
        f"    once, beside that: start {ranked.start:.2f} s, leaderboard's intervals {ranked.intervals:.2f} s"
    )
    for way, megabytes in less.items():
        most = least[way].megabytes
        print(f"    peak memory, {way:<8} {megabytes:4.0f} MB for a tenth, {most:.0f} MB for all")


TALLIED = "read, check, aggregate, audit, write results"
RANKED = "read, check, aggregate, audit, leaderboard"


def write(whole: Path, beginnings: Mapping[Path, int], questions: int) -> None:
    """A file of questions, and files of its first ones."""
    rng = random.Random(7)
    with whole.open("w", encoding="utf-8") as out:
        for number in range(questions):
            out.write(json.dumps(question(rng, number)) + "\n")
    for path, count in beginnings.items():
        with whole.open(encoding="utf-8") as lines, path.open("w", encoding="utf-8") as out:
            out.writelines(islice(lines, count))
