"""Label objects for tests: a clean case for every judge, to be spoiled one field at a time."""

from __future__ import annotations

import copy
import json
from io import BytesIO
from typing import Any

from jurat.judges.label_scoring import score_labels
from jurat.options import Options
from jurat.wire import dump

Json = dict[str, Any]


def qags(correct: int = 6, partial: int = 0, wrong: int = 0, stem: str = "q") -> list[Json]:
    statuses = ["correct"] * correct + ["partial"] * partial + ["wrong"] * wrong
    return [
        {"question": f"{stem} {i}?", "status": status, "evidence": f"{stem} evidence number {i}"}
        for i, status in enumerate(statuses)
    ]


def points(*labels: str) -> list[Json]:
    return [
        {"text": f"key point number {i} of the article", "label": label} for i, label in enumerate(labels)
    ]


def claims(supported: int = 0, partial: int = 0, unsupported: int = 0) -> list[Json]:
    labels = ["supported"] * supported + ["partial"] * partial + ["unsupported"] * unsupported
    return [{"text": f"claim {i}", "label": label} for i, label in enumerate(labels)]


def segments(*overlaps: float) -> list[Json]:
    return [{"text": f"segment {i}", "overlap": overlap} for i, overlap in enumerate(overlaps)]


def summary_labels(judge: str, **changes: Any) -> Json:
    """A flawless summary; `coverage__key_points=…` replaces one field of one metric."""
    observations: Json = {
        "coverage": {
            "key_points": points("fully", "fully", "fully", "fully"),
            "extraneous_tokens": 0,
            "summary_tokens": 60,
            "extraneous_claims": [],
        },
        "alignment": {"intent": "inform", "stance": "neutral", "tone": "calm", "deviations": []},
        "hallucination": {"claims": claims(supported=4)},
        "relevance": {"theme": "a bridge", "segments": segments(0.9, 1.0)},
        "bias_toxicity": {"tone": "neutral", "issues": [], "bias_score": 10, "tox_score": 10},
    }
    if judge != "twin-lock":
        observations["coverage"]["qags"] = qags(stem="coverage")
        observations["hallucination"]["qags"] = qags(stem="hallucination")
    for path, value in changes.items():
        metric, field = path.split("__")
        observations[metric][field] = value
    return {"judge": judge, "id": "case", "observations": observations}


def response_labels(
    cosine: float | None = 0.4,
    jaccard: float = 0.2,
    keywords: tuple[str, ...] = ("price",),
    found: tuple[str, ...] = ("price",),
    supported: int = 4,
    unsupported: int = 0,
    overlap: float = 0.7,
) -> Json:
    anchors = [
        {"kind": "number", "text": str(i), "supported": i < supported} for i in range(supported + unsupported)
    ]
    return {
        "judge": "claim-lock",
        "id": "case",
        "observations": {
            "relevance": {"cosine": cosine, "jaccard": jaccard},
            "completeness": {"keywords": list(keywords), "found": list(found)},
            "hallucination": {"anchors": anchors, "overlap": overlap},
        },
    }


def evaluation(accuracy: float = 8, rest: float = 8) -> Json:
    return {
        "accuracy": accuracy,
        "relevance": rest,
        "completeness": rest,
        "conciseness": rest,
        "clarity": rest,
    }


def council_labels(
    reviews: list[Json], candidates: tuple[str, ...] = ("a", "b", "c"), **options: Any
) -> Json:
    return {
        "judge": "council",
        "id": "case",
        "query": "Which?",
        "candidates": {name: f"answer of {name}" for name in candidates},
        "reviews": reviews,
        **({"options": options} if options else {}),
    }


def holistic(reviewer: str, **scores: float) -> Json:
    return {"reviewer": reviewer, "holistic": scores}


def score(labels: Json, options: Options | None = None) -> Json:
    """The result of one label object, through the wire and back."""
    return score_lines(json.dumps(labels).encode(), options)[0]


def score_lines(data: bytes, options: Options | None = None) -> list[Json]:
    return [json.loads(dump(outcome)) for outcome in score_labels(BytesIO(data), options)]


def metric(result: Json, name: str) -> Json:
    found: Json = next(one for one in result["metrics"] if one["metric"] == name)
    return found


def caps(result: Json, name: str) -> list[tuple[float, str]]:
    return [(cap["limit"], cap["reason"]) for cap in metric(result, name)["caps"]]


def spoiled(labels: Json, path: str, value: Any) -> Json:
    """A copy with one field, addressed by dots and numbers, set to another value."""
    changed = copy.deepcopy(labels)
    place: Any = changed
    *parents, last = path.split(".")
    for part in parents:
        place = place[int(part)] if isinstance(place, list) else place[part]
    place[int(last) if isinstance(place, list) else last] = value
    return changed
