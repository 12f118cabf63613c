"""Sources as short passages that can be retrieved: sentences of prose, lines of structured data.

Training and judging retrieve evidence with the same code, so the encoder sees what it was trained on.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import log, log2
from typing import Final, NamedTuple, TypeVar

from jurat.nlp.morphology.stems import stem
from jurat.nlp.sentences import Sentence, sentences
from jurat.nlp.structured_data import Record, RecordEntry, read_record
from jurat.nlp.tokens import stop_words
from jurat.verifier.claim_values import ValuedText, unsupported_values

MAX_UNIT_WORDS: Final = 60
"""A longer sentence is cut, so that one unit never fills the window."""
EVIDENCE_WORDS: Final = 84
"""Words of evidence given to the encoder with a claim."""
_COVERED: Final = 0.25
"""What a word of the claim still weighs once a chosen unit has it."""
_NEIGHBOUR: Final = 0.12
"""The share of its neighbour's score that a unit inherits, since pronouns point back."""
_MIN_GAIN: Final = 0.02
_MIN_PROSE_WORDS: Final = 4
_NAME_WORDS: Final = 5
"""A value with fewer words can be the name of a row."""
_WORD: Final = re.compile(r"[^\W_]+(?:[.,](?=\d)[^\W_]+)*")
_NAME: Final = re.compile(r"\b[A-Z][^\W\d_]+")
"""A word that begins with a capital letter; the first word of a claim is one too, and does no harm."""
_SPACE: Final = re.compile(r"\s+")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|_")
_DIGIT_WORDS: Final = {
    word: str(number)
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
}


Term = TypeVar("Term")


class Unit(NamedTuple):
    """A stretch of one passage, and the text that the encoder reads for it."""

    passage: int
    start: int
    end: int
    text: str


def terms(text: str) -> list[str]:
    """Return the words of a text as they are compared: stems, plain digits, no stop words.

    >>> terms("The two companies earned $1,200.50 in Q3.")
    ['2', 'company', 'earn', '1200.50', 'q3']
    """
    stops = stop_words()
    found = []
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        if word in _DIGIT_WORDS:
            found.append(_DIGIT_WORDS[word])
        elif word[0].isdigit():
            found.append(word.replace(",", ""))
        elif word not in stops:
            found.append(stem(word))
    return found


def render_entry(entry: RecordEntry, row: str = "") -> str:
    """Return one line for a value of structured data: its row and keys, a colon, the value, a semicolon.

    >>> render_entry(RecordEntry(("attributes", "WiFi"), "no", "no", 0, 2))
    'attributes, wi fi: no;'
    >>> render_entry(RecordEntry(("price",), "$5", "said", 0, 2), "Basic")
    'basic, price: $5;'
    """
    path = (row, *entry.path) if row else entry.path
    keys = ", ".join(_CAMEL.sub(" ", key).casefold() for key in path)
    value = "not given" if entry.truth == "absent" else _folded(entry.value)
    return f"{keys}: {value};" if keys else f"{value};"


def units(passages: Sequence[str]) -> Iterator[Unit]:
    """Yield the units of all passages in order.

    >>> [unit.text for unit in units(['{"name": "Ada", "pets": {"dog": false}}', "It rained. We left."])]
    ['name: Ada;', 'pets, dog: false;', 'It rained.', 'We left.']
    """
    for number, passage in enumerate(passages):
        record = read_record(passage)
        yield from (
            _prose(number, passage, 0, len(passage)) if record is None else _data(number, passage, record)
        )


def _data(number: int, passage: str, record: Record) -> Iterator[Unit]:
    """Yield the lines of structured data, and the prose between them."""
    done = 0
    for entry, row in zip(record.entries, row_names(record.entries), strict=True):
        yield from _between(number, passage, done, entry.start)
        if (line := render_entry(entry, row)).count(" ") < MAX_UNIT_WORDS // 2:
            yield Unit(number, entry.start, entry.end, line)
        else:
            yield from _long_entry(number, passage, entry)
        done = max(done, entry.end)
    yield from _between(number, passage, done, len(passage))


def row_names(entries: Sequence[RecordEntry]) -> list[str]:
    """Return for each value the name of its row, "" where it has none.

    Rows are records that repeat a key; the first such key whose values are names, all different, names them.

    >>> record = read_record('[{"name": "Ada", "age": 36}, {"name": "Bob", "age": 41}]')
    >>> row_names(record.entries)
    ['', 'Ada', '', 'Bob']
    """
    by_path: dict[tuple[str, ...], list[str]] = {}
    for entry in entries:
        by_path.setdefault(entry.path, []).append(entry.value)
    head = next((path for path, found in by_path.items() if path and _name_rows(found)), None)
    if head is None:
        return [""] * len(entries)
    names, current = [], ""
    for entry in entries:
        if entry.path == head:
            current = entry.value
            names.append("")
        else:
            names.append(current if entry.path[: len(head) - 1] == head[:-1] else "")
    return names


