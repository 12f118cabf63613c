"""Traces in OTLP JSON, read as cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import jurat
from jurat.cases import ResponseCase, SummaryCase
from jurat.data import BadRow, CaseRow, read_cases, read_rows
from jurat.data.blocks import WHOLE, split_file
from jurat.data.locations import find_data

SECOND = 10**9


def span(trace: str, name: str, parent: str = "", at: int = 0, **attributes: Any) -> dict[str, Any]:
    """A span of two seconds as an exporter writes it; __ in names is a dot."""
    return {
        "traceId": trace,
        "spanId": name,
        "parentSpanId": parent,
        "startTimeUnixNano": str(at * SECOND),
        "endTimeUnixNano": str((at + 2) * SECOND),
        "attributes": [
            {
                "key": key.replace("__", "."),
                "value": value if isinstance(value, dict) else {"stringValue": value},
            }
            for key, value in attributes.items()
        ],
    }


def exported(*spans: dict[str, Any]) -> str:
    return json.dumps({"resourceSpans": [{"resource": {}, "scopeSpans": [{"spans": list(spans)}]}]})


def written(folder: Path, *lines: str, name: str = "traces.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def cases(path: Path, kind: type[Any] = ResponseCase) -> list[Any]:
    stream = read_cases(path, kind)
    return [row.case if isinstance(row, CaseRow) else str(row.error) for row in stream.cases]


RETRIEVER = span(
    "t1",
    "b",
    "a",
    at=1,
    openinference__span__kind="RETRIEVER",
    input__value="What does tea cost?",
    retrieval__documents__1__document__content="Tea is sold in the shop.",
    retrieval__documents__0__document__content="Tea costs $5.",
)
CHAIN = span(
    "t1",
    "a",
    openinference__span__kind="CHAIN",
    input__value="What does tea cost?",
    output__value="Tea costs $9.",
)
GENAI = span(
    "t2",
    "c",
    gen_ai__operation__name="chat",
    gen_ai__system_instructions=json.dumps([{"type": "text", "content": "Be brief."}]),
    gen_ai__input__messages=json.dumps(
        [{"role": "user", "parts": [{"type": "text", "content": "Where is Ada?"}]}]
    ),
    gen_ai__output__messages=json.dumps(
        [{"role": "assistant", "parts": [{"type": "text", "content": "In Rome."}], "finish_reason": "stop"}]
    ),
)


def test_an_openinference_trace_is_one_case_with_the_retrieved_passages_in_order(tmp_path: Path) -> None:
    path = written(tmp_path, exported(RETRIEVER, CHAIN))
    assert cases(path) == [
        ResponseCase(
            query="What does tea cost?",
            response="Tea costs $9.",
            contexts=("Tea costs $5.", "Tea is sold in the shop."),
            latency=2.0,
            id="t1",
        )
    ]


def test_children_that_were_exported_in_an_earlier_line_belong_to_their_trace(tmp_path: Path) -> None:
    whole = cases(written(tmp_path, exported(RETRIEVER, CHAIN)))
    assert cases(written(tmp_path, exported(RETRIEVER, GENAI), exported(CHAIN)))[1:] == whole


def test_a_genai_chat_is_a_case(tmp_path: Path) -> None:
    expected = [ResponseCase(query="Where is Ada?", response="In Rome.", latency=2.0, id="t2")]
    assert cases(written(tmp_path, exported(GENAI))) == expected
    assert cases(written(tmp_path, exported(GENAI), name="traces.json")) == expected


@pytest.mark.parametrize(
    "attributes",
    [
        {
            "llm__input_messages__0__message__role": "system",
            "llm__input_messages__0__message__content": "Be brief.",
            "llm__input_messages__1__message__role": "user",
            "llm__input_messages__1__message__content": "Where is Ada?",
            "llm__output_messages__0__message__content": "In Rome.",
        },
        {
            "gen_ai__prompt__0__role": "user",
            "gen_ai__prompt__0__content": "Where is Ada?",
            "gen_ai__completion__0__content": "In Rome.",
        },
        {
            "openinference__span__kind": "CHAIN",
            "input__value": '{"question": "Where is Ada?"}',
            "input__mime_type": "application/json",
            "output__value": '{"answer": "In Rome."}',
            "output__mime_type": "application/json",
        },
    ],
    ids=["openinference", "openllmetry", "json"],
)
def test_other_conventions_for_messages_are_read(tmp_path: Path, attributes: dict[str, Any]) -> None:
    (case,) = cases(written(tmp_path, exported(span("t", "a", **attributes))))
    assert (case.query, case.response) == ("Where is Ada?", "In Rome.")


def test_a_trace_is_read_for_a_judge_of_summaries(tmp_path: Path) -> None:
    (case,) = cases(written(tmp_path, exported(CHAIN)), SummaryCase)
    assert (case.article, case.summary) == ("What does tea cost?", "Tea costs $9.")


def test_traces_without_a_model_are_left_out_and_without_contents_are_bad_rows(tmp_path: Path) -> None:
    web = span("t8", "w", http__request__method="GET")
    empty = span("t9", "e", gen_ai__operation__name="chat", gen_ai__request__model="m")
    rows = list(read_rows(written(tmp_path, exported(web, empty, GENAI))))
    assert [row.number for row in rows] == [1, 2]
    bad = rows[0]
    assert isinstance(bad, BadRow)
    assert bad.id == "t9"
    assert bad.error.what == "trace t9 holds no question with its answer"
    assert "CAPTURE_MESSAGE_CONTENT" in bad.error.hint


@pytest.mark.parametrize(
    "line",
    [
        '{"resourceSpans": [3]}',
        '{"resourceSpans": [{"scopeSpans": [{"spans": ["x"]}]}]}',
        '{"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": 7}]}]}]}',
        '{"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "t", "startTimeUnixNano": "soon"}]}]}]}',
        '{"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "t", "attributes": [3]}]}]}]}',
        '{"resourceSpans": 7}',
    ],
)
def test_what_is_not_otlp_is_a_bad_row_and_the_next_line_is_read(tmp_path: Path, line: str) -> None:
    rows = list(read_rows(written(tmp_path, line, exported(GENAI))))
    assert [isinstance(row, BadRow) for row in rows] == [True, False]
    assert "traces.jsonl, row 1, field resourceSpans" in str(getattr(rows[0], "error"))  # noqa: B009


def test_a_file_of_traces_is_never_split_into_blocks(tmp_path: Path) -> None:
    path = written(tmp_path, *(exported(span(f"t{n}", "a", input__value="x")) for n in range(50)))
    (file,) = find_data(str(path), None).files
    assert [block.end for block in split_file(file, None, 200)] == [WHOLE]


def test_traces_are_evaluated_from_their_path(tmp_path: Path) -> None:
    path = written(tmp_path, exported(RETRIEVER, CHAIN))
    found = jurat.evaluate(path, judge="claim-lock", progress=False)
    assert [(row["id"], row["verdict"]) for row in found.to_dicts()] == [("t1", "FAIL")]
