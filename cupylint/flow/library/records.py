"""Objects that are little more than their fields: named tuples, namespaces, copies of dataclasses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import items_of
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import ClassValue, Const, External, Instance, Value

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

_NAMESPACE = ClassValue("SimpleNamespace", None, {}, ())


def named_tuple(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``namedtuple("Slot", "stream buffer")``: a class like those that derive from ``typing.NamedTuple``."""
    title, given = arguments.position(0), arguments.either(1, "field_names")
    if not (isinstance(title, Const) and isinstance(title.value, str)) or given is None:
        return interpreter.unknown("namedtuple", host=True)
    items = items_of(state, given)
    if isinstance(given, Const) and isinstance(given.value, str):
        names = tuple(given.value.replace(",", " ").split())
    elif items is not None:
        names = tuple(str(item.value) for item in items if isinstance(item, Const))
    else:
        return interpreter.unknown("namedtuple", host=True)
    members: dict[str, Value] = {}
    defaults = arguments.keyword("defaults")
    values = items_of(state, defaults) if defaults is not None else None
    if values and len(values) <= len(names):
        members = dict(zip(names[-len(values) :], values, strict=True))
    return ClassValue(title.value, node, members, (External("typing.NamedTuple"),), fields=names)


def namespace(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``SimpleNamespace(a=1)``."""
    made = Instance(interpreter.fresh(), _NAMESPACE)
    for name, value in arguments.keyword_values():
        state.memory[(made.key, name)] = value
    return made


def replaced(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``dataclasses.replace(x, a=1)`` and ``copy.copy(x)``: another object with the same fields but those given."""
    old = arguments.position(0)
    if not isinstance(old, Instance):
        return interpreter.unknown("replace")
    made = Instance(interpreter.fresh(), old.cls)
    for name, value in [*fields(state, old), *arguments.keyword_values()]:
        state.memory[(made.key, name)] = value
    return made


def fields(state: State, instance: Instance) -> list[tuple[str, Value]]:
    """What an object holds, by name."""
    return [(str(name), value) for name, value in state.memory.members(instance.key) if isinstance(value, Value)]
