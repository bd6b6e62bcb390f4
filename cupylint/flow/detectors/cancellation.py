"""Flags that running kernels watch: who writes them, and whether the write gets there while the kernel runs.

A launch is remembered with a bit of its own in the order of work, so that it can be told of each write to its flag
whether it waits for the kernel.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

import libcst as cst

from cupylint.cupy_model.tables import words
from cupylint.facts import Fact, LateCancel, Spot, Step
from cupylint.flow.detectors import interrupts
from cupylint.flow.detectors.polling import Polls
from cupylint.flow.device.host_accesses import is_callback
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.numpy_values import constant, memory_of
from cupylint.flow.domain.values import Array, Const, HostArray, Symbol, Value
from cupylint.kernels.interface import Interface, Poll
from cupylint.order import Kind, Stream
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.operations import Launch
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir

How = Literal["same", "null", "ordered", "callback", "waited", "loading", "full", "copy"]
_HEEDS_NULL = (Kind.BLOCKING, Kind.PER_THREAD)
_RESIDENT = 2048 * 160
"""Threads that no device runs at once: 2,048 on each of at most 160 multiprocessors."""
_USES = {"full": "fill", "full_like": "fill", "ones": "fill", "ones_like": "fill"}
"""Functions that write with the kernel of another one."""


@dataclass(frozen=True, slots=True, eq=False)
class Running:
    """A launch of a kernel that watches a flag.

    Attributes:
        number: its bit in `Order`.
        flags: the memory behind the flag.
        initial: what the flag held at the launch, None if not known.
        threads: how many there are at least, 0 if that is not known.
        own: the kernel writes the flag itself too, so that it may mean something else to the host.
    """

    number: int
    launch: Spot
    stream: Stream
    poll: Poll
    kernel: str
    flags: tuple[Hashable, ...]
    initial: Const | None
    threads: int = 0
    own: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Ended:
    """How the host came to know that a kernel has ended. `frame` is the call in which it waited."""

    step: Step
    frame: int


class _Write(NamedTuple):
    """A write to a flag: of a number, or by another kernel.

    Attributes:
        stream: None: the host writes.
        before: the accesses that are certainly ordered before it.
        loads: the kernel that it needs, None if it needs none.
    """

    flag: Hashable
    value: Const | Interface
    node: CSTNode
    stream: Stream | None
    before: int
    loads: Hashable


@dataclass(frozen=True, slots=True)
class _Late:
    """A finding, withdrawn if the same flag serves a later launch, or is written in time after all."""

    fact: LateCancel
    flags: tuple[Hashable, ...]


class Cancellation(Detector):
    """What is known of flags on all paths of one analysis, and of loops that ask whether something is done."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        idents = interpreter.entries.idents
        self.threads = bool(idents & _CONCURRENT)  # the file has threads, signals or tasks that may act in between
        self._has_kernels = bool(idents & _MAKERS)
        self._value: Value | None = None  # what the work that is issued next writes
        self._polls = Polls(self)
        self._cleanup: set[CSTNode | None] = set()  # statements of handlers and of ``finally``
        self._watched: set[Hashable] = set()
        self._late: dict[CSTNode, _Late] = {}
        self._withdrawn: set[CSTNode] = set()

    def try_begins(self, statement: ir.Try) -> None:
        """What its handlers and its end do is done late by intention."""
        if self._has_kernels:
            for inner in walk([*statement.final, *(part for item in statement.handlers for part in item.body)]):
                self._cleanup.update((inner.node, getattr(inner, "statement", None)))

    # -- launches ------------------------------------------------------------------------------------

    def launch_issued(self, state: State, launch: Launch) -> None:
        """A kernel runs from now on. It may also write the flag of another one."""
        kernel, operands, stream = launch.kernel, launch.operands, launch.stream
        polled = {poll.parameter for poll in kernel.polls}
        before = (state.program_order or state.order).streams.get(stream, 0)
        for number in sorted(kernel.stores - polled):
            for flag in memory_of(operands[number][0]) if number < len(operands) and self._watched else ():
                if flag in self._watched:
                    node = self.interpreter.touches[-1].spot.node if self.interpreter.touches else operands[number][1]
                    self._wrote(state, _Write(flag, kernel, node, stream, before, (kernel.code, kernel.name)))
        state.memory[("loaded", (kernel.code, kernel.name))] = True
        for number in sorted(kernel.stores & kernel.shared):
            for flag in memory_of(operands[number][0]) if number < len(operands) else ():
                state.memory[("stored", flag)] = (*self._stored(state, flag)[-3:], launch.access)
        for poll in kernel.polls:
            if poll.parameter < len(operands):
                self._started(state, launch, poll, tuple(memory_of(operands[poll.parameter][0])))

    def _started(self, state: State, launch: Launch, poll: Poll, flags: tuple[Hashable, ...]) -> None:
        if not flags or launch.access < 0:
            return
        kernel, touch = launch.kernel, self.interpreter.touches[launch.access]
        initial = _content(state, flags)
        for node, late in self._late.items():
            if initial is not None and set(flags) & set(late.flags) and state.memory.get(("late", node)) == initial:
                self._withdrawn.add(node)  # what was written there stops this launch at once
        own = poll.parameter in kernel.stores
        made = Running(touch.number, touch.spot, launch.stream, poll, kernel.name, flags, initial, launch.threads, own)
        for flag in flags:
            key = ("watched", flag)
            state.memory[key] = (*state.memory.sequence(key)[-3:], made)
            self._watched.add(flag)

    @staticmethod
    def _stored(state: State, flag: Hashable) -> tuple[int, ...]:
        return state.memory.sequence(("stored", flag))

    def running_on(self, state: State, buffer: int) -> int:
        """The launches that write volatile memory, as a bit set."""
        return sum(1 << number for number in set(self._stored(state, buffer)))

    # -- writes --------------------------------------------------------------------------------------

    def will_write(self, value: Value | None) -> None:
        """The work that is issued next writes this."""
        self._value = value

    def will_change(self, state: State, array: Array, operator: str, value: Value) -> None:
        """The work that is issued next adds to what an array holds."""
        old = _content(state, tuple(array.buffers))
        self._value = None
        if old is None or operator != "+" or not isinstance(value, Const) or not isinstance(value.value, int):
            return
        if isinstance(old.value, int):
            self._value = replace(old, value=old.value + value.value)

    def issued(
        self, state: State, node: CSTNode, stream: Stream | None, uses: Sequence[Effect], before: int, call: str
    ) -> None:
        """Is a flag written, or read in a loop?"""
        value, self._value = self._value, None
        self._polls.issued(state, node, uses, before)
        if not self._has_kernels:
            return
        written = constant(state, value)
        fills = isinstance(value, (Const, Symbol)) and all(use.mode == "w" for use in uses)
        # A zero is written without a kernel; `x.fill(1)` has another one than `x[...] = 1`.
        by_kernel = fills and "memset" not in call and (written is None or written.value)
        loads = (_USES.get(call, call),) if by_kernel else None
        for use in uses:
            for flag in use.array.buffers if "w" in use.mode else ():
                self._renewed(flag)
                if flag in self._watched and written is not None:
                    self._wrote(state, _Write(flag, written, node, stream, before, loads))
                self._remember(state, flag, written, value)
        if loads is not None:
            state.memory[("loaded", loads)] = True

    def _remember(self, state: State, flag: Hashable, written: Const | None, value: Value | None) -> None:
        """What memory holds from now on, and what it was copied from."""
        if flag in self._watched or written is not None or state.memory.get(("content", flag)) is not None:
            state.memory[("content", flag)] = written or self.interpreter.unknown()
        source = tuple(memory_of(value)) if isinstance(value, HostArray) else ()
        if source or state.memory.get(("copied", flag)) is not None:
            state.memory[("copied", flag)] = source

    def item_stored(
        self, state: State, base: Value, key: Value, value: Value, node: CSTNode | None, place: CSTNode | None
    ) -> None:
        """Host code writes into memory of the host: ``flag[0] = 1``."""
        if node is None or not self._has_kernels or not isinstance(base, HostArray):
            return
        written = constant(state, value)
        for flag in memory_of(base):
            if flag in self._watched and written is not None:
                order = state.program_order or state.order
                self._wrote(state, _Write(flag, written, node, None, order.hosts.get(state.host, 0), None))
            elif written is not None:
                self._wrote_original(state, flag, written, node)
            state.memory[("content", flag)] = written or self.interpreter.unknown()

    def _wrote(self, state: State, write: _Write) -> None:
        """A flag is written that a kernel watches, or has watched."""
        self._renewed(write.flag)
        for running in state.memory.sequence(("watched", write.flag))[::-1]:
            if not isinstance(running, Running) or not _releases(running, write.value):
                continue
            how, wait = self._obstacle(state, running, write)
            if how is None:
                state.memory[("stopped", running.number)] = True
            elif not state.memory.get(("stopped", running.number)):
                self._found(state, running, how, wait, write)
            return

    def _renewed(self, flag: Hashable) -> None:
        """A copy that a kernel watches is written, so that a change of what it was copied from may reach it."""
        for node, late in self._late.items() if flag in self._watched else ():
            if late.fact.how == "copy" and flag in late.flags:
                self._withdrawn.add(node)

    def _obstacle(self, state: State, running: Running, write: _Write) -> tuple[How | None, Spot | None]:
        order, stream = state.program_order or state.order, write.stream
        bit = 1 << running.number
        if order.hosts.get(state.host, 0) & bit:
            return self._obstacle_of_ended(state, running, stream)
        if stream is not None and write.before & bit:
            return _ordered_by(stream, running.stream), None
        stalled = state.memory.get(("stalled", running.number))
        if isinstance(stalled, Ended) and stalled.frame == self.interpreter.frame.number:
            return "waited", stalled.step.spot
        if write.loads is None or not order.issued & bit:
            return None, None
        if not state.memory.get(("loaded", write.loads)):
            return "loading", None
        return "full" if running.poll.everywhere and running.threads > _RESIDENT else None, None

    def _obstacle_of_ended(
        self, state: State, running: Running, stream: Stream | None
    ) -> tuple[How | None, Spot | None]:
        """What made the write come after the end of the kernel."""
        ended = state.memory.get(("ended", running.number))
        if ended is None and stream is None and is_callback(state.host):
            return "callback", None
        if not isinstance(ended, Ended) or ended.frame != self.interpreter.frame.number or self._cleans_up():
            return None, None
        return "waited", ended.step.spot

    def _wrote_original(self, state: State, flag: Hashable, written: Const, node: CSTNode) -> None:
        """Memory of the host is written of which a kernel may watch a copy on the device."""
        for watched in self._watched:
            known = state.memory.sequence(("watched", watched))
            if not known or flag not in state.memory.sequence(("copied", watched)):
                continue
            running = known[-1]
            order = state.program_order or state.order
            ended = order.hosts.get(state.host, 0) >> running.number & 1
            if not ended and order.issued >> running.number & 1 and _releases(running, written):
                self._found(state, running, "copy", None, _Write(flag, written, node, None, 0, None))

    def _found(self, state: State, running: Running, how: How, wait: Spot | None, write: _Write) -> None:
        interpreter, node = self.interpreter, write.node
        if interpreter.modules.importing:
            return
        certain = self._is_certain(state, running, how, wait, write.value)
        known = self._late.get(node)
        if known is not None and (known.fact.certain or not certain):
            return
        name = next((interpreter.names.array(flag) for flag in running.flags if isinstance(flag, int)), "")
        fact = LateCancel(
            spot=interpreter.spot(node),
            flag=name or running.poll.name,
            launch=running.launch,
            kernel=running.kernel,
            how=how,
            stream=interpreter.names.stream(write.stream),
            launched=interpreter.names.stream(running.stream),
            wait=wait,
            certain=certain,
        )
        self._late[node] = _Late(fact, running.flags)
        if isinstance(write.value, Const):
            state.memory[("late", node)] = write.value

    def _is_certain(
        self, state: State, running: Running, how: How, wait: Spot | None, written: Const | Interface
    ) -> bool:
        interpreter = self.interpreter
        doubt = (
            state.maybe_waited if how != "callback" else 0
        )  # what makes a callback doubtful is that others may be told
        if doubt >> running.number & 1 or state.unclear or state.capture is not None:
            return False
        if how == "loading":
            # What was loaded before is known of a program that is followed from its beginning only.
            if interpreter.frames[0].function.name != "<module>" or state.memory.get(("loaded", "*")):
                return False
        elif isinstance(written, Interface) or running.own:
            return False  # it may as well set the flag back for a later launch
        if how in ("waited", "copy") and self.threads:
            return False
        if how == "waited" and wait is not None and not isinstance(state.memory.get(("ended", running.number)), Ended):
            return False  # it waits only if there is something to free
        return interpreter.touches[running.number].certain

    def _cleans_up(self) -> bool:
        """Whether this runs in a ``finally`` or a handler, where it comes too late by intention."""
        statements = [self.interpreter.statement, *(frame.statement for frame in self.interpreter.frames)]
        return any(statement in self._cleanup for statement in statements if statement is not None)

    # -- waits ---------------------------------------------------------------------------------------

    def waited(self, state: State, step: Step) -> None:
        """The host has waited: for kernels that watch a flag too?"""
        self._polls.waited(state, step)
        order = state.program_order or state.order
        known = order.hosts.get(state.host, 0)
        for flag in self._watched:
            for running in state.memory.sequence(("watched", flag)):
                if not known >> running.number & 1 or state.memory.get(("ended", running.number)) is not None:
                    continue
                if step.implicit or isinstance(step.spot.node, cst.Call):
                    state.memory[("ended", running.number)] = Ended(step, self.interpreter.frame.number)
                    interrupts.waited(self.interpreter, state, step, running)
                else:
                    state.memory[("ended", running.number)] = True  # it was asked whether it is done

    def opaque_call(self, state: State, name: str, node: CSTNode) -> None:
        """Code that is not seen may load kernels; one that frees memory waits for all of them."""
        state.memory[("loaded", "*")] = True
        if name.rpartition(".")[2] != "free_all_blocks":
            return
        step = Step("sync", self.interpreter.spot(node), None, "device", implicit=True)
        for flag in self._watched:
            for running in state.memory.sequence(("watched", flag)):
                state.memory[("stalled", running.number)] = Ended(step, self.interpreter.frame.number)

    # -- results -------------------------------------------------------------------------------------

    def while_begins(self, statement: ir.While, states: list[State]) -> None:
        """Does the loop do nothing but ask?"""
        self._polls.begin(statement, states)

    def while_ends(self) -> None:
        """Did it wait?"""
        self._polls.end()

    def facts(self, ends: list[State]) -> list[Fact]:
        """What was found on all paths."""
        blocked = self._polls.facts()
        polled = {fact.spot for fact in blocked}
        late = [
            late.fact
            for node, late in self._late.items()
            if node not in self._withdrawn and late.fact.wait not in polled  # that wait is told of already
        ]
        return [*blocked, *late]


