"""The only reader of environment variables."""

from __future__ import annotations

from collections.abc import Mapping

from jurat.errors import OptionError
from jurat.options import OptionChanges
from jurat.rules.rubric import PRESETS, make_rubric

PREFIXES = ("LLM_COUNCIL_", "JURAT_COUNCIL_")
"""Where council settings are looked for; the later, Jurat's own, wins."""

_TRUTH = {
    "true": True,
    "1": True,
    "yes": True,
    "on": True,
    "false": False,
    "0": False,
    "no": False,
    "off": False,
}


def council_environment(environment: Mapping[str, str]) -> OptionChanges:
    """What the environment sets for councils: weights of the default rubric, the gate and its cap.

    >>> council_environment({"LLM_COUNCIL_SAFETY_GATE": "true", "JURAT_COUNCIL_SAFETY_SCORE_CAP": "2"})
    {'safety_gate': True, 'safety_score_cap': 2.0}
    """
    changes: OptionChanges = {}
    weights: dict[str, float] = {}
    for prefix in PREFIXES:
        for name, value in sorted(environment.items()):
            if name.startswith(f"{prefix}WEIGHT_"):
                weights[name.removeprefix(f"{prefix}WEIGHT_").lower()] = _number(name, value)
        if (gate := environment.get(f"{prefix}SAFETY_GATE")) is not None:
            changes["safety_gate"] = _truth(f"{prefix}SAFETY_GATE", gate)
        if (cap := environment.get(f"{prefix}SAFETY_SCORE_CAP")) is not None:
            changes["safety_score_cap"] = _number(f"{prefix}SAFETY_SCORE_CAP", cap)
    if weights:
        changes["weights"] = {**PRESETS["default"], **weights}
        make_rubric(weights=changes["weights"])
    return changes


def _number(name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 10:
        raise OptionError(f"is {value!r}", where=name, hint="set a number of 0 or more, at most 10")
    return number


def _truth(name: str, value: str) -> bool:
    try:
        return _TRUTH[value.strip().lower()]
    except KeyError:
        raise OptionError(f"is {value!r}", where=name, hint="set true or false") from None
