"""Which column is which: rows as other tools write them, ambiguity, what is missing, what --map says."""

from __future__ import annotations

import pytest

from jurat.cases import Case, CouncilCase, ResponseCase, SummaryCase
from jurat.data import FieldMap, Row, detect_fields, parse_maps
from jurat.errors import InputError, OptionError


def detected(case_type: type[Case], *values: dict[str, object], **overrides: str) -> FieldMap:
    rows = [Row(number, row) for number, row in enumerate(values, 1)]
    return detect_fields(case_type, rows, file="x.jsonl", overrides=overrides)


PROMPTFOO: dict[str, object] = {
    "id": "6b0f",
    "promptIdx": 0,
    "testIdx": 3,
    "prompt": {"raw": "Answer from the context. Doors open at nine. When?", "label": "p"},
    "vars": {"query": "When?", "context": "Doors open at nine."},
    "response": {"output": "At nine.", "tokenUsage": {"total": 9}},
    "success": True,
    "score": 1,
    "testCase": {"vars": {"query": "When?", "context": "Doors open at nine."}},
}
CHAT = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Hi"},
    {"role": "assistant", "content": "Hello"},
    {"role": "user", "content": [{"type": "text", "text": "When?"}]},
    {"role": "assistant", "content": "At nine."},
]

RESPONSES: list[tuple[str, dict[str, object], dict[str, str], tuple[str, ...]]] = [
    (
        "Jurat",
        {"query": "When?", "response": "At nine.", "contexts": ["Doors open at nine."], "answer": "9"},
        {"query": "query", "response": "response", "contexts": "contexts"},
        ("Doors open at nine.",),
    ),
    (
        "Ragas",
        {
            "user_input": "When?",
            "retrieved_contexts": ["Doors open at nine."],
            "reference_contexts": ["ideal"],
            "response": "At nine.",
            "reference": "Nine.",
        },
        {
            "query": "user_input",
            "response": "response",
            "contexts": "retrieved_contexts",
            "reference": "reference",
        },
        ("Doors open at nine.",),
    ),
    (
        "Ragas, several turns",
        {
            "user_input": [
                {"content": "When?", "metadata": None, "type": "human"},
                {"content": "At nine.", "metadata": None, "type": "ai", "tool_calls": None},
            ],
            "reference": "Nine.",
        },
        {"query": "user_input", "response": "user_input", "reference": "reference"},
        (),
    ),
    (
        "Ragas before 0.2",
        {"question": "When?", "answer": "At nine.", "contexts": ["a", "b"], "ground_truth": "Nine."},
        {"query": "question", "response": "answer", "contexts": "contexts", "reference": "ground_truth"},
        ("a", "b"),
    ),
    (
        "DeepEval",
        {
            "input": "When?",
            "actual_output": "At nine.",
            "expected_output": "Nine.",
            "context": ["ideal"],
            "retrieval_context": ["found"],
            "source_file": None,
        },
        {
            "query": "input",
            "response": "actual_output",
            "contexts": "retrieval_context",
            "reference": "expected_output",
        },
        ("found",),
    ),
    (
        "DeepEval",
        {"input": "When?", "actual_output": "At nine.", "context": ["ideal"], "retrieval_context": None},
        {"query": "input", "response": "actual_output", "contexts": "context"},
        ("ideal",),
    ),
    (
        "DeepEval",
        {"input": "When?", "actual_output": "At nine.", "context": None, "retrieval_context": None},
        {"query": "input", "response": "actual_output", "contexts": "retrieval_context"},
        (),
    ),
    (
        "DeepEval, test run files",
        {"name": "t", "input": "When?", "actualOutput": "At nine.", "retrievalContext": ["found"]},
        {"query": "input", "response": "actualOutput", "contexts": "retrievalContext"},
        ("found",),
    ),
    (
        "promptfoo",
        PROMPTFOO,
        {"query": "vars.query", "response": "response.output", "contexts": "vars.context", "id": "id"},
        ("Doors open at nine.",),
    ),
    (
        "promptfoo",
        {"vars": {"question": "When?"}, "prompt": "Answer: When?", "output": "At nine."},
        {"query": "vars.question", "response": "output"},
        (),
    ),
    (
        "promptfoo",
        {"vars.query": "When?", "response.output": "At nine."},
        {"query": "vars.query", "response": "response.output"},
        (),
    ),
    (
        "SQuAD",
        {
            "title": "Doors",
            "question": "When?",
            "context": "Doors open at nine.",
            "answers": {"text": ["At nine.", "nine"], "answer_start": [11, 14]},
        },
        {"query": "question", "response": "answers.text.0", "contexts": "context"},
        ("Doors open at nine.",),
    ),
    (
        "SQuAD",
        {"question": "When?", "context": "Doors open at nine.", "answer": "At nine."},
        {"query": "question", "response": "answer", "contexts": "context"},
        ("Doors open at nine.",),
    ),
    (
        "MS MARCO",
        {
            "query": "When?",
            "query_id": 7,
            "answers": ["At nine."],
            "passages": {"passage_text": ["a", "b"], "is_selected": [0, 1]},
        },
        {"query": "query", "response": "answers.0", "contexts": "passages.passage_text", "id": "query_id"},
        ("a", "b"),
    ),
    (
        "Dolly",
        {"instruction": "When?", "context": "a", "response": "At nine.", "category": "qa"},
        {"query": "instruction", "response": "response", "contexts": "context"},
        ("a",),
    ),
    (
        "Alpaca",
        {"instruction": "When?", "input": "a", "output": "At nine."},
        {"query": "instruction", "response": "output", "contexts": "input"},
        ("a",),
    ),
    (
        "query and output",
        {"id": "q1", "task": "QA", "source": "a", "query": "When?", "output": "At nine.", "labels": []},
        {"query": "query", "response": "output", "contexts": "source", "id": "id"},
        ("a",),
    ),
    (
        "prompt and completion",
        {"prompt": "When?", "completion": "At nine."},
        {"query": "prompt", "response": "completion"},
        (),
    ),
    ("chat messages", {"messages": CHAT}, {"query": "messages", "response": "messages"}, ()),
    (
        "ShareGPT",
        {"conversations": [{"from": "human", "value": "When?"}, {"from": "gpt", "value": "At nine."}]},
        {"query": "conversations", "response": "conversations"},
        (),
    ),
    (
        "",
        {"question": "When?", "response": "At nine.", "documents": [{"content": "a"}]},
        {"query": "question", "response": "response", "contexts": "documents"},
        ("a",),
    ),
    (
        "",
        {"messages": [*CHAT[:2], CHAT[3]], "response": "At nine."},
        {"query": "messages", "response": "response"},
        (),
    ),
]


