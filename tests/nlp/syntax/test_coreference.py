"""Pronouns and what they most likely stand for."""

from __future__ import annotations

import pytest

from jurat.nlp.syntax.clauses import parse
from jurat.nlp.syntax.coreference import Antecedents, mention
from jurat.nlp.tokens import Token


def antecedents(text: str) -> list[tuple[str | None, ...]]:
    """Each pronoun of a sentence as a subject and as an object, after what the sentences before it named."""
    memory = Antecedents()
    start = 0
    *before, last = text.split("|")
    for sentence in before:
        read = parse(text.replace("|", " "), Token("", start, start + len(sentence)))
        for clause in read.clauses:
            memory.note(clause, read.sentence)
        start += len(sentence) + 1
    read = parse(text.replace("|", " "), Token("", start, start + len(last)))
    found = []
    for clause in read.clauses:
        for phrase in (*clause.subjects, *clause.objects):
            both = [memory.resolved(phrase, as_object=one).antecedent for one in (False, True)]
            found.append((phrase.head, *(one and text[one.start : one.end] for one in both)))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann Reed met the boss.|She left.", [("She", "Ann Reed", "Ann Reed")]),
        ("The firm bought a shop.|It closed.", [("It", "The firm", "a shop")]),
        (
            "The firm met the mayor.|It paid him.",
            [("It", "The firm", "The firm"), ("him", "the mayor", "the mayor")],
        ),
        (
            "The firms bought a shop.|They closed it.",
            [("They", "The firms", "The firms"), ("it", "a shop", "a shop")],
        ),
        (
            "Ann and Bob met Carl.|They saw him.",
            [("They", "Ann and Bob", "Ann and Bob"), ("him", "Ann", "Carl")],
        ),
        ("The table fell.|He left.", [("He", None, None)]),
        ("Mr. Reed left.|It fell.", [("It", None, None)]),
        ("She left.|He ran.", [("He", None, None)]),
        ("Dogs bark.|It fell.", [("It", None, None)]),
        ("Ann left.|Bob saw the dog.", [("Bob", None, None), ("dog", None, None)]),
        ("He left.", [("He", None, None)]),
    ],
)
def test_a_pronoun_stands_for_the_last_thing_that_fits(
    text: str, expected: list[tuple[str | None, ...]]
) -> None:
    assert antecedents(text) == expected


def test_an_antecedent_stands_at_most_six_clauses_back() -> None:
    def after(others: int) -> str | None:
        return antecedents("Ann left.|" + "Dogs saw cats.|" * others + "She ran.")[0][1]

    assert (after(5), after(6)) == ("Ann", None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann Reed left.", (False, True, False)),
        ("The mayor left.", (False, False, True)),
        ("Mr. Reed left.", (False, True, True)),
        ("The dogs left.", (True, False, False)),
        ("The Beatles left.", (True, True, False)),
        ("He left.", None),
    ],
)
def test_a_mention_tells_number_name_and_person(text: str, expected: tuple[bool, bool, bool] | None) -> None:
    read = parse(text, Token("", 0, len(text)))
    found = mention(read.clauses[0].subjects[0], read.sentence)
    assert (found and (found.plural, found.proper, found.human)) == expected
