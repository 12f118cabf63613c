"""A run into parts: its data cut into blocks once, then every block that has no part yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from itertools import chain
from typing import Any

from jurat.data.blocks import Block, limited, split_file
from jurat.data.locations import Data, find_data, total_size
from jurat.engines.engine import Engine
from jurat.errors import InputError
from jurat.runs.keeping import Keeping
from jurat.runs.parts.folder import MANIFEST, PLAN, Folder
from jurat.runs.parts.part import Part, part_name, read_part
from jurat.runs.parts.parting import Parting, Splitting
from jurat.runs.store.records import Plan
from jurat.runs.summary import RunSummary

LEAST_BYTES, MOST_BYTES = 2**18, 2**25
SHARES = 16
"""So many blocks for each worker where the data is small, so that none waits long for the last."""
FEW_FILES = 4


@dataclass(frozen=True, slots=True)
class Planned:
    """What a folder's plan says: the name of its run in the store, and its blocks."""

    run: str | None
    blocks: tuple[Block, ...]


def block_size(size: int, workers: int) -> int:
    """How many bytes a block has, for so much data and so many workers.

    >>> block_size(20 * 2**20, 2), block_size(100 * 2**30, 400)
    (655360, 16777216)
    """
    return max(LEAST_BYTES, min(MOST_BYTES, size // (workers * SHARES)))


def read_plan(folder: Folder, plan: Plan) -> Planned | None:
    """What was planned for a folder; none where nothing was, an error where it was another run."""
    said = folder.read(PLAN)
    if said is None:
        if not folder.is_empty():
            hint = "name an empty folder, or one that does not exist yet"
            raise InputError("holds files that are no parts", where=folder.address, hint=hint)
        return None
    if said.get("plan") != _identity(plan):
        hint = "name another folder, or run with the data and options it began with"
        raise InputError("holds the parts of another run", where=folder.address, hint=hint)
    return Planned(said["run"], tuple(Block(**one) for one in said["blocks"]))


def write_plan(folder: Folder, plan: Plan, planned: Planned) -> None:
    """Note what is planned for a folder."""
    folder.make()
    blocks = [asdict(block) for block in planned.blocks]
    folder.write(PLAN, {"plan": _identity(plan), "run": planned.run, "blocks": blocks})


def _identity(plan: Plan) -> dict[str, Any]:
    """What decides results: two runs of which this is the same have the same parts."""
    reading = asdict(plan.reading)
    del reading["folder"], reading["data"]
    return {
        "judge": plan.judge,
        "signature": plan.signature,
        "texts": plan.texts,
        "reading": {**reading, "maps": list(plan.reading.maps)},
    }


def cut(plan: Plan, engine: Engine, workers: int) -> list[Block]:
    """The blocks of a run's data; many files are cut by the workers."""
    reading = plan.reading
    data = find_data(reading.data, reading.format)
    size = block_size(total_size(data.files), workers)
    blocks = _split(data, reading.format, size, engine)
    if reading.limit is not None:
        blocks = limited(blocks, data, reading.format, reading.where, reading.limit)
    return [replace(block, number=number) for number, block in enumerate(blocks)]


def _split(data: Data, told: str | None, size: int, engine: Engine) -> list[Block]:
    if len(data.files) < FEW_FILES:
        return [block for file in data.files for block in split_file(file, told, size)]
    found: Iterator[list[Block]] = engine.run(Splitting(told, size), data.files)
    return list(chain.from_iterable(found))


def judge_parts(
    parting: Parting, blocks: Sequence[Block], engine: Engine, keeping: Keeping
) -> Iterator[Part]:
    """Every part, those that are there first; when all are, the manifest says so."""
    there = parting.folder.parts()
    known = [read_part(parting.folder, block) for block in blocks if part_name(block) in there]
    done = {part.number: part for part in known if part is not None}
    yield from done.values()
    keeping.note(_merged(done, parting.empty))
    missing = [block for block in blocks if block.number not in done]
    lost = []
    for part in engine.run(parting, missing) if missing else ():
        if part.lost:
            lost.append(part)
            continue
        done[part.number] = part
        keeping.summary.merge(part.summary)
        keeping.note(keeping.summary)
        yield part
    if lost:
        raise _unfinished(lost, parting.folder)
    keeping.note(_merged(done, parting.empty))
    listed = [done[block.number].to_json() for block in blocks]
    parting.folder.write(MANIFEST, {"rows": keeping.summary.rows, "parts": listed})


def _merged(parts: dict[int, Part], empty: RunSummary) -> RunSummary:
    """The summary of some parts, added up in their order whatever order they were made in."""
    merged = deepcopy(empty)
    for number in sorted(parts):
        merged.merge(parts[number].summary)
    return merged


def _unfinished(lost: Sequence[Part], folder: Folder) -> InputError:
    names = ", ".join(part.name for part in lost[:3]) + (", …" if len(lost) > 3 else "")
    what = f"{len(lost)} of its parts could not be made: {names} ({lost[0].lost})"
    return InputError(what, where=folder.address, hint="run the same again, which tries only these")
