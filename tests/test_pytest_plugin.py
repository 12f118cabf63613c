"""The pytest plugin, as a project that uses it meets it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

pytest_plugins = ["pytester"]
Run = Callable[..., pytest.RunResult]
ROOT = Path(__file__).parents[1]
ALONE = ("-p", "no:jurat", "-p", "jurat.pytest_plugin", "-p", "no:cacheprovider")
"""The plugin by its module, whether or not it is installed by its entry point."""

PRELUDE = """
import pytest
from jurat.pytest_plugin import assert_judged
from tests.engines.toys import build
TOY = build()
CASE = {"query": "Where?", "context": "In Rome.", "response": "In Rome, " + "as it were " * 3}
"""


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}:{ROOT}")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)

    def running(test: str, *arguments: str) -> pytest.RunResult:
        pytester.makepyfile(PRELUDE + test)
        return pytester.runpytest_subprocess(*ALONE, *arguments)

    return running


def rows(*responses: str | None) -> str:
    return "".join(
        json.dumps({"id": f"row {n}", "query": "Where?", "contexts": ["Rome."], "response": one}) + "\n"
        for n, one in enumerate(responses)
    )


def test_a_case_that_is_as_required_passes(run: Run) -> None:
    done = run("""
def test_it(jurat):
    result = jurat.assert_judged(CASE, judge=TOY, min={"relevance": 0.4}, max={"hallucination": 0.5})
    assert result["relevance"].value == jurat.judge(CASE, TOY)["relevance"].value

def test_plain():
    assert assert_judged(CASE, TOY).verdict == "PASS"
""")
    done.assert_outcomes(passed=2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            "assert_judged(CASE, TOY, min={'relevance': 0.9})",
            "*jurat: relevance is 0.42; at least 0.9 is required*",
        ),
        (
            "assert_judged(CASE, TOY, max={'relevance': 0.1})",
            "*jurat: relevance is 0.42; at most 0.1 is required*",
        ),
        (
            "assert_judged({**CASE, 'response': 'Rome'}, TOY)",
            "*jurat: the verdict is FAIL (irrelevant, no_anchors), not PASS or WARN*",
        ),
        (
            "assert_judged({**CASE, 'context': None}, TOY, max={'hallucination': 0.5})",
            "*jurat: hallucination has no score; at most 0.5 is required*",
        ),
        (
            "assert_judged({**CASE, 'context': None}, TOY, verdicts=['PASS'])",
            "*verdict is WARN (unscored*), not PASS*",
        ),
        (
            "assert_judged(CASE, TOY, min=8)",
            "*claim-lock has no metric overall; limit relevance, completeness*",
        ),
        ("assert_judged(CASE, TOY, min={'relevanse': 1})", "*claim-lock has no metric relevanse*"),
        ("assert_judged({**CASE, 'respons': ''}, TOY)", "*respons: is not a field of a case*"),
    ],
)
def test_a_case_that_is_not_fails_and_says_why(run: Run, call: str, message: str) -> None:
    done = run(f"def test_it():\n    {call}\n")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines([message])


def test_the_failure_shows_scores_and_the_judged_text(run: Run) -> None:
    done = run("def test_it():\n    assert_judged(CASE, TOY, min={'relevance': 1})\n")
    done.stdout.fnmatch_lines(
        ["*jurat: relevance is*", "*relevance*0.42*", "*response*", "*In Rome, as it were*"]
    )
    assert "pytest_plugin.py" not in done.stdout.str()


DATA_TEST = """
@pytest.mark.jurat("data.jsonl", TOY)
def test_rows(jurat, jurat_case):
    jurat.assert_judged(jurat_case, TOY)
"""


def test_each_row_of_a_file_is_a_test(run: Run, pytester: pytest.Pytester) -> None:
    (pytester.path / "data.jsonl").write_text(rows("x" * 50, "short", None, "y" * 60))
    done = run(DATA_TEST, "-v")
    done.assert_outcomes(passed=2, errors=1, failed=1)
    done.stdout.fnmatch_lines(
        ["*test_rows?row-0?*PASSED*", "*test_rows?row-1?*FAILED*", "*test_rows?row-2?*ERROR*"]
    )
    done.stdout.fnmatch_lines(["*row 3, field response: is null; give the text*"])


def test_rows_are_chosen_by_where_and_limit(run: Run, pytester: pytest.Pytester) -> None:
    (pytester.path / "data.jsonl").write_text(rows(*["x" * 50] * 5))
    test = DATA_TEST.replace("TOY)\ndef", """judge=TOY, where='id != "row 0"', limit=3)\ndef""")
    run(test).assert_outcomes(passed=3)


def test_workers_collect_the_same_tests(run: Run, pytester: pytest.Pytester) -> None:
    (pytester.path / "data.jsonl").write_text(rows(*["x" * 50] * 9, "short"))
    run(DATA_TEST, "-n", "2").assert_outcomes(passed=9, failed=1)


def test_ids_are_safe_and_told_apart(run: Run, pytester: pytest.Pytester) -> None:
    ids = ["a\x1b[2J", "a", "a", "\u202e", "x" * 500]
    lines = [json.dumps({"id": i, "query": "Q?", "contexts": ["c"], "response": "r" * 50}) for i in ids]
    (pytester.path / "data.jsonl").write_text("\n".join(lines))
    done = run(DATA_TEST, "-v")
    done.assert_outcomes(passed=5)
    assert "\x1b" not in done.stdout.str()
    assert "x" * 61 not in done.stdout.str()


def test_the_case_needs_the_marker(run: Run) -> None:
    done = run("def test_it(jurat_case):\n    pass\n")
    done.stdout.fnmatch_lines(["*jurat_case needs the marker*"])


def test_a_file_that_is_not_there_is_an_error(run: Run) -> None:
    done = run(DATA_TEST)
    done.stdout.fnmatch_lines(["*data.jsonl: there is no such file*"])
    assert done.ret != 0


def test_it_is_inert_unless_used(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}")
    pytester.makepyfile("""
import sys
def test_it():
    heavy = ("jurat", "pydantic", "rich", "spacy", "typer")
    loaded = {name for name in sys.modules if name.split(".")[0] in heavy}
    assert loaded == {"jurat", "jurat.pytest_plugin"}
""")
    pytester.runpytest_subprocess(*ALONE).assert_outcomes(passed=1)


def test_the_marker_is_listed(run: Run) -> None:
    done = run("", "--markers")
    done.stdout.fnmatch_lines(["@pytest.mark.jurat(data, judge='claim-lock'*"])


def test_a_data_file_that_is_not_there_is_told_in_one_line(run: Run) -> None:
    done = run("""
@pytest.mark.jurat("nothing.jsonl")
def test_it(jurat_case):
    pass
""")
    done.assert_outcomes(errors=1)
    said = "*::test_it: @pytest.mark.jurat: *nothing.jsonl: there is no such file; check the path"
    done.stdout.fnmatch_lines([said])
    assert "pytest_plugin.py" not in done.stdout.str()
