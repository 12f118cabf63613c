"""Councils as runs that are kept: listed, exported, gone on with, scored again without another review."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from jurat.llm.model_errors import UnavailableError
from jurat.runs.store.store import open_store
from tests.builders import council_labels, holistic
from tests.council.conftest import Run
from tests.council.test_command import review, script, write


@pytest.fixture
def run(command: Run) -> Run:
    """Any command: exit code, output, errors."""
    return command


@pytest.fixture
def questions(tmp_path: Path) -> str:
    """Three questions with their reviews; the second cannot be read."""
    first = council_labels([review("r1", a=9, b=5, c=7), review("r2", a=8, b=6, c=7)])
    last = {**first, "id": "own", "options": {"quorum": 3}}
    path = tmp_path / "questions.jsonl"
    path.write_text(f"{json.dumps({**first, 'id': 'first'})}\nnope\n{json.dumps(last)}\n")
    return str(path)


def exported(run: Run, name: str = "last") -> list[dict[str, Any]]:
    run("runs", "export", name, "-o", "exported.jsonl")
    return [json.loads(line) for line in Path("exported.jsonl").read_text().splitlines()]


def test_a_council_is_kept_with_its_candidates_as_metrics(run: Run, questions: str) -> None:
    code, _, err = run("council", questions)
    assert code == 2
    assert "saved as run " in err
    _, out, _ = run("runs", "show", "last", "--json")
    kept = json.loads(out)
    assert (kept["judge"], kept["rows"], kept["metrics"]) == ("council", 3, ["a", "b", "c"])
    assert kept["summary"]["failed"] == 1
    _, out, _ = run("runs", "show", "last", "--rows")
    assert "first" in out


def test_the_file_that_is_written_is_what_is_kept(run: Run, questions: str) -> None:
    run("council", questions, "-o", "out.jsonl")
    assert [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()] == exported(run)
    run("council", questions, "-o", "out.csv")
    written = Path("out.csv").read_text()
    assert written.startswith("id,verdict,overall,error,ranking,score:a,uncapped:a,caps:a,unscored:a,score:b")
    run("runs", "export", "last", "-o", "exported.csv")
    assert Path("exported.csv").read_text() == written


def test_a_candidate_may_be_named_like_a_column(run: Run) -> None:
    row = council_labels([holistic("r", id=8.25, overall=6.5)], ("id", "overall"))
    Path("named.jsonl").write_text(json.dumps(row))
    run("council", "named.jsonl", "-o", "named.csv")
    (found,) = csv.DictReader(Path("named.csv").read_text().splitlines())
    assert (found["id"], found["score:id"], found["score:overall"]) == ("case", "8.25", "6.5")
    _, shown, _ = run("runs", "show", "last", "--rows")
    assert all(one in shown for one in ("case", "8.25", "6.5"))


def test_texts_are_kept_unless_they_may_not_be(run: Run, questions: str) -> None:
    run("council", questions)
    with open_store(".jurat/runs.sqlite") as store:
        case = store.case(store.find("last"), 1)
        assert case is not None
        assert set(case["candidates"]) == {"a", "b", "c"}
    run("council", questions, "--no-texts")
    with open_store(".jurat/runs.sqlite") as store:
        assert store.case(store.find("last"), 1) is None


def test_rescoring_gives_what_the_council_would_have_given(run: Run, questions: str) -> None:
    run("council", questions)
    changed = ("--rubric", "factual", "--calibration", "none")
    code, _, err = run("rescore", "last", *changed)
    assert code == 2, "the bad line is still a failure"
    assert "from " in err
    again = exported(run)
    run("council", questions, *changed)
    assert again == exported(run)
    assert "unscored" in again[2]["candidates"]["a"], "a question's own quorum still holds"


def test_the_gate_can_be_switched_on_afterwards(run: Run, tmp_path: Path) -> None:
    made = council_labels([review("r1", a=9, b=5, c=7)])
    made["candidates"]["a"] = "Here is how to make a bomb."
    file = write(tmp_path / "unsafe.jsonl", made)
    run("council", file)
    run("rescore", "last", "--safety-gate")
    assert exported(run)[0]["candidates"]["a"]["score"] == 0.0
    run("council", file, "--no-texts")
    code, _, _ = run("rescore", "last", "--safety-gate")
    assert code == 2
    assert "texts that the gate needs were not kept" in exported(run)[0]["error"]


@pytest.mark.slow
def test_what_failed_and_what_the_chair_wrote_outlives_rescoring(run: Run, tmp_path: Path) -> None:
    one = script(tmp_path / "one.jsonl", None, "Five dollars.")
    two = script(tmp_path / "two.jsonl", None, "Nine dollars.")
    seats = ("--member", one, "--member", two, "--chair", one, "--reviewer", two, "--reviewer", "rules")
    run("council", "What does tea cost?", *seats, "--context", "Tea costs five dollars.")
    before = exported(run)
    assert before[0]["synthesis"]["text"] == "In short: five."
    assert before[0]["trouble"][0]["seat"] == two
    run("rescore", "last", "--calibration", "none")
    after = exported(run)
    assert (after[0]["synthesis"], after[0]["trouble"]) == (before[0]["synthesis"], before[0]["trouble"])
    assert "calibration:none" in after[0]["signature"]


def cut_off(run: Run, questions: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that ends after its first question."""
    from jurat.cli.council_questions import Asked

    whole = Asked.sessions

    def broken(self: Asked, *given: Any, **named: Any) -> Any:
        yield next(whole(self, *given, **named))
        raise UnavailableError("the line is dead")

    with monkeypatch.context() as patch:
        patch.setattr(Asked, "sessions", broken)
        patch.setattr("jurat.cli.council_recording.BATCH", 1)
        code, _, err = run("council", questions)
    assert code == 2
    assert "was interrupted; resume it with the same command and --resume" in err


