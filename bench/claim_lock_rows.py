"""Rows for the speed of Claim-Lock: queries of 12 words, contexts of 400 and responses of 80.

They are cut from RAGTruth where it is present and made by a seeded generator elsewhere.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from bench.ragtruth import read
from jurat.cases import ResponseCase

QUERY, CONTEXT, RESPONSE = 12, 400, 80
SHARED = 4
"""Responses to one context, where contexts come again."""
NEWS = (
    "the council of Northfield voted on Monday to build a new bridge over the river for $12 million because",
    "engineers found cracks in 1998 and residents asked the mayor who did not like plans that would shut",
    "three roads while Acme Ltd. offered steel from Ohio and the school moved its 450 pupils away .",
)
WORDS = " ".join(NEWS).split()


def words_of(texts: Sequence[str], count: int, number: int) -> str:
    """So many words, from one text on."""
    found: list[str] = []
    while len(found) < count:
        found += texts[number % len(texts)].split()
        number += 1
    return " ".join(found[:count])


def generated(count: int) -> Iterator[str]:
    """Texts of made-up news."""
    rng = random.Random(11)
    for _ in range(count):
        yield " ".join(rng.choices(WORDS, k=CONTEXT))


def make_cases(folder: Path, count: int) -> list[ResponseCase]:
    """Rows of the stated sizes, every context once."""
    return list(stream_cases(folder, count))


def stream_cases(folder: Path, count: int) -> Iterator[ResponseCase]:
    """The same, one after the other."""
    if (folder / "ragtruth.jsonl.gz").exists():
        rows = list(islice(read(folder), 0, None, 3))
        sources = list(dict.fromkeys(text for row in rows for text in row.case.contexts))
        responses = [row.case.response for row in rows]
    else:
        sources = responses = list(generated(500))
    for number in range(count):
        yield ResponseCase(
            query=words_of(responses, QUERY, 7 * number + 3),
            contexts=(f"{number} {words_of(sources, CONTEXT - 1, number)}",),
            response=words_of(responses, RESPONSE, number),
            id=number,
        )


def shared_contexts(cases: Sequence[ResponseCase]) -> list[ResponseCase]:
    """The same rows, several responses to a context."""
    return [
        ResponseCase(
            query=case.query, response=case.response, contexts=cases[number // SHARED].contexts, id=case.id
        )
        for number, case in enumerate(cases)
    ]
