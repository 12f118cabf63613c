"""Labels of people and tools: their sizes, and their evidence in the texts."""

from __future__ import annotations

import pytest

from jurat.errors import InputError
from jurat.observations import (
    Alignment,
    Anchor,
    Anchors,
    Claim,
    Coverage,
    CriterionCheck,
    CriterionLabels,
    Deviation,
    Hallucination,
    KeyPoint,
    QueryPart,
    QueryParts,
    QuestionAnswer,
    Relevance,
    ResponseClaims,
    ResponseObservations,
    Segment,
    SummaryObservations,
    VerifiedObservations,
)
from jurat.observers.labels import (
    EvidenceChecker,
    check_tokens,
    verify_claims,
    verify_criteria,
    verify_quotes,
    verify_response,
    verify_summary,
)
from jurat.scoring.label_limits import TWIN_LOCK
from jurat.spans import Span

ARTICLE = "The council voted for the bridge on Monday."
SUMMARY = "The council backed the bridge."
BOTH = {"article": (ARTICLE,), "summary": (SUMMARY,)}


@pytest.mark.parametrize(
    ("tokens", "theme", "error"),
    [
        (40, 25, None),
        (41, 25, "observations.alignment: intent, stance and tone: has 41 tokens; keep to at most 40"),
        (40, 26, "observations.relevance.theme: has 26 tokens; keep to at most 25"),
    ],
)
def test_descriptions_have_at_most_so_many_tokens(tokens: int, theme: int, error: str | None) -> None:
    alignment = Alignment(intent="a " * (tokens - 2), stance="b", tone="c")
    given = SummaryObservations(alignment=alignment, relevance=Relevance(theme="t " * theme))
    if error is None:
        check_tokens(given, TWIN_LOCK)
        check_tokens(SummaryObservations(), TWIN_LOCK)
        return
    with pytest.raises(InputError) as raised:
        check_tokens(given, TWIN_LOCK)
    assert str(raised.value) == error


@pytest.mark.parametrize(
    ("evidence", "source", "expected"),
    [
        ("council voted", "article", Span("article", 4, 17, "council voted")),
        ("COUNCIL  voted", "article", Span("article", 4, 17, "council voted")),
        ("council fell", "article", None),
        (Span("article", 4, 11, "council"), "article", Span("article", 4, 11, "council")),
        (Span("article", 5, 12, "council"), "article", Span("article", 4, 11, "council")),
        (Span("summary", 4, 11, "council"), "article", Span("article", 4, 11, "council")),
        (Span("article", 4, 4, ""), "article", None),
        (Span("article", 3, 4, " "), "article", None),
        (Span("article", 42, 43, "."), "article", None),
    ],
)
def test_evidence_is_a_span_of_its_text(evidence: Span | str, source: str, expected: Span | None) -> None:
    assert EvidenceChecker(BOTH).find(evidence, source) == expected


def test_of_several_passages_each_has_a_number_and_its_own_place_comes_first() -> None:
    checker = EvidenceChecker({"context": ("Tea is hot.", "Tea is hot. Ice is cold.")})
    assert checker.find("Ice is cold", "context") == Span("context[1]", 12, 23, "Ice is cold")
    assert checker.find("Tea", "context") == Span("context[0]", 0, 3, "Tea")
    assert checker.find(Span("context[1]", 0, 3, "Tea"), "context") == Span("context[1]", 0, 3, "Tea")


CLAIM = Claim(label="supported", text="The council backed the bridge", probability=0.9)
LOST = Span("summary", 0, 5, "Nobody")


@pytest.mark.parametrize(
    ("checker", "evidence", "label", "found", "dropped"),
    [
        (EvidenceChecker(BOTH), "voted for the bridge", "supported", "voted for the bridge", 0),
        (EvidenceChecker(BOTH), "voted for the tunnel", "unsupported", None, 1),
        (EvidenceChecker(BOTH), None, "supported", None, 0),
        (EvidenceChecker(BOTH, required=True), None, "unsupported", None, 0),
        (EvidenceChecker(BOTH), "The", "supported", "The", 0),
        (EvidenceChecker.of_model(BOTH), "The", "unsupported", None, 1),
        (EvidenceChecker.of_model(BOTH), "on Monday", "unsupported", None, 1),
        (EvidenceChecker.of_model(BOTH), "the bridge on Monday", "supported", "the bridge on Monday", 0),
        (EvidenceChecker({}), "anything", "supported", "anything", 0),
        (EvidenceChecker({}), "…", "unsupported", None, 1),
    ],
)
def test_a_label_without_its_evidence_falls(
    checker: EvidenceChecker, evidence: str | None, label: str, found: str | None, dropped: int
) -> None:
    claims = (Claim(label="supported", text=CLAIM.text, probability=0.9, evidence=evidence),)
    given = SummaryObservations(hallucination=Hallucination(claims=claims, dropped_quotes=3))
    checked = verify_summary(given, checker).hallucination
    assert checked is not None
    [one] = checked.claims or ()
    text = one.evidence.text if isinstance(one.evidence, Span) else one.evidence
    assert (one.label, text, checked.dropped_quotes) == (label, found, 3 + dropped)
    assert one.probability == (0.9 if label == "supported" else None)


