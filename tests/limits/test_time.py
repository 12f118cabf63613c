"""CPU time grows with the length of a text, not with its square: of n and 4 n the ratio is looked at."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from jurat.cases import ResponseCase, SummaryCase
from jurat.data import read_rows
from jurat.data.where_parser import parse_where
from jurat.errors import JuratError
from jurat.judges.council.api import convene
from jurat.judges.council.deliberation import Council
from jurat.judges.council.session import Seats
from jurat.judges.label_scoring import score_labels
from jurat.judges.registry import judge
from jurat.llm.model_protocol import Form
from jurat.llm.reply_parser import read_reply
from jurat.nlp.quote_search import is_evidence, locate
from jurat.observers.llm.delimiters import neutralise
from jurat.observers.llm.reply_schemas import AnchorsReply
from jurat.safety import inspect
from jurat.scoring.evaluations import KeptEvaluation
from jurat.scoring.reviewer_calibration import reviewer_effects
from jurat.settings import read_yaml
from tests.limits.hostile_texts import HOSTILE

SMALL, LARGE = 3_000, 12_000
LINEAR = 4
MOST = 2 * LINEAR
"""What noise and logarithms may add; of a square the ratio is 16."""
MEASURABLE = 0.25
"""CPU seconds below which nothing is a danger, and a ratio is noise."""
TEXTS = [name for name in HOSTILE if HOSTILE[name](10).strip()]


def seconds(work: Callable[[], object]) -> float:
    """The CPU time of some work, without what the garbage collector adds."""
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()


def assert_linear(work: Callable[[int], object], small: int = SMALL) -> None:
    """Four times the size may take twice four times the time; what seems more is measured again, larger."""
    ratios = []
    for size in (small, 2 * small, 4 * small, 4 * small):
        large = seconds(partial(work, LINEAR * size))
        if large < MEASURABLE:
            return
        ratios.append(round(large / seconds(partial(work, size)), 1))
        if ratios[-1] <= MOST:
            return
    raise AssertionError(f"{LINEAR} times the size takes {ratios} times the time")


JUDGES = {name: judge(name) for name in ("claim-lock", "twin-lock", "judge-lock")}


def judged(name: str, first: str, second: str) -> object:
    made: Any = JUDGES[name]
    if made.case_type is ResponseCase:
        case: Any = ResponseCase(query=first[:500], response=first, contexts=(second,))
    else:
        case = SummaryCase(article=second, summary=first)
    return list(made.judge_batch([case]))


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", JUDGES)
def test_judges_take_time_in_proportion(name: str, text: str) -> None:
    make = HOSTILE[text]
    assert_linear(lambda size: judged(name, make(size), make(size) + " ."))


@pytest.mark.slow
@pytest.mark.parametrize("text", ["distinct measures", "weekdays", "spaced commas", "one long sentence"])
@pytest.mark.parametrize("name", ["claim-lock-ultra", "judge-lock-ultra"])
def test_the_verifier_takes_time_in_proportion(name: str, text: str) -> None:
    JUDGES.setdefault(name, judge(name))
    make = HOSTILE[text]
    judged(name, make(100), make(100))  # loads the weights
    assert_linear(lambda size: judged(name, make(size), make(size) + " ."), SMALL // 3)


@pytest.mark.parametrize(
    "text", ["capital letters", "distinct amounts", "one sentence again", "distinct days"]
)
@pytest.mark.parametrize("name", ["claim-lock", "twin-lock"])
def test_texts_that_took_a_square_do_not_any_more(name: str, text: str) -> None:
    make = HOSTILE[text]
    assert_linear(lambda size: judged(name, make(size), make(size) + " ."), 4 * SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_the_gate_takes_time_in_proportion(text: str) -> None:
    make = HOSTILE[text]
    assert_linear(lambda size: inspect(make(size)), 4 * SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_quotes_are_looked_up_in_proportion(text: str) -> None:
    make = HOSTILE[text]
    assert_linear(lambda size: locate(make(size)[: size // 2].upper() + "?", make(size)), 4 * SMALL)
    assert_linear(lambda size: is_evidence(make(300), make(size)), 4 * SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_fences_and_replies_are_read_in_proportion(text: str) -> None:
    make = HOSTILE[text]
    assert_linear(lambda size: neutralise(make(size)), 4 * SMALL)

    def read(size: int) -> None:
        for reply in (make(size), "{" + make(size), json.dumps({"anchors": make(size)})):
            with pytest.raises(Exception, match=r"."):
                read_reply(reply, Form("anchors", AnchorsReply), "mark")

    assert_linear(read, 4 * SMALL)


FILES: dict[str, Callable[[int], tuple[str, bytes]]] = {
    "CSV columns": lambda n: ("a.csv", b",".join(b"c%d" % one for one in range(n // 4)) + b"\n"),
    "CSV columns again": lambda n: ("a.csv", b"a," * (n // 4) + b"\n"),
    "CSV cells": lambda n: ("a.csv", b"a,b\n" + b"," * n),
    "CSV quotes": lambda n: ("a.csv", b"a,b\n" + b'"' * n),
    "CSV open quotes": lambda n: ("a.csv", b"a,b\n" + b'"\n' * n),
    "TSV tabs": lambda n: ("a.tsv", b"a\tb\n" + b"\t\n" * n),
    "JSONL numbers": lambda n: ("a.jsonl", b"1\n" * n),
    "JSONL names": lambda n: ("a.jsonl", b"{" + b",".join(b'"%d":1' % one for one in range(n)) + b"}"),
    "JSONL names again": lambda n: (
        "a.jsonl",
        b"{" + b",".join(b'"%d":1' % one for one in [*range(n), n - 1]) + b"}",
    ),
    "JSONL depth": lambda n: ("a.jsonl", b"[" * n),
    "JSONL escapes": lambda n: ("a.jsonl", b'{"a":"' + b"\\ud800" * n + b'"}'),
    "JSONL digits": lambda n: ("a.jsonl", b'{"a":' + b"9" * n + b"}"),
    "JSON list": lambda n: ("a.json", b"[" + b"{}," * n + b"{}]"),
    "JSON strings": lambda n: ("a.json", b"[" + b'"\\"",' * n + b"1]"),
    "JSON object": lambda n: ("a.json", b'{"a":\n' + b"1,\n" * n + b"1}"),
}


@pytest.mark.parametrize("kind", FILES)
def test_files_are_read_in_proportion(kind: str, tmp_path: Path) -> None:
    def read(size: int) -> None:
        name, data = FILES[kind](size)
        (tmp_path / name).write_bytes(data)
        with suppress(JuratError):
            for _ in read_rows(tmp_path / name):
                pass

    assert_linear(read, 8 * SMALL)


LINES: dict[str, Callable[[int], bytes]] = {
    "names": lambda n: (
        b'{"judge":"council","candidates":{' + b",".join(b'"%d":1' % x for x in range(n)) + b"}}"
    ),
    "names again": lambda n: b"{" + b",".join(b'"%d":1' % one for one in [*range(n), n - 1]) + b"}",
    "depth": lambda n: b'{"judge":"council","reviews":' + b"[" * n,
    "numbers": lambda n: b'{"judge":"council","candidates":{"a":"b"},"reviews":[' + b"1," * n + b"1]}",
    "constants": lambda n: b'{"judge":"council","candidates":{"a":"b"},"reviews":[' + b"NaN," * n + b"1]}",
}


@pytest.mark.parametrize("kind", LINES)
def test_labels_are_read_in_proportion(kind: str) -> None:
    assert_linear(lambda size: list(score_labels(BytesIO(LINES[kind](size)))), 4 * SMALL)


SETTINGS: dict[str, Callable[[int], str]] = {
    "depth": lambda n: "a: " + "[" * n,
    "depth of mappings": lambda n: "{a: " * (n // 4),
    "list": lambda n: "a: [" + "b, " * (n // 3) + "]",
    "lines": lambda n: "".join(f"k{one}: v\n" for one in range(n // 8)),
    "lines of a text": lambda n: "a: |\n" + "  b\n" * (n // 4),
    "quotes": lambda n: 'a: "' + "b\\n" * (n // 3),
    "question marks": lambda n: "? " * (n // 2),
}


@pytest.mark.parametrize("kind", SETTINGS)
def test_settings_are_read_in_proportion(kind: str, tmp_path: Path) -> None:
    def read(size: int) -> None:
        (tmp_path / "jurat.yaml").write_text(SETTINGS[kind](size), encoding="utf-8")
        with suppress(JuratError):
            read_yaml(tmp_path / "jurat.yaml")

    assert_linear(read)


@pytest.mark.parametrize("piece", ["a == 1 and ", "not ", "(", "a", '"', "a.b.", "1 "])
def test_conditions_are_parsed_in_proportion(piece: str) -> None:
    def parse(size: int) -> None:
        with suppress(JuratError):
            parse_where(piece * (size // len(piece)) + "a == 1")

    assert_linear(parse)


def test_reviewers_are_calibrated_in_proportion_to_their_number() -> None:
    def calibrate(size: int) -> None:
        rows = ((reviewer, (reviewer + step) % 6) for reviewer in range(size) for step in range(5))
        reviewer_effects(
            [KeptEvaluation(f"r{one}", f"m{two}", "holistic", (3 * one + two) % 10) for one, two in rows]
        )

    assert_linear(calibrate, 400)


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_a_council_of_rules_takes_time_in_proportion_to_its_texts(text: str) -> None:
    make = HOSTILE[text]
    council = Council(Seats())

    def convened(size: int) -> None:
        line = {"query": make(200).strip() or "q", "candidates": {"a": make(size), "b": make(size) + " ."}}
        for _ in convene(BytesIO(json.dumps(line).encode()), council):
            pass

    assert_linear(convened)
