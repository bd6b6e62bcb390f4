"""What `peak_memory` found out, as facts: with the names that arrays have at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from libcst import Name

from cupylint.facts import Alive, BlowUp, Bound, Fact, Held, IdleFree, Moment, Spot, TooLarge
from cupylint.flow.detectors.blow_up import BlowUps
from cupylint.flow.detectors.limits import Setting, setting
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.reachability import Part
from cupylint.flow.domain.values import Array
from cupylint.options import DEVICE_MEMORY
from cupylint.records import dataclass
from cupylint.sizes.counts import Count
from cupylint.sizes.numeric import OPERATORS, UNARY
from cupylint.sizes.ufunc_types import LOOPS

if TYPE_CHECKING:
    from collections.abc import Hashable

    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter


@dataclass(slots=True, eq=False)
class Excess:
    """A finding to be, with buffers in the place of their names."""

    spot: Spot
    held: list[tuple[int, int, bool]]  # buffer, bytes, whether it is read by the operation
    work: int
    room: int
    setting: Setting | None
    rounds: int = 0
    certain: bool = True
    spare: frozenset[int] = frozenset()  # buffers that might take the result
    names: dict[int, str] = field(default_factory=dict)  # of buffers that `del` could free there


@dataclass(slots=True, eq=False)
class Noted:
    """A moment to be: the allocation, bytes needed meanwhile, bytes alive, allocations alive with their parts.

    The last are there only where no other moment needs more.
    `room` is what may be taken, `own` the program's own limit if that is it.
    """

    buffer: int
    work: int
    alive: int
    held: dict[int, set[Part]] | None
    room: int
    own: Setting | None


class Found(Detector):
    """Allocations of one file, and what is remarkable about them."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self.limit = interpreter.options.device_memory or DEVICE_MEMORY
        self._blocks = interpreter.forms.blocks
        self._met: dict[CSTNode, Excess] = {}
        self._frees: dict[CSTNode, list[tuple[int, int, str]] | None] = {}  # buffers, bytes, names; None: it gives back
        self._moments: dict[CSTNode, Noted] = {}
        self._rough: set[CSTNode] = set()  # what may take more than is known
        self._blow_ups = BlowUps(interpreter, self.limit)

    def room(self, state: State, device: Hashable) -> tuple[int, Setting | None]:
        """Bytes that may be taken of a device on this path, and the program's own limit if that is less."""
        found = setting(state, device)
        own = self.limit if found is None else found.room(self.limit)
        return (own, found) if own < self.limit else (self.limit, None)

    def _bound(self, found: Setting | None) -> Bound | None:
        return None if found is None else Bound(self.interpreter.spot(found.node), found.text, found.share, self.limit)

    def facts(self, ends: list[State]) -> list[Fact]:
        """All that was found out, with names as they are known at the end."""
        return [*self._too_large(), *self._too_broad(), *self._moments_met(), *self._idle_frees()]

    def _idle_frees(self) -> list[IdleFree]:
        """Calls of ``free_all_blocks`` that never had anything to give back."""
        found = []
        for node, held in self._frees.items():
            named = [(self.interpreter.names.array(buffer), size, names) for buffer, size, names in held or ()]
            named.sort(key=lambda item: -item[1])
            if named and all(name for name, _, _ in named):
                found.append(IdleFree(self.interpreter.spot(node), tuple(named)))
        return found

    def _too_broad(self) -> list[BlowUp]:
        """Broadcasting that makes much for little, unless it does not even fit."""
        return [found for node, found in self._blow_ups.met.items() if node not in self._met]

    def _moments_met(self) -> list[Moment]:
        """What was alive at each allocation, if that was asked for."""
        return [self._moment(node, noted) for node, noted in self._moments.items()]

    def _moment(self, node: CSTNode, noted: Noted) -> Moment:
        block = self._blocks[noted.buffer]
        counts = [form.nbytes for form in block.forms]
        unknown = [count for count in counts if count is None or count.value is None]
        return Moment(
            spot=self.interpreter.spot(node),
            name=self.interpreter.names.array(noted.buffer),
            text=", ".join(map(str, block.forms)),
            size=" + ".join("?" if count is None else str(count) for count in unknown),
            nbytes=sum(block.sizes),
            work=noted.work,
            alive=noted.alive,
            held=tuple(item for buffer, parts in (noted.held or {}).items() for item in self._alive(buffer, parts)),
            function=block.function,
            limit=noted.room,
            bound=self._bound(noted.own),
            rough=node in self._rough,
        )

    def _alive(self, buffer: int, parts: set[Part]) -> Iterator[Alive]:
        """An allocation, or those arrays of a tuple that are referred to."""
        block = self._blocks[buffer]
        spot, name = self.interpreter.spot(block.node), self.interpreter.names.array(buffer)
        count = len(block.sizes)
        whole = None in parts or not block.many
        wanted = set(range(count)) if whole else {part % count for part in parts if part is not None}
        for place in sorted(wanted):
            form = block.forms[place]
            shape = None if form.shape is None else tuple(_length(length) for length in form.shape)
            yield Alive(name, spot, shape, form.dtype, block.sizes[place])

    def _too_large(self) -> list[TooLarge]:
        """All that does not fit."""
        assumed = self.interpreter.options.device_memory is None
        return [
            TooLarge(
                spot=met.spot,
                held=tuple(self._held(met, *item) for item in met.held),
                work=met.work,
                limit=met.room,
                assumed=assumed and (met.setting is None or bool(met.setting.share)),
                certain=met.certain,
                rounds=met.rounds,
                bound=self._bound(met.setting),
            )
            for met in self._met.values()
        ]

    def _held(self, met: Excess, buffer: int, count: int, read: bool) -> Held:
        block = self._blocks[buffer]
        times = max(1, count // max(1, sum(block.sizes)))
        form = block.forms[0]
        texts = [str(each) for each in block.forms]
        alike = len(texts) > 1 and len(set(texts)) == 1
        first = form.shape[0] if form.shape else Count.of(0)
        return Held(
            name=self.interpreter.names.array(buffer),
            spot=self.interpreter.spot(block.node),
            text=f"{len(texts)} x {texts[0]}" if alike else ", ".join(texts),
            nbytes=count,
            exact=all(each.known for each in block.forms),
            wide=all(each.dtype in ("float64", "complex128") for each in block.forms),
            rows=first.least if form.known and block.by_rows and not block.many else 0,
            flat=form.shape is not None and len(form.shape) == 1,
            operand=read,
            spare=buffer in met.spare,
            times=times,
            several=block.many,
            function=block.function,
            deletable=met.names.get(buffer, ""),
        )

    def _deletable(self, state: State) -> dict[int, str]:
        """The names that `del` could end before the running statement, which does not use them, by buffer."""
        frame, statement = self.interpreter.frames[-1], self.interpreter.statement
        used = set() if statement is None else set(_names(statement))
        found: dict[int, list[str]] = {}
        for name, value in state.memory.members(frame.number):
            for buffer in value.buffers if isinstance(value, Array) and isinstance(name, str) else ():
                found.setdefault(buffer, []).append(str(name))
        return {buffer: ", ".join(names) for buffer, names in found.items() if used.isdisjoint(names)}


def _names(node: CSTNode) -> Iterator[str]:
    if isinstance(node, Name):
        yield node.value
    for child in node.children:
        yield from _names(child)


def is_elementwise(name: str) -> bool:
    """Whether a function takes ``out=``, or an operator works in place."""
    return name in LOOPS or (name in OPERATORS and name != "@") or name in UNARY


def _length(count: Count) -> int | str:
    return str(count) if count.value is None else count.value
