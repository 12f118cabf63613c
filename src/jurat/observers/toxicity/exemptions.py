"""When hostile words are not the writer's: quoted, reported, refuted, reclaimed, or in another sense."""

from __future__ import annotations

from collections.abc import Sequence

from jurat.observers.toxicity.toxicity_tokens import ToxicityToken

_REPORTED_WITHIN = 14
_NEGATED_WITHIN = 5
_REFUTED_WITHIN = 8
_SENSE_WITHIN = 8
_SELF_WITHIN = 5
_OWN = {"i": "OTHER", "im": "OTHER", "we": "OTHER", "being": "OTHER", "as": "OTHER", "my": "BE", "our": "BE"}
_ILL_WILL = frozenset({"HATE", "LOATHING", "KILL", "YOU", "WISH", "NORM", "THEY", "HE", "PEOPLE"})
_BETWEEN_SELF_AND_NAME = frozenset({"BE", "FILL", "NEG", "OTHER", "LINK"})
_NOT_MEANT = frozenset({"QUOTE", "CONDEMN", "MENTION", "NEG", "CHEER"})
_CUES = ("REPORT", "CONDEMN", "MENTION")
_BETWEEN_SUBJECT_AND_VERB = ("FILL", "WOULD", "NEG", "LINK", "BE", "WAS")


def disowned(sentence: Sequence[ToxicityToken], first: int, last: int) -> bool:
    """Whether a hostile statement is quoted, reported, negated or refuted by the sentence around it."""
    if quoted(sentence, first, last):
        return True
    if any(unit.has("ENDORSE") for unit in sentence):
        return False
    return _reported(sentence, first) or _negated(sentence, first) or _refuted(sentence, first, last)


def spoken_of(sentence: Sequence[ToxicityToken]) -> bool:
    """Whether a sentence quotes, reports, denies, condemns or reclaims words, which then are not its own."""
    if any(unit.entry.classes & _NOT_MEANT for unit in sentence):
        return True
    named = [place for place, unit in enumerate(sentence) if unit.entry.other_senses or unit.has("SLUR")]
    if any(other_sense(sentence, place) or reclaimed(sentence, place) for place in named):
        return True
    places = [place for place, unit in enumerate(sentence) if unit.has("REPORT")]
    return any(not _own_words(sentence, place) for place in places)


def quoted(sentence: Sequence[ToxicityToken], first: int, last: int) -> bool:
    """Whether the words stand between quotation marks in a sentence that says whose or what they are."""
    marks = [place for place, unit in enumerate(sentence) if unit.has("QUOTE")]
    before = [place for place in marks if place < first]
    if len(before) % 2 == 0:
        return False
    close = next((place for place in marks if place > last), len(sentence))
    outside = (*sentence[: before[-1]], *sentence[close + 1 :])
    return any(unit.has(cue) for unit in outside for cue in _CUES) or _introduced(sentence, before[-1])


def _introduced(sentence: Sequence[ToxicityToken], opening: int) -> bool:
    """Whether a colon, a comma or "like" leads to the quotation."""
    if opening == 0:
        return False
    leading = sentence[opening - 1]
    return leading.has("PAUSE") or leading.words in {("like",), ("that",), ("as",)}


def _reported(sentence: Sequence[ToxicityToken], first: int) -> bool:
    """Whether somebody other than the writer is said to say it."""
    for place in range(first - 1, max(-1, first - _REPORTED_WITHIN), -1):
        unit = sentence[place]
        if unit.words == ("but",) or (unit.has("PAUSE") and _starts_anew(sentence, place, first)):
            return False
        if unit.has("REPORT"):
            return not _own_words(sentence, place)
    return False


def _starts_anew(sentence: Sequence[ToxicityToken], pause: int, first: int) -> bool:
    """Whether the writer speaks for themselves between a pause and the statement."""
    return any(unit.has("SELF") or unit.has("NORM") for unit in sentence[pause + 1 : first + 1])


def _own_words(sentence: Sequence[ToxicityToken], verb: int) -> bool:
    """Whether the subject of a verb of saying or thinking is the writer, who does not deny it."""
    denied = False
    for place in range(verb - 1, max(-1, verb - _SELF_WITHIN), -1):
        unit = sentence[place]
        denied = denied or unit.has("NEG")
        if unit.has("SELF"):
            return not denied
        if not any(unit.has(name) for name in _BETWEEN_SUBJECT_AND_VERB):
            return False
    return False


