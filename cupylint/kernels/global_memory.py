"""Global memory that one thread of a launch writes and another one reads or writes, with nothing between the two.

``__syncthreads()`` orders the threads of one block, and nothing but the end of the launch (or a barrier of the whole
grid) orders blocks. So an array that is changed in place from its own neighbours, or from all of its elements, is read
partly old and partly new. Only places that are known sums and products of thread numbers are compared, and a kernel
whose blocks may talk to each other by atomic operations or fences is left alone: what is told is certain, much is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from cupylint.kernels.formulas import BLOCKS, Formula, Formulas, Quotient
from cupylint.kernels.global_accesses import Access, accesses_of
from cupylint.kernels.groups import Groups
from cupylint.kernels.indices import THREADS
from cupylint.kernels.limits import Limits, Test, limits
from cupylint.kernels.model import Function, Name, Source, walk
from cupylint.records import dataclass

Meeting = Literal["neighbour", "all", "same"]
"""Which elements of others a thread reads: at a fixed distance, all (or one for all), or that which all write."""

_FAR = 32
"""Elements that are further apart may belong to other parts of the data."""


@dataclass(frozen=True, slots=True)
class GlobalRace:
    """A thread reads (or changes) what another one of the same launch writes.

    Attributes:
        blocks: a barrier of the block stands between the two, so that only other blocks are meant.
    """

    write: Access
    read: Access
    how: Meeting
    blocks: bool


def global_races(
    source: Source, function: Function, groups: Groups, alike: frozenset[str] = frozenset()
) -> list[GlobalRace]:
    """At most one race for each array of a kernel, in the order of the source. The parameters `alike` are one array."""
    formulas = Formulas(source, function)
    accesses = accesses_of(formulas, groups, alike)
    if not accesses:
        return []
    numbers = {part.id for part in walk(*function.body) if isinstance(part, Name)} & {*THREADS, *BLOCKS}
    found: dict[str, GlobalRace] = {}
    for race in _Judge(formulas, numbers).races(accesses):
        found.setdefault(race.read.name, race)
    return sorted(found.values(), key=lambda race: race.read.span)


@dataclass(slots=True)
class _Judge:
    """Compares accesses; `numbers` are the thread and block numbers that the kernel uses."""

    formulas: Formulas
    numbers: set[str]
    known: dict[tuple[Test, ...], Limits | None] = field(default_factory=dict)

    def races(self, accesses: list[Access]) -> Iterator[GlobalRace]:
        """Reads that meet the writes of other threads, in the order of the source."""
        writes = [access for access in accesses if access.writes]
        for read in accesses:
            for write in writes:
                if write.name == read.name and (read.adds or not read.writes) and (race := self._race(write, read)):
                    yield race

    def _race(self, write: Access, read: Access) -> GlobalRace | None:
        if _parted(write, read):
            return None
        writers, readers = self._limits(write), self._limits(read)
        blocks = write.barriers != read.barriers
        if write.span == read.span:
            return self._changed_by_all(write, read, writers)
        if writers is None or readers is None:
            return None
        written, place = self.formulas.unwrapped(write.place), self.formulas.unwrapped(read.place)
        apart = place.plus(written, -1)
        if not apart.terms or (blocks and readers.within):
            return None
        if not self.formulas.differs(apart):
            met = self._is_neighbour(written, apart, writers, blocks)
            return GlobalRace(write, read, "neighbour", blocks) if met else None
        met = not self.formulas.differs(place) and self._is_covered(written, place, writers, blocks)
        return GlobalRace(write, read, "all", blocks) if met else None

    def _limits(self, access: Access) -> Limits | None:
        """What the tests on the way leave, worked out once."""
        if access.tests not in self.known:
            self.known[access.tests] = limits(self.formulas, access.tests)
        return self.known[access.tests]

    def _changed_by_all(self, write: Access, read: Access, writers: Limits | None) -> GlobalRace | None:
        """``total[0] += x[i]``: all threads change one element."""
        if not read.adds or not write.adds or self.formulas.differs(write.place) or writers is None:
            return None
        if self.formulas.is_counted(write.place):
            return None
        blocks = bool(writers.pinned)
        if blocks and not (writers.pinned <= set(THREADS) and self.numbers & set(BLOCKS)):
            return None
        return GlobalRace(write, read, "same", blocks) if self.numbers else None

    def _is_neighbour(self, place: Formula, apart: Formula, writers: Limits, blocks: bool) -> bool:
        """Whether the element so far away is one that another thread writes."""
        names = self.formulas.differs(place) | self.formulas.quotients.keys()
        steps = [step for name in sorted(names) for step in self._steps(place, name, writers, blocks)]
        for step in steps:
            if _near(apart.times_of(step)):
                return True
        for one in steps:
            for times in (-2, -1, 1, 2):
                rest = apart.plus(one, -times)
                if any(_near(rest.times_of(other)) for other in steps if other != one):
                    return True
        return False

    def _steps(self, place: Formula, name: str, writers: Limits, blocks: bool) -> Iterator[Formula]:
        """How far the element of the next thread is, for the next number `name`."""
        factor = place.factor_of(name)
        if name in writers.pinned or factor is None or self.formulas.differs(factor):
            return
        quotient = self.formulas.quotients.get(name)
        if quotient is not None:
            yield from self._quotient_steps(place, name, quotient, writers, blocks)
        elif factor.terms and (not blocks or self._crosses(place, name)):
            yield factor

    def _quotient_steps(
        self, place: Formula, name: str, quotient: Quotient, writers: Limits, blocks: bool
    ) -> Iterator[Formula]:
        """How far the element of the thread is that has one more in a quotient, and the same rest."""
        lead = [each for each in THREADS if quotient.whole.factor_of(each) == Formula.number(1)]
        if not quotient.written or not lead or not writers.pinned.isdisjoint(quotient.whole.symbols):
            return
        own, factor = place.factor_of(lead[0]), place.factor_of(name)
        if own is None or factor is None or self.formulas.differs(own):
            return
        if blocks and quotient.whole.symbols.isdisjoint(BLOCKS):
            return
        step = factor.plus(own.times(quotient.part))
        for other, divided in self.formulas.quotients.items():
            by = place.factor_of(other)
            if other != name and divided.whole == quotient.whole and by is not None and by.terms:
                whole, rest = quotient.part.divided(divided.part)
                if not rest.terms:
                    step = step.plus(by.times(whole))
        yield step

    def _crosses(self, place: Formula, name: str) -> bool:
        """Whether the next thread may be one of another block."""
        return name in BLOCKS or f"blockIdx{name[-2:]}" in place.symbols

    def _is_covered(self, place: Formula, read: Formula, writers: Limits, blocks: bool) -> bool:
        """Whether an element that does not depend on the thread is one that some thread writes."""
        own = self.formulas.differs(place)
        if not own.isdisjoint(writers.pinned) or (blocks and own.isdisjoint(BLOCKS)):
            return False
        step = self._step_of_line(place, own)
        if step is None or len(step.terms) != 1:
            return False
        rest = read.plus(place.plus(self.formulas.own(place), -1), -1)  # what the terms of the thread have to be
        reached, left = rest.divided(step)
        if left.terms:
            return False
        if reached.constant is not None:
            return writers.floor <= reached.constant < _FAR
        return self.formulas.is_counted(reached) and all(by > 0 for product, by in reached.terms if product)

    def _step_of_line(self, place: Formula, own: frozenset[str]) -> Formula | None:
        """How far apart the elements of threads are that are numbered along one axis alone, by thread or by block."""
        if len({name[-1] for name in own}) != 1 or not own.isdisjoint(self.formulas.quotients):
            return None
        threads = own.intersection(THREADS)
        return place.factor_of(min(threads or own))


def _near(times: int | None) -> bool:
    return times is not None and 0 < abs(times) <= _FAR


def _parted(one: Access, other: Access) -> bool:
    """Whether the two stand on different sides of a branch."""
    sides = {test.span: test.holds for test in one.tests}
    return any(sides.get(test.span, test.holds) != test.holds for test in other.tests)
