"""Spans of judged rows and model calls, where the user has set up OpenTelemetry.

Nothing is imported here: a program that has configured a tracer provider has loaded OpenTelemetry's API.
Without one nothing happens. Texts, and messages of errors, which may quote them, are never recorded.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from jurat.outcomes import Failure, Result, Unscored
from jurat.version import __version__

EVENT = "gen_ai.evaluation.result"
Record = Callable[[Any], None]


def _tracer() -> Any:
    """Return a tracer if the program has set up a tracer provider, else None."""
    api = sys.modules.get("opentelemetry.trace")
    if api is None:
        return None
    provider = api.get_tracer_provider()
    idle = (api.ProxyTracerProvider, api.NoOpTracerProvider)
    return None if isinstance(provider, idle) else provider.get_tracer("jurat", __version__)


def is_recording() -> bool:
    """Whether spans are recorded, so that rows are to be judged one at a time."""
    return _tracer() is not None


@contextmanager
def row_span(judge: str, case: str | int) -> Iterator[Record]:
    """Open the span of a judged row; the function that is given records its outcome."""
    tracer = _tracer()
    if tracer is None:
        yield _ignore
        return
    attributes = {"jurat.judge": judge, "jurat.case.id": str(case), "gen_ai.operation.name": "evaluate"}
    with _span(tracer, f"evaluate {judge}", attributes) as span:
        yield lambda outcome: _record_outcome(span, outcome)


@contextmanager
def call_span(model: str, max_tokens: int | None, temperature: float | None) -> Iterator[Record]:
    """Open the span of one attempt to call a model; the function that is given records its completion."""
    tracer = _tracer()
    if tracer is None:
        yield _ignore
        return
    given = {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": model,
        "gen_ai.request.max_tokens": max_tokens,
        "gen_ai.request.temperature": temperature,
    }
    attributes = {name: value for name, value in given.items() if value is not None}
    kind = sys.modules["opentelemetry.trace"].SpanKind.CLIENT
    with _span(tracer, f"chat {model}", attributes, kind=kind) as span:
        yield lambda completion: _record_usage(span, completion)


@contextmanager
def _span(tracer: Any, name: str, attributes: dict[str, Any], **more: Any) -> Iterator[Any]:
    """Open a span; of an error only its type is recorded."""
    quiet = {"record_exception": False, "set_status_on_exception": False}
    with tracer.start_as_current_span(name, attributes=attributes, **quiet, **more) as span:
        try:
            yield span
        except Exception as error:
            _record_error(span, type(error).__name__)
            raise


def _ignore(_: Any) -> None:
    """Record nothing."""


def _record_error(span: Any, kind: str) -> None:
    span.set_status(sys.modules["opentelemetry.trace"].StatusCode.ERROR)
    span.set_attribute("error.type", kind)


def _record_usage(span: Any, completion: Any) -> None:
    span.set_attribute("gen_ai.usage.input_tokens", completion.prompt_tokens)
    span.set_attribute("gen_ai.usage.output_tokens", completion.completion_tokens)


def _record_outcome(span: Any, outcome: Result[Any] | Failure) -> None:
    """Record a result: one evaluation event for each metric, and the verdict."""
    if isinstance(outcome, Failure):
        _record_error(span, "Failure")
        return
    span.set_attribute("jurat.signature", outcome.signature)
    for metric in outcome.metrics:
        values: dict[str, Any] = {"gen_ai.evaluation.name": f"{outcome.judge}.{metric.metric}"}
        if isinstance(metric, Unscored):
            values["error.type"] = "unscored"
        else:
            values["gen_ai.evaluation.score.value"] = float(metric.value)
        span.add_event(EVENT, values)
    if outcome.verdict is not None:
        span.set_attribute("jurat.verdict", outcome.verdict)
        label = {"gen_ai.evaluation.name": outcome.judge, "gen_ai.evaluation.score.label": outcome.verdict}
        span.add_event(EVENT, label)
