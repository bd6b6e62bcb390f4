"""Kernels as the judgements see them: a small tree without any parser behind it.

Made from CUDA C by `cupylint.kernels.cuda` and from ``cupyx.jit`` functions by `cupylint.kernels.jit`.
Spans are offsets in the text that was parsed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Union

from cupylint.records import dataclass

Span = tuple[int, int]

WIDTHS = {
    "bool": 8, "char": 8, "signed char": 8, "unsigned char": 8, "int8_t": 8, "uint8_t": 8,
    "short": 16, "unsigned short": 16, "int16_t": 16, "uint16_t": 16, "half": 16, "__half": 16, "float16": 16,
    "int": 32, "unsigned": 32, "unsigned int": 32, "int32_t": 32, "uint32_t": 32, "float": 32,
    "long": 64, "unsigned long": 64, "long long": 64, "unsigned long long": 64, "int64_t": 64, "uint64_t": 64,
    "size_t": 64, "ptrdiff_t": 64, "ssize_t": 64, "double": 64,
    "int8": 8, "uint8": 8, "int16": 16, "uint16": 16, "int32": 32, "uint32": 32, "int64": 64, "uint64": 64,
    "float32": 32, "float64": 64, "long int": 64, "long long int": 64, "unsigned long int": 64,
    "unsigned long long int": 64,
}  # fmt: skip
"""Bits of the types that have nothing inside (``long`` as on Linux)."""


@dataclass(frozen=True, slots=True)
class CType:
    """A type.

    Attributes:
        name: of the value, or of what the pointer points to; "" if unknown.
        pointers: how many levels of pointers (an array counts as one).
        const, volatile: qualifiers of the value, or of what the pointer points to.
    """

    name: str
    pointers: int = 0
    const: bool = False
    volatile: bool = False
    restrict: bool = False

    @property
    def width(self) -> int | None:
        """Bits of the value, or of what the pointer points to; None if unknown."""
        return WIDTHS.get(self.name)


UNKNOWN_TYPE = CType("")


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, or a built-in one such as ``threadIdx.x``."""

    id: str
    span: Span


@dataclass(frozen=True, slots=True)
class Const:
    """A literal; `value` is None unless it is an integer."""

    value: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class Load:
    """Memory: ``*base`` (no index), ``base[index]``, or a member behind a pointer (`member`)."""

    base: Expr
    index: tuple[Expr, ...]
    span: Span
    member: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A call. `function` is the name without namespaces other than ``cg`` and without template arguments."""

    function: str
    receiver: Expr | None
    arguments: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator and its operands; ``?:`` for the choice, ``.`` for a member."""

    operator: str
    operands: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Cast:
    """An explicit conversion."""

    type: CType
    operand: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Address:
    """``&operand``."""

    operand: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """``target = value``; with another operator (``+=``, ``++``) the target is read too."""

    target: Expr
    operator: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Opaque:
    """Something that is not understood: it may do anything."""

    parts: tuple[Expr, ...]
    span: Span


Expr = Union[Name, Const, Load, Call, Operation, Cast, Address, Assign, Opaque]


@dataclass(frozen=True, slots=True)
class Evaluate:
    """An expression as a statement."""

    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Declare:
    """A local variable; `space` is "shared" for memory of the block, "array" for a local array, else ""."""

    name: str
    type: CType
    value: Expr | None
    space: str
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """A branch."""

    condition: Expr
    then: Block
    other: Block
    span: Span

    @property
    def stays(self) -> bool | None:
        """The side after which threads go on behind the branch, if the other one alone ends with a jump; else None."""
        ends = [bool(side) and isinstance(side[-1], Jump) for side in (self.then, self.other)]
        return None if ends[0] == ends[1] else ends[1]


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop. `condition` is None for an endless one; `tests_first` is False for ``do ... while``."""

    condition: Expr | None
    update: tuple[Expr, ...]
    body: Block
    tests_first: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Jump:
    """``break``, ``continue`` or ``return``, as `kind` says; "unknown" for control flow that is not followed."""

    kind: str
    value: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Scope:
    """Statements in a row; of a ``switch`` (then a ``break`` ends it) if `condition` is given."""

    body: Block
    condition: Expr | None
    span: Span


Statement = Union[Evaluate, Declare, If, Loop, Jump, Scope]
Block = tuple[Statement, ...]
Part = Union[Expr, Statement]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a kernel."""

    name: str
    type: CType


@dataclass(frozen=True, slots=True)
class Function:
    """A kernel, or a device function (`kernel` is False)."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Block
    kernel: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Global:
    """A variable outside functions; `space` is "device", "constant", "shared" or "" (a compile-time constant)."""

    type: CType
    space: str


@dataclass(slots=True)
class Source:
    """All of one source.

    Attributes:
        constants: names with one value for all threads: ``#define N 32``, ``constexpr``, template parameters.
        macros: names that stand for anything else.
        errors: what does not parse, outermost places only.
        element: each thread works on an element of its own and the parameters are its values.
    """

    functions: tuple[Function, ...] = ()
    globals: dict[str, Global] = field(default_factory=dict)
    constants: frozenset[str] = frozenset()
    macros: frozenset[str] = frozenset()
    errors: tuple[Span, ...] = ()
    element: bool = False

    def kernel(self, name: str) -> Function | None:
        """The ``__global__`` function of a name; None if there are several, or none."""
        found = [each for each in self.functions if each.name == name and each.kernel]
        return found[0] if len(found) == 1 else None


_PART_FIELDS = frozenset(
    ("base", "index", "receiver", "arguments", "operands", "operand", "target", "value", "parts",
     "condition", "then", "other", "update", "body")
)  # fmt: skip


def children(part: Part) -> list[Part]:
    """The parts right inside a part, in the order of the source."""
    if isinstance(part, Const):
        return []
    found: list[Part] = []
    for name in type(part).__slots__:
        if name not in _PART_FIELDS:
            continue
        value = getattr(part, name)
        if isinstance(value, tuple):
            found.extend(value)
        elif value is not None:
            found.append(value)
    return found


def walk(*parts: Part) -> Iterator[Part]:
    """All parts inside `parts`, themselves too, in the order of the source."""
    stack = list(reversed(parts))
    while stack:
        part = stack.pop()
        yield part
        stack.extend(reversed(children(part)))
