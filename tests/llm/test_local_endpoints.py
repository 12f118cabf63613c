"""Programs and functions as models: without a shell, bounded in time and size, with their errors."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jurat.llm.local_endpoints import CommandEndpoint, FunctionEndpoint
from jurat.llm.model_errors import DeadlineError, ModelError, RequestRefusedError
from jurat.llm.model_protocol import Endpoint, Message, Request

HOSTILE = "Hello; touch stolen $(touch stolen) `touch stolen`"


def ask(endpoint: Endpoint, prompt: str = "Hello") -> str:
    request = Request(
        messages=(Message("user", prompt),),
        mode="text",
        name="suite",
        schema=None,
        max_tokens=None,
        temperature=None,
        seed=None,
    )
    return asyncio.run(endpoint.complete(request)).text


def program(code: str, *arguments: str, **given: Any) -> CommandEndpoint:
    return CommandEndpoint([sys.executable, "-c", code, *arguments], **given)


def test_a_program_reads_the_prompt_and_writes_the_answer() -> None:
    assert ask(program("import sys; print(sys.stdin.read().upper(), end='')"), "Grüße") == "GRÜSSE"


def test_a_prompt_as_argument_is_one_argument_whatever_it_holds(tmp_path: Path) -> None:
    said = ask(program("import sys; print(sys.argv[1:])", "{prompt}", folder=tmp_path), HOSTILE)
    assert said.strip() == repr([HOSTILE])
    assert list(tmp_path.iterdir()) == []


def test_a_command_as_text_is_split_and_not_given_to_a_shell(tmp_path: Path) -> None:
    assert ask(CommandEndpoint("echo $HOME; touch stolen", folder=tmp_path)) == "$HOME; touch stolen\n"
    assert list(tmp_path.iterdir()) == []


def test_a_shell_is_used_where_it_is_asked_for_and_never_sees_the_prompt(tmp_path: Path) -> None:
    loud = CommandEndpoint("cat | tr a-z A-Z", folder=tmp_path, shell=True)
    assert ask(loud, "hello; touch stolen") == "HELLO; TOUCH STOLEN"
    assert ask(CommandEndpoint("echo {prompt}", folder=tmp_path, shell=True), HOSTILE) == "{prompt}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("endpoint", "kind", "why"),
    [
        (
            lambda: program("import sys; sys.stderr.write('no tea'); sys.exit(3)"),
            RequestRefusedError,
            "the command ended with code 3: no tea",
        ),
        (lambda: program("raise SystemExit(1)"), RequestRefusedError, "code 1: no message"),
        (lambda: CommandEndpoint(["no-such-program"]), RequestRefusedError, "cannot be started"),
        (
            lambda: program("while True: print('x' * 1000)", max_bytes=5000),
            RequestRefusedError,
            "wrote more than 5,000 bytes",
        ),
        (
            lambda: program("import time; time.sleep(60)", seconds=0.2),
            DeadlineError,
            "no answer in 0.2 seconds",
        ),
    ],
)
def test_a_program_that_fails_says_why(endpoint: Callable[[], Endpoint], kind: type, why: str) -> None:
    with pytest.raises(ModelError, match=why) as caught:
        ask(endpoint())
    assert type(caught.value) is kind


def test_a_program_that_does_not_read_its_input_is_no_error() -> None:
    assert ask(program("print('done')"), "x" * 1_000_000) == "done\n"


def test_another_program_has_another_name(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print(1)")
    first = CommandEndpoint(["python3", "bot.py"], folder=tmp_path).name
    assert first == CommandEndpoint("python3 bot.py", folder=tmp_path).name
    (tmp_path / "bot.py").write_text("print(2)")
    assert first != CommandEndpoint(["python3", "bot.py"], folder=tmp_path).name


async def slowly(prompt: str) -> str:
    await asyncio.sleep(0)
    return prompt[::-1]


def test_a_function_answers_plainly_or_async() -> None:
    assert ask(FunctionEndpoint(str.upper, name="f")) == "HELLO"
    assert ask(FunctionEndpoint(slowly, name="f")) == "olleH"


def broken(_: str) -> str:
    raise ValueError("no tea")


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (broken, "the function failed: ValueError: no tea"),
        (len, "the function returned a int, not a text"),
    ],
)
def test_a_function_that_fails_says_why(function: Callable[[str], object], why: str) -> None:
    with pytest.raises(RequestRefusedError, match=why):
        ask(FunctionEndpoint(function, name="f"))
