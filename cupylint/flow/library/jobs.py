"""Work beside the code that starts it: threads, futures and tasks of an event loop.

A job is followed in one piece, as soon as it can be followed to its end. Where it has to wait for
something that has not happened (an item in a queue, an event that is not set), what it did is taken
back, and it is tried again when the program waits. That is one execution of those that are possible;
the order of work that it shows is real. Threads know what others have waited for only through *signals*:
a start, a join, an item of a queue, an event, a lock.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cupylint.flow.detectors.leaks import Leak, Resumed, resume
from cupylint.flow.domain.state import State, Touch
from cupylint.flow.domain.values import Const, Value
from cupylint.order import HOST, Order

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.facts import SuspendedOnStream
    from cupylint.flow.domain.frames import Frame
    from cupylint.flow.interp.machine import Machine
    from cupylint.program import ir

Outcome = tuple[State, Value]
Work = Callable[["Machine", State, "CSTNode"], list[Outcome]]

_NESTED = 5  # jobs that are followed inside one another
_ROUNDS = 3  # how often jobs that wait for each other are tried
_PENDING = ("pending jobs",)
PENDING, DONE, STUCK = Const("pending"), Const("done"), Const("stuck")


@dataclass(frozen=True, slots=True)
class Job(Value):
    """A thread, a future or a task.

    Attributes:
        kind: "thread", "future" or "task"; tasks run in the thread that starts them.
        host: the thread that it runs in; for a task, that of its event loop.
        work: what it does.
        node: where it is started, if that is known when it is made.
        certain: False where it is a guess that this is a thread.
        blocks: the open ``with stream:`` blocks where a task is made.
    """

    key: int
    kind: str = field(compare=False)
    host: Hashable = field(compare=False)
    work: Work = field(compare=False)
    node: CSTNode = field(compare=False)
    certain: bool = field(default=True, compare=False)
    blocks: tuple[int, ...] = field(default=(), compare=False)


@dataclass(slots=True, eq=False)
class Running:
    """A job that is being followed, and its paths that came to a wait without end."""

    job: Job
    parked: list[State] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Jobs:
    """What the machine remembers of jobs, on whatever path."""

    running: list[Running] = field(default_factory=list)
    awaits: list[tuple[Frame, CSTNode]] = field(default_factory=list)  # innermost last, of the running task
    own: list[tuple[Job, list[Touch]]] = field(default_factory=list)  # what each job did, in the order of their ends
    covered: list[tuple[int, int]] = field(default_factory=list)  # accesses of jobs that were followed meanwhile
    leaks: list[Leak] = field(default_factory=list)
    resumed: list[Resumed] = field(default_factory=list)
    reported: dict[CSTNode, SuspendedOnStream] = field(default_factory=dict)
    managers: set[ir.Function] = field(default_factory=set)  # generators that `contextmanager` was called with

    def give_up(self, state: State) -> None:
        """A path that is not followed further: a loop without end, a wait for what nothing brings."""
        if self.running:
            self.running[-1].parked.append(state)

    def touches(self, machine: Machine, first: int) -> list[Touch]:
        """Accesses from number `first` on that no other job made."""
        return [
            touch
            for touch in machine.touches[first:]
            if not any(low <= touch.number < high for low, high in self.covered)
        ]


# -- signals: what one thread tells another ---------------------------------------------------------


def _orders(state: State) -> list[Order]:
    return [state.order] if state.raw is None else [state.order, state.raw]


def signal(kind: str, key: Hashable) -> Hashable:
    """The name of a signal."""
    return ("signal", kind, key)


def tell(state: State, name: Hashable) -> None:
    """All that the running thread has waited for can be learned from the signal `name`."""
    for order in _orders(state):
        order.events[name] = order.events.get(name, 0) | order.hosts.get(state.host, 0)


def learn(state: State, name: Hashable) -> None:
    """The running thread goes on after the signal `name`."""
    for order in _orders(state):
        order.host_wait_event(name, state.host)


def meet(state: State) -> None:
    """The running thread waits for others in a way that is not seen: it may know all that they have waited for."""
    for order in _orders(state):
        for other in list(order.hosts):
            order.host_signal(other, state.host)
        for name in list(order.events):
            if isinstance(name, tuple) and name[:1] == ("signal",):
                order.host_wait_event(name, state.host)


def rendezvous(machine: Machine, state: State) -> list[State]:
    """Threads wait for each other, in an order that is not followed: what they do from here on is uncertain."""
    if state.host != HOST:
        meet(state)
        state.muted = max(1, state.muted)
        return [state]
    states = advance(machine, state, accept=True)
    for after in states:
        meet(after)
        after.doubt |= after.order.issued
    return states


# -- jobs ------------------------------------------------------------------------------------------


def status(state: State, job: Job) -> object:
    """`PENDING`, `DONE`, `STUCK`; anything else if it was not started, or differs between paths."""
    if signal("started", job.key) not in state.order.events:
        return None
    return state.memory.get(("job", job.key))


def result(machine: Machine, state: State, job: Job) -> Value:
    """What the work of a followed job returned."""
    found = state.memory.get(("result", job.key))
    return found if isinstance(found, Value) else machine.unknown("result")


def pending(state: State) -> list[Job]:
    """Jobs that were started and not yet followed."""
    jobs = state.memory.get(_PENDING, ())
    known = jobs if isinstance(jobs, tuple) else ()
    return [job for job in known if isinstance(job, Job) and status(state, job) == PENDING]


def schedule(state: State, job: Job) -> None:
    """The running thread starts `job`; nothing of it is followed yet."""
    tell(state, signal("started", job.key))
    state.memory[("job", job.key)] = PENDING
    state.memory[_PENDING] = (*pending(state), job)


def start(machine: Machine, state: State, job: Job) -> list[State]:
    """Start `job`, and follow it now if it can come to its end."""
    schedule(state, job)
    return follow(machine, state, job, accept=False) or [state]


def follow(machine: Machine, state: State, job: Job, accept: bool) -> list[State] | None:
    """Follow a pending job. None, and `state` as before: it has to wait for something that has not happened.

    With `accept`, it is followed up to there, and nothing is known of what it does later.
    """
    jobs = machine.jobs
    job = next((known for known in pending(state) if known == job), job)  # as it was started
    in_loop = job.kind == "task"
    if len(jobs.running) >= _NESTED or (in_loop and state.host != job.host):
        return None
    before = state.copy()
    caller = state.host, state.blocks, state.leaving, state.muted, state.device
    state.memory[("job", job.key)] = Const("running")
    state.host, state.blocks, state.leaving = job.host, (), ()
    if not in_loop:
        state.device = 0
        learn(state, signal("started", job.key))
    now = Running(job)
    kept = machine.frames, machine.raising, machine.statement, jobs.awaits
    machine.frames, machine.raising, jobs.awaits = machine.frames[:1], [[]], []
    jobs.running.append(now)
    first, leaks = len(machine.touches), len(jobs.leaks)
    try:
        outcomes = job.work(machine, state, job.node)
        resume(machine)
        own = jobs.touches(machine, first)
    finally:
        jobs.running.pop()
        machine.frames, machine.raising, machine.statement, jobs.awaits = kept
        jobs.covered.append((first, len(machine.touches)))
    if (now.parked and not accept) or not (outcomes or now.parked):
        state.become(before)
        if now.parked:
            del jobs.leaks[leaks:]
            return None
        outcomes = [(state, machine.unknown("result"))]  # it always raises
    jobs.own.append((job, own))
    for after, value in outcomes:
        after.memory[("job", job.key)] = DONE
        after.memory[("result", job.key)] = value
    for after in now.parked:
        after.memory[("job", job.key)] = STUCK
    ended = [after for after, _ in outcomes] + now.parked
    for after in ended:
        after.host = job.host
        _end(after, job)
        after.host, after.blocks, after.leaving, after.muted, after.device = caller
        after.memory[_PENDING] = tuple(pending(after))
    return machine.join(ended)


def _end(state: State, job: Job) -> None:
    tell(state, signal("ended", job.key))
    if job.host != ("thread", job.key):
        return  # its thread goes on
    for order in _orders(state):
        order.hosts.pop(job.host, None)
    for place in [place for place in state.currents if place[0] == job.host]:
        del state.currents[place]


def advance(machine: Machine, state: State, accept: bool, jobs: list[Job] | None = None) -> list[State]:
    """Follow those of the pending jobs (or of `jobs`) that can go on while the running thread waits."""
    states = [state]
    for _ in range(_ROUNDS):
        progress = False
        for job in pending(state) if jobs is None else jobs:
            states, followed = _follow_on_each(machine, states, job, accept=False)
            progress = progress or followed
        if not progress:
            break
    if accept:
        for job in [job for each in states for job in pending(each)] if jobs is None else jobs:
            states, _ = _follow_on_each(machine, states, job, accept=True)
    return states


def _follow_on_each(machine: Machine, states: list[State], job: Job, accept: bool) -> tuple[list[State], bool]:
    """Follow a job on the paths on which it is pending. The paths after it, and whether it was followed on any."""
    after: list[State] = []
    progress = False
    for each in states:
        followed = follow(machine, each, job, accept) if status(each, job) == PENDING else None
        progress = progress or followed is not None
        after += [each] if followed is None else followed
    return machine.join(after), progress


def finish(machine: Machine, state: State, job: Job) -> list[Outcome]:
    """The running thread waits for the end of `job`; one outcome, with its result, for each path."""
    states = [state]
    if status(state, job) == PENDING:
        states = follow(machine, state, job, accept=False) or advance(machine, state, accept=False)
        states = [
            after
            for each in states
            for after in (advance(machine, each, accept=True, jobs=[job]) if status(each, job) == PENDING else [each])
        ]
    outcomes = []
    for after in states:
        learn(after, signal("ended", job.key))
        if status(after, job) != DONE:  # what it does up to its end is not followed
            after.doubt |= after.order.issued
        outcomes.append((after, result(machine, after, job)))
    return outcomes


def finish_all(machine: Machine, state: State, jobs: list[Job]) -> list[tuple[State, list[Value]]]:
    """The running thread waits for several jobs; their results, in order, for each path."""
    outcomes: list[tuple[State, list[Value]]] = [(state, [])]
    for job in jobs:
        after: list[tuple[State, list[Value]]] = []
        for each, values in outcomes:
            after += [(ended, [*values, value]) for ended, value in finish(machine, each, job)]
        outcomes = _few(machine, after)
    return outcomes


def _few(machine: Machine, outcomes: list[tuple[State, list[Value]]]) -> list[tuple[State, list[Value]]]:
    """At most so many paths as are kept apart; beyond that the others stand for those that are given up."""
    kept = outcomes[: machine.paths_kept]
    for state, _ in kept if len(kept) < len(outcomes) else ():
        state.lossy = True
    return kept


def wait_until(machine: Machine, state: State, ready: Callable[[State], bool]) -> list[tuple[State, bool]]:
    """The running thread waits until `ready`.

    In a job, the paths on which nothing can make it so end here. Elsewhere they go on (with False), and
    whatever was issued so far may have been waited for.
    """
    if ready(state):
        return [(state, True)]
    outcomes: list[tuple[State, bool]] = []
    for each in advance(machine, state, accept=False):
        if ready(each):
            outcomes.append((each, True))
        elif machine.jobs.running:
            machine.jobs.give_up(each)
        else:
            for after in advance(machine, each, accept=True):
                if not ready(after):
                    meet(after)
                    after.doubt |= after.order.issued
                outcomes.append((after, ready(after)))
    return outcomes


# -- what leaks from a suspended task ---------------------------------------------------------------
