"""Fewer states that stand for the same paths: nothing of a path is lost, only how it differs from others."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial, reduce
from itertools import combinations, repeat, takewhile
from operator import or_

from cupylint.flow.device import cuda, fft_plans, graph_capture
from cupylint.flow.device.mpi_requests import Request
from cupylint.flow.domain import parted, readings, truths
from cupylint.flow.domain.contents import LENGTH, UNEVEN, Unsure, unsure
from cupylint.flow.domain.detector import Note
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.memory import Memory
from cupylint.flow.domain.number_types import number_type
from cupylint.flow.domain.state import Current, State
from cupylint.flow.domain.values import (
    NONE,
    Array,
    BoundMethod,
    ClassValue,
    Const,
    DictValue,
    Either,
    EitherFunction,
    EventValue,
    External,
    FunctionValue,
    HostArray,
    HostView,
    Instance,
    ListValue,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.library import wall_clocks
from cupylint.flow.library.concurrent_tasks import Task
from cupylint.order import Kind, Stream

_TOGETHER = 32  # states that are compared with one another


def join(states: list[State], limit: int) -> list[State]:
    """Fewer states that stand for the same paths, at most `limit`.

    Paths that differ in nothing that matters become one. Over the limit, paths that differ only in the order of work
    are joined (exactly, by `Order.join`); after that the last ones become one that knows only what they have in common.
    Paths that stand in different blocks cannot, nor such as have different streams under one name: where such a one has
    to go, the others are `State.incomplete` from there on, and those stay that have the most streams.
    """
    if len(states) < 2:
        return states
    together = max(_TOGETHER, 4 * limit)
    while len(states) > together:  # each is compared with all others: not with hundreds
        states = join(states[:together], limit) + states[together:]
    groups = _put_together(states, partial(_merge, joins_order=False))
    if len(groups) <= limit:
        return groups
    joined = _put_together(groups, partial(_merge, joins_order=True))
    if len(joined) <= limit:
        return joined
    few = joined[: limit - 1] + _put_together(joined[limit - 1 :], _widened)
    if len(few) > limit:
        few = sorted(few, key=_streams_held, reverse=True)[:limit]
        for state in few:
            state.incomplete = True
    return few


def _streams_held(state: State) -> int:
    """How many streams besides the null stream names and attributes stand for on a path."""
    held = (value.stream for value in state.memory.own.values() if isinstance(value, StreamValue))
    return len({stream.key for stream in held if stream.kind is not Kind.NULL})


def _put_together(states: list[State], merge: Callable[[State, State], State | None]) -> list[State]:
    """Each state merged with the first before it that `merge` takes it together with."""
    groups: list[State] = []
    for state in states:
        for index, kept in enumerate(groups):
            if (both := merge(kept, state)) is not None:
                groups[index] = both
                break
        else:
            groups.append(state)
    return groups


def join_outcomes(outcomes: list[Outcome], limit: int, unknown: Callable[[], Value]) -> list[Outcome]:
    """Fewer ways out of a call, at most `limit`; those beyond it become one that returns something `unknown`."""
    if len(outcomes) < 2:
        return outcomes
    joined = [outcome for those in _alike(outcomes) for outcome in _joined(those, those[0][1], limit)]
    if len(joined) <= limit:
        return joined
    rest = joined[limit - 1 :]
    value = rest[0][1]
    for _, other in rest[1:]:
        value = value if value == other else either(value, other) or unknown()
    return [*joined[: limit - 1], *_joined(rest, value, 1)]


def _alike(outcomes: list[Outcome]) -> list[list[Outcome]]:
    """Ways out that return the same, or nothing that is known."""
    groups: dict[Value, list[Outcome]] = {}
    for outcome in outcomes:
        value = outcome[1]
        same = (known for known in groups if known == value or (_is_plain(known) and _is_plain(value)))
        groups.setdefault(next(same, value), []).append(outcome)
    return list(groups.values())


def _is_plain(value: Value) -> bool:
    """Whether a value is one that nothing is known of, and nothing hangs on which one it is."""
    return type(value) is Symbol and not fft_plans.is_plan(value)


def _joined(outcomes: list[Outcome], value: Value, limit: int) -> list[Outcome]:
    """The states joined, returning `value`, or what is as true as all that they returned: ``a and b``, say."""
    if len({each for _, each in outcomes}) > 1:
        known = {truths.truth_of(state, each) for state, each in outcomes}
        if len(known) == 1 and None not in known:
            value = Symbol(("not", Const(not known.pop())))
    return [(state, value) for state in join([state for state, _ in outcomes], limit)]


def _merge(left: State, right: State, joins_order: bool) -> State | None:
    if not _same_currents(left, right) or left.device != right.device or left.host != right.host:
        return None
    if not _same_blocks(left, right):
        return None
    same_order = left.order == right.order and (left.program_order is None) == (right.program_order is None)
    if not same_order and not joins_order:
        return None
    differing: list[Hashable] = []
    memory = _merge_memory(left.memory, right.memory, differing)
    if memory is None:
        return None
    merged = left.copy()
    merged.memory = memory
    _take_in(merged, right)
    parted.part(merged, left, right, differing)
    merged.maybe_waited |= _seen_apart(left, right)
    if not same_order:
        merged.order = left.order.join(right.order)
        if left.program_order is not None or right.program_order is not None:
            merged.program_order = (left.program_order or left.order).join(right.program_order or right.order)
    return merged


def _seen_apart(left: State, right: State) -> int:
    """What paths have seen to be over, if of two of them each has seen something that the other one has not.

    ``[job for job in jobs if job.event.done]`` is a list of jobs that are over on each path, and of other ones on each.
    """
    seen = cuda.observed(left) | cuda.observed(right)
    apart = any(one & ~other and other & ~one for one, other in combinations(seen, 2))
    return reduce(or_, seen) if apart else 0


def _widened(left: State, right: State) -> State | None:
    """One state for two paths: what differs is not known in it, and what one of them waits for may be waited for."""
    if left.device != right.device or left.host != right.host or not _same_blocks(left, right):
        return None
    memory = _widened_memory(left.memory, right.memory)
    if memory is None:
        return None
    wide = left.copy()
    wide.memory = memory
    wide.currents = {
        place: _widened_current(left.currents.get(place), right.currents.get(place))
        for place in left.currents.keys() | right.currents.keys()
    }
    _take_in(wide, right)
    wide.order = left.order.join(right.order)
    if left.program_order is not None or right.program_order is not None:
        wide.program_order = (left.program_order or left.order).join(right.program_order or right.order)
    wide.maybe_waited |= left.order.disagreement(right.order)
    return wide


def _widened_memory(mine: Memory, theirs: Memory) -> Memory | None:
    """What two memories have in common: of names and attributes, and item by item of lists and dicts.

    None where lists have different lengths, or where something else differs that the analysis keeps there for itself.
    """
    if mine.base is not theirs.base:
        mine, theirs = mine.flat(), theirs.flat()
    wide = mine.copy()
    for key in _differing(mine, theirs):
        first, second = mine.get(key), theirs.get(key)
        if first is second or first == second:
            continue
        value = _merge_values(key, first, second, mine, theirs)
        if value is None and type(key) is int:
            value = _widened_items(key, first, second)
        elif value is None and type(key) is tuple and len(key) == 2 and type(key[0]) is int:
            value = _widened_value(key, first, second)
        if value is None:
            return None
        wide[key] = value
    return wide


def _widened_items(key: Hashable, first: object, second: object) -> tuple[object, ...] | None:
    """What a list or dict holds on either of two paths, item by item."""
    if not (isinstance(first, tuple) and isinstance(second, tuple)) or len(first) != len(second):
        return None
    found: list[object] = []
    for number, (one, other) in enumerate(zip(first, second, strict=True)):
        if one == other:
            found.append(one)
        elif isinstance(one, tuple) and isinstance(other, tuple):  # of a dict
            inner = _widened_items((key, number), one, other)
            if inner is None:
                return None
            found.append(inner)
        elif isinstance(one, _PLAIN) and isinstance(other, _PLAIN):
            if (value := _widened_value((key, number), one, other)) is None:
                return None
            found.append(value)
        else:
            return None
    return tuple(found)


_PLAIN = (Array, Const, EventValue, StreamValue, Symbol)
"""Items of lists that are what the program put there: a queue's carry more."""


