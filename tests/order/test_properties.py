"""The model against the happens-before graph, on random traces."""

from __future__ import annotations

import pytest
from hypothesis import given

from cupylint.order import Order, Stream, bits
from cupylint.order.clock import Execution
from tests.order import traces
from tests.order.traces import Step
from tests.order.vector_clocks import Graph

pytestmark = pytest.mark.slow


@traces.examples(2000)
@given(traces.traces())
def test_same_order_and_same_races(trace: list[Step]) -> None:
    """For each operation, both models name the same earlier operations, and so the same races."""
    steps = traces.numbered(trace)
    model, reference = traces.play_order(Order(), steps), traces.play_graph(Graph(), steps)
    assert traces.races(steps, model) == traces.races(steps, reference)
    assert model == reference  # also where no memory is shared


@traces.examples(500)
@given(traces.traces(traces.FEW))
def test_same_order_where_streams_meet_often(trace: list[Step]) -> None:
    """The same over four streams and two events, where chains of edges are long."""
    steps = traces.numbered(trace)
    assert traces.play_order(Order(), steps) == traces.play_graph(Graph(), steps)


@traces.examples(1000)
@given(traces.traces())
def test_counts_for_each_agent_tell_the_same(trace: list[Step]) -> None:
    """The model for long executions, which counts instead of keeping sets, names the same earlier operations."""
    steps = traces.numbered(trace)
    assert traces.play_execution(Execution(), steps) == traces.play_order(Order(), steps)


@traces.examples(300)
@given(traces.traces(longest=16), traces.traces(longest=8))
def test_copies_are_independent(trace: list[Step], more: list[Step]) -> None:
    """What a copy goes through leaves the original as it was, and the copy goes on as the original would."""
    order = Order()
    traces.play_order(order, traces.numbered(trace))
    untouched, copy = order.copy(), order.copy()
    assert copy == order
    later = traces.numbered(more, len(trace))
    in_copy = traces.play_order(copy, later)
    assert order == untouched
    assert traces.play_order(order, later) == in_copy
    assert order == copy


@traces.examples(300)
@given(traces.traces())
def test_order_is_transitive(trace: list[Step]) -> None:
    """What is ordered before an earlier operation is ordered before all that come after that one."""
    before = traces.play_order(Order(), traces.numbered(trace))
    for ordered in before.values():
        assert all(before[number] <= ordered for number in ordered)


@traces.examples(300)
@given(traces.traces())
def test_waits_return_what_is_new(trace: list[Step]) -> None:
    """A wait returns only operations that were issued and not known before; the same wait again, none."""
    order, issued = Order(), 0
    for number, step in traces.numbered(trace).items():
        issued |= 1 << number if step.accesses else 0
        if "wait" not in step.verb:
            traces.play_order(order, {number: step})
            continue
        wait = getattr(order, step.verb)
        host = step.arguments[-1]
        known = order.hosts.get(host, 0)
        if isinstance(stream := step.arguments[0], Stream) and step.verb == "wait_event":
            known = order.known(stream, host)
        learned = wait(*step.arguments)
        assert learned & ~issued == 0 and learned & known == 0
        assert list(bits(wait(*step.arguments))) == []
    assert order.issued == issued
