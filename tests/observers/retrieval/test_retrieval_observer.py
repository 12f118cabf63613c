"""Retrieval by rules and by the verifier: what supports what, with its place, and citations."""

from __future__ import annotations

import json
from io import BytesIO

import pytest

import jurat
from jurat.observations import CitedSentences, ComparedClaims, RankedPassages
from jurat.observers.retrieval.citation_marks import citing_sentences
from jurat.spans import Span

PASSAGES = (
    "Lyon is a city in France.",
    "Paris is the capital of France. It has 2.1 million inhabitants.",
    "Tea is a drink.",
)
CASE = jurat.ResponseCase(
    query="What is the capital of France and how many people live there?",
    contexts=PASSAGES,
    reference="Paris is the capital of France. It has 2.1 million inhabitants.",
    response=(
        "Paris is the capital of France [2]. It has 3 million inhabitants [2]. "
        "Tea is a drink. [3] Lyon is big [7]."
    ),
)
OBSERVERS = ("rules", "verifier")
by_observer = pytest.mark.parametrize("observer", OBSERVERS)


def texts() -> dict[str, str]:
    named = {f"context[{place}]": text for place, text in enumerate(PASSAGES)}
    return {**named, "response": CASE.response, "reference": CASE.reference or ""}


def score(observer: str, metric: str, case: jurat.ResponseCase = CASE) -> jurat.Score:
    found = jurat.judge("retrieval", observer=observer).judge(case)[metric]
    assert isinstance(found, jurat.Score)
    return found


@by_observer
def test_a_passage_is_relevant_if_it_supports_a_claim_of_the_reference(observer: str) -> None:
    found = score(observer, "context_precision")
    assert isinstance(found.details, RankedPassages)
    passages = found.details.passages or ()
    assert [one.label for one in passages] == ["irrelevant", "relevant", "irrelevant"]
    assert found.value == 0.5
    evidence = passages[1].evidence
    assert isinstance(evidence, Span)
    assert evidence.source == "context[1]"


@by_observer
def test_a_wrong_number_is_neither_correct_nor_supported_by_its_citation(observer: str) -> None:
    compared = score(observer, "answer_correctness").details
    assert isinstance(compared, ComparedClaims)
    assert [one.label for one in compared.stated or ()][:2] == ["supported", "unsupported"]
    assert [one.label for one in compared.wanted or ()] == ["supported", "unsupported"]
    cited = score(observer, "citation_support").details
    assert isinstance(cited, CitedSentences)
    assert [(one.cites, one.label) for one in cited.sentences or ()] == [
        ((2,), "supported"),
        ((2,), "unsupported"),
        ((3,), "supported"),
        ((7,), "unsupported"),
    ]
    assert (cited.sentences or ())[3].reason == "it cites [7], and there are 3 passages"


@by_observer
def test_all_evidence_is_where_it_says(observer: str) -> None:
    result = jurat.judge("retrieval", observer=observer).judge(CASE)
    spans = [span for one in result.metrics if isinstance(one, jurat.Score) for span in one.evidence]
    assert len(spans) > 8
    for span in spans:
        assert texts()[span.source][span.start : span.end] == span.text


@by_observer
@pytest.mark.parametrize(
    ("response", "reference", "value"),
    [
        ("Paris.", "Paris.", 1.0),
        ("Yes.", "Yes.", 1.0),
        ("Lyon.", "Paris.", 0.0),
        ("The tea costs $5.", "The tea costs 5 dollars.", 1.0),
        ("The tea costs $9.", "The tea costs $5.", 0.0),
    ],
)
def test_short_answers_and_values_are_compared(
    observer: str, response: str, reference: str, value: float
) -> None:
    case = jurat.ResponseCase(query="What is it?", response=response, reference=reference)
    assert score(observer, "answer_correctness", case).value == value


def test_without_reference_and_context_the_metrics_say_why() -> None:
    result = jurat.judge("retrieval").judge({"query": "What is tea?", "response": "A drink [1]."})
    told = [one.unscored for one in result.metrics if isinstance(one, jurat.Unscored)]
    assert len(told) == 4
    assert told[1] == told[2] == "no reference answer was given"
    assert result.verdict == "WARN"


def test_without_a_reference_passages_are_measured_by_the_response() -> None:
    case = {"query": "What is tea?", "response": "Tea is a drink.", "context": list(PASSAGES)}
    found = jurat.judge("retrieval").judge(case)["context_precision"]
    assert isinstance(found, jurat.Score)
    assert found.value == 0.3333


def test_what_is_too_long_is_unscored_rather_than_read_in_part() -> None:
    text = "Tea is a drink. " * 1001
    result = jurat.judge("retrieval").judge({"query": "q", "response": text, "context": ["a", "b"]})
    assert {one.unscored for one in result.metrics if isinstance(one, jurat.Unscored)} == {
        "its claims and passages make more than 2,000 checks"
    }


@pytest.mark.parametrize(
    ("response", "cites"),
    [
        ("Tea is old [1].", [(1,)]),
        ("Tea is old. [1]", [(1,)]),
        ("Tea is old [1][2]. It is good [1, 3]. It is dear.", [(1, 2), (1, 3)]),
        ("Tea is old [2–4].", [(2, 3, 4)]),
        ("Tea is old [4-2].", [(4, 2)]),
        ("Tea is old [1-999].", [(1, 999)]),
        ("[1]", []),
        ("See list[0x1], [a], [1234] and [].", []),
    ],
)
def test_marks_belong_to_their_sentence(response: str, cites: list[tuple[int, ...]]) -> None:
    assert [one.cites for one in citing_sentences(response)] == cites


def test_given_labels_lose_support_with_a_quote_that_is_not_there() -> None:
    labels = {
        "judge": "retrieval",
        "response": "Tea is old [1].",
        "reference": "Tea is old.",
        "context": ["Tea is ancient."],
        "observations": {
            "context_precision": {"passages": [{"label": "relevant", "evidence": "Tea is modern."}]},
            "context_recall": {"claims": [{"label": "supported", "evidence": "ancient"}]},
            "citation_support": {"sentences": [{"label": "supported", "cites": [1], "evidence": "modern"}]},
        },
    }
    (result,) = jurat.score_labels(BytesIO(json.dumps(labels).encode()))
    assert isinstance(result, jurat.Result)
    scored = {one.metric: one.value for one in result.metrics if isinstance(one, jurat.Score)}
    assert scored == {"context_precision": 0.0, "context_recall": 1.0, "citation_support": 0.0}
