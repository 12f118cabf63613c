"""Budgets, prices and usage of model calls."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal, InvalidOperation
from pathlib import Path

from jurat.errors import InputError, OptionError
from jurat.llm.call_tracking import note_call, note_tokens
from jurat.llm.model_errors import BudgetError
from jurat.llm.model_protocol import Completion

MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """The price of a million tokens, input and output, in the currency of the file."""

    input: Decimal
    output: Decimal

    def of(self, prompt_tokens: int, completion_tokens: int) -> Decimal:
        """Return the cost of tokens.

        >>> Price(input=Decimal("0.15"), output=Decimal("0.60")).of(1_000_000, 500_000)
        Decimal('0.45')
        """
        return (self.input * prompt_tokens + self.output * completion_tokens) / MILLION


def read_prices(path: Path) -> Mapping[str, Price]:
    """Read a price file: TOML, a table per model (full name or last part) with `input` and `output`."""
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
    """Limits of calls, tokens and cost. Calls are counted before they are made and never exceed the limit;
    tokens and cost are known afterwards, so calls in progress can exceed it."""

    calls: int | None = None
    tokens: int | None = None
    cost: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Usage of models: calls, tokens, cost if prices are known, cache hits, retries."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: Decimal | None = None
    cache_hits: int = 0
    retries: int = 0
    reasks: int = 0

    @property
    def tokens(self) -> int:
        """Return input and output tokens."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        """Return the sum of two usages; the cost is unknown if neither has one.

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
class SharedBudget:
    """What is left of a budget, for one model or several together.

    >>> budget = SharedBudget(Budget(calls=1))
    >>> budget.spend_call()
    >>> budget.spend_call()
    Traceback (most recent call last):
    jurat.llm.model_errors.BudgetError: the budget of 1 calls is spent
    """

    budget: Budget
    calls: int = 0
    tokens: int = 0
    cost: Decimal = Decimal(0)

    def spend_call(self) -> None:
        """Count one more call, or raise `BudgetError`."""
        granted = self.budget
        if granted.calls is not None and self.calls >= granted.calls:
            raise BudgetError(f"the budget of {granted.calls} calls is spent")
        if granted.tokens is not None and self.tokens >= granted.tokens:
            raise BudgetError(f"the budget of {granted.tokens} tokens is spent")
        if granted.cost is not None and self.cost >= granted.cost:
            raise BudgetError(f"the budget of {granted.cost} is spent")
        self.calls += 1

    def spend(self, tokens: int, cost: Decimal) -> None:
        """Add the tokens and cost of a reply."""
        self.tokens += tokens
        self.cost += cost


class Meter:
    """Counts the usage of one model over all runs of its observer, within a shared budget."""

    def __init__(
        self,
        budget: Budget | None = None,
        price: Price | None = None,
        *,
        shared_budget: SharedBudget | None = None,
    ) -> None:
        self.price, self._shared_budget = price, shared_budget or SharedBudget(budget or Budget())
        if self._shared_budget.budget.cost is not None and price is None:
            hint = "give a price file that names the model"
            raise OptionError("requires prices", where="budget cost", hint=hint)
        self.hits = self.retries = self.reasks = 0
        self._calls = self._prompt = self._completion = 0

    def call(self) -> None:
        """Count one more call if the budget allows it."""
        self._shared_budget.spend_call()
        self._calls += 1
        note_call()

    def count(self, completion: Completion) -> None:
        """Add the tokens of a reply."""
        prompt, said = completion.prompt_tokens, completion.completion_tokens
        self._prompt += prompt
        self._completion += said
        note_tokens(prompt, said)
        self._shared_budget.spend(prompt + said, self.price.of(prompt, said) if self.price else Decimal(0))

    def usage(self) -> Usage:
        """Return the usage so far."""
        return Usage(
            calls=self._calls,
            prompt_tokens=self._prompt,
            completion_tokens=self._completion,
            cost=self.price.of(self._prompt, self._completion) if self.price else None,
            cache_hits=self.hits,
            retries=self.retries,
            reasks=self.reasks,
        )