@pytest.mark.parametrize(("family", "values", "columns", "contexts"), RESPONSES)
def test_rows_of_other_tools_load_unchanged_as_responses(
    family: str, values: dict[str, object], columns: dict[str, str], contexts: tuple[str, ...]
) -> None:
    fields = detected(ResponseCase, values)
    assert fields.columns == columns
    assert fields.family == family
    expected_id = values[columns["id"]] if "id" in columns else 1
    assert fields.case(Row(1, values)) == ResponseCase(
        query="When?",
        response="At nine.",
        contexts=contexts,
        reference="Nine." if "reference" in columns else None,
        id=expected_id,  # type: ignore[arg-type]
    )


SUMMARIES: list[tuple[str, dict[str, object], dict[str, str]]] = [
    (
        "Jurat",
        {"article": "Long.", "summary": "S.", "highlights": "H."},
        {"article": "article", "summary": "summary"},
    ),
    (
        "XSum, Multi-News",
        {"document": "Long.", "summary": "S.", "id": "7"},
        {"article": "document", "summary": "summary", "id": "id"},
    ),
    (
        "CNN/DailyMail",
        {"article": "Long.", "highlights": "S."},
        {"article": "article", "summary": "highlights"},
    ),
    (
        "SAMSum, DialogSum",
        {"dialogue": "Long.", "summary": "S."},
        {"article": "dialogue", "summary": "summary"},
    ),
    ("BillSum", {"text": "Long.", "summary": "S.", "title": "T"}, {"article": "text", "summary": "summary"}),
    (
        "Scientific Papers",
        {"article": "Long.", "abstract": "S."},
        {"article": "article", "summary": "abstract"},
    ),
    ("source and target", {"source": "Long.", "target": "S."}, {"article": "source", "summary": "target"}),
    (
        "query and output",
        {"source": "Long.", "query": "", "output": "S."},
        {"article": "source", "summary": "output"},
    ),
    ("AggreFact", {"doc": "Long.", "claim": "S.", "label": 1}, {"article": "doc", "summary": "claim"}),
    (
        "DeepEval",
        {"input": "Long.", "actual_output": "S.", "expected_output": None},
        {"article": "input", "summary": "actual_output"},
    ),
    (
        "Ragas",
        {"reference_contexts": ["Long."], "response": "S."},
        {"article": "reference_contexts", "summary": "response"},
    ),
    (
        "promptfoo",
        {"vars": {"article": "Long."}, "response": {"output": "S."}},
        {"article": "vars.article", "summary": "response.output"},
    ),
    ("", {"transcript": "Long.", "summary": "S."}, {"article": "transcript", "summary": "summary"}),
]


