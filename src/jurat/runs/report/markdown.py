"""Markdown in which judged text is always literal: never markup, a link, a mention or a table border."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jurat.cases import replace_surrogates

_SPECIAL = re.compile(r"([\\`*_{}\[\]()!|<>~&$^:])")
_AT_START = re.compile(r"^([-+=#]|\d+(?=[.)](?:\s|$)))")
_REFERENCE = re.compile(r"([@#])(?=\w)")
_HOST = re.compile(r"\b(www)\.", re.IGNORECASE)
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def cell(text: str, limit: int | None = None) -> str:
    r"""Return a text in one line with Markdown syntax escaped.

    Hosts interpret @name and #12 after unescaping, so a zero-width character splits them.

    >>> print(cell("a|b <b> [x](y) \n next"))
    a\|b \<b\> \[x\]\(y\) next
    """
    line = " ".join(_CONTROL.sub(" ", replace_surrogates(text)).split())
    if limit is not None and len(line) > limit:
        line = line[: limit - 1] + "…"
    line = _HOST.sub(r"\1\\.", _SPECIAL.sub(r"\\\1", line))
    return _REFERENCE.sub("\\1\u200b", _AT_START.sub(_escaped, line))


def _escaped(found: re.Match[str]) -> str:
    return f"{found[0]}\u200b" if found[0].isdigit() else f"\\{found[0]}"


def heading(text: str, level: int = 2) -> str:
    """Return a heading."""
    return f"{'#' * level} {text}"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], figures: Sequence[int] = ()) -> str:
    """Return a table of escaped cells; columns of figures are right-aligned.

    >>> print(table(["metric", "mean"], [["coverage", "8.00"]], figures=[1]))
    | metric | mean |
    | :--- | ---: |
    | coverage | 8.00 |
    """
    rule = ["---:" if place in figures else ":---" for place in range(len(columns))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (columns, rule, *rows))


def bars(counts: Sequence[int]) -> str:
    """Return counts as a row of bars; a count above 0 is always visible.

    >>> bars([0, 1, 8, 4])
    '·▁█▄'
    """
    most = max((*counts, 1))
    return "".join("·▁▂▃▄▅▆▇█"[-(-8 * count // most)] for count in counts)
