"""The formats that programs read: each can be parsed by the usual parser of its kind, whatever the findings hold."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cupylint
from cupylint.findings import Edge, Finding, Fix, Lanes, Location, Mark, Premise, Proof, Related, Side
from cupylint.report import FORMATS, Run, render
from cupylint.report.page import Page
from cupylint.report.references import uri
from cupylint.writing import is_report

from . import sarif_form

SOURCE = "with a:\n    y = f(x)\nwith b:\n    z = y + 1\n"
LANES = Lanes(
    ("a", "b"),
    (Mark(0, "access", 2, "y = f(x)"), Mark(1, "wait", 3, "b.wait_event(e)"), Mark(1, "access", 4, "z = y + 1")),
    (Edge(0, 2, missing=True),),
)
FINDING = Finding(
    "CUP101",
    "unordered-read",
    "error",
    "y is read on b while a may still be writing it (line 2)",
    Location(4, 9, 4, 10),
    "src/a b.py",
    "read on b",
    related=(Related(Location(2, 5, 2, 6), "written on a"),),
    notes=("a and b are not ordered",),
    fix=Fix("b.wait_event(a.record())", 3),
    lanes=LANES,
)
IN_CELL = replace(
    FINDING, filename="n.ipynb", location=Location(2, 9, 2, 10, 3), related=(), fix=Fix("w()", 1, cell=3), lanes=None
)


def show(form: str, *findings: Finding, source: str | None = SOURCE, files: Sequence[str] = ()) -> str:
    """A report in which all files have the text `source`."""
    cells = {3: "with b:\n    z = y + 1"}
    page = Page(lambda name: source, width=80, cells=lambda name: cells, run=Run(tuple(files), "/project"))
    return render(findings, form, page)


def sarif(*findings: Finding, source: str | None = SOURCE) -> list[dict[str, Any]]:
    """The results of a log."""
    log = json.loads(show("sarif", *findings, source=source))
    sarif_form.check(log)
    results: list[dict[str, Any]] = log["runs"][0]["results"]
    return results


# --- sarif ----------------------------------------------------------------------------------------


def test_sarif_has_the_places_the_flow_and_the_fix() -> None:
    (result,) = sarif(FINDING)
    place = {"artifactLocation": {"uri": "src/a%20b.py", "uriBaseId": "%SRCROOT%"},
             "region": {"startLine": 4, "startColumn": 9, "endLine": 4, "endColumn": 10}}  # fmt: skip
    assert result["level"] == "error"
    assert result["locations"] == [{"physicalLocation": place, "message": {"text": "read on b"}}]
    assert result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 2
    (flow,) = result["codeFlows"]
    assert [thread["message"]["text"] for thread in flow["threadFlows"]] == ["a", "b"]
    assert [
        (step["executionOrder"], step["location"]["physicalLocation"]["region"]["startLine"])
        for thread in flow["threadFlows"]
        for step in thread["locations"]
    ] == [(1, 2), (2, 3), (3, 4)]
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 1},
            "insertedContent": {"text": "b.wait_event(a.record())\n"},
        }
    ]


def test_sarif_says_what_rules_and_columns_are() -> None:
    (run,) = json.loads(show("sarif", FINDING))["runs"]
    (rule,) = run["tool"]["driver"]["rules"]
    assert (rule["id"], rule["name"], rule["defaultConfiguration"]["level"]) == ("CUP101", "unordered-read", "error")
    assert "## Why is this bad?" in rule["help"]["markdown"]
    assert run["columnKind"] == "unicodeCodePoints"


def test_sarif_of_accesses_without_a_picture() -> None:
    sides = (Side(Location(2, 5, 2, 6), "src/a b.py", "write", "a"), Side(Location(7, 1, 7, 2), "h.py", "read", "b"))
    (result,) = sarif(replace(FINDING, lanes=None, accesses=sides))
    steps = [thread["locations"][0]["location"] for thread in result["codeFlows"][0]["threadFlows"]]
    assert [step["physicalLocation"]["artifactLocation"]["uri"] for step in steps] == ["src/a%20b.py", "h.py"]


@pytest.mark.parametrize(
    ("verdict", "kind", "level"),
    [("CONFIRMED", "fail", "error"), ("ORDERED", "pass", "none"), ("NOT REACHED", "open", "none")],
)
def test_sarif_of_what_a_run_showed(verdict: str, kind: str, level: str) -> None:
    (result,) = sarif(replace(FINDING, proof=Proof(verdict, "line 4 ran first", "simulator")))
    assert (result["kind"], result["level"], result["properties"]["verdict"]) == (kind, level, verdict)


def test_what_is_suppressed_is_marked_or_left_out() -> None:
    known = replace(FINDING, suppressed="baseline")
    assert [result["suppressions"] for result in sarif(FINDING, known)] == [[], [{"kind": "external"}]]
    assert show("concise", known).endswith(" (known to the baseline)\n")
    assert show("full", known).startswith("CUP101 unordered-read (known to the baseline): ")
    assert json.loads(show("json", known))[0]["suppressed"] == "baseline"
    for form in ("github", "gitlab", "junit"):
        assert show(form, FINDING, known) == show(form, FINDING)
    assert is_report(show("full", known, FINDING).encode()) and is_report(show("concise", known).encode())


def test_the_address_of_the_rule_is_told_everywhere() -> None:
    found = replace(FINDING, url="https://example.org/rules/CUP101/")
    for form in set(FORMATS) - {"concise"}:
        assert found.url in show(form, found), form
    assert is_report(show("full", found).encode()) and is_report(show("gitlab", found).encode())


def test_sarif_of_a_place_in_a_notebook() -> None:
    (result,) = sarif(IN_CELL)
    assert result["message"]["text"].startswith("cell 3, line 2: y is read")
    assert result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "cell 3, line 2, column 9"
    assert "fixes" not in result


def test_sarif_takes_no_text_for_a_link_or_a_placeholder() -> None:
    (result,) = sarif(replace(FINDING, message="streams[0](x) and {0}"))
    assert result["message"]["text"] == r"streams\[0\](x) and {{0}}"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a b/ü#?.py", "a%20b/%C3%BC%23%3F.py"),
        ("c:d.py", "c%3Ad.py"),
        ("/project/a.py", "a.py"),
        ("/projects/a.py", "file:///projects/a.py"),
        ("a\udcff.py", "a%FF.py"),
        ("a\ud800.py", "a%ED%A0%80.py"),
    ],
)
def test_uris(name: str, expected: str) -> None:
    assert uri(name, Page(lambda name: None, False, 80, True, run=Run(root="/project"))) == expected


def test_sarif_of_what_the_linter_finds(root: Path) -> None:
    folders = (root / "fixtures" / code for code in ("CUP102", "CUP402", "CUP302"))
    programs = [path for folder in folders for path in sorted(folder.glob("bad_*.py"))[::2]]
    found = cupylint.lint(programs, isolated=True)
    results = sarif(*found, source=None)
    assert len(results) == len(found) > 20
    assert len({result["partialFingerprints"]["cupylint/v2"] for result in results}) == len(results)
    assert sum("codeFlows" in result for result in results) > 20


# --- github, gitlab, junit, jsonl -----------------------------------------------------------------


def test_github() -> None:
    odd = replace(FINDING, filename="/project/a,b:c%.py", message="50%\nof it", severity="warning")
    assert show("github", odd) == (
        "::warning title=CUP101 unordered-read,file=a%2Cb%3Ac%25.py,line=4,endLine=4,col=9,endColumn=10"
        "::50%25%0Aof it%0Aa and b are not ordered\n"
    )
    several = replace(FINDING, location=Location(4, 9, 5, 2), severity="info", notes=())
    assert show("github", several).startswith(
        "::notice title=CUP101 unordered-read,file=src/a b.py,line=4,endLine=5::y"
    )
    assert show("github", IN_CELL).startswith("::error title=CUP101 unordered-read,file=n.ipynb::cell 3, line 2: y is")


def test_gitlab() -> None:
    (item,) = json.loads(show("gitlab", FINDING))
    assert re.fullmatch("[0-9a-f]{32}", item.pop("fingerprint"))
    assert item == {
        "description": "CUP101 y is read on b while a may still be writing it (line 2)",
        "check_name": "CUP101",
        "severity": "major",
        "location": {"path": "src/a b.py", "lines": {"begin": 4, "end": 4}},
    }


@pytest.mark.parametrize("form", ["gitlab", "sarif"])
def test_fingerprints_are_unique_and_stay_where_lines_are_put_in_above(form: str) -> None:
    def marks(*findings: Finding, source: str = SOURCE) -> list[str]:
        if form == "gitlab":
            return [item["fingerprint"] for item in json.loads(show(form, *findings, source=source))]
        return [result["partialFingerprints"]["cupylint/v2"] for result in sarif(*findings, source=source)]

    moved = replace(FINDING, location=Location(7, 9, 7, 10), message=FINDING.message.replace("line 2", "line 5"))
    assert marks(moved, source=f"\n\n\n{SOURCE}") == marks(FINDING)
    twice = replace(FINDING, location=Location(4, 5, 4, 6))
    assert len(set(marks(FINDING, twice, replace(FINDING, filename="b.py"), replace(FINDING, code="CUP102")))) == 4


def test_junit_has_a_case_for_each_file() -> None:
    unread = replace(FINDING, code="CUP900", filename="x.py")
    suite = ElementTree.fromstring(show("junit", FINDING, FINDING, unread, files=("good.py", "src/a b.py"))).find("*")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    assert {case.get("name"): [child.tag for child in case] for case in suite} == {
        "good.py": [],
        "src/a b.py": ["failure"],
        "x.py": ["error"],
    }
    assert (suite.findtext("testcase/failure") or "").count("src/a b.py:4:9: CUP101 [unordered-read] y is read") == 2


def test_json_lines_are_the_objects_of_the_list() -> None:
    found = [json.loads(row) for row in show("jsonl", FINDING, IN_CELL).splitlines()]
    assert found == json.loads(show("json", FINDING, IN_CELL))
    assert found[0]["location"] == {"cell": 3, "row": 2, "column": 9}


# --- the page -------------------------------------------------------------------------------------


class Checker(HTMLParser):
    """Fails on tags that do not close in order; collects ids, references and texts."""

    VOID = frozenset(("meta", "input", "link", "img", "br"))

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.named: list[str] = []
        self.targets: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "aria-labelledby":
                self.named += (value or "").split()
            elif name in ("href", "src", "srcset", "action", "data", "style") and value:
                self.targets.append(value)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def checked(page: str) -> Checker:
    """A page that is whole, has each id once and asks for nothing outside."""
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    assert len(checker.ids) == len(set(checker.ids))
    assert set(checker.named) <= set(checker.ids)
    assert not any(
        "url(" in target or ":" in target.replace("display:", "") for target in checker.targets if "//" in target
    )
    return checker


def test_the_page_has_everything_and_asks_for_nothing() -> None:
    page = show("html", FINDING, IN_CELL, replace(FINDING, severity="warning", lanes=None, table=("a  b",)))
    checked(page)
    assert not re.search(r"https?:|@import|url\(|src=|href=", page)
    for part in ("default-src 'none'", "prefers-color-scheme:dark", "@media print", "viewport", 'lang="en"', "<svg",
                 "cell 3, line 2", "read on b", "b.wait_event(a.record())", 'name="rule"', 'name="severity"',
                 'type="search"', "2 errors, 1 warning", "is not ordered before"):  # fmt: skip
        assert part in page, part


def test_the_page_without_findings_and_without_sources() -> None:
    page = show("html", files=("a.py",))
    checked(page)
    assert "Nothing was found in 1 file." in page
    assert "<form" not in page
    assert "<pre" not in show("html", FINDING, source=None)


def test_html_shows_code_as_code() -> None:
    page = show("html", replace(FINDING, message="use `a < b`", notes=("`out=` keeps it",)))
    assert "<p>use <code>a &lt; b</code></p>" in page and "<dd><code>out=</code> keeps it</dd>" in page
    assert re.search(r"<dd>Insert <code>b.wait_event\(a.record\(\)\)</code> before line \d+ \(unsafe\)</dd>", page)


def test_what_is_on_the_page_is_no_markup() -> None:
    nasty = "</script><script>alert(1)</script>&\"'<!--"
    odd = replace(
        FINDING, filename=nasty, message=nasty, label=nasty, notes=(nasty,), fix=Fix(nasty, 1), name="x",
        lanes=Lanes((nasty,), (Mark(0, "access", 1, nasty, nasty),), (), ((0, nasty),)), table=(nasty,),
    )  # fmt: skip
    page = show("html", odd, source=f"{nasty}\n" * 5)
    checked(page)
    assert page.count("<script>") == 1
    assert "<script>alert" not in page


def test_boxes_of_a_picture_do_not_overlap_and_stay_inside() -> None:
    marks = tuple(Mark(index % 3, "operation", index, "入力" * index) for index in range(12))
    page = show("html", replace(FINDING, lanes=Lanes(("a", "b" * 90, "c"), marks, (Edge(0, 11), Edge(3, 4)))))
    picture = ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + 6])
    boxes = [[float(rect.attrib[key]) for key in ("x", "y", "width", "height")] for rect in picture.iter("rect")]
    assert len(boxes) == 12
    wide, high = map(float, picture.attrib["viewBox"].split()[2:])
    assert all(x >= 0 and x + width <= wide and y >= 0 and y + height <= high for x, y, width, height in boxes)
    ends = [x + width for x, _, width, _ in boxes]
    assert all(end < x for end, (x, *_) in zip(ends, boxes[1:], strict=False))


# --- whatever findings hold -----------------------------------------------------------------------

TEXTS = st.one_of(
    st.text(st.characters(), max_size=12),
    st.text(st.characters(codec=None), max_size=6),  # with surrogates
    st.sampled_from(
        ["\x00\x1b[31m", "a\r\nb", "]]>", "\ufffe\uffff", "<!--", "\ud800", "\udcff", "::error::", "%0A,:", "{0}[a](1)"]
    ),
)
NUMBERS = st.one_of(st.integers(0, 6), st.sampled_from([10**9, 2**63]))
PLACES = st.builds(Location, NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.sampled_from([0, 0, 3, 9]))
MARKS = st.builds(
    Mark, st.integers(-1, 3), st.sampled_from(["access", "operation", "record", "wait", "sync"]), NUMBERS, TEXTS,
    st.one_of(st.just(""), TEXTS, st.just("cell 3"), st.just("cell x")),
)  # fmt: skip
PICTURES = st.builds(
    Lanes, st.lists(TEXTS, max_size=3).map(tuple), st.lists(MARKS, max_size=4).map(tuple),
    st.lists(st.builds(Edge, NUMBERS, NUMBERS, st.booleans()), max_size=3).map(tuple),
    st.lists(st.tuples(st.integers(-1, 3), TEXTS), max_size=2).map(tuple),
)  # fmt: skip
FINDINGS = st.builds(
    Finding,
    code=st.sampled_from(["CUP101", "CUP900", "CUP999"]),
    name=st.just("some-name"),
    severity=st.sampled_from(["error", "warning", "info"]),
    message=TEXTS.filter(bool),
    location=PLACES,
    filename=TEXTS,
    label=TEXTS,
    related=st.lists(st.builds(Related, PLACES, TEXTS, TEXTS), max_size=2).map(tuple),
    notes=st.lists(TEXTS, max_size=2).map(tuple),
    premises=st.lists(st.builds(Premise, st.just("opaque-call"), TEXTS), max_size=1).map(tuple),
    fix=st.one_of(
        st.none(), st.builds(Fix, TEXTS, NUMBERS, place=st.one_of(st.none(), PLACES), cell=st.sampled_from([0, 3]))
    ),
    lanes=st.one_of(st.none(), PICTURES),
    accesses=st.lists(st.builds(Side, PLACES, TEXTS, st.just("read"), TEXTS), max_size=2).map(tuple),
    table=st.lists(TEXTS, max_size=1).map(tuple),
)


def _listed(report: str) -> int:
    return len(json.loads(report))


def _sarif(report: str) -> int:
    log = json.loads(report)
    sarif_form.check(log)
    return len(log["runs"][0]["results"])


def _github(report: str) -> int:
    rows = report.splitlines()
    assert all(re.fullmatch(r"::(error|warning|notice) \w+=[^,:]*(,\w+=[^,:]*)*::.*", row) for row in rows)
    return len(rows)


def _junit(report: str) -> int:
    texts = [part.text or "" for kind in ("failure", "error") for part in ElementTree.fromstring(report).iter(kind)]
    return sum(len(re.findall(r": CUP\d{3} \[some-name\]", text)) for text in texts)


def _html(report: str) -> int:
    assert checked(report)
    return report.count("<details ")


def _json_lines(report: str) -> int:
    return len([json.loads(row) for row in report.split("\n")[:-1]])


def _concise(report: str) -> int:
    return len(report.splitlines())


def _full(report: str) -> int:
    return len(re.findall(r"^CUP\d{3} some-name", report, re.MULTILINE))


PARSERS: dict[str, Callable[[str], int]] = {
    "full": _full,
    "concise": _concise,
    "json": _listed,
    "jsonl": _json_lines,
    "sarif": _sarif,
    "github": _github,
    "gitlab": _listed,
    "junit": _junit,
    "html": _html,
}


def test_every_format_has_a_parser() -> None:
    assert PARSERS.keys() == set(FORMATS)


@settings(max_examples=60, deadline=None)
@given(st.lists(FINDINGS, max_size=2))
def test_any_findings_can_be_parsed_and_their_order_does_not_matter(found: list[Finding]) -> None:
    for form, parser in PARSERS.items():
        report = show(form, *found)
        assert parser(report) == len(found), form
        assert report.encode("utf-8").decode("utf-8") == report
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", report)
        assert show(form, *reversed(found)) == report
        assert is_report(report.encode("utf-8")), form
