"""Councils over a stream: JSON objects in, one session after the other out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from jurat.errors import InputError, JuratError
from jurat.judges.council import Council, Question, Session
from jurat.options import Options
from jurat.outcomes import Failure
from jurat.tallying import LINE_LIMIT, find_id, label_lines
from jurat.wire import CouncilLabels, CouncilQuestion, dump_labels, parse_question


def convene(stream: BinaryIO, council: Council) -> Iterator[Session | Failure]:
    """Every question of a stream through a council, in order; a bad line is a failure in its place."""
    return in_place(read_questions(stream, council.options), council)


def in_place(asked: Iterable[Question | Failure], council: Council) -> Iterator[Session | Failure]:
    """The sessions of the questions, with what failed before in between."""
    failed: dict[int, Failure] = {}

    def ready() -> Iterator[Question]:
        for number, one in enumerate(asked):
            if isinstance(one, Failure):
                failed[number] = one
            else:
                yield one

    place = 0
    for session in council.deliberate(ready()):
        while place in failed:
            yield failed.pop(place)
            place += 1
        yield session
        place += 1
    yield from (failed[number] for number in sorted(failed))


def read_questions(stream: BinaryIO, options: Options) -> Iterator[Question | Failure]:
    """The questions of a stream: JSONL, or one object over several lines.

    >>> from io import BytesIO
    >>> [asked] = read_questions(BytesIO(b'{"query": "Why?", "candidates": {"m1": "So."}}'), Options())
    >>> asked.id, asked.candidates
    (1, {'m1': 'So.'})
    """
    for number, line in label_lines(stream):
        try:
            if line is None:
                hint = f"keep a line below {LINE_LIMIT // 1024 // 1024} MiB"
                raise InputError("the line is too long", hint=hint)
            yield as_question(parse_question(line), number, options)
        except JuratError as error:
            yield Failure(id=number if line is None else find_id(line, number), error=str(error))


def as_question(read: CouncilQuestion, number: int, options: Options) -> Question:
    """A question as the council takes it, from one as it is written."""
    passages = read.contexts if read.contexts is not None else read.context
    return Question(
        query=read.query or "",
        candidates=read.candidates or {},
        contexts=(passages,) if isinstance(passages, str) else passages or (),
        reviews=read.reviews,
        safety=read.safety,
        options=options.changed(read.options) if read.options else None,
        id=number if read.id is None else read.id,
    )


def record(session: Session) -> bytes:
    """All that a session was scored from, as labels: to be kept, and scored again without a model."""
    asked = session.question
    return dump_labels(
        CouncilLabels(
            judge="council",
            id=asked.id,
            query=asked.query or None,
            contexts=asked.contexts or None,
            candidates=dict(asked.candidates),
            reviews=asked.reviews,
            safety=None if asked.safety is None else dict(asked.safety),
        )
    )
