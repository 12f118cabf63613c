"""The benchmark of a model: it runs from data to figures, and its figures are right."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from bench.llm_observer import area, main, read_rows
from tests.observers.llm.replies import ARTICLE, SUMMARY, good_replies


def data(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        for number in range(12):
            row = {
                "id": f"r{number}",
                "source": f"{ARTICLE} Row {number}.",
                "output": SUMMARY if number % 3 else f"{SUMMARY} Zebras dance.",
                "labels": {"consistent": int(number % 3 > 0)},
                "query": None,
            }
            file.write(json.dumps(row) + "\n")
    return path


def script(tmp_path: Path) -> str:
    path = tmp_path / "replies.jsonl"
    lines = [json.dumps({"form": form, "reply": reply}) for form, reply in good_replies().items()]
    path.write_text("\n".join(lines), encoding="utf-8")
    return f"scripted:{path}"


@pytest.mark.parametrize("judge", ["twin-lock", "claim-lock"])
def test_it_prints_agreement_beside_the_baseline_and_the_cost(
    judge: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--model", script(tmp_path), "--data", str(data(tmp_path)), "--judge", judge]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert "): AUROC 0.500, 0.50 of word overlap" in printed
    assert "rules: AUROC" in printed
    assert "word overlap: AUROC 1.000" in printed
    assert "model and rules give " in printed
    assert "per 1,000 rows: " in printed


def test_only_the_test_half_is_read(tmp_path: Path) -> None:
    rows = read_rows(data(tmp_path), 100)
    assert 0 < len(rows) < 12
    assert rows == read_rows(data(tmp_path), 100)


def test_a_wrong_model_is_an_error_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--model", "nobody:m", "--data", str(data(tmp_path))]) == 2
    assert capsys.readouterr().out.startswith("error: model: unknown endpoint 'nobody'")


def test_the_area_is_a_share_of_pairs() -> None:
    assert area([1.0, 0.0], [True, False]) == 1.0
    assert area([0.0, 1.0], [True, False]) == 0.0
    assert area([1.0, 1.0], [True, True]) is None


def test_data_without_labels_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rows.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(json.dumps({"id": 1, "source": ARTICLE, "output": SUMMARY, "labels": {}}))
    assert main(["--model", script(tmp_path), "--data", str(path)]) == 2
    assert capsys.readouterr().out.startswith("error: no row of the data says")
