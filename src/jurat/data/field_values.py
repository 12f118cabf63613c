"""Conversion of column values to fields of a case: a text, passages, candidates."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Literal

from jurat.cases import replace_surrogates
from jurat.data.field_aliases import alias_table
from jurat.data.jsonl import without_surrogates
from jurat.data.rows import kind_of
from jurat.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

Speaker = Literal["user", "assistant"]

_PYTHON_TEXT = r"'(?:[^'\\]++|\\.)*+'|\"(?:[^\"\\]++|\\.)*+\""
_PYTHON_LIST = re.compile(rf"\s*\[\s*(?:(?:{_PYTHON_TEXT})\s*(?:,\s*|(?=\])))*+\]\s*", re.DOTALL)
_PYTHON_ITEM = re.compile(_PYTHON_TEXT, re.DOTALL)
_ESCAPE = re.compile(
    r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4}|.)", re.DOTALL
)
_WHOLE_NUMBER = re.compile(r"0|-?[1-9]\d{0,14}", re.ASCII)
"""Up to 15 digits, which every reader of JSON keeps exactly."""
_ANNOUNCED = re.compile(
    r"\b(?:contexts?|documents?|passages?|sources?|excerpts?|articles?|knowledge|information|facts|results)\b"
    r"[^\n:]{0,80}:\s*\S|<(?:contexts?|documents?|passages?|sources?|knowledge|information)\b[^>]{0,200}>",
    re.IGNORECASE,
)
"""Where a system prompt has its passages: after a heading that ends in a colon, or in a tag."""
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


def as_text(value: object, speaker: Speaker) -> str:
    """Return a text; of a list of chat messages, the last one of the speaker.

    >>> chat = [{"role": "user", "content": "2+2?"}, {"role": "assistant", "content": "4"}]
    >>> as_text(chat, "user"), as_text(chat, "assistant"), as_text(" as is ", "user")
    ('2+2?', '4', ' as is ')
    """
    if isinstance(value, str):
        return value
    if is_chat(value):
        return _said(list(_turns(value)), speaker)
    raise InputError(
        f"is {kind_of(value)}, not text" if value is not None else "is null", hint="give the text"
    )


def as_article(value: object) -> str:
    """Return a text; a list of texts is joined by blank lines.

    >>> as_article(["One.", "Two."])
    'One.\\n\\nTwo.'
    """
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return "\n\n".join(value)
    if isinstance(value, list):
        raise InputError("is a list that holds no texts", hint="give a text or a list of texts")
    return as_text(value, "user")


def as_passages(value: object) -> tuple[str, ...]:
    """Return the passages of a context in any known form, without null and blank ones.

    >>> as_passages([{"page_content": "A.", "metadata": {}}, "B.", None]), as_passages('["A.", "B."]')
    (('A.', 'B.'), ('A.', 'B.'))
    >>> as_passages({"price": 3})
    ('{"price": 3}',)
    >>> as_passages(["A.", 2])
    Traceback (most recent call last):
    jurat.errors.InputError: holds a number, not only passages; give texts
    """
    if value is None:
        return ()
    if isinstance(value, str):
        items = _listed(value)
    elif is_chat(value):
        items = list(_told(value))
    elif isinstance(value, list):
        items = value
    elif isinstance(value, dict):
        items = [value]
    else:
        raise InputError(f"is {kind_of(value)}, not passages", hint="give a text or a list of texts")
    return tuple(text for item in items if (text := _passage(item)).strip())


def as_reference(value: object) -> str | None:
    """Return a reference answer; none where it is null or blank.

    >>> as_reference("4"), as_reference(" "), as_reference(None)
    ('4', None, None)
    """
    text = None if value is None else as_text(value, "assistant")
    return text if text and text.strip() else None


def as_seconds(value: object) -> float | None:
    """Return a time in seconds, also from text; none where it is null or blank.

    >>> as_seconds(1.5), as_seconds("2"), as_seconds("")
    (1.5, 2.0, None)
    >>> as_seconds("soon")
    Traceback (most recent call last):
    jurat.errors.InputError: is 'soon', not seconds; give a number
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            return float(value)
    except (ValueError, OverflowError):
        pass
    raise InputError(f"is {str(value)[:40]!r}, not seconds", hint="give a number")


def as_candidates(value: object) -> dict[str, str]:
    """Return candidate texts by name, from an object, a list of named texts, or a list of texts.

    >>> as_candidates({"m1": "Yes."}), as_candidates(["Yes."])
    ({'m1': 'Yes.'}, {'1': 'Yes.'})
    >>> as_candidates([{"model": "m1", "response": "Yes."}])
    {'m1': 'Yes.'}
    """
    if isinstance(value, str) and (decoded := _json_or_none(value)) is not None:
        value = decoded
    if isinstance(value, dict):
        return {name: _candidate(name, text) for name, text in value.items()}
    if not isinstance(value, list):
        what = "is null" if value is None else f"is {kind_of(value)}, not candidates"
        raise InputError(what, hint="give an object of names and texts")
    named = [_named(number, item) for number, item in enumerate(value, 1)]
    if len(found := dict(named)) < len(named):
        raise InputError("names a candidate twice", hint="give each candidate its own name")
    return found


