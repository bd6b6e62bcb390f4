"""The rules of ordering, H1 to H11, one by one: read it as the manual of `cupylint.order`.

Each program runs in the model and in the happens-before graph; the two must agree on every pair.
"""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from cupylint.order import HOST, Stream
from tests.order.programs import FOREIGN, FREE, LEGACY, MINE, N1, N2, NULL, NULL_B, S1, S2, S_B, Program
from tests.order.traces import WORKER

# -- H1: host threads ------------------------------------------------------------------------------


def test_h1_a_thread_keeps_its_own_order(p: Program) -> None:
    """What the host touches is over at once: its later accesses and launches come after."""
    read = p.touch()
    assert p.ordered(read, p.touch())
    assert p.ordered(read, p.work(N1))


def test_h1_issuing_is_not_waiting(p: Program) -> None:
    """The host goes on while the device works."""
    write = p.work(S1)
    assert not p.ordered(write, p.touch())


def test_h1_threads_are_ordered_only_by_a_signal(p: Program) -> None:
    """`Thread.start`, `join`, a future: what one knows the other knows then, and no later news."""
    first = p.touch()
    assert not p.ordered(first, p.touch(WORKER))
    p.do("host_signal", HOST, WORKER)
    second = p.touch()
    worker = p.touch(WORKER)
    assert p.ordered(first, worker)
    assert not p.ordered(second, worker)


def test_h1_a_signal_hands_over_waits_not_launches(p: Program) -> None:
    """Joining a thread does not wait for the device work that it launched."""
    launched, waited = p.work(N1, WORKER), p.work(N2, WORKER)
    p.do("host_wait_stream", N2, WORKER)
    p.do("host_signal", WORKER, HOST)
    after = p.touch()
    assert p.ordered(waited, after)
    assert not p.ordered(launched, after)


def test_h1_a_wait_of_one_thread_is_no_wait_of_another(p: Program) -> None:
    """A worker that was told nothing launches without the order that main waited for."""
    write = p.work(N1)
    p.do("host_wait_stream", N1, HOST)
    assert not p.ordered(write, p.work(N2, WORKER))
    assert p.ordered(write, p.work(N2, HOST))


# -- H2, H3: streams -------------------------------------------------------------------------------


def test_h2_an_operation_starts_after_its_issue(p: Program) -> None:
    """So it comes after all that its thread waited for, on whatever stream that was."""
    write = p.work(N1)
    p.do("host_wait_stream", N1)
    assert p.ordered(write, p.work(N2))


@pytest.mark.parametrize("stream", [NULL, S1, N1, MINE, FOREIGN])
def test_h3_a_stream_is_first_in_first_out(p: Program, stream: Stream) -> None:
    """Two operations on one stream have the order in which they were issued, from any thread."""
    first, second = p.work(stream), p.work(stream, WORKER)
    assert p.ordered(first, second)
    assert not p.ordered(second, first)


def test_h3_streams_are_equal_by_identity(p: Program) -> None:
    """Another object for the same stream is that stream."""
    assert p.ordered(p.work(S1), p.work(Stream(S1.key, S1.kind, S1.device)))


# -- H4: the legacy null stream --------------------------------------------------------------------


@pytest.mark.parametrize("stream", LEGACY)
def test_h4_null_waits_for_blocking_streams_and_they_for_null(p: Program, stream: Stream) -> None:
    """Both ways, for `Stream()` and for per-thread default streams."""
    before = p.work(stream)
    null = p.work(NULL)
    after = p.work(stream)
    assert p.ordered(before, null)
    assert p.ordered(null, after)


@pytest.mark.parametrize(
    "between",
    [
        pytest.param(("issue", NULL), id="an operation"),
        pytest.param(("record", "e", NULL), id="a record"),
        pytest.param(("wait_event", NULL, "recorded"), id="a wait for an event"),
    ],
)
def test_h4_any_action_of_null_orders_two_blocking_streams(p: Program, between: tuple[Hashable, ...]) -> None:
    """A memset, a record, even a wait in between is a barrier. An operation on nobody's memory will do."""
    p.do("record", "recorded", N1)
    write = p.work(S1)
    if between[0] == "issue":
        p.work(NULL)
    else:
        p.do(*between)  # type: ignore[arg-type]
    assert p.ordered(write, p.work(S2))


def test_h4_the_barrier_holds_for_what_was_issued_before_it(p: Program) -> None:
    """Work issued to a blocking stream after the null action is not behind it for other streams."""
    p.work(NULL)
    write = p.work(S1)
    assert not p.ordered(write, p.work(S2))


