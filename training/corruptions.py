"""Synthetic errors: a supported claim with one fact changed, and the characters that changed.

Each corruption takes a claim and the text that supports it and yields claims that the text no longer supports.
Every changed claim is paired with its untouched twin in the training data, so that the style of the generator
tells nothing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

Span = tuple[int, int]

LISTS = Path(__file__).parent / "data"
_NAME = re.compile(r"\b[A-Z][a-zA-Z'’.-]*[a-z](?:\s+(?:of|the|de|van|von|and)?\s*[A-Z][a-zA-Z'’.-]*[a-z])*")
_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])")
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_NUMBER_WORDS = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "twelve",
    "twenty",
    "thirty",
    "fifty",
    "hundred",
]
_AUXILIARY = re.compile(
    r"\b(is|are|was|were|has|have|had|can|could|will|would|should|may|might|must|does|did|do)\b(?! not|n't|n’t)",
)
_NEGATED = re.compile(r"\b(is|are|was|were|has|have|had|can|could|will|would|should|does|did|do) not\b")
_NOT = re.compile(r"\b(not|never|no longer)\s+", re.IGNORECASE)
_SAYING = re.compile(
    r"\b(?:said|says|told|according to|announced|argued|claimed|warned|added|stated|wrote)\b"
)
_COMMON = frozenset(
    [
        "The",
        "A",
        "An",
        "In",
        "On",
        "At",
        "It",
        "He",
        "She",
        "They",
        "This",
        "That",
        "These",
        "Those",
        "His",
        "Her",
        "Its",
        "However",
        "But",
        "And",
    ]
)


@dataclass(frozen=True, slots=True)
class Corruption:
    """A changed claim, the kind of the change, where it changed, and whether the source contradicts it."""

    kind: str
    claim: str
    changed: tuple[Span, ...]
    contradicted: bool


Edit = tuple[int, int, str]
"""Start and end in the claim, and what takes their place."""


def apply(kind: str, claim: str, edits: Sequence[Edit], *, contradicted: bool = True) -> Corruption:
    """Return the claim with some stretches replaced.

    >>> apply("number", "It cost 5 or 6.", [(8, 9, "70"), (13, 14, "8")]).changed
    ((8, 10), (14, 15))
    """
    parts, changed, last, shift = [], [], 0, 0
    for start, end, new in sorted(edits):
        parts += [claim[last:start], new]
        changed.append((start + shift, start + shift + max(1, len(new))))
        shift += len(new) - (end - start)
        last = end
    return Corruption(kind, "".join([*parts, claim[last:]]), tuple(changed), contradicted)


def corruptions(claim: str, source: str, rng: random.Random) -> Iterator[Corruption]:
    """Yield one corruption of each kind that fits the claim and that the source does not happen to support."""
    for make in MAKERS:
        found = make(claim, source, rng)
        if found is not None and found.claim != claim and found.claim not in source:
            yield found


def names(text: str) -> list[Span]:
    """Return where names stand: runs of capitalised words that do not merely begin a sentence."""
    found = []
    for match in _NAME.finditer(text):
        start, end = match.span()
        first = text[start:end].split(maxsplit=1)[0]
        if first in _COMMON:
            start += len(first)
            start += len(text[start:end]) - len(text[start:end].lstrip())
        begins = start == 0 or text[:start].rstrip()[-1:] in ".!?\n:"
        if end - start > 2 and not (begins and " " not in text[start:end] and _is_common(text[start:end])):
            found.append((start, end))
    return found


def _is_common(word: str) -> bool:
    return word.lower() in _frequent()


@cache
def _frequent() -> frozenset[str]:
    return frozenset((LISTS / "common_words.txt").read_text(encoding="utf-8").split())


def _number(claim: str, source: str, rng: random.Random) -> Corruption | None:
    spots = [m for m in _NUMBER.finditer(claim, 1) if not _YEAR.fullmatch(m[0])]
    if not spots:
        return None
    spot = rng.choice(spots)
    others = [m[0] for m in _NUMBER.finditer(source) if m[0] != spot[0] and not _YEAR.fullmatch(m[0])]
    new = rng.choice(others) if others and rng.random() < 0.35 else _other_number(spot[0], rng)
    return apply("number", claim, [(spot.start(), spot.end(), new)]) if new != spot[0] else None


def _other_number(text: str, rng: random.Random) -> str:
    plain = text.replace(",", "")
    decimals = len(plain.partition(".")[2])
    value = float(plain)
    factor = rng.choice((0.5, 2, 10, 0.1, 1.1, 0.9, 1.5, 3))
    new = value * factor if rng.random() < 0.5 else value + rng.choice((-3, -2, -1, 1, 2, 3, 5, 10))
    new = abs(new) if decimals else max(1, round(abs(new)))
    return f"{new:,.{decimals}f}" if "," in text else f"{new:.{decimals}f}"


def _number_word(claim: str, source: str, rng: random.Random) -> Corruption | None:
    spots = list(re.finditer(rf"\b(?:{'|'.join(_NUMBER_WORDS)})\b", claim))
    if not spots:
        return None
    spot = rng.choice(spots)
    new = rng.choice([word for word in _NUMBER_WORDS if word != spot[0]])
    return apply("number", claim, [(spot.start(), spot.end(), new)])


def _date(claim: str, source: str, rng: random.Random) -> Corruption | None:
    spots: list[Edit] = []
    for match in _YEAR.finditer(claim):
        spots.append((*match.span(), str(int(match[0]) + rng.choice((-20, -10, -5, -2, -1, 1, 2, 5, 10)))))
    for cycle in (_MONTHS, _DAYS):
        for match in re.finditer(rf"\b(?:{'|'.join(cycle)})\b", claim):
            spots.append((*match.span(), rng.choice([word for word in cycle if word != match[0]])))
    return apply("date", claim, [rng.choice(spots)]) if spots else None


_SWAPS: dict[str, tuple[tuple[str, ...], ...]] = {
    "unit": (
        ("million", "billion"),
        ("thousand", "million"),
        ("hundreds", "thousands"),
        ("percent", "percentage points"),
        ("miles", "kilometres"),
        ("km", "miles"),
        ("feet", "metres"),
        ("pounds", "kilograms"),
        ("kg", "lb"),
        ("hours", "days"),
        ("minutes", "hours"),
        ("seconds", "minutes"),
        ("days", "weeks"),
        ("weeks", "months"),
        ("months", "years"),
        ("years", "decades"),
        ("dollars", "euros"),
        ("$", "£"),
        ("£", "€"),
        ("am", "pm"),
        ("a.m.", "p.m."),
        ("Celsius", "Fahrenheit"),
        ("inches", "feet"),
        ("daily", "weekly"),
        ("weekly", "monthly"),
        ("monthly", "yearly"),
        ("annual", "monthly"),
        ("mg", "g"),
        ("ml", "litres"),
        ("tonnes", "kilograms"),
    ),
    "modality": (
        ("may", "will"),
        ("might", "will"),
        ("could", "will"),
        ("can", "must"),
        ("should", "must"),
        ("plans to", "has decided to"),
        ("is expected to", "is certain to"),
        ("are expected to", "are certain to"),
        ("hopes to", "will"),
        ("likely", "certainly"),
        ("possibly", "definitely"),
        ("suggests", "proves"),
        ("suggested", "proved"),
        ("suggest", "prove"),
        ("allegedly", "undoubtedly"),
        ("reportedly", "admittedly"),
        ("appears to", "is proven to"),
        ("seems to", "is known to"),
        ("believes", "has proved"),
        ("claimed", "proved"),
        ("considering", "committed to"),
        ("proposed", "approved"),
        ("tried to", "managed to"),
        ("suspected", "convicted"),
        ("aims to", "is guaranteed to"),
        ("optional", "mandatory"),
        ("recommended", "required"),
        ("advised", "ordered"),
        ("accused of", "convicted of"),
        ("sometimes", "always"),
        ("usually", "always"),
        ("often", "always"),
        ("probably", "certainly"),
        ("almost", "more than"),
        ("nearly", "more than"),
        ("about", "exactly"),
    ),
    "causality": (
        ("because of", "despite"),
        ("due to", "despite"),
        ("because", "although"),
        ("despite", "because of"),
        ("although", "because"),
        ("led to", "resulted from"),
        ("causes", "prevents"),
        ("caused", "prevented"),
        ("resulted in", "resulted from"),
        ("thanks to", "in spite of"),
        ("as a result of", "regardless of"),
        ("caused by", "the cause of"),
        ("contributes to", "protects against"),
        ("after", "because of"),
        ("since", "although"),
        ("so that", "even though"),
        ("reduces the risk of", "increases the risk of"),
        ("linked to", "caused by"),
        ("associated with", "caused by"),
        ("correlated with", "responsible for"),
    ),
    "comparison": (
        ("more than", "less than"),
        ("less than", "more than"),
        ("at least", "at most"),
        ("at most", "at least"),
        ("up to", "at least"),
        ("over", "under"),
        ("higher", "lower"),
        ("lower", "higher"),
        ("larger", "smaller"),
        ("smaller", "larger"),
        ("greater", "lesser"),
        ("older", "younger"),
        ("younger", "older"),
        ("faster", "slower"),
        ("most", "fewest"),
        ("more", "fewer"),
        ("fewer", "more"),
        ("better", "worse"),
        ("worse", "better"),
        ("highest", "lowest"),
        ("lowest", "highest"),
        ("largest", "smallest"),
        ("best", "worst"),
        ("longest", "shortest"),
        ("longer", "shorter"),
        ("cheaper", "more expensive"),
        ("above", "below"),
        ("below", "above"),
        ("minimum", "maximum"),
        ("maximum", "minimum"),
        ("exceeds", "falls short of"),
        ("within", "after"),
        ("no more than", "no less than"),
        ("stronger", "weaker"),
        ("second", "third"),
        ("first", "second"),
    ),
    "temporal": (
        ("before", "after"),
        ("after", "before"),
        ("first", "last"),
        ("last", "first"),
        ("earlier", "later"),
        ("later", "earlier"),
        ("until", "from"),
        ("since", "until"),
        ("previously", "subsequently"),
        ("former", "current"),
        ("current", "former"),
        ("began", "ended"),
        ("started", "ended"),
        ("ended", "began"),
        ("last year", "next year"),
        ("last month", "next month"),
        ("next year", "last year"),
        ("yesterday", "tomorrow"),
        ("opened", "closed"),
        ("recently", "long ago"),
        ("new", "old"),
        ("upcoming", "past"),
        ("during", "before"),
        ("next week", "last week"),
        ("last week", "next week"),
        ("still", "no longer"),
        ("already", "not yet"),
    ),
    "quantifier": (
        ("all", "some"),
        ("all", "most"),
        ("some", "all"),
        ("most", "all"),
        ("many", "few"),
        ("few", "many"),
        ("every", "almost no"),
        ("each", "only one"),
        ("several", "all"),
        ("both", "neither of the"),
        ("only", "not only"),
        ("half", "most"),
        ("a quarter", "half"),
        ("a third", "two thirds"),
        ("majority", "minority"),
        ("none", "all"),
        ("always", "rarely"),
        ("never", "sometimes"),
        ("part of", "all of"),
        ("entire", "partial"),
        ("no", "some"),
        ("any", "no"),
        ("partially", "fully"),
        ("rarely", "often"),
        ("everyone", "hardly anyone"),
        ("one of the", "the"),
        ("single", "double"),
        ("twice", "three times"),
        ("partly", "entirely"),
        ("mostly", "never"),
    ),
}


def _swapper(kind: str) -> Callable[[str, str, random.Random], Corruption | None]:
    def make(claim: str, source: str, rng: random.Random) -> Corruption | None:
        spots: list[Edit] = []
        for old, new in (pair[:2] for pair in _SWAPS[kind]):
            pattern = rf"(?<!\w){re.escape(old)}(?!\w)" if old[0].isalpha() else re.escape(old)
            spots += [(*m.span(), _cased(m[0], new)) for m in re.finditer(pattern, claim, re.IGNORECASE)]
        return apply(kind, claim, [rng.choice(spots)]) if spots else None

    return make


def _cased(old: str, new: str) -> str:
    return new[0].upper() + new[1:] if old[:1].isupper() and old[1:].islower() else new


def _entity(claim: str, source: str, rng: random.Random) -> Corruption | None:
    spots = [(s, e) for s, e in names(claim) if claim[s:e] in source] or names(claim)
    if not spots:
        return None
    start, end = rng.choice(spots)
    old = claim[start:end]
    others = sorted({source[s:e] for s, e in names(source)} - {old})
    others = [one for one in others if one not in old and old not in one and one not in claim]
    foreign = [name for name in _foreign() if name.count(" ") == old.count(" ")] or _foreign()
    inside = bool(others) and rng.random() < 0.6
    new = rng.choice(others if inside else foreign)
    return apply("entity", claim, [(start, end, new)], contradicted=inside)


@cache
def _foreign() -> tuple[str, ...]:
    """Return names for replacements, made for this project."""
    return tuple((LISTS / "names.txt").read_text(encoding="utf-8").strip().split("\n"))


def _roles(claim: str, source: str, rng: random.Random) -> Corruption | None:
    spots = names(claim)
    pairs = [
        (a, b) for n, a in enumerate(spots) for b in spots[n + 1 :] if claim[slice(*a)] != claim[slice(*b)]
    ]
    pairs = [(a, b) for a, b in pairs if re.search(r"[a-z]{3}", claim[a[1] : b[0]]) and b[0] - a[1] > 6]
    if not pairs:
        return None
    first, second = rng.choice(pairs)
    edits = [(*first, claim[slice(*second)]), (*second, claim[slice(*first)])]
    return apply("roles", claim, edits)


def _negation(claim: str, source: str, rng: random.Random) -> Corruption | None:
    removed = [*_NOT.finditer(claim)]
    if removed and rng.random() < 0.8:
        match = rng.choice(removed)
        found = apply("negation", claim, [(match.start(), match.end(), "")])
        return Corruption(
            "negation", found.claim, ((max(0, match.start() - 4), match.start() + 3),), contradicted=True
        )
    added = [*_AUXILIARY.finditer(claim)]
    if not added:
        return None
    match = rng.choice(added)
    word = (
        rng.choice((" not", " not", " never", " no longer"))
        if match[1] not in ("does", "did", "do")
        else " not"
    )
    return apply("negation", claim, [(match.end(), match.end(), word)])


def _antonym(claim: str, source: str, rng: random.Random) -> Corruption | None:
    table = _antonyms()
    spots = [m for m in re.finditer(r"[A-Za-z]+", claim) if m[0].lower() in table]
    if not spots:
        return None
    spot = rng.choice(spots)
    return apply("antonym", claim, [(*spot.span(), _cased(spot[0], rng.choice(table[spot[0].lower()])))])


@cache
def _antonyms() -> dict[str, list[str]]:
    """Return opposites word by word, in the inflections that the list gives in the same order."""
    table: dict[str, list[str]] = {}
    for line in (LISTS / "antonyms.txt").read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            left, right = (side.split() for side in line.split("|"))
            for one, other in zip(left, right, strict=True):
                table.setdefault(one, []).append(other)
                table.setdefault(other, []).append(one)
    return table


def _speaker(claim: str, source: str, rng: random.Random) -> Corruption | None:
    if not _SAYING.search(claim):
        return None
    found = _entity(claim, source, rng)
    return Corruption("speaker", found.claim, found.changed, found.contradicted) if found else None


MAKERS = (
    _number, _number_word, _date, _entity, _roles, _negation, _antonym, _speaker, *(_swapper(kind) for kind in _SWAPS),
)  # fmt: skip
