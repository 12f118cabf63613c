"""Options of judges from the project's `jurat.yaml`."""

from __future__ import annotations

from pathlib import Path

from jurat.errors import OptionError
from jurat.judges.registry import judge_names
from jurat.options import OptionChanges
from jurat.settings import project_file, project_judge_options


def project_options(judge: str, folder: str | Path | None = None) -> OptionChanges:
    """Return the options that the project's `jurat.yaml` sets for a judge; none where it sets none.

    The file is looked for in the folder, by default the working directory, and upwards.
    """
    start = Path.cwd() if folder is None else Path(folder).absolute()
    found = project_judge_options(start)
    for name in found:
        if name not in judge_names():
            where = f"{project_file(start)}: judges.{name}"
            raise OptionError("is not a judge", where=where, hint=f"use {', '.join(judge_names())}")
    return found.get(judge, {})
