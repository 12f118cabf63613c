"""A suite from its answers to a run: the judge that it declares, an earlier run, figures by variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jurat.errors import InputError
from jurat.judges.criteria_file import is_criteria_file
from jurat.runs.results.result_columns import ResultColumns
from jurat.runs.store.run_records import Run, RunPlan
from jurat.runs.suite.suite_file import Suite, assertions_of, rows_of
from jurat.settings import read_yaml

ASSERTIONS = "assertions"
FOLDER = Path(".jurat") / "suites"


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The rows of one prompt and model: how many, the mean of each metric, and the verdicts."""

    prompt: str
    model: str
    rows: int
    means: Mapping[str, float | None]
    verdicts: Mapping[str, int]


def judge_name(suite: Suite, folder: Path = FOLDER) -> str:
    """Return the judge of a suite; criteria of its own are written to a file that later commands can read."""
    own = assertions_of(list(rows_of(suite)))
    given = suite.document.judge
    if isinstance(given, str) and not own and not is_criteria_file(given):
        return given
    if isinstance(given, str) and not own:
        return str(suite.folder / given)
    document = _criteria(given, suite)
    if own:
        known = [one.get("name") for one in document["criteria"] if isinstance(one, dict)]
        if ASSERTIONS in known:
            hint = "rename it"
            raise InputError(
                f"a criterion is named {ASSERTIONS!r}, as those of cases are", where="judge", hint=hint
            )
        document["criteria"] = [*document["criteria"], {"name": ASSERTIONS, "by_case": own}]
    if not document["criteria"]:
        raise InputError("is missing", where="judge", hint="name a judge, or give cases an assert")
    path = folder / f"{suite.name}.judge.yaml"
    _write_yaml(path, document)
    return str(path)


def _criteria(given: str | Mapping[str, Any] | None, suite: Suite) -> dict[str, Any]:
    """Return the criteria of a suite as a document, whose functions are found from anywhere."""
    if isinstance(given, str) and not is_criteria_file(given):
        return {"include": [given], "criteria": []}
    home = (suite.folder / given).parent if isinstance(given, str) else suite.folder
    found = dict(read_yaml(suite.folder / given)) if isinstance(given, str) else dict(given or {})
    criteria = found.get("criteria") or []
    found["criteria"] = [_placed(one, home) for one in criteria] if isinstance(criteria, list) else criteria
    return found


def _placed(criterion: Any, home: Path) -> Any:
    name = criterion.get("function") if isinstance(criterion, dict) else None
    if not isinstance(name, str) or not name.rpartition(":")[0].endswith(".py"):
        return criterion
    return {**criterion, "function": str((home / name).absolute())}


def _write_yaml(path: Path, document: Mapping[str, Any]) -> None:
    """Write a file of criteria; one that says the same already keeps its time."""
    from yaml import safe_dump

    text = safe_dump(dict(document), allow_unicode=True, sort_keys=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", where=str(path)) from None


def earlier_run(runs: Sequence[Run], plan: RunPlan) -> Run | None:
    """Return the newest run of the same judge over the same rows, finished or not."""
    for run in runs:
        kept = run.plan
        same = (kept.signature, kept.reading.data, kept.reading.fingerprint)
        if same == (plan.signature, plan.reading.data, plan.reading.fingerprint) and kept.parent is None:
            return run
    return None


def variants(suite: Suite, columns: ResultColumns) -> Iterator[Variant]:
    """Yield the figures of each prompt and model."""
    for prompt in suite.prompts:
        for model in suite.models:
            ids = [f"{case['id']}/{prompt.name}/{model.name}" for case in suite.cases]
            places = [place for one in ids if (place := columns.row_index.get(one)) is not None]
            yield Variant(
                prompt=prompt.name,
                model=model.name,
                rows=len(ids),
                means={name: _mean(columns, name, places) for name in columns.metrics},
                verdicts=Counter(columns.verdict(place) or "none" for place in places),
            )


def _mean(columns: ResultColumns, metric: str, places: Sequence[int]) -> float | None:
    values = [value for place in places if (value := columns.value(metric, place)) is not None]
    return sum(values) / len(values) if values else None
