"""Python's own functions and containers, and helpers of the standard library."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

import libcst as cst

from cupylint import cupy_model
from cupylint.flow.device import arrays, host_memory, known_shapes, native_code
from cupylint.flow.domain import contents, enums, unknown_sizes
from cupylint.flow.domain.arguments import Arguments, Handler
from cupylint.flow.domain.contents import (
    BoundedList,
    DefaultDict,
    Unsure,
    dict_items,
    items_of,
    length_key,
    new_list,
    unsure,
)
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.regions import at_most
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    Array,
    BoundMethod,
    ByKey,
    ClassValue,
    Const,
    DictValue,
    EitherFunction,
    EventValue,
    External,
    Field,
    FunctionValue,
    Generator,
    HostArray,
    HostView,
    Instance,
    ListValue,
    Partial,
    Pointer,
    SliceValue,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
    is_address,
)
from cupylint.flow.interp import (
    callbacks,
    comparisons,
    counting,
    introspection,
    iterators,
    namespaces,
    objects,
    quantifiers,
    reductions,
    special_methods,
    type_tests,
)
from cupylint.flow.interp.items import iterate
from cupylint.flow.interp.operators import binary
from cupylint.flow.library import exit_stack, pure, records
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

_CARRIERS = (StreamValue, EventValue, FunctionValue, EitherFunction, ByKey, BoundMethod, Partial, Instance, Generator)
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
_NUMBERS = frozenset(("int", "float", "bool"))
_READS_ALL = frozenset(
    """all any ascii bin bool bytes bytearray complex divmod float format hex int max min oct pow print repr round
    sorted str sum abs""".split()  # noqa: SIM905
)
"""Built-in functions that read every element of an array."""
_SHOW = frozenset(("ascii", "format", "print", "repr", "str"))
"""Built-in functions that show what is in containers."""
_ADDRESSES = frozenset(("c_void_p", "c_size_t", "c_uint64", "c_ulonglong", "c_int64", "c_longlong"))
"""What makes a number of an address."""
_PROGRESS = (
    *("tqdm.tqdm", "tqdm.auto.tqdm", "tqdm.std.tqdm", "tqdm.notebook.tqdm", "tqdm.autonotebook.tqdm"),
    *("tqdm.rich.tqdm", "tqdm.tqdm_notebook", "rich.progress.track", "alive_progress.alive_it"),
)
"""Functions that show how far a loop is and give its items on."""
_NEVER_RETURN = frozenset(
    """sys.exit os._exit os.abort builtins.exit builtins.quit pytest.fail pytest.skip pytest.exit""".split()  # noqa: SIM905
)


_EXCEPTIONS = frozenset(
    f"builtins.{name}"
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)
"""What is raised: to make one touches nothing."""
_LAZY = frozenset(("builtins.map", "builtins.filter", "itertools.starmap"))
"""What calls nothing before somebody asks for an item."""


def _is_dropped(interpreter: Interpreter, node: CSTNode) -> bool:
    """Whether a call is a statement of its own, so that nobody gets its result."""
    return isinstance(interpreter.statement, cst.Expr) and interpreter.statement.value is node


def call(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call of the standard library; None if it may do anything with what it is given."""
    if dotted == "builtins.next":
        return iterators.next_item(interpreter, state, arguments, node)
    if dotted in _LAZY and _is_dropped(interpreter, node):
        return [(state, interpreter.unknown("iterator"))]
    if (made := reductions.mapped(interpreter, state, dotted, arguments, node)) is not None:
        return made
    callbacks.passed(interpreter, state, dotted, arguments, node)
    comparisons.passed(interpreter, state, dotted, arguments, node)
    handler = _CALLS.get(dotted)
    if handler is not None:
        return [(state, handler(interpreter, state, arguments, node))]
    if (reduced := reductions.call(interpreter, state, dotted, arguments, node)) is not None:
        return reduced
    if dotted in _NEVER_RETURN:
        return []
    root, _, rest = dotted.partition(".")
    if (builtin := _builtin_like(root, rest, arguments)) is not None:
        return [(state, _builtin(interpreter, state, builtin, arguments, node))]
    if root == "ctypes" and (pointed := _pointed(interpreter, rest, arguments)) is not None:
        return [(state, pointed)]
    if root in _HOST_MODULES and not any(_carries(state, value) for value, _ in arguments.all()):
        interpreter.may_raise(state)
        label = dotted.rpartition(".")[2]
        if root == "math":
            return [(state, interpreter.symbol(("math", rest, interpreter.fresh()), label, host=True))]
        return [(state, interpreter.unknown(label, host=True))]
    return None


