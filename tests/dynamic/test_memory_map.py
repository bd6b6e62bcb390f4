"""The interval map against all accesses kept for each byte, on random executions."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import pytest

from cupylint.order import Kind as StreamKind
from cupylint.order import Stream
from cupylint.order.clock import Clock, Execution
from cupylint.runtime_checks.dynamic.memory_map import CROWD, MemoryMap, Use
from cupylint.runtime_checks.dynamic.trace import Kind, Layout, Operation, Range

STREAMS = [Stream("null", StreamKind.NULL), *(Stream(name, StreamKind.NON_BLOCKING) for name in "abc")]
BASE, SIZE = 1 << 20, 64


@dataclass
class Seen:
    use: Use
    touched: frozenset[int]


def view_of(draw: random.Random) -> np.ndarray:
    """A part of the memory: some elements in a row, or a part of a matrix."""
    memory = np.arange(SIZE, dtype=np.int64).view(np.int8).reshape(-1)[:SIZE]
    memory[:] = np.arange(SIZE)
    if draw.random() < 0.6:
        low = draw.randrange(SIZE)
        return memory[low : draw.randrange(low + 1, SIZE + 1)]
    matrix = memory.reshape(8, 8)
    step = draw.choice((1, 2, 3, -1))
    return matrix[draw.randrange(4) :, draw.randrange(4) :: step] if draw.random() < 0.5 else matrix[::step, :3].T


def range_of(view: np.ndarray) -> Range:
    first = int(view.reshape(-1)[0]) + BASE
    touched = sorted(int(byte) + BASE for byte in view.reshape(-1))
    low, high = touched[0], touched[-1] + 1
    if len(touched) == high - low:
        return Range(low, high)
    return Range(low, high, 0, Layout(view.shape, view.strides, 1, first), (BASE, BASE + SIZE))


@pytest.mark.parametrize("seed", range(40))
def test_it_finds_a_conflict_where_there_is_one(seed: int) -> None:
    draw = random.Random(seed)
    order, memory, every = Execution(), MemoryMap(), list[Seen]()
    counts = dict.fromkeys((stream.key for stream in STREAMS), 0)
    for _ in range(60):
        stream, other = draw.choice(STREAMS), draw.choice(STREAMS)
        if draw.random() < 0.35:
            order.record("e", other)
            order.wait_event(stream, "e")
            continue
        counts[stream.key] += 1
        before = order.issue(stream, Clock({stream.key: counts[stream.key]}))
        view, writes = view_of(draw), draw.random() < 0.5
        operation = Operation(Kind.WORK, "host", stream)
        use = Use(stream.key, counts[stream.key], operation, range_of(view), writes, before)
        touched = frozenset(int(byte) for byte in view.reshape(-1))
        found = {(old.agent, old.number) for old in memory.add(use) if not before.has(old.agent, old.number)}
        wanted = {
            (old.use.agent, old.use.number)
            for old in every
            if (old.use.writes or writes)
            and old.use.agent != use.agent
            and old.touched & touched
            and not before.has(old.use.agent, old.use.number)
        }
        assert found <= wanted and bool(found) == bool(wanted)
        every.append(Seen(use, touched))


def uses(memory: MemoryMap) -> int:
    return sum(len(uses) for cell in memory._cells for uses in cell.parts.values())


def test_it_does_not_grow_with_time() -> None:
    """Whole arrays, elements, and columns, again and again."""
    order, memory = Execution(), MemoryMap()
    for number in range(1, 600):
        stream = STREAMS[number % 2]
        before = order.issue(stream, Clock({stream.key: number}))
        operation = Operation(Kind.WORK, "host", stream)
        at = BASE + number % 200
        column = Range(at, at + 1001, 0, Layout((2,), (1000,), 1, at), (BASE, BASE + 2000))
        for range_ in (Range(BASE + 4000, BASE + 8000), Range(at + 8000, at + 8001), column):
            memory.add(Use(stream.key, number, operation, range_, True, before))
        order.record("e", stream)
        order.wait_event(STREAMS[(number + 1) % 2], "e")
    assert len(memory) < 250 and uses(memory) < 250 + CROWD


def test_memory_that_comes_from_the_driver_is_new() -> None:
    order, memory = Execution(), MemoryMap()
    first, second = STREAMS[1:3]
    whole = Range(BASE, BASE + SIZE)
    for stream in (first, second):
        before = order.issue(stream, Clock({stream.key: 1}))
        use = Use(stream.key, 1, Operation(Kind.WORK, "host", stream), whole, True, before)
        assert memory.add(use) == []
        memory.forget(BASE, BASE + SIZE)
