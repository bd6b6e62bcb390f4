"""Python's own functions and containers, threads, and helpers of the standard library."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cupylint import cupy_model
from cupylint.flow import arrays, introspection
from cupylint.flow.arguments import Arguments
from cupylint.flow.regions import at_most
from cupylint.flow.state import State
from cupylint.flow.values import (
    NONE,
    Array,
    BoundMethod,
    Const,
    DictValue,
    Done,
    EventValue,
    Field,
    FunctionValue,
    Generator,
    HostArray,
    HostView,
    Instance,
    ListValue,
    Partial,
    Pointer,
    StreamValue,
    Symbol,
    Thread,
    TupleValue,
    Value,
)
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine

Outcome = tuple[State, Value]
Handler = Callable[["Machine", State, Arguments, "CSTNode"], Value]
_CARRIERS = (StreamValue, EventValue, FunctionValue, BoundMethod, Partial, Instance, Generator)
_HOST_MODULES = frozenset(
    """time os sys math json re logging pathlib argparse warnings threading queue enum abc struct gc subprocess
    shutil tempfile datetime string io pickle inspect traceback multiprocessing signal weakref statistics
    platform socket uuid hashlib textwrap concurrent pytest""".split()  # noqa: SIM905
)
"""Modules whose functions return nothing that could be a stream, unless they are given one."""
_HOST_BUILTINS = frozenset(
    """abs all any ascii bin bytes chr divmod hash hex id input issubclass open oct ord pow round slice sum
    len int float str bool""".split()  # noqa: SIM905
)
_NEVER_RETURN = frozenset(
    """sys.exit os._exit os.abort builtins.exit builtins.quit pytest.fail pytest.skip pytest.exit""".split()  # noqa: SIM905
)


def call(machine: Machine, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> list[Outcome] | None:
    """A call of the standard library; None if it may do anything with what it is given."""
    handler = _CALLS.get(dotted)
    if handler is not None:
        return [(state, handler(machine, state, arguments, node))]
    if dotted in _NEVER_RETURN:
        return []
    root, _, rest = dotted.partition(".")
    if root == "builtins" and rest in _HOST_BUILTINS | cupy_model.BUILTINS_THAT_WAIT:
        return [(state, _builtin(machine, state, rest, arguments, node))]
    if any(isinstance(value, Pointer) for value, _ in arguments.all()) and root == "ctypes":
        pointer = next(value for value, _ in arguments.all() if isinstance(value, Pointer))
        return [(state, HostView(pointer.array))]
    if root in _HOST_MODULES and not any(_carries(state, value) for value, _ in arguments.all()):
        machine.may_raise(state)
        return [(state, machine.unknown(dotted.rpartition(".")[2], host=True))]
    return None


def _carries(state: State, value: Value) -> bool:
    """Whether code that is handed `value` could reach streams, events or arrays, or run code of this file."""
    return isinstance(value, _CARRIERS) or bool(arrays.arrays_in(state, value))


def _builtin(machine: Machine, state: State, name: str, arguments: Arguments, node: CSTNode) -> Value:
    for value, place in arguments.all():
        if isinstance(value, HostView):
            arrays.host_touch(machine, state, value.array, "r", place)
        if name in cupy_model.BUILTINS_THAT_WAIT:
            for array in arrays.arrays_in(state, value) if name == "print" else [value]:
                if isinstance(array, Array):
                    arrays.host_read(machine, state, array, place, name)
    if any(isinstance(value, (Array, HostArray)) for value, _ in arguments.all()):
        if name == "sum" and isinstance(arguments.position(0), Array):
            return arrays.elementwise(machine, state, node, [(arguments.values()[0], arguments.place(0, node))], "sum")
        if name == "iter":
            return arguments.values()[0]
        return HostArray()
    if name == "sum" and (found := arrays.arrays_in(state, arguments.position(0) or NONE)):
        return arrays.elementwise(machine, state, node, [(array, arguments.place(0, node)) for array in found], "sum")
    if name in ("abs", "round", "int", "float") and isinstance(arguments.position(0), (Const, Symbol)):
        value = arguments.values()[0]
        return value if isinstance(value, Const) and isinstance(value.value, int) else machine.symbol((name, value))
    return machine.unknown(name, host=not any(_carries(state, value) for value, _ in arguments.all()))


def _range(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``range(n)`` of an unknown n: n is taken to be as many rounds as loops are followed for."""
    values = list(arguments.values())
    if values and all(isinstance(value, Const) and isinstance(value.value, int) for value in values):
        if any(abs(value.value) >> 62 for value in values):  # type: ignore[attr-defined]
            return machine.unknown("range")  # longer than len() can tell
        try:
            return Const(range(*[value.value for value in values]))  # type: ignore[attr-defined]
        except (TypeError, ValueError):
            return machine.unknown("range")
    from cupylint.flow.evaluate import resolve
    from cupylint.flow.operators import binary

    start: Value = Const(0) if len(values) < 2 else values[0]
    stop = values[0] if len(values) == 1 else values[1] if len(values) > 1 else Const(0)
    step: Value = Const(1) if len(values) < 3 else values[2]
    rounds = machine.rounds()
    if step == Const(1) and isinstance(start, Const) and isinstance(start.value, int) and isinstance(stop, Symbol):
        state.assumed[stop] = Const(start.value + rounds)
        return Const(range(start.value, start.value + rounds))
    items: list[Value] = []
    place = ir.Node(node)
    for number in range(rounds):
        offset = binary(machine, state, place, "*", [(Const(number), node), (step, node)])
        items.append(resolve(state, binary(machine, state, place, "+", [(start, node), (offset, node)])))
    return TupleValue(tuple(items))


