"""Writing of parts as work: each block is read, judged and written by one worker."""

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
from jurat.judges.judge import Build, Judge
from jurat.runs.parts.folder import Folder
from jurat.runs.parts.part import Part, part_name, part_writer, read_part
from jurat.runs.run_summary import RunSummary
from jurat.runs.runner import local_engine, run_cases


@dataclass(frozen=True, slots=True)
class RetriedBlock:
    """A block over which workers died: its rows are judged in a separate process."""

    block: Block


@dataclass(frozen=True, slots=True)
class PartWork:
    """Writes parts; a block over which workers die is judged in a separate process to isolate the row."""

    folder: Folder
    build: Build
    fields: FieldMap
    empty: RunSummary
    where: str | None = None
    texts: bool = True
    row_timeout: float | None = None
    ordered: bool = False

    def begin(self) -> Callable[[Block | RetriedBlock], Part]:
        """Build the judge."""
        return partial(self._part, self.build())

    def split(self, item: Block | RetriedBlock) -> Sequence[Block | RetriedBlock]:
        """Return the same block, to be retried in a separate process."""
        return () if isinstance(item, RetriedBlock) else (RetriedBlock(item),)

    def lost(self, item: Block | RetriedBlock, why: str) -> Part:
        """Return the failure of a block; the next run over this folder retries it."""
        block = item.block if isinstance(item, RetriedBlock) else item
        return Part(block.number, part_name(block), 0, RunSummary([]), lost=f"its worker {why}")

    def join(self, pieces: Sequence[Part]) -> Part:
        """Return the only piece, as a block is never split."""
        (part,) = pieces
        return part

    def _part(self, judge: Judge[Any, Any], item: Block | RetriedBlock) -> Part:
        block = item.block if isinstance(item, RetriedBlock) else item
        limited = self.row_timeout is not None
        engine = local_engine(1, self.row_timeout) if limited or isinstance(item, RetriedBlock) else None
        build = self.build if engine else lambda: judge
        if (made := read_part(self.folder, block)) is not None:
            return made  # a worker that was thought dead has made it
        rows = cases_of(self.fields, read_block(block, self.where, several=self.fields.several))
        with part_writer(self.folder, block, judge.metrics, deepcopy(self.empty)) as writer:
            for cases, outcomes in run_cases(rows, build, engine, alone=limited):
                writer.write(outcomes, cases if self.texts else ())
        return Part(block.number, part_name(block), writer.rows, writer.summary)


@dataclass(frozen=True, slots=True)
class SplitWork:
    """Splits files into blocks."""

    format: str | None
    size: int
    ordered: bool = True

    def begin(self) -> Callable[[DataFile], list[Block]]:
        """Return the function that splits a file."""
        return partial(split_file, file_format=self.format, size=self.size)

    def split(self, file: DataFile) -> Sequence[DataFile]:  # noqa: ARG002
        """Return nothing, as a file cannot be divided before it is split."""
        return ()

    def lost(self, file: DataFile, why: str) -> list[Block]:  # noqa: ARG002
        """Return the whole file as one block."""
        return [whole_file(file, self.format)]

    def join(self, pieces: Sequence[list[Block]]) -> list[Block]:
        """Return the only piece."""
        return [block for piece in pieces for block in piece]
