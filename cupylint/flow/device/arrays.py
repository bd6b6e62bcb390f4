"""Device arrays: operators, indexing, views, modelled calls, kernels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.cupy_model.spec import Call, Returns, Runs, Waits
from cupylint.findings import Premise
from cupylint.flow.device import cuda, fft_plans, gathering, graph_capture, host_copies
from cupylint.flow.device.accesses import perform
from cupylint.flow.device.interop_arrays import current, library_of, like, stream_of
from cupylint.flow.device.written_values import written_by
from cupylint.flow.domain.allocation_sizes import FILLED
from cupylint.flow.domain.blocks import Recipe
from cupylint.flow.domain.contents import arrays_in, items_of
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.regions import contiguous, extend, strided, viewed
from cupylint.flow.domain.values import (
    NONE,
    Array,
    Const,
    EventValue,
    HostArray,
    ListValue,
    SliceValue,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
    is_address,
    parts_of_key,
)
from cupylint.order import Kind, Stream
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

Placed = tuple[Value, "CSTNode | None"]
_WHOLE = (SliceValue(None, None, None), Const(Ellipsis))
_TAKES_DEVICE = Premise("argument", "what an array of the device is stored into is one, too")


def new_array(
    interpreter: Interpreter, state: State, boolean: bool = False, recipe: Recipe | None = None, library: str = ""
) -> Array:
    """A fresh allocation on the current device; with a `recipe`, from the pool of the current stream of a library."""
    buffer = interpreter.fresh()
    interpreter.allocations.devices[buffer] = state.device
    interpreter.announce.allocated(state, buffer)
    if interpreter.allocations.captured:
        interpreter.allocations.streams[buffer] = cuda.current_stream(interpreter, state)
        if state.graphs:
            graph_capture.allocated(interpreter, state, buffer)
    if recipe is not None:
        stream = current(interpreter, state, library) if library else cuda.current_stream(interpreter, state)
        interpreter.lifetimes.allocate(state, buffer, stream, recipe, library=library)
    return Array(frozenset((buffer,)), (), boolean)


def view(array: Array, name: str) -> Array:
    """Another view of the same memory; nothing is known of how its indices map."""
    return replace(array, region=viewed(array.region, name))


def writes_next(interpreter: Interpreter, array: Array, before: Iterable[Effect] = ()) -> None:
    """The access that first writes a new array comes next, after those of the uses `before`."""
    number = len(interpreter.touches) + sum(len(use.array.buffers) for use in before)
    interpreter.allocations.creators.update(dict.fromkeys(array.buffers, number))


def escape(state: State, value: Value) -> None:
    """The value is stored where other code can reach it: an event may be recorded there, a stream waited for."""
    if isinstance(value, EventValue):
        state.memory[("escaped", value.key)] = True
    elif isinstance(value, StreamValue):
        state.memory[("escaped", value.stream.key)] = True


# -- reading on the host ---------------------------------------------------------------------------


def host_read(interpreter: Interpreter, state: State, array: Array, node: CSTNode | None, call: str = "") -> None:
    """``float(y)``, ``if y:``: a copy on the current stream that the host waits for."""
    assert node is not None
    stream = stream_of(interpreter, state, [Effect(array, "r", node)], node)
    perform(interpreter, state, node, stream, [Effect(array, "r", node)], call=call)
    cuda.host_wait_stream(interpreter, state, stream, node, implicit=True)


def shown_as_text(interpreter: Interpreter, state: State, value: Value, node: CSTNode | None) -> bool:
    """``"%f" % y``, ``"{}".format(y)``: the arrays in `value`, if there are any, are read on the host."""
    found = arrays_in(state, value)
    for array in found:
        host_read(interpreter, state, array, node, "format")
    return bool(found)


# -- operators and indexing ------------------------------------------------------------------------


def work(
    interpreter: Interpreter,
    state: State,
    node: CSTNode,
    uses: Iterable[Effect],
    *,
    result: Array | None = None,
    call: str = "",
    stream: Stream | None = None,
    explicit: bool = False,
) -> None:
    """One operation on the current stream (or `stream`) that writes `result` as well."""
    uses = list(uses)
    if stream is None:
        stream = stream_of(interpreter, state, uses, node)
    if result is not None:
        uses.append(Effect(result, "w", node))
        writes_next(interpreter, result, uses[:-1])
    perform(interpreter, state, node, stream, uses, call=call, explicit=explicit)


def elementwise(
    interpreter: Interpreter,
    state: State,
    node: CSTNode | None,
    operands: list[Placed],
    operator: str,
    boolean: bool = False,
) -> Array:
    """An operator with at least one device array among its operands: a new array."""
    assert node is not None
    uses = [Effect(value, "r", place or node) for value, place in operands if isinstance(value, Array)]
    boolean = boolean or (operator in "&|^~" and all(use.array.boolean for use in uses))
    recipe = Recipe(operator, node, tuple(value for value, _ in operands))
    made = new_array(interpreter, state, boolean, recipe, library_of(uses))
    result = like(interpreter, state, made, uses)
    work(interpreter, state, node, uses, result=result, call=operator)
    fft_plans.computed(interpreter, operator, [value for value, _ in operands], result)
    interpreter.forms.called(state, operator, tuple(value for value, _ in operands), (), result, node)
    return result


def _key_arrays(key: Value) -> list[Array]:
    parts = parts_of_key(key)
    return [part for part in parts if isinstance(part, Array)]


def _is_basic(key: Value) -> bool:
    parts = parts_of_key(key)
    return all(isinstance(part, (Const, SliceValue, Symbol)) for part in parts)


def index(interpreter: Interpreter, state: State, array: Array, key: Value, node: CSTNode | None) -> Value:
    """``array[key]``: a view for slices and integers, a copy for index arrays, a wait for masks."""
    assert node is not None
    keys = _key_arrays(key)
    if not keys and _is_basic(key):
        part = replace(array, region=extend(array.region, key))
        interpreter.forms.called(state, "[]", (array, key), (), part, node)
        return part
    name = "mask" if any(part.boolean for part in keys) else "take"
    uses = [Effect(array, "r", node), *(Effect(part, "r", node) for part in keys)]
    recipe = Recipe(name, node, (array, key))
    made = new_array(interpreter, state, array.boolean, recipe, library_of(uses))
    result = like(interpreter, state, made, uses)
    begun = len(interpreter.touches)
    work(interpreter, state, node, uses, result=result, call="indexing")
    _mask_waits(interpreter, state, keys, node, begun)
    interpreter.forms.called(state, "[]", (array, key), (), result, node)
    return result


def _mask_waits(interpreter: Interpreter, state: State, keys: list[Array], node: CSTNode, begun: int) -> None:
    """Masks make the host wait, which asks how much is taken; index arrays that are certainly of numbers do not.

    What is asked comes before the elements are taken, or stored (measured): the accesses from number `begun` on.
    """
    own = cuda.issued_since(interpreter, begun)
    if any(key.boolean for key in keys):
        cuda.host_waits_for_earlier(interpreter, state, cuda.current_stream(interpreter, state), node, own)
    elif not all(_are_numbers(interpreter, key) for key in keys):
        cuda.may_wait_for(state, cuda.current_stream(interpreter, state))
        state.maybe_waited &= ~own


def _are_numbers(interpreter: Interpreter, array: Array) -> bool:
    form = interpreter.forms.form(array)
    return form is not None and form.dtype is not None and form.dtype != "bool"


def store_item(
    interpreter: Interpreter,
    state: State,
    base: Array,
    key: Value,
    value: Value,
    target: ir.Item,
    source: ir.Expr | None,
) -> None:
    """``base[key] = value``."""
    assert target.node is not None
    keys = _key_arrays(key)
    basic = not keys and _is_basic(key)
    part = replace(base, region=extend(base.region, key)) if basic else base
    place, begun = target.base.node or target.node, len(interpreter.touches)
    store(interpreter, state, part, value, target.node, place, None if source is None else source.node, keys)
    if keys:
        _mask_waits(interpreter, state, keys, target.node, begun)


def store_in_unknown(
    interpreter: Interpreter, state: State, base: Symbol, key: Value, value: Array, target: ir.Item
) -> None:
    """``base[:] = value``: NumPy and most others refuse arrays of the device, so that `base` is likely one."""
    if key not in _WHOLE:
        return
    assert target.node is not None
    if (
        base not in interpreter.parameters.buffers
        and isinstance(target.base, ir.Load)
        and isinstance(target.base.name, str)
    ):
        interpreter.parameters.buffers[base] = interpreter.fresh()
        interpreter.names.name_array(interpreter.parameters.buffers[base], target.base.name)
    place = target.base.node or target.node
    use = Effect(symbol_array(interpreter, base), "w", place, certain=False, premise=_TAKES_DEVICE)
    work(interpreter, state, target.node, [Effect(value, "r", target.node), use], call="[...] =")


def store(
    interpreter: Interpreter,
    state: State,
    part: Array,
    value: Value,
    node: CSTNode,
    place: CSTNode | None,
    source: CSTNode | None,
    keys: Iterable[Array] = (),
) -> None:
    """Write `value` into a view."""
    uses = [Effect(part, "w", place or node), *(Effect(key, "r", node) for key in keys)]
    if isinstance(value, Array):
        uses.insert(0, Effect(value, "r", source or node))
    interpreter.announce.will_write(value)
    work(interpreter, state, node, uses, call="[...] =")


def augment(
    interpreter: Interpreter, state: State, array: Array, value: Value, place: CSTNode, statement: ir.Augment
) -> None:
    """``array += value``."""
    assert statement.node is not None
    uses = [Effect(array, "rw", place)]
    if isinstance(value, Array):
        uses.append(Effect(value, "r", statement.value.node or place))
    interpreter.announce.will_change(state, array, statement.operator, value)
    work(interpreter, state, statement.node, uses, call=f"{statement.operator}=")


def augment_item(
    interpreter: Interpreter,
    state: State,
    base: Array,
    key: Value,
    value: Value,
    target: ir.Item,
    statement: ir.Augment,
) -> None:
    """``base[key] += value``."""
    keys = _key_arrays(key)
    basic = not keys and _is_basic(key)
    part = replace(base, region=extend(base.region, key)) if basic else base
    place = target.base.node or target.node
    assert place is not None
    begun = len(interpreter.touches)
    augment(interpreter, state, part, value, place, statement)
    if keys:
        _mask_waits(interpreter, state, keys, place, begun)


# -- modelled calls --------------------------------------------------------------------------------


def apply(
    interpreter: Interpreter,
    state: State,
    spec: Call,
    name: str,
    arguments: Arguments,
    node: CSTNode,
    beside: Iterable[Effect] = (),
) -> Value:
    """What a call of CuPy does. `arguments` include the array itself as position 0 for methods.

    `beside` are uses of memory that the arguments do not show.
    """
    stream, explicit = _stream_of(interpreter, state, spec, name, arguments, node)
    if spec.returns in (Returns.SAME, Returns.NEW) and _is_copy_in(name):
        return _copy_in(interpreter, state, spec, name, arguments, node, stream)
    uses = [*beside, *_uses(state, spec, arguments, interpreter)]
    recipe = Recipe(name, node, _settled(state, arguments.values()), arguments.keyword_values())
    returned, result = _returned(interpreter, state, spec, arguments, uses, recipe)
    copied = host_copies.uses(interpreter, spec, arguments)
    uses, begun = host_copies.together(uses, copied), len(interpreter.touches)
    if spec.runs is not Runs.NOWHERE:
        _touch_other_devices(interpreter, state, stream, uses)
        interpreter.announce.will_write(written_by(name, arguments))
        written = None if _makes_none(state, name, arguments) else result
        work(interpreter, state, node, uses, result=written, call=name, stream=stream, explicit=explicit)
    waits = host_copies.settled(interpreter, _waits(spec, arguments), name, stream, copied)
    if waits is Waits.YES:
        cuda.host_wait_stream(interpreter, state, stream, node, implicit=True)
    elif waits is Waits.SOMETIMES:
        cuda.may_wait_for(state, stream)
    elif waits is not Waits.NO:
        own = cuda.issued_since(interpreter, begun, "write")
        if waits is Waits.EARLIER:
            cuda.host_waits_for_earlier(interpreter, state, stream, node, own)
        else:
            cuda.may_wait_for_earlier(interpreter, state, stream, own)
    return host_copies.target(spec, arguments) or returned


def _stream_of(
    interpreter: Interpreter, state: State, spec: Call, name: str, arguments: Arguments, node: CSTNode
) -> tuple[Stream, bool]:
    """The stream that a call works on, and whether the call names it."""
    if spec.runs is Runs.LEGACY:
        return cuda.null_of(state.device), False
    if spec.runs is Runs.NOWHERE:
        return cuda.current_stream(interpreter, state), False
    value = arguments.keyword(spec.stream) if spec.stream else None
    if value is None and spec.stream_position is not None:
        value = arguments.position(spec.stream_position)
    return cuda.chosen_stream(interpreter, state, value, node, name)


def _waits(spec: Call, arguments: Arguments) -> Waits:
    """Whether the host waits in a call, by its argument that says so if there is one."""
    blocking = None if spec.blocking is None else arguments.keyword(spec.blocking)
    if isinstance(blocking, Const):
        return Waits.YES if blocking.value else Waits.NO
    return spec.waits if blocking is None or spec.waits is Waits.NO else Waits.SOMETIMES


def _settled(state: State, values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Arguments with what is in lists now: ``stack([a, b])`` is as large as its parts are."""
    if not any(isinstance(value, ListValue) for value in values):
        return values
    items = ((value, items_of(state, value) if isinstance(value, ListValue) else None) for value in values)
    return tuple(value if held is None else TupleValue(held) for value, held in items)


