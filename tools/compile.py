"""Compile the text engine to machine code by mypyc: build/compiled holds a copy of the package beside it.

    python tools/compile.py            # make the tree, or leave it where it is up to date
    python tools/compile.py --check    # only say what is missing to make it

`PYTHONPATH=build/compiled` then runs anything with it. Nothing is ever put into `src/`, so that no binary can
stand in front of a file that was edited; the tree is made aside and takes its name when it is whole.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import io
import os
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import chdir, contextmanager, redirect_stdout
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "jurat"
TREE = ROOT / "build" / "compiled"
MARK, MAKING = "fingerprint", "making-"
GROUP = "jurat"
"""The library that holds the code of all modules, `jurat__mypyc`, stands beside the package."""
SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")

FOLDERS = (
    "nlp",
    "observers/council",
    "observers/grounding",
    "observers/questions",
    "observers/responses",
    "observers/summaries",
    "observers/toxicity",
)
"""What is compiled: where texts are read. The arithmetic of `rules/` is not: it would gain a tenth at most,
and machine code turns a whole number into a floating one wherever an annotation says `float`."""
ABOVE = ("cli", "data", "engines", "judges", "runs", "server")
"""What no compiled module imports, as `tests/test_package.py` checks: its changes need no compiling."""
LEFT_OUT = {
    "nlp.doc": "native classes have no __dict__, in which cached_property stores its values",
    "nlp.memoize": "a subclass of dict, read from C",
    "nlp.tagging.protocol": "taggers of other packages are called through it",
    "nlp.tagging.spacy_tagger": "its time is that of spaCy",
    "observers.council.review_form": "built once per question",
    "observers.council.rules_reviewer": "gives scores, where 7 must not become 7.0; called once per answer",
    "observers.grounding.indexed_doc": "cached_property, as nlp.doc",
    "observers.grounding.passages": "cached_property, as nlp.doc",
}
"""Modules of the folders that stay Python, each with the reason."""


def name_of(path: Path) -> str:
    """A source file's module, below the package.

    >>> name_of(SOURCE / "nlp" / "tokens.py"), name_of(SOURCE / "nlp" / "syntax" / "__init__.py")
    ('nlp.tokens', 'nlp.syntax')
    """
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def modules() -> dict[str, Path]:
    """Return the modules that are compiled, by their names below the package.

    The ``__init__.py`` of a package holds only a docstring and is left as it is.
    """
    paths = (path for folder in FOLDERS for path in sorted((SOURCE / folder).rglob("*.py")))
    found = {name_of(path): path for path in paths if path.name != "__init__.py"}
    return {name: path for name, path in found.items() if name not in LEFT_OUT}


def code() -> list[Path]:
    """What the compiled files depend on."""
    return [path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0] not in ABOVE]


def fingerprint(paths: Iterable[Path]) -> str:
    """Some files, this one, Python and mypy in a line."""
    tools = f"{sys.version} {SUFFIX} mypy {version('mypy')} setuptools {version('setuptools')}"
    whole = hashlib.sha256(tools.encode())
    for path in [Path(__file__), *sorted(paths)]:
        if path.is_file() and "__pycache__" not in path.parts:
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            whole.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return whole.hexdigest()


def marks() -> list[str]:
    """What the sources are now: as far as it is compiled, and the whole package."""
    return [fingerprint(code()), fingerprint(SOURCE.rglob("*"))]


def marks_of_tree() -> list[str]:
    """What they were when the tree was made, if there is one."""
    mark = TREE / MARK
    return mark.read_text(encoding="ascii").split() if mark.is_file() else ["", ""]


def up_to_date() -> bool:
    """Whether the tree is what the sources give."""
    return marks_of_tree() == marks()


def missing() -> list[str]:
    """What there has to be to compile and is not."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    needs = {
        f"C compiler ({compiler.split()[0]}; Debian: apt-get install gcc libc6-dev)": shutil.which(
            compiler.split()[0]
        ),
        "header files of this Python (Debian: apt-get install python3-dev)": Path(
            sysconfig.get_path("include"), "Python.h"
        ).exists(),
        "mypy or setuptools (make compiled installs them)": find_spec("mypyc") and find_spec("setuptools"),
    }
    return [need for need, there in needs.items() if not there]


@contextmanager
def alone() -> Iterator[None]:
    """One at a time: who comes second waits, and then finds the tree made."""
    TREE.parent.mkdir(exist_ok=True)
    with (TREE.parent / f"{TREE.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def compile_into(tree: Path, aside: Path) -> None:
    """Compile the modules of a tree, each beside its source."""
    from mypyc.build import mypycify
    from setuptools import setup

    paths = [str(path.relative_to(SOURCE.parent)) for path in modules().values()]
    options = ["--config-file=", "--explicit-package-bases", "--ignore-missing-imports"]
    with chdir(tree):
        extensions = mypycify(
            [*options, f"--cache-dir={aside / 'mypy'}", *paths],
            opt_level="2",
            debug_level="0",
            multi_file=True,  # as fast to run, and half the time to compile
            group_name=GROUP,
            target_dir=str(aside / "c"),
        )
        steps = ["--quiet", "build_ext", "--build-lib", str(tree), "--build-temp", str(aside / "objects")]
        setup(name="jurat", packages=[], py_modules=[], ext_modules=extensions, script_args=steps)


def reuse(tree: Path) -> None:
    """Take the compiled files of the tree that was there."""
    for path in libraries():
        shutil.copy2(path, tree / path.relative_to(TREE))


def make() -> None:
    """Make the tree aside, whole, and give it its name."""
    now = marks()
    with tempfile.TemporaryDirectory(dir=TREE.parent, prefix=MAKING) as folder:
        aside, tree = Path(folder), Path(folder) / "tree"
        shutil.copytree(SOURCE, tree / SOURCE.name, ignore=shutil.ignore_patterns("__pycache__"))
        if marks_of_tree()[0] == now[0]:
            reuse(tree)
        else:
            print(f"compiling {len(modules())} modules, which takes some minutes", flush=True)
            compile_quietly(tree, aside)
        (tree / MARK).write_text("\n".join(now), encoding="ascii")
        if TREE.exists():
            TREE.rename(aside / "old")
        tree.rename(TREE)


def compile_quietly(tree: Path, aside: Path) -> None:
    """Compile; of all that mypyc says, show only why it refuses a module."""
    said = io.StringIO()
    try:
        with redirect_stdout(said):
            compile_into(tree, aside)
    except SystemExit:
        sys.stderr.write(said.getvalue())
        raise


def libraries() -> list[Path]:
    """The compiled files of the tree."""
    return sorted(TREE.rglob(f"*{SUFFIX}"))


def main(arguments: list[str]) -> int:
    """Make the tree if need be; 2 where something is missing for it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say what is missing")
    given = parser.parse_args(arguments)
    lacking = missing()
    if lacking:
        print(f"cannot compile: there is no {'; no '.join(lacking)}", file=sys.stderr)
        return 2
    if given.check:
        return 0
    with alone():
        if up_to_date():
            print(f"{TREE.relative_to(ROOT)} is up to date")
            return 0
        for cut_off in TREE.parent.glob(f"{MAKING}*"):
            shutil.rmtree(cut_off)
        make()
    print(f"{TREE.relative_to(ROOT)} holds the package and {len(libraries())} compiled files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
