"""Where a case is put before a model: texts into fences, prompt and form out, quotes back to spans."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from jurat.llm.model_errors import AccessError, ModelError
from jurat.llm.model_protocol import Answer, Form, Model
from jurat.nlp.quote_search import locate
from jurat.observers.llm.delimiters import delimit, restore
from jurat.observers.llm.prompts import compose, read_prompt
from jurat.observers.llm.reply_schemas import quoted
from jurat.spans import Span

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PromptSession:
    """A model, the secret for its fences, and how often it is asked."""

    model: Model
    secret: bytes
    samples: int = 1

    async def ask(
        self,
        texts: Mapping[str, str],
        form: Form[T],
        blanks: Mapping[str, int] | None = None,
        sample: int = 0,
    ) -> T:
        """One reply to the prompt that has the form's name."""
        return (await self.answer(texts, form, blanks, sample)).value

    async def answer(
        self,
        texts: Mapping[str, str],
        form: Form[T],
        blanks: Mapping[str, int] | None = None,
        sample: int = 0,
    ) -> Answer[T]:
        """One reply with all that is known of it."""
        form = replace(form, example=read_prompt(form.name).example)
        fenced = delimit(texts, self.secret, f"{form.name} {sample}")
        prompt = compose(form.name, fenced, blanks or {}, items="items" in texts)
        return await self.model.ask(prompt, form, sample=sample)

    async def again(
        self,
        first: T,
        texts: Mapping[str, str],
        form: Form[T],
        blanks: Mapping[str, int] | None = None,
        items: Sequence[str] = (),
    ) -> list[T]:
        """The first reply with those of the further samples, which judge the items the first one chose.

        A sample that fails is left out, as long as more than half of all are there.
        """
        given = {**texts, "items": numbered(items)} if items else texts
        asked = [self.ask(given, form, blanks, number) for number in range(1, self.samples)]
        replies = [first]
        failed: BaseException | None = None
        for reply in await asyncio.gather(*asked, return_exceptions=True):
            if not isinstance(reply, BaseException):
                replies.append(reply)
            elif not isinstance(reply, ModelError) or isinstance(reply, AccessError):
                raise reply
            else:
                failed = reply
        if failed is not None and 2 * len(replies) <= self.samples:
            raise failed
        return replies


def numbered(items: Sequence[str]) -> str:
    """Items, one a line, each with its number.

    >>> print(numbered(["one", "two\\nlines"]))
    1. one
    2. two lines
    """
    return "\n".join(f"{number}. {' '.join(item.split())}" for number, item in enumerate(items, 1))


def in_sequence(numbers: Sequence[int], what: str) -> str | None:
    """What is wrong with entries that are to be numbered from 1 in order.

    >>> in_sequence([1, 3], "segments")
    'segments are not numbered 1, 2, 3 … in order'
    """
    return (
        None
        if list(numbers) == list(range(1, len(numbers) + 1))
        else (f"{what} are not numbered 1, 2, 3 … in order")
    )


def clean_quote(quote: str | None) -> str | None:
    """A quote as the text has it, or none."""
    found = quoted(quote)
    return restore(found) if found else None


def span_of(quote: str | None, source: str, text: str) -> Span | None:
    """Where a quote stands, if it does.

    >>> span_of("well", "summary", "All is well.")
    Span(source='summary', start=7, end=11, text='well')
    """
    place = locate(quote, text) if quote else None
    return Span(source, *place, text[place[0] : place[1]]) if place else None
