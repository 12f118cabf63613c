"""The plot of what engines cost, as SVG: bars of speed, memory and time against rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.scale import Measured, Slope

WIDTH, HEIGHT, PANEL, LEFT, TOP, DEEP = 960, 330, 320, 62, 50, 210
COLOURS = {"local 2": "#2b6cb0", "ray 2": "#c05621"}
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#1a202c}.t{font-weight:600}.a{stroke:#718096}.g{stroke:#e2e8f0}"
)


def draw(fast: Sequence[Slope], held: Sequence[Measured]) -> str:
    """All three panels."""
    memory = [(one.mode, one.rows, one.megabytes) for one in held]
    cost = [(one.mode, one.rows, one.cpu) for one in held]
    panels = [
        _bars(fast, 0) if fast else "",
        _lines(memory, 1, "memory of all processes, MB", log=False) if held else "",
        _lines(cost, 2, "processor time, s", log=True) if held else "",
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
    back = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
    return "\n".join([head, f"<style>{_STYLE}</style>", back, *panels, "</svg>", ""])


def _text(x: float, y: float, said: str, *, anchor: str = "start", kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{said}</text>'


def _bars(fast: Sequence[Slope], panel: int) -> str:
    most = max(one.rate for one in fast)
    x, step = panel * PANEL + 90, DEEP / len(fast)
    parts = [_text(panel * PANEL + 16, 28, "rows a second, Claim-Lock", kind="t")]
    for place, one in enumerate(fast):
        y, width = TOP + place * step, 150 * one.rate / most
        colour = COLOURS.get(one.mode, "#a0aec0")
        parts.append(_text(x - 6, y + step / 2 + 4, one.mode, anchor="end"))
        parts.append(
            f'<rect x="{x}" y="{y + 4:.1f}" width="{width:.1f}" height="{step - 8:.1f}" fill="{colour}"/>'
        )
        parts.append(_text(x + width + 5, y + step / 2 + 4, f"{one.rate:,.0f}"))
    return "\n".join(parts)


def _lines(points: Sequence[tuple[str, int, float]], panel: int, title: str, *, log: bool) -> str:
    """A line for each engine over the rows, which stand on a logarithmic axis."""
    rows = sorted({count for _, count, _ in points})
    low, high = log10(rows[0]), log10(rows[-1]) if len(rows) > 1 else log10(rows[0]) + 1
    top = max(value for *_, value in points) * 1.15
    least = min(value for *_, value in points) / 1.5
    left, wide = panel * PANEL + LEFT, PANEL - LEFT - 26

    def at(count: int, value: float) -> tuple[float, float]:
        share = (log10(value / least) / log10(top / least)) if log else value / top
        return left + wide * (log10(count) - low) / (high - low), TOP + DEEP * (1 - share)

    base = TOP + DEEP
    parts = [
        _text(left - LEFT + 16, 28, title, kind="t"),
        f'<line x1="{left}" y1="{base}" x2="{left + wide}" y2="{base}" class="a"/>',
        f'<line x1="{left}" y1="{TOP}" x2="{left}" y2="{base}" class="a"/>',
    ]
    parts += [_text(at(count, top)[0], base + 18, f"{count:,}", anchor="middle") for count in rows]
    parts.append(_text(left + wide / 2, base + 38, "rows", anchor="middle"))
    for mode, colour in COLOURS.items():
        mine = [(count, value) for one, count, value in points if one == mode]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*one) for one in mine))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for count, value in mine:
            x, y = at(count, value)
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
            parts.append(_text(x, y - 7, f"{value:,.0f}", anchor="middle"))
        parts.append(_text(x - 4, y + 18, mode, anchor="end"))
    return "\n".join(parts)
