"""What contradicts a claim where its words stand: a denial, roles the other way round, an opposite word."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from jurat.nlp.morphology.negative_prefixes import counterparts
from jurat.nlp.morphology.stems import stem
from jurat.nlp.morphology.verb_forms import is_kind, kinds
from jurat.nlp.sentences import Sentence
from jurat.nlp.syntax.triples import Phrase, Triple, triples
from jurat.nlp.tagging.perceptron import is_listed
from jurat.nlp.terms import Term, forms, forms_in, is_stop, opposites
from jurat.observers.grounding.assertions import Assertion
from jurat.observers.grounding.claim_extraction import ExtractedClaim
from jurat.observers.grounding.matching import TermMatch, places
from jurat.observers.grounding.passages import LONGEST_READ, Passage
from jurat.observers.grounding.term_index import Places

_REACH: Final = 40
"""Characters between a denial and what it denies, where grammar gives no answer."""

_ASIDE: Final = re.compile(
    r"(?:(?:,|\b(?:but|and)) not"
    r"|\b(?:without|except(?: for)?|rather than|instead of|apart from|other than|unlike))"
    r"(?: (?:by|for|from|in|of|on|to|with))?(?: (?:the|an?|his|her|its|their|any))?\s\Z",
    re.IGNORECASE,
)
"""What sets aside the word after it: "Berlin, not Munich"."""
_BEFORE: Final = re.compile(r"\b([a-z]+)(?: (?:the|an?|his|her|its|their|this|that))? \Z", re.IGNORECASE)
"""The word before an object and its article."""
_CONTRASTS: Final = re.compile(r"\b(?:but|while|whereas|although|though|however|instead)\b|;", re.IGNORECASE)
_WAYS: Final = frozenset({"up", "down"})
_MOVED: Final = re.compile(
    r"(?:up|down) (?:by |about |around |nearly |almost |some |roughly )?[$£€]?\d", re.IGNORECASE
)
"""Up or down by an amount; elsewhere they belong to a verb ("set up") or a place."""
_AGAINST: Final = re.compile(
    r"\b(?:(?:should|must|do|does|may|can)(?: not|n['’]t)|cannot|never) (?:be )?"
    r"(?:tak|us|giv|administer|prescrib|consum|eat|drink|drunk|appl|handl|touch|wear|worn)[a-z]*",
    re.IGNORECASE,
)
"""Advice against taking or using something."""
_TOWARDS: Final = frozenset(("against", "from", "to", "over", "with", "at"))
"""Before a name: it is not who does it."""
_BEHIND: Final = 30
"""Characters before a word in which what sets it aside stands."""

_OWN: Final = frozenset(("his", "her", "its", "their"))
"""Before what is somebody's own: that another did the same with theirs speaks against nothing."""
_ALIKE: Final = 4
"""Letters in which names of one and the same begin alike."""

SWAPPED: Final = "the context says it the other way round"
OTHERS: Final = "the context says it of another"
_CUES: Final = ("if", "may", "might", "could", "unless")
"""Words that make a sentence worth asking whether it states anything."""


def contradiction(said: Assertion, passage: Passage, match: TermMatch) -> str | None:
    """Why a stretch of a passage speaks against a claim whose words stand there, or nothing."""
    here = list(_sentences(passage, match))
    if not here or passage.attributes:
        return None
    start, end = here[0].start, here[-1].end
    denials = _between(passage.denials, start, end)
    return (
        _denied(said, passage, here, denials)
        or (None if said.claim.negated else _set_aside(said, passage, here))
        or _swapped(said, passage, here)
        or _supposed(said, passage, here)
        or (None if said.claim.negated else _opposed(said, passage, here, denials))
        or (None if said.claim.negated or not denials else _advised_against(said, passage, here))
        or (None if said.claim.negated else _other_side(said, passage, match, start, end))
    )


def _sentences(passage: Passage, match: TermMatch) -> Iterator[Sentence]:
    """The sentences in which a match lies."""
    index = passage.sentence_number(match.start)
    while index < len(passage.sentences) and passage.sentences[index].start <= match.end:
        yield passage.sentences[index]
        index += 1


def _between(places: Places, start: int, end: int) -> Places:
    return places[bisect_left(places, start) : bisect_left(places, end)]