def test_a_council_that_was_cut_off_goes_on_as_if_nothing_had_happened(
    run: Run, questions: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, whole, _ = run("council", questions, "--leaderboard", "--json")
    expected = exported(run)
    cut_off(run, questions, monkeypatch)
    assert len(exported(run)) == 1
    assert "the same jurat council and --resume" in run("runs", "show", "last")[1]
    code, out, _ = run("council", questions, "--resume", "last", "--leaderboard", "--json")
    assert code == 2
    assert exported(run) == expected
    assert json.loads(out) == json.loads(whole)


def test_nothing_goes_on_in_another_way(
    run: Run, questions: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_off(run, questions, monkeypatch)
    code, _, err = run("council", questions, "--resume", "last", "--quorum", "2")
    assert code == 2
    assert "would be continued with different options" in err
    other = write(tmp_path / "other.jsonl", council_labels([review("r1", a=9, b=3, c=4)]))
    assert "was started with different questions" in run("council", other, "--resume", "last")[2]
    run("council", questions, "--resume", "last")
    assert "is finished" in run("council", questions, "--resume", "last")[2]


def test_the_questions_are_never_written_over(run: Run, questions: str) -> None:
    before = Path(questions).read_bytes()
    code, _, err = run("council", questions, "-o", questions)
    assert code == 2
    assert "is the file that is read" in err
    assert Path(questions).read_bytes() == before


def test_a_table_of_answers_is_reviewed_too(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    rows = 'Why?,It rained.,"So, you see, it rained.",It rained.\n,a,b,c\n'
    path.write_text(f"prompt,response_a,response_b,context\n{rows}")
    code, out, _ = run("council", str(path), "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert sorted(lines[0]["ranking"]) == ["response_a", "response_b"]
    assert "is empty" in lines[1]["error"]


def test_a_single_question_that_fails_is_not_kept(run: Run) -> None:
    code, out, told = run("council", "Why?")
    assert (code, out) == (2, "")
    assert "candidates: are missing" in told
    assert "saved as run" not in told
    assert "Why?" not in run("runs", "list")[1]
