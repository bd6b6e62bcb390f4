"""What a program's values are in the end, so that two runs can be compared: arrays and numbers, whatever holds them."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from types import SimpleNamespace
from typing import Any

BYTES = 1 << 28
"""Bytes of arrays that are kept of a run at most."""

_DEPTH, _ITEMS = 4, 64

Held = tuple[str, Any]
"""How an item is reached from what holds it (``[0]``, ``['left']``, ``.buffer``), and the item."""


class Finals:
    """Copies the arrays and numbers of a run to the host.

    Args:
        host: a copy of an array on the host, None if it is no array.
        own: whether a file belongs to the program.
    """

    def __init__(self, host: Callable[[object], Any], own: Callable[[str], bool]) -> None:
        self._host, self._own, self._left = host, own, BYTES
        self._met: set[int] = set()
        self._found: dict[str, Any] = {}

    def collect(self, names: Mapping[str, Any]) -> dict[str, Any]:
        """The values by how the program reaches them: ``total``, ``buffers[0]``, ``model.weights['left']``."""
        for name, value in list(names.items()):
            if not name.startswith("_"):
                self._add(name, value, _DEPTH)
        return self._found

    def _add(self, name: str, value: Any, depth: int) -> None:
        if isinstance(value, (bool, int, float, complex)):
            self._found[name] = value
            return
        size = None
        with suppress(Exception):  # attributes may be computed
            size = None if isinstance(value, type) else value.nbytes
        if isinstance(size, int):
            kept = self._host(value) if size <= self._left else None
            if kept is not None:
                self._left -= size
                self._found[name] = kept
            return
        if not depth or id(value) in self._met:
            return
        self._met.add(id(value))
        for step, item in self._held(value):
            self._add(name + step, item, depth - 1)

    def _held(self, value: Any) -> Iterator[Held]:
        """The first items of a container, or what the attributes of an object hold."""
        if isinstance(value, Mapping):
            for number, (key, item) in enumerate(islice(list(value.items()), _ITEMS)):
                yield f"[{key!r}]" if _is_plain(key) else f"[{type(key).__name__} {number}]", item
        elif isinstance(value, (list, tuple, deque)):
            for number, item in enumerate(islice(list(value), _ITEMS)):
                yield f"[{number}]", item
        elif self._is_own(value if isinstance(value, type) else type(value)):
            for name, item in islice(attributes(value), _ITEMS):
                if not isinstance(item, (int, float)):  # rounds of waiting, times
                    yield f".{name}", item

    def _is_own(self, cls: type) -> bool:
        """Whether a class is the program's. In others anything may hide, and change from run to run."""
        file = getattr(sys.modules.get(cls.__module__), "__file__", None)
        return cls is SimpleNamespace or cls.__module__ == "__main__" or bool(file and self._own(file))


def _is_plain(key: Any) -> bool:
    """Whether the text of a key says all about it."""
    if isinstance(key, tuple):
        return all(map(_is_plain, key))
    return key is None or isinstance(key, (str, bytes, int, float))


def attributes(value: object) -> Iterator[Held]:
    """The attributes that an object or class has itself, without computing any."""
    for name, item in list(getattr(value, "__dict__", {}).items()):
        if not name.startswith("__"):
            yield name, item
    for cls in () if isinstance(value, type) else type(value).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            with suppress(AttributeError):
                if not slot.startswith("__"):
                    yield slot, getattr(value, slot)


def differs(right: Any, value: Any) -> str:
    """How a value differs from the right one ("wrong 3 of 10"), "" if it does not."""
    import numpy

    if isinstance(right, numpy.ndarray) and isinstance(value, numpy.ndarray):
        if right.shape != value.shape or right.dtype != value.dtype:
            return "another shape or type"
        if right.dtype.kind not in "biufc":
            return ""
        unequal = right != value
        if right.dtype.kind in "fc":
            unequal &= ~(numpy.isnan(right) & numpy.isnan(value))
        wrong = int(unequal.sum())
        return f"wrong {wrong} of {right.size}" if wrong else ""
    if type(right) is not type(value) or isinstance(right, numpy.ndarray):
        return "another type"
    same = right == value or (right != right and value != value)
    if same:
        return ""
    return "other bytes" if isinstance(right, bytes) else f"{value!r} instead of {right!r}"
