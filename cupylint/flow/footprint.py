"""What a program holds of a device's memory: the form of each array, and whether all that is alive together fits.

Each path keeps a list of its larger allocations. Whether they are still alive is looked up only where their sum
is more than the device has; so this costs little as long as all fits. All sizes are lower bounds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.flow.doubles import Operation, is_default
from cupylint.flow.footprint_facts import Block, Excess, Found, Noted, is_elementwise, is_whole
from cupylint.flow.growth import Growth
from cupylint.flow.plain_values import FormOf, operand, plain
from cupylint.flow.reachability import Part, survivors
from cupylint.flow.values import Array, HostArray, Value
from cupylint.program import ir
from cupylint.sizes.evaluate import evaluate
from cupylint.sizes.forms import UNIT, Form, Made, rounded
from cupylint.sizes.numeric import OPERATORS
from cupylint.sizes.ufunc_types import LOOPS

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine
    from cupylint.flow.regions import Region
    from cupylint.flow.state import State

USED = ("footprint",)
"""Where a path remembers its allocations: the sum of their bytes, then the allocations."""
NOTHING_USED = (0,)
_SPENT = ("footprint", "spent")
"""Whether a path may have blocks that are free and were never counted."""
_OF_POOLS = frozenset(("free_all_blocks", "used_bytes", "total_bytes", "free_bytes", "n_free_blocks", "set_limit"))
_SMALL = 1 << 20  # bytes: smaller allocations are not counted
_PEAKS = 16  # moments that need equally much, of which is kept what is alive
_OVER = -1  # the sum once a finding was made: the program ends there
_IN_PLACE = frozenset(("cupy.ndarray.sort", "cupy.random.shuffle", "[]="))
"""What gives no array back, but needs memory."""
_COPES = frozenset(("MemoryError", "OutOfMemoryError", "memGetInfo", "mem_info"))
"""Names in files that may get by with less: they catch the exception, or ask how much memory there is."""
_CAUGHT_BY = frozenset(("MemoryError", "OutOfMemoryError", "Exception", "BaseException"))
_OTHER_MEMORY = frozenset(
    ("malloc_managed", "ManagedMemory", "malloc_system", "set_allocator", "rmm", "use_multi_gpus", "set_cufft_gpus")
)
"""Names of files whose allocations may be larger than the device, not CuPy's, or spread over several devices."""