def _builtin_like(root: str, name: str, arguments: Arguments) -> str | None:
    """The builtin function that a function of a module is, or asks an array with: ``math.sqrt(x)`` wants its number."""
    if root == "builtins" and name in _HOST_BUILTINS | cupy_model.BUILTINS_THAT_WAIT:
        return name
    return "float" if root == "math" and isinstance(arguments.position(0), Array) else None


def _pointed(interpreter: Interpreter, name: str, arguments: Arguments) -> Value | None:
    """What a function of ``ctypes`` makes of an address."""
    if name in _ADDRESSES | {"cast"}:
        address = native_code.for_c(interpreter, arguments.position(0))
        if address is not None:
            return address
    pointer = next((value for value, _ in arguments.all() if isinstance(value, Pointer)), None)
    if pointer is None or name in _ADDRESSES or arguments.position(1) == External("ctypes.c_void_p"):
        return pointer
    return HostView(pointer.array)


def _carries(state: State, value: Value) -> bool:
    """Whether code that is handed `value` could reach streams, events or arrays, or run code of this file."""
    return isinstance(value, _CARRIERS) or bool(contents.arrays_in(state, value))


def _builtin(interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode) -> Value:
    worked_out = pure.function(interpreter, state, name, arguments)
    if worked_out is not None:
        return worked_out
    _read(interpreter, state, name, arguments)
    first = arguments.position(0)
    if name == "sum" and (summed := _summed(state, arguments, node)):
        return arrays.elementwise(interpreter, state, node, summed, "sum")
    if name == "bool" and isinstance(first, Symbol):
        return quantifiers.as_it_is(interpreter, first)
    if any(isinstance(value, (Array, HostArray)) for value, _ in arguments.all()):
        is_number = name in _NUMBERS
        return interpreter.symbol((name, interpreter.fresh()), name, host=True) if is_number else HostArray()
    return _converted(interpreter, state, name, arguments, first)


def _converted(interpreter: Interpreter, state: State, name: str, arguments: Arguments, first: Value | None) -> Value:
    """What a function makes of plain values."""
    if name == "int" and first is not None and (is_address(first) or native_code.is_stream_pointer(first)):
        return first
    if name in ("abs", "round", "int", "float") and isinstance(first, (Const, Symbol)):
        return first if isinstance(first, Const) and isinstance(first.value, int) else interpreter.symbol((name, first))
    return interpreter.unknown(name, host=not any(_carries(state, value) for value, _ in arguments.all()))


def _summed(state: State, arguments: Arguments, node: CSTNode) -> list[arrays.Placed]:
    """The device arrays that ``sum(items, start)`` reads, with their places; none if it sums up no arrays."""
    first, start = arguments.position(0) or NONE, arguments.either(1, "start")
    found: list[arrays.Placed] = [(array, arguments.place(0, node)) for array in contents.arrays_in(state, first)]
    if found and isinstance(start, Array):
        found.append((start, arguments.place(1, node)))
    return found


def _read(interpreter: Interpreter, state: State, name: str, arguments: Arguments) -> None:
    """A built-in function reads what it is given, as far as it does."""
    for value, place in arguments.all():
        if isinstance(value, Pointer):
            continue
        if name in _READS_ALL:
            host_memory.touch(interpreter, state, value, "r", place)
        if name in cupy_model.BUILTINS_THAT_WAIT:
            for array in contents.arrays_in(state, value) if name in _SHOW else [value]:
                if isinstance(array, Array):
                    arrays.host_read(interpreter, state, array, place, name)


