"""Follows a program: statements turn the states of all paths so far into the states after them.

Loops are followed for as many rounds as their collections or moduli need, calls of functions in the
same file are followed into, branches split the states. Everything is bounded: rounds, call depth,
paths, and the total work of one entry (`Work`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from cupylint.budget import Budget
from cupylint.cupy_model import canonical
from cupylint.facts import Fact, Spot
from cupylint.flow.device import accesses
from cupylint.flow.device.array_forms import Forms
from cupylint.flow.device.lifetimes import Lifetimes
from cupylint.flow.device.pinned_pool import Pinned
from cupylint.flow.domain import array_modules, enums, modules, parted
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import asked_if_empty, is_counted_in_part, is_filled
from cupylint.flow.domain.cuda_calls import Contact
from cupylint.flow.domain.detector import Announcer, Detector
from cupylint.flow.domain.frames import Frame, Outcome
from cupylint.flow.domain.inventory import Allocations, Entries, Events, FFTPlans, Modules, Parameters, Streams
from cupylint.flow.domain.loop_carried import LoopCarried
from cupylint.flow.domain.memory import Index
from cupylint.flow.domain.naming import Labels
from cupylint.flow.domain.state import State, StreamBlock, Touch
from cupylint.flow.domain.values import (
    NONE,
    BoundMethod,
    ClassValue,
    External,
    FunctionValue,
    Symbol,
    Value,
)
from cupylint.flow.domain.work import Work
from cupylint.flow.interp import (
    attributes,
    bodies,
    calls,
    contexts,
    decorators,
    evaluate,
    evaluation_order,
    generators,
    loops,
    partitions,
    rare_rounds,
    refusals,
    special_methods,
    stores,
    unrolling,
)
from cupylint.flow.interp.conditions import assume, chained, insisted, only_leaves, tell_more, truth
from cupylint.flow.interp.items import iterate
from cupylint.flow.interp.joins import join
from cupylint.flow.interp.short_circuits import Operator, is_operator
from cupylint.flow.library import coroutines, suspension
from cupylint.flow.library.concurrent_tasks import Tasks
from cupylint.options import ModelOptions
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.device.array_names import Scope
    from cupylint.flow.domain.modules import Library


class Interpreter:
    """One analysis of one file.

    Args:
        library: gives the other files of its project.
        path: the file's own path, as `library` knows it.
        budget: what the analysis may cost besides.
    """

    MANY_NAMES: ClassVar[int] = 128  # from so many on each statement costs more; paths share a top level's
    FULL_LOOP: ClassVar[int] = 16
    FULL_COMPREHENSION: ClassVar[int] = 64

    def __init__(
        self, options: ModelOptions, library: Library | None = None, path: str = "", budget: Budget | None = None
    ) -> None:
        self.options = options
        self.library = library
        self.work = Work(budget or Budget())
        self.modules = Modules({path: 0}, {0: path} if path else {})
        self.entries = Entries()
        self.parameters = Parameters()
        self.parameter_scope: Scope | None = None  # where it was last asked which parameters are arrays
        self.streams = Streams()
        self.events = Events()
        self.allocations = Allocations()
        self.fft_plans = FFTPlans()
        self.index = Index()  # of all keys of memory
        self.tasks = Tasks()  # threads and tasks
        self.loop_carried = LoopCarried()  # the rounds of loops
        self.watch: list[Contact] | None = None  # what is followed is only on trial, for these CUDA calls
        self.detectors: list[Detector] = []
        self.announce = Announcer()
        self.facts: list[Fact] = []
        self.touches: list[Touch] = []
        self.names = Labels()
        self.lifetimes = Lifetimes(self)
        self.forms = Forms(self)
        self.pinned = Pinned()
        self.frames: list[Frame] = []
        self._rounds: dict[ir.Function, unrolling.Unrolling] = {}
        self.consumed: dict[ir.Function, int] = {}  # generator -> the rounds of the loop that goes through it
        self.rings: dict[str, frozenset[int | None]] = {}  # functions of the checked file that take a slot of a ring
        self._counters: dict[ir.Function, tuple[str, ...]] = {}
        self._rare: dict[ir.Function, dict[int, rare_rounds.Rare]] = {}
        self._orders: dict[ir.Function, evaluation_order.Order] = {}  # of the operations of functions
        self.raising: list[list[State]] = []
        self.trying: list[tuple[ir.Try, Frame]] = []  # the ``try`` statements around what is followed, innermost last
        self.host_work = 0  # calls and loops met that are no device work
        self.refuses = False  # whether a path has ended with an exception at an item
        self.raced: set[CSTNode] = set()  # accesses that are certain to race with earlier ones
        self.scopes: dict[int, frozenset[str]] = {}  # frame -> names it assigns
        self._emitted: set[tuple[type, CSTNode]] = set()
        self.statement: CSTNode | None = None
        self._spots: dict[CSTNode, Spot] = {}
        self._symbols: dict[Hashable, Symbol] = {}
        self._count = 0

    def listen(self, detectors: Iterable[type[Detector]]) -> None:
        """Begin to announce what happens to those of `detectors` that are wanted."""
        wanted = (each for each in detectors if each.is_wanted(self.options, self.entries.idents))
        self.detectors = [each(self) for each in wanted]
        self.announce = Announcer(self.detectors)

    # -- small services ------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def fresh(self) -> int:
        """A number that was never given out."""
        self._count += 1
        return self._count

    def called(self) -> CSTNode | None:
        """The innermost call in the checked file, if another file is being followed from there."""
        if self.frame.module == 0:
            return None
        below = None
        for frame in reversed(self.frames):
            if frame.module == 0:
                break
            below = frame
        return None if below is None else below.caller

    def order_of(self, function: ir.Function) -> evaluation_order.Order:
        """The order of a function's operations, worked out once."""
        if function not in self._orders:
            self._orders[function] = evaluation_order.order_of(function)
        return self._orders[function]

    def rare_tests(self, function: ir.Function) -> dict[int, rare_rounds.Rare]:
        """The tests of a function that are true in one round of many, worked out once."""
        if function not in self._rare:
            self._rare[function] = rare_rounds.rare_tests(function, self.entries.functions)
        return self._rare[function]

    def _counters_of(self, function: ir.Function) -> tuple[str, ...]:
        """The counters of a function that keep paths apart, worked out once."""
        if function not in self._counters:
            self._counters[function] = partitions.counters(function)
        return self._counters[function]

    def spot(self, node: CSTNode | None) -> Spot:
        assert node is not None
        found = self._spots.get(node)
        if found is None:
            found = self._spots[node] = Spot(node)
        return found

    def begin_entry(self) -> None:
        """The next entry begins: it gets its share of the work that is left for the file."""
        self.work.begin_entry()
        self.events.of_entry = set()
        self.names.begin_entry()
        self.entries.begun += 1

    def emit(self, fact: Fact, key: CSTNode) -> None:
        """Report a fact once for each kind and place."""
        if self.modules.importing:
            return
        if (type(fact), key) not in self._emitted:
            self._emitted.add((type(fact), key))
            self.facts.append(fact)

    def symbol(self, key: Hashable, label: str = "", host: bool = False) -> Symbol:
        """The symbol of a computation; the same key gives the same symbol."""
        found = self._symbols.get(key)
        if found is None:
            found = self._symbols[key] = Symbol(key, label, host)
        return found

    def was_asked(self, value: Value, *attributes: str) -> bool:
        """Whether the code has asked something that is not known for one of some attributes."""
        return any(("attribute", value, name) in self._symbols for name in attributes)

    def unknown(self, label: str = "", host: bool = False) -> Symbol:
        """A symbol like no other."""
        return Symbol(self.fresh(), label, host)

    def rounds(self, loop: unrolling.Loop | None = None) -> int:
        """How often a loop of unknown length is followed: `loop`, or the one that the current call makes items for."""
        function = self.frame.function
        if function not in self._rounds:
            self._rounds[function] = unrolling.Unrolling.of(function, self.rings)
        known = self._rounds[function]
        wanted = max(
            known.wanted(loop or known.fed.get(self.frame.calling)),
            unrolling.fed(self.consumed.get(function, 0), function.moduli),
        )
        return unrolling.bounded(wanted, self.loop_carried.around() << self.work.spent)

    # -- statements ----------------------------------------------------------------------------

    def run(self, block: ir.Block, states: list[State]) -> list[State]:
        """Follow `block` from every state; the states at its normal end."""
        for statement in block:
            if not states:
                break
            if len(states) == 1 and len(self.frames) == 1 and len(states[0].memory.own) > self.MANY_NAMES:
                states[0].memory = states[0].memory.frozen()
            cost = len(states) * (1 + len(states[0].memory.own) // self.MANY_NAMES)
            self.work.charge(cost)
            self.statement = statement.node
            states = _FOLLOW[type(statement)](self, statement, states)
            if self.refuses:
                states = refusals.going_on(states)
        return states

    def join(self, states: list[State]) -> list[State]:
        """Fewer states that stand for the same paths, as many as are kept apart now.

        Those of a top level on which other names are CuPy's stay apart, the one with the most such names first:
        functions are followed from there.
        """
        if len(states) < 2:
            return states
        if len(self.frames) > 1 and (counters := self._counters_of(self.frame.function)):
            return partitions.join_apart(states, self.work.paths_kept, self.frame.number, counters)
        if len(self.frames) > 1:
            return join(states, self.work.paths_kept)
        groups: dict[frozenset[Hashable], list[State]] = {}
        for state in states:
            groups.setdefault(modules.names_of_cupy(state, self.frame.number), []).append(state)
        if len(groups) > self.work.paths_kept:
            return join(states, self.work.paths_kept)
        ranked = sorted(groups, key=len, reverse=True)
        return [state for names in ranked for state in join(groups[names], self.work.paths_kept)]

    def chosen(self, states: list[State]) -> list[State]:
        """Of the paths through a statement of a function, those with a device; for a top level `join` ranks them."""
        return states if len(self.frames) < 2 else array_modules.with_device(states)

    def each(self, states: list[State], step: Callable[[State], None]) -> list[State]:
        for state in states:
            step(state)
        return states

    # -- what models of libraries ask for --------------------------------------------------------

    def value(self, state: State, expression: ir.Expr) -> Value:
        """The value of an expression in the current frame."""
        return evaluate.evaluate(self, state, expression)

    def get_attribute(self, state: State, base: Value, name: str) -> Value:
        """``base.name``."""
        return attributes.get_attribute(self, state, base, name)

    def items(self, state: State, iterable: Value) -> tuple[Value, ...]:
        """The items that a loop over `iterable` is followed for."""
        return iterate(self, state, iterable)[0]

    def invoke(self, state: State, function: Value, arguments: Arguments, node: CSTNode) -> list[Outcome]:
        """Call a value, whatever it is."""
        return calls.invoke(self, state, function, arguments, node)

    def call_function(
        self, state: State, target: FunctionValue | BoundMethod, arguments: Arguments, node: CSTNode
    ) -> list[Outcome]:
        """Call a function of the project; the body of an ``async def`` is followed, too."""
        return calls.call_function(self, state, target, arguments, node, awaited=True)

    def run_function(
        self,
        state: State,
        target: Value,
        positional: tuple[Value, ...],
        keywords: tuple[tuple[str, Value], ...],
        on_yield: Callable[[State, Value], list[State]] | None = None,
    ) -> list[Outcome]:
        """Follow a function's body with its parameters bound; `on_yield` is the consumer of a generator."""
        return bodies.run_function(self, state, target, positional, keywords, on_yield)

    def call_statement(self, statement: ir.Call, states: list[State]) -> list[State]:
        after: list[State] = []
        deep = self.work.is_deep
        for number, state in enumerate(states):
            if after and deep and not self.work.is_deep:  # what the first paths have learned is not joined to nothing
                for followed in after:
                    followed.incomplete = True
                break
            self.statement = statement.statement or statement.node
            self.frame.calling = statement.target
            with self.work.one_of(2 if number + 1 < len(states) else 1):
                outcomes = calls.call(self, state, statement)
            for result, value in outcomes:
                result.memory[(self.frame.number, statement.target)] = value
                after.append(result)
            self.frame.calling = 0
            self.pinned.consumed(self, statement)
        return self.join(after)

    def assign(self, statement: ir.Assign, states: list[State]) -> list[State]:
        after: list[State] = []
        for state in states:
            value = evaluate.as_written(self, state, statement.value)
            taken = generators.taken_apart(self, state, value) if isinstance(statement.target, ir.Unpack) else None
            for each, part in [(state, value)] if taken is None else taken:
                stores.store(self, each, statement.target, part, statement.value)
                self.announce.assigned(each, statement)
                after.append(each)
        return after

    def augment(self, statement: ir.Augment, states: list[State]) -> list[State]:
        return self.each(states, lambda state: stores.augment(self, state, statement))

    def evaluate_statement(self, statement: ir.Evaluate, states: list[State]) -> list[State]:
        for state in states:
            value = self.value(state, statement.value)
            self.announce.used(state, value)
        return states

    def delete(self, statement: ir.Delete, states: list[State]) -> list[State]:
        return self.each(states, lambda state: stores.delete(self, state, statement.target))

    def append(self, statement: ir.Append, states: list[State]) -> list[State]:
        return self.each(states, lambda state: stores.append(self, state, statement))

    def branch(
        self, test: ir.Expr, states: list[State], emptied: list[State] | None = None
    ) -> tuple[list[State], list[State]]:
        """Split states by a test: where it may be true, where it may be false.

        `emptied` gets those where a list is taken to be empty of which that is not known.
        """
        yes: list[State] = []
        no: list[State] = []
        for state in states:
            value = chained(self, state, test)
            known = truth(self, state, value, test.node)
            if known is None:
                state.maybe_waited |= self.loop_carried.doubtful(self, state, test, value)
                other = state.copy()
                asked = asked_if_empty(value)
                if emptied is not None and asked is not None and is_filled(state, asked[0]) is None:
                    emptied.append(state if asked[1] else other)
                parted.decide(value, holds=state, fails=other)
                assume(self, state, value, True, test.node)
                assume(self, other, value, False, test.node)
                parted.passed(state, value)
                parted.passed(other, value)
                yes.append(state)
                no.append(other)
            else:
                if self._rests_on_rounds(state, test):
                    (no if known else yes).append(state.copy())
                assume(self, state, value, known, test.node)
                (yes if known else no).append(state)
        return yes, no

    def _rests_on_rounds(self, state: State, test: ir.Expr) -> bool:
        """Whether a test compares a number that a loop has counted of which not all rounds were followed."""
        names = (each.name for each in ir.inside(test) if isinstance(each, ir.Load))
        return isinstance(test, ir.Compare) and any(
            is_counted_in_part(state, self.frame.number, name) for name in names
        )

    def if_(self, statement: ir.If, states: list[State]) -> list[State]:
        if is_operator(statement):  # what its second part is may differ between paths
            after = [each for state in states for each in self._second_part(statement, state)]
        else:
            then, orelse = self._branches(statement, states)
            after = [*then, *orelse]
        after = self.chosen(after)
        return after if len(after) <= self.work.PATHS and tell_more(statement, after) else self.join(after)

    def _branches(self, statement: ir.If, states: list[State]) -> tuple[list[State], list[State]]:
        """Follow both sides.

        A list that may be empty is taken to be filled where nothing is done otherwise and the other side goes on: such
        a path does nothing with the list, and would double all that follows.
        """
        emptied: list[State] = []
        yes, no = self.branch(statement.test, states, emptied)
        if len(taken := self.entries.sides.setdefault(statement, set())) < 2:
            taken.update(way for way, side in ((True, yes), (False, no)) if side)
        if no and only_leaves(statement):
            yes = _without(yes, emptied)
        if yes and no:
            array_modules.may_say_the_same(statement, yes, no)
        then = self.run(statement.then, yes) if yes else []
        if then and not statement.orelse:
            no = _without(no, emptied)
        return then, self.run(statement.orelse, no) if no else []

    def _second_part(self, statement: ir.If, state: State) -> list[State]:
        """``a and b``, of which `a` has been evaluated."""
        operator = Operator.of(self.frame.number, statement, state)
        then, orelse = self._branches(statement, [state])
        if then and orelse:
            operator.put_together(self, then, orelse)
        return [*then, *orelse]

    def assert_(self, statement: ir.Assert, states: list[State]) -> list[State]:
        yes, no = self.branch(statement.test, states)
        return yes or self.branch(statement.test, [state for state in no if insisted(self, state, statement.test)])[0]

    @contextmanager
    def within(self, frame: Frame) -> Iterator[None]:
        """Continue in an outer frame for a while."""

        self.frames.append(frame)
        statement = self.statement
        try:
            yield
        finally:
            self.frames.pop()
            self.statement = statement

    def with_(self, statement: ir.With, states: list[State]) -> list[State]:
        after: list[State] = []
        for state in states:
            manager = self.value(state, statement.manager)
            self.statement = statement.node
            with self.lifetimes.holding(manager):
                after += contexts.follow_with(self, statement, state, manager)
        return self.join(after)

    def guarded(
        self,
        states: list[State],
        body: Callable[[list[State]], list[State]],
        leave: Callable[[list[State]], list[State]],
    ) -> list[State]:
        """Follow `body`, then `leave` on every way out of it: end, return, break, continue, exception."""
        frame = self.frame
        outer = frame.returns, frame.breaks, frame.continues
        frame.returns, frame.breaks, frame.continues = [], [], []
        raised: list[State] = []
        self.raising.append(raised)
        frame.guards += 1
        try:
            after = body(states)
        finally:
            frame.guards -= 1
            self.raising.pop()
            returns, breaks, continues = frame.returns, frame.breaks, frame.continues
            frame.returns, frame.breaks, frame.continues = outer
        after = leave(after) if after else []
        for state, value in returns:
            by = frame.returned_by.pop(id(state), None)
            with self.lifetimes.holding(value):
                ended = leave([state])
            if by is not None:
                for left in ended:
                    self._returned(left, value, by[0], by[1])
            frame.returns += [(left, value) for left in ended]
        frame.breaks += leave(breaks) if breaks else []
        frame.continues += leave(continues) if continues else []
        if raised and self.raising:
            self.raising[-1] += leave(join(raised, 4))
        elif raised:
            leave(join(raised, 4))
        return after

    def try_(self, statement: ir.Try, states: list[State]) -> list[State]:
        def protected(states: list[State]) -> list[State]:
            raised: list[State] = []
            self.raising.append(raised)
            self.trying.append((statement, self.frame))
            self.announce.try_begins(statement)
            try:
                after = self.run(statement.body, states)
            finally:
                self.trying.pop()
                self.raising.pop()
            after = self.run(statement.orelse, after) if after else []
            raised = join(raised, 4)
            if not statement.handlers and self.raising:
                self.raising[-1] += raised
            for handler in statement.handlers:
                caught = [state.copy() for state in raised]
                for state in caught:
                    special_methods.resumed(state)
                    if handler.name is not None:
                        state.memory[(self.frame.number, handler.name)] = self.unknown("exception")
                self.lifetimes.handling += 1
                try:
                    handled = self.run(handler.body, caught) if caught else []
                finally:
                    self.lifetimes.handling -= 1
                for state in handled if handler.name is not None else ():
                    state.memory.discard((self.frame.number, handler.name))
                after += handled
            return self.join(self.chosen(after))

        if not statement.final:
            return protected(states)
        return self.guarded(states, protected, lambda states: self.run(statement.final, states))

    def may_raise(self, state: State) -> None:
        """An unknown call in a ``try`` body: the handlers may run from here."""
        if self.raising and len(self.raising[-1]) < 8:
            self.raising[-1].append(state.copy())

    def return_(self, statement: ir.Return, states: list[State]) -> list[State]:
        for state in states:
            value = NONE if statement.value is None else self.value(state, statement.value)
            if self.refuses and refusals.ends(state):
                continue
            self.announce.returned(state, value, statement)
            if self.streams.created and statement.value is not None:
                self._returned(state, value, statement, state.blocks)
            self.frame.returns.append((state, value))
        return []

    def _returned(self, state: State, value: Value, by: ir.Return, blocks: tuple[StreamBlock, ...]) -> None:
        """A path returns `value`: what that means is asked once it has left all blocks that do something then."""
        if self.frame.guards:
            self.frame.returned_by[id(state)] = by, blocks
            return
        state.blocks, left = blocks, state.blocks
        accesses.returned(self, state, value, by)
        state.blocks = left

    def raise_(self, statement: ir.Raise, states: list[State]) -> list[State]:
        if self.raising:
            for state in states:
                special_methods.stops(state, None if statement.value is None else self.value(state, statement.value))
            self.raising[-1] += states
        return []

    def break_(self, statement: ir.Break, states: list[State]) -> list[State]:
        self.frame.breaks += states
        return []

    def continue_(self, statement: ir.Continue, states: list[State]) -> list[State]:
        self.frame.continues += states
        return []

    def yield_(self, statement: ir.Yield, states: list[State]) -> list[State]:
        after: list[State] = []
        for state in states:
            value = NONE if statement.value is None else self.value(state, statement.value)
            self.announce.used(state, value)
            if not statement.is_await:
                after += suspension.follow_yield(self, state, value, statement)
                continue
            assert statement.node is not None
            for result, awaited in coroutines.await_(self, state, value, statement.node):
                result.memory[(self.frame.number, statement.target)] = awaited
                after.append(result)
        return self.join(after) if statement.is_await else after

    def define(self, statement: ir.Define, states: list[State]) -> list[State]:
        after: list[State] = []
        name = statement.name
        if any(text.endswith(".setter") for text in statement.function.decorator_names):
            name = f"{name}.setter"
        for state in states:
            made = evaluate.function_value(self, state, statement.function)
            for result, value in decorators.decorated(self, state, made, statement):
                stores.bind(self, result, name, value)
                after.append(result)
        return self.join(after)

    def define_class(self, statement: ir.DefineClass, states: list[State]) -> list[State]:
        after = []
        for state in states:
            bases = tuple(self.value(state, base) for base in statement.bases)
            metaclass = None if statement.metaclass is None else self.value(state, statement.metaclass)
            frame = Frame(self.fresh(), _class_body(statement), (self.frame.number, *self.frame.closure))
            frame.names = (self.frame.function.assigned, *self.frame.names)
            self.frames.append(frame)
            try:
                results = self.run(statement.body, [state])
            finally:
                self.frames.pop()
            for result in results:
                names = result.memory.members(frame.number)
                members = {str(name): value for name, value in names if isinstance(value, Value)}
                if enums.is_enumeration(bases):
                    members = enums.enumeration(statement.name, members, bases)
                named = statement.name, statement.node
                cls = ClassValue(*named, members, bases, statement.idents, statement.fields, metaclass)
                for name, member in members.items():
                    if isinstance(member, FunctionValue) and frame.number in member.frames:
                        frames = tuple(number for number in member.frames if number != frame.number)
                        members[name] = replace(member, frames=frames, owner=cls)
                if len(self.frames) == 1:
                    self.modules.classes.append(cls)
                for ended, value in decorators.decorated(self, result, cls, statement):
                    stores.bind(self, ended, statement.name, value)
                    after.append(ended)
        return after

    def import_(self, statement: ir.Import, states: list[State]) -> list[State]:
        if statement.name == "*":
            star = modules.imported(self, statement.dotted, self.frame.module)
            if star is None and statement.dotted.startswith(("cupy", "cupyx")):
                star = External(statement.dotted)
            for state in states if star is not None else ():
                key = (self.frame.module, "*")
                state.memory[key] = (*state.memory.sequence(key), star)
            return states
        early = self.frame.number == self.frame.module
        found = modules.imported(self, statement.dotted, self.frame.module, early)
        optional = found is None and not statement.dotted.startswith(("cupy", "numpy"))
        for state in states if optional else ():
            self.may_raise(state)
        for state in states:
            value = found or attributes.external(self, state, External(canonical(statement.dotted)))
            stores.bind(self, state, statement.name, value)
        return states

    def scope(self, statement: ir.Scope, states: list[State]) -> list[State]:
        if statement.kind == "global":
            self.frame.globals.update(statement.names)
        return states


def _class_body(statement: ir.DefineClass) -> ir.Function:
    names = {inner.name for inner in statement.body if isinstance(inner, ir.Define)}
    for inner in statement.body:
        if isinstance(inner, ir.Assign) and isinstance(inner.target, ir.Load) and isinstance(inner.target.name, str):
            names.add(inner.target.name)
    return ir.Function(
        statement.node, statement.name, [], statement.body, statement.idents, frozenset(), False, False, False,
        frozenset(names),
    )  # fmt: skip


_FOLLOW: dict[type, Callable[[Interpreter, Any, list[State]], list[State]]] = {
    ir.Call: Interpreter.call_statement,
    ir.Assign: Interpreter.assign,
    ir.Augment: Interpreter.augment,
    ir.Evaluate: Interpreter.evaluate_statement,
    ir.Delete: Interpreter.delete,
    ir.Append: Interpreter.append,
    ir.If: Interpreter.if_,
    ir.For: loops.for_,
    ir.While: loops.while_,
    ir.With: Interpreter.with_,
    ir.Try: Interpreter.try_,
    ir.Return: Interpreter.return_,
    ir.Raise: Interpreter.raise_,
    ir.Break: Interpreter.break_,
    ir.Continue: Interpreter.continue_,
    ir.Yield: Interpreter.yield_,
    ir.Assert: Interpreter.assert_,
    ir.Define: Interpreter.define,
    ir.DefineClass: Interpreter.define_class,
    ir.Import: Interpreter.import_,
    ir.Scope: Interpreter.scope,
}


def _without(states: list[State], left_out: list[State]) -> list[State]:
    return [state for state in states if not any(state is each for each in left_out)]
