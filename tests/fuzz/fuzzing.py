"""A structure-aware fuzzer: good inputs, changed; none may end in a traceback or an invented score.

Every trial is a function of its target and its number, so that a failure can be repeated:
``python -m tests.fuzz.fuzzing TARGET NUMBER``. What failed once is kept in ``corpus/`` and tried first.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from jurat.data import read_cases
from jurat.errors import JuratError
from jurat.judges.registry import judge
from jurat.llm.model_protocol import Form
from jurat.llm.reply_parser import read_reply
from jurat.observers.llm import reply_schemas
from jurat.runs.runner import run as run_batches
from tests.fuzz.changes import (
    COUNCIL,
    LABELS,
    ODD,
    ROW,
    SETTINGS,
    broken,
    changed,
    check_results,
    command,
    lines,
)
from tests.fuzz.served_targets import SERVED

CORPUS = Path(__file__).parent / "corpus"
MOST_SECONDS = 300
"""A trial that takes longer hangs."""
JUDGES = ("claim-lock", "twin-lock", "judge-lock", "retrieval", "claim-lock-ultra", "judge-lock-ultra")
CRITERIA = {
    "include": "claim-lock",
    "weights": {"relevance": 0},
    "criteria": [
        {"name": "price", "assert": {"regex": "[€$]\\d"}, "weight": 2},
        {"name": "tidy", "combine": "all", "assert": [{"max_words": 40}, {"contains": "tea", "not": True}]},
        {"name": "schema", "assert": {"json_schema": {"type": "object"}}},
    ],
    "caps": [{"metric": "overall", "limit": 4, "when": "price", "below": 1}],
}
SUITE = {
    "cases": [
        {"id": "a", "query": "What?", "contexts": ["Tea."], "reference": "Tea.", "assert": {"contains": "t"}}
    ],
    "prompts": [{"name": "plain", "text": "{{query}} {{contexts}}"}],
    "models": [{"name": "f", "function": "bot.py:answer"}],
    "judge": "claim-lock",
    "require": ["relevance.mean >= 0"],
    "report": "suite.html",
}
VARIABLES = (
    *(
        "JURAT_STORE",
        "JURAT_CONFIG",
        "JURAT_CACHE",
        "JURAT_TOKEN",
        "COLUMNS",
        "TERM",
        "NO_COLOR",
        "LANG",
        "TZ",
        "HOME",
    ),
    *("LLM_COUNCIL_QUORUM", "LLM_COUNCIL_WEIGHT_ACCURACY", "LLM_COUNCIL_MODELS", "OPENAI_BASE_URL", "TMPDIR"),
)


def rows(folder: Path, random: Random) -> None:
    """Rows of JSON lines through a judge."""
    (folder / "rows.jsonl").write_bytes(lines(random, ROW))
    command(folder, "safety", "rows.jsonl", "--json")
    made = judge(random.choice(JUDGES))
    with suppress(JuratError):
        stream = read_cases(folder / "rows.jsonl", made.case_type)
        for batch in run_batches(stream.cases, lambda: made):
            check_results(b"\n".join(one.line for one in batch))


def tables(folder: Path, random: Random) -> None:
    """CSV, TSV and JSON files, broken."""
    cells = "query,response,context\n" + '"What, then?","Tea ""is"" $5","Tea\nis $5"\n' * 2
    kinds = {
        "a.csv": cells.encode(),
        "a.tsv": cells.replace(",", "\t").encode(),
        "a.json": json.dumps([ROW, ROW]).encode(),
        "b.json": json.dumps({"results": [changed(ROW, random)]}).encode(),
    }
    name = random.choice(list(kinds))
    (folder / name).write_bytes(broken(kinds[name], random))
    command(folder, "safety", name, "--json")


def parquet_files(folder: Path, random: Random) -> None:
    """Parquet files, broken."""
    import pyarrow as pa
    from pyarrow import parquet

    table = pa.table({name: [value, value] for name, value in ROW.items()})
    parquet.write_table(table, folder / "a.parquet")
    data = bytearray((folder / "a.parquet").read_bytes())
    for _ in range(random.choice((0, 1, 8))):
        data[random.randrange(len(data))] = random.randrange(256)
    (folder / "a.parquet").write_bytes(data)
    # Bytes that are wrong inside a page may end the process that decodes them: a run isolates such a row.
    code = "import sys; from jurat.cli import main; sys.exit(main(sys.argv[1:]))"
    asked = [sys.executable, "-c", code, "safety", "a.parquet", "--json"]
    done = subprocess.run(asked, cwd=folder, capture_output=True, text=True, timeout=MOST_SECONDS)
    assert done.returncode in (0, 2, 3), f"{done.returncode}: {done.stderr[-1500:]}"
    assert "Traceback" not in done.stderr, done.stderr[-1500:]


def criteria(folder: Path, random: Random) -> None:
    """Files of criteria."""
    (folder / "mine.yaml").write_bytes(broken(json.dumps(changed(CRITERIA, random)).encode(), random))
    case = ("--query", "What?", "--response", "Tea is $5.", "--context", "Tea is $5.")
    command(folder, "check", "--judge", "mine.yaml", *case, "--json")


def suites(folder: Path, random: Random) -> None:
    """Suites."""
    (folder / "bot.py").write_text("def answer(prompt):\n    return prompt\n")
    (folder / "suite.yaml").write_bytes(broken(json.dumps(changed(SUITE, random)).encode(), random))
    command(folder, "suite", "suite.yaml", "--store", "runs.sqlite")


def environments(folder: Path, random: Random) -> None:
    """Variables of the environment."""
    values = [one for one in map(str, ODD) if "\0" not in one and one.isascii()]
    made = {name: random.choice(values) for name in random.sample(VARIABLES, 3)}
    (folder / "questions.jsonl").write_text(json.dumps(COUNCIL) + "\n")
    with patch.dict(os.environ, made):
        command(folder, "council", "questions.jsonl", "--json", "--no-store")
        command(folder, "runs", "list", "--store", "runs.sqlite")


def labels(folder: Path, random: Random) -> None:
    """Labels of people."""
    (folder / "labels.jsonl").write_bytes(lines(random, LABELS, COUNCIL))
    command(folder, "score", "labels.jsonl")


def councils(folder: Path, random: Random) -> None:
    """Questions for a council."""
    (folder / "questions.jsonl").write_bytes(lines(random, COUNCIL))
    command(folder, "council", "questions.jsonl", "--json", "--no-store")


def settings(folder: Path, random: Random) -> None:
    """A jurat.yaml."""
    text = json.dumps(changed(SETTINGS, random), indent=random.choice((None, 1))).encode()
    (folder / "jurat.yaml").write_bytes(broken(text, random))
    (folder / "rows.jsonl").write_text(json.dumps(ROW) + "\n")
    command(folder, "runs", "list")
    command(folder, "gate", "rows.jsonl")


def results(folder: Path, random: Random) -> None:
    """Result files of others in report, compare and gate."""
    good = {
        "judge": "claim-lock",
        "id": "a",
        "version": "0",
        "metrics": [
            {"metric": "relevance", "value": 0.5, "raw": 0.5, "caps": [], "details": {"jaccard": 0.5}}
        ],
        "verdict": "PASS",
        "signature": "s",
    }
    for name in ("a.jsonl", "b.jsonl"):
        (folder / name).write_bytes(lines(random, good, {"id": 1, "error": "e"}))
    command(folder, "report", "a.jsonl", "-o", "page.html")
    command(folder, "compare", "a.jsonl", "b.jsonl", "--json")
    command(folder, "gate", "a.jsonl", "--require", "relevance.mean >= 0")


def flags(folder: Path, random: Random) -> None:
    """Flags with odd values."""
    (folder / "rows.jsonl").write_text(json.dumps(ROW) + "\n")
    value = random.choice(
        ("", "-1", "0", "1e9", "9" * 30, "nan", "\u202e", "a=b", "=", "query=", "x" * 300, "../..")
    )
    flag = random.choice(
        ("--limit", "--where", "--map", "--format", "--jobs", "--threshold", "--weight", "--store")
    )
    command(folder, "run", "rows.jsonl", "--judge", "claim-lock", "-q", flag, value, "-o", "-", "--no-store")


def replies(_: Path, random: Random) -> None:
    """Replies of a model to every form."""
    anchor = {"anchor": "a", "kind": "number", "reason": "r", "evidence": "e", "label": "supported"}
    text = broken(json.dumps(changed({"anchors": [anchor]}, random)).encode(), random).decode(
        "utf-8", "replace"
    )
    form = random.choice([one for one in vars(reply_schemas).values() if str(one).endswith("Reply'>")])
    with suppress(JuratError):
        read_reply(random.choice(("", "```json\n", "<think>", "x ")) + text, Form("anchors", form), "mark")


TARGETS: dict[str, Callable[[Path, Random], None]] = {
    one.__name__: one
    for one in (
        *(rows, tables, parquet_files, labels, councils, settings, results, flags, replies, criteria, suites),
        *(environments, *SERVED),
    )
}


@contextmanager
def limited_time() -> Iterator[None]:
    """Raise `TimeoutError` in a trial that hangs."""

    def late(*_: object) -> None:
        raise TimeoutError(f"took longer than {MOST_SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(MOST_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def trial(target: str, number: int) -> None:
    """One trial, in a folder of its own."""
    with limited_time(), TemporaryDirectory() as folder:
        TARGETS[target](Path(folder), Random(f"{target} {number}"))


def run(seconds: float) -> int:
    """Try all targets in turn for some time; how many trials failed."""
    stop, number, failed = time.monotonic() + seconds, int.from_bytes(os.urandom(3)), 0
    while time.monotonic() < stop:
        number += 1
        for target in TARGETS:
            try:
                trial(target, number)
            except BaseException as error:  # noqa: BLE001
                failed += 1
                sys.stderr.write(f"FAILED {target} {number}: {type(error).__name__}: {str(error)[:800]}\n")
    sys.stderr.write(f"{failed} failures\n")
    return failed


if __name__ == "__main__":
    if len(sys.argv) == 3:
        trial(sys.argv[1], int(sys.argv[2]))
    else:
        sys.exit(run(float(sys.argv[1]) if len(sys.argv) > 1 else 300) > 0)
