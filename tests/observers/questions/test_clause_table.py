"""The questions of single clauses: a table of sentences, each with a question word for word or with none."""

from __future__ import annotations

from pathlib import Path

import pytest

from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.questions.question_generation import of_line

TABLE = Path(__file__).parent / "clauses.tsv"
ROWS = [
    line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"
]


def made(sentence: str) -> list[list[str]]:
    text = IndexedDoc(sentence)
    return [[one.text, sentence[one.start : one.end]] for line in text.lines for one in of_line(text, line)]


@pytest.mark.parametrize("row", [row for row in ROWS if len(row) == 3], ids=lambda row: row[0])
def test_a_clause_gives_its_question_and_answer(row: list[str]) -> None:
    assert row[1:] in made(row[0])


@pytest.mark.parametrize("row", [row for row in ROWS if len(row) == 1], ids=lambda row: row[0])
def test_what_is_no_plain_statement_is_not_asked_about(row: list[str]) -> None:
    assert made(row[0]) == []


def test_the_table_has_three_hundred_clauses() -> None:
    assert len(ROWS) == 300
    assert {len(row) for row in ROWS} == {1, 3}
