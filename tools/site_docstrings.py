"""Show the examples of docstrings as code on the docs site (an extension of griffe, named in mkdocs.yml)."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!\s*$).*\n?)*)+", re.MULTILINE)
"""Examples as doctest reads them: from a prompt to the next blank line."""


def fenced(docstring: str) -> str:
    r"""Return a docstring with its examples in fences.

    >>> fenced("Add.\n\n>>> 1 + 1\n2")
    'Add.\n\n```pycon\n>>> 1 + 1\n2\n```'
    """
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```", docstring)


class FencedExamples(Extension):
    """Puts the examples of every docstring that griffe reads into fences."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
