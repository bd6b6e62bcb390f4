"""Work on a device: who touches which memory on which stream, and what nothing orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from cupylint.facts import Access, HandOff, Race, Spot, Step
from cupylint.findings import Premise
from cupylint.flow.device import callers, cuda, graph_capture
from cupylint.flow.device.escapes import is_kept_private
from cupylint.flow.device.handed_streams import differs_from
from cupylint.flow.device.host_accesses import agent_name, apart, assume_waited, host_may_claim, shared_memory
from cupylint.flow.device.interop_arrays import between, is_of_caller, is_of_caller_alone, ours
from cupylint.flow.domain.cuda_calls import contact
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.elements import may_be_one
from cupylint.flow.domain.regions import overlap
from cupylint.flow.domain.request_keys import library_of
from cupylint.flow.domain.state import State, StreamBlock, Touch
from cupylint.flow.domain.values import NONE, Const
from cupylint.order import Kind, Stream, bits

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.values import Value
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir


def perform(
    interpreter: Interpreter,
    state: State,
    node: CSTNode,
    stream: Stream | None,
    uses: Iterable[Effect],
    *,
    call: str = "",
    explicit: bool = False,
) -> None:
    """Issue work to `stream` (None: the host does it itself) and report what it races with."""
    if stream is not None:
        contact(interpreter, state, node, call)
    if state.capture is not None and graph_capture.works(interpreter, state, stream, uses := list(uses), node, call):
        return
    spot = interpreter.spot(node)
    step = Step("access", spot, stream, interpreter.names.stream(stream))
    state.add(step)
    work = _Work(stream, step, call, explicit)
    touches, numbers = _made(interpreter, state, uses, work)
    before, raw = _issue(state, stream, numbers)
    interpreter.announce.issued(state, node, stream, [use for use, _ in touches], raw, call)
    for use, made in touches:
        earlier = _conflicts(interpreter, state, use, made, before)
        if earlier:
            _report(interpreter, state, use, made, earlier)
            before |= callers.covered(interpreter, earlier)
        elif raw is not before and (again := _conflicts(interpreter, state, use, made, raw)):
            interpreter.announce.raced_again(made[0], again)
    if state.pool.reused:
        interpreter.announce.reused_block_used(state, touches, before)
    for use, made in touches:
        _remember(state, use, made)


def _made(
    interpreter: Interpreter, state: State, uses: Iterable[Effect], work: _Work
) -> tuple[list[tuple[Effect, list[Touch]]], int]:
    """The accesses of each use, and all of them as a bit set."""
    touches: list[tuple[Effect, list[Touch]]] = []
    numbers = 0
    for use in uses:
        made = [_touch(interpreter, state, use, buffer, work) for buffer in sorted(use.array.buffers)]
        touches.append((use, made))
        for touch in made:
            numbers |= 1 << touch.number
    return touches, numbers


def _remember(state: State, use: Effect, made: list[Touch]) -> None:
    """Later work is compared with these accesses."""
    for touch in made:
        bit = 1 << touch.number
        if "w" in use.mode:
            state.writers[touch.buffer] = state.writers.get(touch.buffer, 0) | bit
        if "r" in use.mode:
            state.readers[touch.buffer] = state.readers.get(touch.buffer, 0) | bit


def keep_using(
    interpreter: Interpreter, state: State, node: CSTNode, stream: Stream, uses: Iterable[Effect], *, call: str
) -> None:
    """What the host has begun goes on by itself on `stream`: only later work is compared with it."""
    step = Step("access", interpreter.spot(node), stream, interpreter.names.stream(stream))
    state.add(step)
    work = _Work(stream, step, call, explicit=True)
    touches, numbers = _made(interpreter, state, uses, work)
    for use, made in touches:
        _remember(state, use, made)
    _issue(state, stream, numbers)


def peek(
    interpreter: Interpreter,
    state: State,
    node: CSTNode,
    stream: Stream | None,
    uses: Iterable[Effect],
    *,
    call: str = "",
    caller: str = "",
) -> None:
    """Report what work on `stream` would race with, without issuing it: it is not known whether there is any.

    `caller` is what the array is called if the work is that of the caller of the function.
    """
    step = Step("access", interpreter.spot(node), stream, interpreter.names.stream(stream))
    uses = list(uses)
    if caller or any(use.waits_early for use in uses):
        state.add(step)  # there is some
    work = _Work(stream, step, call, caller=caller)
    known = state.order.hosts.get(state.host, 0) if stream is None else state.order.known(stream, state.host)
    for use in uses:
        made = [_touch(interpreter, state, use, buffer, work) for buffer in sorted(use.array.buffers)]
        if earlier := _conflicts(interpreter, state, use, made, known):
            if use.premise is not None:
                state.add(step)
            _report(interpreter, state, use, made, earlier)


def returned(interpreter: Interpreter, state: State, value: Value, statement: ir.Return) -> None:
    """A function returns `value`: the caller uses it on its own stream."""
    null = cuda.null_of(state.device)
    known = state.order.known(null, state.host)
    for stream, ordered in state.order.streams.items():
        known |= ordered if stream.kind is Kind.UNKNOWN else 0  # the caller's: it asked for that one, or gave it
    array = callers.unfinished_result(interpreter, state, value, known)
    if array is not None and statement.node is not None:
        peek(interpreter, state, statement.node, null, [Effect(array, "r", statement.node)], caller="the result")


def _issue(state: State, stream: Stream | None, numbers: int) -> tuple[int, int]:
    orders = state.orders
    known = [
        order.host_access(numbers, state.host) if stream is None else order.issue(stream, numbers, state.host)
        for order in orders
    ]
    return known[0], known[-1]


class _Work(NamedTuple):
    """One piece of work, see `perform` and `peek`."""

    stream: Stream | None
    step: Step
    call: str
    explicit: bool = False
    caller: str = ""


def _touch(interpreter: Interpreter, state: State, use: Effect, buffer: int, work: _Work) -> Touch:
    touch = Touch(
        number=len(interpreter.touches),
        spot=interpreter.spot(use.node),
        mode="write" if "w" in use.mode else "read",
        stream=work.stream,
        buffer=buffer,
        region=use.array.region,
        blocks=state.blocks,
        frame=interpreter.frame.number,
        host=state.host,
        certain=use.certain
        and _is_made_anyway(use, work.stream)
        and (use.waits_early or not (state.tentative if work.explicit else state.unclear)),
        statement=interpreter.spot(interpreter.statement),
        step=work.step,
        call=work.call,
        explicit=work.explicit,
        called=interpreter.called(),
        hand_off=getattr(use.array, "hand_off", None),
        library=getattr(use.array, "library", ""),
        caller=work.caller,
        premise=use.premise,
        inside=(interpreter.frame.function.name, interpreter.frames[1].number if len(interpreter.frames) > 1 else 0),
        tentative=state.unclear,
        waits_early=use.waits_early,
        offsets=use.offsets,
        kernel=use.kernel,
        atomic=use.atomic,
        from_elsewhere=use.from_elsewhere,
        taken=tuple(state.path_condition.items()) if "MPI" in interpreter.entries.idents else (),
    )
    interpreter.touches.append(touch)
    interpreter.lifetimes.note(touch, use)
    return touch


def _is_made_anyway(use: Effect, stream: Stream | None) -> bool:
    """Whether an access is to the array itself: what may be a copy is read on the stream that would have made it."""
    return not use.array.guess or (use.mode == "r" and stream is not None and use.array.copied_on == stream)


def _conflicts(interpreter: Interpreter, state: State, use: Effect, made: list[Touch], known: int) -> list[Touch]:
    """Earlier accesses that conflict with a use and are not ordered before it, oldest first."""
    found = []
    for touch in made:
        others = state.writers.get(touch.buffer, 0)
        if "w" in use.mode:
            others |= state.readers.get(touch.buffer, 0)
        for number in bits(others & ~known):
            other = interpreter.touches[number]
            if (
                not (use.atomic and other.atomic == use.atomic)
                and apart(other, touch)
                and overlap(other.region, touch.region) is not False
                and ours(other, touch)
                and callers.concerns(other, touch)
            ):
                found.append(other)
    return sorted(found, key=lambda other: other.number)


def _report(interpreter: Interpreter, state: State, use: Effect, made: list[Touch], found: list[Touch]) -> None:
    proven = [
        earlier
        for earlier in found
        if is_certain(interpreter, state, earlier, later := _of_the_same(made, earlier))
        and (not earlier.caller or callers.certain(interpreter, state, earlier, later, use.mode))
    ]
    if not proven and any(overlap(earlier.region, later.region) is None for earlier in found):
        interpreter.entries.guesses.add(interpreter.entries.current)
    earlier = _worst(proven or found)
    later = _of_the_same(made, earlier)
    reads_result = earlier.mode == "write" and "r" in use.mode
    race = _race(interpreter, state, earlier, later, "read" if reads_result else "write", certain=bool(proven))
    if race.certain and not interpreter.modules.importing:
        interpreter.raced.add(later.spot.node)
    interpreter.announce.raced(race, state, earlier, later, [touch for touch in proven if touch is not earlier])
    if proven and not interpreter.options.every_access and not later.waits_early:
        _assume_waited(interpreter, state, proven, later)


def _of_the_same(made: list[Touch], earlier: Touch) -> Touch:
    """Of the accesses of one use, to each of the arrays that it may be, the one to the array of an earlier access."""
    return next((touch for touch in made if touch.buffer == earlier.buffer), made[0])


def _worst(found: list[Touch]) -> Touch:
    """The access that is told: the newest write, if there is one; the caller's only where there is no other."""
    own = [touch for touch in found if not touch.caller] or found
    writes = [touch for touch in own if touch.mode == "write"]
    return (writes or own)[-1]


