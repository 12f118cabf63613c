"""A structure-aware fuzzer: good inputs, changed; none may end in a traceback or an invented score.

Every trial is a function of its target and its number, so that a failure can be repeated:
``python -m tests.fuzz.fuzzing TARGET NUMBER``. What failed once is kept in ``corpus/`` and tried first.
"""

from __future__ import annotations

import io
import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from jurat.cli import main
from jurat.data import read_cases
from jurat.errors import JuratError
from jurat.judges.registry import judge
from jurat.llm.model_protocol import Form
from jurat.llm.reply_parser import read_reply
from jurat.observers.llm import reply_schemas
from jurat.runs.runner import run as run_batches

CORPUS = Path(__file__).parent / "corpus"
CODES = (0, 2, 3)
ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        10**30,
        -(10**30),
        1e308,
        0.1,
        "",
        " ",
        "x",
        "NaN",
        "\0",
        "\ud800",
        "😀" * 5,
    ),
    *([], {}, [[]], [None], {"": None}, {"id": {}}, ["a", 1], "{", "[1]", "=cmd()", "\u202e", "a" * 5000),
)
ROW = {
    "id": "a",
    "query": "What does tea cost?",
    "response": "Tea costs $5, says Ann Lee.",
    "contexts": ["Tea is $5.", "Ann Lee sells it."],
    "article": "The council of Elm voted on Monday to close the pool. It cost 2.3 million dollars.",
    "summary": "Elm's council voted to close the pool.",
}
LABELS = {
    "judge": "claim-lock",
    "observations": {
        "relevance": {"cosine": 0.4, "jaccard": 0.2},
        "completeness": {"keywords": ["price"], "found": ["price"]},
        "hallucination": {"anchors": [{"kind": "number", "text": "$9", "supported": True}], "overlap": 0.7},
    },
}
COUNCIL = {
    "judge": "council",
    "query": "Why?",
    "candidates": {"m1": "Because.", "m2": "So."},
    "reviews": [{"reviewer": "r1", "holistic": {"m1": 9, "m2": 3}}],
}
SETTINGS = {
    "judge": "claim-lock",
    "store": "runs.sqlite",
    "observer": {"use": "rules", "votes": 1, "deadline": 5},
    "gate": {"require": ["hallucination.mean <= 1"], "alpha": 0.05},
    "council": {"quorum": 1, "calibration": "z", "weights": {"accuracy": 1.0}},
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything in a value."""
    yield path
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for name, child in children:
        yield from places(child, (*path, name))


def changed(value: Any, random: Random) -> Any:
    """A copy of a value with one to three places replaced, removed, doubled or renamed."""
    made = json.loads(json.dumps(value))
    for _ in range(random.randint(1, 3)):
        path = random.choice(list(places(made)))
        if not path:
            continue
        holder = made
        for name in path[:-1]:
            holder = holder[name]
        action = random.randrange(4)
        if action == 0 and isinstance(holder, dict):
            holder[str(random.choice(ODD))[:50]] = holder.pop(path[-1])
        elif action == 1:
            del holder[path[-1]]
        elif action == 2 and isinstance(holder, list):
            holder.extend(holder * random.randint(1, 20))
        else:
            holder[path[-1]] = random.choice(ODD)
    return made


def broken(data: bytes, random: Random) -> bytes:
    """Bytes with some flipped, cut out, doubled or put in."""
    made = bytearray(data)
    for _ in range(random.choice((0, 0, 1, 3, 20))):
        at = random.randrange(len(made) + 1)
        piece = random.choice(
            (b'"', b"\0", b"\xff", b"\n", b"{", b"[", b",", b"\\u", b"NaN", b"1e999", bytes(50))
        )
        made[at : at + random.choice((0, 1, 40))] = piece * random.choice((0, 1, 1, 30))
    return bytes(made)


def lines(random: Random, *kinds: Any) -> bytes:
    """Some JSON lines of these kinds, changed."""
    made = [json.dumps(changed(random.choice(kinds), random)).encode() for _ in range(random.randint(0, 4))]
    return broken(b"\n".join([*made, json.dumps(kinds[0]).encode(), b""]), random)


def command(folder: Path, *arguments: str) -> None:
    """Run a command; refuse an exit code or a message that no input may cause."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", "replace"), io.StringIO()
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        code = main(list(arguments))
    said = err.getvalue()
    assert code in CODES, f"exit code {code}: {said[-1500:]}"
    assert "Traceback" not in said, said[-1500:]
    assert "internal error" not in said, said[-1500:]
    out.flush()
    check_results(out.buffer.getvalue())


def check_results(data: bytes) -> None:
    """Refuse a result whose value is no number of its scale, or an error that is one of ours."""
    for line in data.splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            continue
        metrics = found.get("metrics") if isinstance(found, dict) else None
        for one in metrics if isinstance(metrics, list) else ():
            value = one.get("value")
            assert value is None or (math.isfinite(value) and 0 <= value <= 10), line[:300]
        assert "internal error" not in str(found), line[:300]


def rows(folder: Path, random: Random) -> None:
    """Rows of JSON lines through a judge."""
    (folder / "rows.jsonl").write_bytes(lines(random, ROW))
    command(folder, "safety", "rows.jsonl", "--json")
    made = judge(random.choice(("claim-lock", "twin-lock", "judge-lock")))
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


def labels(folder: Path, random: Random) -> None:
    """Labels of people."""
    (folder / "labels.jsonl").write_bytes(lines(random, LABELS, COUNCIL))
    command(folder, "score", "labels.jsonl", "-o", "-")


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
    one.__name__: one for one in (rows, tables, labels, councils, settings, results, flags, replies)
}


def trial(target: str, number: int) -> None:
    """One trial, in a folder of its own."""
    with TemporaryDirectory() as folder:
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
