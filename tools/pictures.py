"""Draw the pictures of the pages: what a terminal shows.

python tools/pictures.py
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

import jurat
from jurat.cli.case_input import from_file
from jurat.cli.render.evidence import render_evidence
from jurat.cli.render.result_tables import render

ROOT = Path(__file__).parents[1]
FONTS = re.compile(r"\s*@font-face \{.*?\}|\s*<!--.*?-->", re.DOTALL)
"""What a drawing would fetch from elsewhere, and who drew it."""
PICTURE = ROOT / "docs" / "images" / "check.svg"


def check_picture() -> str:
    """An answer with wrong figures, as `jurat check` shows it."""
    case = from_file(str(ROOT / "examples" / "answers.jsonl"), 2, None)
    result = jurat.judge("claim-lock").judge(case)
    console = Console(
        record=True,
        width=96,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
    )
    console.print(render(result))
    console.print(render_evidence(case, result, coloured=True))
    drawn = console.export_svg(title="jurat check examples/answers.jsonl --row 2", unique_id="check")
    return FONTS.sub("", drawn)


if __name__ == "__main__":
    PICTURE.write_text(check_picture(), encoding="utf-8")
