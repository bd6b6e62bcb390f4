"""Barriers that live threads can skip.

A barrier waits for all threads of the block that have not ended. So a ``return`` before it, or a
branch after which nothing follows, leaves nobody waiting; a branch, ``break`` or ``continue``
that some threads take and others do not, with work behind it, does. A barrier of the grid waits
for every block, ended or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum

from cupylint.kernels.contexts import Barrier, Frame, InBlock, InBranch, InLoop
from cupylint.kernels.groups import Groups
from cupylint.kernels.levels import Level
from cupylint.kernels.memory import Memory, root
from cupylint.kernels.model import Assign, Block, Call, If, Jump, Load, Name, Operation, Span, Statement, walk
from cupylint.kernels.vocabulary import ATOMIC, WARP
from cupylint.records import dataclass

_PARTING = (Level.GUARD, Level.INDEX, Level.DATA)
"""Levels of tests that part the threads of a block."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """A barrier that some threads reach and others skip.

    Attributes:
        how: "branch", "break", "continue", "loop" (its test) or "return".
        reason: the test that decides.
        level: in how far that test differs.
        certain: it differs in every launch of more than one thread or block, and matters.
    """

    barrier: Barrier
    how: str
    reason: Span
    level: Level
    certain: bool


class _After(IntEnum):
    """What the threads that skip a barrier do before they end."""

    NOTHING = 0
    MEMORY = 1
    SHARED = 2
    WAIT = 3


def divergence(barrier: Barrier, groups: Groups, memory: Memory) -> Divergence | None:
    """Why a barrier can be skipped; None if it cannot, or if that is not known."""
    found = _of_grid(barrier, groups) if barrier.kind == "grid" else _of_block(barrier, groups, memory)
    return next((item for item in found if item.certain), found[0] if found else None)


def _of_grid(barrier: Barrier, groups: Groups) -> list[Divergence]:
    found = [
        # With some threads of each block left, the first among them, the barrier has been seen to work.
        Divergence(barrier, "return", item.reason, item.level, item.level is not Level.INDEX)
        for item in barrier.returns
        if item.level not in (Level.GRID, Level.UNKNOWN)
    ]
    for frame in barrier.frames:
        if isinstance(frame, InBranch) and not _on_both_sides(frame, groups):
            certain = frame.level in (Level.INDEX, Level.DATA) or (frame.level is Level.BLOCK and _selects(frame))
            found.append(Divergence(barrier, "branch", frame.reason, frame.level, certain))
        elif isinstance(frame, InLoop):
            for item in frame.exits:
                how = "loop" if item.kind == "condition" else item.kind
                certain = item.level in (Level.INDEX, Level.DATA)
                found.append(Divergence(barrier, how, item.reason, item.level, certain))
    return [item for item in found if item.level not in (Level.GRID, Level.UNKNOWN)]


def _of_block(barrier: Barrier, groups: Groups, memory: Memory) -> list[Divergence]:
    if barrier.few:
        return []
    found: list[Divergence] = []
    for number, frame in enumerate(barrier.frames):
        around = barrier.frames[:number]
        if isinstance(frame, InBranch):
            found += _around_branch(barrier, frame, around, groups, memory)
        elif isinstance(frame, InLoop):
            found += _out_of_loop(barrier, frame, _after(around, groups, memory))
    return found


def _around_branch(
    barrier: Barrier, frame: InBranch, around: Sequence[Frame], groups: Groups, memory: Memory
) -> Iterator[Divergence]:
    """A branch that holds the barrier, while the other side goes on without one."""
    if frame.node is None or frame.level not in _PARTING:
        return
    skipped = frame.node.other if frame.then else frame.node.then
    if _on_both_sides(frame, groups) or _ends(skipped):
        return
    after = max(_seen(skipped, groups, memory), _after(around, groups, memory))
    if after > _After.NOTHING:
        certain = frame.level is not Level.GUARD and after > _After.MEMORY
        yield Divergence(barrier, "branch", frame.reason, frame.level, certain)


def _out_of_loop(barrier: Barrier, frame: InLoop, after: _After) -> Iterator[Divergence]:
    """Ways out of a loop that holds the barrier, or to its next pass."""
    for item in frame.exits:
        if item.level not in _PARTING:
            continue
        certain = item.level is not Level.GUARD
        if item.kind == "continue":
            if item.span[0] < barrier.span[0]:
                yield Divergence(barrier, item.kind, item.reason, item.level, certain)
        elif certain or after > _After.NOTHING:
            how = "loop" if item.kind == "condition" else item.kind
            yield Divergence(barrier, how, item.reason, item.level, certain and after > _After.NOTHING)


def _selects(branch: InBranch) -> bool:
    """Whether a branch picks single blocks (``blockIdx.x == 0``); a range (``b < n``) may hold for all."""
    if branch.node is None:
        return False
    operators = {part.operator for part in walk(branch.node.condition) if isinstance(part, Operation)}
    return bool(operators & {"==", "!="}) and not operators & {"<", "<=", ">", ">="}


def _on_both_sides(frame: InBranch, groups: Groups) -> bool:
    """Whether the other side has as many barriers: they count together."""
    if frame.node is None:
        return True
    then, other = _barriers(frame.node.then, groups), _barriers(frame.node.other, groups)
    return then == other


def _barriers(block: Block, groups: Groups) -> int:
    return sum(isinstance(part, Call) and groups.barrier(part) is not None for part in walk(*block))


def _ends(block: Block) -> bool:
    """Whether threads end in `block`."""
    if not block:
        return False
    last = block[-1]
    if isinstance(last, Jump):
        return last.kind == "return"
    return isinstance(last, If) and _ends(last.then) and _ends(last.other)


def _after(frames: Sequence[Frame], groups: Groups, memory: Memory) -> _After:
    """What follows behind the innermost of `frames`, up to the end of the kernel."""
    found = _After.NOTHING
    for frame in reversed(frames):
        if isinstance(frame, InBlock):
            for statement in frame.block[frame.index + 1 :]:
                if isinstance(statement, Jump):
                    if statement.kind == "return":
                        return found
                    break
                found = max(found, _seen((statement,), groups, memory))
                if found is _After.WAIT:  # nothing is more, and the rest may be long
                    return found
        elif isinstance(frame, InLoop):
            found = max(found, _seen((frame.loop,), groups, memory))
    return found


def _seen(block: Sequence[Statement], groups: Groups, memory: Memory) -> _After:
    found = _After.NOTHING
    for part in walk(*block):
        if isinstance(part, Call):
            if groups.barrier(part) is not None:
                return _After.WAIT
            if WARP.fullmatch(part.function) and "sync" in part.function:
                return _After.WAIT
            if ATOMIC.fullmatch(part.function):
                found = max(found, _After.MEMORY)
        elif isinstance(part, (Load, Name)):
            space = memory.space(root(part))
            if space == "shared":
                found = max(found, _After.SHARED)
            elif isinstance(part, Load) and space != "array":
                found = max(found, _After.MEMORY)
        elif isinstance(part, Assign) and isinstance(part.target, Load):
            found = max(found, _After.MEMORY)
    return found
