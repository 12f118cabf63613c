"""Standing: whether a clause asserts, denies, hedges, supposes or reports what it says."""

from __future__ import annotations

from typing import Final, NamedTuple

from jurat.nlp.morphology.verb_forms import is_kind, kinds, lemma
from jurat.nlp.syntax.chunker import Chunk, ChunkedSentence
from jurat.nlp.syntax.clause_parser.frames import MOST, Frame, ParsedFrames

BE: Final = frozenset("bBEG")
"""The grammar letters of forms of "be"."""


class Modality(NamedTuple):
    """How far a clause is a statement."""

    modal: str | None = None
    negated: bool = False
    hedged: bool = False
    assertive: bool = True
    reported: bool = False
    stated: bool = True


_BOUNDS: Final = (("less", "than"), ("more", "than"), ("fewer", "than"))
"""What after "no" makes it part of a bound: "no fewer than 40" denies nothing."""


class ModalityReader:
    """The standing of every frame of a sentence, governors before what they govern."""

    def __init__(self, sentence: ChunkedSentence, reading: ParsedFrames) -> None:
        self.sentence = sentence
        self.carrying = {id(frame.governor) for frame in reading.frames if self.carries(frame)}
        self.supposed = {id(frame.governor) for frame in reading.frames if self.supposes(frame)}
        self.standings: dict[int, Modality] = {}
        for frame in reading.frames:
            self.standings[id(frame)] = self.standing(frame)

    def of(self, frame: Frame) -> Modality:
        """How far a frame is a statement."""
        return self.standings[id(frame)]

    def is_carried(self, frame: Frame) -> bool:
        """Whether another clause says it all."""
        return id(frame) in self.carrying

    def lemma(self, verb: Chunk) -> str:
        return lemma(self.sentence.words[verb.head], self.sentence.tags[verb.head])

    def passive(self, frame: Frame, verb: Chunk) -> bool:
        letters = self.sentence.letters
        if frame.reduced:
            return True
        if letters[verb.head] != "n" and not (frame.helper and letters[verb.head] == "V"):
            return False
        group = letters[verb.first : verb.head]
        if frame.helper:
            group = letters[frame.helper.first : frame.helper.head] + group
            if letters[frame.helper.head] == "n" and frame.kind in {"participle", "gerund"}:
                return True
        if not BE.isdisjoint(group):
            return True
        return frame.kind in {"participle", "subordinate"} and verb.kind == "participle"

    def standing(self, frame: Frame) -> Modality:
        own = self.own_standing(frame)
        if frame.marker in kinds("joining_words.txt")["conditional"] or frame.marker in {"what", "question"}:
            own = own._replace(assertive=False, stated=False)
        governor = frame.governor
        if governor is None or governor.verb is None:
            return own
        above = self.standings.get(id(governor), Modality())
        if frame.kind == "complement":
            return self.complement(own, above, governor, self.lemma(governor.verb))
        if frame.kind == "infinitive" or (frame.chained and frame.kind in {"gerund", "participle"}):
            return self.dependent(own, above, frame, governor, governor.verb)
        return own

    def own_standing(self, frame: Frame) -> Modality:
        """What the clause says by itself: its modal verb, its adverbs, its determiners."""
        words, verb = self.around(frame), frame.verb
        hedges = kinds("hedges.txt")
        modal = self.modal(frame)
        base = self.lemma(verb) if verb else ""
        hedged = (
            modal in hedges["modal"] or not hedges["adverb"].isdisjoint(words) or is_kind(base, "hedging")
        )
        hedged = hedged or (base == "be" and self.doubtful(frame))
        stated = not hedged and id(frame) not in self.supposed
        assertive = stated and modal not in hedges["unreal"]
        stated = stated and (assertive or modal in hedges["advising"])
        return Modality(modal, self.denied(frame, words), hedged, assertive, self.attributed(frame), stated)

    def around(self, frame: Frame) -> list[str]:
        """The words of the verb group and of the adverbs; "not only" and "no longer" are seen through."""
        lower = self.sentence.lower
        chunks = [chunk for chunk in frame.adverbs[:MOST] if not self.contrasts(frame, chunk)]
        chunks += [chunk for chunk in (frame.helper, frame.verb) if chunk]
        words: list[str] = []
        for chunk in chunks:
            for index in range(chunk.first, chunk.last):
                after = lower[index + 1] if index + 1 < len(lower) else ""
                if after != "only":
                    words.append("not" if (lower[index], after) == ("no", "longer") else lower[index])
        return words

    def contrasts(self, frame: Frame, adverb: Chunk) -> bool:
        """Whether "not" sets a phrase aside rather than denying the clause: "Berlin, not Munich, is …"."""
        letters, last = self.sentence.letters, adverb.last
        if self.sentence.lower[adverb.first : last] != ("not",) or frame.verb is None or not adverb.first:
            return False
        return last < frame.verb.first and letters[adverb.first - 1] in ",k" and letters[last] in "DJNPMCIp"

    def modal(self, frame: Frame) -> str | None:
        for chunk in (frame.verb, frame.helper):
            if chunk and self.sentence.letters[chunk.first] == "m":
                return lemma(self.sentence.words[chunk.first], "MD")
        return None

    def denied(self, frame: Frame, words: list[str]) -> bool:
        lists = kinds("negations.txt")
        if not lists["adverb"].isdisjoint(words) or frame.marker.split(" ")[-1:] == ["without"]:
            return True
        if frame.marker.replace(" ", "_") in lists["preposition"]:
            return True
        lower = self.sentence.lower
        for chunk in [*frame.subjects[:1], *frame.objects[:1]]:
            bounds = lower[chunk.first + 1 : chunk.first + 3] in _BOUNDS
            denies = lower[chunk.first] in lists["determiner"] and not bounds
            if denies or lower[chunk.head] in lists["noun"]:
                return True
        return False

    def doubtful(self, frame: Frame) -> bool:
        """Whether a clause says that something is likely, possible or unclear."""
        lower, doubtful = self.sentence.lower, kinds("hedges.txt")["adjective"]
        return any(lower[chunk.head] in doubtful for chunk in frame.adjectives[:MOST])

    def unable(self, frame: Frame) -> bool:
        """Whether a clause says that its subject cannot or will not do something."""
        lower, unable = self.sentence.lower, kinds("negations.txt")["unable"]
        return any(lower[chunk.head] in unable for chunk in frame.adjectives[:1])

    def untrue(self, frame: Frame, standing: Modality) -> bool:
        """Whether a clause says of another that it is false, or that it is not true."""
        lower, lists = self.sentence.lower, kinds("negations.txt")
        said = {lower[chunk.head] for chunk in [*frame.objects[:1], *frame.adjectives[:1]]}
        return not lists["true" if standing.negated else "untrue"].isdisjoint(said)

    def attributed(self, frame: Frame) -> bool:
        """Whether the clause says "according to" somebody."""
        lower = self.sentence.lower
        return any(
            one.preposition is not None and lower[max(0, one.preposition.first - 1)] == "according"
            for one in frame.phrases[:MOST]
        )

    def complement(self, own: Modality, above: Modality, governor: Frame, base: str) -> Modality:
        """A clause after "said", "hopes", "denied", "it is possible" or "it is false"."""
        reporting = is_kind(base, "reporting")
        doubt = not reporting and is_kind(base, "doubting")
        denies = is_kind(base, "denying") or (base == "be" and self.untrue(governor, above))
        hedged = own.hedged or above.hedged
        assertive = own.assertive and not hedged and not doubt and (above.assertive or reporting)
        assertive = assertive and not (above.negated and not denies)
        reported = own.reported or reporting
        return Modality(own.modal, own.negated ^ denies, hedged, assertive, reported, assertive)

    def dependent(
        self, own: Modality, above: Modality, frame: Frame, governor: Frame, verb: Chunk
    ) -> Modality:
        """An infinitive or gerund after its verb: "plans to buy", "failed to pay", "is likely to win"."""
        base = self.lemma(verb)
        direct = frame.chained or frame.subjects is governor.objects
        denies = direct and (is_kind(base, "denying") or (base == "be" and self.unable(governor)))
        hedged = own.hedged or (direct and above.hedged)
        hedged = hedged or (direct and self.passive(governor, verb) and is_kind(base, "believing"))
        done = denies or is_kind(base, "fulfilling") or frame.kind != "infinitive"
        done = done and not (frame.kind != "infinitive" and is_kind(base, "doubting"))
        assertive = own.assertive and not hedged and direct and done and above.assertive
        negated = own.negated ^ denies ^ (direct and above.negated)
        modal = own.modal or (above.modal if direct else None)
        if modal is None and frame.chained and base != "be":
            modal = "will" if base == "go" else base
        stated = own.stated and not hedged and above.stated and (direct or not above.negated)
        return Modality(modal, negated, hedged, assertive, own.reported or above.reported, stated)

    def carries(self, frame: Frame) -> bool:
        """Whether a clause makes its governor superfluous."""
        governor = frame.governor
        if governor is None or governor.verb is None:
            return False
        if frame.kind == "infinitive" and frame.subjects is governor.objects:
            return is_kind(self.lemma(governor.verb), "raising")
        if frame.kind == "infinitive" or frame.chained:
            plain = not governor.adjectives or self.doubtful(governor)
            return frame.chained and plain
        letters, subjects = self.sentence.letters, governor.subjects
        expletive = bool(subjects) and self.sentence.lower[subjects[0].head] == "it"
        return frame.kind == "complement" and expletive and letters[governor.verb.head] in BE

    def supposes(self, frame: Frame) -> bool:
        """Whether a clause is the condition of its governor; "asked if" is none."""
        governor = frame.governor
        if frame.marker not in {"if", "unless"} or governor is None:
            return False
        if governor.verb is None:
            return True
        base = self.lemma(governor.verb)
        return not (is_kind(base, "reporting") or is_kind(base, "doubting"))