def _assume_waited(interpreter: Interpreter, state: State, proven: list[Touch], later: Touch) -> None:
    """Go on as if the missing wait were there: one finding stands for all that it leaves unordered."""
    if state.program_order is None:
        state.program_order = state.order.copy()
    for other in proven:
        if other.caller:
            callers.waited(interpreter, state, later.stream)
        else:
            assume_waited(state, other, later)


def _race(
    interpreter: Interpreter, state: State, earlier: Touch, later: Touch, mode: Literal["read", "write"], certain: bool
) -> Race:
    handed = between(earlier, later)
    together = handed is not None and earlier.buffer == later.buffer
    memory = "device" if together else shared_memory(earlier, later)
    return Race(
        earlier=access_of(interpreter, earlier, earlier.mode),
        later=replace(access_of(interpreter, later, mode), way=_way(interpreter) if earlier.caller else ()),
        array=interpreter.names.array(later.buffer),
        left=_left_block(state, earlier, later) if memory == "device" else None,
        steps=(),
        premises=_premises(interpreter, earlier, later) + (() if certain else (premise_of(state, earlier, later),)),
        hand_off=handed,
        again=is_again(earlier, later),
        kind=_kind(interpreter, earlier, later, handed),
        memory=memory,
        before=interpreter.names.array(earlier.buffer),
    )


