"""Lines that would order two accesses, in the words of the source."""

from __future__ import annotations

import collections.abc as abc
from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING

from cupylint.facts import Spot
from cupylint.flow.device import kvikio_library
from cupylint.flow.device.mpi_requests import Request
from cupylint.flow.domain.contents import Iterator, dict_items, items_of
from cupylint.flow.domain.modules import look_up
from cupylint.flow.domain.request_keys import library_of
from cupylint.flow.domain.state import State, Touch
from cupylint.flow.domain.values import (
    Const,
    DictValue,
    External,
    Imported,
    Instance,
    ListValue,
    ModuleValue,
    StreamValue,
    TupleValue,
    Value,
)
from cupylint.order import Kind, Stream
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.interp.interpreter import Interpreter


_ENOUGH = 8
_DEPTH = 3  # of objects and collections in one another
_NAMES = 3  # of one stream
_EACH = ("stream", "each", "other_stream", "each_stream")
"""Names for the streams of a collection, one after the other: one that is not used yet."""

Codes = tuple[str, ...]
"""One piece of code in several words, the shortest first: a name may have no value, or stand for others elsewhere."""
Line = tuple[Codes, Spot]
"""Code to insert, and the place before which it goes."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Lines that order two accesses, by what waits; of each kind those that are nearest to the later access first.

    Attributes:
        streams: one stream waits for another one.
        host: the host waits for a stream.
        both: two streams wait for each other, so that memory which one of them gives back is not in use, either.
        device: the host waits for the whole device.
    """

    streams: tuple[Line, ...] = ()
    host: tuple[Line, ...] = ()
    both: tuple[Line, ...] = ()
    device: tuple[Line, ...] = ()

    def kinds(self) -> tuple[tuple[Line, ...], ...]:
        """All of them."""
        return self.streams, self.host, self.both, self.device


def edges(interpreter: Interpreter, state: State, earlier: Touch, later: Touch) -> Edges:
    """Lines that may order two accesses, in the words of the functions that lead to the later one. None is checked."""
    found = Edges()
    anchors = [later.statement]
    if state.blocks and later.stream == state.blocks[-1].stream:
        anchors.insert(0, state.blocks[-1].spot)
    for index in range(len(interpreter.frames) - 1, -1, -1):  # here, then where this was called, and so on
        frame = interpreter.frames[index]
        anchors[:0] = _loops(interpreter, index, earlier, later)
        codes = _codes(interpreter, state, (frame.number, *frame.closure, frame.module), earlier, later)
        more = (tuple((code, anchor) for code in kind for anchor in anchors) for kind in codes)
        found = Edges(*(old + new for old, new in zip(found.kinds(), more, strict=True)))
        # a function may not use the names of its module where it stands, so its own lines alone are not enough
        if frame.statement is None or max(map(len, found.kinds())) > _ENOUGH:
            break
        anchors = [interpreter.spot(frame.statement)]
    return found


def spelled(interpreter: Interpreter, state: State, streams: Sequence[Stream]) -> tuple[str, ...]:
    """How the innermost function that can name all of some streams spells them, all in one way; () where none can."""
    for frame in reversed(interpreter.frames):
        names = _names(interpreter, state, (frame.number, *frame.closure, frame.module))
        texts = tuple(next(iter(names_of(state, stream, "", names)[0]), "") for stream in streams)
        if all(texts) and len({text.startswith("self.") for text in texts}) == 1 and len(set(texts)) == len(texts):
            return texts
    return ()


def _loops(interpreter: Interpreter, index: int, earlier: Touch, later: Touch) -> list[Spot]:
    """The loops of a function that is entered, outermost first, that began after an access: one wait may do for all.

    What another thread does may not be issued yet when such a loop begins.
    """
    if earlier.host != later.host:
        return []
    loops = interpreter.loop_carried.begun_after(earlier.number, index + 1)
    return [interpreter.spot(loop.node) for loop in loops if loop.node is not None]


def candidates(found: Sequence[Edges]) -> tuple[Line, ...]:
    """Lines that order what was found at one access, best first: an event for each stream that is to be waited for."""
    if not found:
        return ()
    first = found[0]
    kinds = [(first.streams, [each.streams for each in found]), (first.host, [each.host for each in found])]
    lines: list[Line] = []
    for own, all_pairs in kinds:
        lines += [line for line in own if "\n" not in line[0][0]]
        lines += _together(own, all_pairs)
        lines += own
    return tuple(dict.fromkeys((*lines, *first.both, *first.device)))