def as_id(value: object, number: str | int) -> str | int:
    """Return a text or whole number as id, or else the row number.

    >>> as_id("a1", 4), as_id(7.0, 4), as_id(None, 4), as_id("", 4)
    ('a1', 7, 4, 4)
    >>> as_id(1.5, 4)
    Traceback (most recent call last):
    jurat.errors.InputError: is 1.5, and no id; give text or a whole number
    """
    if value is None or value == "":
        return number
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        what = repr(value) if isinstance(value, float) else kind_of(value)
        raise InputError(f"is {what}, and no id", hint="give text or a whole number")
    return value


def numeric(value: object) -> object:
    """Return a text that is a whole number as JSON writes it as that number; anything else as it is.

    >>> numeric("7"), numeric("007"), numeric("-3"), numeric("1e5"), numeric("9" * 16) == "9" * 16
    (7, '007', -3, '1e5', True)
    """
    return int(value) if isinstance(value, str) and _WHOLE_NUMBER.fullmatch(value) else value


def is_chat(value: object) -> bool:
    """Return whether a value is a list of messages with roles.

    >>> is_chat([{"from": "human", "value": "Hi"}]), is_chat([{"text": "a"}]), is_chat([])
    (True, False, False)
    """
    if not isinstance(value, list) or not value:
        return False
    table = alias_table()
    return all(
        isinstance(item, dict) and any(isinstance(item.get(key), str) for key in table.message_roles)
        for item in value
    )


def _turns(messages: object) -> Iterator[tuple[str, str]]:
    """Return the roles and texts of messages, in order."""
    table = alias_table()
    for message in messages if isinstance(messages, list) else ():
        role = next((message[key] for key in table.message_roles if isinstance(message.get(key), str)), "")
        content = next((message[key] for key in table.message_texts if message.get(key) is not None), "")
        yield role.casefold(), _content(content)


def _content(content: object) -> str:
    """Return the text of a message, which can have several parts."""
    if isinstance(content, list):
        return "".join(
            part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str)
        )
    return content if isinstance(content, str) else ""


def _said(turns: list[tuple[str, str]], speaker: Speaker) -> str:
    """Return the last answer, or the last question before it."""
    table = alias_table()
    answers = [n for n, (role, text) in enumerate(turns) if role in table.assistant_roles and text.strip()]
    end = answers[-1] if answers else len(turns)
    if speaker == "assistant" and answers:
        return turns[end][1]
    questions = [text for role, text in turns[:end] if role in table.user_roles]
    if speaker == "assistant" or not questions:
        raise InputError(f"has no message of the {speaker}", hint=f"add a message whose role is {speaker!r}")
    return questions[-1]


def _told(messages: object) -> Iterator[str]:
    """Yield what the model was given before its last answer: results of tools, and prompts with passages."""
    table, turns = alias_table(), list(_turns(messages))
    answers = [n for n, (role, text) in enumerate(turns) if role in table.assistant_roles and text.strip()]
    for role, text in turns[: answers[-1] if answers else len(turns)]:
        if role in table.tool_roles or (role in table.system_roles and _ANNOUNCED.search(text)):
            yield text


def _listed(text: str) -> list[object]:
    """Return the items of a cell with a list of texts (JSON or Python syntax), else the text alone."""
    if text.lstrip().startswith("["):
        found = _json_or_none(text)
        if isinstance(found, list) and all(isinstance(item, str) or _document_text(item) for item in found):
            return found
        if _PYTHON_LIST.fullmatch(text):
            items = (_ESCAPE.sub(_unescaped, item[0][1:-1]) for item in _PYTHON_ITEM.finditer(text))
            return [replace_surrogates(item) for item in items]
    return [text]


def _unescaped(escape: re.Match[str]) -> str:
    code = escape[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else _ESCAPES.get(code, code)


def _json_or_none(text: str) -> object:
    try:
        found = json.loads(text)
        return without_surrogates(found) if "\\u" in text else found
    except (ValueError, RecursionError):
        return None


def _document_text(item: object) -> str:
    """Return the text of a retrieved document, empty if it has none."""
    if not isinstance(item, dict):
        return ""
    found = (item.get(key) for key in alias_table().passage_texts)
    return next((text for text in found if isinstance(text, str)), "")


def _passage(item: object) -> str:
    """Return one passage; an object without a text is kept as JSON."""
    if isinstance(item, str):
        return item
    if item is None:
        return ""
    if isinstance(item, int | float):
        raise InputError(f"holds {kind_of(item)}, not only passages", hint="give texts")
    return _document_text(item) or json.dumps(item, ensure_ascii=False)


def _candidate(name: str, value: object) -> str:
    try:
        return as_text(value, "assistant")
    except InputError as error:
        raise InputError(f"{name} {error.what}", hint=error.hint) from None


def _named(number: int, item: object) -> tuple[str, str]:
    if not isinstance(item, dict):
        return str(number), _candidate(str(number), item)
    table = alias_table()
    name = next((str(item[key]) for key in table.candidate_names if item.get(key) is not None), str(number))
    text = next((item[key] for key in table.candidate_texts if item.get(key) is not None), None)
    return name, _candidate(name, text)
