"""Triples: the sentences of triples.txt, roles, places, pronouns, and any text at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.clause_triples import Phrase, Triple, text_triples, triples
from jurat.nlp.tokens import Token

FLAGS = ("negated", "hedged", "passive", "copula", "reported")


def cases() -> list[tuple[str, list[str]]]:
    """The sentences of the table with what each must give."""
    found: list[tuple[str, list[str]]] = []
    for line in (Path(__file__).with_name("triples.txt")).read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            found[-1][1].append(line.strip())
        elif line and not line.startswith("#"):
            found.append((line, []))
    return found


def whole(text: str) -> Token:
    return Token("", 0, len(text))


def written(one: Triple) -> str:
    whom = one.object.head if one.object else "-"
    parts = [one.subject.head, one.lemma, f"{one.preposition}:{whom}" if one.preposition else whom]
    parts += [flag for flag in FLAGS if getattr(one, flag)]
    parts += [f"({one.modal})"] if one.modal else []
    return " ".join([*parts, *([] if one.assertive else ["?"])])


def test_the_table_holds_more_than_a_hundred_and_twenty_sentences() -> None:
    assert len(cases()) > 120


@pytest.mark.parametrize(("sentence", "expected"), cases())
def test_sentence_gives_its_triples(sentence: str, expected: list[str]) -> None:
    assert [written(one) for one in triples(sentence, whole(sentence))] == expected


def heads(*phrases: Phrase | None) -> list[str | None]:
    return [phrase.head if phrase else None for phrase in phrases]


@pytest.mark.parametrize(
    ("sentence", "agent", "patient"),
    [
        ("Google acquired Fitbit.", "Google", "Fitbit"),
        ("Fitbit was acquired by Google.", "Google", "Fitbit"),
        ("Fitbit acquired Google.", "Fitbit", "Google"),
        ("Fitbit was acquired in 2021.", None, "Fitbit"),
        ("Prices rose.", "Prices", None),
    ],
)
def test_roles_are_the_same_in_active_and_passive(
    sentence: str, agent: str | None, patient: str | None
) -> None:
    [one] = triples(sentence, whole(sentence))
    assert heads(one.agent(), one.patient()) == [agent, patient]


def test_phrases_hold_their_determiners_possessors_and_of_phrases() -> None:
    text = "Yes. The first CEO of Apple's parent bought Ann's big house."
    [one] = triples(text, Token("", 5, len(text)))
    assert one.object
    assert text[one.subject.start : one.subject.end] == "The first CEO of Apple's parent"
    assert text[one.verb.start : one.verb.end] == "bought"
    assert text[one.object.start : one.object.end] == "Ann's big house"
    assert text[one.start : one.end] == text[5:-1]
    assert text[one.subject.head_start :].startswith("CEO")


def sentences_of(text: str) -> list[Token]:
    """Each line of a text is a sentence here."""
    found, start = [], 0
    for line in text.splitlines(keepends=True):
        found.append(Token("", start, start + len(line)))
        start += len(line)
    return found


@pytest.mark.parametrize(
    ("text", "antecedents"),
    [
        ("Google acquired Fitbit.\nIt paid $2 billion.", [None, "Google"]),
        ("Tim Cook runs Apple.\nHe bought a house.", [None, "Cook"]),
        ("The woman lives in Paris.\nShe owns a car.", [None, "woman"]),
        ("The man bought a car.\nIt was red.", [None, "car"]),
        ("Google and Apple make phones.\nThey sell watches.", [None, None, "Google and Apple"]),
        ("When Google acquired Fitbit, it paid $2 billion.", [None, "Google"]),
        ("Google said it bought Nest.", [None, "Google"]),
        ("It paid $2 billion.", [None]),
        ("We saw it.", [None]),
    ],
)
def test_pronoun_offers_the_latest_that_fits(text: str, antecedents: list[str | None]) -> None:
    found = [one.subject.antecedent for one in text_triples(text, sentences_of(text))]
    shown = [text[one.start : one.end] if one else None for one in found]
    assert [name and (name if " and " in name else name.split()[-1]) for name in shown] == antecedents


def test_an_object_pronoun_has_an_antecedent_too() -> None:
    text = "Ann bought a car.\nThe neighbours saw it."
    last = list(text_triples(text, sentences_of(text)))[-1]
    assert last.object
    assert last.object.antecedent
    assert last.object.antecedent.head == "car"


def check(text: str) -> None:
    for one in triples(text, whole(text)):
        for phrase in filter(None, (one.subject, one.verb, one.object)):
            assert 0 <= one.start <= phrase.start <= phrase.end <= one.end <= len(text)
            assert text[phrase.head_start : phrase.head_start + len(phrase.head)] == phrase.head


@given(st.text(max_size=300))
def test_any_text_is_read_with_places_inside_it(text: str) -> None:
    check(text)


WORDS = (
    "Google it he who which that if because and or but , . ? ; : ( ) \" ' not to by of after before the a "
    "big was is has been being having acquired buy buying may said there 5 % $ 2019 March Monday last year "
    "never no what whose let us n't 's / -"
)


@given(st.lists(st.sampled_from(WORDS.split()), max_size=40))
def test_any_order_of_small_words_is_read(words: list[str]) -> None:
    check(" ".join(words))


@pytest.mark.parametrize(
    "piece",
    [
        "a", "the ", "who ", "that he is ", "which is ", "is ", "and ", "A, ", "A and B ", "(", ")", '"', ".",
        "a.", "'", "very ", "\ud800", "\0", "to buy ", "if ", "of the ", "www.", "1,", "Mr. ",
        "not only ", "last year ",
    ],
)  # fmt: skip
def test_long_repetitions_are_read_to_their_end(piece: str) -> None:
    check(piece * (20_000 // len(piece)) + "Google bought it.")


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["a", "that he is ", "a.", "A and B ", "the very big "])
def test_a_megabyte_without_a_full_stop_is_read_to_its_end(piece: str) -> None:
    check(piece * (1_000_000 // len(piece)))


def test_pronouns_before_past_forms_that_look_like_participles() -> None:
    text = "The firm saw it worked in Paris, and she bought what he used in London."
    assert [written(one) for one in triples(text, whole(text))][-1] == "he use in:London ?"


def test_the_same_text_gives_the_same_triples() -> None:
    text = "Google, which bought Fitbit, said that it may sell A, B and C to Apple."
    assert triples(text, whole(text)) == triples(text, whole(text))
