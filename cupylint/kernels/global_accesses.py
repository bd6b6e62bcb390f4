"""What a kernel reads and writes of the arrays that it is given, in the order of the source.

Only places that are formulas of thread numbers are noted, with the tests that let a thread come there. A kernel whose
threads may wait for others of the launch, in a way that is not followed, has none.
"""

from __future__ import annotations

from dataclasses import field

from cupylint.kernels.formulas import Formula, Formulas
from cupylint.kernels.groups import Groups
from cupylint.kernels.limits import Test
from cupylint.kernels.memory import Memory, root
from cupylint.kernels.model import (
    Address,
    Assign,
    Block,
    Call,
    Cast,
    Const,
    Declare,
    Evaluate,
    Expr,
    Function,
    If,
    Jump,
    Load,
    Loop,
    Name,
    Opaque,
    Operation,
    Part,
    Scope,
    Span,
    Statement,
    children,
    walk,
)
from cupylint.kernels.vocabulary import ATOMIC, GROUP_SYNC, LOADS, is_pure
from cupylint.records import dataclass

_KEEPS = frozenset(("|=", "&=", "min", "max", "fmin", "fmax", "fminf", "fmaxf"))
_MOST = 200
"""Accesses that are followed of a kernel."""


@dataclass(frozen=True, slots=True)
class Access:
    """A thread reads or writes an element of an array that the kernel is given.

    Attributes:
        name: the array; where several parameters are one, they have one name.
        parameter: the parameter by which it is accessed.
        barriers: how many barriers of the block stand before it in the source.
        tests: what lets a thread come here.
        adds: it is both: the element is changed by what it was.
    """

    name: str
    parameter: str
    writes: bool
    place: Formula
    tests: tuple[Test, ...]
    barriers: int
    span: Span
    adds: bool = False


def accesses_of(formulas: Formulas, groups: Groups, alike: frozenset[str] = frozenset()) -> list[Access]:
    """What a kernel does with its arrays, as far as it is followed. The parameters `alike` are one array."""
    source, function = formulas.source, formulas.function
    if not function.kernel or source.element or _talks(function, groups):
        return []
    memory = Memory.of(source, function)
    names = _arrays(function, memory)
    if not names:
        return []
    follower = _Follower(formulas, groups, memory, names, alike)
    follower.block(function.body)
    return follower.accesses


def _talks(function: Function, groups: Groups) -> bool:
    """Whether threads may wait for others of the launch, or for the last one of them, in a way that is not followed."""
    parts = list(walk(*function.body))
    alone = {id(part.value) for part in parts if isinstance(part, Evaluate)}
    written = {root(part.target) for part in parts if isinstance(part, Assign)}

    def talks(part: Part) -> bool:
        if isinstance(part, Call):
            asks = ATOMIC.fullmatch(part.function) is not None and id(part) not in alone
            return asks or part.function.startswith("__threadfence") or groups.barrier(part) == "grid"
        if isinstance(part, Loop) and part.condition is not None:
            return any(isinstance(each, Load) and root(each) in written for each in walk(part.condition))
        return isinstance(part, Opaque) or (isinstance(part, Jump) and part.kind == "unknown")

    return any(map(talks, parts))


def _arrays(function: Function, memory: Memory) -> set[str]:
    """Parameters that are plain arrays, all of whose accesses are seen."""
    names = {
        item.name for item in function.parameters if memory.type(item.name).pointers == 1 and not item.type.volatile
    }
    pointers: dict[str, set[str]] = {}
    for part in walk(*function.body):
        if isinstance(part, Declare) and part.value is not None and part.type.pointers:
            pointers.setdefault(part.name, set()).add(root(part.value))
    for part in walk(*function.body):
        if isinstance(part, Call) and part.function not in LOADS:
            for argument in part.arguments:
                if ATOMIC.fullmatch(part.function) or not isinstance(argument, Load):
                    names -= {root(argument), *pointers.get(root(argument), ())}
    return names


