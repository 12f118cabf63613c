"""Groups of flags: declared once as a dataclass, taken by a command as one parameter."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from typing import Annotated, Any, get_args, get_origin, get_type_hints


class FlagGroup:
    """Base of the dataclasses whose fields are flags."""


@dataclass(frozen=True, slots=True)
class Without:
    """Marks, in an annotation, a flag of the group that a command does not have."""

    flag: str


def expanded(command: Callable[..., int]) -> Callable[..., int]:
    """Return a command in which each flag of its groups is a parameter, as typer needs it.

    >>> @dataclass
    ... class Limits(FlagGroup):
    ...     calls: int | None = None
    ...     tokens: int | None = None
    >>> def judge(file: str, *, limits: Annotated[Limits, Without("tokens")]) -> int:
    ...     return limits.calls or 0
    >>> inspect.signature(expanded(judge))
    <Signature (file: str, *, calls: int | None = None) -> int>
    >>> expanded(judge)("a.txt", calls=3)
    3
    """
    signature = inspect.signature(command)
    hints = get_type_hints(command, include_extras=True)
    groups = {name: found for name in signature.parameters if (found := _group(hints[name])) is not None}

    def called(*args: Any, **given: Any) -> int:
        made = {}
        for name, (group, left_out) in groups.items():
            names = [one.name for one in _flags(group, left_out) if one.name in given]
            made[name] = group(**{one: given.pop(one) for one in names})
        return command(*args, **given, **made)

    parameters = [
        one
        for parameter in signature.parameters.values()
        for one in (
            [parameter.replace(annotation=hints[parameter.name])]
            if parameter.name not in groups
            else _parameters(*groups[parameter.name])
        )
    ]
    called.__signature__ = signature.replace(parameters=parameters, return_annotation=int)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    called.__doc__, called.__name__ = command.__doc__, command.__name__
    return called


def _group(hint: Any) -> tuple[type[Any], frozenset[str]] | None:
    """Return the group that an annotation names, and the flags that it leaves out."""
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    kind = get_args(hint)[0] if marks else hint
    if not (isinstance(kind, type) and issubclass(kind, FlagGroup)):
        return None
    return kind, frozenset(mark.flag for mark in marks if isinstance(mark, Without))


def _flags(group: type[Any], left_out: frozenset[str]) -> Iterator[Field[Any]]:
    return (one for one in fields(group) if one.name not in left_out)


def _parameters(group: type[Any], left_out: frozenset[str]) -> list[inspect.Parameter]:
    """Return the flags of a group as keyword parameters."""
    hints: Mapping[str, Any] = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=hints[one.name]
        )
        for one in _flags(group, left_out)
        if one.default is not MISSING
    ]