def _widened_value(key: Hashable, first: object, second: object) -> Value | None:
    if isinstance(first, StreamValue) and isinstance(second, StreamValue):
        return None
    if isinstance(first, Array) and isinstance(second, Array):
        return Array(first.buffers | second.buffers, guess=True)
    return either(first, second) or Symbol(("joined", key))


_OPTIONS = 4


def either(first: object, second: object) -> Either | EitherFunction | Instance | None:
    """One of a few functions, or of objects that can stand for each other, all of different classes; None for others.

    Of a timer, or a logger that tells times, only the class matters.
    """
    functions = (*_functions(first), *_functions(second))
    if _functions(first) and _functions(second):
        kept = tuple(dict.fromkeys(functions))
        return EitherFunction(kept) if len(kept) <= _OPTIONS else None
    options = tuple(dict.fromkeys((*_options(first), *_options(second))))
    if not (_options(first) and _options(second)) or not 1 < len(options) <= _OPTIONS:
        return None
    if all(option.cls == options[0].cls for option in options):
        return _of_one_class(options) if wall_clocks.knows_the_time(options[0].cls) else None
    differ = len({option.cls for option in options}) == len(options)
    return Either(options) if differ and _are_kin(options) else None


def _are_kin(options: tuple[Instance, ...]) -> bool:
    """Whether objects can stand for each other: their classes have a base in common, or methods that others call."""
    families = [frozenset(option.cls.family()) for option in options]
    named = [frozenset(name for name in option.cls.methods() if not name.startswith("_")) for option in options]
    return bool(frozenset.intersection(*families) or frozenset.intersection(*named))