def _way(interpreter: Interpreter) -> tuple[Spot, ...]:
    """The calls in the checked file that lead from the function that is followed on its own to what is done now."""
    pairs = zip(interpreter.frames[1:], interpreter.frames[2:], strict=False)
    calls = (above.caller for below, above in pairs if below.module == 0)
    return tuple(interpreter.spot(call) for call in calls if call is not None)


def is_again(earlier: Touch, later: Touch) -> bool:
    """Whether, of two accesses in the wrong order of rows, the later one is of another round or call.

    A function stands above the top level that calls it, and above what that has done before.
    """
    if earlier.inside[0] == later.inside[0]:
        return True
    calls = (earlier.inside[1], later.inside[1])
    return 0 not in calls and calls[0] != calls[1]


def _kind(
    interpreter: Interpreter, earlier: Touch, later: Touch, handed: HandOff | None
) -> Literal["array", "argument", "plan", "hand-off", "early"]:
    if later.waits_early:
        return "early"
    if handed is not None:
        return "hand-off"
    if later.buffer in interpreter.fft_plans.buffers:
        return "plan"
    made_here = (
        interpreter.allocations.creators.get(later.buffer) == earlier.number and earlier.statement is later.statement
    )
    return "argument" if made_here and later.explicit and later.call == "kernel" else "array"


def access_of(interpreter: Interpreter, touch: Touch, mode: str) -> Access:
    return Access(
        spot=touch.spot,
        mode="read" if mode == "read" else "write",
        stream=agent_name(interpreter, touch),
        step=touch.step,
        kind="host" if touch.stream is None else touch.stream.kind.value,
        called=None if touch.called is None else interpreter.spot(touch.called),
        by_caller=bool(touch.caller),
        library=library_of(touch.stream),
        after_wait=bool(interpreter.allocations.going_on >> touch.number & 1),
    )


def is_certain(interpreter: Interpreter, state: State, earlier: Touch, later: Touch) -> bool:
    """Whether the pair is a claim that can be proven, not a guess about code that is not seen.

    An access that rests on a premise makes one only with another that does, or where it is about an argument.
    """
    likely = _is_likely(earlier, bool(later.premise))
    if not (likely and _is_likely(later, bool(earlier.premise))) or state.maybe_waited >> earlier.number & 1:
        return False
    if not overlap(earlier.region, later.region) or _contradicts(state, earlier):
        return False
    if later.stream is None:
        return host_may_claim(state, earlier, later)
    if may_be_one(state, earlier, later) or _may_be_apart(earlier, later):
        return False
    return are_two(interpreter, state, earlier.stream, later.stream)


def _contradicts(state: State, earlier: Touch) -> bool:
    """Whether a path takes something to be otherwise than where an access was made: one process has one rank."""
    now = state.path_condition
    return any(
        isinstance(value, Const) and isinstance(held := now.get(key), Const) and held != value
        for key, value in earlier.taken
    )


def _is_likely(touch: Touch, beside_another: bool = False) -> bool:
    """Whether an access is made for certain, or where what a function is given is as its premise says.

    Args:
        beside_another: whether the access that it meets rests on a premise, too.
    """
    return touch.certain or bool(touch.premise and (beside_another or touch.premise.kind == "argument"))