def _together(places: tuple[Line, ...], every: Sequence[tuple[Line, ...]]) -> abc.Iterator[Line]:
    """Where there are lines for all pairs at one place, these together; before that, by a name for all that wait."""
    if len(every) == 1:
        return
    for anchor in dict.fromkeys(anchor for _, anchor in places):
        pairs = [next((codes for codes, place in lines if place is anchor), ()) for lines in every]
        if not all(pairs):
            continue
        waiters = [{_waiter(code) for code in codes} for codes in pairs]
        for waiter in sorted(set.intersection(*waiters), key=_by_length):
            same = [[code for code in codes if _waiter(code) == waiter] for codes in pairs]
            texts = {"\n".join(dict.fromkeys(chosen)) for chosen in product(*same)}
            yield tuple(sorted(texts, key=lambda text: (text.count("\n"), *_by_length(text)))), anchor
        yield ("\n".join(dict.fromkeys(codes[0] for codes in pairs)),), anchor


def _waiter(code: str) -> str:
    """What waits for an event, with what stands before; "" for the host."""
    return code.partition(".wait_event(")[0] if ".wait_event(" in code else ""


def _by_length(text: str) -> tuple[int, str]:
    return len(text), text


def _codes(
    interpreter: Interpreter, state: State, frames: tuple[int, ...], earlier: Touch, later: Touch
) -> tuple[list[Codes], ...]:
    """Lines that order the accesses, in the names of `frames`, by what waits; the smallest first."""
    if later.from_elsewhere:
        return [], [], [], []  # which devices to wait for is not known
    names = _names(interpreter, state, frames)
    if earlier.stream is not None and earlier.stream.kind is Kind.REQUEST:
        return [], _said(*_waits_for_request(state, earlier.stream, names)), [], []
    cupy = next((name for name, value in names if value == External("cupy")), "")
    first, every = names_of(state, earlier.stream, cupy, names)
    if earlier.caller and cupy:
        first, every = (_callers_stream(earlier, cupy, names),), ()
    each = next((name for name in _EACH if all(name != known for known, _ in names)), "")
    loops = [f"for {each} in {streams}:\n    " for streams in every if each]
    host = [f"{name}.synchronize()" for name in first], [f"{loop}{each}.synchronize()" for loop in loops]
    device = [f"{cupy}.cuda.Device().synchronize()"] if cupy else []
    if later.stream is None or later.stream.kind in (Kind.NULL, Kind.PER_THREAD):
        return [], _said(*host), [], _said(device)
    second, _ = names_of(state, later.stream, cupy, names)
    pairs = _nearest_first(product(second, first), _names(interpreter, state, frames[:1]))
    return *_by_events(pairs, second, loops, each, host), _said(device)


def _callers_stream(earlier: Touch, cupy: str, names: list[tuple[str, Value]]) -> str:
    """The stream that the caller of a function works on: that of the library whose array it hands over."""
    torch = next((name for name, value in names if value == External(earlier.library)), "")
    if earlier.library == "torch" and torch:
        return f"{cupy}.cuda.ExternalStream({torch}.cuda.current_stream().cuda_stream)"
    return f"{cupy}.cuda.get_current_stream()"


def _nearest_first(pairs: Iterable[tuple[str, str]], names: list[tuple[str, Value]]) -> list[tuple[str, str]]:
    """Names of both streams, those of the function itself before others."""
    own = {name for name, _ in names}
    return sorted(pairs, key=lambda pair: not own.issuperset(map(_root, pair)))


def _by_events(
    pairs: list[tuple[str, str]], second: Sequence[str], loops: list[str], each: str, host: tuple[list[str], list[str]]
) -> tuple[list[Codes], list[Codes], list[Codes]]:
    """Where the second stream can wait for an event of the first: that, the host's wait, and a wait of both."""
    waits = [_wait(waiter, other) for waiter, other in pairs]
    waits_for_each = [loop + _wait(waiter, each) for waiter in second for loop in loops]
    both = [f"{_wait(waiter, other)}\n{_wait(other, waiter)}" for waiter, other in pairs]
    return _said(waits, waits_for_each), _said(*host), _said(both)


