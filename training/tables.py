"""Claims about invented tables: a value, a comparison, a count, or what belongs to another row.

Every table is laid out in one of several ways (rows, records, prose), and every wrong claim has a right twin of the
same form, so that neither the layout nor the wording tells which one is right.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Column:
    """A column of numbers: how it is called, written, asked for and stated."""

    key: str
    low: int
    high: int
    step: int
    form: str
    question: str
    states: tuple[str, ...]
    more: str
    less: str
    most: str
    least: str


@dataclass(frozen=True, slots=True)
class Feature:
    """A column of yes and no."""

    key: str
    question: str
    has: str
    lacks: str


@dataclass(frozen=True, slots=True)
class Topic:
    """What the rows of a table are, and what is known of them."""

    noun: str
    names: tuple[str, ...]
    columns: tuple[Column, ...]
    features: tuple[Feature, ...]


class TableClaim(NamedTuple):
    """A claim about a table: the text of the table, the question before the claim, and the words at fault."""

    context: str
    lead: str
    claim: str
    right: bool
    fault: tuple[str, ...]


def _cost(noun: str) -> Column:
    return Column(
        f"price per {noun}", 3, 90, 1, "${}", "How much does {} cost?",
        ("{} costs {}.", "The price of {} is {}.", "You pay {1} for {0}.", "{} is priced at {}."),
        "{} costs more than {}.", "{} is cheaper than {}.",
        "{} is the most expensive {noun}.", "{} is the cheapest {noun}.",
    )  # fmt: skip


_TOPICS = (
    Topic(
        "plan", ("Basic", "Plus", "Pro", "Team", "Family", "Solo", "Studio", "Max", "Lite", "Campus"),
        (
            _cost("month"),
            Column("storage", 5, 900, 5, "{} GB", "How much storage does {} include?",
                   ("{} includes {} of storage.", "With {} you get {} of storage.", "Storage on {} is limited to {}."),
                   "{} includes more storage than {}.", "{} comes with less storage than {}.",
                   "{} has the most storage.", "{} has the least storage."),
            Column("users", 1, 60, 1, "{}", "How many users may share {}?",
                   ("{} can be shared by {} users.", "Up to {1} people may use {0}."),
                   "{} allows more users than {}.", "{} allows fewer users than {}.",
                   "{} allows the most users.", "{} allows the fewest users."),
        ),
        (
            Feature("phone support", "Does {} include phone support?", "{} includes phone support.", "{} comes without phone support."),
            Feature("offline mode", "Can {} be used offline?", "{} works offline.", "{} does not work offline."),
        ),
    ),
    Topic(
        "room", ("Aspen", "Birch", "Cedar", "Elm", "Hazel", "Juniper", "Linden", "Maple", "Rowan", "Willow"),
        (
            _cost("hour"),
            Column("seats", 4, 120, 2, "{}", "How many people fit into {}?",
                   ("{} seats {}.", "There is room for {1} people in {0}.", "{} holds {} people."),
                   "{} is larger than {}.", "{} has fewer seats than {}.",
                   "{} is the largest {noun}.", "{} is the smallest {noun}."),
            Column("floor", 1, 9, 1, "{}", "On which floor is {}?",
                   ("{} is on floor {}.", "You find {} on floor {}."),
                   "{} is on a higher floor than {}.", "{} is on a lower floor than {}.",
                   "{} is on the highest floor of all.", "{} is on the lowest floor of all."),
        ),
        (
            Feature("projector", "Is there a projector in {}?", "{} has a projector.", "{} has no projector."),
            Feature("step-free access", "Can I reach {} without steps?", "{} can be reached without steps.", "{} cannot be reached without steps."),
        ),
    ),
    Topic(
        "train", ("the Coast Express", "the Valley Line", "the Night Star", "the Harbour Shuttle", "the Lake Flyer",
                  "the Northern", "the Border Link", "the Airport Runner"),
        (
            _cost("ticket"),
            Column("minutes", 15, 340, 5, "{} minutes", "How long does {} take?",
                   ("{} takes {}.", "The journey on {} lasts {}.", "{} arrives after {}."),
                   "{} takes longer than {}.", "{} is faster than {}.",
                   "{} is the slowest {noun}.", "{} is the fastest {noun}."),
            Column("stops", 2, 30, 1, "{}", "How many stops does {} make?",
                   ("{} makes {} stops.", "There are {1} stops on {0}."),
                   "{} stops more often than {}.", "{} makes fewer stops than {}.",
                   "{} makes the most stops.", "{} makes the fewest stops."),
        ),
        (
            Feature("bicycles", "May I take a bicycle on {}?", "Bicycles are allowed on {}.", "Bicycles are not allowed on {}."),
            Feature("dining car", "Is there a dining car on {}?", "{} has a dining car.", "{} has no dining car."),
        ),
    ),
    Topic(
        "employee", ("Ada Lund", "Bruno Sá", "Chen Wei", "Dora Katz", "Emil Novak", "Farah Aziz", "Greta Holm",
                     "Hugo Marsh", "Ines Duarte", "Jonas Berg"),
        (
            Column("years in the company", 1, 38, 1, "{} years", "How long has {} been with the company?",
                   ("{} has been with the company for {}.", "{} joined {} ago."),
                   "{} has been in the company longer than {}.", "{} joined later than {}.",
                   "{} has been in the company longest.", "{} was the last to join."),
            Column("days of leave", 18, 40, 1, "{} days", "How many days of leave does {} have?",
                   ("{} has {} of leave.", "{} is entitled to {} off a year."),
                   "{} has more leave than {}.", "{} has fewer days off than {}.",
                   "{} has the most leave.", "{} has the least leave."),
            Column("sales in thousands", 12, 950, 1, "${},000", "How much did {} sell?",
                   ("{} sold goods worth {}.", "Sales of {1} were made by {0}."),
                   "{} sold more than {}.", "{} sold less than {}.",
                   "{} sold the most.", "{} sold the least."),
        ),
        (
            Feature("works from home", "Does {} work from home?", "{} works from home.", "{} does not work from home."),
            Feature("company car", "Has {} a company car?", "{} has a company car.", "{} has no company car."),
        ),
    ),
    Topic(
        "camera", ("the Orbit 2", "the Vista S", "the Kestrel", "the Lumo 40", "the Pixa Mini", "the Harrier X",
                   "the Onyx", "the Trail Cam"),
        (
            _cost("piece"),
            Column("weight", 180, 1400, 10, "{} g", "How heavy is {}?",
                   ("{} weighs {}.", "The weight of {} is {}."),
                   "{} is heavier than {}.", "{} weighs less than {}.",
                   "{} is the heaviest {noun}.", "{} is the lightest {noun}."),
            Column("battery life", 90, 900, 30, "{} shots", "How many shots does the battery of {} last?",
                   ("The battery of {} lasts {}.", "{} takes {} on one charge."),
                   "The battery of {} lasts longer than that of {}.", "{} takes fewer shots on one charge than {}.",
                   "{} has the longest battery life.", "{} has the shortest battery life."),
        ),
        (
            Feature("waterproof", "Is {} waterproof?", "{} is waterproof.", "{} is not waterproof."),
            Feature("flip screen", "Has {} a flip screen?", "{} has a flip screen.", "{} lacks a flip screen."),
        ),
    ),
)  # fmt: skip

_COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six")
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with their values; within a column all numbers differ."""

    topic: Topic
    names: tuple[str, ...]
    columns: tuple[Column, ...]
    numbers: dict[tuple[str, str], int]
    feature: Feature
    having: frozenset[str]

    def value(self, name: str, column: Column) -> str:
        """Return a value as it is written."""
        return column.form.format(self.numbers[name, column.key])

    def order(self, column: Column) -> list[str]:
        """Return the names by rising value."""
        return sorted(self.names, key=lambda name: self.numbers[name, column.key])


