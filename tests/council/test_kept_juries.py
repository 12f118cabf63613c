"""Juries as runs: stored, listed, shown, reported, counted again and resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from jurat.cli.council_questions import Asked
from jurat.llm.model_errors import UnavailableError
from tests.council.conftest import Run

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def votes(tmp_path: Path) -> str:
    """Three questions: a majority of yes, a tie, an abstention."""
    asked = {
        "open": {"ann": "yes", "bo": "yes", "cy": "no"},
        "safe": {"ann": "yes", "bo": "no", "cy": "abstain"},
        "new": {"ann": "abstain", "bo": "abstain", "cy": "abstain"},
    }
    lines = []
    for name, given in asked.items():
        cast = [
            {"reviewer": who, "vote": vote, "reason": HOSTILE, "confidence": 0.5}
            for who, vote in given.items()
        ]
        lines.append({"mode": "jury", "id": name, "query": f"Is it {name}?", "votes": cast})
    path = tmp_path / "votes.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")
    return str(path)


def exported(command: Run) -> list[dict[str, Any]]:
    command("runs", "export", "last", "-o", "kept.jsonl")
    return [json.loads(line) for line in Path("kept.jsonl").read_text().splitlines()]


def test_a_jury_is_a_run_with_the_share_of_yes_as_its_metric(command: Run, votes: str) -> None:
    code, _, err = command("council", votes, "--mode", "jury")
    assert (code, "saved as run" in err) == (2, True), "one question has no verdict"
    shown = json.loads(command("runs", "show", "last", "--json")[1])
    assert (shown["judge"], shown["metrics"]) == ("jury", ["yes_share"])
    assert shown["summary"]["verdicts"] == {"yes": 1, "deadlock": 1}
    kept = exported(command)
    assert [one["verdict"] for one in kept] == ["yes", "deadlock", None]
    assert [one["metrics"][0].get("value") for one in kept] == [0.6667, 0.5, None]
    assert kept[2]["metrics"][0]["unscored"] == "0 of 1 votes that the quorum asks for were cast"
    assert "1/0/1" in command("runs", "list")[1]


def test_a_jury_is_reported_with_every_vote_as_text(command: Run, votes: str) -> None:
    command("council", votes, "--mode", "jury")
    for name in ("r.html", "r.md", "r.json"):
        assert command("report", "last", "-o", name)[0] == 0
    page = Path("r.html").read_text()
    assert HOSTILE not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "| open | yes | 2 | 1 | 0 | cy |" in Path("r.md").read_text()
    assert len(json.loads(Path("r.json").read_text())["juries"]) == 3


def test_votes_are_counted_again_with_another_quorum_and_compared(command: Run, votes: str) -> None:
    command("council", votes, "--mode", "jury")
    before = json.loads(command("runs", "show", "last", "--json")[1])["id"]
    code, _, err = command("rescore", "last", "--quorum", "3")
    assert (code, "row 2: yes_share was scored and would be unscored" in err) == (2, True)
    command("rescore", "last", "--quorum", "2")
    kept = exported(command)
    assert [one["verdict"] for one in kept] == ["yes", "deadlock", None]
    assert kept[2]["unscored"] == "0 of 2 votes that the quorum asks for were cast"
    _, out, _ = command("compare", before, "last", "--force")
    assert "yes_share" in out
    assert "verdict.PASS" not in out
    assert command("gate", before, "--require", "verdict.yes>=0.5", "--require", "scored>=0.5")[0] == 3


def test_a_jury_that_was_cut_off_is_resumed(
    command: Run, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command("council", votes, "--mode", "jury")
    whole, expected = Asked.sessions, exported(command)

    def broken(self: Asked, *given: Any, **named: Any) -> Any:
        yield next(whole(self, *given, **named))
        raise UnavailableError("the line is dead")

    with monkeypatch.context() as patch:
        patch.setattr(Asked, "sessions", broken)
        patch.setattr("jurat.cli.council_recording.BATCH", 1)
        assert command("council", votes, "--mode", "jury")[0] == 2
    assert len(exported(command)) == 1
    assert "not of a council" in command("council", votes, "--resume", "last")[2]
    command("council", votes, "--mode", "jury", "--resume", "last")
    assert exported(command) == expected


def test_a_jury_can_go_unsaved(command: Run, votes: str) -> None:
    _, _, err = command("council", votes, "--mode", "jury", "--no-store")
    assert "saved" not in err


def test_votes_without_the_mode_say_how_to_count_them(command: Run, votes: str) -> None:
    code, _, err = command("council", votes, "--no-store")
    assert code == 2
    assert "open: candidates: are missing; set mode jury to count votes" in err
