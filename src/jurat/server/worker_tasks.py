"""What the processes do beside judging: score labels, hold councils, inspect texts."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import Any, cast

from jurat.cases import Case, SummaryCase, replace_surrogates
from jurat.engines.judging_work import Judged, judge_batch
from jurat.errors import InputError, JuratError, MissingExtraError
from jurat.judges.council.api import convene, council, in_place, jury, read_questions
from jurat.judges.council.council_spec import COUNCIL
from jurat.judges.council.deliberation import Council
from jurat.judges.council.session import Seats
from jurat.judges.label_scoring import score_line
from jurat.judges.observer_config import VERIFIER, ObserverConfig
from jurat.judges.registry import DEFAULTS, judge
from jurat.llm.budget import Usage
from jurat.options import Options
from jurat.outcomes import CouncilResult, Failure, Outcome, Unscored
from jurat.plain_values import plain_values
from jurat.runs.calibration.signal_table import signal_table
from jurat.runs.compare.comparison import compare
from jurat.runs.council.kept_juries import jury_line
from jurat.runs.council.kept_sessions import result_line
from jurat.runs.results.result_columns import read_columns
from jurat.runs.results.sources import StoredRun
from jurat.safety import inspect
from jurat.safety.pii.recognition import personal_data
from jurat.server.response_models import ComparisonAnswer, SignalRowAnswer, ThresholdRule, ThresholdsAnswer
from jurat.server.views import intervals_view
from jurat.wire import dump


def score_labels_task(labels: bytes) -> tuple[bool, bytes]:
    """A labels object scored: whether it could be, and the line."""
    outcome = score_line(labels, 1, Options(), Options())
    return not isinstance(outcome, Failure), _line(outcome)


def council_task(question: bytes) -> tuple[bool, bytes]:
    """A question with its candidates and reviews, settled; without reviews the rules review them."""
    given = json.loads(question)
    kind = given.pop("query_type", None)
    given = {name: value for name, value in given.items() if name not in _SEATS}
    if given.get("mode") == "jury" or given.get("reviews"):
        ranked = {name: one for name, one in given.items() if name != "mode" or one == "jury"}
        return score_labels_task(json.dumps({**ranked, "judge": COUNCIL.name}).encode("ascii"))
    given.pop("mode", None)
    return _held(given, Council(Seats(query_type=kind)))


_SEATS = ("members", "reviewers", "chair", "rounds")


@dataclass(frozen=True, slots=True)
class ModelCouncil:
    """A council of models that a request asks for, and how many calls each model may make."""

    question: bytes
    max_calls: int
    config: str | None = None
    prices: str | None = None


def model_council_task(asked: ModelCouncil) -> tuple[bool, bytes]:
    """Hold a council, or a jury, with models; keys come from the server's environment."""
    given = json.loads(asked.question)
    seats = {name: given.pop(name) for name in (*_SEATS, "query_type") if name in given}
    mode, votes, breaker = given.pop("mode", "rank"), given.pop("votes", ()), given.pop("tie_breaker", None)
    try:
        if mode == "jury":
            jurors = jury(
                reviewers=seats.get("reviewers"),
                tie_breaker=breaker,
                max_calls=asked.max_calls,
                config=asked.config,
                prices=asked.prices,
            )
            question = json.dumps({**given, "mode": "jury", "votes": votes}).encode("ascii")
            (verdict,) = in_place(read_questions(BytesIO(question)), jurors.deliberate)
            return not isinstance(verdict, Failure), jury_line(verdict)
        made = council(**seats, max_calls=asked.max_calls, config=asked.config, prices=asked.prices)
        return _held(given, made)
    except JuratError as error:
        return False, dump(Failure(id=1, error=str(error)))


def _held(given: dict[str, Any], made: Council) -> tuple[bool, bytes]:
    (session,) = convene(BytesIO(json.dumps(given).encode("ascii")), made)
    if isinstance(session, Failure):
        return False, dump(session)
    return True, _with_intervals(result_line(session, whole=True))


def _line(outcome: Outcome) -> bytes:
    line = dump(outcome)
    return _with_intervals(line) if isinstance(outcome, CouncilResult) else line


def _with_intervals(line: bytes) -> bytes:
    intervals = intervals_view(json.loads(line)["candidates"])
    return line[:-1] + b',"intervals":' + json.dumps(intervals).encode("ascii") + b"}"


def claim_task(case: SummaryCase) -> dict[str, Any]:
    """Whether an article supports a claim, given as its summary: read by the verifier, else by rules."""
    try:
        made = judge(DEFAULTS[SummaryCase], observer=VERIFIER)
    except MissingExtraError:
        made = judge(DEFAULTS[SummaryCase])
    found = made.judge(case)["hallucination"]
    if isinstance(found, Unscored):
        raise InputError(found.unscored, where="claim", hint="give a whole statement")
    claims = plain_values(found.details, drop_none=True)["claims"]
    labels = [one["label"] for one in claims]
    return {"supported": set(labels) == {"supported"}, "observer": made.observer.name, "claims": claims}


def safety_task(text: str) -> dict[str, Any]:
    """What fails the gate in a text, and what personal data stand in it."""
    text = replace_surrogates(text)
    findings = [{**asdict(one), "text": text[one.start : one.end]} for one in inspect(text)]
    return {
        "passes": not findings,
        "findings": findings,
        "personal_data": [{**asdict(one), "text": text[one.start : one.end]} for one in personal_data(text)],
    }


@dataclass(frozen=True, slots=True)
class CompareTask:
    """Two runs of a store that are to be compared."""

    store: str
    before: str
    after: str
    force: bool = False


def compare_task(asked: CompareTask) -> ComparisonAnswer:
    """Two runs compared, and where in them the cases stand that changed most."""
    before, after = (read_columns(StoredRun.open(asked.store, one)) for one in (asked.before, asked.after))
    found = compare(before, after, force=asked.force)
    shown = asdict(found)
    shown["changes"] = [{**asdict(one), "outcome": one.outcome} for one in found.changes]
    shown["cases"] = [
        {**asdict(one), "places": [side.row_index[one.id] + 1 for side in (before, after)]}
        for one in found.cases
    ]
    return cast(ComparisonAnswer, shown)


@dataclass(frozen=True, slots=True)
class SignalsTask:
    """A run of a store whose signals are wanted."""

    store: str
    run: str


def signals_task(asked: SignalsTask) -> ThresholdsAnswer:
    """What the verdicts of a run follow from."""
    from jurat.runs.store.store import open_store

    with open_store(asked.store) as store:
        run = store.find(asked.run)
        table = signal_table(store, run)
    limits = run.plan.options.thresholds
    return {
        "rules": [cast(ThresholdRule, asdict(rule)) for rule in table.judge.rules],
        "thresholds": {rule.threshold: limits[rule.threshold] for rule in table.judge.rules},
        "rows": [cast(SignalRowAnswer, asdict(row)) for row in table.rows],
        "of": run.done,
        "labelled": table.labelled,
        "binary": table.binary,
    }


@dataclass(frozen=True, slots=True)
class ModelJudging:
    """A case that a model observes, for a judge."""

    judge: str
    options: Options
    observing: ObserverConfig
    case: Case


def model_judging_task(asked: ModelJudging) -> tuple[Judged, Usage]:
    """The result of a case that a model observed, and what that took; keys come from the environment."""
    made = judge(asked.judge, asked.options, observer=asked.observing)
    (found,) = judge_batch(made, [asked.case])
    return found, made.model_observer.usage if made.model_observer else Usage()