def _waits_for_request(state: State, stream: Stream, names: list[tuple[str, Value]]) -> tuple[list[str], list[str]]:
    """Lines that wait for a request of MPI, and for all in the list that it is in; or for a future of KvikIO."""
    first, every = names_of(state, stream, "", names)
    if library_of(stream) == kvikio_library.LIBRARY:
        return [f"{name}.get()" for name in first], []
    static = next((name for name, value in names if value == External("mpi4py.MPI")), "")
    waits = [f"{name}.Wait()" for name in first]
    return waits, [f"{static}.Request.Waitall({requests})" for requests in every if static]


def _root(text: str) -> str:
    """The name that an expression begins with."""
    return text.partition(".")[0].partition("[")[0]


def _wait(waiter: str, other: str) -> str:
    """A stream waits for what another one had to do until then."""
    return f"{waiter}.wait_event({other}.record())"


def _said(*lines: list[str]) -> list[Codes]:
    """Those pieces of code that there are words for."""
    return [tuple(codes) for codes in lines if codes]


def _names(interpreter: Interpreter, state: State, frames: tuple[int, ...]) -> list[tuple[str, Value]]:
    """The names of `frames`, also those that they have of other files' names: ``streams.copy``."""
    found = [named for frame in dict.fromkeys(frames) for named in _named_in(state, frame)]
    for name, value in list(found):
        number = interpreter.modules.frames.get(value.path) if isinstance(value, ModuleValue) else None
        if number and number not in frames:
            found += [(f"{name}.{member}", held) for member, held in _named_in(state, number)]
    return [(name, _known(interpreter, state, value)) for name, value in found]


def _named_in(state: State, frame: int) -> abc.Iterator[tuple[str, Value]]:
    """The names of a frame, and what they stand for."""
    for name, value in state.memory.members(frame):
        if isinstance(name, str) and isinstance(value, Value):
            yield name, value


def _known(interpreter: Interpreter, state: State, value: Value) -> Value:
    """What an imported name stands for, if its file was followed."""
    followed = isinstance(value, Imported) and value.path in interpreter.modules.frames
    return look_up(interpreter, state, value) if followed and isinstance(value, Imported) else value


def names_of(state: State, stream: Stream | None, cupy: str, names: list[tuple[str, Value]]) -> tuple[Codes, Codes]:
    """The shortest expressions for `stream` in `names`, and those for all streams of a collection that it is in."""
    if stream is None:
        return (), ()
    if stream.kind is Kind.NULL:
        return (f"{cupy}.cuda.Stream.null",) if cupy and stream.device == state.device else (), ()
    found = [path for name, value in names for path in _paths(state, value, stream, name)]
    texts = sorted({text for text, _ in found}, key=_by_length)[:_NAMES]
    every = sorted({every for _, every in found if every}, key=_by_length)[:_NAMES]
    if not texts and stream.kind is Kind.PER_THREAD and cupy:
        return (f"{cupy}.cuda.get_current_stream()",), ()
    return tuple(texts), tuple(every)


def _paths(state: State, value: Value, stream: Stream, text: str, depth: int = _DEPTH) -> abc.Iterator[tuple[str, str]]:
    """Expressions for a stream by way of what `text` stands for, each with one for the collection around it, or ""."""
    if isinstance(value, (StreamValue, Request)):
        if value.stream == stream:
            yield text, ""
        return
    every, inner = _parts(state, value, text) if depth else ("", [])
    streams = all(isinstance(item, (StreamValue, Request)) for _, item in inner)
    for name, item in inner:
        for path, outer in _paths(state, item, stream, name, depth - 1):
            yield path, outer or (every if streams else "")


def _parts(state: State, value: Value, text: str) -> tuple[str, list[tuple[str, Value]]]:
    """An expression for all that is in the collection `text`, "" for none, and one for each part of a value."""
    if isinstance(value, Instance):
        members = state.memory.members(value.key)
        return "", [(f"{text}.{name}", member) for name, member in members if isinstance(member, Value)]
    if isinstance(value, DictValue):
        items = [(f"{text}[{key.value!r}]", item) for key, item in dict_items(state, value) if isinstance(key, Const)]
        return f"{text}.values()", items
    if isinstance(value, (ListValue, TupleValue)) and not isinstance(value, Iterator):
        return text, [(f"{text}[{index}]", item) for index, item in enumerate(items_of(state, value) or ())]
    return "", []
