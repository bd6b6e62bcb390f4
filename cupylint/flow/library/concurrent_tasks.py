"""Work beside the code that starts it: threads, futures and tasks of an event loop.

A task is followed in one piece, as soon as it can be followed to its end. Where it has to wait for
something that has not happened (an item in a queue, an event that is not set), what it did is taken
back, and it is tried again when the program waits. That is one execution of those that are possible;
the order of work that it shows is real. Threads know what others have waited for only through *signals*:
a start, a join, an item of a queue, an event, a lock.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import field, replace
from typing import TYPE_CHECKING, TypeVar

from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State, Touch
from cupylint.flow.domain.values import Const, Value
from cupylint.flow.library import wall_clocks
from cupylint.order import HOST
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.frames import Frame
    from cupylint.flow.domain.operations import Leak
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir

_Made = TypeVar("_Made")

Work = Callable[["Interpreter", State, "CSTNode"], list[Outcome]]

_NESTED = 5  # tasks that are followed inside one another
_ROUNDS = 3  # how often tasks that wait for each other are tried
_PENDING = ("pending jobs",)
PENDING, DONE, STUCK = Const("pending"), Const("done"), Const("stuck")


@dataclass(frozen=True, slots=True)
class Task(Value):
    """A thread, a future or a task.

    Attributes:
        kind: "thread", "future" or "task"; tasks run in the thread that starts them.
        host: the thread that it runs in; for a task, that of its event loop.
        work: what it does.
        node: where it is started, if that is known when it is made.
        certain: False where it is a guess that this is a thread.
        blocks: the open ``with stream:`` blocks where a task is made.
        given: the allocations that a thread was given and keeps until its work has ended.
    """

    key: int
    kind: str = field(compare=False)
    host: Hashable = field(compare=False)
    work: Work = field(compare=False)
    node: CSTNode = field(compare=False)
    certain: bool = field(default=True, compare=False)
    blocks: tuple[int, ...] = field(default=(), compare=False)
    given: frozenset[int] = field(default=frozenset(), compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class Resumed:
    """A task that went on after others were suspended.

    Attributes:
        entry: the outermost frame.
        depth: how many jobs it is inside of.
        first: the number of the first access after that.
    """

    entry: Frame
    depth: int
    first: int
    leaks: tuple[Leak, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a thread waits in a loop for something that has not happened: it goes on with the next round.

    Attributes:
        frames: the functions that are open there, the thread's own first.
        wanted: what it waits for.
    """

    task: Task
    frames: tuple[Frame, ...]
    loop: ir.For | ir.While
    wanted: Hashable


@dataclass(slots=True, eq=False)
class Tasks:
    """What the interpreter remembers of tasks, on whatever path."""

    running: list[list[State]] = field(default_factory=list)  # of each task that is followed: its paths at a wait
    followed: list[Task] = field(default_factory=list)  # these tasks
    places: dict[int, Place] = field(default_factory=dict)  # where threads wait, by numbers that paths know
    awaits: list[tuple[Frame, CSTNode]] = field(default_factory=list)  # innermost last, of the running task
    own: list[tuple[Task, list[Touch]]] = field(default_factory=list)  # what each task did, in the order of their ends
    covered: list[tuple[int, int]] = field(default_factory=list)  # accesses of tasks that were followed meanwhile
    leaks: list[Leak] = field(default_factory=list)
    resumed: list[Resumed] = field(default_factory=list)
    managers: set[ir.Function] = field(default_factory=set)  # generators that `contextmanager` was called with

    def give_up(self, state: State) -> None:
        """A path that is not followed further: a loop without end, a wait for what nothing brings."""
        if self.running:
            self.running[-1].append(state)

    def waits_in_loop(self, interpreter: Interpreter, state: State, wanted: Hashable) -> None:
        """The running thread waits in a loop, on a path that is not followed further."""
        turn, task = interpreter.loop_carried.innermost(), self.followed[-1]
        if task.kind == "task" or turn is None or turn.depth != len(interpreter.frames):
            return
        known = (number for number, place in self.places.items() if (place.task, place.wanted) == (task, wanted))
        number = next(known, len(self.places))
        self.places[number] = Place(task, tuple(interpreter.frames), turn.statement, wanted)
        state.memory[("waits at", task.key)] = Const(number)

    def touches(self, interpreter: Interpreter, first: int) -> list[Touch]:
        """Accesses from number `first` on that no other task made."""
        return [
            touch
            for touch in interpreter.touches[first:]
            if not any(low <= touch.number < high for low, high in self.covered)
        ]