def table_claims(rng: random.Random, tables: int, claims: int = 6) -> Iterator[TableClaim]:
    """Yield pairs of a right and a wrong claim about invented tables, in the order of the tables.

    >>> made = list(table_claims(random.Random(1), 2, 2))
    >>> [claim.right for claim in made]
    [True, False, True, False, True, False, True, False]
    >>> made[0].context == made[3].context != made[4].context
    True
    """
    for _ in range(tables):
        table = _table(rng)
        context = _laid_out(table, rng)
        for _ in range(claims):
            make = rng.choice(
                (_stated, _stated, _answered, _named, _compared, _extreme, _counted, _had, _both, _added)
            )
            for lead, claim, right, fault in make(table, rng):
                yield TableClaim(context, lead, claim, right, fault)


def _table(rng: random.Random) -> Table:
    topic = rng.choice(_TOPICS)
    names = tuple(rng.sample(topic.names, rng.randint(2, 6)))
    columns = tuple(rng.sample(topic.columns, rng.randint(1, len(topic.columns))))
    numbers: dict[tuple[str, str], int] = {}
    for column in columns:
        drawn = rng.sample(range(column.low, column.high + 1, column.step), len(names))
        numbers |= {(name, column.key): number for name, number in zip(names, drawn, strict=True)}
    having = frozenset(name for name in names if rng.random() < _HALF)
    return Table(topic, names, columns, numbers, rng.choice(topic.features), having)


