"""Arrays without elements: nothing is written when they are made, and nothing can be read of them."""

from __future__ import annotations

import pytest

from tests.programs import after_head, every, marked


@pytest.mark.parametrize(
    ("made", "races"),
    [
        ("cp.array([], dtype=cp.int32)", False),
        ("cp.asarray(())", False),
        ("cp.zeros(0)", False),
        ("cp.zeros((4, 0))", False),
        ("cp.empty(shape=0)", False),
        ("cp.full((0,), 1.0)", False),
        ("cp.zeros(1)", True),
        ("cp.array([0])", True),
    ],
)
def test_work_on_an_array_without_elements_races_with_nothing(made: str, races: bool) -> None:
    source = after_head(f"with s1:\n    a = {made}\nwith s2:\n    b = a * 2{'  # expect: CUP101' if races else ''}\n")
    assert every(source) == marked(source)
