"""Detection of columns, once per file; ambiguous columns are rejected."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jurat.data.field_aliases import Family, Kind, alias_table
from jurat.data.field_values import as_id, is_chat
from jurat.data.fields import CaseField, FieldMap, fetch, has, kind_and_fields
from jurat.data.rows import columns, kind_of
from jurat.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from jurat.cases import Case
    from jurat.data.rows import Row

SAMPLE_ROWS = 10
"""How many good rows are looked at to decide."""
RECORDS = "records"
"""What errors call data in memory."""
NAMES_SHOWN = 6
"""How many known names of a field an error lists."""


def detect_fields(
    case_type: type[Case], rows: Sequence[Row], *, file: str, overrides: Mapping[str, str] | None = None
) -> FieldMap:
    """Map columns to fields from the first good rows and ``--map``.

    >>> from jurat.cases import ResponseCase
    >>> from jurat.data.rows import Row
    >>> row = Row(1, {"question": "2+2?", "answer": "4", "ground_truth": "4", "score": "1"})
    >>> print(detect_fields(ResponseCase, [row], file="a.jsonl").describe())
    query     <- question
    response  <- answer
    contexts  <- (none)
    reference <- ground_truth
    id        <- (row number)
    names as in: Ragas before 0.2
    not used: score
    """
    kind, fields = kind_and_fields(case_type)
    search = _Search(kind, fields, tuple(rows), file, overrides or {})
    return search.field_map(case_type)


@dataclass(frozen=True, slots=True)
class _Search:
    kind: Kind
    fields: tuple[CaseField, ...]
    rows: tuple[Row, ...]
    file: str
    overrides: Mapping[str, str]

    def field_map(self, case_type: type[Case]) -> FieldMap:
        self._check_overrides()
        complete = [family for family in alias_table().families if self._is_complete(family)]
        found = {}
        for wanted in self.fields:
            if (column := self._column(wanted, complete)) is not None:
                found[wanted.name] = column
        family = self._family_of(found, complete)
        if (row_id := self._id()) is not None:
            found["id"] = row_id
        notes = [note for column, note in family.notes.items() if column in found.values()] if family else []
        name = family.name if family else ""
        return FieldMap(case_type, self.file, found, name, self._unused(found), tuple(notes))

    def _unused(self, found: Mapping[str, str]) -> tuple[str, ...]:
        used = {self._root(part) for path in found.values() for part in path.split("+")}
        return tuple(name for name in columns(self.rows) if name not in used)

    def _family_of(self, found: Mapping[str, str], complete: list[Family]) -> Family | None:
        """Return the family whose names were used for all required fields; of several, the largest."""
        needed = [
            wanted.name for wanted in self.fields if wanted.needed and wanted.name not in self.overrides
        ]
        having = {
            family.name: {our for our, column in found.items() if column in family.of(self.kind, our)}
            for family in complete
        }
        whole = [family for family in complete if having[family.name].issuperset(needed)]
        return max(whole, key=lambda family: len(having[family.name]), default=None)

    def _column(self, wanted: CaseField, complete: list[Family]) -> str | None:
        """Return the column of a field: by --map, else a usable one, else one that exists."""
        if wanted.name in self.overrides:
            return self.overrides[wanted.name]
        found = self._pick(wanted, complete, self._is_usable) or self._pick(wanted, complete, self._is_there)
        if found is None and wanted.needed:
            raise self._missing(wanted)
        return found

    def _pick(
        self, wanted: CaseField, complete: list[Family], fits: Callable[[CaseField, str], bool]
    ) -> str | None:
        """Return the one matching column; our own names first, else those of the file's family."""
        own = alias_table().families[0]
        fitting = [name for name in self._names(wanted, complete) if fits(wanted, name)]
        named = [name for name in fitting if not any(other.startswith(f"{name}.") for other in fitting)]
        if len(named) < 2:
            return named[0] if named else None
        if wanted.name in named and (own in complete or fits == self._is_there):
            return wanted.name
        choices = {
            next(name for name in family.of(self.kind, wanted.name) if name in named)
            for family in complete
            if set(named) <= self._all_names(family) and set(named) & set(family.of(self.kind, wanted.name))
        }
        if len(choices) == 1:
            return choices.pop()
        raise self._ambiguous(wanted, named)

    def _names(self, wanted: CaseField, complete: list[Family]) -> tuple[str, ...]:
        """Return the names to look for: ours, loose ones, those of the file's families."""
        table = alias_table()
        every = wanted.needed and not complete
        families = [f for f in table.families if every or f in complete or f.loose or f == table.families[0]]
        return tuple(dict.fromkeys(name for family in families for name in family.of(self.kind, wanted.name)))

    def _is_complete(self, family: Family) -> bool:
        """Return whether the file has the family's names for all required fields not set by --map."""
        open_fields = [
            wanted for wanted in self.fields if wanted.needed and wanted.name not in self.overrides
        ]
        return (
            bool(open_fields)
            and not family.loose
            and all(
                any(self._is_usable(wanted, name) for name in family.of(self.kind, wanted.name))
                for wanted in open_fields
            )
        )

    def _is_usable(self, wanted: CaseField, name: str) -> bool:
        """Return whether some row has a usable value in the column."""
        return any(self._fits(wanted, name, fetch(row.values, name)) for row in self.rows)

    def _fits(self, wanted: CaseField, name: str, value: object) -> bool:
        if value is None or (wanted.name != "query" and name in self._chats() and not is_chat(value)):
            return False
        try:
            found = wanted.read(value)
        except (InputError, RecursionError):
            return False
        return bool(found.strip() if isinstance(found, str) else found)

    def _is_there(self, wanted: CaseField, name: str) -> bool:
        if wanted.name != "query" and name in self._chats():
            return False
        return any(has(row.values, name) for row in self.rows)

    def _chats(self) -> set[str]:
        """Return columns with a whole conversation, from which a family takes query and response."""
        families = alias_table().families
        return {n for f in families for n in f.of(self.kind, "query") if n in f.of(self.kind, "response")}

    def _all_names(self, family: Family) -> set[str]:
        return {name for wanted in self.fields for name in family.of(self.kind, wanted.name)}

    def _id(self) -> str | None:
        if "id" in self.overrides:
            return self.overrides["id"]
        for name in alias_table().ids:
            if any(_is_id(row.values.get(name)) for row in self.rows):
                return name
        return None

    def _root(self, path: str) -> str:
        return path if any(path in row.values for row in self.rows) else path.partition(".")[0]

    def _check_overrides(self) -> None:
        for our, their in self.overrides.items():
            if not any(has(row.values, their) for row in self.rows):
                what = f"{self._as_given(f'{our}={their}')}: there is no column {their}"
                raise InputError(what, where=self.file, hint=f"columns seen: {self._seen()}")

    def _seen(self) -> str:
        """Return the columns, with the type of those that are not text."""
        first = {name: value for row in reversed(self.rows) for name, value in row.values.items()}
        return ", ".join(
            name if isinstance(first[name], str) else f"{name} ({kind_of(first[name])})"
            for name in columns(self.rows)
        )

    def _ambiguous(self, wanted: CaseField, named: Iterable[str]) -> InputError:
        flags = " or ".join(self._as_given(f"{wanted.name}={name}") for name in named)
        what = f"more than one column could be the {wanted.name}: {', '.join(named)}"
        return InputError(what, where=self.file, hint=f"choose one: {flags}")

    def _missing(self, wanted: CaseField) -> InputError:
        known = alias_table().known(self.kind, wanted.name)
        looked = ", ".join(known[:NAMES_SHOWN])
        if len(known) > NAMES_SHOWN:
            looked += f" and {len(known) - NAMES_SHOWN} other names"
        what = f"no column for {wanted.name} (looked for {looked}); columns seen: {self._seen()}"
        return InputError(what, where=self.file, hint=f"name it: {self._as_given(f'{wanted.name}=COLUMN')}")

    def _as_given(self, named: str) -> str:
        """Return a column's name as it is given: as a flag for files, as an argument for data in memory."""
        return f'maps=["{named}"]' if self.file == RECORDS else f"--map {shlex.quote(named)}"


def _is_id(value: object) -> bool:
    try:
        return as_id(value, -1) != -1
    except InputError:
        return False
