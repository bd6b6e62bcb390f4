"""How one run is watched by the harness, and who is told what it sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from .jobs import Seen
from .occurrences import Pace

Mode = Literal["idle", "observe", "gate"]


@dataclass(frozen=True, slots=True)
class Told:
    """Who is told at once what the harness sees: each verdict, and the first execution of each access.

    `in_turn`: one gate is shut at a time, so that a verdict is true whatever other pairs there are.
    """

    in_turn: bool = False
    seen: Callable[[Seen], None] = lambda seen: None
    came: Callable[[int, int], None] = lambda pair, role: None


@dataclass(frozen=True, slots=True)
class Setting:
    """How one run is watched.

    Attributes:
        visible: accesses (pair, role) whose memory the program shows.
        files: file names of the program, for stacks.
        pace: per pair, from the serial run.
        patience: factor on all waiting times.
        told: who is told while the program runs.
    """

    mode: Mode
    visible: frozenset[tuple[int, int]] = frozenset()
    files: Sequence[str] = ()
    pace: Mapping[int, Pace] = field(default_factory=dict)
    patience: float = 1.0
    told: Told = Told()
