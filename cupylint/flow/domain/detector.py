"""What a detector is, and how it hears of what happens.

Models announce what happens on the paths that are followed: ``interpreter.announce.waited(state, step)``. They know of
no detector. A detector defines the events that it listens to, and is asked for its facts at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.facts import Fact, Race, Step
    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.effects import Effect
    from cupylint.flow.domain.operations import Launch, Leak, Operation
    from cupylint.flow.domain.readings import Interval, Reading
    from cupylint.flow.domain.state import State, Touch
    from cupylint.flow.domain.values import Array, EventValue, Kernel, Value
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.kernels.interface import Interface
    from cupylint.options import ModelOptions
    from cupylint.order import Stream
    from cupylint.program import ir


class Events:
    """What happens on the paths that are followed; whoever listens to none of an event inherits that from here."""

    # -- code ------------------------------------------------------------------------------------

    def entry_begins(self, state: State) -> None:
        """A function or class begins to be followed on its own."""

    def call_begins(self, state: State, statement: ir.Call) -> None:
        """A call is about to be followed; its arguments are known."""

    def passed(self, state: State, function: Value, arguments: Arguments) -> None:
        """Arguments are handed to what a call statement calls."""

    def called(self, state: State, function: Value, arguments: Arguments, node: CSTNode) -> None:
        """Anything is called, by a statement or from within a model."""

    def named_call(self, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> None:
        """A function of a library is called by its dotted name."""

    def unknown_method(self, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode) -> None:
        """A method of something unknown is called."""

    def opaque_call(self, state: State, name: str, node: CSTNode) -> None:
        """Code that is not seen is called."""

    def returned(self, state: State, value: Value, statement: ir.Return) -> None:
        """A function returns a value."""

    def assigned(self, state: State, statement: ir.Assign) -> None:
        """An assignment is done."""

    def named(self, state: State, target: ir.Expr | ir.Target, value: Value, text: str) -> None:
        """A value is stored where the source calls it `text`, "" for anything longer."""

    def used(self, state: State, value: Value) -> None:
        """A value is shown, yielded, collected, or given up."""

    def item_read(self, state: State, base: Value, key: Value, node: CSTNode | None) -> None:
        """``base[key]``"""

    def item_stored(
        self, state: State, base: Value, key: Value, value: Value, node: CSTNode | None, place: CSTNode | None
    ) -> None:
        """``base[key] = value`` at `node` is about to be done; `value` stands at `place`."""

    def try_begins(self, statement: ir.Try) -> None:
        """The body of a ``try`` begins."""

    def for_begins(self, state: State) -> None:
        """A loop over known items is about to be followed."""

    def round_begins(self) -> None:
        """The next round, on one path, of the loop that began last."""

    def for_ends(self, states: list[State], statement: ir.For, iterable: Value, complete: bool) -> None:
        """The loop that began last has been followed; `complete`: all rounds of it."""

    def while_begins(self, statement: ir.While, states: list[State]) -> None:
        """A loop is about to be followed."""

    def while_ends(self) -> None:
        """The ``while`` that began last has been followed."""

    def clock_read(self, reading: Reading) -> None:
        """A wall clock is read."""

    def time_limited(self, interval: Interval, limit: Value) -> None:
        """``interval > limit``"""

    # -- arrays ----------------------------------------------------------------------------------

    def allocated(self, state: State, buffer: int) -> None:
        """An array gets device memory."""

    def array_made(self, state: State, operation: Operation, buffer: int) -> None:
        """An operation has made a new array."""

    def view_copied(self, state: State, operation: Operation) -> None:
        """What is taken for a view of an array is a copy."""

    def worked_in_place(self, state: State, operation: Operation) -> None:
        """A call gives no array back, and needs memory meanwhile."""

    def pinned_taken(
        self, state: State, name: str, arguments: Arguments, node: CSTNode, buffer: int, others: Iterable[int]
    ) -> None:
        """The function `name` takes a block from the pinned pool while `others` are in use."""

    # -- work ------------------------------------------------------------------------------------

    def will_write(self, value: Value | None) -> None:
        """The work that is issued next writes `value`, None if that is not known."""

    def will_change(self, state: State, array: Array, operator: str, value: Value) -> None:
        """The work that is issued next does ``array += value``."""

    def issued(
        self, state: State, node: CSTNode, stream: Stream | None, uses: Sequence[Effect], before: int, call: str
    ) -> None:
        """`call` has issued work to a stream, or the host (None) does it; `before` certainly comes before it."""

    def raced(self, race: Race, state: State, earlier: Touch, later: Touch, others: Sequence[Touch] = ()) -> None:
        """Nothing orders an access after an earlier one, or after `others`."""

    def raced_again(self, later: Touch, earlier: list[Touch]) -> None:
        """What a race that was announced leaves unordered is accessed once more."""

    def reused_block_used(self, state: State, made: Sequence[tuple[Effect, list[Touch]]], before: int) -> None:
        """Blocks that were handed out again may be among what work uses; `before` certainly comes before it."""

    def host_function_queued(
        self, state: State, method: str, arguments: Arguments, node: CSTNode, stream: Stream
    ) -> None:
        """``stream.launch_host_func(f, arg)`` and ``stream.add_callback(f, arg)``."""

    # -- kernels ---------------------------------------------------------------------------------

    def kernel_made(self, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> None:
        """``cupy.RawKernel(code, name)`` and its kin."""

    def launched(self, state: State, kernel: Kernel, arguments: Arguments, node: CSTNode) -> None:
        """``kernel(grid, block, args)`` is about to be issued."""

    def kernel_given(
        self, state: State, kernel: Interface, operands: Sequence[tuple[Value, CSTNode]], node: CSTNode
    ) -> None:
        """A kernel whose code is seen is given one value for each parameter, at `node`."""

    def launch_issued(self, state: State, launch: Launch) -> None:
        """A kernel whose code is seen runs from now on."""

    def raw_copied(
        self, name: str, source: Value | None, target: Value | None, count: Value | None, node: CSTNode
    ) -> None:
        """``memcpy`` and its kin, of `count` bytes."""

    # -- streams and events ----------------------------------------------------------------------

    def stream_used(self, state: State, stream: Stream, node: CSTNode, what: str) -> None:
        """A stream is made current, launched on or recorded."""

    def stream_waited_for(self, stream: Stream, receiver: object, node: CSTNode) -> None:
        """``stream.synchronize()``; `receiver` is the expression that gives the stream."""

    def event_made(self, state: State, event: EventValue, arguments: Arguments, node: CSTNode) -> None:
        """``Event()``"""

    def recorded(self, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
        """An event is recorded on a stream, perhaps in a capture."""

    def event_waited_for(self, event: EventValue, node: CSTNode, *, recorded: bool) -> None:
        """An event is waited for; `recorded`: it may have been recorded before."""

    def elapsed_asked(self, state: State, arguments: Arguments, node: CSTNode) -> None:
        """``get_elapsed_time(start, end)``"""

    def waited(self, state: State, step: Step) -> None:
        """The host, or a stream, waits."""

    # -- tasks -----------------------------------------------------------------------------------

    def generator_suspended(self, leak: Leak, work: list[Touch]) -> None:
        """A generator leaves its stream current; `work` of its consumer ran there."""

    def task_suspended(self, leak: Leak, work: list[Touch], others: list[Leak], driven: bool) -> None:
        """So does a task; `others` were suspended meanwhile. `driven`: the file itself runs the event loop."""

    def task_resumed(self, leaks: Sequence[Leak], own: list[Touch]) -> None:
        """A task went on while others were suspended; what it did until its next ``await`` is its `own`."""


class Detector(Events):
    """Looks for hazards of one kind in one analysis.

    Whatever differs between paths it keeps in ``state.memory``, under keys of its own that begin with a `Note` where
    two paths may differ in it. Nothing else is its to change: without it, all others find what they do with it.
    """

    OPTION: ClassVar[str] = ""
    """The field of `ModelOptions` by which somebody asks for what it finds; "": it is always looked for."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    @classmethod
    def is_wanted(cls, options: ModelOptions, idents: frozenset[str]) -> bool:
        """Whether somebody asks for it, and a file with these names can have any of it."""
        return not cls.OPTION or bool(getattr(options, cls.OPTION))

    def facts(self, ends: list[State]) -> Iterable[Fact]:
        """What was found, beside what was emitted on the way; `ends` are the states in which anything ended."""
        return ()


class Announcer(Events):
    """Passes each event on to those who listen to it; where nobody does, it is a call of nothing."""

    def __init__(self, listeners: Sequence[Events] = ()) -> None:
        for event in [name for name in vars(Events) if not name.startswith("_")]:
            unheard = getattr(Events, event)
            heard = [getattr(each, event) for each in listeners if getattr(type(each), event) is not unheard]
            if heard:
                setattr(self, event, heard[0] if len(heard) == 1 else partial(_all, heard))


def _all(listeners: list[Callable[..., None]], *event: Any, **details: Any) -> None:
    for hear in listeners:
        hear(*event, **details)


class Note:
    """First part of the keys under which paths remember something for a detector: ``(note, ...)``.

    Attributes:
        join: what is remembered where two paths become one; each side is None if its path remembers nothing.
    """

    __slots__ = ("join",)

    def __init__(self, join: Callable[[object, object], object]) -> None:
        self.join = join
