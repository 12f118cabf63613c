"""Mapping of columns to the fields of a case, and the case of a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jurat.cases import Case, CouncilCase, ResponseCase, SummaryCase
from jurat.data.field_aliases import Kind, alias_table
from jurat.data.field_values import (
    as_article,
    as_candidates,
    as_id,
    as_passages,
    as_reference,
    as_seconds,
    as_text,
    is_chat,
    numeric,
)
from jurat.data.paths import look_up, path_exists
from jurat.data.rows import BadRow, row_error
from jurat.errors import InputError, OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jurat.data.rows import Row


@dataclass(frozen=True, slots=True)
class CaseField:
    """A field of a case, how its value is read, and whether it is required."""

    name: str
    read: Callable[[object], object]
    needed: bool = True
    shown: bool = True
    """Whether a mapping names it where the file has no such column."""


_TOLD = 400
"""Characters of a model's error that a row repeats."""
_QUERY = CaseField("query", lambda value: as_text(value, "user"))
_CONTEXTS = CaseField("contexts", as_passages, needed=False)
_FIELDS: dict[type[Case], tuple[Kind, tuple[CaseField, ...]]] = {
    SummaryCase: (
        "summary",
        (CaseField("article", as_article), CaseField("summary", lambda value: as_text(value, "assistant"))),
    ),
    ResponseCase: (
        "response",
        (
            _QUERY,
            CaseField("response", lambda value: as_text(value, "assistant")),
            _CONTEXTS,
            CaseField("reference", as_reference, needed=False, shown=False),
            CaseField("latency", as_seconds, needed=False, shown=False),
        ),
    ),
    CouncilCase: ("council", (_QUERY, CaseField("candidates", as_candidates), _CONTEXTS)),
}


def kind_and_fields(case_type: type[Case]) -> tuple[Kind, tuple[CaseField, ...]]:
    """Return the kind of a case type and its fields without the id."""
    return _FIELDS[case_type]


@dataclass(frozen=True, slots=True)
class FieldMap:
    """The column (or dotted path) of each field of a case; decided once per file."""

    case_type: type[Case]
    file: str
    columns: Mapping[str, str]
    family: str = ""
    unused: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())
    several: bool = False

    def case(self, row: Row) -> Case | BadRow:
        """Return the case of a row, or why it is invalid.

        >>> from jurat.data.rows import Row
        >>> mapping = FieldMap(SummaryCase, "a.csv", {"article": "text", "summary": "tldr"})
        >>> mapping.case(Row(1, {"text": "Rain fell.", "tldr": "Rain."}))
        SummaryCase(article='Rain fell.', summary='Rain.', id=1)
        >>> str(mapping.case(Row(2, {"text": "Rain fell.", "tldr": None})).error)
        'a.csv, row 2, field summary (column tldr): is null; give the text'
        """
        row_id = self._number(row)
        name = "id"
        try:
            row_id = self.id_of(row)
            found: dict[str, object] = {"id": row_id}
            for wanted in kind_and_fields(self.case_type)[1]:
                name = wanted.name
                if name in self.columns:
                    found[name] = self._read(wanted, row)
            name = ""
            return self.case_type(**found)  # type: ignore[arg-type]
        except InputError as error:
            bad = row_error(
                self.file, row.number, error.what, field=self._where(name or error.where), hint=error.hint
            )
        except RecursionError:
            what = "is nested too deeply"
            bad = row_error(self.file, row.number, what, field=self._where(name), hint="flatten it")
        return BadRow(row.number, bad, row_id)

    def id_of(self, row: Row) -> str | int:
        """Return the id of a row, else its number, with the file name if there are several files.

        >>> from jurat.data.rows import Row
        >>> FieldMap(SummaryCase, "b.csv", {}, several=True).id_of(Row(7, {}))
        'b.csv:7'
        """
        found = look_up(row.values, self.columns["id"]) if "id" in self.columns else None
        return as_id(found if row.typed else numeric(found), self._number(row))

    def describe(self) -> str:
        """Return the mapping as lines of text.

        >>> print(FieldMap(SummaryCase, "a.csv", {"article": "text", "summary": "tldr"}).describe())
        article <- text
        summary <- tldr
        id      <- (row number)
        """
        fields = kind_and_fields(self.case_type)[1]
        names = [wanted.name for wanted in fields if wanted.shown or wanted.name in self.columns]
        width = max(map(len, names))
        missing = {"id": "(file and row number)" if self.several else "(row number)"}
        lines = [
            f"{name:{width}} <- {self.columns.get(name, missing.get(name, '(none)'))}"
            for name in [*names, "id"]
        ]
        lines += [f"names as in: {self.family}"] if self.family else []
        lines += [f"note: {note}" for note in self.notes]
        lines += [f"not used: {', '.join(self.unused)}"] if self.unused else []
        return "\n".join(lines)

    def _number(self, row: Row) -> str | int:
        return f"{self.file}:{row.number}" if self.several else row.number

    def _read(self, wanted: CaseField, row: Row) -> object:
        path = self.columns[wanted.name]
        value = fetch(row.values, path)
        if value is None and wanted.name == "response" and isinstance(row.values.get("error"), str):
            told = str(row.values["error"])[:_TOLD]
            raise InputError(
                f"is missing, because the model failed ({told})", hint="correct it and run again"
            )
        if value is None and wanted.needed and not has(row.values, path):
            raise InputError("is missing", hint="give it, or leave the row out with --where")
        if path == self.columns.get("query") == self.columns.get("response") and not is_chat(value):
            raise InputError("is not a list of messages", hint="give messages of a role and a content")
        return wanted.read(value)

    def _where(self, name: str) -> str:
        ours = name.partition(".")[0]
        column = self.columns.get(ours, ours)
        return name if column == ours else f"{name} (column {column})"