def _laid_out(table: Table, rng: random.Random) -> str:
    """Return the table as text, in one of five ways."""
    keys = [column.key for column in table.columns]
    rows = [
        (name, [table.value(name, column) for column in table.columns], name in table.having)
        for name in table.names
    ]
    head, flag = table.topic.noun, table.feature.key
    layout = rng.randrange(5)
    if layout == 0:
        lines = [" | ".join([head, *keys, flag])]
        lines += [" | ".join([name, *cells, "yes" if has else "no"]) for name, cells, has in rows]
        return "\n".join(lines)
    if layout == 1:
        records = [
            {head: name, **dict(zip(keys, cells, strict=True)), flag: has} for name, cells, has in rows
        ]
        return json.dumps(records, ensure_ascii=False)
    if layout == 2:
        blocks = [
            "\n".join([f"{head}: {name}", *(f"{key}: {cell}" for key, cell in zip(keys, cells, strict=True)),
                       f"{flag}: {'yes' if has else 'no'}"])
            for name, cells, has in rows
        ]  # fmt: skip
        return "\n\n".join(blocks)
    if layout == 3:
        lines = [
            f"- {name}: {', '.join(f'{key} {cell}' for key, cell in zip(keys, cells, strict=True))}, "
            f"{flag if has else f'no {flag}'}"
            for name, cells, has in rows
        ]
        return "\n".join(lines)
    said = []
    for name, _, has in rows:
        said += [
            _sentence(rng.choice(column.states), name, table.value(name, column)) for column in table.columns
        ]
        said.append(_sentence(table.feature.has if has else table.feature.lacks, name))
    return " ".join(said)


Made = Iterator[tuple[str, str, bool, tuple[str, ...]]]


def _sentence(form: str, *given: str, noun: str = "") -> str:
    text = form.format(*given, noun=noun)
    return text[0].upper() + text[1:]


def _other(table: Table, name: str, column: Column, rng: random.Random) -> str:
    """Return a wrong value: mostly that of another row, else one that the table does not have."""
    if rng.random() < 0.6:
        return table.value(rng.choice([one for one in table.names if one != name]), column)
    taken = {table.numbers[one, column.key] for one in table.names}
    free = [one for one in range(column.low, column.high + 1, column.step) if one not in taken]
    return column.form.format(rng.choice(free)) if free else column.form.format(column.high + column.step)


def _stated(table: Table, rng: random.Random) -> Made:
    name, column = rng.choice(table.names), rng.choice(table.columns)
    form = rng.choice(column.states)
    wrong = _other(table, name, column, rng)
    yield "", _sentence(form, name, table.value(name, column)), True, ()
    yield "", _sentence(form, name, wrong), False, (wrong,)


