"""Objects that functions are handed, where an annotation names a class of the project that has to do with streams.

``def apply(x: cp.ndarray, plan: Plan)``: the streams of `plan` are as its constructor makes them, with all work until
then done. What the constructor sets to numbers or None may have changed since, and so may what its events stand for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.budget import Spent
from cupylint.flow.device import callers
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.frames import Frame
from cupylint.flow.domain.modules import look_up
from cupylint.flow.domain.values import (
    ClassValue,
    Const,
    FunctionValue,
    Imported,
    Instance,
    ModuleValue,
    StreamValue,
    Value,
)
from cupylint.flow.domain.work import OutOfWork

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir

Changes = dict["Hashable", object]
Placed = tuple[tuple[str, Value], ...]
_DEALS_WITH = frozenset(("Stream", "ExternalStream"))


def handed_object(
    interpreter: Interpreter,
    state: State,
    code: ir.Function,
    parameter: ir.Parameter,
    given: Callable[[Interpreter, State, ir.Function], Placed],
) -> Instance | None:
    """The object that a parameter of `code` stands for, None if nothing is known of it.

    `given` makes the arguments of its constructor, of which only the kind is known.
    """
    cls = named_class(interpreter, state, parameter.annotation, for_streams=True)
    if (
        cls is None
        or (cls.name, parameter.name) in interpreter.parameters.under_construction
        or cls.idents.isdisjoint(_DEALS_WITH)
    ):
        return None
    key = (cls, parameter.name)
    if key not in interpreter.parameters.objects:
        interpreter.parameters.under_construction.add((cls.name, parameter.name))
        try:
            interpreter.parameters.objects[key] = _constructed(interpreter, state, cls, code, parameter, given)
        finally:
            interpreter.parameters.under_construction.discard((cls.name, parameter.name))
    made = interpreter.parameters.objects[key]
    if made is None:
        return None
    state.memory.update(made[1].items())
    return made[0]


def named_class(
    interpreter: Interpreter, state: State, annotation: str, *, for_streams: bool = False
) -> ClassValue | None:
    """The class of the project that an annotation names; if `for_streams`, only one that may have to do with them."""
    first, *rest = annotation.split(".")
    found = state.memory.get((0, first)) if first else None
    if isinstance(found, Imported):
        wanted = not for_streams or _may_deal_with_streams(interpreter, found)
        found = look_up(interpreter, state, found) if wanted else None
    for name in rest if isinstance(found, (ModuleValue, ClassValue)) else ():
        found = interpreter.get_attribute(state, found, name)  # type: ignore[arg-type]
    return found if isinstance(found, ClassValue) else None


def _may_deal_with_streams(interpreter: Interpreter, imported: Imported) -> bool:
    if interpreter.library is None or not imported.names:
        return False
    return imported.names[0].encode() in interpreter.library.stream_names(imported.path)


def _constructed(
    interpreter: Interpreter,
    state: State,
    cls: ClassValue,
    code: ir.Function,
    parameter: ir.Parameter,
    given: Callable[[Interpreter, State, ir.Function], Placed],
) -> tuple[Instance, Changes] | None:
    """A new object, and what its constructor changes in memory."""
    initialiser, place = cls.find("__init__"), callers.parameter_node(code, parameter.name)
    if not isinstance(initialiser, FunctionValue) or place is None:
        return None
    scratch, events = state.copy(), interpreter.events.created.keys() | set()
    statement = interpreter.statement
    interpreter.frames.append(Frame(0, code, ()))
    interpreter.modules.importing += 1  # what is wrong there is found where the class is followed
    try:
        arguments = given(interpreter, scratch, initialiser.function)[1:]
        placed = Arguments([], {name: (value, place.name) for name, value in arguments})
        outcomes = interpreter.invoke(scratch, cls, placed, place.name)
    except (OutOfWork, RecursionError, Spent):
        return None  # where there is nothing left, what follows comes to its end as well
    finally:
        interpreter.modules.importing -= 1
        interpreter.frames.pop()
        interpreter.statement = statement
    if not outcomes or not isinstance(outcomes[0][1], Instance):
        return None
    after, value = outcomes[0][0], outcomes[0][1]
    changes: Changes = {key: held for key, held in after.memory.own.items() if state.memory.get(key) != held}
    for name, held in after.memory.members(value.key):
        if isinstance(held, Const):
            changes[(value.key, name)] = interpreter.symbol(("kept by", value, name), str(name))
        elif isinstance(held, StreamValue):
            interpreter.names.name_part(held.stream, str(name), f"{parameter.name}.{name}")
    changes.update((("escaped", event), True) for event in interpreter.events.created.keys() - events)
    return value, changes
