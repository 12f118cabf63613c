"""The snippets of the docs pass mypy and pyright, both strict."""

from __future__ import annotations

import ast
import doctest
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.test_pages import ROOT, blocks

pytestmark = pytest.mark.slow

PAGES = [
    ROOT / "docs" / f"{name}.md"
    for name in (
        "coming-from/ragas",
        "how-to/use-data-frames",
        "how-to/write-a-judge",
        "how-to/write-an-observer",
        "reference/python",
    )
]
"""Pages for those who program with Jurat; others show labels, whose type depends on the judge."""
HEAD = "from __future__ import annotations\n\n"


def shown(source: str) -> str:
    """A snippet as a program: what a prompt would show is printed."""
    tree = ast.parse(source)
    for place, node in enumerate(tree.body):
        if isinstance(node, ast.Expr):
            call = ast.Call(func=ast.Name("print", ast.Load()), args=[node.value], keywords=[])
            tree.body[place] = ast.Expr(call)
    return ast.unparse(ast.fix_missing_locations(tree))


def program(page: Path) -> str:
    """All snippets of a page, one after the other."""
    found = []
    for block in blocks(page, "python"):
        if ">>>" in block:
            examples = doctest.DocTestParser().get_examples(block)
            found += [shown(one.source) if one.want else one.source for one in examples]
        else:
            found.append(block)
    return "\n".join(found)


@pytest.fixture(scope="module")
def snippets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("snippets")
    for page in PAGES:
        source = program(page)
        assert source
        (folder / f"{page.stem.replace('-', '_')}.py").write_text(HEAD + source + "\n", encoding="utf-8")
    settings = {
        "typeCheckingMode": "strict",
        "include": ["."],
        "reportMissingTypeStubs": False,
        "reportDuplicateImport": False,
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    return folder


def mypy(folder: Path, *files: str) -> str:
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file",
        str(folder / "mypy.ini"),
        *(files or ["."]),
    ]
    untyped = "[mypy-pandas.*,datasets.*]\nignore_missing_imports = true\n"  # they have no types
    (folder / "mypy.ini").write_text(f"[mypy]\n{untyped}", encoding="utf-8")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr


def pyright(folder: Path, *files: str) -> str:
    """What pyright says; its program comes with its package, and so does Node: nothing is loaded."""
    spec = find_spec("pyright")
    assert spec is not None
    assert spec.origin is not None
    script = Path(spec.origin).parent / "dist" / "index.js"
    command = [str(Path(sys.executable).parent / "node"), str(script), "--pythonpath", sys.executable]
    done = subprocess.run([*command, *(files or ["-p", "."])], cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_mypy_accepts_every_snippet(snippets: Path) -> None:
    assert "Success: no issues found" in mypy(snippets)


def test_pyright_accepts_every_snippet(snippets: Path) -> None:
    assert pyright(snippets).startswith("0 errors")


def test_both_refuse_what_is_wrong_and_know_the_type_of_a_value(tmp_path: Path) -> None:
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}', encoding="utf-8")
    (tmp_path / "wrong.py").write_text(
        "import jurat\n"
        "result = jurat.judge('claim-lock').judge({'query': 'a', 'response': 'b'})\n"
        "value: float | None = result['hallucination'].value\n"
        "wrong: str = result['hallucination'].value\n",
        encoding="utf-8",
    )
    assert 'wrong.py:4: error: Incompatible types in assignment (expression has type "float | None"' in mypy(
        tmp_path, "wrong.py"
    )
    found = pyright(tmp_path)
    assert "wrong.py:4:" in found
    assert "1 error," in found
