"""`Order.join`: after two paths meet, a race of either path is still seen, and few others are.

A case is a common beginning, two paths and a common end. What the joined state reports about the end is
compared with the union of what the happens-before graph says about either path.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cupylint.order import HOST, Order, Stream
from tests.order import traces
from tests.order.traces import (
    BLOCKING,
    NEXT_NON_BLOCKING,
    NON_BLOCKING,
    NULL,
    OTHER,
    WORKER,
    Access,
    Numbered,
    Step,
)
from tests.order.vector_clocks import Graph

pytestmark = pytest.mark.slow

END = 9000
"""The number of the first operation of the common end. The paths' start at 1000, 2000, ..."""


@dataclass(frozen=True)
class Case:
    """A common beginning, two paths (or more) and a common end."""

    start: Sequence[Step]
    left: Sequence[Step]
    right: Sequence[Step]
    end: Sequence[Step]
    more: tuple[Sequence[Step], ...] = ()

    def _parts(self) -> tuple[Numbered, list[Numbered], Numbered]:
        paths = [traces.numbered(path, 1000 * n) for n, path in enumerate((self.left, self.right, *self.more), 1)]
        return traces.numbered(self.start), [*paths], traces.numbered(self.end, END)

    def on_any_path(self) -> set[tuple[int, int]]:
        """Races of the end with anything, on one path or another: what the graph says."""
        start, paths, end = self._parts()
        found = set()
        for path in paths:
            steps = {**start, **path, **end}
            before = traces.play_graph(Graph(), steps)
            found |= traces.races(steps, {number: before[number] for number in before if number >= END})
        return found

    def states(self) -> list[Order]:
        """The model's state at the end of each path."""
        start, paths, _ = self._parts()
        orders = []
        for path in paths:
            orders.append(Order())
            traces.play_order(orders[-1], {**start, **path})
        return orders

    def after(self, joined: Order) -> set[tuple[int, int]]:
        """Races of the end with anything, seen from the state `joined`."""
        start, paths, end = self._parts()
        steps = {**start, **{number: step for path in paths for number, step in path.items()}, **end}
        return traces.races(steps, traces.play_order(joined.copy(), end))

    def after_join(self) -> set[tuple[int, int]]:
        """Races of the end with anything, after the paths were joined, the first two first."""
        return self.after(reduce(Order.join, self.states()))


def write(stream: Stream, host: Hashable = HOST) -> Step:
    """An operation that conflicts with all others here."""
    return Step("issue", (stream, host), (Access("a", True),))


def do(verb: str, *arguments: Hashable) -> Step:
    """A step of the main thread that is no operation."""
    return Step(verb, (*arguments, HOST))


def cases(table: Sequence[Step]) -> st.SearchStrategy[Case]:
    """Random cases of the steps in `table`."""
    left = traces.traces(table, 8)
    return st.builds(Case, traces.traces(table, 16), left, left, traces.traces(table, 12))


# -- never fewer races than there are --------------------------------------------------------------

TWO_THREADS = [Step("host_signal", (HOST, WORKER))]
"""A beginning: the main thread starts a worker."""

ONE_THREAD = traces.ONE_THREAD
FEW = traces.FEW


@traces.examples(500)
@given(cases(ONE_THREAD))
def test_no_race_is_lost(case: Case) -> None:
    """With one host thread: whatever races on one path races after the join."""
    assert case.on_any_path() <= case.after_join()


@traces.examples(300)
@given(cases(FEW))
def test_no_race_is_lost_where_streams_meet_often(case: Case) -> None:
    """The same over four streams and two events."""
    assert case.on_any_path() <= case.after_join()


@traces.examples(200)
@given(cases(ONE_THREAD), traces.traces(ONE_THREAD, 8))
def test_no_race_of_a_third_path_is_lost(case: Case, third: list[Step]) -> None:
    """Three paths meet in two joins, in either grouping."""
    case = replace(case, more=(third,))
    one, two, three = case.states()
    for joined in (one.join(two).join(three), one.join(two.join(three))):
        assert case.on_any_path() <= case.after(joined)


def test_no_race_is_lost_by_assuming_a_wait_of_null() -> None:
    """An edge from an idle stream to null, after a join, orders nothing between two blocking streams."""
    start = [write(OTHER), write(NULL), write(BLOCKING)]
    case = Case(start, [], [], [Step("assume", (NON_BLOCKING, NULL, HOST)), write(OTHER)])
    assert case.on_any_path() == {(2, END + 1)}
    assert case.after_join() == {(2, END + 1)}


