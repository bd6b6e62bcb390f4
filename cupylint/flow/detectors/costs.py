"""What costs time and is not wrong: kernels built again and again, waits in loops, waits for nothing new."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from cupylint.facts import HiddenWait, KernelBuiltAgain, RedundantWait, Step
from cupylint.flow.device.cuda_api import KERNEL_MAKERS
from cupylint.flow.domain.detector import Detector, Note
from cupylint.flow.domain.values import ListValue, TupleValue, Value
from cupylint.order import Kind, Stream
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.effects import Effect
    from cupylint.flow.domain.loop_carried import Turn
    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import EventValue
    from cupylint.flow.interp.interpreter import Interpreter

_SOURCES = ("code", "name", "in_params", "out_params", "operation", "map_expr", "reduce_expr", "post_map_expr")
_TALKS = frozenset(
    """print open write writelines save savez savez_compressed savetxt imsave imwrite imread imshow show input sleep
    info debug warning log send recv put flush dump to_csv set_description set_postfix pause""".split()  # noqa: SIM905
)
"""What a loop does that takes so long that a wait more or less does not matter."""
_DEVICE = "device"
_DEFAULTS = (Kind.NULL, Kind.PER_THREAD)
_SETTLED, _ON = Note(lambda mine, theirs: ()), Note(lambda mine, theirs: ())
"""What memory holds of waits and of records: worth nothing where paths differ in it."""


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


class Costs(Detector):
    """Kernels that are built again, and waits for nothing new. Those of loops are emitted on the way."""

    OPTION: ClassVar[str] = "all_functions"

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._activity = 0  # grows with everything that a later wait could wait for
        self._built: dict[tuple[int, CSTNode, Hashable], int] = {}
        self._waited: dict[tuple[int, CSTNode], int] = {}
        self._visits: dict[CSTNode, _Visit] = {}
        self._turns: list[Turn] = []  # kept, so that an id stays its own

    def issued(
        self, state: State, node: CSTNode, stream: Stream | None, uses: Sequence[Effect], before: int, call: str
    ) -> None:
        """There is something to wait for."""
        self._activity += 1

    def opaque_call(self, state: State, name: str, node: CSTNode) -> None:
        """There may be something to wait for."""
        self._activity += 1

    # -- kernels ---------------------------------------------------------------------------------

    def kernel_made(self, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> None:
        """Is the same kernel made in another round of a loop?"""
        interpreter = self.interpreter
        turn = interpreter.loop_carried.innermost()
        if dotted not in KERNEL_MAKERS or turn is None or _is_chosen(interpreter, turn):
            return
        parts = [*arguments.values()[:4], *(value for name, value in arguments.keyword_values() if name in _SOURCES)]
        key = (id(turn), node, tuple(_plain(state, part) for part in parts))
        self._turns.append(turn)
        if self._built.setdefault(key, turn.round) != turn.round:
            loop, kind = interpreter.spot(_head(turn.statement)), dotted.rpartition(".")[2]
            interpreter.emit(KernelBuiltAgain(interpreter.spot(node), loop, kind), key=node)

    # -- waits -----------------------------------------------------------------------------------

    def waited(self, state: State, step: Step) -> None:
        """Is it waited in each round of a loop, or for nothing new?"""
        if step.asked:
            return
        if step.kind == "sync":
            self._in_loop(step)
        stream = step.stream if isinstance(step.stream, Stream) else None
        if step.kind == "wait":
            self._visit_wait_of_stream(state, step, stream)
        else:
            self._visit_wait_of_host(state, step, stream)

    def _in_loop(self, step: Step) -> None:
        interpreter = self.interpreter
        turn = interpreter.loop_carried.innermost()
        if turn is None or not step.learned or _is_chosen(interpreter, turn) or _talks(turn.statement.body):
            return
        self._turns.append(turn)
        if self._waited.setdefault((id(turn), step.spot.node), turn.round) != turn.round:
            loop = interpreter.spot(_head(turn.statement))
            interpreter.emit(HiddenWait(step.spot, loop, step.implicit), key=step.spot.node)

    def _visit_wait_of_stream(self, state: State, step: Step, stream: Stream | None) -> None:
        source = state.memory.get((_ON, step.event))
        if not step.implicit:
            visit = self._visits.setdefault(step.spot.node, _Visit(stream=step.lane, event=step.event_name))
            visit.redundant = visit.redundant and not state.incomplete and source is not None and source == stream
            visit.current = visit.current or (stream is not None and stream.kind in _DEFAULTS)
        self._activity += 1

    def _visit_wait_of_host(self, state: State, step: Step, stream: Stream | None) -> None:
        now, frame = self._activity, self.interpreter.frame.number
        keys: list[Hashable] = [_DEVICE, stream or step.event or _DEVICE]
        if stream is not None and stream.kind in (Kind.BLOCKING, Kind.PER_THREAD):
            keys.append(Stream("null", Kind.NULL, stream.device))
        if step.event is not None:
            keys.append(state.memory.get((_ON, step.event)))
        if not step.implicit:
            known = [state.memory.get((_SETTLED, key)) for key in keys]
            here = (now, frame)  # another function's wait says nothing about the callers of this one
            found = next((held for held in known if isinstance(held, tuple) and held[:2] == here), None)
            visit = self._visits.setdefault(step.spot.node, _Visit())
            visit.redundant = visit.redundant and not state.incomplete and found is not None
            visit.current = visit.current or step.lane == _DEVICE or (stream is not None and stream.kind in _DEFAULTS)
            visit.earlier = found[2] if found is not None else visit.earlier
        if state.capture is None:
            state.memory[(_SETTLED, keys[1])] = (now, frame, step.spot.node)

    def recorded(self, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
        """A wait for the event may wait for something new."""
        if state.capture is not None and state.capture.covers(stream):
            return
        state.memory[(_ON, event.key)] = stream
        self._activity += 1

    def facts(self, ends: list[State]) -> Iterator[RedundantWait]:
        """Waits that found nothing new, on every path and in every round."""
        streams = self.interpreter.streams
        unclear = streams.devices_vary or streams.devices_waited_for_vary
        for node, visit in self._visits.items():
            if visit.redundant and not (visit.current and unclear):
                earlier = visit.earlier if visit.earlier is not node else None
                first = None if earlier is None else self.interpreter.spot(earlier)
                yield RedundantWait(self.interpreter.spot(node), first, visit.stream, visit.event)


def _plain(state: State, value: Value) -> Hashable:
    items = state.memory.get(value.key) if isinstance(value, ListValue) else None
    if isinstance(items, tuple):
        return tuple(_plain(state, item) for item in items)
    return tuple(_plain(state, item) for item in value.items) if isinstance(value, TupleValue) else value


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


DETECTOR = Costs