_MAKERS = frozenset(("RawKernel", "RawModule", "rawkernel"))
_CONCURRENT = frozenset(
    words(
        """Thread Timer ThreadPoolExecutor ProcessPoolExecutor Process Pool to_thread run_in_executor create_task signal
        launch_host_func add_callback multiprocessing asyncio atexit"""
    )
)
"""Names of what may act while the code that is followed waits."""


def _ordered_by(stream: Stream, other: Stream) -> How:
    """Why work on a stream comes after earlier work on another one."""
    if stream == other:
        return "same"
    kinds = {stream.kind, other.kind}
    null = Kind.NULL in kinds and not kinds.isdisjoint(_HEEDS_NULL) and stream.device == other.device
    return "null" if null else "ordered"


def _content(state: State, flags: tuple[Hashable, ...]) -> Const | None:
    found = [state.memory.get(("content", flag)) for flag in flags]
    return found[0] if len(found) == 1 and isinstance(found[0], Const) else None


def _releases(running: Running, written: Const | Interface) -> bool:
    """Whether a write ends the wait for the flag that its first value does not end."""
    first = running.initial
    passed = first is not None and isinstance(first.value, int) and running.poll.passes(first.value)
    if isinstance(written, Interface):
        return not passed
    if not isinstance(written.value, int) or passed:
        return False
    passes = running.poll.passes(written.value)
    if passes is False:
        return False
    return passes is True if first is None else first != written


DETECTOR = Cancellation
