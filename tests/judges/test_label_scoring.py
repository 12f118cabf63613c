"""`tally`: streams, refuses bad input in its place, verifies evidence, and never stops for one line."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from jurat.judges.label_scoring import LINE_LIMIT, label_lines
from tests.builders import (
    Json,
    caps,
    claims,
    council_labels,
    holistic,
    metric,
    points,
    qags,
    response_labels,
    score,
    score_lines,
    segments,
    spoiled,
    summary_labels,
)

TWIN, JUDGE, CLAIM = summary_labels("twin-lock"), summary_labels("judge-lock"), response_labels()
COUNCIL = council_labels([holistic("r", a=5)])


def line(labels: Json) -> bytes:
    return json.dumps(labels).encode()


TWICE = line(council_labels([holistic("r", a=8, b=6)])).replace(b'"b": 6', b'"b": 6, "b": 7')
BAD: list[tuple[str, bytes, str]] = [
    ("not JSON", b"nope", "not JSON"),
    ("cut off", line(TWIN)[:-5], "not JSON"),
    ("an array", b"[1, 2]", "should be"),
    ("a number", b"7", "should be"),
    ("no judge", b'{"observations": {}}', "the field judge is missing; use judge-lock, judge-lock-ultra"),
    ("unknown judge", b'{"judge": "jury"}', "unknown judge 'jury'; use judge-lock, judge-lock-ultra"),
    ("no observations", b'{"judge": "twin-lock"}', "observations: is missing; add it"),
    (
        "unknown field",
        line({**TWIN, "sumary": "x"}),
        "sumary: is not a known field; remove it or correct its name",
    ),
    (
        "unknown nested field",
        line(spoiled(TWIN, "observations.coverage.keypoints", [])),
        "observations.coverage.keypoints: is not a known field",
    ),
    (
        "question-answers in twin-lock",
        line(spoiled(TWIN, "observations.coverage.qags", qags())),
        "observations.coverage.qags: has 6 items; this judge asks no questions",
    ),
    (
        "label off the menu",
        line(spoiled(TWIN, "observations.coverage.key_points.2.label", "full")),
        "observations.coverage.key_points[2].label: is 'full'; use 'fully', 'partial' or 'not'",
    ),
    (
        "severity off the menu",
        line(summary_labels("twin-lock", alignment__deviations=[{"kind": "tone", "severity": "huge"}])),
        "observations.alignment.deviations[0].severity: is 'huge'; use 'mild' or 'severe'",
    ),
    (
        "string for a number",
        line(summary_labels("twin-lock", coverage__extraneous_tokens="2")),
        "observations.coverage.extraneous_tokens: is '2'",
    ),
    (
        "true for a number",
        line(summary_labels("twin-lock", bias_toxicity__bias_score=True)),
        "observations.bias_toxicity.bias_score: is True",
    ),
    (
        "score out of range",
        line(summary_labels("twin-lock", bias_toxicity__tox_score=11)),
        "observations.bias_toxicity.tox_score: is 11",
    ),
    (
        "overlap out of range",
        line(spoiled(TWIN, "observations.relevance.segments.0.overlap", 1.5)),
        "observations.relevance.segments[0].overlap: is 1.5",
    ),
    (
        "2 key points",
        line(summary_labels("twin-lock", coverage__key_points=points("fully", "fully"))),
        "observations.coverage.key_points: has 2 items; give 3 to 7",
    ),
    (
        "3 key points in judge-lock",
        line(summary_labels("judge-lock", coverage__key_points=points("fully", "fully", "not"))),
        "observations.coverage.key_points: has 3 items; give 4 to 7",
    ),
    (
        "8 key points",
        line(summary_labels("twin-lock", coverage__key_points=points(*["fully"] * 8))),
        "observations.coverage.key_points: has 8 items; give 3 to 7",
    ),
    (
        "11 claims",
        line(summary_labels("twin-lock", hallucination__claims=claims(supported=11))),
        "observations.hallucination.claims: has 11 items; give at most 10",
    ),
    (
        "7 question-answers",
        line(summary_labels("judge-lock", hallucination__qags=qags(correct=7))),
        "observations.hallucination.qags: has 7 items; give at most 6",
    ),
    (
        "no summary tokens",
        line(summary_labels("twin-lock", coverage__summary_tokens=0)),
        "observations.coverage.summary_tokens: is 0; count the summary's tokens",
    ),
    (
        "more extraneous than all",
        line(summary_labels("twin-lock", coverage__extraneous_tokens=61)),
        "observations.coverage.extraneous_tokens: is 61, more than the 60 summary_tokens",
    ),
    (
        "negative count",
        line(summary_labels("twin-lock", coverage__extraneous_tokens=-1)),
        "observations.coverage.extraneous_tokens: is -1",
    ),
    (
        "intent too long",
        line(summary_labels("judge-lock", alignment__intent="word " * 34)),
        "observations.alignment: intent, stance and tone: has 36 tokens; keep to at most 35",
    ),
    (
        "theme too long",
        line(summary_labels("twin-lock", relevance__theme="word " * 26)),
        "observations.relevance.theme: has 26 tokens; keep to at most 25",
    ),
    ("empty article", line({**TWIN, "article": " "}), "article: is empty; give the text"),
    ("empty summary", line({**TWIN, "summary": ""}), "summary: is empty; give the text"),
    ("empty response", line({**CLAIM, "response": "\n"}), "response: is empty; give the text"),
    ("empty query", line({**CLAIM, "query": ""}), "query: is empty; give the text"),
    ("empty council query", line({**COUNCIL, "query": ""}), "query: is empty; give the text"),
    ("no candidates", line(council_labels([], ())), "candidates: is empty; give at least one"),
    ("empty candidate", line(spoiled(COUNCIL, "candidates.b", "")), "candidates.b: is empty; give the text"),
    (
        "unknown candidate",
        line(council_labels([holistic("r", z=5)])),
        "reviews[0].holistic.z: is not a candidate",
    ),
    (
        "unknown unsafe candidate",
        line({**COUNCIL, "safety": {"z": []}, "options": {"safety_gate": True}}),
        "safety.z",
    ),
    ("bad weights", line(council_labels([], weights={"accuracy": 0.9})), "options.weights: sum to 0.9"),
    (
        "bad metric weight",
        line({**TWIN, "options": {"weights": {"tone": 1}}}),
        "options.weights: unknown metric",
    ),
    (
        "all weights zero",
        line({**TWIN, "options": {"weights": dict.fromkeys(TWIN["observations"], 0)}}),
        "options.weights: all five are 0",
    ),
    (
        "negative weight",
        line({**TWIN, "options": {"weights": {"coverage": -1}}}),
        "options.weights.coverage: is -1",
    ),
    ("unknown option", line({**TWIN, "options": {"stict": True}}), "options.stict: is not a known field"),
    (
        "bad calibration",
        line({**COUNCIL, "options": {"calibration": "y"}}),
        "options.calibration: is 'y'; use 'z'",
    ),
    (
        "bad threshold",
        line({**CLAIM, "options": {"thresholds": {"relevanse": 1}}}),
        "options.thresholds.relevanse",
    ),
    ("NaN", line(summary_labels("twin-lock", bias_toxicity__bias_score=float("nan"))), "NaN is not JSON"),
    (
        "Infinity",
        line(summary_labels("twin-lock", bias_toxicity__bias_score=float("inf"))),
        "Infinity is not JSON",
    ),
    ("NaN in a review", line(council_labels([holistic("r", a=float("nan"))])), "NaN is not JSON"),
    (
        "too large a number",
        line(TWIN).replace(b": 10,", b": 1e999,"),
        "observations.bias_toxicity.bias_score",
    ),
    ("bad UTF-8", line(TWIN).replace(b"inform", b"\xff\xfe"), "not JSON"),
    ("lone surrogate", line(TWIN).replace(b"inform", b"\\ud800"), "not JSON"),
    (
        "10 MB line",
        b'{"judge": "' + b"x" * 10_000_000 + b'"}',
        "the line is too long; keep a line below 8 MiB",
    ),
    ("deep nesting", b'{"judge": ' + b"[" * 100_000, "not JSON"),
    ("a wrong character", b'{"judge": x}', "not JSON: expected value at column 11; write one JSON object"),
    (
        "a name twice",
        b'{"judge": "council", "candidates": {"a": "x", "b": "y", "a": "z"}, "reviews": []}',
        "'a' stands twice in one object; keep one of them",
    ),
    ("a score twice", TWICE, "'b' stands twice in one object; keep one of them"),
    ("a score twice, with a space before a colon", TWICE.replace(b'"b":', b'"b" :', 1), "'b' stands twice"),
    ("a score twice, with a tab before a colon", TWICE.replace(b'"b":', b'"b"\t:', 1), "'b' stands twice"),
    ("a score twice, a space elsewhere", TWICE.replace(b'"query":', b'"query" :'), "'b' stands twice"),
    (
        "a review's field twice",
        TWICE.replace(b'"b": 7', b'"c": 7').replace(b'"holistic"', b'"reviewer": "s", "holistic"'),
        "'reviewer' stands twice",
    ),
    ("an id that is neither", line({**TWIN, "id": 1.5}), "id: is 1.5; give text or a whole number"),
]


@pytest.mark.parametrize(("bad", "message"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_bad_input_is_reported_in_its_place_and_the_rest_goes_on(bad: bytes, message: str) -> None:
    good = line({**TWIN, "id": "good"})
    first, second, third = score_lines(b"\n".join([good, bad, good]))
    assert set(second) == {"id", "error"}
    assert message in second["error"]
    assert first == third
    assert first["overall"] == 10.0


@pytest.mark.parametrize(
    ("bad", "case"),
    [
        (b'{"id": "x7", "judge": "jury"}', "x7"),
        (b'{"id": 12, "judge": "jury"}', 12),
        (b'{"id": true, "judge": "jury"}', 1),
        (b'{"judge": "jury"}', 1),
        (b"nope", 1),
    ],
)
def test_an_error_carries_the_id_or_else_the_line_number(bad: bytes, case: str | int) -> None:
    assert score_lines(bad)[0]["id"] == case


def test_a_missing_id_is_the_line_number() -> None:
    bare = {key: value for key, value in TWIN.items() if key != "id"}
    results = score_lines(b"\n" + line(bare) + b"\n\n" + line(bare))
    assert [one["id"] for one in results] == [2, 4]


@pytest.mark.parametrize("case", ["a1", 7, ""])
def test_ids_are_kept_as_given(case: str | int) -> None:
    assert score({**TWIN, "id": case})["id"] == case


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_one_object_may_be_spread_over_lines(indent: int | None) -> None:
    data = json.dumps(TWIN, indent=indent).encode()
    assert score_lines(data) == [score(TWIN)]
    assert score_lines(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")) == [score(TWIN)]


def test_a_first_line_cut_off_does_not_swallow_the_next() -> None:
    first, second = score_lines(b'{"judge": "twin-lock",\n' + line(TWIN))
    assert "not JSON" in first["error"]
    assert second["overall"] == 10.0


def test_one_object_over_lines_is_bounded_too() -> None:
    half = b'"' + b"x" * (LINE_LIMIT // 2) + b'",\n'
    assert list(label_lines(BytesIO(b"{\n" + half * 3 + b"}"))) == [(1, None)]


def test_no_lines_give_no_results() -> None:
    assert score_lines(b"") == []
    assert score_lines(b"\n \n") == []


ARTICLE = "The council voted on Tuesday to build a bridge.  Work will\nbegin before winter, the mayor said."
SUMMARY = "A bridge will be built, the council decided on Tuesday."


def judged(**changes: Any) -> Json:
    made = summary_labels("judge-lock", **changes)
    return score({**made, "article": ARTICLE, "summary": SUMMARY})


def test_evidence_is_found_exactly_or_with_white_space_and_case_folded() -> None:
    quoted = claims(supported=2)
    quoted[0]["evidence"] = "voted on Tuesday"
    quoted[1]["evidence"] = "BRIDGE. work will begin"
    result = metric(judged(hallucination__claims=quoted), "hallucination")
    assert [one["label"] for one in result["details"]["claims"]] == ["supported", "supported"]
    assert result["evidence"][:2] == [
        {"source": "article", "start": 12, "end": 28, "text": "voted on Tuesday"},
        {"source": "article", "start": 40, "end": 64, "text": "bridge.  Work will\nbegin"},
    ]


def test_a_quote_that_is_not_there_is_dropped_counted_and_its_label_falls() -> None:
    quoted = claims(supported=1, partial=1)
    quoted[0]["evidence"] = "voted against the bridge"
    quoted[1]["evidence"] = "never said this"
    result = judged(hallucination__claims=quoted, hallucination__qags=[])
    details = metric(result, "hallucination")["details"]
    assert [one["label"] for one in details["claims"]] == ["unsupported", "unsupported"]
    assert details["dropped_quotes"] == 2
    assert all("evidence" not in one for one in details["claims"])
    assert (3.0, "hallucination") in caps(result, "coverage")


def test_a_question_answer_whose_quote_is_not_there_is_wrong() -> None:
    answers = qags()
    for answer in answers:
        del answer["evidence"]
    answers[0]["evidence"], answers[1]["evidence"] = "the council decided", "the mayor decided"
    result = metric(judged(coverage__qags=answers), "coverage")
    assert [one["status"] for one in result["details"]["qags"]][:3] == ["correct", "wrong", "correct"]
    assert result["details"]["computed"]["qag_accuracy"] == 0.8333


def test_people_need_not_quote() -> None:
    bare = [{"status": "correct"}] * 6
    result = judged(coverage__qags=bare, hallucination__qags=bare)
    assert [one["value"] for one in result["metrics"]] == [9.0] * 5  # no evidence: the guard


def test_a_key_points_quote_is_looked_up_in_the_summary() -> None:
    quoted = points("fully", "fully", "fully", "fully")
    quoted[0]["evidence"], quoted[1]["evidence"] = "on Tuesday", "before winter"
    result = metric(judged(coverage__key_points=quoted), "coverage")
    assert [one["label"] for one in result["details"]["key_points"]] == ["fully", "not", "fully", "fully"]


def test_a_deviation_keeps_its_severity_without_its_quote() -> None:
    deviations = [{"kind": "tone", "severity": "mild", "evidence": "not in the article"}]
    result = metric(judged(alignment__deviations=deviations), "alignment")
    assert result["value"] == 8.0
    assert result["details"]["dropped_quotes"] == 1


@pytest.mark.parametrize("context", ["", " \n", [], [""]])
def test_a_response_without_any_context_has_no_hallucination_score(context: str | list[str]) -> None:
    result = score({**CLAIM, "context": context})
    assert "no context was given" in metric(result, "hallucination")["unscored"]
    assert (result["verdict"], result["reasons"]) == ("WARN", ["unscored", "no_context"])


def test_the_quote_of_an_unsupported_anchor_is_located_too() -> None:
    labels = response_labels(supported=0, unsupported=1)
    labels["observations"]["hallucination"]["anchors"][0]["evidence"] = "a price of 99"
    details = metric(score({**labels, "context": "It has a price of 99."}), "hallucination")["details"]
    found = {"source": "context", "start": 7, "end": 20, "text": "a price of 99"}
    assert details["anchors"][0]["evidence"] == found


def test_spans_given_as_evidence_are_checked_against_the_text() -> None:
    right = {"source": "article", "start": 4, "end": 11, "text": "council"}
    moved = {"source": "article", "start": 0, "end": 7, "text": "council"}
    wrong = {"source": "article", "start": 0, "end": 7, "text": "parliament"}
    labels = claims(supported=3)
    for label, evidence in zip(labels, (right, moved, wrong), strict=True):
        label["evidence"] = evidence
    details = metric(judged(hallucination__claims=labels), "hallucination")["details"]
    assert [one["label"] for one in details["claims"]] == ["supported", "supported", "unsupported"]
    assert details["claims"][1]["evidence"] == right


PLACES = [
    ("coverage", "key_points", "article", points("fully", "fully", "fully", "fully")),
    ("coverage", "extraneous_claims", "summary", [{"text": "claim"}]),
    ("coverage", "qags", "article", [{"status": "correct"}]),
    ("alignment", "deviations", "summary", [{"kind": "tone", "severity": "mild"}]),
    ("hallucination", "claims", "summary", claims(supported=1)),
    ("hallucination", "qags", "summary", [{"status": "correct"}]),
    ("relevance", "segments", "summary", segments(0.9)),
    ("bias_toxicity", "issues", "summary", [{"kind": "bias", "severity": "mild"}]),
]
BOGUS = [
    ("outside", -5, 99999, "BOGUS"),
    ("backwards", 5, 2, "BOGUS"),
    ("backwards and empty", 5, 2, ""),
    ("other words", 0, 5, "BOGUS"),
    ("empty", 3, 3, ""),
    ("blank", ARTICLE.index(" "), ARTICLE.index(" ") + 1, " "),
    ("blank in the summary", SUMMARY.index(" "), SUMMARY.index(" ") + 1, " "),
]


@pytest.mark.parametrize(("name", "field", "source", "labels"), PLACES)
@pytest.mark.parametrize(("start", "end", "text"), [row[1:] for row in BOGUS], ids=[row[0] for row in BOGUS])
def test_a_place_that_is_not_there_is_dropped_and_counted_and_its_label_stands(
    name: str, field: str, source: str, labels: list[Json], start: int, end: int, text: str
) -> None:
    span = {"source": source, "start": start, "end": end, "text": text}
    bare = metric(judged(**{f"{name}__{field}": labels}), name)
    found = metric(judged(**{f"{name}__{field}": [{**labels[0], "span": span}, *labels[1:]]}), name)
    assert found["details"]["dropped_quotes"] == bare["details"]["dropped_quotes"] + 1
    bare["details"]["dropped_quotes"] += 1
    assert found == bare


@pytest.mark.parametrize(("name", "field", "source", "labels"), PLACES)
@pytest.mark.parametrize("start", [0, -7, 10**6])
def test_a_place_is_found_by_its_words_in_the_text_of_its_label(
    name: str, field: str, source: str, labels: list[Json], start: int
) -> None:
    given = {"source": source, "start": start, "end": start + 7, "text": "council"}
    found = metric(judged(**{f"{name}__{field}": [{**labels[0], "span": given}, *labels[1:]]}), name)
    place = (ARTICLE if source == "article" else SUMMARY).index("council")
    span = {"source": source, "start": place, "end": place + 7, "text": "council"}
    assert found["details"][field][0]["span"] == span
    assert span in found["evidence"]


def test_the_end_of_a_span_lies_in_the_text() -> None:
    quoted = claims(supported=1)
    quoted[0]["evidence"] = {"source": "article", "start": -5, "end": 10**6, "text": ARTICLE[-5:]}
    details = metric(judged(hallucination__claims=quoted), "hallucination")["details"]
    ends = {"source": "article", "start": len(ARTICLE) - 5, "end": len(ARTICLE), "text": "said."}
    assert details["claims"][0]["evidence"] == ends


@pytest.mark.parametrize("blank", [" ", "\n", "\t \u2003"])
def test_a_blank_quote_is_no_evidence(blank: str) -> None:
    quoted = claims(supported=1)
    quoted[0]["evidence"] = blank
    details = metric(judged(hallucination__claims=quoted, hallucination__qags=[]), "hallucination")["details"]
    assert [one["label"] for one in details["claims"]] == ["unsupported"]
    assert details["dropped_quotes"] == 1


def test_the_place_of_an_anchor_is_looked_up_in_the_response() -> None:
    labels = response_labels(supported=2)
    right = {"source": "response", "start": 3, "end": 6, "text": "red"}
    for anchor, span in zip(
        labels["observations"]["hallucination"]["anchors"], (right, {**right, "text": "blue"}), strict=True
    ):
        anchor["span"] = span
    found = metric(score({**labels, "response": "Is red."}), "hallucination")
    assert (found["evidence"], found["details"]["dropped_quotes"]) == ([right], 1)
    assert [one["supported"] for one in found["details"]["anchors"]] == [True, True]


def test_evidence_without_texts_is_taken_as_quoted() -> None:
    quoted = claims(supported=1)
    quoted[0]["evidence"] = "said somewhere else entirely"
    result = metric(score(summary_labels("judge-lock", hallucination__claims=quoted)), "hallucination")
    assert result["details"]["claims"][0]["evidence"] == "said somewhere else entirely"
    assert result["evidence"] == []


def test_an_anchors_quote_is_looked_up_in_every_passage() -> None:
    anchors = [
        {"kind": "number", "text": "$5", "supported": True, "evidence": "costs $5"},
        {"kind": "number", "text": "$6", "supported": True, "evidence": "costs $6"},
        {"kind": "number", "text": "$7", "supported": False, "evidence": "costs $8"},
    ]
    made = spoiled(CLAIM, "observations.hallucination.anchors", anchors)
    details = metric(score({**made, "context": ["It is red.", "It costs $5."]}), "hallucination")["details"]
    assert [one["supported"] for one in details["anchors"]] == [True, False, False]
    assert details["anchors"][0]["evidence"] == {
        "source": "context[1]",
        "start": 3,
        "end": 11,
        "text": "costs $5",
    }
    assert details["dropped_quotes"] == 2
    single = metric(score({**made, "context": "It costs $5."}), "hallucination")["details"]
    assert single["anchors"][0]["evidence"]["source"] == "context"


def test_the_signature_names_judge_version_observer_and_options() -> None:
    assert score(TWIN)["signature"] == "judge:twin-lock|version:0.1.0|observer:labels"
    changed = score({**TWIN, "options": {"strict_partial": True, "weights": {"coverage": 2}}})["signature"]
    assert changed.endswith("|observer:labels|strict_partial:True|weights:coverage=2.0")
