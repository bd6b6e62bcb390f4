"""What goes through a generator and is not seen: it reads the arrays that are yielded, on its own current stream.

``for batch in loader:`` goes on with the generator while the work that was queued for the batch may still run. So what
the generator overwrites afterwards on a stream of its own is overwritten too early, unless that stream waits for what
was queued since the array was yielded. Of an array that is not ready yet nothing is said: who yields it may mean its
consumer to wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.findings import Premise
from cupylint.flow.device import cuda
from cupylint.flow.device.accesses import perform
from cupylint.flow.device.callers import is_public
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.effects import Effect
from cupylint.order import HOST, Kind

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import Array, Value
    from cupylint.flow.interp.interpreter import Interpreter

_READS = Premise("caller-stream", "the consumer uses what is yielded on the stream that is current there")
_KEEP_ITS_KIND = frozenset(("staticmethod", "classmethod"))


def reads(interpreter: Interpreter, state: State, value: Value, node: CSTNode | None) -> None:
    """The consumer of the generator that is followed on its own gets `value`, and reads the arrays in it."""
    code = interpreter.frame.function
    is_entry = len(interpreter.frames) == 2 and interpreter.frames[0].function is code
    offered = (is_public(code) or code.name == "__iter__") and _KEEP_ITS_KIND.issuperset(code.decorator_names)
    if node is None or not (is_entry and offered) or state.host != HOST or state.blocks:
        return
    stream = cuda.current_stream(interpreter, state)
    if stream.kind is not Kind.NULL:
        return
    known = state.order.known(stream, state.host)
    ready = [array for array in arrays_in(state, value) if _is_ready(state, array, known)]
    interpreter.lifetimes.hold(state, *ready)
    uses = [Effect(array, "r", node, premise=_READS) for array in ready]
    perform(interpreter, state, node, stream, uses, call="consumer")


def _is_ready(state: State, array: Array, known: int) -> bool:
    """Whether all that writes an array comes before what the consumer does."""
    return not array.guess and all(not state.writers.get(buffer, 0) & ~known for buffer in array.buffers)
