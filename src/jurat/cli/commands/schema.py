"""`jurat schema`: JSON Schemas of inputs and outputs."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from jurat.cli.dispatch import FINE
from jurat.errors import InputError
from jurat.judges.label_wire import schemas


def command(
    name: Annotated[str | None, typer.Argument(help="Name of one schema (default: all).")] = None,
) -> int:
    """Print the JSON Schemas of labels, cases and results."""
    made = schemas()
    if name is not None and name not in made:
        raise InputError(f"unknown schema {name!r}", hint=f"choose one of {', '.join(made)}")
    shown = made if name is None else made[name]
    sys.stdout.write(json.dumps(shown, indent=2, ensure_ascii=False) + "\n")
    return FINE
