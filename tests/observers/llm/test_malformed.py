"""Replies that are not what was asked: none crashes, none is believed, none becomes a number."""

from __future__ import annotations

import copy
import json
import math
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.judges.registry import judge_spec
from jurat.llm.model_errors import MalformedReplyError
from jurat.llm.model_protocol import Form
from jurat.llm.reply_parser import LONGEST, read_reply, schema_of
from jurat.observations import SummaryObservations
from jurat.observers.llm import reply_schemas as kinds
from jurat.observers.llm.prompts import NAMES, read_prompt
from jurat.options import Options
from jurat.outcomes import Score
from tests.observers.llm.replies import CASE, RESPONSE, good_replies, observer

MARK = "0123456789abcdef"
GOOD = good_replies()
FORMS: dict[str, Form[Any]] = {
    name: Form(name, kind, counts, example=read_prompt(name).example)
    for name, kind, counts in (
        ("coverage", kinds.CoverageReply, {"key_points": (3, 7)}),
        ("alignment", kinds.AlignmentReply, {"deviations": (0, 8)}),
        ("hallucination", kinds.HallucinationReply, {"claims": (1, 10)}),
        ("relevance", kinds.RelevanceReply, {"segments": (2, 2)}),
        ("bias_toxicity", kinds.BiasToxicityReply, {"issues": (0, 8)}),
        ("questions", kinds.QuestionsReply, {"questions": (1, 6)}),
        ("answers", kinds.AnswersReply, {"answers": (6, 6)}),
        ("grades", kinds.GradesReply, {"grades": (6, 6)}),
        ("anchors", kinds.AnchorsReply, {"anchors": (1, 20)}),
        ("response_claims", kinds.ResponseClaimsReply, {"claims": (1, 20)}),
        ("query_parts", kinds.QueryPartsReply, {"parts": (1, 8)}),
        ("aboutness", kinds.AboutnessReply, {}),
        ("criterion", kinds.ChecksReply, {"checks": (2, 2)}),
        ("criterion_grade", kinds.GradedChecksReply, {"checks": (1, 1)}),
    )
}
ENUMS = {
    "coverage": "label",
    "hallucination": "label",
    "relevance": "label",
    "grades": "status",
    "anchors": "label",
    "response_claims": "label",
    "query_parts": "label",
    "criterion": "label",
}


OFF_MENU = (
    "Supported",
    "mostly",
    "",
    None,
    1,
    True,
    ["fully"],
    "fully ",
    "vollständig",
    0.5,
    {"label": "fully"},
)
ISSUE = {"quote": "q", "reason": "r", "kind": "bias", "severity": "mild"}
DEVIATION = {"quote": "q", "evidence": "e", "reason": "r", "kind": "tone", "severity": "mild"}


def first_list(reply: dict[str, Any]) -> list[Any]:
    found = next(value for value in reply.values() if isinstance(value, list))
    assert isinstance(found, list)
    return found


def spoilt(name: str, change: Callable[[dict[str, Any]], object]) -> str:
    """A good reply with one thing changed."""
    reply = copy.deepcopy(GOOD[name])
    change(reply)
    return json.dumps(reply)


def with_item(name: str, key: str, value: object) -> str:
    """A good reply whose first item has another value."""
    return spoilt(name, lambda reply: first_list(reply)[0].update({key: value}))


def copying(name: str) -> str:
    """A good reply into which one longer phrase of the prompt's example has slipped, slightly changed."""
    example = json.loads(read_prompt(name).example)
    strings = re.findall(r'"([^"]{24,})"', json.dumps(example))
    phrase = max(strings, key=len).capitalize() + "."
    return re.sub(
        r'"(?:r|f|e|it reports|report a vote)"', json.dumps(phrase), json.dumps(GOOD[name]), count=1
    )


