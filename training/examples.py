"""Labelled examples for every head, from public data, with the rows that figures are reported on left out.

Splits are by source text: `is_report` keeps one half of every benchmark for reports, one quarter of RAGTruth, which
is large; `is_selection` keeps an eighth of the rest for choosing between models; what is left is fitted to.
"""

from __future__ import annotations

import difflib
import gzip
import hashlib
import json
import random
import re
import zlib
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jurat.verifier.claim_texts import ClaimText, claim_texts
from jurat.verifier.retrieval import EVIDENCE_WORDS, Source
from jurat.verifier.verifier import is_copied
from training.corruptions import corruptions
from training.tables import table_claims

SHARED = Path(__file__).parents[2] / "shared"
WRITTEN = Path(__file__).parent / "data" / "written"

SUPPORTED, UNSUPPORTED, CONTRADICTED, EITHER = range(4)
"""Targets of the support head; EITHER means not supported, the data does not say in which way."""
LABELS = {"supported": SUPPORTED, "unsupported": UNSUPPORTED, "contradicted": CONTRADICTED, "partial": EITHER}
TWO_WAY = frozenset(
    [
        "alexa_dialog_factual",
        "bump_cnndm",
        "drop_nli_numeric",
        "entailment_tree",
        "faithdial_audit_gold",
        "hans_regenerated",
        "kg_relations_nli",
        "lexical_entail",
        "med_help_monotonicity",
        "mnli_ni",
        "monotonicity_infer",
        "mtrag_human_eval",
        "paws_ni",
        "realsumm_scu",
        "scitail_ni",
        "scone_negation",
        "storysumm_sentences",
        "temporal_tracie",
        "wice_train_dev",
        "wikisplit_atomic",
        "defacto_xsum",
    ]
)
"""Sets whose `unsupported` may include contradictions."""
UNKNOWN = -1.0
TONES = ("offensive", "hateful", "sexist", "violent")

Row = dict[str, Any]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Example:
    """Two texts and what a head should say of them; `fault` holds spans of `second`, None where unknown.

    `first` is evidence from the `source`, where there is one; the claim of `second` begins after its `lead`.
    """

    head: str
    first: str
    second: str
    target: tuple[float, ...]
    origin: str
    lead: int = 0
    fault: tuple[Span, ...] | None = None
    source: Source | None = None


def read(folder: str, name: str) -> Iterator[Row]:
    """Yield the rows of one file of the shared data."""
    with gzip.open(SHARED / folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=4).digest()


def is_report(source: str, benchmark: str = "") -> bool:
    """Whether a source is reported on: the half of bench/ragtruth.py, of RAGTruth itself a half of that half."""
    return _digest(source)[0] % (4 if benchmark == "ragtruth" else 2) == 0


def is_selection(source: str) -> bool:
    """Whether a source outside the report half is kept for choosing between models."""
    return _digest(source)[1] % 8 == 0


_WORDS = re.compile(r"[a-z0-9]+")
_SHINGLE = 13


def _shingles(text: str) -> set[int]:
    words = _WORDS.findall(text.lower())
    return {hash(tuple(words[n : n + _SHINGLE])) for n in range(len(words) - _SHINGLE + 1)}


class ReportTexts:
    """Recognises texts of the report halves, so that no training set repeats them."""

    names = (
        "ragtruth",
        "summeval",
        "realsumm",
        "aggrefact_ftsota",
        "frank_val",
        "xsumfaith",
        "summedits",
        "wice",
    )

    def __init__(self) -> None:
        self.seen: set[int] = set()
        done: set[str] = set()
        for name in self.names:
            for row in read("bench", name):
                if row["source"] not in done and is_report(row["source"], name):
                    done.add(row["source"])
                    self.seen |= _shingles(row["source"])

    def holds(self, text: str) -> bool:
        """Whether a text shares long runs of words with a text of a report half."""
        return len(_shingles(text) & self.seen) >= 2


