"""Follows a kernel once for all threads: which values differ between them, and where barriers stand."""

from __future__ import annotations

from itertools import takewhile

from cupylint.kernels.contexts import Barrier, Exit, Frame, InBlock, InBranch, InLoop
from cupylint.kernels.groups import Groups
from cupylint.kernels.levels import Level, as_test, combine
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
    Operation,
    Scope,
    Source,
    Span,
    Statement,
    walk,
)
from cupylint.kernels.vocabulary import ATOMIC, CLOCKS, LOADS, WARP, is_pure

Values = dict[str, Level]

_BUILT_IN = {
    "threadIdx.x": Level.INDEX,
    "threadIdx.y": Level.SIDE,
    "threadIdx.z": Level.SIDE,
    "blockIdx.x": Level.BLOCK,
    "blockIdx.y": Level.BLOCK,
    "blockIdx.z": Level.BLOCK,
    "warpSize": Level.GRID,
    "NULL": Level.GRID,
}
_PASSES = 8  # a level can rise six times


class GivesUp(Exception):
    """Control flow that is not followed (``goto``)."""


def barriers(source: Source, function: Function, groups: Groups) -> list[Barrier]:
    """The barriers of a kernel in the order of the source; none if the kernel is not understood."""
    follower = _Follower(source, function, groups)
    try:
        follower.run()
    except GivesUp:
        return []
    return [follower.barriers[span] for span in sorted(follower.barriers)]