@pytest.mark.parametrize("stream", FREE)
def test_h4_not_for_non_blocking_and_unknown_streams(p: Program, stream: Stream) -> None:
    """Neither way."""
    before = p.work(stream)
    null = p.work(NULL)
    after = p.work(stream)
    assert not p.ordered(before, null)
    assert not p.ordered(null, after)


def test_h4_not_across_devices(p: Program) -> None:
    """Each device has a null stream of its own."""
    write = p.work(S1)
    null = p.work(NULL_B)
    assert not p.ordered(write, null)
    assert not p.ordered(null, p.work(NULL))
    assert not p.ordered(write, p.work(S_B))


# -- H5: events ------------------------------------------------------------------------------------


def test_h5_a_wait_orders_later_work_behind_the_snapshot(p: Program) -> None:
    """The textbook edge, between streams of any kind."""
    write = p.work(N1)
    p.do("record", "e", N1)
    p.do("wait_event", N2, "e")
    assert p.ordered(write, p.work(N2))


def test_h5_work_before_the_wait_is_not_ordered(p: Program) -> None:
    """The wait came too late."""
    write = p.work(N1)
    p.do("record", "e", N1)
    read = p.work(N2)
    p.do("wait_event", N2, "e")
    assert not p.ordered(write, read)


def test_h5_a_wait_is_no_wait_of_the_host_or_of_other_streams(p: Program) -> None:
    """`wait_event` returns at once."""
    write = p.work(N1)
    p.do("record", "e", N1)
    p.do("wait_event", N2, "e")
    assert not p.ordered(write, p.touch())
    assert not p.ordered(write, p.work(S1))


def test_h5_a_snapshot_carries_what_the_stream_waited_for(p: Program) -> None:
    """Edges chain: N1, then N2, then S1."""
    write = p.work(N1)
    p.do("record", "e", N1)
    p.do("wait_event", N2, "e")
    p.do("record", "f", N2)
    p.do("wait_event", S1, "f")
    assert p.ordered(write, p.work(S1))


def test_h5_recording_anew_does_not_move_earlier_waits(p: Program) -> None:
    """The wait took the snapshot that was current at its call."""
    first = p.work(N1)
    p.do("record", "e", N1)
    p.do("wait_event", N2, "e")
    second = p.work(N1)
    p.do("record", "e", N1)
    read = p.work(N2)
    assert p.ordered(first, read)
    assert not p.ordered(second, read)


def test_h5_recording_anew_replaces_the_snapshot(p: Program) -> None:
    """A later wait waits for the later record alone, even if that is on another stream."""
    first = p.work(N1)
    p.do("record", "e", N1)
    second = p.work(N2)
    p.do("record", "e", N2)
    p.do("wait_event", S1, "e")
    read = p.work(S1)
    assert not p.ordered(first, read)
    assert p.ordered(second, read)


def test_h5_a_wait_of_null_holds_for_blocking_streams_too(p: Program) -> None:
    """They wait for null, and null for the event."""
    write = p.work(N1)
    p.do("record", "e", N1)
    p.do("wait_event", NULL, "e")
    assert p.ordered(write, p.work(S1))
    assert not p.ordered(write, p.work(N2))


def test_h5_events_work_across_devices(p: Program) -> None:
    """An edge from one device to the other."""
    write = p.work(S1)
    p.do("record", "e", S1)
    p.do("wait_event", S_B, "e")
    assert p.ordered(write, p.work(S_B))


def test_h5_prime_a_never_recorded_event_orders_nothing(p: Program) -> None:
    """Waiting for it, on a stream or on the host, returns at once; recording it later changes nothing."""
    write = p.work(N1)
    p.do("wait_event", N2, "e")
    p.do("host_wait_event", "e")
    assert not p.order.recorded("e")
    p.do("record", "e", N1)
    assert p.order.recorded("e")
    assert not p.ordered(write, p.work(N2))
    assert not p.ordered(write, p.touch())


# -- H6, H7, H8: the host waits --------------------------------------------------------------------


def test_h6_a_stream_wait_covers_that_stream_alone(p: Program) -> None:
    """`N1.synchronize()` says nothing of N2."""
    mine, other = p.work(N1), p.work(N2)
    p.do("host_wait_stream", N1)
    after = p.touch()
    assert p.ordered(mine, after)
    assert not p.ordered(other, after)


def test_h6_a_stream_wait_covers_what_the_stream_waited_for(p: Program) -> None:
    """A wait for N2, which waits for N1, is a wait for both."""
    write = p.work(N1)
    p.do("record", "e", N1)
    p.do("wait_event", N2, "e")
    p.do("host_wait_stream", N2)
    assert p.ordered(write, p.touch())