# -- signals: what one thread tells another ---------------------------------------------------------


def signal(kind: str, key: Hashable) -> Hashable:
    """The name of a signal."""
    return ("signal", kind, key)


def tell(state: State, name: Hashable) -> None:
    """All that the running thread has waited for can be learned from the signal `name`."""
    for order in state.orders:
        order.events[name] = order.events.get(name, 0) | order.hosts.get(state.host, 0)


def learn(state: State, name: Hashable) -> None:
    """The running thread goes on after the signal `name`."""
    for order in state.orders:
        order.host_wait_event(name, state.host)


def meet(state: State) -> None:
    """The running thread waits for others in a way that is not seen: it may know all that they have waited for."""
    for order in state.orders:
        for other in list(order.hosts):
            order.host_signal(other, state.host)
        for name in list(order.events):
            if isinstance(name, tuple) and name[:1] == ("signal",):
                order.host_wait_event(name, state.host)


def rendezvous(interpreter: Interpreter, state: State) -> list[State]:
    """Threads wait for each other, in an order that is not followed: what they do from here on is uncertain."""
    if state.host != HOST:
        meet(state)
        state.tentative = max(1, state.tentative)
        return [state]
    states = advance(interpreter, state, accept=True)
    for after in states:
        meet(after)
        after.maybe_waited |= after.order.issued
    return states


# -- tasks ------------------------------------------------------------------------------------------


def status(state: State, task: Task) -> object:
    """`PENDING`, `DONE`, `STUCK`; anything else if it was not started, or differs between paths."""
    if signal("started", task.key) not in state.order.events:
        return None
    return state.memory.get(("job", task.key))


def result(interpreter: Interpreter, state: State, task: Task) -> Value:
    """What the work of a followed task returned."""
    found = state.memory.get(("result", task.key))
    return found if isinstance(found, Value) else interpreter.unknown("result")


def pending(state: State) -> list[Task]:
    """Jobs that were started and not yet followed."""
    return [task for task in state.memory.sequence(_PENDING) if status(state, task) == PENDING]


def schedule(state: State, task: Task) -> None:
    """The running thread starts `task`; nothing of it is followed yet."""
    tell(state, signal("started", task.key))
    state.memory[("job", task.key)] = PENDING
    state.memory[_PENDING] = (*pending(state), task)


def start(interpreter: Interpreter, state: State, task: Task) -> list[State]:
    """Start `task`, and follow it now if it can come to its end."""
    schedule(state, task)
    return follow(interpreter, state, task, accept=False) or [state]


