"""What costs time and is not wrong: kernels built again and again, waits in loops, waits for nothing new."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cupylint.facts import HiddenWait, KernelBuiltAgain, RedundantWait, Step
from cupylint.flow.domain.values import ListValue, TupleValue, Value
from cupylint.order import Kind, Stream
from cupylint.program import ir

if TYPE_CHECKING:
    from collections.abc import Hashable

    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.loop_carried import Turn
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

KERNELS = frozenset(f"cupy.{name}" for name in ("RawKernel", "RawModule", "ElementwiseKernel", "ReductionKernel"))
_SOURCES = ("code", "name", "in_params", "out_params", "operation", "map_expr", "reduce_expr", "post_map_expr")
_TALKS = frozenset(
    """print open write writelines save savez savez_compressed savetxt imsave imwrite imread imshow show input sleep
    info debug warning log send recv put flush dump to_csv set_description set_postfix pause""".split()  # noqa: SIM905
)
"""What a loop does that takes so long that a wait more or less does not matter."""
_DEVICE = "device"
_DEFAULTS = (Kind.NULL, Kind.PER_THREAD)
ONE_PATH = ("settled", "on")
"""What memory holds of waits and records under ``(word, ...)``: worth nothing where paths differ in it."""


@dataclass(slots=True, eq=False)
class _Visit:
    """A wait written in the source: whether each time it waited for nothing new, and what had waited before.

    `current`: that depends on which device is the current one.
    """

    redundant: bool = True
    current: bool = False
    earlier: CSTNode | None = None
    event: str = ""
    stream: str = ""


@dataclass(slots=True, eq=False)
class Costs:
    """What was met so far. `active` only if a rule asks for it.

    Attributes:
        activity: grows with everything that a later wait could wait for.
        several: a device was waited for of which it is not known which one it is.
        asked: what comes is no wait: the program saw that something is done.
    """

    active: bool = False
    activity: int = 0
    several: bool = False
    asked: bool = False
    built: dict[tuple[int, CSTNode, Hashable], int] = field(default_factory=dict)
    waited: dict[tuple[int, CSTNode], int] = field(default_factory=dict)
    visits: dict[CSTNode, _Visit] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)  # kept, so that an id stays its own


# -- kernels ---------------------------------------------------------------------------------------


def built(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> None:
    """A kernel object is made."""
    turn = interpreter.loop_carried.innermost()
    if not interpreter.costs.active or turn is None or _is_chosen(interpreter, turn):
        return
    parts = [*arguments.values()[:4], *(value for name, value in arguments.keyword_values() if name in _SOURCES)]
    key = (id(turn), node, tuple(_plain(state, part) for part in parts))
    interpreter.costs.turns.append(turn)
    if interpreter.costs.built.setdefault(key, turn.round) != turn.round:
        kind = dotted.rpartition(".")[2]
        interpreter.emit(
            KernelBuiltAgain(interpreter.spot(node), interpreter.spot(_head(turn.statement)), kind), key=node
        )


def _plain(state: State, value: Value) -> Hashable:
    items = state.memory.get(value.key) if isinstance(value, ListValue) else None
    if isinstance(items, tuple):
        return tuple(_plain(state, item) for item in items)
    return tuple(_plain(state, item) for item in value.items) if isinstance(value, TupleValue) else value


# -- waits -----------------------------------------------------------------------------------------


def waited(interpreter: Interpreter, state: State, step: Step) -> None:
    """The host, or a stream, waits."""
    if not interpreter.costs.active or interpreter.costs.asked:
        return
    if step.kind == "sync":
        _in_loop(interpreter, step)
    _visit(interpreter, state, step)


def _in_loop(interpreter: Interpreter, step: Step) -> None:
    turn = interpreter.loop_carried.innermost()
    if turn is None or not step.learned or _is_chosen(interpreter, turn) or _talks(turn.statement.body):
        return
    interpreter.costs.turns.append(turn)
    if interpreter.costs.waited.setdefault((id(turn), step.spot.node), turn.round) != turn.round:
        interpreter.emit(
            HiddenWait(step.spot, interpreter.spot(_head(turn.statement)), step.implicit), key=step.spot.node
        )


def _visit(interpreter: Interpreter, state: State, step: Step) -> None:
    stream = step.stream if isinstance(step.stream, Stream) else None
    if step.kind == "wait":
        _visit_wait_of_stream(interpreter, state, step, stream)
    else:
        _visit_wait_of_host(interpreter, state, step, stream)


def _visit_wait_of_stream(interpreter: Interpreter, state: State, step: Step, stream: Stream | None) -> None:
    source = state.memory.get(("on", step.event))
    if not step.implicit:
        visit = interpreter.costs.visits.setdefault(step.spot.node, _Visit(stream=step.lane, event=step.event_name))
        visit.redundant = visit.redundant and not state.incomplete and source is not None and source == stream
        visit.current = visit.current or (stream is not None and stream.kind in _DEFAULTS)
    interpreter.costs.activity += 1


def _visit_wait_of_host(interpreter: Interpreter, state: State, step: Step, stream: Stream | None) -> None:
    now = interpreter.costs.activity
    keys: list[Hashable] = [_DEVICE, stream or step.event or _DEVICE]
    if stream is not None and stream.kind in (Kind.BLOCKING, Kind.PER_THREAD):
        keys.append(Stream("null", Kind.NULL, stream.device))
    if step.event is not None:
        keys.append(state.memory.get(("on", step.event)))
    if not step.implicit:
        known = [state.memory.get(("settled", key)) for key in keys]
        here = (now, interpreter.frame.number)  # another function's wait says nothing about the callers of this one
        found = next((held for held in known if isinstance(held, tuple) and held[:2] == here), None)
        visit = interpreter.costs.visits.setdefault(step.spot.node, _Visit())
        visit.redundant = visit.redundant and not state.incomplete and found is not None
        visit.current = visit.current or step.lane == _DEVICE or (stream is not None and stream.kind in _DEFAULTS)
        visit.earlier = found[2] if found is not None else visit.earlier
    if state.capture is None:
        state.memory[("settled", keys[1])] = (now, interpreter.frame.number, step.spot.node)


def recorded(interpreter: Interpreter, state: State, event: Hashable, stream: Stream) -> None:
    """An event is recorded."""
    if interpreter.costs.active:
        state.memory[("on", event)] = stream
        interpreter.costs.activity += 1


def facts(interpreter: Interpreter) -> Iterator[RedundantWait]:
    """Waits that found nothing new, on every path and in every round."""
    unclear = interpreter.streams.devices_vary or interpreter.costs.several
    for node, visit in interpreter.costs.visits.items():
        if visit.redundant and not (visit.current and unclear):
            earlier = None if visit.earlier is None or visit.earlier is node else interpreter.spot(visit.earlier)
            yield RedundantWait(interpreter.spot(node), earlier, visit.stream, visit.event)


# -- loops -----------------------------------------------------------------------------------------


def _head(statement: ir.For | ir.While) -> CSTNode:
    """What stands in the first line of a loop."""
    node = statement.node
    assert node is not None
    return getattr(node, "iter", None) or getattr(node, "test", None) or node


def _is_chosen(interpreter: Interpreter, turn: Turn) -> bool:
    """Whether a test inside the loop decides if this is done in a round at all."""
    places = [frame.statement for frame in interpreter.frames[turn.depth :]] + [interpreter.statement]
    blocks = [turn.statement.body] + [frame.function.body for frame in interpreter.frames[turn.depth :]]
    return any(place is not None and _below_test(block, place) for place, block in zip(places, blocks, strict=True))


def _below_test(block: ir.Block, place: CSTNode, chosen: bool = False) -> bool:
    for statement in block:
        if chosen and place in (statement.node, getattr(statement, "statement", None)):
            return True
        for name in ("before", "body", "final", "then", "orelse"):
            inner = getattr(statement, name, None)
            if isinstance(inner, list):
                tested = chosen or isinstance(statement, ir.If)
                if _below_test(inner, place, tested):
                    return True
        for handler in getattr(statement, "handlers", ()):
            if _below_test(handler.body, place, True):
                return True
    return False


def _talks(block: ir.Block) -> bool:
    """Whether a loop reads, writes or shows something in every round."""
    for statement in block:
        if isinstance(statement, ir.Call):
            called = statement.function
            if getattr(called, "name", None) in _TALKS:
                return True
        if isinstance(statement, (ir.With, ir.For, ir.Try)) and _talks(statement.body):
            return True
    return False
