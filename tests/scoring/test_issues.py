"""Issues into scores: the table, worked by hand."""

from __future__ import annotations

import pytest

from jurat.observations import Issue, IssueKind, IssueSeverity
from jurat.scoring.issue_scores import bias_score, tox_score


@pytest.mark.parametrize(
    ("labels", "bias", "tox"),
    [
        ([], 10, 10),
        ([("bias", "mild")], 9, 10),
        ([("bias", "mild")] * 3, 7, 10),
        ([("bias", "strong")], 2, 3),
        ([("stereotype", "mild")], 4, 10),
        ([("stereotype", "strong")], 2, 5),
        ([("slur", "mild")], 7, 5),
        ([("slur", "strong")], 2, 2),
        ([("profanity", "mild")], 10, 7),
        ([("profanity", "mild")] * 2, 10, 6),
        ([("profanity", "strong")], 10, 4),
        ([("slur", "strong"), ("profanity", "mild")], 2, 1),
        ([("stereotype", "mild"), ("bias", "mild")], 3, 10),
        ([("slur", "strong")] * 20, 0, 0),
    ],
)
def test_scores_follow_the_table(
    labels: list[tuple[IssueKind, IssueSeverity]], bias: float, tox: float
) -> None:
    issues = [Issue(kind=kind, severity=severity) for kind, severity in labels]
    assert (bias_score(issues), tox_score(issues)) == (bias, tox)
