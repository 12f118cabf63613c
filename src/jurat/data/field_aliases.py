"""Field names of other tools, from ``aliases.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind = Literal["summary", "response", "council"]


@dataclass(frozen=True, slots=True)
class Family:
    """Names that one tool or data set uses together, by case type and field.

    Of several names for one field, the first that occurs is used. The names of a *loose* family are
    independent of each other.
    """

    name: str
    source: str
    names: Mapping[str, Mapping[str, tuple[str, ...]]]
    notes: Mapping[str, str] = field(default_factory=dict)
    loose: bool = False

    def of(self, kind: Kind, our: str) -> tuple[str, ...]:
        """Return its names for a field.

        >>> alias_table().families[1].of("response", "contexts")
        ('retrieved_contexts',)
        """
        return self.names.get(kind, {}).get(our, ())


@dataclass(frozen=True, slots=True)
class AliasTable:
    """All names; the first family has our own."""

    families: tuple[Family, ...]
    ids: tuple[str, ...]
    passage_texts: tuple[str, ...]
    candidate_names: tuple[str, ...]
    candidate_texts: tuple[str, ...]
    message_roles: tuple[str, ...]
    message_texts: tuple[str, ...]
    user_roles: tuple[str, ...]
    assistant_roles: tuple[str, ...]
    system_roles: tuple[str, ...]
    tool_roles: tuple[str, ...]
    wrappers: tuple[str, ...]

    def known(self, kind: Kind, our: str) -> tuple[str, ...]:
        """Return every known name of a field, ours first.

        >>> alias_table().known("summary", "article")[:3]
        ('article', 'reference_contexts', 'input')
        """
        return tuple(dict.fromkeys(name for family in self.families for name in family.of(kind, our)))


@lru_cache(maxsize=1)
def alias_table() -> AliasTable:
    """Read ``aliases.toml``."""
    text = (files("jurat.data") / "aliases.toml").read_text(encoding="utf-8")
    table: dict[str, Any] = tomllib.loads(text)
    families = tuple(_family(entry) for entry in table.pop("family"))
    return AliasTable(families=families, **{name: tuple(values) for name, values in table["names"].items()})


def _family(entry: dict[str, Any]) -> Family:
    kinds: dict[str, dict[str, tuple[str, ...]]] = {
        kind: {our: tuple(names) for our, names in entry[kind].items()}
        for kind in ("summary", "response", "council")
        if kind in entry
    }
    return Family(entry["name"], entry["source"], kinds, entry.get("notes", {}), entry.get("loose", False))
