"""What each check of the grounding rules adds: python -m bench.ablation [--part NAME] [CHECK …]

One check at a time is switched off: its function returns what it returns where nothing is found. Each line
has the change against the full rules:

- traps: of tests/observers/claim_traps.toml and summary_traps.toml, how many give what is expected.
- cases: verdicts of the open reader cases that are the reader's (responses), pairs of a faithful and a
  distorted summary that are told apart (summaries; half a pair where both score the same).
- agreement: AUROC on RAGTruth by task (responses), mean AUROC over the summary sets (summaries); rows of the
  half that is not reported.
- with verifier: AUROC of the mean of Claim-Lock's score and Claim-Lock Ultra's; of Judge-Lock Ultra, in
  which the rules are weighed in.

A check earns its place if switching it off makes any of these worse by more than --least.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from bench import reader, summaries
from bench.agreement import auroc, judged
from bench.ragtruth import TASKS, Row, read, sample
from jurat.cases import ResponseCase, SummaryCase
from jurat.judges.registry import judge
from jurat.observers.grounding.indexed_doc import indexed_doc
from jurat.observers.grounding.passages import PASSAGES
from jurat.observers.grounding.statements import statements
from jurat.observers.responses.response_observer import observe_case
from jurat.observers.summaries.claim_labels import observe_claims
from jurat.observers.verified.verified_labels import summary_claims
from jurat.outcomes import Score
from jurat.scoring.judge_lock_ultra import doubt_about
from jurat.verifier.claim_texts import ClaimText
from jurat.verifier.retrieval import Source
from jurat.verifier.verifier import Verdict, Verifier, installed_verifier

TRAPS = Path(__file__).parents[1] / "tests" / "observers"
DISTORTIONS = Path(__file__).parent / "data" / "distortions.jsonl"
WORTH = {"supported": 0.0, "partial": 0.5, "unsupported": 1.0}


class Check(NamedTuple):
    """A function of the rules as ``module.function``, what it returns when off, and what it decides."""

    function: str
    off: Any
    decides: str


def _whole(_: Any, line: Any) -> Iterator[Any]:
    yield line


_OF_RESPONSES: tuple[tuple[str, Any, str], ...] = (
    ("claim_support.clause_conflicts", (), "all conflicts of clauses"),
    ("claim_support._in_record", None, "attributes of data"),
    ("claim_support._turned_places", (), "“unsafe” found for “safe”"),
    ("claim_support.misattributed_count", None, "a count given to something else"),
    ("claim_support.misattributed_value", None, "a value given to another subject"),
    ("value_owners._rival", None, "another value stated for the subject"),
    ("claim_support._unknown_name", None, "every part of a name must occur"),
    ("claim_support._subject_places", None, "the subject must stand near"),
    ("claim_support._mentioned", (), "general words where the context uses them"),
    ("matching._other_names", (), "other names: United States, U.S."),
    ("matching._same_meaning", (), "synonyms"),
    ("matching.near_places", (), "words near in meaning"),
    ("matching._key_places", (), "keys of data for what a word says"),
    ("matching._initials", (), "initials"),
    ("matching._name_places", (), "names of several words as one"),
    ("value_support._counted", None, "lists of data that are counted"),
    ("passages.opening_hours", {}, "opening hours"),
    ("assertions.AssertionReader._label_starts", {}, "names with numbers: “type 1”"),
    ("assertions.AssertionReader._names", False, "general words inside names"),
    ("assertions._pointing", frozenset(), "subjects that point back"),
    ("claim_extraction._of_report", (), "who says it"),
    ("claim_extraction._of_renamings", (), "appositions"),
    ("claim_extraction._of_orders", (), "instructions"),
)
_OF_BOTH: tuple[tuple[str, Any, str], ...] = (
    ("conflicts._misplaced", None, "roles: who does it to whom"),
    ("conflicts._set_aside", None, "a name that is set aside: “without Bob”"),
    ("conflicts._other_side", None, "before and after"),
    ("conflicts._advises", False, "advice against what the claim approves"),
    ("conflicts._contrary", False, "opposite words, “unsafe” for “safe” among them"),
    ("roles._both_named", False, "roles: another name does it, and the source has both"),
    ("roles._does_else", False, "roles: the doer does it to something else"),
    ("roles._is_unknown_name", False, "roles: unlisted words with a capital are names"),
    ("roles._swapped", False, "roles: swapped"),
    ("roles._suffers", False, "roles: the doer suffers it"),
    ("roles._crossed", False, "roles: two clauses exchanged"),
    ("roles._others", False, "roles: another name does it"),
    ("conflicts.align_clause", None, "negation, opposites and modality by clause"),
    ("conflicts._turned", "", "an opposite word in the clause"),
    ("conflicts._from_other_side", False, "lost and beat, told from the other side"),
    ("conflicts._denies", False, "a denial elsewhere in the sentence excuses"),
    ("aligned_clauses._same_deed", False, "same verb and object align clauses"),
    ("aligned_clauses._meant", frozenset(), "pronouns within the sentence"),
)
_OF_SUMMARIES: tuple[tuple[str, Any, str], ...] = (
    ("conflicts._exchanged", [], "an opposite word in the sentence"),
    ("conflicts.turned_bounds", (), "more than, less than"),
    ("conflicts.miscounted_events", (), "once, twice, three times"),
    ("conflicts.unmentioned_events", (), "grave events that the article does not mention"),
    ("entities._names", (), "unknown names"),
    ("entities._numbers", (), "unknown numbers"),
    ("entities._dates", (), "unknown dates"),
    ("entities._digits", (), "very long numbers"),
    ("entities._rival", None, "the number given instead"),
    ("entities._is_small_word", False, "“one” and “first” count nothing"),
    ("entity_names.same_names", {}, "demonyms and other names"),
    ("entity_names._spelled", False, "“U.S.” letter by letter"),
    ("entity_names._is_proper", False, "a name that opens a sentence"),
    ("indexed_doc.equivalents", (), "synonyms"),
    ("indexed_doc.similar_stems", {}, "words near in meaning"),
    ("indexed_doc.aliases_of", (), "other names: European Union, EU"),
    ("indexed_doc.initials", {}, "initials"),
    ("indexed_doc.parts_of_compounds", {}, "parts of compounds"),
    ("indexed_doc.split_compound", (), "compounds written apart"),
    ("term_weights.short_names", (), "short names for parts of long ones"),
    ("statements.unknown_terms", [], "unknown nouns"),
    ("term_weights.soft_stems", frozenset(), "general words weigh less"),
    ("statements.pieces", _whole, "long sentences cut into clauses"),
    ("claim_labels._apart", False, "words found in different places"),
    ("features._unpaired", 0.0, "feature: unpaired"),
    ("features._moved_figure", 0.0, "feature: moved_figure"),
    ("features._moved_names", 0, "feature: moved_names"),
    ("features._is_strange", False, "feature: strange"),
    ("features._new_adverbs", 0, "feature: new_adverbs"),
    ("features._new_modals", 0, "feature: new_modals"),
)
RESPONSES = tuple(Check(*one) for one in (*_OF_BOTH, *_OF_RESPONSES))
SUMMARIES = tuple(Check(*one) for one in (*_OF_BOTH, *_OF_SUMMARIES))


@contextmanager
def without(check: Check | None) -> Iterator[None]:
    """Switch a check off; nothing that was computed before is used again."""
    _forget()
    if check is None:
        yield
        return
    *path, name = check.function.split(".")
    package = "summaries" if path[0] == "claim_labels" else "grounding"
    owner: Any = import_module(f"jurat.observers.{package}.{path[0]}")
    for part in path[1:]:
        owner = getattr(owner, part)

    def off(*_: object, **__: object) -> Any:
        return check.off

    with patch.object(owner, name, check.off if callable(check.off) else off):
        yield
    _forget()


def _forget() -> None:
    """Empty the caches of the observers."""
    PASSAGES.clear()
    for name in [name for name in sys.modules if name.startswith("jurat.observers")]:
        for one in vars(sys.modules[name]).values():
            if hasattr(one, "cache_clear"):
                one.cache_clear()


class ResponseData:
    """Traps, reader cases and rows of RAGTruth, with Claim-Lock Ultra's scores of some of them."""

    columns = ("traps", "cases", *TASKS, "with verifier")

    def __init__(self, per_task: int, verified: int) -> None:
        self.traps = tomllib.loads((TRAPS / "claim_traps.toml").read_text(encoding="utf-8"))["trap"]
        self.cases = reader.rows("open")
        self.rows = sample(read(), "dev", per_task) if per_task else []
        spaced = [row for task in TASKS for row in [r for r in self.rows if r.task == task][:verified]]
        self.verified: list[tuple[Row, float]] = [
            (row, _hallucination("claim-lock-ultra", row.case)) for row in spaced
        ]

    def figures(self) -> tuple[float, ...]:
        """What the rules reach as they are now."""
        traps = sum(map(passes_response, self.traps))
        if not self.rows:
            return (traps,)
        scores = {row.case.id: judged(observe_case(row.case)) for row in self.rows}
        both = [(scores[row.case.id] + ultra) / 2 for row, ultra in self.verified]
        return (
            traps,
            sum(judge("claim-lock").judge(_reader_case(row)).verdict == row["verdict"] for row in self.cases),
            *(
                auroc(
                    [scores[row.case.id] for row in self.rows if row.task == task],
                    [row.hallucinated for row in self.rows if row.task == task],
                )
                for task in TASKS
            ),
            auroc(both, [row.hallucinated for row, _ in self.verified]) if both else 0.0,
        )


