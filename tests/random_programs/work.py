"""Work on streams, events and waits: the statements that all others are made of."""

from __future__ import annotations

from .writer import Shape, Writer


def operation(w: Writer, budget: int = 0) -> None:
    """Work on the current stream."""
    x, y = w.array(), w.array()
    form = w.number(0, 12)
    if form == 0:
        w.assign(f"{x} + {y}")
    elif form == 1 and "." not in x:
        name = w.fresh("view")
        w.write(f"{name} = {x}[N // 2 :]")
        w.write(f"{name} += 1")
    elif form == 2:
        w.write(f"cp.multiply({x}, 2, out={y})")
    elif form == 3:
        w.write(f"{x}[: N // 2] = {w.number(0, 9)}")
    elif form == 4:
        w.write(f"{x}[N // 2 :] += 1")
    elif form == 5:
        w.write(f"{w.fresh('r')} = {x}.sum()")
    elif form == 6:
        w.write(f"{w.fresh('r')} = {x}[: N // 2].copy()")
    elif form == 7:
        w.write(f"{x}.fill(0)")
    elif form == 8:
        w.write(f"cp.copyto({x}, {y})")
    elif form == 9:
        w.write(f"{x}[...] = {y}")
    elif form == 10:
        w.assign(f"{x} * 2")
    elif form == 11:
        w.write(f"cp.add({x}, {y}, out={x})")
    else:
        w.write(f"{w.fresh('r')} = cp.sqrt({x}[N // 2 :])")


def operations(w: Writer, most: int = 2) -> None:
    """One or more, in a block that is already open."""
    for _ in range(w.number(1, most)):
        operation(w)


def block(w: Writer, budget: int) -> None:
    """`with stream:` and work in it."""
    form, stream = w.number(0, 7), w.stream()
    if form == 0:
        manager = f"{stream} as {w.fresh('current')}"
    elif form == 1:
        w.needs("from contextlib import nullcontext")
        manager = f"nullcontext(), {stream}"
    elif form == 2:
        w.needs("from contextlib import ExitStack")
        with w.on("ExitStack() as stack"):
            w.write(f"stack.enter_context({stream})")
            operations(w)
        return
    else:
        manager = stream
    with w.on(manager):
        operations(w)
        if budget > 0 and w.chance(0.15):
            w.statement(budget - 1)


def edge(w: Writer, budget: int) -> None:
    """Records and waits, right or wrong."""
    one, other, event = w.stream(), w.stream(), w.event()
    form = w.number(0, 8)
    if form <= 2:
        w.write(f"{other}.wait_event({one}.record())")
    elif form == 3:
        w.write(f"{event}.record({one})")
    elif form == 4:
        w.write(f"{other}.wait_event({event})")
    elif form == 5:
        w.write(f"{one}.record({event})")
    elif form == 6:
        with w.on(one):
            operation(w)
            w.write(f"{event}.record()")
        w.write(f"{other}.wait_event({event})")
    else:
        own = [name for name in w.scope.events if name in w.scope.own]
        name = w.pick(own) if own and w.chance(0.7) else w.fresh("e")
        w.write(f"{name} = {one}.record()")
        if name not in own:
            w.bind("event", name)
        if w.chance(0.5):
            w.write(f"{other}.wait_event({name})")


def wait(w: Writer, budget: int) -> None:
    """The host waits."""
    form = w.number(0, 9)
    if form <= 2:
        w.write(f"{w.stream()}.synchronize()")
    elif form <= 4:
        w.write(f"{w.event()}.synchronize()")
    elif form == 5 and w.chance(0.3):
        w.write("cp.cuda.Device().synchronize()")
    elif form == 6:
        w.write("cp.cuda.Stream.null.synchronize()")
    elif form == 7:
        w.write(f"{w.fresh('f')} = float({w.array()}[0])")
    elif form == 8:
        w.write(f"{w.fresh('h')} = {w.array()}.get(stream={w.stream()})")
    else:
        w.write(f"{w.fresh('h')} = {w.array()}.get()")


def chain(w: Writer, budget: int) -> None:
    """Work on one stream, then on another, with or without the wait between."""
    one, other, x = w.stream(), w.stream(), w.array()
    with w.on(one):
        w.write(f"{x} = {x} + 1" if x in w.scope.own and w.chance(0.5) else f"{x}.fill({w.number(1, 9)})")
    form = w.number(0, 5)
    if form <= 1:
        w.write(f"{other}.wait_event({one}.record())")
    elif form == 2:
        w.write(f"{one}.synchronize()")
    elif form == 3:
        w.write(f"{one}.wait_event({other}.record())")
    with w.on(other):
        w.write(f"{w.fresh('r')} = {x} * 3")
    if w.chance(0.3):
        w.write(f"{one}.wait_event({other}.record())")
        with w.on(one):
            w.write(f"{x}.fill(0)")


def used(w: Writer, budget: int) -> None:
    """A stream made current without a block; not within one, where CuPy's versions differ."""
    if w.inside or w.scope.function:
        return operation(w)
    w.write(f"{w.stream()}.use()")
    operation(w)
    w.write("cp.cuda.Stream.null.use()")
    return None


SIMPLE: tuple[Shape, ...] = (block, block, block, chain, chain, operation, edge, edge, wait, wait, used)
