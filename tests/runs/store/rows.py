"""Rows and outcomes for tests of kept runs."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

from jurat.cases import ResponseCase
from jurat.engines.judging_work import Judged, judge_batch
from jurat.options import Options
from jurat.outcomes import Failure
from jurat.runs.recording import empty_summary, make_plan
from jurat.runs.store.run_records import Run, RunInput
from jurat.runs.store.run_writer import RunWriter
from jurat.runs.store.store import Store
from tests.runs.store.judges import toy

WORDS = ("a", "bridge", "over", "the", "river", "was", "built", "in", "winter")


def cases(count: int, seed: int = 1) -> list[ResponseCase | Failure]:
    """Cases that pass, warn, fail, lack a context and break the judge."""
    rng = random.Random(seed)
    made: list[ResponseCase | Failure] = []
    for number in range(count):
        response = " ".join(rng.choices(WORDS, k=rng.randint(1, 20)))
        context = "" if number % 11 == 3 else " ".join(WORDS[: rng.randint(1, 9)])
        broken = number % 17 == 5
        case = ResponseCase(
            query="what?",
            response="stumble" if broken else response,
            contexts=(context,) if context else (),
            id=number,
        )
        made.append(case)
    return made


def outcomes(count: int, seed: int = 1, options: Options | None = None) -> list[Judged]:
    """What the toy judge says of them."""
    return judge_batch(toy(options or Options()), cases(count, seed))


def write_rows(path: Path, count: int, gate: Path | None = None) -> Path:
    """The same cases as a file, one line of which is no JSON; the last row waits until the gate is there."""
    lines = []
    for case in cases(count):
        assert isinstance(case, ResponseCase)
        fields = {"id": case.id, "query": case.query, "response": case.response, "context": case.contexts}
        lines.append(json.dumps(fields))
    lines[count // 2] = "{broken"
    if gate is not None:
        lines[-1] = json.dumps({"id": count, "query": "what?", "response": f"hold {gate}", "context": "a"})
    path.write_text("\n".join(lines) + "\n")
    return path


def begun(
    store: Store,
    *,
    data: str = "rows.jsonl",
    fingerprint: str | None = "sha256:0",
    folder: str = "/",
    parent: str | None = None,
) -> RunWriter:
    """A run of the toy judge, without a row yet."""
    judge = toy(Options())
    reading = RunInput(data=data, folder=folder, fingerprint=fingerprint)
    plan = replace(make_plan(judge, reading, None), parent=parent)
    return store.begin(plan, empty_summary(plan))


def kept_run(store: Store, count: int, *, batch: int = 64, seed: int = 1) -> Run:
    """A finished run with so many results."""
    writer, made = begun(store), outcomes(count, seed)
    for start in range(0, count, batch):
        writer.write(made[start : start + batch])
    writer.finish()
    return store.find(writer.run.id)
