"""Loops: followed for as many rounds as their collections or moduli need."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from cupylint.flow.domain import unknown_sizes
from cupylint.flow.domain.contents import (
    MAX_ITEMS,
    Iterator,
    Unsure,
    counted_in_part,
    counts,
    items_of,
    may_hold_more,
    unsure,
)
from cupylint.flow.domain.hints import waits_by_name
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.state import Leaving, State
from cupylint.flow.domain.values import NONE, DictValue, Done, FunctionValue, Generator, ListValue, Symbol, Value
from cupylint.flow.interp import counters, counting, special_methods, stores
from cupylint.flow.interp.conditions import assume, chained, truth
from cupylint.flow.interp.generators import begin, counted, in_turn
from cupylint.flow.interp.items import advance, iterate
from cupylint.flow.interp.joins import join
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.frames import Frame
    from cupylint.flow.domain.loop_carried import Turn
    from cupylint.flow.interp.interpreter import Interpreter


def for_(interpreter: Interpreter, statement: ir.For, states: list[State]) -> list[State]:
    """A ``for`` loop, also of a comprehension."""
    after: list[State] = []
    for state, iterable in _iterables(interpreter, statement, states):
        take = special_methods.advancing(interpreter, iterable, statement.node) if statement.node is not None else None
        if take is not None:
            rounds = interpreter.rounds(statement)
            after += loop(interpreter, statement, [state], _bounded(interpreter, take), rounds, partial=True)
            continue
        iterable = in_turn(interpreter, state, statement, iterable)
        if isinstance(iterable, Generator) and not iterable.manager:
            after += for_generator(interpreter, statement, state, iterable)
        elif isinstance(iterable, Iterator):
            with interpreter.lifetimes.holding(iterable):
                takes = _taken(interpreter, iterable, statement)
                planned = interpreter.rounds(statement) if iterable.endless else len(items_of(state, iterable) or ())
                more = iterable.partial or iterable.endless
                partial = _is_partial(interpreter, state, statement, not more)
                ended = loop(interpreter, statement, [state], takes, planned, iterable.endless, partial)
            after += _doubt_rest(statement, ended, not more)
        else:
            after += _for_items(interpreter, statement, state, iterable)
    return interpreter.join(after)


def _for_items(interpreter: Interpreter, statement: ir.For, state: State, iterable: Value) -> list[State]:
    """A loop over something that is gone through item by item."""
    comprehension = any(isinstance(inner, ir.Append) for inner in statement.body)
    items, complete = iterate(interpreter, state, iterable, comprehension, statement)
    if isinstance(iterable, (ListValue, DictValue)) and unsure(state.memory, iterable.key) != Unsure():
        complete = False
    if isinstance(iterable, Symbol) and items:
        items = _some(interpreter, state, iterable, items, statement)
    interpreter.announce.for_begins(state)
    before = None if complete else counts(state.memory)
    with interpreter.lifetimes.holding(iterable), interpreter.lifetimes.lending(*items):
        takes = [_counted(interpreter, item) for item in items]
        partial = _is_partial(interpreter, state, statement, complete)
        ended = loop(interpreter, statement, [state], takes, len(takes), partial=partial)
    if before is not None:
        changed = _counters(statement)
        for end in ended:
            may_hold_more(end.memory, before)
            counted_in_part(end, interpreter.frame.number, changed)
    interpreter.announce.for_ends(ended, statement, iterable, complete)
    known = items_of(state, iterable)
    return _doubt_rest(statement, ended, complete, cut=known is not None and len(items) < len(known))


def _is_partial(interpreter: Interpreter, state: State, statement: ir.For, complete: bool) -> bool:
    """Whether a loop has rounds that are not followed, though what it goes through is, as far as it is known.

    It has where a number of rounds was taken for a size, unless the code itself tells how many there are: ``range(3)``.
    """
    if not complete or not unknown_sizes.are_taken(state):
        return not complete
    made = interpreter.loop_carried.sketch(interpreter.frame.function.body).sources
    called = made.get(statement.iterable.name, []) if isinstance(statement.iterable, ir.Load) else []
    return not called or not all(isinstance(given, ir.Const) for given in called[1:])


def _counters(statement: ir.For) -> set[ir.Name_]:
    """The names that a loop adds to: ``count += 1``."""
    added = (each.target for each in walk(statement.body) if isinstance(each, ir.Augment))
    return {target.name for target in added if isinstance(target, ir.Load)}


def _some(
    interpreter: Interpreter, state: State, iterable: Symbol, items: tuple[Value, ...], statement: ir.For
) -> tuple[Value, ...]:
    """What is gone through of something unknown, which is not empty then; nothing where it is known to be empty."""
    known = truth(interpreter, state, iterable, statement.node)
    if known is None:
        assume(interpreter, state, iterable, True, statement.node)
    return () if known is False else items


def _doubt_rest(statement: ir.For, ended: list[State], complete: bool, cut: bool = False) -> list[State]:
    """Rounds that are not followed may wait where those that are followed do not.

    Where known items were left out (`cut`), these may be the streams and events that are waited for.
    """
    if not complete and _may_wait_sometimes(statement.body, conditional=cut):
        for end in ended:
            end.maybe_waited |= end.order.issued
    return ended


def _iterables(interpreter: Interpreter, statement: ir.For, states: list[State]) -> list[tuple[State, Value]]:
    """What is gone through on each path: what ``__iter__`` returns, for an object of the file."""
    found: list[tuple[State, Value]] = []
    for state in states:
        value = interpreter.value(state, statement.iterable)
        own = (
            special_methods.iterators(interpreter, state, value, statement.node) if statement.node is not None else None
        )
        found += [(state, value)] if own is None else own
    return found


Take = Callable[[State], "list[tuple[State, Value | None]]"]
"""Gives the item of a round for each path; None where there is none left."""


def _counted(interpreter: Interpreter, item: Value) -> Take:
    """The same item on each path; says that a round begins."""

    def take(state: State) -> list[tuple[State, Value | None]]:
        interpreter.announce.round_begins()
        return [(state, item)]

    return take


def _bounded(interpreter: Interpreter, take: Take) -> list[Take]:
    """The rounds of an object with ``__next__``; beyond those that are followed, anything may be waited for."""

    def end(state: State) -> list[tuple[State, Value | None]]:
        state.maybe_waited |= state.order.issued
        return [(state, None)]

    return [take] * interpreter.FULL_LOOP + [end]


def _taken(interpreter: Interpreter, iterator: Iterator, statement: ir.For) -> list[Take]:
    """An iterator gives each path the item that it has come to."""
    count = interpreter.rounds(statement) if iterator.endless else MAX_ITEMS
    return [lambda state: [(state, advance(interpreter, state, iterator))]] * count


def loop(
    interpreter: Interpreter,
    statement: ir.For,
    states: list[State],
    rounds: Iterable[Take],
    planned: int,
    endless: bool = False,
    partial: bool = False,
) -> list[State]:
    """Follow the body once for each of `rounds`, of which about so many are `planned`, then ``else``.

    What comes after an `endless` loop that no ``break`` leaves is never reached. Of a `partial` one there are rounds
    that are not followed.
    """
    frame = interpreter.frame
    outer = frame.breaks, frame.continues
    frame.breaks = []
    ended: list[State] = []
    turn = interpreter.loop_carried.enter(interpreter, statement, planned)
    turn.partial = partial
    try:
        for take in rounds:
            turn.begin(interpreter, states)
            begun: list[State] = []
            for state in states:
                for taken, item in take(state):
                    if item is None:
                        ended.append(taken)
                        continue
                    stores.store(interpreter, taken, statement.target, item, None)
                    begun.append(taken)
            if not begun:
                states = []
                break
            frame.continues = []
            states = interpreter.join(interpreter.run(statement.body, begun) + frame.continues)
        _left(interpreter, turn)
        if endless and not _has_break(statement.body):
            for state in states:
                interpreter.tasks.give_up(state)
            states = []
        states = interpreter.join(states + ended)
        if statement.orelse:
            states = interpreter.run(statement.orelse, states)
        return interpreter.join(states + frame.breaks)
    finally:
        interpreter.loop_carried.leave(turn)
        frame.breaks, frame.continues = outer


def _left(interpreter: Interpreter, turn: Turn) -> None:
    """A loop has been followed to its end; one that issues nothing is work of the host."""
    interpreter.loop_carried.leave(turn)
    interpreter.host_work += turn.first == len(interpreter.touches)


_CATCHES_EXIT = frozenset(("GeneratorExit", "BaseException"))


def for_generator(interpreter: Interpreter, statement: ir.For, state: State, generator: Generator) -> list[State]:
    """Run a generator of this file, with the loop's body where it yields.

    A body that leaves the loop ends the generator where it stands: its ``finally`` and ``with`` are left.
    """

    if not begin(state, generator):
        state.maybe_waited |= state.order.issued
    consumer, number = interpreter.frame, interpreter.fresh()
    handlers = len(interpreter.raising)
    raised_number = interpreter.fresh()

    def end(producer: Frame, left: State, leaving: Leaving) -> None:
        left.leaving = (*left.leaving, leaving)
        producer.returns.append((left, NONE))

    def body(inner: State, value: Value) -> list[State]:
        producer = interpreter.frame
        outer = consumer.returns, consumer.breaks, consumer.continues, interpreter.raising
        consumer.returns, consumer.breaks, consumer.continues = [], [], []
        raised: list[State] = []
        if handlers:
            interpreter.raising = [*interpreter.raising[: handlers - 1], raised]
        else:
            interpreter.raising = []
        try:
            with interpreter.within(consumer):
                turn.begin(interpreter, [inner])
                given = counted(inner, generator, number, value)
                stores.store(interpreter, inner, statement.target, given, None)
                after = interpreter.join(interpreter.run(statement.body, [inner]) + consumer.continues)
            returns, breaks = consumer.returns, consumer.breaks
        finally:
            consumer.returns, consumer.breaks, consumer.continues, interpreter.raising = outer
        for left, result in returns:
            end(producer, left, Leaving(number, "return", result))
        for left in breaks:
            end(producer, left, Leaving(number, "break", NONE))
        for left in join(raised, 4):
            end(producer, left, Leaving(raised_number, "break", NONE))
        return after

    code = generator.function.function if isinstance(generator.function, FunctionValue) else None
    outer_rounds = dict(interpreter.consumed)
    if code is not None:
        interpreter.consumed[code] = interpreter.rounds(statement)
    turn = interpreter.loop_carried.enter(interpreter, statement)
    try:
        results = interpreter.run_function(state, generator.function, generator.arguments, generator.keywords, body)
    finally:
        interpreter.loop_carried.leave(turn)
        interpreter.consumed = outer_rounds
    catches_exit = code is not None and not code.idents.isdisjoint(_CATCHES_EXIT)
    ended, broken = _left_generator(interpreter, [each for each, _ in results], number, raised_number, catches_exit)
    ended = interpreter.run(statement.orelse, ended) if ended else []
    return interpreter.join(ended + broken)


def _left_generator(
    interpreter: Interpreter, results: list[State], number: int, raised_number: int, catches_exit: bool
) -> tuple[list[State], list[State]]:
    """The paths on which a generator ended, and those on which the loop's body left it.

    Args:
        number: of the loop, which marks the paths that left it.
        raised_number: what marks those where the body raised an exception.
        catches_exit: whether the generator may go on when it is left.
    """
    ended: list[State] = []
    broken: list[State] = []
    for result in results:
        leaving = result.leaving[-1] if result.leaving else None
        if leaving is None or leaving.number not in (number, raised_number):
            ended.append(result)
            continue
        result.leaving = result.leaving[:-1]
        if leaving.number == raised_number:
            interpreter.raising[-1].append(result)
        elif leaving.way == "return":
            interpreter.frame.returns.append((result, leaving.value))
        else:
            broken.append(result)
        if catches_exit:
            result.maybe_waited |= result.order.issued  # it may go on in a handler
    for result in (*ended, *broken):
        result.memory.discard(("count", number))
    return ended, broken


def _goes_on(
    interpreter: Interpreter,
    statement: ir.While,
    state: State,
    round_: int,
    rounds: int,
    left: list[State],
    longer: list[State],
) -> bool:
    """Ask the condition before a round.

    Args:
        rounds: how many are followed where the condition is not known.
        left: gets the paths that leave the loop.
        longer: gets those that are known to go on, beyond what is followed.
    """
    forever = counters.is_endless(statement)
    value = chained(interpreter, state, statement.test)
    known = truth(interpreter, state, value, statement.test.node)
    open_ended = forever and not interpreter.tasks.running  # a job's loop ends where it has to wait
    limit = rounds if known is None or open_ended else interpreter.FULL_LOOP
    if known is False or (round_ >= limit and not forever):
        assume(interpreter, state, value, False, statement.test.node)
        (longer if known is True else left).append(state)
        return False
    if round_ < limit:
        if known is None and isinstance(value, Done):  # what each side shows is of weight
            left.append(ended := state.copy())
            assume(interpreter, ended, value, False, statement.test.node, sticky=False)
        assume(interpreter, state, value, True, statement.test.node, sticky=False)
        return True
    if _has_break(statement.body) and not interpreter.frame.breaks:
        state.maybe_waited |= state.order.issued
        left.append(state)
    else:
        interpreter.tasks.give_up(state)
    return False


def while_(interpreter: Interpreter, statement: ir.While, states: list[State]) -> list[State]:
    frame = interpreter.frame
    outer = frame.breaks, frame.continues
    frame.breaks = []
    left: list[State] = []
    longer: list[State] = []
    if counters.grows_by_factors(statement):  # such as a tree, of which a few elements show no second level
        interpreter.entries.guesses.add(interpreter.entries.current)
    rounds = interpreter.rounds(statement)
    turn = interpreter.loop_carried.enter(interpreter, statement, rounds)
    turn.partial = counters.is_endless(statement) and not _has_break(statement.body)
    interpreter.announce.while_begins(statement, states)
    try:
        for round_ in range(interpreter.FULL_LOOP + 1):
            turn.begin(interpreter, states)
            turn.testing = True
            states = interpreter.run(statement.before, states)
            turn.testing = False
            go: list[State] = []
            for state in states:
                if not round_:
                    _begin_counting(interpreter, state, statement, rounds)
                if _goes_on(interpreter, statement, state, round_, rounds, left, longer):
                    go.append(state)
            if not go:
                break
            frame.continues = []
            states = interpreter.join(interpreter.run(statement.body, go) + frame.continues)
        _left(interpreter, turn)
        left = interpreter.run(statement.orelse, left or _given_up(longer))
        return interpreter.join(left + frame.breaks)
    finally:
        interpreter.announce.while_ends()
        interpreter.loop_carried.leave(turn)
        frame.breaks, frame.continues = outer


def _begin_counting(interpreter: Interpreter, state: State, statement: ir.While, rounds: int) -> None:
    """Take a number of rounds for what a loop counts to, unless it is known how often it goes round."""
    counter = counters.counter(statement)
    if counter is None:
        return
    value = chained(interpreter, state, statement.test)
    if counters.is_endless(statement) or truth(interpreter, state, value, statement.test.node) is None:
        counting.begin_while(interpreter, state, counter, rounds)


def _given_up(states: list[State]) -> list[State]:
    """Paths that are known to go on, and are not followed further: what later rounds wait for is not known."""
    for state in states:
        state.maybe_waited |= state.order.issued
    return states


def _has_break(body: ir.Block) -> bool:
    """Whether a loop's body can break out of the loop."""
    for statement in body:
        if isinstance(statement, ir.Break):
            return True
        if isinstance(statement, ir.Try) and any(_has_break(handler.body) for handler in statement.handlers):
            return True
        for name in ("then", "orelse", "final", "body"):
            inner = getattr(statement, name, None)
            is_loop = isinstance(statement, (ir.For, ir.While)) and name == "body"
            if isinstance(inner, list) and not is_loop and _has_break(inner):
                return True
    return False


def _may_wait_sometimes(body: ir.Block, conditional: bool) -> bool:
    """Whether a loop waits in some rounds only, which may be ones that are not followed."""
    for statement in body:
        if conditional and isinstance(statement, ir.Call) and waits_by_name(statement):
            return True
        if isinstance(statement, ir.If) and (
            _may_wait_sometimes(statement.then, True) or _may_wait_sometimes(statement.orelse, True)
        ):
            return True
        if isinstance(statement, (ir.With, ir.For)) and _may_wait_sometimes(statement.body, conditional):
            return True
    return False
