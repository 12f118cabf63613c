"""Build and check a release: sdists, wheels, bills of materials, checksums, all in dist/.

    python -m tools.release                    # what make release runs
    python -m tools.release --require-audit    # fail where vulnerabilities cannot be looked up
    python -m tools.release --trial            # also for a version that the changelog calls unreleased

The wheel is installed in a fresh environment, with the locked versions of what it needs and nothing else, and
has to import, tell its version and judge a case there. Distributions of `packages/*` are built and installed
beside it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tools.locks import Pin, normal, read_lock
from tools.sbom import Packages, bill_of_materials, closure, wheel_metadata

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
LOCK = ROOT / "requirements" / "dev.txt"
AUDIT_LOCK = ROOT / "requirements" / "audit.txt"
HEADING = re.compile(r"^## (?P<version>\d\S*?), (?P<state>.+)$", re.MULTILINE)
CHECK = "import jurat; print(jurat.judge('claim-lock').judge({case!r}).verdict)"
CASE = {
    "query": "What does the tea cost?",
    "contexts": ["The tea costs $5."],
    "response": "The tea costs $9.",
}


class ReleaseError(Exception):
    """Something that keeps a release from being made; its text says what to do."""


def execute(
    *command: str | Path, where: Path = ROOT, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command and return how it ended and what it printed."""
    return subprocess.run(  # noqa: S603  # commands of this file
        [str(part) for part in command],
        check=False,
        cwd=where,
        env=os.environ | (environment or {}),
        capture_output=True,
        text=True,
    )


def run(*command: str | Path, where: Path = ROOT, environment: Mapping[str, str] | None = None) -> str:
    """Run a command and return what it prints; one that fails is an error with its output."""
    done = execute(*command, where=where, environment=environment)
    if done.returncode != 0:
        raise ReleaseError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}".rstrip())
    return done.stdout


def projects(root: Path = ROOT) -> list[Path]:
    """Return the folders that hold a distribution: the repository, then those of packages/."""
    return [root, *sorted(path.parent for path in root.glob("packages/*/pyproject.toml"))]


def check_changelog(version: str, changelog: str) -> None:
    """Raise where the changelog does not date this version."""
    states = {found["version"]: found["state"] for found in HEADING.finditer(changelog)}
    if version not in states:
        raise ReleaseError(f"CHANGELOG.md: has no section for {version}; add one, or correct version.py")
    if states[version] == "unreleased":
        raise ReleaseError(f"CHANGELOG.md: {version} is unreleased; give it a date, or use --trial")


def build(project: Path, *, compiled: bool) -> list[Path]:
    """Build the sdist and the wheels of a project into dist/ and return them."""
    before = set(DIST.iterdir())
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", DIST, where=project)
    if compiled and project == ROOT:
        hooks = {"HATCH_BUILD_HOOKS_ENABLE": "1"}
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", DIST, environment=hooks)
    return sorted(set(DIST.iterdir()) - before)


def can_compile() -> bool:
    """Return whether there is what the compiled wheel takes."""
    return execute(sys.executable, ROOT / "tools" / "compile.py", "--check").returncode == 0


def check_sdist(sdist: Path, wheel: Path) -> None:
    """Build a wheel from the sdist; it has to hold the files of the one that was built from the tree."""
    import zipfile

    with tempfile.TemporaryDirectory() as folder:
        options = ("--no-deps", "--no-build-isolation", "--quiet", "-w", folder)
        run(sys.executable, "-m", "pip", "wheel", *options, sdist)
        (again,) = Path(folder).glob("*.whl")
        names = [set(zipfile.ZipFile(one).namelist()) for one in (again, wheel)]
    if names[0] != names[1]:
        raise ReleaseError(f"{sdist.name}: gives another wheel: {sorted(names[0] ^ names[1])[:5]}")


def pins_of(wheels: Sequence[Path], lock: list[Pin], *, extras: bool) -> list[Pin]:
    """Return the locked packages that some wheels need, without or with their extras."""
    found = [closure(wheel, Packages(wheels)) for wheel in wheels]
    wanted = {name for one in found for name in (one.required | one.optional if extras else one.required)}
    return [pin for pin in lock if normal(pin.name) in wanted]


