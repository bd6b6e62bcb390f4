"""Copies from one device to another. On a null stream they are ordered as work on the null streams of both devices is.

Measured on two H200 (CUDA 12): the copy waits for pending work of blocking streams of both devices, and blocking
streams of both wait for the copy, whichever device is current; non-blocking streams neither wait nor are waited for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cupylint.flow.device import cuda
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Const

_STREAM = {"cupy.cuda.runtime.memcpyPeer": None, "cupy.cuda.runtime.memcpyPeerAsync": 5}
"""The functions, with the position of their stream; None: it is the null stream."""
_DEVICES = (1, 3)
"""The positions of the devices that they copy to and from."""


@contextmanager
def ordered(state: State, dotted: str, arguments: Arguments) -> Iterator[None]:
    """What is issued in the block is the copy that a call makes, if it makes one."""
    others = [cuda.null_of(device) for device in _devices(dotted, arguments) if device != state.device]
    orders = state.orders
    own = cuda.null_of(state.device)
    for order in orders:
        for other in others:
            order.assume(other, own, state.host)
    yield
    orders = state.orders
    for order in orders:
        for other in others:
            order.assume(own, other, state.host)


def _devices(dotted: str, arguments: Arguments) -> list[int]:
    """The devices whose null streams a copy is ordered with."""
    if dotted not in _STREAM:
        return []
    position = _STREAM[dotted]
    if position is not None and arguments.position(position) != Const(0):
        return []
    found = (arguments.position(position) for position in _DEVICES)
    return [value.value for value in found if isinstance(value, Const) and isinstance(value.value, int)]