def test_no_race_is_lost_to_another_thread() -> None:
    """Main waits for a stream; the worker was told nothing of it and uses another stream."""
    start = [*TWO_THREADS, write(OTHER), write(BLOCKING), do("host_wait_stream", BLOCKING)]
    case = Case(start, [], [], [write(OTHER, WORKER)])
    assert case.on_any_path() == {(2, END)}
    assert case.after_join() == {(2, END)}


def test_no_race_is_lost_with_two_threads() -> None:
    """The property, over random cases with two host threads."""
    draw = random.Random(1)  # not Hypothesis, which would shrink the known failure in each run
    table = traces.TABLE
    for _ in range(300):
        start, left, right, end = (draw.choices(table, k=k) for k in (16, 8, 8, 12))
        case = Case([*TWO_THREADS, *start], left, right, end)
        assert case.on_any_path() <= case.after_join()


# -- exactly those, in the cases that programs have ------------------------------------------------

SEEN = [write(BLOCKING), write(OTHER), write(NON_BLOCKING), write(NULL)]
EVENT_WAIT = [do("record", "e", NON_BLOCKING), do("wait_event", OTHER, "e")]
HOST_WAIT = [do("host_wait_stream", NON_BLOCKING)]

EXACT = {
    "null on one path, host on the other, then a stream used on neither": Case(
        [write(BLOCKING)], [write(NULL)], [do("host_wait_stream", BLOCKING)], [write(OTHER)]
    ),
    "the same on both": Case(SEEN, EVENT_WAIT, EVENT_WAIT, [write(OTHER)]),
    "nothing on both": Case(SEEN, [], [], [write(OTHER)]),
    "event wait, host wait": Case(SEEN, EVENT_WAIT, HOST_WAIT, [write(OTHER)]),
    "event wait, nothing": Case(SEEN, EVENT_WAIT, [], [write(OTHER)]),
    "host wait, nothing": Case(SEEN, HOST_WAIT, [], [write(OTHER)]),
    "host wait for an event, host wait for the stream": Case(
        SEEN, [do("record", "e", NON_BLOCKING), do("host_wait_event", "e")], HOST_WAIT, [write(OTHER)]
    ),
    "device wait, null action": Case(
        [write(BLOCKING), write(OTHER)], [do("host_wait_device", 0)], [write(NULL)], [write(OTHER)]
    ),
    "device wait, null wait for an event": Case(
        SEEN,
        [do("host_wait_device", 0)],
        [do("record", "e", NON_BLOCKING), do("wait_event", NULL, "e")],
        [write(OTHER), write(BLOCKING)],
    ),
    "host wait for null, host wait for each": Case(
        [write(BLOCKING), write(OTHER)],
        [do("host_wait_stream", NULL)],
        [do("host_wait_stream", BLOCKING), do("host_wait_stream", OTHER)],
        [write(NEXT_NON_BLOCKING)],
    ),
    "an operation on one path": Case(SEEN, [write(BLOCKING)], [], [write(OTHER)]),
    "an operation and its wait on one path": Case(
        SEEN, [write(NON_BLOCKING), *EVENT_WAIT, *HOST_WAIT], HOST_WAIT, [write(OTHER)]
    ),
    "operations on both paths, on two streams": Case(SEEN, [write(BLOCKING)], [write(OTHER)], [write(NULL)]),
    "a stream used on one path only": Case(
        [write(BLOCKING)], [write(NON_BLOCKING), *HOST_WAIT], [], [write(NON_BLOCKING), write(OTHER)]
    ),
    "a record on one path": Case(
        SEEN, [do("record", "e", NON_BLOCKING)], [], [do("wait_event", OTHER, "e"), write(OTHER)]
    ),
    "two records of one event": Case(
        SEEN, [do("record", "e", NON_BLOCKING)], [do("record", "e", BLOCKING)],
        [do("wait_event", NEXT_NON_BLOCKING, "e"), write(NEXT_NON_BLOCKING)],
    ),
    "another blocking stream waits on each path, then null, used before": Case(
        SEEN, [do("record", "e", NON_BLOCKING), do("wait_event", BLOCKING, "e")], EVENT_WAIT, [write(NULL)]
    ),
    "a worker waits on one path and main takes over": Case(
        SEEN,
        [Step("host_wait_stream", (NON_BLOCKING, WORKER)), Step("host_signal", (WORKER, HOST))],
        HOST_WAIT,
        [write(OTHER)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXACT)
def test_exactly_the_races_of_either_path(name: str) -> None:
    """Neither fewer nor more, whichever path comes first."""
    case = EXACT[name]
    swapped = Case(case.start, case.right, case.left, case.end)
    assert case.after_join() == case.on_any_path()
    assert swapped.after_join() == swapped.on_any_path()


@traces.examples(500)
@given(
    st.builds(
        Case,
        traces.traces(ONE_THREAD, 16),
        traces.traces([step for step in ONE_THREAD if step.verb != "record"], 10),
        st.just([]),
        traces.traces(ONE_THREAD, 12),
    )
)
def test_an_if_without_else_is_exact(case: Case) -> None:
    """One path does nothing, the other anything but record an event: exactly the races of either path.

    A record may replace a snapshot; all other steps only add to what is known.
    """
    assert case.after_join() == case.on_any_path()


# -- more races than there are: the known cases ----------------------------------------------------
# What two paths know is kept agent by agent. A pair that both paths order, but through different
# agents, is reported. When one of these tests fails because the join became sharper, move the case
# up to EXACT.

BLOCKING_WAITS = [do("record", "e", NON_BLOCKING), do("wait_event", BLOCKING, "e")]
OTHER_WAITS = [do("record", "e", NON_BLOCKING), do("wait_event", OTHER, "e")]

LARGER = {
    "recorded on one path, waited by the host on the other, then waited by event": Case(
        SEEN, [do("record", "e", NON_BLOCKING)], HOST_WAIT, [do("wait_event", OTHER, "e"), write(OTHER)]
    ),
    "waited and recorded anew on one path, waited after the join": Case(
        [*SEEN, do("record", "e", NON_BLOCKING)],
        [do("wait_event", OTHER, "e"), do("record", "e", BLOCKING)],
        [],
        [do("wait_event", OTHER, "e"), write(OTHER)],
    ),
    "another blocking stream waits on each path, then null, used on neither": Case(
        [write(BLOCKING), write(OTHER), write(NON_BLOCKING)], BLOCKING_WAITS, OTHER_WAITS, [write(NULL)]
    ),
    "another stream waits on each path, then one stream waits for both": Case(
        SEEN,
        BLOCKING_WAITS,
        OTHER_WAITS,
        [
            *(do("record", "f", BLOCKING), do("wait_event", NEXT_NON_BLOCKING, "f")),
            *(do("record", "g", OTHER), do("wait_event", NEXT_NON_BLOCKING, "g")),
            write(NEXT_NON_BLOCKING),
        ],
    ),
}


@pytest.mark.parametrize("name", LARGER)
def test_one_race_more_than_on_any_path(name: str) -> None:
    """The price of the join: one pair too many, never one too few."""
    case = LARGER[name]
    assert case.on_any_path() < case.after_join()
    assert len(case.after_join() - case.on_any_path()) == 1


# -- as loops use it -------------------------------------------------------------------------------


@traces.examples(200)
@given(cases(traces.TABLE))
def test_joins_commute_and_settle(case: Case) -> None:
    """The order of the paths is nothing; joining what was joined adds nothing, so loops come to an end."""
    mine, theirs = case.states()
    before = mine.copy(), theirs.copy()
    joined = mine.join(theirs)
    assert joined == theirs.join(mine)
    assert joined.join(theirs) == joined.join(mine) == joined.join(joined) == joined
    assert (mine, theirs) == before


@traces.examples(200)
@given(cases(ONE_THREAD))
def test_a_join_with_itself_changes_no_answer(case: Case) -> None:
    """With one host thread: one path joined with itself sees the races of that path."""
    mine, _ = case.states()
    assert case.after(mine.join(mine)) == case.after(mine)


@traces.examples(200)
@given(cases(traces.TABLE))
def test_a_join_knows_all_operations_of_both(case: Case) -> None:
    """`issued` is the union, and nothing is known that was not issued."""
    mine, theirs = case.states()
    joined = mine.join(theirs)
    assert joined.issued == mine.issued | theirs.issued
    known = [*joined.streams.values(), *joined.hosts.values(), *joined.events.values(), *joined.barrier.values()]
    assert all(operations & ~joined.issued == 0 for operations in known)
