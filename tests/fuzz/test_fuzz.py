"""A short run of the fuzzer, and all that ever failed under it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.changes import check_results, command
from tests.fuzz.fuzzing import CORPUS, TARGETS, trial

TRIALS = 4


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_changed_inputs_end_in_results_or_in_one_line(target: str) -> None:
    for number in range(TRIALS):
        trial(target, number)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.results.jsonl")), ids=lambda path: path.name)
def test_result_files_that_failed_once(path: Path, tmp_path: Path) -> None:
    command(tmp_path, "report", str(path), "-o", "page.html")
    command(tmp_path, "compare", str(path), str(path), "--json")


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.labels.jsonl")), ids=lambda path: path.name)
def test_labels_that_failed_once(path: Path, tmp_path: Path) -> None:
    command(tmp_path, "score", str(path))


def test_an_invented_score_is_seen() -> None:
    with pytest.raises(AssertionError):
        check_results(b'{"metrics": [{"metric": "a", "value": 11}]}')