class Footprint(Found):
    """Forms of arrays and allocations of one file."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self.off = False  # the file has memory of other kinds
        self._views: dict[tuple[frozenset[int], Region], Form | None] = {}
        self._timeline = machine.options.timeline
        self._peaks: dict[bool, list[Noted]] = {}  # of those that do not fit and of those that do

    def begin(self, idents: frozenset[str]) -> None:
        """What the names in a file tell."""
        self.off = bool(idents & _OTHER_MEMORY)
        self.copes = bool(idents & _COPES)

    # -- forms -----------------------------------------------------------------------------------

    def form(self, array: Array) -> Form | None:
        """Shape and dtype of an array or view, None if nothing is known of them."""
        if (array.buffers, array.region) in self._views:
            return self._views[(array.buffers, array.region)]
        if array.region:
            return None
        forms = {
            block.forms[0] if block is not None and len(block.forms) == 1 and not block.many else None
            for block in (self._blocks.get(buffer) for buffer in array.buffers)
        }
        return forms.pop() if len(forms) == 1 else None

    def called(
        self,
        state: State | None,
        name: str,
        values: tuple[Value, ...],
        keywords: tuple[tuple[str, Value], ...],
        result: Value,
        node: CSTNode | None,
    ) -> None:
        """Something was called by its canonical name (`sizes.evaluate`): remember the form of its result."""
        if self.off or self._machine.importing:
            return
        if not isinstance(result, Array):
            if name in _IN_PLACE and state is not None and node is not None:
                self._worked(state, self.evaluated(state, name, values, keywords), values, node)
            return
        made = self.evaluated(state, name, values, keywords)
        whole = len(result.buffers) == 1 and not result.region
        if whole and (buffer := next(iter(result.buffers))) not in self._blocks and _is_new(result, values, keywords):
            if made is None and self._timeline and node is not None:
                made = Made((Form(None, None),))
            if made is None and state is not None:
                state.memory[_SPENT] = True
            if made is not None and state is not None and node is not None:
                self._allocated(state, buffer, made, values, node, elementwise=is_elementwise(name))
                self._broadcast(name, buffer, made, values, node)
                if self.savings is not None:
                    self.savings.called(state, Operation(name, values, keywords, made, node), buffer)
        elif not any(result == value for value in values):
            form = made.forms[0] if made is not None and len(made.forms) == 1 and not made.many else None
            place = (result.buffers, result.region)
            self._views[place] = form if self._views.get(place, form) == form else None
            if made is not None and not made.view and state is not None and node is not None:
                self._copied(state, made, values, node)

    def on_host(
        self,
        state: State,
        name: str,
        values: tuple[Value, ...],
        keywords: tuple[tuple[str, Value], ...],
        result: Value,
    ) -> Value:
        """The result of a function of NumPy, with its form if that is known."""
        if not isinstance(result, HostArray) or result.form is not None:
            return result
        made = self.evaluated(state, "cupy" + name[len("numpy") :], values, keywords)
        if made is None or len(made.forms) != 1 or made.many:
            return result
        if name.startswith("numpy.random.") and made.forms[0].shape == ():
            return result  # a number of Python
        return replace(result, form=replace(made.forms[0], host=True))

    def evaluated(
        self,
        state: State | None,
        name: str,
        values: tuple[Value, ...],
        keywords: tuple[tuple[str, Value], ...],
        form_of: FormOf | None = None,
    ) -> Made | None:
        """What a call makes, with the forms of arrays that `form_of` knows."""
        if name == "[]" and (part := self._element(values)) is not None:
            return part
        if state is None:
            (array,) = values
            form = self.form(array) if isinstance(array, Array) else None
            return None if form is None else evaluate(name, (form,))
        positional, named = self._plain(state, name, values, keywords, form_of or self.form)
        return None if "**" in named else evaluate(name, positional, named, self._machine.options.cupy_version)

    def by_default(
        self, state: State, name: str, values: tuple[Value, ...], keywords: tuple[tuple[str, Value], ...]
    ) -> bool:
        """Whether nobody chose the dtype of what a call makes."""
        positional, named = self._plain(state, name, values, keywords, self.form)
        return "**" not in named and is_default(name, positional, named)

    def _plain(
        self,
        state: State,
        name: str,
        values: tuple[Value, ...],
        keywords: tuple[tuple[str, Value], ...],
        form_of: FormOf,
    ) -> tuple[list[object], dict[str, object]]:
        """Arguments as `cupylint.sizes` wants them."""
        positional = [plain(state, value, form_of) for value in values]
        if name in LOOPS or name in OPERATORS or name == "cupy.where":
            version = self._machine.options.cupy_version
            positional = [operand(value, found, version) for value, found in zip(values, positional, strict=True)]
        return positional, {key: plain(state, value, form_of) for key, value in keywords if key != "stream"}

    def _element(self, values: tuple[Value, ...]) -> Made | None:
        """An element of a tuple of arrays that one call made."""
        array, key = values
        if not isinstance(array, Array) or array.region or len(array.buffers) != 1:
            return None
        block = self._blocks.get(next(iter(array.buffers)))
        index = getattr(key, "value", None)
        if block is None or not block.many or not isinstance(index, int):
            return None
        inside = -len(block.forms) <= index < len(block.forms)
        return Made((block.forms[index],), view=True) if inside else None

    def used(self, state: State) -> tuple[int, ...]:
        """What a path remembers of its allocations."""
        found = state.memory.get(USED, NOTHING_USED)
        assert isinstance(found, tuple)
        return found

    def begun(self, state: State) -> bool:
        """Whether anything may have been allocated before."""
        return bool(self._blocks) or bool(state.memory.get(_SPENT))

    # -- allocations -----------------------------------------------------------------------------

    def _copied(self, state: State, made: Made, values: tuple[Value, ...], node: CSTNode) -> None:
        """What is taken for a view of an array is a copy, of which is only known that it is there now."""
        if made.allocated.least >= _SMALL:
            self._rough.add(node)
            self._worked(state, Made((), made.allocated), values, node)

    def _worked(self, state: State, made: Made | None, values: tuple[Value, ...], node: CSTNode) -> None:
        """A call has no new array as its result, but needs memory meanwhile."""
        state.memory[_SPENT] = True
        if made is None or made.work.least < _SMALL:
            return
        buffer = self._machine.fresh()
        self._machine.homes[buffer] = state.device
        before = self.used(state)
        workspace = Made((Form((made.work,), "uint8"),))
        self._allocated(state, buffer, workspace, values, node)
        if self.used(state)[0] != _OVER:
            state.memory[USED] = before

    def _allocated(
        self,
        state: State,
        buffer: int,
        made: Made,
        values: tuple[Value, ...],
        node: CSTNode,
        *,
        elementwise: bool = False,
    ) -> None:
        sizes = tuple(0 if made.view else rounded(form.nbytes).least for form in made.forms)
        self._blocks[buffer] = Block(made.forms, sizes, node, made.many, self._function())
        size, work = sum(sizes), made.work.least
        if made.more:
            self._rough.add(node)
        if work >= _SMALL or UNIT < size < _SMALL or not all(form.known for form in made.forms):
            state.memory[_SPENT] = True
        used = self.used(state)
        if self._timeline:
            self._note(state, buffer, size, work, values, node)
            return
        if used[0] == _OVER or size + work < _SMALL:
            return
        total = used[0] + size
        if total + work > self.room(state, self._machine.homes.get(buffer, state.device))[0]:
            total = self._check(state, used[1:], buffer, size, work, values, node, elementwise)
        if total == _OVER:
            state.memory[USED] = (_OVER,)
        elif size >= _SMALL:
            state.memory[USED] = (total, *self.used(state)[1:], buffer)

    def _note(self, state: State, buffer: int, size: int, work: int, values: tuple[Value, ...], node: CSTNode) -> None:
        """Remember what is alive at an allocation."""
        machine = self._machine
        buffers = self.used(state)[1:]
        found = survivors(machine, state, buffers, node, (*values, *machine.lifetimes.hand))
        home = machine.homes.get(buffer, state.device)
        held = {old: found[old] for old in buffers if old in found and machine.homes.get(old, home) == home}
        alive = size + sum(self._blocks[old].alive(parts) for old, parts in held.items())
        known = self._moments.get(node)
        if known is None or alive + work > known.alive + known.work:
            room, own = self.room(state, home)
            noted = self._moments[node] = Noted(buffer, work, alive, None, room, own)
            self._keep(noted, held)
        state.memory[USED] = (0, *(old for old in buffers if old in found), buffer)

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

    def _check(
        self,
        state: State,
        buffers: tuple[int, ...],
        new: int,
        size: int,
        work: int,
        values: tuple[Value, ...],
        node: CSTNode,
        elementwise: bool,
    ) -> int:
        """Look up what is alive on the device of `new`. The bytes alive, or `_OVER` if they are too many."""
        machine = self._machine
        if machine.lifetimes.budget <= 0:
            return 0
        found = survivors(machine, state, buffers, node, (*values, *machine.lifetimes.hand))
        home = machine.homes.get(new, state.device)
        alive = {
            buffer: self._blocks[buffer].alive(found[buffer])
            for buffer in buffers
            if buffer in found and machine.homes.get(buffer, home) == home
        }
        total = sum(alive.values()) + size
        state.memory[_SPENT] = True
        state.memory[USED] = (total - size, *(buffer for buffer in buffers if buffer in found))
        room, setting = self.room(state, home)
        if total + work <= room:
            return total
        if node not in self._met:
            read = {buffer for value in values if isinstance(value, Array) for buffer in value.buffers}
            whole = {min(value.buffers) for value in values if isinstance(value, Array) and is_whole(value)}
            held = [(buffer, count, buffer in read) for buffer, count in alive.items()]
            alike = sum(self._blocks[buffer].node is node for buffer in alive)
            rounds = alike + 1 if alike > 1 and machine.turns.innermost() is not None else 0
            self._met[node] = Excess(
                spot=machine.spot(node),
                held=[*held, (new, size, False)],
                work=work,
                room=room,
                setting=setting,
                rounds=rounds,
                certain=self._certain(),
                spare=frozenset(whole if elementwise else ()),
                names=self._deletable(state),
            )
        return _OVER

    def _certain(self) -> bool:
        """Whether nothing on the way catches the exception."""
        return not self.copes and not any(
            _catches(handler.kind) and not (handler.body and isinstance(handler.body[-1], ir.Raise))
            for statement, _ in self._machine.cancel.trying
            for handler in statement.handlers
        )

    def freed(self, state: State, node: CSTNode) -> None:
        """``free_all_blocks()``: does it give anything back?"""
        machine, used = self._machine, self.used(state)
        found = survivors(machine, state, used[1:], node) if machine.lifetimes.budget > 0 else None
        certain = machine.frames[0].function.name == "<module>" and used[0] != _OVER and not self._timeline
        kept = None if found is None else [buffer for buffer in used[1:] if buffer in found]
        if not certain or not kept or len(kept) < len(used) - 1 or state.memory.get(_SPENT):
            self._frees[node] = None
        elif self._frees.setdefault(node, []) is not None:
            names = self._deletable(state)
            self._frees[node] = [(buffer, sum(self._blocks[buffer].sizes), names.get(buffer, "")) for buffer in kept]
        if kept is not None and used[0] != _OVER:
            state.memory[USED] = (sum(sum(self._blocks[buffer].sizes) for buffer in kept), *kept)
            state.memory[_SPENT] = False

    def unseen(self, state: State, name: str) -> None:
        """Code that is not seen was called: it may have made and dropped arrays."""
        if name not in _OF_POOLS:
            state.memory[_SPENT] = True

    # -- loops -----------------------------------------------------------------------------------

    def repeated(
        self,
        states: list[State],
        before: tuple[int, ...],
        begins: list[int],
        rounds: int,
        place: CSTNode | None,
    ) -> None:
        """A loop of `rounds` rounds was followed for the first ones: what would the others keep?

        Args:
            before: what `USED` was when it began.
            begins: a number for each round that was followed; its allocations have larger ones.
            place: where the loop stands.
        """
        for state in states:
            used = self.used(state)
            if used[0] == _OVER or before[0] == _OVER:
                continue
            if before[0] + (used[0] - before[0]) * rounds // len(begins) > self.room(state, state.device)[0]:
                self._grown(state, used[1:], frozenset(before[1:]), begins, rounds, place)

    def _grown(
        self,
        state: State,
        buffers: tuple[int, ...],
        before: frozenset[int],
        begins: list[int],
        rounds: int,
        place: CSTNode | None,
    ) -> None:
        """Report the largest array of which each round keeps one, if all of them are too many."""
        machine = self._machine
        found = survivors(machine, state, buffers, place) if machine.lifetimes.budget > 0 else None
        if found is None:
            return
        alive = {buffer: self._blocks[buffer].alive(parts) for buffer, parts in found.items()}
        made: dict[CSTNode, list[int]] = {}
        for buffer in buffers:
            if buffer in alive and buffer not in before:
                made.setdefault(self._blocks[buffer].node, []).append(buffer)
        kept = [
            group
            for group in made.values()
            if Growth.one_of_each(begins, group) and len({alive[buffer] for buffer in group}) == 1
        ]
        if not kept:
            return
        kept.sort(key=lambda group: alive[group[0]])
        older = [buffer for buffer in buffers if buffer in alive and buffer in before]
        total = sum(alive[buffer] for buffer in older) + rounds * sum(alive[group[0]] for group in kept)
        node = self._blocks[kept[-1][0]].node
        room, setting = self.room(state, state.device)
        if total <= room or node in self._met:
            return
        held = [(buffer, alive[buffer], False) for buffer in older]
        held += [(group[0], alive[group[0]] * rounds, False) for group in kept]
        self._met[node] = Excess(machine.spot(node), held, 0, room, setting, rounds, self._certain())
        state.memory[USED] = (_OVER,)

    def _broadcast(self, name: str, buffer: int, made: Made, values: tuple[Value, ...], node: CSTNode) -> None:
        """Tell `BlowUps` what was computed, unless a loop goes through its operands part by part."""
        operands = []
        looping = self._machine.turns.innermost() is not None
        for value in values:
            if isinstance(value, Array):
                if looping and _is_part(value):
                    return
                form = self.form(value)
                if form is None:
                    return
                whole = len(value.buffers) == 1 and not value.region
                operands.append((next(iter(value.buffers)) if whole else None, form))
        self._blow_ups.computed(name, buffer, made, operands, node)
        if operands and operands[0][0] is not None:
            self._blow_ups.reduced(name, operands[0][0], made, node)


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


def _is_new(result: Array, values: tuple[Value, ...], keywords: tuple[tuple[str, Value], ...]) -> bool:
    """Whether a result is no array that the call was given."""
    given = (*values, *(value for _, value in keywords))
    return not any(isinstance(value, Array) and result.buffers & value.buffers for value in given)
