"""The council by model names, for one question or a stream of JSON objects."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NamedTuple, TypeVar

from jurat.errors import InputError, JuratError
from jurat.judges.council.council_settings import CouncilSettings, read_council_settings
from jurat.judges.council.deliberation import Council
from jurat.judges.council.jury import Jury
from jurat.judges.council.room import Watch, unwatched
from jurat.judges.council.session import JurySession, Question, Seats, Session
from jurat.judges.label_scoring import LINE_LIMIT, find_id, label_lines
from jurat.llm.budget import Budget, read_prices
from jurat.llm.model_names import parse_model
from jurat.observers.llm.llm_observer import ModelOptions
from jurat.options import OptionChanges, Options
from jurat.outcomes import Failure
from jurat.settings import council_environment, model_access, project_models, read_model_settings
from jurat.wire import CouncilQuestion, JuryLabels, parse_jury, parse_question

if TYPE_CHECKING:
    from jurat.llm.model_protocol import Endpoint
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
    prices: str | Path | None = None,
    rounds: int | None = None,
    seconds: float | None = None,
    early_stop: bool | None = None,
    reviewers_each: int | None = None,
    normalise_style: bool | None = None,
    query_type: Literal["auto"] | None = None,
    watch: Watch = unwatched,
) -> Council:
    """Return a council of models by name, their keys from the environment; of `rules` if no model is named.

    One name can be given for a list of one. Arguments replace the settings of `config`, a jurat.yaml; without
    `config`, the project's jurat.yaml only names models. `Seats` explains `rounds` to `query_type`;
    `prices` is a price file; `watch` is called as each seat starts and ends its part.

    >>> made = council(reviewers="rules", options={"rubric": "factual"})
    >>> made.seating.panel, made.options.rubric
    (('rules',), 'factual')
    """
    seats = {
        "members": _names(members),
        "reviewers": _names(reviewers),
        "chair": chair,
        "seed": seed,
        "rounds": rounds,
        "seconds": seconds,
        "early_stop": early_stop,
        "reviewers_each": reviewers_each,
        "normalise_style": normalise_style,
        "query_type": query_type,
    }
    made = _prepare(seats, config, options, cache, max_calls, prices)
    return Council(made.seating, made.opened, made.options, made.asking, watch)


def jury(
    *,
    reviewers: str | Sequence[str] | None = None,
    tie_breaker: str | None = None,
    seconds: float | None = None,
    config: str | Path | None = None,
    options: OptionChanges | None = None,
    cache: str | Path | None = None,
    max_calls: int | None = None,
    prices: str | Path | None = None,
    watch: Watch = unwatched,
) -> Jury:
    """Return a jury of models by name; without any it counts the votes that a question brings along.

    >>> jury(tie_breaker="ann").seating.tie_breaker
    'ann'
    """
    seats = {"reviewers": _names(reviewers), "tie_breaker": tie_breaker, "seconds": seconds}
    made = _prepare(seats, config, options, cache, max_calls, prices)
    return Jury(made.seating, made.opened, made.options, made.asking, watch)


class _Prepared(NamedTuple):
    """All that a council or a jury is made of."""

    seating: Seats
    opened: Mapping[str, Callable[[], Endpoint]]
    options: Options
    asking: ModelOptions


def _prepare(
    seats: Mapping[str, Any],
    config: str | Path | None,
    options: OptionChanges | None,
    cache: str | Path | None,
    max_calls: int | None,
    prices: str | Path | None,
) -> _Prepared:
    file = None if config is None else Path(config)
    described = read_council_settings(file) if file else CouncilSettings()
    known = read_model_settings(file) if file else None
    named = known or project_models(Path.cwd())
    chosen: Any = {name: one for name, one in seats.items() if one is not None}
    seating = replace(described.seating, **chosen)
    whole = Options().merge(council_environment(os.environ)).merge(described.options)
    kept = Path(cache) if cache is not None else known.cache if known else None
    for name in seating.models:
        model_access(name, os.environ, named)
    shown = short_names(seating.models)
    opened = {shown[name]: partial(_endpoint, name, named) for name in seating.models}
    priced = Path(prices) if prices is not None else known.prices if known else None
    asking = ModelOptions(
        cache=kept, budget=Budget(calls=max_calls), prices=read_prices(priced) if priced else {}
    )
    return _Prepared(_renamed(seating, shown), opened, whole.merge(options or {}), asking)


def short_names(models: Sequence[str]) -> dict[str, str]:
    """Return the name under which each model is shown: without its address, unless two would be the same.

    >>> short_names(["local=http://127.0.0.1:8080/v1:qwen2.5:7b", "openai:gpt-4o"])
    {'local=http://127.0.0.1:8080/v1:qwen2.5:7b': 'local:qwen2.5:7b', 'openai:gpt-4o': 'openai:gpt-4o'}
    """
    short = {name: _short_name(name) for name in models}
    taken = [*short.values()]
    return {name: name if taken.count(one) > 1 else one for name, one in short.items()}


def _short_name(name: str) -> str:
    if "://" not in name:
        return name
    parsed = parse_model(name)
    return f"{parsed.service}:{parsed.model}"


def _renamed(seating: Seats, shown: Mapping[str, str]) -> Seats:
    """Return the seats under the names that are shown."""
    return replace(
        seating,
        members=tuple(shown.get(name, name) for name in seating.members),
        reviewers=tuple(shown.get(name, name) for name in seating.reviewers),
        chair=None if seating.chair is None else shown.get(seating.chair, seating.chair),
        tie_breaker=None
        if seating.tie_breaker is None
        else shown.get(seating.tie_breaker, seating.tie_breaker),
    )


def _names(given: str | Sequence[str] | None) -> tuple[str, ...] | None:
    """Return names as a tuple; a single name is a list of one.

    >>> _names("rules"), _names(["a", "b"]), _names(None)
    (('rules',), ('a', 'b'), None)
    """
    return (given,) if isinstance(given, str) else None if given is None else tuple(given)


def _endpoint(name: str, known: ModelSettings | None) -> Endpoint:
    from jurat.llm.endpoints import connect

    return connect(model_access(name, os.environ, known))


Held = TypeVar("Held", Session, JurySession)


def convene(stream: BinaryIO, council: Council, *, skip: int = 0) -> Iterator[Session | Failure]:
    """Yield the session of every question of a stream, in order; a bad line yields a `Failure`.

    The first `skip` questions, judged by an earlier run, are skipped.
    """
    return in_place(islice(read_questions(stream), skip, None), council.deliberate)


def in_place(
    asked: Iterable[Question | Failure], held: Callable[[Iterable[Question]], Iterator[Held | Failure]]
) -> Iterator[Held | Failure]:
    """Merge sessions with the failures of lines that could not be read, in their order."""
    failed: dict[int, Failure] = {}

    def ready() -> Iterator[Question]:
        for number, one in enumerate(asked):
            if isinstance(one, Failure):
                failed[number] = one
            else:
                yield one

    place = 0
    for session in held(ready()):
        while place in failed:
            yield failed.pop(place)
            place += 1
        yield session
        place += 1
    yield from (failed[number] for number in sorted(failed))


def read_questions(stream: BinaryIO) -> Iterator[Question | Failure]:
    """Yield the questions of a stream: JSONL, or one object over several lines.

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
            votes = parse_jury(line)
            yield as_question(parse_question(line) if votes is None else votes, number)
        except JuratError as error:
            yield Failure(id=number if line is None else find_id(line, number), error=str(error))


def as_question(read: CouncilQuestion | JuryLabels, number: int) -> Question:
    """Return a question from its parsed form."""
    passages = read.contexts if read.contexts is not None else read.context
    return Question(
        query=read.query or "",
        candidates=read.candidates or {},
        contexts=(passages,) if isinstance(passages, str) else passages or (),
        reviews=() if isinstance(read, JuryLabels) else read.reviews,
        safety=None if isinstance(read, JuryLabels) else read.safety,
        options=read.options,
        id=number if read.id is None else read.id,
        votes=read.votes if isinstance(read, JuryLabels) else (),
        tie_breaker=read.tie_breaker if isinstance(read, JuryLabels) else None,
    )
