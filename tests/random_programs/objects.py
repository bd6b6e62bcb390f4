"""Classes: streams, events and arrays in attributes, properties, inheritance, and results that wait or do not."""

from __future__ import annotations

from dataclasses import dataclass

from .work import operation
from .writer import Shape, Writer


@dataclass(frozen=True)
class Design:
    """How a class with a stream, an array and an event is written.

    Attributes:
        form: "plain", "slots", "dataclass", "inherited" or "property".
        shared: whether the stream is a class attribute.
        waits: whether `result` waits.
        recorded: whether `produce` records the event.
    """

    form: str
    shared: bool
    waits: bool
    recorded: bool


_METHODS = """
    def produce(self, source):
        with self.stream:
            cp.add(source, 1, out=self.array)
        {record}

    def consume(self, stream):
        {late}
        with stream:
            return self.array.sum()

    def result(self):
        {wait}
        return self.array

    def wait(self):
        self.ready.synchronize()
"""


def _head(name: str, design: Design) -> str:
    """The class up to its `__init__`, included."""
    if design.form == "dataclass":
        return (
            f"@dataclass{'' if design.waits else '(eq=False)'}\nclass {name}:\n    stream: cp.cuda.Stream\n"
            "    array: cp.ndarray\n    ready: cp.cuda.Event = field(default_factory=cp.cuda.Event)"
        )
    if design.form == "inherited":
        return (
            f"class Base{name}:\n    def __init__(self, stream):\n        self.stream = stream\n"
            "        self.ready = cp.cuda.Event()\n\n"
            "    def wait(self):\n        self.stream.synchronize()\n\n"
            f"class {name}(Base{name}):\n    def __init__(self, stream, array):\n"
            "        super().__init__(stream)\n        self.array = array"
        )
    lines = [f"class {name}:"]
    if design.form == "slots":
        lines.append("    __slots__ = ('stream', 'array', 'ready')")
    if design.shared and design.form == "plain":
        lines.append("    stream = cp.cuda.Stream(non_blocking=True)")
    lines.append("    def __init__(self, stream, array):")
    if design.form == "property":
        lines.append("        self._stream = stream")
    elif not (design.shared and design.form == "plain"):
        lines.append("        self.stream = stream")
    lines += ["        self.array = array", "        self.ready = cp.cuda.Event()"]
    if design.form == "property":
        lines += ["", "    @property", "    def stream(self):", "        return self._stream"]
    return "\n".join(lines)


def _class(w: Writer) -> str:
    design = Design(
        w.pick(("plain", "plain", "slots", "dataclass", "inherited", "property")),
        w.chance(0.3),
        w.chance(0.5),
        w.chance(0.8),
    )
    name = w.fresh("Stage")
    methods = _METHODS.format(
        record="self.ready.record(self.stream)" if design.recorded else "return None",
        late="stream.wait_event(self.ready)" if w.chance(0.5) else "# the caller waits",
        wait=w.pick(("self.ready.synchronize()", "self.stream.synchronize()")) if design.waits else "# no wait",
    )
    imports = ("from dataclasses import dataclass, field",) if design.form == "dataclass" else ()
    return w.define(name, _head(name, design) + "\n" + methods, *imports)


def stage(w: Writer, budget: int) -> None:
    """An object, and calls of its methods in some order."""
    lasting = not w.scope.function and not w.unsure
    if w.things and not w.scope.function and w.chance(0.6):
        name = w.pick(list(w.things))
    else:
        known = w.things and w.chance(0.3)
        kind = w.ref(w.pick(list(w.things.values())).rpartition(".")[2]) if known else _class(w)
        name = w.fresh("stage")
        w.write(f"{name} = {kind}({w.stream()}, {w.array()})")
        if lasting:
            w.things[name] = kind
    for _ in range(w.number(1, 4)):
        form = w.number(0, 6)
        if form <= 1:
            w.write(f"{name}.produce({w.array()})")
        elif form == 2:
            w.write(f"{w.fresh('r')} = {name}.consume({w.stream()})")
        elif form == 3:
            with w.on(w.stream()):
                w.write(f"{w.fresh('r')} = {name}.result() * 2")
        elif form == 4:
            w.write(f"{name}.wait()")
        elif form == 5:
            w.write(f"{w.stream()}.wait_event({name}.ready)")
        else:
            with w.on(f"{name}.stream"):
                operation(w)