def _triples(passage: Passage, here: list[Sentence]) -> list[Triple]:
    """The triples of some sentences, read once for each passage."""
    held = passage.triples
    found: list[Triple] = []
    for sentence in here:
        if sentence.start not in held:
            short = sentence.end - sentence.start <= LONGEST_READ
            held[sentence.start] = triples(passage.text, sentence) if short else []
        found += held[sentence.start]
    return found


def _heads(words: tuple[Term, ...]) -> frozenset[str]:
    return frozenset(form for word in words for form in forms(word.text))


def _about(triple: Triple, said: Assertion, passage: Passage, *, both: bool = False) -> bool:
    """Whether a triple of the context has the claim's verb and speaks of its subject or object, or both."""
    if stem(triple.lemma) != stem(said.claim.lemma):
        return False
    end = triple.object.end if triple.object else triple.verb.end
    stretch = passage.text[min(triple.start, triple.subject.start) : max(triple.end, end)]
    own = forms_in(stretch)
    parts = [_heads(words) for words in (said.subject, said.object) if words]
    shared = [not words.isdisjoint(own) for words in parts]
    return bool(shared) and (all(shared) if both else any(shared))


def _denied(said: Assertion, passage: Passage, here: list[Sentence], denials: Places) -> str | None:
    """The context denies what is claimed, or states what the claim denies."""
    turned = _turned(said, passage, here)
    if not denials and not turned:
        affirmed = said.claim.negated and _affirmed(said, passage, here)
        return "the context does not deny it" if affirmed else None
    alike = [one for one in _triples(passage, here) if _predicate(one) in turned]
    alike = alike or [one for one in _triples(passage, here) if _about(one, said, passage)]
    if alike:
        if any((one.negated ^ (_predicate(one) in turned)) == said.claim.negated for one in alike):
            return None
        return "the context says it without the denial" if said.claim.negated else "the context denies it"
    if said.claim.negated or not (said.verb or turned):
        return None
    verbs = _verb_places(said, passage)
    near = any(0 < place - denial <= _REACH for denial in denials for place in verbs)
    return "the context denies it" if near or turned else None


def _turned(said: Assertion, passage: Passage, here: list[Sentence]) -> frozenset[str]:
    """The stems there that deny by their beginning what the subject is claimed to be: "unsafe" for "safe"."""
    start, end = here[0].start, here[-1].end
    found: set[str] = set()
    for word in said.predicate:
        if not _between(passage.positions.of(stem(word)), start, end):
            found |= counterparts(word)
    return frozenset(form for form in found if _between(passage.positions.of(form), start, end))


def _predicate(triple: Triple) -> str:
    """The stem of what a triple says its subject is."""
    return stem(triple.object.head) if triple.object and triple.copula else ""


def _affirmed(said: Assertion, passage: Passage, here: list[Sentence]) -> bool:
    """Whether sentences without a denial use the claim's verb, and so say what the claim denies."""
    start, end = here[0].start, here[-1].end
    if any(start <= place < end for place in _verb_places(said, passage)):
        return True
    return any(_about(one, said, passage) for one in _triples(passage, here))


def _verb_places(said: Assertion, passage: Passage) -> list[int]:
    """Where the passage has a word of the claim's verb."""
    found = [form for word in said.verb for form in forms(word.text)[:1]]
    return [place for form in found for place in passage.positions.of(form)]


def _set_aside(said: Assertion, passage: Passage, here: list[Sentence]) -> str | None:
    """The context sets a name of the claim aside, with the claim's verb: "Alice came without Bob"."""
    start, end = here[0].start, here[-1].end
    for word in _names((*said.subject[:1], *said.object[:1])):
        found = _between(passage.positions.of(forms(word.text)[0]), start, end)
        if found and all(_ASIDE.search(passage.text, max(start, at - _BEHIND), at) for at in found):
            alike = any(stem(one.lemma) == stem(said.claim.lemma) for one in _triples(passage, here))
            return f"the context sets “{word.text}” aside" if alike else None
    return None


