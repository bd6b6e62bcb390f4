"""Methods called one after another: what the second one names, and whether it may race with what the first has begun.

Following a method again after each other one is the dearest part of a class. It says nothing new unless the first
leaves something behind that the second names (`left_behind`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from cupylint.flow.domain.values import (
    ClassValue,
    FunctionValue,
    Value,
)
from cupylint.order import HOST, Kind, Stream, bits
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.facts import Mode
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

BY_ANY_NAME = frozenset(("getattr", "vars", "__dict__", "__getstate__"))
"""Words by which code gets at attributes that it does not name."""


def unfinished(state: State) -> int:
    """Accesses that the main thread has not waited for."""
    return state.order.issued & ~state.order.hosts[HOST]


def can_meet(interpreter: Interpreter, pending: int, accesses: range) -> bool:
    """Whether one of `accesses`, or one by the host, may race with one of `pending`: by memory and streams alone.

    Accesses by the host are noted only while something is in flight, so they are not among `accesses`.
    """
    touches = interpreter.touches
    if "malloc_managed" in interpreter.entries.idents or any(
        touches[each].buffer in interpreter.pinned.blocks for each in bits(pending)
    ):
        return True
    used: defaultdict[int, set[tuple[Stream | None, Mode]]] = defaultdict(set)
    for number in bits(pending):
        used[touches[number].buffer].add((touches[number].stream, touches[number].mode))
    return any(
        "write" in (mode, touch.mode) and not _are_ordered(stream, touch.stream)
        for touch in (touches[number] for number in accesses)
        for stream, mode in used.get(touch.buffer, ())
    )


def _are_ordered(first: Stream | None, second: Stream | None) -> bool:
    """Whether what is issued to the second stream always comes after what was issued to the first."""
    if first is None or second is None:
        return first is second
    kinds = {first.kind, second.kind}
    heeded = Kind.NULL in kinds and kinds <= {Kind.NULL, Kind.BLOCKING, Kind.PER_THREAD}
    return first == second or (heeded and first.device == second.device)


@dataclass(frozen=True, slots=True)
class Mentions:
    """Which names a function mentions, itself or through functions that it names. Names are all that is compared.

    Attributes:
        idents: name of a function -> what those that are called so mention.
        openly: likewise the classes whose methods of that name get at attributes of their object by any name; None
            stands for a function that is no method.
    """

    idents: Mapping[str, frozenset[str]]
    openly: Mapping[str, list[ClassValue | None]] = field(default_factory=dict)

    @classmethod
    def of(cls, values: Iterable[object]) -> Mentions:
        """Of all functions among `values`, and of all methods of the classes there."""
        found: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
        openly: defaultdict[str, list[ClassValue | None]] = defaultdict(list)
        for value in values:
            members: list[tuple[ClassValue | None, Value]] = []
            if isinstance(value, FunctionValue):
                members.append((None, value))
            elif isinstance(value, ClassValue):
                members += [(base, each) for base in value.family() for each in base.members.values()]
                found[value.name] |= {"__init__", "__new__", "__post_init__"}
            for owner, member in members:
                if isinstance(member, FunctionValue):
                    idents = member.function.idents
                    found[member.function.name] |= idents - BY_ANY_NAME
                    if not idents.isdisjoint(BY_ANY_NAME):
                        openly[member.function.name].append(owner)
        return cls(dict(found), dict(openly))

    def reached(self, function: FunctionValue, of: ClassValue | None = None) -> frozenset[str]:
        """All names that following `function` can come across in code of this file.

        What methods get at by any name are attributes of objects of their class: with `of`, only those count that
        stand in the family of that class.
        """
        seen = set(function.function.idents)
        pending = list(seen)
        while pending:
            new = self.idents.get(pending.pop().removeprefix("."), frozenset()) - seen
            seen |= new
            pending += new
        owners = [owner for name in seen for owner in self.openly.get(name.removeprefix("."), ())]
        family = None if of is None else list(of.family())
        if any(owner is None or family is None or owner in family for owner in owners):
            seen |= BY_ANY_NAME
        return frozenset(name.removeprefix(".") for name in seen)