class _Follower:
    def __init__(self, source: Source, function: Function, groups: Groups) -> None:
        self._source, self._function, self._groups = source, function, groups
        self._memory = Memory.of(source, function)
        self._frames: list[Frame] = []
        self._leaving: list[tuple[InLoop | None, list[Values]]] = []
        self._scaled: list[set[str]] = []
        self._returns: dict[Span, Exit] = {}
        self._few = False
        self.barriers: dict[Span, Barrier] = {}

    def run(self) -> None:
        values: Values = dict.fromkeys(self._source.constants, Level.GRID)
        for parameter in self._function.parameters:
            own = self._source.element and not parameter.type.pointers
            values[parameter.name] = Level.DATA if own else Level.GRID
        if self._source.element:
            values.setdefault("i", Level.INDEX)
        for part in walk(*self._function.body):
            if isinstance(part, Jump) and part.kind == "unknown":
                raise GivesUp
        self._block(self._function.body, values)

    # -- statements ----------------------------------------------------------------------------------

    def _block(self, block: Block, values: Values) -> bool:
        """Follow statements in a row; whether threads come out at the end."""
        hidden: dict[str, Level | None] = {}
        for index, statement in enumerate(block):
            if isinstance(statement, Declare) and self._frames:
                hidden.setdefault(statement.name, values.get(statement.name))
            self._frames.append(InBlock(block, index))
            through = self._statement(statement, values)
            self._frames.pop()
            if not through:
                return False
        for name, level in hidden.items():
            if level is not None:
                values[name] = level
        return True

    def _statement(self, statement: Statement, values: Values) -> bool:
        if isinstance(statement, Evaluate):
            self._level(statement.value, values)
            if self._is_anything(statement.value, values):
                for name in values.keys() - self._source.constants:
                    values[name] = Level.UNKNOWN
            return not (isinstance(statement.value, Call) and statement.value.function == "__trap")
        if isinstance(statement, Declare):
            level = Level.GRID if statement.value is None else self._level(statement.value, values)
            values[statement.name] = level
            return True
        if isinstance(statement, If):
            return self._if(statement, values)
        if isinstance(statement, Loop):
            return self._loop(statement, values)
        if isinstance(statement, Scope):
            return self._switch(statement, values)
        self._jump(statement, values)
        return False

    def _assigned(self, *parts: Statement | Expr) -> dict[str, int]:
        """The variables that `parts` change, with the offset of the last place that does.

        What is written through a pointer leaves the pointer as it is.
        """
        found: dict[str, int] = {}
        for part in walk(*parts):
            name = ""
            if isinstance(part, Declare):
                name = part.name
            elif isinstance(part, Assign):
                name = root(part.target)
                if isinstance(part.target, Load) and self._memory.space(name) != "array":
                    name = ""
            if name:
                found[name] = max(found.get(name, 0), part.span[0])
        return found

    def _is_anything(self, value: Expr, values: Values) -> bool:
        """Whether a statement is a macro, or a part that only the running program knows."""
        if isinstance(value, Call):
            return value.function in self._source.macros
        return isinstance(value, Name) and value.id not in values and not self._memory.space(value.id)

    def _if(self, statement: If, values: Values) -> bool:
        level = as_test(self._level(statement.condition, values))
        sides: list[Values] = []
        for then, block in ((True, statement.then), (False, statement.other)):
            side = dict(values)
            self._frames.append(InBranch(statement, level, statement.condition.span, then))
            if self._block(block, side):
                sides.append(side)
            self._frames.pop()
        if not sides:
            return False
        changed = self._assigned(*statement.then, *statement.other) if len(sides) == 2 else {}
        for name in set().union(*sides):
            joined = max(side.get(name, Level.GRID) for side in sides)
            values[name] = max(joined, level) if name in changed else joined
        return True

    def _loop(self, loop: Loop, values: Values) -> bool:
        changed = self._assigned(loop)
        frame = InLoop(loop)
        leaving: list[Values] = []
        self._scaled.append(_scaled(loop))
        self._frames.append(frame)
        self._leaving.append((frame, leaving))
        for _ in range(_PASSES):
            inside = dict(values)
            frame.exits.clear()
            leaving.clear()
            if loop.tests_first:
                self._test(loop, frame, inside)
                leaving.append(dict(inside))
            through = self._block(loop.body, inside)
            for update in loop.update:
                self._level(update, inside)
            if not loop.tests_first:
                self._test(loop, frame, inside)
                leaving.append(dict(inside))
            before = dict(values)
            skipped = [item for item in frame.exits if item.kind == "continue"]
            for name, last in changed.items():
                level = max(values.get(name, Level.GRID), inside.get(name, Level.GRID) if through or skipped else 0)
                values[name] = max([Level(level), *(item.level for item in skipped if item.span[0] < last)])
            if values == before:
                break
        self._leaving.pop()
        self._frames.pop()
        self._scaled.pop()
        ways = [item.level for item in frame.exits if item.kind in ("break", "condition")]
        if not ways:
            return False
        for name in changed:
            values[name] = max([values[name], *ways, *(state.get(name, Level.GRID) for state in leaving)])
        return True

    def _test(self, loop: Loop, frame: InLoop, values: Values) -> None:
        if loop.condition is not None:
            level = as_test(self._level(loop.condition, values))
            frame.exits.append(Exit("condition", level, loop.condition.span, loop.condition.span))

    def _switch(self, statement: Scope, values: Values) -> bool:
        level = Level.GRID if statement.condition is None else self._level(statement.condition, values)
        before = dict(values)
        span = statement.span if statement.condition is None else statement.condition.span
        self._frames.append(InBranch(None, Level.UNKNOWN, span, True))
        self._leaving.append((None, []))
        for index, inner in enumerate(statement.body):
            self._frames.append(InBlock(statement.body, index))
            self._statement(inner, values)
            self._frames.pop()
        self._leaving.pop()
        self._frames.pop()
        for name in self._assigned(*statement.body):
            values[name] = max(before.get(name, Level.GRID), values.get(name, Level.GRID), level)
        return True

    def _jump(self, jump: Jump, values: Values) -> None:
        if jump.value is not None:
            self._level(jump.value, values)
        left = takewhile(lambda frame: jump.kind == "return" or not isinstance(frame, InLoop), reversed(self._frames))
        inside = [frame for frame in left if isinstance(frame, InBranch)]
        level = max((frame.level for frame in inside), default=Level.GRID)
        decisive = next((frame for frame in inside if frame.level == level), None)
        made = Exit(jump.kind, level, jump.span, decisive.reason if decisive is not None else jump.span)
        if jump.kind == "return":
            self._returns[jump.span] = made
            self._few = self._few or level is Level.INDEX or (level is Level.GUARD and _counts(decisive))
        elif self._leaving:
            self._leave(made, values)

    def _leave(self, made: Exit, values: Values) -> None:
        """Note a ``break`` or ``continue`` in the loop that it is for."""
        target, states = self._leaving[-1]
        if target is None and made.kind == "continue":  # in a switch: which loop pass ends is seen, when is not
            target = next((loop for loop, _ in reversed(self._leaving) if loop is not None), None)
        if target is not None:
            target.exits.append(made)
            if made.kind == "break":
                states.append(dict(values))

    # -- expressions ---------------------------------------------------------------------------------

    def _level(self, expression: Expr, values: Values) -> Level:
        if isinstance(expression, Const):
            return Level.GRID
        if isinstance(expression, Name):
            return self._name(expression.id, values)
        if isinstance(expression, Cast):
            return self._level(expression.operand, values)
        if isinstance(expression, Operation):
            return self._operation(expression, values)
        if isinstance(expression, Load):
            return self._load(expression, self._address(expression, values), values)
        if isinstance(expression, Address):
            inner = expression.operand
            return self._address(inner, values) if isinstance(inner, Load) else Level.UNKNOWN
        if isinstance(expression, Assign):
            return self._assign(expression, values)
        if isinstance(expression, Call):
            return self._call(expression, values)
        for part in walk(*expression.parts):
            if isinstance(part, Name):
                values[part.id] = Level.UNKNOWN
        return Level.UNKNOWN

    def _name(self, name: str, values: Values) -> Level:
        if name in _BUILT_IN:
            return _BUILT_IN[name]
        if name.startswith(("blockDim.", "gridDim.")):
            return Level.GRID
        space = self._memory.space(name)
        if space in ("shared", "device"):  # the address of an array is one for all; a value may have been changed
            return Level.GRID if self._memory.type(name).pointers else Level.UNKNOWN
        if space == "constant":
            return Level.GRID
        return values.get(name, Level.UNKNOWN)

    def _operation(self, expression: Operation, values: Values) -> Level:
        levels = [self._level(operand, values) for operand in expression.operands]
        operator = expression.operator
        if operator in ("&&", "||", "!"):
            return max(map(as_test, levels))
        if operator == ",":
            return levels[-1]
        if operator == "?:" or len(levels) != 2:  # the operators with more operands are sums and the like
            return max(levels, default=Level.UNKNOWN)
        right = expression.operands[1]
        constant = right.value if isinstance(right, Const) else None
        small = any(self._is_small(operand) for operand in expression.operands)
        return combine(operator, levels[0], levels[1], constant, small)

    def _is_small(self, expression: Expr) -> bool:
        """Whether it is a part of the block's size, or shrinks down to one in a loop."""
        if isinstance(expression, Name):
            return any(expression.id in names for names in self._scaled)
        if isinstance(expression, Operation) and expression.operator in ("/", ">>"):
            divisor = expression.operands[1]
            block = isinstance(expression.operands[0], Name) and expression.operands[0].id == "blockDim.x"
            return block and isinstance(divisor, Const) and divisor.value is not None and divisor.value > 0
        return False

    def _address(self, load: Load, values: Values) -> Level:
        return max([self._level(load.base, values), *(self._level(index, values) for index in load.index)])

    def _load(self, load: Load, address: Level, values: Values) -> Level:
        name = root(load.base)
        if self._memory.space(name) == "array":
            return max(values.get(name, Level.UNKNOWN), address)
        if address in (Level.INDEX, Level.DATA):
            return Level.DATA
        if address > Level.BLOCK or not name:
            return Level.UNKNOWN
        space = self._memory.space(name)
        if self._memory.is_volatile(load):
            # Somebody else changes it while the kernel runs: threads that look at different times see different values.
            alone = space in ("parameter", "device") and name not in self._memory.written
            return Level.DATA if alone else Level.UNKNOWN
        if space == "parameter" and name not in self._memory.written:
            return address
        return address if space == "constant" else Level.UNKNOWN

    def _assign(self, expression: Assign, values: Values) -> Level:
        level = self._level(expression.value, values)
        target = expression.target
        if isinstance(target, Name):
            if expression.operator not in ("=", "++", "--"):
                level = combine(expression.operator.rstrip("="), self._name(target.id, values), level)
            elif expression.operator != "=":
                level = self._name(target.id, values)
            values[target.id] = level
            return level
        if isinstance(target, Load):
            address = self._address(target, values)
            name = root(target)
            if self._memory.space(name) == "array":
                values[name] = max(values.get(name, Level.GRID), level, address)
            return level
        name = root(target)
        if name:  # a member of a variable
            values[name] = max(values.get(name, Level.GRID), level)
        return level

    def _call(self, call: Call, values: Values) -> Level:
        kind = self._groups.barrier(call)
        levels = [self._level(argument, values) for argument in call.arguments]
        if kind is not None:
            self._barrier(call, kind)
            return Level.BLOCK if call.function.startswith("__syncthreads_") else Level.UNKNOWN
        if ATOMIC.fullmatch(call.function) or call.function in CLOCKS:
            return Level.DATA
        if call.function in LOADS and len(levels) == 1:
            return Level.DATA if levels[0] in (Level.INDEX, Level.DATA) else levels[0]
        if is_pure(call.function):
            level = max(levels, default=Level.UNKNOWN)
            return Level.UNKNOWN if level in (Level.INDEX, Level.SIDE) else level
        if not WARP.fullmatch(call.function):
            values.update(dict.fromkeys(_by_reference(call), Level.UNKNOWN))
        return Level.UNKNOWN

    def _barrier(self, call: Call, kind: str) -> None:
        before = tuple(item for item in self._returns.values() if item.level > Level.GRID)
        self.barriers[call.span] = Barrier(
            "grid" if kind == "grid" else "block", call.span, tuple(self._frames), before, self._few
        )


def _by_reference(call: Call) -> set[str]:
    """Variables that a call may change."""
    handed = call.arguments if call.receiver is None else (*call.arguments, call.receiver)
    return set(map(root, handed)) - {""}


def _scaled(loop: Loop) -> set[str]:
    """Variables that the loop halves or doubles."""
    found = set()
    for part in walk(loop):
        if isinstance(part, Assign) and isinstance(part.target, Name):
            value = part.value
            again = isinstance(value, Operation) and value.operator in (">>", "/", "<<", "*")
            if part.operator in (">>=", "/=", "<<=", "*=") or (
                part.operator == "=" and again and root(value.operands[0]) == part.target.id  # type: ignore[union-attr]
            ):
                found.add(part.target.id)
    return found


def _counts(branch: InBranch | None) -> bool:
    """Whether a guard compares with a written number: ``if (threadIdx.x >= 32) return``."""
    if branch is None or branch.node is None:
        return False
    return any(isinstance(part, Const) and (part.value or 0) > 1 for part in walk(branch.node.condition))
