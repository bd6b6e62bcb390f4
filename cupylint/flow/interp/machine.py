"""Follows a program: statements turn the states of all paths so far into the states after them.

Loops are followed for as many rounds as their collections or moduli need, calls of functions in the
same file are followed into, branches split the states. Everything is bounded: rounds, call depth,
paths, and the total work of one entry (`Machine.FUEL`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cupylint.budget import Budget
from cupylint.cupy_model import canonical
from cupylint.facts import EmptyWait, Fact, Spot, Step
from cupylint.flow.detectors import clocks
from cupylint.flow.detectors.cancel import Cancel
from cupylint.flow.detectors.clocks import Clocks
from cupylint.flow.detectors.conversions import Conversions
from cupylint.flow.detectors.costs import Costs
from cupylint.flow.detectors.footprint import Footprint
from cupylint.flow.detectors.kernel_arrays import KernelArrays
from cupylint.flow.detectors.races import Found, Races
from cupylint.flow.device import accesses
from cupylint.flow.device.launching import Launches
from cupylint.flow.device.lifetimes import Lifetimes
from cupylint.flow.device.pinned_pool import Pinned
from cupylint.flow.domain import choices, enums, modules
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contact import Watch
from cupylint.flow.domain.frames import Closure, Frame, Outcome, OutOfFuel
from cupylint.flow.domain.memory import Index
from cupylint.flow.domain.naming import Labels
from cupylint.flow.domain.size_names import Assumed
from cupylint.flow.domain.state import State, Touch
from cupylint.flow.domain.turns import Turns
from cupylint.flow.domain.values import (
    NONE,
    BoundMethod,
    ClassValue,
    External,
    FunctionValue,
    Instance,
    Symbol,
    Value,
)
from cupylint.flow.interp import (
    attributes,
    calls,
    contexts,
    decorators,
    evaluate,
    evaluation_order,
    loops,
    rounds,
    special,
    stores,
)
from cupylint.flow.interp.conditions import assume, chained, tell_more, truth
from cupylint.flow.interp.joins import join
from cupylint.flow.library import suspension, tasks
from cupylint.flow.library.jobs import Jobs
from cupylint.options import ModelOptions
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.modules import Library
    from cupylint.order import Stream


_MUCH = 6  # times what is ordinary; after that only what is called directly is followed
_SHALLOW = 2


class Machine:
    """One analysis of one file.

    Args:
        library: gives the other files of its project.
        path: the file's own path, as `library` knows it.
        budget: what the analysis may cost besides.
    """

    PATHS = 8  # kept apart, where that is still cheap
    DEPTH = 8
    FUEL = 12_000  # statements times paths, for one entry
    FILE_FUEL = 30_000  # and for all entries of a file
    IMPORTER_FUEL = 12_000  # of a file that only uses streams of other files
    MANY_NAMES = 128  # from so many on each statement costs more; those of a file's top level are shared by paths
    ORDINARY = 400  # of these, after which paths are joined earlier, and loops followed less often
    FULL_LOOP = 16
    FULL_COMPREHENSION = 64

    def __init__(
        self, options: ModelOptions, library: Library | None = None, path: str = "", budget: Budget | None = None
    ) -> None:
        self.options = options
        self.budget = budget or Budget()
        self.library = library
        self.modules: dict[str, int | None] = {path: 0}  # the frames of files' top levels
        self.paths: dict[int, str] = {0: path} if path else {}
        self.resolving: set[Value] = set()  # imported names that are being looked up
        self.index = Index()  # of all keys of memory
        self.shared: dict[Hashable, object] = {}  # what the top levels of other files leave behind
        self.jobs = Jobs()  # threads and tasks
        self.turns = Turns()  # the rounds of loops
        self.watch: Watch | None = None  # what is followed is only on trial, for its CUDA calls
        self.idents: frozenset[str] = frozenset()  # all names of the checked file
        self.clocks = Clocks()
        self.costs = Costs(options.all_functions)
        self.launches = Launches()
        self.kernel_arrays = KernelArrays(self)
        self.cancel = Cancel(self)  # flags that kernels watch, and loops that look at them
        self.importing = 0  # > 0: following the top level of another file
        self.facts: list[Fact] = []
        self.touches: list[Touch] = []
        self.names = Labels()
        self.races = Races(self)
        self.lifetimes = Lifetimes(self)
        self.pinned = Pinned()
        self.conversions = Conversions(self)
        self.footprint = Footprint(self)
        self.allowance = self.reserve = self.FILE_FUEL
        self.fuel = self.share = self.FUEL  # of this entry: what is left, what it was given
        self.followed = 0
        self.frames: list[Frame] = []
        self._rounds: dict[ir.Function, rounds.Rounds] = {}
        self.rings: dict[str, frozenset[int | None]] = {}  # functions of the checked file that take a slot of a ring
        self._orders: dict[ir.Function, evaluation_order.Order] = {}  # of the operations of functions
        self.raising: list[list[State]] = []
        self.arenas: dict[int, Stream] = {}  # allocation -> the stream it is made on, if the file captures graphs
        self.captures = False  # whether it does
        self.elapses = False  # whether it asks for elapsed times
        self.untimed: dict[Hashable, CSTNode] = {}  # events made with disable_timing
        self.pairing: list[Found] | None = None  # races met while two methods are followed in turn
        self.scopes: dict[int, frozenset[str]] = {}  # frame -> names it assigns
        self.homes: dict[int, int] = {}  # allocation -> device
        self.creator: dict[int, int] = {}  # allocation -> the access that first wrote it
        self.shown: dict[int, Spot] = {}  # access -> the name it was assigned to
        self.symbol_buffers: dict[Symbol, int] = {}
        self.handed: dict[tuple[ClassValue, str], tuple[Instance, dict[Hashable, object]] | None] = {}
        self.constructing: set[tuple[str, str]] = set()  # classes and parameters whose objects are being made
        self.optional_arrays: set[Symbol] = set()  # parameters that are device arrays or None
        self.mentioned: frozenset[str] = frozenset()  # names that the functions of the checked file mention
        self.callers_work = 0  # accesses by callers of the functions that are followed on their own
        self.created: dict[Hashable, Spot] = {}  # event -> where it was made
        self.event_homes: dict[Hashable, int] = {}  # event -> its device, where the program had chosen one
        self.recorded: dict[Hashable, list[Spot]] = {}  # event -> where it is recorded
        self.waits: dict[CSTNode, Step] = {}  # every wait written in the source, on whatever path
        self.waits_of: set[tuple[CSTNode, ir.Function]] = set()  # and the functions that were followed for it
        self.given: set[Symbol] = set()  # what unknown calls returned that were given a stream or event
        self.entry_events: set[Hashable] = set()  # events made since the current entry began
        self.empty_waits: dict[CSTNode, tuple[EmptyWait, Hashable]] = {}
        self.good_waits: set[CSTNode] = set()
        self._emitted: set[tuple[type, CSTNode]] = set()
        self.statement: CSTNode | None = None
        self.entry = ""  # the function or class that is followed on its own; the top level has no name
        self.reached: dict[str, set[str]] = {}  # function -> the entries that led into it
        self.led_from: dict[ir.Function, set[str]] = {}  # the same, two functions of one name told apart
        self.settled: dict[Hashable, Value] = {}  # what is assumed of symbols where top levels have ended
        self.assumed: Assumed | None = None  # a number for sizes that are not known
        self.sizes_met: dict[str, set[str]] = {}  # entry -> names of sizes that it loops over and that are not known
        self.guesses: set[str] = set()  # entries that a number for a size may tell more of
        self.entered: set[ir.Function] = set()
        self.relevant: set[ir.Function] = set()  # functions of the checked file that are worth following
        self.closures: dict[ir.Function, Closure] = {}  # functions that those define
        self.decorated: dict[ir.Function, Value] = {}  # functions whose names stand for others, and for what
        self._spots: dict[CSTNode, Spot] = {}
        self._symbols: dict[Hashable, Symbol] = {}
        self._count = 0
        self.recipes: dict[int, Hashable] = {}  # allocation -> how it was made; equal ones have one shape
        self.plans: dict[Hashable, int] = {}  # FFT plan -> its work area
        self.plan_areas: set[int] = set()
        self.plans_vary = False  # the file changes how plans are cached
        self.new_streams: dict[Hashable, CSTNode] = {}  # stream -> the call that makes it
        self.anonymous: dict[Stream, Spot] = {}  # streams without a name -> their blocks
        self.placed: set[Hashable] = set()  # streams made where the program had chosen the device
        self.devices_vary = False  # a device that is not known was made current

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

    @property
    def spent(self) -> int:
        """How often the entry that is followed used up what an ordinary one may cost, or the file what one may."""
        entry = self.share - self.fuel
        return entry // self.ORDINARY + (self.allowance - self.reserve + entry) // (self.allowance // 8)

    @property
    def paths_kept(self) -> int:
        """How many paths are kept apart: the more an entry has cost, the fewer."""
        return max(2 if self.spent <= _MUCH else 1, self.PATHS >> self.spent)

    @property
    def depth_followed(self) -> int:
        """How many calls inside one another are followed."""
        return max(_SHALLOW, self.DEPTH - max(0, self.spent - 2)) if self.spent <= _MUCH else _SHALLOW

    def order_of(self, function: ir.Function) -> evaluation_order.Order:
        """The order of a function's operations, worked out once."""
        if function not in self._orders:
            self._orders[function] = evaluation_order.order_of(function)
        return self._orders[function]

    def spot(self, node: CSTNode | None) -> Spot:
        assert node is not None
        found = self._spots.get(node)
        if found is None:
            found = self._spots[node] = Spot(node)
        return found

    def refuel(self) -> None:
        """A new entry begins: give it its share of what is left for the file."""
        self.reserve -= self.share - max(0, self.fuel)
        self.fuel = self.share = max(0, min(self.FUEL, self.reserve))
        self.entry_events = set()
        self.clocks.entry += 1

    def emit(self, fact: Fact, key: CSTNode) -> None:
        """Report a fact once for each kind and place."""
        if self.importing:
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

    def unknown(self, label: str = "", host: bool = False) -> Symbol:
        """A symbol like no other."""
        return Symbol(self.fresh(), label, host)

    def rounds(self, loop: rounds.Loop | None = None) -> int:
        """How often a loop of unknown length is followed: `loop`, or the one that the current call makes items for."""
        function = self.frame.function
        if function not in self._rounds:
            self._rounds[function] = rounds.Rounds.of(function, self.rings)
        known = self._rounds[function]
        wanted = known.wanted(loop or known.fed.get(self.frame.calling))
        return rounds.bounded(wanted, self.turns.around() << self.spent)

    # -- statements ----------------------------------------------------------------------------

    def run(self, block: ir.Block, states: list[State]) -> list[State]:
        """Follow `block` from every state; the states at its normal end."""
        for statement in block:
            if not states:
                break
            if len(states) == 1 and len(self.frames) == 1 and len(states[0].memory.own) > self.MANY_NAMES:
                states[0].memory = states[0].memory.frozen()
            cost = len(states) * (1 + len(states[0].memory.own) // self.MANY_NAMES)
            self.fuel -= cost
            self.followed += cost
            if self.fuel < 0:
                raise OutOfFuel
            self.budget.check()
            self.statement = statement.node
            states = _FOLLOW[type(statement)](self, statement, states)
        return states

    def join(self, states: list[State]) -> list[State]:
        """Fewer states that stand for the same paths, as many as are kept apart now.

        Those of a top level on which other names are CuPy's stay apart, the one with the most such names first:
        functions are followed from there.
        """
        if len(states) < 2 or len(self.frames) > 1:
            return join(states, self.paths_kept)
        groups: dict[frozenset[Hashable], list[State]] = {}
        for state in states:
            groups.setdefault(modules.names_of_cupy(state, self.frame.number), []).append(state)
        if len(groups) > self.paths_kept:
            return join(states, self.paths_kept)
        ranked = sorted(groups, key=len, reverse=True)
        return [state for names in ranked for state in join(groups[names], self.paths_kept)]

    def chosen(self, states: list[State]) -> list[State]:
        """Of the paths through a statement of a function, those with a device; for a top level `join` ranks them."""
        return states if len(self.frames) < 2 else choices.with_device(states)

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

    def invoke(self, state: State, function: Value, arguments: Arguments, node: CSTNode) -> list[Outcome]:
        """Call a value, whatever it is."""
        return calls.invoke(self, state, function, arguments, node)

    def call_function(
        self,
        state: State,
        target: FunctionValue | BoundMethod,
        arguments: Arguments,
        node: CSTNode,
        awaited: bool = False,
    ) -> list[Outcome]:
        """Call a function of the project; the body of an ``async def`` is followed when it is `awaited`."""
        return calls.call_function(self, state, target, arguments, node, awaited)

    def run_function(
        self,
        state: State,
        target: Value,
        positional: tuple[Value, ...],
        keywords: tuple[tuple[str, Value], ...],
        on_yield: Callable[[State, Value], list[State]] | None = None,
        node: CSTNode | None = None,
    ) -> list[Outcome]:
        """Follow a function's body with its parameters bound; `on_yield` is the consumer of a generator."""
        return calls.run_function(self, state, target, positional, keywords, on_yield, node)

    def call_statement(self, statement: ir.Call, states: list[State]) -> list[State]:
        after: list[State] = []
        for state in states:
            self.statement = statement.statement or statement.node
            self.frame.calling = statement.target
            for result, value in calls.call(self, state, statement):
                result.memory[(self.frame.number, statement.target)] = value
                after.append(result)
            self.frame.calling = 0
            self.pinned.consumed(self, statement)
        return self.join(after)

    def assign(self, statement: ir.Assign, states: list[State]) -> list[State]:
        for state in states:
            stores.store(self, state, statement.target, self.value(state, statement.value), statement.value)
            if self.footprint.savings is not None:
                self.footprint.savings.assigned(state, statement)
        return states

    def augment(self, statement: ir.Augment, states: list[State]) -> list[State]:
        return self.each(states, lambda state: stores.augment(self, state, statement))

    def evaluate_statement(self, statement: ir.Evaluate, states: list[State]) -> list[State]:
        for state in states:
            value = self.value(state, statement.value)
            if self.clocks.active:
                clocks.use(self, state, value)
        return states

    def delete(self, statement: ir.Delete, states: list[State]) -> list[State]:
        return self.each(states, lambda state: stores.delete(self, state, statement.target))

    def append(self, statement: ir.Append, states: list[State]) -> list[State]:
        return self.each(states, lambda state: stores.append(self, state, statement))

    def branch(self, test: ir.Expr, states: list[State]) -> tuple[list[State], list[State]]:
        """Split states by a test: where it may be true, where it may be false."""
        yes: list[State] = []
        no: list[State] = []
        for state in states:
            value = chained(self, state, test)
            known = truth(self, state, value, test.node)
            if known is None:
                state.doubt |= self.turns.doubtful(self, state, test, value)
                other = state.copy()
                assume(self, state, value, True, test.node)
                assume(self, other, value, False, test.node)
                yes.append(state)
                no.append(other)
            else:
                assume(self, state, value, known, test.node)
                (yes if known else no).append(state)
        return yes, no

    def if_(self, statement: ir.If, states: list[State]) -> list[State]:
        yes, no = self.branch(statement.test, states)
        if yes and no:
            choices.may_say_the_same(statement, yes, no)
        after = self.run(statement.then, yes) if yes else []
        after += self.run(statement.orelse, no) if no else []
        after = self.chosen(after)
        return after if len(after) <= self.PATHS and tell_more(statement, after) else self.join(after)

    def assert_(self, statement: ir.Assert, states: list[State]) -> list[State]:
        return self.branch(statement.test, states)[0]

    def within(self, frame: Frame) -> Any:
        """Continue in an outer frame for a while."""

        @contextmanager
        def scope() -> Any:
            self.frames.append(frame)
            statement = self.statement
            try:
                yield
            finally:
                self.frames.pop()
                self.statement = statement

        return scope()

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
        try:
            after = body(states)
        finally:
            self.raising.pop()
            returns, breaks, continues = frame.returns, frame.breaks, frame.continues
            frame.returns, frame.breaks, frame.continues = outer
        after = leave(after) if after else []
        for state, value in returns:
            with self.lifetimes.holding(value):
                frame.returns += [(left, value) for left in leave([state])]
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
            self.cancel.enter(statement, self.frame)
            try:
                after = self.run(statement.body, states)
            finally:
                self.cancel.leave()
                self.raising.pop()
            after = self.run(statement.orelse, after) if after else []
            raised = join(raised, 4)
            if not statement.handlers and self.raising:
                self.raising[-1] += raised
            for handler in statement.handlers:
                caught = [state.copy() for state in raised]
                for state in caught:
                    special.resumed(state)
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
            if self.new_streams and statement.value is not None:
                accesses.returned(self, state, value, statement)
            if self.clocks.active and len(self.frames) <= 2:
                clocks.use(self, state, value)
            self.frame.returns.append((state, value))
        return []

    def raise_(self, statement: ir.Raise, states: list[State]) -> list[State]:
        if self.raising:
            for state in states:
                special.stops(state, None if statement.value is None else self.value(state, statement.value))
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
            if self.clocks.active:
                clocks.use(self, state, value)
            if not statement.is_await:
                after += suspension.follow_yield(self, state, value, statement)
                continue
            assert statement.node is not None
            for result, awaited in tasks.await_(self, state, value, statement.node):
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
                cls = ClassValue(statement.name, statement.node, members, bases, statement.idents, statement.fields)
                for name, member in members.items():
                    if isinstance(member, FunctionValue) and frame.number in member.frames:
                        frames = tuple(number for number in member.frames if number != frame.number)
                        members[name] = FunctionValue(member.function, frames, member.defaults, cls)
                for ended, value in decorators.decorated(self, result, cls, statement):
                    stores.bind(self, ended, statement.name, value)
                    after.append(ended)
        return after

    def import_(self, statement: ir.Import, states: list[State]) -> list[State]:
        if statement.name == "*":
            star = modules.imported(self, statement.dotted)
            if star is None and statement.dotted.startswith(("cupy", "cupyx")):
                star = External(statement.dotted)
            for state in states if star is not None else ():
                key = (self.frame.module, "*")
                known = state.memory.get(key, ())
                state.memory[key] = (*(known if isinstance(known, tuple) else ()), star)
            return states
        found = modules.imported(self, statement.dotted)
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


_FOLLOW: dict[type, Callable[[Machine, Any, list[State]], list[State]]] = {
    ir.Call: Machine.call_statement,
    ir.Assign: Machine.assign,
    ir.Augment: Machine.augment,
    ir.Evaluate: Machine.evaluate_statement,
    ir.Delete: Machine.delete,
    ir.Append: Machine.append,
    ir.If: Machine.if_,
    ir.For: loops.for_,
    ir.While: loops.while_,
    ir.With: Machine.with_,
    ir.Try: Machine.try_,
    ir.Return: Machine.return_,
    ir.Raise: Machine.raise_,
    ir.Break: Machine.break_,
    ir.Continue: Machine.continue_,
    ir.Yield: Machine.yield_,
    ir.Assert: Machine.assert_,
    ir.Define: Machine.define,
    ir.DefineClass: Machine.define_class,
    ir.Import: Machine.import_,
    ir.Scope: Machine.scope,
}