def _answered(table: Table, rng: random.Random) -> Made:
    name, column = rng.choice(table.names), rng.choice(table.columns)
    lead = column.question.format(name)
    end = rng.choice((".", ""))
    wrong = _other(table, name, column, rng)
    yield lead, table.value(name, column) + end, True, ()
    yield lead, wrong + end, False, (wrong,)


def _named(table: Table, rng: random.Random) -> Made:
    """Ask which row is the extreme one, and answer with a name."""
    column = rng.choice(table.columns)
    order = table.order(column)
    if rng.random() < _HALF:
        form, right = column.most, order[-1]
    else:
        form, right = column.least, order[0]
    lead = (
        _sentence(form.replace("{}", f"which {table.topic.noun}", 1), noun=table.topic.noun).rstrip(".") + "?"
    )
    wrong = rng.choice([name for name in table.names if name != right])
    yield lead, _sentence(right) + ".", True, ()
    yield lead, _sentence(wrong) + ".", False, (_sentence(wrong),)


def _compared(table: Table, rng: random.Random) -> Made:
    column = rng.choice(table.columns)
    low, high = (table.order(column)[place] for place in sorted(rng.sample(range(len(table.names)), 2)))
    form, first, second = (column.more, high, low) if rng.random() < _HALF else (column.less, low, high)
    yield "", _sentence(form, first, second), True, ()
    if rng.random() < _HALF:
        yield "", _sentence(form, second, first), False, ()
    else:
        yield "", _sentence(column.less if form == column.more else column.more, first, second), False, ()


def _extreme(table: Table, rng: random.Random) -> Made:
    column = rng.choice(table.columns)
    order = table.order(column)
    form, right = (column.most, order[-1]) if rng.random() < _HALF else (column.least, order[0])
    wrong = rng.choice([name for name in table.names if name != right])
    yield "", _sentence(form, right, noun=table.topic.noun), True, ()
    yield "", _sentence(form, wrong, noun=table.topic.noun), False, ()


def _counted(table: Table, rng: random.Random) -> Made:
    right = len(table.having)
    wrong = rng.choice([one for one in range(len(table.names) + 1) if one != right])
    plural = f"{table.topic.noun}s"
    for count, good in ((right, True), (wrong, False)):
        claim = f"{_COUNTS[count]} of the {len(table.names)} {plural} are listed with “{table.feature.key}”."
        yield "", claim, good, () if good else (_COUNTS[count],)


def _had(table: Table, rng: random.Random) -> Made:
    name, feature = rng.choice(table.names), table.feature
    has = name in table.having
    forms = (feature.has, feature.lacks) if has else (feature.lacks, feature.has)
    if rng.random() < _HALF:
        lead = feature.question.format(name)
        yield lead, "Yes." if has else "No.", True, ()
        yield lead, "No." if has else "Yes.", False, ("No" if has else "Yes",)
        return
    yield "", _sentence(forms[0], name), True, ()
    yield "", _sentence(forms[1], name), False, ()


def _both(table: Table, rng: random.Random) -> Made:
    """State two rows in one sentence, or exchange their values."""
    column = rng.choice(table.columns)
    one, other = rng.sample(table.names, 2)
    form = rng.choice(("{} for {} and {} for {}", "it is {} for {}, but {} for {}"))
    start = _sentence(column.key)
    mine, theirs = table.value(one, column), table.value(other, column)
    yield "", f"{start}: {form.format(mine, one, theirs, other)}.", True, ()
    yield "", f"{start}: {form.format(theirs, one, mine, other)}.", False, (theirs, mine)


def _added(table: Table, rng: random.Random) -> Made:
    """State the difference between two rows."""
    column = rng.choice(table.columns)
    low, high = (table.order(column)[place] for place in sorted(rng.sample(range(len(table.names)), 2)))
    gap = table.numbers[high, column.key] - table.numbers[low, column.key]
    off = max(1, gap + rng.choice((-3, -2, -1, 1, 2, 3, 5, 10)) * column.step)
    if off == gap:
        off += column.step
    form = f"The difference between {low} and {high} is {{}} in {column.key}."
    yield "", form.format(column.form.format(gap)), True, ()
    yield "", form.format(column.form.format(off)), False, (column.form.format(off),)
