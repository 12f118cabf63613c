"""The package itself: who may import whom, what importing costs and does, and what is public."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import jurat
from jurat.judges.registry import judge_names

ROOT = Path(jurat.__file__).parent
LAYOUT = Path(__file__).parents[1] / "docs" / "design" / "layout.md"
NAME = re.compile(r"`(\w+)`")
PYDANTIC = {"llm", "observers", "server", "wire"}


def layout() -> dict[str, set[str]]:
    """What each part may import, as the table of the layout says."""
    rows = re.findall(r"^\| (`.+?) \| .+ \| (.+) \|$", LAYOUT.read_text(encoding="utf-8"), re.MULTILINE)
    types = set(NAME.findall(rows[0][0]))
    return {
        part: set(NAME.findall(allowed))
        | {part}
        | (types if "the types" in allowed or part in types else set())
        for parts, allowed in rows
        for part in NAME.findall(parts)
    }


ALLOWED = layout()


def imports(path: Path) -> set[str]:
    """The parts of Jurat that a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "jurat":
            parts = (node.module or "").split(".")
            found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {a.name.split(".")[1] for a in node.names if a.name.startswith("jurat.")}
    return found


def part(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


FILES = sorted(ROOT.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_layers_import_only_what_lies_below_them(path: Path) -> None:
    assert imports(path) <= ALLOWED[part(path)]


def test_the_table_of_the_layout_has_a_row_for_every_part() -> None:
    assert set(ALLOWED) == {part(path) for path in FILES}


def test_pydantic_stands_only_where_json_comes_in() -> None:
    assert {part(path) for path in FILES if re.search(r"\bpydantic\b", path.read_text("utf-8"))} == PYDANTIC


def fresh(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_import_loads_no_heavy_package() -> None:
    code = (
        "import sys; before = set(sys.modules); import jurat; new = set(sys.modules) - before\n"
        "print(sorted(name for name in new if name.split('.')[0] not in sys.stdlib_module_names))"
    )
    assert fresh(code) == "['jurat']"


def test_import_reads_no_environment_and_opens_no_socket() -> None:
    code = (
        "import sys\n"
        "def watch(event, args):\n"
        "    if event.startswith(('socket.', 'subprocess.', 'urllib.')): raise SystemExit(event)\n"
        "sys.addaudithook(watch)\n"
        "import os\n"
        "class Env(dict):\n"
        "    def __getitem__(self, key): raise SystemExit('environment read: ' + str(key))\n"
        "    get = __contains__ = items = keys = __iter__ = __getitem__\n"
        "from pydantic import ConfigDict, Discriminator, TypeAdapter, ValidationError\n"
        "TypeAdapter(int)\n"
        "os.environ = Env()\n"
        "import jurat\n"
        "for name in jurat.__all__: getattr(jurat, name)\n"
        "print('quiet')"
    )
    assert fresh(code) == "quiet"


def test_public_names_are_sorted_and_exist() -> None:
    assert sorted(jurat.__all__) == jurat.__all__
    assert all(getattr(jurat, name) is not None for name in jurat.__all__)
    assert dir(jurat) == sorted(jurat.__all__)


def test_no_module_hides_a_public_name() -> None:
    modules = {path.stem for path in ROOT.iterdir() if path.stem != "__init__"}
    assert modules & set(jurat.__all__) == set()


def test_an_unknown_public_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        getattr(jurat, "nonsense")  # noqa: B009


def test_the_pages_name_every_public_name_and_every_setting() -> None:
    from jurat.judges.council.council_settings import FIELDS
    from jurat.settings import PARTS, GateSettings, ModelSettings

    pages = ROOT.parents[1] / "docs" / "reference"
    python, settings = ((pages / name).read_text("utf-8") for name in ("python.md", "settings.md"))
    known = {*PARTS, *FIELDS, *GateSettings.__dataclass_fields__, *ModelSettings.__dataclass_fields__}
    assert [name for name in jurat.__all__ if f"`{name}`" not in python] == []
    assert sorted(name for name in known if f"`{name}`" not in settings) == []


def test_results_and_failures_become_json_and_come_back() -> None:
    failure = jurat.Failure(id=3, error="query: is empty")
    assert jurat.dump(failure) == b'{"id":3,"error":"query: is empty"}'
    assert jurat.load(jurat.dump(failure)) == failure


def modules() -> Iterator[tuple[str, Path]]:
    """The modules whose name says what they hold; commands and routes have the names that users type."""
    for path in FILES:
        folder = path.relative_to(ROOT).parent
        if path.stem != "__init__" and folder.name not in ("commands", "routes"):
            yield path.stem, path


def test_no_two_modules_have_the_same_name() -> None:
    names = Counter(name for name, _ in modules())
    assert {name for name, count in names.items() if count > 1} == {
        "claim_lock",
        "claim_lock_ultra",
    }  # a judge and its arithmetic


def test_no_two_modules_define_a_class_of_the_same_name() -> None:
    names = Counter(
        node.name
        for path in FILES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, count in names.items() if count > 1] == []


OWN_MODULES = {
    "judges/claim_lock.py",
    "judges/claim_lock_ultra.py",
    "judges/summary_judges.py",
    "judges/council/council_spec.py",
}
"""The modules in which a judge is declared, and may know its name."""


def compared(path: Path) -> Iterator[str]:
    """The texts that a file compares with, matches, or has as keys of a table."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        parts: list[ast.expr | None] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            parts = [node.value]
        elif isinstance(node, ast.Dict):
            parts = [*node.keys]
        for part in parts:
            for inner in ast.walk(part) if part is not None else ():
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                    yield inner.value


def test_no_module_but_its_own_compares_with_the_name_of_a_judge() -> None:
    names = {*judge_names(), "council"}
    found = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in FILES
        if str(path.relative_to(ROOT)) not in OWN_MODULES
        for text in compared(path)
        if text in names
    }
    assert found == {"cli/__init__.py: council"}  # the command of that name


def test_no_command_module_exceeds_150_lines() -> None:
    sizes = {
        path.name: len(path.read_text("utf-8").splitlines())
        for path in (ROOT / "cli/commands").iterdir()
        if path.suffix == ".py"
    }
    assert {name: size for name, size in sizes.items() if size > 150} == {}
