"""Change the language package and the observers in small ways, and tell which tests notice.

    python -m tools.mutants                                   # 100 mutants of nlp/ and observers/
    python -m tools.mutants --count 20 --seed 3 --only src/jurat/nlp/dates

A mutant is one module with one change: a comparison, a condition, a constant, a bound, a returned value. It
is written into a temporary copy of src/. First run the module's own test file and the tests that import the
module, then all tests of its package. A mutant on which no test fails survives. The exit code is 1 where less
than 90 % are killed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("src/jurat/nlp", "src/jurat/observers")
ENOUGH: Final = 0.9
SECONDS: Final = 900
"""How long tests may take; a mutant that does not end is killed."""
PYTEST: Final = ("-x", "-q", "--no-header", "-p", "no:cacheprovider", "--hypothesis-profile", "everyday")
LEFT_OUT: Final = "not slow and not compiled and not llm"
_SWAPPED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_EMPTY: Final = {"list": "[]", "tuple": "()", "str": "''", "dict": "{}", "set": "set()", "int": "0"}
_UNREAD: Final = frozenset({"annotation", "returns", "decorator_list", "type_params"})
"""Fields of nodes in which a change changes nothing that a result shows."""
_NOTICED: Final = re.compile(r"^(?:FAILED|ERROR) ([^\s:]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one change."""

    path: Path
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before} → {self.after}"


