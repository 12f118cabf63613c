"""Results as values: plain, short when printed, the same after pickling."""

from __future__ import annotations

import json
import pickle
from io import BytesIO
from typing import Any

import pytest

import jurat
from jurat.judges.results import score_council, score_jury
from tests.builders import claims, response_labels, summary_labels

TEA = {
    "query": "What is the price of the tea?",
    "contexts": ["The price of the tea is $5."],
    "response": "The price of the tea is $9.",
    "id": 7,
}
NEWS = {
    "article": "Rain fell on Rome on Monday. The mayor closed two bridges.",
    "summary": "The mayor closed three bridges.",
}
REVIEWS = [jurat.Review(reviewer="r", holistic={"a": 7, "b": 5})]


def labelled(labels: dict[str, Any]) -> Any:
    (result,) = jurat.score_labels(BytesIO(json.dumps(labels).encode()))
    return result


OUTCOMES: dict[str, Any] = {
    "claim-lock": jurat.judge("claim-lock").judge(TEA),
    "claim-lock without context": jurat.judge("claim-lock").judge({**TEA, "contexts": []}),
    **{name: jurat.judge(name).judge(NEWS) for name in ("judge-lock", "judge-lock-ultra", "twin-lock")},
    "labels of a response": labelled(response_labels(supported=2, unsupported=1)),
    "labels of a summary": labelled(summary_labels("twin-lock", hallucination__claims=claims(supported=2))),
    "failure": jurat.Failure(id=3, error="query: is empty"),
    "council": score_council({"a": 9, "b": 4}, REVIEWS, {}, jurat.Options(), case=1, observer="people"),
    "jury": score_jury([jurat.Vote(reviewer="r", vote="yes")], jurat.Options(), case=1, observer="people"),
}


@pytest.mark.parametrize("outcome", OUTCOMES.values(), ids=OUTCOMES)
def test_the_plain_values_are_those_that_are_written(outcome: Any) -> None:
    assert outcome.to_dict() == json.loads(jurat.dump(outcome))


@pytest.mark.parametrize("outcome", OUTCOMES.values(), ids=OUTCOMES)
def test_a_result_is_the_same_after_pickling(outcome: Any) -> None:
    again = pickle.loads(pickle.dumps(outcome))
    assert again == outcome
    assert jurat.dump(again) == jurat.dump(outcome)


@pytest.mark.parametrize("outcome", OUTCOMES.values(), ids=OUTCOMES)
def test_a_notebook_shows_every_kind_of_result(outcome: Any) -> None:
    assert str(outcome.id) in outcome._repr_html_()


def test_a_result_prints_what_one_asks_first() -> None:
    assert repr(OUTCOMES["claim-lock"]) == (
        "Result(claim-lock, id 7: FAIL, relevance 0.8571, completeness 1, hallucination 1)"
    )
    assert "hallucination unscored" in repr(OUTCOMES["claim-lock without context"])
    assert repr(OUTCOMES["judge-lock"]).startswith("Result(judge-lock, id '': ")
    assert len(repr(OUTCOMES["judge-lock"])) < 200


def test_an_unscored_metric_has_no_value_and_says_why() -> None:
    outcome = OUTCOMES["claim-lock without context"]["hallucination"]
    assert outcome.value is None
    assert isinstance(outcome, jurat.Unscored)
    assert outcome.unscored


def test_an_unknown_metric_names_those_that_there_are() -> None:
    with pytest.raises(KeyError, match=r"tone \(metrics: relevance, completeness, hallucination\)"):
        OUTCOMES["claim-lock"]["tone"]


@pytest.mark.parametrize(
    "case",
    [
        jurat.SummaryCase(**NEWS),
        jurat.ResponseCase(**TEA),  # type: ignore[arg-type]
        jurat.CouncilCase(query="Which?", candidates={"a": "This."}),
    ],
    ids=["summary", "response", "council"],
)
def test_a_case_is_the_same_after_pickling(case: Any) -> None:
    assert pickle.loads(pickle.dumps(case)) == case
