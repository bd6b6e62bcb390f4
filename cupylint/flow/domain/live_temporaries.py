"""Which temporaries of running functions are alive: those of the statements that are being carried out."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.frames import Frame
    from cupylint.flow.interp.interpreter import Interpreter


class Temporaries:
    """Which temporaries of a frame are alive: those of the statement that is being carried out."""

    def __init__(self, frame: Frame, statement: CSTNode | None) -> None:
        self.homes = frame.function.homes
        self.calling = frame.calling
        statement = None if statement is None else frame.function.tests.get(statement, statement)
        self.statement = statement if _is_statement(statement) else None

    def alive(self, number: int) -> bool:
        """Whether temporary `number` may still be needed; those in heads of blocks are as long as the block."""
        home = self.homes[number - 1] if 0 < number <= len(self.homes) else None
        if home is self.statement and self.calling and number >= self.calling:
            return False  # it is of the round before
        if home is None or self.statement is None or home is self.statement:
            return True
        return self.in_head(number) or type(home).__name__ in _BLOCKS

    def in_head(self, number: int) -> bool:
        """Whether temporary `number` belongs to a loop or a ``with`` that goes on."""
        home = self.homes[number - 1] if 0 < number <= len(self.homes) else None
        if home is None or self.statement is None or type(home).__name__ not in _WHILE_INSIDE:
            return False
        return self.statement in _inside(home)


_STATEMENTS = frozenset(
    (
        "BaseSmallStatement", "BaseCompoundStatement", "SimpleStatementLine", "BaseSuite", "Else", "Finally",
        "ExceptHandler", "ExceptStarHandler", "MatchCase",
    )
)  # fmt: skip
_WHILE_INSIDE = frozenset(("For", "With"))
_BLOCKS = frozenset(("Match", "FunctionDef", "ClassDef", "Try", "TryStar"))


@lru_cache(maxsize=64)
def _inside(block: CSTNode) -> frozenset[CSTNode]:
    """A block and its statements, at any depth."""
    found = [block]
    for node in found:
        found += [child for child in node.children if _holds_statements(child)]
    return frozenset(found)


@lru_cache(maxsize=1024)
def _kinds(kind: Hashable) -> frozenset[str]:
    return frozenset(base.__name__ for base in getattr(kind, "__mro__", ()))


def _holds_statements(node: CSTNode) -> bool:
    return not _kinds(type(node)).isdisjoint(_STATEMENTS)


def _is_statement(node: CSTNode | None) -> bool:
    return node is not None and not _kinds(type(node)).isdisjoint(("BaseSmallStatement", "BaseCompoundStatement"))


def live_temporaries(interpreter: Interpreter) -> dict[int, Temporaries | None]:
    """The frames that are alive, each with what to know of its temporaries (None: all of them count)."""
    found: dict[int, Temporaries | None] = {}
    frames = interpreter.frames
    statements = [frame.statement for frame in frames[1:]] + [interpreter.statement]
    for position, (frame, statement) in enumerate(zip(frames, statements, strict=True), 1):
        # a generator's consumer goes on inside of it: where the generator stands is not noted, the consumer is below
        resumes = position < len(frames) and frames[position] in frames[:position]
        found[frame.number] = Temporaries(frame, None if resumes else statement)
        for number in frame.closure:
            found.setdefault(number, None)
    return found
