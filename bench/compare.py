"""What comparing two runs costs: CPU seconds, and the most memory held, whatever the rows.

python -m bench.compare [--rows 100000]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

SIGNATURE = "judge:claim-lock|version:0|observer:rules"


def write_run(path: Path, rows: int, seed: int) -> None:
    """A file of claim-lock results, in an order of its own."""
    rng = random.Random(seed)
    numbers = list(range(rows))
    rng.shuffle(numbers)
    with path.open("w") as file:
        for number in numbers:
            values = {name: round(rng.random(), 4) for name in ("relevance", "completeness", "hallucination")}
            metrics = [{"metric": name, "value": value} for name, value in values.items()]
            verdict = "FAIL" if values["hallucination"] > 0.5 else "PASS"
            result = {"judge": "claim-lock", "version": "0", "id": f"case-{number}", "metrics": metrics}
            file.write(json.dumps({**result, "verdict": verdict, "signature": SIGNATURE}) + "\n")


def measured(*arguments: str) -> tuple[float, float]:
    """CPU seconds and megabytes of a command."""
    code = (
        "import resource, subprocess, sys\n"
        "command = [sys.executable, '-m', 'jurat', *sys.argv[1:]]\n"
        "subprocess.run(command, stdout=subprocess.DEVNULL, check=True)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)"
    )
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


def main() -> None:
    """Print time and memory of compare at a hundredth, a tenth and all of the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    rows = parser.parse_args().rows
    print("jurat compare of two runs, in different orders")
    with tempfile.TemporaryDirectory() as folder:
        for count in (rows // 100, rows // 10, rows):
            files = [Path(folder) / name for name in ("before.jsonl", "after.jsonl")]
            for seed, file in enumerate(files):
                write_run(file, count, seed)
            seconds, megabytes = measured("compare", *map(str, files), "--json")
            print(f"  {count:>9,} rows  {seconds:6.1f} s  {megabytes:6.0f} MB")


if __name__ == "__main__":
    main()
