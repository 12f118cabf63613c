"""Plain clauses: the statements that are read with confidence, in their pieces."""

from __future__ import annotations

import pytest

from jurat.nlp.syntax.clauses import parse
from jurat.nlp.syntax.plain_clauses import PlainClause, lowered, plain_clauses, statement
from jurat.nlp.tokens import Token


def of(text: str) -> list[PlainClause]:
    return plain_clauses(text, parse(text, Token("", 0, len(text))))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (
            "Ann Reed, the mayor, opposed the plan on Monday, but nobody may have read it.",
            ["Ann Reed opposed the plan on Monday"],
        ),
        ("On Monday the council voted for the plan.", ["the council voted for the plan on Monday"]),
        ("In May 2020, the council bought the school.", ["the council bought the school in May 2020"]),
        (
            "The council in Oslo on Monday bought the school.",
            ["The council in Oslo bought the school on Monday"],
        ),
        ("The council also bought the school.", ["The council bought the school"]),
        ("The council quickly bought the school.", ["The council quickly bought the school"]),
        ("The council probably bought the school.", []),
        ("The council did not buy the school.", []),
        ("The council may buy the school.", []),
        ("Did the council buy the school?", []),
        ("The board appointed Ann Reed.", ["The board appointed Ann Reed"]),
        ("Ann Reed (the mayor) opposed the plan.", ["Ann Reed opposed the plan"]),
        ("Ann Reed, who leads the council, opposed the plan.", ["Ann Reed opposed the plan"]),
        ("The mayor of Oslo and the council bought the school and the park.", []),
        (
            "The council bought the school, the park and the pool.",
            ["The council bought the school, the park and the pool"],
        ),
        ("The council bought the school, the park, and the pool closed.", ["The council bought the school"]),
        ("The council met in Tampa, Florida, on Monday.", ["The council met in Tampa, Florida, on Monday"]),
        (
            "The council bought the school that the city built.",
            ["The council bought the school that the city built"],
        ),
        ("The council said that Ann Reed opposed the plan.", ["Ann Reed opposed the plan"]),
        ("The council said Ann Reed opposed the plan.", ["Ann Reed opposed the plan"]),
        ("When it rained, the council closed the school.", ["the council closed the school"]),
        ("The school is old and cold.", ["The school is old and cold"]),
        ("The school is old.", ["The school is old"]),
        ("The school was closed.", ["The school was closed"]),
        ("The school closed.", []),
        ("He opposed the plan.", ["He opposed the plan"]),
        ("It opposed the plan.", []),
        ("They oppose the plan.", []),
        ("The council opposes this plan.", []),
        ("The councils opposes the plan.", []),
        ("The council oppose the plan.", []),
        ("The council bought the school before the vote.", ["The council bought the school before the vote"]),
        ("The council bought the school before the city voted.", ["The council bought the school"]),
        ("The council wants to buy the school.", ["The council wants to buy the school"]),
        ("The council bought the school and sold the park.", ["The council bought the school"]),
        ('"The council bought the school," he said.', []),
        ("The council bought what it could.", []),
        (
            "The council bought the school; the city sold the park.",
            ["The council bought the school", "the city sold the park"],
        ),
        (
            "The council bought the school, and the city sold the park.",
            ["The council bought the school", "the city sold the park"],
        ),
        (
            "Three councils have bought schools in Norway since 2020.",
            ["Three councils have bought schools in Norway since 2020"],
        ),
        (
            "The council paid $5 million for the school in 2020.",
            ["The council paid $5 million for the school in 2020"],
        ),
        ("The City shot stopper.", []),
        ("‘The council bought the school’, he said.", []),
        ("The council bought “the school”.", []),
        ("The council, and the city, bought the school.", []),
        ("The council and mayor have bought the school.", ["The council and mayor have bought the school"]),
        (
            "The mayor of Oslo has bought the school and the park.",
            ["The mayor of Oslo has bought the school and the park"],
        ),
        ("The council knows that Ann Reed opposed the plan.", ["Ann Reed opposed the plan"]),
        ("The plan that Ann Reed opposed failed.", []),
        ("The council believes Ann Reed opposed the plan.", []),
        ("And the council bought the school.", ["the council bought the school"]),
        ("In Oslo, in May, the council bought the school.", []),
        ("In Oslo the council bought the school.", ["the council bought the school"]),
        ("With help the council bought the school.", []),
        ("Running fast, the council bought the school.", []),
        ("Five bought the school.", ["Five bought the school"]),
        ("Some of the men bought the school.", []),
        ("The Beatles is a band.", []),
        ("Both men have the school.", []),
        ("The council bought the school where they met.", []),
        ("The council paid more than the city.", []),
        ("The council bought the school (a big one).", []),
        ("The council gave the city the school.", []),
        ("The council bought the school by paying $5.", ["The council bought the school by paying $5"]),
        ("The council said of the school by the sea it fell.", []),
        ("The council bought the school and old.", ["The council bought the school"]),
        ("The council agreed to pay and leave.", ["The council agreed to pay"]),
        ("The council agreed to pay and to leave.", ["The council agreed to pay and to leave"]),
        ("The council started running and swimming.", ["The council started running and swimming"]),
        (
            "The council bought the school in Oslo and the park.",
            ["The council bought the school in Oslo and the park"],
        ),
        ("The council bought the school, a house.", ["The council bought the school"]),
        (
            "The council bought the school on Monday, the park and pool.",
            ["The council bought the school on Monday"],
        ),
        ("The council bought the school that " + "the very old city " * 4 + "built.", []),
        ("The council either bought or sold the school.", []),
        ("The council's bought the school.", []),
        ("The council on Monday bought the school.", ["The council bought the school on Monday"]),
        ("The council bought the school, which is old.", ["The council bought the school"]),
        ("The council bought it here.", []),
        ("The council bought the school from the man who sold it.", []),
        ("The council met in Oslo, Norway.", ["The council met in Oslo, Norway"]),
        ("The council met Ann, Bob, and Carl in Rome.", ["The council met Ann, Bob, and Carl in Rome"]),
    ],
)
def test_a_plain_clause_is_a_statement_by_itself(text: str, expected: list[str]) -> None:
    assert [statement(text, one) for one in of(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "On Monday the council voted for the plan.",
            ["object : |the council", "phrase for: for |the plan", "time on: On |Monday"],
        ),
        (
            "The council bought the school in Oslo last week.",
            ["object : |The council", "object : |the school", "phrase in: in |Oslo", "time : |last week"],
        ),
        ("The school is old.", ["object : |The school", "predicate : |old"]),
        (
            "The council wants to buy the school that the city built.",
            [
                "object : |The council",
                "rest : |to buy",
                "rest : |the school",
                "relative : |that the city built",
            ],
        ),
        (
            "The council met in Tampa, Florida, on Monday.",
            ["object : |The council", "phrase in: in |Tampa, Florida", "time on: on |Monday"],
        ),
    ],
)
def test_the_parts_of_a_predicate_have_roles_and_places(text: str, expected: list[str]) -> None:
    [one] = of(text)
    parts = [one.subject, *one.parts, *([one.opening] if one.opening else [])]
    shown = [
        f"{part.role} {part.preposition}: {text[part.start : part.inner]}|{text[part.inner : part.end]}"
        for part in parts
    ]
    assert shown == expected
    assert text[one.start : one.end].endswith(text[one.parts[-1].start : one.parts[-1].end])
    assert all(one.sentence.starts[part.first] == part.start for part in parts)


def test_the_words_of_the_verb_group_and_predicate() -> None:
    [one] = of("The council has also bought the School.")
    assert (one.group(), one.lower()) == (["has", "bought"], ("has", "also", "bought", "the", "school"))
    assert one.offset(one.verb[0]) == (12, 15)


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("On Monday", "on Monday"),
        ("Last week", "last week"),
        ("Monday", "Monday"),
        ("Onward", "Onward"),
        ("Early May", "early May"),
    ],
)
def test_an_opening_is_written_as_inside_a_sentence(phrase: str, expected: str) -> None:
    assert lowered(phrase) == expected
