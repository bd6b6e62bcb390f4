"""Random traces: what host threads do, step by step, and both models' answers about them."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from cupylint.order import HOST, Kind, Order, Stream, bits
from cupylint.order.clock import Clock, Execution
from tests.order.vector_clocks import Graph

WORKER = "worker"
"""A second host thread."""

HOSTS = (HOST, WORKER)
DEVICES = (0, 1)
NULL, BLOCKING, OTHER, NON_BLOCKING, NEXT_NON_BLOCKING, MINE, THEIRS, UNKNOWN = STREAMS_0 = (
    Stream("null", Kind.NULL),
    Stream("blocking", Kind.BLOCKING),
    Stream("other blocking", Kind.BLOCKING),
    Stream("non-blocking", Kind.NON_BLOCKING),
    Stream("next non-blocking", Kind.NON_BLOCKING),
    Stream("default of the main thread", Kind.PER_THREAD),
    Stream("default of the worker", Kind.PER_THREAD),
    Stream("from elsewhere", Kind.UNKNOWN),
)
NULL_1, BLOCKING_1, NON_BLOCKING_1 = STREAMS_1 = (
    Stream("null", Kind.NULL, 1),
    Stream("blocking", Kind.BLOCKING, 1),
    Stream("non-blocking", Kind.NON_BLOCKING, 1),
)
STREAMS = (*STREAMS_0, *STREAMS_1)
EVENTS = ("e", "f", "g")
NEVER_RECORDED = "never recorded"
BUFFERS = ("a", "b", "c")

EXAMPLES = int(os.environ.get("ORDER_EXAMPLES", "0"))
"""Examples of each property: 0 runs the same ones each time, enough for every change.

