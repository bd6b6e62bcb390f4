"""Objects of the file's classes in operators, loops and built-in functions: ``__getitem__``, ``__len__``, ``__next__``.

An expression stays on one path: where such a method takes several, the first is followed and what was issued so
far may have been waited for. Loops and calls follow all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import BoundMethod, Const, External, FunctionValue, Instance, Symbol, Value
from cupylint.flow.interp.joins import join

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

Advanced = tuple[State, "Value | None"]
_STOPPED = ("stopped",)
_STOPS = ("StopIteration", "StopAsyncIteration")

BINARY = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
    "<<": "lshift", ">>": "rshift", "&": "and", "|": "or", "^": "xor",
}  # fmt: skip
COMPARE = {"==": "__eq__", "!=": "__ne__", "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__"}
UNARY = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}
_REVERSED = {"==": "__eq__", "!=": "__ne__", "<": "__gt__", "<=": "__ge__", ">": "__lt__", ">=": "__le__"}


def method(value: Value, name: str) -> BoundMethod | None:
    """The method `name` of an object of the file, if its class defines it."""
    member = value.cls.find(name) if isinstance(value, Instance) else None
    return BoundMethod(value, member) if isinstance(member, FunctionValue) else None


def inline(
    interpreter: Interpreter, state: State, function: Value, values: tuple[Value, ...], node: CSTNode | None
) -> Value:
    """The result of a call in an expression; `state` becomes the state after it."""

    place = node or interpreter.statement
    assert place is not None
    arguments = Arguments([(value, place) for value in values], {})
    outcomes = interpreter.invoke(state, function, arguments, place)
    if not outcomes:  # it always raises
        state.maybe_waited |= state.order.issued
        return interpreter.unknown("raised")
    after, result = outcomes[0]
    if after is not state:
        state.become(after)
    if len(outcomes) > 1:
        state.weaken_by(other for other, _ in outcomes[1:])
        result = result if all(value == result for _, value in outcomes) else interpreter.unknown("value")
    return result


def call(
    interpreter: Interpreter, state: State, value: Value, name: str, *values: Value, node: CSTNode | None
) -> Value | None:
    """The result of ``value.name(*values)`` for a method that the file defines, else None."""
    found = method(value, name)
    return None if found is None else inline(interpreter, state, found, values, node)


def binary(
    interpreter: Interpreter, state: State, operator: str, left: Value, right: Value, node: CSTNode | None
) -> Value | None:
    """``left operator right`` where an object of the file says what that is."""
    name = BINARY.get(operator)
    if name is None or not (isinstance(left, Instance) or isinstance(right, Instance)):
        return None
    found = call(interpreter, state, left, f"__{name}__", right, node=node)
    return call(interpreter, state, right, f"__r{name}__", left, node=node) if found is None else found


def augmented(
    interpreter: Interpreter, state: State, operator: str, old: Value, value: Value, node: CSTNode
) -> Value | None:
    """``old operator= value`` where the object changes itself."""
    return call(interpreter, state, old, f"__i{BINARY.get(operator, '')}__", value, node=node)


def compared(
    interpreter: Interpreter, state: State, operator: str, left: Value, right: Value, node: CSTNode | None
) -> Value | None:
    """``left operator right`` of a comparison; ``in`` asks the right side."""
    if operator in ("in", "not in"):
        return call(interpreter, state, right, "__contains__", left, node=node)
    if operator not in COMPARE:
        return None
    found = call(interpreter, state, left, COMPARE[operator], right, node=node)
    return call(interpreter, state, right, _REVERSED[operator], left, node=node) if found is None else found


def size(interpreter: Interpreter, state: State, value: Value, node: CSTNode | None) -> Value | None:
    """``len(value)`` of an object of the file that tells it."""
    return call(interpreter, state, value, "__len__", node=node)


def asked(interpreter: Interpreter, state: State, value: Value, node: CSTNode | None) -> Value | None:
    """What decides whether an object of the file is true, if it says so itself."""
    found = call(interpreter, state, value, "__bool__", node=node)
    return size(interpreter, state, value, node) if found is None else found


# -- iteration -------------------------------------------------------------------------------------


def iterators(interpreter: Interpreter, state: State, value: Value, node: CSTNode) -> list[Outcome] | None:
    """``iter(value)`` of an object of the file, for each path; None if it has no ``__iter__``."""

    found = method(value, "__iter__") or method(value, "__aiter__")
    return None if found is None else interpreter.invoke(state, found, Arguments([], {}), node)


def items(interpreter: Interpreter, state: State, value: Instance) -> tuple[Value, ...] | None:
    """The items of an object that is a sequence of known length."""
    if method(value, "__iter__") is not None or method(value, "__getitem__") is None:
        return None
    count = size(interpreter, state, value, None)
    if not (isinstance(count, Const) and isinstance(count.value, int)) or count.value > interpreter.FULL_LOOP:
        return None
    made = [call(interpreter, state, value, "__getitem__", Const(number), node=None) for number in range(count.value)]
    return tuple(item for item in made if item is not None)


def advancing(interpreter: Interpreter, value: Value, node: CSTNode) -> Callable[[State], list[Advanced]] | None:
    """What takes the next item of an object with ``__next__``: None as the item where there is none left."""
    found = method(value, "__next__")
    if found is None:
        return None
    return lambda state: _next(interpreter, state, found, node)


def _next(interpreter: Interpreter, state: State, function: BoundMethod, node: CSTNode) -> list[Advanced]:

    raised: list[State] = []
    interpreter.raising.append(raised)
    try:
        outcomes = interpreter.invoke(state, function, Arguments([], {}), node)
    finally:
        interpreter.raising.pop()
    found: list[Advanced] = list(outcomes)
    for each in join(raised, 4):
        if each.memory.get(_STOPPED):
            resumed(each)
            found.append((each, None))
        elif interpreter.raising:
            interpreter.raising[-1].append(each)
    return found


def stops(state: State, value: Value | None) -> None:
    """Remember that the path raises `value`, if that ends an iteration."""
    ends = isinstance(value, External) and value.dotted.rpartition(".")[2] in _STOPS
    if ends or (isinstance(value, Symbol) and value.label in _STOPS):
        state.memory[_STOPPED] = True


def exhausted(interpreter: Interpreter, state: State) -> None:
    """``next`` of an exhausted iterator raises `StopIteration`."""
    if interpreter.raising:
        state.memory[_STOPPED] = True
        interpreter.raising[-1].append(state)


def resumed(state: State) -> None:
    """The exception of this path is dealt with."""
    state.memory.discard(_STOPPED)
