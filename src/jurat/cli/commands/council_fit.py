"""`jurat council fit`: rubric weights that agree best with people's choices between candidates."""

from __future__ import annotations

import json as jsons
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jurat.cli.council_questions import is_file_name
from jurat.cli.dispatch import BAD_INPUT, FINE
from jurat.cli.flags import option_flags as flags
from jurat.cli.flags.store_flags import StoreFlag, store_named
from jurat.cli.io import open_lines
from jurat.errors import InputError

if TYPE_CHECKING:
    from jurat.observations import Review
    from jurat.runs.council.preferences import Fit


def command(
    reviews: Annotated[
        str,
        typer.Argument(help="File of questions with candidates and reviews (.jsonl), or a saved run."),
    ],
    *,
    pairs: Annotated[
        Path | None,
        typer.Option(help="File of choices, one {id, better, worse} per line (.jsonl)."),
    ] = None,
    person: Annotated[
        list[str] | None,
        typer.Option(
            help="Human reviewer; the order of their holistic scores counts as choices (repeatable)."
        ),
    ] = None,
    rubric: flags.RubricFlag = None,
    weight: flags.WeightFlag = None,
    store: StoreFlag = None,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> int:
    """Fit rubric weights to people's choices and measure the gain by cross-validation.

    Weights are 0 or more, sum to 1 and stay as close to the present ones as the choices allow. For a
    saved run, holistic scores that people gave in the page count as choices too.
    """
    from jurat.runs.council.preferences import choices_of, fit_choices, read_choice
    from jurat.runs.council.saved_reviews import saved_reviews
    from jurat.runs.store.store import open_store

    options = flags.council_options(flags.given_options({"rubric": rubric, "weight": weight}))
    people = person or []
    with ExitStack() as stack:
        if is_file_name(reviews) or Path(reviews).exists():
            known = _reviews(reviews, stack)
        else:
            judged = saved_reviews(stack.enter_context(open_store(store_named(store))), reviews)
            known, people = judged.reviews, [*people, *judged.people]
        choices = [one for key, own in known.items() for one in choices_of(key, own, people)]
        if pairs is not None:
            choices += [read_choice(one, where) for where, one in _objects(str(pairs), stack)]
    if not choices:
        hint = "give --pairs FILE, or --person NAME for a reviewer who is a person"
        raise InputError("no choices between candidates given", hint=hint)
    fitted = fit_choices(known, choices, options, people)
    if json:
        told = {**asdict(fitted.found), "present": fitted.present, "skipped": fitted.skipped}
        sys.stdout.write(jsons.dumps(told) + "\n")
    else:
        sys.stdout.write("\n".join(_lines(fitted)) + "\n")
    return FINE if fitted.found.pairs else BAD_INPUT


def _reviews(file: str, stack: ExitStack) -> dict[str, Sequence[Review]]:
    """Return the reviews of each question of a file, by the question's id."""
    from jurat.judges.council.api import read_questions
    from jurat.outcomes import Failure

    found: dict[str, Sequence[Review]] = {}
    for one in read_questions(open_lines(file, "questions", stack)):
        if isinstance(one, Failure):
            raise InputError(one.error, where=f"{file}: {one.id}")
        if str(one.id) in found:
            raise InputError(
                "occurs twice", where=f"{file}: id {one.id}", hint="give each question its own id"
            )
        found[str(one.id)] = one.reviews
    return found


def _objects(file: str, stack: ExitStack) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the JSON objects of a file with their places."""
    for number, line in enumerate(open_lines(file, "choices", stack), start=1):
        if line.strip():
            try:
                found = jsons.loads(line)
            except ValueError:
                found = None
            if not isinstance(found, dict):
                hint = 'write {"id": …, "better": …, "worse": …}'
                raise InputError("is not a JSON object", where=f"{file}:{number}", hint=hint)
            yield f"{file}:{number}", found


def _lines(fitted: Fit) -> Iterator[str]:
    found, present, skipped = fitted
    yield f"{found.pairs} choices over {found.questions} questions" + (
        f"; {skipped} left out (a candidate lacks scores)" if skipped else ""
    )
    yield f"present weights agree with {found.present_agreement:.1%}".replace("%", " %")
    if found.gained is None:
        yield "too few choices to fit: at least 20, over 10 questions, are required; keep the present weights"
        return
    told = f"fitted weights agree with {found.agreement or 0:.1%} of choices they were not fitted to"
    span = f"gain {found.gain or 0:+.1%}, 95 % interval {found.low or 0:+.1%} to {found.high or 0:+.1%}"
    yield f"{told} ({span})".replace("%", " %").replace("95  %", "95 %")
    if not found.gained:
        yield "nothing is gained: keep the present weights"
        return
    for name, weight in found.weights.items():
        yield f"  {name:<22} {present[name]:.2f} → {weight:.2f}"
    chosen = ",".join(f"{name}={weight:.2f}" for name, weight in found.weights.items())
    yield f"use them: --weight {chosen}"
