"""Data files: lists, tables and lines."""

from __future__ import annotations

import pytest

from jurat.nlp.lexicon.loader import read_data, read_lines, read_list, read_table


def test_a_list_has_an_entry_per_line_and_no_comments() -> None:
    entries = read_list("helping_verbs.txt")
    assert entries[0] == "be is are was were am"
    assert not any("#" in entry or entry != entry.strip() or not entry for entry in entries)
    assert "#" in read_data("helping_verbs.txt")
    assert read_list("helping_verbs.txt") is entries


def test_a_table_is_toml() -> None:
    assert read_table("calendar.toml")["months"]["march"] == 3


def test_lines_keep_a_mark_inside_them_but_no_comment_and_no_blank() -> None:
    lines = read_lines("look_alikes.txt")
    given = read_data("look_alikes.txt").splitlines()
    assert lines == [line.strip() for line in given if line.strip() and line[0] != "#"]
    assert len(given) > len(lines) > 20


def test_a_missing_file_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        read_data("no_such_list.txt")