def follow(interpreter: Interpreter, state: State, task: Task, accept: bool) -> list[State] | None:
    """Follow a pending task. None, and `state` as before: it has to wait for something that has not happened.

    With `accept`, it is followed up to there, and nothing is known of what it does later.
    """
    tasks = interpreter.tasks
    task = next((known for known in pending(state) if known == task), task)  # as it was started
    in_loop = task.kind == "task"
    if len(tasks.running) >= _NESTED or (in_loop and state.host != task.host):
        return None
    before = state.copy()
    caller = state.host, state.blocks, state.leaving, state.tentative, state.device
    state.memory[("job", task.key)] = Const("running")
    state.host, state.blocks, state.leaving = task.host, (), ()
    if not in_loop:
        state.device = 0
        learn(state, signal("started", task.key))
    parked: list[State] = []
    kept = interpreter.frames, interpreter.raising, interpreter.statement, tasks.awaits
    interpreter.frames, interpreter.raising, tasks.awaits = interpreter.frames[:1], [[]], []
    tasks.running.append(parked)
    tasks.followed.append(task)
    first, leaks = len(interpreter.touches), len(tasks.leaks)
    try:
        outcomes = task.work(interpreter, state, task.node)
        resume(interpreter)
        own = tasks.touches(interpreter, first)
    finally:
        tasks.running.pop()
        tasks.followed.pop()
        interpreter.frames, interpreter.raising, interpreter.statement, tasks.awaits = kept
        tasks.covered.append((first, len(interpreter.touches)))
    if (parked and not accept) or not (outcomes or parked):
        state.become(before)
        if parked:
            del tasks.leaks[leaks:]
            return None
        outcomes = [(state, interpreter.unknown("result"))]  # it always raises
    tasks.own.append((task, own))
    for after, value in outcomes:
        after.memory[("job", task.key)] = DONE
        after.memory[("result", task.key)] = value
    for after in parked:
        after.memory[("job", task.key)] = STUCK
    ended = [after for after, _ in outcomes] + parked
    for after in ended:
        after.host = task.host
        _let_go(after, task, own)
        _end(after, task)
        after.host, after.blocks, after.leaving, after.tentative, after.device = caller
        after.memory[_PENDING] = tuple(pending(after))
    return interpreter.join(ended)


def _let_go(state: State, task: Task, own: list[Touch]) -> None:
    """What a thread was given is free at its end at the earliest: by then what it has waited for is over."""
    made = sum(1 << touch.number for touch in own if touch.buffer in task.given) if task.given else 0
    state.pool = state.pool._replace(excused=state.pool.excused | (made & state.order.hosts.get(task.host, 0)))


def _end(state: State, task: Task) -> None:
    tell(state, signal("ended", task.key))
    if task.host != ("thread", task.key):
        return  # its thread goes on
    for order in state.orders:
        order.hosts.pop(task.host, None)
    for place in [place for place in state.currents if place[0] == task.host]:
        del state.currents[place]


def go_on(interpreter: Interpreter, state: State, wanted: Hashable) -> list[State]:
    """The running thread has brought what others wait for in a loop: these go round it once more."""
    states = [state]
    for number, place in list(interpreter.tasks.places.items()):
        if place.wanted != wanted:
            continue
        after: list[State] = []
        for each in states:
            waits = each.memory.get(("waits at", place.task.key)) == Const(number)
            if not waits or status(each, place.task) == DONE or each.host == place.task.host:
                after.append(each)
                continue
            each.memory.discard(("waits at", place.task.key))
            again = replace(place.task, work=_next_rounds(place))
            after += follow(interpreter, each, again, accept=True) or [each]
        states = interpreter.join(after)
    return states


def _next_rounds(place: Place) -> Work:
    """The work of a thread from its next round on."""

    def work(interpreter: Interpreter, state: State, node: CSTNode) -> list[Outcome]:
        frames = [replace(frame, returns=[], breaks=[], continues=[]) for frame in place.frames]
        interpreter.frames[:] = frames
        ended = interpreter.run([place.loop], [state])
        return [*frames[-1].returns, *((after, interpreter.unknown("result")) for after in ended)]

    return work


def advance(interpreter: Interpreter, state: State, accept: bool, tasks: list[Task] | None = None) -> list[State]:
    """Follow those of the pending tasks (or of `tasks`) that can go on while the running thread waits."""
    states = [state]
    for _ in range(_ROUNDS):
        progress = False
        for task in pending(state) if tasks is None else tasks:
            states, followed = _follow_on_each(interpreter, states, task, accept=False)
            progress = progress or followed
        if not progress:
            break
    if accept:
        for task in [task for each in states for task in pending(each)] if tasks is None else tasks:
            states, _ = _follow_on_each(interpreter, states, task, accept=True)
    return states


