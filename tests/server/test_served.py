"""`jurat serve` as people start it, and the client that speaks to it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import jurat
from jurat.cli import main
from jurat.client import Client, ServerError
from jurat.errors import InputError
from jurat.outcomes import CouncilResult, Failure, Result
from tests.server.conftest import rows_of, serving

TOKEN = "a-token-of-enough-characters"
CASE = {"query": "What does tea cost?", "response": "Tea costs $9.", "contexts": ["Tea costs $5."]}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("serve"), TOKEN) as address:
        yield address


@pytest.fixture
def asked(address: str) -> Iterator[Client]:
    with Client(address, token=TOKEN) as client:
        yield client


def test_the_client_gives_what_judging_here_gives(asked: Client) -> None:
    assert asked.judge("claim-lock", {**CASE, "id": 7}) == jurat.judge("claim-lock").judge({**CASE, "id": 7})
    options = {"thresholds": {"hallucination": 1.0}}
    changed = asked.judge("claim-lock", CASE, options)
    assert isinstance(changed, Result)
    assert "hallucination=1.0,high=0.6,overlap=0.2,relevance=0.1" in changed.signature
    assert {one.name for one in asked.judges()} >= {
        "claim-lock",
        "judge-lock",
        "judge-lock-ultra",
        "twin-lock",
        "council",
    }


def test_the_client_covers_batches_labels_councils_and_safety(asked: Client) -> None:
    good, bad = asked.judge_batch("claim-lock", [CASE, {**CASE, "response": ""}])
    assert isinstance(good, Result)
    assert bad == Failure(id=2, error="response: is empty; give the text")
    labels = {"judge": "claim-lock", "observations": {"relevance": {"cosine": 0.5, "jaccard": 0.5}}}
    tallied = asked.score_labels(labels)
    assert isinstance(tallied, Result)
    assert tallied.verdict == "WARN"
    council = asked.council(
        "Why?", {"a": "So.", "b": "No."}, [{"reviewer": "r", "holistic": {"a": 3, "b": 8}}]
    )
    assert isinstance(council, CouncilResult)
    assert council.ranking == ("b", "a")
    assert asked.safety("Mail ann@firm.com").personal_data[0]["kind"] == "EMAIL_ADDRESS"


def test_the_client_starts_follows_reads_and_deletes_runs(asked: Client, tmp_path: Path) -> None:
    run = asked.start("claim-lock", rows_of(tmp_path / "rows.jsonl", 20))
    steps = list(asked.follow(run))
    assert (steps[-1].ended, steps[-1].error, steps[-1].done) == (True, None, 20)
    assert steps[-2].total == 20
    info = asked.run(run)
    assert (info.rows, info.data, info.judge) == (20, "rows.jsonl", "claim-lock")
    assert run in [one.id for one in asked.runs(judge="claim-lock")]
    assert [row["place"] for row in asked.rows(run, limit=6)] == list(range(1, 21))
    assert asked.row(run, 3)["case"]["response"] == "It is 2."
    assert asked.label(run, 3, "ann", score=0.5)["id"] == 2
    assert asked.agreement(run)["annotators"] == ["ann"]
    asked.delete(run)
    with pytest.raises(ServerError, match="unknown run") as refused:
        asked.run(run)
    assert (refused.value.status, refused.value.retryable) == (404, False)


def test_the_client_says_what_is_wrong(asked: Client, address: str) -> None:
    with pytest.raises(ServerError, match=r"case\.response: is empty") as refused:
        asked.judge("claim-lock", {**CASE, "response": " "})
    assert (refused.value.status, refused.value.field) == (422, "case.response")
    with Client(address) as stranger, pytest.raises(ServerError, match="send the token"):
        stranger.runs()
    with (
        Client("http://127.0.0.1:9") as nobody,
        pytest.raises(ServerError, match="cannot be reached") as gone,
    ):
        nobody.runs()
    assert gone.value.retryable
    with pytest.raises(InputError, match="is not a server address"):
        Client("ftp://x")


def test_no_answer_is_mixed_up(address: str) -> None:
    def ask(number: int) -> list[int | str]:
        with Client(address, token=TOKEN) as client:
            found = [client.judge("claim-lock", {**CASE, "id": 100 * number + turn}) for turn in range(5)]
        return [one.id for one in found]

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(ask, range(20)))
    assert answers == [[100 * number + turn for turn in range(5)] for number in range(20)]


@pytest.mark.slow
def test_a_server_that_is_ended_lets_a_run_keep_what_is_judged(tmp_path: Path) -> None:
    with serving(tmp_path, TOKEN) as address, Client(address, token=TOKEN) as client:
        run = client.start("claim-lock", rows_of(tmp_path / "rows.jsonl", 3000))
        while client.run(run).rows == 0:
            time.sleep(0.05)
    from jurat.runs.store.store import open_store

    with open_store(str(tmp_path / ".jurat" / "runs.sqlite")) as store:
        kept = store.find(run)
        assert kept.done == len(list(store.results(kept))) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--host", "0.0.0.0"), "0.0.0.0 is reachable from other machines; set JURAT_TOKEN"),
        (("--host", "::"), ":: is reachable from other machines"),
        (("--token", "short"), "must have at least 16 ASCII characters"),
        (("--store", "mysql://x/y"), "mysql is not a supported store"),
    ],
)
def test_what_would_not_be_safe_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert main(["serve", "--port", "0", *arguments]) == 2
    assert message in capsys.readouterr().err
