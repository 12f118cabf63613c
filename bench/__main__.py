"""All benchmarks, or those named: python -m bench [NAME ...]."""

from __future__ import annotations

import subprocess
import sys

BENCHES = (
    "startup",
    "score",
    "claim_lock",
    "agreement",
    "triples",
    "summaries",
    "summary_speed",
    "claim_support",
    "toxicity",
    "safety",
    "council",
    "store",
    "compare",
    "server",
    "first_paint",
    "scale",
)


def main(names: list[str]) -> int:
    """Run each benchmark in a process of its own, so that none warms up another."""
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"no benchmark is named {unknown[0]!r}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    codes = []
    for name in names or BENCHES:
        print(f"\n== {name}", flush=True)
        codes.append(subprocess.run([sys.executable, "-m", f"bench.{name}"], check=False).returncode)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