def _follow_on_each(
    interpreter: Interpreter, states: list[State], task: Task, accept: bool
) -> tuple[list[State], bool]:
    """Follow a task on the paths on which it is pending. The paths after it, and whether it was followed on any."""
    after: list[State] = []
    progress = False
    for each in states:
        followed = follow(interpreter, each, task, accept) if status(each, task) == PENDING else None
        progress = progress or followed is not None
        after += [each] if followed is None else followed
    return interpreter.join(after), progress


def finish(interpreter: Interpreter, state: State, task: Task) -> list[Outcome]:
    """The running thread waits for the end of `task`; one outcome, with its result, for each path."""
    states = [state]
    if status(state, task) == PENDING:
        states = follow(interpreter, state, task, accept=False) or advance(interpreter, state, accept=False)
        states = [
            after
            for each in states
            for after in (
                advance(interpreter, each, accept=True, tasks=[task]) if status(each, task) == PENDING else [each]
            )
        ]
    outcomes = []
    for after in states:
        learn(after, signal("ended", task.key))
        wall_clocks.ended(after, task.host)
        if status(after, task) != DONE:  # what it does up to its end is not followed
            after.maybe_waited |= after.order.issued
        outcomes.append((after, result(interpreter, after, task)))
    return outcomes


def finish_all(interpreter: Interpreter, state: State, tasks: list[Task]) -> list[tuple[State, list[Value]]]:
    """The running thread waits for several tasks; their results, in order, for each path."""
    outcomes: list[tuple[State, list[Value]]] = [(state, [])]
    for task in tasks:
        after: list[tuple[State, list[Value]]] = []
        for each, values in outcomes:
            after += [(ended, [*values, value]) for ended, value in finish(interpreter, each, task)]
        outcomes = few(interpreter, after)
    return outcomes


def few(interpreter: Interpreter, outcomes: list[tuple[State, _Made]]) -> list[tuple[State, _Made]]:
    """At most so many paths as are kept apart; beyond that the others stand for those that are given up."""
    kept = outcomes[: interpreter.work.paths_kept]
    for state, _ in kept if len(kept) < len(outcomes) else ():
        state.incomplete = True
    return kept


def wait_until(
    interpreter: Interpreter, state: State, ready: Callable[[State], bool], wanted: Hashable = None
) -> list[tuple[State, bool]]:
    """The running thread waits until `ready`, which `wanted` stands for.

    In a task, the paths on which nothing can make it so end here. Elsewhere they go on (with False), and
    whatever was issued so far may have been waited for.
    """
    waiting = {frame.function for frame in interpreter.frames[1:]}
    if ready(state):
        interpreter.entries.served |= waiting
        return [(state, True)]
    outcomes: list[tuple[State, bool]] = []
    for each in advance(interpreter, state, accept=False):
        if ready(each):
            interpreter.entries.served |= waiting
            outcomes.append((each, True))
        elif interpreter.tasks.running:
            interpreter.entries.blocked |= waiting
            if wanted is not None:
                interpreter.tasks.waits_in_loop(interpreter, each, wanted)
            interpreter.tasks.give_up(each)
        else:
            for after in advance(interpreter, each, accept=True):
                if not ready(after):
                    meet(after)
                    after.maybe_waited |= after.order.issued
                outcomes.append((after, ready(after)))
    return outcomes


# -- tasks that go on -------------------------------------------------------------------------------


def resume(interpreter: Interpreter) -> None:
    """The running task comes to its next ``await``, or its end: it may have run while others were suspended."""
    tasks, depth, entry = interpreter.tasks, len(interpreter.tasks.running), interpreter.frames[0]
    while tasks.resumed and (tasks.resumed[-1].depth >= depth or tasks.resumed[-1].entry is not entry):
        last = tasks.resumed.pop()
        if last.depth == depth and last.entry is entry:
            interpreter.announce.task_resumed(last.leaks, tasks.touches(interpreter, last.first))
