"""A model in a council: as a member that answers, a reviewer that scores, a chair that sums up."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from string import Template
from types import GenericAlias
from typing import Annotated, Any, Required

from annotated_types import MaxLen
from pydantic import WithJsonSchema
from typing_extensions import TypedDict

from jurat.llm.model_errors import MalformedReplyError
from jurat.llm.model_protocol import Form, Message, Model, Prompt
from jurat.llm.reply_parser import REPLY
from jurat.observations import Ballot, Fraction01, Review, Vote
from jurat.observers.council.review_form import ReviewForm
from jurat.observers.llm.delimiters import DelimitedTexts, delimit
from jurat.observers.llm.prompts import read_prompt
from jurat.observers.llm.rubric_text import RubricText, shuffled_names
from jurat.safety.refusals import refusal
from jurat.scoring.rubric import is_score

Score = Annotated[Any, WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 10})]
Notes = Annotated[Any, WithJsonSchema({"type": "string", "maxLength": 300})]
Letters = Annotated[Any, WithJsonSchema({"type": "array", "items": {"type": "string"}})]
"""What a model writes there is kept as it is: the rules decide what counts, and report what does not."""

HOLISTIC = "holistic"
REVISION, VOTE = "revision", "vote"
PROMPTS = ("review", HOLISTIC, "council_fences", "answer", "synthesis", REVISION, VOTE)


@dataclass(frozen=True, slots=True)
class ModelSeat:
    """A model under the name that it has in the council, and the secret for its fences.

    `order` seeds the order in which it reads the rubric's dimensions.
    """

    name: str
    model: Model
    secret: bytes
    order: str = ""

    async def answer(self, query: str, contexts: Sequence[str] = ()) -> str:
        """What the model answers to a question, with the passages if there are any."""
        texts = {f"passage {number}": text for number, text in enumerate(contexts, 1)}
        fenced = delimit({**texts, "question": query}, self.secret, f"answer {self.name}")
        body = f"{_opened(fenced)}\n\nAnswer the question above. Write the answer only."
        prompt = Prompt((Message("system", _instructions("answer")), Message("user", body)), fenced.mark)
        return await self.model.write(prompt, "answer")

    async def review(self, sheet: ReviewForm, rubric: RubricText) -> Review:
        """The model's scores by the rubric; its holistic ones where it could not fill the rubric in."""
        try:
            return await self._by_rubric(sheet, rubric)
        except MalformedReplyError:
            return await self._holistic(sheet)

    async def revise(
        self, sheet: ReviewForm, rubric: RubricText, own: Review, others: Sequence[Review]
    ) -> Review:
        """Return the model's second review, after it has read what the other reviewers gave and noted."""
        letters = {name: letter for letter, name in sheet.labelled().items()}
        seen = {"own review": written_review(own, letters)}
        seen |= {f"review {n}": written_review(one, letters) for n, one in enumerate(others, 1)}
        return await self._by_rubric(sheet, rubric, REVISION, {k: text for k, text in seen.items() if text})

    async def _by_rubric(
        self,
        sheet: ReviewForm,
        rubric: RubricText,
        purpose: str = "review",
        seen: Mapping[str, str] | None = None,
    ) -> Review:
        names = tuple(name for name, weight in rubric.weights.items() if weight)
        refusals = any(refusal(text) is not None for text in sheet.shown.values())
        rubric, shuffled = rubric.shuffled(self.order), shuffled_names(names, self.order)
        example = _example(shuffled)
        told = Template(_instructions(purpose)).substitute(rubric=rubric.written(refusals=refusals))
        prompt = self._prompt(purpose, sheet, told, example, seen)
        check = partial(_wrong, sheet, "evaluations")
        form = Form(purpose, _review_form(shuffled), check=check, example=example)
        reply = (await self.model.ask(prompt, form)).value
        return read_review(self.name, sheet, reply["evaluations"], names, reply.get("ranking"))

    async def vote(self, query: str, contexts: Sequence[str], responses: Sequence[str] = ()) -> Vote:
        """Return the model's vote on a yes/no question, with passages and responses as material."""
        shown = ReviewForm(
            query=query, shown={str(n): text for n, text in enumerate(responses)}, contexts=tuple(contexts)
        )
        asked = read_prompt(VOTE)
        prompt = self._prompt(VOTE, shown, asked.instructions, asked.example)
        form = Form(VOTE, VoteReply, example=asked.example)
        reply = (await self.model.ask(prompt, form)).value
        return Vote(
            reviewer=self.name, vote=reply["vote"], confidence=reply["confidence"], reason=reply["reason"]
        )

    async def _holistic(self, sheet: ReviewForm) -> Review:
        asked = read_prompt(HOLISTIC)
        prompt = self._prompt(HOLISTIC, sheet, asked.instructions, asked.example)
        form = Form(HOLISTIC, HolisticReply, check=partial(_wrong, sheet, "scores"), example=asked.example)
        reply = (await self.model.ask(prompt, form)).value
        return read_review(self.name, sheet, reply["scores"], (), None)

    def _prompt(
        self,
        purpose: str,
        sheet: ReviewForm,
        told: str,
        example: str,
        seen: Mapping[str, str] | None = None,
    ) -> Prompt:
        fenced = delimit({**_texts(sheet), **(seen or {})}, self.secret, f"{purpose} {self.name}")
        form = "Reply with exactly one JSON object of the following form and nothing else."
        system = "\n\n".join((told, _instructions("council_fences"), form, example))
        what = "Vote on the question" if purpose == VOTE else "Review the responses"
        closing = f"{what} above as the instructions say. Reply with the JSON object only."
        body = f"{_opened(fenced)}\n\n{closing}"
        return Prompt((Message("system", system), Message("user", body)), fenced.mark)

    async def synthesise(
        self, query: str, ranked: Sequence[str], notes: Sequence[str], *, withheld: int = 0
    ) -> str:
        """The chair's answer from the ranked candidates, best first, and what reviewers noted on each."""
        texts = {"question": query}
        for place, (text, noted) in enumerate(zip(ranked, notes, strict=True), 1):
            texts[f"response {place}"] = text
            if noted:
                texts[f"notes on response {place}"] = noted
        fenced = delimit(texts, self.secret, f"synthesis {self.name}")
        system = f"{_instructions('synthesis')}\n\n{_instructions('council_fences')}"
        if withheld:
            what = "1 response is" if withheld == 1 else f"{withheld} responses are"
            system += f"\n\n{what} withheld from you because the text failed the safety gate."
        prompt = Prompt((Message("system", system), Message("user", _opened(fenced))), fenced.mark)
        return await self.model.write(prompt, "synthesis")