def _swapped(said: Assertion, passage: Passage, here: list[Sentence]) -> str | None:
    """The context has the same verb with subject and object in each other's place, or of another doer."""
    claim = said.claim
    told = said.object or said.general
    if not said.subject or not told or is_kind(claim.lemma, "mutual"):
        return None
    if claim.preposition != ("by" if claim.passive else ""):
        return None
    sides = (told, said.subject) if claim.passive else (said.subject, told)
    apart = _doer_apart(said, *sides, passage, here)
    if not apart and not _may_swap(said, passage, here):
        return None
    agents, patients = _heads(sides[0]), _heads(sides[1])
    claimed = claim.object if claim.passive else claim.spoken_of()
    reason = None
    for one in _triples(passage, here):
        agent, patient = one.agent(), one.patient()
        if agent is None or patient is None or stem(one.lemma) != stem(claim.lemma):
            continue
        doer, done = (frozenset(forms((who.antecedent or who).head)) for who in (agent, patient))
        rival = claimed is not None and _is_rival(agent, claimed, _names(sides[0]), passage)
        if doer & agents and done & patients and not rival:
            return None
        if doer & patients and done & agents:
            reason = SWAPPED
        elif done & patients and (apart or _aside_of_it(sides[0], passage, here)):
            own = passage.text[patient.start : patient.head_start].partition(" ")[0].lower() in _OWN
            another = rival or (not own and _is_another(agent, sides[0], passage))
            reason = reason or (OTHERS if another else None)
    return reason


def _doer_apart(
    said: Assertion,
    doer: tuple[Term, ...],
    done: tuple[Term, ...],
    passage: Passage,
    here: list[Sentence],
) -> bool:
    """Whether a sentence has the claim's verb with all it is done to, and not the doer's name with them."""
    names, verb = _names(doer), said.claim.verb
    if not names or verb is None or said.claim.kind != "clause" or _is_bare(said.claim):
        return False
    index, action = passage.positions, forms(verb.head)[0]
    for sentence in here:
        words = [_between(index.of(forms(word.text)[0]), *sentence) for word in done]
        if not _between(index.of(action), *sentence) or not all(words):
            continue
        named = [
            at for word in names for at in places(word.text, passage) if sentence.start <= at < sentence.end
        ]
        if not any(_joined_to(place, words[0][0], passage) for place in named):
            return True
    return False


def _is_bare(claim: ExtractedClaim) -> bool:
    """Whether a claim's subject is not said with its verb: by a pronoun, or as the subject of "-ing"."""
    verb, subject = claim.verb, claim.subject
    loose = verb is not None and verb.head.endswith("ing") and verb.start == verb.head_start
    return loose or subject is None or subject.antecedent is not None


def _joined_to(one: int, other: int, passage: Passage) -> bool:
    """Whether no word that sets clauses against each other stands between two places."""
    return not _CONTRASTS.search(passage.text, min(one, other), max(one, other))


def _is_rival(who: Phrase, claimed: Phrase, names: list[Term], passage: Passage) -> bool:
    """Whether a noun is that of the claim with another name before it: the Basic plan and the Pro plan."""
    if claimed.head[:1].isupper() or stem(who.head) != stem(claimed.head):
        return False
    own = [word for word in passage.text[who.start : who.head_start].split() if word[0].isupper()]
    theirs = frozenset(form for word in own if not is_stop(word) for form in forms(word))
    return bool(theirs) and bool(names) and theirs.isdisjoint(_heads(tuple(names)))


def _is_another(who: Phrase, claimed: tuple[Term, ...], passage: Passage) -> bool:
    """Whether both are names, and none of one begins as one of the other does: "Kenya", "Kenyan"."""
    if not _is_named(who, passage) or not claimed[-1].text[0].isupper():
        return False
    opening = who.head[:_ALIKE].lower()
    return not any(word.text[:_ALIKE].lower() == opening for word in claimed)


def _is_named(who: Phrase, passage: Passage) -> bool:
    """Whether a phrase is a name: a capital that only opens a sentence makes none of a common word."""
    if not who.head[:1].isupper() or is_stop(who.head):
        return False
    opens = passage.sentences[passage.sentence_number(who.head_start)].start == who.head_start
    return not opens or not is_listed(who.head.lower())


def _aside_of_it(words: tuple[Term, ...], passage: Passage, here: list[Sentence]) -> bool:
    """Whether sentences have a name only as what something is done to, from or against."""
    start, end = here[0].start, here[-1].end
    found = [
        _BEFORE.search(passage.text, max(start, at - _BEHIND), at)
        for word in _names(words)[:1]
        for at in _between(passage.positions.of(forms(word.text)[0]), start, end)
    ]
    return bool(found) and all(one and one[1].lower() in _TOWARDS for one in found)


def _names(words: tuple[Term, ...]) -> list[Term]:
    return [word for word in words if word.text[0].isupper()]


