"""Branches that are decided, loops with counters, `match`, `try`, early ends, streams that may be None."""

from __future__ import annotations

from .work import operation, operations, wait
from .writer import Shape, Writer

_TESTS = ("True", "N > 3", "N == 9", "not N", "N and True", "0 < N < 9", "__debug__")


def branch(w: Writer, budget: int) -> None:
    """`if`, with or without `else`; decided."""
    w.write(f"if {w.pick(_TESTS)}:")
    w.body(budget)
    if w.chance(0.5):
        w.write("else:" if w.chance(0.7) else f"elif {w.pick(_TESTS)}:")
        w.body(budget)


def loop(w: Writer, budget: int) -> None:
    """`for` over numbers."""
    w.write(f"for {w.pick(('_', 'i', 'step'))} in range({w.number(1, 3)}):")
    w.body(budget)
    if w.chance(0.2):
        w.write("else:")
        w.body(budget, 1)


def counted_loop(w: Writer, budget: int) -> None:
    """`while` with a counter, ended by its test or by `break`."""
    name = w.fresh("n")
    w.write(f"{name} = 0")
    if w.chance(0.5):
        w.write(f"while {name} < {w.number(1, 3)}:")
        w.body(budget)
        with w.indented():
            w.write(f"{name} += 1")
        return
    w.write("while True:")
    w.body(budget)
    with w.indented(unsure=True):
        w.write(f"{name} += 1\nif {name} == {w.number(1, 3)}:\n    break")
        if w.chance(0.4):
            operation(w)


def skipping(w: Writer, budget: int) -> None:
    """`break` and `continue` at a known iteration."""
    w.write(f"for i in range({w.number(2, 4)}):")
    with w.indented(unsure=True):
        w.write(f"if i {w.pick(('==', '>=', '<'))} {w.number(0, 2)}:\n    {w.pick(('break', 'continue', 'continue'))}")
        w.statement(budget - 1)


def matched(w: Writer, budget: int) -> None:
    """`match` on a constant."""
    name = w.fresh("mode")
    w.write(f"{name} = {w.pick(('1', '2', '3'))}\nmatch {name}:")
    with w.indented(unsure=True):
        for case in ("1", "2 | 4", "_"):
            w.write(f"case {case}:")
            w.body(budget, 1)


def attempt(w: Writer, budget: int) -> None:
    """`try` with `finally`, or an exception that is raised and caught."""
    w.write("try:")
    w.body(budget, unsure=True)
    if w.chance(0.4):
        with w.indented(unsure=True):
            w.write("raise ValueError('stop')")
        w.write("except ValueError:")
        w.body(budget, 1)
        if w.chance(0.5):
            return
    w.write("finally:")
    with w.indented(unsure=True):
        w.pick((wait, operation))(w, 0)


def chosen(w: Writer, budget: int) -> None:
    """A stream or None, by a constant."""
    form, name, stream = w.number(0, 4), w.fresh("maybe"), w.stream()
    if form == 0:
        w.write(f"{name} = {stream} if {w.pick(_TESTS)} else cp.cuda.Stream.null")
    elif form == 1:
        w.write(f"{name} = None if {w.pick(_TESTS)} else {stream}\n{name} = {name} or cp.cuda.Stream.null")
    elif form == 2:
        w.write(f"{name} = {w.pick((stream, 'None'))}\nif {name} is None:\n    {name} = {w.stream()}")
    elif form == 3:
        w.needs("from contextlib import nullcontext")
        w.write(f"{name} = {w.pick((stream, 'None'))}")
        with w.on(f"{name} if {name} is not None else nullcontext()"):
            operations(w)
        w.write(f"if {name}:\n    {name}.synchronize()" if w.chance(0.5) else "pass")
        return operation(w)
    else:
        w.write(f"if ({name} := {stream}) is not None:\n    {name}.synchronize()")
    with w.on(name):
        operations(w)
    if w.chance(0.4):
        w.write(f"{name}.synchronize()")
    return None


def early(w: Writer, budget: int) -> None:
    """A function that may return before it waits."""
    name, stream = w.fresh("early"), w.stream()
    w.write(f"def {name}(stream, data, quick={w.pick(('True', 'False'))}):")
    x = w.array()
    with w.indented():
        with w.on("stream"):
            w.write("data += 1")
        w.write(f"if {w.pick(('quick', 'not quick'))}:\n    return data\nstream.synchronize()\nreturn data")
    given = w.pick(("", "", ", True", ", quick=False"))
    w.write(f"{w.fresh('r')} = {name}({stream}, {x}{given})")
    with w.on(w.stream()):
        w.write(f"{w.fresh('r')} = {x} * 2")


CONTROL: tuple[Shape, ...] = (branch, loop, counted_loop, skipping, matched, attempt, chosen, chosen, early)
