"""What detectors are told of: operations on arrays, launches of kernels, streams that are left current."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.values import Value
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import StreamBlock
    from cupylint.kernels.interface import Interface
    from cupylint.order import Stream
    from cupylint.sizes.forms import Made

Values = tuple[Value, ...]
Keywords = tuple[tuple[str, Value], ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """A call or operator by its canonical name (`sizes.evaluate`): what it was given, and what it makes, if known."""

    name: str
    values: Values
    keywords: Keywords
    made: Made | None
    node: CSTNode


@dataclass(frozen=True, slots=True, eq=False)
class Launch:
    """A launch of a kernel whose code is seen.

    Attributes:
        operands: what the kernel was given, and where that stands.
        threads: how many there are, 0 if that is not known.
        access: the number of the access that stands for the launch itself; -1: there is none.
    """

    kernel: Interface
    operands: list[tuple[Value, CSTNode]]
    stream: Stream
    threads: int
    access: int


@dataclass(frozen=True, slots=True, eq=False)
class Leak:
    """The ``await`` or ``yield`` in a ``with stream:``, so that whatever runs next runs on that stream."""

    node: CSTNode
    block: StreamBlock
