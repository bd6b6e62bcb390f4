"""The work that a wall-clock interval leaves out: all of what was issued in it, or what follows the last wait."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import libcst as cst

from cupylint.flow.domain.loop_carried import targets_of, walk
from cupylint.order import Kind, bits
from cupylint.program import ir
from cupylint.records import dataclass
from cupylint.sizes.numeric import OPERATORS, UNARY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from libcst import CSTNode

    from cupylint.facts import Step
    from cupylint.flow.domain.readings import Reading, Span
    from cupylint.flow.domain.state import Touch
    from cupylint.flow.interp.interpreter import Interpreter

_LIGHT = frozenset(
    """array asarray asanyarray ascontiguousarray asfortranarray copy_to_device set fill zeros ones full empty
    zeros_like ones_like full_like empty_like arange linspace eye identity get asnumpy memcpy fromfile load
    loadtxt genfromtxt frombuffer""".split()  # noqa: SIM905
)
"""Work that gets data ready. It counts only where nothing but device work stands in the interval."""
_MOVES = frozenset("astype copy ravel flatten reshape concatenate stack vstack hstack".split()) | {"[...] ="}  # noqa: SIM905
"""Work that moves data from one array to another: where the host works as well, it may take no time that matters."""
_SHORT = frozenset(
    [
        *OPERATORS, *(f"{operator}=" for operator in OPERATORS), *UNARY, *_LIGHT, *_MOVES,
        "append", "indexing", "where", "clip", "maximum", "minimum", "abs", "absolute", "sqrt", "square",
    ]
)  # fmt: skip
"""Work that takes an element or two for each that it makes."""
_LINEAR = _SHORT | frozenset(
    """sum mean std var prod max min amax amin argmax argmin any all norm exp log tanh sin cos round
    count_nonzero toarray todense""".split()  # noqa: SIM905
)
"""Work that looks at each element a few times."""
_SLIGHT, _SINGLE = 1 << 16, 16
"""Bytes of arrays, and of one number, on which work, unless it is a kernel that may loop, takes no longer than work of
the host, or than to issue it: the clock shows the time of that, with a wait or without."""
_QUEUE = 1_022
"""Pieces of work that a stream of CUDA takes in before the host has to wait (measured: kernels, copies, fills, records
of events; null stream and others; H100, CUDA 13.2)."""
_MANY = 20 * _QUEUE
"""Of so many pieces no more than a twentieth is left out."""


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """What was issued in an interval and is still under way at its end.

    Attributes:
        work: oldest first; nothing where the end waits for everything.
        is_all: it certainly is, and is all the work in the interval.
        part: where it certainly is and the interval waits for the rest, but not in the loop that issues this, or for
            nothing that takes as long: how many operations it is, and of how many. None where it may be little.
        others: the function that reads the clock issues none of it itself.
        issued: how many accesses the interval has in all.
        done: how many of them it certainly waits for.
    """

    work: list[Step]
    is_all: bool = False
    part: tuple[int, int] | None = None
    others: bool = False
    issued: int = 0
    done: int = 0

    @property
    def rank(self) -> int:
        """Which of two is worse."""
        return 2 if self.is_all else 1 if self.part else 0


def left_out(interpreter: Interpreter, span: Span) -> LeftOut:
    """The work of an interval that its end does not wait for."""
    new = span.second.issued & ~span.first.issued
    pending = span.second.pending & new
    if not pending:
        return LeftOut([])
    pure = span.first.host_work == span.second.host_work
    sure = _certain_steps(interpreter, span, pending, pure)
    reader = span.second.calls[-1][0] if span.second.calls else 0
    others = all(touch.frame != reader for touch in _work(interpreter, pending, light=pure))
    kept, done = pending & ~span.second.hazy, new & ~pending
    told = partial(LeftOut, others=others, issued=new.bit_count(), done=done.bit_count())
    if not sure:
        return told(steps(interpreter, pending, light=pure))
    if not steps(interpreter, done):
        return told(sure, is_all=not _is_remainder(interpreter, span, pending))
    return told(sure, part=_part(interpreter, span, kept, done) or _main_part(interpreter, span, kept, done))


def steps(interpreter: Interpreter, numbers: int, light: bool = False) -> list[Step]:
    """The pieces of work that accesses belong to, oldest first.

    Args:
        light: also those that only get data ready.
    """
    return list(dict.fromkeys(touch.step for touch in _work(interpreter, numbers, light)))


def _certain_steps(interpreter: Interpreter, span: Span, pending: int, pure: bool) -> list[Step]:
    """The pieces of pending work that take time that matters, and that nothing may have waited for."""
    running = list(_work(interpreter, pending & ~span.second.hazy))
    if not pure and all(touch.call in _LINEAR for touch in running) and _is_fed_one_by_one(interpreter, span):
        return []
    alone = pure or not all(_is_minor(interpreter, touch, alone=False) for touch in running)
    return list(
        dict.fromkeys(
            touch.step
            for touch in _work(interpreter, pending & ~span.second.hazy, light=pure)
            if _is_sure(touch) and not _is_minor(interpreter, touch, alone)
        )
    )


def _is_fed_one_by_one(interpreter: Interpreter, span: Span) -> bool:
    """Whether the host makes an object for each element in the interval: ``cp.array([f(each) for each in many])``.

    To look at the elements on the device takes no time beside that.
    """
    new = span.second.issued & ~span.first.issued
    uploads = (touch.step.spot.node for touch in _work(interpreter, new, light=True) if touch.call in _FROM_OBJECTS)
    return any(
        isinstance(node, cst.Call) and node.args and isinstance(node.args[0].value, cst.ListComp) for node in uploads
    )


_FROM_OBJECTS = ("array", "asarray")


def _is_remainder(interpreter: Interpreter, span: Span, pending: int) -> bool:
    """Whether what certainly is left out is soon done, beside work that may take long and may have been waited for."""
    left = list(_work(interpreter, pending & ~span.second.hazy))
    called_back = span.first.unseen_callers != span.second.unseen_callers
    unseen = called_back or span.first.unseen_work != span.second.unseen_work
    soon_done = _LINEAR if called_back else _SHORT
    if not all(touch.call in soon_done for touch in left) or (_is_repeated(left) and not called_back):
        return False
    others = _work(interpreter, pending & span.second.hazy)
    return unseen or any(touch.call not in _SHORT for touch in others)


def _is_repeated(touches: list[Touch]) -> bool:
    """Whether one place in the code issues work more than once."""
    steps = dict.fromkeys(touch.step for touch in touches)
    return len({step.spot.node for step in steps}) < len(steps)


def _work(interpreter: Interpreter, numbers: int, light: bool = False) -> Iterator[Touch]:
    """Those of the accesses `numbers` that are work of the device."""
    for number in bits(numbers):
        touch = interpreter.touches[number]
        on_device = touch.stream is not None and touch.stream.kind is not Kind.REQUEST
        if on_device and touch.buffer >= 0 and (light or touch.call not in _LIGHT):
            yield touch


def _is_sure(touch: Touch) -> bool:
    """Whether there certainly is work: of a launch, even where it is not known what the kernel does to an array."""
    return touch.certain or (touch.call == "kernel" and not touch.tentative)


def _is_minor(interpreter: Interpreter, touch: Touch, alone: bool) -> bool:
    """Whether work may take no time that matters beside that of the host; `alone`: beside other work of the device."""
    if touch.call in _MOVES and not alone:
        return True
    block = interpreter.forms.blocks.get(touch.buffer)
    if block is None or not block.certain or touch.call == "kernel":
        return False
    sizes = [form.nbytes.value for form in block.forms if form.nbytes is not None]
    return sum(size for size in sizes if size is not None) <= (_SINGLE if alone else _SLIGHT)


def ends_in_loop(span: Span, names: set[str]) -> bool:
    """Whether an interval begins before a loop of its function, which does not bind `names`, and ends in it."""
    first, second = span.first.statement, span.second.statement
    for loop in _loops(span.first, span.second):
        places = set(_places(loop.body))
        if second in places and first not in places:
            return names.isdisjoint(str(name) for statement in walk(loop.body) for name in _bound(statement))
    return False


def is_small_part(interpreter: Interpreter, span: Span, rounds: Mapping[ir.For, int]) -> bool:
    """Whether all that is left out is issued by a loop of so many rounds that the host has waited for most of it.

    Args:
        rounds: of loops that go round a number of times that is known.
    """
    new = span.second.issued & ~span.first.issued
    issued = {touch.step: touch.statement.node for touch in _work(interpreter, new, light=True)}
    ends = {span.first.statement, span.second.statement}
    for loop in _loops(span.first, span.second):
        count = rounds.get(loop, 0) if isinstance(loop, ir.For) else 0
        places = set(_places(loop.body)) if count else set()
        if issued and ends.isdisjoint(places) and places.issuperset(issued.values()):
            return count * len({step.spot.node for step in issued}) >= _MANY
    return False


# -- loops that nothing waits for ------------------------------------------------------------------


def _part(interpreter: Interpreter, span: Span, pending: int, done: int) -> tuple[int, int] | None:
    """How many operations in loops without a wait are left out, and of how many, if there are such loops."""
    waited = {touch.step.spot.node: touch.statement.node for touch in _work(interpreter, done)}
    kept = {
        touch.step.spot.node: touch.statement.node
        for touch in _work(interpreter, pending)
        if _is_sure(touch) and touch.step.spot.node not in waited
    }
    elsewhere = {span.first.statement, span.second.statement, *waited.values()}
    for places in (set(_places(loop.body)) for loop in _loops(span.first, span.second)):
        if places.isdisjoint(elsewhere) and not places.isdisjoint(kept.values()):
            return len(kept), len(kept) + len(waited)
    return None


def _main_part(interpreter: Interpreter, span: Span, pending: int, done: int) -> tuple[int, int] | None:
    """The same where what is left out may take long, and nothing does that was waited for or that is not seen."""
    if span.first.unseen_work != span.second.unseen_work or span.first.unseen_callers != span.second.unseen_callers:
        return None
    left = [touch for touch in _work(interpreter, pending) if _is_sure(touch)]
    waited = list(_work(interpreter, done))
    if any(touch.call not in _LINEAR for touch in waited) or all(touch.call in _LINEAR for touch in left):
        return None
    kept, ended = ({touch.step.spot.node for touch in touches} for touches in (left, waited))
    return len(kept - ended), len(kept | ended)


def _loops(first: Reading, second: Reading) -> Iterator[ir.For | ir.While]:
    """Each loop of the function that makes both readings; none where two functions make them."""
    body = second.function.body if second.function is not None and second.function is first.function else ()
    for statement in walk(list(body)):
        if isinstance(statement, (ir.For, ir.While)):
            yield statement


def _bound(statement: ir.Statement) -> list[ir.Name_]:
    return targets_of(statement.target) if isinstance(statement, ir.Assign) else []


def _places(block: ir.Block) -> Iterator[CSTNode | None]:
    for statement in walk(block):
        yield statement.node
        if isinstance(statement, ir.Call):
            yield statement.statement
