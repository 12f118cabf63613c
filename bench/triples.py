"""How far our triples agree with those read off spaCy's dependency parse, and what each costs.

python -m bench.triples [--data ../shared/bench] [--half test] [--sentences 500] [--show 0]

The dev half (by article) is the one whose disagreements are read, with --show; the test half gives figures.
Only triples with an object are compared: direct objects, what follows "be", agents after "by". Both sides
are cut into sentences by spaCy. The parse is itself right for about nine arcs in ten, so 1.0 is not the goal.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.clause_triples import triples
from bench.teacher import DATA, load, rows
from jurat.nlp.treebank_tokens import treebank_tokens

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Span, Token

SOURCES = ("wice", "summedits", "aggrefact_ftsota")
SUBJECTS, OBJECTS = ("nsubj", "nsubjpass"), ("dobj", "dative", "attr", "acomp", "oprd")
WHO = frozenset({"who", "whom", "which", "that"})

Read = tuple[int, str, int]
"""Where the head of the subject stands, the lemma, where the head of the object stands."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One sentence of a text."""

    text: str
    start: int
    end: int


def by_spacy(sentence: Span) -> set[Read]:
    """The triples of a dependency parse, read simply."""
    found: set[Read] = set()
    for verb in sentence:
        if verb.pos_ in {"VERB", "AUX"} and verb.dep_ not in {"aux", "auxpass"}:
            for subject in _subjects(verb):
                found.update(
                    (subject.idx, verb.lemma_.lower(), one.idx) for one in _objects(verb) if one != subject
                )
    return found


def _subjects(verb: Token) -> list[Token]:
    for _ in range(6):
        own = [child for child in verb.children if child.dep_ in SUBJECTS]
        if own:
            return [named for one in own for named in _with_conjuncts(_antecedent(one, verb))]
        if verb.dep_ in {"acl", "relcl"}:
            return [verb.head]
        if verb.dep_ == "pcomp":
            verb = verb.head
        if verb.dep_ not in {"conj", "xcomp", "advcl", "prep"} or verb.head.pos_ not in {"VERB", "AUX"}:
            return []
        verb = verb.head
    return []


def _objects(verb: Token) -> list[Token]:
    own = [child for child in verb.children if child.dep_ in OBJECTS]
    own += [
        named
        for child in verb.children
        if child.dep_ == "agent"
        for named in child.children
        if named.dep_ == "pobj"
    ]
    return [named for one in own for named in _with_conjuncts(_antecedent(one, verb))]


def _antecedent(token: Token, verb: Token) -> Token:
    return verb.head if token.lower_ in WHO and verb.dep_ == "relcl" else token


def _with_conjuncts(token: Token) -> list[Token]:
    return [token, *token.conjuncts] if token.dep_ != "conj" else [token]


def ours(cut: Cut) -> set[Read]:
    """Our triples of the same kinds."""
    return {
        (one.subject.head_start, one.lemma, one.object.head_start)
        for one in triples(cut.text, cut)
        if one.object
        and one.verb.head
        and one.preposition in {"", "by"}
        and (one.passive or not one.preposition)
    }


def sample(nlp: Language, data: Path, half: str, most: int) -> Iterator[tuple[Cut, set[Read], float]]:
    """Sentences in an order that depends on their words only, with spaCy's triples and its seconds."""
    first = {str(row["source"]): str(row["output"]) for name in SOURCES for row in rows(name, data)}
    texts = sorted((one for source, one in first.items() if _half(source) == half), key=_digest)
    for text in texts:
        start = time.process_time()
        doc = nlp(text)
        seconds = time.process_time() - start
        starts = treebank_tokens(text).starts
        for sentence in doc.sents:
            read = {
                (_start(starts, who), verb, _start(starts, whom)) for who, verb, whom in by_spacy(sentence)
            }
            yield Cut(text, sentence.start_char, sentence.end_char), read, seconds
            seconds = 0.0
            most -= 1
        if most <= 0:
            return


def _start(starts: list[int], offset: int) -> int:
    return starts[bisect_right(starts, offset) - 1]


def _half(article: str) -> str:
    return "dev" if int(_digest(article)[:8], 16) % 2 else "test"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def shown(cut: Cut, read: Read) -> str:
    """A triple in words."""
    found = treebank_tokens(cut.text)
    words = dict(zip(found.starts, found.words, strict=True))
    return f"{words[read[0]]} – {read[1]} – {words[read[2]]}"


def main() -> None:
    """Print precision, recall and F1 against spaCy, and the cost as a ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--half", choices=("dev", "test"), default="test")
    parser.add_argument("--sentences", type=int, default=500)
    parser.add_argument("--show", type=int, default=0, help="print this many sentences with disagreements")
    options = parser.parse_args()
    cuts = list(sample(load("ner"), options.data, options.half, options.sentences))
    triples("Warm up.", Cut("Warm up.", 0, 8))
    start = time.process_time()
    mine = [ours(cut) for cut, _, _ in cuts]
    seconds = time.process_time() - start
    both = sum(len(read & own) for own, (_, read, _) in zip(mine, cuts, strict=True))
    we, they = sum(map(len, mine)), sum(len(read) for _, read, _ in cuts)
    for own, (cut, read, _) in [pair for pair in zip(mine, cuts, strict=True) if pair[0] != pair[1][1]][
        : options.show
    ]:
        print(cut.text[cut.start : cut.end].strip())
        print("   only ours:", "; ".join(shown(cut, one) for one in sorted(own - read)))
        print("   only spaCy:", "; ".join(shown(cut, one) for one in sorted(read - own)))
    words = sum(len(cut.text[cut.start : cut.end].split()) for cut, _, _ in cuts)
    spacy_seconds = sum(cost for _, _, cost in cuts)
    print(f"{len(cuts)} sentences, {options.half} half of {', '.join(SOURCES)}")
    print(f"triples: ours {we}, spaCy {they}, equal {both}")
    print(f"precision {both / we:.3f}  recall {both / they:.3f}  F1 {2 * both / (we + they):.3f}")
    print(f"milliseconds for 80 words: ours {80000 * seconds / words:.2f}, spaCy without ner, text by text, "
          f"{80000 * spacy_seconds / words:.2f}, ratio {spacy_seconds / seconds:.0f}")  # fmt: skip


if __name__ == "__main__":
    main()
