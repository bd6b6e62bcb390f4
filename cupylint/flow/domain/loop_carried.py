"""State that a loop carries from round to round, and tests of it that cannot be decided.

A path that takes one side of such a test in one round and the other side in the next may combine rounds
that never follow one another. So what earlier rounds did is doubtful after the test: it may have been
waited for in rounds that lie between.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Set
from dataclasses import field
from math import prod
from typing import TYPE_CHECKING

from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Const, DictValue, Instance, ListValue, Symbol, TupleValue, Value
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.domain.frames import Frame
    from cupylint.flow.interp.interpreter import Interpreter

_CARRIED = (Symbol, Const, TupleValue, Instance)
_LOGS = frozenset("print log logger logging pbar progress bar tqdm writer warnings time".split())  # noqa: SIM905
"""What only tells somebody something."""
_DEPTH = 6
_KNOWN_TOGETHER = 1024  # rounds of loops of known length, one inside the other, multiplied


# -- what can be read off the code -----------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Sketch:
    """What a block of code shows before it is followed.

    Attributes:
        sources: what each name (or temporary) is assigned from, anywhere in the block.
        counted: names that the block only ever adds constants to.
        added: attributes that it adds something to.
        settled: tests after which both sides go on alike, or one side leaves.
        refusing: tests after which one side raises.
    """

    sources: dict[ir.Name_, list[ir.Expr]] = field(default_factory=dict)
    counted: frozenset[str] = frozenset()
    added: set[ir.Name_] = field(default_factory=set)
    settled: set[int] = field(default_factory=set)
    refusing: set[int] = field(default_factory=set)


def sketch(block: ir.Block) -> Sketch:
    """Read `block`, also the blocks inside it."""
    made = Sketch()
    counts: dict[str, bool] = {}
    for statement in walk(block):
        if isinstance(statement, ir.Call):
            parts = [statement.function, *(argument.value for argument in statement.arguments)]
            made.sources.setdefault(statement.target, []).extend(parts)
        elif isinstance(statement, ir.Augment) and isinstance(statement.target, ir.Attr):
            made.added.add(statement.target.name)
        elif isinstance(statement, (ir.Assign, ir.Augment, ir.For)):
            source = statement.iterable if isinstance(statement, ir.For) else statement.value
            for name in targets_of(statement.target):
                made.sources.setdefault(name, []).append(source)
                if isinstance(name, str):
                    counts[name] = counts.get(name, True) and _adds_constant(statement)
    made.counted = frozenset(name for name, only in counts.items() if only)
    made.settled.update(map(id, _settled(block, made)))
    made.refusing.update(map(id, _with_operators(block, _exits(block, (ir.Raise,)))))
    return made


def _settled(block: ir.Block, made: Sketch) -> Iterator[ir.Expr]:
    """The tests in a block after which both sides go on alike, or one side leaves."""
    yield from _with_operators(block, _exits(block))
    for statement in walk(block):
        if isinstance(statement, ir.If) and _is_idle(statement, made):
            yield statement.test


def _with_operators(block: ir.Block, tests: Iterable[ir.Expr]) -> Iterator[ir.Expr]:
    """Some tests in a block, and those of the operators that they are put together with: ``a or b``."""
    whole = list(tests)
    yield from whole
    names = {test.name for test in whole if isinstance(test, ir.Load)}
    for statement in walk(block):
        if isinstance(statement, ir.If) and isinstance(statement.test, ir.Load) and statement.test.name in names:
            yield statement.test


_BLOCKS: dict[type, tuple[str, ...]] = {
    ir.If: ("then", "orelse"),
    ir.For: ("body", "orelse"),
    ir.While: ("before", "body", "orelse"),
    ir.With: ("body",),
    ir.Try: ("body", "orelse", "final"),
    ir.DefineClass: ("body",),
}


def walk(block: ir.Block) -> Iterator[ir.Statement]:
    """All statements of a block, also those inside others."""
    pending = block[::-1]
    while pending:
        statement = pending.pop()
        yield statement
        names = _BLOCKS.get(type(statement))
        if names is None:
            continue
        if isinstance(statement, ir.Try):
            for handler in reversed(statement.handlers):
                pending += handler.body[::-1]
        for name in reversed(names):
            pending += getattr(statement, name)[::-1]


def blocks(block: ir.Block) -> Iterator[ir.Block]:
    """A block, and all those inside it."""
    yield block
    for statement in walk(block):
        if isinstance(statement, ir.Try):
            yield from (handler.body for handler in statement.handlers)
        yield from (getattr(statement, name) for name in _BLOCKS.get(type(statement), ()))


def _ends_with(block: ir.Block, kinds: tuple[type, ...]) -> bool:
    return bool(block) and isinstance(block[-1], kinds)


def targets_of(target: ir.Target) -> list[ir.Name_]:
    """The names that an assignment to `target` binds."""
    if isinstance(target, ir.Load):
        return [target.name]
    return [name for part in target.targets for name in targets_of(part)] if isinstance(target, ir.Unpack) else []


def updated(statement: ir.Statement) -> tuple[ir.Name_, str, ir.Expr] | None:
    """The name that ``i += n`` or ``i = i + n`` binds, the operator and `n`; None for other statements."""
    if not isinstance(statement, (ir.Assign, ir.Augment)) or not isinstance(statement.target, ir.Load):
        return None
    name, made = statement.target.name, statement.value
    if isinstance(statement, ir.Augment):
        return name, statement.operator, made
    if isinstance(made, ir.Binary) and isinstance(made.left, ir.Load) and made.left.name == name:
        return name, made.operator, made.right
    return None


def _adds_constant(statement: ir.Statement) -> bool:
    """``i = i + 1``, ``i += 1``"""
    found = updated(statement)
    if found is None or not isinstance(found[2], ir.Const):
        return False
    return isinstance(statement, ir.Augment) or found[1] in "+-"


def _exits(block: ir.Block, leaves: tuple[type, ...] = (ir.Break, ir.Return, ir.Raise)) -> Iterator[ir.Expr]:
    """The tests of a loop's body on which the loop is left or goes on as it would."""
    for statement in block:
        ends = isinstance(statement, ir.If) and not statement.orelse and _ends_with(statement.then, leaves)
        if isinstance(statement, ir.Assert) or (ends and isinstance(statement, ir.If)):
            yield statement.test
        for name in ("then", "body", "orelse", "final"):
            inner = getattr(statement, name, None)
            if isinstance(inner, list):
                again = isinstance(statement, (ir.For, ir.While)) and name == "body"
                yield from _exits(inner, (ir.Return, ir.Raise) if again else leaves)


