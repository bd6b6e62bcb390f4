"""What two runs are compared by."""

from __future__ import annotations

from collections import deque
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

from cupylint.runtime_checks.finals import Finals, differs


class Own:
    shared = (numpy.arange(2),)

    def __init__(self) -> None:
        self.weights = {"left": numpy.arange(3)}
        self.rounds = 7
        self.itself = self


class Slots:
    __slots__ = ("buffer", "unset")

    def __init__(self) -> None:
        self.buffer = numpy.arange(4)


def collected(value: object) -> dict[str, Any]:
    def host(item: object) -> Any:
        return item.copy() if isinstance(item, numpy.ndarray) else None

    return Finals(host, lambda file: file == __file__).collect({"x": value, "_hidden": 1})


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (1.5, ["x"]),
        (numpy.arange(3), ["x"]),
        ([1, (numpy.arange(3), "text")], ["x[0]", "x[1][0]"]),
        ({"a": numpy.arange(3), ("k", 2): [2]}, ["x['a']", "x[('k', 2)][0]"]),
        ({Own: 1.5, Slots: 2.5, (Own, 1): 3.5}, ["x[type 0]", "x[type 1]", "x[tuple 2]"]),
        (deque([numpy.arange(3)]), ["x[0]"]),
        (Own(), ["x.weights['left']"]),
        (Own, ["x.shared[0]"]),
        (Slots(), ["x.buffer"]),
        (SimpleNamespace(a=numpy.arange(2)), ["x.a"]),
        (pytest, []),
    ],
)
def test_arrays_are_compared_whatever_holds_them(value: object, names: list[str]) -> None:
    assert list(collected(value)) == names


def test_difference() -> None:
    ones = numpy.ones(4)
    assert differs(ones, ones.copy()) == ""
    assert differs(ones, numpy.array([1, 1, 2, 3.0])) == "wrong 2 of 4"
    assert differs(float("nan"), float("nan")) == ""
    assert differs(1, 2) == "2 instead of 1"
    assert differs(ones, None) == "another type"
