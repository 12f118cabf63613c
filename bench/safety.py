"""How well the safety gate, the refusal detector and the recognisers of personal data agree with people.

python -m bench.safety [--data ../shared/bench] [--presidio]

Every set is split in two by a checksum of its prompt or template: rules were written looking at the first
half (dev), the figures that count are those of the second (test). Baselines are run on the same rows.
The cases written for this project are split by number: odd ones were looked at, even ones only counted.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from jurat.safety import PATTERNS, Pattern, passes, suspicion
from jurat.safety.pii import personal_data
from jurat.safety.refusals import refusal

CASES = Path(__file__).parent / "data" / "safety.jsonl"
Row = dict[str, Any]
Span = tuple[int, int, str]
KEYWORDS = re.compile(
    r"\b(?:kill|murder|bomb|gun|weapon|shoot|hack|virus|malware|suicide|drugs?|meth|cocaine|steal|rob|attack|poison|explosive)\b",
    re.IGNORECASE,
)
REFUSAL_WORDS = re.compile(
    r"sorry|\bi (?:can'?t|cannot|can not|won't|am unable)\b|as an ai|not able to", re.IGNORECASE
)
PLAIN_PII = {
    "US_SSN": r"\b\d{3}-\d{2}-\d{4}\b",
    "CREDIT_CARD": r"\b(?:\d[ -]?){13,16}\b",
    "IBAN_CODE": r"\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b",
    "EMAIL_ADDRESS": r"\b[\w.+-]+@[\w-]+\.[\w.-]+\b",
    "PHONE_NUMBER": r"\b\d{3}[-.\s]\d{3}[-.\s]\d{4}\b",
    "STREET_ADDRESS": r"\b\d+ [A-Z]\w+ (?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive)\b",
    "IP_ADDRESS": r"\b\d{1,3}(?:\.\d{1,3}){3}\b",
}
GOLD = {"ADDRESS": "STREET_ADDRESS"}
ALSO_RIGHT = {"STREET_ADDRESS": {"STREET_ADDRESS", "LOCATION"}}


def read(folder: Path, name: str) -> list[Row]:
    """The rows of one set."""
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def half(rows: Iterable[Row], key: Callable[[Row], str], which: str) -> list[Row]:
    """One half of some rows; rows of one key stay together."""
    return [row for row in rows if (zlib.crc32(key(row).encode()) % 2 == 0) == (which == "dev")]


def f1(wanted: Sequence[bool], said: Sequence[bool]) -> tuple[float, float, float]:
    """F1, precision and recall."""
    right = sum(a and b for a, b in zip(wanted, said, strict=True))
    total = sum(wanted) + sum(said)
    return (
        2 * right / total if total else 0.0,
        right / sum(said) if any(said) else 0.0,
        right / sum(wanted) if any(wanted) else 0.0,
    )


def shown(wanted: Sequence[bool], said: Sequence[bool]) -> str:
    """F1, precision, recall and n as words."""
    score, precision, recall = f1(wanted, said)
    return f"F1 {score:.3f} P {precision:.3f} R {recall:.3f} (n {len(wanted)})"


def average_precision(wanted: Sequence[bool], scores: Sequence[float]) -> float:
    """The area under the precision-recall curve, ties taken together."""
    by_score: dict[float, list[bool]] = defaultdict(list)
    for flag, score in zip(wanted, scores, strict=True):
        by_score[score].append(flag)
    area, seen, hits = 0.0, 0, 0
    for score in sorted(by_score, reverse=True):
        gained = sum(by_score[score])
        seen += len(by_score[score])
        hits += gained
        area += gained / max(1, sum(wanted)) * hits / seen
    return area


def prompts(folder: Path, which: str) -> None:
    """XSTest: safe prompts that pass, unsafe ones that are caught."""
    rows = half(read(folder, "xstest_prompts"), lambda row: row["id"], which)
    safe = [row["query"] for row in rows if not row["labels"]["unsafe"]]
    unsafe = [row["query"] for row in rows if row["labels"]["unsafe"]]
    for name, ok in (("gate", passes), ("keyword list", lambda text: not KEYWORDS.search(text))):
        passed = sum(map(ok, safe)) / len(safe)
        caught = 1 - sum(map(ok, unsafe)) / len(unsafe)
        print(f"  XSTest prompts, {which:<4} {name:<13} safe passed {passed:.3f} (n {len(safe)}), ", end="")
        print(f"unsafe caught {caught:.3f} (n {len(unsafe)})")


def written(which: str) -> None:
    """Cases written without knowledge of the rules: those that must pass, those that must be stopped."""
    with CASES.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    chosen = [row for row in rows if (int(row["id"].rsplit("-", 1)[1]) % 2 == 1) == (which == "dev")]
    safe = [row["text"] for row in chosen if not row["unsafe"]]
    unsafe = [row["text"] for row in chosen if row["unsafe"]]
    for name, ok in (("gate", passes), ("keyword list", lambda text: not KEYWORDS.search(text))):
        passed, stopped = sum(map(ok, safe)), len(unsafe) - sum(map(ok, unsafe))
        print(f"  written cases, {which:<4} {name:<13} safe passed {passed} of {len(safe)}, ", end="")
        print(f"unsafe caught {stopped} of {len(unsafe)}")


def refusals(folder: Path, which: str) -> None:
    """XSTest completions: refusal is full or partial; then full alone, partial ones left out."""
    rows = read(folder, "xstest_completions")
    rows = half(rows, lambda row: "xstest-" + row["id"].rsplit("-", 1)[1], which)
    sharp = [row for row in rows if not row["labels"]["final"].startswith("3")]
    for title, chosen in (("full or partial", rows), ("full against compliance", sharp)):
        wanted = [not row["labels"]["final"].startswith("1") for row in chosen]
        ours = [refusal(row["output"]) is not None for row in chosen]
        plain = [REFUSAL_WORDS.search(row["output"][:320]) is not None for row in chosen]
        for name, said in (("detector", ours), ("regex", plain)):
            print(f"  refusals ({title}), {which:<4} {name:<9} {shown(wanted, said)}")


def answers(folder: Path, which: str) -> None:
    """Do-Not-Answer: harmful answers. The gate sees the answer alone; the others see whether it refused."""
    rows = half(read(folder, "do_not_answer"), lambda row: row["id"].rsplit("-", 1)[0], which)
    wanted = [bool(row["labels"]["harmful"]) for row in rows]
    judged = {
        "gate": [not passes(row["output"]) for row in rows],
        "gate on question, not refused": [
            not passes(row["query"]) and refusal(row["output"]) is None for row in rows
        ],
        "not refused": [refusal(row["output"]) is None for row in rows],
        "all harmful": [True] * len(rows),
    }
    for name, said in judged.items():
        print(f"  Do-Not-Answer, {which:<4} {name:<30} {shown(wanted, said)}")


def gated_answers(folder: Path, which: str) -> None:
    """XSTest completions through the gate: the answers that comply with an unsafe prompt, and all others."""
    rows = read(folder, "xstest_completions")
    rows = half(rows, lambda row: "xstest-" + row["id"].rsplit("-", 1)[1], which)
    groups: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        asked = "unsafe" if row["labels"]["prompt_unsafe"] else "safe"
        done = "complied" if row["labels"]["final"].startswith("1") else "refused"
        groups[f"{asked} prompt, {done}"].append(row["output"])
    for name, texts in sorted(groups.items()):
        failed = sum(not passes(text) for text in texts)
        words = sum(KEYWORDS.search(text) is not None for text in texts)
        print(f"  XSTest answers, {which:<4} {name:<25} fail: gate {failed}, ", end="")
        print(f"keyword list {words} (n {len(texts)})")


def moderation(folder: Path, which: str) -> None:
    """OpenAI's moderation set: area under the curve by category, beside the share of positives."""
    rows = half(read(folder, "openai_moderation"), lambda row: row["id"], which)
    patterns: dict[str, tuple[Pattern, ...]] = {
        "SH": ("self_harm",),
        "V": ("dangerous_instructions", "weapon_making"),
    }
    for category in ("SH", "V", "V2", "HR", "H", "S", "S3"):
        chosen = [row for row in rows if row["labels"].get(category) is not None]
        wanted = [bool(row["labels"][category]) for row in chosen]
        found = [suspicion(row["output"]) for row in chosen]
        scores = [max(one[name] for name in patterns.get(category, PATTERNS)) for one in found]
        words = [float(len(KEYWORDS.findall(row["output"]))) for row in chosen]
        gate, listed = average_precision(wanted, scores), average_precision(wanted, words)
        chance = sum(wanted) / max(1, len(wanted))
        print(
            f"  moderation, {which:<4} {category:<3} AUPRC gate {gate:.3f}, keyword list {listed:.3f}, ",
            end="",
        )
        print(f"chance {chance:.3f} (n {len(wanted)})")