def _negated(sentence: Sequence[ToxicityToken], first: int) -> bool:
    """Whether a negation reaches the statement from the left."""
    for place in range(first - 1, max(-1, first - 1 - _NEGATED_WITHIN), -1):
        unit = sentence[place]
        if unit.has("PAUSE") or unit.has("REL"):
            return False
        if unit.has("HELP") or unit.has("NEG"):
            return True
    return False


def _refuted(sentence: Sequence[ToxicityToken], first: int, last: int) -> bool:
    """Whether the sentence calls the statement wrong, before it or after it."""
    for place in range(first - 1, max(-1, first - 1 - _REFUTED_WITHIN), -1):
        if sentence[place].words == ("but",):
            break
        if sentence[place].has("CONDEMN"):
            return True
    following = sentence[last + 1 : last + 1 + _REFUTED_WITHIN]
    return any(unit.has("CONDEMN") for unit in following) and any(unit.has("BE") for unit in following)


def other_sense(sentence: Sequence[ToxicityToken], place: int) -> bool:
    """Whether a word near a slur or swear word shows that it means something harmless."""
    senses = sentence[place].entry.other_senses
    if not senses:
        return False
    near = sentence[max(0, place - _SENSE_WITHIN) : place + 1 + _SENSE_WITHIN]
    return any(word in senses for unit in near if unit is not sentence[place] for word in unit.words)


def named(sentence: Sequence[ToxicityToken], place: int, text: str) -> bool:
    """Whether a word that has other senses is written as part of a name: "Dick Van Dyke"."""
    unit = sentence[place]
    entry = unit.entry
    if not (entry.other_senses or entry.loaded or entry.force in {"mild", "aimed"} or unit.has("INSULT")):
        return False
    if not _capitalised(unit, text):
        return False
    near = (*sentence[max(0, place - 1) : place], *sentence[place + 1 : place + 2])
    return any(_capitalised(other, text) for other in near) or (bool(entry.loaded) and place > 0)


def _capitalised(unit: ToxicityToken, text: str) -> bool:
    word = text[unit.start : unit.end]
    return word[:1].isupper() and not (len(word) > 1 and word.isupper())


def mentioned(sentence: Sequence[ToxicityToken], place: int) -> bool:
    """Whether a slur is quoted, talked about, reported of others or condemned."""
    if quoted(sentence, place, place):
        return True
    near = sentence[max(0, place - _REFUTED_WITHIN) : place + 1 + _REFUTED_WITHIN]
    if any(unit.has("CONDEMN") or unit.has("MENTION") for unit in near):
        return True
    return _reported(sentence, place) and not any(unit.has("YOU") for unit in sentence[:place])


def reclaimed(sentence: Sequence[ToxicityToken], place: int) -> bool:
    """Whether the writer claims the word for themselves or uses it with warmth."""
    after = sentence[place + 1 : place + 4]
    if any(unit.has("LIKEME") for unit in after) or any(unit.has("CHEER") for unit in sentence):
        return True
    for before in range(place - 1, max(-1, place - 1 - _SELF_WITHIN), -1):
        unit = sentence[before]
        between = {name for near in sentence[before + 1 : place] for name in near.entry.classes}
        if unit.words[0] in _OWN:
            aside = any(near.entry.classes & _ILL_WILL for near in sentence[max(0, before - 4) : before])
            return not aside and _OWN[unit.words[0]] not in between
        if unit.entry.classes & _ILL_WILL or not unit.entry.classes & _BETWEEN_SELF_AND_NAME:
            return False
    return False


def aimed(sentence: Sequence[ToxicityToken], place: int) -> bool:
    """Whether a term that can be idle is aimed at somebody here."""
    before = sentence[max(0, place - 4) : place]
    near = (*before, *sentence[place + 1 : place + 3])
    pointing = {("this",), ("that",), ("these",), ("those",), ("such",), ("all",), ("what",)}
    return any(
        unit.has(name) for unit in near for name in ("YOU", "BE", "HATE", "SLURADJ", "KILL", "GROUP", "PEJ")
    ) or any(word.words in pointing for word in before)
