"""What `make demo` shows: answers and summaries judged with their evidence, and people's labels scored."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from rich.console import Console

from jurat import judge
from jurat.cli import main
from jurat.cli.render.figures import Column, Figures, plain
from jurat.cli.render.result_tables import heat, number
from jurat.outcomes import Result, Score


def show(*arguments: str) -> None:
    """Say the command, then run it."""
    sys.stdout.write(f"\n$ jurat {' '.join(arguments)}\n")
    sys.stdout.flush()
    main(list(arguments))


def compare(path: str, name: str) -> None:
    """One row for each summary of the file: its five scores, and the overall that orders them."""
    rows = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    ready = judge(name)
    columns = [Column("summary", figures=False), *map(Column, (*ready.metrics, "overall"))]
    table = Figures(columns, plain(f"{name} · {path}"))
    for result in ready.judge_many(rows):
        if isinstance(result, Result):
            values = [one.value if isinstance(one, Score) else None for one in result.metrics]
            scores = [plain(number(value), heat(value, name)) for value in (*values, result.overall)]
            table.add(plain(str(result.id)), *scores)
    Console(highlight=False).print("", table)


if __name__ == "__main__":
    os.chdir(Path(__file__).parents[1])
    show("check", "examples/answers.jsonl", "--row", "2")
    show("run", "examples/answers.jsonl", "--judge", "claim-lock", "-o", "examples/results.csv")
    compare("examples/summaries.jsonl", "judge-lock")
    show("check", "examples/summaries.jsonl", "--judge", "judge-lock", "--row", "3")
    show("score", "--pretty", "examples/labels.jsonl")
