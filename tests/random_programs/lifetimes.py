"""Random programs that make arrays on one stream, use them on others, drop them, and make more."""

from __future__ import annotations

import random

_HEAD = """\
import cupy as cp

N = 1 << 10
x = cp.ones(N, dtype=cp.float32)
sums = [cp.zeros(N, dtype=cp.float32) for _ in range(3)]


class Box:
    def __init__(self):
        self.value = None

    def put(self, value):
        old, self.value = self.value, value
        return old

    def fill(self, stream):
        with stream:
            self.value = x * 3


def made(stream, size=N):
    with stream:
        return cp.full(size, 3, dtype=cp.float32)


def local(stream, other, total):
    with stream:
        block = x * 2
    other.wait_event(stream.record())
    with other:
        total += block


def local_waits(stream, other, total):
    local(stream, other, total)
    stream.wait_event(other.record())


def use(array, stream, total):
    with stream:
        total += array.sum()


def used(array, stream, other):
    other.wait_event(stream.record())
    with other:
        return array * 2


def raises(stream, other, total):
    with stream:
        block = cp.zeros(N, dtype=cp.float32)
    other.wait_event(stream.record())
    with other:
        total += block
    raise ValueError


def blocks(stream, count):
    for number in range(count):
        with stream:
            block = cp.full(N, number, dtype=cp.float32)
        yield block


"""
_STREAMS = (
    "cp.cuda.Stream(non_blocking=True)", "cp.cuda.Stream(non_blocking=True)", "cp.cuda.Stream()", "cp.cuda.Stream.null",
)  # fmt: skip
_NAMES = ("a", "b", "c")


def program(seed: int) -> str:
    """The program of a seed: straight lines, loops and calls, one trace."""
    return _Writer(random.Random(seed)).program()


