"""Runs into parts, made as the command makes them, of judges that no package has."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jurat.data import read_cases
from jurat.engines.engine import Engine, InProcess
from jurat.judges.judge import Build
from jurat.runs.fingerprint import fingerprint
from jurat.runs.parts.folder import Folder
from jurat.runs.parts.part import Part
from jurat.runs.parts.part_run import PlannedParts, cut, judge_parts, read_plan, write_plan
from jurat.runs.parts.reader import PartReader, open_parts
from jurat.runs.parts.writer import PartWork
from jurat.runs.recording import NoRecorder, empty_summary, make_plan
from jurat.runs.runner import run
from jurat.runs.store.run_records import ResultQuery, RunInput, RunPlan
from tests.engines.toys import build as toy_build

MANY = 64
"""Blocks are made as for so many workers: small ones, so that even small data has several."""


def planned(data: object, out: Path, build: Build = toy_build, **reading: Any) -> RunPlan:
    """The plan of a run into parts."""
    stamp = fingerprint(str(data), reading.get("format"), quick=True)
    return make_plan(build(), RunInput(data=str(data), folder="", fingerprint=stamp, **reading), str(out))


def make_parts(
    data: object, out: Path, engine: Engine | None = None, build: Build = toy_build, **reading: Any
) -> list[Part]:
    """All parts of a run, those that were there first."""
    plan, engine = planned(data, out, build, **reading), engine or InProcess()
    folder = Folder.at(str(out))
    known = read_plan(folder, plan) or PlannedParts(None, tuple(cut(plan, engine, MANY)))
    write_plan(folder, plan, known)
    fields = read_cases(data, build().case_type, **reading).fields  # type: ignore[arg-type]
    parting = PartWork(folder, build, fields, empty_summary(plan), plan.reading.where)
    return list(judge_parts(parting, known.blocks, engine, NoRecorder(empty_summary(plan))))


def opened(out: Path) -> PartReader:
    """The parts that are there."""
    return open_parts(str(out.absolute()))


def lines_of(out: Path) -> list[bytes]:
    """The lines of all parts, in order of the data."""
    return [one.line for one in opened(out).found(ResultQuery())]


def local_lines(
    data: object, engine: Engine | None = None, build: Build = toy_build, **reading: Any
) -> list[bytes]:
    """The lines that a run here gives."""
    stream = read_cases(data, build().case_type, **reading)  # type: ignore[arg-type]
    return [one.line for done in run(stream.cases, build, engine) for one in done]


def row(number: object, response: str = "fine", **more: object) -> dict[str, object]:
    """A row of the toy judge."""
    return {"id": number, "query": "q", "response": response, "context": "c", **more}


def write_lines(path: Path, rows: Iterable[object]) -> Path:
    """Rows as JSONL; what is text already stands as it is."""
    path.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in rows))
    return path
