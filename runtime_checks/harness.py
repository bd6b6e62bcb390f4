"""What a program calls while it is judged: gates, probes, and the watcher that sees the host wait.

A gate is shut on the stream of the earlier access. Whatever comes to the later access while it is
shut was not made to wait: CONFIRMED. If the later work is not done until the gate opens, or the host
itself stands still until then, something orders the two: ORDERED, and the place where it waited is
the edge. In loops one execution of the earlier access after another is tested, each against an execution
of the later access that touches the same memory from another stream: the serial run tells which.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from . import wording
from .extents import memory_of
from .gate import Device, Extent
from .jobs import EARLIER, LATER, Pair, Seen
from .occurrences import TESTS, Access, Into, Pace, Part, State, Test, overlap, plan
from .results import Verdict
from .setting import Setting
from .watcher import Watcher

LONGEST = 2.0
"""Seconds after which a gate opens by itself, unless the program's own pace asks for more."""

_clock = time.perf_counter  # a program may put something else there
_STALL, _POLL, _MOVES = 0.025, 0.004, 0.020


class Harness:
    """The object behind ``__cupylint__`` during one run."""

    def __init__(self, device: Device, pairs: Mapping[int, Pair], setting: Setting) -> None:
        self._device, self._pairs = device, pairs
        self._mode, self._visible, self._told = setting.mode, setting.visible, setting.told
        self.pace: dict[int, Pace] = dict(setting.pace)
        self._patience, self._clock = setting.patience, _clock
        self._states = {pair: State() for pair in pairs}
        self._lock = threading.RLock()
        self._watcher: Watcher | None = None
        if setting.mode == "gate":
            files = frozenset(setting.files)
            self._watcher = Watcher(self._states, self._stall, self._lock, files, _clock, self._place)

    def _place(self, pair: int, row: int, filename: str) -> str:
        return wording.place(self._pairs[pair], row, filename)

    # -- called by the program -------------------------------------------------------------------

    @property
    def null(self) -> Any:
        """The stream of copies that name none."""
        return self._device.null()

    def gate(self, pair: int, *candidates: object) -> None:
        """The earlier access of `pair` comes next, on the current stream or on a candidate that is a stream."""
        self._gate(pair, candidates, False)

    def behind(self, pair: int, *candidates: object) -> None:
        """The earlier access of `pair` was issued, by a call that waited first: what holds back all later work of its
        stream shows as well whether anything waits for it."""
        state = self._states.get(pair)
        if state is None or self._mode == "idle":
            return
        here = state.here()
        before, shown = here.before, here.shown
        here.before, here.shown = [], False
        self._gate(pair, candidates, False)
        if here.held:
            here.extents += before
            state.executed = state.executed or shown

    def on(self, pair: int, role: int, stream: Any) -> Any:
        """An access of `pair` comes next, on `stream`; returns `stream`."""
        state = self._states.get(pair)
        if state is not None and role == EARLIER:
            here = state.here()
            self._gate(pair, (stream,), True)
            state.see_first = state.see_first or here.shown
            here.keyed = not here.shown
            if here.held:  # the operands stand before the keyword
                here.extents += here.before
                state.executed = state.executed or here.shown
            here.before, here.shown = [], False
        elif state is not None and stream is not None:
            state.here().later_stream = stream
        return stream

    def _gate(self, pair: int, candidates: Sequence[object], keyword: bool) -> None:
        state = self._states.get(pair)
        if state is None or self._mode == "idle":
            return
        here = state.here()
        with self._lock:
            state.earlier += 1
            if state.earlier == 1:
                self._told.came(pair, EARLIER)
            here.held, here.extents = self._mode == "observe", []
            if self._mode == "observe":
                state.since = self._clock()
                stream = self._lane(candidates, keyword)
                state.history.append(Access(EARLIER, stream, state.since, here.extents))
                return
            if state.shut is not None or self._decided(state) or len(state.tested) >= TESTS:
                return
            if self._told.in_turn and any(one.shut is not None and one.shut.holding() for one in self._states.values()):
                return
            test = self.pace.get(pair, Pace()).test(state.earlier, state.tested)
            if test is None:
                return
            try:
                stream = self._device.stream(candidates, keyword)
                shut = self._device.shut(stream, self._limit(pair, test))
            except Exception as error:
                shut = None
                self._note(pair, Verdict.INCONCLUSIVE, f"no gate could be shut: {type(error).__name__}: {error}")
            state.tested.append(test)
            if shut is None:
                return
            state.stream = self._lane((stream,), keyword)
            here.held = True
            state.extents, state.executed, state.first = here.extents, False, True
            state.opened, state.moved, state.arrived = 0.0, None, False
            state.thread = threading.get_ident()
            state.armed = state.since = self._clock()
            state.shut = shut

    def see(self, pair: int, role: int, value: Any) -> Any:
        """An access of `pair` uses the memory of `value`; returns `value`."""
        state = self._states.get(pair)
        if state is None or self._mode == "idle":
            return value
        known = list(memory_of(self._device, value))
        here = state.here()
        if role == EARLIER:
            if not state.see_first and here.held:
                state.executed = True
                here.extents += known
            if not here.keyed:  # a keyword that names the stream may follow
                here.before, here.shown = known, True
            here.keyed = False
        else:
            here.later_value = value
            here.later_extents += known
        return value

    def part(self, pair: int, role: int, value: Any) -> Part:
        """Part of `value` is used: the index that follows says which."""
        return Part(lambda part: self.see(pair, role, part), value)

    def into(self, pair: int, role: int, value: Any) -> Into:
        """Part of `value` is assigned to: the index that follows, which is evaluated once, says which."""
        return Into(lambda part: self.see(pair, role, part), value)

    def probe(self, pair: int, *candidates: object) -> None:
        """The later access of `pair` was issued, or made by the host."""
        state = self._states.get(pair)
        if state is None or self._mode == "idle":
            return
        here = state.here()
        if here.later_stream is not None:
            candidates = (here.later_stream,)
        extents, value = here.later_extents, here.later_value
        here.later_extents, here.later_value, here.later_stream = [], None, None
        if (pair, LATER) in self._visible and value is None:
            return  # the statement ran, but not this part of it
        state.later += 1
        if state.later == 1:
            self._told.came(pair, LATER)
        if self._mode == "observe":
            self._observed(pair, state, extents, candidates)
            return
        if not self._is_awaited(pair, state, extents, candidates):
            return
        state.arrived = True
        try:
            if state.opened:
                self._host_waited(pair, state)
            elif self._pairs[pair].later.host:
                self._host_came(pair, state, value)
            else:
                self._poll(pair, state, candidates)
        except Exception as error:
            self._note(pair, Verdict.INCONCLUSIVE, f"the probe failed: {type(error).__name__}: {error}")
        finally:
            self._release(state)

    def _is_awaited(self, pair: int, state: State, extents: list[Extent], candidates: Sequence[object]) -> bool:
        """Whether this execution of the later access is to be judged against the one that is held back."""
        if state.shut is None or state.later < state.tested[-1][1]:
            return False
        if (pair, EARLIER) in self._visible and not state.executed:
            return False  # only the statement ran, or this is a later access in the statement of the earlier one
        if not self._same(pair, state, extents):
            state.since = self._clock()
            return False
        if not state.tested[-1][1] and not state.opened and self._later_lane(pair, candidates) == state.stream:
            state.aligned = True  # which says nothing of the same access in another round
            return False
        return True

    # -- called by the worker --------------------------------------------------------------------

    def finish(self) -> None:
        """The program has ended: open all gates, stop watching, and draw conclusions."""
        with self._lock:
            for state in self._states.values():
                if state.shut is not None:
                    state.shut.open()
                    state.shut = None
        if self._watcher is not None:
            self._watcher.stop()
        if self._mode == "observe":
            for pair, state in self._states.items():
                plan(self.pace.setdefault(pair, Pace()), state)

    def tested(self, pair: int) -> list[Test]:
        """Which executions of the earlier access were held back, for which of the later one."""
        return self._states[pair].tested

    def executed(self, pair: int) -> int:
        """How often the earlier access was executed."""
        return self._states[pair].earlier

    def staged(self, pair: int) -> bool:
        """Whether the host came first, to pageable memory."""
        return self._states[pair].staged

    def compared(self, pair: int) -> bool:
        """Whether the two accesses were seen to share memory."""
        return self._states[pair].matched

    def seen(self) -> dict[int, Seen]:
        """The verdict on each pair."""
        return {pair: wording.conclusion(pair, self._pairs[pair], state) for pair, state in self._states.items()}

    # -- observing -------------------------------------------------------------------------------

    def _observed(self, pair: int, state: State, extents: list[Extent], candidates: Sequence[object]) -> None:
        stream = self._later_lane(pair, candidates)
        self._device.synchronize()
        now = self._clock()
        pace = self.pace.setdefault(pair, Pace())
        if state.earlier:
            pace.gap = max(pace.gap, now - state.since)
        state.since = now
        state.history.append(Access(LATER, stream, now, extents))

    def _later_lane(self, pair: int, candidates: Sequence[object]) -> Hashable:
        """Where the later access is made: on a stream, or by the host on a thread."""
        return ("host", threading.get_ident()) if self._pairs[pair].later.host else self._lane(candidates)

    def _lane(self, candidates: Sequence[object], keyword: bool = False) -> Hashable:
        try:
            return self._device.key(self._device.stream(candidates, keyword))
        except Exception:
            return None

    # -- judging ---------------------------------------------------------------------------------

    def _same(self, pair: int, state: State, extents: list[Extent]) -> bool:
        """Whether this later access touches the memory of the earlier one that is held back."""
        if state.extents and extents:
            same = overlap(state.extents, extents)
            state.matched = state.matched or same
            state.apart = state.apart or not same
            return same
        pace = self.pace.get(pair, Pace(1, 1))
        first, state.first = state.first, False
        return first or pace.earlier <= 1

    def _poll(self, pair: int, state: State, candidates: Sequence[object]) -> None:
        shut = state.shut
        if shut is None:
            return  # the same access on another thread was judged in between
        issued = self._clock()
        mark = self._device.mark(self._device.stream(candidates))
        end = issued + self._budget(pair)
        done = mark.done()
        while not done and self._clock() < end and shut.holding():
            time.sleep(0.0001)
            done = mark.done()
        holding, now = shut.holding(), self._clock()
        row = wording.rows(self._pairs[pair])[0]
        last, first = wording.lines(self._pairs[pair], state)
        if done and holding:
            text = f"{last} was done while {first} was held back by a gate on its stream"
            self._note(pair, Verdict.CONFIRMED, text, state, (("later", issued, now, "work", row),))
            return
        if not holding and state.judged is shut:
            return  # it was opened where the same access on another thread was judged
        state.judged = shut
        shut.open()
        if not holding:
            self._note(pair, Verdict.INCONCLUSIVE, f"the gate before {first} opened by itself too early", state)
            return
        opened = self._clock()
        while not mark.done() and self._clock() < opened + max(1.0, self._budget(pair)):
            time.sleep(0.0001)
        if mark.done():
            text = f"{last} waited on the device until the gate before {first} opened"
            steps = (("later", issued, opened, "wait", row), ("later", opened, self._clock(), "work", row))
            self._note(pair, Verdict.ORDERED, text, state, steps)
        else:
            self._note(pair, Verdict.INCONCLUSIVE, f"{last} was not done, with the gate shut or open", state)

    def _host_came(self, pair: int, state: State, value: object) -> None:
        assert state.shut is not None
        row, last = wording.rows(self._pairs[pair])[0], wording.lines(self._pairs[pair], state)
        now = self._clock()
        if not state.shut.holding():
            self._note(pair, Verdict.INCONCLUSIVE, f"the gate before {last[1]} opened by itself too early", state)
        elif value is not None and self._device.staged(value):
            state.staged = True
            text = f"the host came to {last[0]} first, but its memory is pageable: CUDA may have staged the copy"
            self._note(pair, Verdict.INCONCLUSIVE, text, state)
        else:
            text = f"the host made the access of {last[0]} while {last[1]} was held back by a gate on its stream"
            self._note(pair, Verdict.CONFIRMED, text, state, (("host", now, now, "host", row),))

    def _host_waited(self, pair: int, state: State) -> None:
        """The watcher opened the gate since the host stood still."""
        first = wording.lines(self._pairs[pair], state)[1]
        moved = state.moved or self._clock()  # it may have come here faster than the watcher looks
        if state.blocked_loading:
            text = f"{state.blocked} loaded a kernel, which waits for every stream"
            self._note(pair, Verdict.INCONCLUSIVE, text, state)
        elif moved - state.opened > _MOVES * self._patience + self._gap(pair):
            text = f"the host was busy in {state.blocked} for too long to tell"
            self._note(pair, Verdict.INCONCLUSIVE, text, state)
        else:
            text = f"the host waited in {state.blocked} until the gate before {first} opened"
            steps = (("host", state.since, moved, "wait", state.blocked_row),)
            self._note(pair, Verdict.ORDERED, text, state, steps)

    def _note(
        self,
        pair: int,
        verdict: Verdict,
        text: str,
        state: State | None = None,
        steps: tuple[tuple[str, float, float, str, int], ...] = (),
    ) -> None:
        own = self._states[pair]
        now = self._clock()
        shown: list[tuple[str, float, float, str, int]] = []
        if state is not None:
            row = self._pairs[pair].earlier.location.row
            end = state.opened or now
            shown = [("earlier", state.armed, end, "gate", row), *steps, ("earlier", end, now, "work", row)]
        start = state.armed if state is not None else now
        relative = tuple(
            (lane, 1e3 * (begin - start), 1e3 * (end - start), kind, at) for lane, begin, end, kind, at in shown
        )
        own.seen.append(Seen(pair, verdict.name, text, "", 1e3 * (now - start), relative))
        self._told.seen(own.seen[-1])

    def _decided(self, state: State) -> bool:
        return any(seen.verdict == Verdict.CONFIRMED.name for seen in state.seen)

    def _release(self, state: State) -> None:
        with self._lock:
            if state.shut is not None:
                state.judged = state.shut
                state.shut.open()
                state.shut = None
            state.arrived = False

    def _gap(self, pair: int) -> float:
        """Seconds from the earlier access to the later one in the serial run."""
        pace, tested = self.pace.get(pair, Pace()), self._states[pair].tested
        return max(pace.gap, pace.spans.get(tested[-1], 0.0) if tested else 0.0)

    def _budget(self, pair: int) -> float:
        """Seconds that the later work may take when nothing holds it back."""
        return min((_POLL + 3 * self._gap(pair)) * self._patience, 5.0)

    def _stall(self, pair: int) -> float:
        """Seconds that the host may need from one access to the next when nothing blocks it."""
        return min((_STALL + 3 * self.pace.get(pair, Pace()).gap) * self._patience, 5.0)

    def _limit(self, pair: int, test: Test) -> float:
        span = self.pace.get(pair, Pace()).spans.get(test, 0.0)
        return max(LONGEST, 2 * (self._stall(pair) + self._budget(pair) + span))
