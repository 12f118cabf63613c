"""Suites: answers from programs, functions and models, judged, gated and reported; cached and resumed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from jurat.cli import main
from jurat.errors import InputError
from jurat.runs import service
from jurat.runs.store.store import open_store
from jurat.runs.suite.promptfoo_import import import_promptfoo, is_promptfoo
from jurat.runs.suite.suite_file import make_suite, rows_of
from tests.llm.fault_server import FaultServer

BOT = """\
import sys
from pathlib import Path

def answer(prompt):
    with Path("calls").open("a") as file:
        file.write("x")
    if "ferry" in prompt:
        raise ValueError("no ferry today")
    return "The tea costs $5."

if __name__ == "__main__":
    sys.stdout.write(answer(sys.stdin.read()))
"""
SUITE = {
    "cases": [
        {
            "id": "tea",
            "query": "What does the tea cost?",
            "contexts": ["The tea costs 5 dollars."],
            "price": "$5",
            "assert": [{"contains": "{{price}}"}, {"max_words": 9}],
        }
    ],
    "prompts": ["{{query}}", {"name": "grounded", "text": "{{contexts}}\n{{query}}"}],
    "models": [
        {"name": "program", "command": [sys.executable, "bot.py"]},
        {"name": "function", "function": "bot.py:answer"},
    ],
    "judge": "claim-lock",
    "require": ["assertions.mean >= 1"],
    "report": "suite.md",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a bot that counts its calls."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / ".jurat").mkdir()
    (tmp_path / "bot.py").write_text(BOT)
    return tmp_path


def suite(project: Path, **changes: Any) -> int:
    (project / "shop.yaml").write_text(json.dumps({**SUITE, **changes}))
    return main(["suite", "shop.yaml"])


def calls(project: Path) -> int:
    return len((project / "calls").read_text())


def runs(project: Path) -> list[str]:
    with open_store(str(project / ".jurat" / "runs.sqlite"), make=False) as store:
        return [run.id for run in store.runs()]


def test_every_case_is_answered_by_every_model_to_every_prompt_and_judged(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert suite(project) == 0
    rows = [json.loads(line) for line in (project / ".jurat/suites/shop.rows.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == [
        "tea/prompt1/program",
        "tea/prompt1/function",
        "tea/grounded/program",
        "tea/grounded/function",
    ]
    assert {row["response"] for row in rows} == {"The tea costs $5."}
    assert all(row["latency"] >= 0 for row in rows)
    out, told = capsys.readouterr()
    assert "gate passed" in out
    assert "4 answers, 4 asked for now" in told
    assert "assertions" in (project / "suite.md").read_text()


def test_a_second_call_asks_and_judges_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert suite(project) == 0
    assert calls(project) == 4
    assert suite(project) == 0
    assert calls(project) == 4
    assert len(runs(project)) == 1
    assert "nothing has changed since run" in capsys.readouterr().err
    assert main(["suite", "shop.yaml", "--again"]) == 0
    assert len(runs(project)) == 2


@pytest.mark.slow
def test_a_changed_bot_is_asked_again_and_a_changed_judge_judges_the_same_answers(project: Path) -> None:
    assert suite(project) == 0
    (project / "bot.py").write_text(BOT.replace("$5", "5 dollars"))
    assert suite(project) == 3
    assert calls(project) == 8
    assert suite(project, judge="retrieval") == 3
    assert calls(project) == 8
    assert len(runs(project)) == 3


def test_an_interrupted_run_is_resumed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(service.RowRun, "execute", interrupted)
        assert suite(project) != 0
    (begun,) = runs(project)
    assert suite(project) == 0
    assert runs(project) == [begun]
    assert calls(project) == 4


def test_a_model_that_fails_is_a_failed_row_with_its_error(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ferry = {"id": "ferry", "query": "When does the ferry leave?", "contexts": ["It leaves at 9."]}
    cases = [*SUITE["cases"], ferry]  # type: ignore[misc]
    assert suite(project, cases=cases, require=[]) == 2
    told = capsys.readouterr().err
    assert "8 answers, 8 asked for now, 4 failed" in told
    assert "because the model failed (the function failed: ValueError: no ferry today)" in told
    assert "because the model failed (the command ended with code 1: " in told


def test_a_configured_model_answers_through_the_cache(project: Path) -> None:
    with FaultServer(lambda *_: "ok", "The tea costs $5.") as server:
        models = [{"name": "local", "model": f"local={server.url}:m"}]
        assert suite(project, models=models, prompts=["{{query}}"]) == 0
        assert suite(project, models=models, prompts=["{{query}}"]) == 0
        assert len(server.bodies) == 1
        assert server.bodies[0]["messages"] == [{"role": "user", "content": "What does the tea cost?"}]


def test_cases_come_from_a_file_and_criteria_from_the_suite_itself(project: Path) -> None:
    (project / "cases.jsonl").write_text(json.dumps({"id": "a", "query": "What does the tea cost?"}) + "\n")
    judge = {"criteria": [{"name": "priced", "function": "own.py:priced"}]}
    (project / "own.py").write_text("def priced(case):\n    return '$' in case.response\n")
    assert (
        suite(project, cases="cases.jsonl", judge=judge, prompts=["{{query}}"], require=["priced.mean >= 1"])
        == 0
    )


def test_a_summary_is_judged_against_its_article(project: Path) -> None:
    article = "The tea costs 5 dollars. It comes from China. The ship came on Monday with tea for the town."
    cases = [{"id": "a", "article": article}]
    code = suite(project, cases=cases, prompts=["Sum up: {{article}}"], judge="twin-lock", require=[])
    assert code == 0


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"models": []}, "models: is empty; give at least one"),
        ({"cases": []}, "cases: is empty; give at least one"),
        ({"models": [{"name": "a"}]}, "models.a: has none; give one of model, command, function"),
        ({"models": ["a", "a"]}, "models: 'a' occurs twice"),
        ({"prompts": ["{{sugar}}"]}, "prompts.prompt1: case tea has no variable 'sugar'"),
        ({"prompts": ["{% if x %}"]}, "prompts.prompt1: uses more of a template language than {{name}}"),
        ({"prompts": ["{{query | upper}}"]}, "uses more of a template language than {{name}}"),
        ({"prompts": [{"name": "p", "file": "gone.txt"}]}, "gone.txt: cannot be read"),
        ({"prompts": [{"name": "p"}]}, "prompts.p: needs one of text and file"),
        ({"model": "x"}, "model: is not a known field"),
    ],
)
def test_a_suite_that_is_wrong_is_refused_in_one_line(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError) as caught:
        make_suite({**SUITE, **changes}, Path("shop.yaml"))
    assert str(caught.value).startswith("shop.yaml: ")
    assert why in str(caught.value)


PROMPTFOO = {
    "description": "shop",
    "prompts": ["Answer {{question}}", "file://prompt.js", {"raw": "Say {{question}}", "label": "say"}],
    "providers": [
        "openai:chat:gpt-4o-mini",
        {"id": "exec:python3 bot.py", "label": "bot", "config": {"timeout": 3}},
        "webhook:https://example.com",
    ],
    "scenarios": [],
    "defaultTest": {
        "assert": [
            {"type": "llm-rubric", "value": "It is polite."},
            {"type": "latency", "threshold": 1500},
            {"type": "javascript", "value": "output.length < 9"},
        ]
    },
    "tests": [
        {
            "vars": {"question": "What does the tea cost?"},
            "assert": [
                {"type": "icontains", "value": "tea"},
                {"type": "not-contains-any", "value": ["milk", "sugar"]},
                {"type": "is-json"},
                {"type": "similar", "value": "x"},
            ],
            "options": {"transform": "output"},
        },
        {"description": "ferry", "vars": {"question": "When?"}, "assert": [{"type": "equals", "value": 9}]},
    ],
}


def test_a_configuration_of_promptfoo_becomes_a_suite_and_the_rest_is_listed() -> None:
    assert is_promptfoo(PROMPTFOO)
    assert not is_promptfoo(SUITE)
    found = import_promptfoo(PROMPTFOO)
    assert found.unsupported == [
        "scenarios",
        "prompts[1]: file://prompt.js",
        "providers[1].config",
        "providers[2]: webhook:https://example.com",
        "tests[0].options",
        "tests[0].assert[3]: similar",
        "defaultTest.assert[2]: javascript",
    ]
    made = make_suite(found.document, Path("promptfooconfig.yaml"))
    assert [one.name for one in made.prompts] == ["prompt1", "say"]
    assert [(one.name, one.model, one.command) for one in made.models] == [
        ("openai:chat:gpt-4o-mini", "openai:gpt-4o-mini", None),
        ("bot", None, ("python3", "bot.py", "{prompt}")),
    ]
    assert [row.id for row in rows_of(made)][-1] == "ferry/say/bot"
    assert made.cases[0]["assert"] == [
        {"max_seconds": 1.5},
        {"contains": "tea", "ignore_case": True},
        {"contains_any": ["milk", "sugar"], "not": True},
        {"json_schema": True},
    ]
    assert made.cases[1]["assert"][1] == {"equals": "9"}
    assert found.document["judge"] == {
        "criteria": [{"name": "rubric1", "ask": "It is polite.", "evidence": "optional"}]
    }


def test_a_configuration_of_promptfoo_runs(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = f"exec:{sys.executable} -c \"import sys; print('The tea costs $5.', sys.argv[1])\""
    config = {
        "prompts": ["{{question}}"],
        "providers": [bot],
        "tests": [
            {"vars": {"question": "Tea?"}, "assert": [{"type": "contains", "value": "$5. {{question}}"}]},
            {"vars": {"question": "Milk?"}, "assert": [{"type": "cost", "threshold": 1}]},
        ],
    }
    (project / "promptfooconfig.yaml").write_text(json.dumps(config))
    assert main(["suite", "promptfooconfig.yaml"]) == 0
    assert "not supported: tests[1].assert[0]: cost" in capsys.readouterr().err
