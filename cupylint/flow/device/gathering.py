"""Arrays of a list that are gathered on one device: ``asarray`` copies those that lie on others.

Where the code names a device by a variable and converts several elements of a list of arrays there, it does so since
they are spread over devices. Such a copy is work on the stream that is current on the device which gets it, and is
ordered with nothing on the one that it copies from, unless that stream is a null stream.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.findings import Premise
from cupylint.flow.domain.values import Array, Value
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

CHOSEN = "device is chosen by"
"""Where a path remembers what its current device was chosen by, where the number is not known."""


def gathered(interpreter: Interpreter, state: State, source: Value | None, stream: Stream) -> Premise | None:
    """What has to be true for a conversion of `source` to copy it from another device, where that is likely."""
    chosen = state.memory.get(CHOSEN)
    if chosen is None or not isinstance(source, Array) or stream.kind not in (Kind.BLOCKING, Kind.NON_BLOCKING):
        return None
    lists = {interpreter.parameters.elements.get(buffer) for buffer in source.buffers}
    owner = lists.pop() if len(lists) == 1 else None
    if owner is None or _has_waited(interpreter):
        return None
    key = ("gathered", owner, chosen, stream)
    first = state.memory.get(key)
    if first is None:
        state.memory[key] = source
    several = first not in (None, source)
    return Premise("argument", f"the arrays in {owner.label} lie on several devices") if several else None


def _has_waited(interpreter: Interpreter) -> bool:
    """Whether the function that is followed on its own has waited for anything."""
    entry = interpreter.frames[0].function
    return any(function is entry for _, function in interpreter.events.waits_of)
