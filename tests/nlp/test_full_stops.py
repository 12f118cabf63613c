"""Full stops that end a sentence, and those of abbreviations, initials and numberings."""

from __future__ import annotations

import pytest

from jurat.nlp.full_stops import abbreviations, ends_abbreviation, ends_sentence, numbers_an_item


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("It rained| We left", True),
        ("It rained| we left", True),
        ("It rained|", True),
        ("It rained| …", True),
        ("Mr| Smith left", False),
        ("Mr| The left", False),
        ("Mr |The left", True),
        ("Acme Inc| grew", False),
        ("Acme Inc| Profits grew", False),
        ("Acme Inc| The firm grew", True),
        ("Acme Inc| I grew", False),
        ("at 5 p.m| Police came", True),
        ("at 5 p.m| The police came", True),
        ("at 5 p.m| police came", False),
        ("at 5 p.m| EST they came", False),
        ("at 5 p.m| Eastern time", False),
        ("by J| Smith", False),
        ("by J| The man", True),
        ("J.R|R. Tolkien", False),
        ("at J | Smith", True),
        ("got 5 pct| of it", False),
        ("got 5 pcts| of it", True),
        ("he did so| then left", True),
        ("got 5 pct| Of it", True),
        ("got 5 pct | of it", True),
        ("1| Mix", False),
        ("a| Mix", False),
        ("xiv| Mix", False),
        ("Take flour\n12| Mix", False),
        ("Take flour 12| Mix", True),
        ("1234| Mix", True),
        ("He said “yes|” “We left", True),
    ],
)
def test_a_stop_ends_a_sentence_by_what_stands_around_it(text: str, ends: bool) -> None:
    stop = text.index("|")
    after = stop + 1 + (text[stop + 1 : stop + 2] == "”")
    assert ends_sentence(text.replace("|", "."), stop, after) is ends


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Acme Inc| grew", True),
        ("see Dr| Reed", True),
        ("by J| Reed", True),
        ("by J.R| Reed", True),
        ("It grew| Fast", False),
        ("It grew to 5| Fast", False),
        ("p.m| later", True),
    ],
)
def test_an_abbreviation_or_initial_owns_its_stop(text: str, expected: bool) -> None:
    assert ends_abbreviation(text.replace("|", "."), text.index("|")) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1|", True),
        ("  *12| Mix", True),
        ("(b| Mix", True),
        ("Take:\n 3| Mix", True),
        ("Take 3| Mix", False),
        ("1234| Mix", False),
        ("ab| Mix", False),
        ("w" * 60 + "\n7| Mix", True),
        (" " * 60 + "7| Mix", False),
        (" " * 38 + "7| Mix", True),
        (" " * 39 + "7| Mix", False),
    ],
)
def test_a_numbering_stands_at_the_start_of_a_line(text: str, expected: bool) -> None:
    assert numbers_an_item(text.replace("|", "."), text.index("|")) is expected


def test_the_four_lists_hold_different_words() -> None:
    known = abbreviations()
    samples = {"mr": known.inner, "inc": known.outer, "p.m": known.closing, "eastern": known.continuing}
    assert {word: word in listed for word, listed in samples.items()} == {
        "mr": True,
        "inc": True,
        "p.m": True,
        "eastern": True,
    }
    assert not known.inner & known.outer
