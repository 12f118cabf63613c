"""Cases whose every text field is hostile."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

XSS = [
    line
    for line in (Path(__file__).parent / "xss.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
ALL = "\n".join(XSS)


def responses(price: int = 9, other_ids: int = 0) -> Iterator[dict[str, Any]]:
    """One case for each text of the corpus, in every field, and one with all of them at once.

    The first ``other_ids`` have ids that are hostile in another way.
    """
    for number, payload in enumerate((*XSS, ALL)):
        yield {
            "id": f"{payload}{XSS[1]}" if number < other_ids else payload,
            "query": f"What does {payload} cost?",
            "contexts": [f"The price of {payload} is $5.", payload],
            "response": f"The price of {payload} is ${price} since 2020. {payload}",
        }


def summary() -> dict[str, Any]:
    """An article and a summary full of them."""
    article = " ".join(
        f"The council voted {n} to 2 on {payload} in March." for n, payload in enumerate(XSS, 3)
    )
    told = " ".join(f"The council voted {n} to 9 on {payload}." for n, payload in enumerate(XSS[:6], 3))
    return {"id": XSS[1], "article": article, "summary": told}


def council() -> dict[str, Any]:
    """A council whose members, answers and notes are hostile."""
    names = [one for one in XSS if ":" not in one][:5]
    scores = {"accuracy": 4, "relevance": 5, "completeness": 6, "conciseness": 7, "clarity": 8}
    reviews = [
        {
            "reviewer": one,
            "evaluations": {other: {**scores, "notes": ALL} for other in names if other != one},
            "ranking": names,
        }
        for one in names
    ]
    return {"query": ALL, "candidates": dict.fromkeys(names, ALL), "reviews": reviews}


def chair() -> list[dict[str, Any]]:
    """What a model says that answers, reviews and sums up with nothing else; no review can be read of it."""
    return [{"form": form, "reply": ALL} for form in ("answer", "review", "holistic", "synthesis")]


def write(path: Path, rows: Iterator[dict[str, Any]] | list[dict[str, Any]]) -> Path:
    """A file of cases."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
