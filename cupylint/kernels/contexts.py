"""Where in a kernel a barrier stands: the branches, loops and statements around it."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, Union

from cupylint.kernels.levels import Level
from cupylint.kernels.model import Block, If, Loop, Span
from cupylint.records import dataclass

BarrierKind = Literal["block", "grid"]


@dataclass(frozen=True, slots=True)
class Exit:
    """A way to leave a loop or one pass of it. `reason` is the place of the test that decides."""

    kind: str
    level: Level
    span: Span
    reason: Span


@dataclass(slots=True, eq=False)
class InLoop:
    """A loop around a barrier. `exits` are those of the last time it was followed."""

    loop: Loop
    exits: list[Exit] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class InBranch:
    """One side of an ``if`` (`node` is None: of a ``switch``)."""

    node: If | None
    level: Level
    reason: Span
    then: bool


@dataclass(frozen=True, slots=True, eq=False)
class InBlock:
    """A statement in a row: number `index` of `block`."""

    block: Block
    index: int


Frame = Union[InLoop, InBranch, InBlock]


@dataclass(frozen=True, slots=True, eq=False)
class Barrier:
    """A barrier and what stands around it, outermost first.

    Attributes:
        returns: returns of some threads or blocks that can come before it.
        few: most threads of the block have ended by design, such as all but one.
    """

    kind: BarrierKind
    span: Span
    frames: tuple[Frame, ...]
    returns: tuple[Exit, ...]
    few: bool
