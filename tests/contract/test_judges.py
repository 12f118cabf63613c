"""What holds for every judge in the registry: range, determinism, caps, the wire, and rescoring."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from jurat.cases import SummaryCase
from jurat.judges.label_scoring import score_labels
from jurat.judges.registry import judge, judge_names, judge_spec
from jurat.outcomes import Result, Score
from jurat.wire import dump

ARTICLE = (
    "The city council voted on Monday to close the Alder Bridge after inspectors found that 12 of its 80 "
    "cables were rusty. Mayor Ann Reed, who opposed the plan, said repairs would cost $4 million. The bridge "
    "has carried 20,000 cars a day since 1962. It will not reopen before March. The council pays a ferry."
)
TEXTS = [
    ARTICLE,
    "The council voted to close the Alder Bridge. Repairs would cost $4 million.",
    "The council voted to close the Alder Bridge after 40 cables were found rusty. Mayor Reed is a fool.",
    "Governor Pruitt resigned on Friday.",
    "Bridge",
    "!!!",
    "市议会周一投票决定关闭大桥。",
]
CITING = "The council voted to close the Alder Bridge [1]. Repairs would cost $9 million [1]. It is old [2]."
CRITERIA = str(Path(__file__).with_name("criteria.yaml"))
NAMES = [*(name for name in judge_names() if judge_spec(name).observers), CRITERIA]
by_name = pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).name)


def cases(name: str) -> list[dict[str, Any]]:
    if judge(name).case_type is SummaryCase:
        return [{"id": str(n), "article": ARTICLE, "summary": text} for n, text in enumerate(TEXTS)]
    question = "What did the council vote to close?"
    return [
        {"id": str(n), "query": question, "response": text, "context": [ARTICLE], "reference": TEXTS[1]}
        for n, text in enumerate([*TEXTS, CITING])
    ]


def results(name: str, batch: int = 64) -> list[Result]:
    found = list(judge(name).judge_many(cases(name), batch=batch))
    assert all(isinstance(one, Result) for one in found)
    return [one for one in found if isinstance(one, Result)]


def scores(name: str) -> list[Score]:
    return [score for one in results(name) for score in one.metrics if isinstance(score, Score)]


def test_the_summary_judges_and_claim_lock_are_registered() -> None:
    assert {"twin-lock", "judge-lock", "judge-lock-ultra", "claim-lock"} <= set(NAMES)


@by_name
def test_metrics_come_in_their_order(name: str) -> None:
    for one in results(name):
        assert tuple(score.metric for score in one.metrics) == judge(name).metrics


@by_name
def test_every_score_is_in_its_range(name: str) -> None:
    maxima = {metric.name: metric.maximum for metric in judge_spec(name).metrics}
    found = scores(name)
    assert found
    assert all(0 <= score.value <= maxima[score.metric] for score in found)


@by_name
def test_caps_only_lower(name: str) -> None:
    for score in scores(name):
        assert score.value <= score.raw
        assert all(cap.after <= cap.before for cap in score.caps)


@by_name
def test_results_do_not_depend_on_the_batch_or_the_order(name: str) -> None:
    together = [dump(one) for one in results(name)]
    assert [dump(one) for one in results(name, batch=1)] == together
    assert [dump(one) for one in results(name, batch=3)] == together
    backwards = [dump(one) for one in judge(name).judge_many(cases(name)[::-1])]
    assert backwards[::-1] == together


@pytest.mark.slow
@by_name
def test_results_do_not_depend_on_the_hash_seed(name: str) -> None:
    program = (
        "import json, sys; from jurat.judges.registry import judge; from jurat.wire import dump\n"
        "name, rows = json.load(sys.stdin)\n"
        "sys.stdout.buffer.write(b'\\n'.join(dump(one) for one in judge(name).judge_many(rows)))"
    )
    given = json.dumps([name, cases(name)]).encode()
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=given,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


@by_name
def test_a_result_is_json_and_its_details_fed_back_give_the_same_scores(name: str) -> None:
    for one in results(name):
        wire = json.loads(dump(one))
        observations = {
            score["metric"]: score.get("details", {"unscored": score.get("unscored")})
            for score in wire["metrics"]
        }
        labels = json.dumps({"judge": name, "id": wire["id"], "observations": observations}).encode()
        (again,) = (json.loads(dump(outcome)) for outcome in score_labels(BytesIO(labels), None))
        assert [score.get("value") for score in again["metrics"]] == [
            score.get("value") for score in wire["metrics"]
        ]
        assert again.get("overall") == wire.get("overall")
