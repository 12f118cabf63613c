"""Claim-Lock Ultra observed by a model: the same labels as the verifier writes, evidence looked up."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from jurat.cases import ResponseCase
from jurat.judges.registry import judge_spec
from jurat.llm.model_protocol import Request
from jurat.llm.scripted import Reply
from jurat.observations import VerifiedObservations
from jurat.observers.llm.llm_observer import ModelOptions, Observed
from jurat.options import Options
from jurat.outcomes import Result, Score
from tests.observers.llm.replies import RESPONSE, good_reply, observer

Change = Callable[[dict[str, Any]], object]
Script = dict[str, Callable[[Request], Reply] | Reply]


def observed(case: ResponseCase = RESPONSE, **changes: Change) -> Observed:
    def changed(change: Change) -> Callable[[Request], Reply]:
        def answer(request: Request) -> Reply:
            reply = good_reply(request)
            change(reply)
            return json.dumps(reply)

        return answer

    scripted: Script = {name: changed(change) for name, change in changes.items()}
    (row,) = observer("claim-lock-ultra", scripted).rows([case])
    return row


def labels(row: Observed) -> VerifiedObservations:
    assert isinstance(row.observations, VerifiedObservations)
    return row.observations


def judged(row: Observed) -> Result:
    return judge_spec("claim-lock-ultra").score(labels(row), Options(), case="r", observer="llm")


def values(result: Result) -> dict[str, float]:
    return {one.metric: one.value for one in result.metrics if isinstance(one, Score)}


def test_an_unsupported_claim_fails_the_response() -> None:
    row = observed()
    assert row.unscored == {}
    result = judged(row)
    assert values(result) == {"relevance": 1.0, "completeness": 1.0, "hallucination": 1.0}
    assert result.verdict == "FAIL"
    assert result.reasons == ("hallucination: It was due on Friday",)


def test_supported_claims_with_evidence_pass() -> None:
    row = observed(response_claims=lambda reply: reply["claims"].pop())
    assert values(judged(row)) == {"relevance": 1.0, "completeness": 1.0, "hallucination": 0.0}
    assert judged(row).verdict == "PASS"


def test_a_contradicted_claim_is_unsupported_with_a_contradiction_of_one() -> None:
    row = observed(response_claims=lambda reply: reply["claims"][0].update(label="contradicted"))
    claims = labels(row).hallucination
    assert claims is not None
    assert claims.claims is not None
    assert [(one.label, one.contradiction) for one in claims.claims] == [
        ("unsupported", 1.0),
        ("unsupported", 0.0),
    ]
    assert (judged(row).reasons or ("",))[0] == "contradicted: The repair would have cost 2.3 million dollars"


@pytest.mark.parametrize("quote", ["", ".", "the", "words that are nowhere"])
def test_a_supported_claim_without_verified_evidence_is_unsupported(quote: str) -> None:
    def claim(reply: dict[str, Any]) -> None:
        reply["claims"] = [{**reply["claims"][0], "evidence": quote}]

    assert values(judged(observed(response_claims=claim)))["hallucination"] == 1.0


@pytest.mark.parametrize("quote", ["", "the", ".", "4 million"])
def test_a_part_is_not_answered_without_words_of_the_response(quote: str) -> None:
    row = observed(query_parts=lambda reply: reply["parts"][0].update(evidence=quote))
    assert values(judged(row))["completeness"] == 0.0


@pytest.mark.parametrize(("refusal", "complete"), [("justified", 1.0), ("unjustified", 0.0)])
def test_a_refusal_is_complete_when_it_is_justified(refusal: str, complete: float) -> None:
    row = observed(query_parts=lambda reply: reply.update(refusal=refusal))
    assert values(judged(row))["completeness"] == complete


def test_another_subject_fails() -> None:
    row = observed(
        aboutness=lambda reply: reply.update(label="other"),
        response_claims=lambda reply: reply["claims"].pop(),
    )
    assert judged(row).verdict == "FAIL"
    assert judged(row).reasons == ("irrelevant",)


def test_without_context_hallucination_is_unscored() -> None:
    case = ResponseCase(query=RESPONSE.query, response=RESPONSE.response, contexts=(), id="r")
    assert values(judged(observed(case))) == {"relevance": 1.0, "completeness": 1.0}


def test_most_samples_decide() -> None:
    said = iter(["other", "about", "about"])
    change: Script = {"aboutness": lambda _: json.dumps({"reason": "r", "label": next(said)})}
    model = observer("claim-lock-ultra", change, options=ModelOptions(samples=3))
    (row,) = model.rows([RESPONSE])
    relevance = labels(row).relevance
    assert relevance is not None
    assert (relevance.about, relevance.agreement) == (1.0, (0.6667,))
