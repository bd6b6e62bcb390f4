"""Paths that were joined: a test of what they differed in lets only one of them through."""

from __future__ import annotations

import pytest

from tests.programs import check_marks

_BRANCHES = "".join(
    f"""\
    if flags[{number}]:
        with s:
            y += {number}
        a{number} = 1
    else:
        a{number} = 2
"""
    for number in range(6)
)
_SOURCE = """\
import cupy as cp


def run(n, flags):
    s = cp.cuda.Stream(non_blocking=True)
    x = cp.zeros(1 << 20)
    y = cp.zeros(1 << 20)
    cp.cuda.Device().synchronize()
    if n > 3:
        with s:
            x += 1
        used = {used}
    else:
        used = {unused}
{branches}
    if {test}:
        z = x.sum(){mark}
        print(z, a0, a1, a2, a3)
    s.synchronize()
"""


@pytest.mark.parametrize(
    ("used", "unused", "racy", "safe"),
    [
        ("True", "False", "used", "not used"),
        ("True", "False", "used is True", "used is False"),
        ("True", "False", "used == True and n", "used != True and n"),
        ("'yes'", "None", "used is not None", "used is None"),
        ("3", "0", "used > 2", "used <= 2"),
        ("3", "0", "used", "used < 1"),
    ],
)
def test_a_test_of_what_paths_differed_in(used: str, unused: str, racy: str, safe: str) -> None:
    parts = {"used": used, "unused": unused, "branches": _BRANCHES}
    check_marks(_SOURCE.format(**parts, test=racy, mark="  # expect: CUP103"))
    check_marks(_SOURCE.format(**parts, test=safe, mark=""))


def test_a_queue_that_holds_more_on_one_path() -> None:
    check_marks("""\
from collections import deque

import cupy as cp


class Slot:
    def __init__(self):
        self.data = cp.zeros(1 << 20)
        self.done = cp.cuda.Event()


def run(batches, flags):
    s, t = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    slot, full = Slot(), deque()
    cp.cuda.Device().synchronize()
    for flag in flags:
        if flag:
            with s:
                slot.data += 1
            slot.done.record(s)
        else:
            full.append(slot)
    while full:
        with t:
            full.popleft().data.sum()  # maybe: CUP101
    s.synchronize()
    t.synchronize()
""")
