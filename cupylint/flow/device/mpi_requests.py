"""Requests of MPI: ``Isend`` and its kin return at once, and use their buffers until the request is waited for.

What a request does is work on a stream of its own that nothing of CUDA waits for. The object keeps its buffers alive.
Futures of KvikIO are the same under other names.
Source: mpi4py, "Request" (`Wait`, `Test` and their kin complete it; until then its buffer belongs to MPI); KvikIO,
"IOFuture" (`get`, `done`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import Step
from cupylint.flow.device.accesses import keep_using
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import items_of
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.request_keys import RequestKey
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import NONE, Array, Done, StreamValue, TupleValue, Value
from cupylint.order import Kind, Stream
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

MPI = "MPI"
_NAMES = {MPI: (("Wait", "wait"), ("Test", "test"))}
_OF_FUTURES = ("get",), ("done",)
"""Methods that wait for what was begun, and that ask whether it is done."""
_WAITS_FOR_ALL = frozenset(("Waitall", "waitall"))
_TESTS_ALL = frozenset(("Testall", "testall"))
_MAY_WAIT = frozenset(("Waitany", "waitany", "Waitsome", "waitsome", "Testany", "testany", "Testsome", "testsome"))


@dataclass(frozen=True, slots=True)
class Request(Value):
    """What a call that returns at once still does with its buffers, as work on a stream of its own."""

    stream: Stream
    buffers: tuple[Array, ...]
    library: str = MPI


def begin(
    interpreter: Interpreter, state: State, name: str, uses: list[Effect], node: CSTNode, library: str = MPI
) -> Request:
    """The request of a call of MPI, such as ``Isend``, or the future of another library."""
    stream = Stream(RequestKey(name, interpreter.fresh(), library), Kind.REQUEST)
    keep_using(interpreter, state, node, stream, uses, call=name)
    return Request(stream, tuple(use.array for use in uses), library)


def call_method(
    interpreter: Interpreter, state: State, request: Request, name: str, node: CSTNode
) -> list[Outcome] | None:
    """A method of one request; None: what it does is not known."""
    waits, tests = _NAMES.get(request.library, _OF_FUTURES)
    if name in waits:
        _complete(interpreter, state, request, node)
        return [(state, NONE if request.library == MPI else interpreter.unknown(name, host=True))]
    if name in tests:
        return [(state, Done(StreamValue(request.stream)))]
    return call_static(interpreter, state, name, Arguments([], {}), node)


def call_static(
    interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``MPI.Request.Waitall(requests)`` and its kin; None: it is something else."""
    given = arguments.either(0, "requests")
    items = None if given is None else items_of(state, given)
    requests = [item for item in items or () if isinstance(item, Request)]
    if name in _MAY_WAIT or (name in _WAITS_FOR_ALL | _TESTS_ALL and (items is None or len(requests) != len(items))):
        _may_complete(state)
    if name in _WAITS_FOR_ALL:
        for request in requests:
            _complete(interpreter, state, request, node)
        return [(state, NONE)]
    if name in _TESTS_ALL:
        return [(state, Done(TupleValue(tuple(StreamValue(request.stream) for request in requests))))]
    return [(state, interpreter.unknown(name, host=True))] if name in _MAY_WAIT else None


def _may_complete(state: State) -> None:
    """Any request may have been waited for."""
    for order in state.orders:
        for stream in order.streams:
            if stream.kind is Kind.REQUEST:
                state.maybe_waited |= order.covered(stream)


def _complete(interpreter: Interpreter, state: State, request: Request, node: CSTNode) -> None:
    """The host waits for a request."""
    learned = 0
    for order in reversed(state.orders):
        learned = order.host_wait_stream(request.stream, state.host)
    lane, word = interpreter.names.stream(request.stream), "Wait" if request.library == MPI else "get"
    state.add(Step("sync", interpreter.spot(node), request.stream, lane, learned=bool(learned), word=word))