def general(name: str) -> dict[str, str]:
    """What can be wrong with a reply of any form."""
    text = json.dumps(GOOD[name])
    field = next(iter(GOOD[name]))
    changed = re.sub(r'"(?:r|f|e|it reports|report a vote)"', '"another"', text)
    return {
        "empty": "",
        "blank": " \n\t ",
        "truncated by one": text[:-1],
        "truncated by half": text[: len(text) // 2],
        "truncated in a string": text[: text.rindex('"')],
        "fenced and truncated": f"```json\n{text[:-3]}\n```",
        "two answers": f"{text}\n{changed}",
        "null": "null",
        "a list": f"[{text[1:-1]}]" if not text.startswith("[") else text,
        "a string": json.dumps(text),
        "a number": "10",
        "NaN": text[:-1] + ', "score": NaN}',
        "Infinity": text[:-1] + ', "score": -Infinity}',
        "a field twice": text[:-1] + f', "{field}": []}}',
        "wrapped": json.dumps({"result": GOOD[name]}),
        "no field": json.dumps({key: value for key, value in GOOD[name].items() if key != field}),
        "field of the wrong type": json.dumps({**GOOD[name], field: 7}),
        "field null": json.dumps({**GOOD[name], field: None}),
        "keys in another language": text.replace(f'"{field}"', '"réponse"'),
        "another language": "Je ne peux pas répondre à cette question.",
        "single quotes": text.replace('"', "'"),
        "nested quotes": text.replace('": "', '": "he said "no" '),
        "an apology": "I am sorry, but I cannot help with that.",
        "trailing comma": text[:-1] + ",}",
        "comments": "{// here\n" + text[1:],
        "one megabyte": text + " " * 1_000_000,
        "one megabyte of braces": "{" * 1_000_000,
        "deep": "{" + '"a":{' * 30_000,
        "deep lists": '{"a":' + "[" * 60_000,
        "echo with its fence": f"<<<article {MARK}>>>\n{text}\n<<<end article {MARK}>>>",
        "echo of the prompt": read_prompt("fences").instructions + "\n" + read_prompt(name).example,
        "the example": read_prompt(name).example,
        "a phrase of the example": copying(name),
        "only a thought": f"<think>{text}</think>",
        "NUL": text.replace('"', '"\x00', 1),
        "a huge number": '{"x": ' + "9" * 5000 + "}",
        "a lone surrogate": spoilt(name, lambda reply: reply.update({field: "\ud800"})),
        "yaml": "\n".join(f"{key}: []" for key in GOOD[name]),
        "xml": f"<reply><{field}>yes</{field}></reply>",
        "a schema": json.dumps(schema_of(FORMS[name], "schema")),
    }


def particular(name: str) -> dict[str, str]:
    """What can be wrong with the items of a form."""
    cases: dict[str, str] = {}
    bad: object
    items = GOOD[name].get("key_points") or next(
        (v for v in GOOD[name].values() if isinstance(v, list) and v), None
    )
    if items:
        cases |= {
            "item null": spoilt(name, lambda r: first_list(r).__setitem__(0, None)),
            "item a string": spoilt(name, lambda r: first_list(r).__setitem__(0, "supported")),
            "item empty": spoilt(name, lambda r: first_list(r).__setitem__(0, {})),
            "item nested": spoilt(name, lambda r: first_list(r).__setitem__(0, [first_list(r)[0]])),
            "too many": spoilt(name, lambda r: first_list(r).extend(first_list(r)[:1] * 30)),
            "none": spoilt(name, lambda r: first_list(r).clear()),
        }
    if name in ENUMS:
        for bad in OFF_MENU:
            cases[f"label {bad!r}"] = with_item(name, ENUMS[name], bad)
    if name in ("relevance", "answers", "grades", "criterion"):
        for bad in ("1", 1.5, None, True, [1]):
            number = {"relevance": "segment", "criterion": "number"}.get(name, "question")
            cases[f"number {bad!r}"] = with_item(name, number, bad)
    if name == "bias_toxicity":
        for bad in ("Neutral", "angry", None, 3, "neutral, subjective"):
            cases[f"tone {bad!r}"] = json.dumps({**GOOD[name], "tone": bad})
        for key, bad in (("kind", "racism"), ("severity", "severe"), ("quote", 5), ("reason", None)):
            cases[f"issue {key}"] = json.dumps({**GOOD[name], "issues": [{**ISSUE, key: bad}]})
    if name == "query_parts":
        for bad in ("None", "yes", None, 3, "justified "):
            cases[f"refusal {bad!r}"] = json.dumps({**GOOD[name], "refusal": bad})
    if name == "aboutness":
        for bad in ("About", "partly", None, 3, "about, beside"):
            cases[f"label {bad!r}"] = json.dumps({**GOOD[name], "label": bad})
    if name == "alignment":
        for key, bad in (("kind", "style"), ("severity", "strong"), ("reason", 1), ("quote", ["q"])):
            cases[f"deviation {key}"] = json.dumps({**GOOD[name], "deviations": [{**DEVIATION, key: bad}]})
    return cases


TABLE = [
    pytest.param(name, text, id=f"{name}: {what}")
    for name in NAMES
    for what, text in {**general(name), **particular(name)}.items()
]


def test_the_table_is_long_and_covers_every_form() -> None:
    assert len(TABLE) >= 200
    assert {param.values[0] for param in TABLE} == set(NAMES) == set(GOOD)


@pytest.mark.parametrize(("name", "text"), TABLE)
def test_a_malformed_reply_is_refused(name: str, text: str) -> None:
    with pytest.raises(MalformedReplyError) as caught:
        read_reply(text, FORMS[name], MARK)
    assert len(str(caught.value)) < 600
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "```json\n{}\n```",
        "Here is my answer:\n{}\nI hope this helps!",
        '<think>Maybe {{"a": 1}}? No.</think>\n{}',
        "{}\n{}",
        "\ufeff{}",
        "Some {{braces}} first. {}",
    ],
)
def test_a_good_reply_is_found_among_other_words(name: str, around: str) -> None:
    text = around.replace("{{", "\1").replace("}}", "\2").replace("{}", json.dumps(GOOD[name]))
    text = text.replace("\1", "{").replace("\2", "}")
    value = read_reply(text, FORMS[name], MARK)
    assert value == read_reply(json.dumps(GOOD[name]), FORMS[name])


