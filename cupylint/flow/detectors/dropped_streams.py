"""Streams that nobody can wait for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import StreamLost
from cupylint.flow.device import cuda
from cupylint.flow.device.escapes import is_made_by, outlives
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.detector import Detector
from cupylint.order import HOST, Kind, Stream, bits

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import Value
    from cupylint.program import ir


class DroppedStreams(Detector):
    """Streams without a name: whose work is under way when they can no longer be waited for, or that never had any."""

    def returned(self, state: State, value: Value, statement: ir.Return) -> None:
        """A function that nobody in the file calls returns arrays: is an unnamed stream still writing them?"""
        interpreter, node = self.interpreter, statement.node
        if not interpreter.streams.anonymous or node is None or state.host != HOST:
            return
        if len(interpreter.frames) != 2 or interpreter.frames[0].function is not interpreter.frames[1].function:
            return
        known = state.order.known(cuda.null_of(state.device), state.host)  # by the caller's stream
        for array in arrays_in(state, value):
            for buffer in array.buffers:
                for number in bits(state.writers.get(buffer, 0) & ~known & ~state.maybe_waited):
                    touch = interpreter.touches[number]
                    opened_at = interpreter.streams.anonymous.get(touch.stream) if touch.stream is not None else None
                    if opened_at is None or touch.stream is None or not touch.certain:
                        continue
                    if not outlives(interpreter, state, touch.stream, {interpreter.frame.number}, value):
                        name = interpreter.names.array(buffer) or "the result"
                        interpreter.emit(StreamLost(interpreter.spot(node), opened_at, touch.spot, name), key=node)
                        return

    def stream_waited_for(self, stream: Stream, receiver: object, node: CSTNode) -> None:
        """``Stream().synchronize()``: a new stream has nothing to wait for."""
        if stream.kind is not Kind.NULL and is_made_by(self.interpreter, stream, receiver):
            spot = self.interpreter.spot(node)
            self.interpreter.emit(StreamLost(spot, spot, None, ""), key=node)


DETECTOR = DroppedStreams
