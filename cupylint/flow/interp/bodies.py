"""Following the body of a function of the project, with its parameters bound."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import TYPE_CHECKING

from cupylint.flow.domain.array_modules import returned_with_device
from cupylint.flow.domain.frames import Closure, Frame, LocalClass, Outcome
from cupylint.flow.domain.frames import depth as depth_of
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    Array,
    ClassValue,
    Const,
    DictValue,
    FunctionValue,
    Instance,
    Symbol,
    TupleValue,
    Value,
    is_whole,
)
from cupylint.flow.interp import generators
from cupylint.flow.interp.joins import join_outcomes
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

OnYield = Callable[[State, Value], list[State]]


def run_function(
    interpreter: Interpreter,
    state: State,
    target: Value,
    positional: tuple[Value, ...],
    keywords: tuple[tuple[str, Value], ...],
    on_yield: OnYield | None = None,
    node: CSTNode | None = None,
) -> list[Outcome]:
    """Follow a function's body with its parameters bound. `node` is the call, where there is one."""
    if not isinstance(target, FunctionValue):
        return [(state, interpreter.unknown())]
    code = target.function
    if depth_of(interpreter.frames) > interpreter.work.DEPTH + 2:
        state.maybe_waited |= state.order.issued
        return [(state, interpreter.unknown())]
    interpreter.entries.entered.add(code)
    interpreter.entries.reached.setdefault(code.name, set()).add(interpreter.entries.current)
    interpreter.entries.led_from.setdefault(code, set()).add(interpreter.entries.current)
    frame = Frame(interpreter.fresh(), code, target.frames)
    frame.names = tuple(interpreter.scopes.get(number, frozenset()) for number in target.frames)
    frame.on_yield = on_yield
    frame.owner = target.owner
    frame.receiver = positional[0] if positional and isinstance(positional[0], Instance) else None
    frame.caller, frame.statement = node or interpreter.statement, interpreter.statement
    interpreter.scopes[frame.number] = code.assigned
    _bind(interpreter, state, frame.number, target, positional, dict(keywords))
    interpreter.frames.append(frame)
    statement = interpreter.statement
    try:
        with interpreter.lifetimes.lending(*positional, *(value for _, value in keywords)):
            ended = interpreter.run(code.body, [state])
    finally:
        interpreter.frames.pop()
        interpreter.statement = statement
    outcomes = returned_with_device(frame.returns + [(end, NONE) for end in ended])
    if not code.captures:
        for result, value in outcomes:
            _forget(interpreter, result, frame.number, code, value)
            generators.left_open(result, value)
    elif code in interpreter.entries.relevant and frame.module == 0:
        _keep_closures(interpreter, code, frame.number, outcomes)
    return join_outcomes(outcomes, interpreter.work.paths_kept, interpreter.unknown)


def _keep_closures(interpreter: Interpreter, code: ir.Function, number: int, outcomes: list[Outcome]) -> None:
    """Remember the functions and classes that a frame defined: code that is not seen may call those that are used."""
    entries = interpreter.entries
    for state, result in outcomes[:1]:
        returned = result.items if isinstance(result, TupleValue) else (result,)
        for _, value in state.memory.members(number):
            node = value.node if isinstance(value, ClassValue) and _is_made_in(value, number) else None
            if node is not None and isinstance(value, ClassValue) and node not in entries.local_classes:
                entries.local_classes[node] = LocalClass(value, state.copy(), entries.current)
            if not isinstance(value, FunctionValue) or value.frames[0] != number:
                continue
            is_used = value.function.name in code.idents or value.function.decorator_names
            if is_used and value.function not in entries.closures:
                to_caller = returned if len(interpreter.frames) == 1 else ()
                entries.closures[value.function] = Closure(value, state.copy(), entries.current, to_caller)


def _is_made_in(cls: ClassValue, number: int) -> bool:
    """Whether a class stands in the function of a frame."""
    methods = (member for member in cls.members.values() if isinstance(member, FunctionValue))
    return any(method.frames[0] == number for method in methods)


def _forget(interpreter: Interpreter, state: State, number: int, code: ir.Function, returned: Value) -> None:
    for name in code.assigned if interpreter.lifetimes.elsewhere else ():
        interpreter.lifetimes.drop(state, state.memory.get((number, name)), "returned", returned)
    for name in code.assigned:
        state.memory.discard((number, name))
    for temporary in range(1, code.temporaries + 1):
        state.memory.discard((number, temporary))


def _bind(
    interpreter: Interpreter,
    state: State,
    number: int,
    target: FunctionValue,
    positional: tuple[Value, ...],
    keywords: dict[str, Value],
) -> None:
    defaults = dict(target.defaults)
    rest = list(positional)
    for parameter in target.function.parameters:
        name = parameter.name
        if parameter.kind == "positional" and rest:
            value: Value = rest.pop(0)
            if isinstance(value, Symbol):  # ``*args`` that are not known
                value = _own_object(interpreter, target.function, name) or value
        elif parameter.kind == "*":
            value, rest = TupleValue(tuple(rest)), []
        elif parameter.kind == "**":
            held = DictValue(interpreter.fresh())
            state.memory[held.key] = tuple((Const(key), item) for key, item in keywords.items())
            value, keywords = held, {}
        elif name in keywords:
            value = keywords.pop(name)
        elif name in defaults:
            value = defaults[name]
        else:
            value = _own_object(interpreter, target.function, name) or interpreter.unknown(name)
        state.memory[(number, name)] = value
        if type(value) is Array and is_whole(value):
            interpreter.names.name_array(min(value.buffers), name)  # what was made for the call has no other name


def _own_object(interpreter: Interpreter, method: ir.Function, name: str) -> Instance | None:
    """The object of a method that functions around it call with what was made of their arguments: its own."""
    if name != "self":
        return None
    around = takewhile(lambda frame: not frame.function.parent_class, reversed(interpreter.frames))
    receiver = next((frame.receiver for frame in around if frame.receiver is not None), None)
    if receiver is None or all(cls.name != method.parent_class for cls in receiver.cls.family()):
        return None
    return receiver