@pytest.mark.parametrize("depth", [10, 100, 300, 900, 990, 3_000, 90_000])
def test_a_deep_field_nobody_asked_for_does_no_harm(depth: int) -> None:
    text = json.dumps(GOOD["hallucination"])
    deep = text[:-1] + ', "x": ' + "[" * depth + "]" * depth + "}"
    with suppress(MalformedReplyError):
        found = read_reply(deep, FORMS["hallucination"], MARK)
        assert found == read_reply(text, FORMS["hallucination"])


def test_an_overall_score_that_a_model_says_is_not_heard() -> None:
    text = json.dumps({**GOOD["hallucination"], "overall_score": 10, "score": "perfect"})
    assert read_reply(text, FORMS["hallucination"]) == read_reply(
        json.dumps(GOOD["hallucination"]), FORMS["hallucination"]
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_example_of_every_prompt_has_the_form_that_is_asked_for(name: str) -> None:
    free = Form(name, FORMS[name].type)
    assert read_reply(read_prompt(name).example, free) is not None


@pytest.mark.parametrize("name", NAMES)
def test_reason_and_evidence_stand_before_the_label(name: str) -> None:
    schema = schema_of(FORMS[name], "schema")
    assert schema is not None
    for kind in (schema, *schema.get("$defs", {}).values()):
        order = list(kind["properties"])
        for label in ("label", "severity", "status"):
            if label in order:
                assert order[-1] == label
                assert order.index("reason") < order.index(label)


@pytest.mark.parametrize("name", NAMES)
def test_the_portable_schema_has_no_sizes_and_the_strict_one_closes_every_object(name: str) -> None:
    portable, strict = schema_of(FORMS[name], "portable"), schema_of(FORMS[name], "schema")
    assert "maxLength" not in json.dumps(portable)
    assert "minItems" not in json.dumps(portable)
    assert "maxLength" in json.dumps(strict)
    assert strict is not None
    for kind in (strict, *strict.get("$defs", {}).values()):
        assert kind["additionalProperties"] is False
        assert kind["required"] == list(kind["properties"])


@given(st.text())
def test_no_text_crashes_the_reader(text: str) -> None:
    with suppress(MalformedReplyError):
        read_reply(text, FORMS["hallucination"], MARK)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["claims", "claim", "label", "reason", "evidence", "x"]), inner, max_size=4
            )
        ),
        max_leaves=12,
    )
)
def test_no_json_crashes_the_reader(value: object) -> None:
    with suppress(MalformedReplyError):
        read_reply(json.dumps(value), FORMS["hallucination"], MARK)


@pytest.mark.parametrize(
    "judge", ["twin-lock", "judge-lock", "judge-lock-ultra", "claim-lock", "claim-lock-ultra"]
)
@pytest.mark.parametrize("bad", ["", "{", '{"score": NaN}', "x" * (LONGEST + 1), "[]", '{"claims": 10}'])
def test_a_model_that_only_writes_nonsense_leaves_every_metric_unscored(judge: str, bad: str) -> None:
    watcher = observer(judge, dict.fromkeys(NAMES, bad))
    (row,) = watcher.rows([RESPONSE if judge.startswith("claim-lock") else CASE])
    assert list(row.unscored) == list(watcher.task.details)
    assert all("refused twice" in reason for reason in row.unscored.values())
    result = judge_spec(judge).score(row.observations, Options(), case="a", observer="llm")
    assert not [one for one in result.metrics if isinstance(one, Score)]


NOT_OF_SUMMARIES = {"anchors", "response_claims", "query_parts", "aboutness", "criterion", "criterion_grade"}


@pytest.mark.parametrize("bad", sorted(set(NAMES) - NOT_OF_SUMMARIES))
def test_one_malformed_metric_leaves_the_others_alone(bad: str) -> None:
    (row,) = observer("judge-lock", {bad: "no"}).rows([CASE])
    homes = {"questions": {"coverage", "hallucination"}, "answers": {"coverage", "hallucination"}}
    homes["grades"] = homes["answers"]
    assert set(row.unscored) == homes.get(bad, {bad})
    assert isinstance(row.observations, SummaryObservations)
    result = judge_spec("judge-lock").score(row.observations, Options(), case="a", observer="llm")
    assert result.error == "missing_metric"
    assert all(math.isfinite(one.value) for one in result.metrics if isinstance(one, Score))
