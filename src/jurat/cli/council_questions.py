"""Questions of a council: one from the command line, or a file of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jurat.cli.case_input import read_text
from jurat.cli.io import open_lines
from jurat.errors import InputError, OptionError
from jurat.runs.fingerprint import fingerprint
from jurat.runs.store.run_records import RunInput

if TYPE_CHECKING:
    from jurat.judges.council.api import Held
    from jurat.judges.council.session import Question
    from jurat.outcomes import Failure

    Deliberate = Callable[[Iterable[Question]], Iterator[Held | Failure]]

_OWN = (".json", ".jsonl", ".ndjson")
_TABLES = (".csv", ".tsv", ".parquet", ".jsonl.gz", ".csv.gz", ".tsv.gz")
SHOWN = 60
"""So many characters of a question stand where a run names its data."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, or the name of a file of questions."""

    question: Question | None = None
    file: str = "-"

    def reading(self) -> RunInput:
        """Return the description of the data for a saved run."""
        if self.question is not None:
            return RunInput(data=self.question.query[:SHOWN], folder=str(Path.cwd()))
        return RunInput(data=self.file, folder=str(Path.cwd()), fingerprint=fingerprint(self.file))

    def sessions(
        self, deliberate: Deliberate[Held], stack: ExitStack, skip: int = 0
    ) -> Iterator[Held | Failure]:
        """Yield the sessions of all questions; the first ones can be skipped."""
        from itertools import islice

        from jurat.judges.council.api import in_place

        return in_place(islice(self._questions(stack), skip, None), deliberate)

    def _questions(self, stack: ExitStack) -> Iterable[Question | Failure]:
        from jurat.judges.council.api import read_questions

        if self.question is not None:
            return [self.question]
        if self.file.lower().endswith(_TABLES):
            return table_questions(self.file)
        return read_questions(open_lines(self.file, "questions", stack))


def asked_of(asked: str | None, candidates: list[str], context: list[str]) -> Asked:
    """Return what the arguments ask for.

    >>> asked_of("answers.jsonl", [], []).file, asked_of("Why?", ["m=So."], []).question.candidates
    ('answers.jsonl', {'m': 'So.'})
    """
    if asked is None or not is_file_name(asked):
        return Asked(question=one_question(asked, candidates, context))
    if candidates or context:
        raise InputError("a file and texts were given", hint="move candidates and contexts into the file")
    return Asked(file=asked)


def is_file_name(asked: str) -> bool:
    """Return whether an argument names a file of questions.

    >>> is_file_name("answers.jsonl"), is_file_name("-"), is_file_name("What is .jsonl?")
    (True, True, False)
    """
    return asked == "-" or asked.lower().endswith((*_OWN, *_TABLES))


def table_questions(file: str) -> Iterator[Question | Failure]:
    """Yield the questions of a table; columns are detected as in `jurat run`."""
    from jurat.cases import CouncilCase
    from jurat.data import BadRow, read_cases
    from jurat.judges.council.session import Question
    from jurat.outcomes import Failure

    for row in read_cases(file, CouncilCase).cases:
        if isinstance(row, BadRow):
            yield Failure(id=row.label, error=str(row.error))
        elif isinstance(case := row.case, CouncilCase):
            name = row.row.number if case.id == "" else case.id
            yield Question(query=case.query, candidates=case.candidates, contexts=case.contexts, id=name)


def one_question(asked: str | None, candidates: list[str], context: list[str]) -> Question:
    """Return the question given by flags."""
    from jurat.judges.council.session import Question

    if asked is None:
        hint = 'write jurat council "question", or name a .jsonl file'
        raise InputError("no question given", hint=hint)
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