def _name_rows(found: Sequence[str]) -> bool:
    """Whether the values of one key can name rows: several, all different, all short and with a letter."""
    return (
        len(found) > 1
        and len(set(found)) == len(found)
        and all(
            value.count(" ") < _NAME_WORDS and any(letter.isalpha() for letter in value) for value in found
        )
    )


def _between(number: int, passage: str, start: int, end: int) -> Iterator[Unit]:
    """Yield the sentences of a stretch between two values, unless it only holds keys and punctuation."""
    if len(_WORD.findall(passage, start, end)) >= _MIN_PROSE_WORDS:
        yield from _prose(number, passage, start, end)


def _long_entry(number: int, passage: str, entry: RecordEntry) -> Iterator[Unit]:
    """Yield the sentences of a long value, each under the last of its keys."""
    key = _CAMEL.sub(" ", entry.path[-1]).casefold() if entry.path else ""
    for unit in _prose(number, passage, entry.end - len(entry.value), entry.end):
        yield unit._replace(text=f"{key}: {unit.text}" if key else unit.text)


def _prose(number: int, passage: str, start: int, end: int) -> Iterator[Unit]:
    body = passage if (start, end) == (0, len(passage)) else passage[start:end]
    for sentence in sentences(body):
        for piece in _pieces(body, sentence):
            text = _folded(body[piece.start : piece.end])
            if text:
                yield Unit(number, start + piece.start, start + piece.end, text)


def _pieces(body: str, sentence: Sentence) -> Iterator[Sentence]:
    """Cut a sentence that is too long at white space."""
    words = [match.span() for match in re.finditer(r"\S+", body[sentence.start : sentence.end])]
    if len(words) <= MAX_UNIT_WORDS:
        yield sentence
        return
    size = MAX_UNIT_WORDS // 2
    for first in range(0, len(words), size):
        part = words[first : first + size]
        yield Sentence(sentence.start + part[0][0], sentence.start + part[-1][1])


def _share(said: Set[Term], known: Container[Term]) -> float:
    """Return the share of what is said that is not known."""
    return sum(one not in known for one in said) / len(said) if said else 0.0


