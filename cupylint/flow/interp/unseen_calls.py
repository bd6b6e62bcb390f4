"""Calls of code that is not seen: what it may wait for, keep, or have the device do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from cupylint.flow.device import arrays, cuda, early_records, native_code, queued_arrays
from cupylint.flow.domain import contents
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.by_class import ByClass
from cupylint.flow.domain.contents import dict_items, items_of
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.hints import HANDS_ON, QUEUES, SOUNDS_LIKE_SETTING, SOUNDS_LIKE_WAITING
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    Array,
    BoundMethod,
    ByKey,
    DictValue,
    Either,
    EitherFunction,
    EventValue,
    FunctionValue,
    Instance,
    ListValue,
    Method,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
    is_address,
)
from cupylint.flow.interp import namespaces
from cupylint.flow.interp.unfollowed import tells_only
from cupylint.flow.library import coroutines, numpy_calls

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


class _Call(NamedTuple):
    """A call of code that is not seen.

    Attributes:
        name: what the code is called, "" if nobody knows.
        receiver: the object whose method it is, or the function itself.
        of_project: it is code of the project, which was not looked into.
    """

    name: str
    receiver: Value | None
    arguments: Arguments
    node: CSTNode
    of_project: bool

    @property
    def last(self) -> str:
        """The last part of its name."""
        return self.name.rpartition(".")[2]

    @property
    def only_tells(self) -> bool:
        """Whether it tells something to somebody, as a logger does."""
        return tells_only(self.name, self.receiver)

    @property
    def given(self) -> list[Value]:
        """Its arguments."""
        return [value for value, _ in self.arguments.all()]

    @property
    def handed(self) -> list[Value]:
        """All that it gets hold of."""
        return [*self.given, *([self.receiver] if self.receiver else [])]


def unknown_call(
    interpreter: Interpreter,
    state: State,
    name: str,
    receiver: Value | None,
    arguments: Arguments,
    node: CSTNode,
    of_project: bool = False,
) -> list[Outcome]:
    """A call of code that is not seen: it may wait for whatever it can reach.

    Of a library's it is taken that it works on the stream that it is given; code `of_project` may do otherwise.
    """
    call = _Call(name, receiver, arguments, node, of_project)
    interpreter.announce.opaque_call(state, name, node)
    interpreter.may_raise(state)
    own, works = _work_of(interpreter, state, call)
    interpreter.host_work += 1
    reached = _handed_over(interpreter, state, call)
    state.maybe_waited, state.before_opaque_call = state.maybe_waited & ~own, state.before_opaque_call & ~own
    numpy_calls.filled(interpreter, state, call.last, arguments)
    result = interpreter.unknown(call.last)
    native_code.may_keep_memory(interpreter, result, name)
    if works:
        native_code.returned_on_stream(interpreter, state, call.last, result, node)
    if any(isinstance(value, (StreamValue, EventValue)) for value in reached):
        interpreter.parameters.given_streams.add(result)
    return [(after, result) for after in coroutines.given_away(interpreter, state, arguments, node)]


def _work_of(interpreter: Interpreter, state: State, call: _Call) -> tuple[int, bool]:
    """The accesses that the code makes with what it is given, and whether it works on a stream that it is given."""
    last, arguments, node = call.last, call.arguments, call.node
    if not native_code.read_at_once(interpreter, state, last, arguments, node):
        native_code.given_pointers(interpreter, state, arguments, node)
    early_records.given(interpreter, state, arguments, node)
    if last in queued_arrays.PUTS and call.receiver is not None:
        queued_arrays.put(interpreter, state, arguments)
    own = native_code.given_stream(interpreter, state, last, arguments, node)
    own |= 0 if call.of_project else native_code.given_arrays(interpreter, state, last, arguments, node)
    own |= native_code.works_in_own_memory(interpreter, state, call.receiver, last, arguments, node)
    issued = state.order.issued
    works = not (call.only_tells or call.of_project) and _works_on_stream(interpreter, state, last, arguments, node)
    own |= state.order.issued & ~issued
    if own:  # if one call waits for none of its work, no other one does
        own |= interpreter.parameters.work_of.get(last, 0)
        interpreter.parameters.work_of[last] = own
    return own, works


def _handed_over(interpreter: Interpreter, state: State, call: _Call) -> list[Value]:
    """What the code may wait for, keep, or make current of what it gets hold of: arrays, streams, events."""
    last, given = call.last, call.given
    if not call.only_tells:
        _note_unseen_work(state, given, call.handed, call.of_project)
    if not (call.receiver is not None and numpy_calls.fills(last)):
        interpreter.pinned.keep_all(interpreter, state, call.arguments, call.receiver)
    doubt = state.maybe_waited
    kept = _reached(state, [value for value in call.handed if not is_address(value)])
    interpreter.lifetimes.hold(state, *kept)
    reached = kept + [value.array for value in call.handed if is_address(value)]
    _runs_anything(interpreter, state, last, call.receiver, given)
    for value in reached:
        _given_away(interpreter, state, value)
    if SOUNDS_LIKE_SETTING.search(last):
        _may_become_current(interpreter, state, reached, given)
    if _describes(interpreter, last) or (call.receiver is not None and last in QUEUES):
        state.maybe_waited = doubt
    return reached


def _note_unseen_work(state: State, given: list[Value], handed: list[Value], of_project: bool) -> None:
    state.before_opaque_call = state.order.issued
    state.unseen_work += of_project or any(_may_be_of_device(state, value) for value in handed)
    state.unseen_callers += any(isinstance(value, _CALLED_BACK) for value in given)


def _works_on_stream(interpreter: Interpreter, state: State, last: str, arguments: Arguments, node: CSTNode) -> bool:
    """Whether a library works on the stream that it is given, as far as its name tells."""
    if SOUNDS_LIKE_WAITING.search(last) or HANDS_ON.match(last):
        return False
    return native_code.given_on_stream(interpreter, state, last, arguments, node)


def _may_become_current(interpreter: Interpreter, state: State, reached: list[Value], given: list[Value]) -> None:
    for value in reached:
        if isinstance(value, StreamValue) and value in given:
            cuda.may_become_current(interpreter, state, value.stream)


_CALLED_BACK = (FunctionValue, BoundMethod)
"""What code that is not seen may call."""


def _may_be_of_device(state: State, value: Value) -> bool:
    """Whether something is, holds or may be an array of the device."""
    return (isinstance(value, Symbol) and not value.host) or bool(contents.arrays_in(state, value))


def _runs_anything(
    interpreter: Interpreter, state: State, name: str, receiver: Value | None, given: list[Value]
) -> None:
    """Code that calls back, that was looked up by its name, or whose name says so may wait for all work."""
    on_host = isinstance(receiver, Symbol) and receiver.host
    called_back = any(isinstance(value, _CALLED_BACK) for value in given)
    if state.order.issued & ~state.maybe_waited and (  # else nothing hangs on it
        called_back
        or namespaces.is_looked_up(state, receiver)
        or (SOUNDS_LIKE_WAITING.search(name) and not on_host)
        or (isinstance(receiver, Symbol) and not on_host and interpreter.modules.has_waiting_method(name))
    ):
        state.maybe_waited |= state.order.issued
    if called_back:
        for key in interpreter.events.created:
            state.memory[("escaped", key)] = True


def _given_away(interpreter: Interpreter, state: State, value: Value) -> None:
    """Code that is not seen may wait for what it is given, or have it known to others."""
    if isinstance(value, StreamValue):
        cuda.used_as_stream(interpreter, value)
        cuda.may_wait_for(state, cuda.actual(state, value.stream))
        arrays.escape(state, value)
    elif isinstance(value, EventValue):
        state.maybe_waited |= state.order.events.get(value.key, 0)
        arrays.escape(state, value)
    elif isinstance(value, Array):
        if interpreter.allocations.captured:
            state.memory.update((("kept", buffer), True) for buffer in value.buffers)
        cuda.may_wait_for(state, cuda.current_stream(interpreter, state))
        for buffer in value.buffers:
            state.maybe_waited |= state.readers.get(buffer, 0) | state.writers.get(buffer, 0)


_DESCRIBES = re.compile(
    r"_?(get|is|has|infer)_?(array_)?(device|dtype|shape|ndim|module|namespace|backend)s?(_id|_of)?"
)
"""Names of functions that tell something of an array which is known without its contents."""


def _describes(interpreter: Interpreter, name: str) -> bool:
    """Whether a call is of such a function, or stands in one of the project: it waits for nothing."""
    return bool(_DESCRIBES.fullmatch(name)) or any(
        _DESCRIBES.fullmatch(frame.function.name) for frame in interpreter.frames[1:]
    )


def _reached(state: State, values: Iterable[Value], depth: int = 3) -> list[Value]:
    """The arrays, streams and events that code gets hold of with values, through what these hold."""
    found: list[Value] = []
    for value in map(native_code.plain, values):
        if isinstance(value, (Array, StreamValue, EventValue)):
            found.append(value)
        elif isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key and value.key[0] == "ptr":
            found.append(value.key[1])
        elif depth and (parts := _PARTS[type(value)]) is not None:
            found += _reached(state, parts(state, value), depth - 1)
        elif depth:
            found += contents.arrays_in(state, value)
    return found


def _items(state: State, value: TupleValue | ListValue) -> Iterable[Value]:
    return items_of(state, value) or ()


def _values(state: State, value: DictValue) -> Iterable[Value]:
    return [item for _, item in dict_items(state, value)]


def _members(state: State, value: Instance) -> Iterable[Value]:
    return [member for _, member in state.memory.members(value.key) if isinstance(member, Value)]


def _receiver(state: State, value: BoundMethod | Method) -> Iterable[Value]:
    return (value.receiver,)


_PARTS: ByClass[Callable[[State, Any], Iterable[Value]] | None] = ByClass(
    {
        TupleValue: _items,
        ListValue: _items,
        DictValue: _values,
        Instance: _members,
        Either: lambda state, value: value.options,
        EitherFunction: lambda state, value: value.options,
        ByKey: lambda state, value: value.options,
        BoundMethod: _receiver,
        Method: _receiver,
        Value: None,
    }
)
"""What values hold, by which code gets hold of more."""
