"""Global memory that one thread of a launch writes and another one reads or writes, with nothing between the two.

``__syncthreads()`` orders the threads of one block, and nothing but the end of the launch (or a barrier of the whole
grid) orders blocks. So an array that is changed in place from its own neighbours, or from all of its elements, is read
partly old and partly new. Only places that are known sums and products of thread numbers are compared, and a kernel
whose blocks may talk to each other by atomic operations or fences is left alone: what is told is certain, much is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from cupylint.kernels.formulas import BLOCKS, THREADS, Formula, Formulas
from cupylint.kernels.groups import Groups
from cupylint.kernels.limits import Limits, Test, limits
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
    Scope,
    Source,
    Span,
    Statement,
    children,
    walk,
)
from cupylint.kernels.vocabulary import ATOMIC, GROUP_SYNC, LOADS, is_pure
from cupylint.records import dataclass

Meeting = Literal["neighbour", "all", "same"]
"""Which elements of others a thread reads: at a fixed distance, all (or one for all), or that which all write."""

_FAR = 32
"""Elements that are further apart may belong to other parts of the data."""
_KEEPS = frozenset(("|=", "&=", "min", "max", "fmin", "fmax", "fminf", "fmaxf"))
_MOST = 200
"""Accesses that are followed of a kernel."""


@dataclass(frozen=True, slots=True)
class Access:
    """A thread reads or writes an element of an array that the kernel is given.

    Attributes:
        barriers: how many barriers of the block stand before it in the source.
        tests: what lets a thread come here.
        adds: it is both: the element is changed by what it was.
    """

    name: str
    writes: bool
    place: Formula
    tests: tuple[Test, ...]
    barriers: int
    span: Span
    adds: bool = False


@dataclass(frozen=True, slots=True)
class GlobalRace:
    """A thread reads (or changes) what another one of the same launch writes.

    Attributes:
        blocks: a barrier of the block stands between the two, so that only other blocks are meant.
    """

    write: Access
    read: Access
    how: Meeting
    blocks: bool


def global_races(source: Source, function: Function, groups: Groups) -> list[GlobalRace]:
    """At most one race for each array of a kernel, in the order of the source."""
    if not function.kernel or source.element or _talks(function, groups):
        return []
    memory = Memory.of(source, function)
    names = _arrays(function, memory)
    if not names:
        return []
    follower = _Follower(source, function, groups, memory, names)
    follower.block(function.body)
    judge = _Judge(follower.formulas, follower.numbers)
    found: dict[str, GlobalRace] = {}
    for race in judge.races(follower.accesses):
        found.setdefault(race.read.name, race)
    return sorted(found.values(), key=lambda race: race.read.span)


def _talks(function: Function, groups: Groups) -> bool:
    """Whether threads may wait for others of the launch, or for the last one of them, in a way that is not followed."""
    parts = list(walk(*function.body))
    alone = {id(part.value) for part in parts if isinstance(part, Evaluate)}
    written = {root(part.target) for part in parts if isinstance(part, Assign)}
    for part in parts:
        if isinstance(part, Opaque) or (isinstance(part, Jump) and part.kind == "unknown"):
            return True
        if isinstance(part, Call):
            fence = part.function.startswith("__threadfence")
            if fence or groups.barrier(part) == "grid" or (ATOMIC.fullmatch(part.function) and id(part) not in alone):
                return True
        if isinstance(part, Loop) and part.condition is not None:
            loads = [each for each in walk(part.condition) if isinstance(each, Load)]
            if any(root(load) in written for load in loads):
                return True
    return False


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

    source: Source
    function: Function
    groups: Groups
    memory: Memory
    names: set[str]
    formulas: Formulas = field(init=False)
    accesses: list[Access] = field(default_factory=list)
    numbers: set[str] = field(default_factory=set)  # of threads and blocks, those that the kernel uses
    tests: tuple[Test, ...] = ()
    barriers: int = 0

    def __post_init__(self) -> None:
        self.formulas = Formulas(self.source, self.function)
        used = {part.id for part in walk(*self.function.body) if isinstance(part, Name)}
        self.numbers = used & {*THREADS, *BLOCKS}

    def block(self, block: Block) -> None:
        """Follow statements; behind ``if (i >= n) return;`` are the threads of the other side."""
        around = self.tests
        for statement in block:
            self._statement(statement)
            if isinstance(statement, Jump):
                break
            if isinstance(statement, If):
                ends = [bool(side) and isinstance(side[-1], Jump) for side in (statement.then, statement.other)]
                if ends[0] != ends[1]:
                    self.tests = (*self.tests, Test(statement.condition, ends[1], statement.span))
        self.tests = around

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, If):
            self._expression(statement.condition)
            for holds, side in ((True, statement.then), (False, statement.other)):
                with_test = (*self.tests, Test(statement.condition, holds, statement.span))
                around, self.tests = self.tests, with_test
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
                self.tests = (*around, Test(Load(Name("", statement.span), (), statement.span), True, statement.span))
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
            waits = self.groups.barrier(expression) is not None or expression.function in GROUP_SYNC
            known = (
                is_pure(expression.function) or expression.function in LOADS or ATOMIC.fullmatch(expression.function)
            )
            self.barriers += waits or expression.function in self.source.macros or not known
        elif isinstance(expression, Name) and expression.id in self.source.macros:
            self.barriers += 1

    def _note(self, load: Load, *, writes: bool, adds: bool = False) -> None:
        found = None if load.member else self._place(load)
        if found is not None and found[0] in self.names and len(self.accesses) < _MOST:
            name, place = found
            self.accesses.append(Access(name, writes, place, self.tests, self.barriers, load.span, adds))

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
            once = variable is not None and len(variable.values) == 1 and not variable.updates
            if depth and variable is not None and once and not self.memory.type(expression.id).volatile:
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


@dataclass(slots=True)
class _Judge:
    """Compares accesses; `numbers` are the thread and block numbers that the kernel uses."""

    formulas: Formulas
    numbers: set[str]
    known: dict[tuple[Test, ...], Limits | None] = field(default_factory=dict)

    def races(self, accesses: list[Access]) -> Iterator[GlobalRace]:
        """Reads that meet the writes of other threads, in the order of the source."""
        writes = [access for access in accesses if access.writes]
        for read in accesses:
            for write in writes:
                if write.name == read.name and (read.adds or not read.writes) and (race := self._race(write, read)):
                    yield race

    def _race(self, write: Access, read: Access) -> GlobalRace | None:
        if _parted(write, read):
            return None
        writers, readers = self._limits(write), self._limits(read)
        blocks = write.barriers != read.barriers
        if write.span == read.span:
            return self._changed_by_all(write, read, writers)
        if writers is None or readers is None:
            return None
        written, place = self.formulas.unwrapped(write.place), self.formulas.unwrapped(read.place)
        apart = place.plus(written, -1)
        if not apart.terms or (blocks and readers.within):
            return None
        if not self.formulas.differs(apart):
            met = self._is_neighbour(written, apart, writers, blocks)
            return GlobalRace(write, read, "neighbour", blocks) if met else None
        met = not self.formulas.differs(place) and self._is_covered(written, place, writers, blocks)
        return GlobalRace(write, read, "all", blocks) if met else None

    def _limits(self, access: Access) -> Limits | None:
        """What the tests on the way leave, worked out once."""
        if access.tests not in self.known:
            self.known[access.tests] = limits(self.formulas, access.tests)
        return self.known[access.tests]

    def _changed_by_all(self, write: Access, read: Access, writers: Limits | None) -> GlobalRace | None:
        """``total[0] += x[i]``: all threads change one element."""
        if not read.adds or not write.adds or self.formulas.differs(write.place) or writers is None:
            return None
        if self.formulas.is_counted(write.place):
            return None
        blocks = bool(writers.pinned)
        if blocks and not (writers.pinned <= set(THREADS) and self.numbers & set(BLOCKS)):
            return None
        return GlobalRace(write, read, "same", blocks) if self.numbers else None

    def _is_neighbour(self, place: Formula, apart: Formula, writers: Limits, blocks: bool) -> bool:
        """Whether the element so far away is one that another thread writes."""
        names = self.formulas.differs(place) | self.formulas.quotients.keys()
        steps = [step for name in sorted(names) for step in self._steps(place, name, writers, blocks)]
        for step in steps:
            if _near(apart.times_of(step)):
                return True
        for one in steps:
            for times in (-2, -1, 1, 2):
                rest = apart.plus(one, -times)
                if any(_near(rest.times_of(other)) for other in steps if other != one):
                    return True
        return False

    def _steps(self, place: Formula, name: str, writers: Limits, blocks: bool) -> Iterator[Formula]:
        """How far the element of the next thread is, for the next number `name`."""
        factor = place.factor_of(name)
        if name in writers.pinned or factor is None or self.formulas.differs(factor):
            return
        if name not in self.formulas.quotients:
            if factor.terms and (not blocks or self._crosses(place, name)):
                yield factor
            return
        quotient = self.formulas.quotients[name]
        if not quotient.written:
            return
        lead = [each for each in THREADS if quotient.whole.factor_of(each) == Formula.number(1)]
        if not lead or not writers.pinned.isdisjoint(quotient.whole.symbols):
            return
        own = place.factor_of(lead[0])
        if own is None or self.formulas.differs(own) or (blocks and not quotient.whole.symbols & set(BLOCKS)):
            return
        step = factor.plus(own.times(quotient.part))
        for other, divided in self.formulas.quotients.items():
            by = place.factor_of(other)
            if other != name and divided.whole == quotient.whole and by is not None and by.terms:
                whole, rest = quotient.part.divided(divided.part)
                if not rest.terms:
                    step = step.plus(by.times(whole))
        yield step

    def _crosses(self, place: Formula, name: str) -> bool:
        """Whether the next thread may be one of another block."""
        return name in BLOCKS or f"blockIdx{name[-2:]}" in place.symbols

    def _is_covered(self, place: Formula, read: Formula, writers: Limits, blocks: bool) -> bool:
        """Whether an element that does not depend on the thread is one that some thread writes."""
        own = self.formulas.differs(place)
        if not own or own & writers.pinned or any(name in self.formulas.quotients for name in own):
            return False
        if blocks and not own & set(BLOCKS):
            return False
        threads = Formula.made({product: by for product, by in place.terms if not own.isdisjoint(product)})
        rest = read.plus(place.plus(threads, -1), -1)  # threads == rest
        lines = {name for name in own if name in THREADS} or own
        step = place.factor_of(next(iter(lines))) if len(lines) == 1 else None
        if step is None or len(step.terms) != 1 or {name[-1] for name in own} != {next(iter(lines))[-1]}:
            return False
        reached, left = rest.divided(step)
        number = reached.constant
        if left.terms:
            return False
        if number is not None:
            return writers.floor <= number < _FAR
        return self.formulas.is_counted(reached) and all(by > 0 for product, by in reached.terms if product)


def _near(times: int | None) -> bool:
    return times is not None and 0 < abs(times) <= _FAR


def _parted(one: Access, other: Access) -> bool:
    """Whether the two stand on different sides of a branch."""
    sides = {test.span: test.holds for test in one.tests}
    return any(sides.get(test.span, test.holds) != test.holds for test in other.tests)
