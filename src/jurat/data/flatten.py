"""A result as one row of a table, with cells that a spreadsheet will not run."""

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
_LAST = "result"
_STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_PLAIN_NUMBER = re.compile(r"[+-]?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?", re.ASCII)


def to_json(result: Mapping[str, object]) -> str:
    """The result as one line of JSON; NaN is refused and lone surrogates stay escaped.

    >>> to_json({"id": "é", "value": 0.5})
    '{"id": "é", "value": 0.5}'
    """
    try:
        text = json.dumps(result, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        where = f"result {result.get('id')}"
        raise InputError(f"cannot be written as JSON ({error})", where=where, hint="report this") from error
    return text if replace_surrogates(text) == text else json.dumps(result, allow_nan=False)


def metric_names(results: Iterable[Mapping[str, object]]) -> list[str]:
    """The metrics of some results, in order of appearance.

    >>> metric_names([{"id": 1, "error": "is empty"}, {"metrics": [{"metric": "coverage", "value": 8}]}])
    ['coverage']
    """
    return list(dict.fromkeys(str(metric["metric"]) for result in results for metric in _metrics(result)))


def table_columns(metrics: Sequence[str], *, ranked: bool = False) -> list[str]:
    """The columns of a table of results; a council's has its ranking.

    >>> table_columns(["coverage"])[4:]
    ['coverage', 'coverage_raw', 'coverage_caps', 'coverage_unscored', 'result']
    """
    scores = [metric + part for metric in metrics for part in _PER_METRIC]
    return [*_FIRST, *(["ranking"] if ranked else []), *scores, _LAST]


def flatten(result: Mapping[str, object]) -> dict[str, object]:
    """The cells of a result by column; what a result lacks is None, the last cell is the whole of it.

    >>> coverage = {"metric": "coverage", "value": 4, "raw": 8, "caps": [{"reason": "hallucination"}]}
    >>> cells = flatten({"id": 1, "metrics": [coverage, {"metric": "alignment", "unscored": "no text"}]})
    >>> cells["coverage"], cells["coverage_raw"], cells["coverage_caps"], cells["alignment_unscored"]
    (4, 8, 'hallucination', 'no text')
    """
    cells: dict[str, object] = {name: result.get(name) for name in _FIRST}
    if isinstance(ranking := result.get("ranking"), list):
        cells["ranking"] = ";".join(map(str, ranking))
    for metric in _metrics(result):
        name = str(metric["metric"])
        caps = metric.get("caps")
        reasons = (
            [str(cap["reason"]) for cap in caps if isinstance(cap, dict)] if isinstance(caps, list) else []
        )
        values = (metric.get("value"), metric.get("raw"), ";".join(reasons) or None, metric.get("unscored"))
        cells.update({name + part: value for part, value in zip(_PER_METRIC, values, strict=True)})
    cells[_LAST] = to_json(result)
    return cells


def safe_cell(value: object) -> str:
    """The text of a CSV cell; one that a spreadsheet would read as a formula gets a single quote in front.

    >>> [safe_cell(v) for v in ("=1+1", "-2.5", "-2+3", -1, None, "a=b", "@x")]
    ["'=1+1", '-2.5', "'-2+3", '-1', '', 'a=b', "'@x"]
    """
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    risky = text.startswith(_STARTS_FORMULA) and not _PLAIN_NUMBER.fullmatch(text)
    return replace_surrogates(f"'{text}" if risky else text)


def _metrics(result: Mapping[str, object]) -> list[dict[str, object]]:
    """The metrics of a result; of a council, its candidates with their scores."""
    metrics = result.get("metrics")
    if isinstance(metrics, list):
        return [m for m in metrics if isinstance(m, dict) and "metric" in m]
    candidates = result.get("candidates")
    found = candidates.items() if isinstance(candidates, dict) else ()
    return [
        {**one, "metric": name, "value": one.get("score"), "raw": one.get("uncapped")}
        for name, one in found
        if isinstance(one, dict)
    ]
