"""Numbers that count nothing, and the word before a place."""

from __future__ import annotations

import pytest

from jurat.nlp.quantities.reference_codes import code_at, code_table, previous_word


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("all |3 men", None),
        ("Figure |3 shows", "3"),
        ("figures |3, 4 and 5 show", "3, 4 and 5"),
        ("Figure\n|3 shows", None),
        ("No. |5 x", "5"),
        ("no |5 x", None),
        ("ISO |9001 x", "9001"),
        ("call |555-1234 now", "555-1234"),
        ("call |212-555-1234", "212-555-1234"),
        ("+|1 (212) 555-1234", "1 (212) 555-1234"),
        ("(|212) 555-1234", "212) 555-1234"),
        ("|1.2.3 x", "1.2.3"),
        ("|1-2-3 x", "1-2-3"),
        ("|007 x", "007"),
        ("|0x1f z", "0x1f"),
        ("|0 x", None),
        ("|0.5 x", None),
        ("|5:123 x", "5:123"),
        ("a_|5 x", "5"),
        ("a/|5b x", "5b"),
        ("a.|5 x", "5"),
        (" .|5 x", None),
        ("[|5] x", "5]"),
        ("[|5, 6] x", "5, 6]"),
        ("[|5 x]", None),
        ("|5. Mix", "5."),
        ("|5.", None),
        ("a\n|5) Mix", "5)"),
        ("a |5) Mix", "5)"),
        ("(a |5) Mix", None),
        ("(a) |5) Mix", "5)"),
        ("a |5. Mix", None),
        ("|24/7 care", "24/7"),
        ("|24/75 care", None),
        ("covid-|19 cases", "19"),
        ("mid-|90 cases", None),
        ("|12 Main Street", "12 Main Street"),
        ("|12 Main Dogs", None),
        ("|12 N. Main Street", "12 N. Main Street"),
        ("|12 W Main Street", "12 W Main Street"),
        ("|12 w main Street", None),
        ("NY |10001 x", "10001"),
        ("NY |10001-1234 x", "10001-1234"),
        ("Ny |10001 x", None),
        ("NYC |10001 x", None),
    ],
)
def test_a_code_ends_where_its_number_does(text: str, code: str | None) -> None:
    at, plain = text.index("|"), text.replace("|", "", 1)
    end = code_at(plain, plain.lower(), at)
    assert (None if end is None else plain[at:end]) == code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in the u-|20 team", ("u", "-")),
        ("no. |5", ("no", ". ")),
        ("the |5", ("the", " ")),
        ("the\n|5", ("the", "\n")),
        ("the # |5", ("the", " # ")),
        ("well-known |5", ("well-known", " ")),
        ("don't |5", ("don't", " ")),
        ("'the |5", ("the", " ")),
        ("5 |5", ("", "")),
        ("a5 |5", ("a5", " ")),
        ("(the |5", ("the", " ")),
        ("the, |5", ("", "")),
        ("|5", ("", "")),
        ("w" * 40 + " |5", ("w" * 32, " ")),
    ],
)
def test_the_word_before_a_place_and_what_stands_between(text: str, expected: tuple[str, str]) -> None:
    assert previous_word(text.replace("|", ""), text.index("|")) == expected


def test_sayings_are_tried_longest_first() -> None:
    table = code_table()
    lengths = [len(saying) for saying in table.sayings]
    assert lengths == sorted(lengths, reverse=True)
    assert {"figure"} <= table.references
    assert {"iso"} <= table.names
    assert {"people"} <= table.counted
    assert {"street"} <= table.streets
