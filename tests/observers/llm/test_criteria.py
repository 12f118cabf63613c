"""Criteria before a model: verified evidence, grades, and the probabilities of grades."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import jurat
from jurat.llm.model_errors import RequestRefusedError
from jurat.llm.model_protocol import Completion, Request
from jurat.llm.pacing import RetryPolicy
from jurat.llm.scripted import Reply, ScriptedEndpoint
from jurat.observations import CriterionLabels
from jurat.observers.llm.criterion_prompts import criteria_task
from jurat.observers.llm.llm_observer import LlmObserver, ModelOptions, Observed
from tests.llm.fault_server import FaultServer

CASE = jurat.ResponseCase(
    query="Can I return it?", response="Thank you for asking. You can return it within 30 days."
)
QUESTIONS = ("It is polite.", "It gives no legal advice.")


def entry(number: int, evidence: str, label: str | int) -> dict[str, Any]:
    name = "grade" if isinstance(label, int) else "label"
    return {"number": number, "reason": "it says so", "evidence": evidence, name: label}


def reply(*entries: dict[str, Any]) -> str:
    return json.dumps({"checks": entries})


def row(
    criterion: jurat.Criterion, answer: Callable[[Request], Reply], samples: int = 1
) -> tuple[Observed, ScriptedEndpoint]:
    task = criteria_task(jurat.ResponseCase, dict, [criterion], [])
    endpoint = ScriptedEndpoint(answer)
    quick = RetryPolicy(deadline=60, timeout=60, max_attempts=2, first_wait=0.001)
    observer = LlmObserver(lambda: endpoint, task, ModelOptions(samples=samples, patience=quick))
    (found,) = observer.rows([CASE])
    return found, endpoint


def labels(found: Observed) -> CriterionLabels:
    one = found.observations["polite"]
    assert isinstance(one, CriterionLabels)
    return one


def asked(**given: Any) -> jurat.Criterion:
    return jurat.Criterion(**{"name": "polite", "ask": QUESTIONS, **given})


def test_a_check_is_met_with_a_quote_that_is_in_the_response() -> None:
    good = reply(entry(1, "thank you for asking", "met"), entry(2, "return it within 30 days", "met"))
    found, endpoint = row(asked(), lambda _: good)
    first, second = labels(found).checks or ()
    assert first.span is not None
    assert (first.label, first.text, first.span.text) == ("met", "It is polite.", "Thank you for asking")
    assert second.label == "met"
    prompt = endpoint.asked[0].messages[1].content
    assert "1. It is polite.\n2. It gives no legal advice." in prompt


@pytest.mark.parametrize("quote", ["", "never said so here", "you", "…"])
def test_a_check_without_verified_evidence_is_not_met(quote: str) -> None:
    bad = reply(entry(1, quote, "met"), entry(2, "return it within 30 days", "partial"))
    found, _ = row(asked(), lambda _: bad)
    first, second = labels(found).checks or ()
    assert (first.label, first.span) == ("not_met", None)
    assert second.label == "partial"
    assert found.dropped_quotes == labels(found).dropped_quotes == (1 if quote else 0)


def test_evidence_can_be_declared_optional() -> None:
    bad = reply(entry(1, "", "met"), entry(2, "never said so here", "met"))
    found, _ = row(asked(evidence="optional"), lambda _: bad)
    assert [one.label for one in labels(found).checks or ()] == ["met", "met"]
    assert found.dropped_quotes == 1


def test_checks_that_are_not_numbered_in_order_are_refused() -> None:
    bad = reply(entry(2, "thank you for asking", "met"), entry(1, "thank you for asking", "met"))
    found, endpoint = row(asked(), lambda _: bad)
    assert "checks are not numbered 1, 2, 3" in (labels(found).unscored or "")
    assert len(endpoint.asked) == 2


def test_several_samples_vote_and_the_share_is_kept() -> None:
    def answer(request: Request) -> str:
        label = "not_met" if request.seed == 2 else "met"
        return reply(entry(1, "thank you for asking", label), entry(2, "return it within 30 days", "met"))

    found, _ = row(asked(), answer, samples=3)
    assert [one.label for one in labels(found).checks or ()] == ["met", "met"]
    assert labels(found).agreement == (0.6667, 1.0)


GRADED = reply(entry(1, "thank you for asking", 4))
PLACE = GRADED.rindex("4")


def graded(answer: Callable[[Request], Reply], **given: Any) -> tuple[Any, list[Request]]:
    found, endpoint = row(asked(ask="It is polite.", grades=5, **given), answer)
    (check,) = labels(found).checks or (None,)
    return check, endpoint.asked


def test_a_grade_counts_by_its_place_between_the_lowest_and_the_highest() -> None:
    check, requests = graded(lambda _: GRADED)
    assert (check.degree, check.label) == (0.75, "partial")
    assert requests[0].logprobs


def test_a_grade_is_the_mean_by_probability_where_the_endpoint_gives_them() -> None:
    digits = {PLACE: {"4": math.log(0.5), "5": math.log(0.3), "2": math.log(0.2), "9": math.log(0.1)}}
    check, _ = graded(lambda _: Completion(text=GRADED, digits=digits))
    assert check.degree == 0.725  # (0.5 × 4 + 0.3 × 5 + 0.2 × 2 − 1) / 4


def test_a_grade_without_evidence_counts_nothing() -> None:
    bad = reply(entry(1, "never said so here", 5))
    check, _ = graded(lambda _: bad)
    assert (check.degree, check.label) == (0.0, "not_met")


def test_a_grade_off_the_scale_is_refused() -> None:
    found, _ = row(asked(ask="It is polite.", grades=5), lambda _: reply(entry(1, "thank you for asking", 6)))
    assert "a grade is not from 1 to 5" in (labels(found).unscored or "")


def test_an_endpoint_that_refuses_probabilities_gives_the_plain_grade() -> None:
    def answer(request: Request) -> Reply:
        return RequestRefusedError("no", parameter="logprobs") if request.logprobs else GRADED

    check, requests = graded(answer)
    assert check.degree == 0.75
    assert [one.logprobs for one in requests] == [True, False]


def tokens(text: str) -> list[dict[str, Any]]:
    """A reply as single characters; the grade could have been a 5 as well."""
    made: list[dict[str, Any]] = []
    for place, character in enumerate(text):
        others = [(character, 0.5), ("5", 0.5)] if place == text.rindex("4") else [(character, 1.0)]
        top = [{"token": one, "logprob": math.log(share), "bytes": None} for one, share in others]
        made.append({**top[0], "top_logprobs": top})
    return made


def test_probabilities_come_over_the_wire_and_out_of_the_cache(tmp_path: Path) -> None:
    criterion = jurat.Criterion(name="polite", ask="It is polite.", grades=5)
    spec = jurat.criteria_judge("support", [criterion])
    for calls in (1, 1):
        with FaultServer(lambda *_: "ok", GRADED, tokens) as server:
            observing = jurat.ObserverConfig(
                observer=f"llm:local={server.url}:m", cache=str(tmp_path / "replies.sqlite")
            )
            result = jurat.judge(spec, observer=observing).judge(CASE)
            found = result["polite"]
            assert isinstance(found, jurat.Score)
            assert found.value == 0.875  # (4.5 − 1) / 4
            assert len(server.bodies) == calls
            assert server.bodies[0]["top_logprobs"] == 10


@pytest.mark.slow
def test_a_dead_endpoint_leaves_the_criterion_unscored() -> None:
    spec = jurat.criteria_judge("support", [jurat.Criterion(name="polite", ask="It is polite.")])
    with FaultServer(lambda *_: "500 down") as server:
        observing = jurat.ObserverConfig(observer=f"llm:local={server.url}:m", deadline=5.0)
        result = jurat.judge(spec, observer=observing).judge(CASE)
    found = result["polite"]
    assert isinstance(found, jurat.Unscored)
    assert "down" in found.unscored
    assert (result.verdict, result.overall) == ("WARN", None)
