"""Flags that choose the observer and limit model calls, and the usage as text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jurat.cli.flags.flag_groups import FlagGroup
from jurat.errors import OptionError
from jurat.judges.observer_config import ObserverConfig
from jurat.runs.report.number_format import plural
from jurat.settings import ModelSettings, cache_location, project_models

if TYPE_CHECKING:
    from jurat.judges.judge import ModelObserver
    from jurat.llm.budget import Usage

PANEL = "Models"
"""Where the help shows these flags."""
_LIMITS = ("max_calls", "max_tokens", "max_cost", "prices", "cache", "concurrency", "deadline")
"""What does not change results."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFlags(FlagGroup):
    """The observer of a command, and limits of its model calls."""

    observer: Annotated[
        list[str] | None,
        typer.Option(
            "--observer",
            metavar="NAME",
            help="rules, verifier, llm:MODEL or METRIC=llm:MODEL (repeatable); A,B compares two.",
            rich_help_panel=PANEL,
        ),
    ] = None
    votes: Annotated[
        int | None,
        typer.Option(
            "--votes",
            min=1,
            help="Number of model votes per label; the majority counts.",
            rich_help_panel=PANEL,
        ),
    ] = None
    max_calls: Annotated[
        int | None,
        typer.Option("--max-calls", min=1, help="Maximum number of model calls.", rich_help_panel=PANEL),
    ] = None
    max_tokens: Annotated[
        int | None,
        typer.Option(
            "--max-tokens", min=1, help="Maximum number of tokens, input and output.", rich_help_panel=PANEL
        ),
    ] = None
    max_cost: Annotated[
        float | None,
        typer.Option("--max-cost", min=0, help="Maximum cost; requires --prices.", rich_help_panel=PANEL),
    ] = None
    prices: Annotated[
        Path | None,
        typer.Option("--prices", help="TOML file with prices per million tokens.", rich_help_panel=PANEL),
    ] = None
    cache: Annotated[
        Path | None, typer.Option("--cache", help="Cache file for model replies.", rich_help_panel=PANEL)
    ] = None
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Do not use the cache.", rich_help_panel=PANEL)
    ] = False
    concurrency: Annotated[
        int | None,
        typer.Option("--concurrency", min=1, help="Maximum concurrent calls.", rich_help_panel=PANEL),
    ] = None
    deadline: Annotated[
        float | None,
        typer.Option(
            "--deadline", min=0.01, help="Seconds per call, including retries.", rich_help_panel=PANEL
        ),
    ] = None

    def observers(self) -> list[ObserverConfig]:
        """Return the configuration of each observer; jurat.yaml sets what no flag does."""
        settings = project_models(Path.cwd())
        named = self.observer or []
        text = " ".join(named) or (settings.use if settings else None) or "rules"
        if "," in text and len(named) > 1:
            hint = "use one --observer with commas, or several without"
            raise OptionError(
                "cannot combine observers by metric with observers to compare", where="--observer", hint=hint
            )
        given = self._given("votes", *_LIMITS)
        found = [ObserverConfig(observer=one.strip()) for one in text.split(",")]
        if (given or self.no_cache) and not any(one.asks_models for one in found):
            flag = next(iter(given), "no_cache").replace("_", "-")
            hint = "name one: --observer llm:MODEL"
            raise OptionError("applies only to models", where=f"--{flag}", hint=hint)
        values = {**(_described(settings) if settings else {}), **given}
        if self.no_cache:
            values["cache"] = None
        elif values.get("cache") is None:
            values["cache"] = cache_location(Path.cwd())
        return [replace(one, **values) if one.asks_models else one for one in found]

    def resumed(self, kept: ObserverConfig) -> ObserverConfig:
        """Return the configuration of a resumed run: only what does not change results can be set again."""
        return replace(kept, **{**self._given(*_LIMITS), **({"cache": None} if self.no_cache else {})})

    def _given(self, *names: str) -> dict[str, Any]:
        return _plain({name: getattr(self, name) for name in names})


def _plain(flags: Mapping[str, Any]) -> dict[str, Any]:
    """Return the flags that were given, as JSON values."""
    given = {name: value for name, value in flags.items() if value is not None}
    if "max_cost" in given:
        given["max_cost"] = format(Decimal(str(given["max_cost"])), "f")
    return {name: str(value) if isinstance(value, Path) else value for name, value in given.items()}


def _described(settings: ModelSettings) -> dict[str, Any]:
    names = set(ObserverConfig.__dataclass_fields__) - {"observer"}
    return _plain({name: getattr(settings, name) for name in names})


@contextmanager
def usage_shown(model_observer: ModelObserver | None) -> Iterator[None]:
    """Print the usage of models when the block ends, also after an error."""
    try:
        yield
    finally:
        if model_observer is not None:
            sys.stderr.write(f"{usage_text(model_observer.usage, model_observer.dropped_quotes)}\n")


def usage_text(usage: Usage, dropped: int = 0) -> str:
    """Return the usage as text.

    >>> from jurat.llm.budget import Usage
    >>> usage_text(Usage(calls=2, prompt_tokens=1400, completion_tokens=90, retries=1), dropped=3)
    '2 calls · 1,400 tokens in, 90 out · 1 retry · 3 quotes dropped'
    """
    parts = [
        plural(usage.calls, "call"),
        f"{usage.prompt_tokens:,} tokens in, {usage.completion_tokens:,} out",
    ]
    parts += [f"cost {usage.cost:.4f}"] if usage.cost is not None else []
    parts += [f"{usage.cache_hits:,} from the cache"] if usage.cache_hits else []
    parts += [plural(usage.retries, "retry")] if usage.retries else []
    parts += [f"{usage.reasks:,} repeated after a malformed reply"] if usage.reasks else []
    parts += [f"{plural(dropped, 'quote')} dropped"] if dropped else []
    return " · ".join(parts)