def written_review(review: Review, letters: Mapping[str, str]) -> str:
    """Return a review as another reviewer reads it: scores and notes by letter, no names, no ranking.

    >>> given = {"m1": {"clarity": 7, "notes": "short", "overall": 9}, "m2": {"clarity": 4}}
    >>> print(written_review(Review(reviewer="r", evaluations=given), {"m1": "B"}))
    response B: clarity 7; notes: short
    """
    lines = []
    for name, letter in letters.items():
        evaluation = (review.evaluations or {}).get(name, {})
        scores = [
            f"{key} {value}" for key, value in evaluation.items() if is_score(value) and key != "overall"
        ]
        if is_score(given := (review.holistic or {}).get(name)):
            scores.append(f"{HOLISTIC} {given}")
        if scores:
            notes = evaluation.get("notes")
            noted = f"; notes: {' '.join(notes.split())}" if isinstance(notes, str) and notes.strip() else ""
            lines.append(f"response {letter}: {', '.join(scores)}{noted}")
    return "\n".join(lines)


def read_review(
    reviewer: str,
    sheet: ReviewForm,
    entries: Sequence[Mapping[str, Any]],
    dimensions: Sequence[str],
    ranking: Any,
) -> Review:
    """A review under the candidates' own names, from one under letters.

    >>> sheet = ReviewForm(query="Why?", shown={"m2": "Because.", "m1": "So."})
    >>> entries = [{"response": "Response B", "clarity": 7, "holistic": 6}]
    >>> review = read_review("r", sheet, entries, ["clarity"], ["B"])
    >>> review.evaluations, review.holistic, review.ranking, review.shown
    ({'m1': {'clarity': 7}}, {'m1': 6}, ('m1',), ('m2', 'm1'))
    """
    names = sheet.labelled()
    evaluations: dict[str, dict[str, Any]] = {}
    holistic: dict[str, Any] = {}
    for entry in entries:
        name = names[_letter(entry["response"])]
        scores = {one: entry[one] for one in dimensions if entry.get(one) is not None}
        if scores:
            noted = {"notes": entry["notes"]} if isinstance(entry.get("notes"), str) else {}
            evaluations[name] = {**scores, **noted}
        if entry.get(HOLISTIC) is not None:
            holistic[name] = entry[HOLISTIC]
    stated = [_letter(one) for one in ranking] if isinstance(ranking, list) else []
    order = tuple(dict.fromkeys(names[one] for one in stated if one in names))
    return Review(
        reviewer=reviewer,
        evaluations=evaluations or None,
        holistic=holistic or None,
        ranking=order or None,
        shown=tuple(sheet.shown),
    )


