"""KvikIO: files that are read into arrays of the device, and written from them.

``pread`` and ``pwrite`` return at once, and threads use the array until ``get()`` of their future has returned;
``read`` and ``write`` wait for that themselves. Before they begin the host waits for the null stream, and no other.
Source: KvikIO, "CuFile"; libkvikio, ``FileHandle::pread`` (`sync_default_stream`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import HandOff
from cupylint.flow.device import cuda, mpi_requests
from cupylint.flow.device.accesses import perform
from cupylint.flow.device.interop_arrays import hand_over
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Value
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

LIBRARY = "KvikIO"
_FILES = frozenset(("kvikio.CuFile", "kvikio.cufile.CuFile", "kvikio.RemoteFile", "kvikio.remote_file.RemoteFile"))
_MODES = {"pread": "w", "read": "w", "raw_read": "w", "pwrite": "r", "write": "r", "raw_write": "r"}
_LATER = frozenset(("pread", "pwrite"))


@dataclass(frozen=True, slots=True)
class OpenFile(Value):
    """``kvikio.CuFile(path)``"""

    number: int


def call_external(interpreter: Interpreter, state: State, dotted: str) -> list[Outcome] | None:
    """A call of KvikIO; None for what opens no file."""
    return [(state, OpenFile(interpreter.fresh()))] if dotted in _FILES else None


def call_method(
    interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of an open file; None where it is given no array of the device."""
    mode, placed = _MODES.get(name), arguments.at(0) or arguments.named("buf")
    if mode is None or placed is None or not (given := arrays_in(state, placed[0])):
        return None
    cuda.host_wait_stream(interpreter, state, cuda.null_of(state.device), node, implicit=True)
    hand_off = HandOff(interpreter.spot(placed[1]), f"{LIBRARY}'s {name}", LIBRARY, "host", "null")
    uses = [Effect(array, mode, placed[1]) for array in given]
    taken = [Effect(hand_over(array, LIBRARY, hand_off), mode, placed[1]) for array in given]
    perform(interpreter, state, node, None, taken, call=name)
    if name not in _LATER:
        return [(state, interpreter.unknown(name, host=True))]
    return [(state, mpi_requests.begin(interpreter, state, name, uses, node, LIBRARY))]