def _length(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    from cupylint.flow.items import dict_items, items_of

    value = arguments.position(0)
    if value is None:
        return machine.unknown()
    items = items_of(state, value)
    if items is not None:
        return Const(len(items))
    if isinstance(value, DictValue):
        return Const(len(dict_items(state, value)))
    if isinstance(value, Const) and isinstance(value.value, (str, bytes, range)):
        return Const(len(value.value))
    return machine.symbol(("len", value), "len", host=True)


def _listed(state: State, arguments: Arguments) -> tuple[Value, ...] | None:
    """The items of the first argument, if it can be gone through."""
    from cupylint.flow.items import dict_items, items_of

    value = arguments.position(0)
    if value is None:
        return ()
    items = items_of(state, value)
    if items is None and isinstance(value, Const) and isinstance(value.value, range) and len(value.value) <= 64:
        return tuple(Const(number) for number in value.value)
    if items is None and isinstance(value, DictValue):
        return tuple(key for key, _ in dict_items(state, value))
    return items


def _first_items(machine: Machine, state: State, value: Value) -> tuple[Value, ...]:
    from cupylint.flow.items import get_item, items_of

    items = items_of(state, value)
    if items is not None:
        return items
    if isinstance(value, Const) and isinstance(value.value, range):
        count = len(value.value) if len(value.value) <= machine.FULL_LOOP else machine.rounds()
        return tuple(Const(number) for number in value.value[:count])
    if isinstance(value, Array):
        assert machine.statement is not None
        place = ir.Node(machine.statement)
        return tuple(get_item(machine, state, value, Const(n), place) for n in range(machine.rounds()))
    if isinstance(value, Symbol):
        state.assumed[machine.symbol(("len", value), "len", host=True)] = Const(machine.rounds())
    return tuple(machine.symbol(("item", value, number), "item") for number in range(machine.rounds()))


def _list(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    from cupylint.flow.items import new_list

    value = arguments.position(0)
    items = _listed(state, arguments)
    if items is None and value is not None:
        if isinstance(value, Symbol):
            return value
        items = _first_items(machine, state, value)
    return new_list(machine, state, items or ())


def _tuple(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    items = _listed(state, arguments)
    if items is None and isinstance(value, Symbol):
        return value
    return TupleValue(items or ())


def _reversed(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    items = _listed(state, arguments)
    return machine.unknown() if items is None else TupleValue(items[::-1])


def _enumerate(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    start = arguments.either(1, "start")
    first = start.value if isinstance(start, Const) and isinstance(start.value, int) else 0
    if value is None:
        return machine.unknown()
    items = _first_items(machine, state, value)
    return TupleValue(tuple(TupleValue((Const(first + number), item)) for number, item in enumerate(items)))


def _zip(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    known = [value for value in arguments.values() if _is_listed(value)]
    lists = [_first_items(machine, state, value) for value in arguments.values()]
    if not lists:
        return TupleValue(())
    count = min(len(items) for items in lists)
    if known:  # what has no known length is as long as what has
        count = min(len(_first_items(machine, state, value)) for value in known)
        lists = [
            _stretched(machine, value, items, count) for value, items in zip(arguments.values(), lists, strict=True)
        ]
    return TupleValue(tuple(TupleValue(tuple(items[number] for items in lists)) for number in range(count)))


def _is_listed(value: Value) -> bool:
    return isinstance(value, (TupleValue, ListValue)) or (isinstance(value, Const) and isinstance(value.value, range))


def _stretched(machine: Machine, value: Value, items: tuple[Value, ...], count: int) -> tuple[Value, ...]:
    more = tuple(machine.symbol(("item", value, number), "item") for number in range(len(items), count))
    return items + more


def _minimum(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    values = arguments.values()
    if values and all(isinstance(value, Const) and isinstance(value.value, (int, float)) for value in values):
        return Const(min(value.value for value in values))  # type: ignore[attr-defined]
    for value in values:
        if len(values) > 1 and all(at_most(value, other) for other in values):
            return value
    if len(values) > 1 and not any(isinstance(value, Array) for value in values):
        return machine.symbol(("min", *values))
    return _builtin(machine, state, "min", arguments, node)


def _maximum(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    values = arguments.values()
    if len(values) > 1 and all(isinstance(value, Const) and isinstance(value.value, (int, float)) for value in values):
        return Const(max(value.value for value in values))  # type: ignore[attr-defined]
    if len(values) > 1 and not any(isinstance(value, Array) for value in values):
        return machine.symbol(("max", *values))
    return _builtin(machine, state, "max", arguments, node)


def _thread(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    target = arguments.keyword("target")
    passed = arguments.keyword("args")
    values = passed.items if isinstance(passed, TupleValue) else ()
    return Thread(machine.fresh(), target if target is not None else machine.unknown(), values)


def _partial(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    values = arguments.values()
    return Partial(values[0], values[1:], arguments.keyword_values()) if values else machine.unknown()


def _null_context(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.either(0, "enter_result")
    return machine.symbol(("nullcontext", value), "nullcontext", host=True)


def _dict(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    from cupylint.flow.items import dict_items

    value = DictValue(machine.fresh())
    first = arguments.position(0)
    items = dict_items(state, first) if isinstance(first, DictValue) else ()
    state.memory[value.key] = (*items, *((Const(name), item) for name, item in arguments.keyword_values()))
    return value


def _field(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return Field(arguments.keyword("default"), arguments.keyword("default_factory"))


def _object(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``object()`` is like nothing but itself."""
    return Const(("object", machine.fresh()))


def _host(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return machine.unknown("host", host=True)


def _all(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``all(stream.done for ...)`` tells of every one of them."""
    items = _listed(state, arguments)
    if items and all(isinstance(item, Done) and not item.negated for item in items):
        return Done(TupleValue(tuple(item.target for item in items if isinstance(item, Done))))
    return _builtin(machine, state, "all", arguments, node)


def _any(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``any(not stream.done for ...)`` is false only when all are done."""
    items = _listed(state, arguments)
    if items and all(isinstance(item, Done) and item.negated for item in items):
        return Done(TupleValue(tuple(item.target for item in items if isinstance(item, Done))), negated=True)
    return _builtin(machine, state, "any", arguments, node)


def _environment(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return machine.symbol(("environment", arguments.values()), "environ", host=True)


def _next(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    return machine.unknown("next", host=isinstance(value, Symbol) and value.host)


_CALLS: dict[str, Handler] = {
    "builtins.all": _all,
    "builtins.any": _any,
    "os.getenv": _environment,
    "os.environ.get": _environment,
    "builtins.isinstance": introspection.is_instance,
    "builtins.getattr": introspection.get_attribute_by_name,
    "builtins.hasattr": introspection.has_attribute,
    "builtins.callable": introspection.is_callable,
    "builtins.super": introspection.super_object,
    "builtins.next": _next,
    "builtins.range": _range,
    "builtins.len": _length,
    "builtins.list": _list,
    "builtins.tuple": _tuple,
    "builtins.iter": _tuple,
    "builtins.reversed": _reversed,
    "builtins.enumerate": _enumerate,
    "builtins.zip": _zip,
    "builtins.min": _minimum,
    "builtins.max": _maximum,
    "builtins.dict": _dict,
    "builtins.object": _object,
    "dataclasses.field": _field,
    "builtins.set": _list,
    "builtins.sorted": _list,
    "collections.deque": _list,
    "threading.Thread": _thread,
    "functools.partial": _partial,
    "functools.wraps": _host,
    "atexit.register": _host,
    "signal.signal": _host,
    "contextlib.nullcontext": _null_context,
}
