"""The pictures on the pages show what the program shows."""

from __future__ import annotations

from tools.pictures import PICTURE, check_picture


def test_the_picture_is_what_check_shows_now() -> None:
    assert PICTURE.read_text(encoding="utf-8") == check_picture(), "run python tools/pictures.py"


def test_the_picture_fetches_nothing() -> None:
    assert PICTURE.read_text(encoding="utf-8").count("http") == 1, "only the name of the format itself"
