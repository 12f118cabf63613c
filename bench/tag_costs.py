"""Make the tagger's tables from text that spaCy tagged, and say how well they agree on text kept aside.

python -m bench.tag_costs [--data ../shared/bench] [--write src/jurat/nlp/lexicon/data] [--words 1300000]
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from pathlib import Path

from bench.teacher import DATA, LEARNT_FROM, MODEL, Tagged, load, passages, tagged
from jurat.nlp.tagging import perceptron as tagging
from jurat.nlp.tagging.perceptron import Class, class_of, signs, written

UNUSED = ("parser", "ner", "lemmatizer", "attribute_ruler")
FIRST_ROUNDS, ROUNDS = 2, 5
WORDS_LISTED, SIGNS_LISTED, SCALE, LIGHTEST = 22_000, 10_500, 4, 3
RARE_SHARE = 0.004
SAME = {"HYPH": ":", "NFP": ":", "``": '"', "''": '"', "ADD": "NN", "AFX": "JJ", "XX": "NN", "LS": "CD"}
SAME |= {"FW": "NN", "#": "SYM", "_SP": ":", "-LRB-": "(", "-RRB-": ")", "": "NN"}
HEADER = (
    "# {what}\n"
    "# Made by `python -m bench.tag_costs` from the tags that spaCy 3.8 with {model} (MIT) gives to texts\n"
    "# of RAGTruth (MIT), SummEval (MIT), XSum faithfulness (CC-BY-4.0) and HaluEval (MIT). Apache-2.0.\n"
)

Votes = dict[str, Counter[str]]
Prepared = tuple[list[str], list[str], list[Class]]


def learnt_classes(sentences: list[Tagged]) -> tuple[dict[str, Class], dict[str, Class]]:
    """Which tags each word, and each ending of a rare word, was seen with."""
    words: Votes = defaultdict(Counter)
    rare: Votes = defaultdict(Counter)
    for texts, tags in sentences:
        for word, shape, one in zip(texts, tagging.shapes_of(texts), tags, strict=True):
            words[_entry(word, shape)][one] += 1
            rare[shape + word][one] += 1
    common = sorted((word for word in words if words[word].total() > 1), key=lambda w: (-words[w].total(), w))
    lexicon = {word: _choice(words[word]) for word in common[:WORDS_LISTED] if _writable(word)}
    endings: Votes = defaultdict(Counter)
    for word in sorted(rare):
        if words[_entry(word[1:], word[0])].total() <= 3:
            for sign in _endings(word[1:], word[0]):
                endings[sign].update(rare[word])
    seen = {sign: votes for sign, votes in endings.items() if votes.total() >= 12 or len(sign) < 2}
    return lexicon, {sign: _choice(votes, 0.02) for sign, votes in sorted(seen.items()) if _writable(sign)}


class Perceptron:
    """Averaged weights, moved whenever the best-scoring tag is not the teacher's."""

    def __init__(self) -> None:
        self.weights: dict[str, dict[str, float]] = defaultdict(dict)
        self.sums: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.steps = 0

    def best(self, choices: tuple[str, ...], found: list[str]) -> str:
        """The tag with the highest sum of weights; the commoner one where sums are equal."""
        scores = dict.fromkeys(choices, 0.0)
        for sign in found:
            for one, weight in self.weights.get(sign, {}).items():
                if one in scores:
                    scores[one] += weight
        return max(choices, key=scores.__getitem__)

    def learn(self, right: str, wrong: str, found: list[str]) -> None:
        """Move the weights of all signs from the wrong tag to the right one."""
        for sign in found:
            for one, change in ((right, 1.0), (wrong, -1.0)):
                row = self.weights[sign]
                row[one] = row.get(one, 0.0) + change
                self.sums[sign][one] += change * self.steps

    def averages(self) -> dict[str, dict[str, float]]:
        """The weights as they stood on average over all steps."""
        return {
            sign: {one: weight - self.sums[sign][one] / self.steps for one, weight in row.items()}
            for sign, row in self.weights.items()
        }


def learnt_weights(
    sentences: list[Tagged], lexicon: dict[str, Class], endings: dict[str, Class]
) -> dict[str, dict[str, int]]:
    """The weights of the signs that decide between tags: learnt, the heaviest kept, learnt again."""
    prepared = [_prepared(words, lexicon, endings) for words, _ in sentences]
    first = _rounds(sentences, prepared, FIRST_ROUNDS, None)
    ranked = sorted(first, key=lambda sign: (-max(map(abs, first[sign].values())), sign))
    kept = frozenset([sign for sign in ranked if _writable(sign)][:SIGNS_LISTED])
    last = _rounds(sentences, prepared, ROUNDS, kept)
    return dict(sorted((sign, whole) for sign, row in last.items() if (whole := _whole(row))))


def _rounds(
    sentences: list[Tagged], prepared: list[Prepared], rounds: int, kept: frozenset[str] | None
) -> dict[str, dict[str, float]]:
    model, order = Perceptron(), list(range(len(sentences)))
    for turn in range(rounds):
        random.Random(turn).shuffle(order)
        for index in order:
            _learn_one(model, sentences[index], prepared[index], kept)
    return model.averages()