def _of_one_class(options: tuple[Instance, ...]) -> Instance:
    """An object of the class of all `options`, of which nothing else is known; the same one each time."""
    number = 0
    for option in options:
        number = (number << 32) + abs(option.key)
    return Instance(-number, options[0].cls)


def _functions(value: object) -> tuple[Value, ...]:
    if isinstance(value, (BoundMethod, FunctionValue)):
        return (value,)
    return value.options if isinstance(value, EitherFunction) else ()


def _options(value: object) -> tuple[Instance, ...]:
    if isinstance(value, Instance):
        return (value,)
    options = value.options if isinstance(value, Either) else ()
    return tuple(option for option in options if isinstance(option, Instance))


def _widened_current(first: Current | None, second: Current | None) -> Current:
    """The stream in effect on either of two paths."""
    if first is not None and second is not None and _are_alike(first, second):
        return first
    known = first or second
    assert known is not None
    stream = Stream(("joined", known.stream.key), Kind.UNKNOWN, known.stream.device)
    return Current(stream, known.stack, None, None, None)


def _same_currents(left: State, right: State) -> bool:
    """Whether the same streams are in effect on two paths."""
    return left.currents == right.currents or (
        left.currents.keys() == right.currents.keys()
        and all(_are_alike(current, right.currents[place]) for place, current in left.currents.items())
    )


def _are_alike(first: Current, second: Current) -> bool:
    """Whether one stream is in effect, wherever its ``use()`` stands."""
    return first == second or (
        first.used is not None and second.used is not None and first == second._replace(used=first.used)
    )


def _same_blocks(left: State, right: State) -> bool:
    """Whether two paths stand in the same blocks, and leave the same ones."""
    if left.leaving != right.leaving or left.capture != right.capture:
        return False
    return [block.number for block in left.blocks] == [block.number for block in right.blocks]


def _take_in(merged: State, right: State) -> None:
    """What may hold on either path holds on the merged one."""
    merged.maybe_waited, merged.before_opaque_call = (
        merged.maybe_waited | right.maybe_waited,
        merged.before_opaque_call | right.before_opaque_call,
    )
    merged.unseen_work = max(merged.unseen_work, right.unseen_work)
    merged.unseen_callers = max(merged.unseen_callers, right.unseen_callers)
    merged.graphs = graph_capture.joined(merged.graphs, right.graphs)
    merged.pool = merged.pool.join(right.pool)
    merged.tentative, merged.stream_uncertain = (
        max(merged.tentative, right.tentative),
        max(merged.stream_uncertain, right.stream_uncertain),
    )
    merged.incomplete = merged.incomplete or right.incomplete
    merged.path_condition = truths.common(merged, right)
    for mine, theirs in ((merged.readers, right.readers), (merged.writers, right.writers)):
        for buffer, numbers in theirs.items():
            mine[buffer] = mine.get(buffer, 0) | numbers


def _differing(left: Memory, right: Memory) -> list[Hashable]:
    """The keys of two memories with one base under which they do not have the same object.

    Two paths share most of their values: what is the same object is found without looking into it.
    """
    others = map(right.own.get, left.own, repeat(left))
    differing = [key for (key, value), other in zip(left.own.items(), others, strict=False) if other is not value]
    if not right.own.keys() <= left.own.keys():
        differing += [key for key in right.own if key not in left.own]
    return differing


