"""``with`` statements: streams, devices, context managers of the file, and foreign ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from cupylint.flow.detectors import lost
from cupylint.flow.device import cuda
from cupylint.flow.device.handed import ForeignContext, current, set_current
from cupylint.flow.domain.by_class import ByClass
from cupylint.flow.domain.contact import contact
from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.domain.state import Leaving, State
from cupylint.flow.domain.values import (
    NONE,
    DeviceValue,
    External,
    FunctionValue,
    Generator,
    Instance,
    StreamValue,
    Symbol,
    Value,
)
from cupylint.flow.interp import stores
from cupylint.flow.library import concurrency, exit_stack
from cupylint.flow.library.exit_stack import ExitStack
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.interp.machine import Machine

_STREAM_NAME = re.compile(r"stream", re.IGNORECASE)
_DEVICE_NAME = re.compile(r"device|gpu|(?:^|_)dev(?:_|$)", re.IGNORECASE)
_HARMLESS = re.compile(
    rf"{_DEVICE_NAME.pattern}|ctx|context|lock|mutex|sem|cond|tim(e|er)|prof|nvtx|range|open|file|fd|sock|pool|exec|grad|temp|tmp|dir|progress|bar|log"
    r"|warn|err|suppress|patch|env|autocast|no_|trace|span|annot|pinned|alloc|cache|hook|plan|session|client|cluster",
    re.IGNORECASE,
)
"""What nobody calls a manager that makes another stream current; those of devices, as cvcuda's, leave CuPy's alone."""
_EXPECTS_EXCEPTION = ("raises", "assertRaises", "assertRaisesRegex")


def follow_with(machine: Machine, statement: ir.With, state: State, manager: Value) -> list[State]:
    """Follow one ``with`` item: enter, body, and the exit on every way out."""
    if isinstance(manager, Symbol) and _names_stream(manager):
        stream = cuda.as_stream(machine, state, manager)
        manager = manager if stream is None else StreamValue(stream)
    return _FOLLOW[type(manager)](machine, statement, state, manager)


def _with_unknown(machine: Machine, statement: ir.With, state: State, manager: Value) -> list[State]:
    """A manager whose code is not seen."""
    name = str(getattr(manager, "label", getattr(manager, "name", "")))
    machine.costs.several |= "device" in name
    machine.devices_vary |= any(_DEVICE_NAME.search(each) for each in (name, _written(statement.manager)))
    value: Value = manager if isinstance(manager, (Instance, External)) else machine.unknown("entered")
    fails = isinstance(manager, Symbol) and manager.label in _EXPECTS_EXCEPTION
    veils = not fails and _may_change_stream(manager, _written(statement.manager))
    if statement.target is not None:
        if isinstance(manager, Symbol):
            value = machine.symbol(("entered", manager), _target_name(statement.target) or manager.label)
        stores.store(machine, state, statement.target, value, None)
    state.muted, state.veiled = state.muted + fails, state.veiled + veils

    def leave(states: list[State]) -> list[State]:
        for left in states:
            left.muted, left.veiled = max(0, left.muted - fails), max(0, left.veiled - veils)
            if isinstance(manager, Symbol) and (manager in machine.given or SOUNDS_LIKE_WAITING.search(manager.label)):
                left.doubt |= left.order.issued  # its end may wait
        return states

    return machine.guarded([state], lambda states: machine.run(statement.body, states), leave)


def _with_exit_stack(machine: Machine, statement: ir.With, state: State, manager: ExitStack) -> list[State]:
    if statement.target is not None:
        stores.store(machine, state, statement.target, manager, None)
    body = partial(machine.run, statement.body)
    return machine.guarded([state], body, lambda states: exit_stack.close(machine, states, manager))


def _with_thread(machine: Machine, statement: ir.With, state: State, manager: Value) -> list[State]:
    """An executor, a lock, a group of tasks."""
    assert statement.node is not None
    if statement.target is not None:
        stores.store(machine, state, statement.target, manager, None)
    body = partial(machine.run, statement.body)
    return concurrency.follow_with(machine, [state], manager, statement.node, body)


def _names_stream(manager: Symbol) -> bool:
    """Whether something unknown is called like a stream (a ``stream_lock`` is none)."""
    if manager.host or not _STREAM_NAME.search(manager.label):
        return False
    return not re.search(r"lock|mutex|pool|executor|handler|response", manager.label, re.IGNORECASE)


def _target_name(target: ir.Target) -> str:
    return target.name if isinstance(target, ir.Load) and isinstance(target.name, str) else ""


def _written(manager: ir.Expr) -> str:
    """The name that a manager has where it is entered, "" for none."""
    return manager.name if isinstance(manager, (ir.Load, ir.Attr)) and isinstance(manager.name, str) else ""


def _may_change_stream(manager: Value, written: str) -> bool:
    """Whether an unknown manager may make another stream current."""
    if not isinstance(manager, Symbol):
        return False
    made_on_host = manager.host and not (
        isinstance(manager.key, tuple) and manager.key[:1] in (("attribute",), ("item",))
    )
    return not (made_on_host or _HARMLESS.search(manager.label) or _DEVICE_NAME.search(written))


def _with_stream(machine: Machine, statement: ir.With, state: State, manager: StreamValue) -> list[State]:
    assert statement.node is not None
    cuda.used_as_stream(machine, manager)
    lost.opened(machine, manager.stream, statement.node, statement.manager)
    before = cuda.enter(machine, state, manager.stream, statement.node)
    depth, veiled, state.veiled = len(state.blocks), state.veiled, 0
    if statement.target is not None:
        stores.store(machine, state, statement.target, manager, None)

    def leave(states: list[State]) -> list[State]:
        assert statement.node is not None
        for left in states:
            left.veiled = veiled
            if len(left.blocks) >= depth:
                cuda.leave(machine, left, before, statement.node)
        return states

    return machine.guarded([state], lambda states: machine.run(statement.body, states), leave)


def _with_foreign_stream(machine: Machine, statement: ir.With, state: State, manager: ForeignContext) -> list[State]:
    """``with torch.cuda.stream(s):``."""
    before = current(machine, state, manager.library)
    set_current(state, manager.library, manager.stream)
    if statement.target is not None:
        stores.store(machine, state, statement.target, NONE, None)

    def leave(states: list[State]) -> list[State]:
        for left in states:
            set_current(left, manager.library, before)
        return states

    return machine.guarded([state], lambda states: machine.run(statement.body, states), leave)


def _with_device(machine: Machine, statement: ir.With, state: State, manager: DeviceValue) -> list[State]:
    assert statement.node is not None
    contact(machine, state, statement.node, "Device")
    before, was_set = state.device, state.memory.get("device is set")
    cuda.choose_device(machine, state, manager.number)
    if statement.target is not None:
        stores.store(machine, state, statement.target, manager, None)

    def leave(states: list[State]) -> list[State]:
        for left in states:
            left.device = before
            left.memory["device is set"] = was_set
        return states

    return machine.guarded([state], lambda states: machine.run(statement.body, states), leave)


def _with_generator(machine: Machine, statement: ir.With, state: State, manager: Generator) -> list[State]:
    """A ``@contextmanager`` of this file: its code up to the yield, the body, the rest."""
    if not manager.manager:
        return _with_unknown(machine, statement, state, manager)
    consumer, number = machine.frame, machine.fresh()

    def body(inner: State, value: Value) -> list[State]:
        outer = consumer.returns, consumer.breaks, consumer.continues
        consumer.returns, consumer.breaks, consumer.continues = [], [], []
        try:
            with machine.within(consumer):
                if statement.target is not None:
                    stores.store(machine, inner, statement.target, value, None)
                after = machine.run(statement.body, [inner])
            for left, result in consumer.returns:
                left.leaving = (*left.leaving, Leaving(number, "return", result))
                after.append(left)
            for left in consumer.breaks:
                left.leaving = (*left.leaving, Leaving(number, "break", NONE))
                after.append(left)
            for left in consumer.continues:
                left.leaving = (*left.leaving, Leaving(number, "continue", NONE))
                after.append(left)
            return after
        finally:
            consumer.returns, consumer.breaks, consumer.continues = outer

    after: list[State] = []
    for result, _ in machine.run_function(state, manager.function, manager.arguments, manager.keywords, body):
        if not result.leaving or result.leaving[-1].number != number:
            after.append(result)
            continue
        leaving = result.leaving[-1]
        result.leaving = result.leaving[:-1]
        if leaving.way == "return":
            consumer.returns.append((result, leaving.value))
        else:
            (consumer.breaks if leaving.way == "break" else consumer.continues).append(result)
    return machine.join(after)


def _enters(manager: Instance, names: tuple[str, str]) -> FunctionValue | None:
    """The first of these methods that the object has."""
    found = [manager.cls.find(name) for name in names]
    return next((method for method in found if isinstance(method, FunctionValue)), None)


def _with_instance(machine: Machine, statement: ir.With, state: State, manager: Instance) -> list[State]:
    """An object with ``__enter__`` and ``__exit__`` (or ``__aenter__`` and ``__aexit__``) of this file."""
    enter, exit_ = _enters(manager, ("__enter__", "__aenter__")), _enters(manager, ("__exit__", "__aexit__"))
    if enter is None:
        return _with_unknown(machine, statement, state, manager)
    entered = []
    for inner, value in machine.run_function(state, enter, (manager,), ()):
        if statement.target is not None:
            stores.store(machine, inner, statement.target, value, None)
        entered.append(inner)

    def leave(states: list[State]) -> list[State]:
        if exit_ is None:
            return states
        left: list[State] = []
        for inner in states:
            arguments = (manager, NONE, NONE, NONE)
            left += [after for after, _ in machine.run_function(inner, exit_, arguments, ())]
        return left

    return machine.guarded(entered, lambda states: machine.run(statement.body, states), leave)


_FOLLOW: ByClass[Callable[[Machine, ir.With, State, Any], list[State]]] = ByClass(
    {
        StreamValue: _with_stream,
        DeviceValue: _with_device,
        Generator: _with_generator,
        Instance: _with_instance,
        ExitStack: _with_exit_stack,
        **dict.fromkeys(concurrency.VALUES, _with_thread),
        ForeignContext: _with_foreign_stream,
        Value: _with_unknown,
    }
)
