"""Whether context supports a claim: subject and object stand together, and nothing there contradicts it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from jurat.nlp.morphology.negative_prefixes import counterparts
from jurat.nlp.terms import Term, forms
from jurat.observers.grounding.assertions import Assertion
from jurat.observers.grounding.attributes import ask, claim_forms
from jurat.observers.grounding.conflicts import Conflict, clause_conflicts
from jurat.observers.grounding.counted_values import misattributed_count
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.matching import WITHIN, TermMatch, best_match, near_places, places
from jurat.observers.grounding.passages import Passage
from jurat.observers.grounding.sentence_windows import SentenceWindow
from jurat.observers.grounding.value_owners import misattributed_value
from jurat.observers.grounding.value_support import SupportFinding, Values, refused, supported

SWAPPED: Final = "the context says it the other way round"
OTHERS: Final = "the context says it of another"
SILENT: Final = "the data leaves it open"
_UNTOLD: Final = frozenset(
    ("specified", "mentioned", "information", "unknown", "unclear", "unspecified", "stated")
)
"""Words by which a response says that the data leaves something open."""
ENOUGH: Final = 0.7
"""The share of an object's telling words that must stand in the context, together."""
_KINDRED: Final = 0.55
"""The cosine from which a common noun renames something in the context: "the blaze" is a "fire"."""
_LACKING: Final = frozenset(("lack", "miss"))
_MOST: Final = 200
_TRIES: Final = 4
"""Places looked at before a contradicted claim is given up."""


def claim_support(
    said: Assertion, response: IndexedDoc, passages: Sequence[Passage], values: Values
) -> SupportFinding | None:
    """Support of a claim of a response, or nothing where it holds no word or value that could be checked."""
    against: SupportFinding | None = None
    for number, passage in enumerate(passages):
        found = _in_passage(said, response, number, passage, values)
        if found is None:
            continue
        if found.supported:
            return found
        if against is None or (found.located and not against.located):
            against = found
    return against


def _in_passage(
    said: Assertion, response: IndexedDoc, number: int, passage: Passage, values: Values
) -> SupportFinding | None:
    """What a passage says: its data first; where that is silent, its text may still say it."""
    answer = _in_record(said, number, passage)
    if answer is None or answer.reason != SILENT:
        return answer or _in_text(said, response, number, passage, values)
    if not _UNTOLD.isdisjoint(word.lower() for word in said.said):
        return supported("the data leaves it open, as the response says", number, answer.start, answer.end)
    told = _in_text(said, response, number, passage, values)
    elsewhere = told is not None and (told.start >= answer.end or told.end <= answer.start)
    return told if told and told.supported and elsewhere and not said.claim.negated else answer


def _in_record(said: Assertion, number: int, passage: Passage) -> SupportFinding | None:
    """What the attributes of a passage's data say about the claim."""
    if not passage.attributes:
        return None
    core = frozenset(form for word in said.object for form in forms(word.text)[:1])
    whose = frozenset(form for word in said.subject for form in forms(word.text))
    negated = said.claim.negated != (said.claim.lemma in _LACKING)
    answer = ask(passage.attributes, claim_forms(said.said), core, whose, negated=negated)
    if answer is None:
        return None
    reasons = {
        "supports": "the data says so",
        "contradicts": "the data says otherwise",
        "silent": SILENT,
    }
    entry = answer.entry
    return SupportFinding(answer.answer == "supports", reasons[answer.answer], number, entry.start, entry.end)


def _in_text(
    said: Assertion, response: IndexedDoc, number: int, passage: Passage, values: Values
) -> SupportFinding | None:
    words = said.object or (() if said.values else _mentioned(said.general, passage))
    terms = [places(word.text, passage) for word in words]
    if said.predicate and not passage.attributes:
        terms = [
            term or _turned_places(word.text, said, passage) for term, word in zip(terms, words, strict=True)
        ]
    numbers = [_value_places(values.get(start), number) for start in said.values if start in values]
    if not terms and not numbers:
        return None
    if any(start in values and not values[start].supported for start in said.values):
        return refused("the context does not give this value for it")
    if said.values and (wrong := _misgiven(said, number, passage, values)) is not None:
        return wrong
    subject = _subject_places(said, passage)
    missing = _missing(said, words, terms, subject, passage)
    if missing is not None:
        return missing
    against: SupportFinding | None = None
    for match in _matches([*terms, *numbers, *([subject] if subject else [])]):
        problem = _problem(said, words, match, terms, numbers, subject is not None)
        if problem is not None:
            return against or problem
        place = (number, match.start, passage.end_of(match.end))
        reason = _contradiction(said, response, passage, match)
        if reason is None:
            return supported("the context says so", *place)
        against = against or refused(reason, *place)
    return against or refused("the context does not give this value for it")


