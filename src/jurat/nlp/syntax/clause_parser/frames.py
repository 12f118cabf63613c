"""Frames: clauses in the making, filled from left to right by the chunks of a sentence.

A frame waits for its subject, then its verb, then what follows the verb. Words that open a clause (who, that,
because, and) put a new frame on top; a comma or a second verb closes it again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from jurat.nlp.syntax.chunker import Chunk

FrameKind = Literal[
    "main", "relative", "complement", "subordinate", "participle", "gerund", "infinitive", "bare"
]


MOST: Final = 8
"""How many coordinated subjects, objects or phrases of a clause are looked at."""


class Attachment(NamedTuple):
    """A noun phrase with the preposition before it, if any."""

    preposition: Chunk | None
    noun: Chunk


@dataclass(slots=True)
class Frame:
    """A clause while it is being read; coordinated verbs share one list of subjects."""

    kind: FrameKind
    governor: Frame | None = None
    marker: str = ""
    subjects: list[Chunk] = field(default_factory=list)
    verb: Chunk | None = None
    helper: Chunk | None = None
    objects: list[Chunk] = field(default_factory=list)
    second: list[Chunk] = field(default_factory=list)
    phrases: list[Attachment] = field(default_factory=list)
    adverbs: list[Chunk] = field(default_factory=list)
    adjectives: list[Chunk] = field(default_factory=list)
    gap: Chunk | None = None
    chained: bool = False
    inverted: bool = False
    reduced: bool = False
    depth: int = 0


class ParsedFrames(NamedTuple):
    """The frames of a sentence in the order they were opened, and which noun phrase renames which."""

    frames: list[Frame]
    appositions: list[tuple[Chunk, Chunk]]