def _is_idle(statement: ir.If, made: Sketch) -> bool:
    """Whether a branch only reports, or remembers when it did: ``if now - last > 5: print(x); last = now``."""
    inner = list(walk([*statement.then, *statement.orelse]))
    if not any(isinstance(each, ir.Call) for each in inner):
        kept = [name for each in inner if isinstance(each, ir.Assign) for name in targets_of(each.target)]
        if not kept or not all(isinstance(name, str) for name in kept):
            return False
    named = names_of(statement.test, made)
    return all(_only_logs(each, named) for each in inner)


def _only_logs(statement: ir.Statement, named: Set[str]) -> bool:
    """Whether a statement prints or logs something, or remembers it in one of the names `named`."""
    if isinstance(statement, ir.Call):
        base = statement.function
        while isinstance(base, ir.Attr):
            base = base.base
        return isinstance(base, ir.Load) and base.name in _LOGS
    if isinstance(statement, ir.Assign):
        target = statement.target
        return isinstance(target, ir.Load) and (isinstance(target.name, int) or target.name in named)
    return isinstance(statement, (ir.Evaluate, ir.If))


@dataclass(slots=True, eq=False)
class Reads:
    """What an expression asks for, also by way of the names that it reads.

    Attributes:
        attributes: names with the attributes that are taken of them.
        containers: names of which items are taken.
    """

    names: set[str] = field(default_factory=set)
    attributes: set[tuple[ir.Name_, str]] = field(default_factory=set)
    containers: set[ir.Name_] = field(default_factory=set)
    seen: set[ir.Name_] = field(default_factory=set)

    def add(self, expression: ir.Expr, made: Sketch, depth: int = _DEPTH) -> None:
        """Note what `expression` reads; `made` is the sketch of the function it stands in."""
        if not depth:
            return
        if isinstance(expression, ir.Load):
            if isinstance(expression.name, str):
                self.names.add(expression.name)
            if expression.name not in self.seen:
                self.seen.add(expression.name)
                for each in made.sources.get(expression.name, ()):
                    self.add(each, made, depth - 1)
            return
        if isinstance(expression, ir.Attr) and isinstance(expression.base, ir.Load):
            self.attributes.add((expression.base.name, expression.name))
        elif isinstance(expression, ir.Item) and isinstance(expression.base, ir.Load):
            self.containers.add(expression.base.name)
        for each in ir.parts(expression):
            self.add(each, made, depth)


