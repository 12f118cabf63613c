"""Contexts that are data: entries with their paths, truths and offsets."""

from __future__ import annotations

import pytest

from jurat.nlp.structured_data import Record, read_record, truth_of


def entries(text: str) -> list[tuple[str, str, str, str]] | None:
    """Each entry as its path, value, truth and the characters it spans."""
    record = read_record(text)
    if record is None:
        return None
    return [("/".join(e.path), e.value, e.truth, text[e.start : e.end]) for e in record.entries]


@pytest.mark.parametrize(
    ("value", "quoted", "unquoted"),
    [
        ("True", "yes", "yes"),
        (" ✓ ", "yes", "yes"),
        ("n", "no", "no"),
        ("None", "no", "absent"),
        ("none", "no", "no"),
        ("", "absent", "absent"),
        ("N/A", "absent", "absent"),
        ("free", "said", "said"),
    ],
)
def test_a_value_is_yes_no_absent_or_said(value: str, quoted: str, unquoted: str) -> None:
    assert (truth_of(value), truth_of(value, quoted=False)) == (quoted, unquoted)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '{"name": "Ada", "pets": {"dog": false}}',
            [("name", "Ada", "said", 'name": "Ada'), ("pets/dog", "false", "no", 'dog": false')],
        ),
        (
            " {'a': None, 'b': u'None'}",
            [("a", "None", "absent", "a': None"), ("b", "None", "no", "b': u'None")],
        ),
        ('{"a": ["x", "y"], "b": []}', [("a", "x", "said", "x"), ("a", "y", "yes", "y")]),
        (
            '[{"a": 1}, {"a": 2, "b": 3}]',
            [("a", "1", "said", 'a": 1'), ("a", "2", "said", 'a": 2'), ("b", "3", "said", 'b": 3')],
        ),
        ("{\"a\": \"{'b': 1, 'c': 2}\"}", [("a/b", "1", "said", "b': 1"), ("a/c", "2", "said", "c': 2")]),
        (
            '{"a": "{\\"b\\": 1}", "c": 2}',
            [("a", '{\\"b\\": 1}', "said", 'a": "{\\"b\\": 1}'), ("c", "2", "said", 'c": 2')],
        ),
        ('{"a": 1}', None),
        ('["x", "y"]', None),
        ('{"a": 1, "b": 2} trailing: "x"', [("a", "1", "said", 'a": 1'), ("b", "2", "said", 'b": 2')]),
        ('{"a": 1, "b": 2', [("a", "1", "said", 'a": 1'), ("b", "2", "said", 'b": 2')]),
        ("{}", None),
        ("", None),
        ("Ada has no dog.", None),
    ],
)
def test_nested_data_is_read_up_to_the_first_thing_that_fits_nowhere(
    text: str, expected: list[tuple[str, str, str, str]] | None
) -> None:
    assert entries(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "name: Ada\n- Dog: no\n* Café-bar (new): 5 pm ",
            [
                ("name", "Ada", "said", "name: Ada"),
                ("Dog", "no", "no", "Dog: no"),
                ("Café-bar (new)", "5 pm ", "said", "Café-bar (new): 5 pm "),
            ],
        ),
        ("name: Ada", None),
        ("5 star: yes\n6 star: no", None),
        ("name:Ada\nb:2", None),
        (
            f"{'k' * 40}: a\n{'k' * 41}: b\nc: d",
            [
                (
                    "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk",
                    "a",
                    "said",
                    "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk: a",
                ),
                ("c", "d", "said", "c: d"),
            ],
        ),
        (
            "| city | open | fee |\n|---|:-:|---|\n| Oslo | yes | $5 |\n| Rome | — | free |",
            [
                ("Oslo/open", "yes", "yes", "yes"),
                ("Oslo/fee", "$5", "said", "$5"),
                ("Rome/open", "—", "absent", "—"),
                ("Rome/fee", "free", "said", "free"),
            ],
        ),
        (
            "city\topen\nOslo\tno\nRome\tyes",
            [("Oslo/open", "no", "no", "no"), ("Rome/open", "yes", "yes", "yes")],
        ),
        (
            "city | open\nOslo | no\nplain\nRome | yes\nBonn | no",
            [("Oslo/open", "no", "no", "no"), ("Bonn/yes", "no", "no", "no")],
        ),
        ("a | b\nc", None),
    ],
)
def test_lines_and_tables_are_records_of_two_entries_or_more(
    text: str, expected: list[tuple[str, str, str, str]] | None
) -> None:
    assert entries(text) == expected


def test_collections_know_their_key_size_and_place() -> None:
    text = '{"tags": ["x", "y"], "none": [ ], "one": ["z"], "n": 1}'
    record = read_record(text)
    assert isinstance(record, Record)
    found = [(one.key, one.size, text[one.start : one.end]) for one in record.collections]
    assert found == [("tags", 2, '["x", "y"]'), ("one", 1, '["z"]')]


def test_nesting_beyond_sixty_levels_ends_the_reading() -> None:
    def nested(depth: int) -> str:
        return '{"a": 1, "b": 2, "c": ' * depth + "3" + "}" * depth

    shallow, deep = read_record(nested(60)), read_record(nested(61))
    assert shallow is not None
    assert deep is not None
    assert (len(shallow.entries), len(deep.entries)) == (121, 120)
