"""The claims of a text: what each clause asserts of its subject, one claim for every verb and object.

An apposition says what something is, and who reports something claims it as a whole. An instruction
claims its objects, or, where it is a whole list item, its words piece by piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple

from jurat.nlp.morphology.verb_forms import kinds
from jurat.nlp.sentences import sentences
from jurat.nlp.syntax.clauses import Clause, Parse, Phrase, Prepositional
from jurat.nlp.syntax.coreference import Antecedents
from jurat.nlp.treebank_tokens import TextRange
from jurat.observers.grounding.indexed_doc import IndexedDoc

ClaimKind = Literal["clause", "plan", "report", "renaming", "piece"]

_PIECE_END: Final = re.compile(
    r"(?:(?<!\d)[,:]|[,:](?!\d)|[;()])\s?|\b(?:and|or|with|until|then|but)\b|\s[-–—]\s", re.IGNORECASE
)
_LABEL: Final = 3
"""Words before a colon that name what stands after it: "Cost: $5" is one piece."""
_ITEM: Final = re.compile(r"[ \t]*(?:[-*•·‣▪◦–—+]|\d{1,3}[.)])[ \t]")
_NUMBERING: Final = re.compile(r"\s*(?:\d{1,3}[.)]\s*|[-*•·‣▪◦–—+](?:\s+|\Z))")
_MARKS: Final = " \t\r\n*_`–—-"
"""White space, marks of emphasis and dashes around a piece."""
_JOINT: Final = re.compile(r"(?:,|,?\s+(?:and|or))\s+")
"""What stands between two phrases that are joined."""
_NEAR: Final = 12
"""Characters between a verb of saying and the clause that it reports."""


class ExtractedClaim(NamedTuple):
    """A subject, a verb and what the verb says of it, as stretches of the text.

    A plan states that something is tried, meant or arranged, not that it was done.
    """

    start: int
    end: int
    subject: Phrase | None
    verb: Phrase | None
    object: Phrase
    kind: ClaimKind
    lemma: str = ""
    negated: bool = False
    passive: bool = False
    preposition: str = ""

    def spoken_of(self) -> Phrase | None:
        """The subject, or what its pronoun stands for."""
        return None if self.subject is None else self.subject.antecedent or self.subject


def extract_claims(
    doc: IndexedDoc, split: Sequence[TextRange] | None = None, *, additions: bool = False
) -> Iterator[ExtractedClaim]:
    """Yield the claims of a text in order; what is hedged, supposed or merely possible makes none.

    With ``additions``, every phrase that a clause adds to verb and object is yielded as a claim too.

    >>> text = "Google bought Fitbit and Nest for $2 billion. It may sell them."
    >>> [text[claim.start : claim.end] for claim in extract_claims(IndexedDoc(text))]
    ['Google bought Fitbit', 'Google bought Fitbit and Nest']
    >>> text = "Fitbit was bought in 2021 by Google."
    >>> [text[claim.start : claim.end] for claim in extract_claims(IndexedDoc(text), additions=True)]
    ['Fitbit was bought in 2021', 'Fitbit was bought in 2021 by Google']
    """
    memory, text = Antecedents(), doc.text
    for sentence in sentences(text) if split is None else split:
        read = doc.parsed(sentence)
        for clause in read.clauses:
            if clause.stated and not clause.carried:
                yield from _of_clause(text, clause, memory, additions=additions)
                yield from _of_report(clause, read, memory)
            memory.note(clause, read.sentence)
        yield from _of_renamings(read)
        yield from _of_orders(text, read, sentence, additions=additions)


def _of_clause(
    text: str, clause: Clause, memory: Antecedents, *, additions: bool
) -> Iterator[ExtractedClaim]:
    complements = _complements(text, clause, additions=additions)
    for subject in clause.subjects:
        resolved = memory.resolved(subject)
        for preposition, phrase in complements:
            yield _claim(clause, resolved, memory.resolved(phrase), preposition)


def _claim(clause: Clause, subject: Phrase | None, whom: Phrase, preposition: str = "") -> ExtractedClaim:
    parts = [clause.verb, whom, *([subject] if subject else [])]
    return ExtractedClaim(
        start=min(part.start for part in parts),
        end=max(part.end for part in parts),
        subject=subject,
        verb=clause.verb,
        object=whom,
        kind="clause" if clause.assertive else "plan",
        lemma=clause.lemma,
        negated=clause.negated,
        passive=clause.passive,
        preposition=preposition,
    )


def _complements(text: str, clause: Clause, *, additions: bool) -> list[tuple[str, Phrase]]:
    """Return what a verb says of its subject: its objects, or the phrase that it takes in their place.

    A passive without any says of its subject what its participle says: "was injured".
    """
    found = [("", one) for one in (*clause.objects, *clause.receivers)]
    phrases = _phrases(clause, found) if additions or not found else []
    if phrases and not additions:
        phrases = _in_place_of_an_object(text, clause, phrases)
    verb = clause.verb
    state = Phrase(verb.head_start, verb.head_start + len(verb.head), verb.head, verb.head_start)
    return [*found, *phrases] or ([("", state)] if clause.passive else [])


def _phrases(clause: Clause, objects: Sequence[tuple[str, Phrase]]) -> list[tuple[str, Phrase]]:
    """Return the phrases that the verb takes with a preposition; "of" belongs to its noun."""
    found = list(objects)
    for one in _joined(clause):
        inside = any(held.start <= one.phrase.start and one.phrase.end <= held.end for _, held in found)
        if one.after_verb and not inside:
            found.append((one.preposition, one.phrase))
    return found[len(objects) :]


def _in_place_of_an_object(
    text: str, clause: Clause, phrases: Sequence[tuple[str, Phrase]]
) -> list[tuple[str, Phrase]]:
    """Return the phrase that stands for an object, and those joined to it: "by Tom and Ann".

    It is who does it, of a passive; else the first phrase that is no number or time; else the first.
    """

    def rank(one: tuple[str, Phrase]) -> tuple[bool, bool, int]:
        preposition, phrase = one
        timed = not preposition or phrase.head[0].isdigit() or phrase.head in _time_words()
        return not (clause.passive and preposition == "by"), timed, phrase.start

    chosen = [min(phrases, key=rank)]
    for preposition, phrase in sorted(phrases, key=lambda one: one[1].start):
        last = chosen[-1][1]
        if phrase.start > last.end and _JOINT.fullmatch(text, last.end, phrase.start):
            chosen.append((preposition, phrase))
    return chosen


@cache
def _time_words() -> frozenset[str]:
    """Return the names of months, days and stretches of time."""
    return frozenset().union(*(kinds("temporal_words.txt")[name] for name in ("month", "day", "unit")))


def _joined(clause: Clause) -> Iterator[Prepositional]:
    """The phrases of a clause, both ends of "between Porto and Lisbon" as one."""
    waiting: Prepositional | None = None
    for one in clause.phrases:
        if one.preposition == "between" and waiting is None:
            waiting = one
        elif waiting is not None and one.preposition == "between":
            both = one.phrase._replace(start=waiting.phrase.start)
            yield one._replace(phrase=both)
            waiting = None
        else:
            yield one
    if waiting is not None:
        yield waiting


def _of_report(clause: Clause, read: Parse, memory: Antecedents) -> Iterator[ExtractedClaim]:
    """Who said, found or thinks that something is so: the object is all of the clause that says it."""
    if clause.objects or clause.copula:
        return
    for told in read.clauses:
        if told.kind == "complement" and 0 <= told.start - clause.verb.end < _NEAR:
            phrase = Phrase(told.start, told.end, told.verb.head, told.verb.head_start)
            for subject in clause.subjects:
                claim = _claim(clause, memory.resolved(subject), phrase)
                yield claim._replace(kind="report")
            return


def _of_renamings(read: Parse) -> Iterator[ExtractedClaim]:
    for one in read.renamings:
        start, end = min(one.named.start, one.renamed.start), max(one.named.end, one.renamed.end)
        yield ExtractedClaim(start, end, one.named, None, one.renamed, "renaming", lemma="be")


def _of_orders(text: str, read: Parse, sentence: TextRange, *, additions: bool) -> Iterator[ExtractedClaim]:
    """What a text tells its reader to do."""
    if not read.clauses and (_is_item(text, sentence) or _instructs(read)):
        yield from _of_pieces(text, sentence)
    for clause in read.orders if read.clauses else ():
        for preposition, phrase in _complements(text, clause, additions=additions):
            yield _claim(clause, None, phrase, preposition)


def _is_item(text: str, sentence: TextRange) -> bool:
    """Whether a sentence stands in a list: after a bullet or a number at the start of its line."""
    line = text.rfind("\n", max(0, sentence.start - 40), sentence.start) + 1
    line = line if line or sentence.start < 40 else sentence.start
    return bool(_ITEM.match(text, line))


def _instructs(read: Parse) -> bool:
    """Whether a sentence tells what to do: it begins with a bare verb."""
    tags = read.sentence.tags
    first = next(
        (index for index, tag in enumerate(tags) if tag[:1].isalpha() and tag not in {"CD", "LS"}), None
    )
    return first is not None and first <= 2 and tags[first] == "VB" and len(tags) > first + 1


def _of_pieces(text: str, sentence: TextRange) -> Iterator[ExtractedClaim]:
    numbering = _NUMBERING.match(text, sentence.start, sentence.end)
    start = numbering.end() if numbering else sentence.start
    for match in (*_PIECE_END.finditer(text, start, sentence.end), None):
        end = match.start() if match else sentence.end
        if match and match[0][0] == ":" and len(text[start:end].split()) <= _LABEL:
            continue
        if text[start:end].strip(_MARKS):
            yield _piece(text, start, end)
        start = match.end() if match else end


def _piece(text: str, start: int, end: int) -> ExtractedClaim:
    start += len(text[start:end]) - len(text[start:end].lstrip(_MARKS))
    end = start + len(text[start:end].rstrip(_MARKS))
    words = text[start:end].split()
    place = Phrase(start, end, words[-1], end - len(words[-1]))
    return ExtractedClaim(start, end, None, None, place, kind="piece")
