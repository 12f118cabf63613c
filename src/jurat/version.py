"""The version, alone in a file so that the build reads it without importing anything."""

from importlib.util import find_spec

__version__ = "0.1.0"


def compiled() -> bool:
    """Whether the text engine is machine code here, as `make compiled` makes it, or Python."""
    found = find_spec("jurat.nlp.tokens")
    return found is not None and not (found.origin or "").endswith(".py")