def test_h6_null_synchronize_covers_all_blocking_streams_of_its_device(p: Program) -> None:
    """And no non-blocking, unknown or foreign one."""
    covered = [p.work(stream) for stream in (S1, S2, MINE)]
    not_covered = [p.work(stream) for stream in (N1, FOREIGN, S_B)]
    p.do("host_wait_stream", NULL)
    after = p.touch()
    assert all(p.ordered(operation, after) for operation in covered)
    assert not any(p.ordered(operation, after) for operation in not_covered)


def test_h6_null_synchronize_is_no_barrier(p: Program) -> None:
    """It waits on the host and issues nothing: a thread that did not wait gains no order."""
    write = p.work(S1)
    p.do("host_wait_stream", NULL)
    assert not p.ordered(write, p.work(S2, WORKER))


def test_h6_a_blocking_stream_wait_covers_no_null_work(p: Program) -> None:
    """Measured: an idle blocking stream does not wait for null work; with something issued since, it does."""
    write = p.work(NULL)
    p.do("host_wait_stream", S1)
    assert not p.ordered(write, p.touch())
    p.work(S1)
    p.do("host_wait_stream", S1)
    assert p.ordered(write, p.touch())


def test_h6_an_event_wait_covers_the_snapshot(p: Program) -> None:
    """And nothing that was issued to the stream after the record."""
    first = p.work(N1)
    p.do("record", "e", N1)
    second = p.work(N1)
    p.do("host_wait_event", "e")
    after = p.touch()
    assert p.ordered(first, after)
    assert not p.ordered(second, after)


def test_h6_a_device_wait_covers_every_stream_of_the_device(p: Program) -> None:
    """Of all kinds, also unknown ones; not those of another device."""
    here = [p.work(stream) for stream in (NULL, S1, N1, MINE, FOREIGN)]
    there = p.work(S_B)
    p.do("host_wait_device", 0)
    after = p.touch()
    assert all(p.ordered(operation, after) for operation in here)
    assert not p.ordered(there, after)
    p.do("host_wait_device", None)  # all devices
    assert p.ordered(there, p.touch())


def test_h7_a_stream_seen_done_is_a_stream_waited_for(p: Program) -> None:
    """`while not s.done: pass` is the same edge as `s.synchronize()`, and `e.done` as `e.synchronize()`."""
    write = p.work(N1)
    p.do("record", "e", N1)
    p.do("host_wait_event", "e")
    assert p.ordered(write, p.touch())


def test_h8_a_blocking_copy_is_an_operation_and_a_wait_for_its_stream(p: Program) -> None:
    """`y.get(stream=S1)` for a producer on S1."""
    write = p.work(S1)
    copy = p.work(S1)
    p.do("host_wait_stream", S1)
    assert p.ordered(write, copy)
    assert p.ordered(copy, p.touch())


# -- H9, H10, H11 ----------------------------------------------------------------------------------


def test_h9_a_host_function_is_an_operation_of_its_stream(p: Program) -> None:
    """`launch_host_func`: after earlier work, before later work, and unknown to the main thread."""
    write = p.work(N1)
    body = p.work(N1)
    later = p.work(N1)
    assert p.ordered(write, body)
    assert p.ordered(body, later)
    assert not p.ordered(body, p.touch())


def test_h9_unless_the_function_signals_the_thread(p: Program) -> None:
    """The thread then knows what came before the signal: the same as waiting for an event there."""
    write = p.work(N1)
    body = p.work(N1)
    p.do("record", "signalled", N1)
    later = p.work(N1)
    p.do("host_wait_event", "signalled")
    after = p.touch()
    assert p.ordered(write, after) and p.ordered(body, after)
    assert not p.ordered(later, after)


def test_h10_a_graph_launch_is_one_operation(p: Program) -> None:
    """Ordered as a whole on the stream it is launched on; streams used during capture see nothing of it."""
    graph = p.work(S1)
    assert p.ordered(graph, p.work(S1))
    assert not p.ordered(graph, p.work(S2))


def test_h11_what_issues_nothing_orders_nothing(p: Program) -> None:
    """Leaving a `with`, `del`, a pool's malloc, creating an event: no step, so no edge."""
    write = p.work(S1)  # with s1: ...
    assert not p.ordered(write, p.work(S2))  # with s2: ...
    assert not p.ordered(write, p.touch())


def test_h11_an_idle_null_stream_is_no_barrier(p: Program) -> None:
    """Earlier null work orders only what came before it: `cupy.empty` between two streams does nothing."""
    p.work(NULL)
    write = p.work(S1)
    # cupy.empty(n) on null: issues nothing
    assert not p.ordered(write, p.work(S2))