def test_a_place_that_is_not_there_is_dropped_and_the_label_stands() -> None:
    given = SummaryObservations(
        coverage=Coverage(
            key_points=(
                KeyPoint(label="fully", text="a", span=Span("article", 4, 11, "council")),
                KeyPoint(label="fully", evidence="no such words"),
            ),
            qags=(QuestionAnswer(status="correct", question="Who?", evidence="no such words"),),
        ),
        alignment=Alignment(deviations=(Deviation(kind="tone", severity="mild", evidence="no such words"),)),
        relevance=Relevance(
            segments=(
                Segment(overlap=1.0, span=LOST),
                Segment(overlap=1.0, span=Span("summary", 0, 3, "The")),
            ),
        ),
    )
    found = verify_summary(given, EvidenceChecker(BOTH))
    assert found.coverage is not None
    assert found.alignment is not None
    assert found.relevance is not None
    assert [one.label for one in found.coverage.key_points or ()] == ["fully", "not"]
    assert [one.status for one in found.coverage.qags or ()] == ["wrong"]
    assert [one.severity for one in found.alignment.deviations or ()] == ["mild"]
    assert [one.span is None for one in found.relevance.segments or ()] == [True, False]
    counts = (found.coverage.dropped_quotes, found.alignment.dropped_quotes, found.relevance.dropped_quotes)
    assert counts == (2, 1, 1)
    assert (found.hallucination, found.bias_toxicity) == (None, None)


def test_key_points_and_deviations_of_a_model_need_no_evidence() -> None:
    given = SummaryObservations(
        coverage=Coverage(
            key_points=(KeyPoint(label="fully", text="a"),), qags=(QuestionAnswer(status="correct"),)
        ),
    )
    found = verify_summary(given, EvidenceChecker.of_model(BOTH)).coverage
    assert found is not None
    assert ((found.key_points or ())[0].label, (found.qags or ())[0].status) == ("fully", "wrong")


def test_anchors_claims_and_parts_of_a_response() -> None:
    texts = {"response": ("It is Paris.",), "context": ("Paris is big. Rome is old.",)}
    anchors = (
        Anchor(kind="claim", supported=True, text="Paris", evidence="Paris is big", nearest="no such"),
        Anchor(kind="claim", supported=True, evidence="Oslo is big"),
    )
    response = verify_response(
        ResponseObservations(hallucination=Anchors(anchors=anchors)), EvidenceChecker(texts)
    )
    assert response.hallucination is not None
    found = response.hallucination.anchors or ()
    assert [(one.supported, one.nearest) for one in found] == [(True, None), (False, None)]
    assert response.hallucination.dropped_quotes == 2
    assert verify_response(ResponseObservations(), EvidenceChecker(texts)) == ResponseObservations()
    parts = (
        QueryPart(answered=1.0, evidence="Paris"),
        QueryPart(answered=1.0, evidence="Oslo"),
        QueryPart(answered=1.0),
        QueryPart(answered=1.0, evidence="is"),
    )
    given = VerifiedObservations(
        completeness=QueryParts(parts=parts),
        hallucination=ResponseClaims(claims=(Claim(label="supported", evidence="Oslo"),)),
    )
    shown = []
    for checker in (EvidenceChecker(texts), EvidenceChecker.of_model(texts), EvidenceChecker({})):
        checked = verify_claims(given, checker)
        assert checked.completeness is not None
        assert checked.hallucination is not None
        answered = [one.answered for one in checked.completeness.parts or ()]
        shown.append(
            (answered, checked.completeness.dropped_quotes, (checked.hallucination.claims or ())[0].label)
        )
    assert shown == [
        ([1.0, 0.0, 1.0, 1.0], 1, "unsupported"),
        ([1.0, 0.0, 0.0, 0.0], 2, "unsupported"),
        ([1.0] * 4, 0, "supported"),
    ]


def test_checks_of_criteria_are_met_only_where_their_quote_is() -> None:
    checks = (
        CriterionCheck(label="met", degree=1.0, span=Span("response", 0, 3, "Tea")),
        CriterionCheck(label="met", degree=1.0, span=Span("response", 0, 3, "Ice")),
        CriterionCheck(label="met", degree=1.0),
    )
    found = verify_criteria(
        CriterionLabels(checks=checks, dropped_quotes=1), EvidenceChecker({"response": ("Tea is hot.",)})
    )
    assert [(one.label, one.degree) for one in found.checks or ()] == [
        ("met", 1.0),
        ("not_met", None),
        ("met", 1.0),
    ]
    assert found.dropped_quotes == 2


def test_quotes_are_looked_up_in_the_text_they_name_or_in_all() -> None:
    claims = (
        Claim(label="supported", span=Span("summary", 4, 11, "council"), evidence="on Monday"),
        Claim(label="supported", span=LOST, evidence="in Oslo"),
        Claim(label="supported", span=Span("context", 0, 3, "Tea")),
    )
    found = verify_quotes(
        SummaryObservations(hallucination=Hallucination(claims=claims, dropped_quotes=1)),
        EvidenceChecker(BOTH),
    )
    assert found.hallucination is not None
    shown = [
        (one.label, one.span and one.span.start, one.evidence) for one in found.hallucination.claims or ()
    ]
    assert shown == [
        ("supported", 4, Span("article", 33, 42, "on Monday")),
        ("supported", None, None),
        ("supported", 0, None),
    ]
    assert found.hallucination.dropped_quotes == 3
