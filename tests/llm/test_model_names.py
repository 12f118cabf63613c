"""Models by name, on the command line and in jurat.yaml."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.errors import InputError, OptionError
from jurat.llm.model_names import parse_model
from jurat.settings import model_access, read_model_settings


@pytest.mark.parametrize(
    ("text", "adapter", "service", "url", "model", "variable"),
    [
        (
            "openai:gpt-4o-mini",
            "openai",
            "openai",
            "https://api.openai.com/v1",
            "gpt-4o-mini",
            "OPENAI_API_KEY",
        ),
        (
            "ollama:qwen2.5:7b",
            "openai",
            "ollama",
            "http://127.0.0.1:11434/v1",
            "qwen2.5:7b",
            "OLLAMA_API_KEY",
        ),
        (
            "openrouter:a/b:free",
            "openai",
            "openrouter",
            "https://openrouter.ai/api/v1",
            "a/b:free",
            "OPENROUTER_API_KEY",
        ),
        (
            "local=http://127.0.0.1:8080/v1:qwen",
            "openai",
            "local",
            "http://127.0.0.1:8080/v1",
            "qwen",
            "LOCAL_API_KEY",
        ),
        (
            "local=http://127.0.0.1:8080/v1:qwen:7b",
            "openai",
            "local",
            "http://127.0.0.1:8080/v1",
            "qwen:7b",
            "LOCAL_API_KEY",
        ),
        ("my-box=http://box:8000:m", "openai", "my-box", "http://box:8000", "m", "MY_BOX_API_KEY"),
        ("six=http://[::1]:8080/v1/:m", "openai", "six", "http://[::1]:8080/v1", "m", "SIX_API_KEY"),
        (
            "azure=https://x.openai.azure.com/openai/v1:gpt-4o",
            "openai",
            "azure",
            "https://x.openai.azure.com/openai/v1",
            "gpt-4o",
            "AZURE_API_KEY",
        ),
        ("any-llm:anthropic:claude", "any-llm", "anthropic", None, "claude", "ANTHROPIC_API_KEY"),
        ("scripted:replies.jsonl", "scripted", "", None, "replies.jsonl", None),
    ],
)
def test_a_name_says_where_and_which(
    text: str, adapter: str, service: str, url: str | None, model: str, variable: str | None
) -> None:
    name = parse_model(text)
    assert (name.adapter, name.service, name.url, name.model) == (adapter, service, url, model)
    assert name.key_variable == variable
    assert parse_model(str(name)) == name


@pytest.mark.parametrize(
    "text",
    [
        "", "gpt-4o", ":", "openai:", ":gpt", "nobody:m", "any-llm:m", "any-llm::m", "any-llm:x:", "local=ftp://x/v1:m",
        "local=http://user:pass@host/v1:m", "local=http://host/v1?key=abc:m", "http://127.0.0.1:8080/v1:m",
        "local=http://:m", "a b:m", "openai:gpt 4",
    ],
)  # fmt: skip
def test_a_name_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        parse_model(text)


def test_a_secret_in_an_address_is_not_repeated() -> None:
    for text in (
        "local=http://me:hunter2@host/v1:m",
        "local=http://host/v1?key=hunter2:m",
        "http://a:hunter2@b:m",
    ):
        with pytest.raises(OptionError) as caught:
            parse_model(text)
        assert "hunter2" not in str(caught.value)


@given(st.text())
def test_no_text_crashes_the_parser(text: str) -> None:
    try:
        assert str(parse_model(text))
    except OptionError:
        return


def test_a_service_that_needs_a_key_says_which_variable() -> None:
    with pytest.raises(OptionError, match="set the variable GROQ_API_KEY"):
        model_access("groq:llama", {"GROQ_API_KEY": " "})
    assert model_access("ollama:m", {}).key is None
    assert model_access("local=http://127.0.0.1:1/v1:m", {}).key is None


YAML = """
models:
  judge: openai:gpt-4o-mini
  house:
    url: https://models.example.org/v1
    model: qwen
    key: HOUSE_KEY
observer:
  use: llm:house
  votes: 3
  concurrency: 8
  deadline: 30.5
  max_calls: 1000
  max_tokens: 2000000
  max_cost: 2.50
  prices: prices.toml
  cache: cache/replies.db
"""


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "jurat.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_names_models_and_says_how_they_are_asked(tmp_path: Path) -> None:
    read = read_model_settings(write(tmp_path, YAML))
    assert (read.use, read.votes, read.concurrency, read.deadline) == ("llm:house", 3, 8, 30.5)
    assert (read.max_calls, read.max_tokens, read.max_cost) == (1000, 2_000_000, Decimal("2.5"))
    assert (read.prices, read.cache) == (tmp_path / "prices.toml", tmp_path / "cache" / "replies.db")
    access = model_access("house", {"HOUSE_KEY": "k"}, read)
    assert str(access.name) == "house=https://models.example.org/v1:qwen"
    assert access.key is not None
    assert model_access("judge", {"OPENAI_API_KEY": "k"}, read).name.model == "gpt-4o-mini"


def test_other_parts_of_the_file_are_not_ours(tmp_path: Path) -> None:
    assert read_model_settings(write(tmp_path, "gate:\n  overall: 7\n")).models == {}
    assert read_model_settings(write(tmp_path, "")).use is None


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("- a\n", "jurat.yaml: is not a list of names"),
        ("models: [a]\n", "models: is not a list of names"),
        ("models:\n  a: {url: http://x/v1}\n", "models.a: is not a model"),
        ("models:\n  a: {url: http://x/v1, model: m, password: p}\n", "models.a: is not a model"),
        ("observer: {sample: 3}\n", "observer.sample: is not a known field"),
        ("observer: {votes: many}\n", "observer.votes: is 'many', not a number above 0"),
        ("observer: {votes: 0}\n", "observer.votes: is 0, not a number above 0"),
        ("observer: {votes: 1.5}\n", "observer.votes: is 1.5, not a number above 0"),
        ("observer: {votes: true}\n", "observer.votes: is True, not a number above 0"),
        ("observer: {max_cost: .nan}\n", "observer.max_cost: is nan, not a number above 0"),
        ("observer: {deadline: .inf}\n", "observer.deadline: is inf, not a number above 0"),
        ("observer: {cache: 5}\n", "observer.cache: is not a text"),
        ("observer: {use: ''}\n", "observer.use: is not an observer"),
        ("observer: {use: [rules, 5]}\n", "observer.use: is not an observer"),
        ("observer: {use: []}\n", "observer.use: is not an observer"),
        ("observer: {model: house}\n", "observer.model: is not a known field"),
        ("a: [\n", "jurat.yaml, line 2: is not YAML"),
        ("!!python/object/apply:os.system [ls]\n", "jurat.yaml, line 1: is not YAML"),
        ("models:\n  a: {url: http://u:p@x/v1, model: m}\n", "the address holds more"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(text: str, where: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_model_settings(write(tmp_path, text))
    assert where in str(caught.value)


def test_a_key_written_into_the_file_is_refused_and_not_repeated(tmp_path: Path) -> None:
    text = "models:\n  a: {url: http://x/v1, model: m, key: sk-hunter2}\n"
    with pytest.raises(InputError, match="is not the name of a variable") as caught:
        read_model_settings(write(tmp_path, text))
    assert "hunter2" not in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none.yaml: there is no such file"):
        read_model_settings(tmp_path / "none.yaml")
