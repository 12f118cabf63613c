"""`jurat check`: judge one case and show the evidence."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from jurat.cases import Case
from jurat.cli.case_input import find_case, read_text
from jurat.cli.dispatch import FINE
from jurat.cli.flags.flag_groups import Without
from jurat.cli.flags.judge_flags import JudgeFlag, default_judge, judge_options
from jurat.cli.flags.model_flags import ModelFlags, usage_shown
from jurat.cli.flags.option_flags import RowOptionFlags
from jurat.cli.render.console import Plain
from jurat.cli.render.disagreement_table import render_disagreement
from jurat.cli.render.evidence import render_evidence
from jurat.cli.render.result_tables import render
from jurat.judges.judge import Judge
from jurat.outcomes import Result
from jurat.runs.compare.observer_disagreement import disagreement
from jurat.runs.service import judge_builder
from jurat.wire import dump


def command(
    file: Annotated[str | None, typer.Argument(help="JSON file with one case; - for standard input.")] = None,
    *,
    query: Annotated[str | None, typer.Option(help="The query.")] = None,
    context: Annotated[list[str] | None, typer.Option(help="A context passage (repeatable).")] = None,
    response: Annotated[str | None, typer.Option(help="The response to judge.")] = None,
    reference: Annotated[str | None, typer.Option(help="Reference answer, known to be correct.")] = None,
    article: Annotated[str | None, typer.Option(help="The article.")] = None,
    summary: Annotated[str | None, typer.Option(help="The summary to judge.")] = None,
    judge: JudgeFlag = None,
    row: Annotated[int, typer.Option("--row", min=1, help="Row number in a file with several rows.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    models: Annotated[ModelFlags, Without("concurrency")],
    options: RowOptionFlags,
) -> int:
    """Judge one case and show the verdict, the scores and the evidence.

    A text is given literally, as @FILE, or as - for standard input.
    """
    changes = options.changes()
    texts = {
        "query": query,
        "response": response,
        "reference": reference,
        "article": article,
        "summary": summary,
    }
    given = {name: read_text(text, f"--{name}") for name, text in texts.items() if text is not None}
    passages = tuple(read_text(text, "--context") for text in context or ())
    case = find_case(given, passages, file, row, judge)
    who = models.observers()
    name = judge or default_judge(type(case))
    chosen = judge_options(name, changes)
    judges = [judge_builder(name, chosen, observing)() for observing in who]
    results = [_judged(made, case) for made in judges]
    if json:
        sys.stdout.buffer.write(b"".join(dump(result) + b"\n" for result in results))
        return FINE
    console = Plain()
    for result in results:
        console.print(render(result))
        console.print(render_evidence(case, result, coloured=console.is_terminal))
    for made, result in zip(judges[1:], results[1:], strict=True):
        names = (judges[0].observer.name, made.observer.name)
        console.print(render_disagreement(disagreement(names, [(results[0], result)])))
    return FINE


def _judged(made: Judge[Any, Any], case: Case) -> Result:
    """Judge a case and report the usage of models."""
    with usage_shown(made.model_observer):
        return made.judge(case)
