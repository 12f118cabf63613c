"""compare, gate, report and agree as a user meets them: widths, pipes, exit codes, files, the action."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from jurat.cli import main
from jurat.cli.render.comparison_tables import comparison_figures
from jurat.errors import InputError, OptionError
from jurat.runs.compare.comparison import Change, Comparison
from jurat.runs.results.sources import SourceInfo
from jurat.runs.scales import SCORE
from jurat.settings import GateSettings, read_gate_settings
from tests.cli.test_commands import jurat
from tests.runs.results import FAILED, responses, summaries, write_results

ROOT = Path(__file__).parents[2]
LONG = "a case whose name is far longer than any terminal that is forty columns wide would like to show"


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two runs and labels."""
    monkeypatch.chdir(tmp_path)
    first, second = (
        responses([6, 5, 7, 4, 6, 8, 5, 6, 7, 9, 4, None]),
        responses([1, 2, 0, 1, 3, 2, 1, 0, 2, 0, 1, None]),
    )
    first[9]["id"] = second[9]["id"] = LONG
    write_results(tmp_path / "a.jsonl", first, failures=[FAILED])
    write_results(tmp_path / "b.jsonl", second, failures=[FAILED])
    rows = [f"{one['id']},{'yes' if n in (3, 10) else 'no'}" for n, one in enumerate(first)]
    (tmp_path / "people.csv").write_text("id,label\n" + "\n".join(rows) + "\n")
    return tmp_path


COMMANDS = [
    ("compare", "a.jsonl", "b.jsonl"),
    ("gate", "b.jsonl", "-r", "hallucination.mean<=0.2", "-b", "a.jsonl"),
    ("agreement", "a.jsonl", "people.csv"),
]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_tables_keep_within_the_width_and_lose_no_figure(
    runs: Path,
    command: tuple[str, ...],
    width: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = []
    for columns in (width, 250):
        monkeypatch.setenv("COLUMNS", str(columns))
        main(list(command))
        shown.append(capsys.readouterr().out)
    narrow, wide = shown
    assert max(map(cell_len, narrow.splitlines())) <= width
    assert "\x1b" not in narrow
    figures = r"[-+±<]?\d+\.\d+|\d+/\d+/\d+"
    assert sorted(re.findall(figures, narrow)) == sorted(re.findall(figures, wide))
    if width == 40 and command[0] != "agreement":
        assert LONG.replace(" ", "") in re.sub(r"\s+", "", narrow)


def test_a_pipe_is_eighty_columns_wide(runs: Path) -> None:
    shown = jurat("compare", "a.jsonl", "b.jsonl").stdout
    assert max(map(cell_len, shown.splitlines())) <= 80
    assert "─" * 40 in shown, "there is room for a table"


def test_forty_columns_have_lists_instead_of_tables(runs: Path) -> None:
    lines = jurat("compare", "a.jsonl", "b.jsonl", COLUMNS="40").stdout.splitlines()
    start = lines.index("hallucination ↓")
    assert [line.rstrip() for line in lines[start : start + 5]] == [
        "hallucination ↓",
        "unscored 2, 2",
        "  before        0.609",
        "  after         0.118",
        "  difference    -0.491",
    ]


def test_colour_comes_only_where_it_is_wanted(runs: Path) -> None:
    assert "\x1b[" in jurat("compare", "a.jsonl", "b.jsonl", FORCE_COLOR="1").stdout
    assert "\x1b[" not in jurat("compare", "a.jsonl", "b.jsonl", GITHUB_ACTIONS="true", CI="true").stdout


def test_compare_as_json(runs: Path) -> None:
    made = json.loads(jurat("compare", "a.jsonl", "b.jsonl", "--json", "--top", "1").stdout)
    change = next(one for one in made["changes"] if one["name"] == "hallucination")
    assert (change["outcome"], change["pairs"], change["unscored"]) == ("better", 11, [2, 2])
    assert len(made["cases"]) == 1


def test_compare_refuses_what_does_not_belong_together(runs: Path) -> None:
    write_results(runs / "c.jsonl", summaries([5.0]))
    done = jurat("compare", "a.jsonl", "c.jsonl")
    assert done.returncode == 2
    assert "the judges differ: claim-lock and twin-lock" in done.stderr
    assert "although the judges differ" in jurat("compare", "a.jsonl", "c.jsonl", "--force").stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("-r", "hallucination.mean<=0.2", "-r", "scored>=0.8"), 0),
        (("-r", "hallucination.mean<=0.2"), 3),
        (("-r", "hallucination.mean<=0.1", "-r", "scored>=0.8"), 3),
        (("-r", "scored>=0.8", "-b", "a.jsonl"), 0),
        (("-r", "halucination.mean<=0.1"), 2),
        (("-r", "hallucination"), 2),
        ((), 2),
        (("-b", "missing.jsonl"), 2),
    ],
)
def test_exit_codes_of_the_gate(runs: Path, arguments: tuple[str, ...], code: int) -> None:
    assert main(["gate", "b.jsonl", *arguments]) == code


