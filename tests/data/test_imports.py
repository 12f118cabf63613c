"""Exports of other tools load unaided: columns, CSV of promptfoo and LangSmith, logs of Inspect, chats."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from jurat.cases import ResponseCase, SummaryCase
from jurat.data import CaseRow, read_cases
from jurat.errors import InputError

QUERY, ANSWER, PASSAGE = "What is the price?", "It is $9.", "The price is $5."
CASE = ResponseCase(query=QUERY, response=ANSWER, contexts=(PASSAGE,), id=1)


def table(path: Path, rows: list[list[Any]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def loaded(path: Path, family: str, kind: type[Any] = ResponseCase) -> list[Any]:
    stream = read_cases(path, kind)
    assert stream.fields.family == family
    return [row.case for row in stream.cases if isinstance(row, CaseRow)]


def test_a_dict_of_columns_is_a_table(tmp_path: Path) -> None:
    path = tmp_path / "ragas.json"
    columns = {"question": [QUERY] * 2, "answer": [ANSWER, "Free."], "contexts": [[PASSAGE], []]}
    path.write_text(json.dumps(columns))
    first, second = loaded(path, "Ragas before 0.2")
    assert first == CASE
    assert (second.response, second.contexts, second.id) == ("Free.", (), 2)


def test_an_object_with_a_conversation_is_one_row(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    messages = [{"role": "user", "content": QUERY}, {"role": "assistant", "content": ANSWER}]
    path.write_text(json.dumps({"messages": messages, "tags": ["a", "b"]}))
    (case,) = loaded(path, "chat messages")
    assert (case.query, case.response, case.contexts) == (QUERY, ANSWER, ())


NOTES = ["Status", "Score", "Named Scores", "Grader Reason", "Comment"]


def test_a_table_of_promptfoo_has_one_row_for_each_output(tmp_path: Path) -> None:
    header = [
        "Description",
        "question",
        "context",
        "[echo] {{question}}",
        *NOTES,
        "[openai:x] {{question}}",
        *NOTES,
    ]
    marks = ["PASS", "1.00", "", "fine", ""]
    rows = [header, ["first", QUERY, PASSAGE, ANSWER, *marks, "Five.", *marks]]
    rows += [["second", QUERY, PASSAGE, ANSWER, *marks, "", *marks]]
    found = loaded(table(tmp_path / "out.csv", rows), "promptfoo")
    assert [(one.id, one.response) for one in found] == [("1-1", ANSWER), ("1-2", "Five."), ("2-1", ANSWER)]
    assert {(one.query, one.contexts) for one in found} == {(QUERY, (PASSAGE,))}


def test_one_provider_of_promptfoo_needs_no_ids_of_its_own(tmp_path: Path) -> None:
    rows = [["query", "context", "[echo] Q", *NOTES], [QUERY, PASSAGE, ANSWER, "FAIL", "0.00", "", "", ""]]
    assert loaded(table(tmp_path / "out.csv", rows), "promptfoo") == [CASE]


def test_old_tables_of_promptfoo_have_the_status_in_front(tmp_path: Path) -> None:
    rows = [["query", "context", "[echo] Q"], [QUERY, PASSAGE, f"[PASS] {ANSWER}"]]
    rows += [[QUERY, PASSAGE, f"[FAIL] Expected $5\n---\n{ANSWER}"], [QUERY, PASSAGE, "[FAIL] no"]]
    found = loaded(table(tmp_path / "out.csv", rows), "promptfoo")
    assert [one.response for one in found] == [ANSWER, ANSWER, "no"]


def test_other_tables_with_repeated_columns_are_still_refused(tmp_path: Path) -> None:
    path = table(tmp_path / "out.csv", [["query", "response", "Status", "Status"], [QUERY, ANSWER, "", ""]])
    with pytest.raises(InputError, match="has columns of the same name: Status"):
        read_cases(path, ResponseCase)


def test_an_experiment_of_langsmith_loads_from_its_table(tmp_path: Path) -> None:
    header = ["", "inputs.question", "outputs.answer", "outputs.contexts", "error", "reference.answer"]
    header += ["feedback.correctness", "execution_time", "example_id", "id"]
    row = ["0", QUERY, ANSWER, f"['{PASSAGE}']", "", "$5", "0.0", "1.2", "e-1", "r-1"]
    (case,) = loaded(table(tmp_path / "langsmith.csv", [header, row]), "LangSmith")
    assert case == ResponseCase(query=QUERY, response=ANSWER, contexts=(PASSAGE,), reference="$5", id="r-1")


def test_objects_of_langsmith_are_read_from_their_cells(tmp_path: Path) -> None:
    outputs = {"output": ANSWER, "documents": [{"page_content": PASSAGE}]}
    rows = [["inputs", "outputs"], [json.dumps({"question": QUERY}), json.dumps(outputs)]]
    assert loaded(table(tmp_path / "langsmith.csv", rows), "LangSmith") == [CASE]
    rows = [["inputs", "outputs"], [json.dumps({"text": "Long."}), json.dumps({"summary": "Short."})]]
    found = loaded(table(tmp_path / "langsmith.csv", rows), "LangSmith", SummaryCase)
    assert found == [SummaryCase(article="Long.", summary="Short.", id=1)]


def test_a_log_of_inspect_loads_with_the_passages_of_its_prompt() -> None:
    first, second = loaded(Path(__file__).with_name("inspect_log.json"), "Inspect")
    assert (first.id, first.query) == ("a", "What is the price of the tea?")
    assert (first.response, second.response) == ("The price of the tea is $9.", "The price of the tea is $5.")
    assert (first.reference, second.reference) == ("$5", "$5")
    assert first.contexts == ("Answer from the context only.\n\nContext: The price of the tea is $5.",)


def test_a_compressed_log_of_inspect_says_how_to_convert_it(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(b"PK")
    with pytest.raises(InputError, match="is a compressed log of Inspect; convert it: inspect log convert"):
        read_cases(path, ResponseCase)


def chat(*before: tuple[str, str]) -> dict[str, Any]:
    turns = [*before, ("user", QUERY), ("assistant", ANSWER), ("tool", "too late")]
    return {"messages": [{"role": role, "content": text} for role, text in turns]}


@pytest.mark.parametrize(
    ("before", "contexts"),
    [
        (
            [("system", f"Use the context below.\nContext: {PASSAGE}")],
            [f"Use the context below.\nContext: {PASSAGE}"],
        ),
        ([("developer", f"<documents>{PASSAGE}</documents>")], [f"<documents>{PASSAGE}</documents>"]),
        ([("system", "You are a helpful assistant."), ("tool", PASSAGE)], [PASSAGE]),
        ([("system", "You are a helpful assistant.")], []),
        ([("system", "Always answer from the context.")], []),
        ([], []),
    ],
    ids=["heading", "tag", "tool", "instruction", "mention", "none"],
)
def test_a_conversation_gives_the_passages_that_the_model_was_given(
    tmp_path: Path, before: list[tuple[str, str]], contexts: list[str]
) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text(json.dumps(chat(*before)) + "\n")
    (case,) = loaded(path, "chat messages")
    assert case == ResponseCase(query=QUERY, response=ANSWER, contexts=tuple(contexts), id=1)


def test_a_column_of_contexts_comes_before_the_conversation(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text(json.dumps({**chat(("tool", "other")), "contexts": [PASSAGE]}) + "\n")
    assert loaded(path, "chat messages") == [CASE]


@pytest.mark.parametrize("ids", [None, [7, 8, 9], ["a", "b", "c"], ["007", "b", ""]], ids=str)
def test_the_same_rows_have_the_same_ids_in_csv_and_jsonl(tmp_path: Path, ids: list[Any] | None) -> None:
    rows = [{"query": QUERY, "response": f"{n}\nlines"} for n in range(3)]
    if ids is not None:
        rows = [{**row, "case_no": one} for row, one in zip(rows, ids, strict=True)]
    lines, cells = (
        tmp_path / "rows.jsonl",
        table(tmp_path / "rows.csv", [list(rows[0]), *map(list, map(dict.values, rows))]),
    )
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    maps = () if ids is None else ("id=case_no",)
    found = [[row.case for row in read_cases(path, ResponseCase, maps=maps).cases] for path in (lines, cells)]  # type: ignore[union-attr]
    assert found[0] == found[1]
    assert [one.id for one in found[0]] == ([1, 2, 3] if ids is None else [*ids[:2], ids[2] or 3])
