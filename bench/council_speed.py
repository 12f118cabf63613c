"""What it costs to aggregate and audit a file of questions, beside a bare parse; part of bench.council."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from jurat.rules.rubric import PRESETS

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


_BARE = "for line in open(path, 'rb'): json.loads(line)"
_OURS = (
    "from jurat.convening import convene, council; from jurat.runs.leaderboard import Leaderboard\n"
    "board = Leaderboard()\n"
    "for session in convene(open(path, 'rb'), council()): board.add(session)\n"
    "board.standings()"
)


def measured(code: str, path: Path) -> tuple[float, float]:
    """CPU seconds and peak megabytes of some code in a process of its own, imports included."""
    whole = (
        f"import json, resource, time; path = {str(path)!r}; start = time.process_time()\n{code}\n"
        "print(time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", whole], check=True, capture_output=True, text=True)
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


def speed(questions: int) -> None:
    """Aggregating and auditing a file of questions, beside a bare parse of it."""
    rng = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        tenth, whole = Path(folder) / "tenth.jsonl", Path(folder) / "whole.jsonl"
        with whole.open("w", encoding="utf-8") as out, tenth.open("w", encoding="utf-8") as first:
            for number in range(questions):
                line = json.dumps(question(rng, number)) + "\n"
                out.write(line)
                if number < questions // 10:
                    first.write(line)
        size = whole.stat().st_size / questions
        bare = min(measured(_BARE, whole)[0] for _ in range(3))
        ours, most = measured(_OURS, whole)
        less = measured(_OURS, tenth)[1]
        print(f"  {questions} questions × 4 candidates × 4 reviewers, {size:.0f} bytes each")
        print(f"    bare json.loads of every line  {bare / questions * 1e6:7.0f} µs/question")
        print(f"    aggregate, audit, leaderboard  {ours / questions * 1e6:7.0f} µs/question")
        print(f"    ratio                          {ours / bare:7.1f}   (goal: at most {GOAL:g})")
        print(f"    peak memory                    {less:7.0f} MB for a tenth, {most:.0f} MB for all")