def names_of(expression: ir.Expr, made: Sketch, depth: int = _DEPTH) -> set[str]:
    """The names that an expression reads, also by way of temporaries."""
    if isinstance(expression, ir.Load):
        if isinstance(expression.name, str):
            return {expression.name}
        inner = made.sources.get(expression.name, []) if depth else []
    else:
        inner = list(ir.parts(expression))
    return {name for each in inner for name in names_of(each, made, depth - 1)} if depth else set()


# -- while it is followed --------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Turn:
    """The round that a loop is in.

    Attributes:
        start: accesses with smaller numbers belong to earlier rounds, or to what came before the loop.
        depth: how many functions are open around it.
        planned: how many rounds are followed.
        first: accesses with smaller numbers came before the loop.
        round: its number, from 1.
        heads: what earlier rounds have changed, with its values on all paths where the round begins.
        partial: there are rounds that are not followed.
        testing: the parts of a ``while``'s own test are followed: where they fail, no further round is.
    """

    statement: ir.For | ir.While
    outline: Sketch
    own: frozenset[Hashable]
    depth: int = 0
    planned: int = 1
    first: int = 0
    round: int = 0
    start: int = 0
    entry: list[dict[Hashable, object]] | None = None
    written: set[Hashable] = field(default_factory=set)
    heads: dict[Hashable, list[object]] = field(default_factory=dict)
    symbols: set[Symbol] = field(default_factory=set)
    partial: bool = False
    testing: bool = False

    def begin(self, interpreter: Interpreter, states: list[State]) -> None:
        """A round begins."""
        self.start = len(interpreter.touches)
        self.round += 1
        if self.entry is None:
            self.entry = [dict(state.memory.own) for state in states]
            return
        for state in states:
            self.written.update(self._changed(state, self.entry))
        self.heads = {key: [state.memory.get(key) for state in states] for key in self.written}
        self.symbols = {symbol for values in self.heads.values() for value in values for symbol in _symbols(value)}

    def _changed(self, state: State, entry: list[dict[Hashable, object]]) -> Iterator[Hashable]:
        """What has another value on a path than on all paths that the first round began with."""
        first = entry[0] if entry else {}
        for key, value in state.memory.own.items():
            if first.get(key) is value or key in self.written or key in self.own or not _is_kept(key, value):
                continue
            if not any(value is before.get(key) or value == before.get(key) for before in entry):
                yield key

    def decides(self, interpreter: Interpreter, state: State, test: ir.Expr, value: Value) -> bool:
        """Whether a test asks for something that earlier rounds have left behind."""
        if not self.heads:
            return False
        if isinstance(test, ir.Unknown) and not test.parts:  # a pattern: its subject is not part of it
            return True
        return mentions(value, self.symbols) or self._asks(interpreter, state, test)

    def _asks(self, interpreter: Interpreter, state: State, test: ir.Expr) -> bool:
        reads = interpreter.loop_carried.reads(interpreter.frame.function.body, test)
        frames = (interpreter.frame.number, *interpreter.frame.closure)
        if any(self._is_head(state, (number, name)) for name in reads.names for number in frames):
            return True
        for name, attribute in reads.attributes:
            base = _held(interpreter.frame, state, name)
            if base is not None and self._is_head(state, (base.key if isinstance(base, Instance) else base, attribute)):
                return True
        bases = (_held(interpreter.frame, state, name) for name in reads.containers)
        return any(isinstance(base, (ListValue, DictValue)) and self._is_head(state, base.key) for base in bases)

    def _is_head(self, state: State, key: Hashable) -> bool:
        if isinstance(key, tuple) and key[-1] in self.outline.counted:
            return False
        heads = self.heads.get(key)
        now = state.memory.get(key)
        return heads is not None and any(now is head or now == head for head in heads)


def _held(frame: Frame, state: State, name: ir.Name_) -> Value | None:
    for number in (frame.number, *frame.closure):
        found = state.memory.get((number, name))
        if isinstance(found, Value):
            return found
    return None


def _is_kept(key: Hashable, value: object) -> bool:
    """Whether this is a name, an attribute or a container with something in it that a test may ask for."""
    if isinstance(key, int):
        return isinstance(value, tuple) and any(isinstance(item, _CARRIED) for item in value)
    if isinstance(key, tuple) and len(key) == 2:
        return isinstance(key[1], str) and isinstance(value, _CARRIED)
    return isinstance(key, tuple) and key[:1] == ("item",) and isinstance(value, _CARRIED)


