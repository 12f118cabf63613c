"""Programs and Python functions as models: a prompt in, a text out."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import os
import shlex
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from jurat.llm.model_errors import DeadlineError, ModelError, RequestRefusedError
from jurat.llm.model_protocol import Completion, Request

MAX_BYTES = 1_000_000
SECONDS = 60.0
_TOLD = 300
_CLOSING = 5.0
PROMPT = "{prompt}"


class CommandEndpoint:
    """A program that reads the prompt from standard input and writes the answer to standard output.

    It is started without a shell unless `shell` is set. An argument `{prompt}` is replaced by the prompt; in
    a shell it is not, because the prompt would be read as commands.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        folder: Path | None = None,
        shell: bool = False,
        seconds: float = SECONDS,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        self._arguments = shlex.split(command) if isinstance(command, str) else list(command)
        self._shell = (command if isinstance(command, str) else shlex.join(command)) if shell else None
        self._folder, self._seconds, self._max_bytes = folder or Path(), seconds, max_bytes
        self.name = f"command:{digest([self._shell or '', *self._arguments], self._folder)}"

    async def complete(self, request: Request) -> Completion:
        """Return what the program writes; a failure holds the end of its standard error."""
        prompt = request.messages[-1].content
        try:
            process = await self._start(prompt)
        except OSError as error:
            what = f"the command cannot be started: {error.strerror or error}"
            raise RequestRefusedError(what, final=True) from None
        try:
            async with asyncio.timeout(self._seconds):
                out, told = await self._exchange(process, prompt.encode("utf-8", "replace"))
                code = await process.wait()
        except TimeoutError:
            raise DeadlineError(f"the command gave no answer in {self._seconds:g} seconds") from None
        finally:
            await _end(process)
        if len(out) > self._max_bytes:
            what = f"the command wrote more than {self._max_bytes:,} bytes"
            raise RequestRefusedError(what, final=True)
        if code != 0:
            said = " ".join(told.decode("utf-8", "replace").split())[-_TOLD:]
            raise RequestRefusedError(
                f"the command ended with code {code}: {said or 'no message'}", final=True
            )
        return Completion(text=out.decode("utf-8", "replace"))

    async def _start(self, prompt: str) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        streams = {"stdin": pipe, "stdout": pipe, "stderr": pipe, "cwd": self._folder}
        streams["start_new_session"] = True  # so that what it starts can be ended with it
        if self._shell is not None:
            return await asyncio.create_subprocess_shell(self._shell, **streams)  # type: ignore[arg-type]
        arguments = [prompt if one == PROMPT else one for one in self._arguments]
        return await asyncio.create_subprocess_exec(*arguments, **streams)  # type: ignore[arg-type]

    async def _exchange(self, process: asyncio.subprocess.Process, prompt: bytes) -> tuple[bytes, bytes]:
        """Feed the prompt and read both outputs at once, each up to its limit."""
        assert process.stdin and process.stdout and process.stderr  # noqa: S101, PT018  all are pipes
        feed = asyncio.create_task(_feed(process.stdin, prompt))
        told = asyncio.create_task(_bounded(process.stderr, self._max_bytes))
        try:
            out = await _bounded(process.stdout, self._max_bytes)
            if len(out) > self._max_bytes:
                _kill(process)
            return out, await told
        finally:
            for task in (feed, told):
                task.cancel()
            await asyncio.gather(feed, told, return_exceptions=True)

    async def aclose(self) -> None:
        """Do nothing: every program has ended with its answer."""


def _kill(process: asyncio.subprocess.Process) -> None:
    """Kill a program with all that it started, where the system knows groups of processes."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a program, and read what is left in its pipes so that they close."""
    _kill(process)
    with suppress(TimeoutError):
        await asyncio.wait_for(process.communicate(), _CLOSING)


async def _feed(stream: asyncio.StreamWriter, prompt: bytes) -> None:
    with suppress(ConnectionError):  # a program need not read its input
        stream.write(prompt)
        await stream.drain()
    stream.close()


async def _bounded(stream: asyncio.StreamReader, most: int) -> bytes:
    """Read a stream to its end, or just beyond its limit."""
    found = bytearray()
    while len(found) <= most and (piece := await stream.read(65_536)):
        found += piece
    return bytes(found)


class FunctionEndpoint:
    """A Python function that gets the prompt and returns the answer, plain or async."""

    def __init__(self, function: Callable[[str], object], *, name: str, seconds: float = SECONDS) -> None:
        self.name, self._function, self._seconds = name, function, seconds

    async def complete(self, request: Request) -> Completion:
        """Return what the function returns; it must be a text."""
        prompt = request.messages[-1].content
        try:
            async with asyncio.timeout(self._seconds):
                found = await asyncio.to_thread(self._function, prompt)
                if inspect.isawaitable(found):
                    found = await found
        except TimeoutError:
            raise DeadlineError(f"the function gave no answer in {self._seconds:g} seconds") from None
        except ModelError:
            raise
        except Exception as error:  # noqa: BLE001  whatever a user's function raises is the row's error
            what = f"the function failed: {type(error).__name__}: {error}"[:_TOLD]
            raise RequestRefusedError(what, final=True) from None
        if not isinstance(found, str):
            what = f"the function returned a {type(found).__name__}, not a text"
            raise RequestRefusedError(what, final=True)
        return Completion(text=found)

    async def aclose(self) -> None:
        """Do nothing."""


def digest(parts: Sequence[str], folder: Path) -> str:
    """A fingerprint of a command or function, with the contents of the files that it names.

    Another program must not be answered from the cache of this one.
    """
    found = hashlib.sha256("\0".join(parts).encode())
    for part in parts:
        file = folder / part
        with suppress(OSError, ValueError):
            if file.is_file() and file.stat().st_size <= MAX_BYTES:
                found.update(file.read_bytes())
    return found.hexdigest()[:16]
