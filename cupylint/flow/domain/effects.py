"""What work does to memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.values import Array, Value
from cupylint.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Hashable

    from libcst import CSTNode

    from cupylint.findings import Premise


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """An array that one piece of work reads ("r"), writes ("w") or both ("rw").

    Attributes:
        premise: what has to hold for a conflict with it to be one, where that is likely enough to be told; else None.
        waits_early: its stream waits for an event that was recorded before the work that it needs.
        offsets: the numbers that a kernel was given and that tell it which part to use.
        kernel: the kernel that only writes it, if that is known, and whether it certainly writes the first element.
        atomic: how a kernel changes it by atomic operations of one kind alone ("add"), else "".
        from_elsewhere: it copies from another device, to the one of its stream.
    """

    array: Array
    mode: str
    node: CSTNode
    certain: bool = True
    premise: Premise | None = None
    waits_early: bool = False
    offsets: tuple[Value, ...] = ()
    from_elsewhere: bool = False
    kernel: tuple[Hashable, bool] | None = None
    atomic: str = ""
