"""A wait that is missing in a helper is one finding, however many functions the helper calls."""

from __future__ import annotations

from cupylint.config import Settings
from cupylint.engine import check_bytes

HELPER = """
import cupy as cp


class Batches:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)

    def run(self, function, host):
        x = cp.array(host)
        with self.stream:
            function(x)

    def doubled(self, host):
        def double(x):
            self.out = x * 2

        self.run(double, host)

    def halved(self, host):
        def halve(x):
            self.out = x / 2

        self.run(halve, host)
"""


def test_two_functions_that_a_helper_calls_without_a_wait_are_one_finding() -> None:
    (found,) = check_bytes(HELPER.encode(), "a.py", Settings())
    assert (found.code, found.location.row) == ("CUP101", 16)
    assert "the same missing wait leaves lines 12, 22 unordered too" in found.notes


def test_two_helpers_without_a_wait_are_two_findings() -> None:
    other = HELPER.replace(
        "self.run(halve, host)", "x = cp.array(host)\n        with self.stream:\n            halve(x)"
    )
    assert [found.location.row for found in check_bytes(other.encode(), "a.py", Settings())] == [16, 22]