def _folded(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


class Gaps(NamedTuple):
    """The shares of a claim's words, names, word pairs, and values that its source does not have."""

    words: float
    names: float
    pairs: float
    values: float


@dataclass
class Source:
    """The indexed passages of one case: built once, asked for every claim.

    Passages that answer a query are read together with it, the `lead`: "Paris." says little alone.
    """

    passages: tuple[str, ...]
    lead: str = ""
    units: list[Unit] = field(init=False)
    sizes: list[int] = field(init=False)
    postings: dict[str, list[int]] = field(init=False)
    pairs: set[tuple[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        self.units = list(units(self.passages))
        self.sizes = [unit.text.count(" ") + 1 for unit in self.units]
        self.postings = {}
        self.pairs = set()
        for number, unit in enumerate(self.units):
            found = terms(unit.text)
            self.pairs.update(pairwise(found))
            for term in set(found):
                self.postings.setdefault(term, []).append(number)

    @cached_property
    def valued(self) -> list[ValuedText]:
        """Return the passages with their numbers and dates."""
        return [ValuedText.of(passage) for passage in self.passages]

    @cached_property
    def words(self) -> int:
        """Return how many words all units have."""
        return sum(self.sizes)

    @cached_property
    def length(self) -> float:
        """Return how much longer the source is than the evidence: 0 if it fits, 1 from eight times on.

        >>> [Source(("It rained. " * count,)).length for count in (1, 84, 900)]
        [0.0, 0.3333333333333333, 1.0]
        """
        return min(1.0, log2(max(1.0, self.words / EVIDENCE_WORDS)) / 3)

    def weight(self, term: str) -> float:
        """Return how much a term of a claim tells: rare terms of the source tell most."""
        return log(1 + (len(self.units) + 1) / (len(self.postings.get(term, ())) + 0.5))

    def evidence(self, claim: str, budget: int = EVIDENCE_WORDS) -> list[int]:
        """Return the numbers of the units that bear most on a claim, in the order of the source.

        The best unit comes first; each further one is chosen for what the claim says that no chosen unit has
        yet. A source that fits the budget is returned whole.

        >>> source = Source(("Ada lives in Rome. She has a dog. The dog is old. Bob went to Paris in 2019.",))
        >>> [source.units[n].text for n in source.evidence("Bob lives in Paris.", budget=10)]
        ['Ada lives in Rome.', 'Bob went to Paris in 2019.']
        """
        if self.words <= budget:
            return list(range(len(self.units)))
        return self._greedy({term: self.weight(term) for term in terms(claim)}, budget)

    def read(self, numbers: Iterable[int]) -> str:
        """Return some units as one text, after the lead.

        >>> Source(("Paris. It rains.",), "Where is it?").read([0])
        'Where is it? Paris.'
        """
        texts = [self.units[number].text for number in numbers]
        return " ".join([self.lead, *texts] if self.lead else texts)

    def gaps(self, claim: str) -> Gaps:
        """Return how much of a claim the source does not have; numbers and dates are compared by value.

        A claim of one word has no pairs, so its word counts instead.

        >>> Source(("Ada Brink moved to Rome in 2019.",)).gaps("Ada Bell has lived in Rome since 2018.")
        Gaps(words=0.5, names=0.3333333333333333, pairs=1.0, values=1.0)
        >>> Source(("Ada lives in Rome.",)).gaps("Paris").pairs
        1.0
        """
        said = terms(claim)
        pairs = set(pairwise(said))
        words = {term for term in said if not term[0].isdigit()}
        names = {stem(match[0].casefold()) for match in _NAME.finditer(claim)}
        given = ValuedText.of(claim)
        count = len(given.values.quantities) + len(given.values.moments)
        unsupported = sum(1 for _ in unsupported_values(given, self.valued)) if count else 0
        return Gaps(
            _share(words, self.postings),
            _share(names, self.postings),
            _share(pairs, self.pairs) if pairs else _share(set(said), self.postings),
            unsupported / max(1, count),
        )

    def ranked(self, text: str) -> list[int]:
        """Return the numbers of the units that share a term with a text, most telling first.

        >>> Source(("Ada lives in Rome. Bob moved to Paris in 2019.",)).ranked("When did Bob leave Rome?")
        [0, 1]
        """
        scores: dict[int, float] = {}
        for term in dict.fromkeys(terms(text)):
            weight = self.weight(term)
            for number in self.postings.get(term, ()):
                scores[number] = scores.get(number, 0.0) + weight
        return sorted(scores, key=lambda number: (-scores[number], number))

    def nearest(self, claim: str, numbers: Iterable[int]) -> int | None:
        """Return which of some units shares most with a claim, the first where several do.

        >>> source = Source(("Ada lives in Rome. Bob moved to Paris in 2019.",))
        >>> source.nearest("Bob left Rome in 2019.", [0, 1])
        1
        """
        weights = {term: self.weight(term) for term in terms(claim)}
        scores = {n: sum(weights.get(term, 0.0) for term in set(terms(self.units[n].text))) for n in numbers}
        return max(scores, key=lambda n: (scores[n], -n), default=None)

    def _greedy(self, weights: dict[str, float], budget: int) -> list[int]:
        by_unit: dict[int, list[str]] = {}
        for term in weights:
            for number in self.postings.get(term, ()):
                by_unit.setdefault(number, []).append(term)
        total = sum(weights.values()) or 1.0
        chosen: set[int] = set()
        left = budget
        weights = dict(weights)
        while True:
            best = self._best(by_unit, weights, chosen, left, _MIN_GAIN * total)
            if best is None:
                break
            chosen.add(best)
            left -= self.sizes[best]
            for term in by_unit.get(best, ()):
                weights[term] *= _COVERED
        self._fill(chosen, left)
        return sorted(chosen)

    def _best(
        self,
        by_unit: dict[int, list[str]],
        weights: dict[str, float],
        chosen: set[int],
        left: int,
        least: float,
    ) -> int | None:
        scores = {
            number: sum(weights[term] for term in found)
            for number, found in by_unit.items()
            if number not in chosen
        }
        best, best_score = None, least
        for number in sorted(scores):
            near = max(scores.get(number - 1, 0.0), scores.get(number + 1, 0.0))
            score = scores[number] + _NEIGHBOUR * near
            if score > best_score and self.sizes[number] <= left:
                best, best_score = number, score
        return best

    def _fill(self, chosen: set[int], left: int) -> None:
        """Spend what is left of the budget on neighbours of chosen units, or on the beginning."""
        for number in [near for one in sorted(chosen) for near in (one - 1, one + 1)] or range(
            len(self.units)
        ):
            if 0 <= number < len(self.units) and number not in chosen and self.sizes[number] <= left:
                chosen.add(number)
                left -= self.sizes[number]
