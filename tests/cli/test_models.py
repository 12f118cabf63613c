"""Models as observers from the command line: by name, by metric, sampled, side by side, within budgets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import jurat
from jurat.cli.render.progress import progress
from jurat.llm.budget import Usage
from jurat.llm.model_errors import AccessError
from jurat.observers.llm.prompts import prompts_digest
from jurat.runs.store.run_records import RunPlan
from jurat.runs.store.store import open_store
from tests.cli.models import ROWS, Project, good_server, write_project
from tests.llm.fault_server import FaultServer
from tests.observers.llm.replies import RESPONSE


@pytest.fixture
def project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Project:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.delenv("JURAT_STORE", raising=False)
    write_project(tmp_path)
    return Project(tmp_path, capfdbinary)


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with good_server() as made:
        yield made


def local(server: FaultServer) -> str:
    return f"llm:local={server.url}:m"


def data(judge: str) -> str:
    return "answers.jsonl" if judge == "claim-lock" else "summaries.jsonl"


def metric(result: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in result["metrics"] if one["metric"] == name)


@pytest.mark.parametrize("judge", ["claim-lock", "twin-lock", "judge-lock", "judge-lock-ultra"])
def test_a_judge_runs_with_a_model_and_a_second_run_makes_no_call(
    judge: str, project: Project, server: FaultServer
) -> None:
    first = project.run(data(judge), judge, "--observer", local(server))
    assert first.code == 0, first.told
    assert [one["id"][1:] for one in first.results] == [str(n) for n in range(ROWS)]
    assert all("value" in one for result in first.results for one in result["metrics"])
    named = f"|observer:llm(local={server.url}:m,prompts={prompts_digest()})"
    assert all(one["signature"].endswith(named) for one in first.results)
    calls = len(server.bodies)
    assert f"{calls} calls" in first.told
    again = project.run(data(judge), judge, "--observer", local(server), "-j", "4")
    assert len(server.bodies) == calls
    assert "0 calls" in again.told
    assert again.printed == first.printed, "the same bytes, however many processes are asked for"


def test_dropped_quotes_are_counted_by_row_and_shown(project: Project, server: FaultServer) -> None:
    done = project.run("answers.jsonl", "claim-lock", "--observer", local(server))
    dropped = [metric(one, "hallucination")["details"]["dropped_quotes"] for one in done.results]
    assert dropped == [0, 0, 1, 0, 0, 0]
    assert "1 quote dropped" in done.told
    shown = project("check", "answers.jsonl", "--row", "3", "--observer", local(server))
    assert "1 quote not found" in shown.printed


def test_one_metric_by_a_model_and_the_rest_by_rules(project: Project, server: FaultServer) -> None:
    rules = project.run("summaries.jsonl", "judge-lock")
    mixed = project.run("summaries.jsonl", "judge-lock", "--observer", f"hallucination={local(server)}")
    for one, other in zip(rules.results, mixed.results, strict=True):
        for name in ("coverage", "alignment", "relevance", "bias_toxicity"):
            assert metric(one, name)["details"] == metric(other, name)["details"]
        claims = metric(other, "hallucination")["details"]["claims"]
        assert [claim["reason"] for claim in claims] == ["r", "r"], "as the model wrote it"
        assert "|observer:rules+hallucination=llm(local=" in other["signature"]
    asked = {body["response_format"]["json_schema"]["name"] for body in server.bodies}
    assert asked == {"hallucination", "questions", "answers", "grades"}


def test_two_models_have_a_metric_each_and_spend_from_one_budget(
    project: Project, server: FaultServer
) -> None:
    who = [f"hallucination={local(server)}", f"coverage=llm:other={server.url}:n"]
    flags = [part for one in who for part in ("--observer", one)]
    done = project.run("summaries.jsonl", "twin-lock", *flags, "--max-calls", "3", "--concurrency", "1")
    assert {body["model"] for body in server.bodies} == {"m", "n"}
    assert len(server.bodies) == 3
    reasons = {one.get("unscored", "") for result in done.results for one in result["metrics"]}
    assert "the budget of 3 calls is spent" in reasons
    assert "coverage=llm(other=" in done.results[0]["signature"]


def test_samples_are_voted_on_and_their_agreement_is_recorded(project: Project, server: FaultServer) -> None:
    arguments = ("--observer", local(server), "--votes", "3", "--limit", "1")
    (result,) = project.run("summaries.jsonl", "twin-lock", *arguments).results
    assert result["signature"].endswith(",samples=3)")
    assert metric(result, "hallucination")["details"]["agreement"] == [1.0, 1.0]
    assert metric(result, "coverage")["details"]["agreement"] == [1.0] * 4
    assert sum(body.get("seed") is not None for body in server.bodies) == 2 * 5


def test_two_observers_side_by_side_are_two_runs_and_a_report(project: Project, server: FaultServer) -> None:
    done = project(
        "run", "answers.jsonl", "--judge", "claim-lock", "-q", "--observer", f"rules,{local(server)}"
    )
    assert done.code == 0, done.told
    with open_store(".jurat/runs.sqlite") as store:
        second, first = store.runs()
    assert first.plan.observer == "rules"
    assert second.plan.observer.startswith("llm(local=")
    assert "same verdict in 6 of 6" in done.printed
    shown = project("check", "answers.jsonl", "--observer", f"rules,{local(server)}")
    assert shown.printed.count("claim-lock · r0  PASS") == 2
    refused = project.run("answers.jsonl", "claim-lock", "--observer", f"rules,{local(server)}")
    assert (refused.code, "several observers create several runs" in refused.told) == (2, True)


def test_a_model_s_run_is_rescored_and_compared_without_a_call(project: Project, server: FaultServer) -> None:
    project.run("answers.jsonl", "claim-lock", "--observer", local(server))
    calls = len(server.bodies)
    assert project("rescore", "last", "--threshold", "hallucination=0.2", "-q").code == 0
    with open_store(".jurat/runs.sqlite") as store:
        again, first = store.runs()
    assert again.plan.observer == first.plan.observer
    assert again.summary.verdicts["FAIL"] == ROWS
    assert project("compare", first.id, again.id, "--force").code == 0
    assert len(server.bodies) == calls


def test_calls_tokens_and_money_have_budgets(project: Project, server: FaultServer) -> None:
    (project.folder / "prices.toml").write_text("[m]\ninput = 1000.0\noutput = 2000.0\n")
    flags = ("--observer", local(server), "--concurrency", "1")
    for budget in (("--max-calls", "2"), ("--max-tokens", "32"), ("--max-cost", "0.04")):
        before = len(server.bodies)
        done = project.run("answers.jsonl", "claim-lock", *flags, "--prices", "prices.toml", *budget)
        assert len(server.bodies) - before == 2, budget
        assert done.code == 0
        spent = [metric(one, "hallucination").get("unscored") for one in done.results]
        assert sum(bool(one) and "is spent" in one for one in spent if one) == max(0, 4 - before)
    assert len(server.bodies) == len(set(server.paid)) == ROWS, "none is paid twice"
    assert "cost 0.0420" in done.told, "11 tokens in and 5 out, twice"


def test_money_has_no_budget_without_prices(project: Project, server: FaultServer) -> None:
    done = project.run("answers.jsonl", "claim-lock", "--observer", local(server), "--max-cost", "1")
    assert (done.code, "give a price file that names the model" in done.told) == (2, True)
    assert server.bodies == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--observer", "gpt-4"], "unknown observer 'gpt-4'; use rules, llm:MODEL or METRIC=llm:MODEL"),
        (["--observer", "llm:gpt-4"], "'gpt-4' names no endpoint"),
        (["--observer", "llm:"], "unknown observer 'llm:'"),
        (["--observer", "relevance=llm:ollama:q"], "models can observe hallucination"),
        (["--observer", "llm:ollama:q", "--observer", "rules"], "every metric has two observers"),
        (["--observer", "llm:openai:gpt-4o"], "has no key; set the variable OPENAI_API_KEY"),
        (["--observer", "llm:ollama:q,rules", "--observer", "rules"], "one --observer with commas"),
        (["--votes", "3"], "--votes: applies only to models"),
        (["--no-cache"], "--no-cache: applies only to models"),
    ],
)
def test_what_cannot_observe_is_said_in_one_line(
    arguments: list[str], said: str, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    done = project.run("answers.jsonl", "claim-lock", *arguments)
    assert done.code == 2
    assert said in done.told
    assert done.told.count("\n") == 1


def test_a_missing_extra_is_said_before_anything_is_kept(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openai", None)
    done = project.run("answers.jsonl", "claim-lock", "--observer", "llm:ollama:q")
    assert done.code == 2
    assert done.told.endswith("pip install 'jurat[llm]'\n")
    assert not (project.folder / ".jurat").exists()


def test_the_settings_of_a_project_name_the_observer(project: Project, server: FaultServer) -> None:
    (project.folder / "jurat.yaml").write_text(
        f"models:\n  house: {{url: '{server.url}', model: qwen}}\n"
        "observer:\n  use: [hallucination=llm:house]\n  votes: 2\n  cache: kept/replies.db\n"
    )
    (result,) = project.run("summaries.jsonl", "twin-lock", "--limit", "1").results
    assert f"rules+hallucination=llm(house={server.url}:qwen" in result["signature"]
    assert len(server.bodies) == 2
    assert (project.folder / "kept" / "replies.db").is_file()
    (by_rules,) = project.run("summaries.jsonl", "twin-lock", "--limit", "1", "--observer", "rules").results
    assert by_rules["signature"].endswith("|observer:rules")


def test_no_cache_keeps_nothing_and_asks_again(project: Project, server: FaultServer) -> None:
    for turn in (1, 2):
        project.run("answers.jsonl", "claim-lock", "--observer", local(server), "--no-cache", "--limit", "1")
        assert len(server.bodies) == turn
    assert [path.name for path in (project.folder / ".jurat").glob("replies*")] == []


def test_a_judge_asks_a_model_from_python(project: Project, server: FaultServer) -> None:
    made = jurat.judge("claim-lock", observer=local(server))
    assert made.judge(RESPONSE).verdict == "PASS"
    results = list(made.judge_many([RESPONSE, {"query": "Why?"}, RESPONSE]))
    assert [type(one).__name__ for one in results] == ["Result", "Failure", "Result"]
    assert made.model_observer is not None
    assert made.model_observer.usage.calls == 2
    sampled = jurat.ObserverConfig(observer=local(server), votes=3, cache="replies.db")
    assert jurat.judge("claim-lock", observer=sampled).observer.name.endswith(",samples=3)")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"votes": 0}, "votes: is 0; set a number above 0"),
        ({"deadline": -1.0}, "deadline: is -1.0; set a number above 0"),
        ({"max_cost": "much"}, "max_cost: is 'much'; write it with digits, e.g. 2.50"),
        ({"max_cost": "nan"}, "max_cost: is 'nan'; write it with digits, e.g. 2.50"),
    ],
)
def test_numbers_that_nothing_can_be_asked_with_are_refused(values: dict[str, Any], said: str) -> None:
    with pytest.raises(jurat.OptionError) as caught:
        jurat.ObserverConfig(observer="llm:ollama:q", **values)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    "where", ["jurat.observers.responses.response_observer.observe", "jurat.judges.claim_lock.verdict_result"]
)
def test_a_row_that_breaks_rules_or_scoring_is_a_failure_in_its_place(
    where: str, project: Project, server: FaultServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, _, name = where.rpartition(".")
    sound = getattr(import_module(module), name)

    def breaks(given: Any, *rest: Any, **more: Any) -> Any:
        case = more.get("case") or given[0].id
        if case == "r1":
            raise ZeroDivisionError("by chance")
        return sound(given, *rest, **more)

    monkeypatch.setattr(where, breaks)
    done = project.run("answers.jsonl", "claim-lock", "--observer", local(server))
    assert done.code == 2
    errors = [one.get("error") for one in done.results]
    assert errors == [None, "internal error: ZeroDivisionError: by chance", None, None, None, None]


def test_a_plan_that_was_kept_before_there_were_models_is_read(project: Project) -> None:
    project.run("answers.jsonl", "claim-lock")
    with open_store(".jurat/runs.sqlite") as store:
        plan = store.find("last").plan
    values = json.loads(plan.to_json())
    del values["observing"]
    assert RunPlan.from_json(json.dumps(values)) == plan


def test_a_refusal_of_access_ends_it_for_python_too(project: Project) -> None:
    with good_server(lambda _, __: "401 wrong key") as server:
        made = jurat.judge("claim-lock", observer=local(server))
        with pytest.raises(AccessError, match="refuses access"):
            list(made.judge_many([RESPONSE] * 9))
    assert len(server.bodies) <= 4
    assert json.dumps(server.bodies).count("wrong key") == 0


class Spending:
    """An observer that has spent something."""

    usage = Usage(
        calls=7, prompt_tokens=1200, completion_tokens=80, cost=Decimal("0.5"), cache_hits=3, retries=2
    )
    dropped_quotes = 0

    concurrency = 1

    def session(self) -> Any:
        raise AssertionError("nothing is observed here")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_rows_calls_tokens_cost_hits_and_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "xterm")
    with progress(10, Spending()) as advance:
        advance(4, 1)
    shown = screen.getvalue()
    assert "7 calls · 1,200 tokens in, 80 out · cost 0.5000 · 3 from the cache · 2 retries" in shown
    assert "4/10" in shown
    assert "1 failed" in shown
