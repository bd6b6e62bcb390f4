"""Kernels: how they use their arguments, and what a launch does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cupylint.facts import HandOff
from cupylint.findings import Premise
from cupylint.flow.device import cuda, textures
from cupylint.flow.device.arrays import ADDRESSED, new_array, symbol_array, work
from cupylint.flow.device.interop import launch_numba
from cupylint.flow.device.interop_arrays import CUPY, Handed, hand_over
from cupylint.flow.device.jit_parameters import interface_of
from cupylint.flow.domain.arguments import Arguments, Placed
from cupylint.flow.domain.blocks import Recipe
from cupylint.flow.domain.contents import arrays_in, items_of
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.operations import Launch
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    Array,
    Const,
    External,
    HostArray,
    Kernel,
    ListValue,
    Pointer,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.domain.written import by_the_caller
from cupylint.kernels.first_elements import first_written
from cupylint.kernels.parts import part_names

if TYPE_CHECKING:
    from collections.abc import Hashable

    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.kernels.interface import Interface
    from cupylint.order import Stream


def _threads(state: State, arguments: Arguments) -> int:
    """How many threads ``k(grid, block, args)`` starts, 0 if that is not known."""
    count = 1
    for position, keyword in enumerate(("grid", "block")):
        for size in items_of(state, arguments.either(position, keyword) or NONE) or (NONE,):
            count *= size.value if isinstance(size, Const) and isinstance(size.value, int) else 0
    return count


def launch(interpreter: Interpreter, state: State, kernel: Kernel, arguments: Arguments, node: CSTNode) -> Value:
    """A kernel is launched: RawKernel style ``k(grid, block, args)`` or with its arrays as arguments."""
    if kernel.kind == "numba":
        return launch_numba(interpreter, state, kernel, arguments, node)
    if kernel.kind not in ("raw", "jit"):
        return _launch_elementwise(interpreter, state, kernel, arguments, node)
    stream, explicit = cuda.chosen_stream(interpreter, state, arguments.keyword("stream"), node)
    operands = arguments.positional_placed()
    if not kernel.launch:
        placed = arguments.at(2) or arguments.named("args")
        if placed is None:
            return interpreter.unknown()
        interpreter.announce.launched(state, kernel, arguments, node)
        values = items_of(state, placed[0]) or ()
        operands = arguments.elements(values, placed[1])
    issue(interpreter, state, kernel, operands, stream, node, explicit, _threads(state, arguments))
    return NONE


def issue(
    interpreter: Interpreter,
    state: State,
    kernel: Kernel,
    operands: list[Placed],
    stream: Stream,
    node: CSTNode,
    explicit: bool = True,
    threads: int = 0,
) -> None:
    """Work of a kernel on a stream with what it is given; 0 `threads` where their number is not known."""
    seen = interface_of(kernel)
    _tell(interpreter, state, seen, operands, node)
    polled = {poll.parameter for poll in seen.polls} if seen is not None else set()
    uses = _uses(interpreter, state, kernel, operands, polled, seen)
    uses += textures.uses(operands, None if kernel.known else _USES)
    marked = seen is not None and bool(seen.polls or seen.stores & seen.shared)
    if marked:
        uses.append(_mark(interpreter, node))
    work(interpreter, state, node, uses, call="kernel", stream=stream, explicit=explicit)
    if seen is not None:
        access = _access(interpreter, uses[-1]) if marked else -1
        launched = Launch(seen, operands, stream, threads, access)
        interpreter.announce.launch_issued(state, launched)


def _tell(
    interpreter: Interpreter, state: State, seen: Interface | None, operands: list[Placed], node: CSTNode
) -> None:
    if seen is not None and len(operands) == len(seen.parameters):
        interpreter.announce.kernel_given(state, seen, by_the_caller(interpreter.frames, operands), node)


def _access(interpreter: Interpreter, mark: Effect) -> int:
    """The number of the access that is a mark; -1 for a launch that is only captured."""
    last = interpreter.touches[-1] if interpreter.touches else None
    return last.number if last is not None and last.buffer in mark.array.buffers else -1


def _mark(interpreter: Interpreter, node: CSTNode) -> Effect:
    """An access of the launch itself, so that what waits for it can be told even if it touches no other memory."""
    return Effect(Array(frozenset((interpreter.fresh(),))), "r", node)


UNSEEN = Kernel("raw", known=False)
"""A kernel of which only the launch is seen."""


def is_launch(state: State, arguments: Arguments) -> bool:
    """Whether what is not known is called as kernels of CuPy are: ``k((blocks,), (threads,), (a, n))``.

    The sizes may be unknown, but one is a tuple as it stands, and an array of the device is among what the kernel gets.
    """
    values = arguments.values()
    if len(values) < 3 or len(values) > _MOST_OF_LAUNCH or not isinstance(values[2], (TupleValue, ListValue)):
        return False
    known = [size for size in values[:2] if not isinstance(size, (External, Symbol))]
    if not known or not all(map(_is_size, known)):
        return False
    return bool(arrays_in(state, values[2]))


_MOST_OF_LAUNCH = 5  # grid, block, args, shared_mem, stream


def _is_size(value: Value) -> bool:
    """Whether a value is a tuple of up to three numbers."""
    items = value.items if isinstance(value, TupleValue) else ()
    return 0 < len(items) <= 3 and all(isinstance(item, Symbol) or type(_plain(item)) is int for item in items)


def _plain(value: Value) -> object:
    return value.value if isinstance(value, Const) else None


def _uses(
    interpreter: Interpreter,
    state: State,
    kernel: Kernel,
    operands: list[Placed],
    polled: set[int],
    seen: Interface | None,
) -> list[Effect]:
    """What a kernel does to its operands, other than the flags that it watches."""
    uses: list[Effect] = []
    atomics = dict(seen.atomics) if seen is not None else {}
    for number, (value, place) in enumerate(operands):
        mode = kernel.modes[number] if number < len(kernel.modes) else "rw"
        if mode == "v" or number in polled:
            continue
        certain = kernel.known and number < len(kernel.modes)
        if isinstance(value, Symbol) and certain and not value.host and not _is_attribute(value):
            value = symbol_array(interpreter, value)
        offsets = _offsets(seen, number, operands) if "w" in mode else ()
        uses += _through_tables(state, value, place)
        for held in arrays_in(state, value):
            array = _by_address(interpreter, value, held, place)
            if certain or mode == "r":
                writer = _writer(seen, number) if mode == "w" else None
                atomic = atomics.get(number, "")
                uses.append(Effect(array, mode, place, offsets=offsets, kernel=writer, atomic=atomic))
            else:
                alone = _is_one_array(state, [each for each, _ in operands])
                uses += _by_unseen(interpreter, array, place, alone)
    return uses


def _through_tables(state: State, operand: Value, place: CSTNode) -> Iterator[Effect]:
    """A kernel that is given a table of addresses reads the arrays that they are of, or writes them."""
    tables = (array for array in arrays_in(state, operand) if len(array.buffers) == 1)
    for table in tables:
        for array in state.memory.sequence((ADDRESSED, min(table.buffers))):
            yield Effect(array, "r", place)


def _by_unseen(interpreter: Interpreter, array: Array, place: CSTNode, alone: bool) -> Iterator[Effect]:
    """What a kernel whose source is not seen does to an array; `alone`: to the only one that it is given."""
    fresh = interpreter.lifetimes.is_fresh(array)
    if not fresh:
        yield Effect(array, "r", place, premise=_USES)
    writes = fresh or alone
    yield Effect(array, "w", place, certain=writes, premise=_USES if writes else None)


def _is_one_array(state: State, operands: list[Value]) -> bool:
    """Whether a kernel is given one array and numbers: that it has to write, for there is nothing else."""
    others = [value for value in operands if not arrays_in(state, value)]
    return len(operands) == len(others) + 1 and not any(isinstance(each, Symbol) and not each.host for each in others)


def _by_address(interpreter: Interpreter, value: Value, array: Array, place: CSTNode) -> Array:
    """An array of another library whose address a kernel of CuPy is given: it works on it on CuPy's stream."""
    if isinstance(value, Pointer) and isinstance(array, Handed) and array.foreign:
        return hand_over(array, CUPY, HandOff(interpreter.spot(place), "Tensor.data_ptr", CUPY, "nothing"))
    return array


