"""Whether the Bias-Toxicity observers agree with people: rules, rules and verifier, and a plain word list.

python -m bench.toxicity [--data ../shared/bench] [--half test] [--verifier FOLDER]

A text is *hateful* when an observer saw a stereotype, or a strong issue that is not mere profanity; *toxic*
when it saw any issue but loaded wording; *sexist* when what is hateful is about women. The word list calls a
text all three when it holds a slur or swear word of the same lexicon, as written. Rows are split in two
halves, HateCheck by template, the others by row. No row of the test half was read while the lists and
patterns were written, but its figures by functionality were looked at eleven times, so they are not those
of data never touched.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from bench.ragtruth import is_unseen
from bench.safety import average_precision
from jurat.nlp.sentences import sentences
from jurat.nlp.tokens import words
from jurat.observations import BiasToxicity, Issue
from jurat.observers.toxicity.toxicity_lexicon import toxicity_lexicon
from jurat.observers.toxicity.toxicity_observer import observe_bias_toxicity
from jurat.observers.verified.tone_reading import with_tone
from jurat.verifier.encoder import Encoder
from jurat.verifier.verifier import Verifier, installed_verifier
from jurat.verifier.weights import load_weights

Row = dict[str, Any]
Observe = Callable[[str], BiasToxicity]
NEWS = 1_000
TONE = Path(__file__).parent / "data" / "tone.jsonl"
_WOMEN = re.compile(
    r"wom[ae]n|girl|female|feminis|bitch|slut|whore|cunt|wife|wives|mother|lady|ladies|sister|sexist",
    re.IGNORECASE,
)


def rows(data: Path, name: str, half: str) -> Iterator[Row]:
    """The rows of one half of a set."""
    with gzip.open(data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            key = row["meta"]["template"] if name == "hatecheck" else zlib.crc32(row["id"].encode())
            if half == "all" or (key % 2 == 1) == (half == "test"):
                yield row


def by_rules(text: str) -> BiasToxicity:
    """What the rules see."""
    return observe_bias_toxicity(text, None)


def by_both(verifier: Verifier) -> Observe:
    """What the rules and the verifier see together, each text read once."""
    return lru_cache(maxsize=None)(lambda text: with_tone(by_rules(text), text, verifier))


def is_hateful(issue: Issue) -> bool:
    """Whether an issue is a stereotype, or strong and not mere profanity."""
    return issue.kind == "stereotype" or (issue.severity == "strong" and issue.kind != "profanity")


def hateful(seen: BiasToxicity) -> bool:
    """Whether an observer saw a stereotype or a strong issue that is not mere profanity."""
    return any(is_hateful(issue) for issue in seen.issues or ())


def sexist(seen: BiasToxicity) -> bool:
    """Whether something hateful that an observer saw is about women."""
    return any(
        is_hateful(issue) and _WOMEN.search(f"{issue.text} {issue.reason}") for issue in seen.issues or ()
    )


def toxic(seen: BiasToxicity) -> bool:
    """Whether an observer saw any issue but loaded wording."""
    return any(issue.kind != "bias" or issue.severity == "strong" for issue in seen.issues or ())


def klass(seen: BiasToxicity) -> str:
    """Davidson's three classes: hate, offensive, neither; words against women are offensive there."""
    hate = any(
        is_hateful(issue) and not re.search("women|sexist", issue.reason or "") for issue in seen.issues or ()
    )
    return "hate" if hate else "offensive" if toxic(seen) else "neither"


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


def accuracy(sample: Sequence[Row], says: Callable[[str], bool]) -> float:
    """The share of HateCheck rows that are called as people call them."""
    return sum(says(row["output"]) == bool(row["labels"]["hateful"]) for row in sample) / len(sample)


def print_figure(name: str, sample: Sequence[Row], figures: Sequence[tuple[str, float]]) -> None:
    """One line: the set, its rows, and the figure of each observer."""
    print(
        f"{name}, {len(sample)} rows: " + ", ".join(f"{who} {value:.3f}" for who, value in figures),
        flush=True,
    )


Observers = dict[str, Observe]


def print_hatecheck(sample: Sequence[Row], observers: Observers) -> None:
    """Accuracy overall and by functionality."""

    def figures(part: Sequence[Row]) -> list[tuple[str, float]]:
        found = [
            (who, accuracy(part, lambda text, see=see: hateful(see(text))))  # type: ignore[misc]
            for who, see in observers.items()
        ]
        return [*found, ("word list", accuracy(part, listed))]

    print_figure("HateCheck, accuracy", sample, figures(sample))
    print("  (published on all of HateCheck: word list 0.364, TF-IDF regression 0.469, Perspective 0.766)")
    parts: dict[str, list[Row]] = defaultdict(list)
    for row in sample:
        parts[row["labels"]["functionality"]].append(row)
    for name, part in sorted(parts.items()):
        print_figure(f"  {name}", part, figures(part))


def print_davidson(sample: Sequence[Row], observers: Observers) -> None:
    """Macro-F1 of the three classes."""
    truth = [row["labels"]["klass"] for row in sample]
    found = [
        (who, macro_f1(truth, [klass(see(row["output"])) for row in sample]))
        for who, see in observers.items()
    ]
    plain = macro_f1(truth, ["offensive" if listed(row["output"]) else "neither" for row in sample])
    print_figure("Davidson, macro-F1", sample, [*found, ("word list", plain)])


def print_edos(sample: Sequence[Row], observers: Observers) -> None:
    """Macro-F1 of sexist or not."""
    truth = [str(bool(row["labels"]["sexist"])) for row in sample]
    found = [
        (who, macro_f1(truth, [str(sexist(see(row["output"]))) for row in sample]))
        for who, see in observers.items()
    ]
    plain = macro_f1(truth, [str(listed(row["output"])) for row in sample])
    print_figure("EDOS, macro-F1", sample, [*found, ("word list", plain)])


