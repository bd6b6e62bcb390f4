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


@pytest.mark.parametrize(
    ("parts", "racy"),
    [
        (("a[:-2]", "a[:1]"), True),
        (("a[:-1]", "a[1:]"), True),
        (("a[1:-1]", "a[-3:]"), True),
        (("a[:-2]", "a[-1:]"), False),
        (("a[1:-1]", "a[:1]"), False),
        (("a[:-4000]", "a[-9000:50]"), False),  # too far from both ends to tell
    ],
)
def test_bounds_from_the_end_of_a_long_array(parts: tuple[str, str], racy: bool) -> None:
    assert bool(every(after_head(BODY.format(*parts)))) == racy
