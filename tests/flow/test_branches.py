"""Branches: tests that come out the same, waits on one side, exceptions."""

from __future__ import annotations

import pytest

from tests.programs import HEAD, after_head, check_marks, every, lint, marked


def test_a_wait_on_one_side_is_not_enough() -> None:
    source = after_head(
        """
        import sys
        with s1:
            a = x * 2
        if len(sys.argv) > 1:
            s1.synchronize()
        with s2:
            b = a + 1  # expect: CUP101
        """
    )
    check_marks(source)
    (finding,) = lint(source)
    assert "line 13 waits, but not on every path: `s1.synchronize()`" in finding.notes


def choices(count: int) -> str:
    """So many tests one after another, each of which chooses a stream: more paths than are kept apart."""
    return "".join(
        f"    if mode[{number}]:\n        a{number} = cp.cuda.Stream()\n    else:\n        a{number} = s1\n"
        for number in range(count)
    )


def test_a_record_on_the_last_of_many_paths_is_one() -> None:
    program = f"def pick(mode):\n    e = cp.cuda.Event()\n{choices(5)}        e.record(s1)\n    s2.wait_event(e)\n"
    assert every(after_head(program)) == set()


def test_a_record_on_the_last_of_many_ways_out_is_one() -> None:
    ways = "".join(f"        if mode == {number}:\n            return cp.cuda.Stream()\n" for number in range(9))
    program = (
        "def use(mode):\n    e = cp.cuda.Event()\n    def choose():\n"
        f"{ways}        e.record(s1)\n        return s1\n    s = choose()\n    s2.wait_event(e)\n"
    )
    assert every(after_head(program)) == set()


def test_a_race_on_the_last_of_many_paths_is_found() -> None:
    first = f"def pick(mode):\n{choices(5)}        with s1:\n            y = x * 2\n        with s2:\n"
    source = after_head(f"{first}            z = y + 1  # expect: CUP101\n")
    assert every(source) == marked(source)


def test_work_on_the_last_of_many_paths_is_remembered() -> None:
    first = f"def pick(mode):\n    z = cp.ones(9)\n    cp.cuda.Device().synchronize()\n{choices(5)}"
    source = after_head(f"{first}        with s1:\n            z += 1\n    with s2:\n        z *= 2  # maybe: CUP101\n")
    assert every(source, maybe=True) == marked(source, ("maybe",))


def test_what_threads_hand_on_is_kept_apart() -> None:
    """Items of a queue carry when they were put there: that is nothing to be forgotten."""
    puts = "".join(
        f"    if mode[{number}]:\n        q.put(x)\n        a{number} = cp.cuda.Stream()\n"
        f"    else:\n        q.put(y)\n        a{number} = s1\n"
        for number in range(5)
    )
    takes = "    for _ in range(5):\n        with s1:\n            z = q.get() + 1\n"
    program = f"import queue\ndef pick(mode):\n    q = queue.Queue()\n{puts}{takes}"
    assert every(after_head(program)) == set()


@pytest.mark.parametrize("wait", ["pass", "cp.cuda.Device().synchronize()"])
def test_in_a_long_program_the_first_of_two_paths_is_still_followed_by_itself(wait: str) -> None:
    long = "\n".join(f"n = {number}" for number in range(1300))
    branches = "if mode():\n    y, side = x @ x, s1\nelse:\n    y, side = x @ x.T, None\n"
    source = f"import time\nfrom modes import mode\n{long}\nbegin = time.perf_counter()\n{branches}{wait}\n"
    found = lint(HEAD + source + "print(time.perf_counter() - begin)\n")
    assert [each.code for each in found] == (["CUP501"] if wait == "pass" else [])
