"""Positions in a Python file: from the nodes of its tree and from offsets."""

from __future__ import annotations

import ast

from cupylint.findings import Location
from cupylint.source import Lines


class Places:
    """Turns positions of one file into each other. Offsets count characters from 0."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = Lines(text)
        self._ascii = text.isascii()

    def offset(self, row: int, column: int) -> int:
        """The offset of a position of the standard library's tree (its columns count UTF-8 bytes, from 0)."""
        starts = self._lines.starts
        start = starts[row - 1]
        if self._ascii:
            return start + column
        end = starts[row] if row < len(starts) else len(self.text)
        return start + len(self.text[start:end].encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace"))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """The offsets where a node starts and ends."""
        start = self.offset(node.lineno, node.col_offset)
        if node.end_lineno is None or node.end_col_offset is None:
            return start, start
        return start, self.offset(node.end_lineno, node.end_col_offset)

    def location(self, start: int, end: int) -> Location:
        """The location of a range of offsets."""
        return Location(*self._lines.place(start), *self._lines.place(max(end, start)))
