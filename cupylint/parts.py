"""A text as `cupylint.program.Program` takes it apart, and whether another text is the same where it was read.

Of most functions of a file only the names that they mention are ever read (`cupylint.program.stubs`). So an edit in one
of these, or of a comment, a docstring or an empty line anywhere, changes nothing but the rows.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cupylint import source
from cupylint.converters import converting
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.program.stubs import Stub


@dataclass(frozen=True, slots=True)
class Parts:
    """A text as `Program` takes it apart.

    Attributes:
        skeleton: its rows without the bodies of functions, but for those that hold nothing, each with its number.
        stubs: the functions whose bodies were left out.
        bodies: the rows of these, likewise.
        converting: see `cupylint.converters.converting`.
    """

    skeleton: list[tuple[int, str]]
    stubs: list[Stub]
    bodies: list[list[tuple[int, str]]]
    converting: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Parts | None:
        """None for a text that does not parse."""
        from cupylint.program.stubs import skeleton, stubs

        tree = source.standard_tree(text)
        if tree is None:
            return None
        rows = source.split_rows(text)
        found = stubs(tree, rows)
        empty = _empty(tree, rows)
        left, kept = skeleton(rows, found)
        numbered = list(zip(kept, source.split_rows(left), strict=False))
        bodies = [
            [(row, rows[row - 1]) for row in range(each.body, each.last + 1) if row not in empty] for each in found
        ]
        names = converting(tree)
        return cls([(row, line) for row, line in numbered if row not in empty], found, bodies, names)

    def rows_in(self, new: Parts, read: Collection[int]) -> dict[int, int] | None:
        """Where the rows that were read stand in a new text; None if anything that was read is not as it was.

        Args:
            read: the functions whose bodies were read, by their numbers.
        """
        if len(new.stubs) != len(self.stubs) or new.converting != self.converting:
            return None
        unread = (number for number in range(len(self.stubs)) if number not in read)
        if any(self.stubs[number].mentions != new.stubs[number].mentions for number in unread):
            return None
        pairs = [(self.skeleton, new.skeleton), *((self.bodies[number], new.bodies[number]) for number in sorted(read))]
        if any([line for _, line in before] != [line for _, line in after] for before, after in pairs):
            return None
        return {row: moved for before, after in pairs for (row, _), (moved, _) in zip(before, after, strict=True)}


def _empty(tree: ast.Module, rows: Sequence[str]) -> set[int]:
    """The rows that hold nothing which is followed: white space, comments, texts that are statements of their own."""
    inside: set[int] = set()
    texts: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Constant, ast.JoinedStr)) and (node.end_lineno or 0) > node.lineno:
            inside.update(range(node.lineno, (node.end_lineno or 0) + 1))
        elif isinstance(node, ast.Expr) and _is_text_alone(node, rows):
            texts.update(range(node.lineno, (node.end_lineno or 0) + 1))
    return {row for row, line in enumerate(rows, 1) if _is_blank(line) and row not in inside} | texts


def _is_text_alone(statement: ast.Expr, rows: Sequence[str]) -> bool:
    """Whether a statement is nothing but a text, such as that of a function's documentation, and alone in its rows."""
    if not isinstance(statement.value, ast.Constant) or not isinstance(statement.value.value, str):
        return False
    first, last = rows[statement.lineno - 1].encode(), rows[(statement.end_lineno or 0) - 1].encode()
    before, behind = first[: statement.col_offset], last[statement.end_col_offset :]
    return not before.strip() and _is_blank(behind.decode("utf-8", "replace"))


def _is_blank(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")
