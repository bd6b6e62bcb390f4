"""Arrays that copies of their memory show to be of the device: ``p.copy_from_device_async(x.data, n)``.

Whatever `x` is otherwise, only an array of CuPy has such memory. Where a file has such copies, what ``x.astype()`` and
``x.copy()`` make of something unknown is likely such an array as well, and the work that makes it may still run then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.findings import Premise
from cupylint.flow.device import arrays, cuda
from cupylint.flow.device.accesses import perform
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.values import Pointer, Symbol, Value

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

FROM_DEVICE = frozenset(("copy_from_device", "copy_from_device_async"))
"""Methods of pointers that take another pointer."""
METHODS = FROM_DEVICE | {"copy_from_host", "copy_from_host_async", "copy_to_host", "copy_to_host_async", "memset_async"}
"""Methods that only pointers to memory of the device have."""
_MAKE_COPIES = frozenset(("astype", "copy"))


def pointer(interpreter: Interpreter, value: Value) -> Pointer | None:
    """The address that ``x.data`` is for something unknown, None for other values."""
    key = value.key if isinstance(value, Symbol) else None
    if isinstance(key, tuple) and key[:1] == ("attribute",) and key[-1] == "data" and isinstance(key[1], Symbol):
        return Pointer(arrays.symbol_array(interpreter, key[1]))
    return None


def pointed(interpreter: Interpreter, name: str, arguments: Arguments) -> Arguments:
    """The arguments of a method of a pointer, where a source ``x.data`` shows what `x` is."""
    first = arguments.position(0)
    source = pointer(interpreter, first) if name in FROM_DEVICE and first is not None else None
    return arguments if source is None else arguments.with_first(source)


def made(interpreter: Interpreter, state: State, receiver: Value, name: str, node: CSTNode) -> Value | None:
    """The copy that ``x.astype(dtype)`` or ``x.copy()`` makes of an unknown `x`; None for other calls."""
    if name not in _MAKE_COPIES or not isinstance(receiver, Symbol) or receiver.host:
        return None
    if receiver in interpreter.parameters.buffers or not _copies_memory(interpreter):
        return None
    result = interpreter.unknown()  # called as what it is assigned to
    array = arrays.symbol_array(interpreter, result)
    premise = Premise("argument", f"{receiver.label or 'what is copied'} is an array of the device")
    use = Effect(array, "w", node, certain=False, premise=premise)
    perform(interpreter, state, node, cuda.current_stream(interpreter, state), [use], call=name)
    return result


def _copies_memory(interpreter: Interpreter) -> bool:
    """Whether the file of the function that is followed copies from one place on the device to another."""
    module = interpreter.frame.module
    if module == 0:
        return not FROM_DEVICE.isdisjoint(interpreter.entries.idents)
    path = interpreter.modules.paths.get(module)
    body = None if interpreter.library is None or path is None else interpreter.library.body(path)
    return body is not None and not FROM_DEVICE.isdisjoint(body.idents)
