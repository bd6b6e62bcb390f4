"""Python's own functions and containers, threads, and helpers of the standard library."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from cupylint import cupy_model
from cupylint.flow import arrays
from cupylint.flow.arguments import Arguments
from cupylint.flow.regions import at_most
from cupylint.flow.state import State
from cupylint.flow.values import (
    NONE,
    Array,
    BoundMethod,
    ClassValue,
    Const,
    DictValue,
    Done,
    EventValue,
    External,
    FunctionValue,
    Generator,
    HostArray,
    HostView,
    Instance,
    ListValue,
    Partial,
    Pointer,
    StreamValue,
    Super,
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


def _listed(machine: Machine, state: State, arguments: Arguments) -> tuple[Value, ...] | None:
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
    items = _listed(machine, state, arguments)
    if items is None and value is not None:
        if isinstance(value, Symbol):
            return value
        items = _first_items(machine, state, value)
    return new_list(machine, state, items or ())


def _tuple(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    items = _listed(machine, state, arguments)
    if items is None and isinstance(value, Symbol):
        return value
    return TupleValue(items or ())


def _reversed(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    items = _listed(machine, state, arguments)
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


def _host(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return machine.unknown("host", host=True)


def _all(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``all(stream.done for ...)`` tells of every one of them."""
    items = _listed(machine, state, arguments)
    if items and all(isinstance(item, Done) and not item.negated for item in items):
        return Done(TupleValue(tuple(item.target for item in items if isinstance(item, Done))))
    return _builtin(machine, state, "all", arguments, node)