def support(
    source: Source,
    claim: str,
    target: int,
    origin: str,
    *,
    lead: str = "",
    fault: Iterable[Span] | None = None,
    budget: int = EVIDENCE_WORDS,
) -> Example:
    """Return an example of the support head, with evidence retrieved as the verifier retrieves it."""
    asked = f"{lead} {claim}" if lead else claim
    evidence = " ".join(source.units[n].text for n in source.evidence(asked, budget))
    shift = len(lead) + 1 if lead else 0
    moved = None if fault is None else tuple((start + shift, end + shift) for start, end in fault)
    return Example("support", evidence, asked, (float(target),), origin, shift, moved, source)


def ragtruth(
    report: ReportTexts, rng: random.Random, *, selection: bool, corrupt: float = 0.5
) -> Iterator[Example]:
    """Yield the sentences of RAGTruth's answers with what people marked, and corruptions of clean ones."""
    index: dict[str, Source | None] = {}
    for row in read("bench", "ragtruth"):
        source_text, output = row["source"], row["output"]
        if is_report(source_text, "ragtruth") or is_selection(source_text) != selection:
            continue
        if source_text not in index:
            # Only articles recur in other benchmarks; records share their keys with every other record.
            repeats = row["task"] == "summary" and report.holds(source_text)
            index[source_text] = None if repeats else Source((source_text,))
        source = index[source_text]
        if source is None:
            continue
        spans = [(s[0], s[1], s[2]) for s in row["labels"]["spans"]]
        query = row["query"] or "" if row["task"] == "qa" else ""
        for claim in claim_texts(output, query):
            hits = [
                (max(s, claim.start) - claim.start, min(e, claim.end) - claim.start, kind)
                for s, e, kind in spans
                if min(e, claim.end) - max(s, claim.start) >= 3
            ]
            target = SUPPORTED
            if hits:
                target = CONTRADICTED if any("Conflict" in kind for *_, kind in hits) else UNSUPPORTED
            fault = [(s, e) for s, e, _ in hits]
            origin = f"ragtruth/{row['task']}"
            if hits or not _is_skipped(source, claim):
                yield support(source, claim.text, target, origin, lead=claim.lead, fault=fault)
            if not hits and rng.random() < corrupt:
                yield from corrupted(source, claim.text, claim.lead, source_text, f"{origin}/corrupt", rng)


def _is_skipped(source: Source, claim: ClaimText) -> bool:
    """Whether the verifier would not ask the encoder about a claim, since the source has it word for word."""
    nearest = source.nearest(claim.text, source.evidence(claim.text))
    return nearest is not None and is_copied(claim, source, nearest)


def corrupted(
    source: Source,
    claim: str,
    lead: str,
    text: str,
    origin: str,
    rng: random.Random,
    budget: int = EVIDENCE_WORDS,
) -> Iterator[Example]:
    """Yield one corruption of a supported claim, where any kind fits."""
    found = [one for one in corruptions(claim, text, rng) if len(one.claim) < 400]
    for one in _spread(found, 1, rng):
        target = CONTRADICTED if one.contradicted else EITHER
        name = f"{origin}/{one.kind}"
        yield support(source, one.claim, target, name, lead=lead, fault=one.changed, budget=budget)


_SEEN_KINDS: dict[str, int] = defaultdict(int)


def _spread(found: list[Any], most: int, rng: random.Random) -> list[Any]:
    """Choose corruptions so that rare kinds come as often as common ones."""
    rng.shuffle(found)
    chosen = sorted(found, key=lambda one: _SEEN_KINDS[one.kind])[:most]
    for one in chosen:
        _SEEN_KINDS[one.kind] += 1
    return chosen


