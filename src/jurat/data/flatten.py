"""A result as one row of a table, with cells that a spreadsheet does not execute."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from jurat.cases import replace_surrogates
from jurat.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_FIRST = ("id", "verdict", "overall", "error")
_PER_METRIC = ("", "_raw", "_caps", "_unscored")
_PER_CANDIDATE = ("score:", "uncapped:", "caps:", "unscored:")
_LAST = "result"
CASE = "case"
"""Under this name the texts of a case are beside its result, where they were asked for."""
TEXTS = ("article", "summary", "query", "response", "contexts", "reference", "candidates")
"""The columns of texts; a list or an object is one cell."""
_STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_PLAIN_NUMBER = re.compile(r"[+-]?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?", re.ASCII)


def to_json(result: Mapping[str, object]) -> str:
    """Return the result as one line of JSON; NaN is rejected and lone surrogates stay escaped.

    >>> to_json({"id": "é", "value": 0.5})
    '{"id": "é", "value": 0.5}'
    """
    try:
        text = json.dumps(result, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        where = f"result {result.get('id')}"
        raise InputError(f"cannot be written as JSON ({error})", where=where, hint="report this") from error
    return text if replace_surrogates(text) == text else json.dumps(result, allow_nan=False)


def table_columns(metrics: Iterable[str], texts: Iterable[str] = ()) -> list[str]:
    """Return the columns of a table of results with these metrics and texts.

    >>> table_columns(["coverage"])[4:]
    ['coverage', 'coverage_raw', 'coverage_caps', 'coverage_unscored', 'result']
    """
    return [*_FIRST, *(metric + part for metric in metrics for part in _PER_METRIC), *texts, _LAST]


def columns_of(results: Sequence[Mapping[str, object]]) -> list[str]:
    """Return the columns that some results need, in order of appearance.

    >>> columns_of([{"id": 1, "ranking": ["id"], "candidates": {"id": {"score": 8.0}}}])[4:]
    ['ranking', 'score:id', 'uncapped:id', 'caps:id', 'unscored:id', 'result']
    """
    ranked = ["ranking"] if any("ranking" in result for result in results) else []
    scores = dict.fromkeys(column for result in results for column in _scores(result))
    texts = dict.fromkeys(column for result in results for column in _texts(result))
    return [*_FIRST, *ranked, *scores, *texts, _LAST]


def candidate_score(name: str) -> str:
    """Return the column name of a candidate's score.

    >>> candidate_score("id")
    'score:id'
    """
    return _PER_CANDIDATE[0] + replace_surrogates(name)


def is_score(column: str) -> bool:
    """Return whether a column has numbers.

    >>> [is_score(c) for c in ("overall", "coverage", "coverage_raw", "coverage_caps", "id")]
    [True, True, True, False, False]
    >>> [is_score(c) for c in ("score:my_caps", "caps:id")]
    [True, False]
    """
    part, colon, _ = column.partition(":")
    if colon:
        return part + colon in _PER_CANDIDATE[:2]
    other = ("id", "verdict", "error", "ranking", *TEXTS, _LAST)
    return column not in other and not column.endswith(_PER_METRIC[2:])


def flatten(result: Mapping[str, object]) -> dict[str, object]:
    """Return the cells of a result by column; missing values are None, the last cell is the whole result.

    >>> coverage = {"metric": "coverage", "value": 4, "raw": 8, "caps": [{"reason": "hallucination"}]}
    >>> cells = flatten({"id": 1, "metrics": [coverage, {"metric": "alignment", "unscored": "no text"}]})
    >>> cells["coverage"], cells["coverage_raw"], cells["coverage_caps"], cells["alignment_unscored"]
    (4, 8, 'hallucination', 'no text')
    """
    cells: dict[str, object] = {name: result.get(name) for name in _FIRST}
    if isinstance(ranking := result.get("ranking"), list):
        cells["ranking"] = ";".join(map(str, ranking))
    whole = {name: value for name, value in result.items() if name != CASE}
    return {**cells, **_scores(result), **_texts(result), _LAST: to_json(whole)}


def safe_cell(value: object) -> str:
    """Return the text of a CSV cell; one that a spreadsheet would execute gets a leading single quote.

    >>> [safe_cell(v) for v in ("=1+1", "-2.5", "-2+3", -1, None, "a=b", "@x")]
    ["'=1+1", '-2.5', "'-2+3", '-1', '', 'a=b', "'@x"]
    """
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    risky = text.startswith(_STARTS_FORMULA) and not _PLAIN_NUMBER.fullmatch(text)
    return replace_surrogates(f"'{text}" if risky else text)


def _texts(result: Mapping[str, object]) -> dict[str, object]:
    """Return the texts of the case, if they are beside the result."""
    case = result.get(CASE)
    return {name: case[name] for name in TEXTS if name in case} if isinstance(case, dict) else {}


def _scores(result: Mapping[str, object]) -> dict[str, object]:
    """Return the cells of a result's metrics, or of a council's candidates."""
    cells: dict[str, object] = {}
    metrics, candidates = result.get("metrics"), result.get("candidates")
    if isinstance(metrics, list):
        for one in metrics:
            if isinstance(one, dict) and "metric" in one:
                values = (one.get("value"), one.get("raw"), _reasons(one), one.get("unscored"))
                cells |= {f"{one['metric']}{part}": v for part, v in zip(_PER_METRIC, values, strict=True)}
    elif isinstance(candidates, dict):
        for name, one in candidates.items():
            if isinstance(one, dict):
                values = (one.get("score"), one.get("uncapped"), _reasons(one), one.get("unscored"))
                own = replace_surrogates(name)
                cells |= {f"{part}{own}": v for part, v in zip(_PER_CANDIDATE, values, strict=True)}
    return cells


def _reasons(scored: Mapping[str, object]) -> str | None:
    """Return why a score is capped."""
    caps = scored.get("caps")
    found = [str(cap["reason"]) for cap in caps if isinstance(cap, dict)] if isinstance(caps, list) else []
    return ";".join(found) or None
