"""Flags that running kernels watch: who writes them, and whether the write gets there while the kernel runs.

A launch is remembered with a bit of its own in the order of work, so that it can be told of each write to its flag
whether it waits for the kernel.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import libcst as cst

from cupylint.facts import Fact, LateCancel, Spot, Step
from cupylint.flow.detectors import interrupts
from cupylint.flow.detectors.host_accesses import is_callback
from cupylint.flow.detectors.polling import Polls
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.numpy_values import constant, memory_of
from cupylint.flow.domain.values import Array, Const, HostArray, HostView, Symbol, Value
from cupylint.kernels.interface import Interface, Poll
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.effects import Effect
    from cupylint.flow.domain.frames import Frame
    from cupylint.flow.domain.state import State, Touch
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir

Placed = tuple[Value, "CSTNode"]
How = Literal["same", "null", "ordered", "callback", "waited", "loading", "full", "copy"]
_HEEDS_NULL = (Kind.BLOCKING, Kind.PER_THREAD)
_RESIDENT = 2048 * 160
"""Threads that no device runs at once: 2,048 on each of at most 160 multiprocessors."""
_FILLS = {"fill": 1, "full": 1, "full_like": 1, "copyto": 1, "set": 1, "memset": 1, "memset_async": 1}
_USES = {"full": "fill", "full_like": "fill", "ones": "fill", "ones_like": "fill"}
"""Functions that write with the kernel of another one."""
_ZEROS, _ONES = ("zeros", "zeros_like"), ("ones", "ones_like")


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


@dataclass(frozen=True, slots=True)
class _Late:
    """A finding, withdrawn if the same flag serves a later launch, or is written in time after all."""

    fact: LateCancel
    flags: tuple[Hashable, ...]


class Cancellation:
    """What is known of flags on all paths of one analysis.

    Attributes:
        value: what the work that is issued next writes, set by those who know it.
        kernel: the kernel that is launched next.
        trying: the ``try`` statements around what is followed, with their frames, innermost last.
    """

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self.value: Value | None = None
        self.kernel: Interface | None = None
        self.trying: list[tuple[ir.Try, Frame]] = []
        self.polls = Polls()
        self.enabled = False  # the file makes kernels
        self.threads = False  # the file has threads, signals or tasks that may act in between
        self._cleanup: set[CSTNode | None] = set()  # statements of handlers and of ``finally``
        self._watched: set[Hashable] = set()
        self._tokens: set[int] = set()
        self._late: dict[CSTNode, _Late] = {}
        self._withdrawn: set[CSTNode] = set()

    def known(self, idents: frozenset[str]) -> None:
        """Take note of the names that occur in the file."""
        self.enabled = bool(idents & _MAKERS)
        self.threads = bool(idents & _CONCURRENT)

    def enter(self, statement: ir.Try, frame: Frame) -> None:
        """The body of a ``try`` begins; `leave` ends it."""
        self.trying.append((statement, frame))
        if self.enabled:
            for inner in walk([*statement.final, *(part for item in statement.handlers for part in item.body)]):
                self._cleanup.update((inner.node, getattr(inner, "statement", None)))

    def leave(self) -> None:
        """The body of the innermost ``try`` ends."""
        self.trying.pop()

    # -- launches ------------------------------------------------------------------------------------

    def token(self, kernel: Interface | None, node: CSTNode) -> list[Effect]:
        """What to add to the uses of a launch, so that it has a bit even if it touches no other memory."""
        self.kernel = kernel
        if kernel is None or not (kernel.polls or kernel.stores & kernel.shared):
            return []
        number = self._interpreter.fresh()
        self._tokens.add(number)
        return [Effect(Array(frozenset((number,))), "r", node)]

    def launched(
        self, state: State, kernel: Interface | None, operands: list[Placed], stream: Stream, threads: int = 0
    ) -> None:
        """A kernel was launched with its token; it runs from now on. It may also write the flag of another one."""
        self.kernel = None
        if kernel is None:
            return
        polled = {poll.parameter for poll in kernel.polls}
        before = (state.program_order or state.order).streams.get(stream, 0)
        for number in sorted(kernel.stores - polled):
            for flag in memory_of(operands[number][0]) if number < len(operands) and self._watched else ():
                if flag in self._watched:
                    node = self._interpreter.touches[-1].spot.node if self._interpreter.touches else operands[number][1]
                    self._wrote(state, flag, kernel, node, stream, before, (kernel.code, kernel.name))
        state.memory[("loaded", (kernel.code, kernel.name))] = True
        for number in sorted(kernel.stores & kernel.shared):
            for flag in memory_of(operands[number][0]) if number < len(operands) else ():
                state.memory[("stored", flag)] = (*self._stored(state, flag)[-3:], self._launch().number)
        for poll in kernel.polls:
            if poll.parameter < len(operands):
                self._started(state, kernel, poll, tuple(memory_of(operands[poll.parameter][0])), stream, threads)

    def _started(
        self, state: State, kernel: Interface, poll: Poll, flags: tuple[Hashable, ...], stream: Stream, threads: int
    ) -> None:
        if not flags:
            return
        touch = self._launch()
        initial = _content(state, flags)
        for node, late in self._late.items():
            if initial is not None and set(flags) & set(late.flags) and state.memory.get(("late", node)) == initial:
                self._withdrawn.add(node)  # what was written there stops this launch at once
        own = poll.parameter in kernel.stores
        made = Running(touch.number, touch.spot, stream, poll, kernel.name, flags, initial, threads, own)
        for flag in flags:
            known = state.memory.get(("watched", flag), ())
            state.memory[("watched", flag)] = (*(known if isinstance(known, tuple) else ())[-3:], made)
            self._watched.add(flag)

    def _launch(self) -> Touch:
        """The newest launch."""
        return next(touch for touch in reversed(self._interpreter.touches) if touch.buffer in self._tokens)

    @staticmethod
    def _stored(state: State, flag: Hashable) -> tuple[int, ...]:
        known = state.memory.get(("stored", flag), ())
        return known if isinstance(known, tuple) else ()

    def running_on(self, state: State, buffer: int) -> int:
        """The launches that write volatile memory, as a bit set."""
        return sum(1 << number for number in set(self._stored(state, buffer)))

    # -- writes --------------------------------------------------------------------------------------

    def performed(
        self, state: State, node: CSTNode, stream: Stream | None, uses: Iterable[Effect], before: int, call: str
    ) -> None:
        """Work was issued by `call`. `before` are the accesses that are certainly ordered before it."""
        value, self.value = self.value, None
        uses = list(uses)
        self.polls.performed(self._interpreter, state, node, uses, before)
        if not self.enabled:
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
                    self._wrote(state, flag, written, node, stream, before, loads)
                self._remember(state, flag, written, value)
        if loads is not None:
            state.memory[("loaded", loads)] = True

    def _remember(self, state: State, flag: Hashable, written: Const | None, value: Value | None) -> None:
        """What memory holds from now on, and what it was copied from."""
        if flag in self._watched or written is not None or state.memory.get(("content", flag)) is not None:
            state.memory[("content", flag)] = written or self._interpreter.unknown()
        source = tuple(memory_of(value)) if isinstance(value, (HostArray, HostView)) else ()
        if source or state.memory.get(("copied", flag)) is not None:
            state.memory[("copied", flag)] = source

    def host_store(self, state: State, base: Value, value: Value | None, node: CSTNode | None) -> None:
        """Host code writes into memory of the host: ``flag[0] = 1``."""
        if node is None or not self.enabled or not isinstance(base, (HostArray, HostView)):
            return
        written = constant(state, value)
        for flag in memory_of(base):
            if flag in self._watched and written is not None:
                order = state.program_order or state.order
                self._wrote(state, flag, written, node, None, order.hosts.get(state.host, 0), None)
            elif written is not None:
                self._wrote_original(state, flag, written, node)
            state.memory[("content", flag)] = written or self._interpreter.unknown()

    def _wrote(
        self,
        state: State,
        flag: Hashable,
        written: Const | Interface,
        node: CSTNode,
        stream: Stream | None,
        before: int,
        loads: Hashable,
    ) -> None:
        """A flag is written that a kernel watches, or has watched: with a number, or by another kernel."""
        self._renewed(flag)
        known = state.memory.get(("watched", flag), ())
        for running in reversed(known if isinstance(known, tuple) else ()):
            if not isinstance(running, Running) or not _releases(running, written):
                continue
            how, wait = self._obstacle(state, running, stream, before, loads)
            if how is None:
                state.memory[("stopped", running.number)] = True
            elif not state.memory.get(("stopped", running.number)):
                self._found(state, running, how, wait, written, node, stream)
            return

    def _renewed(self, flag: Hashable) -> None:
        """A copy that a kernel watches is written, so that a change of what it was copied from may reach it."""
        for node, late in self._late.items() if flag in self._watched else ():
            if late.fact.how == "copy" and flag in late.flags:
                self._withdrawn.add(node)

    def _obstacle(
        self, state: State, running: Running, stream: Stream | None, before: int, loads: Hashable
    ) -> tuple[How | None, Spot | None]:
        order = state.program_order or state.order
        bit = 1 << running.number
        if order.hosts.get(state.host, 0) & bit:
            return self._obstacle_of_ended(state, running, stream)
        if stream is not None and before & bit:
            return _ordered_by(stream, running.stream), None
        stalled = state.memory.get(("stalled", running.number))
        if isinstance(stalled, Ended) and stalled.frame == self._interpreter.frame.number:
            return "waited", stalled.step.spot
        if loads is None or not order.issued & bit:
            return None, None
        if not state.memory.get(("loaded", loads)):
            return "loading", None
        return "full" if running.poll.everywhere and running.threads > _RESIDENT else None, None

    def _obstacle_of_ended(
        self, state: State, running: Running, stream: Stream | None
    ) -> tuple[How | None, Spot | None]:
        """What made the write come after the end of the kernel."""
        ended = state.memory.get(("ended", running.number))
        if ended is None and stream is None and is_callback(state.host):
            return "callback", None
        if not isinstance(ended, Ended) or ended.frame != self._interpreter.frame.number or self._cleans_up():
            return None, None
        return "waited", ended.step.spot

    def _wrote_original(self, state: State, flag: Hashable, written: Const, node: CSTNode) -> None:
        """Memory of the host is written of which a kernel may watch a copy on the device."""
        for watched in self._watched:
            source, known = state.memory.get(("copied", watched)), state.memory.get(("watched", watched), ())
            if not (isinstance(source, tuple) and flag in source and isinstance(known, tuple)):
                continue
            running = known[-1]
            order = state.program_order or state.order
            ended = order.hosts.get(state.host, 0) >> running.number & 1
            if not ended and order.issued >> running.number & 1 and _releases(running, written):
                self._found(state, running, "copy", None, written, node, None)

    def _found(
        self,
        state: State,
        running: Running,
        how: How,
        wait: Spot | None,
        written: Const | Interface,
        node: CSTNode,
        stream: Stream | None,
    ) -> None:
        interpreter = self._interpreter
        if interpreter.modules.importing:
            return
        certain = self._is_certain(state, running, how, wait, written)
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
            stream=interpreter.names.stream(stream),
            launched=interpreter.names.stream(running.stream),
            wait=wait,
            certain=certain,
        )
        self._late[node] = _Late(fact, running.flags)
        if isinstance(written, Const):
            state.memory[("late", node)] = written

    def _is_certain(
        self, state: State, running: Running, how: How, wait: Spot | None, written: Const | Interface
    ) -> bool:
        interpreter = self._interpreter
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
        statements = [self._interpreter.statement, *(frame.statement for frame in self._interpreter.frames)]
        return any(statement in self._cleanup for statement in statements if statement is not None)

    # -- waits ---------------------------------------------------------------------------------------

    def waited(self, state: State, step: Step) -> None:
        """The host has waited: for kernels that watch a flag too?"""
        self.polls.waited(self._interpreter, state, step)
        order = state.program_order or state.order
        known = order.hosts.get(state.host, 0)
        for flag in self._watched:
            launches = state.memory.get(("watched", flag), ())
            for running in launches if isinstance(launches, tuple) else ():
                if not known >> running.number & 1 or state.memory.get(("ended", running.number)) is not None:
                    continue
                if step.implicit or isinstance(step.spot.node, cst.Call):
                    state.memory[("ended", running.number)] = Ended(step, self._interpreter.frame.number)
                    interrupts.waited(self._interpreter, state, step, running)
                else:
                    state.memory[("ended", running.number)] = True  # it was asked whether it is done

    def unknown(self, state: State, name: str, node: CSTNode) -> None:
        """A call of code that is not seen: it may load kernels; one that frees memory waits for all of them."""
        state.memory[("loaded", "*")] = True
        if name.rpartition(".")[2] != "free_all_blocks":
            return
        step = Step("sync", self._interpreter.spot(node), None, "device", implicit=True)
        for flag in self._watched:
            launches = state.memory.get(("watched", flag), ())
            for running in launches if isinstance(launches, tuple) else ():
                state.memory[("stalled", running.number)] = Ended(step, self._interpreter.frame.number)

    # -- results -------------------------------------------------------------------------------------

    def findings(self) -> list[Fact]:
        """What was found on all paths."""
        blocked = self.polls.findings()
        polled = {fact.spot for fact in blocked}
        late = [
            late.fact
            for node, late in self._late.items()
            if node not in self._withdrawn and late.fact.wait not in polled  # that wait is told of already
        ]
        return [*blocked, *late]


_MAKERS = frozenset(("RawKernel", "RawModule", "rawkernel"))
_CONCURRENT = frozenset(
    [
        "Thread",
        "Timer",
        "ThreadPoolExecutor",
        "ProcessPoolExecutor",
        "Process",
        "Pool",
        "to_thread",
        "run_in_executor",
        "create_task",
        "signal",
        "launch_host_func",
        "add_callback",
        "multiprocessing",
        "asyncio",
        "atexit",
    ]
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


def written_by(name: str, arguments: Arguments) -> Value | None:
    """What a function of CuPy writes to all of its result, or of the array it is given, None if not known."""
    if name in _ZEROS or name in _ONES:
        return Const(int(name in _ONES))
    if name in _FILLS:
        keyword = {"full": "fill_value", "full_like": "fill_value", "copyto": "src", "set": "arr"}
        return arguments.either(_FILLS[name], keyword.get(name, "value"))
    return None


def changed(state: State, array: Array, operator: str, value: Value) -> Value | None:
    """What ``array += value`` writes."""
    old = _content(state, tuple(array.buffers))
    if old is None or operator != "+" or not isinstance(value, Const) or not isinstance(value.value, int):
        return None
    return replace(old, value=old.value + value.value) if isinstance(old.value, int) else None
