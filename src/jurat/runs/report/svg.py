"""Plots as inline SVG; colours come from the page's style sheet."""

from __future__ import annotations

from collections.abc import Sequence

from jurat.runs.report.html import Html, element, join
from jurat.runs.report.number_format import plural, value
from jurat.runs.report.report_data import BINS, MetricPart

_WIDTH, _HEIGHT, _BASE, _TOP = 320.0, 120.0, 98.0, 10.0
_SIDE = 8.0
_BAR = 640.0


def svg(*children: Html | None, width: float, height: float, label: str) -> Html:
    box = f"0 0 {width:g} {height:g}"
    return element("svg", *children, viewBox=box, role="img", aria_label=label, class_="plot")


def svg_text(
    content: str, x: float, y: float, *, anchor: str = "start", kind: str = "tick", turn: float = 0
) -> Html:
    """Return a text element."""
    turned = f"rotate({turn:g})" if turn else None
    return element("text", content, x=x, y=y, text_anchor=anchor, transform=turned, class_=kind)


def histogram(part: MetricPart) -> Html:
    """Return the histogram of a metric, with the baseline as an outline and the mean as a mark."""
    step = (_WIDTH - 2 * _SIDE) / BINS
    most = max((*_shares(part.bins), *_shares(part.before), 1e-9))
    bars = [_bar(part, place, count, step, most) for place, count in enumerate(part.bins) if count]
    parts: list[Html | None] = [
        element("line", x1=_SIDE, y1=_BASE, x2=_WIDTH - _SIDE, y2=_BASE, class_="axis"),
        *bars,
        _outline(part.before, step, most) if part.before else None,
        _mean_mark(part) if part.mean is not None else None,
        *_ticks(part.scale.top),
    ]
    return svg(*parts, width=_WIDTH, height=_HEIGHT, label=f"distribution of {part.name}")


def _shares(bins: Sequence[int]) -> list[float]:
    total = sum(bins)
    return [count / total for count in bins] if total else []


def _bar(part: MetricPart, place: int, count: int, step: float, most: float) -> Html:
    height = max(1.5, (_BASE - _TOP) * count / sum(part.bins) / most)
    low, high = place * part.scale.top / BINS, (place + 1) * part.scale.top / BINS
    title = element("title", f"{low:g} to {high:g}: {plural(count, 'row')}")
    x = round(_SIDE + place * step + 1, 2)
    return element(
        "rect", title, x=x, y=round(_BASE - height, 2), width=round(step - 2, 2), height=round(height, 2),
        rx=2, class_=f"fill-{part.tones[place]}",
    )  # fmt: skip


def _outline(bins: Sequence[int], step: float, most: float) -> Html:
    """Return the baseline as a step line."""
    path = f"M{_SIDE:g} {_BASE:g}"
    for place, share in enumerate(_shares(bins)):
        y = round(_BASE - (_BASE - _TOP) * share / most, 2)
        path += f"V{y:g}H{round(_SIDE + (place + 1) * step, 2):g}"
    return element("path", d=f"{path}V{_BASE:g}", class_="before")


def _mean_mark(part: MetricPart) -> Html:
    at = round(_SIDE + (_WIDTH - 2 * _SIDE) * min(1.0, (part.mean or 0.0) / part.scale.top), 2)
    title = element("title", f"mean {value(part.mean, part.scale)}")
    line = element("line", title, x1=at, y1=2, x2=at, y2=_BASE + 4, class_="mean")
    return join(line, element("circle", cx=at, cy=_BASE + 4, r=2.5, class_="mean-dot"))


def _ticks(max_score: float) -> list[Html]:
    made = []
    for share, anchor in ((0.0, "start"), (0.5, "middle"), (1.0, "end")):
        x = _SIDE + (_WIDTH - 2 * _SIDE) * share
        made.append(
            element("text", f"{max_score * share:g}", x=x, y=_HEIGHT - 6, text_anchor=anchor, class_="tick")
        )
    return made


def share_bar(parts: Sequence[tuple[str, int, str]]) -> Html:
    """Return counts side by side, each as wide as its share."""
    total = sum(count for _, count, _ in parts) or 1
    x, made = 0.0, []
    for name, count, kind in parts:
        width = _BAR * count / total
        title = element("title", f"{name}: {count:,} ({100 * count / total:.1f} %)")
        if count:
            size = {"x": round(x, 2), "y": 0, "width": round(max(width - 2, 1), 2), "height": 18}
            made.append(element("rect", title, **size, rx=3, class_=f"fill-{kind}"))
        x += width
    return svg(*made, width=_BAR, height=18, label=", ".join(f"{name} {count}" for name, count, _ in parts))