def test_a_drop_closes_the_gate(runs: Path) -> None:
    done = jurat("gate", "a.jsonl", "-r", "scored>=0.8", "-b", "b.jsonl")
    assert done.returncode == 3
    assert "✗ got worse" in done.stdout


def test_the_gate_writes_files(runs: Path) -> None:
    done = jurat("gate", "b.jsonl", "-r", "failed<=0", "--junit", "g.xml", "--markdown", "g.md", "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["passed"] is False
    assert ET.parse(runs / "g.xml").getroot().get("failures") == "2"
    assert (runs / "g.md").read_text().startswith("## ❌ Jurat gate failed")
    assert jurat("gate", "b.jsonl", "-r", "failed<=0", "--junit", "no/where.xml").returncode == 2
    shown = jurat("gate", "b.jsonl", "-r", "scored>=0.1", "--markdown", "-").stdout
    assert shown.startswith("## ✅ Jurat gate passed")


def test_settings_in_a_file_count_and_flags_replace_them(runs: Path) -> None:
    pytest.importorskip("yaml")
    require = "  require:\n    - scored >= 80%\n    - verdict.WARN <= 0\n"
    (runs / "jurat.yaml").write_text(f"gate:\n  baseline: a.jsonl\n  alpha: 0.01\n{require}")
    done = jurat("gate", "b.jsonl")
    assert done.returncode == 3
    assert "verdict.WARN <= 0" in done.stdout
    assert "no drop of hallucination" in done.stdout
    assert jurat("gate", "b.jsonl", "-r", "verdict.WARN<=20%").returncode == 0
    (runs / "other.yaml").write_text("gate: {require: scored>=0.8}\n")
    assert jurat("gate", "b.jsonl", "--settings", "other.yaml").returncode == 0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("gate: [1]", "gate: is not a list of names and values"),
        ("gate: {requires: []}", "gate.requires: is not a known field; use require, baseline, alpha"),
        ("gate: {require: [1]}", "gate.require: is not a list of requirements"),
        ("gate: {baseline: 3}", "gate.baseline: is not a text"),
        ("gate: {alpha: 2}", "gate.alpha: is 2"),
        ("gate: {alpha: true}", "gate.alpha: is True"),
        ("gate: [", "is not YAML"),
    ],
)
def test_bad_settings_are_refused(tmp_path: Path, content: str, message: str) -> None:
    pytest.importorskip("yaml")
    (tmp_path / "jurat.yaml").write_text(content)
    with pytest.raises((InputError, OptionError)) as caught:
        read_gate_settings(tmp_path / "jurat.yaml")
    assert message in str(caught.value)


