"""Good inputs, ways to change them, and what no input may cause."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import Any

from jurat.cli import main

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
ROW: dict[str, Any] = {
    "id": "a",
    "query": "What does tea cost?",
    "response": "Tea costs $5, says Ann Lee.",
    "contexts": ["Tea is $5.", "Ann Lee sells it."],
    "article": "The council of Elm voted on Monday to close the pool. It cost 2.3 million dollars.",
    "summary": "Elm's council voted to close the pool.",
}
LABELS: dict[str, Any] = {
    "judge": "claim-lock",
    "observations": {
        "relevance": {"cosine": 0.4, "jaccard": 0.2},
        "completeness": {"keywords": ["price"], "found": ["price"]},
        "hallucination": {"anchors": [{"kind": "number", "text": "$9", "supported": True}], "overlap": 0.7},
    },
}
COUNCIL: dict[str, Any] = {
    "judge": "council",
    "query": "Why?",
    "candidates": {"m1": "Because.", "m2": "So."},
    "reviews": [{"reviewer": "r1", "holistic": {"m1": 9, "m2": 3}}],
}
SETTINGS: dict[str, Any] = {
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
    assert "No such option" not in said, "the trial itself is wrong"
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
            value = one.get("value") if isinstance(one, dict) else None
            assert value is None or (math.isfinite(value) and 0 <= value <= 10), line[:300]
        assert "internal error" not in str(found), line[:300]
