"""The built-in tagger beside spaCy's: python -m bench.taggers [--sentences 300]

Needs the extra `spacy`. Both taggers stand before the same chunker and clause parser. For each: the time for
80 words of tags alone and of triples, the agreement of the triples with those of spaCy's dependency parse (as
bench.triples), and the traps of Claim-Lock and of the summary judges that give what is expected. The built-in
tagger learned from spaCy's tags, and the chunker was written for its tags.
"""

from __future__ import annotations

import argparse
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

from bench.ablation import TRAPS, passes_response, passes_summary
from bench.teacher import DATA, load
from bench.triples import Cut, Read, ours, sample
from jurat.nlp.tagging.protocol import BUILT_IN, Tagger, use_tagger
from jurat.nlp.tagging.spacy_tagger import SpacyTagger
from jurat.nlp.treebank_tokens import treebank_tokens
from jurat.observers.grounding.indexed_doc import indexed_doc
from jurat.observers.grounding.passages import PASSAGES


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def agreement(cuts: list[tuple[Cut, set[Read], float]]) -> float:
    """Return the F1 of our triples against those of the dependency parse."""
    mine = [ours(cut) for cut, _, _ in cuts]
    both = sum(len(read & own) for own, (_, read, _) in zip(mine, cuts, strict=True))
    return 2 * both / (sum(map(len, mine)) + sum(len(read) for _, read, _ in cuts))


def passed() -> tuple[int, int]:
    """Return how many traps of responses and of summaries give what is expected."""
    responses = tomllib.loads((TRAPS / "claim_traps.toml").read_text(encoding="utf-8"))["trap"]
    summaries = tomllib.loads((TRAPS / "summary_traps.toml").read_text(encoding="utf-8"))
    return (
        sum(map(passes_response, responses)),
        sum(passes_summary(summaries["articles"], trap) for trap in summaries["trap"]),
    )


def line(tagger: Tagger, cuts: list[tuple[Cut, set[Read], float]]) -> str:
    """Return the figures of one tagger as a row of a table."""
    sentences = [treebank_tokens(cut.text, cut.start, cut.end).words for cut, _, _ in cuts]
    words = sum(len(cut.text[cut.start : cut.end].split()) for cut, _, _ in cuts)
    PASSAGES.clear()
    indexed_doc.cache_clear()
    with use_tagger(tagger):
        tagger.tag(["Warm", "up", "."])
        tags = seconds(lambda: [tagger.tag(one) for one in sentences])
        triples = seconds(lambda: [ours(cut) for cut, _, _ in cuts])
        f1, (responses, summaries) = agreement(cuts), passed()
    cost = " | ".join(f"{80000 * spent / words:.2f}" for spent in (tags, triples))
    return f"| {tagger.name} | {cost} | {f1:.3f} | {responses} | {summaries} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sentences", type=int, default=300)
    parser.add_argument("--data", type=Path, default=DATA)
    given = parser.parse_args()
    cuts = list(sample(load("ner"), given.data, "test", given.sentences))
    print("| tagger | ms for 80 words, tags | triples | F1 of triples | claim traps | summary traps |")
    print("|---|---|---|---|---|---|")
    for tagger in (BUILT_IN, SpacyTagger.load()):
        print(line(tagger, cuts), flush=True)


if __name__ == "__main__":
    main()
