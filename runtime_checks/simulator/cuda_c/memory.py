"""The memory that a kernel reaches by addresses, and what it has read and written there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .errors import ILLEGAL, MISALIGNED, Fault
from .kinds import Kind, Value

Bytes = np.ndarray[Any, np.dtype[np.uint8]]
Find = Callable[[int], tuple[int, Bytes] | None]
"""The first address and the bytes of the block that holds an address."""

_FROZEN = 64 << 20  # larger blocks are not copied: a kernel sees there what others write meanwhile
_PARTS = 64  # pieces of memory that one place in a kernel is told to have used, before they count as one
_KEPT = 1 << 20  # addresses of one place in a kernel that are kept to tell which bytes it has used


class Region:
    """A block of memory. `own`: it belongs to the threads, so that nobody else sees it."""

    __slots__ = ("_views", "bytes", "end", "frozen", "own", "start")

    def __init__(self, start: int, data: Bytes, own: bool = False) -> None:
        self.start, self.end, self.bytes, self.own = start, start + len(data), data, own
        self.frozen: Bytes | None = None
        self._views: dict[tuple[str, bool], Any] = {}

    def items(self, dtype: np.dtype[Any], frozen: bool = False) -> Any:
        """The bytes as an array of `dtype`; those that were there before others could change them, if `frozen`."""
        frozen = frozen and self.frozen is not None
        key = dtype.char, frozen
        found = self._views.get(key)
        if found is None:
            data = self.frozen if frozen and self.frozen is not None else self.bytes
            found = self._views[key] = data[: len(data) // dtype.itemsize * dtype.itemsize].view(dtype)
        return found

    def freeze(self) -> None:
        """Keep what is there now, for reads that a compiler may have made before."""
        if self.frozen is None and not self.own and len(self.bytes) <= _FROZEN:
            self.frozen = self.bytes.copy()

    def thaw(self) -> None:
        """Forget what was kept."""
        self.frozen = None
        self._views = {key: view for key, view in self._views.items() if not key[1]}


@dataclass(slots=True)
class Site:
    """A place in a kernel that reads or writes memory.

    Attributes:
        used: what it has used of each region.
        last: what it has read.
    """

    kind: Kind
    writes: bool
    reads: bool
    region: Region | None = None
    used: dict[int, Span] = field(default_factory=dict)
    last: Value = None

    def note(self, region: Region, addresses: Value, low: int, high: int) -> None:
        """Addresses were used."""
        if region.own:
            return
        span = self.used.get(region.start)
        if span is None:
            span = self.used[region.start] = Span(region, low, high)
        else:
            span.low, span.high = min(span.low, low), max(span.high, high)
        span.add(addresses)


@dataclass(slots=True)
class Span:
    """What one place in a kernel has used of a region, from `low` to `high`."""

    region: Region
    low: int
    high: int
    addresses: list[Value] | None = field(default_factory=list)
    _count: int = 0

    def add(self, addresses: Value) -> None:
        """Keep the addresses, unless they become too many."""
        if self.addresses is not None:
            self._count += addresses.size
            if self._count > _KEPT:
                self.addresses = None
            elif not self.addresses or addresses is not self.addresses[-1]:
                self.addresses.append(addresses)

    def parts(self, size: int) -> list[Bytes]:
        """The bytes that were used, `size` at each address: rows that lie evenly, or all between first and last."""
        start = self.region.start
        whole = self.region.bytes[self.low - start : self.high - start]
        count = (self.high - self.low) // size
        if self.addresses is None or count > 8 * _KEPT:
            return [whole]
        used = np.zeros(count + 2, bool)
        for part in self.addresses:
            used[(part - self.low) // size + 1] = True
        edges = np.flatnonzero(used[1:] != used[:-1]) * size
        begins, ends = edges[::2], edges[1::2]
        if len(begins) == 1:
            return [whole]
        length, steps = int(ends[0] - begins[0]), np.diff(begins)
        if (ends - begins == length).all() and (steps == steps[0]).all():
            return [np.lib.stride_tricks.as_strided(whole, (len(begins), length), (int(steps[0]), 1))]
        if len(begins) > _PARTS:
            return [whole]
        return [whole[begin:end] for begin, end in zip(begins, ends, strict=True)]


class Space:
    """All memory that a launch can reach.

    Args:
        find: looks in the memory of the device.
    """

    def __init__(self, find: Find) -> None:
        self._find = find
        self.regions: list[Region] = []
        self.changes = 0  # writes of other values than there were

    def own(self, size: int) -> int:
        """The address of `size` new bytes, all zero, that belong to the threads."""
        data = np.zeros(size + 16, np.uint8)
        start = -data.ctypes.data % 16
        region = Region(data.ctypes.data + start, data[start : start + size], own=True)
        self.regions.append(region)
        return region.start

    def region(self, low: int, high: int) -> Region | None:
        """The region that holds all bytes from `low` to `high`.

        Raises:
            Fault: `low` lies in none.
        """
        for region in self.regions:
            if region.start <= low < region.end:
                return region if high <= region.end else None
        found = self._find(low)
        if found is None:
            raise Fault(ILLEGAL)
        self.regions.append(Region(*found))
        return self.region(low, high)

    def pieces(self, site: Site, addresses: Value) -> Iterator[tuple[Region, Value, Value]]:
        """The regions that `addresses` lie in: each with the threads (or ...), and the numbers of their items there.

        Raises:
            Fault: an address is in none, or no multiple of its item's size.
        """
        size = site.kind.dtype.itemsize
        low, high = (int(addresses.min()), int(addresses.max()) + size) if addresses.size else (0, 0)
        region = site.region
        if region is None or low < region.start or high > region.end:
            region = site.region = self.region(low, high)
        if region is not None:
            site.note(region, addresses, low, high)
            yield region, ..., _numbers(region, addresses, size)
            return
        left = np.arange(addresses.size)
        while left.size:
            region = self.region(int(addresses[left[0]]), int(addresses[left[0]]) + size)
            if region is None:
                raise Fault(ILLEGAL)
            inside = (addresses[left] >= region.start) & (addresses[left] + size <= region.end)
            here = addresses[left[inside]]
            site.note(region, here, int(here.min()), int(here.max()) + size)
            yield region, left[inside], _numbers(region, here, size)
            left = left[~inside]

    def load(self, site: Site, addresses: Value) -> Value:
        """What stands at `addresses`."""
        result = None
        plain = not site.kind.volatile
        for region, threads, numbers in self.pieces(site, addresses):
            found = region.items(site.kind.dtype, plain)[numbers]
            if threads is ...:
                site.last = found
                return found
            if result is None:
                result = np.empty(addresses.shape, site.kind.dtype)
            result[threads] = found
        site.last = result
        return result

    def store(self, site: Site, addresses: Value, values: Value) -> None:
        """Write `values`; of threads that write to one address, the last one wins."""
        for region, threads, numbers in self.pieces(site, addresses):
            part = values if threads is ... or not values.ndim else values[threads]
            if not numbers.ndim and part.ndim:
                part = part[-1]
            items = region.items(site.kind.dtype)
            if np.any(items[numbers] != part):
                self.changes += 1
            items[numbers] = part
            if region.frozen is not None:
                region.items(site.kind.dtype, True)[numbers] = part

    def freeze(self, sites: list[Site]) -> None:
        """Others can act now: what the kernel reads by plain pointers stays as a compiler may have read it before."""
        for site in sites:
            if site.reads and not site.kind.volatile and site.region is not None:
                site.region.freeze()

    def thaw(self) -> None:
        """A fence: memory is read anew."""
        for region in self.regions:
            if region.frozen is not None:
                region.thaw()


def _numbers(region: Region, addresses: Value, size: int) -> Value:
    offsets = addresses - region.start
    if size == 1:
        return offsets
    if (offsets & (size - 1)).any():
        raise Fault(MISALIGNED)
    return offsets >> (size.bit_length() - 1)
