"""What threads of a warp, or of a block, tell each other."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from .program import Group, Slot

WARP = 32


def places(group: Group) -> tuple[Any, Any]:
    """The number of the warp, and the lane in it, of each thread."""
    size = prod(group.world.block)
    numbers = group.many(Slot.NUMBER)
    inside = numbers % size
    return numbers // size * -(-size // WARP) + inside // WARP, (inside % WARP).astype(np.uint32)


def _from(group: Group, values: Any, source: Any, width: Any) -> Any:
    """The values of other lanes; a lane that asks beyond its part of the warp keeps its own."""
    warps, lanes = places(group)
    lanes = lanes.astype(int)
    table = np.zeros(((int(warps.max()) + 1) * WARP), values.dtype)
    table[warps * WARP + lanes] = values
    begin = lanes // width * width
    inside = (source >= begin) & (source < begin + width)
    return np.where(inside, table[np.clip(warps * WARP + source, 0, len(table) - 1)], values)


def _width(rest: tuple[Any, ...]) -> Any:
    return rest[0].astype(int) if rest else WARP


def _down(group: Group, values: Any, by: Any, *rest: Any) -> Any:
    return _from(group, values, places(group)[1].astype(int) + by.astype(int), _width(rest))


def _up(group: Group, values: Any, by: Any, *rest: Any) -> Any:
    return _from(group, values, places(group)[1].astype(int) - by.astype(int), _width(rest))


def _xor(group: Group, values: Any, by: Any, *rest: Any) -> Any:
    return _from(group, values, places(group)[1].astype(int) ^ by.astype(int), _width(rest))


def _lane(group: Group, values: Any, lane: Any, *rest: Any) -> Any:
    width = _width(rest)
    return _from(group, values, places(group)[1].astype(int) // width * width + lane.astype(int) % width, width)


def _ballot(group: Group, values: Any) -> Any:
    warps, lanes = places(group)
    bits = np.zeros(int(warps.max()) + 1, np.uint32)
    np.bitwise_or.at(bits, warps, np.where(values != 0, np.uint32(1) << lanes, np.uint32(0)))
    return bits[warps]


def _any(group: Group, values: Any) -> Any:
    return _ballot(group, values) != 0


def _all(group: Group, values: Any) -> Any:
    return _ballot(group, values == 0) == 0


FUNCTIONS: dict[str, tuple[Callable[..., Any], bool]] = {
    "__shfl_down_sync": (_down, True),
    "__shfl_up_sync": (_up, True),
    "__shfl_xor_sync": (_xor, True),
    "__shfl_sync": (_lane, True),
    "__ballot_sync": (_ballot, False),
    "__any_sync": (_any, False),
    "__all_sync": (_all, False),
}
"""Functions whose first argument says which lanes take part, and whether the result has the type of the second."""


def voted(group: Group, values: Any, how: str) -> Any:
    """What ``__syncthreads_or`` and its like tell each thread of a block."""
    blocks = group.many(Slot.NUMBER) // prod(group.world.block)
    count = np.bincount(blocks, weights=values, minlength=int(blocks.max()) + 1).astype(np.int32)
    if how == "count":
        return count[blocks]
    every = np.bincount(blocks, minlength=len(count))
    return ((count > 0) if how == "or" else (count == every))[blocks].astype(np.int32)