def _makes_none(state: State, name: str, arguments: Arguments) -> bool:
    """Whether a call makes an array without elements, which nothing can read or write."""
    shape = arguments.either(0, "shape") if name in FILLED else None
    lengths = (shape,) if shape is None or (items := items_of(state, shape)) is None else items
    return Const(0) in lengths


def _is_copy_in(name: str) -> bool:
    return name in ("array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "copy_to_device")


def _copy_in(
    interpreter: Interpreter, state: State, spec: Call, name: str, arguments: Arguments, node: CSTNode, stream: Stream
) -> Value:
    """``asarray(x)`` and its kin: the array itself, a copy, or a copy from the host."""
    source = arguments.position(0)
    gathered = gathering.gathered(interpreter, state, source, stream)
    if isinstance(source, Array) and not gathered and _is_taken_as_it_is(interpreter, state, spec, name, source):
        same = _in_type(interpreter, state, source, name, arguments)
        if same is not None:
            return same
    uses = [
        Effect(array, "r", arguments.place(0, node), premise=gathered, from_elsewhere=gathered is not None)
        for array in _sources(state, source)
    ]
    if isinstance(source, Array) and _is_away(interpreter, state, source):
        _touch_other_devices(interpreter, state, stream, uses)
    certain, premise = True, None
    if isinstance(source, Symbol) and not source.host:
        certain = spec.returns is Returns.NEW
        premise = None if certain else _likely_copy(name, source)
    graph_capture.copies_in(interpreter, state, source, stream, node)
    uses += host_copies.upload(interpreter, source, arguments, node)
    recipe = Recipe(name, node, arguments.values(), arguments.keyword_values())
    result = new_array(interpreter, state, recipe=recipe)
    _note_addresses(state, result, source)
    interpreter.announce.will_write(source)
    if items_of(state, source or NONE) != ():  # else it has no elements
        writes_next(interpreter, result, uses)
        uses.append(Effect(result, "w", node, certain, premise))
    perform(interpreter, state, node, stream, uses, call=name)
    blocking = arguments.keyword(spec.blocking)
    if isinstance(blocking, Const) and blocking.value:
        cuda.host_wait_stream(interpreter, state, stream, node, implicit=True)
    return result


def _is_taken_as_it_is(interpreter: Interpreter, state: State, spec: Call, name: str, source: Array) -> bool:
    """Whether an array needs no copy: it lies on this device, and in the order that is asked for."""
    copied = name == "ascontiguousarray" and (strided(source.region) or _has_gaps(interpreter, source))
    return spec.returns is Returns.SAME and not copied and not _is_away(interpreter, state, source)


def _in_type(interpreter: Interpreter, state: State, source: Array, name: str, arguments: Arguments) -> Array | None:
    """An array with elements of the type that is asked for; None: it has another one, so that it is copied."""
    form = interpreter.forms.form(source)
    made = interpreter.forms.evaluated(state, f"cupy.{name}", arguments.values(), arguments.keyword_values())
    if form is None or form.dtype is None or made is None or made.forms[0].dtype == form.dtype:
        return source
    return view(source, name) if made.forms[0].dtype is None else None  # which may have any type


def _is_away(interpreter: Interpreter, state: State, source: Array) -> bool:
    """Whether memory of an array lies on another device than the current one."""
    devices = interpreter.allocations.devices
    return any(devices.get(buffer, state.device) != state.device for buffer in source.buffers)


def _sources(state: State, source: Value | None) -> Iterable[Array]:
    """The device arrays that a copy reads. Of what is not known it is said elsewhere."""
    if isinstance(source, Array):
        return (source,)
    if isinstance(source, Symbol) and not source.host:
        return ()
    items = items_of(state, source or NONE)
    if items is not None:  # of addresses only the numbers are copied
        return [array for item in items if not is_address(item) for array in arrays_in(state, item)]
    return arrays_in(state, source or NONE)


def _note_addresses(state: State, table: Array, source: Value | None) -> None:
    """A table of addresses is made: who reads it may go on to the arrays."""
    items = items_of(state, source or NONE) or ()
    addressed = tuple(item.array for item in items if is_address(item))
    if addressed:
        state.memory[(ADDRESSED, min(table.buffers))] = addressed


ADDRESSED = "addressed"
"""Under this, and the memory of a table, the arrays are kept whose addresses are in the table."""


_OF_TORCH = frozenset(
    (
        "cat",
        "contiguous",
        "detach",
        "empty_like",
        "full_like",
        "grad",
        "ones_like",
        "rand_like",
        "requires_grad_",
        "zeros_like",
    )
)
"""What torch alone calls so, of what is not seen: such tensors are on the device as a rule, and taken as they are."""


def _likely_copy(name: str, source: Symbol) -> Premise | None:
    """What has to be true of something unknown for ``asarray(source)`` and its kin to copy it, where that is likely."""
    what = source.label or "what is converted"
    if what in _OF_TORCH:
        return None
    if name in ("asarray", "asanyarray", "array"):
        return Premise("argument", f"{what} is an array of the host")
    is_part = isinstance(source.key, tuple) and source.key[:1] == ("item",)
    return Premise("argument", f"the part of {what} is not contiguous") if is_part else None


def _has_gaps(interpreter: Interpreter, array: Array) -> bool:
    """Whether the elements of an array certainly do not stand in a row."""
    form = interpreter.forms.form(array)
    return form is not None and form.layout == "-"


def _touch_other_devices(interpreter: Interpreter, state: State, stream: Stream, uses: list[Effect]) -> None:
    """A copy between devices on a null stream is ordered with the null streams of both."""
    if stream.kind is not Kind.NULL:
        return
    for use in uses:
        for buffer in use.array.buffers:
            home = interpreter.allocations.devices.get(buffer, state.device)
            if home != state.device:
                for order in state.orders:
                    known = order.issue(cuda.null_of(home), 0, state.host)
                    order.streams[stream] = order.streams.get(stream, 0) | known


def _uses(state: State, spec: Call, arguments: Arguments, interpreter: Interpreter) -> list[Effect]:
    """What a call reads and writes; an array that it is given for both, as by ``out=x``, once."""
    outs = [arguments.named(name) for name in spec.out]
    if spec.out_position is not None:
        outs.append(arguments.at(spec.out_position))
    written = [
        Effect(array, "w", placed[1])
        for placed in (*outs, *(arguments.at(position) for position in spec.writes))
        if placed is not None
        for array in _written(interpreter, state, placed[0])
    ]
    read = list(_read(state, spec, arguments, {id(use.node) for use in written}))
    again = {use.array for use in read} & {use.array for use in written}
    both = [replace(use, mode="rw") if use.array in again else use for use in read]
    return both + [use for use in written if use.array not in again]


def _read(state: State, spec: Call, arguments: Arguments, taken: Set[int]) -> Iterator[Effect]:
    """What a call reads; `taken` are the places of what it writes, by identity."""
    places = arguments.all() if spec.reads is None else [arguments.at(position) for position in spec.reads]
    for placed in places:
        if placed is not None and (id(placed[1]) not in taken or spec.reads is not None):
            yield from (Effect(array, "r", placed[1]) for array in arrays_in(state, placed[0]))


def _written(interpreter: Interpreter, state: State, value: Value) -> list[Array]:
    if isinstance(value, Symbol) and not value.host:
        return [symbol_array(interpreter, value)]
    return arrays_in(state, value)


def symbol_array(interpreter: Interpreter, symbol: Symbol, name: str = "") -> Array:
    """A symbol that turned out to be a device array; `name` is what the source calls it."""
    buffer = interpreter.parameters.buffers.get(symbol)
    if buffer is None:
        buffer = interpreter.parameters.buffers[symbol] = interpreter.fresh()
        if called := name or interpreter.names.unknown(symbol):
            interpreter.names.name_array(buffer, called)
    return Array(frozenset((buffer,)))


def _returned(
    interpreter: Interpreter, state: State, spec: Call, arguments: Arguments, uses: list[Effect], recipe: Recipe
) -> tuple[Value, Array | None]:
    """The value of a call, and the array it newly writes."""
    returns = spec.returns
    out = next((use.array for use in uses if "w" in use.mode), None)
    if returns is Returns.NEW:
        if out is not None and _takes_out(spec):
            return out, None
        result = new_array(interpreter, state, spec.boolean, recipe)
        return result, result
    first = next((array for value, _ in arguments.all() for array in arrays_in(state, value)), None)
    if first is not None and returns in (Returns.VIEW, Returns.MAYBE_VIEW):
        return _shown(interpreter, state, first, returns, recipe), None
    if first is not None and returns is Returns.SAME:
        return first, None
    if returns is Returns.ALLOCATED:
        return new_array(interpreter, state, recipe=recipe), None
    if returns is Returns.HOST:
        return HostArray(), None
    return NONE if returns is Returns.NONE else interpreter.unknown(), None


def _shown(interpreter: Interpreter, state: State, first: Array, returns: Returns, recipe: Recipe) -> Array:
    """A view, or what may as well be a copy that is made now."""
    shown = view(first, f"{recipe.name} {id(recipe.node)}")
    if returns is Returns.VIEW or contiguous(first.region):
        return replace(shown, guess=False)
    again = first.guess and first.copied_on is None
    return replace(shown, guess=True, copied_on=None if again else cuda.current_stream(interpreter, state))


def _takes_out(spec: Call) -> bool:
    """Whether a call can be given the array that it writes."""
    return bool(spec.out) or spec.out_position is not None
