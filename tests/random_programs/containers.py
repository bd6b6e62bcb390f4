"""Streams and arrays in lists, dicts, tuples and deques; loops over them; double and triple buffers."""

from __future__ import annotations

from .work import operation
from .writer import Shape, Writer


def listed(w: Writer, budget: int) -> None:
    """Built by comprehension, by `append`, by unpacking."""
    form, name = w.number(0, 5), w.fresh("list")
    if form == 0:
        double = w.define("double", "def double(stream, array):\n    with stream:\n        return array * 2")
        w.write(f"{name} = [{double}(stream, {w.array()}) for stream in {w.stream_list()}]")
        w.write(f"{w.fresh('r')} = {name}[0] + {name}[-1]")
    elif form == 1:
        w.write(f"{name} = []\n{name}.append({w.stream()})\n{name}.extend({w.stream_list()})")
        with w.on(f"{name}[{w.pick((0, 1, -1))}]"):
            operation(w)
    elif form == 2:
        w.write(f"{name} = {{key: stream.record() for key, stream in enumerate({w.stream_list()})}}")
        w.write(f"{w.stream()}.wait_event({name}[{w.number(0, 1)}])")
    elif form == 3:
        w.write(f"{name} = {{'x': {w.array()}, 'y': {w.array()}}}")
        with w.on(w.stream()):
            w.write(f"{name}['x'] += 1" if w.chance(0.5) else f"{name}['y'] = {name}['x'] * 2")
        if w.chance(0.5):
            w.write(f"{w.fresh('r')} = {name}['y'].sum()")
    elif form == 4:
        w.write(f"first_{name}, *rest_{name} = {w.stream_list()}")
        with w.on(f"first_{name}"):
            operation(w)
        with w.on(f"rest_{name}[-1]"):
            operation(w)
    else:
        w.write(f"{name} = tuple((stream, cp.zeros(N)) for stream in {w.stream_list()})")
        with w.on(f"{name}[0][0]"):
            w.write(f"{name}[{w.number(0, 1)}][1].fill(1)")


def over_streams(w: Writer, budget: int) -> None:
    """A loop over streams that works, waits, or does either later."""
    form, streams = w.number(0, 6), w.stream_list()
    if form == 0:
        w.write(f"for stream in {streams}:")
        with w.indented(unsure=True), w.on("stream"):
            operation(w)
    elif form == 1:
        w.write(f"for stream in {streams}:")
        with w.indented(unsure=True), w.on("stream"):
            operation(w)
        w.write(f"for stream in {w.pick((streams, w.stream_list()))}:\n    stream.synchronize()")
        operation(w)
    elif form == 2:
        w.write(f"for stream in {streams}:\n    pass")  # the variable stays
        with w.on("stream"):
            operation(w)
    elif form == 3:
        arrays = w.pick(w.scope.array_lists) if w.scope.array_lists else f"[{w.array()}, {w.array()}]"
        w.write(f"for i, (s, b) in enumerate(zip({streams}, {arrays})):")
        with w.indented(unsure=True):
            with w.on("s"):
                w.write(f"b[i : i + 2] = {w.array()}[i : i + 2]")
            if w.chance(0.3):
                w.write(f"{w.stream()}.wait_event(s.record())")
    elif form == 4:
        w.write(f"for i in range({w.number(2, 4)}):")
        whole = w.pick(w.scope.stream_lists) if w.scope.stream_lists else f"[{w.stream()}, {w.stream()}]"
        with w.indented(unsure=True):
            with w.on(f"{whole}[i % 2]"):
                operation(w)
            if w.chance(0.5):
                w.write(f"{whole}[(i + 1) % 2].wait_event({whole}[i % 2].record())")
    elif form == 5:
        name = w.fresh("done")
        w.write(f"{name} = [stream.record() for stream in {streams}]\nfor event in {name}:")
        with w.indented(unsure=True):
            w.write(w.pick(("event.synchronize()", f"{w.stream()}.wait_event(event)")))
        operation(w)
    else:
        settle = w.define("settle", "def settle(*streams):\n    for stream in streams:\n        stream.synchronize()")
        with w.on(w.stream()):
            operation(w)
        w.write(f"{settle}({w.pick(('*' + w.stream_list(), w.stream()))})")
        operation(w)


