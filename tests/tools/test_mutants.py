"""Mutants of a tiny module: which there are, and which its tests notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.mutants import main, modules, mutants, nearest_tests, sample

SIGN = '''"""Signs."""

LEAST: int = 3


def sign(number: int) -> str:
    """Return the sign, 1 or more being plus."""
    if number > 0 and not number == 7:
        return "+"
    return "-"
'''
TEST = """from tiny.nlp.sign import sign


def test_sign():
    assert [sign(number) for number in (-1, 0, 1, 7)] == ["-", "-", "+", "-"]
"""
CONFTEST = """from hypothesis import settings

settings.register_profile("everyday", max_examples=5)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one module, with a test that reads all of it but a constant."""
    files = {
        "src/tiny/__init__.py": "",
        "src/tiny/nlp/__init__.py": "",
        "src/tiny/nlp/sign.py": SIGN,
        "tests/conftest.py": CONFTEST,
        "tests/nlp/test_sign.py": TEST,
        "tests/test_other.py": "from tiny.nlp import sign\n",
        "tests/test_far.py": "from tiny.nlp.signal import x\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("LEAST: int = 3", ["3 → 4", "3 → 2"]),
        ("x = a < b <= c", ["a < b <= c → a <= b <= c", "a < b <= c → a < b < c"]),
        ("x = a in b", ["a in b → a not in b"]),
        ("x = a and b", ["a and b → a or b"]),
        ("x = not a", ["not a → a"]),
        ("x = True", ["True → False"]),
        ("x = a + b", ["a + b → a - b"]),
        ("x = a + 'b'", []),
        ("x = a[b:]", ["b → b + 1"]),
        ("x = [a for a in b if c]", ["c → not c"]),
        ("def f(a: A[3]) -> list[int]:\n    return a", ["a → []"]),
        ("def f(a):\n    return a", ["a → None"]),
        ("def f() -> str:\n    return 'a'", ["'a' → ''"]),
        ("def f() -> bool:\n    return None", []),
        ("@f(3)\ndef g() -> None:\n    '''Say 3.'''", []),
        ("while a:\n    pass", ["a → not a"]),
    ],
)
def test_each_change_is_a_mutant(source: str, expected: list[str]) -> None:
    found = list(mutants(Path("m.py"), source))
    assert [f"{one.before} → {one.after}" for one in found] == expected
    assert all(one.source != source for one in found)


def test_the_tests_of_a_module_are_its_own_and_those_that_import_it(project: Path) -> None:
    [module] = modules(project, ["src/tiny"])
    assert module == Path("src/tiny/nlp/sign.py")
    assert nearest_tests(project, module) == ["tests/nlp/test_sign.py", "tests/test_other.py"]


def test_a_seed_chooses_the_same_mutants_in_order(project: Path) -> None:
    chosen = sample(project, ["src/tiny"], 4, 1)
    assert chosen == sample(project, ["src/tiny"], 4, 1) != sample(project, ["src/tiny"], 4, 2)
    assert [one.line for one in chosen] == sorted(one.line for one in chosen)
    assert len(sample(project, ["src/tiny"], 99, 1)) == 13


def test_survivors_are_named_and_fail_the_run(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "tests/test_other.py").unlink()
    assert main(["--only", "src/tiny", "--count", "5", "--seed", "1"], project) == 1
    shown = capsys.readouterr().out
    assert "4 of 5 mutants killed (80%)\nsurvived: src/tiny/nlp/sign.py:3: 3 → 2\n" in shown
    assert "killed   src/tiny/nlp/sign.py:8: 7 → 6  [tests/nlp/test_sign.py]" in shown
    assert (project / "src/tiny/nlp/sign.py").read_text() == SIGN


def test_a_test_that_fails_anyway_is_an_error(project: Path) -> None:
    (project / "tests/nlp/test_sign.py").write_text("def test_sign():\n    assert False\n")
    with pytest.raises(SystemExit, match=r"tests/nlp/test_sign.py fails without any change"):
        main(["--only", "src/tiny", "--count", "1"], project)


def test_nothing_to_change_is_an_error(project: Path) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--only", "src/tiny/__init__.py"], project)