def pairs(
    name: str,
    report: ReportTexts,
    rng: random.Random,
    most: int,
    corrupt: float = 0.0,
    *,
    budget: int = EVIDENCE_WORDS,
    selection: bool = False,
) -> Iterator[Example]:
    """Yield at most so many rows of one file of labelled pairs; one premise of forty is kept for choosing."""
    rows = list(read("train", name))
    rng.shuffle(rows)
    long = len(rows[0]["premise"]) > 400 or name in ("realsumm_scu", "wice_train_dev", "factcheckgpt_stance")
    index: dict[str, Source] = {}
    count = 0
    for row in rows:
        premise, claim = row["premise"], row["claim"]
        if not claim.strip() or not premise.strip() or row.get("well_formed") is False:
            continue
        if len(claim.split()) > 60 or (long and report.holds(premise)):
            continue
        if (_digest(premise)[3] % 40 == 0) != selection:
            continue
        target = LABELS[row["label"]]
        if name in TWO_WAY and target == UNSUPPORTED:
            target = EITHER
        source = index.setdefault(premise, Source((premise,)))
        fault = () if target == SUPPORTED else None
        yield support(source, claim, target, name, fault=fault, budget=budget)
        if target == SUPPORTED and rng.random() < corrupt:
            yield from corrupted(source, claim, "", premise, f"{name}/corrupt", rng, budget)
        count += 1
        if count >= most:
            return