def are_two(interpreter: Interpreter, state: State, first: Stream | None, second: Stream | None) -> bool:
    """Whether it is known of two streams (None: the host) that they are not one."""
    if first is not None and second is not None and _is_null_of_handed(interpreter, first, second):
        return False
    if first is None or second is None or Kind.UNKNOWN not in (first.kind, second.kind):
        return all(stream is None or stream.kind is not Kind.UNKNOWN for stream in (first, second))
    current, other = (first, second) if first.kind is Kind.UNKNOWN else (second, first)
    if differs_from(interpreter, current, other):
        return True
    if not is_of_caller(current, other):
        return False
    is_private = is_of_caller_alone(current, other) or is_kept_private(interpreter, state, other, NONE)
    return is_private or _handed_with(interpreter, other) is not None


def _is_null_of_handed(interpreter: Interpreter, first: Stream, second: Stream) -> bool:
    """Whether one is a null stream, and the other one handed over by a caller, perhaps of that device."""
    handed = not interpreter.streams.handed.isdisjoint((first.key, second.key))
    return handed and Kind.NULL in (first.kind, second.kind)


def _handed_with(interpreter: Interpreter, stream: Stream) -> str | None:
    """The parameter for the object whose constructor made a stream; None for other streams."""
    return next((name for numbers, name in interpreter.parameters.handed if stream.key in numbers), None)


def _may_be_apart(earlier: Touch, later: Touch) -> bool:
    """Whether two launches may write different parts of an array: as one place tells them to, or as two kernels do."""
    if earlier.spot.node is later.spot.node:
        return earlier.offsets != later.offsets
    one, other = earlier.kernel, later.kernel
    return one is not None and other is not None and one[0] != other[0] and not (one[1] and other[1])


def _premises(interpreter: Interpreter, earlier: Touch, later: Touch) -> tuple[Premise, ...]:
    return (
        *callers.premises(earlier, later),
        *own_premises(interpreter, earlier, later),
        *_not_current(interpreter, earlier.stream, later.stream),
    )


def _not_current(interpreter: Interpreter, first: Stream | None, second: Stream | None) -> Iterator[Premise]:
    """What has to hold where one stream is that of an object that the caller gives, the other one is current there."""
    for current, other in ((first, second), (second, first)):
        if current is None or other is None:
            continue
        if differs_from(interpreter, current, other):
            mine, others = interpreter.names.stream(current), interpreter.names.stream(other)
            yield Premise("argument", f"`{mine}` is another stream than `{others}`, and not the null stream")
            return
        if not is_of_caller(current, other):
            continue
        if name := _handed_with(interpreter, other):
            library = current.key[0]  # type: ignore[index]
            yield Premise("argument", f"{library}'s current stream is none of `{name}` when the function is called")


def own_premises(interpreter: Interpreter, *touches: Touch) -> tuple[Premise, ...]:
    """What accesses rest on by themselves, and by the objects whose streams and memory they use."""
    used = {touch.buffer for touch in touches} | {touch.stream.key for touch in touches if touch.stream is not None}
    own = [touch.premise for touch in touches if touch.premise is not None]
    named = interpreter.parameters.named
    return tuple(dict.fromkeys([*own, *(premise for made, premise in named if any(each in made for each in used))]))


def premise_of(state: State, earlier: Touch, later: Touch) -> Premise:
    """What would have to hold for an uncertain pair to be a race."""
    kinds = [Kind.NULL if touch.stream is None else touch.stream.kind for touch in (earlier, later)]
    if Kind.UNKNOWN in kinds:
        return Premise("foreign-stream", "the stream that comes from elsewhere is another one, and not ordered with it")
    if may_be_one(state, earlier, later):
        return Premise("foreign-stream", "the two are different streams of those that are kept together")
    if overlap(earlier.region, later.region) is None or _may_be_apart(earlier, later):
        return Premise("overlap", "the two parts of the array overlap")
    if state.maybe_waited >> earlier.number & 1:
        return Premise("opaque-call", "no code that is not seen here waits in between")
    return Premise("device-array", "both accesses are work on a device array, on these streams")


def _left_block(state: State, earlier: Touch, later: Touch) -> Spot | None:
    """The ``with`` of the earlier access, if the later one stands after it where people believe it waited."""
    if not earlier.blocks or later.explicit or earlier.explicit or earlier.host != later.host:
        return None
    block: StreamBlock = earlier.blocks[-1]
    if block.stream != earlier.stream or any(open_.number == block.number for open_ in state.blocks):
        return None
    if later.stream is None:
        return block.spot
    outside = [outer.number for outer in earlier.blocks[:-1]]
    if later.stream == block.outer and [open_.number for open_ in state.blocks] == outside:
        return block.spot
    return None
