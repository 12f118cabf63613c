"""What people are shown keeps within the terminal, however narrow, and loses no figure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from jurat.cli import main

EXAMPLES = Path(__file__).parents[2] / "examples"
COMMANDS = [
    ("score", "--pretty", str(EXAMPLES / "labels.jsonl")),
    ("check", str(EXAMPLES / "answers.jsonl"), "--row", "2"),
    ("runs", "list"),
    ("runs", "show", "last", "--rows"),
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two kept runs."""
    folder = tmp_path_factory.mktemp("project")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in ("before.jsonl", "answers.jsonl"):
            main(["run", str(EXAMPLES / name), "--judge", "claim-lock"])
    return folder


@pytest.mark.parametrize("width", [30, 40, 60, 80])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_width_shows_the_same_figures(
    project: Path,
    command: tuple[str, ...],
    width: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(project)
    shown = []
    for columns in (width, 250):
        monkeypatch.setenv("COLUMNS", str(columns))
        main(list(command))
        shown.append(capsys.readouterr().out)
    narrow, wide = shown
    assert max(map(cell_len, narrow.splitlines())) <= width
    assert "\x1b" not in narrow
    figures = r"\d+\.\d+|\d+/\d+/\d+"
    assert sorted(re.findall(figures, narrow)) == sorted(re.findall(figures, wide))


def test_a_narrow_terminal_gets_lists_instead_of_broken_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    main(["score", "--pretty", str(EXAMPLES / "labels.jsonl")])
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    start = lines.index("coverage", lines.index("judge-lock · fluent liar  FAIL"))
    assert lines[start : start + 7] == [
        "coverage",
        "  score 3.00",
        "  raw   9.55",
        "  why   ≤ 3 extraneous_claim (9.55 →",
        "        3.00)",
        "        ≤ 7 low_precision (not lowered)",
        "        ≤ 3 hallucination (not lowered)",
    ]


def test_eighty_columns_hold_a_line_for_every_run(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project)
    monkeypatch.setenv("COLUMNS", "80")
    main(["runs", "list"])
    answers, before = [line.split() for line in capsys.readouterr().out.splitlines()[-2:]]
    assert answers[1:] == ["claim-lock", "answers.jsonl", "6", "2/1/2", "done,", "1", "failed"]
    assert before[1:] == ["claim-lock", "before.jsonl", "25", "13/3/9", "done"]
