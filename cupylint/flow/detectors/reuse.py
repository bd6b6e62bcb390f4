"""Blocks of CuPy's pools that are handed out again while work on them is still under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import Race, Reuse, Spot
from cupylint.flow.detectors.races import Found, Races
from cupylint.flow.device.accesses import access_of, are_two, is_again, is_certain, own_premises, premise_of
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.regions import is_all, overlap
from cupylint.flow.domain.values import Array
from cupylint.order import bits
from cupylint.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cupylint.flow.device.lifetimes import Drop
    from cupylint.flow.domain.blocks import Allocation
    from cupylint.flow.domain.effects import Effect
    from cupylint.flow.domain.state import State, Touch
    from cupylint.flow.interp.interpreter import Interpreter


@dataclass(slots=True, eq=False)
class _Met:
    """What is told of one reuse beside its race."""

    old: Allocation
    new: Allocation
    freed: Spot
    how: Drop


class Reuses(Detector):
    """Writes to blocks that are in use: races of their own kind."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._races = Races(interpreter)
        self._met: dict[Race, _Met] = {}

    def new(self) -> list[Found]:
        """The races that were met since this was asked last."""
        return self._races.new()

    def reused_block_used(self, state: State, made: Sequence[tuple[Effect, list[Touch]]], before: int) -> None:
        """Is a block written that is still in use?"""
        for use, touches in made:
            for touch in touches if "w" in use.mode else ():
                numbers = state.pool.reused.get(touch.buffer, 0) & ~before & ~state.pool.excused
                if numbers:
                    self._report(state, touch, numbers)

    def _report(self, state: State, later: Touch, numbers: int) -> None:
        interpreter = self.interpreter
        found = [
            earlier
            for earlier in (interpreter.touches[number] for number in bits(numbers))
            if overlap(earlier.region, later.region) is not False
            and self._comparable(earlier, later)
            and interpreter.raced.isdisjoint((earlier.spot.node, later.spot.node))
            and are_two(interpreter, state, earlier.stream, later.stream)
        ]
        if not found:
            return
        certain = [earlier for earlier in found if is_certain(interpreter, state, earlier, later)]
        earlier = (certain or found)[-1]
        race = Race(
            earlier=access_of(interpreter, earlier, earlier.mode),
            later=access_of(interpreter, later, "write"),
            array="",
            left=None,
            steps=(),
            premises=own_premises(self.interpreter, earlier, later)
            if certain
            else (premise_of(state, earlier, later),),
            again=is_again(earlier, later),
        )
        freed, how = self._dropped(state, earlier)
        known = interpreter.lifetimes.known
        self._met[race] = _Met(known[earlier.buffer], known[later.buffer], freed, how)
        self._races.raced(race, state, earlier, later, others=certain or found)
        if certain and not interpreter.options.every_access:
            covered = 0 if earlier.stream is None else state.order.covered(earlier.stream)
            state.pool = state.pool._replace(excused=state.pool.excused | covered)

    def _dropped(self, state: State, last: Touch) -> tuple[Spot, Drop]:
        """Where and how the last reference to memory went, after the last access to it."""
        freed, how, after = self.interpreter.lifetimes.drops.get(last.buffer, (last.statement, "temporary", 0))
        if after > last.number:
            return freed, how
        left = any(
            isinstance(value, Array) and last.buffer in value.buffers
            for key, value in state.memory.items()
            if isinstance(key, tuple) and isinstance(key[-1], str)
        )
        return last.statement, "raised" if left else "temporary"  # a name of a frame that is gone

    def _comparable(self, earlier: Touch, later: Touch) -> bool:
        """Whether an index into the one memory means the same bytes as in the other, or one is all of it."""
        lifetimes = self.interpreter.lifetimes
        old, new = lifetimes.known.get(earlier.buffer), lifetimes.known[later.buffer]
        if is_all(earlier.region) or is_all(later.region):
            return True
        return old is not None and lifetimes.arenas.alike(new, old)

    def facts(self, ends: list[State]) -> list[Reuse]:
        """All reuses that were met, with what is known at the end."""
        names = self.interpreter.names
        reuses = []
        for race in self._races.facts(ends):
            met = self._met[race]
            made = self.interpreter.allocations.creators.get(met.old.buffer)
            race.array = names.array(met.old.buffer)
            reuses.append(
                Reuse(
                    race=race,
                    taker=names.array(met.new.buffer),
                    home=names.stream(met.old.stream),
                    allocated=met.new.spot,
                    made=None if made is None else self.interpreter.touches[made].step,
                    freed=met.freed,
                    how=met.how,
                    by_torch=met.old.pool == ("of", "torch"),
                )
            )
        return reuses


DETECTOR = Reuses
