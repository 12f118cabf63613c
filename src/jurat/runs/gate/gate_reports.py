"""Reports of a gate: JUnit XML, Markdown, JSON."""

from __future__ import annotations

import re
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from jurat.runs.gate.checks import Check, GateResult
from jurat.runs.report.markdown import cell, heading, table
from jurat.runs.report.number_format import plural

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(result: GateResult) -> str:
    """Return JUnit XML with one test case per check."""
    failed = sum(not check.passed for check in result.checks)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites tests="{len(result.checks)}" failures="{failed}" errors="0">',
        f'  <testsuite name={_attribute(f"jurat gate {result.run.name}")} tests="{len(result.checks)}" '
        f'failures="{failed}" errors="0" skipped="0">',
        *(_test_case(check, result) for check in result.checks),
        "  </testsuite>",
        "</testsuites>",
    ]
    return "\n".join(lines) + "\n"


def _test_case(check: Check, result: GateResult) -> str:
    name = _attribute(check.name)
    group = _attribute(f"jurat.gate.{result.run.judge or 'run'}")
    if check.passed:
        return f"    <testcase classname={group} name={name}/>"
    message = f"{found(check)} ({check.basis}): {check.reason}"
    return (
        f"    <testcase classname={group} name={name}>\n"
        f"      <failure message={_attribute(message)}>{escape(_xml(f'{check.name}: {message}'))}</failure>\n"
        "    </testcase>"
    )


def _attribute(text: str) -> str:
    return quoteattr(_xml(text))


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def found(check: Check) -> str:
    """Return the value of a check in words."""
    return "no value" if check.value is None else f"{check.value:.4g}"


def gate_markdown(result: GateResult) -> str:
    """Return Markdown for a pull request, failed checks first."""
    state = "passed" if result.passed else "failed"
    judge = result.run.judge or "no judge"
    ordered = sorted(result.checks, key=lambda check: check.passed)
    rows = [
        [
            "✅" if check.passed else "❌",
            cell(check.name),
            cell(found(check)),
            cell(f"{check.basis}{': ' if check.reason else ''}{check.reason}"),
        ]
        for check in ordered
    ]
    parts = [
        heading(f"{'✅' if result.passed else '❌'} Jurat gate {state}"),
        f"{cell(result.run.name)}: {plural(result.rows, 'row')}, judged by {cell(judge)}",
        table(["", "required", "found", "of"], rows),
    ]
    return "\n\n".join(parts) + "\n"


def gate_json(result: GateResult) -> dict[str, Any]:
    """Return the gate as JSON values."""
    from dataclasses import asdict

    made = asdict(result)
    made.pop("comparison")
    return {"passed": result.passed, **made}