def mutants(path: Path, source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module, in the order of its lines."""
    tree = ast.parse(source)
    places = sorted(_places(tree), key=lambda place: (place[0].lineno, place[0].col_offset))
    for node, parent, field, index, returned in places:
        for changed in _changes(node, returned):
            before = ast.unparse(node)
            _put(parent, field, index, changed)
            yield Mutant(path, node.lineno, before, ast.unparse(changed), ast.unparse(tree))
            _put(parent, field, index, node)


Place = tuple[ast.expr, ast.AST, str, int | None, str]
"""An expression, the field of its parent that holds it, and what its function returns if it is returned."""


def _places(tree: ast.AST, returns: str = "") -> Iterator[Place]:
    for field, value in ast.iter_fields(tree):
        if field in _UNREAD:
            continue
        listed = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, node in listed:
            if isinstance(node, ast.expr) and not _is_docstring(tree, node):
                yield node, tree, field, index, _role(tree, field, returns)
            if isinstance(node, ast.AST):
                yield from _places(node, _returns(node, returns))


def _is_docstring(parent: ast.AST, node: ast.expr) -> bool:
    return isinstance(parent, ast.Expr) and isinstance(node, ast.Constant)


def _returns(node: ast.AST, otherwise: str) -> str:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return ast.unparse(node.returns) if node.returns else "None"
    return "" if isinstance(node, ast.Lambda) else otherwise


def _role(parent: ast.AST, field: str, returns: str) -> str:
    """Return what becomes of an expression: "test", "bound", or the type that is returned."""
    if field in {"test", "ifs"}:
        return "test"
    if isinstance(parent, ast.Slice) and field in {"lower", "upper"}:
        return "bound"
    return f"return {returns}" if isinstance(parent, ast.Return) else ""


def _put(parent: ast.AST, field: str, index: int | None, node: ast.expr) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _changes(node: ast.expr, role: str) -> Iterator[ast.expr]:
    """Yield what an expression may become."""
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                changed = copy.copy(node)
                changed.ops = [*node.ops]
                changed.ops[place] = _SWAPPED[type(operator)]()
                yield changed
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=bool(truth)):
            yield ast.Constant(not truth)
        case ast.Constant(value=int(number)):
            yield ast.Constant(number + 1)
            yield ast.Constant(number - 1)
        case ast.BinOp(op=ast.Add() | ast.Sub()) if not _is_text(node):
            yield ast.BinOp(node.left, ast.Sub() if isinstance(node.op, ast.Add) else ast.Add(), node.right)
    yield from _changes_of_role(node, role)


def _changes_of_role(node: ast.expr, role: str) -> Iterator[ast.expr]:
    whole = isinstance(node, ast.Constant) and not isinstance(node.value, str)
    if role == "test" and not isinstance(node, ast.Compare) and not _is_denied(node):
        yield ast.UnaryOp(ast.Not(), node)
    elif role == "bound" and not whole:
        yield ast.BinOp(node, ast.Add(), ast.Constant(1))
    elif role.startswith("return ") and not whole:
        empty = ast.parse(
            _EMPTY.get(role.removeprefix("return ").partition("[")[0], "None"), mode="eval"
        ).body
        if ast.dump(empty) != ast.dump(node):
            yield empty


def _is_denied(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(
        isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, str))
        for one in sides
    )


def modules(root: Path, only: Sequence[str]) -> list[Path]:
    """Return the modules below some folders, relative to the root."""
    found: set[Path] = set()
    for name in only:
        path = root / name
        found.update([path] if path.is_file() else path.rglob("*.py"))
    return sorted(one.relative_to(root) for one in found if one.name != "__init__.py")


def nearest_tests(root: Path, module: Path) -> list[str]:
    """Return the module's own test file, and those that import the module."""
    _, _, *folders, _ = module.parts
    own = root.joinpath("tests", *folders, f"test_{module.name}")
    dotted = ".".join(module.with_suffix("").parts[1:])
    package, _, name = dotted.rpartition(".")
    ways = (
        rf"from {re.escape(dotted)} ",
        rf"import {re.escape(dotted)}\b",
        rf"from {re.escape(package)} import .*\b{name}\b",
    )
    imports = re.compile(rf"^(?:{'|'.join(ways)})", re.MULTILINE)
    files = sorted((root / "tests").rglob("test_*.py"))
    others = [one for one in files if one != own and imports.search(one.read_text(encoding="utf-8"))]
    return [str(one.relative_to(root)) for one in (own, *others) if one.exists()]


class Laboratory:
    """A copy of src/ in which mutants live one after the other."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder, self.tried = root, folder, 0
        self.sound: set[str] = set()
        shutil.copytree(root / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))

    def noticed_by(self, mutant: Mutant) -> str | None:
        """Return the first test file that fails on a mutant, or none if it survives."""
        place = self.folder / mutant.path
        given, times = place.read_bytes(), place.stat()
        noticed: str | None = None
        self.tried += 1
        place.write_text(mutant.source + "\n", encoding="utf-8")
        # Compiled caches are told apart by seconds: each mutant has its own.
        os.utime(place, (times.st_atime, times.st_mtime + self.tried))
        try:
            package = "/".join(("tests", *mutant.path.parts[2:3]))
            stages = (nearest_tests(self.root, mutant.path), [package])
            noticed = next(filter(None, (self._failing(one) for one in stages if one)), None)
        finally:
            place.write_bytes(given)
            os.utime(place, (times.st_atime, times.st_mtime))
        if noticed is not None:
            self._check_sound(noticed)
        return noticed

    def _check_sound(self, noticed: str) -> None:
        """Refuse a test file that fails on the unchanged module too: it notices nothing."""
        file = noticed.partition(" ")[0]
        if file not in self.sound and self._failing([file]):
            raise SystemExit(f"{file} fails without any change; correct that first")
        self.sound.add(file)

    def _failing(self, tests: list[str]) -> str | None:
        given = os.environ.get("PYTHONPATH", "")
        paths = os.pathsep.join(filter(None, (str(self.folder / "src"), str(self.root), given)))
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONPYCACHEPREFIX": str(self.folder / "pyc")}
        command = [sys.executable, "-m", "pytest", *PYTEST, "-m", LEFT_OUT, *tests]
        try:
            done = subprocess.run(  # noqa: S603
                command,
                cwd=self.root,
                env=environment,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"{tests[0]} (does not end)"
        if done.returncode in (0, 5):  # 5: nothing was selected
            return None
        found = _NOTICED.search(done.stdout)
        return found[1] if found else f"{tests[0]} (exit code {done.returncode})"


def try_mutants(root: Path, chosen: Iterable[Mutant]) -> list[tuple[Mutant, str | None]]:
    """Return each mutant with the first test file that fails on it, or none if it survives."""
    tried = []
    with tempfile.TemporaryDirectory() as folder:
        laboratory = Laboratory(root, Path(folder))
        for mutant in chosen:
            noticed = laboratory.noticed_by(mutant)
            print(
                f"{'killed  ' if noticed else 'SURVIVED'} {mutant}{f'  [{noticed}]' if noticed else ''}",
                flush=True,
            )
            tried.append((mutant, noticed))
    return tried


def sample(root: Path, only: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """Return some mutants of all modules below some folders, the same for the same seed."""
    found = [
        mutant
        for path in modules(root, only)
        for mutant in mutants(path, (root / path).read_text(encoding="utf-8"))
    ]
    chosen = random.Random(seed).sample(range(len(found)), min(count, len(found)))
    return [found[number] for number in sorted(chosen)]


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Run the tool and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--count", type=int, default=100, help="how many mutants are tried (default 100)")
    parser.add_argument("--seed", type=int, default=0, help="which are chosen (default 0)")
    parser.add_argument("--only", action="append", metavar="PATH", help="a module or folder below src/")
    options = parser.parse_args(arguments)
    chosen = sample(root, options.only or PACKAGES, options.count, options.seed)
    if not chosen:
        parser.error("no mutants there; give a module or a folder below src/ that has code")
    tried = try_mutants(root, chosen)
    survivors = [mutant for mutant, noticed in tried if noticed is None]
    share = 1 - len(survivors) / len(tried)
    print(f"\n{len(tried) - len(survivors)} of {len(tried)} mutants killed ({share:.0%})")
    for mutant in survivors:
        print(f"survived: {mutant}")
    return int(share < ENOUGH)


if __name__ == "__main__":
    sys.exit(main())
