"""Objects that functions are handed, where an annotation or a test names a class of the project that uses streams.

``def apply(x: cp.ndarray, plan: Plan)``: the streams of `plan` are as its constructor makes them, with all work until
then done. What the constructor sets to numbers or None may have changed since, and so may what its events stand for.
The same where a function, or the one that calls a constructor, goes on only with such an object: ``if not
isinstance(plan, Plan): raise TypeError``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.budget import Spent
from cupylint.findings import Premise
from cupylint.flow.device import callers
from cupylint.flow.device.named_parameters import class_of, maker_of
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.frames import Frame
from cupylint.flow.domain.modules import imported, look_up
from cupylint.flow.domain.type_tests import insisted_on, names_given
from cupylint.flow.domain.values import (
    Array,
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
from cupylint.program import ir

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

Changes = dict["Hashable", object]
Placed = tuple[tuple[str, Value], ...]
_DEALS_WITH = frozenset(("Stream", "ExternalStream"))
_TAKES = _DEALS_WITH | {"stream"}


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
    cls, deals_with = named_class(interpreter, state, parameter.annotation, for_streams=True), _DEALS_WITH
    if cls is None:
        cls, deals_with = _insisted_on(interpreter, state, code, parameter.name), _TAKES
    by_name = cls is None
    if by_name:
        cls, deals_with = class_of(state, code, parameter), _DEALS_WITH | {"get_current_stream", "wait_event"}
    if (
        cls is None
        or (cls.name, parameter.name) in interpreter.parameters.under_construction
        or not _may_deal_with(state, cls, deals_with)
    ):
        return None
    key = (cls, parameter.name)
    if key not in interpreter.parameters.objects:
        interpreter.parameters.under_construction.add((cls.name, parameter.name))
        first = interpreter.fresh()
        try:
            interpreter.parameters.objects[key] = _constructed(interpreter, state, cls, code, parameter, given)
        finally:
            numbers = range(first, interpreter.fresh())
            interpreter.parameters.handed.append((numbers, parameter.name))
            if by_name:
                premise = Premise("argument", f"`{parameter.name}` is a `{cls.name}`")
                interpreter.parameters.named.append((numbers, premise))
            interpreter.parameters.under_construction.discard((cls.name, parameter.name))
    made = interpreter.parameters.objects[key]
    if made is None:
        return None
    state.memory.update(made[1].items())
    return made[0]


def _may_deal_with(state: State, cls: ClassValue, words: frozenset[str], depth: int = 2) -> bool:
    """Whether a class names some words, or one does that its constructor is given an object of."""
    made = cls.find("__init__")
    maker = None if isinstance(made, FunctionValue) else maker_of(state, cls)
    if not words.isdisjoint(cls.idents if maker is None else maker.function.idents):
        return True
    given = made.function.parameters[1:] if depth and isinstance(made, FunctionValue) else []
    held = [class_of(state, made.function, each) for each in given]  # type: ignore[union-attr]
    return any(each is not None and _may_deal_with(state, each, words, depth - 1) for each in held)


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


def _insisted_on(interpreter: Interpreter, state: State, code: ir.Function, name: str) -> ClassValue | None:
    """The class that a parameter has to be of, as `code` or a function of the file that makes such an object tests."""
    for function, variable in _given_as(state, code, name):
        if (kind := insisted_on(function, variable)) is None:
            continue
        dotted = next((each for each in function.imports if each.rpartition(".")[2] == kind), None)
        found = named_class(interpreter, state, kind) if dotted is None else imported(interpreter, dotted, 0)
        if isinstance(found, Imported):
            found = look_up(interpreter, state, found)
        if isinstance(found, ClassValue):
            return found
    return None


def _given_as(state: State, code: ir.Function, name: str) -> Iterator[tuple[ir.Function, str]]:
    """Functions with tests, and what they call a parameter of `code`: itself, and those that call its constructor.

    Bodies of functions are dear to read: names tell of most that there is nothing in them.
    """
    if "isinstance" in code.idents:
        yield code, name
    own = code.parent_class if code.name == "__init__" else ""
    for _, value in state.memory.members(0) if own else ():
        if isinstance(value, FunctionValue) and {"isinstance", own} <= value.function.idents:
            yield from ((value.function, given) for given in names_given(value.function, own, code, name))


def _may_deal_with_streams(interpreter: Interpreter, taken: Imported) -> bool:
    if interpreter.library is None or not taken.names:
        return False
    return taken.names[0].encode() in interpreter.library.stream_names(taken.path)


def _name_part(interpreter: Interpreter, held: object, name: str, text: str) -> None:
    """What the source calls a stream or an array of such an object."""
    if isinstance(held, StreamValue):
        interpreter.names.name_part(held.stream, name, text)
    elif isinstance(held, Array) and len(held.buffers) == 1:
        interpreter.names.name_array(next(iter(held.buffers)), text)


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
    maker = cls if isinstance(initialiser, FunctionValue) else maker_of(state, cls)
    taking = initialiser if maker is cls else maker
    if maker is None or not isinstance(taking, FunctionValue) or place is None:
        return None
    scratch, events = state.copy(), interpreter.events.created.keys() | set()
    statement = interpreter.statement
    interpreter.frames.append(Frame(0, code, ()))
    interpreter.modules.importing += 1  # what is wrong there is found where the class is followed
    try:
        arguments = given(interpreter, scratch, taking.function)[1 if maker is cls else 0 :]
        placed = Arguments([], {name: (value, place.name) for name, value in arguments})
        outcomes = interpreter.invoke(scratch, maker, placed, place.name)
    except (OutOfWork, RecursionError, Spent):
        return None  # where there is nothing left, what follows comes to its end as well
    finally:
        interpreter.modules.importing -= 1
        interpreter.frames.pop()
        interpreter.statement = statement
    after, value = outcomes[0] if outcomes else (scratch, None)
    if not isinstance(value, Instance) or value.cls != cls:
        return None
    changes: Changes = {key: held for key, held in after.memory.own.items() if state.memory.get(key) != held}
    for name, held in after.memory.members(value.key):
        if isinstance(held, Const):
            changes[(value.key, name)] = interpreter.symbol(("kept by", value, name), str(name))
        else:
            _name_part(interpreter, held, str(name), f"{parameter.name}.{name}")
    changes.update((("escaped", event), True) for event in interpreter.events.created.keys() - events)
    return value, changes
