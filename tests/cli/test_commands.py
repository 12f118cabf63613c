"""The command line as a user meets it: exit codes, help, pipes, bad usage, hostile text."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from jurat.cli import COMMANDS, main
from tests.builders import council_labels, evaluation, holistic, response_labels, summary_labels


def jurat(*arguments: str, stdin: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("LLM_COUNCIL", "JURAT"))}
    done = subprocess.run(
        [sys.executable, "-m", "jurat", *arguments],
        input=data,
        capture_output=True,
        env={**kept, **environment},
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    )


GOOD = json.dumps(summary_labels("twin-lock"))


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",), ("help",)])
def test_help_lists_every_command(arguments: tuple[str, ...]) -> None:
    done = jurat(*arguments)
    assert done.returncode == 0
    assert all(f"\n  {name} " in done.stdout for name in COMMANDS)


@pytest.mark.parametrize("command", ["run", "check", "rescore", "score"])
def test_help_has_every_name_whole_on_a_narrow_terminal(command: str) -> None:
    shown = jurat(command, "--help", COLUMNS="80").stdout
    assert "…\n" not in shown.replace("://…\n", "")
    assert "--strict-partial / --no-strict-partial" in shown
    assert "--threshold, --thresholds NAME=X" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_help_lists_the_judges_and_keeps_the_flags_of_models_together() -> None:
    usual, _, models = jurat("run", "--help", COLUMNS="80").stdout.partition("\nModels:\n")
    listed = " ".join(usual.split())
    names = "claim-lock, claim-lock-ultra, judge-lock, judge-lock-ultra, retrieval, twin-lock"
    assert f"--judge NAME {names}; or a YAML file of criteria." in listed
    flags = [line.split()[0] for line in models.splitlines() if line.startswith("  --")]
    assert flags[:2] == ["--observer", "--votes"]
    assert flags[-1] == "--deadline"


def test_version() -> None:
    assert jurat("--version").stdout == "jurat 0.1.0\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tallly",), "unknown command 'tallly'"),
        (("chek",), "unknown command 'chek'; did you mean jurat check?"),
        (("score", "--nonsense"), "No such option"),
        (("score", "no-such-file.jsonl"), "no-such-file.jsonl: cannot be read: No such file"),
        (("score", "."), ".: cannot be read: Is a directory"),
        (("score", "--threshold", "relevance"), "--threshold: 'relevance' is not NAME=NUMBER"),
        (("score", "--threshold", "relevanse=1"), "none is named 'relevanse'"),
        (("score", "--weight", "accuracy=nan"), "'accuracy=nan' is not NAME=NUMBER"),
        (("score", "--weight", "accuracy=-1"), "'accuracy=-1' is not NAME=NUMBER"),
        (("score", "--quorum", "0"), "quorum"),
        (("score",), "standard input: has no labels; nothing was scored"),
        (("schema", "nonsense"), "unknown schema 'nonsense'; choose one of labels, result"),
    ],
)
def test_bad_usage_exits_with_two_and_says_why(arguments: tuple[str, ...], message: str) -> None:
    done = jurat(*arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_score_writes_one_result_per_line_in_order() -> None:
    lines = [json.dumps({**summary_labels("twin-lock"), "id": i}) for i in range(50)]
    done = jurat("score", stdin="\n".join(lines))
    assert done.returncode == 0
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == list(range(50))
    assert done.stderr == ""


def test_score_exits_with_two_if_a_line_was_bad_but_scores_the_rest() -> None:
    done = jurat("score", "-", stdin=f"{GOOD}\nnope\n{GOOD}\n")
    assert done.returncode == 2
    assert ["error" in json.loads(line) for line in done.stdout.splitlines()] == [False, True, False]


def test_a_missing_metric_is_an_error_too() -> None:
    made = summary_labels("twin-lock")
    del made["observations"]["relevance"]
    assert jurat("score", stdin=json.dumps(made)).returncode == 2


def test_score_reads_a_file(tmp_path: Path) -> None:
    path = tmp_path / "labels.json"
    path.write_text(json.dumps(json.loads(GOOD), indent=2))
    done = jurat("score", str(path))
    assert json.loads(done.stdout)["overall"] == 10.0


def test_flags_set_what_an_object_does_not() -> None:
    partial = [{"label": "supported"}, {"label": "partial"}]
    made = summary_labels("twin-lock", hallucination__claims=partial)
    relevance = json.loads(jurat("score", "--strict-partial", stdin=json.dumps(made)).stdout)["metrics"][3]
    assert relevance["value"] == 4.0
    made["options"] = {"strict_partial": False}
    relevance = json.loads(jurat("score", "--strict-partial", stdin=json.dumps(made)).stdout)["metrics"][3]
    assert relevance["value"] == 10.0


def test_thresholds_and_weights_as_flags() -> None:
    response = json.dumps(response_labels(supported=3, unsupported=1))
    done = jurat("score", "--threshold", "hallucination=0.2,relevance=0.05", stdin=response)
    assert json.loads(done.stdout)["verdict"] == "FAIL"
    council = council_labels([{"reviewer": "r", "evaluations": {"a": evaluation(8, 6)}}], ("a",))
    done = jurat("score", "--weight", "accuracy=0.5", "--weights", "clarity=0.5", stdin=json.dumps(council))
    assert json.loads(done.stdout)["candidates"]["a"]["score"] == 7.0


def test_council_flags() -> None:
    reviews = [holistic("mild", a=10, b=9, c=8), holistic("harsh", a=4, b=3, c=2)]
    done = jurat("score", "--calibration", "none", "--quorum", "3", stdin=json.dumps(council_labels(reviews)))
    assert json.loads(done.stdout)["ranking"] == []
    classic = {"accuracy": 7, "completeness": 9, "conciseness": 9, "clarity": 8}
    made = council_labels([{"reviewer": "r", "evaluations": {"a": classic}}], ("a",))
    assert (
        json.loads(jurat("score", "--rubric", "classic", stdin=json.dumps(made)).stdout)["candidates"]["a"][
            "score"
        ]
        == 8.1
    )


def test_the_environment_sets_councils_only() -> None:
    council = json.dumps(council_labels([{"reviewer": "r", "evaluations": {"a": evaluation(9, 7)}}], ("a",)))
    weights = {"LLM_COUNCIL_WEIGHT_ACCURACY": "0.5", "JURAT_COUNCIL_WEIGHT_CLARITY": "0.05"}
    done = jurat("score", stdin=f"{council}\n{GOOD}", **weights)
    first, second = map(json.loads, done.stdout.splitlines())
    assert first["candidates"]["a"]["score"] == 8.0
    assert second["overall"] == 10.0
    classic = jurat("score", "--rubric", "classic", stdin=council, **weights)
    assert json.loads(classic.stdout)["candidates"]["a"]["score"] == 7.7


def test_the_environments_gate_and_cap() -> None:
    made = council_labels([holistic("r", a=9)], ("a",))
    made["safety"] = {"a": [{"pattern": "weapon_making"}]}
    environment = {"LLM_COUNCIL_SAFETY_GATE": "true", "LLM_COUNCIL_SAFETY_SCORE_CAP": "1.5"}
    done = jurat("score", stdin=json.dumps(made), **environment)
    assert json.loads(done.stdout)["candidates"]["a"]["score"] == 1.5
    done = jurat("score", "--no-safety-gate", stdin=json.dumps(made), **environment)
    assert json.loads(done.stdout)["candidates"]["a"]["score"] == 9.0


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("LLM_COUNCIL_WEIGHT_ACCURACY", "0.5", "sum to 1.15"),
        ("LLM_COUNCIL_WEIGHT_ACCURACY", "much", "LLM_COUNCIL_WEIGHT_ACCURACY: is 'much'"),
        (
            "LLM_COUNCIL_WEIGHT_ACURACY",
            "0",
            "_ACURACY: 'acuracy' is not a dimension; the dimensions are accuracy",
        ),
        ("JURAT_COUNCIL_WEIGHT_NOTES", "0", "JURAT_COUNCIL_WEIGHT_NOTES: 'notes' is not a dimension"),
        ("LLM_COUNCIL_SAFETY_GATE", "perhaps", "LLM_COUNCIL_SAFETY_GATE: is 'perhaps'; set true or false"),
        ("LLM_COUNCIL_SAFETY_SCORE_CAP", "11", "LLM_COUNCIL_SAFETY_SCORE_CAP: is '11'"),
    ],
)
def test_a_bad_environment_is_an_error_at_start(name: str, value: str, message: str) -> None:
    done = jurat("score", stdin=GOOD, **{name: value})
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_pretty_shows_score_raw_and_every_cap() -> None:
    made = summary_labels("judge-lock", coverage__extraneous_claims=["It rained."])
    done = jurat("score", "--pretty", stdin=json.dumps(made), COLUMNS="100")
    assert "≤ 3 extraneous_claim (10.00 → 3.00)" in done.stdout
    assert "overall" in done.stdout


def test_pretty_shows_councils_errors_and_what_is_missing() -> None:
    review = {**holistic("r", a=5, b=9), "ranking": ["a", "b"], "evaluations": {"a": {"accuracy": 9}}}
    council = json.dumps(council_labels([review]))
    missing = summary_labels("twin-lock")
    del missing["observations"]["coverage"]
    response = json.dumps(response_labels())
    data = f"{council}\n{json.dumps(missing)}\n{response}\nnope\n"
    done = jurat("score", "--pretty", stdin=data, COLUMNS="160")
    assert done.returncode == 2
    for words in (
        "fallback: holistic, relevance is missing",
        "ranks a before b but scores b higher",
        "0 of 1 reviews that the quorum asks for were kept",
        "missing_metric",
        "unscored",
        "PASS",
        "error: not JSON",
    ):
        assert words in done.stdout


def test_hostile_text_cannot_reach_the_terminal() -> None:
    made = {**summary_labels("twin-lock"), "id": "\x1b[2J[red]\u202eevil"}
    done = jurat("score", "--pretty", stdin=json.dumps(made), COLUMNS="100")
    assert "\x1b[2J" not in done.stdout
    assert "\u202e" not in done.stdout
    assert "\\x1b[2J[red]\\u202eevil" in done.stdout


@pytest.mark.parametrize("reader", ["score - | head -n 1", "score - --pretty | head -n 1"])
def test_a_reader_that_goes_away_is_no_error(reader: str) -> None:
    data = (GOOD + "\n") * 3000
    command = f"{sys.executable} -m jurat {reader}"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], input=data.encode(), capture_output=True
    )
    assert done.returncode == 0
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
@pytest.mark.parametrize(
    "arguments",
    ["--help", "--version", "schema", "run --help", "runs --help", "score -", "score - --pretty", "check -"],
)
def test_output_that_cannot_be_written_is_told_in_one_line(arguments: str, tmp_path: Path) -> None:
    case = json.dumps({"query": "Who?", "response": "Ann.", "contexts": ["Ann."]})
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "jurat", *arguments.split()],
            input=(case if arguments == "check -" else GOOD).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
        )
    told = "cannot write the output (No space left on device); free some space, or write to another disk"
    assert done.returncode == 2
    assert done.stderr.decode() == f"jurat {arguments.split(maxsplit=1)[0]}: {told}\n"


def test_schema_prints_what_validates_the_labels() -> None:
    everything = json.loads(jurat("schema").stdout)
    assert list(everything) == ["labels", "result", "summary-case", "response-case", "council-case"]
    assert json.loads(jurat("schema", "labels").stdout) == everything["labels"]
    judges = everything["labels"]["discriminator"]["mapping"]
    assert set(judges) == {
        "twin-lock",
        "judge-lock",
        "judge-lock-ultra",
        "claim-lock",
        "claim-lock-ultra",
        "retrieval",
        "council",
    }
    point = everything["labels"]["$defs"]["KeyPoint"]
    assert point["properties"]["label"]["enum"] == ["fully", "partial", "not"]
    assert point["additionalProperties"] is False


def test_internal_errors_exit_with_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> dict[str, object]:
        raise ZeroDivisionError("broken on purpose")

    monkeypatch.setattr("jurat.cli.commands.schema.schemas", broken)
    assert main(["schema"]) == 1
    assert "internal error, please report it" in capsys.readouterr().err


def test_an_interrupt_exits_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> dict[str, object]:
        raise KeyboardInterrupt

    monkeypatch.setattr("jurat.cli.commands.schema.schemas", interrupted)
    assert main(["schema"]) == 130


def test_an_interrupt_while_a_command_is_loaded_exits_with_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("jurat.cli.import_module", interrupted)
    assert main(["schema"]) == 130
    assert capsys.readouterr().err == "\ninterrupted\n"
