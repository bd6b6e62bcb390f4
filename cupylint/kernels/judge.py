"""All judgements on one parsed source, still with offsets of that source."""

from __future__ import annotations

from cupylint.kernels.divergence import Divergence, divergence
from cupylint.kernels.global_memory import GlobalRace, global_races
from cupylint.kernels.groups import Groups, functions_with_barriers
from cupylint.kernels.memory import Memory
from cupylint.kernels.model import Call, Function, Source, Span, walk
from cupylint.kernels.shared import SharedRace, shared_races
from cupylint.kernels.spins import BlockWait, EndlessSpin, Spins, StalePoll
from cupylint.kernels.threads import barriers
from cupylint.records import dataclass


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was found in one function.

    Attributes:
        grid_barriers: places of barriers of the whole grid, with the function that is called there.
    """

    function: Function
    divergences: tuple[Divergence, ...] = ()
    stale: tuple[StalePoll, ...] = ()
    endless: tuple[EndlessSpin, ...] = ()
    block_waits: tuple[BlockWait, ...] = ()
    grid_barriers: tuple[Call, ...] = ()
    shared_races: tuple[SharedRace, ...] = ()
    global_races: tuple[GlobalRace, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to tell."""
        waits = self.stale, self.endless, self.block_waits, self.grid_barriers
        return not any((self.divergences, *waits, self.shared_races, self.global_races))


def judge(source: Source, skip: frozenset[str] = frozenset()) -> list[Judgement]:
    """What there is to say about the functions of a source, those named in `skip` left out."""
    shared = functions_with_barriers(source)
    found = []
    for function in source.functions:
        if function.name in skip:
            continue
        groups = Groups.of(function, shared)
        spins = Spins(source, function, groups)
        stale = spins.stale()
        told = {id(item.loop) for item in stale}
        calls = [part for part in walk(*function.body) if isinstance(part, Call)]
        judged = Judgement(
            function,
            tuple(_divergences(source, function, groups)),
            tuple(stale),
            tuple(item for item in spins.endless() if id(item.loop) not in told),  # one hazard, one finding
            tuple(spins.block_waits()),
            tuple(call for call in calls if groups.barrier(call) == "grid" and call.function not in shared),
            tuple(shared_races(source, function)),
            tuple(global_races(source, function, groups)),
        )
        if not judged.empty:
            found.append(judged)
    return found


def _divergences(source: Source, function: Function, groups: Groups) -> list[Divergence]:
    """One for each test that parts the threads; device functions can be called anywhere and are left out."""
    if not function.kernel:
        return []
    memory = Memory.of(source, function)
    found: dict[Span, Divergence] = {}
    for barrier in barriers(source, function, groups):
        item = divergence(barrier, groups, memory)
        if item is not None and (item.reason not in found or item.certain > found[item.reason].certain):
            found[item.reason] = item
    return list(found.values())