_USES = Premise("argument", "the kernel, whose source is not seen, uses what it is given")


def _writer(seen: Interface | None, number: int) -> tuple[Hashable, bool] | None:
    """The kernel of a CUDA source, and whether it certainly writes the first element of its parameter `number`."""
    if seen is None or number >= len(seen.parameters) or "__global__" not in seen.code:
        return None
    return (seen.name, seen.code), seen.parameters[number].name in first_written(seen.code, seen.name)


def _offsets(seen: Interface | None, number: int, operands: list[Placed]) -> tuple[Value, ...]:
    """The numbers that tell a kernel which part of its parameter `number` to use: ``out[offset + i]``."""
    if seen is None or number >= len(seen.parameters):
        return ()
    names = part_names(seen.code, seen.name, seen.parameters[number].name)
    bound = zip(seen.parameters, operands, strict=False)
    return tuple(value for parameter, (value, _) in bound if parameter.name in names)


def _launch_elementwise(
    interpreter: Interpreter, state: State, kernel: Kernel, arguments: Arguments, node: CSTNode
) -> Value:
    """A kernel is given its arrays as arguments: the inputs, then the outputs, if there are any."""
    stream, explicit = cuda.chosen_stream(interpreter, state, arguments.keyword("stream"), node)
    operands = arguments.positional_placed()
    inputs = kernel.inputs if kernel.kind != "function" else len(operands)
    placed = [(value, place, "r" if number < inputs else "w") for number, (value, place) in enumerate(operands)]
    if (out := arguments.named("out")) is not None:
        placed.append((*out, "w"))
    _tell(interpreter, state, kernel.interface, [(value, place) for value, place, _ in placed], node)
    uses = [Effect(array, mode, place) for value, place, mode in placed for array in arrays_in(state, value)]
    uses += textures.uses(operands)
    if kernel.kind == "function" and not uses and all(_is_of_host(value) for value, _ in operands):
        return interpreter.unknown("fused", host=True)  # the function itself is called
    written = next((use.array for use in uses if use.mode == "w"), None)
    given = written or next((value for value, _, mode in placed if mode == "w"), None)
    result = _result(interpreter, state, kernel, arguments, node) if given is None else None
    work(interpreter, state, node, uses, result=result, call="kernel", stream=stream, explicit=explicit)
    return result or given or NONE


def _result(interpreter: Interpreter, state: State, kernel: Kernel, arguments: Arguments, node: CSTNode) -> Array:
    """The array that a kernel makes which is given none to write."""
    size = arguments.keyword("size")
    keywords = () if size is None else (("size", size),)
    recipe = Recipe("kernel", node, (kernel, *(value for value, _ in arguments.positional_placed())), keywords)
    return new_array(interpreter, state, recipe=recipe)


def _is_of_host(value: Value) -> bool:
    return isinstance(value, (HostArray, Const)) or (isinstance(value, Symbol) and value.host)


def _is_attribute(symbol: Symbol) -> bool:
    return isinstance(symbol.key, tuple) and symbol.key[:1] in (("attribute",), ("class attribute",))
