"""A grid of terminal cells to draw on."""

from __future__ import annotations

from itertools import groupby

from cupylint.report.page import Page, Style
from cupylint.report.text import cells

_Cell = tuple[str, Style]
_BLANK: _Cell = (" ", "")


class Canvas:
    """Rows of cells that grow as they are drawn on. A wide character holds two cells, the second one empty."""

    def __init__(self) -> None:
        self._rows: list[list[_Cell]] = []

    def put(self, row: int, column: int, text: str, style: Style = "") -> int:
        """Write ``text``, made printable before, and return the column after it."""
        while len(self._rows) <= row:
            self._rows.append([])
        line = self._rows[row]
        for shown, wide in cells(text):
            if wide == 0:
                self._combine(line, column, shown)
                continue
            line.extend([_BLANK] * (column + wide - len(line)))
            line[column : column + wide] = [(shown, style)] + [("", style)] * (wide - 1)
            column += wide
        return column

    def width(self, row: int) -> int:
        """Return the column after the last cell written in ``row``."""
        return len(self._rows[row]) if row < len(self._rows) else 0

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self._rows)

    @staticmethod
    def _combine(line: list[_Cell], column: int, mark: str) -> None:
        line.extend([_BLANK] * (column - len(line)))
        base = column - 1
        while base > 0 and line[base][0] == "":
            base -= 1
        if 0 <= base < len(line):
            text, style = line[base]
            line[base] = (text + mark, style)

    def lines(self, page: Page) -> list[str]:
        """Return the rows as text, runs of one style painted together, without spaces at the end."""
        out = []
        for line in self._rows:
            end = len(line)
            while end and line[end - 1][0] == " ":
                end -= 1
            runs = groupby(line[:end], key=lambda cell: cell[1])
            out.append("".join(page.paint("".join(text for text, _ in run), style) for style, run in runs))
        return out
