"""Suites from promptfoo's configuration, as far as they have a counterpart; what has none is listed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

MARKS = ("providers", "targets")
_FILE = "file://"
_VALUES = {
    "equals": "equals",
    "contains": "contains",
    "icontains": "contains",
    "contains-all": "contains",
    "icontains-all": "contains",
    "contains-any": "contains_any",
    "icontains-any": "contains_any",
    "starts-with": "starts_with",
    "regex": "regex",
}
_ASKED = ("llm-rubric", "g-eval")
_QUERIES = ("query", "question", "input", "user_input", "prompt", "topic")
_TOP = {
    "description",
    "prompts",
    "providers",
    "targets",
    "tests",
    "defaultTest",
    "outputPath",
    "sharing",
    "$schema",
}
_TEST = {"vars", "assert", "description", "metadata"}


@dataclass(slots=True)
class Imported:
    """A suite made from promptfoo's configuration, and what of it is not supported."""

    document: dict[str, Any]
    unsupported: list[str] = field(default_factory=list)


def is_promptfoo(document: Mapping[str, Any]) -> bool:
    """Whether a document is a configuration of promptfoo.

    >>> is_promptfoo({"prompts": ["Hi"], "providers": ["openai:gpt-4o"], "tests": []})
    True
    """
    return "prompts" in document and any(name in document for name in MARKS)


def import_promptfoo(document: Mapping[str, Any]) -> Imported:
    """Return the suite of a configuration; parts without a counterpart are listed, and left out."""
    found = Imported({})
    found.unsupported += [name for name in document if name not in _TOP]
    models = document.get("providers", document.get("targets"))
    found.document["prompts"] = list(_prompts(_listed(document.get("prompts")), found))
    found.document["models"] = list(_models(_listed(models), found))
    common = document.get("defaultTest") if isinstance(document.get("defaultTest"), Mapping) else {}
    found.document["cases"] = list(_cases(document.get("tests"), common or {}, found))
    criteria = list(_questions(common or {}, found))
    if criteria:
        found.document["judge"] = {"criteria": criteria}
    found.unsupported = list(dict.fromkeys(found.unsupported))
    return found


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _prompts(given: list[Any], found: Imported) -> Iterator[dict[str, Any]]:
    for number, prompt in enumerate(given, start=1):
        text = prompt.get("raw") if isinstance(prompt, Mapping) else prompt
        name = (
            str(prompt.get("label") or f"prompt{number}")
            if isinstance(prompt, Mapping)
            else f"prompt{number}"
        )
        if not isinstance(text, str):
            found.unsupported.append(f"prompts[{number - 1}]")
        elif text.startswith(_FILE) and not text.endswith((".txt", ".md")):
            found.unsupported.append(f"prompts[{number - 1}]: {text}")
        elif text.startswith(_FILE):
            yield {"name": name, "file": text.removeprefix(_FILE)}
        else:
            yield {"name": name, "text": text}


def _models(given: list[Any], found: Imported) -> Iterator[dict[str, Any]]:
    for number, provider in enumerate(given):
        entry = provider if isinstance(provider, Mapping) else {"id": provider}
        name = str(entry.get("id"))
        model = _model(name)
        if model is None:
            found.unsupported.append(f"providers[{number}]: {name}")
            continue
        if entry.get("config"):
            found.unsupported.append(f"providers[{number}].config")
        yield {"name": str(entry.get("label") or name), **model}


def _model(name: str) -> dict[str, Any] | None:
    """Return a provider as a model of a suite, none where it has no counterpart.

    >>> _model("openai:chat:gpt-4o"), _model("exec:python bot.py"), _model("webhook:x")
    ({'model': 'openai:gpt-4o'}, {'command': ['python', 'bot.py', '{prompt}']}, None)
    """
    kind, _, rest = name.partition(":")
    if kind == "openai" and rest:
        return {"model": f"openai:{rest.removeprefix('chat:')}"}
    if kind == "ollama" and rest:
        return {"model": f"ollama:{rest.removeprefix('chat:')}"}
    if kind == "exec" and rest:
        return {"command": [*shlex.split(rest), "{prompt}"]}
    return None


def _cases(tests: Any, common: Mapping[str, Any], found: Imported) -> Iterator[dict[str, Any]]:
    if not isinstance(tests, list):
        found.unsupported.append("tests")
        return
    shared = common.get("vars") if isinstance(common.get("vars"), Mapping) else {}
    for number, test in enumerate(tests):
        if not isinstance(test, Mapping):
            found.unsupported.append(f"tests[{number}]")
            continue
        found.unsupported += [f"tests[{number}].{name}" for name in test if name not in _TEST]
        own = test.get("vars") if isinstance(test.get("vars"), Mapping) else {}
        case: dict[str, Any] = {
            **(shared or {}),
            **(own or {}),
            "id": str(test.get("description") or number + 1),
        }
        query = next((name for name in _QUERIES if case.get(name)), None)
        if query is not None:
            case.setdefault("query", case[query])
        own_checks = list(_assertions(test, f"tests[{number}]", found))
        checks = [*_assertions(common, "defaultTest", found), *own_checks]
        yield {**case, "assert": checks} if checks else case


def _assertions(test: Mapping[str, Any], where: str, found: Imported) -> Iterator[dict[str, Any]]:
    for number, one in enumerate(_listed(test.get("assert"))):
        kind = str(one.get("type")) if isinstance(one, Mapping) else str(one)
        made = _assertion(kind, one) if isinstance(one, Mapping) else None
        if made is not None:
            yield made
        elif kind not in _ASKED or where != "defaultTest":
            found.unsupported.append(f"{where}.assert[{number}]: {kind}")


def _assertion(kind: str, one: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return an assertion of promptfoo as one of ours, none where it has no counterpart.

    >>> _assertion("not-icontains", {"value": "sorry"})
    {'contains': 'sorry', 'not': True, 'ignore_case': True}
    >>> _assertion("javascript", {"value": "output.length"}) is None
    True
    """
    plain = kind.removeprefix("not-")
    value = one.get("value")
    beside: dict[str, Any] = {"not": True} if plain != kind else {}
    if plain.startswith("icontains"):
        beside["ignore_case"] = True
    if plain in _VALUES and isinstance(value, str | int | float | list) and not isinstance(value, bool):
        listed = isinstance(value, list) or plain.endswith("-any")
        text = [str(part) for part in _listed(value)] if listed else str(value)
        if isinstance(text, str) and text.startswith(_FILE):
            return None
        return {_VALUES[plain]: text, **beside}
    if plain == "is-json":
        return {"json_schema": value if isinstance(value, Mapping) else True, **beside}
    if plain == "latency" and isinstance(one.get("threshold"), int | float):
        return {"max_seconds": one["threshold"] / 1000, **beside}
    return None


def _questions(common: Mapping[str, Any], found: Imported) -> Iterator[dict[str, Any]]:
    """Yield the rubrics of all tests as criteria for a model."""
    number = 0
    for place, one in enumerate(_listed(common.get("assert"))):
        if not isinstance(one, Mapping) or one.get("type") not in _ASKED:
            continue
        value = one.get("value")
        if not isinstance(value, str) or "{{" in value:
            found.unsupported.append(f"defaultTest.assert[{place}]: {one.get('type')}")
            continue
        number += 1
        criterion: dict[str, Any] = {"name": f"rubric{number}", "ask": value, "evidence": "optional"}
        yield {**criterion, "grades": 5} if one.get("type") == "g-eval" else criterion
