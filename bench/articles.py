"""Themes, intents, stances and tones of articles of all kinds: python -m bench.articles [even|odd|all].

Each article has phrases that people accept; a phrase is right when it holds one of them. A theme is right in
form when it is one complete sentence within the judge's tokens.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from jurat.nlp.sentences import sentences
from jurat.nlp.tokens import count_tokens
from jurat.observers.grounding.indexed_doc import indexed_doc
from jurat.observers.summaries.article_kinds import article_kind, frame
from jurat.observers.summaries.themes import theme
from jurat.scoring.label_limits import JUDGE_LOCK, TWIN_LOCK

ARTICLES = Path(__file__).parent / "data" / "articles.jsonl"
FIELDS = ("intent", "stance", "tone")


def articles(part: str) -> list[dict[str, Any]]:
    """The articles whose number is even or odd, or all of them."""
    rows = [json.loads(line) for line in ARTICLES.read_text(encoding="utf-8").splitlines()]
    wanted = {"even": (0,), "odd": (1,), "all": (0, 1)}[part]
    return [row for row in rows if int(row["id"].split("-")[1]) % 2 in wanted]


def is_accepted(phrase: str, accepted: Sequence[str]) -> bool:
    """Whether a phrase holds one that people accept, or its stem."""
    words = " ".join(re.findall(r"[a-z]+", phrase.lower()))
    return any(re.search(rf"\b{re.escape(one.lower().replace('-', ' '))}", words) for one in accepted)


def is_sentence(said: str, limit: int) -> bool:
    """Whether a theme is one sentence with a verb, within a number of tokens."""
    text = indexed_doc(said)
    whole = len(sentences(said)) == 1 and said.endswith(".") and said[:1].isupper()
    return whole and count_tokens(said) <= limit and bool(text.clauses(text.lines[0]))


def judged(row: dict[str, Any]) -> dict[str, bool]:
    """What is right of one article."""
    text = indexed_doc(row["article"])
    found = frame(text.reading)
    right = {field: is_accepted(getattr(found, field), row["accept"][field]) for field in FIELDS}
    limits = [limits.theme_tokens for limits in (TWIN_LOCK, JUDGE_LOCK)]
    themes = all(is_sentence(theme(text, limit), limit) for limit in limits)
    return right | {
        "all three": all(right.values()),
        "theme": themes,
        "kind": article_kind(text.reading) == row["kind"],
    }


def table(part: str) -> Iterator[str]:
    """The share of articles for which each is right."""
    found = [judged(row) for row in articles(part)]
    for name in (*FIELDS, "all three", "theme", "kind"):
        yield f"| {name} | {sum(one[name] for one in found)} of {len(found)} |"


def main(part: str) -> None:
    """Print the figures of one part."""
    print(f"| articles: {part} | right |\n|---|---|")
    print("\n".join(table(part)))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "all")
