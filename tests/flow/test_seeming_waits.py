"""What looks like a wait and is none."""

from __future__ import annotations

import pytest

from tests.programs import after_head, check_marks

PROGRAM = """
import itertools
import cupyx.scipy.linalg as linalg
m = cp.ones((9, 9))
cp.cuda.Device().synchronize()
with s1:
    a = m * 2
    {wait}
with s2:
    b = a + 1  {mark}
"""
EXPECTED = "# expect: CUP101"


@pytest.mark.parametrize(
    "wait",
    [
        "map(cp.cuda.Stream.synchronize, [s1, s2])",
        "map(lambda s: s.synchronize(), [s1, s2])",
        "done = map(lambda s: s.synchronize(), [s1, s2])",
        "filter(lambda s: s.synchronize(), [s1, s2])",
        "itertools.starmap(lambda s: s.synchronize(), [(s1,), (s2,)])",
        "q, r = cp.linalg.qr(m)",
        "c = linalg.solve_triangular(m, m)",
        "c = linalg.solve_triangular(m, m, lower=True)",
    ],
)
def test_it_waits_for_nothing(wait: str) -> None:
    check_marks(after_head(PROGRAM.format(wait=wait, mark=EXPECTED)))


@pytest.mark.parametrize(
    ("wait", "mark"),
    [
        ("list(map(lambda s: s.synchronize(), [s1, s2]))", ""),
        ("c = linalg.solve_triangular(m, m, check_finite=True)", "# maybe: CUP101"),
        ("c = cp.linalg.svd(m)", ""),
    ],
)
def test_it_may_wait(wait: str, mark: str) -> None:
    check_marks(after_head(PROGRAM.format(wait=wait, mark=mark)))
