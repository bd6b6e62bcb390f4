"""Random CuPy programs over streams, events, waits, loops, functions, classes and containers.

Everything in them is known statically (no unknown branch, no unknown size), so that a program has
one trace and the static verdict must equal the one of a run.
"""

from __future__ import annotations

import random

_KINDS = (
    "cp.cuda.Stream()",
    "cp.cuda.Stream()",
    "cp.cuda.Stream(non_blocking=True)",
    "cp.cuda.Stream(non_blocking=True)",
    "cp.cuda.Stream(non_blocking=True)",
)
_HELPERS = '''
def double(stream, array):
    with stream:
        return array * 2


def touch(array):
    array += 1


def hand_over(source, target):
    target.wait_event(source.record())


def settle(*streams):
    for stream in streams:
        stream.synchronize()


def fill_all(streams, arrays):
    for stream, array in zip(streams, arrays):
        with stream:
            array.fill(3)


@contextmanager
def finished(stream):
    with stream:
        yield stream
    stream.synchronize()


@contextmanager
def on(stream):
    with stream:
        yield


def apply(function, *arguments):
    return function(*arguments)


class Stage:
    def __init__(self, stream, array):
        self.stream = stream
        self.array = array
        self.ready = cp.cuda.Event()

    def produce(self, source):
        with self.stream:
            cp.add(source, 1, out=self.array)
        self.ready.record(self.stream)

    def consume(self, stream):
        with stream:
            return self.array.sum()

    def consume_late(self, stream):
        stream.wait_event(self.ready)
        with stream:
            return self.array.sum()

    def wait(self):
        self.ready.synchronize()
'''


