"""The traps: programs that look ordered and are not, or are ordered by accident.

Each program runs in the model and in the happens-before graph; the two must agree on every pair.
"""

from __future__ import annotations

import pytest

from cupylint.order import HOST, Stream
from tests.order.programs import FOREIGN, MINE, N1, N2, NULL, S1, S2, THEIRS, Program
from tests.order.traces import WORKER

# -- traps -----------------------------------------------------------------------------------------


def test_trap_two_blocking_streams_are_not_ordered(p: Program) -> None:
    """`Stream()` is ordered with null, not with another `Stream()`."""
    assert not p.ordered(p.work(S1), p.work(S2))


def test_trap_a_null_operation_between_two_blocking_streams_orders_them(p: Program) -> None:
    """`cupy.zeros` in between hides the race, until someone removes it."""
    write = p.work(S1)
    p.work(NULL)
    assert p.ordered(write, p.work(S2))


def test_trap_non_blocking_streams_are_ordered_with_nothing(p: Program) -> None:
    """Also a null operation in between does not help them."""
    write = p.work(N1)
    p.work(NULL)
    for stream in (NULL, S1, N2, MINE, FOREIGN):
        assert not p.ordered(write, p.work(stream))


def test_trap_per_thread_default_streams_lose_the_order_of_null(p: Program) -> None:
    """With per-thread defaults, "no stream given" is ordered neither with `Stream()` nor with another thread."""
    write = p.work(S1)
    default = p.work(MINE)
    assert not p.ordered(write, default)
    assert not p.ordered(default, p.work(S1))
    assert not p.ordered(default, p.work(THEIRS, WORKER))


def test_trap_get_waits_for_one_stream_not_for_the_producer(p: Program) -> None:
    """`y.get()` on null: right for a blocking producer, old bytes for a non-blocking one."""
    blocking, non_blocking = p.work(S1), p.work(N1)
    copy = p.work(NULL)
    p.do("host_wait_stream", NULL)
    after = p.touch()
    assert p.ordered(blocking, copy)
    assert not p.ordered(non_blocking, copy)
    assert not p.ordered(non_blocking, after)


def test_trap_a_record_before_the_work_misses_it(p: Program) -> None:
    """`record` takes a snapshot; it is no name for the end of the stream."""
    p.do("record", "e", S1)
    write = p.work(S1)
    p.do("wait_event", S2, "e")
    assert not p.ordered(write, p.work(S2))


@pytest.mark.parametrize(("producer", "right"), [(S1, True), (MINE, True), (N1, False), (FOREIGN, False)])
def test_trap_a_record_on_null(p: Program, producer: Stream, right: bool) -> None:
    """`e.record()` outside the `with`: takes in the blocking streams, and misses the others."""
    write = p.work(producer)
    p.do("record", "e", NULL)
    p.do("wait_event", N2, "e")
    assert p.ordered(write, p.work(N2)) is right


def test_trap_a_record_on_the_wrong_stream(p: Program) -> None:
    """An edge, but from the wrong place."""
    write = p.work(S1)
    p.do("record", "e", S2)
    p.do("wait_event", N1, "e")
    assert not p.ordered(write, p.work(N1))


def test_trap_the_wait_is_on_the_wrong_side(p: Program) -> None:
    """The producer waits for the consumer: the other way round orders nothing."""
    write = p.work(S1)
    p.do("record", "e", S2)
    p.do("wait_event", S1, "e")
    assert not p.ordered(write, p.work(S2))


def test_trap_memory_returns_to_the_stream_that_allocated_it(p: Program) -> None:
    """Its next owner is ordered after that stream, not after the stream that still reads the block."""
    p.work(S1)  # allocated and filled on S1
    p.do("record", "filled", S1)
    p.do("wait_event", S2, "filled")
    read = p.work(S2)  # then freed, and given out again on S1
    assert not p.ordered(read, p.work(S1))
    p.do("record", "read", S2)
    p.do("wait_event", S1, "read")
    assert p.ordered(read, p.work(S1))


# -- asking what if --------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [S2, N1, NULL])
def test_assume_is_the_missing_edge(p: Program, target: Stream) -> None:
    """`assume(S1, target)` is what `target.wait_event(S1.record())` would give later work of the target."""
    write = p.work(S1)
    p.do("assume", S1, target)
    assert p.ordered(write, p.work(target))


def test_assume_is_one_edge_and_no_barrier(p: Program) -> None:
    """Towards null it reaches the blocking streams, as any wait of null does, but with its own source alone."""
    write, other = p.work(N1), p.work(S2)
    p.do("assume", N1, NULL)
    read = p.work(S1)
    assert p.ordered(write, read)
    assert not p.ordered(other, read)


def test_assume_for_the_host(p: Program) -> None:
    """None is the host, as source and as target."""
    write = p.work(N1)
    p.do("assume", N1, None)
    assert p.ordered(write, p.touch())
    touched = p.touch()
    p.do("assume", None, N2, HOST)
    assert p.ordered(touched, p.work(N2, WORKER))
