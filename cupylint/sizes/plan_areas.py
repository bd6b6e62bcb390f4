"""Work areas of cuFFT's plans: how many bytes a transform needs beside its arrays, at least.

How large an area is depends on the factors of the lengths and is written nowhere. ``plan_areas.json`` says for each
kind of plan, in ascending lengths, which share of its data every measured plan took that was as long or longer.
``tests/sizes/probe_plans.py`` measures plans, ``tests/sizes/plan_table.py`` makes the table of them.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from functools import cache
from math import prod
from pathlib import Path
from typing import NamedTuple

Lengths = tuple[int, ...]

TABLE = Path(__file__).with_name("plan_areas.json")
PARTS = 16
"""Shares are given in so many parts."""
_GROUPS = (2, 7, 127)
"""Largest prime factors: powers of two, what cuFFT has kernels for, what it composes. Others take Bluestein's way."""
_WIDE = frozenset(("Z2Z", "D2Z", "Z2D"))
_HALVED = frozenset(("R2C", "D2Z", "C2R", "Z2D"))


class Kind(NamedTuple):
    """What plans have in common whose areas are compared.

    Attributes:
        transform: cuFFT's name of the type ("C2C").
        axes: how many are transformed.
        group: number of the group of their factors.
        many: 1 if there are several transforms in one plan.
    """

    transform: str
    axes: int
    group: int
    many: int


class Floors(NamedTuple):
    """Ascending lengths, each with the share from there on (in `PARTS`), up to the longest that was measured."""

    last: int
    steps: tuple[tuple[int, int], ...]


def area(transform: str, lengths: Lengths, batch: int) -> int:
    """Bytes that the work area of a plan certainly takes, 0 where nothing is known.

    Args:
        transform: cuFFT's name of the type: C2C, Z2Z, R2C, D2Z, C2R or Z2D.
        lengths: of the axes that are transformed, in numbers where they are real on one side.
    """
    length = prod(lengths)
    found = _table().get(kind_of(transform, lengths, batch)) if length else None
    if found is None or not found.steps[0][0] <= length <= found.last:
        return 0
    _, share = found.steps[bisect_right(found.steps, length, key=lambda step: step[0]) - 1]
    return data_of(transform, lengths, batch) * share // PARTS


@cache
def _table() -> dict[Kind, Floors]:
    rows = json.loads(TABLE.read_text(encoding="utf-8"))["floors"]
    return {Kind(*row[:4]): Floors(row[4], tuple((length, share) for length, share in row[5])) for row in rows}


def kind_of(transform: str, lengths: Lengths, batch: int) -> Kind:
    """The kind of a plan: the worst group of its lengths counts."""
    return Kind(transform, len(lengths), max(map(_group, lengths)), int(batch > 1))


def _group(length: int) -> int:
    """The first of `_GROUPS` that is no smaller than any prime factor; one more if there is none."""
    for group, largest in enumerate(_GROUPS):
        for factor in range(2, largest + 1):
            while length % factor == 0:
                length //= factor
        if length == 1:
            return group
    return len(_GROUPS)


def has_kernels(length: int) -> bool:
    """Whether cuFFT has kernels for all factors of a length, so that it composes nothing."""
    return _group(length) <= _GROUPS.index(7)


def data_of(transform: str, lengths: Lengths, batch: int) -> int:
    """Bytes of the complex side."""
    last = lengths[-1] // 2 + 1 if transform in _HALVED else lengths[-1]
    return prod(lengths[:-1]) * last * batch * (16 if transform in _WIDE else 8)