def _may_swap(said: Assertion, passage: Passage, here: list[Sentence]) -> bool:
    """Whether the words' order leaves room for another reading, so that grammar has to be asked."""
    start, end = here[0].start, here[-1].end

    def first(words: tuple[Term, ...]) -> int:
        found = [p for word in words for f in forms(word.text)[:1] for p in passage.positions.of(f)]
        inside = [place for place in found if start <= place < end]
        return min(inside, default=-1)

    verb = first(said.verb) if said.verb else _first_verb(said, passage, start, end)
    subject, target = first(said.subject), first(said.object)
    if min(subject, verb, target) < 0:
        return False
    straight = subject < verb < target
    return said.claim.passive or not straight or bool(_between(passage.positions.of("by"), verb, end))


def _first_verb(said: Assertion, passage: Passage, start: int, end: int) -> int:
    """Where a verb too general to tell anything by itself first stands in a stretch, or -1."""
    found = forms(said.claim.verb.head)[:1] if said.claim.verb else ()
    return min(
        (place for form in found for place in _between(passage.positions.of(form), start, end)), default=-1
    )


def _supposed(said: Assertion, passage: Passage, here: list[Sentence]) -> str | None:
    """The context says it only as a condition or a possibility."""
    start, end = here[0].start, here[-1].end
    if said.claim.kind == "plan" or not any(_between(passage.positions.of(cue), start, end) for cue in _CUES):
        return None
    alike = [one for one in _triples(passage, here) if _about(one, said, passage, both=True)]
    return "the context only supposes it" if alike and not any(one.assertive for one in alike) else None


def _opposed(said: Assertion, passage: Passage, here: list[Sentence], denials: Places) -> str | None:
    """The context has the opposite of a word of the claim, undenied, and neither that word nor its like."""
    table = opposites()
    start, end = here[0].start, here[-1].end
    for word in (*said.said, *said.predicate):
        form = forms(word)[:1]
        if not form or form[0] not in table or (form[0] in _WAYS and not _moves(said)):
            continue
        for other in sorted(table[form[0]]):
            found = _between(passage.positions.of(other), start, end)
            if other in _WAYS:
                found = tuple([at for at in found if _MOVED.match(passage.text, at)])
            if not found or any(_between(passage.positions.of(same), start, end) for same in table[other]):
                continue
            if _converse(said, word, passage, here, found[0]):
                continue
            if not any(0 < found[0] - denial <= _REACH for denial in denials):
                return f"the context says “{passage.text[found[0] : passage.end_of(found[0])]}”, not “{word}”"
    return None


def _moves(said: Assertion) -> bool:
    """Whether a claim says that something is up or down by some amount."""
    return bool(said.values) and said.claim.lemma in {"be", "go"}


def _advised_against(said: Assertion, passage: Passage, here: list[Sentence]) -> str | None:
    """The context says that something should not be done of which the claim approves."""
    approving = kinds("advice.txt")["approving"]
    if approving.isdisjoint(word.lower() for word in (*said.said, *said.predicate)):
        return None
    found = _AGAINST.search(passage.text, here[0].start, here[-1].end)
    return f"the context says “{found[0]}”" if found else None


def _converse(said: Assertion, word: str, passage: Passage, here: list[Sentence], at: int) -> bool:
    """Whether the opposite verb says the same from the other side: Smith sold it, Jones bought it."""
    verb = said.claim.verb
    if not said.subject or verb is None or word not in {verb.head, *[one.text for one in said.verb]}:
        return False
    own = _heads(said.subject)
    if not any(_between(passage.positions.of(form), here[0].start, here[-1].end) for form in own):
        return False
    agents = [one.agent() for one in _triples(passage, here) if one.verb.start <= at < one.verb.end]
    doers = [frozenset(forms((one.antecedent or one).head)) for one in agents if one]
    return bool(doers) and not any(doer & own for doer in doers)


def _other_side(said: Assertion, passage: Passage, match: TermMatch, start: int, end: int) -> str | None:
    """The context has the opposite preposition before the claim's object: before the war, after it."""
    word = said.claim.preposition
    against = opposites().get(stem(word), frozenset()) if word else frozenset()
    if not against:
        return None
    named = [passage.positions.of(forms(one.text)[0]) for one in said.object[:1]]
    places = [place for found in named for place in _between(found, start, end)]
    before = [_BEFORE.search(passage.text, max(start, at - _BEHIND), at) for at in places or match[:2]]
    said_there = [found[1] for found in before if found]
    if said_there and all(stem(one.lower()) in against for one in said_there):
        return f"the context says “{said_there[0]}”, not “{word}”"
    return None
