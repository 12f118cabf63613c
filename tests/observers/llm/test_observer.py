"""The observer over a scripted model: labels as given, evidence looked up, votes counted, rows in order."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import InputError, OptionError
from jurat.judges.registry import judge_spec
from jurat.llm.budget import Budget, Price
from jurat.llm.model_errors import AccessError, UnavailableError
from jurat.llm.model_protocol import Completion, Request
from jurat.llm.pacing import RetryPolicy
from jurat.llm.scripted import Reply, ScriptedEndpoint
from jurat.observations import (
    Anchors,
    ExtraneousClaim,
    Issue,
    ResponseObservations,
    SummaryObservations,
)
from jurat.observers.labels import check_tokens
from jurat.observers.llm.llm_observer import ModelOptions, Observed
from jurat.observers.summaries import summary_observer as rules
from jurat.observers.toxicity.toxicity_observer import observe_bias_toxicity
from jurat.options import Options
from jurat.outcomes import Score
from jurat.scoring.label_limits import JUDGE_LOCK, TWIN_LOCK
from jurat.spans import Span
from tests.observers.llm.replies import ARTICLE, CASE, RESPONSE, SUMMARY, good_reply, observer

LIMITS = {"twin-lock": TWIN_LOCK, "judge-lock": JUDGE_LOCK, "judge-lock-ultra": JUDGE_LOCK}

Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> Callable[[Request], Reply]:
    """The good reply with a change."""

    def answer(request: Request) -> Reply:
        reply = good_reply(request)
        change(reply)
        return json.dumps(reply)

    return answer


def summary_row(judge: Any = "twin-lock", case: SummaryCase = CASE, **changes: Change) -> Observed:
    (row,) = observer(judge, {name: changed(change) for name, change in changes.items()}).rows([case])
    assert isinstance(row.observations, SummaryObservations)
    return row


def seen(row: Observed) -> SummaryObservations:
    assert isinstance(row.observations, SummaryObservations)
    return row.observations


def test_good_replies_score_as_their_labels_do() -> None:
    row = summary_row("judge-lock")
    assert row.unscored == {}
    assert row.dropped_quotes == 0
    result = judge_spec("judge-lock").score(seen(row), Options(), case="a", observer="llm")
    values = {one.metric: one.value for one in result.metrics if isinstance(one, Score)}
    assert values == {
        "coverage": 7.0,
        "alignment": 10.0,
        "hallucination": 10.0,
        "relevance": 10.0,
        "bias_toxicity": 10.0,
    }


def test_labels_keep_within_what_the_judges_take() -> None:
    for judge in ("twin-lock", "judge-lock"):
        row = summary_row(
            judge, alignment=lambda r: r.update(intent="word " * 90, stance="word " * 9, tone="x")
        )
        check_tokens(seen(row), LIMITS[judge])
        row = summary_row(judge, relevance=lambda r: r.update(theme="word " * 90))
        check_tokens(seen(row), LIMITS[judge])


@pytest.mark.parametrize(
    ("label", "evidence", "expected", "dropped"),
    [
        ("supported", "A new pool is planned for 2027", "supported", 0),
        ("supported", "a NEW  pool is\nplanned for 2027", "supported", 0),
        ("supported", "A new pool is certain for 2027", "unsupported", 1),
        ("supported", "", "unsupported", 0),
        ("supported", None, "unsupported", 0),
        ("supported", "N/A", "unsupported", 0),
        ("partial", "", "unsupported", 0),
        ("partial", "never said by anybody at all", "unsupported", 1),
        ("partial", "planned for 2027", "partial", 0),
        ("unsupported", "", "unsupported", 0),
        ("unsupported", "planned for 2027", "unsupported", 0),
    ],
)
def test_a_claim_stands_by_its_evidence(
    label: str, evidence: str | None, expected: str, dropped: int
) -> None:
    row = summary_row(hallucination=lambda r: r["claims"][1].update(label=label, evidence=evidence))
    labels = seen(row).hallucination
    assert labels is not None
    assert labels.claims is not None
    assert labels.claims[1].label == expected
    assert (labels.dropped_quotes, row.dropped_quotes) == (dropped, dropped)
    span = labels.claims[1].evidence
    if span is not None:
        assert isinstance(span, Span)
        assert ARTICLE[span.start : span.end] == span.text


def test_a_supported_claim_that_is_not_in_the_summary_is_dropped_and_an_unsupported_one_is_not() -> None:
    row = summary_row(hallucination=lambda r: r["claims"][0].update(claim="The mayor swam in the pool"))
    labels = seen(row).hallucination
    assert labels is not None
    assert [claim.text for claim in labels.claims or ()] == ["A new pool is planned for 2027"]
    assert row.dropped_quotes == 1
    row = summary_row(
        hallucination=lambda r: r["claims"][0].update(claim="The mayor swam in the pool", label="unsupported")
    )
    labels = seen(row).hallucination
    assert labels is not None
    assert [claim.label for claim in labels.claims or ()] == ["unsupported", "supported"]


def test_invented_claims_alone_leave_the_metric_unscored() -> None:
    def invent(reply: dict[str, Any]) -> None:
        for claim in reply["claims"]:
            claim["claim"] = "The mayor swam in the pool"

    row = summary_row(hallucination=invent)
    assert row.unscored == {"hallucination": "none of the model's claims stands in the summary"}


def test_a_summary_of_some_length_cannot_have_no_claims() -> None:
    row = summary_row(hallucination=lambda r: r["claims"].clear())
    assert "claims holds 0 items, not 1 to 10" in row.unscored["hallucination"]
    short = replace(CASE, summary="A pool closes.")
    row = summary_row(case=short, hallucination=lambda r: r["claims"].clear())
    assert seen(row).hallucination is not None


def test_a_key_point_whose_quote_is_not_there_falls_and_one_without_a_quote_stands() -> None:
    def change(reply: dict[str, Any]) -> None:
        reply["key_points"][0]["evidence"] = "nobody ever said this"
        reply["key_points"][3]["evidence"] = ""

    row = summary_row(coverage=change)
    coverage = seen(row).coverage
    assert coverage is not None
    assert [point.label for point in coverage.key_points or ()] == ["not", "not", "not", "fully"]
    assert (coverage.dropped_quotes, row.dropped_quotes) == (1, 1)


def test_additions_are_counted_in_the_summary_s_own_tokens() -> None:
    added = [
        {"quote": "old swimming pool", "reason": "r", "kind": "words"},
        {"quote": "swimming pool. A new", "reason": "r", "kind": "words"},
        {"quote": "not in the summary", "reason": "r", "kind": "words"},
        {"quote": "A new pool is planned for 2027", "reason": "r", "kind": "claim"},
        {"quote": "The moon is made of cheese", "reason": "r", "kind": "claim"},
    ]
    coverage = seen(summary_row(coverage=lambda r: r.update(added=added))).coverage
    assert coverage is not None
    assert (coverage.extraneous_tokens, coverage.summary_tokens, coverage.dropped_quotes) == (10, 16, 2)
    assert coverage.extraneous_claims == (
        ExtraneousClaim(
            text="A new pool is planned for 2027",
            span=Span("summary", 57, 87, "A new pool is planned for 2027"),
        ),
        ExtraneousClaim(text="The moon is made of cheese"),
    )


@pytest.mark.parametrize(
    ("evidence", "status"),
    [
        ("Elmfield's council voted to close", "correct"),
        ("council voted", "wrong"),
        (SUMMARY, "wrong"),
        ("", "wrong"),
        ("The council never voted on this", "wrong"),
    ],
)
def test_an_answer_needs_four_to_twelve_words_of_evidence(evidence: str, status: str) -> None:
    row = summary_row("judge-lock", answers=lambda r: r["answers"][0].update(evidence=evidence))
    coverage = seen(row).coverage
    assert coverage is not None
    assert coverage.qags is not None
    assert coverage.qags[0].status == status
    assert coverage.qags[1].status == "correct"


def test_a_question_without_an_answer_is_wrong_whatever_its_grade() -> None:
    row = summary_row("judge-lock", answers=lambda r: r["answers"][0].update(answer=None))
    coverage = seen(row).coverage
    assert coverage is not None
    assert coverage.qags is not None
    assert coverage.qags[0].status == "wrong"


def test_who_answers_sees_neither_the_other_text_nor_the_expected_answers() -> None:
    script = ScriptedEndpoint(changed(lambda _: None))
    list(observer("judge-lock", endpoint=script).rows([CASE]))
    answering = [one.messages[1].content for one in script.asked if one.name == "answers"]
    assert [(ARTICLE in text, SUMMARY in text, "expected" in text) for text in sorted(answering)] in (
        [(True, False, False), (False, True, False)],
        [(False, True, False), (True, False, False)],
    )
    assert len(script.asked) == 10, "eleven, of which two are the same: here both texts were answered alike"


def test_issues_make_the_scores_and_tone_takes_nothing_off() -> None:
    issues = [
        {"quote": "old swimming pool", "reason": "r", "kind": "bias", "severity": "mild"},
        {"quote": "not there", "reason": "r", "kind": "profanity", "severity": "strong"},
    ]
    row = summary_row(bias_toxicity=lambda r: r.update(issues=issues, tone="hostile"))
    labels = seen(row).bias_toxicity
    assert labels is not None
    assert (labels.tone, labels.bias_score, labels.tox_score, row.dropped_quotes) == ("hostile", 9.0, 4.0, 1)
    assert labels.issues is not None
    assert labels.issues[1] == Issue(kind="profanity", severity="strong", reason="r")


@pytest.mark.parametrize(
    "summary",
    [
        "The so-called reform failed. Immigrants are vermin.",
        "Women can't drive, and the illegals are to blame.",
        "The plan is bullshit, and she is vile.",
        "The council voted on Tuesday to close the pool.",
    ],
)
def test_the_same_issues_are_worth_the_same_whoever_found_them(summary: str) -> None:
    ruled = observe_bias_toxicity(summary)
    issues = [
        {"quote": one.text, "reason": "r", "kind": one.kind, "severity": one.severity}
        for one in ruled.issues or ()
    ]
    case = replace(CASE, summary=summary)
    labels = seen(
        summary_row(case=case, bias_toxicity=lambda r: r.update(issues=issues, tone=ruled.tone))
    ).bias_toxicity
    assert labels is not None
    assert (labels.bias_score, labels.tox_score) == (ruled.bias_score, ruled.tox_score)


def test_segments_out_of_order_are_refused() -> None:
    row = summary_row(relevance=lambda r: r["segments"].reverse())
    assert "segments are not numbered 1, 2, 3" in row.unscored["relevance"]


def test_segments_get_the_middle_of_the_band_they_are_labelled_with() -> None:
    row = summary_row(relevance=lambda r: r["segments"][1].update(label="some"))
    relevance = seen(row).relevance
    assert relevance is not None
    assert [one.overlap for one in relevance.segments or ()] == [1.0, 0.5]
    assert [one.text for one in relevance.segments or ()] == [
        "Elmfield's council voted to close the old swimming pool.",
        "A new pool is planned for 2027.",
    ]


@pytest.mark.parametrize(
    ("summary", "count"),
    [
        ("The drug was approved by the F.D.A. The agency took four years to do it.", 1),
        ("1. The first point is about the pool.\n2. The second point is about the vote.", 2),
        ("- The council voted to close the pool\n- A new one is planned for 2027", 2),
        ("Mr. Hale of the U.S. Navy came at 5 p.m. today; they all stayed at home then.", 2),
        ("It was over by 1998. Nobody in the town spoke of it again.", 1),
        ("A pool closes.", 1),
        ("- ", 0),
    ],
)
def test_a_model_judges_the_segments_that_rules_do(summary: str, count: int) -> None:
    case = replace(CASE, summary=summary)
    (ruled,) = rules.observe([case], TWIN_LOCK, Options())
    assert ruled.relevance is not None
    entries = [{"segment": number, "reason": "r", "label": "high"} for number in range(1, count + 1)]
    labels = seen(summary_row(case=case, relevance=lambda r: r.update(segments=entries))).relevance
    assert labels is not None
    assert labels.segments is not None
    assert [one.span for one in labels.segments] == [one.span for one in ruled.relevance.segments or ()]
    assert len(labels.segments) == count


def test_a_response_is_judged_by_its_anchors() -> None:
    watcher = observer("claim-lock")
    (labels,) = watcher.observe([RESPONSE])
    assert isinstance(labels, ResponseObservations)
    assert labels.hallucination is not None
    anchors = labels.hallucination.anchors
    assert anchors is not None
    assert [(one.text, one.kind, one.supported) for one in anchors] == [
        ("2.3 million dollars", "number", True),
        ("It was due on Friday", "date", False),
    ]
    assert isinstance(anchors[0].evidence, Span)
    assert anchors[0].evidence.source == "context[0]"
    result = judge_spec("claim-lock").score(labels, Options(), case="r", observer="llm")
    assert [one.value for one in result.metrics if isinstance(one, Score)] == [0.5]


def test_an_anchor_said_to_be_supported_without_evidence_is_not() -> None:
    for evidence in ("", "made up entirely by the model"):
        change = changed(lambda r, evidence=evidence: r["anchors"][0].update(evidence=evidence))  # type: ignore[misc]
        (row,) = observer("claim-lock", {"anchors": change}).rows([RESPONSE])
        assert isinstance(row.observations, ResponseObservations)
        labels = row.observations.hallucination
        assert labels is not None
        assert [one.supported for one in labels.anchors or ()] == [False, False]
        assert labels.dropped_quotes == (1 if evidence else 0)


@pytest.mark.parametrize("contexts", [(), ("",), (" ", "\n")])
def test_without_context_no_model_is_asked(contexts: tuple[str, ...]) -> None:
    watcher = observer("claim-lock")
    (labels,) = watcher.observe([replace(RESPONSE, contexts=contexts)])
    assert isinstance(labels, ResponseObservations)
    assert labels.hallucination is not None
    assert labels.hallucination.no_context
    assert watcher.usage.calls == 0


def test_numbers_in_a_response_are_anchors_that_cannot_be_overlooked() -> None:
    change = changed(lambda r: r["anchors"].clear())
    (row,) = observer("claim-lock", {"anchors": change}).rows([RESPONSE])
    assert "anchors holds 0 items" in row.unscored["hallucination"]
    plain = replace(RESPONSE, response="I could not say.")
    (row,) = observer("claim-lock", {"anchors": change}).rows([plain])
    assert row.unscored == {}


def by_sample(name: str, *changes: Change) -> dict[str, Callable[[Request], Reply] | Reply]:
    """A model whose samples differ: the first is cold, the others are known by their seed."""

    def answer(request: Request) -> Reply:
        reply = good_reply(request)
        changes[request.seed or 0](reply)
        return json.dumps(reply)

    return {name: answer}


def relabel(index: int, label: str) -> Change:
    return lambda reply: reply["claims"][index].update(label=label)


def voted(name: str, *changes: Change) -> Observed:
    options = ModelOptions(samples=len(changes), patience=RetryPolicy(max_attempts=1))
    (row,) = observer("twin-lock", by_sample(name, *changes), options=options).rows([CASE])
    return row


def unchanged(_: dict[str, Any]) -> None: ...


def test_the_majority_decides_and_its_share_is_recorded() -> None:
    row = voted("hallucination", relabel(0, "unsupported"), unchanged, unchanged)
    labels = seen(row).hallucination
    assert labels is not None
    assert [one.label for one in labels.claims or ()] == ["supported", "supported"]
    assert row.agreement["hallucination"] == (0.6667, 1.0)


def test_of_two_labels_that_are_level_the_worse_one_counts() -> None:
    row = voted("hallucination", unchanged, relabel(1, "partial"))
    labels = seen(row).hallucination
    assert labels is not None
    assert [one.label for one in labels.claims or ()] == ["supported", "partial"]
    assert row.agreement["hallucination"] == (1.0, 0.5)


def test_a_dropped_claim_takes_its_share_of_agreement_with_it() -> None:
    def invent(label: str) -> Change:
        return lambda r: r["claims"][0].update(claim="The mayor swam in the pool", label=label)

    row = voted("hallucination", invent("supported"), invent("partial"), invent("supported"))
    labels = seen(row).hallucination
    assert labels is not None
    assert [one.text for one in labels.claims or ()] == ["A new pool is planned for 2027"]
    assert labels.agreement == (1.0,)


def test_a_dropped_anchor_takes_its_share_of_agreement_with_it() -> None:
    def invent(label: str) -> Change:
        return lambda r: r["anchors"][0].update(anchor="twelve million dollars", label=label)

    changes = by_sample("anchors", *map(invent, ("supported", "unsupported", "supported")))
    (row,) = observer("claim-lock", changes, options=ModelOptions(samples=3)).rows([RESPONSE])
    labels = row.observations.hallucination
    assert isinstance(labels, Anchors)
    assert [one.text for one in labels.anchors or ()] == ["It was due on Friday"]
    assert labels.agreement == (1.0,)


def test_added_words_are_counted_and_have_no_share_of_agreement() -> None:
    words = {"quote": "old swimming pool", "reason": "r", "kind": "words"}
    claim = {"quote": "A new pool is planned for 2027", "reason": "r", "kind": "claim"}
    row = voted(
        "coverage",
        lambda r: r.update(added=[words, claim]),
        lambda r: r.update(added=[words]),
        lambda r: r.update(added=[words, claim]),
    )
    labels = seen(row).coverage
    assert labels is not None
    assert labels.extraneous_tokens == 10
    assert labels.agreement == (1.0, 1.0, 1.0, 1.0, 0.6667)


LABELLED = (
    "key_points",
    "extraneous_claims",
    "deviations",
    "claims",
    "qags",
    "segments",
    "issues",
    "anchors",
)
QUOTES = ("old swimming pool", "A new pool is planned for 2027", "2.3 million dollars", "never written")


def whimsical(request: Request, whim: int) -> Reply:
    """A reply whose quotes are the same in every sample, and whose labels are not."""
    reply, shared = good_reply(request), random.Random(whim)
    own = random.Random(f"{whim} {request.name} {request.seed}")
    for item in (*reply.get("claims", ()), *reply.get("anchors", ())):
        item["claim" if "claim" in item else "anchor"] = shared.choice(QUOTES)
        item["label"] = own.choice(["supported", "unsupported"])
    if "added" in reply:
        reply["added"] = [
            {"quote": shared.choice(QUOTES), "reason": "r", "kind": own.choice(["words", "claim"])}
            for _ in range(3)
        ]
    return json.dumps(reply)


@pytest.mark.parametrize(("judge", "case"), [("judge-lock", CASE), ("claim-lock", RESPONSE)])
@given(whim=st.integers(0, 10**6))
def test_every_label_has_its_share_of_agreement(
    judge: str, case: SummaryCase | ResponseCase, whim: int
) -> None:
    script = ScriptedEndpoint(lambda request: whimsical(request, whim))
    (row,) = observer(judge, endpoint=script, options=ModelOptions(samples=3)).rows([case])
    for name, shares in row.agreement.items():
        labels = getattr(row.observations, name)
        count = sum(len(getattr(labels, field, None) or ()) for field in LABELLED)
        assert len(shares) == count + (name == "bias_toxicity"), name  # the tone is a label too
        assert labels.agreement == shares


def test_a_label_falls_before_it_votes() -> None:
    def lie(reply: dict[str, Any]) -> None:
        reply["claims"][0]["evidence"] = "this was never written anywhere"

    row = voted("hallucination", lie, lie, unchanged)
    labels = seen(row).hallucination
    assert labels is not None
    assert [one.label for one in labels.claims or ()] == ["unsupported", "supported"]


def test_a_finding_stays_if_more_than_half_of_the_samples_made_it() -> None:
    finding = {
        "quote": "old swimming pool",
        "evidence": "",
        "reason": "r",
        "kind": "tone",
        "severity": "mild",
    }
    severe = {**finding, "quote": "the old swimming pool", "severity": "severe"}
    other = {**finding, "quote": "planned for 2027", "kind": "focus"}
    row = voted(
        "alignment",
        lambda r: r.update(deviations=[finding]),
        lambda r: r.update(deviations=[severe, other]),
        unchanged,
    )
    labels = seen(row).alignment
    assert labels is not None
    assert [(one.kind, one.severity) for one in labels.deviations or ()] == [("tone", "severe")]
    assert row.agreement["alignment"] == (0.6667,)


def test_later_samples_judge_the_items_that_the_first_one_chose() -> None:
    script = ScriptedEndpoint(changed(lambda _: None))
    options = ModelOptions(samples=2)
    list(observer("twin-lock", endpoint=script, options=options).rows([CASE]))
    warm = {one.name: one.messages[1].content for one in script.asked if one.seed}
    assert "1. Elmfield's council voted to close the old swimming pool" in warm["hallucination"]
    assert "4. A new pool is planned for the year 2027" in warm["coverage"]
    assert len(script.asked) == 10


def test_a_sample_that_fails_is_left_out_unless_too_many_do() -> None:
    def fail(reply: dict[str, Any]) -> None:
        reply.clear()

    row = voted("hallucination", unchanged, fail, unchanged)
    assert row.agreement["hallucination"] == (1.0, 1.0)
    row = voted("hallucination", unchanged, fail, fail)
    assert "refused twice" in row.unscored["hallucination"]


def cases(count: int) -> Iterator[SummaryCase]:
    for number in range(count):
        yield replace(CASE, article=f"{ARTICLE} Row {number}.", id=number)


def test_rows_come_in_order_whatever_the_order_of_replies() -> None:
    def themed(request: Request) -> Reply:
        reply = good_reply(request)
        reply["theme"] = request.messages[1].content.partition("Row ")[2].partition(".")[0]
        return json.dumps(reply)

    labels = list(observer("twin-lock", {"relevance": themed}).observe(cases(50)))
    themes = [one.relevance.theme for one in labels if isinstance(one, SummaryObservations) and one.relevance]
    assert themes == [str(number) for number in range(50)]


def test_a_failing_row_leaves_the_others_alone() -> None:
    def sometimes(request: Request) -> Reply:
        if "Row 3." in request.messages[1].content:
            return UnavailableError("the endpoint failed (500)")
        return json.dumps(good_reply(request))

    rows = list(observer("twin-lock", {"alignment": sometimes}).rows(cases(6)))
    assert [row.unscored for row in rows] == [
        {"alignment": "the endpoint failed (500)"} if number == 3 else {} for number in range(6)
    ]


def test_a_refusal_of_access_stops_the_run() -> None:
    script = ScriptedEndpoint(lambda _: AccessError("the endpoint refuses access (401)"))
    with pytest.raises(AccessError, match="401"):
        list(observer("twin-lock", endpoint=script).rows(cases(50)))
    assert len(script.asked) == 1
    assert script.closed


def test_a_spent_budget_is_the_reason_of_the_rows_that_are_left() -> None:
    options = ModelOptions(budget=Budget(calls=7), concurrency=1)
    rows = list(observer("twin-lock", options=options).rows(cases(3)))
    assert rows[0].unscored == {}
    assert set(rows[2].unscored.values()) == {"the budget of 7 calls is spent"}


def test_an_iterator_that_is_left_early_stops_asking() -> None:
    script = ScriptedEndpoint(changed(lambda _: None))
    rows = observer("twin-lock", endpoint=script, options=ModelOptions(concurrency=2)).rows(cases(10_000))
    next(rows)
    rows.close()  # type: ignore[attr-defined]
    assert script.closed
    assert len(script.asked) < 5_000


def test_it_works_inside_a_running_event_loop() -> None:
    import asyncio

    async def inside() -> list[object]:
        return list(observer("twin-lock").observe([CASE]))

    assert len(asyncio.run(inside())) == 1


def test_usage_counts_calls_tokens_cost_and_hits(tmp_path: Path) -> None:
    def costed(request: Request) -> Reply:
        return Completion(text=json.dumps(good_reply(request)), prompt_tokens=1000, completion_tokens=100)

    script = ScriptedEndpoint(costed, name="openai:gpt-4o-mini")
    price = Price(input=Decimal("0.15"), output=Decimal("0.60"))
    options = ModelOptions(cache=tmp_path / "cache.db", prices={"gpt-4o-mini": price})
    watcher = observer("twin-lock", endpoint=script, options=options)
    list(watcher.observe([CASE]))
    assert (watcher.usage.calls, watcher.usage.tokens, watcher.usage.cost) == (5, 5500, Decimal("0.00105"))
    list(watcher.observe([CASE]))
    assert (watcher.usage.calls, watcher.usage.cache_hits) == (5, 5)


def test_two_runs_are_the_same(tmp_path: Path) -> None:
    options = ModelOptions(samples=3, cache=tmp_path / "cache.db")
    first = list(observer("judge-lock", options=options).rows(cases(4)))
    second = observer("judge-lock", options=options)
    assert list(second.rows(cases(4))) == first
    assert second.usage.calls == 0


def test_the_signature_names_model_prompts_and_samples() -> None:
    watcher = observer("twin-lock", options=ModelOptions(samples=3))
    assert watcher.signature.startswith("llm(scripted:function,prompts=")
    assert watcher.signature.endswith(",samples=3)")


def test_what_cannot_be_observed_is_refused() -> None:
    with pytest.raises(OptionError, match="model observers do not support claim-lock"):
        replace(judge_spec("claim-lock"), model_task=None).require_model_task()
    with pytest.raises(InputError, match="is a SummaryCase, and the model observes a ResponseCase"):
        list(observer("claim-lock").rows([CASE]))
    with pytest.raises(OptionError, match="samples: is 0"):
        ModelOptions(samples=0)


def test_a_result_says_why_the_model_gave_no_labels() -> None:
    (row,) = observer("twin-lock", {"hallucination": "nonsense"}).rows([CASE])
    result = judge_spec("twin-lock").score(seen(row), Options(), case="a", observer="llm")
    told = {one.metric: one.unscored for one in result.metrics if not isinstance(one, Score)}
    reason = "the model's reply was refused twice: it holds no complete JSON object"
    assert told == {
        "hallucination": reason,
        "coverage": f"depends on hallucination, which is unscored ({reason})",
        "relevance": f"depends on hallucination, which is unscored ({reason})",
    }


@pytest.mark.parametrize("noise", ["\ud800\x00", "\u202e\ufeff", "<<<", "é\n\r\u2028", "\U0010ffff"])
def test_hostile_characters_are_sent_safely_and_offsets_stay_right(noise: str) -> None:
    script = ScriptedEndpoint(changed(lambda _: None))
    case = replace(CASE, article=f"{noise * 10_000} {ARTICLE}")
    (row,) = observer("twin-lock", endpoint=script).rows([case])
    for request in script.asked:
        for message in request.messages:
            message.content.encode("utf-8")
    labels = seen(row).hallucination
    assert labels is not None
    for claim in labels.claims or ():
        assert isinstance(claim.evidence, Span)
        assert case.article[claim.evidence.start : claim.evidence.end] == claim.evidence.text
        assert claim.label == "supported"
