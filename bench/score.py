"""What `jurat score` costs beside a bare JSON round trip of the same lines, and what it keeps in memory.

python -m bench.score [--rows 10000]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORDS = ("the", "council", "voted", "to", "build", "a", "bridge", "over", "river", "before", "winter")
GOAL = 12.0


def label_object(rng: random.Random, number: int) -> dict[str, object]:
    """A judge-lock label object as an annotator's tool would write it, about 3.5 kB."""

    def say(low: int, high: int) -> str:
        return " ".join(rng.choices(WORDS, k=rng.randint(low, high)))

    def qags() -> list[dict[str, str]]:
        statuses = ["correct", "correct", "correct", "partial", "wrong"]
        return [
            {"question": say(7, 12) + "?", "status": rng.choice(statuses), "evidence": say(4, 12)}
            for _ in range(6)
        ]

    claims = rng.choices(["supported", "partial", "unsupported"], [12, 2, 1], k=rng.randint(3, 10))
    return {
        "judge": "judge-lock",
        "id": f"case-{number}",
        "observations": {
            "coverage": {
                "key_points": [
                    {"text": say(8, 20), "label": rng.choice(["fully", "partial", "not"])}
                    for _ in range(rng.randint(4, 7))
                ],
                "extraneous_tokens": rng.randint(0, 4),
                "summary_tokens": rng.randint(50, 70),
                "extraneous_claims": [],
                "qags": qags(),
            },
            "alignment": {
                "intent": say(4, 9),
                "stance": say(2, 6),
                "tone": "neutral",
                "deviations": [{"kind": "tone", "severity": "mild"}] * rng.randint(0, 2),
            },
            "hallucination": {
                "claims": [{"text": say(8, 16), "label": label, "evidence": say(5, 12)} for label in claims],
                "qags": qags(),
            },
            "relevance": {
                "theme": say(8, 16),
                "segments": [
                    {"text": say(8, 20), "overlap": round(rng.random(), 3)} for _ in range(rng.randint(2, 5))
                ],
            },
            "bias_toxicity": {"tone": "neutral", "issues": [], "bias_score": 9.5, "tox_score": 10},
        },
    }


def bare_seconds(lines: list[str]) -> float:
    """CPU seconds of json.loads and json.dumps of every line."""
    start = time.process_time()
    for line in lines:
        json.dumps(json.loads(line))
    return time.process_time() - start


def score_seconds(path: Path) -> float:
    """CPU seconds of scoring and writing every line, imports and compilation of the schemas included."""
    code = (
        "import sys, time; start = time.process_time()\n"
        "from jurat.judges.label_scoring import score_labels; from jurat.wire import dump\n"
        f"for outcome in score_labels(open({str(path)!r}, 'rb')): dump(outcome)\n"
        "print(time.process_time() - start)"
    )
    return float(
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    )


def peak_megabytes(path: Path) -> float:
    """The most memory that the command itself held."""
    code = (
        "import resource, subprocess, sys\n"
        f"command = [sys.executable, '-m', 'jurat', 'score', {str(path)!r}]\n"
        "subprocess.run(command, stdout=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    return float(
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    )


def main() -> None:
    """Print the ratio and the memory at one tenth and all of the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000)
    rows = parser.parse_args().rows
    rng = random.Random(7)
    lines = [json.dumps(label_object(rng, number)) for number in range(rows)]
    with tempfile.TemporaryDirectory() as folder:
        whole, tenth = Path(folder) / "all.jsonl", Path(folder) / "tenth.jsonl"
        whole.write_text("\n".join(lines) + "\n")
        tenth.write_text("\n".join(lines[: rows // 10]) + "\n")
        bare = min(bare_seconds(lines) for _ in range(3))
        ours = min(score_seconds(whole) for _ in range(3))
        print(f"score of {rows} judge-lock objects ({sum(map(len, lines)) / rows:.0f} bytes each)")
        print(f"  bare json.loads + json.dumps  {bare / rows * 1e6:8.0f} µs/row")
        print(f"  jurat score                   {ours / rows * 1e6:8.0f} µs/row")
        print(f"  ratio                         {ours / bare:8.1f}   (goal: at most {GOAL:g})")
        print(f"  peak memory, {rows // 10} rows        {peak_megabytes(tenth):8.0f} MB")
        print(f"  peak memory, {rows} rows       {peak_megabytes(whole):8.0f} MB")


if __name__ == "__main__":
    main()