def _symbols(value: object, depth: int = 2) -> Iterator[Symbol]:
    if isinstance(value, Symbol):
        yield value
    elif depth and isinstance(value, TupleValue):
        for item in value.items:
            yield from _symbols(item, depth - 1)
    elif depth and isinstance(value, tuple):
        for item in value:
            yield from _symbols(item, depth - 1)


def mentions(value: object, symbols: set[Symbol], depth: int = _DEPTH) -> bool:
    """Whether a computed value was computed from one of `symbols`."""
    if not depth:
        return False
    if isinstance(value, Symbol):
        return value in symbols or mentions(value.key, symbols, depth - 1)
    parts = value.items if isinstance(value, TupleValue) else value
    return isinstance(parts, tuple) and any(mentions(part, symbols, depth - 1) for part in parts)


class LoopCarried:
    """The loops that are being followed, innermost last."""

    def __init__(self) -> None:
        self._open: list[Turn] = []
        self._sketches: dict[int, tuple[ir.Block, Sketch]] = {}  # the block is kept, so that its id stays its own
        self._reads: dict[int, tuple[ir.Expr, Reads]] = {}

    def sketch(self, block: ir.Block) -> Sketch:
        """The sketch of a block, made once."""
        found = self._sketches.get(id(block))
        if found is None:
            found = self._sketches[id(block)] = (block, sketch(block))
        return found[1]

    def reads(self, body: ir.Block, test: ir.Expr) -> Reads:
        """What a test in the function with this body asks for."""
        found = self._reads.get(id(test))
        if found is None:
            found = self._reads[id(test)] = (test, Reads())
            found[1].add(test, self.sketch(body))
        return found[1]

    def enter(self, interpreter: Interpreter, statement: ir.For | ir.While, planned: int = 1) -> Turn:
        """A loop begins, of which so many rounds are planned; `leave` when it ends."""
        targets = targets_of(statement.target) if isinstance(statement, ir.For) else []
        own: frozenset[Hashable] = frozenset((interpreter.frame.number, name) for name in targets)
        turn = Turn(
            statement,
            self.sketch(statement.body),
            own,
            len(interpreter.frames),
            max(1, planned),
            len(interpreter.touches),
        )
        self._open.append(turn)
        return turn

    def around(self) -> int:
        """How often all open loops together go through what is followed now."""
        return prod(turn.planned for turn in self._open)

    def has_one_round(self) -> bool:
        """Whether a loop around what is followed now is gone through once: what further rounds do is not seen."""
        return any(turn.planned == 1 for turn in self._open)

    def allowed(self, rounds: int, spent: int) -> int:
        """How many rounds of a loop are followed that is known to have at most so many: fewer if much was `spent`."""
        return max(1, min(rounds, (_KNOWN_TOGETHER >> 2 * spent) // self.around()))

    def begun_after(self, access: int, depth: int) -> list[ir.For | ir.While]:
        """The loops that were begun after an access, in a function with so many open ones up to it; outermost first."""
        return [turn.statement for turn in self._open if turn.depth == depth and access < turn.first]

    def innermost(self) -> Turn | None:
        """The loop that is closest around."""
        return self._open[-1] if self._open else None

    def counting(self, interpreter: Interpreter, names: Set[ir.Name_]) -> Turn | None:
        """The innermost loop of the function that is followed which counts one of some names in its rounds."""
        frame, depth = interpreter.frame.number, len(interpreter.frames)
        for turn in reversed(self._open):
            if turn.depth == depth and any(
                (frame, name) in turn.own or name in turn.outline.counted or name in turn.outline.added
                for name in names
            ):
                return turn
        return None

    def leave(self, turn: Turn) -> None:
        """A loop ends, however it does."""
        if turn in self._open:
            del self._open[self._open.index(turn) :]

    def doubtful(self, interpreter: Interpreter, state: State, test: ir.Expr, value: Value) -> int:
        """The accesses of earlier rounds that an undecided test may have let pass: a bit set.

        None for the tests of a generator that does nothing itself: its rounds are those of the loop that it feeds.
        """
        code = interpreter.frame.function
        if code in interpreter.consumed and code not in interpreter.entries.relevant:
            return 0
        if self._open and id(test) in self.sketch(code.body).refusing:
            return 0
        for turn in reversed(self._open):
            if id(test) in turn.outline.settled or (turn.testing and turn.depth == len(interpreter.frames)):
                return 0
            if turn.decides(interpreter, state, test, value):
                return state.order.issued & ((1 << turn.start) - 1)
        return 0