@pytest.mark.parametrize(("family", "values", "columns"), SUMMARIES)
def test_rows_of_other_tools_load_unchanged_as_summaries(
    family: str, values: dict[str, object], columns: dict[str, str]
) -> None:
    fields = detected(SummaryCase, values)
    assert (fields.family, fields.columns) == (family, columns)
    case = fields.case(Row(1, values))
    assert case == SummaryCase(article="Long.", summary="S.", id="7" if "id" in columns else 1)


COUNCILS: list[tuple[dict[str, object], dict[str, str], dict[str, str]]] = [
    (
        {"query": "Q?", "candidates": {"m1": "A", "m2": "B"}},
        {"query": "query", "candidates": "candidates"},
        {"m1": "A", "m2": "B"},
    ),
    (
        {"question": "Q?", "responses": ["A", "B"]},
        {"query": "question", "candidates": "responses"},
        {"1": "A", "2": "B"},
    ),
    (
        {"user_input": "Q?", "multi_responses": ["A"]},
        {"query": "user_input", "candidates": "multi_responses"},
        {"1": "A"},
    ),
    (
        {"instruction": "Q?", "completions": [{"model": "m1", "response": "A"}]},
        {"query": "instruction", "candidates": "completions"},
        {"m1": "A"},
    ),
    (
        {"prompt": "Q?", "response_a": "A", "response_b": "B"},
        {"query": "prompt", "candidates": "response_a+response_b"},
        {"response_a": "A", "response_b": "B"},
    ),
    (
        {"prompt": "Q?", "chosen": CHAT, "rejected": "B"},
        {"query": "prompt", "candidates": "chosen+rejected"},
        {"chosen": "At nine.", "rejected": "B"},
    ),
    (
        {"query": "Q?", "output": "A", "output_b": "B"},
        {"query": "query", "candidates": "output+output_b"},
        {"output": "A", "output_b": "B"},
    ),
    (
        {"query": "Q?", "candidates": '{"m1": "A"}'},
        {"query": "query", "candidates": "candidates"},
        {"m1": "A"},
    ),
]


@pytest.mark.parametrize(("values", "columns", "candidates"), COUNCILS)
def test_candidates_load_as_councils(
    values: dict[str, object], columns: dict[str, str], candidates: dict[str, str]
) -> None:
    fields = detected(CouncilCase, values)
    assert fields.columns == columns
    assert fields.case(Row(1, values)) == CouncilCase(query="Q?", candidates=candidates, id=1)


