"""`jurat check`: one case from options, files or standard input, shown with its evidence."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from jurat.cli import main

CONTEXT = "Google bought Fitbit for $2.1 billion. The deal closed on 14 January 2021."
RIGHT = (
    "--query",
    "Who bought Fitbit?",
    "--context",
    CONTEXT,
    "--response",
    "Google bought Fitbit for $2.1bn.",
)
WRONG = (*RIGHT[:-1], "Google bought Fitbit for $21 billion in 1999.")
Shown = pytest.CaptureFixture[str]


def test_a_right_answer_passes_and_shows_what_supports_it(capsys: Shown) -> None:
    assert main(["check", *RIGHT]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("claim-lock  PASS")
    assert "[$2.1bn](" in shown
    assert "the context says $2.1 billion, the same as $2.1bn" in shown


def test_a_wrong_number_fails_and_is_marked(capsys: Shown) -> None:
    assert main(["check", *WRONG]) == 0
    shown = capsys.readouterr().out
    assert "FAIL" in shown
    assert "hallucination" in shown
    assert "✗ number" in shown


def test_json_is_the_result_as_a_run_writes_it(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["check", *RIGHT, "--json"]) == 0
    result = json.loads(capsysbinary.readouterr().out)
    assert (result["judge"], result["verdict"]) == ("claim-lock", "PASS")


def test_texts_come_from_files_and_standard_input(
    tmp_path: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "context.txt").write_text(CONTEXT)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Google bought Fitbit.")))
    given = ("--query", "Who bought Fitbit?", "--context", f"@{tmp_path / 'context.txt'}", "--response", "-")
    assert main(["check", *given]) == 0
    assert "PASS" in capsys.readouterr().out


def test_a_case_comes_from_a_file_by_its_row(tmp_path: Path, capsys: Shown) -> None:
    cases = [{"query": RIGHT[1], "context": CONTEXT, "response": one} for one in (RIGHT[-1], WRONG[-1])]
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in cases))
    assert main(["check", str(path), "--row", "2"]) == 0
    assert "FAIL" in capsys.readouterr().out
    assert main(["check", str(path), "--row", "3"]) == 2
    assert "does not have a row 3; choose another with --row" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((), "nothing to judge"),
        (("--query", "q"), "--response: is missing; give the text, @FILE or -"),
        (("--query", "q", "--response", ""), "response: is empty; give the text"),
        (("--query", "q", "--response", "@"), "--response: no file name given; name a text file after the @"),
        (("--query", "q", "--response", "@/no/such/file"), "--response: /no/such/file cannot be read"),
        (("cases.jsonl", "--query", "q"), "a file and texts were given; give one or the other"),
        (
            ("--query", "q", "--response", "r", "--article", "a", "--judge", "claim-lock"),
            "--article: is not a field",
        ),
        ((*RIGHT, "--judge", "oracle"), "unknown judge 'oracle'"),
    ],
)
def test_what_cannot_be_judged_is_refused_in_one_line(
    capsys: Shown, arguments: tuple[str, ...], error: str
) -> None:
    assert main(["check", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert error in shown.err
    assert len(shown.err.strip().splitlines()) == 1


def test_a_hostile_text_shows_no_control_character(capsys: Shown) -> None:
    main(["check", *RIGHT[:-1], "\x1b[31mGoogle bought Fitbit\x07 for \u202e$21."])
    assert not set(capsys.readouterr().out) & {"\x1b", "\x07", "\u202e"}


def test_the_other_relevance_lets_a_short_right_answer_pass(capsys: Shown) -> None:
    given = ("--query", "What is the capital of France?", "--context", "Paris is the capital of France.")
    main(["check", *given, "--response", "Paris."])
    assert "FAIL" in capsys.readouterr().out
    main(["check", *given, "--response", "Paris.", "--relevance", "answer_aware"])
    assert "FAIL" not in capsys.readouterr().out
