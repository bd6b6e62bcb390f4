"""The full format: excerpts with carets, notes, premises, fixes."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import replace
from textwrap import dedent

from cupylint.findings import Edge, Finding, Fix, Lanes, Location, Mark, Premise, Related
from cupylint.report import Page, render

DEMO = """\
import cupy

stream1 = cupy.cuda.Stream()
stream2 = cupy.cuda.Stream()

x = cupy.ones(100)
cupy.cuda.Device().synchronize()



# double it
with stream1:
    y = x * 2


with stream2:
    z = y + 1


print(z)
"""

TRICKY = """\
def f(r):
\tfor i in range(3):
\t\tname = "流れ"; 結果 = 入力 * 2; z = e\u0301t + y
\treturn launch(
\t\tr,
\t)
evil = '\x1b[31m\u202e'; q = r
"""

LONG = "x = " + " + ".join(f"name{number}" for number in range(60)) + "\n"


def show(
    *findings: Finding,
    sources: Mapping[str, str] | None = None,
    width: int = 100,
    unicode: bool = True,
    color: bool = False,
) -> str:
    """Render ``findings`` in full."""
    texts = {"demo.py": DEMO, "t.py": TRICKY, "long.py": LONG} if sources is None else sources
    return render(findings, "full", Page(texts.get, color, width, unicode))


def demo() -> Finding:
    """The finding of the design: a read on one stream of what another one writes."""
    marks = (
        Mark(0, "access", 13, "y = x * 2"),
        Mark(1, "access", 17, "z = y + 1"),
        Mark(2, "operation", 20, "print(z)"),
    )
    return Finding(
        "CUP101",
        "unordered-read",
        "error",
        "y is read on stream2 while stream1 may still be writing it",
        Location(17, 9, 17, 10),
        "demo.py",
        "read on stream2, nothing makes it wait for line 13",
        related=(Related(Location(13, 5, 13, 6), "written on stream1"),),
        notes=("leaving `with stream1:` does not wait",),
        fix=Fix("stream2.wait_event(stream1.record())", 16),
        lanes=Lanes(("stream1", "stream2", "null"), marks, (Edge(0, 1, missing=True),), ((2, "waits for both"),)),
        context=(12, 16),
    )


def place(text: str, row: int, word: str) -> Location:
    """Where ``word`` first stands in a line."""
    column = text.split("\n")[row - 1].index(word) + 1
    return Location(row, column, row, column + len(word))


def tricky(where: Location, label: str, *related: Related) -> Finding:
    """A finding in the file with tabs, wide characters and control characters."""
    return Finding("CUP101", "unordered-read", "warning", "m", where, "t.py", label, related)


def test_unordered_read() -> None:
    assert show(demo()) == dedent("""\
        CUP101 unordered-read: y is read on stream2 while stream1 may still be writing it
          --> demo.py:17:9
           |
        12 | with stream1:
        13 |     y = x * 2
           |     - written on stream1
        16 | with stream2:
        17 |     z = y + 1
           |         ^ read on stream2, nothing makes it wait for line 13
           |
           stream1  ──[13 y = x * 2]────────────────────────────────
                                    ╳
           stream2  ─────────────────[17 z = y + 1]─────────────────
           null     ─────────────────────────────────[20 print(z)]──  waits for both
           |
           note: leaving `with stream1:` does not wait
           fix:  stream2.wait_event(stream1.record())   before line 16
    """)


def test_unordered_read_in_60_columns() -> None:
    assert show(demo(), width=60) == dedent("""\
        CUP101 unordered-read: y is read on stream2 while stream1 may still be writing it
          --> demo.py:17:9
           |
        12 | with stream1:
        13 |     y = x * 2
           |     - written on stream1
        16 | with stream2:
        17 |     z = y + 1
           |         ^ read on stream2, nothing makes it wait for
           |           line 13
           |
           stream1  ──[13 y = x * 2]────────────────────────────────
                                    ╳
           stream2  ─────────────────[17 z = y + 1]─────────────────
           null     ─────────────────────────────────[20 print(z)]──
           null     waits for both
           |
           note: leaving `with stream1:` does not wait
           fix:  stream2.wait_event(stream1.record())
                 before line 16
    """)


def test_unordered_read_in_ascii() -> None:
    assert show(demo(), width=80, unicode=False) == dedent("""\
        CUP101 unordered-read: y is read on stream2 while stream1 may still be writing it
          --> demo.py:17:9
           |
        12 | with stream1:
        13 |     y = x * 2
           |     - written on stream1
        16 | with stream2:
        17 |     z = y + 1
           |         ^ read on stream2, nothing makes it wait for line 13
           |
           stream1  --[13 y = x * 2]--------------------------------
                                    X
           stream2  -----------------[17 z = y + 1]-----------------
           null     ---------------------------------[20 print(z)]--  waits for both
           |
           note: leaving `with stream1:` does not wait
           fix:  stream2.wait_event(stream1.record())   before line 16
    """)


def test_tabs_wide_and_combining_characters() -> None:
    related = (Related(place(TRICKY, 3, "結果"), "written here"), Related(place(TRICKY, 3, "入力"), "read first"))
    finding = replace(tricky(place(TRICKY, 3, "y"), "read here", *related), context=(2,))
    assert show(finding) == dedent("""\
        CUP101 unordered-read: m
          --> t.py:3:39
           |
         2 |     for i in range(3):
         3 |         name = "流れ"; 結果 = 入力 * 2; z = ét + y
           |                        ----   ----               ^ read here
           |                        |      |
           |                        |      read first
           |                        written here
    """)


def test_range_over_several_lines_is_marked_on_its_first() -> None:
    finding = tricky(Location(4, 9, 6, 3), "the whole launch", Related(place(TRICKY, 7, "q"), "", ""))
    assert show(finding) == dedent("""\
        CUP101 unordered-read: m
          --> t.py:4:9
           |
         4 |     return launch(
           |            ^^^^^^^ the whole launch
        ...
         7 | evil = '\\x1b[31m\\u202e'; q = r
           |                          -
    """)


def test_control_and_direction_characters_are_spelled_out() -> None:
    assert show(tricky(place(TRICKY, 7, "q"), "here", Related(place(TRICKY, 7, "r"), "there"))) == dedent("""\
        CUP101 unordered-read: m
          --> t.py:7:18
           |
         7 | evil = '\\x1b[31m\\u202e'; q = r
           |                          ^   - there
           |                          |
           |                          here
    """)


def test_two_labels_on_one_range() -> None:
    where = place(TRICKY, 7, "q")
    assert show(tricky(where, "read", Related(where, "and written"))) == dedent("""\
        CUP101 unordered-read: m
          --> t.py:7:18
           |
         7 | evil = '\\x1b[31m\\u202e'; q = r
           |                          ^ read
           |                          |
           |                          and written
    """)


def test_gap_of_one_line_is_shown_and_empty_lines_are_not_counted() -> None:
    finding = replace(demo(), related=(), lanes=None, notes=(), fix=None, context=(1, 3, 6, 11, 13))
    assert show(finding) == dedent("""\
        CUP101 unordered-read: y is read on stream2 while stream1 may still be writing it
          --> demo.py:17:9
           |
         1 | import cupy
         3 | stream1 = cupy.cuda.Stream()
        ...
         6 | x = cupy.ones(100)
        ...
        11 | # double it
        12 | with stream1:
        13 |     y = x * 2
        ...
        17 |     z = y + 1
           |         ^ read on stream2, nothing makes it wait for line 13
    """)


def test_long_line_is_cut_around_the_caret() -> None:
    finding = Finding("CUP101", "n", "info", "m", place(LONG, 1, "name30"), "long.py", "in the middle of it all")
    assert show(finding, width=60) == dedent("""\
        CUP101 n: m
          --> long.py:1:265
           |
         1 | …27 + name28 + name29 + name30 + name31 + name32 + nam…
           |                         ^^^^^^ in the middle of it all
    """)


def test_labels_out_of_view_stand_at_the_edge() -> None:
    related = (Related(place(LONG, 1, "name1 "), "far to the left"),)
    finding = Finding("CUP101", "n", "info", "m", place(LONG, 1, "name30"), "long.py", "here", related)
    assert show(finding, width=60) == dedent("""\
        CUP101 n: m
          --> long.py:1:265
           |
         1 | …8 + name29 + name30 + name31 + name32 + name33 + name…
           | -             ^^^^^^ here
           | |
           | far to the left
    """)


def test_label_without_room_beside_its_caret_goes_below() -> None:
    label = "a label that is too long to stand beside its caret here"
    finding = Finding("CUP101", "n", "info", "m", place(LONG, 1, "name59"), "long.py", label)
    assert show(finding, width=60) == dedent("""\
        CUP101 n: m
          --> long.py:1:526
           |
         1 | … + name54 + name55 + name56 + name57 + name58 + name59
           |                                                  ^^^^^^
           |                                                  |
           |                             a label that is too long to
           |                             stand beside its caret here
    """)


def test_related_place_in_another_file() -> None:
    related = (Related(Location(2, 1, 2, 6), "recorded here", "other.py"),)
    finding = Finding("CUP101", "n", "error", "m", Location(1, 1, 1, 2), "a.py", "read here", related)
    assert show(finding, sources={"a.py": "x\n", "other.py": "\nevent.record()\n"}) == dedent("""\
        CUP101 n: m
          --> a.py:1:1
           |
         1 | x
           | ^ read here
           |
          ::: other.py:2:1
           |
         2 | event.record()
           | ----- recorded here
    """)


def test_source_that_is_gone() -> None:
    assert show(demo(), sources={}, width=48) == dedent("""\
        CUP101 unordered-read: y is read on stream2 while stream1 may still be writing it
          --> demo.py:17:9
           |
        13 | - written on stream1
        ...
        17 | ^ read on stream2, nothing makes it wait
           |   for line 13
           |
           stream1  ──[13 y = x * 2]─────────────────
                                    ╳
           stream2  ─────────────────[17 z = y + 1]──
           null     ───────────────────────────────┄┄
           null     waits for both
           |
           note: leaving `with stream1:` does not wait
           fix:  stream2.wait_event(stream1.record())
                 before line 16
    """)


def test_line_that_is_gone() -> None:
    assert show(replace(demo(), lanes=None), sources={"demo.py": "x = 1\n"}) == dedent("""\
        CUP101 unordered-read: y is read on stream2 while stream1 may still be writing it
          --> demo.py:17:9
           |
        13 | - written on stream1
        17 | ^ read on stream2, nothing makes it wait for line 13
           |
           note: leaving `with stream1:` does not wait
           fix:  stream2.wait_event(stream1.record())   before line 16
    """)


def test_premises_and_uncertain_findings() -> None:
    finding = Finding(
        "CUP101",
        "n",
        "error",
        "two\nlines",
        Location(1, 1, 1, 2),
        "a.py",
        notes=("name   size\na    800 MB", "a note that is much too long for a single row of a page this narrow"),
        premises=(Premise("size", "`debug` is false"), Premise("foreign-stream", "s and t differ")),
        fix=Fix("with s:\n    event.synchronize()", 7),
    )
    assert show(finding, sources={"a.py": "x\n"}, width=50) == dedent("""\
        CUP101 n (maybe): two lines
          --> a.py:1:1
           |
         1 | x
           | ^
           |
           note: name   size
                 a    800 MB
           note: a note that is much too long for a single
                 row of a page this narrow
           if:   `debug` is false
           if:   s and t differ
           fix:  with s:
                     event.synchronize()   before line 7
    """)


def test_findings_are_in_order_with_an_empty_line_between() -> None:
    first = Finding("CUP101", "n", "error", "first", Location(1, 1, 1, 2), "a.py")
    second = replace(first, message="second", location=Location(2, 1, 2, 2))
    assert show(second, first, sources={"a.py": "x\ny\n"}) == dedent("""\
        CUP101 n: first
          --> a.py:1:1
           |
         1 | x
           | ^

        CUP101 n: second
          --> a.py:2:1
           |
         2 | y
           | ^
    """)


def test_colour_only_when_asked_for() -> None:
    plain, painted = show(demo()), show(demo(), color=True)
    assert "\x1b" not in plain
    assert painted.startswith("\x1b[1;31mCUP101 unordered-read\x1b[0m: \x1b[1my is read")
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain
    assert "\x1b[1;33mCUP101" in show(replace(demo(), severity="warning"), color=True)


def test_byte_order_mark_and_carriage_returns() -> None:
    finding = Finding("CUP101", "n", "error", "m", Location(2, 1, 2, 2), "a.py", "here", context=(1,))
    assert show(finding, sources={"a.py": "\ufeffx\x0c\r\ny\rz"}) == dedent("""\
        CUP101 n: m
          --> a.py:2:1
           |
         1 | x\\x0c
         2 | y
           | ^ here
    """)


def test_a_fix_in_place_of_code_shows_the_changed_line() -> None:
    text = "    print(x.cpu())\n"
    finding = Finding("CUP301", "no-such-api", "error", "m", Location(1, 11, 1, 16), "a.py")
    fixed = replace(finding, fix=Fix.replacing(Location(1, 13, 1, 16), "get"))
    assert "fix:  print(x.get())   as line 1" in show(fixed, sources={"a.py": text})
    assert "fix:  get   as line 1" in show(fixed, sources={})


def test_a_fix_of_several_lines_begins_at_the_margin() -> None:
    text = "try:\n    x = solve(a)\nexcept E:\n    pass\n"
    place = Location(2, 5, 2, 17)
    finding = Finding("CUP209", "linalg-error-not-raised", "warning", "m", Location(2, 9, 2, 17), "a.py")
    fixed = replace(finding, fix=Fix.replacing(place, "with raising():\n        x = solve(a)"))
    shown = show(fixed, sources={"a.py": text})
    assert "   fix:  with raising():\n             x = solve(a)   as line 2" in shown


def test_findings_on_one_long_line_cost_no_square() -> None:
    """Twice as many on a line that is twice as long took four times as long: 8 s for 1,000."""
    text = "[" + "cp.nosuch," * 3000 + "]\n"
    places = [Location(1, column, 1, column + 9) for column in range(2, 30_000, 10)]
    fixes = [Fix("cp.such", 1, place=place) for place in places]
    findings = [
        Finding("CUP301", "no-such-name", "error", "gone", place, "t.py", fix=fix)
        for place, fix in zip(places, fixes, strict=True)
    ]
    start = time.process_time()
    shown = show(*findings, sources={"t.py": text})
    assert time.process_time() - start < 15  # about 2 s; more than a minute where each looks at the whole line
    assert max(map(len, shown.splitlines())) <= 100
    assert shown.count("^" * 9 + "\n") == len(places)


def test_a_long_line_looks_the_same_whatever_is_far_away() -> None:
    far, near = "1, " * 20_000, "1, " * 40
    for label in ("here", ""):
        rows = [
            show(tricky(place(text, 1, "name"), label, Related(place(text, 1, "other"), "and")), sources={"t.py": text})
            for text in (f"{start}name, 2, other, {end}" for start in (near, far) for end in (near, far))
        ]
        assert len({re.sub(r":1:\d+", "", row) for row in rows}) == 1
    only = {"t.py": f"name, {far}other"}
    other = Related(place(only["t.py"], 1, "name"), "and")
    rows = show(tricky(place(only["t.py"], 1, "other"), "", other), sources=only)
    assert "other" in rows


def test_marks_below_one_line_that_say_the_same_say_it_once() -> None:
    here = [Related(Location(12, column, 12, column + 1), "and here") for column in (9, 13)]
    race = Finding("CUP101", "unordered-read", "error", "x", Location(12, 5, 12, 6), "demo.py", "read", tuple(here))
    text = show(race)
    assert text.count("and here") == 1
    assert "^   -   - and here" in text
