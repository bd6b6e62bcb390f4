"""The order of one execution, however long: what an agent knows is how far it knows each other agent.

The operations of an agent come one after the other, so whoever knows one of them knows those before it: a number for
each agent stands for the whole set (a vector clock). A step costs as much as there are agents, not as there were
operations.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from cupylint.order.model import Agents, Host, Stream


class Clock:
    """For each agent, how many of its operations are in the set. Immutable."""

    __slots__ = ("_counts",)

    def __init__(self, counts: Mapping[Hashable, int]) -> None:
        self._counts = counts

    def has(self, agent: Hashable, number: int) -> bool:
        """Whether operation `number` of `agent`, counted from 1, is in the set."""
        return self._counts.get(agent, 0) >= number

    def after(self, other: Clock) -> Clock:
        """The agents of which `other` knows less."""
        return Clock({agent: count for agent, count in self._counts.items() if not other.has(agent, count)})

    def without(self, agents: frozenset[Hashable]) -> Clock:
        """The same without these agents."""
        if agents.isdisjoint(self._counts):
            return self
        return Clock({agent: count for agent, count in self._counts.items() if agent not in agents})

    def __or__(self, other: Clock) -> Clock:
        mine, merged = self._counts, None
        if self is other or not other._counts:
            return self
        for agent, count in other._counts.items():
            if mine.get(agent, 0) < count:
                if merged is None:
                    merged = dict(mine)
                merged[agent] = count
        return self if merged is None else Clock(merged)

    def __bool__(self) -> bool:
        return bool(self._counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clock) and self._counts == other._counts

    def __hash__(self) -> int:
        return hash(frozenset(self._counts.items()))


NOTHING = Clock({})


class Execution(Agents[Clock]):
    """What every agent knows in one execution. The agents of operations are named by the caller."""

    __slots__ = ()
    nothing = NOTHING

    def _added(self, known: Clock, before: Clock) -> Clock:
        return known.after(before)

    def end(self, stream: Stream) -> None:
        """`stream` gets no more work: others of its kind stand for what it was given."""
        known = self.streams.pop(stream, None)
        if known is not None:
            rest = Stream(("ended", stream.kind, stream.device), stream.kind, stream.device)
            self.streams[rest] = self.streams.get(rest, NOTHING) | known

    def host_knows(self, host: Host, agent: Hashable, number: int) -> bool:
        """Whether a host thread, and so whatever it issues from now on, comes after an operation."""
        return self.hosts.get(host, NOTHING).has(agent, number)

    def forget(self, agents: frozenset[Hashable]) -> None:
        """Nobody asks for the operations of these agents any more."""
        sets: list[dict[Any, Clock]] = [self.streams, self.events, self.hosts, self.barrier]
        for known in sets:
            for key, clock in known.items():
                known[key] = clock.without(agents)
