"""What threads and tasks wait for in each other: queues, events, locks, semaphores, conditions, barriers."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import field
from typing import TYPE_CHECKING

from cupylint.flow.device import queued_arrays
from cupylint.flow.domain import source_text
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import NONE, Const, Done, EventValue, TupleValue, Value
from cupylint.flow.library.concurrent_tasks import advance, go_on, learn, rendezvous, signal, tell, wait_until
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.interp.interpreter import Interpreter


@dataclass(frozen=True, slots=True)
class SyncPrimitive(Value):
    """An object that threads or tasks wait for.

    Attributes:
        kind: "event", "lock", "rlock", "semaphore", "condition", "barrier", "queue", "lifo", "priority", "future".
        asynchronous: of ``asyncio``: its waits are awaited.
        size: how many items a queue holds at most, 0 for any number; None if that is not known.
    """

    key: Hashable
    kind: str = field(compare=False)
    asynchronous: bool = field(default=False, compare=False)
    size: int | None = field(default=0, compare=False)


KINDS = {
    "threading.Event": "event", "threading.Lock": "lock", "threading.RLock": "rlock",
    "threading.Semaphore": "semaphore", "threading.BoundedSemaphore": "semaphore",
    "threading.Condition": "condition", "threading.Barrier": "barrier",
    "queue.Queue": "queue", "queue.SimpleQueue": "queue", "queue.LifoQueue": "lifo", "queue.PriorityQueue": "priority",
    "asyncio.Event": "event", "asyncio.Lock": "lock", "asyncio.Semaphore": "semaphore",
    "asyncio.BoundedSemaphore": "semaphore", "asyncio.Condition": "condition", "asyncio.Barrier": "barrier",
    "asyncio.Queue": "queue", "asyncio.LifoQueue": "lifo", "asyncio.PriorityQueue": "priority",
    "asyncio.Future": "future", "concurrent.futures.Future": "future",
}  # fmt: skip
"""Classes by their dotted names."""


def make(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments) -> SyncPrimitive:
    """An object of one of `KINDS`."""
    kind = KINDS[dotted]
    first = arguments.either(0, "maxsize") or arguments.keyword("value")
    number = first.value if isinstance(first, Const) and isinstance(first.value, int) else None
    made = SyncPrimitive(interpreter.fresh(), kind, dotted.startswith("asyncio."), 0 if first is None else number)
    if kind == "semaphore":
        state.memory[("free", made.key)] = Const(1 if first is None else number)
    elif kind in ("lock", "rlock"):
        state.memory[("free", made.key)] = Const(1)
    return made


def blocking(target: SyncPrimitive, name: str) -> bool:
    """Whether a method waits, and so must be awaited where the object is one of ``asyncio``."""
    return (target.kind, name) in _BLOCKING


def call(
    interpreter: Interpreter, state: State, target: SyncPrimitive, name: str, arguments: Arguments
) -> list[Outcome] | None:
    """A method; None if nothing is known of it."""
    handler = _METHODS.get((target.kind, name))
    return None if handler is None else handler(interpreter, state, target, arguments)


# -- events, and futures that are set by hand ----------------------------------------------------


def _set(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    tell(state, signal("set", target.key))
    state.memory[("set", target.key)] = Const(True)
    value = arguments.position(0)
    if value is not None:
        state.memory[("value", target.key)] = value
    return [(state, NONE)]


def _clear(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    state.memory[("set", target.key)] = Const(False)
    return [(state, NONE)]


def _is_set(state: State, target: SyncPrimitive) -> bool:
    return state.memory.get(("set", target.key)) == Const(True)


def _wait(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for after, _ in wait_until(interpreter, state, lambda state: _is_set(state, target)):
        learn(after, signal("set", target.key))
        value = after.memory.get(("value", target.key))
        if target.kind == "future":
            outcomes.append((after, value if isinstance(value, Value) else interpreter.unknown("result")))
        else:
            outcomes.append((after, Const(True)))
    return outcomes


def _test(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    """``event.is_set()``: seen to be set, it tells what was waited for before it was."""
    if _is_set(state, target):
        learn(state, signal("set", target.key))
        return [(state, Const(True))]
    if interpreter.tasks.running and _waits_in_each_round(interpreter):
        return [(state, Const(False))]  # until somebody sets it
    return [(state, Done(EventValue(signal("set", target.key), foreign=True)))]


def _waits_in_each_round(interpreter: Interpreter) -> bool:
    """Whether the test of a loop is followed that waits for an item: ``while not stop.is_set(): queue.get()``."""
    turn = interpreter.loop_carried.innermost()
    return (
        turn is not None
        and turn.testing
        and any(
            isinstance(each, ir.Call) and source_text.last_name(each.function) == "get" and not each.arguments
            for each in walk(turn.statement.body)
        )
    )


# -- locks -----------------------------------------------------------------------------------------


def _free(state: State, target: SyncPrimitive) -> bool:
    if target.kind == "condition":
        return True
    holder = state.memory.get(("holder", target.key))
    if target.kind == "rlock" and holder == Const(state.host):
        return True
    count = state.memory.get(("free", target.key))
    return not (isinstance(count, Const) and isinstance(count.value, int)) or count.value > 0


def _acquire(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for after, _ in wait_until(interpreter, state, lambda state: _free(state, target)):
        learn(after, signal("released", target.key))
        _count(after, target, -1)
        after.memory[("holder", target.key)] = Const(after.host)
        outcomes.append((after, Const(True)))
    return outcomes


def _release(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    tell(state, signal("released", target.key))
    _count(state, target, 1)
    return [(state, NONE)]


def _count(state: State, target: SyncPrimitive, change: int) -> None:
    count = state.memory.get(("free", target.key))
    if isinstance(count, Const) and isinstance(count.value, int):
        state.memory[("free", target.key)] = Const(count.value + change)


def enter(interpreter: Interpreter, state: State, target: SyncPrimitive) -> list[State]:
    """``with lock:`` begins."""
    return [after for after, _ in _acquire(interpreter, state, target, Arguments([], {}))]


def leave(interpreter: Interpreter, state: State, target: SyncPrimitive) -> list[State]:
    """``with lock:`` ends."""
    return [after for after, _ in _release(interpreter, state, target, Arguments([], {}))]


# -- conditions and barriers -----------------------------------------------------------------------


def _rendezvous(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    return [(after, interpreter.unknown("woken", host=True)) for after in rendezvous(interpreter, state)]


def _notify(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    tell(state, signal("released", target.key))
    return [(state, NONE)]


# -- queues ----------------------------------------------------------------------------------------


def _items(state: State, target: SyncPrimitive) -> tuple[Value, ...]:
    """What is in a queue: pairs of the item and the number of the signal that came with it."""
    return state.memory.sequence(("queue", target.key))


def _put(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    queued_arrays.put(interpreter, state, arguments)
    value = arguments.either(0, "item")
    size = 1 if target.size is None else target.size
    outcomes: list[Outcome] = []
    for after, _ in wait_until(interpreter, state, lambda state: size <= 0 or len(_items(state, target)) < size):
        number = interpreter.fresh()
        tell(after, signal("put", number))
        after.memory[("queue", target.key)] = (
            *_items(after, target),
            TupleValue((interpreter.unknown("item") if value is None else value, Const(number))),
        )
        outcomes += [(each, NONE) for each in go_on(interpreter, after, ("queue", target.key))]
    return outcomes


def _get(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    patient = arguments.either(0, "block") != Const(False) and arguments.either(1, "timeout") in (None, NONE)
    return _take(interpreter, state, target, patient)


def _get_at_once(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    return _take(interpreter, state, target, patient=False)


def _take(interpreter: Interpreter, state: State, target: SyncPrimitive, patient: bool) -> list[Outcome]:
    paths = [(state, bool(_items(state, target)))]
    if not paths[0][1]:
        if patient:
            paths = wait_until(interpreter, state, lambda state: bool(_items(state, target)), ("queue", target.key))
        else:
            paths = [(after, bool(_items(after, target))) for after in advance(interpreter, state, accept=False)]
    outcomes: list[Outcome] = []
    for after, found in paths:
        if not found and not patient:  # queue.Empty
            if interpreter.raising:
                interpreter.raising[-1].append(after)
        elif not found or target.kind == "priority":
            after.maybe_waited |= after.order.issued
            after.memory[("queue", target.key)] = _items(after, target)[1:]
            outcomes.append((after, interpreter.unknown("item")))
        else:
            items = _items(after, target)
            at = -1 if target.kind == "lifo" else 0
            pair = items[at]
            after.memory[("queue", target.key)] = items[:-1] if at else items[1:]
            assert isinstance(pair, TupleValue)
            value, number = pair.items
            assert isinstance(number, Const)
            if signal("put", number.value) not in after.order.events:  # another path has put it
                after.maybe_waited |= after.order.issued
            learn(after, signal("put", number.value))
            outcomes.append((after, value))
    return outcomes


def _task_done(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    tell(state, signal("task done", target.key))
    return [(state, NONE)]


def _join(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for after in advance(interpreter, state, accept=True):
        learn(after, signal("task done", target.key))
        if _items(after, target):
            after.maybe_waited |= after.order.issued
        outcomes.append((after, NONE))
    return outcomes


def _is_empty(interpreter: Interpreter, state: State, target: SyncPrimitive, arguments: Arguments) -> list[Outcome]:
    return [(after, Const(not _items(after, target))) for after in advance(interpreter, state, accept=False)]


_Method = Callable[["Interpreter", State, SyncPrimitive, Arguments], list[Outcome]]
_QUEUE: dict[str, _Method] = {
    "put": _put, "put_nowait": _put, "get": _get, "get_nowait": _get_at_once, "task_done": _task_done, "join": _join,
    "empty": _is_empty,
}  # fmt: skip
_LOCK: dict[str, _Method] = {"acquire": _acquire, "release": _release}
_METHODS: dict[tuple[str, str], _Method] = {
    ("event", "set"): _set, ("event", "clear"): _clear, ("event", "wait"): _wait, ("event", "is_set"): _test,
    ("future", "set_result"): _set, ("future", "result"): _wait, ("future", "done"): _test,
    ("condition", "wait"): _rendezvous, ("condition", "wait_for"): _rendezvous, ("barrier", "wait"): _rendezvous,
    ("condition", "notify"): _notify, ("condition", "notify_all"): _notify,
    **{(kind, name): method for kind in ("lock", "rlock", "semaphore", "condition") for name, method in _LOCK.items()},
    **{(kind, name): method for kind in ("queue", "lifo", "priority") for name, method in _QUEUE.items()},
}  # fmt: skip
_BLOCKING = frozenset(
    (kind, name) for kind, name in _METHODS if name in ("wait", "wait_for", "acquire", "get", "put", "join")
)
LOCKS = ("lock", "rlock", "semaphore", "condition")
"""Kinds that ``with`` acquires."""
AWAITED = ("future",)
"""Kinds that are awaited themselves."""


def wait_for_future(interpreter: Interpreter, state: State, target: SyncPrimitive) -> list[Outcome]:
    """``await future`` of one that is set by hand."""
    return _wait(interpreter, state, target, Arguments([], {}))
