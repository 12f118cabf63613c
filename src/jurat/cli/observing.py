"""The flags that say who observes and how models are asked, and what they spent in words."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jurat.errors import OptionError
from jurat.judges.observing import Observing
from jurat.settings import ModelSettings, cache_location, project_models

if TYPE_CHECKING:
    from jurat.judges.judge import AskingObserver
    from jurat.llm.budget import Usage

PANEL = "Models"
"""Where the help shows these flags."""
ObserverFlag = Annotated[
    list[str] | None,
    typer.Option(
        "--observer",
        metavar="WHO",
        help="rules, llm:MODEL, or METRIC=llm:MODEL, which may be given again; a,b to hold two side by side.",
        rich_help_panel=PANEL,
    ),
]
SamplesFlag = Annotated[
    int | None,
    typer.Option(
        "--samples", min=1, help="How often a model is asked; the majority counts.", rich_help_panel=PANEL
    ),
]
MaxCallsFlag = Annotated[
    int | None, typer.Option("--max-calls", min=1, help="Calls that models may get.", rich_help_panel=PANEL)
]
MaxTokensFlag = Annotated[
    int | None,
    typer.Option(
        "--max-tokens", min=1, help="Tokens that models may take, in and out.", rich_help_panel=PANEL
    ),
]
MaxCostFlag = Annotated[
    float | None,
    typer.Option(
        "--max-cost", min=0, help="Money that models may cost; needs prices.", rich_help_panel=PANEL
    ),
]
PricesFlag = Annotated[
    Path | None,
    typer.Option("--prices", help="A TOML file with the prices of a million tokens.", rich_help_panel=PANEL),
]
CacheFlag = Annotated[
    Path | None, typer.Option("--cache", help="The file that keeps models' replies.", rich_help_panel=PANEL)
]
NoCacheFlag = Annotated[
    bool, typer.Option("--no-cache", help="Keep no replies and use none.", rich_help_panel=PANEL)
]
ConcurrencyFlag = Annotated[
    int | None,
    typer.Option("--concurrency", min=1, help="Calls at the same time, at most.", rich_help_panel=PANEL),
]
DeadlineFlag = Annotated[
    float | None,
    typer.Option(
        "--deadline", min=0.01, help="Seconds for a call with all its tries.", rich_help_panel=PANEL
    ),
]


def observers(named: list[str] | None, *, no_cache: bool, **flags: Any) -> list[Observing]:
    """Who is to observe, one for each that a comma separates; what no flag says, jurat.yaml may."""
    settings = project_models(Path.cwd())
    text = " ".join(named or []) or (settings.use if settings else None) or "rules"
    if "," in text and len(named or []) > 1:
        hint = "give one --observer with commas, or several without"
        raise OptionError("observers side by side and by metric are given", where="--observer", hint=hint)
    given = _plain(flags)
    found = [Observing(observer=one.strip()) for one in text.split(",")]
    if (given or no_cache) and not any(one.asks_models for one in found):
        flag = next(iter(given), "no_cache").replace("_", "-")
        raise OptionError("is for models", where=f"--{flag}", hint="name one: --observer llm:MODEL")
    values = {**(_described(settings) if settings else {}), **given}
    if no_cache:
        values["cache"] = None
    elif values.get("cache") is None:
        values["cache"] = cache_location(Path.cwd())
    return [replace(one, **values) if one.asks_models else one for one in found]


def resumed(kept: Observing, *, no_cache: bool, **flags: Any) -> Observing:
    """How a run is observed that goes on: as it was, but what does not change results may be set anew."""
    values = {**_plain(flags), **({"cache": None} if no_cache else {})}
    return replace(kept, **values)


def _plain(flags: Mapping[str, Any]) -> dict[str, Any]:
    """The flags that were given, as values that can be written down."""
    given = {name: value for name, value in flags.items() if value is not None}
    if "max_cost" in given:
        given["max_cost"] = format(Decimal(str(given["max_cost"])), "f")
    return {name: str(value) if isinstance(value, Path) else value for name, value in given.items()}


def _described(settings: ModelSettings) -> dict[str, Any]:
    names = set(Observing.__dataclass_fields__) - {"observer"}
    return _plain({name: getattr(settings, name) for name in names})


@contextmanager
def told(asking: AskingObserver | None) -> Iterator[None]:
    """Say what models spent when the block ends, however it ends."""
    try:
        yield
    finally:
        if asking is not None:
            sys.stderr.write(f"{spent(asking.usage, asking.dropped_quotes)}\n")


def spent(usage: Usage, dropped: int = 0) -> str:
    """What models spent, in words.

    >>> from jurat.llm.budget import Usage
    >>> spent(Usage(calls=2, prompt_tokens=1400, completion_tokens=90, retries=1), dropped=3)
    '2 calls · 1,400 tokens in, 90 out · 1 retry · 3 quotes dropped'
    """
    parts = [
        _count(usage.calls, "call"),
        f"{usage.prompt_tokens:,} tokens in, {usage.completion_tokens:,} out",
    ]
    parts += [f"cost {usage.cost:.4f}"] if usage.cost is not None else []
    parts += [f"{usage.cache_hits:,} from the cache"] if usage.cache_hits else []
    parts += [_count(usage.retries, "retry")] if usage.retries else []
    parts += [f"{usage.reasks:,} asked again"] if usage.reasks else []
    parts += [f"{_count(dropped, 'quote')} dropped"] if dropped else []
    return " · ".join(parts)


def _count(number: int, what: str) -> str:
    many = what[:-1] + "ies" if what.endswith("y") else f"{what}s"
    return f"{number:,} {what if number == 1 else many}"
