"""Generators that functions of Python go through: ``list(batches())`` to the end, ``next(batches)`` to a yield.

``batches.send(x)`` goes on to a yield, too, and the one where it stood gives `x`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import MAX_ITEMS, Iterator, new_iterator, new_list
from cupylint.flow.domain.detector import Note
from cupylint.flow.domain.frames import Frame, Outcome
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    BoundMethod,
    ClassValue,
    Const,
    External,
    FunctionValue,
    Generator,
    Method,
    Partial,
    TupleValue,
    Value,
)
from cupylint.flow.interp import special_methods
from cupylint.flow.interp.items import iterate
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

COLLECT = frozenset(("builtins.list", "builtins.tuple", "builtins.set", "builtins.sorted", "collections.deque"))
"""What takes the items of its first argument and does nothing between two of them."""


_NEW = Note(lambda mine, theirs: mine is True and theirs is True)
"""Whether nothing of a generator has run yet."""


def made(state: State, generator: Generator) -> Generator:
    """A generator that a call has just made."""
    state.memory[(_NEW, generator.key)] = True
    return generator


def begin(state: State, generator: Generator) -> bool:
    """Whether a generator, which runs now, does so from its beginning: where it stands otherwise is not known."""
    is_new = state.memory.get((_NEW, generator.key)) is True
    state.memory[(_NEW, generator.key)] = False
    return is_new


def collect(interpreter: Interpreter, state: State, function: Value, arguments: Arguments) -> list[Outcome] | None:
    """What a function makes of a generator of the file that it is given first; None if nobody knows."""
    if isinstance(function, Method):
        return _sent(interpreter, state, function, arguments)
    if isinstance(function, (BoundMethod, ClassValue, FunctionValue, Partial)):
        return None  # code of the file, which is followed, asks for the items itself
    generator, name = arguments.position(0), function.dotted if isinstance(function, External) else ""
    if not isinstance(generator, Generator) or generator.manager:
        return None
    if name == "builtins.iter":
        return [(state, generator)]
    if name == "builtins.enumerate":
        return _enumerated(state, generator, arguments)
    if not begin(state, generator):
        is_next = name == "builtins.next"
        return _further(interpreter, state, generator, arguments.position(1)) if is_next else None
    if name == "builtins.next":
        return _first(interpreter, state, generator, arguments.position(1))
    if name not in COLLECT:
        return None
    return _collected(interpreter, state, generator, whole=name == "builtins.tuple")


def _collected(interpreter: Interpreter, state: State, generator: Generator, *, whole: bool) -> list[Outcome]:
    """All items of a generator, in a tuple if `whole`, else in a list."""
    key = ("collected", interpreter.fresh())

    def keep(state: State, value: Value) -> list[State]:
        value = counted(state, generator, key, value)
        state.memory[key] = (*state.memory.sequence(key), value)[:MAX_ITEMS]
        return [state]

    outcomes: list[Outcome] = []
    for after, _ in interpreter.run_function(state, generator.function, generator.arguments, generator.keywords, keep):
        values = after.memory.sequence(key)
        after.memory.discard(key)
        after.memory.discard(("count", key))
        outcomes.append((after, TupleValue(values) if whole else new_list(interpreter, after, values)))
    return outcomes


def taken_apart(interpreter: Interpreter, state: State, value: Value) -> list[Outcome] | None:
    """``first, second = generator``: the items of a generator that has not begun; None of anything else."""
    if not isinstance(value, Generator) or value.manager or not begin(state, value):
        return None
    return _collected(interpreter, state, value, whole=True)


def _sent(interpreter: Interpreter, state: State, method: Method, arguments: Arguments) -> list[Outcome] | None:
    """``generator.send(value)`` and ``close()``; None for others, and if it is not known where the generator stands."""
    generator, sent = method.receiver, arguments.position(0)
    if not isinstance(generator, Generator) or generator.manager:
        return None
    if method.name == "close":
        return _closed(interpreter, state, generator)
    if method.name != "send" or sent is None:
        return None
    if begin(state, generator):  # Python takes nothing but None
        return _first(interpreter, state, generator, None)
    return _further(interpreter, state, generator, None, sent)


class _Place(NamedTuple):
    """Where a generator stands."""

    frame: Frame
    statement: ir.Yield


_AT = Note(lambda mine, theirs: mine if mine == theirs else False)
"""Where a generator stands that has been suspended; True: it has ended; False: not known, as where paths differ."""


_OPEN = (Note(lambda mine, theirs: (mine or frozenset()) | (theirs or frozenset())),)  # type: ignore[operator]
"""The generators that stand in a ``try``: what ends it is done when they go on, are closed, or are lost."""


def opened(state: State) -> frozenset[Hashable]:
    """The generators that stand in a ``try``."""
    found = state.memory.get(_OPEN)
    return found if isinstance(found, frozenset) else frozenset()


def left_open(state: State, returned: Value = NONE) -> None:
    """Something is dropped: Python closes the generators that nobody has any more, and what they do then may wait."""
    if not (waiting := opened(state)):
        return
    values = [returned, *(value for key, value in state.memory.items() if not _is_temporary(key))]
    parts = (part for value in values for part in (value if isinstance(value, tuple) else (value,)))
    lost = waiting - {part.key for part in parts if isinstance(part, Generator)}
    if lost:
        state.maybe_waited |= state.order.issued
        state.memory[_OPEN] = waiting - lost


def _is_temporary(key: Hashable) -> bool:
    """Whether something is kept under a number of the analysis alone, while the statement that it is of is followed."""
    return isinstance(key, tuple) and len(key) == 2 and isinstance(key[1], int)


def _ends(state: State, generator: Generator) -> None:
    state.memory[(_AT, generator.key)] = True
    if generator.key in opened(state):
        state.memory[_OPEN] = opened(state) - {generator.key}


class _Suspended:
    """Ends each path at the yield that it comes to.

    Attributes:
        outcomes: the states there, with what is yielded.
        guarded: whether what a generator yields from stands in a ``with``, or a ``try`` with handlers.
    """

    def __init__(self, interpreter: Interpreter, generator: Generator) -> None:
        self.interpreter, self.generator = interpreter, generator
        self.depth = len(interpreter.frames)
        self.outcomes: list[Outcome] = []
        self.guarded = False

    def __call__(self, state: State, value: Value) -> list[State]:
        frames, generator = self.interpreter.frames[self.depth :], self.generator
        self.guarded = self.guarded or any(_guards_yield(frame.function) for frame in frames[1:])
        held = [
            value
            for frame in frames
            for name, value in state.memory.members(frame.number)
            if isinstance(name, str) or isinstance(value, Iterator)
        ]
        state.memory[generator.key] = tuple(held)
        state.memory[(_AT, generator.key)] = self._place(frames)
        if _yields_in(frames[0].function, _only_ends):
            state.memory[_OPEN] = opened(state) | {generator.key}
        self.outcomes.append((state, counted(state, generator, ("next", generator.key), value)))
        return []

    def _place(self, frames: list[Frame]) -> _Place | None:
        """Where the generator stands, None where that is inside of what it yields from."""
        node = self.interpreter.statement
        yields = (inner for inner in walk(frames[0].function.body) if isinstance(inner, ir.Yield))
        here = [inner for inner in yields if inner.node is node] if len(frames) == 1 else []
        return _Place(frames[0], here[0]) if len(here) == 1 else None


def _first(interpreter: Interpreter, state: State, generator: Generator, default: Value | None) -> list[Outcome] | None:
    """``next(generator)`` of one that begins: its code up to the first yield, on each path.

    None where it would stand in a ``with``, or a ``try`` with handlers, meanwhile.
    """
    function = generator.function
    if not isinstance(function, FunctionValue) or _guards_yield(function.function):
        return None
    before, stop = state.copy(), _Suspended(interpreter, generator)
    ended = interpreter.run_function(state, function, generator.arguments, generator.keywords, stop)
    if stop.guarded:
        state.become(before)
        return None
    return stop.outcomes + _exhausted(interpreter, generator, [after for after, _ in ended], default)


def _exhausted(
    interpreter: Interpreter, generator: Generator, states: list[State], default: Value | None
) -> list[Outcome]:
    """The paths on which a generator has come to its end."""
    for state in states:
        _ends(state, generator)
    if default is None:
        for state in states:
            special_methods.exhausted(interpreter, state)
        return []
    return [(state, default) for state in states]


def _further(
    interpreter: Interpreter, state: State, generator: Generator, default: Value | None, sent: Value = NONE
) -> list[Outcome] | None:
    """``next(generator)`` of one that stands at a yield, which gives `sent`: its code from there to the next one.

    None where it is not known where it stands, or what a loop around that has yet to go through.
    """
    place = state.memory.get((_AT, generator.key))
    if place is True:
        return _exhausted(interpreter, generator, [state], default)
    way = _way_to(place.frame.function.body, place.statement) if isinstance(place, _Place) else None
    if not isinstance(place, _Place) or way is None:
        return None
    loops = [block[index] for block, index in way if isinstance(block[index], ir.For)]
    if not all(isinstance(state.memory.get((place.frame.number, _rest(loop))), Iterator) for loop in loops):
        return None
    stop = _Suspended(interpreter, generator)
    frame, statement = _resumed(interpreter, place), interpreter.statement
    frame.on_yield = stop
    state.memory[(frame.number, place.statement.target)] = sent
    state.memory[(_AT, generator.key)] = False  # until it yields again
    before = state.copy()
    interpreter.frames.append(frame)
    try:
        ended = _go_on(interpreter, frame, way, [state])
    finally:
        interpreter.frames.pop()
        interpreter.statement = statement
    if stop.guarded:
        state.become(before)
        return None
    ended += [after for after, _ in frame.returns]
    doubtful = [after for after in ended if _may_go_on(after, frame)]
    for after in doubtful:
        after.maybe_waited |= after.order.issued
    unknown = [(after, interpreter.unknown("next")) for after in doubtful]
    over = [after for after in ended if after not in doubtful]
    return stop.outcomes + unknown + _exhausted(interpreter, generator, over, default)


def _resumed(interpreter: Interpreter, place: _Place) -> Frame:
    """The frame of a generator that goes on from where it stands."""
    known = place.frame
    frame = Frame(known.number, known.function, known.closure, known.names, globals=known.globals, owner=known.owner)
    frame.caller = frame.statement = interpreter.statement
    return frame


def _closed(interpreter: Interpreter, state: State, generator: Generator) -> list[Outcome] | None:
    """``generator.close()``: what ends each ``try`` that it stands in, the innermost first."""
    place = state.memory.get((_AT, generator.key))
    if begin(state, generator) or place is True:
        _ends(state, generator)
        return [(state, NONE)]
    way = _way_to(place.frame.function.body, place.statement) if isinstance(place, _Place) else None
    if not isinstance(place, _Place) or way is None:
        return None
    _ends(state, generator)
    states = [state]
    with interpreter.within(_resumed(interpreter, place)):
        for block, index in reversed(way):
            around = block[index]
            states = interpreter.run(around.final, states) if isinstance(around, ir.Try) else states
    return [(each, NONE) for each in states]


def _may_go_on(state: State, frame: Frame) -> bool:
    """Whether a generator that seems to have ended may have further items, since a loop in it may."""
    loops = (statement for statement in walk(frame.function.body) if isinstance(statement, ir.For))
    kept = (state.memory.get((frame.number, _rest(loop))) for loop in loops)
    return any(isinstance(iterator, Iterator) and iterator.partial for iterator in kept)


def _go_on(interpreter: Interpreter, frame: Frame, way: _Way, states: list[State]) -> list[State]:
    """The states in which a generator ends that goes on behind a yield; others are suspended again."""
    (block, index), *inner = way
    around = block[index]

    def inside(states: list[State]) -> list[State]:
        return _go_on(interpreter, frame, inner, states) if inner else states

    if isinstance(around, ir.Try):
        states = interpreter.guarded(states, inside, lambda states: interpreter.run(around.final, states))
    else:
        states = inside(states)
    if isinstance(around, (ir.For, ir.While)):
        states, broken = interpreter.join(states + frame.continues), frame.breaks
        frame.continues, frame.breaks = [], []
        states = interpreter.join(interpreter.run([_remaining(around)], states) + broken)
    return interpreter.run(block[index + 1 :], states)


_Way = list[tuple[ir.Block, int]]
"""Blocks inside one another, each with the number of the statement that leads on, the outermost first."""


def _way_to(block: ir.Block, wanted: ir.Yield) -> _Way | None:
    """The way to a yield through branches, loops and ``try``, None where it stands in something else."""
    for index, statement in enumerate(block):
        if statement is wanted:
            return [(block, index)]
        for inner in _blocks_of(statement):
            if (way := _way_to(inner, wanted)) is not None:
                return [(block, index), *way]
    return None


def _blocks_of(statement: ir.Statement) -> tuple[ir.Block, ...]:
    if isinstance(statement, ir.If):
        return statement.then, statement.orelse
    return (statement.body,) if isinstance(statement, (ir.For, ir.While)) or _only_ends(statement) else ()


def _only_ends(statement: ir.Statement) -> TypeGuard[ir.Try]:
    """Whether this is a ``try`` with a ``finally`` and no more."""
    return isinstance(statement, ir.Try) and not statement.handlers


def _rest(loop: ir.Statement) -> int:
    """Under which name a frame keeps what a loop has yet to go through."""
    return -id(loop)


def _remaining(loop: ir.For | ir.While) -> ir.Statement:
    """What is left of a loop, one of whose rounds has ended."""
    return replace(loop, iterable=ir.Load(None, _rest(loop))) if isinstance(loop, ir.For) else loop


def in_turn(interpreter: Interpreter, state: State, loop: ir.For, iterable: Value) -> Value:
    """What a loop goes through, in a generator that stops at a yield in it: items that are taken one by one."""
    frame = interpreter.frame
    if not isinstance(frame.on_yield, _Suspended) or isinstance(iterable, Generator):
        return iterable
    if isinstance(loop.iterable, ir.Load) and isinstance(loop.iterable.name, int) and loop.iterable.name < 0:
        return iterable  # the rest of one
    if not any(isinstance(inner, ir.Yield) for inner in walk(loop.body)):
        return iterable
    if not isinstance(iterable, Iterator):
        items, complete = iterate(interpreter, state, iterable, False, loop)
        iterable = new_iterator(interpreter, state, items, not complete)
    state.memory[(frame.number, _rest(loop))] = iterable
    return iterable


def _guards_yield(function: ir.Function) -> bool:
    """Whether a ``yield`` stands in a ``with``, or in a ``try`` that handles errors."""
    return _yields_in(function, lambda each: isinstance(each, (ir.With, ir.Try)) and not _only_ends(each))


def _yields_in(function: ir.Function, is_around: Callable[[ir.Statement], bool]) -> bool:
    """Whether a ``yield`` stands in a statement of some kind."""
    around = (each for each in walk(function.body) if is_around(each))
    return any(isinstance(inner, ir.Yield) for each in around for inner in walk([each]))


def _enumerated(state: State, generator: Generator, arguments: Arguments) -> list[Outcome] | None:
    """``enumerate(generator)`` runs nothing yet."""
    start = arguments.either(1, "start")
    first = start.value if isinstance(start, Const) else 0 if start is None else None
    if generator.count is not None or not isinstance(first, int):
        return None
    return [(state, replace(generator, count=first))]


def counted(state: State, generator: Generator, key: Hashable, value: Value) -> Value:
    """What an enumerated generator yields for `value`; each path counts under `key`."""
    if generator.count is None:
        return value
    known = state.memory.get(("count", key))
    number = known if isinstance(known, int) else generator.count
    state.memory[("count", key)] = number + 1
    return TupleValue((Const(number), value))


_GO_THROUGH = COLLECT | {"builtins.iter", "builtins.enumerate"}


def through(
    interpreter: Interpreter, state: State, function: Value, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``list(x)``, ``iter(x)`` of an object of the file begin with its ``__iter__``; None if this is no such call."""
    first = arguments.at(0)
    if first is None or not (isinstance(function, External) and function.dotted in _GO_THROUGH):
        return None

    made = special_methods.iterators(interpreter, state, first[0], node)
    if made is None or any(value == first[0] for _, value in made):  # it is its own iterator
        return None
    rest = arguments.positional_placed()[1:]
    named = {name: (value, node) for name, value in arguments.keyword_values()}
    return [
        outcome
        for after, value in made
        for outcome in interpreter.invoke(after, function, Arguments([(value, first[1]), *rest], named), node)
    ]
