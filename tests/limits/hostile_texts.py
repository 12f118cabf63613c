"""Texts of any length that a text rule may take too long for, each by its name."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, islice
from random import Random

WORDS = [
    "tea",
    "shop",
    "council",
    "bridge",
    "river",
    "price",
    "market",
    "garden",
    "school",
    "winter",
    "report",
    "doctor",
    "train",
    "letter",
    "island",
    "engine",
    "farmer",
    "museum",
    "bottle",
    "window",
    "planet",
    "soldier",
    "kitchen",
    "harbour",
]
NAMES = ["Anna", "Brown", "Carter", "Dublin", "Elm", "Foster", "Grant", "Holland", "Irving", "Jones"]


def _repeated(piece: str) -> Callable[[int], str]:
    return lambda size: (piece * (size // len(piece) + 1))[:size]


def _counted(piece: Callable[[int], str]) -> Callable[[int], str]:
    """Pieces that differ by a number, up to a length."""

    def make(size: int) -> str:
        made, length = [], 0
        for number in count():
            made.append(piece(number))
            length += len(made[-1])
            if length >= size:
                return "".join(made)[:size]
        raise AssertionError

    return make


def _letters(number: int) -> str:
    """A word that no other number has."""
    made = ""
    while number >= 0:
        made, number = chr(97 + number % 26) + made, number // 26 - 1
    return made


def _prose(size: int) -> str:
    random = Random(size)
    made = (
        f"{random.choice(NAMES)} {random.choice(('bought', 'sold', 'saw', 'closed'))} the "
        f"{random.choice(WORDS)} and the {random.choice(WORDS)} in {random.randint(1900, 2020)}. "
        for _ in count()
    )
    return "".join(islice(made, size // 40))[:size]


HOSTILE: dict[str, Callable[[int], str]] = {
    "capital letters": _repeated("A"),
    "small letters": _repeated("a"),
    "digits": _repeated("7"),
    "full stops": _repeated("."),
    "spaced full stops": _repeated(". "),
    "commas": _repeated(","),
    "spaced commas": _repeated("a, "),
    "hyphens": _repeated("-"),
    "hyphened": _repeated("ab-"),
    "apostrophes": _repeated("a'"),
    "quotes": _repeated('"'),
    "single quotes": _repeated("'a "),
    "opening brackets": _repeated("("),
    "brackets": _repeated("(a) "),
    "square brackets": _repeated("[["),
    "braces": _repeated('{"a":'),
    "newlines": _repeated("\n"),
    "blank lines": _repeated("a\n\n"),
    "spaces": _repeated(" "),
    "tabs": _repeated("a\t"),
    "underscores": _repeated("_"),
    "asterisks": _repeated("**a** "),
    "slashes": _repeated("a/"),
    "colons": _repeated("a: b\n"),
    "table": _repeated("| a | 1 |\n"),
    "at signs": _repeated("a@b."),
    "dots in words": _repeated("a.b."),
    "abbreviations": _repeated("U.S. "),
    "zero width": _repeated("a\u200b"),
    "combining": _repeated("a\u0301"),
    "emoji": _repeated("😀 "),
    "fullwidth": _repeated("ｔｅａ "),
    "ligatures": _repeated("ﬁ "),
    "han": _repeated("北京大学"),
    "numbers": _repeated("1, "),
    "grouped digits": _repeated("1,000,"),
    "decimals": _repeated("1.5."),
    "ranges": _repeated("5-10 "),
    "money": _repeated("$5 "),
    "percent": _repeated("5% "),
    "number words": _repeated("twenty-five hundred "),
    "ordinals": _repeated("third "),
    "months": _repeated("March "),
    "dates": _repeated("5 March 2024, "),
    "slashed dates": _repeated("03/04/2024 "),
    "times": _repeated("9:30 pm "),
    "weekdays": _repeated("Monday to Friday "),
    "opening hours": _repeated("Monday: 9-17\n"),
    "addresses": _repeated("https://a.b/c?d=e&"),
    "and": _repeated("and "),
    "of the": _repeated("of the "),
    "not": _repeated("not "),
    "never": _repeated("It is not never. "),
    "he said that": _repeated("he said that "),
    "which is": _repeated("the tea which is "),
    "capitalised words": _repeated("Alpha Beta Gamma "),
    "title words": _repeated("The House Of The "),
    "one sentence again": _repeated("Tea costs $5. "),
    "one long sentence": _repeated("the tea costs five dollars and "),
    "a name again": _repeated("Anna Brown saw Carl Brown. "),
    "pronouns": _repeated("He told her that she was his. "),
    "questions": _repeated("What does it cost? "),
    "slurs and stars": _repeated("f**k sh1t "),
    "leet": _repeated("b0mb k1ll "),
    "phone numbers": _repeated("+1 (555) 010-9999 "),
    "cards": _repeated("4111 1111 1111 1111 "),
    "ibans": _repeated("DE89 3704 0044 0532 0130 00 "),
    "keys": _repeated("sk-abcdefgh12345678 "),
    "chat": _repeated("User: hi\nAssistant: no\n"),
    "records": _repeated('{"name": "Elm", "price": 5}\n'),
    "distinct words": _counted(lambda n: f"{_letters(n)} "),
    "distinct names": _counted(lambda n: f"{_letters(n).capitalize()} "),
    "distinct sentences": _counted(lambda n: f"The {_letters(n)} sells {_letters(7 * n)}. "),
    "distinct amounts": _counted(lambda n: f"${n} "),
    "distinct prices": _counted(lambda n: f"Item {_letters(n)} costs ${n}. "),
    "distinct measures": _counted(lambda n: f"{n}.5 km and {n} miles "),
    "distinct ranges": _counted(lambda n: f"{n} to {n + 7} people "),
    "distinct years": _counted(lambda n: f"In {1000 + n % 1000} Anna left. "),
    "distinct days": _counted(lambda n: f"On {n % 28 + 1} March {1500 + n % 500} it rained. "),
    "distinct counts": _counted(lambda n: f"It has {n} rooms. "),
    "distinct pairs": _counted(lambda n: f'"{_letters(n)}": {n},\n'),
    "prose": _prose,
}
