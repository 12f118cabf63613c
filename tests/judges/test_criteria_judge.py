"""Judges of criteria: from a YAML file through check, run, gate, report and page, and from Python."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import jurat
from jurat.cli import main
from jurat.errors import InputError
from jurat.judges import registry
from jurat.judges.criteria_file import read_criteria_file
from jurat.judges.registry import find_description, judge_names, judge_spec
from jurat.server.app import create_app
from jurat.server.server_limits import Serving

CRITERIA = """\
include: claim-lock
weights: {relevance: 0, completeness: 0}
criteria:
  - name: price_with_currency
    description: names a price with its currency
    assert: {regex: '[€$£]\\s?\\d'}
    weight: 2
  - name: tidy
    combine: all
    assert:
      - max_words: 20
      - {contains: lawyer, not: true, ignore_case: true}
  - name: short
    function: own.py:short
    fail: null
    warn: 0.5
caps:
  - {metric: tidy, limit: 0.5, when: price_with_currency, below: 1, reason: no price}
  - {metric: overall, limit: 4, when: price_with_currency, below: 1}
"""
FUNCTION = """\
def short(case):
    return {"met": min(1, 5 / len(case.response.split())), "reason": "five words are enough"}
"""
CONTEXT = "The tea costs $5."
ROWS = [
    {"id": "good", "query": "What is the tea?", "context": CONTEXT, "response": "The tea costs $5."},
    {
        "id": "bad",
        "query": "What is the tea?",
        "context": CONTEXT,
        "response": "The tea is dear. Ask a lawyer.",
    },
]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with criteria and two rows."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".jurat").mkdir()
    (tmp_path / "support.yaml").write_text(CRITERIA, encoding="utf-8")
    (tmp_path / "own.py").write_text(FUNCTION, encoding="utf-8")
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return tmp_path


def judged(project: Path, out: str = "out.jsonl", *flags: str) -> list[dict[str, Any]]:
    assert main(["run", "rows.jsonl", "--judge", "support.yaml", "-q", "-o", out, *flags]) == 0
    return [json.loads(line) for line in (project / out).read_text().splitlines()]


def values(result: dict[str, Any]) -> dict[str, float]:
    return {one["metric"]: one["value"] for one in result["metrics"]}


def test_criteria_and_built_in_metrics_are_scored_together(project: Path) -> None:
    good, bad = judged(project)
    names = ["relevance", "completeness", "hallucination", "price_with_currency", "tidy", "short"]
    assert list(values(good)) == names
    assert [values(good)[name] for name in names[2:]] == [0.0, 1.0, 1.0, 1.0]
    assert (good["verdict"], good["overall"]) == ("PASS", 10.0)
    assert [values(bad)[name] for name in names[3:]] == [0.0, 0.0, 0.7143]
    assert (bad["verdict"], bad["overall"]) == ("FAIL", 4.0) or bad["overall"] < 4
    assert "price_with_currency below 0.5" in bad["reasons"]
    assert "overall at most 4: price_with_currency below 1" in bad["reasons"]
    tidy = next(one for one in bad["metrics"] if one["metric"] == "tidy")
    assert tidy["caps"] == [{"limit": 0.5, "reason": "no price", "before": 0.0, "after": 0.0}]
    assert tidy["details"]["checks"][1]["span"]["text"] == "lawyer"


@pytest.mark.slow
def test_a_result_names_the_contents_of_its_file(project: Path) -> None:
    first = judged(project)[0]["signature"]
    assert first.startswith("judge:support.yaml@")
    (project / "support.yaml").write_text(CRITERIA.replace("max_words: 20", "max_words: 21"))
    second = judged(project, "again.jsonl")[0]["signature"]
    (project / "own.py").write_text(FUNCTION.replace("5 /", "6 /"))
    (project / "support.yaml").touch()
    third = judged(project, "third.jsonl")[0]["signature"]
    assert len({first, second, third}) == 3


@pytest.mark.slow
def test_workers_build_the_same_judge(project: Path) -> None:
    assert judged(project) == judged(project, "jobs.jsonl", "--jobs", "2")


def test_a_gate_a_report_and_rescoring_know_the_criteria(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = judged(project)
    assert main(["gate", "out.jsonl", "--require", "tidy.mean>=0.5"]) == 0
    assert main(["gate", "out.jsonl", "--require", "price_with_currency.mean>=0.9"]) == 3
    for name in ("report.html", "report.md", "report.json"):
        assert main(["report", "out.jsonl", "-o", name, "--data", "rows.jsonl"]) == 0
    metrics = {one["name"]: one for one in json.loads((project / "report.json").read_text())["metrics"]}
    assert metrics["tidy"]["scale"]["top"] == 1.0
    assert "price_with_currency 0.000" in (project / "report.html").read_text()
    assert main(["rescore", "last", "-q", "-o", "again.jsonl"]) == 0
    assert [json.loads(line) for line in (project / "again.jsonl").read_text().splitlines()] == before
    assert main(["rescore", "last", "-q", "-o", "heavy.jsonl", "--weight", "short=0,hallucination=0"]) == 0
    heavy = [json.loads(line) for line in (project / "heavy.jsonl").read_text().splitlines()]
    assert heavy[1]["overall"] == 0.0


def test_a_later_process_knows_the_criteria_of_a_saved_run_without_running_them(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(project)
    monkeypatch.setattr(registry, "_DECLARED", {})
    monkeypatch.setattr(registry, "_STATES", {})
    (project / "own.py").write_text("raise SystemExit('imported')")
    assert main(["report", "last", "-o", "later.html"]) == 0
    assert "the response has “lawyer”" in (project / "later.html").read_text()


def test_a_check_shows_the_criteria_with_their_evidence(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "rows.jsonl", "--row", "2", "--judge", "support.yaml"]) == 0
    shown = capsys.readouterr().out
    assert "1 of 2 checks met" in shown
    assert "✗ check" in shown
    assert "the response has “lawyer”" in shown


@pytest.mark.slow
def test_the_page_knows_the_criteria_of_its_project(project: Path) -> None:
    (project / "jurat.yaml").write_text("judge: support.yaml\ncriteria: support.yaml\n")
    judged(project)
    with TestClient(
        create_app(Serving(store=".jurat/runs.sqlite", workers=1)), base_url="http://localhost"
    ) as api:
        listed = {one["name"]: one for one in api.get("/v1/judges").json()["judges"]}
        assert listed["support.yaml"]["scales"]["tidy"] == {"maximum": 1.0, "higher_is_better": True}
        body = {"judge": "support.yaml", "case": {"query": "What?", "response": "It costs €5."}}
        assert values_of(api.post("/v1/judge", json=body).json())["price_with_currency"] == 1.0
        other = {**body, "judge": "other.yaml"}
        (project / "other.yaml").write_text(CRITERIA)
        assert api.post("/v1/judge", json=other).status_code == 422


def values_of(result: dict[str, Any]) -> dict[str, float | None]:
    return {one["metric"]: one.get("value") for one in result["metrics"]}


def test_labels_of_criteria_are_scored_and_a_false_quote_is_not_met(project: Path) -> None:
    judge_spec("support.yaml")
    span = {"source": "response", "start": 0, "end": 2, "text": "$5"}
    labels = {
        "judge": "support.yaml",
        "response": "It costs €5.",
        "observations": {"price_with_currency": {"checks": [{"label": "met", "span": span}]}},
    }
    (result,) = jurat.score_labels(BytesIO(json.dumps(labels).encode()))
    assert isinstance(result, jurat.Result)
    price = result["price_with_currency"]
    assert isinstance(price, jurat.Score)
    assert price.value == 0.0


def test_results_that_name_a_file_do_not_have_it_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "unknown.yaml").write_text("criteria: [{name: a, function: 'boom.py:f'}]")
    (tmp_path / "boom.py").write_text("raise SystemExit('imported')")
    assert find_description("unknown.yaml") is None
    assert "unknown.yaml" not in judge_names()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("criteria: []", "judge bad.yaml: has no criteria; declare at least one"),
        ("include: claim-lock", "bad.yaml: criteria: is missing; add it"),
        ("criteria: [{name: a, assert: {regx: b}}]", "criteria[0].assert[0].regx: is not a known field"),
        ("criteria: [{name: a, assert: {regex: '('}}]", "criterion a: regex: is not a regular expression"),
        ("criteria: [{name: a, assert: {max_words: -1}}]", "assert[0].max_words: is -1"),
        ("criteria: [{name: a}]", "criterion a: says nothing to check"),
        ("criteria: [{name: a b, ask: c}]", "MetricSpec.name: is 'a b'"),
        ("criteria: [{name: relevance, ask: c}]\ninclude: claim-lock", "names a metric twice"),
        ("criteria: [{name: a, ask: b, weight: -1}]", "criteria[0].weight: is -1"),
        ("criteria: [{name: a, ask: b, grades: 11}]", "criteria[0].grades: is 11"),
        ("criteria: [{name: a, ask: b}]\ninclude: nobody", "judge: unknown judge 'nobody'"),
        (
            "criteria: [{name: a, ask: b}]\ninclude: [claim-lock, twin-lock]",
            "includes twin-lock, which judges",
        ),
        (
            "criteria: [{name: a, ask: b}]\ncaps: [{metric: a, limit: 1, when: b, below: 1}]",
            "no metric is named 'b'",
        ),
        (
            "criteria: [{name: a, ask: b}]\ncaps: [{metric: a, limit: 1, when: a}]",
            "needs one of below and above",
        ),
        (
            "criteria: [{name: a, ask: b}]\ninclude: claim-lock\n"
            "caps: [{metric: hallucination, limit: 1, when: a, below: 1}]",
            "lower is better, so that a cap would improve it",
        ),
        ("criteria: [{name: a, ask: b}]\nweights: {b: 1}", "weights: no metric is named 'b'"),
        ("criteria: &x [*x]", "uses an alias"),
    ],
)
def test_a_file_that_is_wrong_is_refused_in_one_line(
    text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.yaml").write_text(text)
    with pytest.raises(InputError) as caught:
        read_criteria_file(Path("bad.yaml"))
    assert "bad.yaml" in str(caught.value)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_function_that_cannot_be_imported_is_refused_before_any_row(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("criteria: [{name: a, function: 'gone.py:f'}]")
    with pytest.raises(InputError, match=r"criterion a: function: 'gone\.py:f' cannot be imported"):
        jurat.judge(str(path))


def test_criteria_from_python_are_judged_with_a_function_and_a_built_in_judge() -> None:
    def kind(case: jurat.ResponseCase) -> bool:
        return "please" in case.response

    spec = jurat.criteria_judge(
        "kind-answers",
        [
            jurat.Criterion(name="kind", function=kind, weight=3),
            jurat.Criterion(name="short", assertions=(jurat.TextAssertion(max_words=5),)),
        ],
        include=["claim-lock"],
        weights={"relevance": 0, "completeness": 0, "hallucination": 0},
        caps=[jurat.CapRule(metric="short", limit=0.5, when="kind", below=1)],
    )
    result = jurat.judge(spec).judge({"query": "How?", "response": "Wait.", "context": "Wait."})
    assert [one.value for one in result.metrics[3:] if isinstance(one, jurat.Score)] == [0.0, 0.5]
    assert result.overall == 1.25
    assert jurat.dump(result) == jurat.dump(
        jurat.judge(spec).judge({"query": "How?", "response": "Wait.", "context": "Wait."})
    )


def test_options_of_an_included_judge_reach_it_and_others_are_refused(project: Path) -> None:
    case = {"query": "Where?", "response": "In Rome.", "context": "It is in Rome."}
    plain = jurat.judge("support.yaml").judge(case)["relevance"]
    aware = jurat.judge("support.yaml", {"relevance": "answer_aware"}).judge(case)["relevance"]
    assert plain != aware
    with pytest.raises(InputError, match="does not support option 'quorum'"):
        jurat.judge("support.yaml", {"quorum": 2})
    with pytest.raises(InputError, match="no metric is named 'sweet'"):
        jurat.judge("support.yaml", {"weights": {"sweet": 1}})
