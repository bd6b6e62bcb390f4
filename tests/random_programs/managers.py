"""Context managers that do or do not wait at their end, and generators."""

from __future__ import annotations

from .work import operation, operations
from .writer import Shape, Writer


def manager(w: Writer, budget: int) -> None:
    """A manager, as a generator or a class."""
    waits, name, fails = w.chance(0.5), w.pick(("Class", "generator", "generator")), w.chance(0.4)
    ending = "stream.synchronize()" if waits else "pass"
    if name == "Class":
        name = f"On{'Finished' if waits else ''}"
        found = w.define(
            name,
            f"""
            class {name}:
                def __init__(self, stream):
                    self.stream = stream

                def __enter__(self):
                    self.stream.__enter__()
                    return self.stream

                def __exit__(self, *exception):
                    self.stream.__exit__(*exception)
                    {ending.replace("stream", "self.stream")}
            """
            if w.chance(0.3)
            else f"""
            class {name}:
                def __init__(self, stream):
                    self.stream = stream

                def __enter__(self):
                    return self

                def __exit__(self, *exception):
                    {ending.replace("stream", "self.stream")}
                    return False

                def double(self, data):
                    with self.stream:
                        return data * 2
            """,
        )
        stream = w.stream()
        kept = w.fresh("lane")
        with w.on(f"{found}({stream}) as {kept}"), w.on(stream):
            operations(w)
        return operation(w)
    found = f"{'finished' if waits else 'on'}{'_always' if fails else ''}"
    body = (
        f"    with stream:\n        yield stream\n    {ending}"
        if not fails
        else f"    try:\n        with stream:\n            yield stream\n    finally:\n        {ending}"
    )
    found = w.define(found, f"@contextmanager\ndef {found}(stream):\n{body}", "from contextlib import contextmanager")
    with w.on(found + f"({w.stream()})" + w.pick(("", f" as {w.fresh('lane')}"))):
        operations(w)
        if budget > 0 and w.chance(0.2):
            w.statement(budget - 1)
    return operation(w)


def ordered_after(w: Writer, budget: int) -> None:
    """A manager that makes another stream wait at its beginning, its end, or not at all."""
    first, last = w.chance(0.5), w.chance(0.5)
    name = f"after{int(first)}{int(last)}"
    found = w.define(
        name,
        f"@contextmanager\ndef {name}(stream, other):\n"
        + ("    stream.wait_event(other.record())\n" if first else "")
        + "    with stream:\n        yield\n"
        + ("    other.wait_event(stream.record())" if last else "    return"),
        "from contextlib import contextmanager",
    )
    one, other = w.stream(), w.stream()
    with w.on(one):
        operation(w)
    with w.on(f"{found}({other}, {one})"):
        operation(w)
    with w.on(one):
        operation(w)


def stack(w: Writer, budget: int) -> None:
    """An `ExitStack` with a stream and a call at its end."""
    w.needs("from contextlib import ExitStack")
    name, stream = w.fresh("stack"), w.stream()
    with w.on(f"ExitStack() as {name}"):
        if w.chance(0.6):
            w.write(f"{name}.callback({w.pick((stream, stream, w.stream()))}.synchronize)")
        w.write(f"{name}.enter_context({stream})")
        operations(w)
    operation(w)


def generator(w: Writer, budget: int) -> None:
    """A generator of arrays, consumed by a loop or by `next`."""
    waits = w.chance(0.5)
    name = f"batches{int(waits)}"
    found = w.define(
        name,
        f"def {name}(stream, source, count):\n    for index in range(count):\n        with stream:\n"
        "            made = source * index\n"
        + ("        stream.synchronize()\n" if waits else "")
        + "        yield made",
    )
    form, made, data = w.number(0, 3), w.fresh("batches"), w.fresh("batch")
    text = f"{found}({w.stream()}, {w.array()}, {w.number(2, 3)})"
    if form == 0:
        w.write(f"for {data} in {text}:")
    elif form == 1:
        w.write(f"{made} = {text}\n{data} = next({made})")
        if w.chance(0.5):
            w.write(f"{data} = next({made})")
        with w.on(w.stream()):
            w.write(f"{w.fresh('r')} = {data} + 1")
        return
    elif form == 2:
        w.write(f"{made} = list({text})")
        with w.on(w.stream()):
            w.write(f"{w.fresh('r')} = {made}[0] + {made}[-1]")
        return
    else:
        w.write(f"for index, {data} in enumerate({text}):")
    with w.indented(unsure=True):
        with w.on(w.stream()):
            w.write(f"{w.fresh('r')} = {data} + 1")
        if w.chance(0.3):
            w.write("break")


def stream_generator(w: Writer, budget: int) -> None:
    """A generator of streams or pairs; `yield from`; a generator expression."""
    form = w.number(0, 2)
    if form == 0:
        found = w.define(
            "in_turn",
            "def in_turn(streams, count):\n    for i in range(count):\n        yield streams[i % len(streams)]",
        )
        w.write(f"for lane in {found}({w.stream_list()}, {w.number(2, 4)}):")
        with w.indented(unsure=True), w.on("lane"):
            operation(w)
    elif form == 1:
        w.define("each_of", "def each_of(streams):\n    for stream in streams:\n        yield stream, stream.record()")
        text = "def all_of(*lists):\n    for streams in lists:\n        yield from each_of(streams)"
        found = w.define("all_of", text)
        other = w.stream()
        w.write(f"for lane, done in {found}({w.stream_list()}):")
        with w.indented(unsure=True):
            w.write(f"{other}.wait_event(done)" if w.chance(0.5) else "done.synchronize()")
        with w.on(other):
            operation(w)
    else:
        name = w.fresh("made")
        w.write(f"{name} = (lane.record() for lane in {w.stream_list()})")
        with w.on(w.stream()):
            operation(w)
        w.write(f"for done in {name}:\n    {w.pick((w.stream() + '.wait_event(done)', 'done.synchronize()'))}")
        operation(w)


MANAGERS: tuple[Shape, ...] = (manager, manager, ordered_after, stack, generator, stream_generator)
