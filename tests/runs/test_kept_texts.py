"""A kept run knows the texts it was judged from, unless it was told to leave them out."""

from __future__ import annotations

import shutil
import zlib
from functools import partial
from pathlib import Path

import pytest

from jurat.cases import ResponseCase
from jurat.cli import main
from jurat.errors import InputError
from jurat.runs.store.store import open_store
from jurat.runs.store.stored_texts import CasePacker, unpack_cases

EXAMPLE = Path(__file__).parents[2] / "examples" / "answers.jsonl"
SAID = "Fitbit was founded in 2007 by James Park and Eric Friedman"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLE, "answers.jsonl")


def run(*more: str) -> None:
    assert main(["run", "answers.jsonl", "--judge", "claim-lock", "-q", *more]) == 2


def test_a_report_shows_the_kept_texts_without_the_data(tmp_path: Path) -> None:
    run()
    (tmp_path / "answers.jsonl").unlink()
    assert main(["report", "last", "-o", "report.html"]) == 0
    assert SAID in Path("report.html").read_text(encoding="utf-8")


def test_no_texts_leaves_them_out_everywhere() -> None:
    run("--no-texts")
    assert main(["report", "last", "-o", "report.html"]) == 0
    assert SAID not in Path("report.html").read_text(encoding="utf-8")
    with open_store(".jurat/runs.sqlite") as store:
        kept = store.find("last")
        assert (kept.plan.texts, store.case(kept, 1)) == (False, None)
    assert SAID.encode() not in Path(".jurat/runs.sqlite").read_bytes()


def test_what_was_begun_without_texts_goes_on_without_them(capsys: pytest.CaptureFixture[str]) -> None:
    run("--no-texts")
    assert main(["run", "--resume", "last", "--no-texts"]) == 2
    assert "--resume cannot be combined with data or judge options" in capsys.readouterr().err


def _looked_up(texts: dict[bytes, str], hashes: list[bytes]) -> dict[bytes, str]:
    return {one: texts[one] for one in hashes}


def test_a_reference_answer_is_saved_and_one_that_is_absent_is_not() -> None:
    fields = {"query": "What does tea cost?", "contexts": ["Tea costs $5."], "response": "Five dollars."}
    for more in ({}, {"reference": "It costs $5."}):
        packer = CasePacker()
        packed = packer.pack(ResponseCase(**fields, **more))  # type: ignore[arg-type]
        texts = {digest: zlib.decompress(body).decode() for digest, body in packer.fresh.items()}
        assert unpack_cases({1: packed}, partial(_looked_up, texts)) == {1: {**fields, **more}}


def test_a_reference_counts_towards_the_length_of_a_case() -> None:
    with pytest.raises(InputError, match="the texts have 1,000,002 characters together"):
        ResponseCase(query="q", response="r", reference="x" * 1_000_000)
