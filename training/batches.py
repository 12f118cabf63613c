"""Examples as arrays of token ids, and batches of similar length."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor

from training.examples import UNKNOWN, Example

HEADS = ("support", "answers", "tone")
MAX_TOKENS = 224
TARGETS = 4
PAD_STEP = 16
IGNORED = 2
"""The mark of a token that the fault head is not asked about."""


@dataclass(slots=True)
class Arrays:
    """Encoded examples: token ids and marks end to end, and one row of numbers for each example."""

    ids: NDArray[np.uint16]
    marks: NDArray[np.uint8]
    starts: NDArray[np.int64]
    seconds: NDArray[np.int32]
    heads: NDArray[np.uint8]
    targets: NDArray[np.float32]
    origins: list[str]

    def __len__(self) -> int:
        return len(self.heads)

    def length(self, number: int) -> int:
        """Return how many tokens an example has."""
        return int(self.starts[number + 1] - self.starts[number])

    def save(self, path: Path) -> None:
        """Write all arrays to one file."""
        np.savez(
            path, ids=self.ids, marks=self.marks, starts=self.starts, seconds=self.seconds,
            heads=self.heads, targets=self.targets, origins=np.array(self.origins),
        )  # fmt: skip

    @classmethod
    def load(cls, path: Path) -> Arrays:
        """Read what `save` wrote."""
        with np.load(path) as found:
            fields = {name: found[name] for name in ("ids", "marks", "starts", "seconds", "heads", "targets")}
            return cls(**fields, origins=[str(one) for one in found["origins"]])


def encode(examples: Iterable[Example], tokenizer: Tokenizer, block: int = 2048) -> Arrays:
    """Return examples as arrays."""
    ids: list[NDArray[np.uint16]] = []
    marks: list[NDArray[np.uint8]] = []
    seconds, heads, targets, origins = [], [], [], []
    for part in _blocks(examples, block):
        texts = [(one.first, one.second) if one.second else one.first for one in part]
        for example, encoding in zip(part, tokenizer.encode_batch(texts), strict=True):
            own, mark, second = _one(example, encoding)
            ids.append(own)
            marks.append(mark)
            seconds.append(second)
            heads.append(HEADS.index(example.head))
            targets.append([*example.target, *[UNKNOWN] * (TARGETS - len(example.target))])
            origins.append(example.origin)
    starts = np.concatenate([[0], np.cumsum([len(one) for one in ids])]).astype(np.int64)
    return Arrays(
        np.concatenate(ids), np.concatenate(marks), starts, np.array(seconds, np.int32), np.array(heads, np.uint8),
        np.array(targets, np.float32), origins,
    )  # fmt: skip


def _blocks(examples: Iterable[Example], size: int) -> Iterator[list[Example]]:
    part: list[Example] = []
    for example in examples:
        part.append(example)
        if len(part) == size:
            yield part
            part = []
    if part:
        yield part


def _one(example: Example, encoding: object) -> tuple[NDArray[np.uint16], NDArray[np.uint8], int]:
    """Return the ids of one example, what the fault head should say of each, and where its second text starts."""
    ids = np.array(encoding.ids, np.uint16)  # type: ignore[attr-defined]
    types = encoding.type_ids  # type: ignore[attr-defined]
    marks = np.full(len(ids), IGNORED, np.uint8)
    second = types.index(1) if 1 in types else len(ids)
    if example.head == "support" and example.fault is not None:
        for number, (start, end) in enumerate(encoding.offsets):  # type: ignore[attr-defined]
            if types[number] == 1 and end > start and start >= example.lead:
                marks[number] = any(start < stop and first < end for first, stop in example.fault)
    return ids, marks, second


def prepare(tokenizer_json: str) -> Tokenizer:
    """Return the tokenizer with the verifier's limits: the evidence is cut where a pair is too long."""
    tokenizer = Tokenizer.from_str(tokenizer_json)
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS, strategy="longest_first")
    return tokenizer


def bucketed(
    lengths: NDArray[np.int64], chosen: NDArray[np.int64], budget: int, rng: random.Random
) -> list[list[int]]:
    """Return batches of about `budget` tokens in random order, each of examples of one padded length.

    Few shapes occur, so the kernels that are compiled for each shape are used again.
    """
    buckets: dict[int, list[int]] = {}
    for number in chosen[np.array(rng.sample(range(len(chosen)), len(chosen)))]:
        buckets.setdefault(padded(int(lengths[number])), []).append(int(number))
    batches: list[list[int]] = []
    for length, numbers in sorted(buckets.items()):
        size = max(1, budget // length)
        batches += [numbers[first : first + size] for first in range(0, len(numbers), size)]
    rng.shuffle(batches)
    return batches


def padded(length: int) -> int:
    """Return the next multiple of the step between padded lengths."""
    return -(-length // PAD_STEP) * PAD_STEP


def tensors(arrays: Arrays, batch: list[int]) -> dict[str, Tensor]:
    """Return one padded batch."""
    longest = padded(max(arrays.length(number) for number in batch))
    shape = (len(batch), longest)
    ids, types, mask = (np.zeros(shape, np.int64) for _ in range(3))
    marks = np.full(shape, IGNORED, np.int64)
    for row, number in enumerate(batch):
        start, end = arrays.starts[number], arrays.starts[number + 1]
        size = int(end - start)
        ids[row, :size] = arrays.ids[start:end]
        mask[row, :size] = 1
        types[row, arrays.seconds[number] : size] = 1
        marks[row, :size] = arrays.marks[start:end]
    found = {"ids": ids, "types": types, "mask": mask, "marks": marks}
    found["heads"] = arrays.heads[batch].astype(np.int64)
    made = {name: torch.from_numpy(value) for name, value in found.items()}
    made["targets"] = torch.from_numpy(arrays.targets[batch])
    return made
