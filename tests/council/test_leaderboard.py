"""The leaderboard over many questions: means, intervals, strengths, each found a second way."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from jurat.judges.council.deliberation import Council
from jurat.judges.council.session import Question, Seats, Session
from jurat.observations import Review
from jurat.options import Options
from jurat.outcomes import Failure
from jurat.runs.council.leaderboard import Leaderboard, LeaderboardBuilder
from jurat.scoring.exact_statistics import pearson, series
from jurat.scoring.rater_agreement import krippendorff_alpha

NAMES = ("good", "fair", "poor")
WORTH = {"good": 8, "fair": 6, "poor": 4}
DIMENSIONS = ("accuracy", "relevance", "completeness", "conciseness", "clarity")


def question(number: int, random: Random) -> Question:
    """A question whose three reviewers see the truth with noise, one of them mildly."""
    reviews = []
    for reviewer, shift in (("r1", 0), ("r2", 0), ("mild", 1)):
        evaluations = {
            name: {
                dimension: max(1, min(10, WORTH[name] + shift + random.choice((-1, 0, 0, 1))))
                for dimension in DIMENSIONS
            }
            for name in NAMES
        }
        shown = random.sample(NAMES, 3)
        reviews.append(Review(reviewer=reviewer, evaluations=evaluations, shown=tuple(shown)))
    texts = {name: " ".join(["word"] * random.randint(5, 50)) for name in NAMES}
    return Question(query="Why?", candidates=texts, reviews=tuple(reviews), id=number)


def sessions(count: int, seed: int = 1) -> list[Session]:
    random = Random(seed)
    asked = [question(number, random) for number in range(count)]
    made = Council(Seats(), {}, Options(calibration="none")).deliberate(asked)
    return [one for one in made if isinstance(one, Session)]


def board(given: list[Session]) -> Leaderboard:
    made = LeaderboardBuilder()
    for one in given:
        made.add(one)
    return made.standings()


def test_the_better_stand_above_with_intervals_apart() -> None:
    places = board(sessions(60)).places
    assert [one.name for one in places] == ["good", "fair", "poor"]
    for above, below in pairwise(places):
        assert above.interval is not None
        assert below.interval is not None
        assert above.interval.low > below.interval.high
        assert (above.strength or 0) > (below.strength or 0)
    assert places[0].first == 60
    assert places[2].capped == {} or "accuracy_ceiling" in places[2].capped


def test_means_are_those_of_the_results() -> None:
    given = sessions(30)
    scores = [one.result.candidates["fair"].score or 0.0 for one in given]
    dimension = [one.result.candidates["fair"].dimensions["clarity"] for one in given]
    fair = next(one for one in board(given).places if one.name == "fair")
    assert fair.score == pytest.approx(sum(scores) / 30)
    assert fair.dimensions["clarity"] == pytest.approx(sum(dimension) / 30)
    assert fair.interval is not None
    assert fair.interval.low <= (fair.score or 0) <= fair.interval.high


def test_alpha_is_that_of_all_reviews_together() -> None:
    given = sessions(20)
    units = [[r.overall for r in c.reviews] for one in given for c in one.result.candidates.values()]
    assert board(given).alpha == pytest.approx(krippendorff_alpha(units, "interval"))
    assert board(given).alpha_n == 60


def test_length_is_compared_within_a_question() -> None:
    given = sessions(40)
    lengths, scores = [], []
    for one in given:
        mean_length = sum(one.lengths.values()) / 3
        values = {name: c.dimensions["clarity"] for name, c in one.result.candidates.items()}
        for name in NAMES:
            lengths.append(one.lengths[name] - mean_length)
            scores.append(values[name] - sum(values.values()) / 3)
    found = board(given).length["clarity"]
    assert found.n == 120
    assert found.r() == pytest.approx(pearson(series(lengths), series(scores)))


def test_the_mild_reviewer_is_seen() -> None:
    reviewers = {one.name: one for one in board(sessions(40)).reviewers}
    assert (reviewers["mild"].leniency or 0) > 0.7
    assert (reviewers["r1"].leniency or 0) < 0
    assert reviewers["mild"].kept == 120


def test_two_boards_of_the_same_sessions_are_equal() -> None:
    assert board(sessions(25)) == board(sessions(25))


def test_failures_are_counted_and_nothing_is_claimed_of_nothing() -> None:
    made = LeaderboardBuilder()
    made.add(Failure(id=1, error="broken"))
    empty = made.standings()
    assert (empty.questions, empty.failed, empty.places, empty.alpha) == (0, 1, (), None)


def test_unscored_candidates_are_listed() -> None:
    asked = Question(
        query="Why?", candidates={"a": "x", "b": "y"}, reviews=(Review(reviewer="r", holistic={"a": 7}),)
    )
    [session] = Council(Seats()).deliberate([asked])
    assert isinstance(session, Session)
    places = {one.name: one for one in board([session]).places}
    assert (places["b"].score, places["b"].unscored) == (None, 1)
    assert places["a"].score == 7.0


def test_more_questions_than_blocks() -> None:
    given = sessions(300)
    fair = next(one for one in board(given).places if one.name == "fair")
    assert fair.questions == 300
    scores = [one.result.candidates["fair"].score or 0.0 for one in given]
    assert fair.score == pytest.approx(sum(scores) / 300)


def both(number: int) -> Question:
    """A question whose three reviewers give the rubric's order, and another one holistically."""
    scores = {"good": 8, "fair": 6, "poor": 4}
    reviews = tuple(
        Review(
            reviewer=reviewer,
            evaluations={name: dict.fromkeys(DIMENSIONS, worth) for name, worth in scores.items()},
            holistic={"good": 7, "fair": 8, "poor": 5 + shift},
        )
        for reviewer, shift in (("r1", 0), ("r2", 0), ("r3", 1))
    )
    return Question(query="Why?", candidates=dict.fromkeys(NAMES, "So."), reviews=reviews, id=number)


def test_holistic_scores_stand_beside_the_rubric_over_all_questions() -> None:
    made = Council(Seats(), {}, Options(calibration="none")).deliberate([both(n) for n in range(4)])
    found = board([one for one in made if isinstance(one, Session)]).holistic
    assert found is not None
    assert (found.questions, found.ranking) == (4, ("fair", "good", "poor"))
    assert found.scores == {"fair": 8.0, "good": 7.0, "poor": 5.3333}
    assert found.tau == pytest.approx(1 / 3)
    assert (found.tau_within, found.winner_same) == (0.3333, 0.0)
    assert (found.rubric_stability, found.holistic_stability, found.more_stable) == (1.0, 1.0, None)
    assert (found.rubric_variance, found.holistic_variance) == (0.0, 0.1111)


def test_without_holistic_scores_nothing_is_compared() -> None:
    assert board(sessions(5)).holistic is None
