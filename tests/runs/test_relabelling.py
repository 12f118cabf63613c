"""A claim whose label a person corrects: the label takes the place of the probability."""

from __future__ import annotations

import json
from typing import Any

import pytest

from jurat.judges.registry import judge
from jurat.observations import Claim, Hallucination
from jurat.options import Options
from jurat.outcomes import Score
from jurat.runs.relabelling import relabelled_result
from jurat.wire import dump

ARTICLE = (
    "The city council voted on Monday to close the Alder Bridge. Mayor Ann Reed opposed the plan. "
    "The bridge has carried 20,000 cars a day since 1962. It will not reopen before March."
)
CASE = {
    "id": "a",
    "article": ARTICLE,
    "summary": "Ann Reed supported the plan. The bridge has carried 20,000 cars a day since 1962.",
}
ULTRA = judge("judge-lock-ultra")


def observed() -> tuple[bytes, dict[str, Any]]:
    """A kept line, and its hallucination labels as a page shows them."""
    line = dump(ULTRA.judge(CASE))
    details = next(one["details"] for one in json.loads(line)["metrics"] if one["metric"] == "hallucination")
    return line, {name: value for name, value in details.items() if name != "computed"}


def labels(result_claims: tuple[Claim, ...] | None) -> list[tuple[str, float | None]]:
    return [(claim.label, claim.probability) for claim in result_claims or ()]


def test_a_corrected_label_takes_the_place_of_its_probability() -> None:
    line, said = observed()
    assert [one["label"] for one in said["claims"]] == ["unsupported", "supported"]
    said["claims"][0]["label"] = "supported"
    score = relabelled_result(line, ULTRA.spec, Options(), {"hallucination": said}, CASE)["hallucination"]
    assert isinstance(score, Score)
    assert isinstance(score.details, Hallucination)
    assert labels(score.details.claims) == [("supported", None), ("supported", 1.0)]
    assert score.details.computed is not None
    assert score.details.computed["base"] == pytest.approx(10.0)


def test_labels_that_stay_keep_their_probabilities() -> None:
    line, said = observed()
    before = json.loads(line)
    again = json.loads(dump(relabelled_result(line, ULTRA.spec, Options(), {"hallucination": said}, CASE)))
    assert again["metrics"] == before["metrics"]