def _contradiction(said: Assertion, response: IndexedDoc, passage: Passage, match: TermMatch) -> str | None:
    """Why the sentences of a passage in which a claim's words stand contradict it, or nothing."""
    verb = said.claim.verb
    lines = passage.doc.lines_between(match.start, match.end)
    if verb is None or passage.attributes or not lines:
        return None
    window = SentenceWindow(lines, lines[0], 1.0, 1.0)
    for line in response.lines_between(verb.start, verb.start):
        for clause in response.clauses(line):
            if clause.verb.start == verb.start:
                for found in clause_conflicts(passage.doc, response, line, clause, window):
                    if not found.is_shade or said.claim.kind != "plan":
                        return _reason(found, negated=said.claim.negated)
    return None


def _reason(found: Conflict, *, negated: bool) -> str:
    """A conflict in the words of Claim-Lock."""
    if found.kind == "roles":
        return OTHERS if found.another else SWAPPED
    if found.kind == "opposite":
        return f"the context says “{found.given}”, not “{found.said}”"
    if found.is_shade:
        return "the context only supposes it"
    return "the context says it without the denial" if negated else "the context denies it"


def _misgiven(said: Assertion, number: int, passage: Passage, values: Values) -> SupportFinding | None:
    """The passage gives the claim's value for something else."""
    return misattributed_count(said, number, passage, values) or misattributed_value(
        said, number, passage, values
    )


def _turned_places(word: str, said: Assertion, passage: Passage) -> Sequence[int]:
    """Where the passage has "unsafe" for the "safe" of a claim; that one denies the other is seen later."""
    if word not in said.predicate:
        return ()
    return sorted(place for form in counterparts(word) for place in passage.positions.of(form))


def _mentioned(words: Sequence[Term], passage: Passage) -> tuple[Term, ...]:
    """General words count only where the context happens to use them."""
    return tuple(word for word in words if places(word.text, passage))


def _value_places(finding: SupportFinding | None, number: int) -> Sequence[int]:
    """Where a passage gives a value of the claim."""
    if finding is None or not finding.supported or finding.passage != number or not finding.located:
        return ()
    return (finding.start,)


def _subject_places(said: Assertion, passage: Passage) -> Sequence[int] | None:
    """Where the subject is named or stood for; none is needed for data, which is about one thing.

    A name must stand near. A common noun must be mentioned: texts go on about it in other words.
    """
    if passage.attributes or not said.subject:
        return None
    named = sorted({place for word in said.subject for place in places(word.text, passage)[:_MOST]})
    if not named:
        return near_places(said.subject[-1].text, passage, _KINDRED) and None
    if not any(word.text[0].isupper() for word in said.subject):
        return None
    return sorted([*named, *passage.pronouns[bisect_left(passage.pronouns, named[0]) :]])


def _missing(
    said: Assertion,
    words: Sequence[Term],
    terms: list[Sequence[int]],
    subject: Sequence[int] | None,
    passage: Passage,
) -> SupportFinding | None:
    """The claim is about something that the passage never mentions."""
    found = sum(bool(term) for term in terms)
    if found < ENOUGH * len(terms):
        absent = next(word.text for word, term in zip(words, terms, strict=True) if not term)
        return refused(f"the context does not mention “{absent}”")
    unknown = _unknown_name(said, words, terms, passage)
    if unknown is not None:
        return refused(f"the context does not mention “{unknown}”")
    if subject is not None and not subject:
        return refused(f"the context does not mention “{said.subject[-1].text}”")
    return None


def _unknown_name(
    said: Assertion, words: Sequence[Term], terms: list[Sequence[int]], passage: Passage
) -> str | None:
    """A part of a name that the passage never uses: every part of a name has to be right."""
    for word, term in zip(words, terms, strict=True):
        if not term and (word.text[0].isupper() or word.text[-1].isdigit()):
            return word.text
    if passage.attributes:
        return None
    for word in said.subject[1:]:
        if word.text[0].isupper() and not places(word.text, passage):
            return word.text
    return None


def _matches(terms: Sequence[Sequence[int]]) -> Iterator[TermMatch]:
    """The best stretch, then the best of what is left on either side of it, a few times."""
    queue = [list(terms)]
    for _ in range(_TRIES):
        candidates = [(found, part) for part in queue if (found := best_match(part))]
        if not candidates:
            return
        match, part = max(candidates, key=lambda pair: (len(pair[0].found), -pair[0].start))
        yield match
        queue.remove(part)
        queue.append([term[: bisect_left(term, match.start)] for term in part])
        queue.append([term[bisect_right(term, match.end) :] for term in part])


def _problem(
    said: Assertion,
    words: Sequence[Term],
    match: TermMatch,
    terms: Sequence[Sequence[int]],
    numbers: Sequence[Sequence[int]],
    needs_subject: bool,
) -> SupportFinding | None:
    """Why a stretch is no support: too few of the object's words, no value, or no subject there."""
    count = len(terms)
    if sum(index < count for index in match.found) < ENOUGH * count:
        apart = next(word.text for index, word in enumerate(words) if index not in match.found)
        return refused(f"“{apart}” does not stand with the rest of the claim in the context")
    if any(count + index not in match.found for index in range(len(numbers))) and not count:
        return refused("the context does not give this value for it")
    if needs_subject and count + len(numbers) not in match.found:
        subject = said.subject[-1].text
        return refused(f"the context does not say it of “{subject}” within {WITHIN} characters")
    return None
