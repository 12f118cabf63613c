"""How a statement becomes a question: the word that asks, the helping verb that moves, and what is left."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.morphology.inflections import plural
from jurat.nlp.morphology.verb_forms import kinds, lemma, singular_base
from jurat.nlp.syntax.clauses import Phrase
from jurat.nlp.syntax.plain_clauses import ClausePart, PlainClause
from jurat.nlp.tagging.perceptron import may_be
from jurat.nlp.tokens import stop_words

_LOOSE = re.compile(r" ([,;:.](?=\s|$)|['’]s\b|n['’]t\b)")
_THIRD = {"are": "is", "were": "was", "have": "has", "do": "does", "go": "goes"}
_ABOUT = frozenset(
    {"approximately", "about", "nearly", "almost", "roughly", "around", "over", "exactly", "only"}
)
_BECOMING = frozenset({"become", "remain"})
_SUPPORT = {"VBZ": "does", "VBD": "did", "VBP": "do", "VBN": "did"}


@dataclass(frozen=True, slots=True)
class Inverted:
    """A verb group taken apart for a question: "has" and "carried", or "did" and "carry"."""

    helper: str
    rest: str


def inverted(one: PlainClause) -> Inverted | None:
    """The verb group of a clause as a question needs it, or nothing if it cannot be taken apart."""
    group = one.group()
    first = group[0].lower()
    helping = kinds("helping_verbs.txt")
    if first in helping["any"] and (len(group) > 1 or first in helping["be"]):
        particle = len(group) == 2 and one.sentence.letters[one.verb[1] - 1] == "L"
        if first in helping["be"] or not particle:
            return Inverted(first, " ".join(group[1:]))
    helper = _SUPPORT.get(one.sentence.tags[one.verb[0]])
    if helper is None:
        return None
    return Inverted(helper, " ".join([lemma(group[0], one.sentence.tags[one.verb[0]]), *group[1:]]))


def agreeing(one: PlainClause) -> str:
    """The verb group as "who" or "what" asks for it, in the singular: "oppose" as "opposes"."""
    group = one.group()
    first = group[0].lower()
    if first in _THIRD:
        return " ".join([_THIRD[first], *group[1:]])
    if one.sentence.tags[one.verb[0]] == "VBP" and len(group) <= 2:
        return " ".join([plural(first), *group[1:]])
    return " ".join(group)


def asking_word(text: str, one: PlainClause, part: ClausePart) -> str:
    """The word that asks for a noun phrase: who, what or which country."""
    lower, letters = one.sentence.lower, one.sentence.letters
    head, words = lower[part.head], lower[part.first : part.last]
    acting, base = part is one.subject or part.preposition == "by", one.clause.lemma
    names = [word for index, word in enumerate(words, part.first) if letters[index] == "P"]
    if len(names) == 1 and names[0] in question_words("country") and head == names[0]:
        return "which country"
    if head in question_words("group") or singular_base(head) in question_words("group"):
        does = base not in question_words("stative") or any(piece.role == "object" for piece in one.parts)
        return "who" if acting and does else "what"
    if is_person(head):
        return "who"
    if part is one.subject and base in _BECOMING and one.parts and not is_person(lower[one.parts[0].head]):
        return "what"
    if acting and base in question_words("deciding") and not one.clause.passive:
        return "who"
    if letters[part.head] not in "PM" or words[0] in {"a", "an", "its", "their", "his", "her"}:
        return "what"
    if not _things().isdisjoint(names):
        return "what"
    return "who" if _names_person(text, one, names, acting=acting) else "what"


def _names_person(text: str, one: PlainClause, names: list[str], *, acting: bool) -> bool:
    """Whether a name is more likely that of somebody than of something."""
    if len(names) != 1 or _full_name(names[0]).search(text):
        return True
    common = is_common(names[0]) or re.search(rf"\b{re.escape(names[0])}\b", text)
    return not common and acting and one.clause.lemma not in question_words("stative")


def is_person(noun: str) -> bool:
    """Whether a noun names a person, or people.

    >>> is_person("postman"), is_person("nurses"), is_person("bridge")
    (True, True, False)
    """
    return (
        noun in _people()
        or singular_base(noun) in _people()
        or noun.endswith(("man", "men", "woman", "women"))
    )


@lru_cache(maxsize=512)
def _full_name(word: str) -> re.Pattern[str]:
    """A name with another before it that is no article: "Ann Reed" for "reed"."""
    return re.compile(rf"\b(?!The |In |On |But |And |A )[A-Z][a-z.]+ {re.escape(word.title())}\b")


def who_or_what(text: str, phrase: Phrase) -> str:
    """The word that asks for a subject or an object."""
    head = phrase.head.lower()
    if head in _people():
        return "who"
    before = text[phrase.start : phrase.head_start].lower().split()
    if not kinds("pronouns.txt")["title"].isdisjoint(before):
        return "who"
    return "who" if phrase.head[:1].isupper() and not is_common(head) else "what"


def is_common(word: str) -> bool:
    """Whether a word is a common noun, whatever its capital.

    >>> is_common("repairs"), is_common("bridge"), is_common("google")
    (True, True, False)
    """
    return any(may_be(form, tag) for form in (word, word.removesuffix("s")) for tag in ("NN", "NNS"))


def inside(text: str, start: int, end: int) -> str:
    """A phrase as it is written inside a sentence: "The bridge" as "the bridge"."""
    found = text[start:end]
    first = found.split(" ", 1)[0]
    plain = first.lower() in stop_words() and first != "I" and not first.isupper()
    opens = text[:start].rstrip()[-1:] in ("", ".", "!", "?", ":", ")", '"', "”") and first[1:].islower()
    rest = found[len(first) + 1 : len(first) + 2]
    ending = first.lower().endswith(("ed", "ing", "ous", "ful", "ive", "ish"))
    listed = is_common(first.lower()) or _is_adjective(first.lower()) or ending
    listed = listed or f" {first.lower()} " in text
    if opens and first.lower() in _ABOUT:
        return found[0].lower() + found[1:]
    common = (
        opens
        and listed
        and not (rest.isupper() or rest.isdigit())
        and first.lower() not in question_words("country")
    )
    return found[0].lower() + found[1:] if plain or common or first in ("A", "The") else found


def tidied(said: str) -> str:
    """Words with one space between them and none before a mark, as texts taken apart have them.

    >>> tidied("the car  in Mississauga , Canada , and Reed 's dog")
    "the car in Mississauga, Canada, and Reed's dog"
    """
    return _LOOSE.sub(r"\1", " ".join(said.split()))


def _is_adjective(word: str) -> bool:
    return may_be(word, "JJ") or may_be(word, "JJS") or may_be(word, "JJR")


@lru_cache(maxsize=1)
def _people() -> frozenset[str]:
    listed = frozenset(one for line in read_list("actors.txt") for one in line.split())
    return listed | kinds("pronouns.txt")["human"]


@lru_cache(maxsize=1)
def _things() -> frozenset[str]:
    return frozenset(one for line in read_list("named_things.txt") for one in line.split())


def question_words(kind: str) -> frozenset[str]:
    """The words of one kind that decide which questions are asked, and how."""
    return kinds("question_words.txt")[kind]
