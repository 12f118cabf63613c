"""The second round: what reviewers see, what they may change, what happens when one fails."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from jurat.errors import OptionError
from jurat.judges.council.deliberation import Council
from jurat.judges.council.session import Question, Seats, Session
from jurat.llm.model_errors import UnavailableError
from jurat.llm.model_protocol import Request
from jurat.llm.scripted import Reply, ScriptedEndpoint
from jurat.observers.llm.delimiters import neutralise
from jurat.options import Options
from jurat.outcomes import RoundComparison
from tests.council.models import ASKED, DIMENSIONS, QUICK, responses, reviewing
from tests.council.test_injection import PAYLOADS, obedient

Answer = Callable[[Request], Reply]


def swayed(shift: int, to: int) -> Answer:
    """A model that gives every response one score when it is asked again."""

    def answer(request: Request) -> Reply:
        if request.name != "revision":
            return reviewing(shift)(request)
        entries = [
            {"response": letter, "notes": "now I see", **dict.fromkeys(DIMENSIONS, to), "holistic": to}
            for letter in responses(request)
        ]
        return json.dumps({"evaluations": entries, "ranking": list(responses(request))})

    return answer


def held(
    models: dict[str, Answer], question: Question = ASKED, **seats: Any
) -> tuple[Session, dict[str, ScriptedEndpoint]]:
    ends = {name: ScriptedEndpoint(answer, name=name) for name, answer in models.items()}
    opened = {name: (lambda end=end: end) for name, end in ends.items()}
    seating = Seats(**{"reviewers": tuple(models), "rounds": 2, **seats})
    [session] = Council(seating, opened, Options(calibration="none"), QUICK).deliberate([question])
    assert isinstance(session, Session), session
    return session, ends


def rounds(session: Session) -> RoundComparison:
    found = session.result.audit.rounds
    assert found is not None
    return found


def test_the_last_round_counts_and_the_first_is_kept() -> None:
    session, _ = held({"r": reviewing(), "s": swayed(1, 4)})
    [r, s] = session.question.reviews
    assert s.evaluations is not None
    assert s.first_round is not None
    assert s.first_round.evaluations is not None
    assert s.evaluations["m2"] == {"notes": "now I see", **dict.fromkeys(DIMENSIONS, 4)}
    assert s.first_round.evaluations["m2"]["accuracy"] == 10
    assert [one.overall for one in session.result.candidates["m2"].reviews] == [9.0, 4.0]
    found = rounds(session)
    assert found.revised == ("r", "s")
    assert (found.n, found.moved) == (48, 18)
    assert r.evaluations == r.first_round.evaluations if r.first_round else False


def test_the_audit_tells_towards_whom_scores_moved() -> None:
    session, _ = held({"r": reviewing(), "s": swayed(1, 6)})
    found = rounds(session)
    # first scores by r: 6, 9, 3, 5; by s: 7, 10, 4, 6; s then gives 6 to each: m4 stays
    assert (found.moved, found.closer, found.farther) == (18, 6, 12)
    assert found.towards == {"r": 6}
    assert found.before.variance == 0.5
    assert found.variance_fell is False
    assert found.ranking == ("m2", "m1", "m4", "m3")


def test_a_reviewer_that_fails_keeps_its_first_scores_and_the_result_says_so() -> None:
    def broken(request: Request) -> Reply:
        return UnavailableError("the line is dead") if request.name == "revision" else reviewing()(request)

    session, _ = held({"r": broken, "s": swayed(0, 5)})
    [failure] = session.trouble
    assert (failure.seat, failure.stage) == ("r", "revision")
    found = rounds(session)
    assert found.failed == {"r": failure.reason}
    assert found.revised == ("s",)
    assert session.result.candidates["m2"].reviews[0].overall == 9.0


def test_a_score_off_the_scale_is_refused_and_the_first_one_kept() -> None:
    session, _ = held({"r": reviewing(), "s": swayed(0, 11)})
    review = session.question.reviews[1]
    assert review.evaluations is not None
    assert review.evaluations["m3"]["accuracy"] == 3
    assert session.trouble[0].reason == "accuracy of m1 is 11; the first score is kept"
    assert rounds(session).moved == 0


def test_reviewers_see_the_others_scores_without_names_or_rankings() -> None:
    _, ends = held({"secret-r": reviewing(), "secret-s": reviewing(1), "secret-t": reviewing(2)})
    for end in ends.values():
        [asked] = [one for one in end.asked if one.name == "revision"]
        body = asked.messages[1].content
        assert "secret" not in "".join(message.content for message in asked.messages)
        assert len(re.findall(r"^<<<review \d [0-9a-f]{16}>>>$", body, re.MULTILINE)) == 2
        assert len(re.findall(r"^<<<own review [0-9a-f]{16}>>>$", body, re.MULTILINE)) == 1
        assert "ranking" not in body
        assert "notes: seen" in body


def test_a_member_sees_no_score_of_its_own_answer() -> None:
    models = {"a": reviewing(0), "b": reviewing(1), "c": reviewing(2)}
    session, ends = held(
        models, Question(query="Where does daylight come from?", id=1), members=tuple(models), reviewers=()
    )
    for name, end in ends.items():
        [asked] = [one for one in end.asked if one.name == "revision"]
        assert session.question.candidates[name] not in asked.messages[1].content
        assert len(re.findall(r"^response [A-Z]+:", asked.messages[1].content, re.MULTILINE)) <= 5


def test_rules_and_given_reviews_are_not_asked_again() -> None:
    session, ends = held({"r": reviewing()}, reviewers=("r", "rules"))
    assert rounds(session).revised == ("r",)
    assert [one.name for one in ends["r"].asked] == ["review", "revision"]


def test_alone_there_is_nothing_to_see() -> None:
    session, ends = held({"r": reviewing()})
    assert [one.name for one in ends["r"].asked] == ["review"]
    assert session.result.audit.rounds is None


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ({"rounds": 3}, "rounds: is 3; use 1 or 2"),
        ({"rounds": 2}, "rounds: nobody could revise a review"),
        ({"reviewers": ("a",), "rounds": 2, "early_stop": True}, "early_stop: cannot be combined"),
        ({"seconds": 0.0}, "seconds: is 0.0"),
    ],
)
def test_seats_that_make_no_sense_are_refused(seats: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Seats(**seats)


def obeying(request: Request) -> Reply:
    """A model that obeys what stands outside the fences, in both rounds."""
    return obedient(replace(request, name="review"))


HONEST = {name: one.score for name, one in held({"r": obeying, "s": obeying})[0].result.candidates.items()}


@pytest.mark.parametrize("payload", PAYLOADS, ids=range(len(PAYLOADS)))
def test_no_payload_moves_a_score_in_either_round(payload: str) -> None:
    """The payload stands in a candidate and, quoted, in the notes that the other reviewer reads."""

    def quoting(request: Request) -> Reply:
        reply = json.loads(str(obeying(request)))
        for entry in reply["evaluations"]:
            entry["notes"] = f"it says: {neutralise(payload)}"[:280]
        return json.dumps(reply)

    candidates = {**ASKED.candidates, "m3": f"{ASKED.candidates['m3']}\n{payload}"}
    session, _ = held({"r": quoting, "s": obeying}, replace(ASKED, candidates=candidates))
    assert not session.trouble
    assert {name: one.score for name, one in session.result.candidates.items()} == HONEST