def _merge_memory(left: Memory, right: Memory, joined_at: list[Hashable]) -> Memory | None:
    """One memory for two that differ in plain values only, else None; `joined_at` gets the keys of those values."""
    if left.base is not right.base:
        left, right = left.flat(), right.flat()
    if left.own == right.own:
        return left
    merged = left.copy()
    lengths: list[Hashable] = []
    for key in _differing(left, right):
        mine, theirs = left.get(key), right.get(key)
        if mine is theirs or mine == theirs:
            continue
        joined = _merge_values(key, mine, theirs, left, right)
        if joined is None:
            return None
        merged[key] = joined
        if isinstance(joined, (Symbol, Either, EitherFunction)):
            joined_at.append(key)
        elif type(key) is int and isinstance(mine, tuple) and isinstance(theirs, tuple) and len(mine) != len(theirs):
            lengths.append(key)
    for key in lengths:
        _note_lengths(key, merged, left, right)
    return merged


def _note_lengths(key: Hashable, merged: Memory, left: Memory, right: Memory) -> None:
    """One list or dict stands for two, of which one holds more."""
    held = left.sequence(key), right.sequence(key)
    if any(isinstance(item, (Instance, Either)) for items in held for item in items):
        merged[(UNEVEN, key)] = True
        return
    known = unsure(left, key), unsure(right, key)
    least = min(len(items) - each.missing for items, each in zip(held, known, strict=True))
    missing = len(merged.sequence(key)) - least
    merged[(LENGTH, key)] = Unsure(missing, known[0].more or known[1].more)


def _merge_values(key: Hashable, mine: object, theirs: object, left: Memory, right: Memory) -> object | None:
    if (note := _note_of(key)) is not None:
        return note.join(mine, theirs)
    if mine is None or theirs is None:
        return _known_once(key, mine if theirs is None else theirs, left, right)
    if isinstance(key, tuple) and key[0] in _OF_THREADS:
        return _OF_THREADS[key[0]](key, mine, theirs)
    if (alike := _of_one_kind(key, mine, theirs, left, right)) is not None:
        return alike
    if _matters(mine, left) or _matters(theirs, right):
        return None
    if _is_chosen(mine, theirs, left) or _is_chosen(theirs, mine, right):
        return None
    if isinstance(mine, TupleValue) and isinstance(theirs, TupleValue) and len(mine.items) == len(theirs.items):
        return _merge_parts(key, mine, theirs, left, right)
    return _one_container(mine, theirs, left, right) or _merge_plain(key, mine, theirs)


