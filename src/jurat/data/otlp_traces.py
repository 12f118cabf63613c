"""Traces in OTLP JSON as rows, one per trace: what was asked, what was answered, what was retrieved.

Spans follow the conventions of OpenInference, of OpenTelemetry's GenAI or of OpenLLMetry.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from jurat.data.rows import MAX_DOCUMENT_BYTES, BadRow, Row, bad_row, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

KEY = "resourceSpans"
_BESIDE = {"RETRIEVER", "EMBEDDING", "RERANKER", "TOOL", "GUARDRAIL", "EVALUATOR", "PROMPT"}
_BESIDE_OPERATIONS = {"embeddings", "execute_tool", "retrieval"}
_MESSAGE = re.compile(
    r"(?:llm\.(input|output)_messages\.(\d{1,4})\.message\.(role|content|contents\.\d{1,4}\.message_content\.text)"
    r"|gen_ai\.(prompt|completion)\.(\d{1,4})\.(role|content))"
)
_DOCUMENT = re.compile(r"(retrieval\.documents|reranker\.output_documents)\.(\d{1,5})\.document\.content")
_OURS = ("openinference.", "llm.", "gen_ai.")
_KEPT = (*_OURS, "input.", "output.", "retrieval.", "reranker.")
_CAPTURE = "let the instrumentation record contents (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true)"
_VALUES = ("stringValue", "boolValue", "doubleValue", "intValue", "bytesValue")


@dataclass(slots=True)
class TraceSpan:
    """One span: its place in the trace, its times in nanoseconds, its attributes."""

    parent: str
    start: int
    end: int
    attributes: dict[str, Any]

    @property
    def answers(self) -> bool:
        """Whether the span can hold a question and its answer, rather than a step on the way."""
        kind = str(self.attributes.get("openinference.span.kind", "")).upper()
        return kind not in _BESIDE and self.attributes.get("gen_ai.operation.name") not in _BESIDE_OPERATIONS


@dataclass(slots=True)
class OpenTrace:
    """The spans of a trace so far."""

    spans: list[TraceSpan] = field(default_factory=list)
    size: int = 0
    whole: bool = False


def trace_rows(rows: Iterator[Row | BadRow], file: str) -> Iterator[Row | BadRow]:
    """Yield the rows of a file as they are; those of OTLP JSON become one row per trace.

    A trace ends with its root span, which is exported after its children; traces without one end with the
    file, or when more is waiting than a document may have.
    """
    first = next(rows, None)
    if first is None:
        return
    if isinstance(first, BadRow) or KEY not in first.values:
        yield from chain([first], rows)
        return
    yield from _assembled(chain([first], rows), file)


def _assembled(rows: Iterator[Row | BadRow], file: str) -> Iterator[Row | BadRow]:
    traces: dict[str, OpenTrace] = {}
    number = 0
    for row in rows:
        problem = row if isinstance(row, BadRow) else _add(traces, row, file)
        if problem is not None:
            number += 1
            yield BadRow(number, problem.error, problem.id)
        for name in _ended(traces):
            made = _trace_row(file, number + 1, name, traces.pop(name))
            if made is not None:
                number += 1
                yield made
    for name, trace in traces.items():
        made = _trace_row(file, number + 1, name, trace)
        if made is not None:
            number += 1
            yield made


def _ended(traces: Mapping[str, OpenTrace]) -> list[str]:
    """Return the traces that are whole, and the oldest ones where too much is waiting."""
    ended = [name for name, trace in traces.items() if trace.whole]
    waiting = sum(trace.size for trace in traces.values() if not trace.whole)
    for name, trace in traces.items():
        if waiting <= MAX_DOCUMENT_BYTES:
            break
        if not trace.whole:
            ended.append(name)
            waiting -= trace.size
    return ended


def _add(traces: dict[str, OpenTrace], row: Row, file: str) -> BadRow | None:
    """Add the spans of one exported object to their traces."""
    try:
        for path, span in _spans(row.values):
            if not isinstance(span, dict) or not isinstance(span.get("traceId"), str):
                return bad_row(file, row.number, f"is {kind_of(span)} without traceId", field=path)
            trace = traces.setdefault(span["traceId"], OpenTrace())
            made = _span(span)
            trace.spans.append(made)
            trace.size += sum(len(str(one)) for one in made.attributes.values())
            trace.whole = trace.whole or not made.parent
    except (AttributeError, TypeError, ValueError, RecursionError) as error:
        what = f"is not OTLP JSON ({type(error).__name__}: {str(error)[:80]})"
        return bad_row(file, row.number, what, field=KEY, hint="export it again with an OTLP JSON exporter")
    return None


def _spans(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for first, resource in enumerate(values.get(KEY) or ()):
        scopes = resource.get("scopeSpans") or resource.get("instrumentationLibrarySpans") or ()
        for second, scope in enumerate(scopes):
            for third, span in enumerate(scope.get("spans") or ()):
                yield f"{KEY}[{first}].scopeSpans[{second}].spans[{third}]", span


def _span(span: Mapping[str, Any]) -> TraceSpan:
    attributes = _attributes(span.get("attributes") or ())
    for event in span.get("events") or ():
        attributes |= {
            name: value
            for name, value in _attributes(event.get("attributes") or ()).items()
            if name.startswith("gen_ai.") and name not in attributes
        }
    kept = {name: value for name, value in attributes.items() if name.startswith(_KEPT)}
    start, end = (int(span.get(name) or 0) for name in ("startTimeUnixNano", "endTimeUnixNano"))
    return TraceSpan(str(span.get("parentSpanId") or ""), start, end, kept)


def _attributes(given: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {str(one["key"]): _value(one.get("value") or {}) for one in given if "key" in one}


def _value(given: Mapping[str, Any]) -> Any:
    """Return an OTLP value as a plain one.

    >>> _value({"arrayValue": {"values": [{"stringValue": "a"}, {"intValue": "3"}]}})
    ['a', '3']
    """
    for name in _VALUES:
        if name in given:
            return given[name]
    if "arrayValue" in given:
        return [_value(one) for one in given["arrayValue"].get("values") or ()]
    if "kvlistValue" in given:
        return _attributes(given["kvlistValue"].get("values") or ())
    return None


def _trace_row(file: str, number: int, name: str, trace: OpenTrace) -> Row | BadRow | None:
    """Return the row of a trace: of its outermost span that has both sides; none where no model is in it."""
    spans = sorted(trace.spans, key=lambda span: (span.start, -span.end))
    if not any(one.startswith(_OURS) for span in spans for one in span.attributes):
        return None
    for span in spans:
        given, said = _side(span, "input"), _side(span, "output")
        if span.answers and given and said:
            seconds = max(0, span.end - span.start) / 10**9
            documents = _documents(spans)
            row: dict[str, Any] = {"input": given, "output": said, "latency": seconds}
            row |= {"documents": documents} if documents else {}
            messages = _messages(span.attributes, "input")
            row |= {"messages": messages} if messages else {}
            return Row(number, {"id": name, "trace": row})
    made = bad_row(file, number, f"trace {name[:40]} holds no question with its answer", hint=_CAPTURE)
    return BadRow(number, made.error, name)


def _side(span: TraceSpan, side: str) -> Any:
    """Return what a span was given or gave: the last message of that side, else the recorded value."""
    wanted = "user" if side == "input" else "assistant"
    messages = _messages(span.attributes, side)
    texts = [one["content"] for one in messages if side == "output" or one["role"] in (wanted, "human")]
    if texts:
        return texts[-1]
    value = span.attributes.get(f"{side}.value")
    return _parsed(value) if span.attributes.get(f"{side}.mime_type") == "application/json" else value


def _parsed(value: Any) -> Any:
    """Return a text that is JSON as what it holds."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value