For a search with new ones: ``ORDER_EXAMPLES=100000 pytest tests/order --hypothesis-seed=1``.
"""


def examples(number: int) -> settings:
    """Hypothesis settings: `number` fixed examples, or `EXAMPLES` new ones if that is set."""
    return settings(
        max_examples=EXAMPLES or number,
        derandomize=not EXAMPLES,
        print_blob=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


@dataclass(frozen=True)
class Access:
    """An access to a buffer."""

    buffer: str
    writes: bool


@dataclass(frozen=True)
class Step:
    """One step of a host thread: a method of `Order` and of `Graph`, and its arguments."""

    verb: str
    arguments: tuple[Hashable, ...]
    accesses: tuple[Access, ...] = ()  # of `issue` and `host_access`, which are operations

    def __repr__(self) -> str:
        names = [a.key if isinstance(a, Stream) else a for a in self.arguments]
        touched = " ".join(f"{'writes' if a.writes else 'reads'} {a.buffer}" for a in self.accesses)
        return f"<{self.verb}({', '.join(map(str, names))}) {touched}>"

    def conflicts(self, other: Step) -> bool:
        """Whether the two touch one buffer and one of them writes it."""
        return any(a.buffer == b.buffer and (a.writes or b.writes) for a in self.accesses for b in other.accesses)


Numbered = Mapping[int, Step]
"""Steps with the numbers of their operations."""


def numbered(steps: Iterable[Step], first: int = 0) -> dict[int, Step]:
    """The steps with numbers from `first` on."""
    return dict(enumerate(steps, first))


def play_order(order: Order, steps: Numbered) -> dict[int, set[int]]:
    """Perform `steps` in the model; for each operation, those ordered before it."""
    before = {}
    for number, step in steps.items():
        method = getattr(order, step.verb)
        if step.verb == "issue":
            stream, host = step.arguments
            before[number] = set(bits(method(stream, 1 << number, host)))
        elif step.verb == "host_access":
            before[number] = set(bits(method(1 << number, *step.arguments)))
        else:
            method(*step.arguments)
    return before


def play_execution(execution: Execution, steps: Numbered) -> dict[int, set[int]]:
    """Perform `steps` in the model for long executions; for each operation, those ordered before it."""
    before = {}
    numbers: dict[Hashable, list[int]] = {}  # of the operations of each agent
    for number, step in steps.items():
        method = getattr(execution, step.verb)
        if step.verb in ("issue", "host_access"):
            agent = step.arguments[0]
            mine = numbers.setdefault(agent, [])
            mine.append(number)
            operation = Clock({agent: len(mine)})
            rest = step.arguments[1:] if step.verb == "issue" else step.arguments
            known = method(agent, operation, *rest) if step.verb == "issue" else method(operation, *rest)
            before[number] = {
                earlier
                for other, made in numbers.items()
                for count, earlier in enumerate(made, 1)
                if earlier != number and known.has(other, count)
            }
        else:
            method(*step.arguments)
    return before


def play_graph(graph: Graph, steps: Numbered) -> dict[int, set[int]]:
    """Perform `steps` in the reference; for each operation, those ordered before it."""
    operations = []
    for number, step in steps.items():
        method = getattr(graph, step.verb)
        if step.verb == "issue":
            stream, host = step.arguments
            method(stream, number, host)
            operations.append(number)
        elif step.verb == "host_access":
            method(number, *step.arguments)
            operations.append(number)
        else:
            method(*step.arguments)
    return {number: graph.before(number) for number in operations}


def races(steps: Numbered, before: Mapping[int, set[int]]) -> set[tuple[int, int]]:
    """Pairs (earlier, later) that conflict and have no order; `before` says which later ones to ask."""
    return {
        (earlier, later)
        for later, ordered in before.items()
        for earlier, step in steps.items()
        if earlier < later and earlier not in ordered and step.conflicts(steps[later])
    }


# -- random steps ----------------------------------------------------------------------------------

_TOUCHES = (
    *((Access(b, writes),) for b in BUFFERS for writes in (True, False)),
    *((Access(source, False), Access(target, True)) for source in BUFFERS for target in BUFFERS if source != target),
)


def _table(hosts: Sequence[Hashable], streams: Sequence[Stream], events: Sequence[str]) -> list[Step]:
    """All steps that can happen, those of each verb repeated to the share that it should have."""
    waited = (*events, NEVER_RECORDED)
    verbs = {
        "issue": [Step("issue", (s, h), t) for s in streams for h in hosts for t in _TOUCHES],
        "record": [Step("record", (e, s, h)) for e in events for s in streams for h in hosts],
        "wait_event": [Step("wait_event", (s, e, h)) for s in streams for e in waited for h in hosts],
        "host_wait_stream": [Step("host_wait_stream", (s, h)) for s in streams for h in hosts],
        "host_wait_event": [Step("host_wait_event", (e, h)) for e in waited for h in hosts],
        "host_wait_device": [Step("host_wait_device", (d, h)) for d in (*DEVICES, None) for h in hosts],
        "host_access": [Step("host_access", (h,), t) for h in hosts for t in _TOUCHES],
        "host_signal": [Step("host_signal", (h, other)) for h in hosts for other in hosts if h != other],
        "assume": [Step("assume", (s, t, h)) for s in (None, *streams) for t in (None, *streams) for h in hosts],
    }
    shares = {
        "issue": 16, "record": 6, "wait_event": 6, "host_wait_stream": 3, "host_wait_event": 2,
        "host_wait_device": 1, "host_access": 3, "host_signal": 2, "assume": 1,
    }  # fmt: skip
    size = max(map(len, verbs.values()))
    table: list[Step] = []
    for verb, share in shares.items():
        if steps := verbs[verb]:
            table += islice(cycle(steps), share * size)
    return table


TABLE = _table(HOSTS, STREAMS, EVENTS)
ONE_THREAD = _table(HOSTS[:1], STREAMS, EVENTS)
FEW = _table(HOSTS[:1], (NULL, BLOCKING, OTHER, NON_BLOCKING), EVENTS[:2])


def traces(table: Sequence[Step] = TABLE, longest: int = 40) -> st.SearchStrategy[list[Step]]:
    """Random traces of the steps in `table`: some short, most long enough for a chain of edges."""
    step = st.sampled_from(table)
    return st.one_of(st.lists(step, max_size=min(6, longest)), st.lists(step, min_size=longest // 2, max_size=longest))
