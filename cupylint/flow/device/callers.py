"""What the callers of a function do on their own streams: work on what they hand over, and on what they get back.

A caller makes its arrays on its current stream, the null stream as far as is known, and need not wait before it calls.
So an array that is handed over may still be written when the function begins; that write is an access like any other,
but a finding that needs it names it as its premise. Nothing is claimed of streams that the caller may know as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from cupylint.facts import Step
from cupylint.findings import Premise
from cupylint.flow.device import cuda
from cupylint.flow.device.escapes import is_kept_private, outlives
from cupylint.flow.device.host_accesses import CALLERS_STREAM
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.loop_carried import targets_of, walk
from cupylint.flow.domain.state import Touch
from cupylint.flow.domain.values import NONE, FunctionValue
from cupylint.order import HOST, Kind, bits
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import Array, Value
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.order import Stream


ELSEWHERE = -1
"""The device of callers that work on another one than the current one."""


def works_on(
    interpreter: Interpreter,
    state: State,
    code: ir.Function,
    called: str,
    array: Array,
    premise: Premise | None = None,
    device: int | None = None,
    library: str = "",
) -> int:
    """The caller's work on a parameter, or on an attribute of it, may still run when the function is entered.

    Args:
        called: the parameter, or ``parameter.attribute``.
        premise: what has to hold for it to be an array of the device.
        device: the one that the caller works on; None: the current one.
        library: whose array it is, if it is not CuPy's.

    Returns the accesses.
    """
    parameter = parameter_node(code, called.partition(".")[0])
    node = None if parameter is None else parameter.name
    entries = interpreter.entries
    if not is_public(code) or code.name in entries.mentioned or code in entries.entered or node is None:
        return 0  # the file shows what its callers do, or it was followed without them before
    null = cuda.null_of(state.device if device is None else device)
    placed = entries.decorated.get(code)
    decorator = placed.function if isinstance(placed, FunctionValue) else code
    hands_back = _makes_its_caller_wait(code) or _makes_its_caller_wait(decorator)
    numbers = 0
    for buffer in sorted(array.buffers):
        spot = interpreter.spot(node)
        touch = Touch(
            number=len(interpreter.touches),
            spot=spot,
            mode="write",
            stream=null,
            buffer=buffer,
            region=(),
            blocks=(),
            frame=0,
            host=state.host,
            certain=True,
            statement=spot,
            step=Step("access", spot, null, CALLERS_STREAM),
            call="",
            explicit=False,
            caller=called,
            premise=premise,
            library=library,
        )
        interpreter.touches.append(touch)
        bit = 1 << touch.number
        interpreter.parameters.callers_work |= bit
        interpreter.parameters.returned_to |= bit if hands_back else 0
        state.order.issue(null, bit, state.host)
        state.writers[buffer] = state.writers.get(buffer, 0) | bit
        state.add(touch.step)
        numbers |= bit
    return numbers


def parameter_node(code: ir.Function, name: str) -> cst.Param | None:
    """Where a parameter of a function stands, but for ``*args`` and ``**kwargs``."""
    if not isinstance(code.node, cst.FunctionDef):
        return None
    parameters = code.node.params
    for node in (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params):
        if node.name.value == name:
            return node
    return None


def is_public(code: ir.Function) -> bool:
    """Whether code that is not seen is meant to call a function: a method of a public class, or a function."""
    own = code.name in ("__init__", "__call__")
    return (own or not code.name.startswith("_")) and not code.parent_class.startswith("_") and code.name != "<lambda>"


def concerns(earlier: Touch, later: Touch) -> bool:
    """Whether the caller's work is of interest to other work: that on a blocking stream may be the caller's own.

    Of that of the host it is only where the code itself shows that the caller may not have waited.
    """
    if not earlier.caller:
        return True
    if later.stream is None:
        return _is_message(earlier, later)
    if later.from_elsewhere:
        return True
    return later.stream.kind is Kind.NON_BLOCKING and not _is_elsewhere(earlier)


def _is_elsewhere(touch: Touch) -> bool:
    return touch.stream is not None and touch.stream.device == ELSEWHERE


def _is_message(earlier: Touch, later: Touch) -> bool:
    """Whether another process is sent what the caller likely works on."""
    return earlier.premise is not None and later.stream is None and later.hand_off is not None


def certain(interpreter: Interpreter, state: State, earlier: Touch, later: Touch, mode: str) -> bool:
    """Whether every caller that does not wait is hit.

    The function reads the array on a stream that it has made itself since it was entered, or that its object keeps to
    itself, and on the device that it was entered on; or it copies the array from a device that its stream does not
    belong to. What it only writes may be memory that nobody has used. A function that makes its caller's stream wait
    for its own knows that these are two.
    """
    stream, null = later.stream, earlier.stream
    if _is_message(earlier, later) or (later.from_elsewhere and _is_elsewhere(earlier)):
        return True
    if stream is None or null is None or "r" not in mode:
        return False
    if interpreter.parameters.returned_to >> earlier.number & 1 and stream.kind is Kind.NON_BLOCKING:
        return stream.device == null.device
    if not isinstance(stream.key, int) or stream.device != null.device:
        return False
    return stream.key > earlier.buffer or is_kept_private(interpreter, state, stream, NONE)


def _makes_its_caller_wait(code: ir.Function) -> bool:
    """Whether a function asks which stream is current, and makes that one wait for an event."""
    if not {"get_current_stream", "wait_event"} <= code.idents:
        return False
    current: set[ir.Name_] = set()
    for statement in walk(code.body):
        if isinstance(statement, ir.Call) and isinstance(called := statement.function, (ir.Attr, ir.Load)):
            if called.name == "get_current_stream":
                current.add(statement.target)
            base = called.base if isinstance(called, ir.Attr) and called.name == "wait_event" else None
            if isinstance(base, ir.Load) and base.name in current:
                return True
        elif (
            isinstance(statement, ir.Assign) and isinstance(value := statement.value, ir.Load) and value.name in current
        ):
            current.update(targets_of(statement.target))
    return False


def premises(earlier: Touch, later: Touch) -> tuple[Premise, ...]:
    """What a pair of accesses rests on of which the caller makes one."""
    if later.caller:
        return (Premise("caller-stream", "the caller uses the result on its own stream"),)
    text = f"the caller's work on {earlier.caller} may still run"
    return (Premise("caller-stream", text),) if earlier.caller else ()


def covered(interpreter: Interpreter, earlier: list[Touch]) -> int:
    """Accesses that a finding with those in `earlier` stands for as well, for the same piece of work."""
    again = interpreter.options.every_access or not any(touch.caller for touch in earlier)
    return 0 if again else interpreter.parameters.callers_work


def waited(interpreter: Interpreter, state: State, stream: Stream | None) -> None:
    """Assume that a function makes `stream` wait for its caller, as it should have done."""
    if stream is not None:
        state.order.streams[stream] = state.order.streams.get(stream, 0) | interpreter.parameters.callers_work


# -- results ---------------------------------------------------------------------------------------


def unfinished_result(interpreter: Interpreter, state: State, value: Value, known: int) -> Array | None:
    """What a function returns while a stream still writes it that nobody but the function has known.

    Asked of functions that are followed on their own; the caller's stream comes after the accesses `known`. The
    stream is one that is ordered with no other, that the function has made and has given to nobody, nor an event of it.
    """
    code = interpreter.frame.function
    outermost = len(interpreter.frames) == 2 and interpreter.frames[0].function is code
    if not outermost or state.host != HOST or not is_public(code) or code.is_generator or code.is_async:
        return None
    for array in arrays_in(state, value):
        for buffer in sorted(array.buffers):
            last = max(bits(state.writers.get(buffer, 0) & ~known & ~state.maybe_waited), default=None)
            if last is not None and _is_private(interpreter, state, interpreter.touches[last], value):
                return array
    return None


def _is_private(interpreter: Interpreter, state: State, touch: Touch, value: Value) -> bool:
    """Whether only the function that is being left, or its object, can wait for an access that it has made."""
    stream, frame = touch.stream, interpreter.frame.number
    if stream is None or stream.kind is not Kind.NON_BLOCKING or not isinstance(stream.key, int):
        return False
    if not touch.certain or stream in interpreter.streams.anonymous or interpreter.frame.function.captures:
        return False
    if stream.key < frame:
        return is_kept_private(interpreter, state, stream, value)
    return not outlives(interpreter, state, stream, {frame}, value)
