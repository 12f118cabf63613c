"""Read the hashed lock files of `requirements/`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;]+)(?: ; (?P<marker>.+?))? \\$")
HASH = re.compile(r"^    --hash=(?P<hash>sha256:[0-9a-f]{64})(?: \\)?$")


@dataclass(frozen=True, slots=True)
class Pin:
    """One locked version of a package, with the hashes of all its files."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    def __str__(self) -> str:
        """Return the pin as a lock file has it."""
        head = f"{self.name}=={self.version}" + (f" ; {self.marker}" if self.marker else "")
        return " \\\n    ".join([head, *(f"--hash={one}" for one in self.hashes)])


def read_lock(path: Path) -> list[Pin]:
    """Return the pins of a lock file; a line that is neither a pin nor a hash is an error."""
    found: list[tuple[re.Match[str], list[str]]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if pin := PIN.match(line):
            found.append((pin, []))
        elif found and (hashed := HASH.match(line)):
            found[-1][1].append(hashed["hash"])
        else:
            raise ValueError(f"{path.name}, line {number}: is neither a pinned package nor a hash: {line!r}")
    return [Pin(pin["name"], pin["version"], pin["marker"] or "", tuple(hashes)) for pin, hashes in found]


def normal(name: str) -> str:
    """Return a package's name as package indexes compare it.

    >>> normal("Typing_Extensions")
    'typing-extensions'
    """
    return re.sub(r"[-_.]+", "-", name).lower()
