"""Formatting of numbers by their scale."""

from __future__ import annotations

from jurat.runs.scales import Scale


def value(figure: float | None, scale: Scale, *, signed: bool = False) -> str:
    """Return a figure on a scale: two decimals up to ten, three up to one.

    >>> value(8.125, Scale(10.0)), value(-0.5, Scale(1.0), signed=True), value(None, Scale(1.0))
    ('8.12', '-0.500', '–')
    """
    if figure is None:
        return "–"
    places = 3 if scale.top <= 1 else 2
    figure = round(figure, places) + 0.0  # no minus zero
    return f"{figure:+.{places}f}" if signed else f"{figure:.{places}f}"


def chance(p: float | None) -> str:
    """Return a p-value with three decimals; a very small one as a bound.

    >>> chance(0.0004), chance(0.0312), chance(1.0), chance(None)
    ('<0.001', '0.031', '1', '–')
    """
    if p is None:
        return "–"
    if p >= 0.9995:
        return "1"
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def share(part: float | None) -> str:
    """Return a share in percent.

    >>> share(0.9876), share(1.0), share(None)
    ('98.8 %', '100 %', '–')
    """
    if part is None:
        return "–"
    shown = f"{100 * part:.1f}"
    return f"{shown.removesuffix('.0')} %"


def plural(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> plural(1, "row"), plural(1200, "row"), plural(0, "retry")
    ('1 row', '1,200 rows', '0 retries')
    """
    many = noun[:-1] + "ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else many}"
