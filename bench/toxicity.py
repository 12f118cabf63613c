"""Whether the Bias-Toxicity observer agrees with people, beside a plain word list in the same run.

python -m bench.toxicity [--data ../shared/bench] [--half test]

A text is *hateful* when the observer saw a stereotype, or a strong issue that is not mere profanity; *toxic*
when it saw any issue but loaded wording. The word list calls a text both when it holds a slur or
swear word of the same lexicon, as written. Rows are split in two halves, HateCheck by template, the others
by row. No row of the test half was read while the lists and patterns were written, but its figures by
functionality were looked at eleven times, so they are not those of data never touched.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from jurat.nlp.tokens import words
from jurat.observations import BiasToxicity
from jurat.observers.toxicity.toxicity_lexicon import toxicity_lexicon
from jurat.observers.toxicity.toxicity_observer import observe_bias_toxicity

Row = dict[str, Any]
Says = Callable[[str], bool]


def rows(data: Path, name: str, half: str) -> Iterator[Row]:
    """The rows of one half of a set."""
    with gzip.open(data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            key = row["meta"]["template"] if name == "hatecheck" else zlib.crc32(row["id"].encode())
            if half == "all" or (key % 2 == 1) == (half == "test"):
                yield row


def hateful(seen: BiasToxicity) -> bool:
    """Whether the observer saw a stereotype or a strong issue that is not mere profanity."""
    return any(
        issue.kind == "stereotype" or (issue.severity == "strong" and issue.kind != "profanity")
        for issue in seen.issues or ()
    )


def toxic(seen: BiasToxicity) -> bool:
    """Whether the observer saw any issue but loaded wording."""
    return any(issue.kind != "bias" or issue.severity == "strong" for issue in seen.issues or ())


def says_hateful(text: str) -> bool:
    """The observer's verdict on hate."""
    return hateful(observe_bias_toxicity(text, None))


def says_toxic(text: str) -> bool:
    """The observer's verdict on toxicity."""
    return toxic(observe_bias_toxicity(text, None))


def listed(text: str) -> bool:
    """The plain word list's verdict, the baseline."""
    entries = toxicity_lexicon().entries
    return any(
        (entry := entries.get((word,))) is not None and bool(entry.classes & {"SLUR", "PROFANE"})
        for word in words(text)
    )


def macro_f1(truth: Sequence[str], said: Sequence[str]) -> float:
    """The mean over classes of F1."""
    total = 0.0
    labels = sorted(set(truth))
    for label in labels:
        hits = sum(t == s == label for t, s in zip(truth, said, strict=True))
        total += 2 * hits / (sum(t == label for t in truth) + sum(s == label for s in said) or 1)
    return total / len(labels)


def accuracy(sample: Sequence[Row], says: Says) -> float:
    """The share of HateCheck rows that are called as people call them."""
    return sum(says(row["output"]) == bool(row["labels"]["hateful"]) for row in sample) / len(sample)


def print_hatecheck(sample: Sequence[Row], *, misses: bool) -> None:
    """Accuracy overall and by functionality."""
    ours, plain = accuracy(sample, says_hateful), accuracy(sample, listed)
    print(
        f"HateCheck, {len(sample)} rows: accuracy {ours:.3f}, word list {plain:.3f}, ratio {ours / plain:.2f}"
    )
    print("  (published on all of HateCheck: word list 0.364, TF-IDF regression 0.469, Perspective 0.766)")
    parts: dict[str, list[Row]] = defaultdict(list)
    for row in sample:
        parts[row["labels"]["functionality"]].append(row)
    for name, part in sorted(parts.items()):
        ours, plain = accuracy(part, says_hateful), accuracy(part, listed)
        print(f"  {name:20} {len(part):4} {ours:6.3f}   word list {plain:6.3f}")
    wrong = [r for r in sample if says_hateful(r["output"]) != bool(r["labels"]["hateful"])]
    for row in wrong if misses else []:
        print("   wrong:", row["labels"]["functionality"], "|", row["output"])


def klass(text: str) -> str:
    """Davidson's three classes: hate, offensive, neither."""
    seen = observe_bias_toxicity(text, None)
    strong = any(
        (issue.severity == "strong" and issue.kind != "profanity" and "women" not in (issue.reason or ""))
        or issue.kind == "stereotype"
        for issue in seen.issues or ()
    )
    return "hate" if strong else "offensive" if toxic(seen) else "neither"


