"""What a program holds of a device's memory: the form of each array, and whether all that is alive together fits.

Each path keeps a list of its larger allocations. Whether they are still alive is looked up only where their sum
is more than the device has; so this costs little as long as all fits. All sizes are lower bounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.detectors import limits
from cupylint.flow.detectors.growth import Growth
from cupylint.flow.detectors.peak_memory_facts import Excess, Found, Noted, is_elementwise
from cupylint.flow.domain.reachability import Part, surviving_blocks
from cupylint.flow.domain.values import Array, External, Value, is_whole
from cupylint.program import ir
from cupylint.records import dataclass
from cupylint.sizes.forms import UNIT, Form, Made

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.detectors.limits import Setting
    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.operations import Operation, Values
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_USED = ("memory in use",)
"""Where a path remembers its allocations: the sum of their bytes, then the allocations."""
_NOTHING = (0,)
_SPENT = ("memory in use", "spent")
"""Whether a path may have blocks that are free and were never counted."""
_OF_POOLS = frozenset(("free_all_blocks", "used_bytes", "total_bytes", "free_bytes", "n_free_blocks", "set_limit"))
_SMALL = 1 << 20  # bytes: smaller allocations are not counted
_PEAKS = 16  # moments that need equally much, of which is kept what is alive
_OVER = -1  # the sum once a finding was made: the program ends there
_COPES = frozenset(("MemoryError", "OutOfMemoryError", "memGetInfo", "mem_info"))
"""Names in files that may get by with less: they catch the exception, or ask how much memory there is."""
_CAUGHT_BY = frozenset(("MemoryError", "OutOfMemoryError", "Exception", "BaseException"))


@dataclass(frozen=True, slots=True, eq=False)
class _Demand:
    """An allocation that is made.

    Attributes:
        size: its bytes; `work`: those that are needed meanwhile beside it.
        values: what the call was given.
        elementwise: the call could write into one of these.
    """

    buffer: int
    size: int
    work: int
    values: Values
    node: CSTNode
    elementwise: bool


class PeakMemory(Found):
    """What one file allocates, and whether all that is alive together fits."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._timeline = interpreter.options.timeline
        self._copes = bool(interpreter.entries.idents & _COPES)
        self._peaks: dict[bool, list[Noted]] = {}  # of those that do not fit and of those that do
        self._loops: list[Growth] = []  # ``for`` loops around what is followed, innermost last

    def entry_begins(self, state: State) -> None:
        """What was in use before is not known."""
        state.memory[_USED] = _NOTHING

    def array_made(self, state: State, operation: Operation, buffer: int) -> None:
        """Does the array fit?"""
        made, node = operation.made, operation.node
        if made is None:
            state.memory[_SPENT] = True
            return
        self._allocated(state, buffer, made, operation.values, node, elementwise=is_elementwise(operation.name))
        self._broadcast(operation, made, buffer)

    def _used(self, state: State) -> tuple[int, ...]:
        """What a path remembers of its allocations."""
        found = state.memory.get(_USED, _NOTHING)
        assert isinstance(found, tuple)
        return found

    def item_stored(
        self, state: State, base: Value, key: Value, value: Value, node: CSTNode | None, place: CSTNode | None
    ) -> None:
        """``os.environ[name] = value``, before anything may have been allocated."""
        if isinstance(base, External) and base.dotted == "os.environ" and not self._begun(state):
            limits.set_variable(state, key, value, node)

    def _begun(self, state: State) -> bool:
        """Whether anything may have been allocated before."""
        return bool(self._blocks) or bool(state.memory.get(_SPENT))

    def unknown_method(self, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode) -> None:
        """A method of a pool, by its name."""
        if name == "free_all_blocks" and "pinned" not in getattr(receiver, "label", ""):
            self._freed(state, node)
        elif name == "set_limit":
            limits.set_limit(state, receiver, arguments, node)

    # -- allocations -----------------------------------------------------------------------------

    def view_copied(self, state: State, operation: Operation) -> None:
        """There is a copy, of which is only known that it is there now."""
        made = operation.made
        if made is not None and made.allocated.least >= _SMALL:
            self._rough.add(operation.node)
            self._worked(state, Made((), made.allocated), operation.values, operation.node)

    def worked_in_place(self, state: State, operation: Operation) -> None:
        """It may need memory meanwhile."""
        self._worked(state, operation.made, operation.values, operation.node)

    def _worked(self, state: State, made: Made | None, values: Values, node: CSTNode) -> None:
        """A call has no new array as its result, but needs memory meanwhile."""
        state.memory[_SPENT] = True
        if made is None or made.work.least < _SMALL:
            return
        buffer = self.interpreter.fresh()
        self.interpreter.allocations.devices[buffer] = state.device
        before = self._used(state)
        workspace = Made((Form((made.work,), "uint8"),))
        self.interpreter.forms.add(buffer, workspace, node)
        self._allocated(state, buffer, workspace, values, node)
        if self._used(state)[0] != _OVER:
            state.memory[_USED] = before

    def _allocated(
        self, state: State, buffer: int, made: Made, values: Values, node: CSTNode, *, elementwise: bool = False
    ) -> None:
        size, work = sum(self._blocks[buffer].sizes), made.work.least
        if made.more:
            self._rough.add(node)
        if work >= _SMALL or UNIT < size < _SMALL or not all(form.known for form in made.forms):
            state.memory[_SPENT] = True
        demand = _Demand(buffer, size, work, values, node, elementwise)
        used = self._used(state)
        if self._timeline:
            self._note(state, demand)
            return
        if used[0] == _OVER or size + work < _SMALL:
            return
        total = used[0] + size
        if total + work > self.room(state, self.interpreter.allocations.devices.get(buffer, state.device))[0]:
            total = self._check(state, demand)
        if total == _OVER:
            state.memory[_USED] = (_OVER,)
        elif size >= _SMALL:
            state.memory[_USED] = (total, *self._used(state)[1:], buffer)

    def _held_now(self, state: State, demand: _Demand) -> tuple[list[int], dict[int, set[Part]]]:
        """The path's allocations that are alive, and those on the device of a new one with the parts referred to."""
        interpreter, buffers = self.interpreter, self._used(state)[1:]
        hand = (*demand.values, *interpreter.lifetimes.hand)
        found = surviving_blocks(interpreter, state, buffers, demand.node, hand)
        home = interpreter.allocations.devices.get(demand.buffer, state.device)
        left = [buffer for buffer in buffers if buffer in found]
        return left, {
            buffer: found[buffer] for buffer in left if interpreter.allocations.devices.get(buffer, home) == home
        }

    def _note(self, state: State, demand: _Demand) -> None:
        """Remember what is alive at an allocation."""
        left, held = self._held_now(state, demand)
        node, work = demand.node, demand.work
        alive = demand.size + sum(self._blocks[old].alive(parts) for old, parts in held.items())
        known = self._moments.get(node)
        if known is None or alive + work > known.alive + known.work:
            room, own = self.room(state, self.interpreter.allocations.devices.get(demand.buffer, state.device))
            noted = self._moments[node] = Noted(demand.buffer, work, alive, None, room, own)
            self._keep(noted, held)
        state.memory[_USED] = (0, *left, demand.buffer)

    def _keep(self, noted: Noted, held: dict[int, set[Part]]) -> None:
        """Remember what is alive at a moment if it may be that of the peak; all of them together take too much."""
        total = noted.alive + noted.work
        peaks = self._peaks.setdefault(total > noted.room, [])
        if peaks and peaks[0].alive + peaks[0].work < total:
            for lower in peaks:
                lower.held = None
            peaks.clear()
        if not peaks or (peaks[0].alive + peaks[0].work == total and len(peaks) < _PEAKS):
            noted.held = {**held, noted.buffer: {None}}
            peaks.append(noted)

    def _check(self, state: State, demand: _Demand) -> int:
        """Look up what is alive on the device of a new allocation. The bytes, or `_OVER` if they are too many."""
        if self.interpreter.lifetimes.budget <= 0:
            return 0
        left, held = self._held_now(state, demand)
        alive = {buffer: self._blocks[buffer].alive(parts) for buffer, parts in held.items()}
        total = sum(alive.values())
        state.memory[_SPENT] = True
        state.memory[_USED] = (total, *left)
        room, setting = self.room(state, self.interpreter.allocations.devices.get(demand.buffer, state.device))
        if total + demand.size + demand.work <= room:
            return total + demand.size
        if demand.node not in self._met:
            self._met[demand.node] = self._excess(state, demand, alive, room, setting)
        return _OVER

    def _excess(
        self, state: State, demand: _Demand, alive: dict[int, int], room: int, setting: Setting | None
    ) -> Excess:
        """An allocation that does not fit beside these bytes."""
        interpreter, node = self.interpreter, demand.node
        arrays = [value for value in demand.values if isinstance(value, Array)]
        read = {buffer for array in arrays for buffer in array.buffers}
        whole = {min(array.buffers) for array in arrays if is_whole(array)}
        alike = sum(self._blocks[buffer].node is node for buffer in alive)
        return Excess(
            spot=interpreter.spot(node),
            held=[*((old, count, old in read) for old, count in alive.items()), (demand.buffer, demand.size, False)],
            work=demand.work,
            room=room,
            setting=setting,
            rounds=alike + 1 if alike > 1 and interpreter.loop_carried.innermost() is not None else 0,
            certain=self._certain(),
            spare=frozenset(whole if demand.elementwise else ()),
            names=self._deletable(state),
        )

    def _certain(self) -> bool:
        """Whether nothing on the way catches the exception."""
        return not self._copes and not any(
            _catches(handler.kind) and not (handler.body and isinstance(handler.body[-1], ir.Raise))
            for statement, _ in self.interpreter.trying
            for handler in statement.handlers
        )

    def _freed(self, state: State, node: CSTNode) -> None:
        """``free_all_blocks()``: does it give anything back?"""
        interpreter, used = self.interpreter, self._used(state)
        found = surviving_blocks(interpreter, state, used[1:], node) if interpreter.lifetimes.budget > 0 else None
        certain = interpreter.frames[0].function.name == "<module>" and used[0] != _OVER and not self._timeline
        kept = None if found is None else [buffer for buffer in used[1:] if buffer in found]
        if not certain or not kept or len(kept) < len(used) - 1 or state.memory.get(_SPENT):
            self._frees[node] = None
        elif self._frees.setdefault(node, []) is not None:
            names = self._deletable(state)
            self._frees[node] = [(buffer, sum(self._blocks[buffer].sizes), names.get(buffer, "")) for buffer in kept]
        if kept is not None and used[0] != _OVER:
            state.memory[_USED] = (sum(sum(self._blocks[buffer].sizes) for buffer in kept), *kept)
            state.memory[_SPENT] = False

    def opaque_call(self, state: State, name: str, node: CSTNode) -> None:
        """Code that is not seen may have made and dropped arrays."""
        if name.rpartition(".")[2] not in _OF_POOLS:
            state.memory[_SPENT] = True

    # -- loops -----------------------------------------------------------------------------------

    def for_begins(self, state: State) -> None:
        """A loop begins in a state."""
        self._loops.append(Growth(self.interpreter, self._used(state)))

    def round_begins(self) -> None:
        """The next round of the loop that began last."""
        self._loops[-1].begins.append(self.interpreter.fresh())

    def for_ends(self, states: list[State], statement: ir.For, iterable: Value, complete: bool) -> None:
        """What would the rounds that were not followed keep?"""
        loop = self._loops.pop()
        rounds = 0 if complete else loop.rounds(statement, iterable)
        if rounds:
            self._repeated(states, loop, rounds, statement.node)

    def _repeated(self, states: list[State], loop: Growth, rounds: int, place: CSTNode | None) -> None:
        before, begins = loop.used, loop.begins
        for state in states:
            used = self._used(state)
            if used[0] == _OVER or before[0] == _OVER:
                continue
            if before[0] + (used[0] - before[0]) * rounds // len(begins) > self.room(state, state.device)[0]:
                self._grown(state, loop, rounds, place)

    def _grown(self, state: State, loop: Growth, rounds: int, place: CSTNode | None) -> None:
        """Report the largest array of which each round keeps one, if all of them are too many."""
        interpreter, buffers, before = self.interpreter, self._used(state)[1:], frozenset(loop.used[1:])
        found = surviving_blocks(interpreter, state, buffers, place) if interpreter.lifetimes.budget > 0 else None
        if found is None:
            return
        alive = {buffer: self._blocks[buffer].alive(parts) for buffer, parts in found.items()}
        new = {buffer: alive[buffer] for buffer in buffers if buffer in alive and buffer not in before}
        kept = self._kept(new, loop)
        if not kept:
            return
        older = [buffer for buffer in buffers if buffer in alive and buffer in before]
        total = sum(alive[buffer] for buffer in older) + rounds * sum(alive[group[0]] for group in kept)
        node = self._blocks[kept[-1][0]].node
        room, setting = self.room(state, state.device)
        if total <= room or node in self._met:
            return
        held = [(buffer, alive[buffer], False) for buffer in older]
        held += [(group[0], alive[group[0]] * rounds, False) for group in kept]
        self._met[node] = Excess(interpreter.spot(node), held, 0, room, setting, rounds, self._certain())
        state.memory[_USED] = (_OVER,)

    def _kept(self, alive: dict[int, int], loop: Growth) -> list[list[int]]:
        """Of allocations with their bytes, those of which each round keeps one of a size; the largest come last."""
        made: dict[CSTNode, list[int]] = {}
        for buffer in alive:
            made.setdefault(self._blocks[buffer].node, []).append(buffer)
        groups = [group for group in made.values() if loop.one_of_each(group)]
        kept = [group for group in groups if len({alive[buffer] for buffer in group}) == 1]
        return sorted(kept, key=lambda group: alive[group[0]])

    def _broadcast(self, operation: Operation, made: Made, buffer: int) -> None:
        """Tell `BlowUps` what was computed, unless a loop goes through its operands part by part."""
        operands = []
        looping = self.interpreter.loop_carried.innermost() is not None
        for value in operation.values:
            if isinstance(value, Array):
                if looping and _is_part(value):
                    return
                form = self.interpreter.forms.form(value)
                if form is None:
                    return
                operands.append((next(iter(value.buffers)) if is_whole(value) else None, form))
        self._blow_ups.computed(operation.name, buffer, made, operands, operation.node)
        if operands and operands[0][0] is not None:
            self._blow_ups.reduced(operation.name, operands[0][0], made, operation.node)


def _catches(kind: ir.Expr | None) -> bool:
    """Whether ``except kind`` catches a lack of memory."""
    if isinstance(kind, ir.Build):
        return any(_catches(item) for item in kind.items)
    name = kind.name if isinstance(kind, (ir.Load, ir.Attr)) else ""
    return kind is None or name in _CAUGHT_BY


def _is_part(array: Array) -> bool:
    """Whether an array is cut out of another one."""
    axes = [axis for key in array.region for axis in key if axis is not None]
    return any(axis[0] == "i" or (axis[0] == "s" and axis[1:3] != (None, None)) for axis in axes)


DETECTOR = PeakMemory