def test_settings_without_a_gate_require_nothing(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    (tmp_path / "jurat.yaml").write_text("models: {}\n")
    assert read_gate_settings(tmp_path / "jurat.yaml") == GateSettings()


def test_a_report_of_each_kind(runs: Path) -> None:
    for name, start in (("r.html", "<!DOCTYPE html>"), ("r.md", "# claim-lock"), ("r.json", "{")):
        done = jurat("report", "b.jsonl", "-b", "a.jsonl", "--labels", "people.csv", "-o", name)
        assert (done.returncode, done.stderr) == (0, f"wrote {name}\n")
        assert (runs / name).read_text(encoding="utf-8").startswith(start)
    assert (
        "r.txt: is not a report format; name it *.html, *.md or *.json"
        in jurat("report", "b.jsonl", "-o", "r.txt").stderr
    )


def test_a_report_with_texts(runs: Path) -> None:
    lines = [
        json.dumps({"id": "case 0", "query": "Q?", "response": "The very response.", "contexts": ["C."]})
    ]
    (runs / "data.jsonl").write_text("\n".join(lines))
    jurat("report", "b.jsonl", "--data", "data.jsonl", "-o", "r.html")
    html = (runs / "r.html").read_text()
    assert "The very response." in html
    assert "11 of the cases shown are not in data.jsonl" in html


def test_agreement_as_json_and_its_refusals(runs: Path) -> None:
    made = json.loads(
        jurat("agreement", "a.jsonl", "people.csv", "--json", "--metric", "hallucination").stdout
    )
    assert made["metrics"][0]["figures"][3]["name"] == "AUROC"
    assert made["labelled"] == 12
    done = jurat("agreement", "a.jsonl", "people.csv", "--metric", "nonsense")
    assert (done.returncode, "unknown metric 'nonsense'" in done.stderr) == (2, True)


@pytest.mark.slow
def test_the_same_command_prints_the_same_bytes(runs: Path) -> None:
    for command in COMMANDS:
        assert jurat(*command, PYTHONHASHSEED="1").stdout == jurat(*command, PYTHONHASHSEED="2").stdout
    jurat("report", "b.jsonl", "-b", "a.jsonl", "-o", "one.html", PYTHONHASHSEED="1")
    jurat("report", "b.jsonl", "-b", "a.jsonl", "-o", "two.html", PYTHONHASHSEED="2")
    assert (runs / "one.html").read_bytes() == (runs / "two.html").read_bytes()


def gate_step() -> tuple[str, dict[str, str]]:
    """The script of the action's gate, and the inputs that it is given."""
    yaml = pytest.importorskip("yaml")
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    step = next(step for step in action["runs"]["steps"] if step.get("id") == "gate")
    return step["run"], step["env"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("inputs", "code", "passed"),
    [
        ({"REQUIRE": "hallucination.mean <= 0.2\n\n  scored>=0.8\n"}, 0, "true"),
        ({"REQUIRE": "scored>=0.8", "BASELINE": "a.jsonl", "REPORT": "r.html"}, 0, "true"),
        ({"REQUIRE": "scored>=0.99"}, 3, "false"),
        ({"REQUIRE": "$(touch owned)>=1"}, 2, "false"),
        ({}, 2, "false"),
    ],
)
def test_the_actions_script(runs: Path, inputs: dict[str, str], code: int, passed: str) -> None:
    script, given = gate_step()
    environment = {**dict.fromkeys(given, ""), "RESULTS": "b.jsonl", "JUNIT": "gate.xml", **inputs}
    files = {"GITHUB_STEP_SUMMARY": str(runs / "summary"), "GITHUB_OUTPUT": str(runs / "output")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        env={**os.environ, **environment, **files, "PATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == code, done.stderr
    assert f"passed={passed}\n" in (runs / "output").read_text()
    assert (runs / "summary").exists() == (code != 2)
    assert (runs / "r.html").exists() == ("REPORT" in inputs)
    assert not (runs / "owned").exists()


def test_the_action_puts_no_input_into_a_script() -> None:
    yaml = pytest.importorskip("yaml")
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    assert all("${{" not in step["run"] for step in action["runs"]["steps"])


def test_the_example_workflow_gives_the_action_what_it_takes() -> None:
    yaml = pytest.importorskip("yaml")
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    text = (ROOT / "examples" / "workflow.yml").read_text()
    assert f"```yaml\n{text}```" in (ROOT / "docs" / "how-to" / "gate-in-ci.md").read_text()
    steps = yaml.safe_load(text)["jobs"]["gate"]["steps"]
    gate = next(step for step in steps if step.get("uses") == "OWNER/jurat@main")
    needed = {name for name, one in action["inputs"].items() if one["required"]}
    assert needed <= gate["with"].keys() <= action["inputs"].keys()


def test_large_counts_do_not_widen_the_table() -> None:
    change = Change(
        name="relevance", scale=SCORE, pairs=9, unscored=(0, 0), wins=12345, losses=23456, ties=34567
    )
    run = SourceInfo(name="run", judge="judge-lock")
    made = Comparison(
        before=run,
        after=run,
        pairs=70_368,
        only_before=0,
        only_after=0,
        failed=(0, 0),
        changes=(change,),
        cases=(),
    )
    console = Console(file=io.StringIO(), width=80)
    console.print(comparison_figures(made))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "─" * 40 in shown
    assert all(count in shown for count in ("12345/", "23456/", "34567"))