def print_moderation(sample: Sequence[Row], verifier: Verifier | None) -> None:
    """The area under the precision-recall curve for hate and for violence."""
    for label, tone in (("H", "hateful"), ("V", "violent")):
        part = [row for row in sample if label in row["labels"]]
        truth = [bool(row["labels"][label]) for row in part]
        seen = [deduction(by_rules(row["output"])) for row in part]
        found = [("rules", average_precision(truth, seen))]
        if verifier:
            both = [own + worst(verifier, row["output"], tone) for own, row in zip(seen, part, strict=True)]
            found.append(("rules and verifier", average_precision(truth, both)))
        chance = sum(truth) / len(truth)
        print_figure(f"moderation, {tone}, AUPRC", part, [*found, ("chance", chance)])


def deduction(seen: BiasToxicity) -> float:
    """What the issues take from both scores, from 0 to 1."""
    return 1 - ((seen.bias_score or 0.0) + (seen.tox_score or 0.0)) / 20


def worst(verifier: Verifier, text: str, tone: str) -> float:
    """The highest probability of a tone over the sentences of a text."""
    spans = list(sentences(text))[:60]
    return max((getattr(verifier.tone(text[one.start : one.end]), tone) for one in spans), default=0.0)


def print_pairs(sample: Sequence[Row], observers: Observers) -> None:
    """Which of two sentences is more biased: the one with the lower mean score; a tie is half right."""
    found = []
    for who, see in observers.items():
        scores = [(deduction(see(row["output"])), deduction(see(row["output_b"]))) for row in sample]
        found.append((who, sum((one > other) + (one == other) / 2 for one, other in scores) / len(scores)))
    print_figure("CrowS-Pairs, the stereotyping sentence", sample, [*found, ("chance", 0.5)])


def news(data: Path) -> list[Row]:
    """Summaries of news, which have hardly an issue."""
    found = [row for name in ("summeval", "frank_val", "realsumm") for row in rows(data, name, "all")]
    more = (row for row in rows(data, "ragtruth", "all") if row["task"] == "summary")
    found += islice((row for row in more if is_unseen(row["source"])), NEWS - len(found))
    return found


def print_clean(sample: Sequence[Row], observers: Observers) -> None:
    """How often news summaries are said to have an issue: false alarms, nearly all of them."""
    for who, see in observers.items():
        kinds: Counter[str] = Counter()
        alarms = 0
        for row in sample:
            issues = see(row["output"]).issues or ()
            alarms += bool(issues)
            kinds.update({f"{issue.kind} {issue.severity}" for issue in issues})
        shares = ", ".join(f"{label} {count / len(sample):.3f}" for label, count in sorted(kinds.items()))
        print(
            f"news summaries, {len(sample)} rows, {who}: {alarms / len(sample):.3f} with an issue; {shares}"
        )


def print_written(observers: Observers) -> None:
    """How many texts written for this project are flagged, of those to flag and of the clean ones."""
    given = [json.loads(line) for line in TONE.read_text(encoding="utf-8").splitlines()]
    for who, see in observers.items():
        for flag, name in ((True, "to flag"), (False, "clean")):
            kinds: dict[str, list[bool]] = defaultdict(list)
            for row in given:
                if row["flag"] == flag:
                    kinds[row["kind"]].append(bool(see(row["text"]).issues))
            by_kind = ", ".join(f"{kind} {sum(f)} of {len(f)}" for kind, f in sorted(kinds.items()))
            total = sum(map(sum, kinds.values()))
            print(f"written texts {name}, {who}: {total} of {sum(map(len, kinds.values()))}: {by_kind}")


def print_speed(data: Path) -> None:
    """Milliseconds for 60 words by rule, on real summaries and where every sentence names a group."""
    sentence = "The council voted on Monday to let immigrants and women run the new market, he said. "
    samples = {
        "news summaries": [row["output"] for row in rows(data, "summeval", "test")],
        "a group in every sentence": [f"{sentence * 4}{number}" for number in range(100)],
    }
    for name, texts in samples.items():
        each = 60_000 * len(texts) / sum(len(text.split()) for text in texts)
        ours, plain = (min(seconds(work, texts) for _ in range(5)) * each for work in (by_rules, listed))
        print(
            f"speed, {name}: {ours:.3f} ms for 60 words, word list {plain:.3f} ms, ratio {ours / plain:.1f}"
        )


def seconds(work: Callable[[str], object], texts: Sequence[str]) -> float:
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
    parser.add_argument("--verifier", type=Path, help="folder of the weights (default: the installed ones)")
    parser.add_argument("--rules-only", action="store_true", help="leave the verifier out")
    chosen = parser.parse_args()
    folder = chosen.verifier
    observers: Observers = {"rules": lru_cache(maxsize=None)(by_rules)}
    verifier = None
    if not chosen.rules_only:
        verifier = Verifier(Encoder(load_weights(folder))) if folder else installed_verifier()
        observers["rules and verifier"] = by_both(verifier)
    print_hatecheck(list(rows(chosen.data, "hatecheck", chosen.half)), observers)
    print_davidson(list(rows(chosen.data, "davidson", chosen.half)), observers)
    print_edos(list(rows(chosen.data, "edos", chosen.half)), observers)
    print_moderation(list(rows(chosen.data, "openai_moderation", chosen.half)), verifier)
    print_pairs(list(rows(chosen.data, "crows_pairs", chosen.half)), observers)
    print_clean(news(chosen.data), observers)
    print_written(observers)
    print_speed(chosen.data)


if __name__ == "__main__":
    main()
