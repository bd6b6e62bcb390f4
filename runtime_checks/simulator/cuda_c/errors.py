"""Why a kernel cannot be interpreted, and how one can fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node


class NotUnderstood(Exception):
    """The interpreter lacks something that a kernel uses; the message names it, and its line in the kernel's text."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(f"{what} (line {line} of the kernel)" if line else what)


class Fault(Exception):
    """What the CUDA runtime reports of a kernel that went wrong."""


ILLEGAL = "cudaErrorIllegalAddress: an illegal memory access was encountered"
MISALIGNED = "cudaErrorMisalignedAddress: misaligned address"
TRAP = "cudaErrorLaunchFailure: unspecified launch failure"
"""Of the statement ``__trap()``, and of a barrier of the grid in a launch that is not cooperative."""


def line_of(node: Node) -> int:
    """The line of a node in the kernel's text, from 1."""
    return node.start_point[0] + 1
