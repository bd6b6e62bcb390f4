"""Copies between host and device: what they read and write on the host, and whether they wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.cupy_model.spec import Call, Returns, Waits
from cupylint.flow.device import host_memory
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.regions import contiguous
from cupylint.flow.domain.values import NONE, Const, HostView, Pointer, Value
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments, Placed
    from cupylint.flow.interp.interpreter import Interpreter

_DIRECT_SINCE = 13  # from here on `asarray` copies from pinned memory itself, not from a staged copy


def _named(spec_names: tuple[str, ...], arguments: Arguments) -> list[Placed]:
    """The arguments that a record names, by keyword or position."""
    found = [arguments.at(int(name)) if name.isdigit() else arguments.named(name) for name in spec_names]
    return [placed for placed in found if placed is not None]


def _view(value: Value) -> HostView | None:
    """The host memory of an argument, which may also be given by its address."""
    if isinstance(value, HostView):
        return value
    return HostView(value.array) if isinstance(value, Pointer) else None


def uses(interpreter: Interpreter, spec: Call, arguments: Arguments) -> list[Effect]:
    """How a copy uses the host memory it is given.

    CUDA takes the bytes of a pageable source before the call returns (measured); whether it is done
    with a pageable target is up to the driver, so that such a use is a guess.
    """
    found: list[Effect] = []
    for names, mode in ((spec.host_reads, "r"), (spec.host_writes, "w")):
        for value, place in _named(names, arguments):
            view = _view(value)
            if view is None or (isinstance(value, Pointer) and not is_host(interpreter, view)):
                continue
            host_memory.is_array(interpreter, view)
            if mode == "w" or not view.array.guess:
                found.append(Effect(view.array, mode, place, premise=host_memory.premise(interpreter, view)))
    return found


def is_host(interpreter: Interpreter, view: HostView) -> bool:
    """Whether it is pinned or pageable memory, and neither managed nor the device's."""
    return any(buffer in interpreter.pinned.blocks for buffer in view.array.buffers)


def together(device: list[Effect], host: list[Effect]) -> list[Effect]:
    """All uses of a call; addresses of host memory are none of device arrays."""
    if not host:
        return device
    taken = {buffer for use in host for buffer in use.array.buffers}
    return [use for use in device if not use.array.buffers & taken] + host


def settled(interpreter: Interpreter, waits: Waits, name: str, stream: Stream, copied: list[Effect]) -> Waits:
    """Whether a copy waits for its stream, which up to CuPy 12 the stream itself decided."""
    if waits is not Waits.SOMETIMES or interpreter.options.cupy_version >= 13 or name not in ("get", "asnumpy", "set"):
        return waits
    if stream.kind is Kind.NULL:
        return Waits.YES
    pinned = copied and not any(use.array.guess for use in copied)
    return Waits.NO if pinned and stream.kind is not Kind.UNKNOWN else waits


def target(spec: Call, arguments: Arguments) -> Value | None:
    """The host array that a copy to the host fills and returns, if it is given one."""
    if spec.returns is not Returns.HOST:
        return None
    given = next((value for value, _ in _named(spec.host_writes, arguments) if value != NONE), None)
    return given if isinstance(given, HostView) else None


def upload(interpreter: Interpreter, source: Value | None, arguments: Arguments, node: CSTNode) -> list[Effect]:
    """What ``asarray(source)`` and its kin read of host memory when their stream gets there.

    CuPy keeps the pinned source of such a copy until it is done.
    """
    if not isinstance(source, HostView) or interpreter.options.cupy_version < _DIRECT_SINCE:
        return []
    if not is_host(interpreter, source) or source.array.guess:
        return []
    interpreter.pinned.kept |= source.array.buffers
    certain = contiguous(source.array.region) or _is_reshaped(source)
    for name in ("dtype", "order"):  # of another layout or type it is converted first, and copied from there
        certain = certain and arguments.keyword(name) in (None, NONE)
    second = arguments.position(1)
    certain = certain and (second is None or isinstance(second, Const))
    return [Effect(source.array, "r", arguments.place(0, node), certain)]


def _is_reshaped(view: HostView) -> bool:
    """Whether all that was done to a whole array is ``reshape`` or ``ravel``."""
    return all(key in ((("v", "reshape"),), (("v", "ravel"),)) for key in view.array.region)
