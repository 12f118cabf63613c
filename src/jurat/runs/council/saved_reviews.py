"""The reviews of a saved council, with those that people gave in the page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from jurat.errors import InputError
from jurat.judges.registry import is_council
from jurat.observations import Review
from jurat.runs.council.kept_sessions import merge_reviews
from jurat.runs.store.store import Store
from jurat.wire import council_observed, validated


class SavedReviews(NamedTuple):
    """The reviews of each question by its id, and the people among the reviewers."""

    reviews: dict[str, Sequence[Review]]
    people: tuple[str, ...]


def saved_reviews(store: Store, name: str) -> SavedReviews:
    """Return the reviews of a run; a person's own review in the page is added, corrections of others not."""
    run = store.find(name)
    if not is_council(run.plan.judge):
        hint = "name a run of jurat council"
        raise InputError(f"is a run of {run.plan.judge}, not of a council", where=run.id, hint=hint)
    said: dict[int, list[Review]] = {}
    for label in store.labels(run):
        given = (label.payload.get("observations") or {}).get("reviews") or ()
        own = [validated(one, Review) for one in given if one.get("reviewer") == label.annotator]
        said.setdefault(label.row, []).extend(own)
    found: dict[str, Sequence[Review]] = {}
    for kept in store.results(run):
        seen = None if kept.status == "failed" else council_observed(kept.line)
        if seen is not None:
            key = str(json.loads(kept.line)["id"])
            found[key] = merge_reviews(seen.reviews, said.get(kept.row, ()))
    people = dict.fromkeys(one.reviewer for own in said.values() for one in own)
    return SavedReviews(found, tuple(people))
