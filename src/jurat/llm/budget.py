"""What was spent, what may be spent, and what tokens cost."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal, InvalidOperation
from pathlib import Path

from jurat.errors import InputError, OptionError
from jurat.llm.errors import BudgetError
from jurat.llm.protocol import Completion

MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a million tokens cost, in and out, in whatever currency the file is written in."""

    input: Decimal
    output: Decimal

    def of(self, prompt_tokens: int, completion_tokens: int) -> Decimal:
        """What so many tokens cost.

        >>> Price(input=Decimal("0.15"), output=Decimal("0.60")).of(1_000_000, 500_000)
        Decimal('0.45')
        """
        return (self.input * prompt_tokens + self.output * completion_tokens) / MILLION


def read_prices(path: Path) -> Mapping[str, Price]:
    """A price file: TOML, a table per model (as it is named, or its last part) with `input` and `output`."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError("cannot be read as TOML", where=str(path), hint=str(error)) from None
    return {model: _price(table, f"{path}: {model}") for model, table in tables.items()}


def _price(table: object, where: str) -> Price:
    hint = "give input and output, each the price of a million tokens, 0 or more"
    if not isinstance(table, dict) or set(table) != {"input", "output"}:
        raise InputError("is not a price", where=where, hint=hint)
    try:
        price = Price(input=Decimal(str(table["input"])), output=Decimal(str(table["output"])))
    except InvalidOperation:
        raise InputError("is not a price", where=where, hint=hint) from None
    if not all(part.is_finite() and part >= 0 for part in (price.input, price.output)):
        raise InputError("is not a price", where=where, hint=hint)
    return price


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What may be spent at most. Calls are counted before they are made, so they never exceed; tokens and
    money are known afterwards, so what was already under way may pass the mark."""

    calls: int | None = None
    tokens: int | None = None
    cost: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What was spent: calls, tokens, money if prices are known; replies the cache had, tries repeated."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: Decimal | None = None
    cache_hits: int = 0
    retries: int = 0
    reasks: int = 0

    @property
    def tokens(self) -> int:
        """Tokens in and out."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        """What two models spent together; no money is known where it is known of neither.

        >>> (Usage(calls=2, cost=Decimal("0.1")) + Usage(calls=1)).cost
        Decimal('0.1')
        """
        known = [one.cost for one in (self, other) if one.cost is not None]
        summed = {
            one.name: getattr(self, one.name) + getattr(other, one.name)
            for one in fields(self)
            if one.name != "cost"
        }
        return Usage(**summed, cost=sum(known, Decimal(0)) if known else None)


@dataclass(slots=True)
class Purse:
    """What may still be spent, by one model or by several together.

    >>> purse = Purse(Budget(calls=1))
    >>> purse.take_call()
    >>> purse.take_call()
    Traceback (most recent call last):
    jurat.llm.errors.BudgetError: the budget of 1 calls is spent
    """

    budget: Budget
    calls: int = 0
    tokens: int = 0
    cost: Decimal = Decimal(0)

    def take_call(self) -> None:
        """Grant one more call, or refuse it."""
        granted = self.budget
        if granted.calls is not None and self.calls >= granted.calls:
            raise BudgetError(f"the budget of {granted.calls} calls is spent")
        if granted.tokens is not None and self.tokens >= granted.tokens:
            raise BudgetError(f"the budget of {granted.tokens} tokens is spent")
        if granted.cost is not None and self.cost >= granted.cost:
            raise BudgetError(f"the budget of {granted.cost} is spent")
        self.calls += 1

    def take(self, tokens: int, cost: Decimal) -> None:
        """Pay for a reply."""
        self.tokens += tokens
        self.cost += cost


class Meter:
    """Counts what one model spends, over all runs of its observer; the purse says when it is enough."""

    def __init__(
        self, budget: Budget | None = None, price: Price | None = None, *, purse: Purse | None = None
    ) -> None:
        self.price, self._purse = price, purse or Purse(budget or Budget())
        if self._purse.budget.cost is not None and price is None:
            hint = "give a price file that names the model"
            raise OptionError("cannot be kept without prices", where="budget cost", hint=hint)
        self.hits = self.retries = self.reasks = 0
        self._calls = self._prompt = self._completion = 0

    def call(self) -> None:
        """Count one more call, if the purse grants it."""
        self._purse.take_call()
        self._calls += 1

    def count(self, completion: Completion) -> None:
        """Add the tokens of a reply."""
        prompt, said = completion.prompt_tokens, completion.completion_tokens
        self._prompt += prompt
        self._completion += said
        self._purse.take(prompt + said, self.price.of(prompt, said) if self.price else Decimal(0))

    def usage(self) -> Usage:
        """What was spent so far."""
        return Usage(
            calls=self._calls,
            prompt_tokens=self._prompt,
            completion_tokens=self._completion,
            cost=self.price.of(self._prompt, self._completion) if self.price else None,
            cache_hits=self.hits,
            retries=self.retries,
            reasks=self.reasks,
        )
