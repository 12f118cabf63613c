"""`jurat runs edit` and `jurat runs delete`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from jurat.cli.dispatch import FINE
from jurat.cli.flags.store_flags import RunArgument, StoreFlag, store_named
from jurat.errors import OptionError
from jurat.runs.store.run_records import NAME_LENGTH, NOTE_LENGTH, TAG_COUNT, TAG_LENGTH
from jurat.runs.store.store import open_store


def edit(
    run: RunArgument,
    *,
    name: Annotated[str | None, typer.Option("--name", help="A name; empty to remove it.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option("--tag", help="Add a tag; can be given several times.")
    ] = None,
    untag: Annotated[list[str] | None, typer.Option("--untag", metavar="TAG", help="Remove a tag.")] = None,
    note: Annotated[str | None, typer.Option("--note", help="A note; empty to remove it.")] = None,
    store: StoreFlag = None,
) -> int:
    """Name, tag or annotate a run."""
    if (name, tag, untag, note) == (None,) * 4:
        raise OptionError("nothing to edit", hint="give --name, --tag, --untag or --note")
    _check_lengths(name or "", tag or [], note or "")
    with open_store(store_named(store)) as opened:
        found = opened.find(run)
        tags = found.notes.edited(tags=(*found.notes.tags, *(tag or ()))).tags
        notes = found.notes.edited(
            name=name, note=note, tags=[one for one in tags if one not in (untag or ())]
        )
        if len(notes.tags) > TAG_COUNT:
            raise OptionError(f"more than {TAG_COUNT} tags", where="--tag", hint="remove some with --untag")
        opened.annotate(found, notes)
    sys.stderr.write(f"edited {found.id}\n")
    return FINE


def _check_lengths(name: str, tags: list[str], note: str) -> None:
    limits = [("--name", name, NAME_LENGTH), ("--note", note, NOTE_LENGTH)]
    for flag, text, most in [*limits, *(("--tag", tag, TAG_LENGTH) for tag in tags)]:
        if len(text) > most:
            raise OptionError(f"is longer than {most:,} characters", where=flag)


def delete(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Run ids, prefixes of ids, or last.")],
    *,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    store: StoreFlag = None,
) -> int:
    """Delete runs with all their results."""
    with open_store(store_named(store)) as opened:
        found = [opened.find(run) for run in runs]
        names = ", ".join(run.id for run in found)
        if not yes and not (sys.stdin.isatty() and typer.confirm(f"delete {names}?")):
            raise OptionError("nothing was deleted", hint="use --yes to delete without confirmation")
        for run in found:
            opened.delete(run)
    sys.stderr.write(f"deleted {names}\n")
    return FINE
