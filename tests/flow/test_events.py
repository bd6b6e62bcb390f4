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


def test_a_record_covers_what_came_before_it() -> None:
    check_marks(
        after_head(
            """
            with s1:
                a = x * 2
                e = s1.record()
                c = x * 3
            s2.wait_event(e)
            with s2:
                b = a + 1
                d = c + 1  # expect: CUP101
            """
        )
    )


def test_a_second_record_moves_the_event() -> None:
    check_marks(
        after_head(
            """
            e = cp.cuda.Event()
            with s1:
                a = x * 2
                e.record()
                c = x * 3
                e.record()
            s2.wait_event(e)
            with s2:
                d = a + c
            """
        )
    )


def test_an_event_that_nothing_recorded() -> None:
    check_marks(
        after_head(
            """
            e = cp.cuda.Event()
            s2.wait_event(e)  # expect: CUP105
            e.record(s1)
            s2.wait_event(e)
            """
        )
    )


def test_an_event_from_elsewhere_may_have_been_recorded() -> None:
    check_marks(
        after_head(
            """
            def consume(event):
                s2.wait_event(event)
                event.synchronize()
            """
        )
    )


def test_record_of_an_event_returns_nothing() -> None:
    check_marks(
        after_head(
            """
            e = cp.cuda.Event().record(s1)  # expect: CUP106
            """
        )
    )


def test_a_list_of_events() -> None:
    check_marks(
        after_head(
            """
            events = [cp.cuda.Event() for _ in range(2)]
            with s1:
                a = x * 2
                events[0].record()
            with s2:
                b = y * 2
                events[1].record()
            for e in events:
                cp.cuda.Stream.null.wait_event(e)
            c = a + b
            """
        )
    )


def test_a_loop_that_is_followed_once_tells_nothing_of_events_that_its_rounds_record_in_turn() -> None:
    body = "for k, _ in enumerate(rows):\n    s2.wait_event(done[1 - k % 2])\n    done[k % 2].record(s1)\n"
    for name in "abcdef":
        body = f"for {name} in rows:\n" + indent(body, "    ")
    made = "from mylib import rows\ndone = [cp.cuda.Event(), cp.cuda.Event()]\n"
    assert [found.code for found in lint(HEAD + made + body)] == []