@pytest.mark.parametrize("column", ["context", "contexts", "source", "documents"])
def test_candidates_load_with_their_contexts(column: str) -> None:
    texts = {"output": "A", "output_b": "B"}
    if column == "documents":
        texts = {"response_a": "A", "response_b": "B"}
    values: dict[str, object] = {"query": "Q?", **texts, column: "Nine."}
    fields = detected(CouncilCase, values)
    made = fields.case(Row(1, values))
    assert made == CouncilCase(query="Q?", candidates=texts, contexts=("Nine.",), id=1)


AMBIGUOUS: list[tuple[type[Case], dict[str, object], str]] = [
    (
        ResponseCase,
        {"question": "q", "answer": "gold", "output": "model", "contexts": ["c"]},
        "more than one column could be the response: answer, output; "
        "choose one: --map response=answer or --map response=output",
    ),
    (
        ResponseCase,
        {"question": "q", "response": "a", "answer": "b"},
        "more than one column could be the response: response, answer; "
        "choose one: --map response=response or --map response=answer",
    ),
    (
        ResponseCase,
        {"question": "q", "context": "c", "answers": {"text": ["gold"]}, "prediction": "model"},
        "more than one column could be the response: answers.text.0, prediction; "
        "choose one: --map response=answers.text.0 or --map response=prediction",
    ),
    (
        ResponseCase,
        {"knowledge": "k", "question": "q", "right_answer": "a", "hallucinated_answer": "b"},
        "more than one column could be the response: right_answer, hallucinated_answer; "
        "choose one: --map response=right_answer or --map response=hallucinated_answer",
    ),
    (
        ResponseCase,
        {"prompt": "p", "question": "q", "answer": "a"},
        "more than one column could be the query: question, prompt; "
        "choose one: --map query=question or --map query=prompt",
    ),
    (
        ResponseCase,
        {"query": "q", "response": "a", "context": "c", "documents": ["d"]},
        "more than one column could be the contexts: context, documents; "
        "choose one: --map contexts=context or --map contexts=documents",
    ),
    (
        SummaryCase,
        {"document": "d", "summary": "gold", "generated_summary": "model"},
        "more than one column could be the summary: summary, generated_summary; "
        "choose one: --map summary=summary or --map summary=generated_summary",
    ),
    (
        SummaryCase,
        {"document": "d", "text": "t", "summary": "s"},
        "more than one column could be the article: document, text; "
        "choose one: --map article=document or --map article=text",
    ),
]


@pytest.mark.parametrize(("case_type", "values", "expected"), AMBIGUOUS)
def test_what_could_be_meant_two_ways_is_refused_with_the_flags(
    case_type: type[Case], values: dict[str, object], expected: str
) -> None:
    with pytest.raises(InputError) as caught:
        detected(case_type, values)
    assert str(caught.value) == f"x.jsonl: {expected}"


@pytest.mark.parametrize(("case_type", "values", "expected"), AMBIGUOUS)
def test_every_flag_that_is_offered_settles_it(
    case_type: type[Case], values: dict[str, object], expected: str
) -> None:
    for flag in expected.split("--map ")[1:]:
        our, their = flag.removesuffix(" or ").split("=")
        assert detected(case_type, values, **{our: their}).columns[our] == their


def test_a_missing_field_lists_what_was_looked_for_and_seen() -> None:
    with pytest.raises(InputError) as caught:
        detected(SummaryCase, {"body": "b", "summary": "s", "n": 5, "tags": ["a"], "none": None})
    message = str(caught.value)
    assert message.startswith(
        "x.jsonl: no column for article (looked for article, reference_contexts, input, "
    )
    assert message.endswith(
        "; columns seen: body, summary, n (a number), tags (a list), none (null); "
        "name it: --map article=COLUMN"
    )


def test_later_sample_rows_help_where_the_first_is_empty() -> None:
    no_answer: dict[str, object] = {"question": "q", "context": "c", "answers": {"text": []}}
    answered: dict[str, object] = {"question": "q", "context": "c", "answers": {"text": ["a"]}}
    assert detected(ResponseCase, no_answer, answered).columns["response"] == "answers.text.0"


def test_a_column_that_is_there_but_empty_is_mapped_so_that_its_rows_say_so() -> None:
    values: list[object] = [None, "", " ", 7, {}]
    for value in values:
        fields = detected(ResponseCase, {"query": "q", "response": value})
        assert fields.columns == {"query": "query", "response": "response"}