def _hallucination(name: str, case: ResponseCase) -> float:
    score = judge(name).judge(case)["hallucination"]
    return float(score.value) if isinstance(score, Score) else 0.0


def _reader_case(row: dict[str, Any]) -> ResponseCase:
    return ResponseCase(
        query=row["query"], response=row["response"], contexts=tuple(row["contexts"]), id=row["id"]
    )


def passes_response(trap: dict[str, Any]) -> bool:
    """Whether a trap gives the anchors that are expected, each with its support."""
    case = ResponseCase(query="What?", response=trap["response"], contexts=tuple(trap["contexts"]))
    found = observe_case(case).hallucination
    anchors = found.anchors if found else None
    return bool([[one.kind, one.text, one.supported] for one in anchors or ()] == trap["anchors"])


class SummaryData:
    """Traps, pairs of a faithful and a distorted summary, and rows of the summary sets."""

    columns = ("traps", "cases", "agreement", "with verifier")

    def __init__(self, per_set: int, verified: int) -> None:
        data = tomllib.loads((TRAPS / "summary_traps.toml").read_text(encoding="utf-8"))
        self.articles, self.traps = data["articles"], data["trap"]
        self.pairs = [json.loads(line) for line in DISTORTIONS.read_text(encoding="utf-8").splitlines()]
        self.sets = [
            (_spaced([row for row in _rows(file) if fits(row)], per_set) if per_set else [], is_good)
            for _, file, fits, is_good in summaries.FAITHFULNESS
        ]
        self.verified = verified
        self.verifier = RememberedVerifier(installed_verifier())

    def figures(self) -> tuple[float, ...]:
        """What the rules reach as they are now."""
        traps = sum(passes_summary(self.articles, trap) for trap in self.traps)
        if not any(given for given, _ in self.sets):
            return (traps,)
        found, weighed = [], []
        for given, is_good in self.sets:
            bad = [not is_good(row) for row in given]
            found.append(auroc([_doubt(row.article, row.summary) for row in given], bad))
            few = given[: self.verified]
            if few:
                weighed.append(
                    auroc([self._weighed(row.article, row.summary) for row in few], bad[: len(few)])
                )
        told = [
            (_doubt(row["article"], row["summary_false"]), _doubt(row["article"], row["summary_true"]))
            for row in self.pairs
        ]
        return (
            traps,
            sum(1.0 if wrong > right else 0.5 * (wrong == right) for wrong, right in told),
            sum(found) / len(found),
            sum(weighed) / len(weighed) if weighed else 0.0,
        )

    def _weighed(self, article: str, summary: str) -> float:
        """Judge-Lock Ultra's doubt about the claims of a summary."""
        source, text = indexed_doc(article), indexed_doc(summary)
        by_rules = observe_claims(source, text, statements(source, text), weighed=True)
        claims = summary_claims(SummaryCase(article=article, summary=summary), self.verifier, by_rules)
        return float(doubt_about(claims)) if claims else 0.0


