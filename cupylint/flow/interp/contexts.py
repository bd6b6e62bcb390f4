"""``with`` statements: streams, devices, context managers of the file, and foreign ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from cupylint.flow.device import cuda, cvcuda_library, escapes, gathering, pools
from cupylint.flow.device.interop_arrays import ForeignContext, ForeignStream, current, set_current
from cupylint.flow.device.kvikio_library import OpenFile
from cupylint.flow.domain.by_class import ByClass
from cupylint.flow.domain.cuda_calls import contact
from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.domain.source_text import last_name
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
from cupylint.order import Kind
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.interp.interpreter import Interpreter

_STREAM_NAME = re.compile(r"stream", re.IGNORECASE)
_DEVICE_NAME = re.compile(r"device|gpu|(?:^|_)dev(?:_|$)", re.IGNORECASE)
_HARMLESS = re.compile(
    rf"{_DEVICE_NAME.pattern}|ctx|context|lock|mutex|sem|cond|tim(e|er)|prof|nvtx|range|open|file|fd|sock|pool|exec|grad|temp|tmp|dir|progress|bar|log"
    r"|warn|err|suppress|patch|env|autocast|no_|inference|trace|span|annot|pinned|alloc|cache|hook|plan|session|client|cluster",
    re.IGNORECASE,
)
"""What nobody calls a manager that makes another stream current; those of devices, as cvcuda's, leave CuPy's alone."""
_EXPECTS_EXCEPTION = ("raises", "assertRaises", "assertRaisesRegex")
_SWALLOWS_EXCEPTION = (*_EXPECTS_EXCEPTION, "suppress")


def follow_with(interpreter: Interpreter, statement: ir.With, state: State, manager: Value) -> list[State]:
    """Follow one ``with`` item: enter, body, and the exit on every way out."""
    if isinstance(manager, Symbol) and _names_stream(manager):
        stream = cuda.as_stream(interpreter, state, manager)
        manager = manager if stream is None else StreamValue(stream)
    return _FOLLOW[type(manager)](interpreter, statement, state, manager)


def _with_unknown(interpreter: Interpreter, statement: ir.With, state: State, manager: Value) -> list[State]:
    """A manager whose code is not seen."""
    name = str(getattr(manager, "label", getattr(manager, "name", "")))
    interpreter.streams.devices_waited_for_vary |= "device" in name
    interpreter.streams.devices_vary |= any(_DEVICE_NAME.search(each) for each in (name, last_name(statement.manager)))
    value: Value = manager if isinstance(manager, (Instance, External, OpenFile)) else interpreter.unknown("entered")
    fails = isinstance(manager, Symbol) and manager.label in _EXPECTS_EXCEPTION
    veils = not fails and _may_change_stream(manager, last_name(statement.manager))
    if statement.target is not None:
        if isinstance(manager, Symbol):
            value = interpreter.symbol(("entered", manager), _target_name(statement.target) or manager.label)
        stores.store(interpreter, state, statement.target, value, None)
    state.tentative, state.stream_uncertain = state.tentative + fails, state.stream_uncertain + veils

    def leave(states: list[State]) -> list[State]:
        for left in states:
            left.tentative, left.stream_uncertain = (
                max(0, left.tentative - fails),
                max(0, left.stream_uncertain - veils),
            )
            if isinstance(manager, Symbol) and (
                manager in interpreter.parameters.given_streams or SOUNDS_LIKE_WAITING.search(manager.label)
            ):
                left.maybe_waited |= left.order.issued  # its end may wait
        return states

    swallows = isinstance(manager, Symbol) and manager.label in _SWALLOWS_EXCEPTION
    return interpreter.guarded([state], lambda states: _run(interpreter, statement.body, states, swallows), leave)


def _run(interpreter: Interpreter, body: ir.Block, states: list[State], swallows: bool) -> list[State]:
    """Follow the body of a block; one that `swallows` exceptions is left in a normal way where one is raised."""
    if not swallows:
        return interpreter.run(body, states)
    interpreter.raising.append([])
    try:
        ended = interpreter.run(body, states)
    finally:
        raised = interpreter.raising.pop()
    return interpreter.join(ended + raised)


def _bind(interpreter: Interpreter, state: State, statement: ir.With, value: Value) -> None:
    """``as target``"""
    if statement.target is not None:
        stores.store(interpreter, state, statement.target, value, None)


def _with_exit_stack(interpreter: Interpreter, statement: ir.With, state: State, manager: ExitStack) -> list[State]:
    _bind(interpreter, state, statement, manager)
    body = partial(interpreter.run, statement.body)
    return interpreter.guarded([state], body, lambda states: exit_stack.close(interpreter, states, manager))


def _with_thread(interpreter: Interpreter, statement: ir.With, state: State, manager: Value) -> list[State]:
    """An executor, a lock, a group of tasks."""
    assert statement.node is not None
    _bind(interpreter, state, statement, manager)
    body = partial(interpreter.run, statement.body)
    return concurrency.follow_with(interpreter, [state], manager, statement.node, body)


def _names_stream(manager: Symbol) -> bool:
    """Whether something unknown is called like a stream (a ``stream_lock`` is none)."""
    if manager.host or not _STREAM_NAME.search(manager.label):
        return False
    return not re.search(r"lock|mutex|pool|executor|handler|response", manager.label, re.IGNORECASE)


def _target_name(target: ir.Target) -> str:
    return target.name if isinstance(target, ir.Load) and isinstance(target.name, str) else ""


def _may_change_stream(manager: Value, written: str) -> bool:
    """Whether an unknown manager may make another stream current."""
    if not isinstance(manager, Symbol):
        return False
    made_on_host = manager.host and not (
        isinstance(manager.key, tuple) and manager.key[:1] in (("attribute",), ("item",))
    )
    return not (made_on_host or _HARMLESS.search(manager.label) or _DEVICE_NAME.search(written))


def _with_stream(interpreter: Interpreter, statement: ir.With, state: State, manager: StreamValue) -> list[State]:
    assert statement.node is not None
    cuda.used_as_stream(interpreter, manager)
    escapes.opened(interpreter, manager.stream, statement.node, statement.manager)
    before = cuda.enter(interpreter, state, manager.stream, statement.node)
    depth, veiled, state.stream_uncertain = len(state.blocks), state.stream_uncertain, 0
    _bind(interpreter, state, statement, manager)

    def leave(states: list[State]) -> list[State]:
        assert statement.node is not None
        for left in states:
            left.stream_uncertain = veiled
            if len(left.blocks) >= depth:
                cuda.leave(interpreter, left, before, statement.node)
        return states

    return interpreter.guarded([state], partial(interpreter.run, statement.body), leave)


def _with_stream_of_library(
    interpreter: Interpreter, statement: ir.With, state: State, manager: ForeignStream
) -> list[State]:
    """``with cvcuda.Stream():``; those of torch and Numba are not known to be managers."""
    enter = _with_foreign_stream if manager.library == cvcuda_library.LIBRARY else _with_unknown
    return enter(interpreter, statement, state, manager)


def _with_foreign_stream(
    interpreter: Interpreter, statement: ir.With, state: State, manager: ForeignContext | ForeignStream
) -> list[State]:
    """``with torch.cuda.stream(s):``."""
    before = current(interpreter, state, manager.library)
    set_current(state, manager.library, manager.stream)
    _bind(interpreter, state, statement, NONE)

    def leave(states: list[State]) -> list[State]:
        for left in states:
            set_current(left, manager.library, before)
        return states

    return interpreter.guarded([state], partial(interpreter.run, statement.body), leave)


def _with_device(interpreter: Interpreter, statement: ir.With, state: State, manager: DeviceValue) -> list[State]:
    assert statement.node is not None
    contact(interpreter, state, statement.node, "Device")
    before, was_set, was_chosen = state.device, state.memory.get("device is set"), state.memory.get(gathering.CHOSEN)
    differs = manager.number is not None and was_chosen is not None  # a device has a current stream of its own
    veils = differs and cuda.current_stream(interpreter, state).kind is not Kind.NULL
    cuda.choose_device(interpreter, state, manager.number)
    state.memory[gathering.CHOSEN] = manager.chosen
    state.stream_uncertain += veils
    _bind(interpreter, state, statement, manager)

    def leave(states: list[State]) -> list[State]:
        for left in states:
            left.device = before
            left.stream_uncertain = max(0, left.stream_uncertain - veils)
            left.memory["device is set"], left.memory[gathering.CHOSEN] = was_set, was_chosen
        return states

    return interpreter.guarded([state], partial(interpreter.run, statement.body), leave)


def _with_allocator(
    interpreter: Interpreter, statement: ir.With, state: State, manager: pools.AllocatorBlock
) -> list[State]:
    before = manager.enter(state)
    _bind(interpreter, state, statement, NONE)

    def leave(states: list[State]) -> list[State]:
        for left in states:
            manager.leave(left, before)
        return states

    return interpreter.guarded([state], partial(interpreter.run, statement.body), leave)


def _with_generator(interpreter: Interpreter, statement: ir.With, state: State, manager: Generator) -> list[State]:
    """A ``@contextmanager`` of this file: its code up to the yield, the body, the rest."""
    if not manager.manager:
        return _with_unknown(interpreter, statement, state, manager)
    consumer, number = interpreter.frame, interpreter.fresh()

    def body(inner: State, value: Value) -> list[State]:
        outer = consumer.returns, consumer.breaks, consumer.continues
        consumer.returns, consumer.breaks, consumer.continues = [], [], []
        try:
            with interpreter.within(consumer):
                _bind(interpreter, inner, statement, value)
                after = interpreter.run(statement.body, [inner])
            for left, result in consumer.returns:
                left.leaving = (*left.leaving, Leaving(number, "return", result))
                after.append(left)
            ways: list[tuple[Literal["break", "continue"], list[State]]]
            ways = [("break", consumer.breaks), ("continue", consumer.continues)]
            for way, states in ways:
                for left in states:
                    left.leaving = (*left.leaving, Leaving(number, way, NONE))
                after += states
            return after
        finally:
            consumer.returns, consumer.breaks, consumer.continues = outer

    after: list[State] = []
    for result, _ in interpreter.run_function(state, manager.function, manager.arguments, manager.keywords, body):
        if not result.leaving or result.leaving[-1].number != number:
            after.append(result)
            continue
        leaving = result.leaving[-1]
        result.leaving = result.leaving[:-1]
        if leaving.way == "return":
            consumer.returns.append((result, leaving.value))
        else:
            (consumer.breaks if leaving.way == "break" else consumer.continues).append(result)
    return interpreter.join(after)


def _enters(manager: Instance, names: tuple[str, str]) -> FunctionValue | None:
    """The first of these methods that the object has."""
    found = [manager.cls.find(name) for name in names]
    return next((method for method in found if isinstance(method, FunctionValue)), None)


def _with_instance(interpreter: Interpreter, statement: ir.With, state: State, manager: Instance) -> list[State]:
    """An object with ``__enter__`` and ``__exit__`` (or ``__aenter__`` and ``__aexit__``) of this file."""
    enter, exit_ = _enters(manager, ("__enter__", "__aenter__")), _enters(manager, ("__exit__", "__aexit__"))
    if enter is None:
        return _with_unknown(interpreter, statement, state, manager)
    entered = []
    for inner, value in interpreter.run_function(state, enter, (manager,), ()):
        _bind(interpreter, inner, statement, value)
        entered.append(inner)

    def leave(states: list[State]) -> list[State]:
        if exit_ is None:
            return states
        left: list[State] = []
        for inner in states:
            arguments = (manager, NONE, NONE, NONE)
            left += [after for after, _ in interpreter.run_function(inner, exit_, arguments, ())]
        return left

    return interpreter.guarded(entered, partial(interpreter.run, statement.body), leave)


_FOLLOW: ByClass[Callable[[Interpreter, ir.With, State, Any], list[State]]] = ByClass(
    {
        StreamValue: _with_stream,
        DeviceValue: _with_device,
        pools.AllocatorBlock: _with_allocator,
        Generator: _with_generator,
        Instance: _with_instance,
        ExitStack: _with_exit_stack,
        **dict.fromkeys(concurrency.VALUES, _with_thread),
        ForeignContext: _with_foreign_stream,
        ForeignStream: _with_stream_of_library,
        Value: _with_unknown,
    }
)
