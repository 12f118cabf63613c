"""Writing of a judge's options into a `jurat.yaml`, where everything else stays as it is, comments too."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from jurat.errors import InputError
from jurat.options import OptionChanges
from jurat.settings import read_judge_options

SECTION = "judges"
_INDENT = 2


@dataclass(frozen=True, slots=True)
class _Place:
    """The lines of a judge's options in a file, or where they are to be added."""

    start: int = 0
    end: int = 0
    indent: int = _INDENT
    new: bool = False
    section: bool = True


def write_judge_options(path: Path, judge: str, changes: OptionChanges, note: str = "") -> None:
    """Write options of a judge into a settings file; those that are not given keep their values.

    The note becomes a comment above them. A file that cannot be edited safely is left as it is.
    """
    before = read_judge_options(path) if path.is_file() else {}
    found = path.read_text(encoding="utf-8") if path.is_file() else ""
    merged = _merged(before.get(judge, {}), changes)
    text = edited(found, judge, merged, note)
    wanted = {**_document(found), SECTION: {**before, judge: merged}}
    if _document(text) != wanted:
        hint = f"write the section {SECTION} over several lines, one name on each"
        raise InputError("cannot be edited without changing more", where=str(path), hint=hint)
    _replace(path, text)


def edited(text: str, judge: str, options: Mapping[str, Any], note: str = "") -> str:
    """Return a settings text with the options of a judge replaced or added.

    >>> print(edited("store: runs.sqlite  # kept", "claim-lock", {"thresholds": {"relevance": 0.2}}), end="")
    store: runs.sqlite  # kept
    judges:
      claim-lock:
        thresholds:
          relevance: 0.2
    """
    lines = text.splitlines()
    place = _place("".join(f"{line}\n" for line in lines), judge)
    entry = _entry(judge, options, note, place.indent)
    if not place.section:
        return "\n".join([*lines, f"{SECTION}:", *entry, ""])
    end = place.end
    while end > place.start and not lines[end - 1].split("#")[0].strip():
        end -= 1  # blank lines and comments belong to what follows
    start = end if place.new else place.start
    return "\n".join([*lines[:start], *entry, *lines[end:], ""])


def _entry(judge: str, options: Mapping[str, Any], note: str, indent: int) -> list[str]:
    from yaml import safe_dump

    dumped: str = safe_dump({judge: dict(options)}, sort_keys=False, indent=_INDENT, allow_unicode=True)
    head, *rest = dumped.splitlines()
    comment = [f"{' ' * _INDENT}# {note}"] if note else []
    return [" " * indent + line for line in [head, *comment, *rest]]


def _place(text: str, judge: str) -> _Place:
    """Return the lines of a judge's options, or of the section if it has none, and how names are indented."""
    from yaml import compose

    document = compose(text)
    sections = {key.value: (key, value) for key, value in (document.value if document else ())}
    if SECTION not in sections:
        return _Place(section=False)
    key, section = sections[SECTION]
    entries = {name.value: (name, value) for name, value in section.value} if section.value else {}
    if not entries:
        return _Place(key.start_mark.line + 1, key.start_mark.line + 1, new=True)
    indent = next(iter(entries.values()))[0].start_mark.column
    if judge in entries:
        name, value = entries[judge]
        return _Place(name.start_mark.line, _end(value), indent)
    return _Place(key.start_mark.line + 1, _end(section), indent, new=True)


def _end(node: Any) -> int:
    """Return the line after the last of a node; of a block that is where the next one begins."""
    block = getattr(node, "flow_style", None) is False
    return int(node.end_mark.line + (not block))


def _merged(before: Mapping[str, Any], changes: OptionChanges) -> dict[str, Any]:
    """Return options with some replaced; numbers by name that are not given stay."""
    made = dict(before)
    for name, value in changes.items():
        old = made.get(name)
        made[name] = {**old, **value} if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return made


def _document(text: str) -> dict[str, Any]:
    from yaml import YAMLError, safe_load

    try:
        found = safe_load(text)
    except YAMLError:
        return {}
    return dict(found) if isinstance(found, Mapping) else {}


def _replace(path: Path, text: str) -> None:
    """Write a file in one step, so that it is never half written."""
    target = path.resolve()
    with NamedTemporaryFile(
        "w", encoding="utf-8", dir=target.parent, prefix=f".{target.name}.", delete=False
    ) as file:
        file.write(text)
    if target.exists():
        Path(file.name).chmod(target.stat().st_mode & 0o777)
    else:
        Path(file.name).chmod(0o666 & ~_umask())
    Path(file.name).replace(target)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