def ring(w: Writer, budget: int) -> None:
    """Two or three buffers in turn, with or without the edges that it takes."""
    slots, name = w.number(2, 3), w.fresh("ring")
    load, work = w.stream(), w.stream()
    if w.scope.array_lists and w.scope.event_lists:
        buffers, events = w.pick(w.scope.array_lists), w.pick(w.scope.event_lists)
    else:
        buffers, events = f"buffers_{name}", f"events_{name}"
        w.write(f"{buffers} = [cp.zeros(N) for _ in range({slots})]")
        w.write(f"{events} = [cp.cuda.Event() for _ in range({slots})]")
        if w.chance(0.5):
            w.write("cp.cuda.Device().synchronize()")
    w.write(f"for i in range({w.number(3, 5)}):")
    with w.indented(unsure=True):
        if w.chance(0.5):
            w.write(f"slot = i % {slots}\nbuffer, free = {buffers}[slot], {events}[slot]")
        else:
            w.write(f"buffer = {buffers}[i % {slots}]\nfree = {events}[i % {slots}]")
        if w.chance(0.7):
            guard = w.pick(("", "", f"if i >= {slots}:\n    "))
            w.write(guard + w.pick((f"{load}.wait_event(free)", f"{load}.wait_event(free)", "free.synchronize()")))
        with w.on(load):
            w.write("buffer.fill(i)")
        if w.chance(0.8):
            w.write(f"{work}.wait_event({load}.record())")
        with w.on(work):
            w.write(f"{w.fresh('r')} = buffer.sum()")
        if w.chance(0.85):
            w.write(f"free.record({w.pick((work, work, work, load))})")


def carried(w: Writer, budget: int) -> None:
    """Values that one iteration leaves to the next: the array before, the event before, streams that swap."""
    form, x, name = w.number(0, 3), w.array(), w.fresh("carried")
    if form == 0:
        w.write(f"{name} = {x}\nfor stream in {w.stream_list()}:")
        with w.indented(unsure=True):
            with w.on("stream"):
                w.write(f"{name} = {name} + 1")
            if w.chance(0.5):
                w.write("stream.synchronize()")
    elif form == 1:
        w.write(f"{name} = None\nfor stream in {w.stream_list()}:")
        with w.indented(unsure=True):
            w.write(f"if {name} is not None:\n    stream.wait_event({name})")
            with w.on("stream"):
                w.write(w.bumped(x))
            w.write(f"{name} = stream.record()" if w.chance(0.7) else f"{name} = {w.stream()}.record()")
    elif form == 2:
        w.write(f"one_{name}, other_{name} = {w.stream()}, {w.stream()}\nfor _ in range({w.number(2, 4)}):")
        with w.indented(unsure=True):
            with w.on(f"one_{name}"):
                w.write(w.bumped(x))
            if w.chance(0.5):
                w.write(f"other_{name}.wait_event(one_{name}.record())")
            w.write(f"one_{name}, other_{name} = other_{name}, one_{name}")
    else:
        w.write(f"front_{name}, back_{name} = {x}, {w.array()}\nfor step in range({w.number(2, 3)}):")
        one, other = w.stream(), w.stream()
        with w.indented(unsure=True):
            with w.on(one):
                w.write(f"cp.add(front_{name}, 1, out=back_{name})")
            if w.chance(0.5):
                w.write(f"{other}.wait_event({one}.record())")
            with w.on(other):
                w.write(f"{w.fresh('r')} = back_{name}.sum()")
            if w.chance(0.5):
                w.write(f"{one}.wait_event({other}.record())")
            w.write(f"front_{name}, back_{name} = back_{name}, front_{name}")


def cycled(w: Writer, budget: int) -> None:
    """`itertools.cycle` and `next`, alone or in a loop."""
    w.needs("from itertools import cycle")
    name = w.fresh("turns")
    w.write(f"{name} = cycle({w.stream_list()})")
    if w.chance(0.5):
        w.write(f"for _ in range({w.number(2, 4)}):")
        with w.indented(unsure=True), w.on(f"next({name})"):
            operation(w)
        return
    for _ in range(w.number(2, 3)):
        with w.on(f"next({name})"):
            operation(w)


def queued(w: Writer, budget: int) -> None:
    """A deque: rotated, or events taken from its left."""
    w.needs("from collections import deque")
    name, x = w.fresh("queue"), w.array()
    if w.chance(0.5):
        w.write(f"{name} = deque({w.stream_list()})\nfor _ in range({w.number(2, 4)}):")
        with w.indented(unsure=True):
            with w.on(f"{name}[0]"):
                operation(w)
            if w.chance(0.4):
                w.write(f"{name}[1].wait_event({name}[0].record())")
            w.write(f"{name}.rotate({w.pick((1, -1))})" if w.chance(0.7) else f"{name}.append({name}.popleft())")
        return
    w.write(f"{name} = deque()\nfor stream in {w.stream_list()}:")
    with w.indented(unsure=True):
        with w.on("stream"):
            w.write(f"{w.fresh('r')} = {x} + 1")
        w.write(f"{name}.append(stream.record())")
        if w.chance(0.5):
            w.write(f"if len({name}) > 1:\n    {name}.popleft().synchronize()")
    w.write(f"while {name}:\n    {name}.{w.pick(('popleft', 'pop'))}().synchronize()" if w.chance(0.6) else "pass")
    w.write(w.bumped(x))


CONTAINERS: tuple[Shape, ...] = (listed, over_streams, over_streams, ring, ring, carried, cycled, queued)
