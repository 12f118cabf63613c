"""Subject–verb–object triples read off clauses, to measure the grammar: the smallest statements of a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from jurat.nlp.syntax.clauses import Clause, Parse, Phrase, parse
from jurat.nlp.syntax.coreference import Antecedents
from jurat.nlp.treebank_tokens import TextRange

__all__ = ["Phrase", "Triple", "text_triples", "triples"]


class Triple(NamedTuple):
    """Who, does, what: as the sentence has it on its surface, and how far it is asserted.

    ``modal`` is a modal verb ("may") or the verb that governs this one ("plan" in "plans to buy").
    ``assertive`` is false for what is hedged, supposed, wished, planned or merely possible. An apposition
    has "be" as its lemma and an empty verb phrase.
    """

    subject: Phrase
    verb: Phrase
    object: Phrase | None
    lemma: str
    negated: bool
    hedged: bool
    passive: bool
    copula: bool
    modal: str | None
    start: int
    end: int
    assertive: bool
    reported: bool
    preposition: str
    """The preposition before the object, "" if it is a direct object: "in" for "was founded in 1998"."""

    def agent(self) -> Phrase | None:
        """Who does it: the subject, or what follows "by" in a passive."""
        if not self.passive:
            return self.subject
        return self.object if self.preposition == "by" else None

    def patient(self) -> Phrase | None:
        """Whom it is done to: the object, or the subject of a passive."""
        return self.subject if self.passive else self.object


def triples(text: str, sentence: TextRange) -> list[Triple]:
    """The triples of one sentence.

    >>> from jurat.nlp.tokens import Token
    >>> text = "Fitbit, founded in 2007, was not acquired by Google."
    >>> found = triples(text, Token("", 0, len(text)))
    >>> [(one.subject.head, one.lemma, one.object.head, one.negated) for one in found if one.object]
    [('Fitbit', 'found', '2007', False), ('Fitbit', 'acquire', 'Google', True)]
    """
    return list(text_triples(text, [sentence]))


def text_triples(text: str, sentences: Iterable[TextRange]) -> Iterator[Triple]:
    """The triples of a text, sentence by sentence, with pronouns looked up in what was said before."""
    memory = Antecedents()
    for sentence in sentences:
        read = parse(text, sentence)
        yield from _of_clauses(read, memory)
        for one in read.renamings:
            yield _renaming(one.named, one.renamed)


def _of_clauses(read: Parse, memory: Antecedents) -> Iterator[Triple]:
    for clause in read.clauses:
        if not clause.carried:
            yield from _of_clause(clause, memory)
        memory.note(clause, read.sentence)


def _of_clause(clause: Clause, memory: Antecedents) -> Iterator[Triple]:
    subjects, objects = _roles(clause)
    for subject in subjects:
        for preposition, phrase in objects:
            whom = memory.resolved(phrase, as_object=True) if phrase else None
            yield _triple(clause, memory.resolved(subject), whom, preposition)


Object = tuple[str, Phrase | None]
"""A preposition or nothing, and the phrase after it."""


def _roles(clause: Clause) -> tuple[tuple[Phrase, ...], list[Object]]:
    """The subjects and the objects; "there is" has its subject after the verb."""
    if clause.subjects[0].head.lower() == "there" and clause.objects:
        return clause.objects, _prepositional(clause) or [("", None)]
    return clause.subjects, _objects(clause)


def _objects(clause: Clause) -> list[Object]:
    after = [one for one in clause.phrases if one.after_verb]
    agents: list[Object] = [("by", one.phrase) for one in after if one.preposition == "by"]
    if clause.passive and agents:
        return agents
    direct: list[Object] = [("", phrase) for phrase in (*clause.objects, *clause.receivers)]
    return direct or _prepositional(clause) or [("", None)]


def _prepositional(clause: Clause) -> list[Object]:
    """The first phrase after the verb, or else one that opens the clause, stands in for an object."""
    after = [one for one in clause.phrases if one.after_verb]
    opening = [one for one in clause.phrases if one.phrase.end <= clause.subjects[0].start]
    chosen = after or [one for one in opening if one.preposition != "of"]
    return [(one.preposition, one.phrase) for one in chosen[:1]]


def _triple(clause: Clause, subject: Phrase, whom: Phrase | None, preposition: str) -> Triple:
    parts = [subject, clause.verb, *([whom] if whom else [])]
    return Triple(
        subject=subject, verb=clause.verb, object=whom, lemma=clause.lemma, negated=clause.negated,
        hedged=clause.hedged, passive=clause.passive, copula=clause.copula, modal=clause.modal,
        start=min(part.start for part in parts), end=max(part.end for part in parts),
        assertive=clause.assertive, reported=clause.reported, preposition=preposition,
    )  # fmt: skip


def _renaming(named: Phrase, renamed: Phrase) -> Triple:
    return Triple(
        subject=named, verb=Phrase(named.end, named.end, "", named.end), object=renamed, lemma="be",
        negated=False, hedged=False, passive=False, copula=True, modal=None,
        start=named.start, end=renamed.end, assertive=True, reported=False, preposition="",
    )  # fmt: skip
