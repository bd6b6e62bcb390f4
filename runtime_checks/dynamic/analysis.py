"""Judges an execution while it goes on: which conflicting accesses does nothing order?

Every operation gets a number within its agent, a stream or a host thread. `cupylint.order` says which of them are
ordered before it, `memory_map` which of them it meets.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable

from cupylint.order import Stream
from cupylint.order.clock import NOTHING, Clock, Execution

from .memory_map import MemoryMap, Use, parts
from .trace import Access, Kind, Observed, Operation, Summary

MOST = 1000
"""Pairs of lines that are told; of further ones only the pairs of operations are counted."""

_FEW = 64
"""Streams that may have ended before they are looked for in what everybody knows."""


class Analysis:
    """Takes the steps of one process in their order, whichever thread makes them.

    Args:
        told: called with each pair of lines when it is seen first.
    """

    def __init__(self, told: Callable[[Observed], None] = lambda observed: None) -> None:
        self.observed: dict[Hashable, Observed] = {}
        self.summary = Summary()
        self._told = told
        self._order, self._memory = Execution(), MemoryMap()
        self._counts: dict[Hashable, int] = {}
        self._last: Operation | None = None  # if it is an access by the host, and nothing has happened since
        self._met: set[tuple[Hashable, int]] = set()  # operations that the present one conflicts with
        self._hosts: set[Hashable] = set()  # that have issued something of late
        self._ended: list[Hashable] = []  # streams whose operations are still told apart
        self._few = _FEW
        self._steps_taken = 0
        self._calls: dict[Hashable, tuple[int, int, Clock]] = {}
        """Functions that streams are to call: the step, the number of the operation, what comes before that."""
        self._lock = threading.RLock()
        self._steps: dict[Kind, Callable[[Operation], object]] = {
            Kind.WORK: self._work,
            Kind.HOST: self._host,
            Kind.CALL: self._call,
            Kind.CALLED: lambda step: self._calls.pop(step.event, None),
            Kind.RECORD: lambda step: self._order.record(step.event, _of(step), step.host),
            Kind.WAIT: lambda step: self._order.wait_event(_of(step), step.event, step.host),
            Kind.JOIN_STREAM: lambda step: self._order.host_wait_stream(_of(step), step.host),
            Kind.JOIN_EVENT: lambda step: self._order.host_wait_event(step.event, step.host),
            Kind.JOIN_DEVICE: lambda step: self._order.host_wait_device(step.device, step.host),
            Kind.SIGNAL: lambda step: self._order.host_signal(step.event, step.host),
            Kind.END: self._end,
            Kind.ALLOCATED: self._allocated,
            Kind.MEMORY: self._new,
        }

    def take(self, step: Operation) -> None:
        """The next step."""
        with self._lock:
            self._steps_taken += 1
            self._steps[step.kind](step)
            self._last = step if step.kind is Kind.HOST else None

    # -- steps ---------------------------------------------------------------------------------

    def _next(self, agent: Hashable) -> int:
        self._met.clear()
        number = self._counts[agent] = self._counts.get(agent, 0) + 1
        self.summary.operations += 1
        return number

    def _work(self, step: Operation) -> None:
        stream = _of(step)
        self._hosts.add(step.host)
        if not (step.reads or step.writes):
            self._order.issue(stream, NOTHING, step.host)
            return
        number = self._next(stream.key)
        self._use(stream.key, number, step, self._order.issue(stream, Clock({stream.key: number}), step.host))

    def _allocated(self, step: Operation) -> None:
        """Later uses come too early if nothing orders them. Of earlier ones its own first use tells."""
        agent, number = _of(step).key, self._counts.get(_of(step).key, 0) + 1
        self._counts[agent] = number
        before = self._order.issue(_of(step), Clock({agent: number}), step.host)
        for range in parts(step.writes):
            self._memory.add(Use(agent, number, step, range, True, before, self._steps_taken))

    def _call(self, step: Operation) -> None:
        stream = _of(step)
        self._hosts.add(step.host)
        number = self._next(stream.key)
        self._calls[step.event] = (
            self._steps_taken,
            number,
            self._order.issue(stream, Clock({stream.key: number}), step.host),
        )

    def _host(self, step: Operation) -> None:
        if step.event in self._calls:
            taken, number, before = self._calls[step.event]
            self._met.clear()
            self._use(_of(step).key, number, step, before, taken)
            return
        agent, last = ("host", step.host), self._last
        self._hosts.add(step.host)
        # A loop over elements is one operation as long as nothing happens in between.
        if last is not None and last.host == step.host and last.stack == step.stack:
            self._use(agent, self._counts[agent], step, self._order.hosts.get(step.host, NOTHING))
        else:
            number = self._next(agent)
            self._use(agent, number, step, self._order.host_access(Clock({agent: number}), step.host))

    def _new(self, step: Operation) -> None:
        for range in step.writes:
            self._memory.forget(range.low, range.high)

    def _end(self, step: Operation) -> None:
        stream = _of(step)
        self._order.end(stream)
        self._ended.append(stream.key)
        if len(self._ended) >= self._few:
            self._retire()

    def _retire(self) -> None:
        """Forget the operations of ended streams that all host threads know to be over."""
        over = frozenset(
            agent
            for agent in self._ended
            if all(self._order.host_knows(host, agent, self._counts.get(agent, 0)) for host in self._hosts)
        )
        self._order.forget(over)
        self._memory.drop(over)
        for agent in over:
            self._counts.pop(agent, None)
        self._ended = [agent for agent in self._ended if agent not in over]
        self._few = max(_FEW, 2 * len(self._ended))
        self._hosts.clear()

    # -- judging -------------------------------------------------------------------------------

    def _use(self, agent: Hashable, number: int, step: Operation, before: Clock, taken: int = 0) -> None:
        """Add what an operation uses; `taken`: the step in which it was issued, 0: this one."""
        for ranges, writes in ((step.writes, True), (step.reads, False)):
            for range in parts(ranges):
                use = Use(agent, number, step, range, writes, before, taken or self._steps_taken)
                for old in self._memory.add(use):
                    if (old.agent, old.number) not in self._met:
                        self._met.add((old.agent, old.number))
                        self._meets(*sorted((old, use), key=lambda one: one.taken))

    def _meets(self, old: Use, new: Use) -> None:
        self.summary.pairs += 1
        if new.before.has(old.agent, old.number):
            return
        self.summary.unordered += 1
        first, then = old.operation.stack[0], new.operation.stack[0]
        key = first.filename, first.row, then.filename, then.row
        known = self.observed.get(key)
        if known is not None:
            known.count += 1
        elif len(self.observed) < MOST:
            reuse = 0 != old.range.owner != new.range.owner != 0
            found = self.observed[key] = Observed(_access(old), _access(new), reuse)
            self._told(found)


def _of(step: Operation) -> Stream:
    """The stream of a step that has one."""
    assert step.stream is not None
    return step.stream


def _access(use: Use) -> Access:
    step = use.operation
    return Access("write" if use.writes else "read", step.label, step.kind is Kind.HOST, step.stack)
