"""Suites as users declare them in YAML, and the rows that they make."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jurat.cases import first_repeated
from jurat.data.readers import read_rows
from jurat.data.rows import BadRow
from jurat.errors import InputError
from jurat.llm.local_endpoints import MAX_BYTES, SECONDS
from jurat.settings import read_yaml
from jurat.wire import parse_document

_VARIABLE = re.compile(r"\{\{\s*([\w.]+)\s*\}\}")
_TEMPLATE = re.compile(r"\{%|\{#|\{\{[^}]*[^\w\s.}][^}]*\}\}")
_CONTEXTS = ("context", "contexts")
ASSERT = "assert"


@dataclass(frozen=True, kw_only=True)
class SuiteModel:
    """A model of a suite: one that is configured, a command, or a function."""

    name: str
    model: str | None = None
    command: str | tuple[str, ...] | None = None
    function: str | None = None
    shell: bool = False
    seconds: float = SECONDS
    max_bytes: int = MAX_BYTES


@dataclass(frozen=True, kw_only=True)
class SuitePrompt:
    """A prompt of a suite, with `{{name}}` for the variables of a case; its text, or the file that has it."""

    name: str
    text: str | None = None
    file: str | None = None


@dataclass(frozen=True, kw_only=True)
class SuiteDocument:
    """The contents of a suite's file."""

    cases: str | tuple[dict[str, Any], ...]
    models: tuple[str | SuiteModel, ...]
    prompts: tuple[str | SuitePrompt, ...] = ("{{query}}",)
    judge: str | dict[str, Any] | None = None
    observer: str = "rules"
    options: dict[str, Any] = field(default_factory=dict)
    require: tuple[str, ...] = ()
    baseline: str | None = None
    report: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A suite that was read and checked: named prompts and models, cases with ids."""

    name: str
    folder: Path
    document: SuiteDocument
    cases: tuple[Mapping[str, Any], ...]
    prompts: tuple[SuitePrompt, ...]
    models: tuple[SuiteModel, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteRow:
    """One answer to be made: a case, a prompt and a model."""

    id: str
    case: Mapping[str, Any]
    prompt: str
    prompt_name: str
    model: SuiteModel


def read_suite(path: Path) -> Suite:
    """Return the suite of a file; an error names the place in it."""
    return make_suite(read_yaml(path), path)


def make_suite(document: Mapping[str, Any], path: Path) -> Suite:
    """Return the suite of a document that was read from a file."""
    try:
        found: SuiteDocument = parse_document(document, SuiteDocument)
        suite = Suite(
            name=path.stem,
            folder=path.parent,
            document=found,
            cases=tuple(_cases(found, path.parent)),
            prompts=tuple(_prompt(one, n, path.parent) for n, one in enumerate(found.prompts, start=1)),
            models=tuple(_model(one) for one in found.models),
        )
        _check(suite)
    except InputError as error:
        where = f"{path}: {error.where}" if error.where else str(path)
        raise InputError(error.what, where=where, hint=error.hint) from None
    return suite


def _cases(document: SuiteDocument, folder: Path) -> Iterator[Mapping[str, Any]]:
    if not isinstance(document.cases, str):
        for number, case in enumerate(document.cases, start=1):
            yield {"id": number, **case}
        return
    for row in read_rows(str(folder / document.cases)):
        if isinstance(row, BadRow):
            raise row.error
        yield {"id": row.number, **row.values}


def _prompt(given: str | SuitePrompt, number: int, folder: Path) -> SuitePrompt:
    prompt = SuitePrompt(name=f"prompt{number}", text=given) if isinstance(given, str) else given
    where = f"prompts.{prompt.name}"
    if (prompt.text is None) is (prompt.file is None):
        raise InputError("needs one of text and file", where=where, hint="give one of them")
    text = prompt.text
    if prompt.file is not None:
        try:
            text = (folder / prompt.file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise InputError("cannot be read", where=prompt.file, hint="name a text file") from None
    if _TEMPLATE.search(text or ""):
        raise InputError("uses more of a template language than {{name}}", where=where, hint="write it out")
    return SuitePrompt(name=prompt.name, text=text)


def _model(given: str | SuiteModel) -> SuiteModel:
    model = SuiteModel(name=given, model=given) if isinstance(given, str) else given
    kinds = [name for name in ("model", "command", "function") if getattr(model, name) is not None]
    if len(kinds) != 1:
        hint = "give one of model, command, function"
        raise InputError(f"has {' and '.join(kinds) or 'none'}", where=f"models.{model.name}", hint=hint)
    if not model.seconds > 0 or model.max_bytes < 1:
        raise InputError("seconds and max_bytes must be above 0", where=f"models.{model.name}")
    return model


def _check(suite: Suite) -> None:
    for what, names in (
        ("cases", [str(one["id"]) for one in suite.cases]),
        ("prompts", [one.name for one in suite.prompts]),
        ("models", [one.name for one in suite.models]),
    ):
        if not names:
            raise InputError("is empty", where=what, hint="give at least one")
        if twice := first_repeated(names):
            raise InputError(f"{twice!r} occurs twice", where=what, hint="give each its own name or id")
    for _ in rows_of(suite):  # every prompt can be filled in for every case
        pass


def rows_of(suite: Suite) -> Iterator[SuiteRow]:
    """Yield all rows: every case with every prompt and every model."""
    for case in suite.cases:
        for prompt in suite.prompts:
            text = fill_in(prompt.text or "", case, f"prompts.{prompt.name}")
            for model in suite.models:
                row_id = f"{case['id']}/{prompt.name}/{model.name}"
                yield SuiteRow(id=row_id, case=case, prompt=text, prompt_name=prompt.name, model=model)


def fill_in(text: str, case: Mapping[str, Any], where: str) -> str:
    """Return a text with the variables of a case filled in.

    >>> fill_in("{{query}} See:\\n{{contexts}}", {"id": 1, "query": "Who?", "contexts": ["a", "b"]}, "p")
    'Who? See:\\n[1] a\\n[2] b'
    >>> fill_in("{{name}}", {"id": 1}, "prompts.p1")
    Traceback (most recent call last):
    jurat.errors.InputError: prompts.p1: case 1 has no variable 'name'; give it, or leave it out of the prompt
    """

    def value(found: re.Match[str]) -> str:
        name = found[1]
        if name not in case:
            hint = "give it, or leave it out of the prompt"
            raise InputError(f"case {case['id']} has no variable {name!r}", where=where, hint=hint)
        return _as_text(case[name])

    return _VARIABLE.sub(value, text)


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "\n".join(f"[{number}] {one}" for number, one in enumerate(value, start=1))
    return json.dumps(value, ensure_ascii=False, default=str)


def case_fields(row: SuiteRow) -> dict[str, Any]:
    """Return the fields of a judged row without its response; without a query, the prompt is the query."""
    case = row.case
    if "article" in case:
        return {"id": row.id, "article": case["article"]}
    found: dict[str, Any] = {"id": row.id, "query": case.get("query") or row.prompt}
    for name in _CONTEXTS:
        if case.get(name):
            found["contexts"] = case[name]
    if case.get("reference"):
        found["reference"] = case["reference"]
    return found


def assertions_of(rows: Sequence[SuiteRow]) -> dict[str, list[Any]]:
    """Return the assertions of single cases, by row, with their variables filled in."""
    found: dict[str, list[Any]] = {}
    for row in rows:
        given = row.case.get(ASSERT)
        if given:
            listed = given if isinstance(given, list) else [given]
            found[row.id] = [_filled(one, row.case) for one in listed]
    return found


def _filled(value: Any, case: Mapping[str, Any]) -> Any:
    if isinstance(value, str):
        return fill_in(value, case, f"cases.{case['id']}.assert")
    if isinstance(value, list):
        return [_filled(one, case) for one in value]
    return {name: _filled(one, case) for name, one in value.items()} if isinstance(value, dict) else value
