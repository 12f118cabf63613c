"""Names of 0.1 that work in 0.2: each gives what its new name gives, with a warning that names it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import jurat
import jurat.safety
from jurat.cli import main
from jurat.cli.renamed import COMMANDS, FLAGS
from jurat.client import Client
from jurat.runs.recording import make_plan
from jurat.runs.store.run_records import RunInput, RunPlan
from jurat.settings import read_model_settings

EXAMPLES = Path(__file__).parents[1] / "examples"
TEA = {"query": "What is the price?", "contexts": ["The price is $5."], "response": "The price is $5."}


def test_observing_is_an_observer_config_with_samples_for_votes() -> None:
    with pytest.warns(DeprecationWarning, match="jurat.Observing is deprecated, use jurat.ObserverConfig"):
        made = jurat.Observing(observer="llm:ollama:qwen", samples=3)
    assert made == jurat.ObserverConfig(observer="llm:ollama:qwen", votes=3)


def test_tally_scores_labels() -> None:
    labels = (EXAMPLES / "labels.jsonl").read_bytes()
    with pytest.warns(DeprecationWarning, match="jurat.tally is deprecated, use jurat.score_labels"):
        tally = jurat.tally
    assert list(tally(io.BytesIO(labels))) == list(jurat.score_labels(io.BytesIO(labels)))


def test_options_merge_and_restrict_by_their_old_names() -> None:
    options = jurat.Options()
    with pytest.warns(DeprecationWarning, match=r"use Options\.merge"):
        assert options.changed({"quorum": 2}) == options.merge({"quorum": 2})
    with pytest.warns(DeprecationWarning, match=r"use Options\.restrict_to"):
        assert options.held_to("claim-lock", ("relevance",)) == options


def test_a_judge_has_its_model_observer_by_the_old_name() -> None:
    with pytest.warns(DeprecationWarning, match=r"use Judge\.model_observer"):
        assert jurat.judge("claim-lock").asking is None


def test_a_client_has_tally(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(Client, "score_labels", lambda self, labels: asked.append(labels))
    with pytest.warns(DeprecationWarning, match=r"use Client\.score_labels"):
        Client("http://127.0.0.1:9").tally({"judge": "council"})
    assert asked == [{"judge": "council"}]


def test_the_safety_gate_has_finding() -> None:
    with pytest.warns(DeprecationWarning, match="use PatternMatch"):
        assert jurat.safety.Finding is jurat.safety.PatternMatch
    with pytest.raises(AttributeError, match="nonsense"):
        getattr(jurat.safety, "nonsense")  # noqa: B009


def test_settings_may_name_votes_samples(tmp_path: Path) -> None:
    path = tmp_path / "jurat.yaml"
    path.write_text("observer: {samples: 3}\n")
    with pytest.warns(DeprecationWarning, match=r"jurat.yaml: observer\.samples is deprecated"):
        assert read_model_settings(path).votes == 3


def test_plans_of_stores_with_samples_are_read() -> None:
    observer = jurat.ObserverConfig(observer="llm:ollama:qwen", votes=3)
    plan = make_plan(jurat.judge("claim-lock"), RunInput(data="a.jsonl", folder="/"), None, observer)
    kept = json.loads(plan.to_json())
    kept["observing"]["samples"] = kept["observing"].pop("votes")
    assert RunPlan.from_json(json.dumps(kept)) == plan


def test_commands_by_their_old_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert COMMANDS == {"agree": "agreement", "tally": "score"}
    labels = str(EXAMPLES / "labels.jsonl")
    assert main(["score", labels]) == 0
    new = capsys.readouterr()
    assert main(["tally", labels]) == 0
    old = capsys.readouterr()
    assert (old.out, new.err) == (new.out, "")
    assert old.err == "note: jurat tally is deprecated, use jurat score\n"
    assert main(["agree", "--help"]) == 0
    assert "Usage: jurat agreement" in capsys.readouterr().out


def test_flags_by_their_old_names(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert FLAGS == {"--anyway": "--force", "--samples": "--votes"}
    monkeypatch.chdir(tmp_path)
    for name, kept in (("a", 2), ("b", 1)):
        lines = [jurat.dump(jurat.judge("claim-lock").judge({**TEA, "id": f"case {n}"})) for n in range(kept)]
        Path(f"{name}.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    assert main(["compare", "a.jsonl", "b.jsonl", "--anyway"]) == 0
    assert "note: --anyway is deprecated, use --force\n" in capsys.readouterr().err
    assert main(["check", "a.jsonl", "--samples=3"]) == 2
    assert "note: --samples is deprecated, use --votes\n" in capsys.readouterr().err


@pytest.mark.parametrize("command", [*COMMANDS.values(), "compare", "run"])
def test_help_has_no_deprecated_name(capsys: pytest.CaptureFixture[str], command: str) -> None:
    main([command, "--help"])
    shown = capsys.readouterr().out
    assert [name for name in FLAGS if name in shown] == []
