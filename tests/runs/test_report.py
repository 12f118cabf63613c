"""The report: what it counts, and that nothing from judged text becomes markup."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.cases import ResponseCase, SummaryCase
from jurat.runs.compare.comparison import ComparisonSettings, compare
from jurat.runs.report.html import Html, element, text
from jurat.runs.report.html_page import page
from jurat.runs.report.markdown_page import json_page, markdown_page
from jurat.runs.report.marked_texts import LONG, TextMark, marked, marks_in
from jurat.runs.report.report_data import Report, binned, make_report, read_report_data
from jurat.runs.results.result_findings import ResultFinding
from jurat.runs.results.sources import open_results
from jurat.spans import Span
from tests.builders import council_labels, evaluation, response_labels, summary_labels
from tests.runs.results import FAILED, Json, responses, summaries, write_results

CORPUS = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    '" style="position:fixed" class="bad',
    "javascript:alert(1)",
    "<a href='javascript:alert(1)'>x</a>",
    "</style><style>*{display:none}</style>",
    "</title><h1>x</h1>",
    "</td></tr></table><form action=//evil><input>",
    "<!-- --><!--><b>",
    "<![CDATA[<b>x</b>]]>",
    "&lt;b&gt; &#60;b&#62; &amp;lt;",
    "<iframe srcdoc='<script>1</script>'></iframe>",
    "<base href=//evil>",
    "<meta http-equiv=refresh content=0>",
    "<math><mtext></mtext><script>1</script></math>",
    "<details open ontoggle=alert(1)>",
    "\x00<b\x00>\x1b[31m",
    "\ud800<bold>\udfff",
    "\u202e<bold>\u2066",
    "＜script＞ ‹b›",
    "{{7*7}} ${7*7} <%= 1 %>",
    "`<b>` [x](javascript:1) ![x](//evil) | a |\n# h",
]


class Shape(HTMLParser):
    """What a browser would make of a page: its tags with their attributes' names, and all text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: Counter[tuple[str, ...]] = Counter()
        self.seen = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag, *(name for name, _ in attrs)] += 1

    def handle_data(self, data: str) -> None:
        self.seen += data

    def handle_comment(self, data: str) -> None:
        self.tags["comment",] += 1

    def unknown_decl(self, data: str) -> None:
        self.tags["declaration",] += 1


def shape(html: str) -> Shape:
    parser = Shape()
    parser.feed(html)
    parser.close()
    return parser


HELD = "a place held"


def hostile_report(tmp_path: Path, word: str) -> Report:
    """A report in which a word stands wherever a text can stand."""
    labels = summary_labels("judge-lock", relevance__theme=HELD)
    labels["id"] = HELD
    seen = labels["observations"]
    seen["hallucination"]["claims"] = [
        {"text": HELD, "label": "unsupported", "reason": HELD, "evidence": HELD},
        {"text": "a", "label": "supported", "evidence": {"source": HELD, "start": 0, "end": 1, "text": HELD}},
    ]
    seen["coverage"]["key_points"][0]["text"] = HELD
    seen["coverage"]["qags"][0] |= {"question": HELD, "answer": HELD, "evidence": HELD}
    seen["alignment"]["deviations"] = [{"kind": "tone", "severity": "mild", "text": HELD, "reason": HELD}]
    seen["bias_toxicity"]["issues"] = [{"kind": "slur", "severity": "mild", "text": HELD, "reason": HELD}]
    failure = json.dumps({"id": f"{HELD}, failed", "error": HELD})
    path = tmp_path / "hostile.jsonl"
    write_results(path, [labels], failures=[failure])
    path.write_text(path.read_text().replace(HELD, json.dumps(word)[1:-1]))
    found = read_report_data(open_results(str(path)))
    run = found.columns
    case = SummaryCase(article=f"plain {word} plain", summary=f"{word} plain")
    return make_report(
        found,
        cases=dict.fromkeys(run.row_index, case),
        before=run,
        comparison=compare(run, run, method=ComparisonSettings(resamples=100)),
        notes=[word],
    )


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return hostile_report(tmp_path_factory.mktemp("harmless"), "harmless words")


@pytest.mark.parametrize("word", CORPUS)
def test_nothing_judged_becomes_markup(tmp_path: Path, word: str, harmless: Report) -> None:
    hostile = page(hostile_report(tmp_path, word))
    expected, found = shape(page(harmless)), shape(hostile)
    assert found.tags == expected.tags
    assert not re.search("[\x00-\x08\x0e-\x1f\ud800-\udfff\u202a-\u202e\u2066-\u2069]", hostile)
    assert {tag for tag, *_ in found.tags}.isdisjoint(
        {"script", "img", "iframe", "form", "a", "link", "base"}
    )


