"""Scoring of labels: a stream of label objects in, results out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any, BinaryIO

from jurat.cases import replace_surrogates, require_text
from jurat.errors import InputError, JuratError
from jurat.judges.council.aggregate import aggregate
from jurat.judges.label_wire import parse_labels
from jurat.judges.registry import judge_spec
from jurat.judges.results import score_jury
from jurat.observers.labels import EvidenceChecker
from jurat.options import Options
from jurat.outcomes import CouncilResult, Failure, JuryResult, Outcome, Result
from jurat.wire import CouncilLabels, JuryLabels, ResponseLabels, SummaryLabels, parse_jury

LINE_LIMIT = 8 * 1024 * 1024
OBSERVER = "labels"
OptionsOf = Options | Callable[[str], Options]


def score_labels(
    stream: BinaryIO, options: OptionsOf | None = None, council_options: Options | None = None
) -> Iterator[Outcome]:
    """Yield the result of every label object of a stream, in order; a bad one yields a `Failure`.

    The options apply where an object sets none, the same for all judges or by the judge's name; councils can
    have their own.
    """
    general = options or Options()
    councils = council_options or (general if isinstance(general, Options) else Options())
    for number, line in label_lines(stream):
        yield score_line(line, number, general, councils)


def score_line(line: bytes | None, number: int, options: OptionsOf, council_options: Options) -> Outcome:
    """Score one label object; `None` is a line that was too long to read."""
    try:
        if line is None:
            hint = f"keep a line below {LINE_LIMIT // 1024 // 1024} MiB"
            raise InputError("the line is too long", hint=hint)
        return _score(line, number, options, council_options)
    except JuratError as error:
        return Failure(id=number if line is None else find_id(line, number), error=str(error))


def label_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Yield the objects of a stream with their line numbers: JSONL, or one object over several lines.

    >>> from io import BytesIO
    >>> list(label_lines(BytesIO(b'{"a":\\n1}')))
    [(1, b'{"a":\\n1}')]
    """
    lines = _bounded_lines(stream)
    head = list(islice(lines, 1))
    if head and _is_open(head[0][1]):
        head += islice(lines, 1)
    if len(head) == 2 and not _starts_object(head[1][1]):
        yield head[0][0], _whole_object(stream, b"".join(line or b"" for _, line in head))
    else:
        yield from chain(head, lines)


def _bounded_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Yield the non-blank lines, numbered from 1; `None` for a line that is too long."""
    number = 0
    while line := stream.readline(LINE_LIMIT + 1):
        number += 1
        if len(line) > LINE_LIMIT:
            while line and not line.endswith(b"\n"):
                line = stream.readline(LINE_LIMIT)
            yield number, None
        elif not line.isspace():
            yield number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line


def _starts_object(line: bytes | None) -> bool:
    return line is None or line.lstrip().startswith(b"{")


def _is_open(line: bytes | None) -> bool:
    """Return whether a line starts an object without ending it."""
    return line is not None and _starts_object(line) and not line.rstrip().endswith(b"}")


def _whole_object(stream: BinaryIO, head: bytes) -> bytes | None:
    whole = head + stream.read(LINE_LIMIT)
    return whole if len(whole) <= LINE_LIMIT else None


def find_id(line: bytes, number: int) -> str | int:
    """Return the id of an object that could not be parsed, or else its line number."""
    try:
        found = json.loads(line)["id"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return number
    if isinstance(found, str):
        return replace_surrogates(found)
    return found if isinstance(found, int) and not isinstance(found, bool) else number


def _score(line: bytes, number: int, options: OptionsOf, council_options: Options) -> Outcome:
    votes = parse_jury(line)
    if votes is not None:
        chosen = council_options.merge(votes.options) if votes.options else council_options
        return _score_jury(votes, number if votes.id is None else votes.id, chosen)
    labels = parse_labels(line)
    case = number if labels.id is None else labels.id
    general = options if isinstance(options, Options) else options(labels.judge)
    chosen = council_options if isinstance(labels, CouncilLabels) else general
    chosen = chosen.merge(labels.options) if labels.options else chosen
    if isinstance(labels, CouncilLabels):
        return _score_council(labels, case, chosen)
    return _score_case(labels, case, chosen)


def _score_case(labels: SummaryLabels | ResponseLabels, case: str | int, options: Options) -> Result[Any]:
    """Score the labels of a summary or a response, with evidence looked up in the given texts."""
    spec = judge_spec(labels.judge)
    observations = labels.observations
    if isinstance(labels, SummaryLabels):
        texts = _given(article=labels.article, summary=labels.summary)
    else:
        texts = _given(query=labels.query, response=labels.response, reference=labels.reference)
        if passages := _passages(labels.context):
            texts["context"] = passages
        elif labels.context is not None:
            observations = spec.without_context(observations)
    verified = spec.verify(observations, EvidenceChecker(texts))
    return spec.described(spec.score(verified, options, case=case, observer=OBSERVER))


def _passages(context: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """The passages of a context as they were given; none where all of them are blank."""
    passages = (context,) if isinstance(context, str) else context or ()
    return passages if any(passage.strip() for passage in passages) else ()


def _score_jury(labels: JuryLabels, case: str | int, options: Options) -> JuryResult:
    _given(query=labels.query)
    if not labels.votes:
        raise InputError("are missing", where="votes", hint="give at least one vote")
    return score_jury(labels.votes, options, case=case, observer=OBSERVER, tie_breaker=labels.tie_breaker)


def _score_council(labels: CouncilLabels, case: str | int, options: Options) -> CouncilResult:
    _given(query=labels.query)
    return aggregate(
        labels.candidates, labels.reviews, options, case=case, observer=OBSERVER, safety=labels.safety
    )


def _given(**texts: str | None) -> dict[str, tuple[str, ...]]:
    """Return the texts that are present; an empty one is an error that names the field."""
    given = {name: text for name, text in texts.items() if text is not None}
    for name, text in given.items():
        require_text(text, name)
    return {name: (text,) for name, text in given.items()}
