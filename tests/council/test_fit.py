"""`jurat council fit` as a user meets it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from jurat.runs.store.run_records import StoredLabel
from tests.council.conftest import Run

DIMENSIONS = ("accuracy", "relevance", "completeness", "conciseness", "clarity")


@pytest.fixture
def files(tmp_path: Path) -> None:
    """Sixty questions whose people choose by conciseness alone."""
    rng = random.Random(5)
    questions, pairs = [], []
    for number in range(60):
        given = {name: {key: rng.randint(1, 10) for key in DIMENSIONS} for name in ("a", "b")}
        if given["a"]["conciseness"] == given["b"]["conciseness"]:
            given["a"]["conciseness"] += 1 if given["a"]["conciseness"] < 10 else -1
        better, worse = sorted(given, key=lambda name: -given[name]["conciseness"])
        person = {"reviewer": "ann", "holistic": {better: 8, worse: 4}}
        reviews = [{"reviewer": "r", "evaluations": given}, person]
        questions.append(
            {"id": number, "query": "Why?", "candidates": {"a": "So.", "b": "No."}, "reviews": reviews}
        )
        pairs.append({"id": number, "better": better, "worse": worse})
    for name, rows in (("reviews", questions), ("pairs", pairs)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("source", [("--pairs", "pairs.jsonl"), ("--person", "ann")])
def test_choices_of_a_file_and_of_a_person_give_the_same_weights(
    command: Run, source: tuple[str, str]
) -> None:
    code, out, _ = command("council", "fit", "reviews.jsonl", *source, "--json")
    found = json.loads(out)
    assert (code, found["pairs"], found["questions"], found["gained"]) == (0, 60, 60, True)
    assert found["weights"]["conciseness"] > 0.5
    assert sum(found["weights"].values()) == pytest.approx(1.0)
    _, out, _ = command("council", "fit", "reviews.jsonl", *source)
    assert "60 choices over 60 questions" in out
    assert "use them: --weight accuracy=" in out


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "bad.jsonl:1: is not a JSON object"),
        ('{"id": 1, "better": "a"}', "bad.jsonl:1: worse: is missing; give id, better and worse"),
        ('{"id": 1, "better": "a", "worse": "a"}', "bad.jsonl:1: both candidates are the same"),
        ('{"id": 99, "better": "a", "worse": "b"}', "no question has the id '99'"),
    ],
)
def test_bad_choices_are_refused_with_their_place(
    command: Run, tmp_path: Path, line: str, message: str
) -> None:
    (tmp_path / "bad.jsonl").write_text(line)
    code, _, err = command("council", "fit", "reviews.jsonl", "--pairs", "bad.jsonl")
    assert code == 2
    assert message in err


@pytest.mark.usefixtures("files")
def test_without_choices_it_says_what_to_give(command: Run) -> None:
    code, _, err = command("council", "fit", "reviews.jsonl")
    assert (code, "give --pairs FILE, or --person NAME" in err) == (2, True)


@pytest.mark.usefixtures("files")
def test_scores_that_people_gave_in_the_page_are_choices(command: Run, tmp_path: Path) -> None:
    from jurat.runs.store.store import open_store

    lines = [json.loads(line) for line in (tmp_path / "reviews.jsonl").read_text().splitlines()]
    choices = {line["id"]: line["reviews"].pop() for line in lines}
    (tmp_path / "models.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    command("council", "models.jsonl", "--leaderboard", "--json")
    code, _, err = command("council", "fit", "last")
    assert (code, "no choices between candidates given" in err) == (2, True)
    with open_store(".jurat/runs.sqlite") as store:
        run = store.find("last")
        for row in range(1, 61):
            said = {"observations": {"reviews": [choices[row - 1], {"reviewer": "r", "holistic": {"a": 1}}]}}
            store.label(run, StoredLabel(row=row, annotator="ann", at="2026-11-18", payload=said))
    code, out, _ = command("council", "fit", "last", "--json")
    found = json.loads(out)
    assert (code, found["pairs"], found["gained"]) == (0, 60, True)
    assert found["weights"]["conciseness"] > 0.5
