"""Write a bill of materials (CycloneDX 1.6, JSON) of a wheel and of all that it installs.

The wheel's own metadata names what it requires; versions and hashes come from the lock file, licences and
further requirements from the packages of the environment that runs this. Wheels of the same release, such as
the verifier's weights, are read from their files. All of it works offline, and the same inputs give the same
bytes.
"""

from __future__ import annotations

import hashlib
import uuid
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email.message import Message
from email.parser import HeaderParser
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from tools.locks import Pin, normal

NAMESPACE = uuid.UUID("6f0f5a39-4d0a-5f0e-9a52-2f5b0c1a7d11")
LICENCE_CLASSIFIER = "License :: "


@dataclass(slots=True)
class Closure:
    """What a wheel needs: the packages by name, with who requires them, and what could not be read."""

    required: set[str] = field(default_factory=set)
    optional: set[str] = field(default_factory=set)
    edges: dict[str, set[str]] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)


def wheel_metadata(wheel: Path) -> Message:
    """Return the METADATA of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [one for one in archive.namelist() if one.endswith(".dist-info/METADATA")]
        return HeaderParser().parsestr(archive.read(name).decode("utf-8"))


def needs(found: Message, extras: set[str]) -> Iterator[tuple[str, set[str]]]:
    """Yield the packages that metadata require here, with the extras asked of each."""
    for text in found.get_all("Requires-Dist") or []:
        requirement = Requirement(text)
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in {"", *extras}):
            yield normal(requirement.name), set(requirement.extras)


class Packages:
    """What is known of packages: wheels of this release by their files, all others as installed here."""

    def __init__(self, release: Sequence[Path] = ()) -> None:
        """Take the wheels of a release."""
        self.wheels = {normal(wheel_metadata(wheel)["Name"]): wheel for wheel in release}

    def metadata(self, name: str) -> Message:
        """Return the metadata of a package; one that is not there raises PackageNotFoundError."""
        if name in self.wheels:
            return wheel_metadata(self.wheels[name])
        return metadata(name)  # type: ignore[return-value]  # a Message, declared as a protocol

    def pin(self, name: str, lock: Mapping[str, Pin]) -> Pin:
        """Return the version and hashes of a package; an environment that differs is an error."""
        here = self.metadata(name)["Version"]
        if name in self.wheels:
            return Pin(name, here, "", (f"sha256:{sha256(self.wheels[name])}",))
        if name not in lock or lock[name].version != here:
            locked = lock[name].version if name in lock else "nothing"
            raise ValueError(
                f"{name}: {here} is installed, the lock file has {locked}; run make .venv/.dev again"
            )
        return lock[name]


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def closure(wheel: Path, packages: Packages | None = None) -> Closure:
    """Return all packages that a wheel needs, without and with its extras."""
    own, found = wheel_metadata(wheel), Closure()
    name, extras = normal(own["Name"]), set(own.get_all("Provides-Extra") or [])
    known = packages or Packages()
    found.required = _follow(own, name, set(), found, known)
    found.optional = _follow(own, name, extras, found, known) - found.required
    return found


def _follow(own: Message, name: str, extras: set[str], found: Closure, packages: Packages) -> set[str]:
    """Return the packages reachable from a wheel, and note who requires whom."""
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [(name, own, extras)]
    while waiting:
        parent, described, asked = waiting.pop()
        for child, wanted in needs(described, asked):
            found.edges.setdefault(parent, set()).add(child)
            if (child, frozenset(wanted)) in seen:
                continue
            seen.add((child, frozenset(wanted)))
            try:
                waiting.append((child, packages.metadata(child), wanted))
            except PackageNotFoundError:
                found.absent.add(child)
    return {child for child, _ in seen} - found.absent - {name}


def licences(found: Message) -> list[dict[str, Any]]:
    """Return the licences of a package as CycloneDX has them: an SPDX expression, or names."""
    if expression := found.get("License-Expression"):
        return [{"expression": expression}]
    classified = [one for one in found.get_all("Classifier") or [] if one.startswith(LICENCE_CLASSIFIER)]
    names = [one.rpartition(" :: ")[2] for one in classified]
    if not names and (text := (found.get("License") or "").strip()):
        names = [text.splitlines()[0]]
    return [{"license": {"name": name}} for name in names]


def purl(name: str, version: str) -> str:
    """Return the package URL of a Python package."""
    return f"pkg:pypi/{normal(name)}@{version}"


def bill_of_materials(
    wheel: Path, lock: Sequence[Pin], built: str, release: Sequence[Path] = ()
) -> dict[str, Any]:
    """Return the bill of a wheel, as the JSON that CycloneDX describes; `built` is a time in ISO 8601.

    `release` holds the wheels that are published together with it.
    """
    packages = Packages(release)
    own, needed = wheel_metadata(wheel), closure(wheel, packages)
    locked = {normal(pin.name): pin for pin in lock}
    pins = {name: packages.pin(name, locked) for name in sorted(needed.required | needed.optional)}
    root = purl(own["Name"], own["Version"])
    refs = {normal(own["Name"]): root} | {name: purl(name, pin.version) for name, pin in pins.items()}
    digest = sha256(wheel)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(NAMESPACE, digest)}",
        "version": 1,
        "metadata": {
            "timestamp": built,
            "authors": [{"name": "The Jurat authors"}],
            "component": {
                "type": "library",
                "bom-ref": root,
                "name": own["Name"],
                "version": own["Version"],
                "purl": root,
                "licenses": licences(own),
                "hashes": [{"alg": "SHA-256", "content": digest}],
            },
            "properties": [{"name": "jurat:not-installed", "value": one} for one in sorted(needed.absent)],
        },
        "components": [
            _component(packages.metadata(name), pin, "required" if name in needed.required else "optional")
            for name, pin in pins.items()
        ],
        "dependencies": [
            {"ref": ref, "dependsOn": sorted(refs[one] for one in needed.edges.get(name, ()) if one in refs)}
            for name, ref in sorted(refs.items())
        ],
    }


def _component(described: Message, pin: Pin, scope: str) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": purl(pin.name, pin.version),
        "name": described["Name"],
        "version": pin.version,
        "scope": scope,
        "purl": purl(pin.name, pin.version),
        "licenses": licences(described),
        "properties": [{"name": "jurat:locked-file", "value": one} for one in pin.hashes],
    }