class Writer:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 0
        self.counter = 0
        self.streams = [f"s{number}" for number in range(self.random.randint(2, 4))]
        self.arrays = [f"a{number}" for number in range(self.random.randint(2, 3))]
        self.events = ["e0", "e1"]
        self.stages: list[str] = []

    def write(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def pick(self, names: list[str]) -> str:
        return self.random.choice(names)

    def fresh(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}_{self.counter}"

    # -- the program ---------------------------------------------------------------------------

    def program(self) -> str:
        """The source text."""
        self.write("from contextlib import contextmanager, nullcontext")
        self.write("from functools import partial")
        self.write("import cupy as cp")
        self.lines += _HELPERS.splitlines()
        self.write("")
        self.write("N = 64")
        for name in self.streams:
            self.write(f"{name} = {self.pick(list(_KINDS))}")
        for name in self.arrays:
            self.write(f"{name} = cp.ones(N, dtype=cp.float32)")
        for name in self.events:
            self.write(f"{name} = cp.cuda.Event()")
        self.write(f"streams = [{', '.join(self.streams)}]")
        self.write("ring = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]")
        self.write("buffers = [cp.zeros(N, dtype=cp.float32) for _ in range(3)]")
        self.write("slots = [cp.cuda.Event() for _ in range(3)]")
        self.write(f"named = {{'load': {self.streams[0]}, 'work': {self.streams[-1]}}}")
        self.write("cp.cuda.Device().synchronize()")
        for _ in range(self.random.randint(4, 10)):
            self.statement(2)
        self.write("cp.cuda.Device().synchronize()")
        return "\n".join(self.lines) + "\n"

    def statement(self, budget: int) -> None:
        simple = [self.block, self.block, self.block, self.operation, self.edge, self.edge, self.wait, self.helper]
        nested = [self.loop, self.ring_loop, self.branch, self.function, self.stage, self.attempt, self.list_work]
        self.random.choice(simple + (nested if budget > 0 else []))(budget)

    def body(self, budget: int, count: int = 2) -> None:
        self.depth += 1
        for _ in range(self.random.randint(1, count)):
            self.statement(budget - 1)
        self.depth -= 1

    # -- streams and work ----------------------------------------------------------------------

    def stream(self) -> str:
        return self.random.choice(
            [self.pick(self.streams)] * 5 + ["streams[0]", "streams[-1]", "named['load']", "named['work']", "ring[0]"]
        )

    def array(self) -> str:
        return self.random.choice([self.pick(self.arrays)] * 6 + ["buffers[0]", "buffers[1]"])

    def block(self, budget: int) -> None:
        """`with stream:` and work in it."""
        form = self.random.randrange(6)
        stream = self.stream()
        if form == 0:
            self.write(f"with {stream} as current:")
        elif form == 1:
            self.write(f"with nullcontext(), {stream}:")
        elif form == 2:
            self.write(f"with on({stream}):")
        elif form == 3 and self.random.random() < 0.4:
            self.write(f"with finished({stream}):")
        else:
            self.write(f"with {stream}:")
        self.depth += 1
        for _ in range(self.random.randint(1, 2)):
            self.operation(budget)
        self.depth -= 1

    def operation(self, budget: int) -> None:
        """Work on the current stream."""
        x, y = self.array(), self.array()
        form = self.random.randrange(11)
        if form == 0:
            name = self.pick(self.arrays)
            self.write(f"{name} = {x} + {y}")
        elif form == 1:
            self.write(f"{x} += 1")
        elif form == 2:
            self.write(f"cp.multiply({x}, 2, out={y})")
        elif form == 3:
            self.write(f"{x}[: N // 2] = {self.random.randint(0, 9)}")
        elif form == 4:
            self.write(f"{x}[N // 2 :] += 1")
        elif form == 5:
            self.write(f"{self.fresh('t')} = {x}.sum()")
        elif form == 6:
            self.write(f"{self.fresh('v')} = {x}[: N // 2].copy()")
        elif form == 7:
            self.write(f"{x}.fill(0)")
        elif form == 8:
            self.write(f"cp.copyto({x}, {y})")
        elif form == 9:
            self.write(f"touch({x})")
        else:
            self.write(f"{self.fresh('t')} = cp.sqrt({x}[N // 2 :])")

    def edge(self, budget: int) -> None:
        """Records and waits, right or wrong."""
        one, other, event = self.stream(), self.stream(), self.pick(self.events)
        form = self.random.randrange(9)
        if form <= 2:
            self.write(f"{other}.wait_event({one}.record())")
        elif form == 3:
            self.write(f"{event}.record({one})")
        elif form == 4:
            self.write(f"{other}.wait_event({event})")
        elif form == 5:
            self.write(f"{event}.record()")
        elif form == 6:
            self.write(f"hand_over({one}, {other})")
        elif form == 7:
            self.write(f"{event} = {one}.record()")
        else:
            self.write(f"apply(hand_over, {one}, {other})")

    def wait(self, budget: int) -> None:
        """The host waits."""
        form = self.random.randrange(8)
        if form <= 1:
            self.write(f"{self.stream()}.synchronize()")
        elif form == 2:
            self.write(f"{self.pick(self.events)}.synchronize()")
        elif form == 3 and self.random.random() < 0.3:
            self.write("cp.cuda.Device().synchronize()")
        elif form == 4:
            self.write("cp.cuda.Stream.null.synchronize()")
        elif form == 5:
            self.write(f"{self.fresh('f')} = float({self.array()}[0])")
        elif form == 6:
            self.write(f"{self.fresh('h')} = {self.array()}.get()")
        else:
            self.write(f"settle({self.stream()}, {self.stream()})")

    def helper(self, budget: int) -> None:
        """Calls of functions that take streams and arrays."""
        form = self.random.randrange(5)
        if form == 0:
            self.write(f"{self.pick(self.arrays)} = double({self.stream()}, {self.array()})")
        elif form == 1:
            self.write(f"fill_all({self.stream_list()}, buffers)")
        elif form == 2:
            name = self.fresh("later")
            self.write(f"{name} = partial(double, {self.stream()})")
            self.write(f"{self.pick(self.arrays)} = {name}({self.array()})")
        elif form == 3:
            name = self.fresh("run")
            self.write(f"{name} = lambda array, stream={self.stream()}: double(stream, array)")
            self.write(f"{self.pick(self.arrays)} = {name}({self.array()})")
        else:
            self.write(f"{self.stream()}.use()")
            self.operation(budget)
            self.write("cp.cuda.Stream.null.use()")

    # -- structure -----------------------------------------------------------------------------

    def stream_list(self) -> str:
        return self.random.choice(["streams", "ring", "streams[:2]", "[*ring, *streams]", "list(named.values())"])

    def loop(self, budget: int) -> None:
        form = self.random.randrange(5)
        if form == 0:
            self.write(f"for stream in {self.stream_list()}:")
            self.depth += 1
            self.write("with stream:")
            self.depth += 1
            self.operation(0)
            self.depth -= 2
        elif form == 1:
            self.write(f"for stream in {self.stream_list()}:")
            self.write("    stream.synchronize()")
        elif form == 2:
            self.write(f"for _ in range({self.random.randint(1, 3)}):")
            self.body(budget)
        elif form == 3:
            self.write(f"for index, (stream, buffer) in enumerate(zip({self.stream_list()}, buffers)):")
            self.write("    with stream:")
            self.write(f"        buffer[index : index + 2] = {self.array()}[index : index + 2]")
        else:
            name = self.fresh("n")
            self.write(f"{name} = 0")
            self.write(f"while {name} < {self.random.randint(1, 2)}:")
            self.body(budget)
            self.write(f"    {name} += 1")

    def ring_loop(self, budget: int) -> None:
        """Buffers in a ring, with or without the edges that it needs."""
        slots = self.random.choice([2, 3])
        self.write(f"for i in range({self.random.randint(3, 5)}):")
        self.depth += 1
        self.write(f"buffer = buffers[i % {slots}]")
        if self.random.random() < 0.6:
            self.write(f"ring[0].wait_event(slots[i % {slots}])")
        self.write("with ring[0]:")
        self.write("    buffer.fill(i)")
        if self.random.random() < 0.7:
            self.write("ring[1].wait_event(ring[0].record())")
        self.write("with ring[1]:")
        self.write(f"    {self.fresh('t')} = buffer.sum()")
        if self.random.random() < 0.8:
            self.write(f"slots[i % {slots}].record(ring[{self.random.choice([0, 1, 1])}])")
        self.depth -= 1

    def branch(self, budget: int) -> None:
        self.write(f"if {self.random.choice(['True', 'N > 3', 'len(streams) == 9', 'not streams', 's0 is s1'])}:")
        self.body(budget)
        if self.random.random() < 0.5:
            self.write("else:")
            self.body(budget)

    def function(self, budget: int) -> None:
        """A function of its own, called once or twice."""
        name = self.fresh("part")
        self.write(f"def {name}(given, other, data):")
        self.depth += 1
        self.write("with given:")
        self.write("    made = data + 1")
        self.random.choice(
            [
                lambda: self.write("other.wait_event(given.record())"),
                lambda: self.write("given.synchronize()"),
                lambda: self.write("pass"),
            ]
        )()
        self.write("with other:")
        self.write("    return made * 2")
        self.depth -= 1
        for _ in range(self.random.randint(1, 2)):
            self.write(f"{self.pick(self.arrays)} = {name}({self.stream()}, {self.stream()}, {self.array()})")

    def stage(self, budget: int) -> None:
        """Methods of an object that keeps its stream, array and event."""
        if not self.stages or (self.depth == 0 and self.random.random() < 0.4):
            if self.depth:
                return self.operation(budget)
            name = self.fresh("stage")
            self.write(f"{name} = Stage({self.stream()}, {self.array()})")
            self.stages.append(name)
        name = self.pick(self.stages)
        for _ in range(self.random.randint(1, 3)):
            form = self.random.randrange(4)
            if form == 0:
                self.write(f"{name}.produce({self.array()})")
            elif form == 1:
                self.write(f"{self.fresh('t')} = {name}.consume({self.stream()})")
            elif form == 2:
                self.write(f"{self.fresh('t')} = {name}.consume_late({self.stream()})")
            else:
                self.write(f"{name}.wait()")
        return None

    def attempt(self, budget: int) -> None:
        self.write("try:")
        self.body(budget)
        self.write("finally:")
        self.depth += 1
        self.random.choice([self.wait, self.operation])(0)
        self.depth -= 1

    def list_work(self, budget: int) -> None:
        """Streams and arrays through lists, dicts and comprehensions."""
        form = self.random.randrange(4)
        name = self.fresh("list")
        if form == 0:
            self.write(f"{name} = [double(stream, {self.array()}) for stream in {self.stream_list()}]")
            self.write(f"{self.fresh('t')} = {name}[0] + {name}[-1]")
        elif form == 1:
            self.write(f"{name} = []")
            self.write(f"{name}.append({self.stream()})")
            self.write(f"with {name}[0]:")
            self.depth += 1
            self.operation(0)
            self.depth -= 1
        elif form == 2:
            self.write(f"{name} = {{key: stream.record() for key, stream in named.items()}}")
            self.write(f"{self.stream()}.wait_event({name}['{self.random.choice(['load', 'work'])}'])")
        else:
            self.write(f"{name} = {{'x': {self.array()}}}")
            self.write(f"with {self.stream()}:")
            self.write(f"    {name}['x'] += 1")


def program(seed: int) -> str:
    """The program of a seed."""
    return Writer(seed).program()