def passes_summary(articles: dict[str, str], trap: dict[str, Any]) -> bool:
    """Whether every claim of a trap has the label and the error that are expected."""
    source, text = indexed_doc(articles[trap["article"]]), indexed_doc(trap["summary"])
    claims = observe_claims(source, text, statements(source, text))
    return {(one.label, one.error) for one in claims} == {(trap["label"], trap.get("error"))}


def _rows(file: str) -> list[summaries.Row]:
    return summaries.rows(file, "dev", task="summary" if file == "ragtruth" else None)


def _spaced(rows: list[summaries.Row], count: int) -> list[summaries.Row]:
    """Rows at even distances, in an order that mixes articles, so that the first few are a sample as well."""
    chosen = [rows[index * len(rows) // count] for index in range(count)] if len(rows) > count else rows
    return [row for start in range(7) for row in chosen[start::7]]


def _doubt(article: str, summary: str) -> float:
    """The share of claims that are not supported, a partial one half; the worst support breaks ties."""
    source, text = indexed_doc(article), indexed_doc(summary)
    found = statements(source, text)
    claims = observe_claims(source, text, found)
    share = sum(WORTH[claim.label] for claim in claims) / len(claims) if claims else 0.0
    return share + 0.001 * (1 - min((one.score for one in found), default=1.0))


class RememberedVerifier(Verifier):
    """A verifier that reads the same claim and source once, whatever rules are switched off."""

    def __init__(self, verifier: Verifier) -> None:
        super().__init__(verifier.encoder)
        self.verdicts: dict[tuple[tuple[str, ...], ClaimText], Verdict] = {}

    def check(self, source: Source, claim: ClaimText) -> Verdict:
        """Return what the source says of one claim."""
        key = (tuple(source.passages), claim)
        if key not in self.verdicts:
            self.verdicts[key] = super().check(source, claim)
        return self.verdicts[key]


def earns(full: Sequence[float], less: Sequence[float], least: float) -> bool:
    """Whether the figures without a check are worse than with it: one trap or case, or so much AUROC.

    >>> earns((10, 5.0, 0.7), (10, 5.0, 0.699), 0.002), earns((10, 5.0, 0.7), (9, 5.0, 0.7), 0.002)
    (False, True)
    """
    counts = any(after < before for before, after in zip(full[:2], less[:2], strict=True))
    return counts or any(before - after >= least for before, after in zip(full[2:], less[2:], strict=True))


def table(data: ResponseData | SummaryData, checks: Sequence[Check], least: float) -> Iterator[str]:
    """A line for each check: the change of every figure when it is off, and whether it earns its place."""
    with without(None):
        full = data.figures()
    columns = data.columns[: len(full)]
    yield f"| check | decides | {' | '.join(columns)} | stays |"
    yield "|---|---|" + "---|" * (len(columns) + 1)
    yield f"| all | | {' | '.join(_shown(value) for value in full)} | |"
    for check in checks:
        with without(check):
            less = data.figures()
        changes = [_change(after - before) for before, after in zip(full, less, strict=True)]
        stays = "yes" if earns(full, less, least) else "no"
        yield f"| `{check.function}` | {check.decides} | {' | '.join(changes)} | {stays} |"


def _shown(value: float) -> str:
    return f"{value:g}" if value > 1 else f"{value:.3f}"


def _change(value: float) -> str:
    if abs(value) < 0.0005:
        return "·"
    return f"{value:+g}" if abs(value) >= 0.5 else f"{value:+.3f}"


@cache
def _parts() -> dict[str, tuple[Callable[[int, int], ResponseData | SummaryData], tuple[Check, ...]]]:
    return {"responses": (ResponseData, RESPONSES), "summaries": (SummaryData, SUMMARIES)}


def main() -> None:
    """Print the table of one part or of both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("checks", nargs="*", metavar="CHECK", help="as in the table; all unless given")
    parser.add_argument("--part", choices=tuple(_parts()), action="append")
    parser.add_argument("--rows", type=int, default=150, help="rows of each task or set; 0: traps only")
    parser.add_argument("--verified", type=int, default=60, help="rows of each that the verifier reads too")
    parser.add_argument("--least", type=float, default=0.001, help="AUROC that a check must add")
    given = parser.parse_args()
    for part in given.part or _parts():
        made, checks = _parts()[part]
        chosen = [one for one in checks if not given.checks or one.function in given.checks]
        for line in table(made(given.rows, given.verified), chosen, given.least):
            print(line, flush=True)


if __name__ == "__main__":
    main()