def questions(
    report: ReportTexts, rng: random.Random, most: int, budget: int = EVIDENCE_WORDS
) -> Iterator[Example]:
    """Yield short answers read with their question: spans of a passage, yes and no."""
    rows = list(read("train", "yesno_questions"))
    rng.shuffle(rows)
    for row in rows[: most // 3]:
        if row["label"] in ("supported", "contradicted") and not report.holds(row["premise"]):
            says_yes = rng.random() < 0.5
            right = (row["label"] == "supported") == says_yes
            claim = rng.choice(("Yes.", "Yes")) if says_yes else rng.choice(("No.", "No"))
            source = Source((row["premise"],))
            fault = () if right else ((0, len(claim)),)
            target = SUPPORTED if right else CONTRADICTED
            lead = row["claim"].rstrip("?") + "?"
            yield support(source, claim, target, "yesno", lead=lead, fault=fault, budget=budget)
    by_context: dict[str, list[Row]] = defaultdict(list)
    for row in read("train", "qa_extractive"):
        by_context[row["context"]].append(row)
    contexts = sorted(by_context)
    rng.shuffle(contexts)
    elsewhere: deque[str] = deque(["Bob", "London", "the mayor", "in 1987", "12"], maxlen=400)
    count = 0
    for context in contexts:
        if report.holds(context):
            continue
        source = Source((context,))
        asked = by_context[context]
        for row in asked[:3]:
            answers = [one["text"] for one in row["answers"] if len(one["text"].split()) < 25]
            others = [
                one["text"]
                for other in asked
                for one in other["answers"][:1]
                if other is not row and all(one["text"].lower() not in right.lower() for right in answers)
            ]
            if answers and (not others or rng.random() < 0.55):
                answer = rng.choice(answers)
                yield support(
                    source, answer, SUPPORTED, "short_answer", lead=row["question"], fault=(), budget=budget
                )
            elif others and len(other := rng.choice(others)) < 120:
                yield from _wrong_answer(source, other, row["question"], budget)
            if answers and rng.random() < ABSENT_SHARE:
                yield from _absent_answer(
                    context, rng.choice(answers), row["question"], rng, elsewhere, budget
                )
            elsewhere.extend(answers[:1])
            count += 1
        if count >= 2 * most // 3:
            return


ABSENT_SHARE = 0.3
"""Of how many questions a wrong answer is made that the passage does not have."""


def _wrong_answer(source: Source, answer: str, question: str, budget: int) -> Iterator[Example]:
    fault = ((0, len(answer)),)
    yield support(source, answer, EITHER, "short_answer", lead=question, fault=fault, budget=budget)


def _absent_answer(
    context: str, answer: str, question: str, rng: random.Random, elsewhere: Iterable[str], budget: int
) -> Iterator[Example]:
    """Yield an answer that the passage does not have, and the right one, read with the sentence that has it or all.

    The wrong one is the right one with another number, or the answer to a question about another passage.
    """
    sentence = next((one.text for one in claim_texts(context) if answer in one.text), "")
    source = Source((sentence if sentence and rng.random() < 0.5 else context,))
    other = re.sub(
        r"\d+", lambda match: str(int(match[0][:9]) + rng.choice((-3, -2, -1, 1, 2, 5, 10))), answer
    )
    if other == answer:
        alike = [one for one in elsewhere if _shape(one) == _shape(answer)]
        other = rng.choice(alike or list(elsewhere))
    end = rng.choice((".", ""))
    if other.casefold() not in context.casefold():
        yield from _wrong_answer(source, other.rstrip(".") + end, question, budget)
        right = answer.rstrip(".") + end
        yield support(source, right, SUPPORTED, "short_answer", lead=question, fault=(), budget=budget)


def _shape(answer: str) -> tuple[bool, bool, int]:
    """Return what kind of answer a text is, roughly: a name or not, with digits or not, how many words."""
    return answer[:1].isupper(), any(letter.isdigit() for letter in answer), min(4, answer.count(" "))


def tables(rng: random.Random, count: int) -> Iterator[Example]:
    """Yield claims about invented tables."""
    index: dict[str, Source] = {}
    for one in table_claims(rng, count):
        source = index.setdefault(one.context, Source((one.context,)))
        fault = [(place, place + len(words)) for words in one.fault if (place := one.claim.find(words)) >= 0]
        known = one.right or fault
        yield support(
            source,
            one.claim,
            SUPPORTED if one.right else CONTRADICTED,
            "tables",
            lead=one.lead,
            fault=fault if known else None,
        )


def passages(
    report: ReportTexts,
    rng: random.Random,
    most: int,
    *,
    held_out: bool = False,
    budget: int = EVIDENCE_WORDS,
) -> Iterator[Example]:
    """Yield corrupted and untouched sentences of Wikipedia passages; a tenth of the passages is held out."""
    rows = list(read("train", "passages_wikipedia"))
    rng.shuffle(rows)
    count = 0
    for row in rows:
        text = row["text"]
        if (_digest(text)[2] % 10 == 0) != held_out or len(text.split()) < 60 or report.holds(text):
            continue
        source = Source((text,))
        claims = [one for one in claim_texts(text) if 6 <= len(one.text.split()) <= 40]
        for claim in rng.sample(claims, min(2, len(claims))):
            made = list(corrupted(source, claim.text, claim.lead, text, "passages/corrupt", rng, budget))
            twin = loosened(claim.text, rng)
            if made and (twin != claim.text or rng.random() < 0.3):
                yield from made
                yield support(
                    source, twin, SUPPORTED, "passages/twin", lead=claim.lead, fault=(), budget=budget
                )
                count += 2
        if count >= most:
            return


_LOOSE: tuple[tuple[str, str], ...] = (
    (r"\bapproximately\b", "about"), (r"\babout (?=\d)", "roughly "), (r"\bbegan\b", "started"), (r"\bbecause\b", "since"),
    (r"\blarge\b", "big"), (r"\bpurchased\b", "bought"), (r"\bbought\b", "purchased"), (r"\bmany\b", "a lot of"),
    (r"\bhowever, ", ""), (r"\balso \b", ""), (r"\bhelp\b", "assist"), (r"\bUnited States\b", "US"), (r"\bpercent\b", "%"),
    (r"(?<=\d)%", " percent"), (r"\bis not\b", "isn't"), (r"\bdid not\b", "didn't"), (r"\bwas not\b", "wasn't"),
    (r"\bdoes not\b", "doesn't"), (r"\bin order to\b", "to"), (r"\bobtain\b", "get"), (r"\brequire\b", "need"),
    (r"\brequires\b", "needs"), (r"\bsaid\b", "stated"), (r"\bsuch as\b", "like"), (r"\bdue to\b", "because of"),
    (r"\bnear\b", "close to"), (r"\bwhile\b", "whereas"), (r"\bresided\b", "lived"), (r"\battempted\b", "tried"),
    (r"\bfounded\b", "established"), (r"\bestablished\b", "founded"), (r"\bfilm\b", "movie"), (r"\bdied\b", "passed away"),
    (r"\bchildren\b", "kids"), (r"\bmore than\b", "over"), (r"\bover (?=\d)", "more than "), (r"\bwas built\b", "was constructed"),
    (r"\bcommonly\b", "often"), (r"\bprimarily\b", "mainly"), (r"\bmainly\b", "mostly"), (r"\btwo\b", "2"),
    (r"\bthree\b", "3"), (r"\bfour\b", "4"), (r"\bfive\b", "5"), (r"(?<![\d,.$£€-])3(?![\w,.:%-])", "three"),
    (r"(?<![\d,.$£€-])2(?![\w,.:%-])", "two"), (r"(\d),000,000\b", r"\1 million"), (r" million\b", "m"),
)  # fmt: skip


def loosened(claim: str, rng: random.Random) -> str:
    """Return a claim reworded in ways that change no fact: synonyms, formats, a dropped parenthesis.

    >>> loosened("It began in 1990 (see below).", random.Random(1))
    'It started in 1990.'
    """
    if rng.random() < 0.8:
        claim = re.sub(r"\s*\([^()]{3,80}\)", "", claim)
    for pattern, new in rng.sample(_LOOSE, len(_LOOSE)):
        if rng.random() < 0.7:
            claim = re.sub(pattern, new, claim)
    if rng.random() < 0.25 and (
        match := re.match(r"((?:In|On|At|During|After|Before) [^,]{3,40}), (\w)(.*)\.$", claim)
    ):
        claim = f"{match[2].upper()}{match[3]} {match[1][0].lower()}{match[1][1:]}."
    return claim


def summedits(*, selection: bool) -> Iterator[Example]:
    """Yield sentences of SummEdits: an edited one differs from the nearest consistent summary of its text."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in read("bench", "summedits"):
        if not is_report(row["source"]) and is_selection(row["source"]) == selection:
            groups[row["source"]].append(row)
    for text, rows in groups.items():
        source = Source((text,))
        good = [row["output"] for row in rows if row["labels"]["consistent"]]
        for row in rows:
            if row["labels"]["consistent"]:
                for claim in claim_texts(row["output"]):
                    yield support(source, claim.text, SUPPORTED, "summedits", lead=claim.lead, fault=())
            elif good:
                near = max(
                    good, key=lambda one: difflib.SequenceMatcher(None, one, row["output"]).quick_ratio()
                )
                yield from _edited(source, row["output"], near)


def _edited(source: Source, output: str, near: str) -> Iterator[Example]:
    """Yield the sentences of an edited summary that differ from the consistent one in a few words."""
    sentences = {claim.text for claim in claim_texts(near)}
    differing = [claim for claim in claim_texts(output) if claim.text not in sentences]
    for claim in differing if len(differing) == 1 else ():
        words = [match.span() for match in re.finditer(r"\S+", claim.text)]
        mine = [claim.text[start:end] for start, end in words]
        best = max(
            sentences, key=lambda one: difflib.SequenceMatcher(None, one.split(), mine).ratio(), default=""
        )
        blocks = difflib.SequenceMatcher(None, best.split(), mine).get_opcodes()
        fault = [
            (words[start][0], words[max(start, end - 1)][1])
            for tag, _, _, start, end in blocks
            if tag != "equal" and start < len(words)
        ]
        yield support(source, claim.text, EITHER, "summedits", lead=claim.lead, fault=fault)


def xsumfaith(*, selection: bool) -> Iterator[Example]:
    """Yield one-sentence summaries that people called faithful or not."""
    for row in read("bench", "xsumfaith"):
        if not is_report(row["source"]) and is_selection(row["source"]) == selection:
            good = bool(row["labels"]["consistent"])
            source = Source((row["source"],))
            target = SUPPORTED if good else EITHER
            yield support(source, row["output"], target, "xsumfaith", fault=() if good else None)


def written(*, selection: bool) -> Iterator[Example]:
    """Yield the pairs that were written for this project; one context of ten is kept for choosing."""
    for path in sorted(WRITTEN.glob("*.jsonl")):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            if (_digest(row["context"])[2] % 10 == 0) == selection:
                source = Source((row["context"],))
                found = [*_written(row, source)]
                for answer in row.get("answers", ()):
                    found += _written_answer(answer, source)
                # Near copies of an answer share sentences.
                yield from {(one.head, one.first, one.second): one for one in found}.values()


def _written_answer(answer: Row, source: Source) -> Iterator[Example]:
    """Yield the claims of a whole answer or summary, whose sentences are labelled one by one."""
    text, spans = "", []
    for sentence in answer["sentences"]:
        text = f"{text} {sentence['text']}" if text else sentence["text"]
        spans.append((len(text) - len(sentence["text"]), len(text), sentence))
    for claim in claim_texts(text, answer["query"]):
        inside = [(start, one) for start, end, one in spans if start < claim.end and claim.start < end]
        worst = max((LABELS[one["label"]] for _, one in inside), default=SUPPORTED)
        fault = [
            (start + place - claim.start, start + place + len(words) - claim.start)
            for start, one in inside
            for words in one.get("fault", ())
            if (place := one["text"].find(words)) >= 0
        ]
        yield support(source, claim.text, worst, "written", lead=claim.lead, fault=fault)
    if answer["query"]:
        target = (1.0, float(answer["answered"]))
        yield Example("answers", answer["query"], text[:600], target, "answers/written")


def _written(row: Row, source: Source) -> Iterator[Example]:
    for one in row.get("claims", ()):
        fault = [
            (place, place + len(words))
            for words in one.get("fault", ())
            if (place := one["claim"].find(words)) >= 0
        ]
        yield support(source, one["claim"], LABELS[one["label"]], "written", fault=fault)
    for asked in row.get("questions", ()):
        for given in asked["responses"]:
            target = (float(given["about"]), float(given["answers"]))
            yield Example("answers", asked["query"], given["text"], target, "answers/written")
            if target == (1.0, 1.0):
                for claim in claim_texts(given["text"], asked["query"]):
                    yield support(source, claim.text, SUPPORTED, "written", lead=claim.lead, fault=())


_REFUSALS = (
    "The provided context does not contain information about {}.",
    "I'm sorry, but the passages do not mention {}.",
    "Based on the given text, I cannot answer the question about {}.",
    "There is no information on {} in the documents.",
    "Unable to answer based on given passages.",
    "I don't know; the context does not say {}.",
    "The documents provided do not specify {}.",
)


def answers(rng: random.Random, most: int) -> Iterator[Example]:
    """Yield queries with responses: about the query and answering it, about it only, or neither."""
    asked: list[tuple[str, str]] = []
    for row in read("bench", "ragtruth"):
        if (
            row["task"] == "qa"
            and not is_report(row["source"], "ragtruth")
            and not is_selection(row["source"])
            and row["query"]
        ):
            asked.append((row["query"], " ".join(row["output"].split()[: rng.randint(8, 60)])))
    asked = rng.sample(asked, min(len(asked), most // 6))
    for row in read("train", "qa_extractive"):
        if not row["answers"] or len(asked) > most // 2 or rng.random() < 0.4:
            continue
        answer = rng.choice(row["answers"])
        start, text, context = answer["start"], answer["text"], row["context"]
        if rng.random() < 0.5:
            asked.append((row["question"], text))
        else:
            begin = max(context.rfind(". ", 0, start) + 1, 0)
            end = context.find(". ", start + len(text))
            asked.append(
                (row["question"], context[begin : end + 1 if end > 0 else len(context)].strip()[:400])
            )
    rng.shuffle(asked)
    for number, (query, response) in enumerate(asked):
        yield Example("answers", query, response, (1.0, 1.0), "answers/right")
        other = asked[(number + 1 + rng.randrange(len(asked) - 1)) % len(asked)][1]
        if other != response:
            yield Example("answers", query, other, (0.0, 0.0), "answers/other")
        if rng.random() < 0.15:
            topic = re.sub(
                r"^(?:what|who|when|where|why|how|which)\s+(?:is|are|was|were|do|does|did)?\s*",
                "",
                query.lower(),
            )
            refusal = rng.choice(_REFUSALS).format(topic.rstrip("?"))
            yield Example("answers", query, refusal, (1.0, 0.0), "answers/refusal")
    by_context: dict[str, list[Row]] = defaultdict(list)
    for row in read("train", "qa_extractive"):
        by_context[row["context"]].append(row)
    for context in rng.sample(sorted(by_context), min(len(by_context), most // 6)):
        row = rng.choice(by_context[context])
        wrong = [
            one.text for one in claim_texts(context)
            if len(one.text) < 300 and not any(a["text"].lower() in one.text.lower() for a in row["answers"])
        ]  # fmt: skip
        if wrong:
            yield Example("answers", row["question"], rng.choice(wrong), (UNKNOWN, 0.0), "answers/beside")


def tone() -> Iterator[Example]:
    """Yield texts with what people said of their tone, from the halves that may be fitted to."""
    for name in ("davidson", "edos", "hatecheck", "openai_moderation"):
        for row in read("bench", name):
            key = row["meta"]["template"] if name == "hatecheck" else zlib.crc32(row["id"].encode())
            if key % 2 == 0:
                target = _TONE_TARGETS[name](row["labels"])
                copies = 4 if name == "hatecheck" else 2
                for _ in range(copies):
                    yield Example("tone", row["output"].strip()[:600], "", target, f"tone/{name}")


def clean_tone(most: int, *, selection: bool) -> Iterator[Example]:
    """Yield sentences of summaries of news, which report crimes and quarrels but insult nobody themselves."""
    count = 0
    for row in read("bench", "ragtruth"):
        source = row["source"]
        if row["task"] != "summary" or is_report(source, "ragtruth") or is_selection(source) != selection:
            continue
        for claim in claim_texts(row["output"])[:: 1 if selection else 3]:
            yield Example("tone", claim.text, "", (0.0, 0.0, 0.0, 0.0), "tone/news")
            count += 1
        if count >= most:
            return


def _davidson(labels: Row) -> tuple[float, ...]:
    klass = labels["klass"]
    return float(klass != "neither"), float(klass == "hate"), UNKNOWN, UNKNOWN if klass == "hate" else 0.0


def _edos(labels: Row) -> tuple[float, ...]:
    sexist = float(labels["sexist"])
    violent = float(labels["category"].startswith("1."))
    return UNKNOWN, UNKNOWN if sexist else 0.0, sexist, violent


def _hatecheck(labels: Row) -> tuple[float, ...]:
    hateful = float(labels["hateful"])
    women = hateful if labels["target"] == "women" else 0.0
    violent = float("threat" in labels["functionality"])
    return (1.0 if hateful else UNKNOWN), hateful, women, violent


def _moderation(labels: Row) -> tuple[float, ...]:
    hateful = float(bool(labels.get("H") or labels.get("H2")))
    violent = float(bool(labels.get("V") or labels.get("V2")))
    flagged = float(bool(labels.get("HR") or hateful))
    return (flagged if flagged or not labels.get("flagged") else UNKNOWN), hateful, UNKNOWN, violent


_TONE_TARGETS = {
    "davidson": _davidson,
    "edos": _edos,
    "hatecheck": _hatecheck,
    "openai_moderation": _moderation,
}

SHORT_SETS: dict[str, tuple[int, float]] = {
    "snli_ni": (50_000, 0.0), "mnli_ni": (34_000, 0.0), "cad_nli": (10_000, 0.0), "conjnli": (15_000, 0.15),
    "semiauto_nli_wiki": (15_800, 0.2), "fever_dev_binary": (12_900, 0.3), "fever_symmetric": (1_100, 0.0),
    "foolmetwice_devtest": (5_100, 0.3), "scitail_ni": (10_500, 0.0), "paws_ni": (6_500, 0.0),
    "wikisplit_atomic": (20_000, 0.5), "negation_nli": (4_400, 0.0), "breaking_nli": (2_500, 0.0),
    "hans_regenerated": (2_500, 0.0), "med_help_monotonicity": (2_500, 0.0), "monotonicity_infer": (2_500, 0.0),
    "lexical_entail": (3_000, 0.0), "scone_negation": (2_500, 0.0), "entailment_tree": (1_600, 0.0),
    "curriculum_logic_synth": (2_500, 0.0), "temporal_tracie": (2_500, 0.0), "kg_relations_nli": (3_000, 0.0),
    "snli_devtest": (6_000, 0.0),
}  # fmt: skip
LONG_SETS: dict[str, tuple[int, float]] = {
    "defacto_xsum": (4_100, 0.6), "bump_cnndm": (1_200, 0.8), "realsumm_scu": (5_700, 0.3), "wice_train_dev": (800, 0.5),
    "qa2d_passage_claims": (13_000, 0.4), "contractnli_devtest": (2_000, 0.0), "factcheckgpt_stance": (2_700, 0.0),
    "check_covid": (2_500, 0.3), "infotabs": (9_000, 0.1), "tabfact_pairs": (4_000, 0.0), "scitab": (1_200, 0.0),
    "drop_nli_numeric": (5_000, 0.0), "alexa_dialog_factual": (1_300, 0.0), "faithdial_audit_gold": (370, 0.0),
    "storysumm_sentences": (570, 0.3), "mtrag_human_eval": (310, 0.0), "boolq_statements": (2_200, 0.0),
}  # fmt: skip
"""For each file: how many rows at most, and the share of supported claims that are also corrupted."""


SHORT_WORDS = 36
"""Words of evidence in the first stage, in which entailment itself is learned."""
SHORT_TOO = ("qa2d_passage_claims", "infotabs", "check_covid", "boolq_statements", "realsumm_scu")
CHOSEN_ON = ("mnli_ni", "snli_ni", "conjnli", "semiauto_nli_wiki", "fever_dev_binary", "wikisplit_atomic")


def fitting(stage: str, seed: int) -> Iterator[Example]:
    """Yield all examples of one stage: `short` pairs first, then the `mixed` texts that judges read."""
    rng = random.Random(seed)
    report = ReportTexts()
    short = stage == "short"
    budget = SHORT_WORDS if short else EVIDENCE_WORDS
    sets = (
        {**SHORT_SETS, **{name: LONG_SETS[name] for name in SHORT_TOO}}
        if short
        else {**SHORT_SETS, **LONG_SETS}
    )
    for name, (most, corrupt) in sets.items():
        fewer = 1.0 if short or name in LONG_SETS else 0.3
        yield from pairs(name, report, rng, int(most * fewer), corrupt, budget=budget)
    yield from questions(report, rng, 16_000, budget)
    yield from passages(report, rng, 24_000, budget=budget)
    yield from answers(rng, 24_000)
    yield from tone()
    yield from clean_tone(3_000, selection=False)
    if not short:
        yield from ragtruth(report, rng, selection=False)
        yield from summedits(selection=False)
        yield from xsumfaith(selection=False)
        yield from written(selection=False)
        yield from tables(rng, 1_500)


def choosing(seed: int = 7) -> Iterator[Example]:
    """Yield the examples that models are chosen on."""
    rng = random.Random(seed)
    report = ReportTexts()
    yield from ragtruth(report, rng, selection=True, corrupt=0.15)
    yield from summedits(selection=True)
    yield from xsumfaith(selection=True)
    yield from written(selection=True)
    for name in CHOSEN_ON:
        yield from pairs(name, report, rng, 300, 0.0, selection=True)
