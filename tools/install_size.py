"""Measure what `pip install` of the built wheels takes on disk, as docs/how-to/install.md states it.

    python -m tools.install_size            # builds the wheels, installs each set on its own
    python -m tools.install_size --check    # also fails where a limit is exceeded

It needs pip's index, or wheels in PIP_FIND_LINKS. Sizes are of site-packages without pip, in MB of 1,000,000
bytes, and without compiled caches.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECTS = (ROOT, ROOT / "packages" / "jurat-verifier")


@dataclass(frozen=True, slots=True)
class InstallSet:
    """Extras that are installed together, and the most that they may take in MB."""

    name: str
    extras: str
    limit: int | None = None


SETS = (
    InstallSet("core", "", 70),
    InstallSet("with `verifier-small`", "[verifier-small]", 160),
    InstallSet("with `verifier`", "[verifier]"),
    InstallSet("with `server`", "[server]"),
    InstallSet("with `llm`", "[llm]"),
    InstallSet("with `data`", "[data]"),
)


def build(into: Path) -> Path:
    """Build the wheels of both packages and return that of Jurat."""
    for project in PROJECTS:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into)]
        subprocess.run(command, cwd=project, check=True, capture_output=True)  # noqa: S603
    (wheel,) = into.glob("jurat-*.whl")
    return wheel


def installed_size(wheel: Path, extras: str, place: Path) -> int:
    """Install a wheel with extras into a new environment and return the bytes of what was installed."""
    venv.create(place, with_pip=False)
    python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-compile"]
    command += ["--find-links", str(wheel.parent), f"{wheel}{extras}"]
    subprocess.run(command, check=True)  # noqa: S603
    return sum(path.stat().st_size for path in _files(place))


def _files(place: Path) -> Iterator[Path]:
    for packages in place.rglob("site-packages"):
        yield from (one for one in packages.rglob("*") if one.is_file() and one.suffix != ".pyc")


def table(sizes: dict[str, int]) -> str:
    """Return the sizes as a table of the docs.

    >>> print(table({"core": 41_200_000}))
    | installed | size |
    |---|---|
    | core | 41 MB |
    """
    rows = [f"| {name} | {size / 1e6:.0f} MB |" for name, size in sizes.items()]
    return "\n".join(["| installed | size |", "|---|---|", *rows])


def exceeded(sizes: dict[str, int]) -> list[str]:
    """Return the sets that take more than they may.

    >>> exceeded({"core": 71_000_000})
    ['core takes 71 MB, more than 70 MB']
    """
    return [
        f"{one.name} takes {sizes[one.name] / 1e6:.0f} MB, more than {one.limit} MB"
        for one in SETS
        if one.limit is not None and sizes.get(one.name, 0) > one.limit * 1e6
    ]


def main() -> int:
    """Measure all sets and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where a limit is exceeded")
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as folder:
        wheel = build(Path(folder) / "dist")
        sizes = {
            one.name: installed_size(wheel, one.extras, Path(folder) / f"env{place}")
            for place, one in enumerate(SETS)
        }
    print(table(sizes))
    problems = exceeded(sizes)
    print("\n".join(problems), file=sys.stderr)
    return 1 if check and problems else 0


if __name__ == "__main__":
    sys.exit(main())
