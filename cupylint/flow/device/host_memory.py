"""Host arrays that a device may use as well: parts of them, and what host code does to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.flow.device.accesses import perform
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.regions import extend, viewed
from cupylint.flow.domain.values import (
    NONE,
    Array,
    Const,
    HostArray,
    HostView,
    ListValue,
    Method,
    Pointer,
    SliceValue,
    Symbol,
    TupleValue,
    Value,
    parts_of_key,
)
from cupylint.order import HOST

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.findings import Premise
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_VIEWS = frozenset(("T", "mT", "real", "imag", "flat"))
_FACTS = frozenset(("shape", "size", "dtype", "nbytes", "itemsize", "strides", "flags"))
_SAME_MEMORY = frozenset(("ctypes", "base", "mem", "contents"))


def of_buffer(buffer: int, axes: int | None, guess: bool = False) -> HostView:
    """The whole of an allocation; `guess` if it is not known that copies to and from it are queued."""
    return HostView(Array(frozenset((buffer,)), guess=guess), axes)


# -- accesses --------------------------------------------------------------------------------------


def in_flight(state: State, array: Array, mode: str) -> int:
    """The accesses that one by the host now would conflict with, as a bit set."""
    found = 0
    for buffer in array.buffers:
        found |= state.writers.get(buffer, 0)
        if "w" in mode:
            found |= state.readers.get(buffer, 0)
    return found & ~(state.program_order or state.order).hosts.get(state.host, 0)


def touch(interpreter: Interpreter, state: State, value: Value, mode: str, node: CSTNode | None) -> None:
    """Host code reads ("r"), writes ("w") or changes ("rw") a host array; other values do not matter.

    All later work of the same thread is ordered after it, so that what the main one does is of interest only while
    something is in flight.
    """
    if not isinstance(value, HostView) or node is None:
        return
    if in_flight(state, value.array, mode) or state.host != HOST:
        certain = value.seen is None or bool(value.seen & in_flight(state, value.array, "r"))
        perform(interpreter, state, node, None, [Effect(value.array, mode, node, certain, premise(interpreter, value))])


def premise(interpreter: Interpreter, view: HostView) -> Premise | None:
    """What has to hold for what was done to memory before it was made anew to count, None for nothing."""
    known = interpreter.pinned.premises
    return next((known[buffer] for buffer in view.array.buffers if buffer in known), None) if known else None


def touch_all(interpreter: Interpreter, state: State, touches: Iterable[tuple[Value, str, CSTNode | None]]) -> None:
    """Several accesses, in order: value, mode and place of each."""
    for value, mode, node in touches:
        touch(interpreter, state, value, mode, node)


# -- parts -----------------------------------------------------------------------------------------


def _is_number(part: Value) -> bool:
    return isinstance(part, Const) and isinstance(part.value, int) and not isinstance(part.value, bool)


def _part(view: HostView, key: Value) -> Array:
    return replace(view.array, region=extend(view.array.region, key))


def index(interpreter: Interpreter, state: State, view: HostView, key: Value, node: CSTNode | None) -> Value:
    """``view[key]``: a part, or a number or copy that is read now."""
    parts = parts_of_key(key)
    if any(isinstance(part, (HostArray, ListValue, Array)) for part in parts):
        touch(interpreter, state, view, "r", node)
        return HostArray()
    if key == Const("data"):  # of __array_interface__
        return TupleValue((Pointer(view.array, number=True), Const(False)))
    array = _part(view, key)
    if Const(Ellipsis) in parts:
        return HostView(array)
    numbers = sum(_is_number(part) for part in parts)
    named = sum(isinstance(part, Symbol) for part in parts)
    shown = NONE in parts or any(isinstance(part, SliceValue) for part in parts)
    axes = None if view.axes is None or named else view.axes - numbers + parts.count(NONE)
    if axes == 0 and numbers == len(parts):
        touch(interpreter, state, replace(view, array=array, seen=None), "r", node)
        return HostArray()
    if shown or numbers + named < max(_least_axes(interpreter, view), 1):
        return HostView(array, axes)
    return HostView(array, None, in_flight(state, view.array, "r"))


def _least_axes(interpreter: Interpreter, view: HostView) -> int:
    """How many axes a view has at least, as far as is known."""
    if view.axes is not None or view.array.region:
        return view.axes or 0
    return max((interpreter.pinned.axes.get(buffer, 0) for buffer in view.array.buffers), default=0)


def is_array(interpreter: Interpreter, view: HostView) -> None:
    """``view`` is copied to or from, so that it is no single number; remembered for its likes."""
    if view.seen is None or len(view.array.region) != 1:
        return
    numbers = sum(axis is not None and axis[0] == "i" for axis in view.array.region[0])
    for buffer in view.array.buffers:
        interpreter.pinned.axes[buffer] = max(numbers + 1, interpreter.pinned.axes.get(buffer, 0))


def store_item(
    interpreter: Interpreter,
    state: State,
    view: HostView,
    key: Value,
    value: Value,
    node: CSTNode | None,
    mode: str = "w",
) -> None:
    """``view[key] = value``, or ``view[key] += value`` with mode "rw"."""
    basic = all(isinstance(part, (Const, SliceValue, Symbol)) for part in parts_of_key(key))
    array = _part(view, key) if basic else view.array
    touch_all(interpreter, state, [(value, "r", node), (replace(view, array=array, seen=None), mode, node)])


def other_view(view: HostView, name: str, axes: int | None = None) -> HostView:
    """Another view of the same memory; nothing is known of how its indices map."""
    return HostView(replace(view.array, region=viewed(view.array.region, name)), axes)


def attribute(interpreter: Interpreter, view: HostView, name: str) -> Value:
    """``view.name``. Nothing is read."""
    if name in _VIEWS:
        return other_view(view, name, view.axes if name != "flat" else 1)
    if name in _SAME_MEMORY:
        return replace(view, seen=None)
    if name in ("data", "ptr"):
        return Pointer(view.array, number=True)
    if name == "__array_interface__":
        return replace(view, seen=None)
    if name == "ndim" and view.axes is not None:
        return Const(view.axes)
    if name in _FACTS or name == "ndim":
        return interpreter.symbol(("attribute", view, name), name, host=True)
    return Method(view, name)