def fetch(values: Mapping[str, object], path: str) -> object:
    """Return the value at a path; ``a+b`` makes an object of two columns.

    >>> fetch({"a": "x", "b": "y"}, "a+b")
    {'a': 'x', 'b': 'y'}
    """
    if "+" not in path or path in values:
        return look_up(values, path)
    return {part: look_up(values, part) for part in path.split("+")} if has(values, path) else None


def has(values: Mapping[str, object], path: str) -> bool:
    """Return whether every part of a path exists, even if it is null."""
    return path in values or all(path_exists(values, part) for part in path.split("+"))


def as_maps(given: Iterable[str] | Mapping[str, str]) -> tuple[str, ...]:
    """Return columns given as a mapping, a single text or several as ``ours=theirs``.

    >>> as_maps({"summary": "output.text"}), as_maps("summary=output"), as_maps(["id=key"])
    (('summary=output.text',), ('summary=output',), ('id=key',))
    """
    if isinstance(given, Mapping):
        return tuple(f"{ours}={theirs}" for ours, theirs in given.items())
    return (given,) if isinstance(given, str) else tuple(given)


def parse_maps(maps: Iterable[str], case_type: type[Case]) -> dict[str, str]:
    """Parse columns given as ``--map ours=theirs``.

    >>> parse_maps(["summary=output.text"], SummaryCase)
    {'summary': 'output.text'}
    """
    ours = [wanted.name for wanted in kind_and_fields(case_type)[1]] + ["id"]
    found: dict[str, str] = {}
    for text in maps:
        our, equals, their = text.partition("=")
        our, their = our.strip(), their.strip()
        if not equals or not their or our not in ours:
            what = f"{text!r} is not FIELD=COLUMN"
            raise OptionError(what, where="--map", hint=f"the fields are {', '.join(ours)}")
        if our in found:
            raise OptionError(f"{our} is given twice", where="--map", hint="give each field once")
        found[our] = their
    return found


def own_fields(case_type: type[Case], file: str) -> FieldMap:
    """Return our own names, for a file without readable rows."""
    columns = {wanted.name: wanted.name for wanted in kind_and_fields(case_type)[1] if wanted.shown}
    return FieldMap(case_type, file, columns, alias_table().families[0].name)