class _Writer:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.bound: list[str] = []
        """Names that stand for an array here."""
        self.home: dict[str, str] = {}
        """The stream that last made what a name stands for."""

    def program(self) -> str:
        chance = self.chance
        lines = [f"s{number} = {chance.choice(_STREAMS)}" for number in range(3)]
        lines += ["e = cp.cuda.Event()", "kept = []", "table = {}", "box = Box()", "cp.cuda.Device().synchronize()"]
        for _ in range(chance.randint(3, 10)):
            if chance.random() < 0.25:
                lines.append(f"for i in range({chance.choice((2, 3, 4))}):")
                lines += [f"    {line}" for line in self.round()]
            else:
                lines += self.step()
        return _HEAD + "\n".join(lines) + "\n"

    def round(self) -> list[str]:
        """The body of a loop: what is bound before is bound at its end."""
        before = list(self.bound)
        lines = [line for _ in range(self.chance.randint(1, 3)) for line in self.step()]
        lines += [f"{name} = {self.fresh()}" for name in before if name not in self.bound]
        self.bound = before
        return lines

    def step(self) -> list[str]:
        kind = self.chance.choices(
            (self.whole, self.make, self.use, self.order, self.drop, self.call), (6, 5, 3, 3, 4, 3)
        )[0]
        return kind()

    # -- parts -------------------------------------------------------------------------------------

    def stream(self) -> str:
        return f"s{self.chance.randint(0, 2)}"

    def total(self, stream: str) -> str:
        """What is mostly written by that stream alone."""
        return f"sums[{stream[1] if self.chance.random() < 0.95 else self.chance.randint(0, 2)}]"

    def array(self) -> str:
        """Something that is an array."""
        return self.chance.choice((*self.bound, *self.bound, "x"))

    def fresh(self) -> str:
        """An expression that allocates an array of the usual size."""
        return self.chance.choice(
            (
                "x * 2",
                "x + x",
                "cp.zeros(N, dtype=cp.float32)",
                "cp.full(N, 7, dtype='float32')",
                "cp.zeros_like(x)",
                "x.copy()",
                "cp.empty_like(x)",
                "cp.add(x, 1)",
                "(x * 2) + (x * 3)",
                "cp.sqrt(x + 1)",
            )
        )

    def other_size(self) -> str:
        return self.chance.choice(
            (
                "x[:N // 2] * 2",
                "cp.zeros(N // 2, dtype=cp.float32)",
                "cp.zeros(N * 2, dtype=cp.float32)",
                "cp.zeros(N, dtype=cp.float64)",
                "cp.zeros((2, N // 2), dtype=cp.float32)",
                "x.astype(cp.float64)",
                "x.sum()",
                "cp.arange(N // 4, dtype=cp.int32)",
                "(x > 0) * 2",
            )
        )

    def orders(self, first: str, then: str) -> list[str]:
        """Makes `then` wait for `first`, mostly."""
        if first == then:
            return []
        return self.chance.choice(
            (
                [f"{then}.wait_event({first}.record())"],
                [f"{then}.wait_event({first}.record())"],
                [f"{then}.wait_event({first}.record())"],
                [f"e.record({first})", f"{then}.wait_event(e)"],
                [f"{then}.wait_event({first}.record())"],
                [f"{then}.wait_event({first}.record())"],
                [f"{first}.synchronize()"],
                [],
            )
        )

    def consumes(self, array: str, stream: str) -> str:
        total = self.total(stream)
        return self.chance.choice(
            (
                f"with {stream}: {total}[:{array}.size] += {array}" if array == "x" else f"with {stream}: {total} += 1",
                f"with {stream}: {total} += {array}.sum()",
                f"with {stream}: {total} += {array}.reshape(-1)[0]",
                f"with {stream}: {array} += 1" if array != "x" else f"with {stream}: {total} *= 2",
                f"with {stream}: {array}.fill(4)" if array != "x" else f"with {stream}: {total} *= 2",
                f"with {stream}: kept.append({array} * 2)",
                f"use({array}, {stream}, {total})",
                f"with {stream}: cp.multiply({array}, 2, out={array})" if array != "x" else f"with {stream}: x.sum()",
            )
        )

    def bind(self, name: str, stream: str) -> str:
        if name not in self.bound:
            self.bound.append(name)
        self.home[name] = stream
        return name

    def unbind(self, name: str) -> str:
        self.bound.remove(name)
        return name

    # -- steps -------------------------------------------------------------------------------------

    def whole(self) -> list[str]:
        """Make, use elsewhere, drop, maybe wait back, make again."""
        home, other = self.stream(), self.stream()
        name = self.chance.choice(_NAMES)
        lines = [f"with {home}: {self.bind(name, home)} = {self.fresh()}"]
        lines += self.orders(home, other)
        lines.append(self.consumes(name, other))
        if self.chance.random() < 0.3:
            third = self.stream()
            lines += [*self.orders(home, third), self.consumes(name, third)]
        back = self.orders(other, home) if self.chance.random() < 0.3 else []
        drop = self.drops(name)
        lines += [*back, *drop] if self.chance.random() < 0.5 else [*drop, *back]
        if self.chance.random() < 0.8:
            again = self.chance.choice(_NAMES)
            where = home if self.chance.random() < 0.8 else self.stream()
            expression = self.fresh() if self.chance.random() < 0.7 else self.other_size()
            lines.append(f"with {where}: {self.bind(again, where)} = {expression}")
            if self.chance.random() < 0.3:
                third = self.stream()
                lines += [*self.orders(where, third), self.consumes(again, third)]
        return lines

    def make(self) -> list[str]:
        name, stream = self.chance.choice(_NAMES), self.stream()
        expression = self.fresh() if self.chance.random() < 0.6 else self.other_size()
        if self.chance.random() < 0.2:
            expression = f"{self.array()} * 2"
        if self.chance.random() < 0.2:
            size = self.chance.choice(("", ", N // 2", ", 2 * N", ", size=N"))
            return [f"{self.bind(name, stream)} = made({stream}{size})"]
        return [f"with {stream}: {self.bind(name, stream)} = {expression}"]

    def use(self) -> list[str]:
        array, stream = self.array(), self.stream()
        before = self.orders(self.home[array], stream) if array in self.home else []
        return [*before, self.consumes(array, stream)]

    def order(self) -> list[str]:
        first, then = self.stream(), self.stream()
        return self.chance.choice(
            (
                [f"{then}.wait_event({first}.record())"],
                [f"{then}.wait_event({first}.record())"],
                [f"e.record({first})"],
                [f"{then}.wait_event(e)"],
                ["e.synchronize()"],
                [f"{first}.synchronize()"],
                ["cp.cuda.Device().synchronize()"],
                ["cp.cuda.Stream.null.synchronize()"],
                [f"with {first}: float(sums[{first[1]}][0])"],
            )
        )

    def drop(self) -> list[str]:
        if not self.bound:
            return self.make()
        return self.drops(self.chance.choice(self.bound))

    def drops(self, name: str) -> list[str]:
        """Drops the reference `name`, not always the last one."""
        kind = self.chance.randint(0, 13)
        if kind <= 3:
            return [f"del {self.unbind(name)}"]
        if kind == 4:
            return [f"{self.unbind(name)} = None"]
        if kind == 5:
            return [f"{name} = x[:4]"]
        if kind == 6:
            return [f"kept.append({name})", f"del {self.unbind(name)}"]
        if kind == 7:
            return [f"table[{self.chance.choice(('1', '2', repr('k')))}] = {name}", f"del {self.unbind(name)}"]
        if kind == 8:
            return [f"box.value = {name}", f"{self.unbind(name)} = None"]
        if kind == 9:
            return [f"box.put({name})", f"del {self.unbind(name)}"]
        if kind == 10:
            return [f"kept.append({name})", f"del {self.unbind(name)}", "kept.clear()"]
        if kind == 11:
            other = self.chance.choice(_NAMES)
            return [f"{self.bind(other, self.home[name])} = {name}.reshape(-1)[:N // 2]"]
        if kind == 12:
            return [self.chance.choice(("kept.clear()", "kept = []", "kept = kept[1:]", "kept and kept.pop()"))]
        removes = ("table.clear()", "table.pop(1, None)", "table = {}")
        return [self.chance.choice((*removes, "box.value = None", "box.put(None)", "box = Box()"))]

    def call(self) -> list[str]:
        home, other = self.stream(), self.stream()
        total = self.total(other)
        name = self.chance.choice(_NAMES)
        kind = self.chance.randint(0, 9)
        if kind <= 1:
            return [f"local({home}, {other}, {total})"]
        if kind == 2:
            return [f"local_waits({home}, {other}, {total})"]
        if kind == 3:
            array = self.array()
            home = self.home.get(array, home)
            return [f"{self.bind(name, other)} = used({array}, {home}, {other})"]
        if kind == 4:
            return ["try:", f"    raises({home}, {other}, {total})", "except ValueError:", f"    {total} = {total}"]
        if kind == 5:
            return [f"use(made({home}), {home}, sums[{home[1]}])"]
        if kind == 6:
            return [f"{self.bind(name, other)} = used(made({home}), {home}, {other})"]
        if kind == 7:
            lines = [f"for block in blocks({home}, {self.chance.choice((2, 3))}):"]
            lines += [f"    {line}" for line in self.orders(home, other)]
            return [*lines, f"    use(block, {other}, {total})"]
        if kind == 8:
            return [f"box.fill({home})", *self.orders(home, other), f"use(box.value, {other}, {total})"]
        return [f"{self.bind(name, home)} = [made({home}) for _ in range(2)][0]"]
