"""Waits of the host for a stream that nothing was put on, while all the work of the function is on other ones."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from cupylint.cupy_model import is_listed
from cupylint.facts import IdleWait, Spot, Step
from cupylint.findings import UNSEEN, Premise
from cupylint.flow.device import cuda
from cupylint.flow.device.escapes import outlives
from cupylint.flow.device.stream_uses import stays_inside
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.values import StreamValue
from cupylint.flow.interp.unfollowed import tells_only
from cupylint.order import HOST, Kind, Stream, bits
from cupylint.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.effects import Effect
    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import EventValue, Value
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.options import ModelOptions
    from cupylint.program import ir

_OF_PYTHON = sys.stdlib_module_names
_TAKES = re.compile("dump|save|write|numpy|item|list|plot|show|sync|wait", re.IGNORECASE)
"""Names of what takes arrays to the host."""
_OF_NULL = frozenset((Kind.NULL, Kind.BLOCKING, Kind.PER_THREAD, Kind.UNKNOWN))
"""Streams that a wait for the null stream covers, or may cover."""


@dataclass(frozen=True, slots=True)
class _Work:
    """Work that a wait does not cover.

    Attributes:
        numbers: its accesses, as a bit set; those that are not seen are none.
        call: how the code that is not seen is called that is taken to do it; "" if the work itself is seen.
        frame: that of the function that waits.
    """

    spot: Spot
    stream: Stream
    numbers: int
    call: str
    frame: int


class IdleWaits(Detector):
    """Of each wait what it misses, as long as no visit of it finds anything to wait for.

    Only streams count that the function itself makes, the top level among functions: what is on others may have been
    put there by code that ran before, and be waited for by code that runs later.
    """

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._missed: dict[CSTNode, tuple[IdleWait, _Work]] = {}
        self._useful: set[CSTNode] = set()
        self._entry = 0
        self._used: set[Stream] = set()  # in this entry, on whichever path: that have work, or may have
        self._unseen: dict[Stream, _Work] = {}  # those that are current where code is called that is not seen
        self._recorded: set[Stream] = set()  # that an event stands for
        self._is_hazy = False  # such code was called elsewhere: it may have put work on any stream

    def issued(
        self, state: State, node: CSTNode, stream: Stream | None, uses: Sequence[Effect], before: int, call: str
    ) -> None:
        """A wait for this stream waits for something."""
        self._begin()
        if stream is not None:
            self._used.add(stream)

    def stream_used(self, state: State, stream: Stream, node: CSTNode, what: str) -> None:
        """What is done with arrays that are not known is not seen, but where it would be done."""
        if what != "record" and not (what == "use" and stream.kind is Kind.NULL):
            self._begin()
            self._used.add(stream)

    def opaque_call(self, state: State, name: str, node: CSTNode) -> None:
        """A library is taken to work on the stream that is current."""
        self._begin()
        interpreter = self.interpreter
        stream = cuda.current_stream(interpreter, state)
        root, _, last = name.rpartition(".")
        if state.blocks and stream.kind is Kind.NON_BLOCKING:
            if root.partition(".")[0] in _OF_PYTHON or _TAKES.search(last) or tells_only(name, None):
                self._unseen.pop(stream, None)  # it may take to the host what it is given, and so wait
            else:
                self._unseen[stream] = _Work(interpreter.spot(node), stream, 0, last, interpreter.frame.number)
        elif not tells_only(name, None):
            self._is_hazy = True

    def named_call(self, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> None:
        """Functions of CuPy may do more on the device than is known of them."""
        if dotted.startswith("cupy.random.") or (dotted.startswith(("cupy.", "cupyx.")) and not is_listed(dotted)):
            self._begin()
            self._used.add(cuda.current_stream(self.interpreter, state))

    def waited(self, state: State, step: Step) -> None:
        """Is there nothing to wait for here, and everything elsewhere?"""
        stream = step.stream
        if step.kind != "sync" or step.asked:
            return
        self._begin()
        if not isinstance(stream, Stream):
            self._unseen.clear()
            return
        self._unseen.pop(stream, None)
        if step.implicit:
            return
        node = step.spot.node
        if step.learned or self._covers_any(stream) or self.interpreter.allocations.captured:
            self._useful.add(node)
        elif node not in self._useful and (work := self._missed_by(state, stream)) is not None:
            fact, known = self._fact(state, step, work), self._missed.get(node)
            if known is None or len(fact.premises) < len(known[0].premises):
                self._missed[node] = fact, work

    def returned(self, state: State, value: Value, statement: ir.Return) -> None:
        """Who gets hold of the stream can wait for it."""
        frame = self.interpreter.frame.number
        for node, (_, work) in list(self._missed.items()):
            if work.frame == frame and outlives(self.interpreter, state, work.stream, {frame}, value):
                self._useful.add(node)

    def recorded(self, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
        """Who waits for the event waits for the stream."""
        self._begin()
        self._recorded.add(stream)

    def facts(self, ends: list[State]) -> Iterator[IdleWait]:
        """Those that no visit found useful, and whose work nothing waits for later."""
        for node, (fact, work) in self._missed.items():
            is_heeded = any(_is_heeded(end, work) for end in ends) if work.numbers else self._may_be_heeded(work)
            if node not in self._useful and not is_heeded:
                yield fact

    def _may_be_heeded(self, work: _Work) -> bool:
        """Whether anything waits for the stream of work that is not seen."""
        waits = self.interpreter.events.waits.values()
        return work.stream in self._recorded or any(step.stream in (work.stream, None) for step in waits)

    def _begin(self) -> None:
        """Where another entry is followed, what was issued before has ended."""
        if self._entry != (entry := self.interpreter.entries.begun):
            self._entry, self._is_hazy = entry, False
            self._used.clear()
            self._unseen.clear()

    @classmethod
    def is_wanted(cls, options: ModelOptions, idents: frozenset[str]) -> bool:
        """A file that waits for no stream has none."""
        return "synchronize" in idents

    # -- what a wait misses ------------------------------------------------------------------------

    def _covers_any(self, stream: Stream) -> bool:
        """Whether anything was put on a stream in this entry, or on one that a wait for it covers as well."""
        if stream.kind is Kind.NULL:
            return any(other.kind in _OF_NULL for other in self._used)
        return any(other == stream or other.kind is Kind.UNKNOWN for other in self._used)

    def _missed_by(self, state: State, stream: Stream) -> _Work | None:
        """The last work of streams that the function has made which a wait for `stream` does not cover."""
        interpreter = self.interpreter
        frame = interpreter.frame.number
        is_own = self._is_own(stream, frame)
        if stream.kind is not Kind.NULL and not is_own:
            return None
        pending = state.order.issued & ~(state.order.hosts.get(state.host, 0) | state.maybe_waited)
        touches = [interpreter.touches[number] for number in bits(pending)]
        own = [
            touch
            for touch in touches
            if touch.stream is not None and touch.certain and not touch.tentative and touch.host == state.host
            if touch.frame >= frame and not touch.caller
            if self._is_own(touch.stream, frame) or (is_own and touch.stream.kind is Kind.NULL)
        ]
        if own:
            last = own[-1]
            numbers = sum(1 << touch.number for touch in own if touch.stream == last.stream)
            assert last.stream is not None
            return _Work(last.spot, last.stream, numbers, "", frame)
        unseen = [work for other, work in self._unseen.items() if self._is_own(other, frame) and work.frame >= frame]
        if not unseen:
            return None
        last_unseen = unseen[-1]
        return _Work(last_unseen.spot, last_unseen.stream, 0, last_unseen.call, frame)

    def _is_own(self, stream: Stream, frame: int) -> bool:
        """Whether a stream was made by the function of a frame, or what that calls."""
        key: Hashable = stream.key
        made = key in self.interpreter.streams.created and isinstance(key, int) and key > frame
        return made and stream.kind is not Kind.NULL

    def _fact(self, state: State, step: Step, work: _Work) -> IdleWait:
        interpreter = self.interpreter
        name = interpreter.names.stream(work.stream)
        held = state.memory.get((interpreter.frame.number, name))
        is_bound = isinstance(held, StreamValue) and held.stream == work.stream
        premises: tuple[Premise, ...] = ()
        if work.call:
            premises = (Premise("library-contract", f"{work.call} works on the stream that is current"),)
        is_clear = not (self._is_hazy or state.unclear or interpreter.loop_carried.has_one_round())
        own = step.stream if work.stream.kind is Kind.NULL else work.stream
        if not (is_clear and isinstance(own, Stream) and stays_inside(interpreter, state, own)):
            premises = (*premises, UNSEEN)
        return IdleWait(
            spot=step.spot,
            lane=step.lane,
            work=work.spot,
            of=name,
            is_non_blocking=work.stream.kind is Kind.NON_BLOCKING,
            instead=f"{name}.synchronize()" if is_bound else "",
            premises=premises,
        )


def _is_heeded(state: State, work: _Work) -> bool:
    """Whether something waits for the work, or can, by an event that was recorded after it."""
    known = state.order.hosts.get(HOST, 0) | state.maybe_waited
    for snapshot in state.order.events.values():
        known |= snapshot
    return bool(known & work.numbers)


DETECTOR = IdleWaits
