"""What can go wrong, as one tree.

    JuratError                  anything Jurat raises on purpose
    ├── InputError              a text, label, row or file is not what it should be
    │   └── OptionError         an option or setting is not what it should be
    └── MissingExtraError       a feature needs a package that is not installed

Every error says what was wrong, where, and what to do; ``retryable`` tells whether trying the same
again can help.
"""

from __future__ import annotations


class JuratError(Exception):
    """Base class of all errors that Jurat raises on purpose."""

    retryable = False


class InputError(JuratError):
    """A text, label, row or file is invalid.

    `where` names the file, row and field in the message; `field` names it for programs alone, where the
    message does so in its own words.

    >>> str(InputError("is empty", where="summary", hint="give the text to judge"))
    'summary: is empty; give the text to judge'
    """

    def __init__(self, what: str, *, where: str = "", hint: str = "", field: str = "") -> None:
        self.what, self.where, self.hint = what, where or field, hint
        super().__init__((f"{where}: " if where else "") + what + (f"; {hint}" if hint else ""))


class OptionError(InputError):
    """An option or setting is invalid."""


class MissingExtraError(JuratError):
    """A feature requires a package that is not installed.

    >>> str(MissingExtraError("Parquet support", extra="data"))
    "Parquet support requires the extra 'data': pip install 'jurat[data]'"
    """

    def __init__(self, feature: str, *, extra: str) -> None:
        super().__init__(f"{feature} requires the extra {extra!r}: pip install 'jurat[{extra}]'")
