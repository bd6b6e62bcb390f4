"""``Class(...)``: new objects of classes of the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import items_of
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    BoundMethod,
    ClassValue,
    Field,
    FunctionValue,
    Instance,
    Symbol,
    Value,
)

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


def construct(
    interpreter: Interpreter, state: State, cls: ClassValue, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """``Class(...)``: what the metaclass of the class gives, or a new object."""
    if (maker := cls.maker()) is not None:
        return interpreter.call_function(state, BoundMethod(cls, maker), arguments, node)
    return made(interpreter, state, cls, arguments, node)


def made(interpreter: Interpreter, state: State, cls: ClassValue, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """A new object, or what ``__new__`` of the class gives, with ``__init__`` followed."""
    maker = cls.find("__new__")
    if not isinstance(maker, FunctionValue):
        return _initialised(interpreter, state, Instance(interpreter.fresh(), cls), arguments, node)
    outcomes: list[Outcome] = []
    for after, given in interpreter.call_function(state, BoundMethod(cls, maker), arguments, node):
        instance = Instance(interpreter.fresh(), cls) if isinstance(given, Symbol) else given
        if isinstance(instance, Instance) and any(base == cls for base in instance.cls.family()):
            outcomes += _initialised(interpreter, after, instance, arguments, node)
        else:
            outcomes.append((after, instance))
    return outcomes


def bare(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``object.__new__(cls)``: an object that no constructor has seen."""
    cls = arguments.position(0)
    return Instance(interpreter.fresh(), cls) if isinstance(cls, ClassValue) else interpreter.unknown("object")


def _initialised(
    interpreter: Interpreter, state: State, instance: Instance, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    cls = instance.cls
    interpreter.entries.objects.add(instance.key)
    if any(_has_functions(state, value) for value in arguments.values()):
        interpreter.entries.given_functions.add(instance.key)
    initialiser = cls.find("__init__")
    if not isinstance(initialiser, FunctionValue):
        return construct_fields(interpreter, state, instance, arguments, node)
    results = interpreter.call_function(state, BoundMethod(instance, initialiser), arguments, node)
    return [(result, instance) for result, _ in results]


def construct_fields(
    interpreter: Interpreter, state: State, instance: Instance, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """A class without ``__init__`` of its own: what a dataclass does with its fields."""
    cls = instance.cls
    given = dict(zip(cls.all_fields(), arguments.values(), strict=False)) | dict(arguments.keyword_values())
    for name, value in given.items():
        state.memory[(instance.key, name)] = value
    states = [state]
    for name in cls.all_fields():
        default = cls.find(name)
        if name in given or not isinstance(default, Field):
            continue
        if default.factory is None:
            if default.default is not None:
                for each in states:
                    each.memory[(instance.key, name)] = default.default
            continue
        made: list[State] = []
        for each in states:
            for after, value in interpreter.invoke(each, default.factory, Arguments([], {}), node):
                after.memory[(instance.key, name)] = value
                made.append(after)
        states = made
    finish = cls.find("__post_init__")
    if isinstance(finish, FunctionValue):
        method = BoundMethod(instance, finish)
        states = [
            after for each in states for after, _ in interpreter.call_function(each, method, Arguments([], {}), node)
        ]
    return [(each, instance) for each in states]


def _has_functions(state: State, value: Value) -> bool:
    """Whether a value is a function whose code is known, or a collection that holds one."""
    return any(isinstance(item, FunctionValue) for item in (value, *(items_of(state, value) or ())))
