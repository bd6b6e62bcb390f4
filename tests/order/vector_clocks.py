"""A second, independent model of the order: the happens-before graph itself, answered by search.

Written from the rules H1 to H11, with no bit sets, no snapshots and no joins. There is a node for each
thing a host thread does and one for each action a stream does. An edge says "is over before the other
starts". One operation is ordered before another exactly if a path leads from it to the other.

Slow on purpose: every question walks the graph.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from cupylint.order import HOST, Kind, Stream

BLOCKING_SYNC_COVERS_NULL = False
"""Whether a host wait on a blocking stream also waits for null-stream work issued before the wait.

The rules say so of later *operations* on the blocking stream (H4) and of the null stream's own
`synchronize` (H6), but not of a wait on a blocking stream that was given nothing since.
"""

EMPTY_WAIT_IS_AN_ACTION = True
"""Whether waiting for a never-recorded event is an action of the stream, and so a barrier on null.

H4 counts any action, H5' calls this one a no-op.
"""

_FOLLOWS_NULL = frozenset({Kind.BLOCKING, Kind.PER_THREAD})

Node = int


class Graph:
    """Happens-before of one execution. The methods are those of `cupylint.order.Order`.

    Operations are plain numbers here, one for each call of `issue` or `host_access`.
    """

    def __init__(self) -> None:
        self._before: list[tuple[Node, ...]] = []  # of each node, the nodes with an edge to it
        self._operation: dict[Node, int] = {}  # the nodes that are operations, with their numbers
        self._last: dict[Stream, Node] = {}  # the latest action of each stream
        self._here: dict[Hashable, Node] = {}  # where each host thread stands
        self._recorded: dict[Hashable, Node] = {}  # the latest record of each event

    # -- nodes and edges -----------------------------------------------------------------------

    def _node(self, before: Iterable[Node]) -> Node:
        self._before.append(tuple(before))
        return len(self._before) - 1

    def _host_does(self, host: Hashable, *also_before: Node) -> Node:
        """H1: a thread does one thing after another."""
        before = [*also_before, *self._at(self._here, host)]
        self._here[host] = self._node(before)
        return self._here[host]

    def _stream_does(self, stream: Stream, host: Hashable, *also_before: Node) -> Node:
        """An action of a stream, issued by a host thread."""
        before = [
            self._host_does(host),  # H2: issued before it runs
            *self._at(self._last, stream),  # H3: one at a time, first in first out
            *self._legacy(stream),  # H4
            *also_before,
        ]
        self._last[stream] = self._node(before)
        return self._last[stream]

    def _legacy(self, stream: Stream) -> list[Node]:
        """H4 and H4': null waits for the blocking streams of its device, and they wait for null."""
        if stream.kind is Kind.NULL:
            waits_for = _FOLLOWS_NULL
        elif stream.kind in _FOLLOWS_NULL:
            waits_for = frozenset({Kind.NULL})
        else:
            return []
        return [node for s, node in self._last.items() if s.kind in waits_for and s.device == stream.device]

    def _awaited(self, stream: Stream) -> list[Node]:
        """H6: the latest actions that a host wait on `stream` waits for."""
        if stream.kind is Kind.NULL or BLOCKING_SYNC_COVERS_NULL:
            return [*self._at(self._last, stream), *self._legacy(stream)]
        return self._at(self._last, stream)

    @staticmethod
    def _at(where: dict[Hashable, Node] | dict[Stream, Node], key: Hashable) -> list[Node]:
        return [where[key]] if key in where else []  # type: ignore[index]

    # -- what can happen -----------------------------------------------------------------------

    def issue(self, stream: Stream, operation: int, host: Hashable = HOST) -> None:
        """`host` issues an operation to `stream`."""
        self._operation[self._stream_does(stream, host)] = operation

    def record(self, event: Hashable, stream: Stream, host: Hashable = HOST) -> None:
        """H5: the record is an action of the stream; what comes before it is the snapshot."""
        self._recorded[event] = self._stream_does(stream, host)

    def wait_event(self, stream: Stream, event: Hashable, host: Hashable = HOST) -> None:
        """H5: the wait is an action of the stream, after the record that is current at this call."""
        current = self._at(self._recorded, event)
        if current or EMPTY_WAIT_IS_AN_ACTION:
            self._stream_does(stream, host, *current)

    def host_wait_stream(self, stream: Stream, host: Hashable = HOST) -> None:
        """H6: `host` goes on after all that `stream` was given."""
        self._host_does(host, *self._awaited(stream))

    def host_wait_event(self, event: Hashable, host: Hashable = HOST) -> None:
        """H6: `host` goes on after the current record of `event`; at once without one (H5')."""
        self._host_does(host, *self._at(self._recorded, event))

    def host_wait_device(self, device: int | None, host: Hashable = HOST) -> None:
        """H6: `host` goes on after every stream of `device` (None: of all), of whatever kind."""
        self._host_does(host, *(n for s, n in self._last.items() if device is None or s.device == device))

    def host_access(self, operation: int, host: Hashable = HOST) -> None:
        """`host` touches memory itself."""
        self._operation[self._host_does(host)] = operation

    def host_signal(self, source: Hashable, target: Hashable) -> None:
        """H1: thread `target` goes on after `source` came here."""
        self._host_does(target, *self._at(self._here, source))

    def assume(self, source: Stream | None, target: Stream | None, host: Hashable = HOST) -> None:
        """One edge from all work of `source` to what `target` does next (None: the host)."""
        ends = self._at(self._here, host) if source is None else self._awaited(source)
        if target is None:
            self._host_does(host, *ends)
        else:
            self._last[target] = self._node([*ends, *self._at(self._last, target)])

    # -- questions -----------------------------------------------------------------------------

    def before(self, later: int) -> set[int]:
        """The operations from which a path leads to operation `later`, itself left out."""
        todo = [node for node, operation in self._operation.items() if operation == later]
        seen: set[Node] = set(todo)
        while todo:
            for node in self._before[todo.pop()]:
                if node not in seen:
                    seen.add(node)
                    todo.append(node)
        return {self._operation[node] for node in seen if node in self._operation} - {later}

    def ordered(self, earlier: int, later: int) -> bool:
        """Whether operation `earlier` is over before operation `later` starts."""
        return earlier in self.before(later)
