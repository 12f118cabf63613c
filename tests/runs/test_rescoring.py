"""Results scored again from their own lines: every judge, every kind of gap."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from jurat.engines.judging_work import judged
from jurat.errors import InputError
from jurat.judges.judge import Judge
from jurat.judges.label_wire import parse_labels
from jurat.judges.observer_config import NamedObserver
from jurat.judges.registry import judge_spec
from jurat.observations import ResponseObservations, SummaryObservations
from jurat.options import Options
from jurat.runs.rescoring import Rescore, rescore, rescored
from jurat.runs.store.run_records import StoredResult
from tests.builders import claims, response_labels, summary_labels

NOBODY: NamedObserver[Any, Any] = NamedObserver("people", lambda cases: iter(()))


def judge(name: str, options: Options) -> Judge[Any, Any]:
    """A judge of that name that only scores."""
    return Judge(judge_spec(name), NOBODY, options)


def again_by(made: Judge[Any, Any]) -> Rescore:
    """What scores results again with a judge."""
    return partial(rescored, spec=made.spec, options=made.options, observer="people")


def scored(labels: dict[str, Any], options: Options) -> StoredResult:
    """A result of labels, as a store holds it."""
    read = parse_labels(json.dumps(labels).encode())
    observations = read.observations  # type: ignore[union-attr]
    assert isinstance(observations, ResponseObservations | SummaryObservations)
    made = judge(read.judge, options).score(observations, case="case", observer="people")
    line, brief = judged(made)
    return StoredResult(1, brief.status, brief.verdict or "", line)


def without(labels: dict[str, Any], metric: str) -> dict[str, Any]:
    observations = {name: value for name, value in labels["observations"].items() if name != metric}
    return {**labels, "observations": observations}


NO_CONTEXT = {**response_labels(), "observations": {"hallucination": {"no_context": True}}}
SPAN = {"source": "context", "start": 0, "end": 4, "text": "Rome"}
ANCHORED = response_labels()
ANCHORED["observations"]["hallucination"]["anchors"][0]["evidence"] = SPAN
WEIGHED = [{"label": "supported", "probability": 0.875}, {"label": "unsupported", "probability": 0.25}]
LABELS = {
    "claim-lock": response_labels(supported=2, unsupported=1),
    "claim-lock, no cosine": response_labels(cosine=None),
    "claim-lock, evidence": ANCHORED,
    "claim-lock, no context": NO_CONTEXT,
    "claim-lock, no relevance": without(response_labels(), "relevance"),
    "twin-lock": summary_labels("twin-lock", hallucination__claims=claims(supported=2, partial=1)),
    "judge-lock": summary_labels("judge-lock", coverage__extraneous_claims=["It rained."]),
    "judge-lock-ultra": summary_labels("judge-lock-ultra", hallucination__claims=WEIGHED),
    "judge-lock-ultra, no probability": summary_labels("judge-lock-ultra"),
    "judge-lock, no alignment": without(summary_labels("judge-lock"), "alignment"),
    "judge-lock, no hallucination": without(summary_labels("judge-lock"), "hallucination"),
}
CHANGED = Options(strict_partial=True, weights={"coverage": 3.0}).merge(
    {"thresholds": {"relevance": 0.4, "overlap": 0.8, "hallucination": 0.1}}
)


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
@pytest.mark.parametrize("before", [Options(), CHANGED], ids=["default", "changed"])
@pytest.mark.parametrize("after", [Options(), CHANGED], ids=["to default", "to changed"])
def test_a_result_scored_again_is_what_its_labels_give(
    labels: dict[str, Any], before: Options, after: Options
) -> None:
    kept, expected = scored(labels, before), scored(labels, after)
    ((again,),) = rescore([kept], again_by(judge(labels["judge"], after)))
    assert again.line == expected.line
    assert (again.brief.status, again.brief.verdict or "") == (expected.status, expected.verdict)


def test_other_options_give_other_results() -> None:
    differing = [name for name, one in LABELS.items() if scored(one, Options()) != scored(one, CHANGED)]
    assert differing == list(LABELS), "the signature at least"


def test_a_failure_stays_as_it_is() -> None:
    line = b'{"id":1,"error":"query: is empty"}'
    ((again,),) = rescore([StoredResult(1, "failed", "", line)], again_by(judge("claim-lock", Options())))
    assert (again.line, again.brief.failed) == (line, True)


def test_a_scored_result_that_would_be_unscored_is_an_error() -> None:
    kept = scored(response_labels(cosine=0.5), Options())
    line = json.loads(kept.line)
    line["metrics"][0]["details"] = {}
    spoiled = kept._replace(line=json.dumps(line).encode())
    with pytest.raises(
        InputError, match=r"^row 1: relevance was scored and would be unscored \(.+\); judge the data"
    ):
        list(rescore([spoiled], again_by(judge("claim-lock", Options()))))