OVERRIDES: list[tuple[dict[str, str], dict[str, str]]] = [
    ({"response": "b.c"}, {"query": "question", "response": "b.c"}),
    ({"response": "d.e"}, {"query": "question", "response": "d.e"}),
    ({"query": "list.1", "response": "d.e"}, {"query": "list.1", "response": "d.e"}),
    ({"response": "answer", "id": "n"}, {"query": "question", "response": "answer", "id": "n"}),
]


@pytest.mark.parametrize(("overrides", "columns"), OVERRIDES)
def test_map_overrides_detection(overrides: dict[str, str], columns: dict[str, str]) -> None:
    values: dict[str, object] = {
        "question": "q",
        "answer": "a",
        "output": "o",
        "b": {"c": "x"},
        "d.e": "y",
        "list": ["0", "1"],
        "n": 4,
    }
    assert detected(ResponseCase, values, **overrides).columns == columns


def test_with_all_needed_fields_mapped_only_unmistakable_contexts_are_taken() -> None:
    values: dict[str, object] = {"q": "q", "a": "a", "input": "i", "source": "web", "context": "c"}
    fields = detected(ResponseCase, values, query="q", response="a")
    assert fields.columns == {"query": "q", "response": "a", "contexts": "context"}
    assert fields.unused == ("input", "source")


def test_a_map_to_a_column_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        detected(SummaryCase, {"article": "a", "summary": "s"}, summary="my tldr")
    assert str(caught.value) == (
        "x.jsonl: --map 'summary=my tldr': there is no column my tldr; columns seen: article, summary"
    )


MAPS = [
    (
        ["summary"],
        "--map: 'summary' is not FIELD=COLUMN; the fields are article, summary, id",
    ),
    (
        ["text=a"],
        "--map: 'text=a' is not FIELD=COLUMN; the fields are article, summary, id",
    ),
    (
        ["summary="],
        "--map: 'summary=' is not FIELD=COLUMN; the fields are article, summary, id",
    ),
    (["summary=a", "summary=b"], "--map: summary is given twice; give each field once"),
]


@pytest.mark.parametrize(("maps", "expected"), MAPS)
def test_a_map_that_cannot_be_read_is_refused(maps: list[str], expected: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_maps(maps, SummaryCase)
    assert str(caught.value) == expected


def test_a_map_may_hold_equals_signs_in_the_column() -> None:
    assert parse_maps(["summary = a=b"], SummaryCase) == {"summary": "a=b"}


IDS: list[tuple[dict[str, object], str | int]] = [
    ({"id": "a1", "uid": "u"}, "a1"),
    ({"_id": 5}, 5),
    ({"uid": "u", "example_id": "e"}, "u"),
    ({"example_id": "e"}, "e"),
    ({"id": None, "uid": "u"}, "u"),
    ({"id": 0}, 0),
    ({"id": True}, 1),
    ({}, 1),
]


@pytest.mark.parametrize(("values", "expected"), IDS)
def test_the_id_is_a_column_known_as_such_or_the_row_number(
    values: dict[str, object], expected: str | int
) -> None:
    row: dict[str, object] = {"article": "a", "summary": "s", **values}
    case = detected(SummaryCase, row).case(Row(1, row))
    assert isinstance(case, SummaryCase)
    assert case.id == expected
    assert type(case.id) is type(expected)


def test_describe_tells_what_was_mapped_what_was_chosen_and_what_was_left() -> None:
    fields = detected(
        ResponseCase,
        {"id": 1, "input": "q", "actual_output": "a", "context": ["c"], "expected_output": "e", "name": "n"},
    )
    assert fields.describe().splitlines() == [
        "query     <- input",
        "response  <- actual_output",
        "contexts  <- context",
        "reference <- expected_output",
        "id        <- id",
        "names as in: DeepEval",
        "note: DeepEval's context is the ideal one; it is read because the file has no retrieval_context",
        "not used: name",
    ]