@dataclass(slots=True)
class _Follower:
    """Goes through a kernel in the order of the source and notes what it reads and writes of some arrays."""

    formulas: Formulas
    groups: Groups
    memory: Memory
    names: set[str]
    alike: frozenset[str]
    accesses: list[Access] = field(default_factory=list)
    tests: tuple[Test, ...] = ()
    barriers: int = 0

    def block(self, block: Block) -> None:
        """Follow statements; behind ``if (i >= n) return;`` are the threads of the other side."""
        around = self.tests
        for statement in block:
            self._statement(statement)
            if isinstance(statement, Jump):
                break
            if isinstance(statement, If) and statement.stays is not None:
                self.tests = (*self.tests, Test(statement.condition, statement.stays, statement.span))
        self.tests = around

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, If):
            self._expression(statement.condition)
            for holds, side in ((True, statement.then), (False, statement.other)):
                around = self.tests
                self.tests = (*around, Test(statement.condition, holds, statement.span))
                self.block(side)
                self.tests = around
        elif isinstance(statement, Loop):
            if statement.condition is not None:
                self._expression(statement.condition)
            self.block(statement.body)
            for update in statement.update:
                self._expression(update)
        elif isinstance(statement, Scope):
            around = self.tests
            if statement.condition is not None:  # cases of a switch: nobody knows who comes to which
                self._expression(statement.condition)
                self.tests = (*around, Test(Opaque((), statement.span), True, statement.span))
            self.block(statement.body)
            self.tests = around
        elif statement.value is not None:
            self._expression(statement.value)

    def _expression(self, expression: Expr) -> None:
        self.formulas.at = expression.span[0]
        if isinstance(expression, Assign):
            self._assign(expression)
        elif isinstance(expression, Operation) and expression.operator in ("&&", "||", "?:"):
            self._chosen(expression)
        elif isinstance(expression, Load):
            for part in children(expression):
                self._expression(part)  # type: ignore[arg-type]
            self._note(expression, writes=False)
        elif not isinstance(expression, Address):
            for part in children(expression):
                self._expression(part)  # type: ignore[arg-type]
            self._pass(expression)

    def _chosen(self, expression: Operation) -> None:
        """What is evaluated by those threads alone for which what stands before it says so."""
        first, *others = expression.operands
        self._expression(first)
        around = self.tests
        for number, other in enumerate(others):
            holds = expression.operator == "&&" or (expression.operator == "?:" and number == 0)
            self.tests = (*around, Test(first, holds, expression.span))
            self._expression(other)
        self.tests = around

    def _assign(self, assign: Assign) -> None:
        self._expression(assign.value)
        for part in children(assign.target):
            self._expression(part)  # type: ignore[arg-type]
        self.formulas.at = assign.span[0]
        keeps = assign.operator in _KEEPS or (assign.operator == "=" and _keeps(assign.value))
        if isinstance(assign.target, Load) and not keeps:
            if assign.operator != "=":
                self._note(assign.target, writes=False, adds=True)
            self._note(assign.target, writes=True, adds=assign.operator != "=")

    def _pass(self, expression: Expr) -> None:
        if isinstance(expression, Call):
            called = expression.function
            known = is_pure(called) or called in LOADS or ATOMIC.fullmatch(called)
            waits = self.groups.barrier(expression) is not None or called in GROUP_SYNC
            self.barriers += waits or called in self.formulas.source.macros or not known
        elif isinstance(expression, Name) and expression.id in self.formulas.source.macros:
            self.barriers += 1

    def _note(self, load: Load, *, writes: bool, adds: bool = False) -> None:
        found = None if load.member else self._place(load)
        if found is not None and found[0] in self.names and len(self.accesses) < _MOST:
            parameter, place = found
            name = min(self.alike) if parameter in self.alike else parameter
            self.accesses.append(Access(name, parameter, writes, place, self.tests, self.barriers, load.span, adds))

    def _place(self, load: Load) -> tuple[str, Formula] | None:
        """The array and the element of it."""
        base = self._pointer(load.base)
        if base is None:
            return None
        name, place = base
        for number, index in enumerate(load.index):
            found = self.formulas.of(index)
            if found is None:
                return None
            if number:
                place = place.times(Formula.symbol(f"{name}.{number}"))  # however long the rows are
            place = place.plus(found)
        return name, place

    def _pointer(self, expression: Expr, depth: int = 4) -> tuple[str, Formula] | None:
        """The array and the element that an address is that of."""
        if isinstance(expression, Name):
            if expression.id in self.names:
                return expression.id, Formula()
            variable = self.formulas.variables.at(expression.id, self.formulas.at)
            if not depth or variable is None or self.memory.type(expression.id).volatile:
                return None
            if len(variable.values) == 1 and not variable.updates:
                return self._pointer(variable.values[0], depth - 1)
        elif isinstance(expression, Address) and isinstance(expression.operand, Load):
            return None if expression.operand.member else self._place(expression.operand)
        elif isinstance(expression, Operation) and expression.operator in ("+", "-") and len(expression.operands) == 2:
            base, offset = self._pointer(expression.operands[0], depth), self.formulas.of(expression.operands[1])
            if base is not None and offset is not None:
                return base[0], base[1].plus(offset, 1 if expression.operator == "+" else -1)
        return None


def _keeps(value: Expr) -> bool:
    """Whether a value is the same whoever comes first: a number, or the least or largest of some."""
    while isinstance(value, Cast):
        value = value.operand
    if isinstance(value, Operation) and value.operator == "-" and len(value.operands) == 1:
        return _keeps(value.operands[0])
    return isinstance(value, Const) or (isinstance(value, Call) and value.function in _KEEPS)
