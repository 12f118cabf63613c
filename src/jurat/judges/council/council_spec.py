"""The council as readers of its results know it: candidates instead of metrics, scores up to 10."""

from __future__ import annotations

from jurat.cases import CouncilCase
from jurat.judges.spec import JudgeDescription

COUNCIL = JudgeDescription(
    name="council",
    case=CouncilCase,
    metrics=(),
    overall=10.0,
    options=("weights", "rubric", "calibration", "quorum", "safety_gate", "safety_score_cap"),
    own=True,
)
