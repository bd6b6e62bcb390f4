"""Indices of a kernel that grow larger than their type, for a launch of which the numbers are known.

Only sums, products and quotients of numbers that are not negative are followed. Their largest values are those of the
last threads that the tests on the way let through, so that what is told happens in the launch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import lru_cache

from cupylint.kernels.cuda import parse
from cupylint.kernels.memory import Memory
from cupylint.kernels.model import (
    Assign,
    Block,
    Cast,
    Const,
    CType,
    Declare,
    Expr,
    Function,
    If,
    Jump,
    Load,
    Loop,
    Name,
    Operation,
    Scope,
    Source,
    Span,
    Statement,
    children,
    walk,
)
from cupylint.records import dataclass

_BELOW = {"<": 1, "<=": 0}
_FROM = {">=": 1, ">": 0}
_UNSIGNED = ("unsigned", "uint", "size_t")


@dataclass(frozen=True, slots=True)
class Launch:
    """A launch: sizes of grid and block (x, y, z), and the whole numbers among the arguments, by position."""

    grid: tuple[int, ...]
    block: tuple[int, ...]
    numbers: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Overflow:
    """An expression that is too large for its type.

    Attributes:
        text: as the source writes it.
        type: what it is computed in, or stored in.
        largest: what it would be.
    """

    text: str
    type: str
    largest: int


@dataclass(frozen=True, slots=True)
class _Number:
    largest: int
    bits: int = 32
    signed: bool = True
    too_large: tuple[Span, str, int] | None = None

    @property
    def limit(self) -> int:
        return 1 << (self.bits - self.signed)


@lru_cache(maxsize=64)
def overflow(code: str, name: str, launch: Launch) -> Overflow | None:
    """The first index of the ``__global__`` function `name` that a launch makes too large; None: none is known."""
    try:
        source = parse(code)
        function = None if source is None else source.kernel(name)
        if source is None or function is None:
            return None
        wrong = next(_Follower.of(source, function, launch).indices(function.body), None)
    except RecursionError:
        return None
    if wrong is None:
        return None
    (start, end), kind, largest = wrong
    return Overflow(" ".join(code[start:end].split()) if code.isascii() else "an index", kind, largest)


@dataclass(slots=True)
class _Follower:
    types: Mapping[str, CType]
    known: dict[str, _Number]
    made: dict[str, Expr]
    below: dict[str, int] = field(default_factory=dict)  # tests that hold: what a variable is smaller than

    @classmethod
    def of(cls, source: Source, function: Function, launch: Launch) -> _Follower:
        """What is known where a kernel begins."""
        values: dict[str, list[Expr]] = {}
        changed: set[str] = set()
        for part in walk(*function.body):
            if isinstance(part, Declare):
                values.setdefault(part.name, []).extend([part.value] if part.value is not None else [])
            elif isinstance(part, Assign) and isinstance(part.target, Name):
                changed.add(part.target.id)
        known: dict[str, _Number] = {}
        for axis, blocks, threads in zip("xyz", launch.grid, launch.block, strict=True):
            known[f"blockIdx.{axis}"] = _Number(blocks - 1, signed=False)
            known[f"gridDim.{axis}"] = _Number(blocks, signed=False)
            known[f"threadIdx.{axis}"] = _Number(threads - 1, signed=False)
            known[f"blockDim.{axis}"] = _Number(threads, signed=False)
        for place, number in launch.numbers:
            parameter = function.parameters[place]
            bits, signed = parameter.type.width, _signed(parameter.type)
            if bits in (32, 64) and not parameter.type.pointers and 0 <= number < 2 ** (bits - signed):
                known[parameter.name] = _Number(number, bits, signed)
        for name in changed | values.keys():
            known.pop(name, None)
        made = {name: found[0] for name, found in values.items() if len(found) == 1 and name not in changed}
        return cls(Memory.of(source, function).types, known, made)

    def indices(self, block: Block) -> Iterator[tuple[Span, str, int]]:
        """The indices in a block that are too large."""
        before = dict(self.below)
        for statement in block:
            yield from self._statement(statement)
            if isinstance(statement, Jump):
                break
            if isinstance(statement, If) and self._loses(statement):
                break
        self.below = before

    def _loses(self, branch: If) -> bool:
        """Whether threads leave in a branch, and nobody knows which go on."""
        if not any(side and isinstance(side[-1], Jump) for side in (branch.then, branch.other)):
            return False
        return bool(branch.other) or not self._let(branch.condition, holds=False)

    def _statement(self, statement: Statement) -> Iterator[tuple[Span, str, int]]:
        before = dict(self.below)
        if isinstance(statement, If):
            yield from self._in(statement.condition)
            for holds, block in ((True, statement.then), (False, statement.other)):
                if self._let(statement.condition, holds):
                    yield from self.indices(block)
                self.below = dict(before)
        elif isinstance(statement, Loop):
            if statement.condition is not None and self._let(statement.condition, holds=True):
                yield from self.indices(statement.body)
        elif isinstance(statement, Scope):
            if statement.condition is None:
                yield from self.indices(statement.body)
        elif statement.value is not None:
            yield from self._in(statement.value)
        self.below = before

    def _in(self, expression: Expr) -> Iterator[tuple[Span, str, int]]:
        """The loads and stores of an expression that every thread makes which comes to it."""
        if isinstance(expression, Load) and len(expression.index) == 1:
            number = self._number(expression.index[0])
            if number is not None and number.too_large is not None:
                yield number.too_large
        lazy = isinstance(expression, Operation) and expression.operator in ("&&", "||", "?:")
        for part in children(expression)[: 1 if lazy else None]:
            yield from self._in(part)  # type: ignore[arg-type]

    def _let(self, test: Expr, holds: bool) -> bool:
        """Take a test for one that holds, or does not; False: nobody knows which threads that leaves."""
        if isinstance(test, Operation) and test.operator in ("&&", "||"):
            taken = [self._let(part, holds) for part in test.operands]
            return (test.operator == "&&") is holds and all(taken)
        relations = _BELOW if holds else _FROM
        if not (isinstance(test, Operation) and test.operator in relations and len(test.operands) == 2):
            return False
        left, right = test.operands
        while isinstance(left, Cast):
            left = left.operand
        bound = self._number(right)
        if not isinstance(left, Name) or bound is None or bound.too_large is not None:
            return False
        limit = bound.largest + 1 - relations[test.operator]
        self.below[left.id] = min(limit, self.below.get(left.id, limit))
        return limit > 0

    def _number(self, expression: Expr) -> _Number | None:
        if isinstance(expression, Const):
            return None if expression.value is None or expression.value < 0 else _Number(expression.value)
        if isinstance(expression, Name):
            return self._named(expression)
        if isinstance(expression, Cast) and not expression.type.pointers:
            found = self._number(expression.operand)
            return None if found is None else self._stored(found, expression.type, expression.span)
        if isinstance(expression, Operation):
            return self._computed(expression)
        return None

    def _named(self, name: Name) -> _Number | None:
        if name.id in self.known:
            return self.known[name.id]
        kind, limit = self.types.get(name.id, CType("")), self.below.get(name.id)
        value = self.made.get(name.id)
        if value is None:  # of a loop, which goes up to its bound
            bits = kind.width
            return None if limit is None or bits is None else _Number(limit - 1, bits, _signed(kind))
        found = self._number(value)
        stored = None if found is None else self._stored(found, kind, value.span)
        if stored is None or limit is None:
            return stored
        return _Number(min(stored.largest, limit - 1), stored.bits, stored.signed, stored.too_large)

    def _stored(self, number: _Number, kind: CType, span: Span) -> _Number | None:
        """A number in a variable of a type."""
        bits = kind.width
        if kind.name == "auto":
            return number
        if bits not in (32, 64) or kind.pointers or kind.name in ("float", "double", "float32", "float64"):
            return None
        return _checked(_Number(number.largest, bits, _signed(kind), number.too_large), span, kind.name)

    def _computed(self, operation: Operation) -> _Number | None:
        numbers = [self._number(operand) for operand in operation.operands]
        parts = [part for part in numbers if part is not None]
        if len(parts) != len(numbers) or operation.operator not in ("+", "*", "/") or len(parts) < 2:
            return None
        total = parts[0]
        for part in parts[1:]:
            bits = max(total.bits, part.bits, 32)
            signed = all(each.signed for each in (total, part) if each.bits == bits)
            wrong = total.too_large or part.too_large
            if operation.operator == "/":
                if not isinstance(operation.operands[1], (Const, Name)) or not part.largest:
                    return None
                largest = total.largest // part.largest
            else:
                largest = total.largest + part.largest if operation.operator == "+" else total.largest * part.largest
            kind = ("int" if signed else "unsigned int") if bits == 32 else "long long"
            total = _checked(_Number(largest, bits, signed, wrong), operation.span, kind)
        return total


def _checked(number: _Number, span: Span, kind: str) -> _Number:
    if number.too_large is not None or number.largest < number.limit:
        return number
    return _Number(number.largest, number.bits, number.signed, (span, kind, number.largest))


def _signed(kind: CType) -> bool:
    return not kind.name.startswith(_UNSIGNED)
