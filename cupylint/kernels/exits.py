"""How a loop ends: its tests, taken apart, and what each of them depends on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from enum import Enum

from cupylint.kernels.memory import Memory, root
from cupylint.kernels.model import (
    Address,
    Assign,
    Call,
    Cast,
    Const,
    Declare,
    Expr,
    If,
    Jump,
    Load,
    Loop,
    Name,
    Opaque,
    Operation,
    Part,
    Scope,
    children,
    walk,
)
from cupylint.kernels.vocabulary import ATOMIC, LOADS, is_pure
from cupylint.records import dataclass


class Kind(Enum):
    """What decides about an exit."""

    FIXED = "nothing that changes in the loop, and no memory"
    PLAIN = "memory at a fixed place that may be read once only"
    FRESH = "memory at a fixed place that is read again each time"
    VARIES = "something that the loop changes, or something unknown"


@dataclass(frozen=True, slots=True)
class Polled:
    """A read of one fixed place in memory. `cached`: through a cache that is never refreshed."""

    place: Expr
    name: str
    kind: Kind
    cached: bool = False


@dataclass(slots=True)
class Exits:
    """All ways out of a loop.

    Attributes:
        tests: for each way what it depends on, and what it polls.
        ends: it ends by itself after some passes.
    """

    loop: Loop
    tests: list[tuple[Kind, tuple[Polled, ...], Expr]] = field(default_factory=list)
    ends: bool = False

    @property
    def bounded(self) -> bool:
        """Whether something other than memory can end the loop, as far as is known."""
        return self.ends or any(kind is Kind.VARIES for kind, _, _ in self.tests)


def loops(*parts: Part) -> Iterator[Loop]:
    """All loops inside `parts`."""
    for part in walk(*parts):
        if isinstance(part, Loop):
            yield part


def exits(loop: Loop, memory: Memory, known: frozenset[str]) -> Exits:
    """How `loop` ends.

    Args:
        known: names that are not variables but have one value (constants, built-in ones).
    """
    found = Exits(loop)
    reader = _Reader(loop, memory, known)
    if loop.condition is not None:
        for test in _split(loop.condition, "&&"):
            found.tests.append(reader.judge((test,)))
            if not loop.tests_first and found.tests[-1][0] is Kind.FIXED:
                found.ends = True  # do { ... } while (0)
    for conditions in _ways_out(loop.body, (), False):
        if not conditions:
            found.ends = True
            continue
        *outer, last = conditions
        for test in _split(last, "||"):
            found.tests.append(reader.judge((*outer, test)))
    return found


def _split(test: Expr, operator: str) -> list[Expr]:
    """The parts of ``a && b && c``, or of ``!(a || b)``."""
    found: list[Expr] = []
    stack: list[tuple[Expr, str]] = [(test, operator)]
    while stack:
        part, wanted = stack.pop()
        if isinstance(part, Operation) and part.operator == wanted:
            stack.extend((operand, wanted) for operand in reversed(part.operands))
        elif isinstance(part, Operation) and part.operator == "!" and isinstance(part.operands[0], Operation):
            inner = part.operands[0]
            turned = "||" if wanted == "&&" else "&&"
            if inner.operator == turned:
                stack.append((inner, turned))
            else:
                found.append(part)
        else:
            found.append(part)
    return found


def _ways_out(block: tuple[Part, ...], conditions: tuple[Expr, ...], nested: bool) -> Iterator[tuple[Expr, ...]]:
    """For each ``break`` and ``return`` in the body of a loop the tests around it."""
    for part in block:
        if isinstance(part, Jump):
            if part.kind in ("return", "unknown") or (part.kind == "break" and not nested):
                yield conditions
        elif isinstance(part, If):
            yield from _ways_out(part.then, (*conditions, part.condition), nested)
            yield from _ways_out(part.other, (*conditions, part.condition), nested)
        elif isinstance(part, Loop):
            inner = conditions if part.condition is None else (*conditions, part.condition)
            yield from _ways_out(part.body, inner, True)
        elif isinstance(part, Scope):
            inner = conditions if part.condition is None else (*conditions, part.condition)
            yield from _ways_out(part.body, inner, nested or part.condition is not None)


class _Reader:
    """Tells what a test depends on."""

    def __init__(self, loop: Loop, memory: Memory, known: frozenset[str]) -> None:
        self._memory, self._known = memory, known
        self._changed: dict[str, list[Expr | None]] = {}
        for part in walk(loop):
            if isinstance(part, Assign) and not isinstance(part.target, Load):
                self._changed.setdefault(root(part.target), []).append(part.value if part.operator == "=" else None)
            elif isinstance(part, Declare):
                self._changed.setdefault(part.name, []).append(part.value)
            elif isinstance(part, Address) and not isinstance(part.operand, Load):
                self._changed.setdefault(root(part.operand), []).append(None)

    def judge(self, tests: tuple[Expr, ...]) -> tuple[Kind, tuple[Polled, ...], Expr]:
        """What the conjunction of `tests` depends on."""
        polled: list[Polled] = []
        varies = any(self._varies(test, polled, 0) for test in tests)
        if varies:
            kind = Kind.VARIES
        elif any(item.kind is Kind.FRESH for item in polled):
            kind = Kind.FRESH
        else:
            kind = Kind.PLAIN if polled else Kind.FIXED
        return kind, tuple(polled), tests[-1]

    def _varies(self, part: Expr, polled: list[Polled], depth: int) -> bool:
        if depth > 40 or isinstance(part, Opaque):
            return True
        if isinstance(part, Const):
            return False
        if isinstance(part, Name):
            return self._name_varies(part, polled, depth)
        if isinstance(part, Assign):
            return part.operator != "=" or self._varies(part.value, polled, depth + 1)
        if isinstance(part, Load):
            return self._load_varies(part, polled, depth)
        if isinstance(part, Call):
            return self._call_varies(part, polled, depth)
        return any(self._varies(item, polled, depth + 1) for item in children(part))  # type: ignore[arg-type]

    def _load_varies(self, load: Load, polled: list[Polled], depth: int) -> bool:
        inner: list[Polled] = []
        if any(self._varies(item, inner, depth + 1) for item in (load.base, *load.index)) or load.member:
            return True
        name = root(load)
        if self._memory.space(name) == "array":
            return name in self._changed or name in self._memory.written
        if self._memory.is_volatile(load):
            polled.append(Polled(load, name, Kind.FRESH))
        elif self._memory.is_plain(load):
            polled += [*inner, Polled(load, name, Kind.PLAIN)]
        else:
            return True
        return False

    def _name_varies(self, part: Name, polled: list[Polled], depth: int) -> bool:
        kind, space = self._memory.type(part.id), self._memory.space(part.id)
        if space in ("shared", "device") and not kind.pointers:
            if kind.width is None:
                return True
            polled.append(Polled(part, part.id, Kind.FRESH if kind.volatile else Kind.PLAIN))
            return False
        values = self._changed.get(part.id)
        if values is None:
            return not space and part.id not in self._known and not _BUILT_IN.fullmatch(part.id)
        if len(values) == 1 and values[0] is not None and space == "local":
            return self._varies(values[0], polled, depth + 8)
        return True

    def _call_varies(self, call: Call, polled: list[Polled], depth: int) -> bool:
        fixed = not any(self._varies(item, [], depth + 1) for item in call.arguments)
        if not fixed or call.receiver is not None or not call.arguments:
            return True
        if call.function in LOADS:
            plain = self._memory.pointer_type(call.arguments[0])
            if plain.width is None or plain.pointers != 1:
                return True
            cached = call.function == "__ldg"
            kind = Kind.PLAIN if cached else Kind.FRESH
            polled.append(Polled(call, root(call.arguments[0]), kind, cached))
            return False
        if ATOMIC.fullmatch(call.function):
            if not reads_only(call) and not attempts(call):
                return True
            polled.append(Polled(call, root(call.arguments[0]), Kind.FRESH))
            return False
        if is_pure(call.function):
            return any(self._varies(item, polled, depth + 1) for item in call.arguments)
        return True


_BUILT_IN = re.compile(r"(?:threadIdx|blockIdx|blockDim|gridDim)\.[xyz]|warpSize|NULL")


def reads_only(call: Call) -> bool:
    """An atomic operation that changes nothing: ``atomicAdd(p, 0)``, ``atomicCAS(p, 0, 0)``."""
    values = [_constant(argument) for argument in call.arguments[1:]]
    if call.function in ("atomicAdd", "atomicSub", "atomicOr", "atomicXor"):
        return values == [0]
    return call.function == "atomicCAS" and len(values) == 2 and values[0] is not None and values[0] == values[1]


def attempts(call: Call) -> bool:
    """An attempt to take a lock: ``atomicCAS(p, 0, 1)``, ``atomicExch(p, 1)``."""
    values = [_constant(argument) for argument in call.arguments[1:]]
    return call.function in ("atomicCAS", "atomicExch") and None not in values


def _constant(argument: Expr) -> int | None:
    while isinstance(argument, Cast):
        argument = argument.operand
    return argument.value if isinstance(argument, Const) else None
