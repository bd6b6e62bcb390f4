"""Events that a range records again which is measured inside another one (CUP116)."""

from __future__ import annotations

import pytest

from tests.programs import check_marks

HEAD = """\
from contextlib import contextmanager

import cupy as cp

"""
RANGE = """\
class Ranges:
    def __init__(self):
        self.depth = 0
        self.open = []
        self.times = []
        self.begin = cp.cuda.Event()
        self.end = cp.cuda.Event()

    @contextmanager
    def range(self, name, quiet=False):
{body}
"""
BODIES = {
    "a counter of the depth": """
        self.depth += 1
        self.begin.record()  # expect: CUP116
        yield
        self.end.record()
        self.end.synchronize()
        self.times.append((name, self.depth, cp.cuda.get_elapsed_time(self.begin, self.end)))
        self.depth -= 1
    """,
    "in a try, after a way out": """
        if quiet:
            yield
            return
        try:
            self.depth += 1
            self.begin.record(cp.cuda.get_current_stream())
            self.begin.synchronize()
            self.begin.record(cp.cuda.get_current_stream())  # expect: CUP116
            yield
        finally:
            self.end.record()
            self.end.synchronize()
            self.times.append(cp.cuda.get_elapsed_time(self.begin, self.end) * 1e-3)
            self.depth -= 1
    """,
    "a list of the ranges that are open": """
        self.open.append(name)
        cp.cuda.get_current_stream().record(self.begin)  # expect: CUP116
        yield
        self.end.record()
        self.end.synchronize()
        self.times.append((self.open.pop(), cp.cuda.get_elapsed_time(self.begin, self.end)))
    """,
    "an event for each range": """
        self.depth += 1
        begin, end = cp.cuda.Event(), cp.cuda.Event()
        begin.record()
        yield
        end.record()
        end.synchronize()
        self.times.append((name, self.depth, cp.cuda.get_elapsed_time(begin, end)))
        self.depth -= 1
    """,
    "events that are kept in a list": """
        self.depth += 1
        self.open.append(cp.cuda.Event())
        self.open[-1].record()
        yield
        self.end.record()
        self.end.synchronize()
        self.times.append((name, self.depth, cp.cuda.get_elapsed_time(self.open.pop(), self.end)))
        self.depth -= 1
    """,
    "only the outermost range is measured": """
        self.depth += 1
        if self.depth == 1:
            self.begin.record()
        yield
        if self.depth == 1:
            self.end.record()
            self.end.synchronize()
            self.times.append((name, cp.cuda.get_elapsed_time(self.begin, self.end)))
        self.depth -= 1
    """,
    "nothing says that ranges are nested": """
        self.begin.record()
        yield
        self.end.record()
        self.end.synchronize()
        self.times.append((name, cp.cuda.get_elapsed_time(self.begin, self.end)))
    """,
    "ranges are counted, not nested": """
        self.depth += 1
        self.begin.record()
        yield
        self.end.record()
        self.end.synchronize()
        self.times.append((name, self.depth, cp.cuda.get_elapsed_time(self.begin, self.end)))
    """,
    "the end alone is shared": """
        self.depth += 1
        begin = cp.cuda.Event()
        begin.record()
        yield
        self.end.record()
        self.end.synchronize()
        self.times.append((name, self.depth, cp.cuda.get_elapsed_time(begin, self.end)))
        self.depth -= 1
    """,
    "an event is made anew": """
        self.depth += 1
        before = self.begin
        self.begin = cp.cuda.Event()
        self.begin.record()
        yield
        self.end.record()
        self.end.synchronize()
        self.times.append((name, self.depth, cp.cuda.get_elapsed_time(self.begin, self.end)))
        self.begin = before
        self.depth -= 1
    """,
}


@pytest.mark.parametrize("name", BODIES)
def test_verdict(name: str) -> None:
    """Exactly the marked lines have findings."""
    check_marks(HEAD + RANGE.format(body=BODIES[name]))
