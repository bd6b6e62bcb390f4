"""The memory of what a program accesses: an array, or arrays in a container."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

from .gate import Device, Extent

_ITEMS = 64  # of a container whose memory is compared


def memory_of(device: Device, value: Any, depth: int = 2) -> Iterator[Extent]:
    """The memory of an array, or of the arrays in a container: which of them is used cannot be told."""
    with suppress(Exception):  # attributes may be computed
        extent = device.extent(value)
        if extent is not None:
            yield extent
            return
    inside: Iterable[Any] = ()
    with suppress(Exception):
        if depth and isinstance(value, Mapping):
            inside = list(islice(value.values(), _ITEMS))
        elif depth and isinstance(value, (list, tuple, deque)):
            inside = list(islice(value, _ITEMS))
    for item in inside:
        yield from memory_of(device, item, depth - 1)
