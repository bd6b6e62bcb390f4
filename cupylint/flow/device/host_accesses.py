"""Pairs of accesses of which one is made by host code: who makes it, what may be claimed of it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from cupylint.facts import Memory
from cupylint.flow.domain.state import State, Touch
from cupylint.order import HOST, Kind

if TYPE_CHECKING:
    from cupylint.flow.interp.interpreter import Interpreter

CALLERS_STREAM = "the caller's stream"
"""What the stream of a caller is called in messages."""

CALLBACK = "callback"
"""First part of the name of the thread that a host function on a stream runs in."""


def is_callback(host: Hashable) -> bool:
    """Whether `host` is a host function that a stream calls."""
    return isinstance(host, tuple) and host[:1] == (CALLBACK,)


def agent_name(interpreter: Interpreter, touch: Touch) -> str:
    """Who makes an access, for messages."""
    if touch.stream is None and is_callback(touch.host):
        return "a host function"
    if touch.stream is None and touch.host != HOST:
        return "another thread"
    if touch.caller:
        return CALLERS_STREAM
    return interpreter.names.stream(touch.stream)


def apart(left: Touch, right: Touch) -> bool:
    """Whether two agents make these accesses. Threads of the program have each other to look after."""
    if left.stream is None and right.stream is None:
        return left.host != right.host and (is_callback(left.host) or is_callback(right.host))
    if left.stream is not None and left.stream.kind is Kind.REQUEST and left.mode == right.mode == "write":
        return right.hand_off is None or right.hand_off.taker != "MPI"  # two messages into one buffer are MPI's affair
    return left.stream != right.stream


def shared_memory(earlier: Touch, later: Touch) -> Memory:
    """What a race of these two is about."""
    if earlier.buffer != later.buffer and not earlier.caller:  # a caller's work on a list is work on its elements
        return "freed"
    return "host" if later.stream is None else "device"


def assume_waited(state: State, earlier: Touch, later: Touch) -> None:
    """Order what the earlier agent did before the later one, as a wait that is missing would."""
    if earlier.stream is None:
        state.order.host_signal(earlier.host, state.host)
    else:
        state.order.assume(earlier.stream, later.stream, state.host)


def host_may_claim(state: State, earlier: Touch, later: Touch) -> bool:
    """Whether an access by the host certainly is too early.

    A copy on a stream from elsewhere is queued whichever stream that is; only a wait in between, on
    whatever, may cover it. A kernel that reads what the host then changes may be meant to see it, but not what a
    library receives.
    """
    if later.mode == "write" and earlier.call == "kernel" and later.hand_off is None:
        return False
    if earlier.stream is None or earlier.stream.kind is not Kind.UNKNOWN:
        return True
    trace = state.trace
    while trace is not None:
        trace, step = trace
        if step is earlier.step:
            return True
        if step.kind == "sync":
            return False
    return False
