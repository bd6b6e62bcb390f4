"""CUDA graphs and the captures that make them, as values of a path."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cupylint.flow.domain.values import Array, Value
from cupylint.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Hashable

    from libcst import CSTNode

    from cupylint.order import Order, Stream


@dataclass(frozen=True, slots=True)
class GraphValue(Value):
    """A CUDA graph: the arrays that it reads ("r") and writes ("w") when it is launched."""

    key: int
    uses: tuple[tuple[Array, str], ...]
    begin: CSTNode


class Capture(NamedTuple):
    """A capture that was begun.

    Attributes:
        node: the call that began it.
        own: whether it is certain what is current where it begins.
        order: of the work inside; one bit for each piece of work.
        issued: how many pieces that are.
        joined: streams that wait for an event of the capture, so that they are captured as well.
        events: recorded on a stream that is captured.
        aside: the first work meanwhile on a stream that is not captured.
    """

    stream: Stream
    node: CSTNode
    own: bool
    order: Order
    joined: frozenset[Stream] = frozenset()
    events: frozenset[Hashable] = frozenset()
    uses: tuple[tuple[Array, str], ...] = ()
    issued: int = 0
    aside: CSTNode | None = None

    def covers(self, stream: Stream | None) -> bool:
        """Whether work on `stream` becomes part of the graph."""
        return stream is not None and (stream == self.stream or stream in self.joined)


class Launchable(NamedTuple):
    """A graph of a path, and the memory of it that was freed and given to something else since."""

    graph: GraphValue
    taken: tuple[tuple[int, CSTNode], ...] = ()