def _identity(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``id(x)``: a number that tells objects apart."""
    return interpreter.symbol(("id", arguments.position(0)), "id", host=True)


def _range(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``range(n)`` of an unknown n: n is taken to be as many rounds as loops are followed for."""
    values = list(arguments.values())
    if values and all(isinstance(value, Const) and isinstance(value.value, int) for value in values):
        if any(abs(value.value) >> 62 for value in values):  # type: ignore[attr-defined]
            return interpreter.unknown("range")  # longer than len() can tell
        try:
            return Const(range(*[value.value for value in values]))  # type: ignore[attr-defined]
        except (TypeError, ValueError):
            return interpreter.unknown("range")
    bounds = slice(*values[:3]) if values else slice(Const(0))
    start, stop, step = bounds.start or Const(0), bounds.stop, bounds.step or Const(1)
    unknown_sizes.note(interpreter, values)
    return counting.numbers(interpreter, state, (start, stop, step), interpreter.rounds(), node)


def _slice(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``slice(a, b)``; elements of arrays of the host are numbers that are not known."""
    values = [interpreter.unknown() if isinstance(value, HostArray) else value for value in arguments.values()]
    if not values or len(values) > 3 or arguments.partial:
        return interpreter.unknown("slice")
    parts: list[Value | None] = [None if value == NONE else value for value in values]
    start, stop, step = (None, *parts, None) if len(parts) == 1 else (*parts, None)[:3]
    return SliceValue(start, stop, step)


def _length(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    if value is None:
        return interpreter.unknown()
    items = items_of(state, value)
    if isinstance(value, DictValue):
        items = tuple(item for _, item in dict_items(state, value))
    if isinstance(value, (ListValue, DictValue)) and unsure(state.memory, value.key) != Unsure():
        return interpreter.symbol(length_key(state, value), "len", host=True)
    if items is not None:
        return Const(len(items))
    if isinstance(value, Const) and isinstance(value.value, (str, bytes, range)):
        return Const(len(value.value))
    if (own := special_methods.size(interpreter, state, value, node)) is not None:
        return own
    if isinstance(value, ClassValue) and enums.is_enumeration(value.bases):
        return Const(len(iterators.listed(interpreter, state, value) or ()))
    if (dimensions := known_shapes.length(interpreter, value)) is not None:
        return Const(dimensions)
    return interpreter.symbol(("len", value), "len", host=True)


def _list(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    items: tuple[Value, ...] | None = ()
    if value is not None:
        items = iterators.listed(interpreter, state, value)
        if items is None and isinstance(value, Symbol):
            return value
        if items is None:
            items, _ = iterate(interpreter, state, value)
    return new_list(interpreter, state, items or ())


def _set(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    made = _list(interpreter, state, arguments, node)
    items = items_of(state, made)
    return made if items is None else new_list(interpreter, state, dict.fromkeys(items))


def _sorted(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """In order where that is known, else as it is."""
    made = _list(interpreter, state, arguments, node)
    found = pure.known(state, made)
    backwards = arguments.keyword("reverse")
    if isinstance(found, list) and arguments.keyword("key") is None and isinstance(backwards, (Const, type(None))):
        try:
            return pure.as_value(
                interpreter, state, sorted(found, reverse=backwards is not None and bool(backwards.value))
            )
        except TypeError:
            pass
    return made


def _deque(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    made = _list(interpreter, state, arguments, node)
    limit = arguments.either(1, "maxlen")
    if limit is None or limit == NONE or isinstance(made, Symbol):
        return made
    if isinstance(limit, Symbol):
        limit = state.path_condition.get(limit) or unknown_sizes.take_rounds(state, limit, interpreter.rounds())
    if not (isinstance(limit, Const) and isinstance(limit.value, int) and limit.value >= 0):
        return interpreter.unknown("deque")
    held = BoundedList(interpreter.fresh(), limit.value)
    items = items_of(state, made) or ()
    state.memory[held.key] = items[max(0, len(items) - limit.value) :]
    return held


def _tuple(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    items = None if value is None else iterators.listed(interpreter, state, value)
    if items is None and isinstance(value, Symbol):
        return value
    return TupleValue(items or ())


def _divmod(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    values = arguments.values()
    if len(values) != 2:
        return interpreter.unknown("divmod")
    operands = [(value, arguments.place(number, node)) for number, value in enumerate(values)]
    return TupleValue(tuple(binary(interpreter, state, ir.Node(node), operator, operands) for operator in ("//", "%")))


def _minimum(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    values = arguments.values()
    if values and all(isinstance(value, Const) and isinstance(value.value, (int, float)) for value in values):
        return Const(min(value.value for value in values))  # type: ignore[attr-defined]
    for value in values:
        if len(values) > 1 and all(at_most(value, other) for other in values):
            return value
    if len(values) > 1 and not any(isinstance(value, Array) for value in values):
        return interpreter.symbol(("min", *values))
    return _builtin(interpreter, state, "min", arguments, node)


def _maximum(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    values = arguments.values()
    if len(values) > 1 and all(isinstance(value, Const) and isinstance(value.value, (int, float)) for value in values):
        return Const(max(value.value for value in values))  # type: ignore[attr-defined]
    if len(values) > 1 and not any(isinstance(value, Array) for value in values):
        return interpreter.symbol(("max", *values))
    return _builtin(interpreter, state, "max", arguments, node)


def _partial(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    values = arguments.values()
    return Partial(values[0], values[1:], arguments.keyword_values()) if values else interpreter.unknown()


def _null_context(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.either(0, "enter_result")
    return interpreter.symbol(("nullcontext", value), "nullcontext", host=True)


def _dict(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = DictValue(interpreter.fresh())
    first = arguments.position(0)
    items: dict[Value, Value] = {}
    if isinstance(first, DictValue):
        items = dict(dict_items(state, first))
    elif first is not None:
        pairs = [items_of(state, pair) for pair in iterators.listed(interpreter, state, first) or ()]
        items = {pair[0]: pair[1] for pair in pairs if pair is not None and len(pair) == 2}
    items.update((Const(name), item) for name, item in arguments.keyword_values())
    state.memory[value.key] = tuple(items.items())
    return value


def _copied(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0) or NONE
    if isinstance(value, Instance):
        return records.replaced(interpreter, state, arguments, node)
    if isinstance(value, DictValue):
        return _dict(interpreter, state, arguments, node)
    items = items_of(state, value)
    if isinstance(value, ListValue) and items is not None:
        return new_list(interpreter, state, items)
    return value if isinstance(value, (Const, TupleValue)) else interpreter.unknown("copy")


def _field(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return Field(arguments.keyword("default"), arguments.keyword("default_factory"))


def _object(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``object()`` is like nothing but itself."""
    return Const(("object", interpreter.fresh()))


def _host(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return interpreter.unknown("host", host=True)


def _view_of_memory(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``memoryview(a)`` is the memory of `a`."""
    value = arguments.position(0)
    return (
        value if isinstance(value, HostView) else interpreter.unknown("memoryview", host=not isinstance(value, Array))
    )


def _shown_progress(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``tqdm(it)`` yields what `it` does."""
    value = arguments.either(0, "iterable") or arguments.keyword("sequence") or NONE
    if value == NONE:
        return interpreter.unknown("progress", host=True)
    if isinstance(value, DictValue):  # whose own methods are others
        return iterators.iterator(interpreter, state, Arguments([(value, node)], {}), node)
    return value


def _all(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    known = quantifiers.all_of(interpreter, items_of(state, arguments.position(0) or NONE))
    return _builtin(interpreter, state, "all", arguments, node) if known is None else known


def _any(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    known = quantifiers.any_of(interpreter, items_of(state, arguments.position(0) or NONE))
    return _builtin(interpreter, state, "any", arguments, node) if known is None else known


def _type(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``type(x)`` tells what `x` is, and looks at nothing in it."""
    value = arguments.position(0)
    if isinstance(value, Instance) and len(arguments.all()) == 1:
        return value.cls
    return interpreter.symbol(("type", arguments.values()), "type")


def _environment(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return interpreter.symbol(("environment", arguments.values()), "environ", host=True)


def _from_keys(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    keys, value = arguments.position(0), arguments.position(1) or NONE
    items = None if keys is None else iterators.listed(interpreter, state, keys)
    if items is None:
        return interpreter.unknown("fromkeys")
    made = DictValue(interpreter.fresh())
    state.memory[made.key] = tuple((key, value) for key in dict.fromkeys(items))
    return made


def _default_dict(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    made = _dict(interpreter, state, Arguments(arguments.positional_placed()[1:], {}), node)
    factory = arguments.position(0)
    if not isinstance(made, DictValue) or factory is None or factory == NONE:
        return made
    held = DefaultDict(interpreter.fresh(), factory)
    state.memory[held.key] = dict_items(state, made)
    return held


def _enumeration(dotted: str) -> Handler:
    return lambda interpreter, state, arguments, node: enums.functional(interpreter, state, dotted, arguments, node)


_BY_NAME = frozenset(("cupy", "cupyx", "numpy", "scipy", "torch"))
"""Libraries that programs look up by their names where they need not be installed."""


def _module_by_name(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``importlib.import_module("cupy")``: programs are followed as they run where the library is there."""
    name = arguments.either(0, "name")
    dotted = name.value if isinstance(name, Const) and isinstance(name.value, str) else ""
    if dotted.partition(".")[0] in _BY_NAME:
        return External(dotted)
    interpreter.may_raise(state)
    return interpreter.unknown("module")


_CALLS: dict[str, Handler] = {
    "importlib.import_module": _module_by_name,
    "builtins.__import__": _module_by_name,
    "builtins.all": _all,
    "builtins.any": _any,
    "os.getenv": _environment,
    "os.environ.get": _environment,
    "builtins.isinstance": type_tests.is_instance,
    "builtins.getattr": introspection.get_attribute_by_name,
    "builtins.hasattr": introspection.has_attribute,
    "builtins.callable": type_tests.is_callable,
    "builtins.super": introspection.super_object,
    "builtins.type": _type,
    "builtins.range": _range,
    "builtins.slice": _slice,
    "builtins.id": _identity,
    "builtins.len": _length,
    "builtins.list": _list,
    "builtins.tuple": _tuple,
    "builtins.divmod": _divmod,
    "builtins.min": _minimum,
    "builtins.max": _maximum,
    "builtins.dict": _dict,
    "builtins.dict.fromkeys": _from_keys,
    "collections.OrderedDict": _dict,
    "collections.defaultdict": _default_dict,
    "collections.namedtuple": records.named_tuple,
    "types.SimpleNamespace": records.namespace,
    "argparse.Namespace": records.namespace,
    "dataclasses.replace": records.replaced,
    "copy.replace": records.replaced,
    "copy.copy": _copied,
    "builtins.object": _object,
    "builtins.object.__new__": objects.bare,
    "dataclasses.field": _field,
    "builtins.set": _set,
    "builtins.frozenset": _set,
    "builtins.sorted": _sorted,
    "collections.deque": _deque,
    "functools.partial": _partial,
    "functools.wraps": _host,
    "atexit.register": _host,
    **dict.fromkeys(_EXCEPTIONS, _host),
    "signal.signal": _host,
    "contextlib.nullcontext": _null_context,
    "builtins.memoryview": _view_of_memory,
    **dict.fromkeys(_PROGRESS, _shown_progress),
    "tqdm.trange": _range,
    "tqdm.auto.trange": _range,
    **iterators.CALLS,
    **namespaces.CALLS,
    "contextlib.ExitStack": exit_stack.make,
    "contextlib.AsyncExitStack": exit_stack.make,
    **{f"enum.{name}": _enumeration(f"enum.{name}") for name in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")},
}
