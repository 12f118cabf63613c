"""Values that the context gives for something else: what one plan costs, said of another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from jurat.nlp.dates.moment import Moment, covers
from jurat.nlp.morphology.stems import stem
from jurat.nlp.quantities.quantity import Quantity, agrees, comparable
from jurat.nlp.sentences import Sentence
from jurat.nlp.syntax.clauses import Phrase
from jurat.nlp.tagging.perceptron import is_listed
from jurat.nlp.terms import Term, forms, forms_in, is_stop
from jurat.observers.grounding.assertions import Assertion
from jurat.observers.grounding.claim_extraction import ExtractedClaim, extract_claims
from jurat.observers.grounding.passages import LONGEST_READ, Passage
from jurat.observers.grounding.value_support import SupportFinding, Values, refused

Value = Quantity | Moment

_MOST: Final = 6
"""Sentences about a subject, or places of a value, that are looked at."""


def misattributed_value(
    said: Assertion, number: int, passage: Passage, values: Values
) -> SupportFinding | None:
    """The passage gives the claim's value for another subject, and for the claim's subject another value."""
    if said.claim.verb is None or passage.attributes or not said.subject:
        return None
    for start in said.values:
        finding = values.get(start)
        if finding is None or not finding.located or finding.passage != number:
            continue
        given = _value_at(passage, finding.start)
        if given is None:
            continue
        rival = _rival(said, given, passage)
        if rival is not None:
            name = " ".join(word.text for word in said.subject)
            return refused(f"the context gives another value for “{name}”", number, rival.start, rival.end)
    return None


def _value_at(passage: Passage, start: int) -> Value | None:
    """The date or the amount with a unit that starts at a place."""
    moments = [one for one in passage.moments_in(start, start + 1) if one.year is not None]
    amounts = [one for one in passage.quantities_in(start, start + 1) if one.unit is not None]
    return moments[0] if moments else amounts[0] if amounts else None


def _rival(said: Assertion, given: Value, passage: Passage) -> Value | None:
    """Another value that a sentence about the claim's subject gives for it, if none gives the claimed one."""
    about = _sentences_about(said.subject, passage)
    others = [one for sentence in about for one in _others(given, passage, sentence.start, sentence.end)]
    stated = next((one for one in others if any(_states(said, one, passage, s) for s in about)), None)
    return stated if stated and _is_anothers(said, given, passage) else None


def _sentences_about(words: Sequence[Term], passage: Passage) -> list[Sentence]:
    """The first sentences that hold all words."""
    numbers = [passage.sentences_with(forms(word.text)[0]) for word in words]
    return [passage.sentences[index] for index in sorted(frozenset.intersection(*numbers))[:_MOST]]


def _others(given: Value, passage: Passage, start: int, end: int) -> list[Value]:
    """The other values of a stretch of the passage that answer the same question as one of them."""
    if isinstance(given, Moment):
        return [one for one in passage.moments_in(start, end) if one.year not in (None, given.year)]
    found = passage.quantities_in(start, end)
    return [one for one in found if comparable(one, given) and not _same(one, given)]


def _same(one: Value, other: Value) -> bool:
    if isinstance(one, Moment):
        return isinstance(other, Moment) and covers(one, other)
    return isinstance(other, Quantity) and agrees(other, one) == "same"


def _states(said: Assertion, value: Value, passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence gives a value for the claim's subject, with its verb or right after its noun."""
    own = {form for word in said.subject for form in forms(word.text)[:1]}
    for one in _claims(passage, sentence):
        if one.subject and one.object.start <= value.start < one.object.end:
            subject, told = (_forms(part, passage) for part in (one.subject, one.object))
            if own <= subject and stem(one.lemma) == stem(said.claim.lemma):
                return True
            if isinstance(value, Quantity) and not own <= subject and own <= subject | told:
                return True
    return False


def _is_anothers(said: Assertion, given: Value, passage: Passage) -> bool:
    """Whether the passage gives a value only for others than the claim's subject."""
    owners = [_owners(one, passage) for one in _places(given, passage)]
    return all(found and all(_is_other(said, one, passage) for one in found) for found in owners)


def _places(given: Value, passage: Passage) -> list[Value]:
    """Everywhere that the passage gives a value."""
    kind: Iterable[Value] = (
        passage.moments.covering(given) if isinstance(given, Moment) else passage.quantities.like(given)
    )
    return [one for one in kind if _same(one, given)][:_MOST]


def _owners(value: Value, passage: Passage) -> list[ExtractedClaim]:
    """What the sentence around a value states with it."""
    sentence = passage.sentences[passage.sentence_number(value.start)]
    stated = _claims(passage, sentence)
    return [one for one in stated if one.subject and one.object.start <= value.start < one.object.end]


def _is_other(said: Assertion, one: ExtractedClaim, passage: Passage) -> bool:
    """Whether a statement is surely about something else than the claim's subject."""
    subject, claimed = one.spoken_of(), said.claim.spoken_of()
    if subject is None or claimed is None or is_stop(subject.head) or not subject.head[0].isalpha():
        return False
    told = _forms(subject, passage) | _forms(one.object, passage)
    if any(form in told for word in said.subject if word.text[0].isupper() for form in forms(word.text)):
        return False
    if stem(subject.head) != stem(claimed.head) and not _is_name(subject, passage):
        common = is_listed(claimed.head.lower()) and stem(one.lemma) == stem(said.claim.lemma)
        return common and stem(claimed.head) not in told
    return any(
        _is_name_at(word, passage, subject) for word in passage.text[subject.start : subject.end].split()
    )


def _is_name(phrase: Phrase, passage: Passage) -> bool:
    return phrase.head[:1].isupper() and _is_name_at(phrase.head, passage, phrase)


def _is_name_at(word: str, passage: Passage, phrase: Phrase) -> bool:
    """Whether a word of a phrase is a name, not a common word that opens a sentence."""
    opens = passage.text.startswith(word, phrase.start)
    return word[:1].isupper() and not is_stop(word) and not (opens and is_listed(word.lower()))


def _forms(phrase: Phrase, passage: Passage) -> set[str]:
    return forms_in(passage.text[phrase.start : phrase.end])


def _claims(passage: Passage, sentence: Sentence) -> list[ExtractedClaim]:
    """What a sentence states, read once for each passage."""
    held = passage.claims
    if sentence.start not in held:
        short = sentence.end - sentence.start <= LONGEST_READ
        held[sentence.start] = list(extract_claims(passage.doc, [sentence], additions=True)) if short else []
    return held[sentence.start]
