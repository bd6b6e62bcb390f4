"""The wait that almost worked, and what the finding says of it."""

from __future__ import annotations

import pytest

from tests.programs import after_head, lint
from tests.programs.corpus import program

PROGRAM = """
with s1:
    a = x * 2  # line 10
{wait}
with s2:
    b = a + 1
{late}
"""

NOTES = {
    "nothing": ("", "", "non-blocking streams are ordered with no other stream"),
    "recorded too early": (
        "",
        "",
        "line 9 comes before the work of line 11, so it does not cover it",
    ),
    "recorded on another stream": (
        "e = s2.record()\ns2.wait_event(e)",
        "",
        "line 11 records s2, but the work of line 10 is on s1",
    ),
    "recorded on null": (
        "e = cp.cuda.Stream.null.record()\ns2.wait_event(e)",
        "",
        "line 11 is on null, which does not wait for the non-blocking s1",
    ),
    "another stream waits": (
        "s3 = cp.cuda.Stream()\ns3.wait_event(s1.record())",
        "",
        "line 12 makes s3 wait, but line 14 runs on s2",
    ),
    "the writer waits for itself": (
        "s1.wait_event(s1.record())",
        "",
        "line 11 makes s1 wait for itself, not s2 for s1",
    ),
    "never recorded": (
        "e = cp.cuda.Event()\ns2.wait_event(e)",
        "",
        "line 12 waits for nothing: e was not recorded before it",
    ),
    "the host waits for another stream": (
        "s2.synchronize()",
        "",
        "line 11 waits for s2, but the work of line 10 is on s1",
    ),
    "the host waits for null": (
        "cp.cuda.Stream.null.synchronize()",
        "",
        "line 11 is on null, which does not wait for the non-blocking s1",
    ),
    "too late": (
        "",
        "s1.synchronize()",
        "`s1.synchronize()` of line 14 comes too late: line 13 may have run by then",
    ),
    "a later wait for something else": (
        "",
        "s2.wait_event(cp.cuda.Stream(non_blocking=True).record())",
        "non-blocking streams are ordered with no other stream",
    ),
}


def notes(source: str) -> tuple[str, ...]:
    (finding,) = [finding for finding in lint(source) if finding.code != "CUP105"]
    return finding.notes


@pytest.mark.parametrize("name", [name for name in NOTES if name != "recorded too early"])
def test_notes(name: str) -> None:
    wait, late, note = NOTES[name]
    assert notes(after_head(PROGRAM.format(wait=wait, late=late))) == (note,)


def test_recorded_too_early() -> None:
    source = after_head("e = s1.record()\nwith s1:\n    a = x * 2\ns2.wait_event(e)\nwith s2:\n    b = a + 1\n")
    assert notes(source) == (NOTES["recorded too early"][2],)


def test_leaving_the_block() -> None:
    source = after_head("with s1:\n    a = x * 2\nb = a + 1\n")
    (finding,) = lint(source)
    assert finding.code == "CUP103"
    assert "leaving the block does not wait for line 10" in finding.message


def test_two_blocking_streams() -> None:
    streams = "import cupy as cp\na, b = cp.cuda.Stream(), cp.cuda.Stream()\n"
    source = streams + "with a:\n    x = cp.ones(9)\nwith b:\n    y = x + 1\n"
    assert notes(source) == ("blocking streams are ordered with null, but not with each other",)


def test_the_other_lines_of_one_missing_wait() -> None:
    source = after_head("with s1:\n    a = x * 2\nwith s2:\n    b = a + 1\n    c = a + 2\n    d = a + 3\n")
    assert notes(source)[-1] == "the same missing wait leaves lines 13, 14 unordered too"


def test_another_line_is_named_once() -> None:
    source = after_head("with s1:\n    a = x * 2\n    c = x * 3\nwith s2:\n    b = a + 1\n    d = (a * c, a + c)\n")
    assert notes(source)[-1] == "the same missing wait leaves line 14 unordered too"


def test_a_third_stream_waits_for_the_one_that_does_not() -> None:
    """Line 16 is ordered after line 10 as soon as line 12 is, since its stream waits for the one of line 12."""
    source = after_head(
        "with s1:\n    a = x * 2\nwith s2:\n    b = a + 1\ns3 = cp.cuda.Stream(non_blocking=True)\n"
        "s3.wait_event(s2.record())\nwith s3:\n    c = a + 2\n"
    )
    assert notes(source)[-1] == "the same missing wait leaves line 16 unordered too"


def test_a_function_above_the_code_that_calls_it_is_no_later_round() -> None:
    source = after_head("def add(a):\n    return a + 1\nwith s1:\n    a = x * 2\nwith s2:\n    b = add(a)\n")
    assert not any("later round" in note for note in notes(source))


def test_the_words_of_a_finding() -> None:
    (finding,) = lint(after_head("with s1:\n    a = x * 2\nwith s2:\n    b = a + 1\n"))
    assert finding.message == "a is read on s2 while s1 may still be writing it (line 10)"
    assert finding.label == "read on s2, nothing makes it wait for line 10"
    assert [(related.location.row, related.message) for related in finding.related] == [(10, "written on s1")]
    assert finding.lanes is not None and finding.lanes.names == ("s1", "s2")


def test_a_wait_that_comes_too_late_is_named() -> None:
    (finding,) = program("streams/wait_after_the_read_racy").checked()
    assert finding.notes[0].startswith("`multiplying.synchronize()` of line 17 comes too late")


@pytest.mark.parametrize(
    ("earlier", "later", "mode"),
    [
        ("a = x[x > 3]", "b = a + 1", "writes"),
        ("a = cp.unique(x)", "b = a + 1", "writes"),
        ("a = x[x > 3]", "x += 1", "reads"),
    ],
)
def test_a_call_that_waits_itself_says_for_what(earlier: str, later: str, mode: str) -> None:
    (finding,) = lint(after_head(f"with s1:\n    {earlier}\nwith s2:\n    {later}\n"))
    assert finding.notes[0] == f"line 10 itself waits at most for what came before it: it {mode} after that"
