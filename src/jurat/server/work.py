"""What the processes do beside judging: score labels, hold councils, inspect texts."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import Any, cast

from jurat.cases import replace_surrogates
from jurat.convening import convene
from jurat.judges.council import Council, Seating
from jurat.options import Options
from jurat.outcomes import CouncilResult, Failure, Outcome
from jurat.runs.columns import read_columns
from jurat.runs.compare import compare
from jurat.runs.sources import StoredRun
from jurat.safety import inspect
from jurat.safety.pii.search import personal_data
from jurat.server.answers import ComparisonAnswer
from jurat.server.views import intervals_view
from jurat.tallying import tally_line
from jurat.wire import dump


def tallied(labels: bytes) -> tuple[bool, bytes]:
    """A labels object scored: whether it could be, and the line."""
    outcome = tally_line(labels, 1, Options(), Options())
    return not isinstance(outcome, Failure), _line(outcome)


def convened(question: bytes) -> tuple[bool, bytes]:
    """A question with its candidates and reviews, settled; without reviews the rules review them."""
    given = json.loads(question)
    if given.get("reviews"):
        return tallied(json.dumps({**given, "judge": "council"}).encode("ascii"))
    (session,) = convene(BytesIO(json.dumps(given).encode("ascii")), Council(Seating()))
    if isinstance(session, Failure):
        return False, dump(session)
    return True, _line(session.result)


def _line(outcome: Outcome) -> bytes:
    line = dump(outcome)
    if not isinstance(outcome, CouncilResult):
        return line
    intervals = intervals_view(json.loads(line)["candidates"])
    return line[:-1] + b',"intervals":' + json.dumps(intervals).encode("ascii") + b"}"


def inspected(text: str) -> dict[str, Any]:
    """What fails the gate in a text, and what personal data stand in it."""
    text = replace_surrogates(text)
    findings = [{**asdict(one), "text": text[one.start : one.end]} for one in inspect(text)]
    return {
        "passes": not findings,
        "findings": findings,
        "personal_data": [{**asdict(one), "text": text[one.start : one.end]} for one in personal_data(text)],
    }


@dataclass(frozen=True, slots=True)
class Compared:
    """Two runs of a store that are to be compared."""

    store: str
    before: str
    after: str
    anyway: bool = False


def compared(asked: Compared) -> ComparisonAnswer:
    """Two runs compared, and where in them the cases stand that changed most."""
    before, after = (read_columns(StoredRun.open(asked.store, one)) for one in (asked.before, asked.after))
    found = compare(before, after, anyway=asked.anyway)
    shown = asdict(found)
    shown["changes"] = [{**asdict(one), "outcome": one.outcome} for one in found.changes]
    shown["cases"] = [
        {**asdict(one), "places": [side.places[one.id] + 1 for side in (before, after)]}
        for one in found.cases
    ]
    return cast(ComparisonAnswer, shown)