def test_what_is_judged_is_shown_as_it_is(tmp_path: Path) -> None:
    seen = shape(page(hostile_report(tmp_path, CORPUS[0]))).seen
    assert seen.count(CORPUS[0]) >= 8


@given(st.text())
def test_any_text_is_only_text(content: str) -> None:
    found = shape(f"<p>{text(content)}</p>")
    assert found.tags == Counter({("p",): 1})
    parsed = shape(element("i", "x", title=content))
    assert parsed.tags == Counter({("i", "title"): 1})


def test_only_elements_are_markup() -> None:
    assert element("b", "<i>") == "<b>&lt;i&gt;</b>"
    assert element("b", Html("<i></i>")) == "<b><i></i></b>"
    assert isinstance(element("b"), Html)


def test_the_page_fetches_nothing_and_runs_nothing(harmless: Report) -> None:
    html = page(harmless)
    assert "default-src &#x27;none&#x27;; style-src &#x27;unsafe-inline&#x27;" in html
    assert not re.search(r"(?:src|href|url\(|@import)\s*[=(]", html)
    assert "prefers-color-scheme: dark" in html


def reported(tmp_path: Path, labels: list[Json], **how: int) -> Report:
    return make_report(
        read_report_data(open_results(write_results(tmp_path / "a.jsonl", labels, failures=[FAILED])), **how)
    )


def test_counts_and_figures(tmp_path: Path) -> None:
    report = reported(tmp_path, responses([0, 4, 8, None]))
    assert (report.rows, report.scored, report.unscored, report.failed) == (5, 3, 1, 1)
    assert report.verdicts == {"PASS": 2, "WARN": 1, "FAIL": 1}
    part = report.metrics[2]
    assert (part.name, part.scored, part.unscored) == ("hallucination", 3, 2)
    assert part.mean == pytest.approx(0.4)
    assert part.median == pytest.approx(0.4)
    assert part.reasons == (("no context was given, so nothing can be checked against it", 1),)
    assert report.failures == (("broken", "query: is empty; give the text"),)


def test_the_worst_come_first_and_only_as_many_as_asked(tmp_path: Path) -> None:
    report = reported(tmp_path, responses([0, 8, 2, None, 9]), worst=4)
    assert [view.result.id for view in report.worst] == ["case 4", "case 1", "case 3", "case 2"]
    report = reported(tmp_path, summaries([9.0, 2.0, 5.0]), worst=2)
    assert [view.result.id for view in report.worst] == [1, 2]
    assert reported(tmp_path, responses([1]), worst=0).worst == ()


def test_equal_cases_keep_their_order(tmp_path: Path) -> None:
    report = reported(tmp_path, responses([3] * 6), worst=3)
    assert [view.result.id for view in report.worst] == ["case 0", "case 1", "case 2"]


def test_caps_are_counted_with_those_that_lowered(tmp_path: Path) -> None:
    labels = summary_labels("twin-lock", hallucination__claims=[{"label": "unsupported"}])
    report = reported(tmp_path, [labels])
    assert [(c.metric, c.reason, c.rows, c.lowered) for c in report.caps] == [
        ("coverage", "extraneous_claim", 1, 1),
        ("coverage", "hallucination", 1, 0),
        ("relevance", "hallucination", 1, 1),
    ]


def test_councils_have_standings_and_tables(tmp_path: Path) -> None:
    review = {"reviewer": "r", "evaluations": {"a": evaluation(9, 9), "b": evaluation(7, 7)}}
    report = reported(tmp_path, [council_labels([review])])
    assert [(one.name, one.mean, one.first, one.scored) for one in report.standings] == [
        ("a", 9.0, 1, 1),
        ("b", 7.0, 0, 1),
        ("c", None, 0, 0),
    ]
    assert report.metrics == ()
    seen = shape(page(report)).seen
    assert "first: a" in seen
    assert "0 of 1 reviews that the quorum asks for were kept" in seen


@pytest.mark.parametrize(
    ("values", "top", "filled"),
    [
        ([0.0], 10.0, {0: 1}),
        ([10.0, 9.99], 10.0, {19: 2}),
        ([0.3], 1.0, {6: 1}),
        ([0.6, 0.15], 1.0, {12: 1, 3: 1}),
        ([12.0, -1.0], 10.0, {19: 1, 0: 1}),
        ([], 1.0, {}),
    ],
)
def test_bins_by_hand(values: list[float], top: float, filled: dict[int, int]) -> None:
    assert {place: count for place, count in enumerate(binned(values, top)) if count} == filled


def finding(start: int, end: int, words: str, source: str = "response") -> ResultFinding:
    return ResultFinding(
        "hallucination", "number", "unsupported", Span(source, start, end, words), words, None, None
    )


