"""How long Jurat takes to start, beside a bare interpreter of the same environment.

python -m bench.startup [--repeats 25]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

JURAT = str(Path(sys.executable).with_name("jurat"))
BARE = [sys.executable, "-c", "pass"]
COMMANDS = {
    "jurat --help": ([JURAT, "--help"], 4.0),
    "import jurat": ([sys.executable, "-c", "import jurat"], 3.0),
}


def seconds(command: list[str]) -> float:
    """The wall-clock time of one run."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Print each command as a multiple of the bare interpreter, runs interleaved, medians taken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=25)
    repeats = parser.parse_args().repeats
    runs = {"bare": BARE, **{name: command for name, (command, _) in COMMANDS.items()}}
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeats):
        for name, command in runs.items():
            times[name].append(seconds(command))
    median = {name: sorted(values)[repeats // 2] for name, values in times.items()}
    print(f"start-up, median of {repeats} runs; python -c pass takes {median['bare'] * 1000:.0f} ms")
    for name, (_, goal) in COMMANDS.items():
        ratio = median[name] / median["bare"]
        print(f"  {name:<14} {median[name] * 1000:6.0f} ms  ratio {ratio:.1f}  (goal: at most {goal:g})")


if __name__ == "__main__":
    main()
