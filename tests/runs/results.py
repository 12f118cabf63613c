"""Result files for tests: made by tally from label objects, written as `jurat run -o` writes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from jurat.judges.label_scoring import score_labels
from jurat.wire import dump
from tests.builders import response_labels, summary_labels

Json = dict[str, Any]
FAILED = '{"id": "broken", "error": "query: is empty; give the text"}'


def write_results(path: Path, labels: Iterable[Json], *, failures: Sequence[str] = ()) -> str:
    """A file of the results of label objects, then some lines as they are."""
    data = "\n".join(json.dumps(one) for one in labels).encode()
    lines = [dump(outcome) for outcome in score_labels(BytesIO(data))]
    path.write_bytes(b"".join(line + b"\n" for line in [*lines, *(one.encode() for one in failures)]))
    return str(path)


def responses(unsupported: Sequence[int | None], *, start: int = 0, of: int = 10) -> list[Json]:
    """Claim-Lock labels; each number is how many of ten anchors have no support, none for no context."""
    made = []
    for number, count in enumerate(unsupported, start=start):
        labels = response_labels(supported=of - (count or 0), unsupported=count or 0)
        if count is None:
            labels["observations"]["hallucination"] = {"no_context": True}
        made.append({**labels, "id": f"case {number}"})
    return made


def summaries(bias: Sequence[float | None]) -> list[Json]:
    """Twin-Lock labels; each number is bias_score, none for a summary whose coverage nobody looked at."""
    made = []
    for number, score in enumerate(bias):
        labels = {**summary_labels("twin-lock", bias_toxicity__bias_score=score or 0), "id": number}
        if score is None:
            del labels["observations"]["coverage"]
        made.append(labels)
    return made