def _common_head(key: Hashable, mine: object, theirs: object) -> tuple[object, ...]:
    """What two queues begin with. Of what comes then nothing is known: with an item goes what others know of it."""
    pairs = zip(mine, theirs, strict=False) if isinstance(mine, tuple) and isinstance(theirs, tuple) else ()
    return tuple(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _of_one_kind(key: Hashable, mine: object, theirs: object, left: Memory, right: Memory) -> Value | None:
    """One view of memory, one array of the same region, one name of a library, or one time of an event."""
    if isinstance(mine, External) and isinstance(theirs, External) and _is_one_name(mine.dotted, theirs.dotted):
        return mine
    if isinstance(mine, HostView) and isinstance(theirs, HostView):
        joined = _merge_values(key, mine.array, theirs.array, left, right)
        return HostView(joined) if isinstance(joined, Array) else HostArray()
    if isinstance(mine, Array) and isinstance(theirs, Array) and mine.region == theirs.region:
        return _merge_arrays(mine, theirs)
    return readings.join(mine, theirs)


def _is_one_name(dotted: str, other: str) -> bool:
    """Whether two names are one that a library has moved: ``try: from cuda.core import Stream``."""
    names, others = dotted.split("."), other.split(".")
    return names[0] == others[0] and names[-1] == others[-1]


def _one_container(mine: object, theirs: object, left: Memory, right: Memory) -> object | None:
    """That of two lists or dicts with arrays of the host which tells more."""
    if not isinstance(mine, (ListValue, DictValue)) or not isinstance(theirs, type(mine)):
        return None
    held, other = left.get(mine.key), right.get(theirs.key)
    if not _hold_alike(held, other):
        return None
    return mine if _hold_alike(held, held, of_the_host=True) else theirs


def _merge_parts(key: Hashable, mine: TupleValue, theirs: TupleValue, left: Memory, right: Memory) -> TupleValue | None:
    """One tuple for two, part by part."""
    parts: list[Value] = []
    for number, (one, other) in enumerate(zip(mine.items, theirs.items, strict=True)):
        joined = one if one == other else _merge_values((key, number), one, other, left, right)
        if not isinstance(joined, Value):
            return None
        parts.append(joined)
    return TupleValue(tuple(parts))


def _hold_alike(mine: object, theirs: object, of_the_host: bool = False) -> bool:
    """Whether two lists or dicts hold arrays of the host under the same keys, or what is not known.

    Then the one with the arrays is as good as the other. `of_the_host`: arrays alone.
    """
    kinds = _OF_THE_HOST if of_the_host else (*_OF_THE_HOST, Symbol)
    if not (isinstance(mine, tuple) and isinstance(theirs, tuple) and mine and len(mine) == len(theirs)):
        return False
    for one, other in zip(mine, theirs, strict=True):
        pair = isinstance(one, tuple) and isinstance(other, tuple)
        if pair and one[0] != other[0]:
            return False
        first, second = (one[-1], other[-1]) if pair else (one, other)
        if not isinstance(first, kinds) or not isinstance(second, kinds) or type(first) is type(second) is Symbol:
            return False
    return True


_OF_THE_HOST = (HostArray, HostView)


def _is_chosen(mine: object, theirs: object, memory: Memory) -> bool:
    """Whether one path has a function, or memory, where the other one has none: ``f = work if on_device else None``."""
    if theirs != NONE:
        return False
    if isinstance(mine, Instance):
        return any(isinstance(held, (Array, HostView)) for _, held in memory.members(mine.key))
    return isinstance(mine, (FunctionValue, BoundMethod, HostView))


def _known_once(key: Hashable, value: object, left: Memory, right: Memory) -> object | None:
    """The value of what is known on one path only."""
    if type(key) is int:  # a list that only one path has made: what holds it there decides
        return value
    return None if _matters(value, left) or _matters(value, right) else value


def _note_of(key: Hashable) -> Note | None:
    """What says how something is joined that a detector keeps."""
    return key[0] if type(key) is tuple and key and type(key[0]) is Note else None


def _merge_plain(key: Hashable, mine: object, theirs: object) -> object | None:
    """One value that stands for either of two that have nothing to do with the device."""
    if isinstance(mine, tuple) and isinstance(theirs, tuple):  # contents of lists that hold plain values
        return mine if len(mine) >= len(theirs) else theirs
    if isinstance(mine, tuple) or isinstance(theirs, tuple):
        return None
    return either(mine, theirs) or Symbol(("joined", key, _common_type(mine, theirs)))


def _one_status(key: Hashable, mine: object, theirs: object) -> object | None:
    """How far a thread has come; None where it waits on one path alone for what may never come on the other one."""
    waits = [isinstance(each, Const) and each.value == "stuck" for each in (mine, theirs)]
    return None if any(waits) else _merge_plain(key, mine, theirs)


_OF_THREADS: dict[Hashable, Callable[[Hashable, object, object], object | None]] = {
    "queue": _common_head,
    "job": _one_status,
}


def _common_type(mine: object, theirs: object) -> str:
    """The type of both if they are numbers whose type the code tells, "" otherwise."""
    if not (isinstance(mine, (Const, Symbol)) and isinstance(theirs, (Const, Symbol))):
        return ""
    found = number_type(mine, {})
    return found if found and found == number_type(theirs, {}) else ""


def _merge_arrays(mine: Array, theirs: Array) -> Array | None:
    """One array that may be either of two with the same part; None where libraries see them differently."""
    if getattr(mine, "library", "") != getattr(theirs, "library", ""):
        return None
    boolean, guess = mine.boolean and theirs.boolean, mine.guess or theirs.guess
    copied_on = mine.copied_on if mine.copied_on == theirs.copied_on else None
    return replace(mine, buffers=mine.buffers | theirs.buffers, boolean=boolean, guess=guess, copied_on=copied_on)


_IDLE = frozenset((Symbol, Const, External, HostArray, FunctionValue, ClassValue, type(None)))
"""Kinds of values, most of all, that have nothing to do with streams."""


def _matters(value: object, memory: Memory, depth: int = 3) -> bool:
    """Whether paths on which a name has different such values must be kept apart."""
    if type(value) is Symbol:
        return fft_plans.is_plan(value)
    if type(value) in _IDLE:
        return False
    if isinstance(value, (StreamValue, EventValue, Array, Task, Request)):
        return True
    if depth and isinstance(value, (ListValue, DictValue)):
        return _matters(memory.get(value.key), memory, depth - 1)
    if isinstance(value, (Instance, Either)):
        return any("Stream" in option.cls.idents or "Event" in option.cls.idents for option in _options(value))
    if depth and isinstance(value, (TupleValue, tuple)):
        items = value.items if isinstance(value, TupleValue) else value
        return any(_matters(each, memory, depth - 1) for each in items if each.__class__ not in _NEVER_MATTER)
    return False


_NEVER_MATTER = frozenset((Const, str, int, bool, type(None)))
"""What lists hold by the hundred, where a look at the class is enough."""
