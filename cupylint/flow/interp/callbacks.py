"""Host functions that a stream calls: what they do is ordered like work on that stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.device import cuda
from cupylint.flow.device.accesses import perform
from cupylint.flow.device.host_accesses import CALLBACK, is_callback
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import NONE, Array, BoundMethod, Const, FunctionValue, ListValue, StreamValue, Value
from cupylint.order import Kind, Order, Stream, bits

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

_DEVICE = frozenset(("cp", "cupy", "cupyx", "xp"))


def queue(
    interpreter: Interpreter, state: State, stream: Stream, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``stream.launch_host_func(callback, argument)`` of a function of this file; None for any other.

    The function is followed as a thread of its own that knows what its stream has done by then. It must not call
    CUDA; one that seems to is not followed.
    """

    function = arguments.either(0, "callback")
    code = function.function if isinstance(function, BoundMethod) else function
    if not isinstance(code, FunctionValue) or code.function.idents & _DEVICE or isinstance(state.host, tuple):
        return None
    argument = arguments.position(1) or arguments.keyword("arg") or NONE
    given: list[tuple[Value, CSTNode]] = [(argument, arguments.place(1, node))]
    if name == "add_callback":
        given = [(StreamValue(stream), node), (Const(0), node), *given]
    perform(interpreter, state, node, stream, [], call=name)
    cuda.may_wait_for(state, stream)  # the host may be told by it
    host, caller = (CALLBACK, interpreter.fresh()), state.host
    for order in state.orders:
        order.hosts[host] = order.known(stream, caller)
    state.host = host
    outcomes = interpreter.invoke(state, function or NONE, Arguments(given, {}), node)
    for after, _ in outcomes:
        after.host = caller
        for order in after.orders:
            _continue(order, stream, order.hosts.get(host, 0))
    return [(after, NONE) for after, _ in outcomes]


def _continue(order: Order, stream: Stream, done: int) -> None:
    """Later work on the stream comes after the function."""
    order.streams[stream] = order.streams.get(stream, 0) | done
    if stream.kind is Kind.NULL:
        order.barrier[stream.device] = order.barrier.get(stream.device, 0) | done


# -- lists that they fill --------------------------------------------------------------------------

_READ_ITEMS = frozenset(
    f"builtins.{name}" for name in ["list", "tuple", "set", "sum", "print", "sorted", "max", "min", "any", "all"]
)


def _buffer(state: State, value: Value | None) -> int | None:
    """What stands for the memory of a list that a host function changes."""
    found = state.memory.get(("changed by callback", value.key)) if isinstance(value, ListValue) else None
    return found.value if isinstance(found, Const) and isinstance(found.value, int) else None


def changed(interpreter: Interpreter, state: State, receiver: Value, node: CSTNode) -> None:
    """A method of a list is called; in a host function it is taken to change the list."""
    if not isinstance(receiver, ListValue) or not is_callback(state.host):
        return
    buffer = _buffer(state, receiver)
    if buffer is None:
        buffer = interpreter.fresh()
        state.memory[("changed by callback", receiver.key)] = Const(buffer)
        for key, value in state.memory.items():
            if isinstance(key, tuple) and isinstance(key[-1], str) and value == receiver:
                interpreter.names.name_array(buffer, key[-1])
    perform(interpreter, state, node, None, [Effect(Array(frozenset((buffer,))), "w", node)])


def looked_at(interpreter: Interpreter, state: State, value: Value | None, node: CSTNode | None) -> None:
    """The items of a list are read."""
    buffer = _buffer(state, value)
    if buffer is not None and node is not None and not is_callback(state.host):
        perform(interpreter, state, node, None, [Effect(Array(frozenset((buffer,))), "r", node)])


def counted(interpreter: Interpreter, state: State, value: Value | None) -> None:
    """The length of a list is asked for: that is how a program waits for host functions that fill it."""
    buffer = _buffer(state, value)
    for number in bits(0 if buffer is None else state.writers.get(buffer, 0)):
        for order in state.orders:
            order.host_signal(interpreter.touches[number].host, state.host)


def passed(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> None:
    """A built-in function is given lists."""
    if dotted == "builtins.len":
        counted(interpreter, state, arguments.position(0))
    elif dotted in _READ_ITEMS:
        for value, _ in arguments.all():
            looked_at(interpreter, state, value, node)