def _learn_one(model: Perceptron, sentence: Tagged, prepared: Prepared, kept: frozenset[str] | None) -> None:
    _, tags = sentence
    keys, shapes, classes = prepared
    before, second = "^", "^"
    for index, right in enumerate(tags):
        choices = classes[index][0]
        guess = choices[0]
        if len(choices) > 1:
            model.steps += 1
            found = signs(index, shapes[index], keys, classes, before, second)
            if kept is not None:
                found = [sign for sign in found if sign in kept]
            guess = model.best(choices, found)
            if guess != right and right in choices:
                model.learn(right, guess, found)
        second, before = before, guess


def _whole(row: dict[str, float]) -> dict[str, int]:
    return {
        one: whole for one, weight in sorted(row.items()) if abs(whole := round(SCALE * weight)) >= LIGHTEST
    }


def _prepared(words: list[str], lexicon: dict[str, Class], endings: dict[str, Class]) -> Prepared:
    keys, shapes = [tagging.key_of(word) for word in words], tagging.shapes_of(words)
    classes = [class_of(*one, lexicon, endings) for one in zip(words, keys, shapes, strict=True)]
    return keys, shapes, [*classes, tagging.EDGE, tagging.EDGE]


def _choice(votes: Counter[str], least: float = RARE_SHARE) -> Class:
    """The tags that make up more than a sliver of the votes, the commonest first; six at most."""
    total = votes.total()
    ranked = sorted(votes, key=lambda one: (-votes[one], one))
    kept = tuple(one for one in ranked if votes[one] >= least * total and (votes[one] > 1 or total < 20))[:6]
    return (kept or (ranked[0],), "|".join(kept or (ranked[0],)))


def _entry(word: str, shape: str) -> str:
    """Under which name a word is counted: its key, or itself where it has capitals."""
    return word if shape in "cfu" else tagging.key_of(word)


def _endings(word: str, shape: str) -> list[str]:
    key = tagging.key_of(word)
    return ["", shape, *(shape + key[-length:] for length in (1, 2, 3, 4) if len(key) >= length)]


def _writable(entry: str) -> bool:
    return "\\" not in entry and "\t" not in entry and "\n" not in entry and entry.isprintable()


def write(
    lists: Path, lexicon: dict[str, Class], endings: dict[str, Class], weights: dict[str, dict[str, int]]
) -> None:
    """The three data files."""
    for name, classes, what in (
        ("tag_lexicon.txt", lexicon, "A choice of Penn tags, then all words that have it."),
        (
            "tag_endings.txt",
            endings,
            "A choice of Penn tags, then shape and ending of unlisted words that have it.",
        ),
    ):
        grouped: dict[str, list[str]] = defaultdict(list)
        for word, (_, choice) in classes.items():
            grouped[choice].append(written(word))
        lines = [" ".join([choice, *sorted(grouped[choice])]) for choice in sorted(grouped)]
        _write(lists / name, what, lines)
    lines = [
        "\t".join([written(sign), *(part for one, weight in row.items() for part in (one, str(weight)))])
        for sign, row in weights.items()
        if row
    ]
    _write(
        lists / "tag_weights.txt",
        "A sign, then Penn tags with the weights it gives them.",
        lines,
    )


def _write(path: Path, what: str, lines: list[str]) -> None:
    text = HEADER.format(what=what, model=MODEL) + "\n".join(lines) + "\n"
    path.write_text(text, encoding="utf-8")
    print(f"  {path.name}: {len(lines)} lines, {len(text.encode()) / 1000:.0f} kB")


def agreement(sentences: list[Tagged]) -> tuple[float, float]:
    """The share of equal tags, and our tokens a second of processor time."""
    tagging.tag(["Warm", "."])
    start = time.process_time()
    ours = [tagging.tag(words) for words, _ in sentences]
    seconds = time.process_time() - start
    pairs = [
        pair for mine, (_, tags) in zip(ours, sentences, strict=True) for pair in zip(mine, tags, strict=True)
    ]
    return sum(mine == his for mine, his in pairs) / len(pairs), len(pairs) / seconds


def same_tags(sentences: list[Tagged]) -> list[Tagged]:
    """The teacher's tags with those folded together that triples never tell apart."""
    return [(words, [SAME.get(one, one) for one in tags]) for words, tags in sentences]


def main() -> None:
    """Learn, write, and measure on articles of the same sets that were kept aside."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--words", type=int, default=1_300_000)
    options = parser.parse_args()
    nlp, texts = load(*UNUSED), passages(LEARNT_FROM, options.words, options.data)
    if options.write:
        learnt = same_tags(list(tagged(nlp, (one.text for one in texts if not one.held_out))))
        print(f"learnt from {sum(len(words) for words, _ in learnt)} tokens")
        lexicon, endings = learnt_classes(learnt)
        write(options.write, lexicon, endings, learnt_weights(learnt, lexicon, endings))
    start = time.process_time()
    kept = same_tags(list(tagged(nlp, (one.text for one in texts if one.held_out))))
    rate = sum(len(words) for words, _ in kept) / (time.process_time() - start)
    share, ours = agreement(kept)
    print(f"agreement with spaCy on held-out articles: {share:.4f}")
    print(f"tokens a second: ours {ours:.0f}, spaCy's tagger, batched, {rate:.0f}, ratio {ours / rate:.1f}")


if __name__ == "__main__":
    main()
