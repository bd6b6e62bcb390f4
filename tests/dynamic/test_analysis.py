"""The judgement of steps: what is counted, what is told, and that nothing grows with what is over."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from cupylint.order import HOST, Stream
from cupylint.order import Kind as StreamKind
from cupylint.runtime_checks.dynamic.analysis import Analysis
from cupylint.runtime_checks.dynamic.trace import Frame, Kind, Observed, Operation, Range

A, B = (Stream(name, StreamKind.NON_BLOCKING) for name in "ab")
WHOLE = Range(4096, 8192)


def work(stream: Stream, row: int, writes: bool = True, where: Range = WHOLE, host: Hashable = HOST) -> Operation:
    ranges = {"writes": (where,)} if writes else {"reads": (where,)}
    return Operation(Kind.WORK, host, stream, label=str(stream.key), stack=(Frame("f.py", row),), **ranges)


def judged(steps: Sequence[Operation]) -> Analysis:
    analysis = Analysis()
    for step in steps:
        analysis.take(step)
    return analysis


def test_a_pair_of_lines_is_told_once_and_counted() -> None:
    told: list[Observed] = []
    analysis = Analysis(told.append)
    for _ in range(3):
        analysis.take(work(A, 1))
        analysis.take(work(B, 2))
    assert [found.lines for found in told] == [(("f.py", 1), ("f.py", 2)), (("f.py", 2), ("f.py", 1))]
    assert [found.count for found in told] == [3, 2]
    assert (analysis.summary.operations, analysis.summary.pairs, analysis.summary.unordered) == (6, 5, 5)


def test_what_is_ordered_is_counted_as_a_pair() -> None:
    steps = [work(A, 1), Operation(Kind.RECORD, HOST, A, "e"), Operation(Kind.WAIT, HOST, B, "e"), work(B, 2)]
    summary = judged(steps).summary
    assert (summary.pairs, summary.unordered) == (1, 0)
    assert judged([work(A, 1, False), work(B, 2, False)]).summary.pairs == 0


def test_an_operation_that_touches_many_parts_is_one() -> None:
    parts = [Range(4096 + 64 * part, 4096 + 64 * part + 64) for part in range(64)]
    analysis = judged([*(work(A, 1, where=part) for part in parts), work(B, 2)])
    assert analysis.summary.pairs == 64 and len(analysis.observed) == 1
    host = [Operation(Kind.HOST, HOST, None, writes=(part,), label="host", stack=(Frame("f.py", 3),)) for part in parts]
    assert judged([*host, work(B, 2)]).summary.pairs == 1  # a loop of the host over elements


def test_memory_with_another_owner_is_told() -> None:
    analysis = judged([work(A, 1, where=WHOLE._replace(owner=1)), work(B, 2, where=WHOLE._replace(owner=2))])
    assert [found.reuse for found in analysis.observed.values()] == [True]


def test_streams_that_are_over_are_forgotten() -> None:
    """Each is waited for; and what such a stream did not finish is not lost with it."""
    analysis = Analysis()
    for number in range(500):
        stream = Stream(number, StreamKind.NON_BLOCKING)
        analysis.take(work(stream, 1))
        analysis.take(Operation(Kind.JOIN_STREAM, HOST, stream))
        analysis.take(Operation(Kind.END, HOST, stream))
    assert analysis.summary.unordered == 0 and analysis.summary.pairs >= 499 - 500 // 64
    assert len(analysis._counts) < 70 and len(analysis._order.streams) < 3
    analysis.take(work(A, 2))
    analysis.take(Operation(Kind.END, HOST, A))
    analysis.take(Operation(Kind.JOIN_DEVICE, HOST))
    analysis.take(work(B, 3))
    assert analysis.summary.unordered == 0
