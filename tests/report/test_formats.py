"""The concise and JSON formats, statistics and the choice of a format."""

from __future__ import annotations

import json
from dataclasses import replace
from textwrap import dedent

import pytest

from cupylint.findings import Finding, Fix, Location, Premise, Related
from cupylint.report import FORMATS, Page, render, statistics

SOURCE = "with stream2:\n    y = f(x)\n    z = y + 1\n"

FINDING = Finding(
    "CUP101",
    "unordered-read",
    "error",
    "y is read on stream2 while stream1 may still be writing it",
    Location(3, 9, 3, 10),
    "démo.py",
    "read on stream2",
    related=(Related(Location(2, 5, 2, 6), "written on stream1"), Related(Location(7, 1, 7, 2), "made", "b.py")),
    notes=("leaving `with stream1:` does not wait",),
    premises=(Premise("caller-stream", "`debug` is false"),),
    fix=Fix("stream2.wait_event(stream1.record())", 3),
    url="https://example.org/CUP101",
)


def show(*findings: Finding, output_format: str, source: str | None = SOURCE, color: bool = False) -> str:
    """Render ``findings``; all files have the text ``source``."""
    return render(findings, output_format, Page(lambda name: source, color, width=80))


def edits(source: str | None, fix: Fix) -> list[dict[str, object]]:
    """The edits of a fix in a file with the text ``source``."""
    (shown,) = json.loads(show(replace(FINDING, fix=fix), output_format="json", source=source))
    found: list[dict[str, object]] = shown["fix"]["edits"]
    return found


def test_concise() -> None:
    sizes = (Premise("size", "m is 6", 6), Premise("size", "n is 2", 2))
    later = replace(FINDING, location=Location(9, 2, 9, 3), message="two\nlines", premises=sizes)
    assert show(later, FINDING, output_format="concise").splitlines() == [
        "démo.py:3:9: CUP101 [unordered-read] y is read on stream2 while stream1 may still be writing it"
        " (if `debug` is false)",
        "démo.py:9:2: CUP101 [unordered-read] two lines (if m is 6 and n is 2)",
    ]


def test_concise_in_colour() -> None:
    assert show(FINDING, output_format="concise", color=True).startswith(
        "\x1b[1mdémo.py:3:9:\x1b[0m \x1b[1;31mCUP101\x1b[0m [unordered-read] y is read"
    )


def test_json() -> None:
    assert show(FINDING, output_format="json") == dedent("""\
        [
          {
            "code": "CUP101",
            "name": "unordered-read",
            "severity": "error",
            "filename": "démo.py",
            "location": {
              "row": 3,
              "column": 9
            },
            "end_location": {
              "row": 3,
              "column": 10
            },
            "message": "y is read on stream2 while stream1 may still be writing it",
            "related": [
              {
                "filename": "démo.py",
                "location": {
                  "row": 2,
                  "column": 5
                },
                "message": "written on stream1"
              },
              {
                "filename": "b.py",
                "location": {
                  "row": 7,
                  "column": 1
                },
                "message": "made"
              }
            ],
            "accesses": [],
            "premises": [
              {
                "kind": "caller-stream",
                "text": "`debug` is false",
                "confidence": "medium"
              }
            ],
            "notes": [
              "leaving `with stream1:` does not wait"
            ],
            "confidence": "medium",
            "certain": true,
            "suppressed": null,
            "fix": {
              "message": "Insert `stream2.wait_event(stream1.record())` before line 3",
              "applicability": "unsafe",
              "edits": [
                {
                  "filename": "démo.py",
                  "content": "    stream2.wait_event(stream1.record())\\n",
                  "location": {
                    "row": 3,
                    "column": 1
                  },
                  "end_location": {
                    "row": 3,
                    "column": 1
                  }
                }
              ]
            },
            "url": "https://example.org/CUP101",
            "noqa_row": 3
          }
        ]
    """)


def test_json_of_a_finding_that_rests_on_nothing() -> None:
    (shown,) = json.loads(show(replace(FINDING, premises=()), output_format="json"))
    assert (shown["premises"], shown["confidence"], shown["certain"]) == ([], None, True)


def test_json_without_findings_and_without_fix() -> None:
    assert show(output_format="json") == "[]\n"
    (shown,) = json.loads(show(replace(FINDING, fix=None, url=""), output_format="json"))
    assert shown["fix"] is None
    assert shown["url"] is None


def test_json_edit_follows_the_file() -> None:
    fix = Fix("with s:\n    s.synchronize()", 2)
    (edit,) = edits("if a:\r\n\tb()\r\n", fix)
    assert edit["content"] == "\twith s:\r\n\t    s.synchronize()\r\n"
    assert edits(None, fix) == []
    assert edits("one line", fix) == []
    (edit,) = edits("print(x.cpu())\n", Fix.replacing(Location(1, 9, 1, 12), "get"))
    assert edit == {
        "filename": "démo.py",
        "content": "get",
        "location": {"row": 1, "column": 9},
        "end_location": {"row": 1, "column": 12},
    }


def test_json_holds_names_that_are_not_unicode() -> None:
    text = show(replace(FINDING, filename="a\udc80.py"), output_format="json")
    assert json.loads(text.encode("utf-8"))[0]["filename"] == "a\udc80.py"


def test_order_is_stable() -> None:
    findings = [replace(FINDING, location=Location(row, 1, row, 2), code=code) for row in (2, 1) for code in ("B", "A")]
    shown = json.loads(show(*findings, output_format="json"))
    assert [(one["location"]["row"], one["code"]) for one in shown] == [(1, "A"), (1, "B"), (2, "A"), (2, "B")]


def test_formats() -> None:
    assert FORMATS == ("full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "html")
    assert show(output_format="full") == show(output_format="concise") == ""
    with pytest.raises(ValueError, match="unknown output format 'xml': use one of full, concise, json, jsonl"):
        show(output_format="xml")


def test_sources_are_read_once() -> None:
    asked: list[str] = []

    def source(name: str) -> str:
        asked.append(name)
        return SOURCE

    render([FINDING, FINDING], "full", Page(source, width=80))
    assert sorted(asked) == ["b.py", "démo.py"]


def test_statistics() -> None:
    many = [replace(FINDING, code="CUP104", name="memory-reused-in-flight")] * 12
    other = replace(FINDING, code="CUP301", name="needless-wait")
    assert statistics([other, FINDING, *many]) == dedent("""\
        12  CUP104  memory-reused-in-flight
         1  CUP101  unordered-read
         1  CUP301  needless-wait
    """)
    assert statistics([]) == ""