def covers(found: Span, gold: Span, of: int) -> bool:
    """Whether two spans share at least half of a length."""
    return (min(found[1], gold[1]) - max(found[0], gold[0])) * 2 >= of


def spans(rows: Sequence[Row], find: Callable[[str], list[Span]]) -> dict[str, tuple[int, int, int, int]]:
    """By kind: gold spans, those found, spans reported, those right."""
    counts: dict[str, list[int]] = {kind: [0, 0, 0, 0] for kind in PLAIN_PII}
    for row in rows:
        text = row["output"]
        gold = [(start, end, GOLD.get(kind, kind)) for start, end, kind in row["labels"]["spans"]]
        found = [one for one in find(text) if one[2] in counts]
        for one in gold:
            if one[2] in counts and (one[2] != "STREET_ADDRESS" or not text[one[0] : one[1]].isdecimal()):
                counts[one[2]][0] += 1
                counts[one[2]][1] += any(f[2] == one[2] and covers(f, one, one[1] - one[0]) for f in found)
        for one in found:
            right = ALSO_RIGHT.get(one[2], {one[2]})
            shorter = [(g, min(g[1] - g[0], one[1] - one[0])) for g in gold if g[2] in right]
            counts[one[2]][2] += 1
            counts[one[2]][3] += any(covers(one, g, length) for g, length in shorter)
    return {kind: (a, b, c, d) for kind, (a, b, c, d) in counts.items()}


