"""Spans and evaluation events, collected by the real SDK's exporter in memory."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

import jurat
from jurat.llm.scripted import ScriptedEndpoint
from tests.judges.test_async_judging import TEA, asking
from tests.observers.llm.replies import RESPONSE, answering

SECRET = "SECRET-TEXT"


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    """A provider as a user sets one up; the global one can be set only once in a process."""
    exporter, provider = InMemorySpanExporter(), TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: provider)
    return exporter


def events(span: ReadableSpan) -> list[dict[str, Any]]:
    assert {event.name for event in span.events} <= {"gen_ai.evaluation.result"}
    return [
        {name.removeprefix("gen_ai.evaluation."): value for name, value in (event.attributes or {}).items()}
        for event in span.events
    ]


def test_a_judged_case_is_a_span_with_an_event_for_each_metric_and_the_verdict(
    spans: InMemorySpanExporter,
) -> None:
    result = jurat.judge("claim-lock").judge({**TEA[1], "id": "tea"})
    (span,) = spans.get_finished_spans()
    assert span.name == "evaluate claim-lock"
    assert dict(span.attributes or {}) == {
        "jurat.judge": "claim-lock",
        "jurat.case.id": "tea",
        "gen_ai.operation.name": "evaluate",
        "jurat.signature": result.signature,
        "jurat.verdict": "FAIL",
    }
    assert events(span) == [
        *(
            {"name": f"claim-lock.{one}", "score.value": result[one].value}
            for one in ("relevance", "completeness", "hallucination")
        ),
        {"name": "claim-lock", "score.label": "FAIL"},
    ]


def test_every_row_of_an_evaluation_has_its_span_and_results_do_not_change(
    spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = jurat.evaluate([*TEA, {**TEA[0], "contexts": []}], judge="claim-lock", progress=False)
    names = [str((span.attributes or {})["jurat.case.id"]) for span in spans.get_finished_spans()]
    assert names == ["1", "2", "3", "4"]
    last = events(spans.get_finished_spans()[3])
    assert {"name": "claim-lock.hallucination", "error.type": "unscored"} in last
    monkeypatch.undo()
    plain = jurat.evaluate([*TEA, {**TEA[0], "contexts": []}], judge="claim-lock", progress=False)
    assert plain.to_dicts() == found.to_dicts()


def test_calls_of_a_model_are_spans_below_their_row_with_usage_and_without_texts(
    spans: InMemorySpanExporter,
) -> None:
    endpoint = ScriptedEndpoint(answering())
    asyncio.run(asking(endpoint).ajudge(RESPONSE))
    *calls, row = spans.get_finished_spans()
    assert row.name == "evaluate claim-lock"
    assert calls
    for call in calls:
        assert (call.name, call.kind) == (f"chat {endpoint.name}", SpanKind.CLIENT)
        assert call.parent is not None
        assert row.context is not None
        assert call.parent.span_id == row.context.span_id
        kept = call.attributes or {}
        assert kept["gen_ai.request.model"] == endpoint.name
        assert {"gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens"} <= set(kept)
    assert RESPONSE.query not in "".join(span.to_json() for span in spans.get_finished_spans())


def test_rules_in_an_event_loop_are_spans_below_the_callers(spans: InMemorySpanExporter) -> None:
    async def main() -> None:
        with trace.get_tracer_provider().get_tracer("caller").start_as_current_span("request"):
            await jurat.judge("claim-lock").ajudge(TEA[0])
            assert [one async for one in jurat.judge("claim-lock").ajudge_many(TEA[1:2])]

    asyncio.run(main())
    first, second, request = spans.get_finished_spans()
    assert request.context is not None
    assert {one.parent and one.parent.span_id for one in (first, second)} == {request.context.span_id}


def test_a_case_that_fails_is_an_error_by_its_type_alone(spans: InMemorySpanExporter) -> None:
    def broken(cases: Sequence[Any]) -> Iterator[Any]:
        raise ValueError(f"cannot read {SECRET}")

    made = jurat.judge("claim-lock", observer=jurat.NamedObserver("broken", broken))
    (failure,) = made.judge_many(TEA[:1])
    assert isinstance(failure, jurat.Failure)
    with pytest.raises(ValueError, match="cannot read"):
        made.judge(TEA[0])
    first, second = spans.get_finished_spans()
    assert [one.status.status_code for one in (first, second)] == [StatusCode.ERROR] * 2
    assert [(one.attributes or {})["error.type"] for one in (first, second)] == ["Failure", "ValueError"]
    assert SECRET not in first.to_json() + second.to_json()


def test_without_a_provider_nothing_is_imported_and_with_one_rows_are_recorded() -> None:
    code = (
        "import sys, jurat\n"
        "case = {'query': 'Tea?', 'response': 'Tea is $5.', 'contexts': ['Tea is $5.']}\n"
        "jurat.judge('claim-lock').judge(case)\n"
        "assert not any(name.startswith('opentelemetry') for name in sys.modules)\n"
        "from opentelemetry import trace\n"
        "jurat.judge('claim-lock').judge(case)\n"
        "from opentelemetry.sdk.trace import TracerProvider\n"
        "from opentelemetry.sdk.trace.export import SimpleSpanProcessor\n"
        "from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter\n"
        "kept, provider = InMemorySpanExporter(), TracerProvider()\n"
        "provider.add_span_processor(SimpleSpanProcessor(kept))\n"
        "trace.set_tracer_provider(provider)\n"
        "jurat.judge('claim-lock').judge(case)\n"
        "print([span.name for span in kept.get_finished_spans()])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("['evaluate claim-lock']\n", "")