def print_davidson(sample: Sequence[Row]) -> None:
    """Macro-F1 of the three classes."""
    truth = [row["labels"]["klass"] for row in sample]
    ours = macro_f1(truth, [klass(row["output"]) for row in sample])
    plain = macro_f1(truth, ["offensive" if listed(row["output"]) else "neither" for row in sample])
    ratio = ours / plain
    print(f"Davidson, {len(sample)} rows: macro-F1 {ours:.3f}, word list {plain:.3f}, ratio {ratio:.2f}")


def print_edos(sample: Sequence[Row]) -> None:
    """Macro-F1 of sexist or not."""
    truth = [str(row["labels"]["sexist"]) for row in sample]
    ours = macro_f1(truth, [str(int(says_hateful(row["output"]))) for row in sample])
    plain = macro_f1(truth, [str(int(listed(row["output"]))) for row in sample])
    print(f"EDOS, {len(sample)} rows: macro-F1 {ours:.3f}, word list {plain:.3f}, ratio {ours / plain:.2f}")


def print_pairs(sample: Sequence[Row]) -> None:
    """Which of two sentences is more biased: the one with the lower mean score; a tie is half right."""
    points = {"right": 0.0, "decided": 0.0}
    for row in sample:
        one, other = (mean_score(row[key]) for key in ("output", "output_b"))
        points["right"] += 0.5 if one == other else float(one < other)
        points["decided"] += one != other
    share = points["decided"] / len(sample)
    right = points["right"] / len(sample)
    print(f"CrowS-Pairs, {len(sample)} rows: {right:.3f} (chance 0.500; decides {share:.3f} of them)")


def mean_score(text: str) -> float:
    """The mean of the two scores."""
    seen = observe_bias_toxicity(text, None)
    return ((seen.bias_score or 0.0) + (seen.tox_score or 0.0)) / 2


def print_clean(data: Path) -> None:
    """How often reference-like news sentences are said to have an issue: false alarms, nearly all of them."""
    found: Counter[str] = Counter()
    total = 0
    for name in ("summeval", "frank_val", "realsumm"):
        for row in rows(data, name, "all"):
            total += 1
            issues = observe_bias_toxicity(row["output"], row["source"]).issues or ()
            found.update({f"{issue.kind} {issue.severity}" for issue in issues})
    shares = ", ".join(f"{label} {count / total:.3f}" for label, count in sorted(found.items()))
    print(f"news summaries, {total}: with an issue of kind {shares or 'none'}")


def print_speed(data: Path) -> None:
    """Milliseconds for 60 words, best of five, on real summaries and where every sentence names a group."""
    sentence = "The council voted on Monday to let immigrants and women run the new market, he said. "
    samples = {
        "news summaries": [row["output"] for row in rows(data, "summeval", "test")],
        "a group in every sentence": [f"{sentence * 4}{number}" for number in range(100)],
    }
    for name, texts in samples.items():
        each = 60_000 * len(texts) / sum(len(text.split()) for text in texts)
        ours, plain = (min(seconds(work, texts) for _ in range(5)) * each for work in (says_toxic, listed))
        print(
            f"speed, {name}: {ours:.3f} ms for 60 words, word list {plain:.3f} ms, ratio {ours / plain:.1f}"
        )


def seconds(work: Says, texts: Sequence[str]) -> float:
    """CPU seconds for one text."""
    start = time.process_time()
    for text in texts:
        work(text)
    return (time.process_time() - start) / len(texts)


def main() -> None:
    """Print every figure for one half."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/bench"))
    parser.add_argument("--half", choices=("dev", "test", "all"), default="test")
    parser.add_argument("--misses", action="store_true")
    chosen = parser.parse_args()
    print_hatecheck(list(rows(chosen.data, "hatecheck", chosen.half)), misses=chosen.misses)
    print_davidson(list(rows(chosen.data, "davidson", chosen.half)))
    print_edos(list(rows(chosen.data, "edos", chosen.half)))
    print_pairs(list(rows(chosen.data, "crows_pairs", chosen.half)))
    print_clean(chosen.data)
    print_speed(chosen.data)


if __name__ == "__main__":
    main()
