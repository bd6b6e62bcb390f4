"""Parts of arrays: corners of slicing."""

from __future__ import annotations

import pytest

from tests.flow.test_regions import BODY, disjoint, elements, region
from tests.programs import after_head, every


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ([slice(None, -3)], [slice(-3, None, -1)]),  # _before: equal negative bounds, but a step runs backwards
        ([slice(None, -3, -1)], [slice(-2, None)]),
        ([1], [(None, slice(None)), 0]),  # a new axis in front is forgotten: x[None, :][0] is all of x
        ([True], [0]),  # x[True] is the whole array, not x[1]
    ],
)
def test_overlapping_parts(left: list[object], right: list[object]) -> None:
    assert elements(left) & elements(right)
    assert not disjoint(region(left), region(right))


@pytest.mark.parametrize(
    "parts",
    [("a[:5]", "a[-5:]"), ("a[0:8:4]", "a[1:8:2]"), ("a[::4]", "a[1::2]"), ("a[5:5]", "a[4:6]"), ("a[0]", "a[-5:]")],
)
def test_parts_apart(parts: tuple[str, str]) -> None:
    assert every(after_head(BODY.format(*parts))) == set()
