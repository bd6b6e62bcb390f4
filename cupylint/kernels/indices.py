"""Indices and tests of a kernel as sums of thread numbers and of values that all threads share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from cupylint.kernels.memory import root
from cupylint.kernels.model import (
    Assign,
    Call,
    Cast,
    Const,
    Expr,
    Function,
    Loop,
    Name,
    Operation,
    Source,
    Span,
    walk,
)
from cupylint.kernels.variables import Variable, Variables
from cupylint.kernels.vocabulary import NOT, TURNED, is_pure
from cupylint.records import dataclass

Kind = Literal["thread", "fill", "counter", "halved", "same"]
Who = Literal["one", "range", "rest", "some", "all", "unknown"]
"""Which threads a test lets through: one, those below a number, those above one (or all but one), every so many, all or
none, or nobody knows which."""

THREADS = ("threadIdx.x", "threadIdx.y", "threadIdx.z")
_SHARED_BY_ALL = ("blockIdx.", "blockDim.", "gridDim.")
_HALVES = frozenset((">>=", "<<=", "/=", "*="))
STEPS = frozenset(("++", "--", "+=", "-="))


@dataclass(frozen=True, slots=True, order=True)
class Symbol:
    """A number that an index is made of.

    Attributes:
        kind: of a thread; that begins with one and goes on by the size of the block ("fill"); of a loop that counts,
            or halves or doubles, alike for all threads; any other that is the same for all.
        rounds: the loops that change it and are in their second pass.
    """

    kind: Kind
    name: str
    rounds: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Index:
    """A sum of symbols, each times a whole number, and of a number."""

    terms: tuple[tuple[Symbol, int], ...] = ()
    constant: int = 0

    def times(self, factor: int) -> Index:
        """All of it times a whole number."""
        return Index(tuple((symbol, factor * by) for symbol, by in self.terms if factor), factor * self.constant)

    def plus(self, other: Index) -> Index:
        """The sum of two."""
        found = dict(self.terms)
        for symbol, by in other.terms:
            found[symbol] = found.get(symbol, 0) + by
        terms = tuple(sorted((symbol, by) for symbol, by in found.items() if by))
        return Index(terms, self.constant + other.constant)

    def minus(self, other: Index) -> Index:
        """The difference of two."""
        return self.plus(other.times(-1))

    @property
    def own(self) -> tuple[tuple[Symbol, int], ...]:
        """The terms that differ between threads."""
        return tuple((symbol, by) for symbol, by in self.terms if symbol.kind in ("thread", "fill"))

    @property
    def is_uniform(self) -> bool:
        """Whether it is the same for all threads."""
        return not self.own

    @property
    def is_constant(self) -> bool:
        """Whether it is a number."""
        return not self.terms

    @property
    def is_thread(self) -> bool:
        """Whether it is the number of the thread, and nothing else."""
        return self._is_one("thread")

    @property
    def is_filled(self) -> bool:
        """Whether the threads go through all numbers together."""
        return self._is_one("fill")

    @property
    def is_counter(self) -> bool:
        """Whether it is what a loop counts."""
        return self._is_one("counter")

    @property
    def is_halved(self) -> bool:
        """Whether it is what a loop halves or doubles, or its negative."""
        return self._is_one("halved") or self.times(-1)._is_one("halved")

    @property
    def numbers_threads(self) -> bool:
        """Whether threads next to each other have numbers next to each other."""
        return [(symbol.kind, by) for symbol, by in self.own] == [("thread", 1)]

    def mirrors(self, other: Index) -> bool:
        """Whether it falls where `other` rises: ``63 - i`` and ``i``."""
        return bool(self.own) and self.own == other.times(-1).own

    def _is_one(self, kind: Kind) -> bool:
        return len(self.terms) == 1 and not self.constant and self.terms[0][0].kind == kind and self.terms[0][1] == 1


class Indices:
    """What the variables of a function stand for."""

    def __init__(self, source: Source, function: Function) -> None:
        self.at = 0
        """Where in the source the names stand that are asked for."""
        self._second: list[tuple[Span, frozenset[str]]] = []
        self._known: dict[tuple[int, tuple[tuple[Span, frozenset[str]], ...]], Index | None] = {}
        self._variables = Variables(source, function)

    @contextmanager
    def second_pass(self, loop: Loop | None) -> Iterator[None]:
        """What `loop` changes is another number than in its first pass."""
        if loop is None:
            yield
            return
        changed = {root(part.target) for part in walk(loop) if isinstance(part, Assign)}
        self._second.append((loop.span, frozenset(changed)))
        yield
        self._second.pop()

    def of(self, expression: Expr) -> Index | None:
        """An expression as an index, None if it is something else."""
        if isinstance(expression, Const):
            return None if expression.value is None else Index((), expression.value)
        if isinstance(expression, Cast) and not expression.type.pointers:
            return self.of(expression.operand)
        if isinstance(expression, Name):
            return self._of_name(expression.id)
        if isinstance(expression, Operation):
            found = self._of_operation(expression)
            if found is not None:
                return found
        if self.is_uniform(expression):
            return Index(((Symbol("same", shown(expression), self._rounds(expression)), 1),))
        return None

    def is_uniform(self, expression: Expr) -> bool:
        """Whether it is the same for all threads: it is computed from what is."""
        return is_computed(expression) and all(
            (found := self._of_name(part.id)) is not None and found.is_uniform
            for part in walk(expression)
            if isinstance(part, Name)
        )

    def test(self, condition: Expr, holds: bool) -> tuple[Who, int | None]:
        """Which threads a test lets through, and the number of the one, or the number that they are below."""
        if isinstance(condition, Operation) and condition.operator == "!":
            return self.test(condition.operands[0], not holds)
        if isinstance(condition, Operation) and condition.operator in ("&&", "||"):
            return self._test_all(condition, holds)
        if isinstance(condition, Operation) and condition.operator in NOT:
            operator = condition.operator if holds else NOT[condition.operator]
            return self._compared(operator, *condition.operands)
        if self.is_uniform(condition):
            return "all", None
        return self._compared("!=" if holds else "==", condition, Const(0, condition.span))

    def _test_all(self, condition: Operation, holds: bool) -> tuple[Who, int | None]:
        parts = [self.test(part, holds) for part in condition.operands]
        kinds = {kind for kind, _ in parts}
        if "unknown" in kinds:
            return "unknown", None
        if (condition.operator == "&&") is holds:  # all of them
            one = next((part for part in parts if part[0] == "one"), None)
            if one is not None:
                return one
            numbers = [number for kind, number in parts if kind == "range" and number is not None]
            kind = next((kind for kind in ("some", "rest", "range") if kind in kinds), "all")
            return kind, min(numbers, default=None)  # type: ignore[return-value]
        return ("all", None) if kinds == {"all"} else ("some", None)

    def _compared(self, operator: str, left: Expr, right: Expr) -> tuple[Who, int | None]:
        one, other = self.of(left), self.of(right)
        if one is None or other is None:
            picks = self._picks(left if one is None else right)
            return ("some", None) if picks else ("unknown", None)
        if other.own and not one.own:
            one, other, operator = other, one, TURNED[operator]
        if not one.own:
            return "all", None
        bound = other.minus(Index(tuple(term for term in one.terms if term not in one.own), one.constant))
        if not one.numbers_threads or not bound.is_uniform:
            return "unknown", None
        return _below(operator, bound.constant if bound.is_constant else None)

    def _picks(self, part: Expr) -> bool:
        """``i % 2``: some threads of those that are numbered."""
        return isinstance(part, Operation) and part.operator in ("%", "&") and self.of(part.operands[0]) is not None

    def fills(self, loop: Loop) -> bool:
        """``for (i = threadIdx.x; i < n; i += blockDim.x)``: the threads go through a range together.

        So do all threads of a launch, which begin with their number in it.
        """
        names = {part.id for part in walk(loop.condition) if isinstance(part, Name)} if loop.condition else set()
        return any(self._strides(name) for name in names)

    def _strides(self, name: str) -> bool:
        variable = self._variables.at(name, self.at)
        if variable is None or len(variable.values) != 1 or not variable.updates:
            return False
        begin = self.of(variable.values[0])
        steps = all(update.operator == "+=" and self.is_uniform(update.value) for update in variable.updates)
        return begin is not None and begin.numbers_threads and steps

    def _of_name(self, name: str) -> Index | None:
        if name in THREADS:
            return Index(((Symbol("thread", name), 1),))
        variable = self._variables.at(name, self.at)
        if (variable is None and name in self._variables.fixed) or name.startswith((*_SHARED_BY_ALL, "warpSize")):
            return Index(((Symbol("same", name), 1),))
        if variable is None:
            return None
        key = (id(variable), tuple(self._second))
        if key not in self._known:
            self._known[key] = None  # for a value that goes into itself
            self._known[key] = self._of_variable(name, variable)
        return self._known[key]

    def _of_variable(self, name: str, variable: Variable) -> Index | None:
        values, updates = variable.values, variable.updates
        if not values:
            return None
        begins = [begin for value in values if (begin := self.of(value)) is not None]
        if len(begins) < len(values):
            return None
        if not updates:
            return begins[0] if all(begin == begins[0] for begin in begins) else None
        if not all(self.is_uniform(update.value) for update in updates):
            return None
        kind = _kind_of(begins, {update.operator for update in updates})
        rounds = tuple(span for span, changed in self._second if name in changed)
        return None if kind is None else Index(((Symbol(kind, name, rounds), 1),))

    def _of_operation(self, operation: Operation) -> Index | None:
        parts = [self.of(operand) for operand in operation.operands]
        known = [part for part in parts if part is not None]
        if len(known) != len(parts):
            return None
        if operation.operator == "-" and len(known) == 1:
            return known[0].times(-1)
        if operation.operator == "-" and len(known) == 2:
            return known[0].minus(known[1])
        if operation.operator == "+":
            total = Index()
            for part in known:
                total = total.plus(part)
            return total
        if operation.operator == "*":
            factor, rest = 1, Index((), 1)
            for part in known:
                if part.is_constant:
                    factor *= part.constant
                elif rest.is_constant:
                    rest = part.times(rest.constant)
                else:
                    return None
            return rest.times(factor)
        return None

    def _rounds(self, expression: Expr) -> tuple[Span, ...]:
        names = {part.id for part in walk(expression) if isinstance(part, Name)}
        return tuple(span for span, changed in self._second if not names.isdisjoint(changed))


def difference(index: Index, other: Index) -> Index | None:
    """What one is more than another for each thread; None if that depends on the thread."""
    found = index.minus(other)
    return found if found.is_uniform else None


def _below(operator: str, number: int | None) -> tuple[Who, int | None]:
    """The threads whose number compares so with another one, which is None where it is not known."""
    if operator in ("==", "!="):
        return ("one" if operator == "==" else "rest"), number
    if operator in (">", ">="):
        return "rest", None
    if number is not None and operator == "<=":
        number += 1
    return ("one", 0) if number == 1 else ("range", number)


def is_computed(expression: Expr) -> bool:
    """Whether a value comes from names and numbers alone, with no look at memory."""
    return all(
        isinstance(part, (Name, Const, Cast, Operation)) or (isinstance(part, Call) and is_pure(part.function))
        for part in walk(expression)
    )


def shown(expression: Expr) -> str:
    """A text for what is computed, the same for the same computation."""
    if isinstance(expression, Name):
        return expression.id
    if isinstance(expression, Const):
        return str(expression.value)
    if isinstance(expression, Cast):
        return f"({expression.type.name}){shown(expression.operand)}"
    if isinstance(expression, Operation):
        return f"({f' {expression.operator} '.join(map(shown, expression.operands))})"
    if isinstance(expression, Call):
        return f"{expression.function}({', '.join(map(shown, expression.arguments))})"
    return f"at {expression.span}"


def _kind_of(begins: list[Index], operators: set[str]) -> Kind | None:
    """What a variable that a loop changes counts, by where it begins and how it is changed."""
    if all(begin.is_uniform for begin in begins):
        return "counter" if operators <= STEPS else "halved" if operators <= _HALVES else None
    return "fill" if operators == {"+="} and all(begin.is_thread for begin in begins) else None
