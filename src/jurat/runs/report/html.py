"""HTML built from elements: every text is escaped."""

from __future__ import annotations

import re
from html import escape
from typing import Final

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff\ufdd0-\ufdef]"
)
_VOID: Final = frozenset({"meta"})


class Html(str):
    """Markup built by `element`; any other text is escaped."""

    __slots__ = ()


Child = Html | str | None


def text(content: str) -> Html:
    r"""Return a text escaped, with control and direction characters made visible.

    >>> print(text("<b> & \x1b\u202e"))
    &lt;b&gt; &amp; \x1b\u202e
    """
    seen = _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), content)
    return Html(escape(seen, quote=True))


def element(tag: str, /, *children: Child, **attributes: str | float | None) -> Html:
    """Return an element; in attribute names a trailing underscore is dropped and others become hyphens.

    >>> print(element("a", "1 < 2", element("b", "x"), class_='q"'))
    <a class="q&quot;">1 &lt; 2<b>x</b></a>
    """
    inner = "".join(
        child if isinstance(child, Html) else text(child) for child in children if child is not None
    )
    shown = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value if isinstance(value, str) else f"{value:g}")}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Html(f"<{tag}{shown}>" if tag in _VOID and not inner else f"<{tag}{shown}>{inner}</{tag}>")


def join(*children: Child) -> Html:
    """Join elements."""
    return Html(
        "".join(child if isinstance(child, Html) else text(child) for child in children if child is not None)
    )
