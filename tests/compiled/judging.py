"""Judge all that the repository holds to be judged, and what chance makes of it: a line of JSON for each.

    python tests/compiled/judging.py

Run by the tests once with the compiled engine and once without.
"""

from __future__ import annotations

import random
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from jurat.cases import SummaryCase
from jurat.judges.registry import judge
from jurat.observers.summaries.summary_observer import observe
from jurat.options import Options
from jurat.scoring.label_limits import JUDGE_LOCK
from jurat.wire import dump

ROOT = Path(__file__).parents[2]
TRAPS = ROOT / "tests" / "observers" / "claim_traps.toml"
SENTENCES = ROOT / "tests" / "nlp" / "syntax" / "triples.txt"
CHANCE = 150
HOSTILE = (
    "\x1b[31m",
    "\u202e",
    "\u0000",
    "<b>",
    "12½",
    "$1.2bn",
    "٣٤",
    "n't",
    "’s",
    "…",
    "\ud7ff",
    "🙂",
    "\n\n",
    "1/2/1999",
)


def pairs() -> Iterator[tuple[str, list[str]]]:
    """Responses and the contexts they are held against."""
    for trap in tomllib.loads(TRAPS.read_text(encoding="utf-8"))["trap"]:
        yield trap["response"], trap["contexts"]
    pages = sorted((ROOT / "docs").rglob("*.md"))
    for page in pages:
        text = page.read_text(encoding="utf-8")
        yield text[len(text) // 2 :][:1500], [text[:6000]]
    yield from by_chance([text.read_text(encoding="utf-8") for text in (TRAPS, SENTENCES, *pages)])


def by_chance(texts: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Words of all texts in any order, with what is hard to read among them."""
    rng = random.Random(5)
    words = [*" ".join(texts).split(), *HOSTILE * 40]
    for _ in range(CHANCE):
        said = rng.choices(words, k=rng.randint(1, 400))
        start = rng.randrange(len(said))
        yield " ".join(said[start : start + 60]), [" ".join(said)]


def lines() -> Iterator[bytes]:
    """Every result, as it stands in a file."""
    found = list(pairs())
    responses = [{"query": text[:80], "response": text, "contexts": given} for text, given in found]
    summaries = [{"article": " ".join(given), "summary": text} for text, given in found]
    for name in ("twin-lock", "judge-lock"):
        yield from map(dump, judge(name).judge_many(summaries))
    cases = [SummaryCase(**texts) for texts in summaries]
    for seen in observe(cases, JUDGE_LOCK, Options(), weighed=True):
        yield repr(seen.hallucination).encode()
    yield from map(dump, judge("claim-lock").judge_many(responses))


if __name__ == "__main__":
    sys.stdout.buffer.writelines(line + b"\n" for line in lines())
