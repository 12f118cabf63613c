"""Roles: who does something to whom, and where two clauses differ in it."""

from __future__ import annotations

import pytest

from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.roles import Party, Placed, agree, converse, misplaced


def placed(text: str, verb: str) -> Placed:
    doc = IndexedDoc(text)
    found = [
        Placed(doc, line, clause)
        for line in doc.lines
        for clause in doc.clauses(line)
        if clause.lemma == verb
    ]
    assert found
    return found[-1]


@pytest.mark.parametrize(
    ("said", "given", "verb", "expected"),
    [
        ("Bolt sued Acme.", "Acme sued Bolt.", "sue", "swapped"),
        ("Acme was sued by Bolt.", "Acme sued Bolt.", "sue", "swapped"),
        ("Fitbit bought Google.", "Google said that it would buy Fitbit.", "buy", "swapped"),
        ("Jones wrote the report.", "Jones edited it. Smith wrote the report.", "write", "another"),
        (
            "The Basic plan includes support.",
            "The Basic plan is cheap. The Pro plan includes support.",
            "include",
            "another",
        ),
        ("Bolt was sued by Acme.", "Acme sued Bolt.", "sue", None),
        ("Jones wrote the report.", "Smith wrote the report, and so did Jones.", "write", None),
        ("Kenya won the race.", "Kenya cheered. The Kenyan runner won the race.", "win", None),
        ("Jones fed his dog.", "Jones was there. Smith fed his dog.", "feed", None),
        ("The dog barked.", "The cat slept. The dog barked.", "bark", None),
    ],
)
def test_clauses_with_the_same_verb_differ_in_who_does_it(
    said: str, given: str, verb: str, expected: str | None
) -> None:
    assert misplaced(placed(said, verb), placed(given, verb)) == expected


def test_clauses_agree_whatever_their_voice() -> None:
    assert agree(placed("Acme sued Bolt.", "sue"), placed("Bolt was sued by Acme.", "sue"))
    assert not agree(placed("Acme sued Bolt.", "sue"), placed("Bolt sued Acme.", "sue"))


def test_opposite_verbs_tell_the_same_from_two_sides() -> None:
    said = placed("The firm borrowed $5 million from the bank.", "borrow")
    given = placed("The bank lent $5 million to the firm.", "lend")
    assert converse(said, given)
    assert not converse(given, given)


def test_names_before_a_common_noun_tell_parties_apart() -> None:
    basic, pro = (
        Party(frozenset({name, "plan"}), named=False, names=frozenset({name})) for name in ("basic", "pro")
    )
    plan = Party(frozenset({"plan"}), named=False)
    assert not basic.is_like(pro)
    assert basic.is_like(plan)
    assert basic.telling.stems == {"basic"}
    assert plan.telling.stems == {"plan"}
