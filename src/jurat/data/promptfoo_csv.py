"""Tables that promptfoo exports: variables, then the output of each provider with its status and score."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_AFTER_OUTPUT = ("Status", "Score", "Named Scores")
_PROVIDER = re.compile(r"\[[^\[\]]+\] .*", re.DOTALL)
_STATUS = re.compile(r"\[(PASS|FAIL|ERROR)\] ?")
_REASON_END = "\n---\n"
_DESCRIPTION = "Description"


def output_columns(header: Sequence[str]) -> list[int]:
    """Return the positions of outputs, none for a table that promptfoo did not write.

    Each output is followed by its status and score; in old versions it has its status in front.

    >>> output_columns(["question", "[openai:gpt-4o] Q", "Status", "Score", "Named Scores", "Comment"])
    [1]
    >>> output_columns(["question", "[echo] A", "[echo] B"]), output_columns(["question", "answer"])
    ([1, 2], [])
    """
    size = len(_AFTER_OUTPUT)
    found = [n for n in range(len(header)) if tuple(header[n + 1 : n + 1 + size]) == _AFTER_OUTPUT]
    if found:
        return found
    named = [n for n, name in enumerate(header) if _PROVIDER.fullmatch(name)]
    return named if named and named == list(range(named[0], len(header))) and named[0] > 0 else []


def promptfoo_records(
    header: Sequence[str], record: Sequence[str], number: int
) -> Iterator[dict[str, object]]:
    """Yield a record for each output of a row, with the names of promptfoo's JSON.

    >>> list(promptfoo_records(["question", "[echo] A"], ["Who?", "[PASS] Ada."], 1))
    [{'vars': {'question': 'Who?'}, 'provider': '[echo] A', 'output': 'Ada.'}]
    """
    outputs = output_columns(header)
    variables = {header[n]: record[n] for n in range(outputs[0]) if header[n] != _DESCRIPTION}
    for place, n in enumerate(outputs, start=1):
        if len(outputs) > 1 and not record[n]:
            continue  # this provider was not asked
        named: dict[str, object] = {"id": f"{number}-{place}"} if len(outputs) > 1 else {}
        yield {**named, "vars": dict(variables), "provider": header[n], "output": _output(record[n])}


def _output(cell: str) -> str:
    """Return an output without the status and the reason of a failure that old versions put in front."""
    status = _STATUS.match(cell)
    if status is None:
        return cell
    rest = cell[status.end() :]
    return rest.partition(_REASON_END)[2] or rest if status[1] != "PASS" else rest