def check_fresh(wheels: Sequence[Path], lock: list[Pin], version: str) -> None:
    """Install wheels in a fresh environment and use them there."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        python, jurat = place / "venv" / "bin" / "python", place / "venv" / "bin" / "jurat"
        run(sys.executable, "-m", "venv", place / "venv")
        needed = place / "needed.txt"
        needed.write_text("\n".join(map(str, pins_of(wheels, lock, extras=False))) + "\n", encoding="utf-8")
        run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "-r", needed)
        run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", *wheels)
        run(python, "-m", "pip", "check")
        said = run(jurat, "--version", where=place).split()
        verdict = run(python, "-c", CHECK.format(case=CASE), where=place).strip()
        shown = run(jurat, "check", ROOT / "examples" / "answers.jsonl", "--row", "2", where=place)
    if said[:2] != ["jurat", version]:
        raise ReleaseError(f"{wheels[0].name}: jurat --version prints {said}, not {version}")
    if verdict != "FAIL" or not shown.startswith("claim-lock · numbers  FAIL"):
        raise ReleaseError(f"{wheels[0].name}: judges an example as {verdict}:\n{shown}")


def audit(pins: Sequence[Pin]) -> list[str]:
    """Return the known vulnerabilities of locked packages, one a line; without a network an error says so."""
    place = ROOT / "build" / "audit"
    python = place / "bin" / "python"
    mark = place / AUDIT_LOCK.name
    if not mark.exists() or mark.read_bytes() != AUDIT_LOCK.read_bytes():
        run(sys.executable, "-m", "venv", "--clear", place)
        run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", AUDIT_LOCK)
        shutil.copy(AUDIT_LOCK, mark)
    with tempfile.TemporaryDirectory() as folder:
        needed, found = Path(folder) / "needed.txt", Path(folder) / "found.json"
        needed.write_text("\n".join(map(str, pins)) + "\n", encoding="utf-8")
        options = ("--require-hashes", "--disable-pip", "--progress-spinner", "off", "-f", "json")
        done = execute(python, "-m", "pip_audit", "-r", needed, *options, "-o", found)
        if not found.exists():
            raise ReleaseError((done.stderr.strip().splitlines() or ["pip-audit printed nothing"])[-1])
        return vulnerabilities(json.loads(found.read_text(encoding="utf-8")))


def vulnerabilities(found: dict[str, Any]) -> list[str]:
    """Return what pip-audit found, one line for each vulnerability."""
    return [
        f"{package['name']} {package['version']}: {one['id']}, "
        f"fixed in {', '.join(one['fix_versions']) or 'no version'}"
        for package in found["dependencies"]
        for one in package.get("vulns", [])
    ]


def write_bills(wheels: Sequence[Path], lock: list[Pin]) -> list[Path]:
    """Write a bill of materials beside each wheel that runs everywhere, and return the files."""
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct"))
    built = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    written = []
    for wheel in wheels:
        own = wheel_metadata(wheel)
        path = DIST / f"{own['Name']}-{own['Version']}.cdx.json"
        bill = bill_of_materials(wheel, lock, built, wheels)
        path.write_text(json.dumps(bill, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        written.append(path)
    return written


def write_checksums() -> Path:
    """Write the SHA-256 of every file of dist/, as sha256sum --check reads them."""
    path = DIST / "SHA256SUMS"
    files = sorted(one for one in DIST.iterdir() if one != path)
    lines = [f"{hashlib.sha256(one.read_bytes()).hexdigest()}  {one.name}\n" for one in files]
    path.write_text("".join(lines), encoding="ascii")
    return path


def release(arguments: argparse.Namespace) -> None:
    """Build and check everything, and print each step."""
    version = run(sys.executable, "-c", "import jurat; print(jurat.__version__)").strip()
    if not arguments.trial:
        check_changelog(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    lock = read_lock(LOCK)
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    compiled = not arguments.no_compiled and can_compile()
    built = [file for project in projects() for file in build(project, compiled=compiled)]
    print(f"built {', '.join(file.name for file in built)}")
    anywhere = [file for file in built if file.name.endswith("-any.whl")]
    sdists = [file for file in built if file.name.endswith(".tar.gz")]
    for sdist in sdists:
        (wheel,) = [one for one in anywhere if _same(one, sdist)]
        check_sdist(sdist, wheel)
    print("checked that each sdist gives the same wheel")
    platform = [file for file in built if file.suffix == ".whl" and file not in anywhere]
    others = [one for one in anywhere if not one.name.startswith("jurat-")]
    for wheel in [*(one for one in anywhere if one.name.startswith("jurat-")), *platform]:
        check_fresh([wheel, *others], lock, version)
        print(f"checked {wheel.name} in a fresh environment")
    print(f"wrote {', '.join(path.name for path in write_bills(anywhere, lock))}")
    _audit(pins_of(anywhere, lock, extras=True), required=arguments.require_audit)
    print(f"wrote {write_checksums().name}; if all is well: git tag v{version}")


def _same(wheel: Path, sdist: Path) -> bool:
    return wheel.name.split("-")[:2] == sdist.name.removesuffix(".tar.gz").rsplit("-", 1)


def _audit(pins: Sequence[Pin], *, required: bool) -> None:
    """Look up vulnerabilities and print what was found; what cannot be looked up is said, or an error."""
    try:
        found = audit(pins)
    except ReleaseError as error:
        reason = str(error).splitlines()[-1]
        if required:
            raise ReleaseError(f"the audit could not be done: {reason}") from error
        print(f"NOT AUDITED: {reason}\n  run again with a network before publishing", file=sys.stderr)
        return
    if found:
        raise ReleaseError("\n".join(["known vulnerabilities:", *found]))
    print(f"audited {len(pins)} packages: no known vulnerability")


def main(arguments: Sequence[str]) -> int:
    """Make a release; return 1, with one clear message, where something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--trial", action="store_true", help="do not ask the changelog whether it is released"
    )
    parser.add_argument("--no-compiled", action="store_true", help="leave the compiled wheel out")
    parser.add_argument("--require-audit", action="store_true", help="fail where the audit cannot be done")
    try:
        release(parser.parse_args(arguments))
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
