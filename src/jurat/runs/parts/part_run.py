"""A run into parts: split the data into blocks once, then write every missing part."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from itertools import chain
from typing import Any

from jurat.data.blocks import Block, limited, split_file
from jurat.data.locations import Data, find_data, total_size
from jurat.engines.engine import Engine
from jurat.errors import InputError
from jurat.runs.parts.folder import MANIFEST, PLAN, Folder
from jurat.runs.parts.part import Part, part_name, read_part
from jurat.runs.parts.writer import PartWork, SplitWork
from jurat.runs.recording import RunRecorder
from jurat.runs.run_summary import RunSummary
from jurat.runs.store.run_records import RunPlan

LEAST_BYTES, MOST_BYTES = 2**18, 2**25
SHARES = 16
"""So many blocks for each worker where the data is small, so that none waits long for the last."""
FEW_FILES = 4


@dataclass(frozen=True, slots=True)
class PlannedParts:
    """The plan of a folder: the id of its run in the store, and its blocks."""

    run: str | None
    blocks: tuple[Block, ...]


def block_size(size: int, workers: int) -> int:
    """Return the block size in bytes for the amount of data and the number of workers.

    >>> block_size(20 * 2**20, 2), block_size(100 * 2**30, 400)
    (655360, 16777216)
    """
    return max(LEAST_BYTES, min(MOST_BYTES, size // (workers * SHARES)))


def read_plan(folder: Folder, plan: RunPlan) -> PlannedParts | None:
    """Read the plan of a folder; None if there is none, an error if it is of another run."""
    said = folder.read(PLAN)
    if said is None:
        if not folder.is_empty():
            hint = "name an empty folder, or one that does not exist yet"
            raise InputError("contains files that are not parts of a run", where=folder.address, hint=hint)
        return None
    if said.get("plan") != _identity(plan):
        hint = "name another folder, or use the original data and options"
        raise InputError("contains the parts of a different run", where=folder.address, hint=hint)
    return PlannedParts(said["run"], tuple(Block(**one) for one in said["blocks"]))


def write_plan(folder: Folder, plan: RunPlan, planned: PlannedParts) -> None:
    """Write the plan of a folder."""
    folder.make()
    blocks = [asdict(block) for block in planned.blocks]
    folder.write(PLAN, {"plan": _identity(plan), "run": planned.run, "blocks": blocks})


def _identity(plan: RunPlan) -> dict[str, Any]:
    """Return what decides results; runs with equal identities have equal parts."""
    reading = asdict(plan.reading)
    del reading["folder"], reading["data"]
    return {
        "judge": plan.judge,
        "signature": plan.signature,
        "texts": plan.texts,
        "reading": {**reading, "maps": list(plan.reading.maps)},
    }


def cut(plan: RunPlan, engine: Engine, workers: int) -> list[Block]:
    """Split the data of a run into blocks; many files are split by the workers."""
    reading = plan.reading
    data = find_data(reading.data, reading.format)
    size = block_size(total_size(data.files), workers)
    blocks = _split(data, reading.format, size, engine)
    if reading.limit is not None:
        blocks = limited(blocks, data, reading.format, reading.where, reading.limit)
    return [replace(block, number=number) for number, block in enumerate(blocks)]


def _split(data: Data, file_format: str | None, size: int, engine: Engine) -> list[Block]:
    if len(data.files) < FEW_FILES:
        return [block for file in data.files for block in split_file(file, file_format, size)]
    found: Iterator[list[Block]] = engine.run(SplitWork(file_format, size), data.files)
    return list(chain.from_iterable(found))


def judge_parts(
    parting: PartWork, blocks: Sequence[Block], engine: Engine, keeping: RunRecorder
) -> Generator[Part, None, None]:
    """Yield every part, existing ones first; write the manifest when all exist."""
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
    """Return the summary of some parts, added in their order."""
    merged = deepcopy(empty)
    for number in sorted(parts):
        merged.merge(parts[number].summary)
    return merged


def _unfinished(lost: Sequence[Part], folder: Folder) -> InputError:
    names = ", ".join(part.name for part in lost[:3]) + (", …" if len(lost) > 3 else "")
    what = f"{len(lost)} parts could not be written: {names} ({lost[0].lost})"
    return InputError(what, where=folder.address, hint="run the same command again; only these are retried")
