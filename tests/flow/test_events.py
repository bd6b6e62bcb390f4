"""Events: what a record covers, who waits, and events that were never recorded."""

from __future__ import annotations

from textwrap import indent

import pytest

from tests.programs import HEAD, after_head, check_marks, lint

PROGRAM = """
with s1:
    a = x * 2
{wait}
with s2:
    b = a + 1{mark}
"""

ENOUGH = [
    "s2.wait_event(s1.record())",
    "e = s1.record()\ns2.wait_event(e)",
    "e = cp.cuda.Event()\ne.record(s1)\ns2.wait_event(e)",
    "e = s1.record(cp.cuda.Event(disable_timing=True))\ns2.wait_event(e)",
    "with s1:\n    e = cp.cuda.Event()\n    e.record()\ns2.wait_event(e)",
    "with s1:\n    e = cp.cuda.get_current_stream().record()\ns2.wait_event(event=e)",
    "s1.record().synchronize()",
    "e = s1.record()\nwhile not e.done: pass",
    "t = cp.cuda.Stream(non_blocking=True)\nt.wait_event(s1.record())\ns2.wait_event(t.record())",
]
NOT_ENOUGH = [
    "s1.wait_event(s2.record())",
    "s1.wait_event(s1.record())",
    "s2.wait_event(s2.record())",
    "e = cp.cuda.Event()\ne.record()\ns2.wait_event(e)",
    "e = s1.record()",
    "e = s1.record()\ne.done",
    "e = s1.record()\nt = cp.cuda.Stream(non_blocking=True)\nt.wait_event(e)",
    "e = cp.cuda.Event()\ne.record(s1)\ne.record(s2)\ns2.wait_event(e)",
]


@pytest.mark.parametrize("wait", ENOUGH)
def test_enough(wait: str) -> None:
    check_marks(after_head(PROGRAM.format(wait=wait, mark="")))


@pytest.mark.parametrize("wait", NOT_ENOUGH)
def test_not_enough(wait: str) -> None:
    check_marks(after_head(PROGRAM.format(wait=wait, mark="  # expect: CUP101")))


def test_a_loop_that_is_followed_once_tells_nothing_of_events_that_its_rounds_record_in_turn() -> None:
    body = "for k, _ in enumerate(rows):\n    s2.wait_event(done[1 - k % 2])\n    done[k % 2].record(s1)\n"
    for name in "abcdef":
        body = f"for {name} in rows:\n" + indent(body, "    ")
    made = "from mylib import rows\ndone = [cp.cuda.Event(), cp.cuda.Event()]\n"
    assert [found.code for found in lint(HEAD + made + body)] == []
