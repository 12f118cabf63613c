"""Contrasts: where a statement says something else than the sentence of the article it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from jurat.observers.rules.bounds import turned_bounds
from jurat.observers.rules.document import NEAR, Document
from jurat.observers.rules.opposites import is_negative, opposite
from jurat.observers.rules.windows import Window
from jurat.text.clauses import Clause, Phrase
from jurat.text.lexemes import Stretch
from jurat.text.readings import Line, Word, likeness
from jurat.text.stems import stem
from jurat.text.tokens import words
from jurat.text.verbs import kinds

ContrastKind = Literal["negation", "opposite", "bound", "modality", "roles"]

SAME_CLAUSE = 0.6
"""The share of its words that a clause must have in common with the one it is compared with."""
SAME_SENTENCE = 0.8
"""The share of its words that a sentence shares with a window that it only denies."""
_POSSIBLE = frozenset({"may", "might", "could"})
_COMPARED = frozenset({"less", "more", "fewer"})


@dataclass(frozen=True, slots=True)
class Contrast:
    """A clause of the summary, the clause of the article it contradicts, and how."""

    kind: ContrastKind
    start: int
    end: int
    line: Line
    reason: str

    @property
    def is_shade(self) -> bool:
        """Whether it changes how sure something is, not what happened."""
        return self.kind == "modality"


@dataclass(frozen=True, slots=True)
class _Pair:
    """A clause of the summary and the clause of the article that says most of it."""

    summary: Document
    article: Document
    said: Clause
    given: Clause
    line: Line


def contrasts(
    article: Document, summary: Document, line: Line, place: Stretch, window: Window | None
) -> list[Contrast]:
    """The contrasts of one statement, a part of a sentence of the summary, with the window it comes from."""
    if window is None:
        return []
    found = [
        Contrast("bound", one.start, one.end, where, reason)
        for one, where, reason in turned_bounds(article, summary, place, window)
    ]
    for said in summary.clauses(line):
        if not place.start <= said.verb.start < place.end:
            continue
        pair = _counterpart(article, summary, said, window)
        if pair is not None:
            found += _of_pair(pair)
    return found or _inserted(article, summary, line, place, window)


def _inserted(
    article: Document, summary: Document, line: Line, place: Stretch, window: Window
) -> list[Contrast]:
    """A denial in a sentence that otherwise says what the article says without any denial."""
    if window.share < SAME_SENTENCE or any(denials(article, one.start, one.end) for one in window.lines):
        return []
    cues = denials(summary, place.start, place.end)
    parts = summary.parts(line) if cues else {}
    for word in cues:
        start, end = word.token.start, word.token.end
        if _is_denial(word) and (word.token.text in _denying() or parts.get(start) != "NOUN"):
            reason = f"“{summary.text[start:end]}” denies what the article affirms"
            return [Contrast("negation", start, end, window.best, reason)]
    return []


def _counterpart(article: Document, summary: Document, said: Clause, window: Window) -> _Pair | None:
    """The clause of the window that says most of a clause, if it says enough of it."""
    wanted = _stems(summary, said)
    best: tuple[float, Clause, Line] | None = None
    for line in window.lines:
        for given in article.clauses(line):
            stems = _stems(article, given)
            share = sum(likeness(one, stems) for one in wanted) / len(wanted) if wanted else 0.0
            if _same_deed(said, given):
                share = max(share, SAME_CLAUSE)
            if best is None or share > best[0]:
                best = (share, given, line)
    if best is None or best[0] < SAME_CLAUSE or len(wanted) < 2:
        return None
    return _Pair(summary, article, said, best[1], best[2])


def _same_deed(said: Clause, given: Clause) -> bool:
    """Whether two clauses have the same verb and the same object, whoever the subject is."""
    if said.lemma != given.lemma or said.copula or not said.objects or not given.objects:
        return False
    return _head(said.objects[0]) == _head(given.objects[0])


def _stems(text: Document, clause: Clause) -> frozenset[str]:
    return frozenset(word.stem for word in text.words(clause.start, clause.end) if word.content)


def _of_pair(pair: _Pair) -> Iterator[Contrast]:
    said, given = pair.said, pair.given
    if swapped := _swapped(said, given):
        yield _contrast(pair, "roles", swapped)
        return
    if turned := _turned(pair):
        if said.negated == given.negated:
            yield _contrast(pair, "opposite", turned)
        return
    if said.negated != given.negated and _same_verb(pair) and not _denies(pair):
        yield _contrast(pair, "negation", _denial(pair))
        return
    if given.modal in _POSSIBLE and said.assertive and not said.hedged and _same_verb(pair):
        modal = f"“{given.modal}”"
        yield _contrast(pair, "modality", f"the article says {modal}, the summary states it as certain")


def _contrast(pair: _Pair, kind: ContrastKind, reason: str) -> Contrast:
    return Contrast(kind, pair.said.start, pair.said.end, pair.line, reason)


def _denial(pair: _Pair) -> str:
    verb = pair.given.lemma
    return (
        f"the article denies “{verb}”, the summary affirms it"
        if pair.given.negated
        else (f"the summary denies “{pair.said.lemma}”, the article affirms it")
    )


def _turned(pair: _Pair) -> str:
    """The first word of the summary whose opposite stands in the article's clause, and it does not."""
    theirs = [word for word in pair.article.words(pair.given.start, pair.given.end) if word.content]
    known = {word.stem for word in theirs}
    for one in pair.summary.words(pair.said.start, pair.said.end):
        for other in theirs if one.content and one.stem not in known else ():
            if opposite(one.stem, other.stem):
                return f"the summary has “{one.token.text}” where the article has “{other.token.text}”"
    return ""


