"""`jurat check`: one case, judged and shown with its evidence."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from jurat.cases import Case, ResponseCase, SummaryCase
from jurat.cli import observing as asking
from jurat.cli import options as flags
from jurat.cli.console import Plain
from jurat.cli.disagreement import render_disagreement
from jurat.cli.evidence import render_evidence
from jurat.cli.judging import JudgeFlag, builder, case_type_of, default_judge
from jurat.cli.running import FINE
from jurat.cli.tables import render
from jurat.data import CaseRow, read_cases
from jurat.errors import InputError
from jurat.judges.judge import Judge
from jurat.options import Options
from jurat.outcomes import Result
from jurat.runs.disagreement import disagreement
from jurat.wire import dump


def command(
    file: Annotated[
        str | None, typer.Argument(help="A JSON file that holds one case; - for standard input.")
    ] = None,
    *,
    query: Annotated[str | None, typer.Option(help="What was asked.")] = None,
    context: Annotated[list[str] | None, typer.Option(help="A passage; may be given again.")] = None,
    response: Annotated[str | None, typer.Option(help="The response to be judged.")] = None,
    article: Annotated[str | None, typer.Option(help="The article that was summarised.")] = None,
    summary: Annotated[str | None, typer.Option(help="The summary to be judged.")] = None,
    judge: JudgeFlag = None,
    row: Annotated[int, typer.Option("--row", min=1, help="Which row of a file that has several.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    observer: asking.ObserverFlag = None,
    samples: asking.SamplesFlag = None,
    max_calls: asking.MaxCallsFlag = None,
    max_tokens: asking.MaxTokensFlag = None,
    max_cost: asking.MaxCostFlag = None,
    prices: asking.PricesFlag = None,
    cache: asking.CacheFlag = None,
    no_cache: asking.NoCacheFlag = False,
    deadline: asking.DeadlineFlag = None,
    strict_partial: flags.StrictPartial = None,
    overlap: flags.OverlapFlag = None,
    relevance: flags.RelevanceFlag = None,
    threshold: flags.ThresholdFlag = None,
    weight: flags.WeightFlag = None,
) -> int:
    """Judge one case and show the verdict, the scores and the evidence.

    A text is given as it is, as @FILE, or as - for standard input.
    """
    changes = flags.given(locals())
    texts = {"query": query, "response": response, "article": article, "summary": summary}
    given = {name: read_text(text, f"--{name}") for name, text in texts.items() if text is not None}
    passages = tuple(read_text(text, "--context") for text in context or ())
    case = find_case(given, passages, file, row, judge)
    who = asking.observers(
        observer,
        no_cache=no_cache,
        samples=samples,
        max_calls=max_calls,
        max_tokens=max_tokens,
        max_cost=max_cost,
        prices=prices,
        cache=cache,
        deadline=deadline,
    )
    name, options = judge or default_judge(type(case)), Options().changed(changes)
    judges = [builder(name, options, observing)() for observing in who]
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
    """The result of a case; what models spent on it is said."""
    with asking.told(made.asking):
        return made.judge(case)


def read_text(value: str, flag: str) -> str:
    """A text given as it is, as @FILE, or as - for standard input."""
    if value == "-":
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    if not value.startswith("@"):
        return value
    if value == "@":
        raise InputError("no file is named", where=flag, hint="name a text file after the @")
    try:
        return Path(value[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        what = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        hint = "name a text file after the @"
        raise InputError(f"{value[1:]} cannot be read: {what}", where=flag, hint=hint) from None


def find_case(
    given: dict[str, str], passages: tuple[str, ...], file: str | None, row: int, judge: str | None
) -> Case:
    """The case that the options or a file give."""
    if file is None and not given:
        hint = "give --query, --context and --response, or --article and --summary, or a file"
        raise InputError("there is nothing to judge", hint=hint)
    if file is not None and (given or passages):
        raise InputError("a file and texts are given", hint="give one or the other")
    wanted = None if judge is None else case_type_of(judge)
    if file is not None:
        return from_file(file, row, wanted)
    summarised = {"article", "summary"} & given.keys()
    return from_texts(given, passages, wanted or (SummaryCase if summarised else ResponseCase))


def from_texts(given: dict[str, str], passages: tuple[str, ...], case_type: type[Case]) -> Case:
    """The case that the options give."""
    needed = ("article", "summary") if case_type is SummaryCase else ("query", "response")
    for name in needed:
        if name not in given:
            raise InputError("is missing", where=f"--{name}", hint="give the text, @FILE or -")
    for name in (*given, *(("context",) if passages and case_type is SummaryCase else ())):
        if name not in needed:
            hint = f"give {', '.join(needed)}"
            raise InputError("is not a text of this judge", where=f"--{name}", hint=hint)
    if case_type is SummaryCase:
        return SummaryCase(article=given["article"], summary=given["summary"])
    return ResponseCase(query=given["query"], response=given["response"], contexts=passages)


def from_file(file: str, row: int, case_type: type[Case] | None) -> Case:
    """One case of a file, of the kind that its fields fit where no judge says it."""
    try:
        stream = read_cases(file, case_type or ResponseCase, limit=row)
    except InputError:
        if case_type is not None or file == "-":
            raise
        stream = read_cases(file, SummaryCase, limit=row)
    found = next(islice(stream.cases, row - 1, None), None)
    if found is None:
        raise InputError(f"has no row {row}", where=file, hint="choose another with --row")
    if not isinstance(found, CaseRow):
        raise found.error
    return found.case
