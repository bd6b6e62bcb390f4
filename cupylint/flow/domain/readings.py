"""What the clock gave, as values: single readings and the differences of two."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.flow.domain.values import Const, TupleValue, Value
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.program import ir

_SPANS = 4


@dataclass(frozen=True, slots=True)
class Reading(Value):
    """A reading of a wall clock. The sets are bit sets of accesses.

    Attributes:
        node: the call that reads the clock.
        entry: which start of the analysis it belongs to.
        issued: what was issued up to here.
        pending: those that the host does not know to be done.
        hazy: those of `pending` that may have been waited for, by code that is not seen or on another path.
        opaque: those of `hazy` of which that code is to be suspected.
        host_work: how many calls and loops that are no device work were met so far.
        unseen_work: likewise calls of code that is not seen, which may have the device work and wait for it.
        unseen_callers: likewise calls of such code that is handed functions of the project.
        calls: frames and the calls that led into them, outermost first.
        statement: the statement that it is part of.
        called: where the checked file calls what reads the clock, if that is in another file.
        function: the function that it stands in.
        with_events: the frames of functions that record events, or ask for the time between two, as well.
    """

    node: CSTNode
    entry: int
    issued: int = 0
    pending: int = 0
    hazy: int = 0
    opaque: int = 0
    host_work: int = 0
    unseen_work: int = 0
    unseen_callers: int = 0
    calls: tuple[tuple[int, CSTNode | None], ...] = ()
    statement: CSTNode | None = None
    called: CSTNode | None = None
    function: ir.Function | None = None
    with_events: frozenset[int] = frozenset()

    def joined(self, other: Reading) -> Reading:
        """One reading for the same place on two paths."""
        return replace(
            self,
            issued=self.issued | other.issued,
            pending=self.pending | other.pending,
            hazy=self.hazy | other.hazy,
            opaque=self.opaque | other.opaque,
        )


@dataclass(frozen=True, slots=True)
class Span:
    """From one reading of the clock to a later one. `fixture`: what makes both, if that is a fixture of a test."""

    first: Reading
    second: Reading
    fixture: str = ""


@dataclass(frozen=True, slots=True)
class Interval(Value):
    """The difference of two readings, or something computed from several such differences."""

    spans: tuple[Span, ...]

    def joined(self, other: Interval) -> Interval:
        """What is computed from both, or either on one of two paths."""
        return Interval(tuple(dict.fromkeys(self.spans + other.spans))[-_SPANS:])


@dataclass(frozen=True, slots=True)
class Timer(Value):
    """A ``timeit.Timer``: what it times, and what it calls before."""

    timed: Value | None
    setup: Value | None


@dataclass(frozen=True, slots=True)
class Fixture(Value):
    """The fixture of pytest-benchmark, or of a plugin made from it, as a test gets it."""

    name: str


@dataclass(frozen=True, slots=True)
class TimeLogger(Value):
    """A logger of a library that tells times."""


def join(mine: object, theirs: object) -> Value | None:
    """One value for two of the same place on two paths, None if they are no such values."""
    if isinstance(mine, Reading) and isinstance(theirs, Reading) and mine.node is theirs.node:
        return mine.joined(theirs)
    if isinstance(mine, Interval) and isinstance(theirs, Interval):
        return mine.joined(theirs)
    if isinstance(mine, TupleValue) and isinstance(theirs, TupleValue):
        return _joined_items(mine, theirs)
    for one, other in ((mine, theirs), (theirs, mine)):
        if isinstance(one, Interval) and isinstance(other, Const):
            return one  # the best of several, which began as a number
    return None


def _joined_items(mine: TupleValue, theirs: TupleValue) -> TupleValue | None:
    """Several readings that are kept together, as ``process_time(), perf_counter()``."""
    if len(mine.items) != len(theirs.items):
        return None
    found = [one if one == other else join(one, other) for one, other in zip(mine.items, theirs.items, strict=True)]
    items = tuple(item for item in found if item is not None)
    return TupleValue(items) if len(items) == len(found) else None
