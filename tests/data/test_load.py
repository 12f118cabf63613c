"""Cases from files: filter, limit, mapping, in order and with nothing lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from jurat.cases import ResponseCase, SummaryCase
from jurat.data import BadRow, CaseRow, read_cases
from jurat.errors import InputError, OptionError

if TYPE_CHECKING:
    from pathlib import Path


def labels(stream: object) -> list[object]:
    return [
        ("bad", item.label) if isinstance(item, BadRow) else item.case.id
        for item in stream.cases  # type: ignore[attr-defined]
    ]


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    path = tmp_path / "x.jsonl"
    rows = [
        {"id": "a", "task": "QA", "question": "q", "answer": "r"},
        {"id": "b", "task": "summary", "document": "d", "summary": "s"},
        {"id": "c", "task": "QA", "question": "q", "answer": None},
        {"id": "d", "task": "QA", "question": "q", "answer": "r"},
    ]
    path.write_text("\n".join(map(json.dumps, rows)) + "\nbroken\n")
    return path


def test_every_row_is_a_case_or_a_bad_row_in_its_place(mixed: Path) -> None:
    stream = read_cases(mixed, ResponseCase)
    assert labels(stream) == ["a", ("bad", "b"), ("bad", "c"), "d", ("bad", 5)]


def test_where_leaves_rows_out_before_the_columns_are_looked_at(mixed: Path) -> None:
    stream = read_cases(mixed, SummaryCase, where='task == "summary"')
    assert stream.fields.columns == {"article": "document", "summary": "summary", "id": "id"}
    assert labels(stream) == ["b", ("bad", 5)]


@pytest.mark.parametrize(
    ("limit", "expected"),
    [(0, []), (1, ["a"]), (2, ["a", ("bad", "c")]), (9, ["a", ("bad", "c"), "d", ("bad", 5)])],
)
def test_limit_counts_what_where_leaves(mixed: Path, limit: int, expected: list[object]) -> None:
    assert labels(read_cases(mixed, ResponseCase, where='task == "QA"', limit=limit)) == expected


def test_map_and_the_row_come_with_the_case(mixed: Path) -> None:
    stream = read_cases(mixed, ResponseCase, maps=["response=task", "id=answer"])
    first = next(stream.cases)
    assert isinstance(first, CaseRow)
    assert first.case == ResponseCase(query="q", response="QA", id="r")
    assert (first.row.number, first.row.values["task"]) == (1, "QA")


def test_the_mapping_is_decided_once_and_never_per_row(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    rows = [{"question": "q", "answer": "r"}] * 12 + [{"question": "q", "output": "r"}]
    path.write_text("\n".join(map(json.dumps, rows)))
    items = list(read_cases(path, ResponseCase).cases)
    assert [type(item) for item in items] == [CaseRow] * 12 + [BadRow]
    assert isinstance(items[-1], BadRow)
    assert items[-1].error.what == "is missing"


def test_a_file_without_a_good_row_gives_its_bad_rows(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("x\n" * 30)
    stream = read_cases(path, SummaryCase)
    assert stream.fields.columns == {"article": "article", "summary": "summary"}
    assert labels(stream) == [("bad", number) for number in range(1, 31)]


def test_a_column_that_no_row_has_is_refused_where_the_condition_leaves_nothing(mixed: Path) -> None:
    with pytest.raises(
        InputError, match="--where: there is no column tsk; columns seen: answer, document, id"
    ):
        read_cases(mixed, ResponseCase, where='tsk == "QA"')


def test_nothing_to_judge_is_said_and_no_names_are_made_up(mixed: Path, tmp_path: Path) -> None:
    mixed.write_text(mixed.read_text().removesuffix("broken\n"))
    stream = read_cases(mixed, ResponseCase, where='task == "chat"')
    assert (list(stream.cases), stream.fields.notes) == ([], ("--where leaves no row; nothing is judged",))
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    described = read_cases(empty, ResponseCase).fields.describe()
    assert "names as in" not in described
    assert described.endswith(f"note: {empty} holds no row; nothing is judged")
    limited = read_cases(mixed, ResponseCase, limit=0)
    assert limited.fields.notes == ("--limit leaves no row; nothing is judged",)


def test_what_is_wrong_with_the_options_is_said_before_a_row_is_read(mixed: Path) -> None:
    with pytest.raises(OptionError, match="--where: "):
        read_cases(mixed, SummaryCase, where="task =")
    with pytest.raises(OptionError, match="--map: "):
        read_cases(mixed, SummaryCase, maps=["task"])
    with pytest.raises(InputError, match="no such file"):
        read_cases(mixed.with_name("gone.jsonl"), SummaryCase)


def test_a_csv_written_by_ragas_loads(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(
        "user_input,retrieved_contexts,response,reference\n"
        """When?,"['Doors open at nine.', ""It's late.""]",At nine.,Nine.\n"""
    )
    (item,) = read_cases(path, ResponseCase).cases
    assert isinstance(item, CaseRow)
    assert item.case == ResponseCase(
        query="When?",
        response="At nine.",
        contexts=("Doors open at nine.", "It's late."),
        reference="Nine.",
        id=1,
    )


def test_importing_the_readers_imports_no_heavy_package() -> None:
    code = (
        "import sys, jurat.data; sys.exit(bool({'pyarrow', 'numpy', 'pydantic', 'spacy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_folder_that_may_not_be_read_is_an_error_and_not_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "a.jsonl").write_text('{"article": "Rain fell.", "summary": "Rain."}')
    scandir = os.scandir

    def guarded(path: str) -> Any:
        if str(path) == str(inner):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    with pytest.raises(InputError, match=r"inner: cannot be read \(Permission denied\)"):
        read_cases(tmp_path, SummaryCase)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('"id": 1.5', "field id: is 1.5, and no id; give text or a whole number"),
        ('"id": ["x"]', "field id: is a list, and no id; give text or a whole number"),
        ('"id": true', "field id: is a boolean, and no id; give text or a whole number"),
        ('"contexts": [1, 2]', "field contexts: holds a number, not only passages; give texts"),
        ('"contexts": ["a", false]', "field contexts: holds a boolean, not only passages; give texts"),
    ],
)
def test_a_value_of_a_wrong_type_is_a_bad_row_that_names_the_field(
    tmp_path: Path, line: str, said: str
) -> None:
    path = tmp_path / "x.jsonl"
    good = '{"id": "a", "query": "Who?", "response": "Ann.", "contexts": ["Ann."]}'
    path.write_text(f'{good}\n{{"query": "Who?", "response": "Ann.", {line}}}\n')
    rows = list(read_cases(path, ResponseCase).cases)
    assert isinstance(rows[0], CaseRow)
    assert isinstance(rows[1], BadRow)
    assert str(rows[1].error) == f"{path}, row 2, {said}"
    assert rows[1].label == 2


@pytest.mark.parametrize("name", ["x.jsonl", "x.json"])
def test_a_name_that_stands_twice_is_a_bad_row_for_one_value_would_be_lost(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text('{"query": "Who?", "response": "Ann.", "meta": {"a": 1, "a": 2}}\n')
    (row,) = read_cases(path, ResponseCase).cases
    assert isinstance(row, BadRow)
    assert str(row.error) == f"{path}, row 1: 'a' stands twice in one object; keep one of them"


def test_the_columns_of_a_folder_are_told_by_the_file_that_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "part.jsonl").write_text('{"question": "Who?"}\n')
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"^part\.jsonl: no column for response"):
        read_cases(".", ResponseCase)
