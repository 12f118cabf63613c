"""From a row to a case: what a column may hold, and how a bad one is reported."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.cases import CouncilCase, ResponseCase, SummaryCase
from jurat.data import BadRow, FieldMap, Row
from jurat.data.field_aliases import alias_table
from jurat.data.field_values import as_article, as_candidates, as_passages, as_text
from jurat.errors import InputError

SUMMARY = FieldMap(SummaryCase, "x.csv", {"article": "text", "summary": "summary", "id": "id"})
RESPONSE = FieldMap(ResponseCase, "x.csv", {"query": "q", "response": "a.b", "contexts": "c"})
CHAT = FieldMap(ResponseCase, "x.csv", {"query": "messages", "response": "messages"})
COUNCIL = FieldMap(CouncilCase, "x.csv", {"query": "q", "candidates": "c"})

BAD: list[tuple[FieldMap, dict[str, object], str | int, str]] = [
    (SUMMARY, {"text": "t", "summary": None, "id": "k"}, "k", "field summary: is null; give the text"),
    (SUMMARY, {"text": "t", "summary": "  "}, 9, "field summary: is empty; give the text"),
    (SUMMARY, {"text": "", "summary": "s"}, 9, "field article (column text): is empty; give the text"),
    (
        SUMMARY,
        {"text": 5, "summary": "s"},
        9,
        "field article (column text): is a number, not text; give the text",
    ),
    (
        SUMMARY,
        {"summary": "s"},
        9,
        "field article (column text): is missing; give it, or leave the row out with --where",
    ),
    (
        SUMMARY,
        {"text": [1], "summary": "s"},
        9,
        "field article (column text): is a list that holds no texts; give a text or a list of texts",
    ),
    (
        RESPONSE,
        {"q": "q", "a": {"b": {}}},
        9,
        "field response (column a.b): is an object, not text; give the text",
    ),
    (RESPONSE, {"q": "q", "a": {"b": None}}, 9, "field response (column a.b): is null; give the text"),
    (
        RESPONSE,
        {"q": "q", "a": 3},
        9,
        "field response (column a.b): is missing; give it, or leave the row out with --where",
    ),
    (
        RESPONSE,
        {"q": "q", "a": {"b": "r"}, "c": 4},
        9,
        "field contexts (column c): is a number, not passages; give a text or a list of texts",
    ),
    (
        CHAT,
        {"messages": "hi"},
        9,
        "field query (column messages): is not a list of messages; give messages of a role and a content",
    ),
    (
        CHAT,
        {"messages": [{"role": "user", "content": "hi"}]},
        9,
        "field response (column messages): has no message of the assistant; "
        "add a message whose role is 'assistant'",
    ),
    (
        CHAT,
        {"messages": [{"role": "assistant", "content": "hi"}, {"role": "user", "content": "?"}]},
        9,
        "field query (column messages): has no message of the user; add a message whose role is 'user'",
    ),
    (
        COUNCIL,
        {"q": "q", "c": {"m": 3}},
        9,
        "field candidates (column c): m is a number, not text; give the text",
    ),
    (COUNCIL, {"q": "q", "c": {}}, 9, "field candidates (column c): is empty; give at least one response"),
    (COUNCIL, {"q": "q", "c": {"m": " "}}, 9, "field candidates.m (column c): is empty; give the text"),
    (
        COUNCIL,
        {"q": "q", "c": [{"name": "m", "text": "a"}, {"name": "m", "text": "b"}]},
        9,
        "field candidates (column c): names a candidate twice; give each candidate its own name",
    ),
    (
        COUNCIL,
        {"q": "q", "c": "not json"},
        9,
        "field candidates (column c): is text, not candidates; give an object of names and texts",
    ),
]


@pytest.mark.parametrize(("fields", "values", "label", "expected"), BAD)
def test_a_bad_field_is_a_value_that_names_file_row_and_field(
    fields: FieldMap, values: dict[str, object], label: str | int, expected: str
) -> None:
    bad = fields.case(Row(9, values))
    assert isinstance(bad, BadRow)
    assert str(bad.error) == f"x.csv, row 9, {expected}"
    assert (bad.number, bad.label) == (9, label)


def test_a_context_nested_beyond_reason_is_a_bad_row() -> None:
    deep: object = "x"
    for _ in range(100_000):
        deep = [deep]
    bad = RESPONSE.case(Row(1, {"q": "q", "a": {"b": "r"}, "c": [deep]}))
    assert isinstance(bad, BadRow)
    assert str(bad.error) == "x.csv, row 1, field contexts (column c): is nested too deeply; flatten it"


PASSAGES: list[tuple[object, tuple[str, ...]]] = [
    (None, ()),
    ("", ()),
    (" \n", ()),
    ([], ()),
    ([None, "", " a "], (" a ",)),
    ("one text", ("one text",)),
    (["a", "b"], ("a", "b")),
    ([{"content": "a"}, {"text": "b"}, {"page_content": "c", "metadata": {"p": 1}}], ("a", "b", "c")),
    ([{"name": "Café", "stars": 4}], ('{"name": "Café", "stars": 4}',)),
    ({"name": "Bo", "hours": {"Mon": "9-5"}}, ('{"name": "Bo", "hours": {"Mon": "9-5"}}',)),
    ({"text": "a", "id": 1}, ("a",)),
    ([["a", "b"]], ('["a", "b"]',)),
    ('["a", "b"]', ("a", "b")),
    (' ["a"]\n', ("a",)),
    ('[{"text": "a"}, "b"]', ("a", "b")),
    ('[{"stars": 4}]', ('[{"stars": 4}]',)),
    ("[1] Smith et al.", ("[1] Smith et al.",)),
    ("[1, 2]", ("[1, 2]",)),
    ("[not json]", ("[not json]",)),
    ('["\\ud800"]', ("\ufffd",)),
    ("['a', 'it\\'s']", ("a", "it's")),
    ("['a', \"it's\"]", ("a", "it's")),
    ("['line\\nbreak \\\\ \\x41\\u00e9\\U0001f600']", ("line\nbreak \\ Aé😀",)),
    ("['a' 'b']", ("['a' 'b']",)),
    ("['a', open('x')]", ("['a', open('x')]",)),
    ("['a',]", ("a",)),
    ("[]", ()),
]


@pytest.mark.parametrize(("value", "expected"), PASSAGES)
def test_passages_are_read_from_every_form_they_come_in(value: object, expected: tuple[str, ...]) -> None:
    assert as_passages(value) == expected


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])).filter(str.strip), min_size=1))
def test_a_list_in_a_cell_reads_back_as_python_and_as_json_print_it(texts: list[str]) -> None:
    import json

    assert as_passages(repr(texts)) == tuple(texts)
    assert as_passages(json.dumps(texts)) == tuple(texts)


@pytest.mark.parametrize(
    "bait", ["['" + "\\'" * 500_000, "['a'," * 200_000, "[" * 1_000_000, "['" + "a" * 1_000_000]
)
def test_bait_for_the_list_reader_comes_back_as_one_text(bait: str) -> None:
    assert as_passages(bait) == (bait,)


@given(st.text())
def test_texts_pass_unchanged(text: str) -> None:
    assert as_text(text, "user") == text
    assert as_article(text) == text


def test_the_query_of_a_chat_is_the_user_message_before_the_last_answer() -> None:
    chat = [
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": "1"},
        {"role": "user", "content": "two"},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "content": "result"},
        {"role": "assistant", "content": "2"},
        {"role": "user", "content": "three"},
    ]
    assert (as_text(chat, "user"), as_text(chat, "assistant")) == ("two", "2")


def test_candidates_that_are_no_candidates_are_refused() -> None:
    for value, what in (
        (None, "is null"),
        (5, "is a number, not candidates"),
        ("[", "is text, not candidates"),
    ):
        with pytest.raises(InputError, match=what):
            as_candidates(value)


def test_the_alias_table_names_the_source_of_every_family_and_only_our_fields() -> None:
    table = alias_table()
    ours = {
        "summary": {"article", "summary"},
        "response": {"query", "response", "contexts", "reference", "latency"},
        "council": {"query", "candidates", "contexts"},
    }
    for family in table.families:
        assert family.source
        assert family.names
        for kind, names in family.names.items():
            assert set(names) <= ours[kind], family.name
            assert all(names.values()), family.name
    assert len({family.name for family in table.families}) == len(table.families)
