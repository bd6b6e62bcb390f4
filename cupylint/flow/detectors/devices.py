"""Work and events of one device that are used under another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import DeviceMismatch
from cupylint.flow.domain.detector import Detector
from cupylint.order import Kind

if TYPE_CHECKING:
    from collections.abc import Hashable

    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import EventValue
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.order import Stream


class Devices(Detector):
    """Streams and events whose device is known, in a program that chooses devices."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._homes: dict[Hashable, int] = {}  # event -> its device, where the program had chosen one

    def stream_used(self, state: State, stream: Stream, node: CSTNode, what: str) -> None:
        """Is another device current?"""
        if stream.kind in (Kind.UNKNOWN, Kind.NULL, Kind.PER_THREAD) or stream.device in (-1, state.device):
            return
        streams = self.interpreter.streams
        if streams.devices_vary or stream.key not in streams.placed or not state.memory.get("device is set"):
            return
        name, spot = self.interpreter.names.stream(stream), self.interpreter.spot(node)
        self.interpreter.emit(DeviceMismatch(spot, name, stream.device, state.device, what), key=node)

    def event_made(self, state: State, event: EventValue, arguments: Arguments, node: CSTNode) -> None:
        """It belongs to the device that is current."""
        if state.memory.get("device is set"):
            self._homes[event.key] = state.device

    def recorded(self, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
        """Is the event one of the device of the stream?"""
        home = self._homes.get(event.key)
        if home is None or self.interpreter.streams.devices_vary or stream.kind is Kind.UNKNOWN:
            return
        if home == stream.device or stream.device != state.device or not state.memory.get("device is set"):
            return
        name, spot = self.interpreter.names.event(event.key), self.interpreter.spot(node)
        self.interpreter.emit(DeviceMismatch(spot, name, home, stream.device, "event"), key=node)


DETECTOR = Devices
