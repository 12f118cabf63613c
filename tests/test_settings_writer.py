"""Options of judges in jurat.yaml: read, checked, and written without touching anything else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.errors import InputError, OptionError
from jurat.judges.project_options import project_options
from jurat.options import OptionChanges, Options
from jurat.settings import read_judge_options
from jurat.settings_writer import edited, write_judge_options

FITTED: OptionChanges = {
    "thresholds": {"hallucination": 0.29},
    "recalibration": {"slope": 1.5, "constant": -0.25},
}
FULL = """# our project
store: runs.sqlite   # on this machine

judges:
  # strict people
  twin-lock:
    strict_partial: true

  claim-lock:
    relevance: answer_aware
    thresholds: {relevance: 0.2, hallucination: 0.4}  # by hand

# what we require
gate:
  require: [scored >= 95%]
"""


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "jurat.yaml"
    write_judge_options(file, "claim-lock-ultra", FITTED, "fitted on 40 rows")
    assert read_judge_options(file) == {"claim-lock-ultra": FITTED}
    assert "    # fitted on 40 rows\n" in file.read_text(encoding="utf-8")
    assert project_options("claim-lock-ultra", tmp_path) == FITTED
    assert project_options("claim-lock", tmp_path / "below") == {}


def test_other_settings_and_comments_stay(tmp_path: Path) -> None:
    file = tmp_path / "jurat.yaml"
    file.write_text(FULL, encoding="utf-8")
    write_judge_options(file, "claim-lock", {"thresholds": {"hallucination": 0.29}})
    expected = FULL.replace(
        "    thresholds: {relevance: 0.2, hallucination: 0.4}  # by hand\n",
        "    thresholds:\n      relevance: 0.2\n      hallucination: 0.29\n",
    )
    assert file.read_text(encoding="utf-8") == expected


def test_a_new_judge_is_added_at_the_end_of_its_section() -> None:
    text = edited(FULL, "claim-lock-ultra", {"thresholds": {"doubt": 0.2}})
    added = "# by hand\n  claim-lock-ultra:\n    thresholds:\n      doubt: 0.2\n\n# what we require\n"
    assert text == FULL.replace("# by hand\n\n# what we require\n", added)


@pytest.mark.parametrize(
    "before", ["", "judges:\n", "judge: claim-lock", "judges:\n    twin-lock: {overlap: window}\n"]
)
def test_any_file_can_be_added_to_twice(tmp_path: Path, before: str) -> None:
    file = tmp_path / "jurat.yaml"
    file.write_text(before, encoding="utf-8")
    write_judge_options(file, "claim-lock", {"thresholds": {"relevance": 0.3}})
    write_judge_options(file, "claim-lock", {"thresholds": {"hallucination": 0.3}})
    found = read_judge_options(file)["claim-lock"]
    assert found == {"thresholds": {"relevance": 0.3, "hallucination": 0.3}}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["jurat.yaml"]


def test_a_section_in_one_line_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "jurat.yaml"
    text = "judges: {claim-lock: {thresholds: {relevance: 0.2}}}\n"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(
        InputError, match="cannot be edited without changing more; write the section judges over"
    ):
        write_judge_options(file, "claim-lock", {"thresholds": {"relevance": 0.3}})
    assert file.read_text(encoding="utf-8") == text


@given(
    st.dictionaries(
        st.sampled_from(["relevance", "completeness", "hallucination", "doubt"]), st.floats(0, 1), min_size=1
    )
)
def test_thresholds_go_through_the_file_unchanged(thresholds: dict[str, float]) -> None:
    import yaml

    document = yaml.safe_load(edited(FULL, "claim-lock", {"thresholds": thresholds}))
    assert document["judges"]["claim-lock"] == {"thresholds": thresholds}
    assert document["gate"] == {"require": ["scored >= 95%"]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("judges: [claim-lock]", "jurat.yaml: judges: is not a list of names and values"),
        ("judges: {claim-lock: 3}", "jurat.yaml: judges.claim-lock: is not a list of names and values"),
        ("judges: {claim-lok: {}}", "jurat.yaml: judges.claim-lok: is not a judge; use "),
        ("judges: {claim-lock: {treshold: {}}}", "judges.claim-lock: none is named 'treshold'"),
        (
            "judges: {claim-lock: {thresholds: {relevance: 2}}}",
            "judges.claim-lock.thresholds.relevance: is 2; give a number from 0 to 1",
        ),
        ("judges: {claim-lock: {thresholds: 2}}", "judges.claim-lock.thresholds: is 2; give numbers by name"),
    ],
)
def test_a_slip_is_named_with_its_file(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "jurat.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        project_options("claim-lock", tmp_path)
    assert said in str(error.value)
    assert isinstance(error.value, OptionError) or "names and values" in said


def test_options_that_are_given_win_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "jurat.yaml").write_text(FULL, encoding="utf-8")
    options = (
        Options().merge(project_options("claim-lock", tmp_path)).merge({"thresholds": {"relevance": 0.5}})
    )
    assert (options.thresholds["relevance"], options.thresholds["hallucination"]) == (0.5, 0.4)
    assert options.relevance == "answer_aware"
