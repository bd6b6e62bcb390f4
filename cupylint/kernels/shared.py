"""Shared memory that one thread of a block writes and another one reads with no barrier in between.

The body of a kernel is followed in the order of the source, loops twice, so that a pass meets what the one before it
left. Only accesses whose places are sums of thread numbers and of values that are the same for all threads are
compared, and everything that may be a barrier counts as one: what is told is certain, much is not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from cupylint.kernels.indices import Index, Indices, Who, difference
from cupylint.kernels.memory import Memory, root
from cupylint.kernels.model import (
    Address,
    Assign,
    Block,
    Call,
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
from cupylint.kernels.text import HOLE
from cupylint.kernels.vocabulary import ATOMIC, CLOCKS, LOADS, is_pure
from cupylint.records import dataclass

_WARP = 32
_MOST = 64
"""Accesses since the last barrier that are remembered of each array: the first ones."""
_WORK = 20_000
"""Statements that are followed of a kernel, and pairs that are compared; loops in loops double both."""
_NEAR = 17
"""Places that are less far apart belong together: parts of one array that lie behind each other are longer."""


@dataclass(frozen=True, slots=True)
class Guard:
    """One side of a branch.

    Attributes:
        kind: which threads come here; `number` is the only one, or what they are below.
    """

    branch: Span
    then: bool
    kind: Who
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """A thread reads or writes an element of shared memory.

    Attributes:
        index: the element; empty for a variable that is no array.
        rounds: the loops around it that are in their second pass.
        atomic: it is changed by an atomic operation, which is in order with others of its kind alone.
        scattered: which element it is, is not known; an atomic operation is meant for any.
    """

    name: str
    writes: bool
    index: tuple[Index, ...]
    guards: tuple[Guard, ...]
    span: Span
    rounds: frozenset[Span] = frozenset()
    atomic: bool = False
    scattered: bool = False


@dataclass(frozen=True, slots=True)
class SharedRace:
    """Two accesses of different threads with no barrier in between, the later one of which is told.

    `warp`: only threads of one warp make them.
    """

    earlier: Touch
    later: Touch
    warp: bool


def shared_races(source: Source, function: Function) -> list[SharedRace]:
    """At most one race for each array of a kernel, in the order of the source."""
    memory = Memory.of(source, function)
    names = {name for name, space in memory.spaces.items() if space == "shared"}
    jumps = any(isinstance(part, Jump) and part.kind == "unknown" for part in walk(*function.body))
    if not names or jumps or not function.kernel:
        return []
    follower = _Follower(source, function, memory, names)
    follower.block(function.body)
    found = {race.later.name: race for race in reversed(follower.found)}
    return sorted(found.values(), key=lambda race: race.later.span)


@dataclass(slots=True)
class _Follower:
    source: Source
    function: Function
    memory: Memory
    names: set[str]
    indices: Indices = field(init=False)
    pending: list[Touch] = field(default_factory=list)  # since the last barrier
    guards: tuple[Guard, ...] = ()
    rounds: frozenset[Span] = frozenset()
    found: list[SharedRace] = field(default_factory=list)
    work: int = 0

    def __post_init__(self) -> None:
        self.indices = Indices(self.source, self.function)

    # -- statements ----------------------------------------------------------------------------------

    def block(self, block: Block) -> None:
        before = self.guards
        for statement in block:
            self.work += 1
            self.indices.at = statement.span[0]
            if self.work > _WORK:
                return
            self._statement(statement)
            if isinstance(statement, Jump):
                break
            if isinstance(statement, If):
                self._left_early(statement)
        self.guards = before

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, Evaluate):
            self._expression(statement.value)
        elif isinstance(statement, Declare):
            if HOLE in statement.type.name:  # what looks like a type may be anything
                self.pending.clear()
            if statement.value is not None:
                self._expression(statement.value)
        elif isinstance(statement, If):
            self._if(statement)
        elif isinstance(statement, Loop):
            self._loop(statement)
        elif isinstance(statement, Scope):
            self._scope(statement)
        elif statement.value is not None:
            self._expression(statement.value)

    def _scope(self, statement: Scope) -> None:
        if statement.condition is None:
            self.block(statement.body)
        elif self._may_wait(*statement.body):  # cases of a switch
            self.pending.clear()

    def _if(self, statement: If) -> None:
        self._expression(statement.condition)
        before, around = list(self.pending), self.guards
        sides: list[list[Touch]] = []
        for then, block in ((True, statement.then), (False, statement.other)):
            guard = self._guard(statement, then)
            self.pending, self.guards = list(before), (*around, guard)
            self.block(block)
            sides.append(self.pending)
        self.guards = around
        kept = [touch for touch in before if all(touch in side for side in sides)]
        made = [touch for side in sides for touch in side if touch not in before]
        # What only some paths do is compared with nothing behind them; which threads do it is another matter.
        self.pending = kept + [
            touch for touch in made if touch.guards[len(around)].kind in ("one", "range", "rest", "some")
        ]

    def _left_early(self, statement: If) -> None:
        """``if (i >= n) return;``: behind it are the threads of the other side."""
        if statement.stays is not None:
            self.guards = (*self.guards, self._guard(statement, statement.stays))

    def _loop(self, loop: Loop) -> None:
        around = self.guards, self.rounds
        self.indices.at = loop.span[1] - 1  # where the variables of its head are in effect
        alike = loop.condition is None or self.indices.is_uniform(loop.condition)
        kind: Who = "all" if alike or self.indices.fills(loop) else "unknown"
        self.guards = (*around[0], Guard(loop.span, True, kind))
        before = list(self.pending)
        for round_ in (0, 1):
            if round_:
                self.rounds = around[1] | {loop.span}
            with self.indices.second_pass(loop if round_ else None):
                if loop.condition is not None:
                    self._expression(loop.condition)
                self.block(loop.body)
                for update in loop.update:
                    self._expression(update)
        self.guards, self.rounds = around
        if self._may_wait(loop):
            self.pending = [touch for touch in self.pending if touch not in before]
        self.pending = list(dict.fromkeys(self.pending))

    def _may_wait(self, *parts: Statement) -> bool:
        return any(self._waits(part) for part in walk(*parts) if isinstance(part, (Call, Opaque, Name)))

    # -- expressions ---------------------------------------------------------------------------------

    def _expression(self, expression: Expr) -> None:
        self.indices.at = expression.span[0]
        if isinstance(expression, Assign):
            self._assign(expression)
        elif isinstance(expression, Address) or self._is_atomic(expression):
            self._clear_if(self._waits(part) for part in walk(*children(expression)) if isinstance(part, Call))
            if isinstance(expression, Call):
                for argument in expression.arguments[1:]:
                    self._expression(argument)
                self._atomic(expression)
        elif isinstance(expression, Operation) and expression.operator in ("&&", "||", "?:"):
            self._expression(expression.operands[0])  # the others are evaluated for some threads only
            self._clear_if([self._may_wait(*expression.operands[1:])])  # type: ignore[arg-type]
        elif isinstance(expression, Load) and root(expression) in self.names:
            for index in _subscripts(expression):
                self._expression(index)
            self._touch(expression, writes=False)
        else:
            self._operands(expression)

    def _operands(self, expression: Expr) -> None:
        for part in children(expression):
            self._expression(part)  # type: ignore[arg-type]
        if isinstance(expression, Name) and expression.id in self.names:
            self._touch(expression, writes=False)
        else:
            self._clear_if([self._waits(expression)])

    def _clear_if(self, waits: Iterable[bool]) -> None:
        """Take all that was touched for done if any of these waits."""
        if any(waits):
            self.pending.clear()

    def _assign(self, assign: Assign) -> None:
        self._expression(assign.value)
        target = assign.target
        if root(target) not in self.names:
            for part in children(target):
                self._expression(part)  # type: ignore[arg-type]
            return
        if isinstance(target, Load):
            for index in _subscripts(target):
                self._expression(index)
        if assign.operator != "=":
            self._touch(target, writes=False)
        self._touch(target, writes=True)

    def _atomic(self, call: Call) -> None:
        """``atomicAdd(&s[i], 1)``, or ``jit.atomic_add(s, i, 1)``; ``atomicAdd(s + i, 1)`` is not followed."""
        place = call.arguments[0] if call.arguments else None
        place = place.operand if isinstance(place, Address) else place
        if isinstance(place, (Load, Name)) and root(place) in self.names:
            self._touch(place, writes=True, atomic=True)

    def _is_atomic(self, expression: Expr) -> bool:
        return isinstance(expression, Call) and ATOMIC.fullmatch(expression.function) is not None

    def _waits(self, part: object) -> bool:
        """Whether it is a barrier, or code that may hold one."""
        if isinstance(part, Name):
            known = self.memory.space(part.id) or part.id in self.source.constants
            return part.id in self.source.macros or not (known or "." in part.id or part.id in ("warpSize", "NULL"))
        if isinstance(part, Call):
            quiet = is_pure(part.function) or part.function in LOADS | CLOCKS or ATOMIC.fullmatch(part.function)
            return not quiet or part.function in self.source.macros
        return isinstance(part, Opaque)

    # -- accesses ------------------------------------------------------------------------------------

    def _touch(self, place: Expr, *, writes: bool, atomic: bool = False) -> None:
        name = root(place)
        array = bool(self.memory.type(name).pointers)
        subscripts = _subscripts(place)
        if array != bool(subscripts) or isinstance(place, (Operation, Address)):
            return
        index = tuple(self.indices.of(each) for each in subscripts)
        scattered = None in index
        if (scattered and not atomic) or any(guard.kind == "unknown" for guard in self.guards):
            return
        known = tuple(each for each in index if each is not None)
        made = Touch(name, writes, known, self.guards, place.span, self.rounds, atomic, scattered)
        self.work += len(self.pending)
        for earlier in self.pending:
            if earlier.name == name and (earlier.writes != writes or earlier.atomic != atomic):
                self._compare(earlier, made)
        if made not in self.pending and sum(touch.name == name for touch in self.pending) < _MOST:
            self.pending.append(made)

    def _compare(self, earlier: Touch, later: Touch) -> None:
        write, read = sorted((earlier, later), key=lambda touch: (touch.writes, not touch.atomic), reverse=True)
        pair = _Pair.of(write, read, carried=later.rounds != earlier.rounds)
        if pair is not None and pair.meets():
            volatile = self.memory.type(later.name).volatile
            self.found.append(SharedRace(earlier, later, pair.warp or volatile))

    def _guard(self, statement: If, then: bool) -> Guard:
        kind, number = self.indices.test(statement.condition, then)
        return Guard(statement.span, then, kind, number)


def _subscripts(place: Expr) -> list[Expr]:
    """``i, j`` of ``a[i][j]``."""
    found: list[Expr] = []
    while isinstance(place, Load) and place.index and not place.member:
        found = [*place.index, *found]
        place = place.base
    return found if isinstance(place, Name) else []


# -- two accesses ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Pair:
    """A write and a read of one array, and who makes them besides the branches that both stand in.

    Attributes:
        carried: of different passes of a loop.
        writer, reader: the number of the only thread that does, -1 for one that is not known; None: more of them.
        below: those that write have numbers below this one; None: that is not known.
        warp: both are made by threads of one warp only.
    """

    write: Touch
    read: Touch
    carried: bool
    writer: int | None
    reader: int | None
    below: int | None
    warp: bool

    @classmethod
    def of(cls, write: Touch, read: Touch, carried: bool) -> _Pair | None:
        """None where they are known to be, or may be, of the same thread or of none."""
        common = [guard for guard, other in zip(write.guards, read.guards, strict=False) if guard == other]
        own = [[guard for guard in touch.guards if guard not in common] for touch in (write, read)]
        sides = {guard.branch: guard.then for guard in own[0]}
        if any(sides.get(guard.branch, guard.then) != guard.then for guard in own[1]):
            return None  # some threads do this, others that
        writers = {guard.kind for guard in own[0]}
        if {"one", "some"} & {guard.kind for guard in common} or {"rest", "some"} & writers:
            return None
        warp = any(guard.kind == "range" and guard.number is not None and guard.number <= _WARP for guard in common)
        numbers = [guard.number for guard in (*common, *own[0]) if guard.kind == "range" and guard.number is not None]
        return cls(write, read, carried, _only(own[0]), _only(own[1]), min(numbers, default=None), warp)

    def meets(self) -> bool:
        """Whether some thread surely reads what another one writes."""
        if self.write.scattered or self.read.scattered:
            return self._is_anywhere(self.read if self.write.scattered else self.write)
        if self.writer is not None:
            same = self.write.index == self.read.index and all(index.is_uniform for index in self.read.index)
            return same and self.reader is None
        if not self.write.index or len(self.write.index) != len(self.read.index):
            return False
        if self._is_turned():
            return self.reader is None
        differing = [pair for pair in zip(self.write.index, self.read.index, strict=True) if pair[0] != pair[1]]
        return len(differing) == 1 and self._differ(*differing[0])

    def _is_anywhere(self, other: Touch) -> bool:
        """Whether an element that may be any is one of those that all threads, or one for all, go through."""
        if self.writer is not None or len(other.index) != 1:
            return False
        index = other.index[0]
        return index.numbers_threads or index.is_filled or (index.is_counter and not other.writes)

    def _is_turned(self) -> bool:
        """``tile[y][x]`` and ``tile[x][y]``."""
        write, read = self.write.index, self.read.index
        return len(write) == 2 and write == read[::-1] and write != read and all(index.is_thread for index in write)

    def _differ(self, write: Index, read: Index) -> bool:
        if read.is_uniform:
            return self._is_read_alike(write, read)
        if self.reader is not None or not write.numbers_threads:
            return False
        if read.mirrors(write):
            return True
        apart = difference(read, write)
        if apart is None:
            return False
        if apart.is_constant:
            return 0 < abs(apart.constant) < (_NEAR if self.below is None else self.below)
        return self.carried and apart.is_halved

    def _is_read_alike(self, write: Index, read: Index) -> bool:
        """Whether it is an element that does not depend on the thread, of an array that all threads fill."""
        if not (write.is_thread or write.is_filled):
            return False
        if not read.is_constant:
            return read.is_counter
        return 0 <= read.constant < (self.below or _NEAR) and self.reader not in (-1, read.constant)


def _only(guards: list[Guard]) -> int | None:
    numbers = [guard.number for guard in guards if guard.kind == "one"]
    return None if not numbers else -1 if numbers[0] is None else numbers[0]
