"""Unordered accesses of one execution, as races."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Protocol

from cupylint.order import HOST, Order

from .log import Access, Log, Volatile
from .memory import Memory
from .names import way_to
from .places import user_frame
from .results import Options, Place, Race

_NAMELESS = "the array"


class Trace(Protocol):
    """What is asked of the execution."""

    memory: Memory
    options: Options
    judge: bool
    lacking: dict[Place, str]
    told: Callable[[Race], None]
    repaired: Order


class Judging:
    """Finds the races.

    Attributes:
        races: by the places of both accesses.
        racing: numbers of operations that are part of a race.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace, self._log = trace, Log(trace.memory)
        self.races: dict[tuple[Place, Place], Race] = {}
        self.racing: set[int] = set()

    def clear(self) -> None:
        """Forget all accesses."""
        self._log.clear()

    def add(self, access: Access, before: int, repaired: int, host: Hashable) -> None:
        """Judge an access that comes after the operations in `before`; in `repaired`, after one more wait for each
        race that was found."""
        if not self._trace.judge or isinstance(access.view, Volatile):  # made to be changed meanwhile
            return
        if self._trace.options.named and (name := _name(access)) != _NAMELESS:
            access = replace(access, name=name)
        for old in self._log.add(access, before):
            self._found(old, access, not repaired >> old.number & 1, host)

    def _found(self, old: Access, new: Access, first: bool, host: Hashable) -> None:
        for access in (old, new):
            self.racing.add(access.number)
        known = self.races.get((old.place, new.place))
        if first:
            self._repair(old, new, host)
        if known is not None and (known.first or not first):
            return
        kinds = ("write" if old.writes else "read", "write" if new.writes else "read")
        reuse = 0 != old.allocation != new.allocation != 0
        race = self.races[old.place, new.place] = Race(
            old.place,
            new.place,
            _name(new),
            kinds,
            (old.label, new.label),
            reuse,
            first,
            (old.name, new.name),
            (old.stream is None, new.stream is None),
        )
        if not self._trace.lacking:
            self._trace.told(race)

    def _repair(self, old: Access, new: Access, host: Hashable) -> None:
        if old.stream is not None:
            self._trace.repaired.assume(old.stream, new.stream, host)
        elif new.stream is not None:
            self._trace.repaired.assume(None, new.stream, HOST)


def _name(access: Access) -> str:
    frame = user_frame()
    for names in () if frame is None else (frame.f_locals, frame.f_globals):
        for name, value in list(names.items()):
            found = None if name.startswith("_") else way_to(value, access.allocation)
            if found is not None:
                return name + found
    return _NAMELESS
