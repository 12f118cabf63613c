"""Kills a run at chosen points, lets it go on, and reports what is left: python -m tests.runs.store.killing.

Everything is imported once; each run is a fork. A fork counts what Python does (every call and return, of C
functions too) and is killed when the count is reached, so that any moment can be hit, also within a commit.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import select

from jurat.cli import main as jurat_main
from jurat.cli.commands.run import command
from jurat.runs.store.store import open_store
from jurat.runs.store.table_schema import scores

IMPORTED_ONCE = command


def forked(
    arguments: list[str], folder: Path, kill_at: int | None = None, count_to: Path | None = None
) -> int:
    """Run a command in a child; its exit code, or minus the signal that ended it."""
    pid = os.fork()
    if pid == 0:
        os.chdir(folder)
        log = os.open(folder / "log", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
        os.dup2(log, 1)
        os.dup2(log, 2)
        seen = 0

        def watch(*_: object) -> None:
            nonlocal seen
            seen += 1
            if seen == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.setprofile(watch)
        code = jurat_main(arguments)
        sys.setprofile(None)
        if count_to is not None:
            count_to.write_text(str(seen))
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def left(folder: Path, out: str, url: str) -> dict[str, Any]:
    """What a run left: its file, and all that the store holds of it but names and times."""
    with open_store(url) as store:
        (run,) = store.runs()
        kept = [(one.row, one.status, one.verdict, one.line.decode()) for one in store.results(run)]
        with store.reading() as connection:
            columns = (scores.c.metric, scores.c.verdict, scores.c.value, scores.c.place)
            values = sorted(tuple(row) for row in connection.execute(select(*columns)))
    held = json.dumps([run.done, run.finished is not None, run.summary.to_json(), kept, values])
    file = (folder / out).read_bytes()
    return {
        "file": sha256(file).hexdigest(),
        "store": sha256(held.encode()).hexdigest(),
        "rows": run.done,
        "places": [place for place, *_ in kept] == list(range(1, run.done + 1)),
    }


def killed_and_resumed(folder: Path, run: list[str], points: list[int], out: str, url: str) -> dict[str, Any]:
    """Kill a run at a point, kill what goes on at the next, and let the last go on to its end."""
    store = ["--store", url]
    deaths, command = 0, run
    for kill_at in [*points, None]:
        code = forked([*command, *store], folder, kill_at)
        deaths += code == -signal.SIGKILL
        began = "was interrupted" in (folder / "log").read_text() or _kept(url)
        command = ["run", "--resume", "last"] if began else run
        if code in (0, 2) and _finished(url):
            break
    return {**left(folder, out, url), "deaths": deaths}


def _kept(url: str) -> bool:
    return _ask(url, lambda store: bool(store.runs()))


def _finished(url: str) -> bool:
    return _ask(url, lambda store: store.find("last").finished is not None)


def _ask(url: str, question: Callable[[Any], bool]) -> bool:
    try:
        with open_store(url) as store:
            return question(store)
    except Exception:  # noqa: BLE001
        return False


def main(place: str, data: str, out: str, kills: int, seed: int, urls: list[str]) -> None:
    """Print what an uninterrupted run leaves, then what each run leaves that was killed."""
    rng = random.Random(seed)
    run = ["run", data, "--judge", "toy", "-o", out]
    folders = [Path(place) / f"run-{number}" for number in range(kills + 1)]
    for folder in folders:
        folder.mkdir()
    named = urls or [str(folder / ".jurat" / "runs.sqlite") for folder in folders]
    count = Path(place) / "count"
    forked([*run, "--store", named[0]], folders[0], count_to=count)
    tell(left(folders[0], out, named[0]))
    total = int(count.read_text())
    for folder, url in zip(folders[1:], named[1:], strict=True):
        points = [rng.randrange(1, total), rng.randrange(1, total // 2)]
        tell(killed_and_resumed(folder, run, points, out, url))


def tell(found: dict[str, Any]) -> None:
    """One line of JSON; flushed, so that no fork says it again."""
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]), sys.argv[6:])