def test_marks_stand_only_where_the_characters_agree() -> None:
    found = [(1, finding(3, 7, "1998")), (2, finding(3, 7, "1999")), (3, finding(3, 99, "1998"))]
    assert marks_in("response", "In 1998.", found) == [TextMark(3, 7, 1, "bad")]
    assert marks_in("query", "In 1998.", found) == []


def test_words_without_a_place_are_looked_for_in_what_is_judged() -> None:
    loose = ResultFinding("alignment", "tone", "mild", None, "has promised", None, None)
    assert marks_in("summary", "She has promised it.", [(1, loose)]) == [TextMark(4, 16, 1, "half")]
    assert marks_in("article", "She has promised it.", [(1, loose)]) == []


def test_overlapping_marks_keep_every_character_once() -> None:
    words = "abcdefghij"
    html = marked(words, [TextMark(1, 6, 1, "good"), TextMark(3, 8, 2, "bad"), TextMark(3, 8, 3, "half")])
    assert re.sub(r"<sup>.*?</sup>|<[^>]+>", "", html) == words
    assert html.count('class="bad"') == 2


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 30)), max_size=6))
def test_any_marks_keep_every_character_once(places: list[tuple[int, int]]) -> None:
    words = "The quick brown fox & its <dog>"
    marks = [TextMark(a, min(a + n, 31), i, "bad") for i, (a, n) in enumerate(places)]
    parsed = shape(re.sub(r"<sup>.*?</sup>", "", marked(words, marks)))
    assert parsed.seen == words


def test_of_a_long_text_the_parts_around_the_marks_are_shown() -> None:
    words = "x" * 5 * LONG
    html = marked(words, [TextMark(9000, 9010, 1, "bad")])
    assert len(html) < LONG
    left_out = [int(n.replace(",", "")) for n in re.findall(r"([\d,]+) characters", html)]
    assert sum(left_out) + len(re.findall("x", html)) == len(words)


def test_texts_are_shown_with_highlights(tmp_path: Path) -> None:
    labels = response_labels()
    where = {"source": "response", "start": 9, "end": 12, "text": "$99"}
    quote = {"source": "context", "start": 3, "end": 6, "text": "$89"}
    labels["observations"]["hallucination"]["anchors"] = [
        {
            "kind": "number",
            "text": "$99",
            "supported": False,
            "span": where,
            "evidence": quote,
            "reason": "not there",
        }
    ]
    found = read_report_data(open_results(write_results(tmp_path / "a.jsonl", [labels])))
    case = ResponseCase(query="What?", response="It costs $99.", contexts=("At $89.",))
    html = page(make_report(found, cases={"case": case}))
    assert '<mark class="bad">$99<sup>1</sup></mark>' in html
    assert '<mark class="evidence">$89<sup>1</sup></mark>' in html


def test_an_empty_run_has_a_page_too(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("")
    report = make_report(read_report_data(open_results(str(tmp_path / "a.jsonl"))))
    assert "no judge" in page(report)
    assert "0 rows" in markdown_page(report)
    assert json.loads(json_page(report))["rows"] == 0


@pytest.mark.parametrize("word", CORPUS)
def test_markdown_has_the_same_lines_whatever_is_judged(tmp_path: Path, word: str, harmless: Report) -> None:
    hostile = markdown_page(hostile_report(tmp_path, word))
    assert len(hostile.splitlines()) == len(markdown_page(harmless).splitlines())
    assert hostile.encode("utf-8")
    assert not re.search(r"(?<!\\)<[a-zA-Z/!]", hostile)
    assert "](javascript" not in hostile


def test_json_holds_the_results_as_they_stand(tmp_path: Path) -> None:
    made = json.loads(json_page(reported(tmp_path, responses([6, 1]))))
    assert made["worst"][0]["metrics"][2]["value"] == 0.6
    assert [one["name"] for one in made["metrics"]] == ["relevance", "completeness", "hallucination"]


def test_colours_and_the_head_follow_the_thresholds_that_were_judged_by(tmp_path: Path) -> None:
    labels = [{**one, "options": {"thresholds": {"hallucination": 0.05}}} for one in responses([0, 1, 1])]
    report = make_report(read_report_data(open_results(write_results(tmp_path / "r.jsonl", labels))))
    part = next(one for one in report.metrics if one.name == "hallucination")
    assert (part.tones[0], part.tones[2]) == ("good", "bad")
    shown = page(report)
    head = shown.partition("<section")[0]
    assert '<span class="pill bad">hallucination 0.100</span>' in shown
    assert '<b class="bad">0.067</b>' in shown
    assert "FAIL if hallucination is above 0.05 or relevance below 0.1" in head
    assert "hallucination is above 0.05" in markdown_page(report).partition("## Scores")[0]