class HolisticEntry(TypedDict, total=False):
    """One response and the number it got."""

    __pydantic_config__ = REPLY  # type: ignore[misc]
    response: Required[str]
    notes: Notes
    holistic: Score


class VoteReply(TypedDict):
    """A juror's vote."""

    __pydantic_config__ = REPLY  # type: ignore[misc]
    reason: Annotated[str, MaxLen(1000)]
    vote: Ballot
    confidence: Fraction01


class HolisticReply(TypedDict):
    """A number for every response."""

    scores: list[HolisticEntry]


@lru_cache(maxsize=32)
def _review_form(dimensions: tuple[str, ...]) -> Any:
    """The type of a reply that scores these dimensions; only the letter of a response must be there."""
    fields = {"response": Required[str], "notes": Notes, **dict.fromkeys(dimensions, Score), HOLISTIC: Score}
    make: Any = TypedDict
    entry = make("Evaluation", fields, total=False)
    entry.__pydantic_config__ = REPLY
    return make(
        "ReviewReply", {"evaluations": Required[GenericAlias(list, entry)], "ranking": Letters}, total=False
    )


def _wrong(sheet: ReviewForm, field: str, reply: Any) -> str | None:
    """What makes a reply no review of these responses."""
    found = [_letter(entry["response"]) for entry in reply[field]]
    known = sheet.labelled()
    if not found:
        return "it scores no response"
    if any(letter not in known for letter in found):
        return f"it names a response that is not there; there are {', '.join(known)}"
    return "it scores a response twice" if len(set(found)) < len(found) else None


def _letter(said: object) -> str:
    """The letter of a response, however it is written.

    >>> _letter("Response b"), _letter("[A]"), _letter("response_C:")
    ('B', 'A', 'C')
    """
    return str(said).strip().removeprefix("<<<").upper().removeprefix("RESPONSE").strip(" _-:[]()*\"'.")


def _texts(sheet: ReviewForm) -> dict[str, str]:
    passages = {f"passage {number}": text for number, text in enumerate(sheet.contexts, 1)}
    responses = {f"response {letter}": sheet.shown[name] for letter, name in sheet.labelled().items()}
    return {"question": sheet.query, **passages, **responses}


def _opened(fenced: DelimitedTexts) -> str:
    return f"MARK of this message: {fenced.mark}\n\n{fenced.body}"


def _example(dimensions: Sequence[str]) -> str:
    scores = {name: 8 - place % 3 for place, name in enumerate(dimensions)}
    entry = {
        "response": "A",
        "notes": "dates the siege a year late; otherwise in good order",
        **scores,
        HOLISTIC: 7,
    }
    return json.dumps({"evaluations": [entry], "ranking": ["A"]})


def _instructions(name: str) -> str:
    return read_prompt(name).instructions


@lru_cache(maxsize=1)
def council_digest() -> str:
    """A short fingerprint of the council's prompts, for signatures."""
    whole = "\0".join(f"{name}\0{read_prompt(name)}" for name in PROMPTS)
    return hashlib.sha256(whole.encode()).hexdigest()[:8]