def _any(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``any(not stream.done for ...)`` is false only when all are done."""
    items = _listed(machine, state, arguments)
    if items and all(isinstance(item, Done) and item.negated for item in items):
        return Done(TupleValue(tuple(item.target for item in items if isinstance(item, Done))), negated=True)
    return _builtin(machine, state, "any", arguments, node)


def _environment(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return machine.symbol(("environment", arguments.values()), "environ", host=True)


def _is_instance(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value, kind = arguments.position(0), arguments.position(1)
    known = isinstance(kind, External) and kind.dotted.startswith("cupy.cuda.")
    if known and isinstance(value, (StreamValue, EventValue)) and isinstance(kind, External):
        return Const(kind.dotted.endswith("Stream" if isinstance(value, StreamValue) else "Event"))
    if isinstance(value, Array) and kind == External("cupy.ndarray"):
        return Const(True)
    if isinstance(value, Instance) and isinstance(kind, ClassValue) and value.cls is kind:
        return Const(True)
    return machine.symbol(("isinstance", value, kind), "isinstance", host=True)


def _get_attribute(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``getattr(object, "name", default)``."""
    from cupylint.flow.attributes import get_attribute

    base, name, default = arguments.position(0), arguments.position(1), arguments.position(2)
    if base is None or not (isinstance(name, Const) and isinstance(name.value, str)):
        return machine.unknown("getattr")
    if isinstance(base, Symbol) and isinstance(stored := state.memory.get((base, name.value)), Value):
        return stored
    if default is not None and not isinstance(base, (Instance, StreamValue, EventValue, Array)):
        return machine.symbol(("getattr", base, name, default), name.value)
    if default is not None and isinstance(base, Instance) and not _has(state, base, name.value):
        return default if not base.cls.open else machine.symbol(("getattr", base, name, default), name.value)
    return get_attribute(machine, state, base, name.value, ir.Node(node))


def _has(state: State, base: Instance, name: str) -> bool:
    return state.memory.get((base.key, name)) is not None or base.cls.find(name) is not None


_STREAM_ATTRIBUTES = frozenset(("synchronize", "record", "wait_event", "use", "done", "ptr", "device_id"))


def _has_attribute(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    base, name = arguments.position(0), arguments.position(1)
    if isinstance(name, Const) and isinstance(name.value, str):
        if isinstance(base, Instance) and not base.cls.open:
            return Const(_has(state, base, name.value))
        if isinstance(base, StreamValue) and name.value in _STREAM_ATTRIBUTES:
            return Const(True)
    return machine.symbol(("hasattr", base, name), "hasattr", host=True)


def _callable(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    if isinstance(value, (FunctionValue, BoundMethod, Partial, ClassValue)):
        return Const(True)
    return machine.symbol(("callable", value), "callable", host=True)


def _super(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``super()`` in a method whose object is known."""
    from cupylint.flow.evaluate import load

    owner, parameters = machine.frame.owner, machine.frame.function.parameters
    if owner is None or not parameters or arguments.values():
        return machine.unknown("super")
    receiver = load(machine, state, parameters[0].name)
    return Super(receiver, owner) if isinstance(receiver, Instance) else machine.unknown("super")


def _next(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    return machine.unknown("next", host=isinstance(value, Symbol) and value.host)


_CALLS: dict[str, Handler] = {
    "builtins.all": _all,
    "builtins.any": _any,
    "os.getenv": _environment,
    "os.environ.get": _environment,
    "builtins.isinstance": _is_instance,
    "builtins.getattr": _get_attribute,
    "builtins.hasattr": _has_attribute,
    "builtins.callable": _callable,
    "builtins.super": _super,
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


# -- methods of containers, strings and threads ----------------------------------------------------


def method(
    machine: Machine, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``list.append``, ``dict.items``, ``thread.start``; None if nothing is known of it."""
    if isinstance(receiver, Thread):
        return _thread_method(machine, state, receiver, name, arguments, node)
    if isinstance(receiver, ListValue):
        return [(state, _list_method(machine, state, receiver, name, arguments))]
    if isinstance(receiver, DictValue):
        return [(state, _dict_method(machine, state, receiver, name, arguments))]
    return [(state, machine.unknown(name, host=isinstance(receiver, Const)))]


def _list_method(machine: Machine, state: State, receiver: ListValue, name: str, arguments: Arguments) -> Value:
    from cupylint.flow.items import MAX_ITEMS, items_of, new_list

    items = list(items_of(state, receiver) or ())
    first = arguments.position(0)
    result: Value = NONE
    if name in ("append", "appendleft", "add") and first is not None:
        items = [first, *items] if name == "appendleft" else [*items, first]
    elif name == "extend" and first is not None:
        items = (items + list(items_of(state, first) or ()))[:MAX_ITEMS]
    elif name == "insert" and len(arguments.values()) > 1:
        position = first.value if isinstance(first, Const) and isinstance(first.value, int) else len(items)
        items.insert(position, arguments.values()[1])
    elif name in ("pop", "popleft") and items:
        at = 0 if name == "popleft" else -1
        if isinstance(first, Const) and isinstance(first.value, int) and -len(items) <= first.value < len(items):
            at = first.value
        result = items.pop(at)
    elif name == "clear":
        items = []
    elif name == "reverse":
        items.reverse()
    elif name == "rotate":
        by = first.value if isinstance(first, Const) and isinstance(first.value, int) else 1
        items = items[-by % len(items) :] + items[: -by % len(items)] if items else items
    elif name == "copy":
        return new_list(machine, state, items)
    else:
        return machine.unknown(name)
    state.memory[receiver.key] = tuple(items)
    return result


def _dict_method(machine: Machine, state: State, receiver: DictValue, name: str, arguments: Arguments) -> Value:
    from cupylint.flow.items import dict_items

    items = dict_items(state, receiver)
    first = arguments.position(0)
    if name == "items":
        return TupleValue(tuple(TupleValue(item) for item in items))
    if name == "keys":
        return TupleValue(tuple(key for key, _ in items))
    if name == "values":
        return TupleValue(tuple(value for _, value in items))
    if name in ("get", "pop", "setdefault"):
        for key, value in items:
            if key == first:
                if name == "pop":
                    state.memory[receiver.key] = tuple(item for item in items if item[0] != first)
                return value
        default = arguments.either(1, "default")
        if name == "setdefault" and first is not None and default is not None:
            state.memory[receiver.key] = (*items, (first, default))
        return machine.unknown(name) if default is None or isinstance(first, Symbol) else default
    if name == "clear":
        state.memory[receiver.key] = ()
    return machine.unknown(name)


def _thread_method(
    machine: Machine, state: State, receiver: Thread, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A started thread is followed at once, on its own default stream; ``join`` tells what it waited for."""
    if name not in ("start", "join"):
        return [(state, machine.unknown(name))]
    caller, thread = state.host, ("thread", receiver.key)
    for order in (state.order, state.raw):
        if order is not None:
            order.host_signal(caller, thread) if name == "start" else order.host_signal(thread, caller)
    if name == "join":
        return [(state, NONE)]
    outcomes = _in_thread(machine, state, thread, receiver.function, receiver.arguments, (), node)
    return [(after, NONE) for after, _ in outcomes]


def run_in_thread(
    machine: Machine,
    state: State,
    function: Value,
    values: tuple[Value, ...],
    keywords: tuple[tuple[str, Value], ...],
    node: CSTNode,
) -> list[Outcome]:
    """``executor.submit(function, ...)``: followed at once, in a thread of its own. Gives a future."""
    thread = ("thread", machine.fresh())
    for order in (state.order, state.raw):
        if order is not None:
            order.host_signal(state.host, thread)
    outcomes = _in_thread(machine, state, thread, function, values, keywords, node)
    futures: list[Outcome] = []
    for after, value in outcomes:
        future = machine.unknown("future", host=True)
        after.memory[("result", future)] = value
        futures.append((after, future))
    return futures


def _in_thread(
    machine: Machine,
    state: State,
    thread: Hashable,
    function: Value,
    values: tuple[Value, ...],
    keywords: tuple[tuple[str, Value], ...],
    node: CSTNode,
) -> list[Outcome]:
    from cupylint.flow.calls import invoke

    caller, blocks, muted = state.host, state.blocks, state.muted
    state.host, state.blocks = thread, ()
    placed = [(value, node) for value in values]
    outcomes = invoke(machine, state, function, Arguments(placed, {name: (v, node) for name, v in keywords}), node)
    for after, _ in outcomes:
        after.host, after.blocks, after.muted = caller, blocks, muted
    return outcomes
