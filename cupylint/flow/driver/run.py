"""Following one entry of a file after another: each costs only itself when it fails or grows too large."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from cupylint.budget import Spent
from cupylint.facts import EarlyElapsed, Unfinished
from cupylint.flow.detectors.elapsed import Elapsed
from cupylint.flow.detectors.races import Found, Races
from cupylint.flow.detectors.reuse import Reuses
from cupylint.flow.device import parameters
from cupylint.flow.domain import switches
from cupylint.flow.domain.frames import Frame, Outcome
from cupylint.flow.domain.memory import Memory
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import FunctionValue, Instance, Value
from cupylint.flow.domain.work import OutOfWork
from cupylint.flow.driver.method_premises import BetweenMethods, OnCallers
from cupylint.flow.driver.result import Result
from cupylint.flow.driver.sequences import unfinished
from cupylint.flow.interp.interpreter import Interpreter
from cupylint.program import ir
from cupylint.source import UnreadableSource

Bound = tuple[tuple[str, Value], ...]
"""Parameters with the values that they are bound to."""


class Returned(NamedTuple):
    """An object that a function returned which was followed on its own.

    Attributes:
        state: how the function ended, with work that it has begun.
        entry: what was followed on its own.
    """

    function: ir.Function
    instance: Instance
    state: State
    entry: str


class Run:
    """The analysis of one file.

    Attributes:
        base: what the file's top level leaves behind; entries begin in it.
        returned: objects that entries returned.
    """

    def __init__(self, interpreter: Interpreter, result: Result) -> None:
        self.interpreter = interpreter
        self.result = result
        self.base = State()
        self.returned: list[Returned] = []

    @contextmanager
    def entry(self, name: str, functions: Iterable[ir.Function] = ()) -> Iterator[None]:
        """What is followed now is followed from there; also what ends it outside of `guard` ends no more than that.

        Where it is told which `functions` these are, when work runs is asked only if it matters to one of them.
        """
        interpreter = self.interpreter
        interpreter.entries.current, before = name, interpreter.work.followed
        interpreter.entries.ask_for_schedules(interpreter.options.schedules, functions)
        try:
            yield
        except (OutOfWork, RecursionError, Spent):
            every = interpreter.entries.functions
            function = next((each for each in every if name in (each.name, each.parent_class)), None)
            if function is not None:
                self._give_up(function, name)
        finally:
            interpreter.entries.current = ""
            self.result.entry_work[name] += interpreter.work.followed - before

    def begin(self, after: State | None = None) -> State:
        """A state to start a function in: what is known at the end of the top level, or of `after`, all work done."""
        state = State()
        state.memory = (after or self.base).memory.copy()
        if after is not None:
            state.path_condition = after.path_condition.copy()
        self.interpreter.announce.entry_begins(state)
        return state

    def top_level(self, module: ir.Function) -> list[State]:
        """The states that the file's own top level ends in; at least one."""
        interpreter = self.interpreter
        frame = Frame(0, module, ())
        interpreter.scopes[0] = module.assigned
        state = State()
        state.memory = Memory(shared=interpreter.modules.shared, index=interpreter.index)

        def follow() -> list[State]:
            interpreter.frames[:] = [frame]
            return interpreter.run(module.body, [state])

        ended = self._guard(module, "the top level", state, follow)
        return ended + [state for state, _ in frame.returns] or [state]

    def switch(self, switch: FunctionValue) -> list[State]:
        """The states after a call of a function of the file that puts CuPy in the place of another library."""
        self.interpreter.begin_entry()
        state = self.begin()
        return self.guard(switch.function, state, lambda: switches.call(self.interpreter, state, switch))

    def function(self, value: FunctionValue, state: State | None = None) -> list[State]:
        """The states that a function ends in, called by somebody who is not seen."""
        self.interpreter.begin_entry()
        state = state or self.begin()
        return self.call(value, state, parameters.arguments(self.interpreter, state, value.function))

    def decorated(self, function: ir.Function, wrapper: FunctionValue) -> list[State]:
        """The states that a function ends in by way of the one that its decorators put in its place."""
        self.interpreter.begin_entry()
        state = self.begin()
        given = parameters.arguments(self.interpreter, state, function)
        by_name = any(parameter.kind == "**" for parameter in wrapper.function.parameters)
        positional, keywords = ((), given) if by_name else (tuple(value for _, value in given), ())
        return self.guard(function, state, lambda: self.interpreter.run_function(state, wrapper, positional, keywords))

    def behind(self, wrapper: FunctionValue) -> ir.Function | None:
        """The function in whose place its decorators have put another one, which takes whatever it is given."""
        kinds = {parameter.kind for parameter in wrapper.function.parameters}
        decorated = self.interpreter.entries.decorated if "*" in kinds else {}
        return next((function for function, placed in decorated.items() if placed == wrapper), None)

    def call(
        self, value: FunctionValue, state: State, arguments: Bound, receiver: tuple[Value, ...] = ()
    ) -> list[State]:
        """The states that a function ends in, with its parameters bound."""

        def follow() -> list[Outcome]:
            outcomes = self.interpreter.run_function(state, value, receiver, arguments)
            for end, returned in outcomes:
                if not isinstance(returned, Instance) or returned in receiver:
                    continue
                if unfinished(end) or returned.key in self.interpreter.entries.given_functions:
                    self.returned.append(
                        Returned(value.function, returned, end.copy(), self.interpreter.entries.current)
                    )
            return outcomes

        return self.guard(value.function, state, follow)

    def new_races(self) -> list[Found]:
        """The races that were met since this was asked last."""
        listening = self.interpreter.detectors
        return [found for each in listening if isinstance(each, (Races, Reuses)) for found in each.new()]

    def new_early_times(self) -> list[tuple[EarlyElapsed, int]]:
        """Likewise the times that were asked for too early, each with the number of the record."""
        return [found for each in self.interpreter.detectors if isinstance(each, Elapsed) for found in each.new()]

    def after(
        self,
        begin: list[State],
        follow: Callable[[State], list[State]],
        rests: OnCallers | None = None,
        *,
        is_step: bool = False,
    ) -> tuple[list[BetweenMethods], list[State]]:
        """What is followed after something else: the hazards with what that left, and the ends.

        Each of `begin` stays as it is. What a clock of one entry says of another one's work is a guess, so for clocks
        alone nothing is followed; nor where all that could be found is guesses, and nobody asks for them.

        Args:
            rests: what the hazards rest on; None: the caller says so.
            is_step: something else is to be followed after it.
        """
        options = self.interpreter.options
        if options.clocks_alone:
            return [], []
        if rests is not None and rests.are_guesses and not (options.guesses or is_step or _hold_graphs(begin)):
            return [], []
        self.interpreter.begin_entry()
        self.new_races()
        self.new_early_times()
        begun = len(self.interpreter.touches)
        ends = [end for each in begin for end in follow(each.copy())]
        found: list[BetweenMethods] = [each.race for each in self.new_races() if each.earlier.number < begun]
        found += [fact for fact, record in self.new_early_times() if record < begun]
        if rests is not None:
            rests.put_on(found)
        return found, ends

    def guard(self, function: ir.Function, state: State, follow: Callable[[], list[Outcome]]) -> list[State]:
        """The states that `follow` ends in; what goes wrong there costs only `function`."""

        def followed() -> list[State]:
            self.interpreter.frames.append(Frame(0, function, ()))
            return [end for end, _ in follow()]

        self.interpreter.statement = function.node
        return self._guard(function, function.name, state, followed)

    def _guard(self, function: ir.Function, name: str, state: State, follow: Callable[[], list[State]]) -> list[State]:
        try:
            return follow()
        except (OutOfWork, RecursionError, Spent):
            self._give_up(function, name)
        except UnreadableSource:  # of a body that was read just now
            raise
        except Exception as error:
            self.result.failed.append((name, error))
        finally:
            self.interpreter.frames.clear()
            self.interpreter.raising.clear()
        return [state]

    def _give_up(self, function: ir.Function, name: str) -> None:
        """Note that a function was not followed to its end; of those that are not even begun only how many are."""
        reason = self.interpreter.work.budget.reason
        for known in self.result.unfinished.values():
            if reason and known.bound == reason:
                known.after += 1
                return
        spot = self.interpreter.spot(function.node)
        self.result.unfinished[function] = Unfinished(spot, name, reason or "work")


def _hold_graphs(states: list[State]) -> bool:
    """Whether graphs were captured: what a launch of one uses does not rest on who has called what before."""
    return any(state.graphs for state in states)
