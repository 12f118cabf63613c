"""The council and the jury as readers of their results know them.

A council has candidates instead of metrics, scores up to 10; a jury has the share of yes votes.
"""

from __future__ import annotations

from jurat.cases import CouncilCase, JuryCase
from jurat.judges.spec import JudgeDescription, MetricSpec
from jurat.observations import Vote

COUNCIL = JudgeDescription(
    name="council",
    case=CouncilCase,
    metrics=(),
    overall=10.0,
    options=("weights", "rubric", "calibration", "quorum", "safety_gate", "safety_score_cap"),
    own=True,
)

YES_SHARE = "yes_share"
JURY = JudgeDescription(
    name="jury",
    case=JuryCase,
    metrics=(MetricSpec(name=YES_SHARE, details=Vote),),
    options=("quorum",),
    own=True,
)
