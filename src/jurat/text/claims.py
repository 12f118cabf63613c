"""The claims of a text: what each clause asserts of its subject, one claim for every object it joins.

An apposition says what something is, and who reports something claims it as a whole. An instruction
claims its objects, or, where it is a whole list item, its words piece by piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from jurat.text.clauses import Clause, Parse, Phrase, parse
from jurat.text.pronouns import Memory
from jurat.text.sentences import Sentence, sentences

ClaimKind = Literal["clause", "plan", "report", "renaming", "piece"]

_PIECE_END: Final = re.compile(r"[,;:()]\s?|\b(?:and|or|with|until|then|but)\b|\s[-–—]\s", re.IGNORECASE)
_ITEM: Final = re.compile(r"[ \t]*(?:[-*•·‣▪◦–—+]|\d{1,3}[.)])[ \t]")
_NUMBERING: Final = re.compile(r"\s*(?:\d{1,3}[.)]|[-*•·‣▪◦–—+])\s*")
_NEAR: Final = 12
"""Characters between a verb of saying and the clause that it reports."""


class Claim(NamedTuple):
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


def claims(text: str, split: Sequence[Sentence] | None = None) -> Iterator[Claim]:
    """The claims of a text in order; what is hedged, supposed or merely possible makes none.

    >>> text = "Google bought Fitbit and Nest. It may sell them."
    >>> [text[claim.start : claim.end] for claim in claims(text)]
    ['Google bought Fitbit', 'Google bought Fitbit and Nest']
    """
    memory = Memory()
    for sentence in sentences(text) if split is None else split:
        read = parse(text, sentence)
        for clause in read.clauses:
            if clause.stated and not clause.carried:
                yield from _of_clause(clause, memory)
                yield from _of_report(clause, read, memory)
            memory.note(clause, read.sentence)
        yield from _of_renamings(read)
        yield from _of_orders(text, read, sentence)


def _of_clause(clause: Clause, memory: Memory) -> Iterator[Claim]:
    for subject in clause.subjects:
        resolved = memory.resolved(subject)
        for preposition, phrase in _complements(clause):
            yield _claim(clause, resolved, memory.resolved(phrase), preposition)


def _claim(clause: Clause, subject: Phrase | None, whom: Phrase, preposition: str = "") -> Claim:
    parts = [clause.verb, whom, *([subject] if subject else [])]
    return Claim(
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


def _complements(clause: Clause) -> list[tuple[str, Phrase]]:
    """The objects, then every phrase that the verb takes with a preposition; "of" belongs to its noun.

    A passive without any says of its subject what its participle says: "was injured".
    """
    found = [("", one) for one in (*clause.objects, *clause.receivers)]
    for one in clause.phrases:
        inside = any(held.start <= one.phrase.start and one.phrase.end <= held.end for _, held in found)
        if one.after_verb and not inside:
            found.append((one.preposition, one.phrase))
    verb = clause.verb
    state = Phrase(verb.head_start, verb.head_start + len(verb.head), verb.head, verb.head_start)
    return found or ([("", state)] if clause.passive else [])


def _of_report(clause: Clause, read: Parse, memory: Memory) -> Iterator[Claim]:
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


def _of_renamings(read: Parse) -> Iterator[Claim]:
    for one in read.renamings:
        start, end = min(one.named.start, one.renamed.start), max(one.named.end, one.renamed.end)
        yield Claim(start, end, one.named, None, one.renamed, "renaming", lemma="be")


def _of_orders(text: str, read: Parse, sentence: Sentence) -> Iterator[Claim]:
    """What a text tells its reader to do."""
    if not read.clauses and (_is_item(text, sentence) or _instructs(read)):
        yield from _of_pieces(text, sentence)
    for clause in read.orders if read.clauses else ():
        for preposition, phrase in _complements(clause):
            yield _claim(clause, None, phrase, preposition)


def _is_item(text: str, sentence: Sentence) -> bool:
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


def _of_pieces(text: str, sentence: Sentence) -> Iterator[Claim]:
    numbering = _NUMBERING.match(text, sentence.start, sentence.end)
    start = numbering.end() if numbering else sentence.start
    for match in (*_PIECE_END.finditer(text, start, sentence.end), None):
        end = match.start() if match else sentence.end
        if text[start:end].strip():
            yield _piece(text, start, end)
        start = match.end() if match else end


def _piece(text: str, start: int, end: int) -> Claim:
    start += len(text[start:end]) - len(text[start:end].lstrip())
    end = start + len(text[start:end].rstrip())
    words = text[start:end].split()
    place = Phrase(start, end, words[-1], end - len(words[-1]))
    return Claim(start, end, None, None, place, kind="piece")