def ours(text: str) -> list[Span]:
    """Our recognisers."""
    return [(one.start, one.end, one.kind) for one in personal_data(text)]


def plain(text: str) -> list[Span]:
    """One plain expression for each kind."""
    return [(m.start(), m.end(), kind) for kind, words in PLAIN_PII.items() for m in re.finditer(words, text)]


def presidio(text: str) -> list[Span]:
    """Presidio, its places counted as addresses."""
    from jurat.safety.presidio import entities

    named = {"LOCATION": "STREET_ADDRESS"}
    return [(one.start, one.end, named.get(one.kind, one.kind)) for one in entities(text)]


def personal(folder: Path, which: str, *, with_presidio: bool) -> None:
    """Presidio's synthetic set: recall and precision of spans, by kind."""
    rows = half(read(folder, "presidio_synth"), lambda row: str(row["meta"]["template"]), which)
    engines = {"ours": ours, "regex": plain} | ({"presidio": presidio} if with_presidio else {})
    for name, find in engines.items():
        for kind, (gold, hit, said, right) in spans(rows, find).items():
            if gold or said:
                recall = f"{hit / gold:.3f}" if gold else "  -  "
                precision = f"{right / said:.3f}" if said else "  -  "
                print(f"  PII, {which:<4} {name:<8} {kind:<15} recall {recall} (n {gold}), ", end="")
                print(f"precision {precision} (n {said})")


def main() -> None:
    """Print every figure for both halves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/bench"))
    parser.add_argument("--presidio", action="store_true", help="run Presidio beside ours (extra presidio)")
    given = parser.parse_args()
    for which in ("dev", "test"):
        print(f"safety, {which} half")
        prompts(given.data, which)
        written(which)
        refusals(given.data, which)
        gated_answers(given.data, which)
        answers(given.data, which)
        moderation(given.data, which)
        personal(given.data, which, with_presidio=given.presidio)


if __name__ == "__main__":
    main()
