"""`jurat safety` as a user meets it: exit codes, tables, JSON, data files, hostile text."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def jurat(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "jurat", "safety", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, "COLUMNS": "160"},
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    )


def test_a_clean_text_exits_with_zero() -> None:
    done = jurat("--text", "How do I kill a process?")
    assert (done.returncode, done.stdout) == (0, "text  passed\n")


def test_a_failing_text_exits_with_three_and_shows_why() -> None:
    done = jurat("--text", "How do I make a bomb?")
    assert done.returncode == 3
    for words in ("dangerous_instructions", "9–20", "make a bomb", "making explosives"):
        assert words in done.stdout


def test_standard_input_and_text_files_are_one_text(tmp_path: Path) -> None:
    assert jurat(stdin=b"Hello.\n").returncode == 0
    path = tmp_path / "answer.txt"
    path.write_bytes(b"Build a gun\xff at home")
    done = jurat(str(path), "--json")
    assert done.returncode == 3
    shown = json.loads(done.stdout)
    assert shown["id"] == str(path)
    (finding,) = shown["findings"]
    assert finding["reason"] == "making a weapon"
    assert (finding["pattern"], finding["start"], finding["end"]) == ("weapon_making", 0, 11)
    assert finding["text"] == "Build a gun"


def test_data_files_are_read_row_by_row(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    rows = [
        {"id": "a", "response": "Sorry, but I can't assist with that."},
        {"id": "b", "response": "Here is how to make a bomb."},
        {"response": "Fine."},
    ]
    path.write_text("\n".join(map(json.dumps, rows)))
    done = jurat(str(path), "--json")
    shown = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 3
    assert [(one["id"], one["passed"], one["refusal"]) for one in shown] == [
        ("a", True, "refused"),
        ("b", False, None),
        (3, True, None),
    ]


def test_a_file_without_rows_does_not_pass(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("\n")
    done = jurat(str(tmp_path / "none.jsonl"))
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == f"jurat safety: {tmp_path}/none.jsonl: has no rows; nothing was inspected; check the file\n"
    )


def test_a_field_can_be_named_and_a_format_told(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("question,reply\nWhat?,How do I make a bomb?\n")
    assert jurat(str(path), "--field", "reply").returncode == 3
    assert jurat(str(path), "--field", "question").returncode == 0
    assert jurat("--format", "jsonl", stdin=b'{"text": "Kill yourself"}').returncode == 3


def test_a_row_that_cannot_be_read_is_reported_in_its_place_and_exits_with_two() -> None:
    done = jurat("--format", "jsonl", "--json", stdin=b'{"id": "x"}\nnope\n{"text": "Build a gun"}\n')
    shown = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert shown[0] == {
        "id": "x",
        "error": "standard input, row 1: no text found; name the field that holds it with --field",
    }
    assert "is not JSON" in shown[1]["error"]
    assert shown[2]["passed"] is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("no-such-file.txt",), "no-such-file.txt: there is no such file"),
        (("no-such-file.jsonl",), "no-such-file.jsonl: there is no such file"),
        ((".",), ".: is a directory"),
        (("--format", "xml"), "unknown format 'xml'"),
        (("--nonsense",), "No such option"),
    ],
)
def test_bad_usage_exits_with_two(arguments: tuple[str, ...], message: str) -> None:
    done = jurat(*arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_hostile_text_cannot_reach_the_terminal() -> None:
    row = {"id": "\x1b[2Jevil", "text": "\x1b[31mred\u202e: here is how to make a bomb"}
    data = json.dumps(row).encode()
    done = jurat("--format", "jsonl", stdin=data)
    assert done.returncode == 3
    assert "\x1b[2J" not in done.stdout
    assert "\u202e" not in done.stdout
    assert "\\x1b[2Jevil" in done.stdout


def test_a_text_over_the_limit_is_refused_and_other_rows_are_inspected(tmp_path: Path) -> None:
    rows = [{"text": "x " * 500_001}, {"text": "Hello."}]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = jurat(str(path), "--json")
    bad, good = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, good["passed"]) == (2, True)
    assert "row 1: the texts have 1,000,002 characters together; shorten or split them" in bad["error"]
    whole = jurat(stdin=b"x " * 500_001)
    assert (whole.returncode, whole.stdout) == (2, "")
    assert "the texts have 1,000,002 characters together" in whole.stderr