def _messages(attributes: Mapping[str, Any], side: str) -> list[dict[str, str]]:
    """Return the messages of one side, with role and text; those without text are left out."""
    structured = _parsed(attributes.get(f"gen_ai.{side}.messages"))
    if isinstance(structured, list):
        system = _text(_parsed(attributes.get("gen_ai.system_instructions"))) if side == "input" else ""
        found = [
            {"role": str(one.get("role", "")), "content": _text(one.get("parts", one.get("content")))}
            for one in structured
            if isinstance(one, dict)
        ]
        return [one for one in [{"role": "system", "content": system}, *found] if one["content"]]
    parts: dict[int, dict[str, str]] = {}
    for name, value in attributes.items():
        match = _MESSAGE.fullmatch(name)
        if match is None or not isinstance(value, str):
            continue
        mine = (match[1] or {"prompt": "input", "completion": "output"}[match[4]]) == side
        if mine:
            message = parts.setdefault(int(match[2] or match[5]), {"role": "", "content": ""})
            what = (match[3] or match[6]).partition(".")[0]
            message["role" if what == "role" else "content"] += value
    return [parts[number] for number in sorted(parts) if parts[number]["content"]]


def _text(parts: Any) -> str:
    """Return the text of a message's parts.

    >>> _text([{"type": "text", "content": "Hi"}, {"type": "tool_call", "name": "search"}])
    'Hi'
    """
    if isinstance(parts, str):
        return parts
    if not isinstance(parts, list):
        return ""
    found = [one.get("content", one.get("response")) for one in parts if isinstance(one, dict)]
    return "\n".join(one for one in found if isinstance(one, str))


def _documents(spans: Sequence[TraceSpan]) -> list[str]:
    """Return the passages that were retrieved, each once; those of a reranker replace the others."""
    found: dict[str, dict[tuple[int, int], str]] = {
        "retrieval.documents": {},
        "reranker.output_documents": {},
    }
    for place, span in enumerate(spans):
        for name, value in span.attributes.items():
            match = _DOCUMENT.fullmatch(name)
            if match is not None and isinstance(value, str) and value.strip():
                found[match[1]][place, int(match[2])] = value
        listed = _parsed(span.attributes.get("gen_ai.retrieval.documents"))
        for number, one in enumerate(listed if isinstance(listed, list) else ()):
            text = (one.get("content") or one.get("text")) if isinstance(one, dict) else one
            if isinstance(text, str) and text.strip():
                found["retrieval.documents"][place, number] = text
    chosen = found["reranker.output_documents"] or found["retrieval.documents"]
    return list(dict.fromkeys(chosen[key] for key in sorted(chosen)))
