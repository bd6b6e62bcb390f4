"""What the harness concludes from what a device shows it; the device is a script of its own here."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, UserDict
from dataclasses import dataclass, field
from typing import Any

import numpy
import pytest

from cupylint.findings import Location
from cupylint.runtime_checks.gate import Extent, Ranges, handle_of, of_tensor, spanned
from cupylint.runtime_checks.harness import Harness
from cupylint.runtime_checks.jobs import EARLIER, LATER, Pair, Seen, Site
from cupylint.runtime_checks.occurrences import Access, Into, Pace, Part, State, plan
from cupylint.runtime_checks.setting import Setting
from cupylint.runtime_checks.wording import APART

PAIR = Pair(Site("p.py", Location(1, 1, 1, 2)), Site("p.py", Location(2, 1, 2, 2)))
HOST = Pair(PAIR.earlier, Site("p.py", Location(2, 1, 2, 2), host=True))


@dataclass
class Gate:
    opened: threading.Event = field(default_factory=threading.Event)

    def open(self) -> None:
        self.opened.set()

    def holding(self) -> bool:
        return not self.opened.is_set()


@dataclass
class Device:
    """Later work is done when `ordered` is false or the last gate is open. Values are (low, high) pairs."""

    ordered: bool = False
    slow: bool = False
    pageable: bool = False
    gates: list[Gate] = field(default_factory=list)
    null_stream: object = "null"

    def stream(self, candidates: Any, keyword: bool = False) -> Any:
        return candidates[0] if candidates else "current"

    def null(self) -> Any:
        return self.null_stream

    def key(self, stream: Any) -> Any:
        return stream if isinstance(stream, int) else object()

    def shut(self, stream: Any, limit: float) -> Gate:
        self.gates.append(Gate())
        return self.gates[-1]

    def mark(self, stream: Any) -> Any:
        device = self

        class Mark:
            def done(self) -> bool:
                return not device.slow and (not device.ordered or not device.gates[-1].holding())

        return Mark()

    def synchronize(self) -> None: ...

    def extent(self, value: object) -> Extent | None:
        return Extent(*value) if isinstance(value, tuple) else None

    def staged(self, value: object) -> bool:
        return self.pageable


BOTH = frozenset({(0, EARLIER), (0, LATER)})


def judged(device: Device, play: Any, pair: Pair = PAIR, **more: Any) -> Seen:
    harness = Harness(device, {0: pair}, Setting("gate", BOTH, [__file__], **more))
    play(harness)
    harness.finish()
    assert not any(gate.holding() for gate in device.gates)
    return harness.seen()[0]


def earlier(harness: Harness, memory: object = (0, 8)) -> None:
    harness.gate(0)
    harness.see(0, EARLIER, memory)


def later(harness: Harness, memory: object = (0, 8)) -> None:
    harness.see(0, LATER, memory)
    harness.probe(0)


def both(harness: Harness) -> None:
    earlier(harness)
    later(harness)


def test_unordered() -> None:
    seen = judged(Device(), both)
    assert seen.verdict == "CONFIRMED"
    assert seen.evidence == "line 2 was done while line 1 was held back by a gate on its stream"
    assert [step[3] for step in seen.steps] == ["gate", "work", "work"]


def test_ordered_on_the_device() -> None:
    seen = judged(Device(ordered=True), both)
    assert (seen.verdict, seen.evidence) == (
        "ORDERED",
        "line 2 waited on the device until the gate before line 1 opened",
    )


def test_never_done() -> None:
    seen = judged(Device(slow=True), both)
    assert seen.verdict == "INCONCLUSIVE"


def test_the_host_waits() -> None:
    device = Device()

    def play(harness: Harness) -> None:
        earlier(harness)
        device.gates[-1].opened.wait(5)
        later(harness)

    seen = judged(device, play)
    assert seen.verdict == "ORDERED"
    assert "the host waited in line" in seen.evidence


def test_a_busy_host_is_no_order() -> None:
    def play(harness: Harness) -> None:
        earlier(harness)
        time.sleep(0.3)
        later(harness)

    seen = judged(Device(), play)
    assert (seen.verdict, "busy" in seen.evidence) == ("INCONCLUSIVE", True)


def test_a_slow_pace_is_known() -> None:
    def play(harness: Harness) -> None:
        earlier(harness)
        time.sleep(0.1)
        later(harness)

    assert judged(Device(), play, pace={0: Pace(1, 1, gap=0.1)}).verdict == "CONFIRMED"


def test_host_access() -> None:
    assert judged(Device(), both, HOST).verdict == "CONFIRMED"
    assert judged(Device(pageable=True), both, HOST).verdict == "INCONCLUSIVE"


def test_other_memory_does_not_count() -> None:
    def play(harness: Harness) -> None:
        earlier(harness, (0, 8))
        later(harness, (8, 16))

    seen = judged(Device(), play)
    assert (seen.verdict, seen.evidence.startswith(APART)) == ("NOT_REACHED", True)


def test_a_ring_waits_for_the_same_buffer() -> None:
    def play(harness: Harness) -> None:
        for step in range(4):
            later(harness, (8 * (step % 2), 8 * (step % 2) + 8))
            earlier(harness, (8 * (step % 2), 8 * (step % 2) + 8))

    device = Device()
    assert judged(device, play).verdict == "CONFIRMED"
    assert len(device.gates) == 1


def test_a_branch_not_taken_does_not_count() -> None:
    def play(harness: Harness) -> None:
        harness.gate(0)
        later(harness)

    assert judged(Device(), play).verdict == "NOT_REACHED"


def test_operands_before_the_stream_keyword() -> None:
    def play(harness: Harness) -> None:
        harness.see(0, EARLIER, (0, 8))
        assert harness.on(0, EARLIER, "s") == "s"
        later(harness)

    assert judged(Device(), play).verdict == "CONFIRMED"


def test_a_gate_behind_a_call_that_waits_before_it_computes() -> None:
    def play(harness: Harness) -> None:
        for _ in range(2):
            harness.see(0, EARLIER, (0, 8))
            harness.behind(0)
        later(harness)

    seen = judged(Device(), play)
    assert (seen.verdict, len(seen.steps)) == ("CONFIRMED", 3)
    assert judged(Device(ordered=True), play).verdict == "ORDERED"


def test_a_gate_behind_is_for_the_memory_that_was_used() -> None:
    def play(harness: Harness) -> None:
        harness.see(0, EARLIER, (0, 8))
        harness.behind(0)
        later(harness, (8, 16))

    assert judged(Device(), play).verdict == "NOT_REACHED"


@pytest.mark.parametrize(
    ("calls", "text"),
    [((), "neither"), ((earlier,), "line 2"), ((later,), "line 1"), ((later, earlier), "from line 1")],
)
def test_not_reached(calls: tuple[Any, ...], text: str) -> None:
    seen = judged(Device(), lambda harness: [call(harness) for call in calls])
    assert seen.verdict == "NOT_REACHED"
    assert text in seen.evidence


def test_a_failing_device_is_inconclusive() -> None:
    class Broken(Device):
        def shut(self, stream: Any, limit: float) -> Gate:
            raise RuntimeError("no device")

    assert judged(Broken(), both).verdict == "INCONCLUSIVE"


def test_observing_finds_the_executions_to_test() -> None:
    harness = Harness(Device(), {0: PAIR}, Setting("observe", BOTH))
    for step in range(5):
        later(harness, (8 * (step % 3), 8 * (step % 3) + 8))
        earlier(harness, (8 * (step % 3), 8 * (step % 3) + 8))
    harness.finish()
    pace = harness.pace[0]
    assert (pace.earlier, pace.later, pace.compared, pace.tests) == (5, 5, True, [(1, 4), (2, 5)])


def observed(rounds: list[tuple[int, int]]) -> Pace:
    """What is planned for one statement that is both accesses; each round is on a stream and a buffer."""
    harness = Harness(Device(), {0: PAIR}, Setting("observe", BOTH))
    play(harness, rounds)
    harness.finish()
    return harness.pace[0]


def play(harness: Harness, rounds: list[tuple[int, int]]) -> None:
    for stream, buffer in rounds:
        harness.gate(0, stream)
        for role in (EARLIER, LATER):
            harness.see(0, role, (8 * buffer, 8 * buffer + 8))
        harness.probe(0, stream)


def test_rounds_of_a_loop_meet_on_two_streams() -> None:
    rounds = [(i % 2, i % 3) for i in range(8)]
    pace = observed(rounds)
    assert pace.tests == [(1, 4), (2, 5), (3, 6), (4, 7), (5, 8)], "the closest, not each with itself"
    seen = judged(Device(), lambda harness: play(harness, rounds), pace={0: pace})
    assert seen.verdict == "CONFIRMED"
    assert seen.evidence.startswith("line 2 was done while line 1 was held back")


def test_rounds_that_their_stream_orders_are_tested_where_there_are_no_others() -> None:
    rounds = [(i % 2, i % 2) for i in range(8)]
    pace = observed(rounds)
    assert pace.tests == [(number, number) for number in range(1, 9)]
    seen = judged(Device(ordered=True), lambda harness: play(harness, rounds), pace={0: pace})
    assert seen.verdict == "ORDERED"


def test_a_later_user_on_a_third_stream_is_tested_too() -> None:
    harness = Harness(Device(), {0: PAIR}, Setting("observe", BOTH))
    harness.gate(0, 1)
    harness.see(0, EARLIER, (0, 8))
    for stream in (1, 2, 2, 3):
        harness.see(0, LATER, (0, 8))
        harness.probe(0, stream)
    harness.finish()
    assert harness.pace[0].tests == [(1, 2), (1, 4)]


def test_without_a_serial_run_work_on_the_same_stream_is_passed_by() -> None:
    assert judged(Device(), lambda harness: play(harness, [(0, 0), (1, 0)])).verdict == "CONFIRMED"
    seen = judged(Device(), lambda harness: play(harness, [(0, 0), (0, 0)]))
    assert (seen.verdict, seen.evidence) == ("ORDERED", "lines 1 and 2 run on the same stream")


def test_many_executions_are_thinned_out() -> None:
    state, pace = State(earlier=100, later=1), Pace()
    state.history = [Access(EARLIER, number, 0.0, []) for number in range(100)] + [Access(LATER, "other", 0.0, [])]
    plan(pace, state)
    assert [test[0] for test in pace.tests] == [*range(1, 13)]
    for access in state.history[:-1]:
        access.stream = "one"
    state.history[1:1] = [Access(LATER, number, 0.0, []) for number in range(100)]
    plan(pace, state)
    assert len(pace.tests) == 12


def test_extents_know_strides() -> None:
    even, odd = spanned(64, (4,), (8,), 4), spanned(68, (4,), (8,), 4)
    assert not even.overlaps(odd)
    assert even.overlaps(spanned(64, (8,), (4,), 4))
    assert not even.overlaps(Extent(92, 104))
    assert spanned(100, (3,), (-8,), 8).low == 84
    assert not spanned(64, (0,), (8,), 8).overlaps(Extent(0, 100))


def test_parts_are_taken_only_where_that_costs_nothing() -> None:
    shown: list[object] = []
    values = [1, 2, 3]
    Part(shown.append, values)[1:]
    Part(shown.append, values)[[True]]
    Part(shown.append, numpy.array(values))[[True]]
    assert shown[:2] == [[2, 3], values]
    assert isinstance(shown[2], numpy.ndarray) and shown[2].size == 3


@pytest.mark.parametrize("container", [{"a": "memory"}, OrderedDict(a="memory"), UserDict(a="memory")])
def test_items_of_containers_are_memory(container: Any) -> None:
    shown: list[object] = []
    Part(shown.append, container)["a"]
    Into(shown.append, container)["a"] += "y"
    assert shown == ["memory", "memoryy"]


def test_each_execution_has_its_own_operands() -> None:
    """A keyword names the stream before the operand is evaluated, round after round."""
    device = Device()
    visible = frozenset({(0, EARLIER), (0, LATER)})
    harness = Harness(device, {0: PAIR}, Setting("gate", visible, pace={0: Pace(2, 2, tests=[(2, 1)])}))
    for part in ((0, 8), (8, 16)):
        harness.on(0, EARLIER, "s1")
        harness.see(0, EARLIER, part)
    harness.see(0, LATER, (0, 8))
    harness.probe(0)
    harness.finish()
    assert harness.seen()[0].verdict == "NOT_REACHED", "only the first round used this memory, and it is not held back"


def test_ranges_know_what_was_handed_out_before() -> None:
    ranges = Ranges()
    assert [ranges.add(0, 8), ranges.add(16, 24), ranges.add(8, 16)] == [True, True, True]
    assert not ranges.add(4, 6)
    assert not ranges.add(20, 40)
    assert ranges.add(40, 41)


class _Tensor:
    """What the harness asks a tensor of torch for."""

    shape = (4, 2)

    def __init__(self, is_cuda: bool) -> None:
        self.is_cuda = is_cuda

    def data_ptr(self) -> int:
        return 4096

    def element_size(self) -> int:
        return 4

    def stride(self) -> tuple[int, int]:
        return 4, 1


def test_a_tensor_covers_the_addresses_of_its_elements() -> None:
    found = of_tensor(_Tensor(True))
    assert found is not None
    assert (found.low, found.high) == (4096, 4096 + 4 * (3 * 4 + 1) + 4)
    assert of_tensor(_Tensor(False)) is None
    assert of_tensor(object()) is None


def test_a_stream_of_another_library_is_known_by_the_protocol_of_cuda() -> None:
    class Method:
        def __cuda_stream__(self) -> tuple[int, int]:
            return 0, 640

    class Property:
        @property
        def __cuda_stream__(self) -> tuple[int, int]:
            return 0, 640

    class Closed:
        def __cuda_stream__(self) -> tuple[int, int]:
            raise RuntimeError("the stream is closed")

    assert [handle_of(each) for each in (Method(), Property(), Closed(), object(), 640)] == [640, 640, None, None, None]
    assert handle_of(Method) is None  # the class is no stream


class Twice(Device):
    """The second of two marks is looked at only once the first one's probe has opened the gate."""

    def mark(self, stream: Any) -> Any:
        first = super().mark(stream)
        gate = self.gates[-1]

        class Late:
            def done(self) -> bool:
                gate.opened.wait(5)
                return False

        self.marks = getattr(self, "marks", 0) + 1
        return first if self.marks == 1 else Late()


