"""A canary key: it reaches the endpoint and nothing else."""

from __future__ import annotations

import logging
import pickle
import traceback
from pathlib import Path

import pytest

from jurat.errors import JuratError
from jurat.judges.registry import judge_spec
from jurat.llm.api_keys import HIDDEN, Key, scrub
from jurat.llm.model_names import ModelAccess, ModelName, parse_model
from jurat.llm.pacing import RetryPolicy
from jurat.observations import SummaryObservations
from jurat.observers.llm.llm_observer import LlmObserver, ModelOptions
from jurat.options import Options
from jurat.settings import model_access
from jurat.wire import dump
from tests.llm.fault_server import FaultServer
from tests.observers.llm.replies import CASE

CANARY = "canary-5f2e91c07a"


def access(adapter: str, url: str) -> ModelAccess:
    name = (
        parse_model(f"local={url}:m")
        if adapter == "openai"
        else ModelName(adapter="any-llm", service="openai", model="m", url=url)
    )
    return ModelAccess(name, Key(CANARY))


@pytest.mark.parametrize("adapter", ["openai", "any-llm"])
@pytest.mark.parametrize(
    "fault",
    [
        "ok",
        f"401 wrong key {CANARY}",
        f"400 Bearer {CANARY}",
        f"500 {CANARY}",
        "reset",
        "garbage",
        "truncated",
    ],
)
def test_the_key_goes_to_the_endpoint_and_nowhere_else(
    adapter: str, fault: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    cache = tmp_path / "cache.db"
    patience = RetryPolicy(deadline=60, timeout=60, max_attempts=2, first_wait=0.001)
    told = []
    with FaultServer(lambda _, __: fault, reply="not a reply") as server:
        task = judge_spec("twin-lock").require_model_task()
        observer = LlmObserver(
            access(adapter, server.url), task, ModelOptions(cache=cache, patience=patience)
        )
        try:
            for row in observer.rows([CASE]):
                told += [repr(row), str(row.unscored)]
                assert isinstance(row.observations, SummaryObservations)
                result = judge_spec("twin-lock").score(
                    row.observations, Options(), case="a", observer=observer.signature
                )
                told.append(dump(result).decode())
        except JuratError as error:
            told += [repr(error), *traceback.format_exception(error)]
    told += [repr(vars(observer)), repr(observer.usage), caplog.text]
    told += [str(record.__dict__) for record in caplog.records]
    assert any(CANARY in head for head in server.headers), "it reached the endpoint"
    assert CANARY not in "\n".join(told)
    assert not [path for path in tmp_path.iterdir() if CANARY.encode() in path.read_bytes()]


def test_a_key_cannot_be_printed_or_pickled() -> None:
    key = Key(CANARY)
    assert f"{key} {key!r} {[key]}" == f"{HIDDEN} {HIDDEN} [{HIDDEN}]"
    with pytest.raises(TypeError, match="never stored"):
        pickle.dumps(key)
    assert key.reveal() == CANARY


def test_access_from_the_environment_hides_the_key() -> None:
    found = model_access("openai:gpt-4o-mini", {"OPENAI_API_KEY": CANARY})
    assert CANARY not in repr(found)
    assert found.key is not None
    assert found.key.reveal() == CANARY


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"bad {CANARY}!", "bad [key]!"),
        ("Incorrect API key provided: sk-proj-abcdefgh12345.", "Incorrect API key provided: [key]."),
        ("Authorization: Bearer abcdefghijk", "Authorization: [key]"),
        ("gsk_abcdefgh12 is wrong", "[key] is wrong"),
        ("the task-oriented model", "the task-oriented model"),
        ("", ""),
    ],
)
def test_foreign_words_are_scrubbed(text: str, expected: str) -> None:
    assert scrub(text, Key(CANARY)) == expected
