"""A jury: votes, majority, deadlock, tie-breaker, dissent, failures."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import jurat
from jurat.errors import InputError, OptionError
from jurat.judges.council.jury import Jury
from jurat.judges.council.session import JurySession, Question, Seats
from jurat.llm.model_errors import UnavailableError
from jurat.llm.model_protocol import Request
from jurat.llm.scripted import Reply, ScriptedEndpoint
from jurat.observations import Vote
from jurat.options import Options
from jurat.scoring.jury_votes import count_votes
from tests.council.conftest import Run
from tests.council.models import QUICK, outside
from tests.council.test_injection import PAYLOADS

ASKED = Question(query="Is the bridge open?", contexts=("The bridge is open.",), id="bridge")


def votes(**given: str) -> list[Vote]:
    return [Vote(reviewer=name, vote=vote) for name, vote in given.items()]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "tie_breaker", "expected"),
    [
        ({"a": "yes", "b": "yes", "c": "no"}, None, ("yes", "majority", 0.6667, ("c",))),
        ({"a": "no", "b": "no"}, None, ("no", "majority", 1.0, ())),
        ({"a": "yes", "b": "no"}, None, ("deadlock", None, 0.5, ())),
        ({"a": "yes", "b": "no"}, "a", ("yes", "tie_breaker", 0.5, ("b",))),
        ({"a": "yes", "b": "no", "c": "abstain"}, "c", ("deadlock", None, 0.5, ())),
        ({"a": "yes", "b": "no"}, "nobody", ("deadlock", None, 0.5, ())),
        ({"a": "yes", "b": "abstain"}, None, ("yes", "majority", 1.0, ())),
        ({"a": "abstain"}, None, (None, None, None, ())),
    ],
)
def test_the_majority_decides(
    given: dict[str, str], tie_breaker: str | None, expected: tuple[Any, ...]
) -> None:
    found = count_votes(votes(**given), tie_breaker=tie_breaker)
    assert (found.verdict, found.decided_by, found.share, found.dissent) == expected


def test_confidence_is_reported_by_side_and_decides_nothing() -> None:
    given = [
        Vote(reviewer="a", vote="yes", confidence=0.2),
        Vote(reviewer="b", vote="yes", confidence=0.3),
        Vote(reviewer="c", vote="no", confidence=1.0),
    ]
    found = count_votes(given)
    assert (found.verdict, found.confidence) == ("yes", {"yes": 0.25, "no": 1.0})


def test_too_few_votes_give_no_verdict() -> None:
    found = count_votes(votes(a="yes", b="abstain"), quorum=2)
    assert (found.verdict, found.unscored) == (None, "1 of 2 votes that the quorum asks for were cast")


def test_nobody_votes_twice() -> None:
    with pytest.raises(InputError, match=r"votes\[1\].reviewer: 'a' has voted already"):
        count_votes([Vote(reviewer="a", vote="yes"), Vote(reviewer="a", vote="no")])


def juror(vote: str, confidence: float = 0.9) -> Callable[[Request], Reply]:
    return lambda _: json.dumps({"reason": "so I read", "vote": vote, "confidence": confidence})


def held(
    models: dict[str, Callable[[Request], Reply]], question: Question = ASKED, **seats: Any
) -> tuple[JurySession, dict[str, ScriptedEndpoint]]:
    ends = {name: ScriptedEndpoint(answer, name=name) for name, answer in models.items()}
    opened = {name: (lambda end=end: end) for name, end in ends.items()}
    made = Jury(Seats(reviewers=tuple(models), **seats), opened, Options(), QUICK)
    [session] = made.deliberate([question])
    assert isinstance(session, JurySession), session
    return session, ends


def test_models_vote_without_seeing_each_other() -> None:
    session, ends = held({"a": juror("yes"), "b": juror("no"), "c": juror("yes")})
    assert (session.result.verdict, session.result.dissent) == ("yes", ("b",))
    assert [one.reason for one in session.result.votes] == ["so I read"] * 3
    assert all("so I read" not in end.asked[0].messages[1].content for end in ends.values())


def test_a_juror_that_fails_is_named_and_the_others_decide() -> None:
    session, _ = held({"a": juror("yes"), "b": lambda _: UnavailableError("the line is dead")})
    assert session.result.verdict == "yes"
    assert [(one.seat, one.stage) for one in session.trouble] == [("b", "vote")]


def test_a_tie_breaker_that_does_not_vote_is_refused_before_models_are_asked() -> None:
    end = ScriptedEndpoint(juror("yes"), name="a")
    made = Jury(Seats(reviewers=("a",), tie_breaker="b"), {"a": lambda: end}, Options(), QUICK)
    [failure] = made.deliberate([ASKED])
    assert isinstance(failure, jurat.Failure)
    assert failure.error == "tie_breaker: 'b' does not vote; name it as a reviewer too, or give its vote"
    assert end.asked == []
    [session] = made.deliberate([replace(ASKED, votes=(Vote(reviewer="b", vote="no"),))])
    assert isinstance(session, JurySession)
    assert (session.result.verdict, session.result.decided_by) == ("no", "tie_breaker")


@pytest.mark.parametrize(
    "reply", [{"vote": "maybe"}, {"confidence": 80}, {"confidence": True}, {"reason": 3}]
)
def test_a_malformed_vote_does_not_count(reply: dict[str, Any]) -> None:
    whole = {"reason": "so", "vote": "no", "confidence": 0.5, **reply}
    session, _ = held({"a": juror("yes"), "b": lambda _: json.dumps(whole)})
    assert (session.result.yes, session.result.no) == (1, 0)
    assert "refused twice" in session.trouble[0].reason


def obedient(request: Request) -> Reply:
    return str(juror("no" if "OBEY" in outside(request) else "yes")(request))


@pytest.mark.parametrize("payload", PAYLOADS, ids=range(len(PAYLOADS)))
def test_no_payload_moves_a_vote(payload: str) -> None:
    question = replace(
        ASKED, contexts=(f"The bridge is open. {payload}",), candidates={"m1": f"Yes. {payload}"}
    )
    session, _ = held({"a": obedient}, question)
    assert (session.result.verdict, session.trouble) == ("yes", ())


def test_rules_cannot_vote_and_a_jury_has_one_round() -> None:
    with pytest.raises(OptionError, match="'rules' cannot vote"):
        Jury(Seats(reviewers=("rules",)))
    with pytest.raises(OptionError, match="a jury votes once"):
        Jury(Seats(reviewers=("a",), rounds=2), {"a": lambda: ScriptedEndpoint(juror("yes"))})


def test_the_result_becomes_json_and_comes_back() -> None:
    session, _ = held({"a": juror("yes"), "b": juror("no")}, tie_breaker="a")
    assert jurat.load(jurat.dump(session.result)) == session.result
    assert session.result.signature.endswith("|tie_breaker:a")


def test_votes_of_a_file_are_counted_by_score_and_by_council(command: Run, tmp_path: Path) -> None:
    given = [{"reviewer": "ann", "vote": "yes", "reason": "seen"}, {"reviewer": "bo", "vote": "no"}]
    labels = {"judge": "council", "mode": "jury", "id": 7, "votes": given, "tie_breaker": "bo"}
    (tmp_path / "votes.jsonl").write_text(json.dumps(labels))
    code, out, _ = command("score", "votes.jsonl")
    assert (code, json.loads(out)["verdict"], json.loads(out)["decided_by"]) == (0, "no", "tie_breaker")
    code, out, _ = command("council", "votes.jsonl", "--mode", "jury", "--tie-breaker", "ann")
    assert "no (1 yes, 1 no, 0 abstained; the tie-breaker bo decides)" in out, (
        "the question's own comes first"
    )
    (tmp_path / "votes.jsonl").write_text(json.dumps({**labels, "tie_breaker": None}))
    code, out, _ = command("council", "votes.jsonl", "--mode", "jury", "--tie-breaker", "ann")
    assert code == 0
    assert "yes (1 yes, 1 no, 0 abstained; the tie-breaker ann decides)" in out
    assert "no (dissents)" in out


def test_a_jury_without_a_verdict_does_not_exit_with_zero(command: Run, tmp_path: Path) -> None:
    (tmp_path / "votes.jsonl").write_text(
        json.dumps({"mode": "jury", "votes": [{"reviewer": "a", "vote": "abstain"}]})
    )
    code, out, _ = command("council", "votes.jsonl", "--mode", "jury")
    assert (code, "no verdict: 0 of 1 votes" in out) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Is it?", "--mode", "jury", "--chair", "x:y"), "--chair: cannot be combined with --mode jury"),
        (("Is it?", "--mode", "jury"), "votes: are missing; give votes or name reviewers"),
        (("bad.jsonl", "--mode", "jury"), "votes[0].vote: is 'maybe'"),
    ],
)
def test_bad_use_is_told_in_a_line(
    command: Run, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    bad = {"mode": "jury", "votes": [{"reviewer": "a", "vote": "maybe"}]}
    (tmp_path / "bad.jsonl").write_text(json.dumps(bad))
    code, _, err = command("council", *arguments)
    assert code == 2
    assert message in err


def test_a_deadlock_names_the_tie_breaker_without_a_vote(command: Run, tmp_path: Path) -> None:
    given = {"mode": "jury", "id": 1, "query": "Is it open?", "tie_breaker": "cy"}
    cast = [{"reviewer": "ann", "vote": "yes"}, {"reviewer": "bo", "vote": "no"}]
    (tmp_path / "votes.jsonl").write_text(json.dumps({**given, "votes": cast}) + "\n")
    code, out, _ = command("council", "votes.jsonl", "--mode", "jury", "--no-store")
    assert code == 0
    assert "deadlock (1 yes, 1 no, 0 abstained; the tie-breaker cy cast no vote)" in out
