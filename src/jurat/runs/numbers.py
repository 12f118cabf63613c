"""Figures as people read them: as many decimals as the scale carries, nothing where there is no value."""

from __future__ import annotations

from jurat.runs.scales import Scale


def value(figure: float | None, scale: Scale, *, signed: bool = False) -> str:
    """A figure on a scale: two decimals up to ten, three up to one.

    >>> value(8.125, Scale(10.0)), value(-0.5, Scale(1.0), signed=True), value(None, Scale(1.0))
    ('8.12', '-0.500', '–')
    """
    if figure is None:
        return "–"
    places = 3 if scale.top <= 1 else 2
    figure = round(figure, places) + 0.0  # no minus zero
    return f"{figure:+.{places}f}" if signed else f"{figure:.{places}f}"


def chance(p: float | None) -> str:
    """A chance with three decimals; a very small one as a bound.

    >>> chance(0.0004), chance(0.0312), chance(1.0), chance(None)
    ('<0.001', '0.031', '1', '–')
    """
    if p is None:
        return "–"
    if p >= 0.9995:
        return "1"
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def share(part: float | None) -> str:
    """A share in percent.

    >>> share(0.9876), share(1.0), share(None)
    ('98.8 %', '100 %', '–')
    """
    if part is None:
        return "–"
    shown = f"{100 * part:.1f}"
    return f"{shown.removesuffix('.0')} %"
