"""Blocks as work: each is read, judged and written as a part where the worker is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

from jurat.data.blocks import Block, read_block, split_file, whole_file
from jurat.data.fields import FieldMap
from jurat.data.load import cases_of
from jurat.data.locations import DataFile
from jurat.engines.engine import Engine
from jurat.judges.judge import Build, Judge
from jurat.runs.parts.folder import Folder
from jurat.runs.parts.part import Part, part_name, part_writer, read_part
from jurat.runs.runner import run_cases
from jurat.runs.summary import RunSummary


@dataclass(frozen=True, slots=True)
class Careful:
    """A block over which workers died: its rows are judged in a process beside the worker."""

    block: Block


@dataclass(frozen=True, slots=True)
class Parting:
    """Makes parts. Where workers die over a block it is judged carefully, to find the row that kills."""

    folder: Folder
    build: Build
    fields: FieldMap
    empty: RunSummary
    where: str | None = None
    texts: bool = True
    ordered: bool = False

    def begin(self) -> Callable[[Block | Careful], Part]:
        """Build the judge, once."""
        return partial(self._part, self.build())

    def split(self, item: Block | Careful) -> Sequence[Block | Careful]:
        """The same block, carefully."""
        return () if isinstance(item, Careful) else (Careful(item),)

    def lost(self, item: Block | Careful, why: str) -> Part:
        """A block that cannot be judged even so; it is tried again by the next run over this folder."""
        block = item.block if isinstance(item, Careful) else item
        return Part(block.number, part_name(block), 0, RunSummary([]), lost=f"its worker {why}")

    def join(self, pieces: Sequence[Part]) -> Part:
        """A block is never cut: its one piece."""
        (part,) = pieces
        return part

    def _part(self, judge: Judge[Any, Any], item: Block | Careful) -> Part:
        block, engine = (item.block, _beside()) if isinstance(item, Careful) else (item, None)
        if (made := read_part(self.folder, block)) is not None:
            return made  # a worker that was thought dead has made it
        rows = cases_of(self.fields, read_block(block, self.where, several=self.fields.several))
        with part_writer(self.folder, block, judge.metrics, deepcopy(self.empty)) as writer:
            for cases, outcomes in run_cases(rows, self.build if engine else lambda: judge, engine):
                writer.write(outcomes, cases if self.texts else ())
        return Part(block.number, part_name(block), writer.rows, writer.summary)


def _beside() -> Engine:
    from jurat.engines.local import Processes

    return Processes(1)


@dataclass(frozen=True, slots=True)
class Splitting:
    """Cuts files into blocks."""

    format: str | None
    size: int
    ordered: bool = True

    def begin(self) -> Callable[[DataFile], list[Block]]:
        """Nothing has to be built."""
        return partial(split_file, told=self.format, size=self.size)

    def split(self, file: DataFile) -> Sequence[DataFile]:  # noqa: ARG002
        """A file is not halved before it is cut."""
        return ()

    def lost(self, file: DataFile, why: str) -> list[Block]:  # noqa: ARG002
        """A file that cannot be cut is one block."""
        return [whole_file(file, self.format)]

    def join(self, pieces: Sequence[list[Block]]) -> list[Block]:
        """A file is never cut in pieces before."""
        return [block for piece in pieces for block in piece]
