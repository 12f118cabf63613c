"""The bias report: planted leniency, self-preference and family preference are found, each with its n."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jurat.judges.council.deliberation import Council
from jurat.judges.council.session import Question, Seats
from jurat.observations import Review
from jurat.options import Options
from jurat.runs.council.bias_report import BiasReportBuilder, ReviewerBias
from tests.council.conftest import Run

NAMES = ("x:gpt-4", "x:gpt-5", "y:claude-3")
NONE = Options(calibration="none")


def reported(questions: int) -> dict[str, ReviewerBias]:
    """gpt-4 gives 1 more to all, 2 more to itself beyond that, and 1.5 more to its family; claude is fair."""
    builder = BiasReportBuilder(NONE)
    for number in range(questions):
        true = {name: 4 + (number + place) % 3 for place, name in enumerate(NAMES)}
        extra = {"x:gpt-4": 3.0, "x:gpt-5": 2.5, "y:claude-3": 1.0}
        reviews = (
            Review(reviewer="x:gpt-4", holistic={name: true[name] + extra[name] for name in NAMES}),
            Review(reviewer="y:claude-3", holistic=true),
            Review(reviewer="z:judge", holistic=true),
        )
        asked = Question(candidates=dict.fromkeys(NAMES, "An answer."), reviews=reviews, id=number)
        builder.add(next(Council(Seats(), options=NONE).deliberate([asked])))
    return {one.name: one for one in builder.report()}


def test_planted_bias_is_found() -> None:
    found = reported(12)["x:gpt-4"]
    assert (found.leniency.n, found.leniency.mean) == (12, 1.75)
    assert (found.family, found.family_preference.mean) == ("gpt", 1.5)
    assert found.self_preference.mean == 1.25
    assert found.self_preference.low == found.self_preference.high == 1.25


def test_a_fair_reviewer_has_no_self_preference_of_its_own_making() -> None:
    found = reported(12)["z:judge"]
    assert (found.self_preference.n, found.family_preference.n) == (0, 0)


def test_few_questions_make_no_claim() -> None:
    found = reported(9)["x:gpt-4"]
    assert (found.leniency.n, found.leniency.mean) == (9, None)


def test_the_command_shows_it(command: Run, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {
            "id": number,
            "query": "Why?",
            "candidates": {"m1": "So.", "m2": "No."},
            "reviews": [
                {"reviewer": "r", "holistic": {"m1": 9, "m2": 7}},
                {"reviewer": "s", "holistic": {"m1": 8, "m2": 6}},
            ],
        }
        for number in range(10)
    ]
    (tmp_path / "many.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    code, out, _ = command("council", "many.jsonl", "--bias", "--no-store")
    assert code == 0
    assert "+1.00 [+1.00, +1.00] (n 10)" in out
    _, out, _ = command("council", "many.jsonl", "--bias", "--json", "--leaderboard", "--no-store")
    assert json.loads(out)["bias"][0]["leniency"] == {"n": 10, "mean": 1.0, "low": 1.0, "high": 1.0}
