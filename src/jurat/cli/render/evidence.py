"""The judged text with marked findings, and the evidence for each."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from jurat.cases import Case
from jurat.cli.render.terminal import printable
from jurat.outcomes import Result
from jurat.runs.results.result_findings import ResultFinding, Tint, findings, judged_text
from jurat.spans import Evidence, Span

_STYLES: dict[Tint, str] = {"good": "green", "half": "yellow", "bad": "bold red"}
_SIGNS: dict[Tint, str] = {"good": "✓", "half": "~", "bad": "✗"}
_QUOTE = 160


def render_evidence(case: Case, result: Result, *, coloured: bool) -> RenderableType:
    """Render the judged text with numbered findings, then each finding with its evidence."""
    found = list(enumerate(findings(result), start=1))
    source, text = judged_text(case)
    marks = [(n, one) for n, one in found if one.span is not None and one.span.source == source]
    parts: list[RenderableType] = [
        Text(f"\n{source}", style="bold"),
        Padding(marked(text, marks, coloured=coloured), (0, 2)),
    ]
    for metric in dict.fromkeys(one.metric for _, one in found):
        own = [(number, one) for number, one in found if one.metric == metric]
        parts += [Text(f"\n{metric}", style="bold"), _list(own)]
    return Group(*parts)


def marked(text: str, marks: list[tuple[int, ResultFinding]], *, coloured: bool) -> Text:
    """Return a text with each finding in brackets and numbered, and words at fault in angle quotes.

    >>> from jurat.spans import Span
    >>> span, fault = Span("response", 0, 7, "In 1998"), Span("response", 3, 7, "1998")
    >>> one = ResultFinding("hallucination", "claim", "unsupported", span, "", None, None, None, (fault,))
    >>> marked("In 1998.", [(1, one)], coloured=False).plain
    '[In «1998»](1).'
    """
    out, at, open_now = Text(), 0, list[tuple[int, ResultFinding]]()
    fault = False
    for place, closing, number, finding in _boundaries(marks):
        style = _style(open_now, coloured=coloured)
        out.append(printable(text[at:place]), style=f"{style} reverse" if fault and coloured else style)
        at = place
        if finding is None:
            fault = not closing
            out.append("»" if closing else "«", style="dim" if coloured else "")
        elif closing:
            open_now = [pair for pair in open_now if pair[0] != number]
            out.append(f"]({number})", style=f"dim {_STYLES[finding.tint]}" if coloured else "")
        else:
            open_now.append((number, finding))
            out.append("[", style=f"dim {_STYLES[finding.tint]}" if coloured else "")
    return out.append(printable(text[at:]))


def _boundaries(marks: list[tuple[int, ResultFinding]]) -> list[tuple[int, bool, int, ResultFinding | None]]:
    """Return where marks and words at fault start and end: ends first, inner ones inside outer ones."""
    spans: list[tuple[Span, int, ResultFinding | None]] = [
        (one.span, number, one) for number, one in marks if one.span is not None
    ]
    faults = {(span.start, span.end): span for _, one in marks for span in one.faults}
    spans += [(span, -1, None) for span in faults.values()]
    places = []
    for span, number, finding in spans:
        start, end = span.start, span.end
        places.append(((start, 1, -(end - start), -number), (start, False, number, finding)))
        places.append(((end, 0, end - start, number), (end, True, number, finding)))
    return [place for _, place in sorted(places, key=lambda pair: pair[0])]


def _style(open_now: list[tuple[int, ResultFinding]], *, coloured: bool) -> str:
    """Return the style of the worst open finding."""
    if not open_now or not coloured:
        return ""
    worst = max((finding.tint for _, finding in open_now), key=("good", "half", "bad").index)
    return f"{_STYLES[worst]} underline"


def _list(found: list[tuple[int, ResultFinding]]) -> Table:
    """Render the findings of one metric: kind, text, reason and evidence."""
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(justify="right")
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for number, one in found:
        style = _STYLES[one.tint]
        head = Text(f"{_SIGNS[one.tint]} {one.what}", style=style)
        said = Text(printable(_short(one.text)), style=style if one.tint == "bad" else "")
        said.append(f"\n{printable(one.explanation)}", style="not bold default")
        if one.evidence is not None:
            said.append(_unless_quoted(one.evidence, one.reason or "", ": "), style="not bold dim")
        elif one.nearest is not None:
            said.append(_unless_quoted(one.nearest, one.reason or "", "; nearest: "), style="not bold dim")
        if one.faults:
            words = ", ".join(f"“{printable(_short(fault.text))}”" for fault in one.faults)
            said.append(f"\nat fault: {words}", style="not bold default")
        table.add_row(Text(str(number), style="dim"), head, said)
    return table


def _quote(evidence: Evidence) -> str:
    if isinstance(evidence, str):
        return f"“{printable(_short(evidence))}”"
    place = f"{evidence.source} {evidence.start}–{evidence.end}"
    return f"“{printable(_short(evidence.text))}” ({printable(place)})"


def _unless_quoted(passage: Evidence, reason: str, before: str) -> str:
    """Return the passage, or only its place where the reason quotes it."""
    if isinstance(passage, str):
        return "" if passage in reason else f"{before}{_quote(passage)}"
    if " ".join(passage.text.split()) in reason:
        return f" ({printable(f'{passage.source} {passage.start}–{passage.end}')})"
    return f"{before}{_quote(passage)}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUOTE else line[: _QUOTE - 1] + "…"
