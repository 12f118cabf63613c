"""Councils by the names of their models; over a stream, JSON objects in, one session after the other out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from jurat.errors import InputError, JuratError
from jurat.judges.council import Council, Question, Session
from jurat.judges.council.settings import CouncilSettings, read_council_settings
from jurat.llm.budget import Budget
from jurat.observers.llm.observer import ModelOptions
from jurat.options import OptionChanges, Options
from jurat.outcomes import Failure
from jurat.settings import council_environment, model_access, read_model_settings
from jurat.tallying import LINE_LIMIT, find_id, label_lines
from jurat.wire import CouncilQuestion, parse_question

if TYPE_CHECKING:
    from jurat.llm.protocol import Endpoint
    from jurat.settings import ModelSettings


def council(
    *,
    members: str | Sequence[str] | None = None,
    reviewers: str | Sequence[str] | None = None,
    chair: str | None = None,
    seed: int | None = None,
    config: str | Path | None = None,
    options: OptionChanges | None = None,
    cache: str | Path | None = None,
    max_calls: int | None = None,
) -> Council:
    """A council of models by name, their keys from the environment; of `rules` alone where none is named.

    One name may stand for a list of one. What `config`, a jurat.yaml, says holds where nothing else is said
    here.

    >>> made = council(reviewers="rules", options={"rubric": "factual"})
    >>> made.seating.panel, made.options.rubric
    (('rules',), 'factual')
    """
    file = None if config is None else Path(config)
    described = read_council_settings(file) if file else CouncilSettings()
    known = read_model_settings(file) if file else None
    said = {"members": _names(members), "reviewers": _names(reviewers), "chair": chair, "seed": seed}
    chosen: Any = {name: one for name, one in said.items() if one is not None}
    seating = replace(described.seating, **chosen)
    whole = Options().changed(council_environment(os.environ)).changed(described.options)
    kept = Path(cache) if cache is not None else known.cache if known else None
    for name in seating.models:
        model_access(name, os.environ, known)
    opened = {name: partial(_endpoint, name, known) for name in seating.models}
    asking = ModelOptions(cache=kept, budget=Budget(calls=max_calls))
    return Council(seating, opened, whole.changed(options or {}), asking)


def _names(given: str | Sequence[str] | None) -> tuple[str, ...] | None:
    """Names as a tuple; one name is a list of one.

    >>> _names("rules"), _names(["a", "b"]), _names(None)
    (('rules',), ('a', 'b'), None)
    """
    return (given,) if isinstance(given, str) else None if given is None else tuple(given)


def _endpoint(name: str, known: ModelSettings | None) -> Endpoint:
    from jurat.llm.connect import connect

    return connect(model_access(name, os.environ, known))


def convene(stream: BinaryIO, council: Council, *, skip: int = 0) -> Iterator[Session | Failure]:
    """Every question of a stream through a council, in order; a bad line is a failure in its place.

    The first ones may be skipped: those that were judged before.
    """
    return in_place(islice(read_questions(stream), skip, None), council)


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


def read_questions(stream: BinaryIO) -> Iterator[Question | Failure]:
    """The questions of a stream: JSONL, or one object over several lines.

    >>> from io import BytesIO
    >>> [asked] = read_questions(BytesIO(b'{"query": "Why?", "candidates": {"m1": "So."}}'))
    >>> asked.id, asked.candidates
    (1, {'m1': 'So.'})
    """
    for number, line in label_lines(stream):
        try:
            if line is None:
                hint = f"keep a line below {LINE_LIMIT // 1024 // 1024} MiB"
                raise InputError("the line is too long", hint=hint)
            yield as_question(parse_question(line), number)
        except JuratError as error:
            yield Failure(id=number if line is None else find_id(line, number), error=str(error))


def as_question(read: CouncilQuestion, number: int) -> Question:
    """A question as the council takes it, from one as it is written."""
    passages = read.contexts if read.contexts is not None else read.context
    return Question(
        query=read.query or "",
        candidates=read.candidates or {},
        contexts=(passages,) if isinstance(passages, str) else passages or (),
        reviews=read.reviews,
        safety=read.safety,
        options=read.options,
        id=number if read.id is None else read.id,
    )
