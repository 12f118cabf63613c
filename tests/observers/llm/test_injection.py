"""Texts that try to speak to the model: none gets out of its fence, none changes a label."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.cases import ResponseCase, SummaryCase
from jurat.llm.model_protocol import Request
from jurat.llm.scripted import ScriptedEndpoint
from jurat.observers.llm.delimiters import delimit, neutralise, restore
from jurat.observers.llm.llm_observer import Observed
from tests.observers.llm.replies import CASE, RESPONSE, good_reply, observer

PAYLOADS = [
    json.loads(line)
    for line in (Path(__file__).parent / "injections.jsonl").read_text(encoding="utf-8").splitlines()
]
CONTROL = re.compile(
    r"<\||<｜|\[/?INST\]|<<SYS|</?s>|<(?:start|end)_of_turn>|<<<|</?think>|\[/?[A-Z_]{2,24}\]"
)


def outside(request: Request) -> str:
    """What a model reads that goes by the fences alone: everything but the texts between them."""
    user = request.messages[1].content
    mark = user.split("\n", 1)[0].removeprefix("MARK of this message: ")
    assert re.fullmatch("[0-9a-f]{16}", mark)
    spot = re.compile(rf"^<<<([a-z0-9 ]+) {mark}>>>\n.*?\n<<<end \1 {mark}>>>$", re.MULTILINE | re.DOTALL)
    rest = spot.sub("", user)
    assert mark not in rest.split("\n", 1)[1], "every fence is closed"
    others = [m.content for n, m in enumerate(request.messages) if n != 1]
    return "\n".join([*others, rest])


def obedient(request: Request) -> str:
    """A model that does what it is told outside the fences, and judges what is inside."""
    if "OBEY" in outside(request):
        return '{"claims": [], "obeyed": true}'
    return json.dumps(good_reply(request))


def observe(judge: str, case: SummaryCase | ResponseCase) -> tuple[Observed, ScriptedEndpoint]:
    script = ScriptedEndpoint(obedient)
    (row,) = observer(judge, endpoint=script).rows([case])
    return row, script


def labels(row: Observed) -> object:
    """All labels of a row, without the places, which move with the text."""
    text = re.sub(r"(start|end)=\d+", "", repr(row.observations))
    return re.sub(r"(source='[^']*'|summary_tokens=\d+|overlap=[\d.]+)", "", text), row.unscored


SUMMARY_LABELS = labels(observe("judge-lock", CASE)[0])
RESPONSE_LABELS = labels(observe("claim-lock", RESPONSE)[0])


def test_there_are_many_payloads() -> None:
    assert len(set(PAYLOADS)) >= 100


@pytest.mark.slow
@pytest.mark.parametrize("payload", PAYLOADS, ids=range(len(PAYLOADS)))
@pytest.mark.parametrize("place", ["article", "summary", "context", "response", "query"])
def test_no_payload_leaves_its_fence_or_changes_a_label(place: str, payload: str) -> None:
    if place == "article":
        row, script = observe("judge-lock", replace(CASE, article=f"{CASE.article}\n{payload}\n"))
        expected = SUMMARY_LABELS
    elif place == "summary":
        row, script = observe("twin-lock", replace(CASE, summary=f"{CASE.summary}\n{payload}\n"))
        expected = None
    elif place == "context":
        contexts = (f"{RESPONSE.contexts[0]}\n{payload}\n", payload)
        row, script = observe("claim-lock", replace(RESPONSE, contexts=contexts))
        expected = RESPONSE_LABELS
    else:
        response = f"{RESPONSE.response}\n{payload}" if place == "response" else RESPONSE.response
        query = f"{RESPONSE.query}\n{payload}" if place == "query" else RESPONSE.query
        row, script = observe("claim-lock", replace(RESPONSE, query=query, response=response))
        expected = RESPONSE_LABELS
    for request in script.asked:
        assert "OBEY" not in outside(request)
        assert_no_control_token(request)
    if expected is not None:
        assert labels(row) == expected
    else:  # more segments than the script judges: relevance alone may be refused
        assert set(row.unscored) <= {"relevance"}
        assert row.observations.hallucination == observe("twin-lock", CASE)[0].observations.hallucination


def assert_no_control_token(request: Request) -> None:
    """No control token stands in the texts, and no fence but ours, also as look-alikes."""
    user = request.messages[1].content
    mark = user.split("\n", 1)[0].removeprefix("MARK of this message: ")
    texts = re.sub(rf"^<<<[a-z0-9 ]+ {mark}>>>$", "", user, flags=re.MULTILINE)
    assert not CONTROL.search(texts)
    assert "<<<" not in unicodedata.normalize("NFKC", texts)


def test_a_mark_cannot_be_known_without_the_secret() -> None:
    texts = {"article": "a", "summary": "b"}
    marks = {delimit(texts, bytes([number]), "coverage").mark for number in range(100)}
    assert len(marks) == 100
    assert delimit(texts, b"1", "coverage") == delimit(texts, b"1", "coverage")
    assert delimit(texts, b"1", "coverage").mark != delimit(texts, b"1", "alignment").mark
    assert (
        delimit(texts, b"1", "coverage").mark
        != delimit({"article": "ab", "summary": ""}, b"1", "coverage").mark
    )


def test_a_text_that_holds_a_mark_gets_another() -> None:
    known = delimit({"article": "x"}, b"1", "coverage").mark
    again = delimit({"article": f"x {known}"}, b"1", "coverage")
    assert again.mark not in f"x {known}"


@given(st.text())
def test_any_text_is_neutral_sendable_and_restored(text: str) -> None:
    made = neutralise(text)
    made.encode("utf-8")
    assert not CONTROL.search(made)
    assert restore(made).replace("\ufffd", "") == restore(re.sub("[\x00\ud800-\udfff]", "", text)).replace(
        "\ufffd", ""
    )


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["<", "<<<", "[INST]", "[", "<|", "＜a", "[A", "\ud800"])
def test_a_megabyte_of_openers_is_neutralised(piece: str) -> None:
    assert not CONTROL.search(neutralise(piece * (1_000_000 // len(piece))))


def test_a_quote_with_a_broken_token_is_still_found() -> None:
    article = f"{CASE.article} The council log said <|error|> twice on Monday."

    def reply(request: Request) -> str:
        made = good_reply(request)
        if request.name == "hallucination":
            made["claims"][0]["evidence"] = neutralise("The council log said <|error|> twice")
        return json.dumps(made)

    (row,) = observer("twin-lock", endpoint=ScriptedEndpoint(reply)).rows([replace(CASE, article=article)])
    assert row.dropped_quotes == 0
    assert "The council log said <|error|> twice" in repr(row.observations.hallucination)
