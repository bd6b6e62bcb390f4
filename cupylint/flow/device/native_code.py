"""Libraries that are given arrays with a stream to work on; code in C gets addresses, with a stream or without one."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cupylint.facts import HandOff
from cupylint.findings import Premise
from cupylint.flow.device import arrays, cuda, host_copies, host_memory
from cupylint.flow.device.accesses import peek, perform
from cupylint.flow.device.interop_arrays import ForeignStream, hand_over
from cupylint.flow.domain import contents
from cupylint.flow.domain.arguments import Arguments, Placed
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.hints import HANDS_ON, READS_AT_ONCE, SOUNDS_LIKE_SETTING, SOUNDS_LIKE_WAITING
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Array, HostView, ListValue, StreamValue, Symbol, TupleValue, Value, is_address
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

_UNSEEN = "the library"
_OUTPUT = re.compile(r"^(recv|out(put)?|dst|dest(ination)?|result)(_?buf(fer)?|_?array)?$|_(out|dst|dest|recv)$")
"""What arrays are called that a function is to fill."""
_FILLS = re.compile(r"^(i?recv|receive)(_|$)|_into$")
"""Names of functions that fill the only array that they are given."""
_STREAMS = (StreamValue, ForeignStream)
_DEPTH = 1
"""How many lists inside one another are looked into for arrays."""


def given_pointers(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> None:
    """Code that is not seen gets ``x.data.ptr`` and no stream: perhaps it works on the null stream."""
    placed = arguments.all()
    if any(is_stream_pointer(value) for value, _ in placed):
        return
    uses = [
        replace(_given_out(interpreter, value.array, place), certain=False)
        for value, place in placed
        if isinstance(value, HostView) or is_address(value)
    ]
    if uses:
        peek(interpreter, state, node, cuda.null_of(state.device), uses, call="call")


def read_at_once(interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode) -> bool:
    """Code that is not seen, and that its name says to write to a file or the like, reads memory of the host now.

    Returns whether it is such code, which works on no stream.
    """
    if READS_AT_ONCE.match(name) is None:
        return False
    pinned = interpreter.pinned.blocks
    given = [value.array for value, _ in arguments.all() if isinstance(value, HostView) or is_address(value)]
    premise = Premise("library-contract", f"{name} reads it at once")
    for array in given:
        if array.buffers <= pinned and host_memory.in_flight(state, array, "r"):
            perform(interpreter, state, node, None, [Effect(array, "r", node, premise=premise)])
    return bool(given)


def given_stream(interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode) -> int:
    """Code that is not seen gets ``x.data.ptr`` and ``stream.ptr``: work on that stream, which it does not wait for.

    That it reads what it is given rests on a premise; whether it writes it is a guess. Returns the accesses.
    """
    before = state.order.issued
    placed = arguments.all()
    streams = [plain(value) for value, _ in placed if is_stream_pointer(value)]
    stream = cuda.as_stream(interpreter, state, streams[0]) if len(set(streams)) == 1 else None
    if stream is not None:
        work(interpreter, state, name, placed, node, stream)
    return state.order.issued & ~before


def given_arrays(interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode) -> int:
    """A library gets ``f(x, stream=stream)``, or ``stream.ptr``: work on that stream with arrays as they are.

    These may stand in a list. What it reads and writes is known as little as of code in C. Returns the accesses.
    """
    before, chosen = state.order.issued, _chosen(interpreter, state, name, arguments)
    if chosen is None:
        return 0
    reads, writes = _contract(name), _contract(name, "writes it")
    fills = _FILLS.search(name) and sum(isinstance(value, Array) for value in arguments.values()) == 1
    uses = []
    for value, place in arguments.all():
        for array in contents.arrays_in(state, value, _DEPTH):
            if not getattr(array, "library", ""):
                written = writes if fills or _OUTPUT.search(str(getattr(place, "value", ""))) else None
                write = Effect(array, "w", place, certain=written is not None, premise=written)
                uses += [Effect(array, "r", place, premise=reads), write]
    if uses:
        perform(interpreter, state, node, cuda.actual(state, chosen), uses, call=name, explicit=True)
    return state.order.issued & ~before


_KEEP_MEMORY = frozenset(("cuquantum", "nvmath"))
"""Libraries whose objects keep operands and a work area between calls, and leave the order to their callers."""


_LEADS_TO_OBJECT = frozenset(("attribute", "entered"))
"""What a method is of its object, and what ``with`` gives of it."""


def may_keep_memory(interpreter: Interpreter, made: Symbol, name: str) -> None:
    """A call of a library has made an object; `name` is the dotted one of what was called."""
    last = name.rpartition(".")[2]
    if name.partition(".")[0] in _KEEP_MEMORY and last[:1].isupper():
        buffer = interpreter.fresh()
        interpreter.parameters.keepers[made] = Array(frozenset((buffer,)))
        interpreter.names.name_array(buffer, f"the memory of {last}")


def works_in_own_memory(
    interpreter: Interpreter, state: State, receiver: Value | None, name: str, arguments: Arguments, node: CSTNode
) -> int:
    """A method of such an object is given a stream: it works there with what the object keeps. Returns the accesses."""
    while isinstance(receiver, Symbol) and isinstance(receiver.key, tuple) and receiver.key[0] in _LEADS_TO_OBJECT:
        receiver = receiver.key[1]
    held = interpreter.parameters.keepers.get(receiver) if isinstance(receiver, Symbol) else None
    chosen = arguments.keyword("stream")
    if held is None or not isinstance(chosen, _STREAMS):
        return 0
    before, premise = state.order.issued, Premise("library-contract", f"{name} works with what the object keeps")
    stream = cuda.actual(state, chosen.stream)
    perform(interpreter, state, node, stream, [Effect(held, "rw", node, premise=premise)], call=name, explicit=True)
    return state.order.issued & ~before


def _chosen(interpreter: Interpreter, state: State, name: str, arguments: Arguments) -> Stream | None:
    """The stream that a library is to work on: by its keyword, or the only one among what it is given otherwise."""
    chosen = arguments.keyword("stream")
    if chosen is None and not _does_something_else(name):
        streams = [value for value in arguments.values() if isinstance(value, _STREAMS)]
        chosen = streams[0] if len(streams) == 1 else None
    if chosen is not None and is_stream_pointer(chosen):
        return cuda.as_stream(interpreter, state, plain(chosen))
    return chosen.stream if isinstance(chosen, _STREAMS) else None


def _does_something_else(name: str) -> bool:
    """Whether the name of a function says that it does something else with a stream than to work on it."""
    return bool(HANDS_ON.match(name) or SOUNDS_LIKE_SETTING.search(name) or SOUNDS_LIKE_WAITING.search(name))


def given_on_stream(interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode) -> bool:
    """Code that is not seen gets arrays where the program has made a stream current: it works on that stream.

    The arrays may stand in a list. Returns whether that is so.
    """
    stream = cuda.current_stream(interpreter, state)
    if stream.kind in (Kind.NULL, Kind.PER_THREAD):
        return False
    called = name or "the code that is called"
    reads = Premise("argument", f"{called} works with it on the current stream")
    writes = Premise("argument", f"{called} writes it on the current stream")
    given = [
        (array, place)
        for value, place in arguments.all()
        for array in contents.arrays_in(state, value, _DEPTH)
        if not getattr(array, "library", "")
    ]
    uses = []
    for array, place in given:
        if not array.guess:
            uses.append(Effect(array, "r", place, certain=False, premise=reads))
            if _holds_nothing(interpreter, state, array) or _OUTPUT.search(str(getattr(place, "value", ""))):
                uses.append(Effect(array, "w", place, certain=False, premise=writes))
    if uses:
        perform(interpreter, state, node, stream, uses, call=name)
    return bool(given)


def returned_on_stream(interpreter: Interpreter, state: State, name: str, result: Symbol, node: CSTNode) -> None:
    """What such code returned: it made it there, if it turns out to be an array of the device."""
    interpreter.parameters.results.add(result)
    interpreter.parameters.buffers[result] = interpreter.fresh()  # named when it is bound
    array = arrays.symbol_array(interpreter, result)
    text = f"{name or 'the code that is called'} returns an array that it makes on the current stream"
    use = Effect(array, "w", node, certain=False, premise=Premise("argument", text))
    perform(interpreter, state, node, cuda.current_stream(interpreter, state), [use], call=name)


def as_arrays(interpreter: Interpreter, state: State, name: str, arguments: Arguments) -> Arguments:
    """The arguments of a function of CuPy that takes arrays alone, or lists of them, where it gets such results."""
    if name in _TAKE_LISTS:
        return arguments.changed(partial(_list_of_arrays, interpreter, state))
    return arguments.changed(partial(as_array, interpreter)) if name in _TAKE_ARRAYS else arguments


def _list_of_arrays(interpreter: Interpreter, state: State, value: Value) -> Value:
    """A list with such results in it as what they are; other values as they are."""
    items = contents.items_of(state, value) if isinstance(value, (ListValue, TupleValue)) else None
    made = tuple(as_array(interpreter, item) for item in items or ())
    return value if made == (items or ()) else TupleValue(made)


def as_array(interpreter: Interpreter, value: Value) -> Value:
    """Such a result, a part of it or what was worked out from it as the array that was made; other values as they are.

    What is done with the one comes after what made it: who has waited for that has waited for this.
    """
    made = _made_of(interpreter, value)
    return value if made is None else arrays.symbol_array(interpreter, made)


def _made_of(interpreter: Interpreter, value: object, depth: int = 4) -> Symbol | None:
    if not isinstance(value, Symbol):
        return None
    if value in interpreter.parameters.results:
        return value
    key = value.key if isinstance(value.key, tuple) else ()
    parts = key[1:] if key[:1] in (("item",), ("binary",)) else ()
    if key[:1] == ("linear",):  # a sum
        parts = tuple(term for term, _ in key[1])
    found = (_made_of(interpreter, part, depth - 1) for part in parts if depth)
    return next((each for each in found if each is not None), None)


_TAKE_ARRAYS = ("asnumpy", "copyto")
_TAKE_LISTS = ("column_stack", "concatenate", "dstack", "hstack", "stack", "vstack")


def _contract(name: str, does: str = "works with it") -> Premise:
    return Premise("library-contract", f"{name or 'the code that is called'} {does} on that stream")


def work(
    interpreter: Interpreter, state: State, name: str, placed: list[Placed], node: CSTNode, stream: Stream
) -> None:
    """Code in C works on `stream` with the arrays whose addresses it is given."""
    premise = _contract(name)
    given: dict[Array, tuple[CSTNode, bool]] = {}
    for value, place in placed:
        if (addressed := _addressed(interpreter, value)) is not None:
            given.setdefault(addressed[0], (place, addressed[1]))
    uses = []
    for array, (place, known) in given.items():
        use = _given_out(interpreter, array, place, stream)
        uses.append(replace(use, premise=premise, certain=known))
        fills = known and _holds_nothing(interpreter, state, array)
        uses.append(replace(use, mode="w", premise=premise if fills else None, certain=fills))
    if uses:
        perform(interpreter, state, node, stream, uses, call=name, explicit=True)


def _holds_nothing(interpreter: Interpreter, state: State, array: Array) -> bool:
    """Whether the program has made an array and put nothing into it: whoever gets it next writes it first."""
    made = interpreter.lifetimes.known
    return all(buffer in made and not state.writers.get(buffer) for buffer in array.buffers)


def _given_out(interpreter: Interpreter, array: Array, place: CSTNode, stream: Stream | None = None) -> Effect:
    name = "" if stream is None else interpreter.names.stream(stream)
    hand_off = HandOff(interpreter.spot(place), "a raw pointer", _UNSEEN, "nothing", name)
    return Effect(hand_over(array, _UNSEEN, hand_off), "r", place)


def _addressed(interpreter: Interpreter, value: Value) -> tuple[Array, bool] | None:
    """The array of the device whose address a value is, and whether that is all but sure.

    ``a.data.ptr`` of an unknown `a` tells that it is one, but not that this path is taken with one: Python code that
    can do without a device asks elsewhere, and waits there. Code in C cannot.
    """
    if is_address(value) and not host_copies.is_host(interpreter, HostView(value.array)):
        return value.array, True
    symbol = _owner(plain(value))
    return None if symbol is None else (arrays.symbol_array(interpreter, symbol), plain(value) is not value)


def _owner(value: Value) -> Symbol | None:
    """The unknown `a` of ``a.data.ptr``, which only an array of the device has."""
    for name in ("ptr", "data"):
        key = value.key if isinstance(value, Symbol) else None
        if not (isinstance(key, tuple) and key[:1] == ("attribute",) and key[2] == name and isinstance(key[1], Value)):
            return None
        value = key[1]
    return value if isinstance(value, Symbol) else None


def is_stream_pointer(value: Value) -> bool:
    """Whether a value is ``stream.ptr``, as Python has it or as C is given it."""
    value = plain(value)
    return isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key[:1] == ("ptr",)


# -- addresses as C takes them ---------------------------------------------------------------------


def for_c(interpreter: Interpreter, value: Value | None) -> Value | None:
    """What ``ctypes.cast(address, ...)`` makes of the address of a stream or an unknown array; None: it is neither."""
    if not isinstance(value, Symbol) or not (is_stream_pointer(value) or _owner(plain(value))):
        return None
    return interpreter.symbol((_FOR_C, plain(value)), value.label, value.host)


def plain(value: Value) -> Value:
    """The address that C is given, as it was in Python."""
    key = value.key if isinstance(value, Symbol) else None
    return key[1] if isinstance(key, tuple) and key[:1] == (_FOR_C,) and isinstance(key[1], Value) else value


_FOR_C = "for C"
