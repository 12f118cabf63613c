"""What a council is asked: one question from the command line, or a file of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jurat.cli.check import read_text
from jurat.cli.opening import open_lines
from jurat.errors import InputError, OptionError
from jurat.runs.fingerprint import fingerprint
from jurat.runs.store.records import Reading

if TYPE_CHECKING:
    from jurat.judges.council import Council, Question, Session
    from jurat.outcomes import Failure

_OWN = (".json", ".jsonl", ".ndjson")
_TABLES = (".csv", ".tsv", ".parquet", ".jsonl.gz", ".csv.gz", ".tsv.gz")
SHOWN = 60
"""So many characters of a question stand where a run names its data."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, or the name of a file of them."""

    question: Question | None = None
    file: str = "-"

    def reading(self) -> Reading:
        """What a kept run says of its data."""
        if self.question is not None:
            return Reading(data=self.question.query[:SHOWN], folder=str(Path.cwd()))
        return Reading(data=self.file, folder=str(Path.cwd()), fingerprint=fingerprint(self.file))

    def sessions(self, council: Council, stack: ExitStack, skip: int = 0) -> Iterator[Session | Failure]:
        """All that was asked, through a council; the first ones may be skipped."""
        from itertools import islice

        from jurat.convening import convene, in_place

        if self.question is not None:
            return council.deliberate([self.question][skip:])
        if self.file.lower().endswith(_TABLES):
            return in_place(islice(table_questions(self.file), skip, None), council)
        return convene(open_lines(self.file, "questions", stack), council, skip=skip)


def asked_of(asked: str | None, candidates: list[str], context: list[str]) -> Asked:
    """What the arguments ask.

    >>> asked_of("answers.jsonl", [], []).file, asked_of("Why?", ["m=So."], []).question.candidates
    ('answers.jsonl', {'m': 'So.'})
    """
    if asked is None or not is_file_name(asked):
        return Asked(question=one_question(asked, candidates, context))
    if candidates or context:
        raise InputError("a file and texts are given", hint="put candidates and contexts into the file")
    return Asked(file=asked)


def is_file_name(asked: str) -> bool:
    """Whether an argument names a file of questions and is no question itself.

    >>> is_file_name("answers.jsonl"), is_file_name("-"), is_file_name("What is .jsonl?")
    (True, True, False)
    """
    return asked == "-" or asked.lower().endswith((*_OWN, *_TABLES))


def table_questions(file: str) -> Iterator[Question | Failure]:
    """The questions of a table, its columns understood as `jurat run` does."""
    from jurat.cases import CouncilCase
    from jurat.data import BadRow, read_cases
    from jurat.judges.council import Question
    from jurat.outcomes import Failure

    for row in read_cases(file, CouncilCase).cases:
        if isinstance(row, BadRow):
            yield Failure(id=row.label, error=str(row.error))
        elif isinstance(case := row.case, CouncilCase):
            name = row.row.number if case.id == "" else case.id
            yield Question(query=case.query, candidates=case.candidates, contexts=case.contexts, id=name)


def one_question(asked: str | None, candidates: list[str], context: list[str]) -> Question:
    """The question that the flags give."""
    from jurat.judges.council import Question

    if asked is None:
        hint = 'write jurat council "question", or name a .jsonl file'
        raise InputError("there is no question", hint=hint)
    named: dict[str, str] = {}
    for one in candidates:
        name, equals, text = one.partition("=")
        if not equals or not name.strip() or name.strip() in named:
            raise OptionError(
                f"{one[:40]!r} is not NAME=TEXT", where="--candidate", hint="name each one once"
            )
        named[name.strip()] = read_text(text, "--candidate")
    passages = tuple(read_text(text, "--context") for text in context)
    return Question(query=read_text(asked, "question"), candidates=named, contexts=passages, id=1)
