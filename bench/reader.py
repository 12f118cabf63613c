"""Verdicts on the reader's cases: python -m bench.reader [--half open|sealed] [--judge NAME …] [--misses]

Each row has the verdict that an independent reader gave. The sealed half is for reports, not for tuning.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from jurat import ResponseCase, judge
from jurat.outcomes import Score

CASES = Path(__file__).parent / "data" / "reader_cases.jsonl"
VERDICTS = ("PASS", "WARN", "FAIL")


def rows(half: str) -> list[dict[str, Any]]:
    """Return the rows of one half, or of both."""
    found = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    return [row for row in found if half in ("both", row["half"])]


def report(name: str, given: list[dict[str, Any]], observer: str, *, misses: bool) -> None:
    """Print how often a judge gives the reader's verdict, by kind where it differs."""
    made = judge(name, observer=observer)
    table: Counter[tuple[str, str]] = Counter()
    kinds: dict[str, list[bool]] = defaultdict(list)
    for row in given:
        case = ResponseCase(
            query=row["query"], response=row["response"], contexts=tuple(row["contexts"]), id=row["id"]
        )
        result = made.judge(case)
        table[row["verdict"], result.verdict or ""] += 1
        kinds[row["kind"]].append(result.verdict == row["verdict"])
        if misses and result.verdict != row["verdict"]:
            values = [f"{m.metric[:4]} {m.value:.2f}" for m in result.metrics if isinstance(m, Score)]
            said = f"{row['verdict']} but {result.verdict} {values} {result.reasons}"
            print(f"   {row['id']} {row['kind']}: {said}")
    right = sum(count for (wanted, said), count in table.items() if wanted == said)
    print(
        f"{name} ({observer}): {right} of {len(given)} verdicts are the reader's ({right / len(given):.3f})"
    )
    for wanted in VERDICTS:
        print(f"   reader {wanted}: " + ", ".join(f"{said} {table[wanted, said]}" for said in VERDICTS))
    print(
        "   by kind: " + ", ".join(f"{kind} {sum(hits)}/{len(hits)}" for kind, hits in sorted(kinds.items()))
    )


def main() -> None:
    """Print a report for each judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=("open", "sealed", "both"), default="open")
    parser.add_argument("--judge", action="append")
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    cases = rows(given.half)
    for name in given.judge or ("claim-lock", "claim-lock-ultra"):
        observer = "verifier" if name.endswith("ultra") else "rules"
        report(name, cases, observer, misses=given.misses)


if __name__ == "__main__":
    main()
