"""Functions as criteria: where they are found, and what they may return."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import OptionError
from jurat.nlp.quote_search import locate
from jurat.observations import CriterionCheck
from jurat.observers.criteria.assertion_checks import JudgedText, NotApplicableError

CaseFunction = Callable[[Any], object]
_HALF = 0.5
_FIELDS = ("met", "reason", "evidence")


def load_function(name: str, folder: Path, where: str = "function") -> CaseFunction:
    """Return the function that `package.module:name` or `file.py:name` stands for.

    A file is looked for in the folder of the file that names it.

    >>> load_function("json:dumps", Path())({"a": 1})
    '{"a": 1}'
    >>> load_function("json", Path())
    Traceback (most recent call last):
    jurat.errors.OptionError: function: is 'json'; write package.module:name or file.py:name
    """
    module, colon, attribute = name.rpartition(":")
    if not colon or not module or not attribute.isidentifier():
        raise OptionError(f"is {name!r}", where=where, hint="write package.module:name or file.py:name")
    try:
        found = getattr(_module(module, folder), attribute)
    except Exception as error:  # noqa: BLE001  whatever the user's module raises is told in one line
        what = f"{name!r} cannot be imported ({type(error).__name__}: {error})"
        raise OptionError(what, where=where, hint="correct its name or the module") from None
    if not callable(found):
        raise OptionError(f"{name!r} is not a function", where=where, hint="name a function")
    return found  # type: ignore[no-any-return]


def _module(name: str, folder: Path) -> Any:
    if not name.endswith(".py"):
        return import_module(name)
    path = (folder / name).resolve()
    body = path.read_bytes()
    key = f"jurat_function_{hashlib.sha256(str(path).encode() + body).hexdigest()[:16]}"
    if key not in sys.modules:
        spec = spec_from_file_location(key, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{path} is not a Python file")
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[key] = module
    return sys.modules[key]


def check_function(
    function: CaseFunction, text: str, case: SummaryCase | ResponseCase
) -> tuple[CriterionCheck, int]:
    """Return what a function says of a case, and how many quotes were dropped.

    It returns true or false, a number from 0 to 1, or an object with `met` and perhaps `reason` and
    `evidence`, a quote from the judged text. A quote that is not there is dropped and the check not met.
    """
    try:
        given = function(case)
    except Exception as error:  # noqa: BLE001  a function that breaks leaves its criterion unscored
        raise NotApplicableError(f"{text} failed: {type(error).__name__}: {error}"[:300]) from None
    told: Mapping[str, Any] = given if isinstance(given, Mapping) else {"met": given}
    degree = _degree(told, text)
    reason = None if told.get("reason") is None else str(told["reason"])
    quote = told.get("evidence")
    if quote is None:
        return CriterionCheck(label=_label(degree), degree=degree, text=text, reason=reason), 0
    judged = JudgedText.of(case)
    place = locate(str(quote), judged.text)
    if place is None:
        reason = f"its quote is not in the {judged.name}"
        return CriterionCheck(label="not_met", text=text, reason=reason), 1
    span = judged.span(*place)
    return CriterionCheck(label=_label(degree), degree=degree, text=text, reason=reason, span=span), 0


def _degree(told: Mapping[str, Any], text: str) -> float:
    met = told.get("met")
    if unknown := [str(name) for name in told if name not in _FIELDS]:
        raise NotApplicableError(f"{text} returned the unknown field {unknown[0]!r}")
    if not isinstance(met, bool | int | float) or not 0 <= met <= 1:
        raise NotApplicableError(
            f"{text} returned {str(met)[:60]!r}; true, false or a number from 0 to 1 was expected"
        )
    return float(met)


def _label(degree: float) -> Any:
    return "met" if degree == 1 else "partial" if degree >= _HALF else "not_met"