def test_the_same_access_on_two_threads_is_judged_once() -> None:
    device = Twice(ordered=True)

    def play(harness: Harness) -> None:
        earlier(harness)
        begun = threading.Event()

        def second() -> None:
            begun.wait(5)
            later(harness)

        thread = threading.Thread(target=second)
        thread.start()
        mark = device.mark

        def marked(stream: Any) -> Any:
            try:
                return mark(stream)
            finally:
                begun.set()
                time.sleep(0.01)

        device.mark = marked  # type: ignore[method-assign]
        later(harness)
        thread.join()

    seen = judged(device, play, pace={0: Pace(1, 2, gap=0.05)})
    assert (seen.verdict, seen.evidence) == (
        "ORDERED",
        "line 2 waited on the device until the gate before line 1 opened",
    )


def test_the_memory_of_the_thread_that_is_held_back() -> None:
    """Two threads make the earlier access at once; the later one is on the memory of the one that is not held back."""
    steps = [threading.Event() for _ in range(3)]

    def play(harness: Harness) -> None:
        def first() -> None:
            harness.gate(0)
            steps[0].set()
            steps[1].wait(5)
            harness.see(0, EARLIER, (0, 8))
            steps[2].set()

        def second() -> None:
            steps[0].wait(5)
            harness.gate(0)
            steps[1].set()
            steps[2].wait(5)
            harness.see(0, EARLIER, (64, 72))

        threads = [threading.Thread(target=run) for run in (first, second)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        later(harness, (0, 8))

    assert judged(Device(), play, pace={0: Pace(2, 1, tests=[(2, 1)])}).verdict == "NOT_REACHED"