def wrapper(w: Writer, budget: int) -> None:
    """A pending result: an array with its event, and a `result()` that waits, or orders, or does neither."""
    form = w.number(0, 3)
    body = (
        "self.event.synchronize()",
        "cp.cuda.get_current_stream().wait_event(self.event)",
        "self.stream.synchronize()",
        "# the caller waits",
    )[form]
    kind = w.define(
        f"Pending{form}",
        f"""
        class Pending{form}:
            def __init__(self, array, stream):
                self.array = array
                self.stream = stream
                self.event = stream.record()

            def result(self):
                {body}
                return self.array
        """,
    )
    start = w.define(
        f"start{form}",
        f"""
        def start{form}(stream, data):
            with stream:
                made = data * 2
            return Pending{form}(made, stream)
        """,
    )
    del kind
    name = w.fresh("pending")
    if w.chance(0.3):
        w.write(f"{name} = [{start}(each, {w.array()}) for each in {w.stream_list()}]")
        with w.on(w.stream()):
            w.write(f"{w.fresh('r')} = [each.result().sum() for each in {name}]")
        return
    w.write(f"{name} = {start}({w.stream()}, {w.array()})")
    if w.chance(0.3):
        operation(w)
    with w.on(w.stream()):
        w.write(f"{w.fresh('r')} = {name}.result() + 1")


def callable_object(w: Writer, budget: int) -> None:
    """An object that is called, or made by a class method, or a named tuple."""
    form = w.number(0, 2)
    name = w.fresh("job")
    if form == 0:
        kind = w.define(
            "Runner",
            """
            class Runner:
                def __init__(self, stream):
                    self.stream = stream

                def __call__(self, data):
                    with self.stream:
                        return data + 1
            """,
        )
        w.write(f"{name} = {kind}({w.stream()})")
        w.assign(f"{name}({w.array()})")
    elif form == 1:
        kind = w.define(
            "Lane",
            """
            class Lane:
                depth = 2

                def __init__(self, streams):
                    self.streams = list(streams)
                    self.turn = 0

                @classmethod
                def fresh(cls):
                    return cls([cp.cuda.Stream(non_blocking=True) for _ in range(cls.depth)])

                @staticmethod
                def settle(streams):
                    for stream in streams:
                        stream.synchronize()

                def next(self):
                    stream = self.streams[self.turn % len(self.streams)]
                    self.turn += 1
                    return stream

                def wait(self):
                    self.settle(self.streams)
            """,
        )
        made = f"{kind}.fresh()" if w.chance(0.5) else f"{kind}({w.stream_list()})"
        w.write(f"{name} = {made}")
        for _ in range(w.number(1, 3)):
            with w.on(f"{name}.next()"):
                operation(w)
        if w.chance(0.5):
            w.write(f"{name}.wait()")
        operation(w)
    else:
        kind = w.define(
            "Slot",
            """
            class Slot(NamedTuple):
                stream: cp.cuda.Stream
                array: cp.ndarray
            """,
            "from typing import NamedTuple",
        )
        w.write(f"{name} = {kind}({w.stream()}, {w.array()})")
        with w.on(f"{name}.stream"):
            w.write(f"{name}.array.fill(2)")
        if w.chance(0.5):
            w.write(f"{name}.stream.synchronize()")
        w.write(f"stream_{name}, array_{name} = {name}")
        with w.on(w.pick((f"stream_{name}", w.stream()))):
            w.write(f"array_{name} += 1")


OBJECTS: tuple[Shape, ...] = (stage, stage, wrapper, callable_object)
