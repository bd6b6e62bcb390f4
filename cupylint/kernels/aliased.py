"""Kernels that are given one array for two parameters: what is fine for two arrays may be a race in one."""

from __future__ import annotations

from functools import lru_cache

from cupylint.kernels.cuda import parse
from cupylint.kernels.global_memory import global_races
from cupylint.kernels.groups import Groups, functions_with_barriers
from cupylint.records import dataclass


@dataclass(frozen=True, slots=True)
class AliasedRace:
    """A thread reads an element by one parameter that another thread writes by the other one.

    Attributes:
        read, written: as the source has them.
        blocks: only threads of other blocks are meant, since a barrier of the block stands in between.
    """

    read: str
    written: str
    blocks: bool


@lru_cache(maxsize=128)
def aliased_race(code: str, name: str, parameters: frozenset[str]) -> AliasedRace | None:
    """The race that the kernel `name` has if its `parameters` are one array, and has not otherwise; None for none."""
    try:
        source = parse(code)
        function = None if source is None else source.kernel(name)
        if source is None or function is None:
            return None
        groups = Groups.of(function, functions_with_barriers(source))
        races = global_races(source, function, groups, parameters)
    except RecursionError:
        return None
    for race in races:
        if race.read.parameter != race.write.parameter:
            read, written = (code[slice(*access.span)] for access in (race.read, race.write))
            return AliasedRace(" ".join(read.split()), " ".join(written.split()), race.blocks)
    return None
