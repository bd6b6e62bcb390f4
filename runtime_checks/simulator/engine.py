"""One simulated execution: operations, their order, their accesses, and when they really run.

Every operation gets a number; `cupylint.order` says which operations are ordered before it. The
trace is judged as issued, so a race does not depend on the schedule. An operation is a closure
over NumPy storage. It runs at once, or, in a run where another stream is *ahead*, only when something
that is ordered after it runs.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from cupylint.order import HOST, Kind, Order, Stream, bits

from .log import View, accesses
from .memory import Allocation, Memory
from .places import user_place
from .progress import Progress
from .races import Judging
from .results import Options, Place, Race

Touch = tuple[View, bool, Allocation | None]
"""Bytes, whether they are written, and who owns them."""

Action = Callable[[], object]
_MAX_COPY = 16 << 20
_PUT_OFF = 1000  # actions that may wait for somebody to look at what they make

_PATIENCE = 3  # queries that say "not done" before the device is given the time it needs


class Engine:
    """The state of one execution.

    Args:
        options: what the program runs on.
        ahead: None: everything runs at once. Else the label of the one stream whose work does; all
            other work runs as late as allowed ("host": no stream runs ahead).
        judge: look for races (once is enough: they do not depend on `ahead`).
        watch: numbers of the operations whose inputs are kept.
        told: called with each race when it is found.
        shapes: results' shapes and types by call, shared by the executions of a program.
    """

    def __init__(
        self,
        options: Options,
        ahead: str | None = None,
        judge: bool = True,
        watch: frozenset[int] = frozenset(),
        shapes: dict[Hashable, Any] | None = None,
        told: Callable[[Race], None] = lambda race: None,
    ) -> None:
        self.told = told
        self.options, self.ahead, self.judge, self.watch = options, ahead, judge, watch
        self.exact = judge  # what each kernel uses of memory is the question
        self.kernels: dict[str, str] = {}  # those that were launched: the name, and what of it is not understood
        self.stuck: list[str] = []  # those of them that never end, when the host waits for them
        self.waiting: list[tuple[str, int]] = []  # the lines that the host does so in, the innermost last
        self.unread: dict[Place, str] = {}  # kernels whose text is not understood, and what of it
        self.shapes: dict[Hashable, Any] = {} if shapes is None else shapes
        self.memory = Memory(
            options.device_memory, options.reuse, options.choice, not options.sized, options.pool_limit
        )
        self.lock = threading.RLock()
        self.local = threading.local()
        self.order = Order()
        self.repaired = Order()  # the same with one more wait for each missing edge
        self._judging = Judging(self)
        self._put_off: list[Action] = []  # in order; as if they had run, but nobody has looked
        self._pending: dict[int, tuple[int, Action]] = {}  # by number: what must run before, what to run
        self.progress = Progress()
        self._callbacks = 0  # pending calls back to the host
        self._impatience: dict[Hashable, tuple[int, int]] = {}
        self.count = 0
        self.races, self.racing = self._judging.races, self._judging.racing
        self.consumed: dict[int, tuple[Place, list[View]]] = {}  # inputs of the watched operations
        self.written: dict[int, tuple[Place, list[View]]] = {}  # their outputs, as they are at the end
        self.observed: list[tuple[Place, View]] = []
        self.places: list[tuple[int, Place]] = []  # where each operation was issued
        self.capture: Any = None  # the one that goes on, of the layer above
        self.failed, self.error = 0, ""  # the program's line that raised what ended it, and that
        self._threads = 0
        self.idle_waits: dict[Place, None] = {}
        self.forsaken: dict[Place, None] = {}
        self._last: dict[Stream, tuple[int, Place]] = {}  # the last operation of each stream
        self.lacking: dict[Place, str] = {}  # where something is used that the simulator lacks
        self.over = False  # the program has ended
        self._process, self._cut_off = os.getpid(), False
        self.naps = 0  # sleeps of the program
        self.session: Any = None  # handles of streams and events, kept by the layer above

    # -- agents --------------------------------------------------------------------------------

    @property
    def host(self) -> Hashable:
        """The host thread, or the callback, that acts now."""
        host: Hashable = getattr(self.local, "host", None)
        if host is None:
            if threading.get_ident() == threading.main_thread().ident:
                host = HOST
            else:
                with self.lock:
                    self._threads += 1
                    host = ("thread", self._threads)
            self.local.host = host
        return host

    @property
    def forked(self) -> bool:
        """Whether this process was forked from one that has used the device: then it cannot use it."""
        if os.getpid() != self._process:
            self._process, self._cut_off = os.getpid(), bool(self.count or self.memory.count)
        return self._cut_off

    @property
    def calling_back(self) -> bool:
        """Whether a host function that a stream called is running in this thread."""
        host = self.host
        return isinstance(host, tuple) and host[0] == "callback"

    @property
    def in_turn(self) -> bool:
        """Whether all that was issued has run, but for what was put off."""
        return self.ahead is None and not self.progress.held

    @property
    def prompt(self) -> bool:
        """Whether all that was issued has run."""
        self.settle()
        return self.in_turn

    def settle(self) -> None:
        """Do what was put off: somebody is about to look."""
        with self.lock:
            actions, self._put_off = self._put_off, []
            for action in actions:
                action()

    def _orders(self) -> tuple[Order, Order]:
        return self.order, self.repaired

    # -- work ----------------------------------------------------------------------------------

    def issue(
        self,
        stream: Stream,
        label: str,
        touches: Sequence[Touch],
        action: Action,
        copies: bool = False,
        idle: bool = False,
    ) -> int:
        """Put an operation on `stream`; returns its number.

        Args:
            copies: it is no kernel.
            idle: it does nothing but fill memory of a device, and cannot fail: it may wait until somebody looks.
        """
        with self.lock:
            self.progress.check()
            number, host = self.count, self.host
            if self.capture is not None and self.capture.takes(stream):
                self.capture.add(stream, touches, action)
                return number
            self.count += 1
            before, repaired = (order.issue(stream, 1 << number, host) for order in self._orders())
            place = user_place()
            self.places.append((number, place))
            self._last[stream] = number, place
            for access in accesses(number, touches, stream, label, place):
                self._judging.add(access, before, repaired, self.host)
            if number in self.watch:
                action = self._watched(number, place, touches, action)
            if self.progress.held and not copies:
                before |= self.progress.filling
            if idle and self.in_turn and not self.watch and all(_of_device(touch) for touch in touches):
                self._put_off.append(action)
                if len(self._put_off) > _PUT_OFF:
                    self.settle()
                return number
            self._pending[number] = before, action
            if self.ahead in (None, label):
                self.force(before | 1 << number)
            return number

    def in_order(self, stream: Stream, label: str, memory: Allocation, given_back: bool) -> None:
        """Memory is handed out, or given back, in the order of a stream: of interest where all steps are told."""

    def host_access(self, touches: Sequence[Touch]) -> None:
        """The host itself reads or writes memory that a device can reach."""
        with self.lock:
            self.settle()
            number, host, place = self.count, self.host, user_place()
            self.count += 1
            before, repaired = (order.host_access(1 << number, host) for order in self._orders())
            label = self.local.label if self.calling_back else "host"
            for access in accesses(number, touches, None, label, place):
                self._judging.add(access, before, repaired, self.host)
            for view, writes, _ in touches:
                if not writes:
                    self.observe(view, place)

    def call_back(self, stream: Stream, label: str, function: Action) -> None:
        """Put a host function on `stream`: it runs after what is on it and before what comes later."""
        with self.lock:
            number = self.count
            key = ("callback", number)
            self.count += 1
            before, _ = (order.issue(stream, 1 << number, self.host) for order in self._orders())
            for order in self._orders():
                order.host_wait_stream(stream, key)

            def action() -> None:
                self._callbacks &= ~(1 << number)
                caller, self.local.host, self.local.label = self.host, key, label
                start = self.count
                try:
                    function()
                finally:
                    self.local.host = caller
                    done = (1 << self.count) - (1 << start)
                    for order in self._orders():
                        order.issue(stream, done, key)

            self._callbacks |= 1 << number
            self._pending[number] = before, action
            if self.ahead in (None, label):
                self.force(before | 1 << number)

    def force(self, operations: int) -> None:
        """Run those of `operations` (closed under what is ordered before) that have not run."""
        with self.lock:
            for number in sorted(self._pending):
                if operations >> number & 1 and number in self._pending:
                    self._perform(number)

    def _perform(self, number: int) -> None:
        """Run an operation, unless it comes after one that has not ended."""
        before, action = self._pending[number]
        if before & self.progress.held:
            return
        self.settle()
        del self._pending[number]
        left = action()
        if hasattr(left, "never_ends"):
            self.progress.hold(number, left)  # type: ignore[arg-type]

    def run_what_can(self) -> bool:
        """Run all that nothing holds up; whether there was something."""
        before = len(self._pending)
        self.force((1 << self.count) - 1)
        return len(self._pending) < before

    def left(self, operations: int) -> bool:
        """Whether some of `operations` have not ended."""
        return bool(operations & self.progress.held) or any(operations >> number & 1 for number in self._pending)

    def force_callbacks(self) -> None:
        """The host is about to wait for something that only a call back may bring."""
        with self.lock:
            for number in bits(self._callbacks):
                if number in self._pending and not self.calling_back:
                    self.force(self._pending[number][0] | 1 << number)

    def finish(self) -> None:
        """Run all that is left."""
        self.force((1 << self.count) - 1)

    def close(self) -> None:
        """The program has ended: keep what is needed to compare, give up the memory."""
        self._put_off.clear()
        for _, views in self.written.values():
            views[:] = [np.array(view) for view in views]
        self.memory.blocks.clear()
        self.memory.arenas.clear()
        self._judging.clear()

    # -- order ---------------------------------------------------------------------------------

    def record(self, event: Hashable, stream: Stream) -> None:
        """Record `event` on `stream`."""
        with self.lock:
            self._impatience.pop(event, None)
            if self.capture is not None and self.capture.records(event, stream):
                return
            for order in self._orders():
                order.record(event, stream, self.host)

    def wait_event(self, stream: Stream, event: Hashable) -> None:
        """Later work on `stream` waits for `event`."""
        with self.lock:
            self._note_idle(event)
            if self.capture is not None and self.capture.waits_event(stream, event):
                return
            for order in self._orders():
                order.wait_event(stream, event, self.host)

    def wait_for_stream(self, stream: Stream) -> None:
        """The host waits for a stream."""
        if self.judge and self.capture is None and stream not in self._last and stream.kind is not Kind.NULL:
            self.idle_waits[user_place()] = None
        self._wait(lambda order: order.host_wait_stream(stream, self.host), stream)

    def wait_for_event(self, event: Hashable) -> None:
        """The host waits for an event."""
        self._note_idle(event)
        self._wait(lambda order: order.host_wait_event(event, self.host), event)

    def _note_idle(self, event: Hashable) -> None:
        """Note where the program waits for an event that nobody has recorded."""
        if self.judge and self.capture is None and event not in self.order.events:
            self.idle_waits[user_place()] = None

    def forsake(self, stream: Stream) -> None:
        """Nobody refers to `stream` any more: note its last operation if nobody knows that to be done."""
        number, place = self._last.get(stream, (0, None))
        if self.judge and not self.over and place is not None:
            known = self.order.hosts.get(self.host, 0)
            if not known >> number & 1:
                self.forsaken[place] = None

    def wait_for_device(self, device: int | None) -> None:
        """The host waits for a device, or for all."""
        self._wait(lambda order: order.host_wait_device(device, self.host), None)

    def _wait(self, wait: Callable[[Order], int], what: Hashable) -> None:
        with self.lock:
            if self.capture is not None:
                self.capture.waits(what)
            for order in self._orders():
                wait(order)
            known = self.order.hosts.get(self.host, 0)
            self.force(known)
        if self.progress.held:
            self.progress.look(self)
            self.progress.until(self, known)
        self.progress.check()

    def signal(self, source: Hashable, target: Hashable) -> None:
        """What host thread (or lock, queue, ...) `source` knows, `target` knows from now on."""
        with self.lock:
            for order in self._orders():
                order.host_signal(source, target)

    def query(self, what: Stream | Hashable) -> bool:
        """Whether a stream or an event is done. A device is never in a hurry: the first answers are no."""
        with self.lock:
            if self.capture is not None and not self.capture.answers(what):
                return False
            stream = what if isinstance(what, Stream) else None
            left = self.order.covered(stream) if stream is not None else self.order.events.get(what, 0)
            if not left & ~self.order.hosts.get(self.host, 0):
                return True
            asked, of = self._impatience.get(what, (0, left))
            asked = asked + 1 if of == left else 1
            self._impatience[what] = asked, left
            if asked <= _PATIENCE:
                return False
            self.progress.look(self)
            if self.progress.held and self.left(left):
                self.progress.asked_in_vain(self)
                return False
            self._impatience.pop(what)
        if stream is not None:
            self.wait_for_stream(stream)
        else:
            self.wait_for_event(what)
        return True

    def finished(self, event: Hashable) -> bool:
        """Whether the host knows that the recorded `event` is done."""
        return not self.order.events.get(event, 0) & ~self.order.hosts.get(self.host, 0)

    # -- judging -------------------------------------------------------------------------------

    def observe(self, view: View, place: Place | None = None) -> None:
        """The program got these values on the host."""
        size = view.nbytes
        self.observed.append((place or user_place(), np.array(view) if size <= _MAX_COPY else np.zeros(0)))

    def _watched(self, number: int, place: Place, touches: Sequence[Touch], action: Action) -> Action:
        reads = [view for view, writes, _ in touches if not writes and view.nbytes <= _MAX_COPY]
        self.written[number] = place, [view for view, writes, _ in touches if writes and view.nbytes <= _MAX_COPY]

        def watched() -> None:
            self.consumed[number] = place, [np.array(view) for view in reads]
            action()

        return watched


def _of_device(touch: Touch) -> bool:
    """Whether only operations of a device come to what is touched."""
    return touch[2] is not None and touch[2].block.kind == "device"


def kind_of(null: bool, non_blocking: bool, per_thread: bool) -> Kind:
    """The kind of a stream made with these flags; the first that is set wins."""
    if null:
        return Kind.NULL
    if per_thread:
        return Kind.PER_THREAD
    return Kind.NON_BLOCKING if non_blocking else Kind.BLOCKING


_running: list[Engine] = []


def active() -> Engine:
    """The engine of the program that runs now.

    Raises:
        RuntimeError: none does.
    """
    if not _running:
        raise RuntimeError("no simulated program is running")
    return _running[-1]


def activate(engine: Engine | None) -> None:
    """Make `engine` the active one; None: end it."""
    if engine is None:
        _running.pop()
    else:
        _running.append(engine)
