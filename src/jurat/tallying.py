"""Labels in, auditable scores out: a stream of label objects scored one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import BinaryIO

from jurat.cases import replace_surrogates, require_text
from jurat.errors import InputError, JuratError
from jurat.judges.scoring import score_response, score_summary
from jurat.judges.settling import settle
from jurat.observations import Anchors
from jurat.observers.labels import Verifier, check_tokens, verify_response, verify_summary
from jurat.options import Options
from jurat.outcomes import CouncilResult, Failure, Outcome, Result
from jurat.rules.limits import LIMITS
from jurat.wire import CouncilLabels, ResponseLabels, SummaryLabels, parse_labels

LINE_LIMIT = 8 * 1024 * 1024
OBSERVER = "labels"


def tally(
    stream: BinaryIO, options: Options | None = None, council_options: Options | None = None
) -> Iterator[Outcome]:
    """Score every label object of a stream, in order; a bad one becomes a failure in its place.

    The options are what an object does not set itself; councils may be given others.
    """
    general = options or Options()
    for number, line in label_lines(stream):
        yield tally_line(line, number, general, council_options or general)


def tally_line(line: bytes | None, number: int, options: Options, council_options: Options) -> Outcome:
    """Score one label object; none stands for a line that was too long to read."""
    try:
        if line is None:
            hint = f"keep a line below {LINE_LIMIT // 1024 // 1024} MiB"
            raise InputError("the line is too long", hint=hint)
        return _score(line, number, options, council_options)
    except JuratError as error:
        return Failure(id=number if line is None else find_id(line, number), error=str(error))


def label_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The objects of a stream with their line numbers: JSONL, or one object over several lines.

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
    """The lines that hold anything, numbered from 1; none in place of one that is too long."""
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
    """Whether a line starts an object and does not end it."""
    return line is not None and _starts_object(line) and not line.rstrip().endswith(b"}")


def _whole_object(stream: BinaryIO, head: bytes) -> bytes | None:
    whole = head + stream.read(LINE_LIMIT)
    return whole if len(whole) <= LINE_LIMIT else None


def find_id(line: bytes, number: int) -> str | int:
    """The id of an object that could not be read, if it has one; else its line number."""
    try:
        found = json.loads(line)["id"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return number
    if isinstance(found, str):
        return replace_surrogates(found)
    return found if isinstance(found, int) and not isinstance(found, bool) else number


def _score(line: bytes, number: int, options: Options, council_options: Options) -> Result | CouncilResult:
    labels = parse_labels(line)
    case = number if labels.id is None else labels.id
    chosen = council_options if isinstance(labels, CouncilLabels) else options
    chosen = chosen.changed(labels.options) if labels.options else chosen
    if isinstance(labels, SummaryLabels):
        return _score_summary(labels, case, chosen)
    if isinstance(labels, ResponseLabels):
        return _score_response(labels, case, chosen)
    return _score_council(labels, case, chosen)


def _score_summary(labels: SummaryLabels, case: str | int, options: Options) -> Result:
    texts = _given(article=labels.article, summary=labels.summary)
    check_tokens(labels.observations, LIMITS[labels.judge])
    observations = labels.observations
    if texts:
        observations = verify_summary(observations, Verifier(texts))
    return score_summary(labels.judge, observations, options, case=case, observer=OBSERVER)


def _score_response(labels: ResponseLabels, case: str | int, options: Options) -> Result:
    texts = _given(query=labels.query, response=labels.response)
    observations = labels.observations
    if labels.context is not None:
        passages = (labels.context,) if isinstance(labels.context, str) else labels.context
        if any(passage.strip() for passage in passages):
            texts["context"] = passages
        else:
            observations = replace(observations, hallucination=Anchors(no_context=True))
    if texts:
        observations = verify_response(observations, Verifier(texts))
    return score_response(observations, options, case=case, observer=OBSERVER)


def _score_council(labels: CouncilLabels, case: str | int, options: Options) -> CouncilResult:
    _given(query=labels.query)
    return settle(
        labels.candidates, labels.reviews, options, case=case, observer=OBSERVER, safety=labels.safety
    )


def _given(**texts: str | None) -> dict[str, tuple[str, ...]]:
    """The texts that were given; an empty one is an error that names the field."""
    given = {name: text for name, text in texts.items() if text is not None}
    for name, text in given.items():
        require_text(text, name)
    return {name: (text,) for name, text in given.items()}