def _same_verb(pair: _Pair) -> bool:
    """Whether both clauses have the same verb, or verbs near in meaning."""
    said, given = stem(pair.said.lemma), stem(pair.given.lemma)
    return likeness(said, frozenset({given})) >= NEAR


def _denies(pair: _Pair) -> bool:
    """Whether the side that affirms here denies elsewhere in the sentence, so that both may deny."""
    if pair.given.negated:
        start, end = next(
            (line.start, line.end) for line in pair.summary.lines if line.start <= pair.said.start < line.end
        )
        return bool(denials(pair.summary, start, end))
    return bool(denials(pair.article, pair.line.start, pair.line.end))


def denials(text: Document, start: int, end: int) -> list[Word]:
    """The words of a stretch that deny something: "not", "refused", "unable"; not "no fewer than"."""
    found = text.words(start, end)
    after = [one.token.text for one in found[1:]] + ["", ""]
    return [
        word
        for word, more, than in zip(found, after, after[1:], strict=False)
        if (_is_denial(word) or is_negative(word.token.text)) and not (than == "than" and more in _COMPARED)
    ]


def _is_denial(word: Word) -> bool:
    """Whether a word denies something else than a part of itself."""
    return word.token.text in _denying() or word.token.text.endswith("n't") or word.stem in _denying_stems()


@cache
def _denying() -> frozenset[str]:
    listed = kinds("negations.txt")
    denying = (one for kind, entries in listed.items() if kind != "true" for one in entries)
    return frozenset(denying) | {"without", "cannot", "instead"}


@cache
def _denying_stems() -> frozenset[str]:
    return frozenset(stem(one) for one in kinds("verb_kinds.txt")["denying"])


def _swapped(said: Clause, given: Clause) -> str:
    """Why who does it and whom it is done to are the other way round, or nothing."""
    if said.lemma != given.lemma or said.copula:
        return ""
    ours, theirs = _roles(said), _roles(given)
    if not ours or not theirs or ours[0] == ours[1]:
        return ""
    if ours[0] == theirs[1] and ours[1] == theirs[0]:
        return f"who does it and whom it is done to are swapped: “{given.lemma}”"
    return ""


def _roles(clause: Clause) -> tuple[str, str] | None:
    """The stems of the one who does it and of the one it is done to."""
    subject = clause.subjects[0]
    if clause.passive:
        agents = [one.phrase for one in clause.phrases if one.preposition == "by" and one.after_verb]
        return (_head(agents[0]), _head(subject)) if agents else None
    return (_head(subject), _head(clause.objects[0])) if clause.objects else None


def _head(phrase: Phrase) -> str:
    named = phrase.antecedent or phrase
    found = words(named.head)
    return stem(found[-1]) if found else named.head
