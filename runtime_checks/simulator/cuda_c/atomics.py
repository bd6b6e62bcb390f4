"""Atomic functions: each thread of a group in turn, in the order of their numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .errors import NotUnderstood
from .kinds import Value
from .memory import Region, Site, Space

_MOST = 1 << 16  # threads that can be gone through one by one

AT: dict[str, Any] = {
    "Add": np.add, "Sub": np.subtract, "Min": np.minimum, "Max": np.maximum, "And": np.bitwise_and,
    "Or": np.bitwise_or, "Xor": np.bitwise_xor,
}  # fmt: skip
"""Those that combine what is there with a value."""

Step = Callable[[Any, Any], Any]


def _inc(old: Any, value: Any) -> Any:
    return 0 if old >= value else old + 1


def _dec(old: Any, value: Any) -> Any:
    return value if old == 0 or old > value else old - 1


TURNS: dict[str, Step] = {"Exch": lambda old, value: value, "Inc": _inc, "Dec": _dec}
"""Those that are done one by one."""


def combine(space: Space, site: Site, name: str, addresses: Value, values: Value, count: int, used: bool) -> Value:
    """Perform an atomic function for `count` threads.

    Args:
        used: what was there before is asked for.
    """
    if name in ("Add", "Sub", "Or", "Xor") and not values.ndim and not values:
        return space.load(site, addresses)  # it only asks
    if count == 1 or (not addresses.ndim and not values.ndim and name in ("Min", "Max", "And", "Or")):
        return _single(space, site, name, addresses, values)
    many, given = (np.broadcast_to(value, (count,)) for value in (addresses, values))
    before = np.empty(count, site.kind.dtype) if used else None
    for region, threads, numbers in space.pieces(site, many):
        items, part = region.items(site.kind.dtype), given if threads is ... else given[threads]
        if before is not None:
            before[threads] = _one_by_one(items, numbers, part, name)
        elif name in AT:
            AT[name].at(items, numbers, part)
        else:
            _one_by_one(items, numbers, part, name)
        _changed(space, region, site)
    return before


def _single(space: Space, site: Site, name: str, address: Value, value: Value) -> Value:
    """The same for one thread, or for several that do the same."""
    [(region, _, number)] = space.pieces(site, address)
    items = region.items(site.kind.dtype)
    old = items[number].copy()
    new = AT[name](old, value) if name in AT else TURNS[name](old, value)
    if np.any(new != old):
        items[number] = new
        _changed(space, region, site)
    site.last = old
    return old


def _changed(space: Space, region: Region, site: Site) -> None:
    space.changes += 1
    region.thaw()
    site.last = None


def _one_by_one(items: Any, numbers: Any, values: Any, name: str) -> Any:
    if name == "Add" and items.dtype.kind in "iu":
        return _added(items, numbers, values)
    if len(numbers) > _MOST:
        raise NotUnderstood(f"atomic{name} by {len(numbers)} threads at once, of which each gets what was there")
    step = AT.get(name) or TURNS[name]
    before = np.empty(len(numbers), items.dtype)
    for at, (number, value) in enumerate(zip(numbers, values, strict=True)):
        before[at] = items[number]
        items[number] = step(items[number], value)
    return before


def _added(items: Any, numbers: Any, values: Any) -> Any:
    """Sums of whole numbers do not depend on how they are grouped, so all can be made together."""
    order = np.argsort(numbers, kind="stable")
    sums = np.cumsum(values[order], dtype=items.dtype)
    first = np.concatenate([[True], np.diff(numbers[order]) != 0])
    begins = np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))
    ahead = sums - values[order]
    before = np.empty(len(order), items.dtype)
    before[order] = items[numbers[order]] + ahead - ahead[begins]
    np.add.at(items, numbers, values)
    return before


def compare_and_swap(space: Space, site: Site, addresses: Value, wanted: Value, values: Value, count: int) -> Value:
    """``atomicCAS`` for `count` threads."""
    if count > _MOST:
        raise NotUnderstood(f"atomicCAS by {count} threads at once")
    many = np.broadcast_to(addresses, (count,))
    compared, given = np.broadcast_to(wanted, (count,)), np.broadcast_to(values, (count,))
    before = np.empty(count, site.kind.dtype)
    for region, threads, numbers in space.pieces(site, many):
        items = region.items(site.kind.dtype)
        for at, number in zip(np.arange(count)[threads], numbers, strict=True):
            old = before[at] = items[number]
            if old == compared[at]:
                items[number] = given[at]
                _changed(space, region, site)
    site.last = before if count > 1 else None
    return before
