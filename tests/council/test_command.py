"""`jurat council` as a user meets it."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.builders import council_labels, evaluation
from tests.council.conftest import Run


@pytest.fixture
def run(command: Run) -> Run:
    """`jurat council`: exit code, output, errors."""
    return partial(command, "council")


def review(reviewer: str, **scores: float) -> dict[str, Any]:
    return {"reviewer": reviewer, "evaluations": {name: evaluation(x, 8) for name, x in scores.items()}}


def write(path: Path, *objects: dict[str, Any]) -> str:
    path.write_text("".join(json.dumps(one) + "\n" for one in objects), encoding="utf-8")
    return str(path)


def test_a_file_of_reviews_becomes_a_table_with_ceilings_and_the_audit(run: Run, tmp_path: Path) -> None:
    made = council_labels(
        [review("r1", a=9, b=3, c=6), review("r2", a=8, b=4, c=6), review("r3", a=9, b=2, c=6)]
    )
    code, out, err = run(write(tmp_path / "one.jsonl", made))
    assert code == 0
    assert err.startswith("saved as run ")
    for words in (
        "accuracy_ceiling, accuracy 3.00",
        "stays",
        "Kendall's W 1.00 (n 3)",
        "effective reviewers: 1.0",
        "variance between reviewers: accuracy",
        "with length: too few pairs (n 9)",
    ):
        assert words in out
    assert out.index("a  ") < out.index("c  ") < out.index("b  ")


def test_the_tables_stay_tables_in_eighty_columns(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = ("gpt-4o", "claude-sonnet", "llama-3-70b")
    made = council_labels([review(f"r{n}", **dict(zip(names, (9, 6, 3), strict=True))) for n in range(3)])
    made["candidates"] = dict.fromkeys(names, "An answer.")
    for files in ((made,), (made, made)):
        _, out, _ = run(write(tmp_path / "x.jsonl", *files))
        heads = [line.split() for line in out.splitlines() if "candidate" in line]
        assert len(heads) == 2
        assert heads[1] == ["candidate", "accuracy", "relevance", "completeness", "conciseness", "clarity"]
        assert max(map(len, out.splitlines())) <= 80


def test_the_result_is_that_of_tally(run: Run, command: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "one.jsonl", council_labels([review("r1", a=9, b=3, c=6)]))
    _, ours, _ = run(file, "--json")
    _, tallied, _ = command("score", file)
    assert json.loads(ours) == json.loads(tallied)


def test_many_questions_become_a_leaderboard(run: Run, tmp_path: Path) -> None:
    rows = [council_labels([review("r1", a=9, b=5, c=7), review("r2", a=8, b=6, c=7)]) for _ in range(12)]
    file = write(tmp_path / "many.jsonl", *rows)
    code, out, _ = run(file)
    assert code == 0
    assert "12 questions" in out
    assert "strength" in out
    code, out, _ = run(file, "--json")
    assert [json.loads(line)["ranking"] for line in out.splitlines()] == [["a", "c", "b"]] * 12
    code, out, _ = run(file, "--leaderboard", "--json")
    board = json.loads(out)
    assert [place["name"] for place in board["places"]] == ["a", "c", "b"]
    assert board["length"]["accuracy"]["n"] == 36


def test_bad_lines_are_reported_in_place_and_the_rest_go_on(run: Run, tmp_path: Path) -> None:
    good = json.dumps(council_labels([review("r1", a=9, b=5, c=7)]))
    path = tmp_path / "bad.jsonl"
    path.write_text(f'{good}\nnope\n{{"query": "Why?"}}\n{good}\n')
    code, out, _ = run(str(path), "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert ["error" in line for line in lines] == [False, True, True, False]
    assert "candidates: are missing" in lines[2]["error"]
    code, out, err = run(str(path))
    assert code == 2
    assert "2 questions, 2 failed" in out
    assert "2: not JSON" in err


def test_candidates_on_the_command_line_are_reviewed_by_rules(run: Run) -> None:
    arguments = (
        "--candidate",
        "m1=Tea costs $5.",
        "--candidate",
        "m2=Tea costs $9.",
        "--context",
        "Tea is $5.",
    )
    code, out, _ = run("What does tea cost?", *arguments, "--json")
    result = json.loads(out)
    assert code == 0
    assert result["ranking"] == ["m1", "m2"]
    assert "observer:rules" in result["signature"]


def test_without_a_context_rules_rank_nothing_and_the_exit_code_says_so(run: Run) -> None:
    code, out, _ = run("What does tea cost?", "--candidate", "m1=Tea costs $5.", "--json")
    result = json.loads(out)
    assert (code, result["ranking"]) == (2, [])
    [trouble] = result["trouble"]
    assert (trouble["seat"], trouble["stage"]) == ("rules", "review")
    assert trouble["reason"].startswith("cannot judge accuracy without a context; give a context")


def script(path: Path, review: list[dict[str, Any]] | None = None, answer: str = "") -> str:
    """A scripted model with an answer and a review of what stands under A and B."""
    lines: list[dict[str, Any]] = [
        {"form": "answer", "reply": answer},
        {"form": "synthesis", "reply": "In short: five."},
    ]
    if review is not None:
        lines.append({"form": "review", "reply": {"evaluations": review, "ranking": ["A"]}})
    write(path, *lines)
    return f"scripted:{path}"


def test_models_answer_review_and_sum_up(run: Run, tmp_path: Path) -> None:
    scores = [{"response": letter, **evaluation(8, 7), "holistic": 8, "notes": "n"} for letter in "A"]
    one = script(tmp_path / "one.jsonl", scores, "Five dollars.")
    two = script(tmp_path / "two.jsonl", scores, "Nine dollars.")
    kept = tmp_path / "kept.jsonl"
    seats = ("--member", one, "--member", two, "--chair", one)
    code, out, err = run("What does tea cost?", *seats, "--json", "--record", str(kept))
    result = json.loads(out)
    assert (code, err.count("\n")) == (0, 1)
    assert set(result["ranking"]) == {one, two}
    assert (result["synthesis"]["chair"], result["synthesis"]["text"]) == (one, "In short: five.")
    code, again, _ = run(str(kept), "--json")
    assert json.loads(again)["ranking"] == result["ranking"]
    assert json.loads(again)["candidates"] == result["candidates"]


@pytest.mark.slow
def test_a_model_that_fails_is_named_and_the_others_decide(run: Run, tmp_path: Path) -> None:
    one = script(tmp_path / "one.jsonl", None, "Five dollars.")
    two = script(tmp_path / "two.jsonl", None, "Nine dollars.")
    seats = ("--member", one, "--member", two, "--reviewer", one, "--reviewer", "rules")
    code, out, _ = run("What does tea cost?", *seats, "--context", "Tea costs five dollars.")
    assert code == 0
    assert "failed" in out
    assert f"{one} (review)" in out


def test_jurat_yaml_holds_a_council(run: Run, tmp_path: Path) -> None:
    bands = dict.fromkeys(("9-10", "7-8", "5-6", "3-4", "1-2"), "seen")
    settings = {
        "council": {
            "reviewers": ["rules"],
            "weights": {"clarity": 0.5, "conciseness": 0.5},
            "quorum": 1,
            "gate": True,
            "seed": 7,
            "dimensions": {"wit": {"question": "Funny?", **bands}},
        }
    }
    (tmp_path / "jurat.yaml").write_text(json.dumps(settings))
    code, out, _ = run("Why?", "--candidate", "m=It rained.", "--json")
    result = json.loads(out)
    assert code == 0
    assert result["safety_gate"]["enabled"] is True
    assert set(result["candidates"]["m"]["dimensions"]) == {"clarity", "conciseness"}


@pytest.mark.parametrize(
    ("council", "message"),
    [
        ({"membres": []}, "council.membres: is not a known field"),
        ({"members": "a"}, "council.members: is not a list of names"),
        ({"weights": {"accuracy": 0.4}}, "sum to 0.4"),
        ({"weights": {"accuracy": -1}}, "council.weights.accuracy: is -1"),
        ({"weights": []}, "council.weights: is not a list of weights"),
        ({"rubric": "nonsense"}, "no rubric is named 'nonsense'"),
        ({"calibration": "x"}, "council.calibration: is 'x'"),
        ({"chair": 3}, "council.chair: is not a text"),
        ({"quorum": 0}, "council.quorum: is 0"),
        ({"quorum": 1.5}, "council.quorum: is 1.5"),
        ({"gate": "yes"}, "council.gate: is 'yes'"),
        ({"dimensions": []}, "is not a list of dimensions"),
        ({"dimensions": {"wit": {"question": "?"}}}, "council.dimensions.wit: is not a dimension"),
        ({"weights": {"wit": 1}}, "dimension wit: has no anchors"),
    ],
)
def test_a_bad_council_in_jurat_yaml_is_an_error_that_says_where(
    run: Run, tmp_path: Path, council: dict[str, Any], message: str
) -> None:
    (tmp_path / "jurat.yaml").write_text(json.dumps({"council": council}))
    code, _, err = run("Why?", "--candidate", "m=So.")
    assert code == 2
    assert message in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no question given"),
        (("Why?",), "candidates: are missing"),
        (("Why?", "--candidate", "m"), "'m' is not NAME=TEXT"),
        (("Why?", "--candidate", "m=a", "--candidate", "m=b"), "is not NAME=TEXT; name each one once"),
        (("Why?", "--member", "nonsense"), "'nonsense' names no endpoint"),
        (("Why?", "--member", "openai:x"), "has no key"),
        (("no-such.jsonl",), "no-such.jsonl: cannot be read"),
        (("no-such.csv",), "no-such.csv: there is no such file"),
        (("x.jsonl", "--candidate", "m=a"), "a file and texts were given"),
        (("Why?", "--candidate", "m=a", "--weight", "accuracy=0.5"), "sum to 0.5"),
        (("Why?", "--candidate", "m=a", "--output", "no/such/folder.jsonl"), "its directory is not there"),
        (("Why?", "--candidate", "m=a", "--record", "no/such/folder.jsonl"), "cannot be written"),
        (("Why?", "--candidate", "m=a", "--resume", "last", "--no-store"), "--resume: requires the store"),
    ],
)
def test_bad_usage_exits_with_two_and_says_why(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    code, _, err = run(*arguments)
    assert code == 2
    assert message in err
    assert "Traceback" not in err


def test_a_file_without_a_question_is_an_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n")
    code, _, err = run("empty.jsonl")
    assert code == 2
    assert "no question given" in err


def test_hostile_names_cannot_reach_the_terminal(run: Run, tmp_path: Path) -> None:
    made = {"query": "Why?", "candidates": {"\x1b[2Jevil": "So \x1b[31m it is."}}
    _, out, _ = run(write(tmp_path / "x.jsonl", made))
    assert "\x1b[2J" not in out
    assert "\\x1b[2Jevil" in out


def test_a_leaderboard_tells_what_models_took_and_which_failed(command: Run, tmp_path: Path) -> None:
    no_review = [{"form": form, "reply": "I would rather not."} for form in ("review", "holistic")]
    write(tmp_path / "one.jsonl", {"form": "answer", "reply": "Five dollars."}, *no_review)
    write(tmp_path / "asked.jsonl", *[{"query": f"What does {one} cost?"} for one in ("tea", "ale")])
    (tmp_path / "prices.toml").write_text('["one.jsonl"]\ninput = 1\noutput = 2\n')
    write(tmp_path / "two.jsonl", {"form": "answer", "reply": "Nine dollars."})
    one, two = "scripted:one.jsonl", "scripted:two.jsonl"
    seats = ("--member", one, "--member", two, "--reviewer", one, "--prices", "prices.toml", "--no-store")
    code, out, _ = command("council", "asked.jsonl", *seats)
    assert code == 2  # nothing was ranked: the only reviewer failed
    assert re.search(rf"{re.escape(one)} +answer +2 +\d+ +\d+\.\d{{6}} +\d+\.\d", out)
    assert re.search(rf"{re.escape(two)} +answer +2 +\d+ +– +\d+\.\d", out)
    assert f"{one} (review), 2 of 2 questions:" in out
    code, out, _ = command("council", "asked.jsonl", *seats, "--json", "--leaderboard")
    found = json.loads(out)
    stages = [(entry["stage"], entry["failed"]) for entry in found["seats"] if entry["seat"] == one]
    assert stages == [("answer", 0), ("review", 2)]
    assert found["total"]["calls"] == sum(entry["calls"] for entry in found["seats"])
